//! Work under way, written as a scenario.

use standto::book::Book;
use standto::dice::Dice;
use standto::editor::Edit;
use standto::game::{Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::command::cohesion;
use standto::rules::matg::works::laid::{Labour, Work};

/// A small battle with a hedgerow in which several things have already happened.
fn begun(cards: &str) -> Position {
    let mut draft = (Position::EXTRAS.editor.expect("it has one").blank)(18, 24, &[]);
    let hedge =
        draft.brushes().iter().position(|brush| brush.name.starts_with("bocage")).expect("there is one");
    let cells = ["0505", "0506"].map(|name| name.parse().expect("a square")).to_vec();
    draft.edit(&Edit::Paint { cells, brush: hedge, over: false, side: Side::A }).expect("it is painted");
    let side = format!("depth = 6\ncards = [\"{cards}\"]\ncohesion-lowered = 3");
    let text = draft
        .text()
        .replacen("briefing", "options = [\"determination\"]\nbreaches = [\"0505 NE\"]\nbriefing", 1)
        .replacen("depth = 6", &side, 1)
        .replacen("\nat = ", "\nlabour = [\"mines 0901 2\", \"bridge 0902 1\"]\nat = ", 1);
    let other = text.rfind("depth = 6").expect("both have a zone");
    let text = format!("{}cards = [\"9 13 broken\"]\n{}", &text[..other], &text[other..]);
    Position::read("begun", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).0
}

/// Unfinished work, cut hedgerows, drawn cards and lowered cohesion.
type Done = (String, Vec<Labour>, [u8; 2], Vec<(u16, usize, bool)>);

fn done(position: &Position) -> Done {
    let hands = position.command.hands.iter().map(|hand| (hand.value(), hand.count(), hand.broken.is_some()));
    let breaches =
        position.field.breaches.iter().map(|(cell, wind)| format!("{cell} {wind}")).collect::<Vec<_>>();
    (breaches.join(", "), position.field.works.progress.clone(), position.command.lowered, hands.collect())
}

// card: battles: a position as a scenario
#[test]
fn unfinished_work_is_exported() {
    crate::cited::watch();
    let mut position = begun("1 1 3");
    let (breaches, labours, lowered, hands) = done(&position);
    assert_eq!((breaches.as_str(), lowered), ("0505 NE", [3, 0]));
    assert_eq!(hands, [(5, 3, false), (22, 2, true)], "ace 1, king 13 (12.1.1)");
    let works: Vec<_> =
        labours.iter().map(|labour| (labour.work, labour.cell.to_string(), labour.done)).collect();
    assert_eq!(works, [(Work::Mines, "0901".to_owned(), 2), (Work::Bridge, "0902".to_owned(), 1)]);
    // Three less by surprise (8.10.1.5), five less for a broken force (12.1.5).
    let level = |side: Side| {
        position.battle.army(side).cohesion
            - cohesion::level(&position.battle, &position.now, &position.command, side)
    };
    assert_eq!((level(Side::A), level(Side::B)), (3, 5));
    // Exported before it has begun and later, the battle continues with the same state.
    for turn in [1, 4] {
        position.now.number = turn;
        let text = position.aids().as_scenario().expect("it can be written");
        let (again, _) = Position::read("again", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(done(&again), done(&position), "{text}");
        assert!(!text.contains("half done"), "{text}");
    }
    // The enemy's export has the same number of cards but not their values: at most the break point of 6, or
    // they would have been shown.
    let seen = |position: &Position| position.seen_by(Side::B, &mut Dice::seeded(1, 0)).aids().as_scenario();
    let text = seen(&position).expect("it can be written");
    let (again, _) = Position::read("seen", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(again.command.hands[0].count(), 3);
    let mut other = begun("1 2 3");
    other.now.number = position.now.number;
    assert_eq!(seen(&other).expect("it can be written"), text);
}
