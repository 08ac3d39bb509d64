//! The scenario editor of Fire & Move.

use standto::book::Book as _;
use standto::editor::{Draft, Edit, Subject};
use standto::rules::fireandmove::Position;
use standto::side::Side;

#[test]
fn a_group_takes_no_more_than_eight_figures() {
    let mut draft = draft();
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

fn draft() -> Box<dyn Draft> {
    let editor = Position::EXTRAS.editor.expect("it has an editor");
    let (width, height, _) = editor.sizes[0];
    (editor.blank)(width, height, &[])
}

/// Types a value into a field by its name.
fn write(draft: &mut Box<dyn Draft>, of: Subject, name: &str, value: &str) {
    let line = draft.lines(of).iter().position(|line| line.name == name);
    let line = line.unwrap_or_else(|| panic!("{name}"));
    draft.edit(&Edit::Write(of, line, value.to_owned())).unwrap_or_else(|why| panic!("{name}: {why}"));
}

/// The warnings of the editor.
fn warnings(draft: &dyn Draft) -> Vec<String> {
    draft.check().into_iter().filter(|remark| !remark.fault).map(|remark| remark.sentence).collect()
}

#[test]
fn a_new_nation_is_armed_as_its_own() {
    let mut draft = draft();
    assert_eq!(warnings(&*draft), [""; 0]);
    for nation in ["Germans", "Americans", "Russians", "Chinese Red Army", "British"] {
        write(&mut draft, Subject::Side(Side::A), "Nation", nation);
        assert_eq!(warnings(&*draft), [""; 0], "{nation}");
        let gun = draft.force(Side::A).rows[2].name.clone();
        let own = match nation {
            "Germans" => "MG34 gunner",
            "Americans" => "BAR man",
            _ => "LMG gunner",
        };
        assert_eq!(gun, own, "{nation}");
    }
}

#[test]
fn figures_guns_and_kits_are_offered_by_nation_and_year() {
    let mut draft = draft();
    let offered = |draft: &dyn Draft, of, name: &str| {
        let line = draft.lines(of).iter().position(|line| line.name == name).unwrap();
        draft.values(of, line)
    };
    let german = Subject::Piece(Side::B, 0, 2);
    let has = |values: Vec<String>, wanted: &str| values.iter().any(|value| value == wanted);
    assert!(has(offered(&*draft, german, "Figure"), "StG man"), "in any year");
    assert!(!has(offered(&*draft, Subject::Piece(Side::A, 0, 2), "Figure"), "StG man"), "a Briton");
    write(&mut draft, Subject::Battle, "Year", "1941");
    assert!(!has(offered(&*draft, german, "Figure"), "StG man"));
    assert!(!has(offered(&*draft, german, "Carries"), "Panzerfaust"));
    assert!(!has(offered(&*draft, Subject::Formation(Side::B, 0), "Vehicle"), "Panther"));
    assert!(!has(offered(&*draft, Subject::Side(Side::B), "Troops"), "Volksgrenadiers"));
    write(&mut draft, Subject::Battle, "Year", "1944");
    assert!(has(offered(&*draft, german, "Carries"), "Panzerfaust"));
    assert!(has(offered(&*draft, Subject::Formation(Side::B, 0), "Vehicle"), "Panther"));
    assert!(has(offered(&*draft, Subject::Side(Side::B), "Troops"), "Volksgrenadiers"));
    write(&mut draft, german, "Carries", "Panzerfaust");
    write(&mut draft, Subject::Formation(Side::B, 0), "Vehicle", "Panther");
    assert_eq!(warnings(&*draft), [""; 0]);
    // What was right then is warned about in an earlier year, and stays.
    write(&mut draft, Subject::Battle, "Year", "1940");
    let said = warnings(&*draft);
    assert!(said.contains(&"Panther: Used by the Germans from 1943.".to_owned()), "{said:?}");
    assert!(said.contains(&"Panzerfaust: Used by the Germans from 1943.".to_owned()), "{said:?}");
    assert!(draft.text().contains("rifleman+faust"));
}

#[test]
fn a_gun_has_its_price_and_its_place_is_told() {
    let mut draft = draft();
    let cost = draft.force(Side::A).cost;
    write(&mut draft, Subject::Formation(Side::A, 0), "Gun", "75-76 mm gun");
    let force = draft.force(Side::A);
    assert_eq!(force.cost, cost + 90);
    assert!(force.rows[0].name.starts_with("75-76 mm gun, crew of 8 at "), "{}", force.rows[0].name);
    assert!(
        force.sums.iter().any(|line| line.starts_with("hand 5, discards 2 if idle (91.5)")),
        "{:?}",
        force.sums
    );
}

#[test]
fn empty_features_and_borders_between_distant_ones_are_warned_about() {
    let mut draft = draft();
    draft.edit(&Edit::Plan(None, 0)).unwrap();
    assert!(warnings(&*draft).iter().any(|why| why.contains("has no squares")), "{:?}", warnings(&*draft));
    let of = Subject::Plan(None, 0, 3);
    write(&mut draft, of, "Ground", "orchard");
    assert_eq!(draft.plans()[0].rows[3].name, "orchard D", "the name follows the ground");
    write(&mut draft, of, "Name", "the parson's garden");
    write(&mut draft, of, "Ground", "crops or brush");
    assert_eq!(draft.plans()[0].rows[3].name, "the parson's garden");
    let brush = draft.brush_for(of).unwrap();
    let cells = vec![standto::board::Cell::new(5, 5)];
    draft.edit(&Edit::Paint { cells, brush, over: false, side: Side::A }).unwrap();
    assert_eq!(warnings(&*draft), [""; 0]);
    // The southern and the northern field do not touch.
    draft.edit(&Edit::Plan(None, 1)).unwrap();
    write(&mut draft, Subject::Plan(None, 1, 0), "and", "C the north field");
    assert!(warnings(&*draft).iter().any(|why| why.contains("do not touch")), "{:?}", warnings(&*draft));
}
