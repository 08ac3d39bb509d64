//! The scenario editor of Fire & Move.

use standto::book::Book as _;
use standto::editor::{Edit, Subject};
use standto::rules::fireandmove::Position;
use standto::side::Side;

#[test]
fn a_group_takes_no_more_than_eight_figures() {
    let editor = Position::EXTRAS.editor.expect("it has an editor");
    let (width, height, _) = editor.sizes[0];
    let mut draft = (editor.blank)(width, height, &[]);
    let side = Side::A;
    let catalog = draft.catalog_items(side);
    let figure = catalog.iter().find(|item| item.class == "figure").unwrap();
    let ware = (figure.nation.clone(), figure.name.clone());
    let add = |count| Edit::Add { side, formation: 0, ware: ware.clone(), count };
    let before = draft.text();
    let refused = draft.edit(&add(9)).unwrap_err();
    assert!(refused.contains("at most 8 figures") && refused.contains("6.1"), "{refused}");
    assert_eq!(draft.text(), before, "nothing has changed");
    while draft.edit(&add(1)).is_ok() {}
    let refused = draft.edit(&Edit::Copy(Subject::Piece(side, 0, 0)));
    let leader =
        draft.force(side).rows.iter().filter(|row| matches!(row.of, Subject::Piece(_, 0, _))).count();
    assert!(leader >= 8 && refused.is_err_and(|why| why.contains("at most 8")), "{leader} figures");
}
