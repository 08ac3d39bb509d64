//! The fields of a battle, its sides, groups, units and objectives.

use std::borrow::Cow;

use toml::Value;

use super::table::Table;
use super::{OBJECTIVES, units};
use crate::board::Compass;
use crate::editor::Subject;
use crate::editor::field::{Field, Kind, field, words_of};
use crate::editor::parts::Parts;
use crate::rules::panzertruppe::state::Switch;
use crate::rules::panzertruppe::tables::Nation;
use crate::side::Side;

/// The fields of a part.
pub(super) fn fields(parts: &Parts<Table>, of: Subject) -> Vec<Field> {
    match of {
        Subject::Battle => battle(),
        Subject::Side(_) => side(),
        Subject::Formation(..) => group(),
        Subject::Piece(..) => unit(),
        Subject::Plan(None, OBJECTIVES, _) => objective(parts),
        Subject::Plan(..) => Vec::new(),
    }
}

fn battle() -> Vec<Field> {
    let mut all = vec![
        field("title", "Title", Kind::Text, "The title of the battle."),
        field("year", "Year", Kind::Number(1939, 1945, 1944), "Units out of their years are warned about."),
        field("turns", "Last turn", Kind::Number(1, 50, 10), "The battle ends after it."),
        field("briefing", "Briefing", Kind::Lines, "Shown before the battle; | starts a new line."),
    ];
    for (_, word, chapter) in Switch::ALL {
        all.push(Field {
            key: Cow::Borrowed("rules"),
            name: Cow::Owned(format!("Rule: {}", word.replace('-', " "))),
            kind: Kind::Listed(word),
            about: Cow::Owned(format!("The additional rule of chapter {chapter}.")),
        });
    }
    all
}

fn side() -> Vec<Field> {
    vec![
        field(
            "nation",
            "Nation",
            Kind::OneOf(words_of(Nation::ALL.map(Nation::name))),
            "Its units and its name.",
        ),
        field("name", "Name", Kind::Text, "Its name on the screen."),
        field("edge", "Safe edge", Kind::OneOf(words_of(["W", "N", "E", "S"])), "Where it retreats to (11)."),
        field("breaks", "Beaten at, %", Kind::Number(1, 100, 70), "Of its points lost (35)."),
        field("air", "Air support", Kind::Yes, "Rolls for aircraft (31)."),
    ]
}

fn group() -> Vec<Field> {
    vec![
        field("name", "Name", Kind::Text, "The name of the platoon."),
        field("elite", "Elite", Kind::Yes, "Better morale, 2 points more for each unit (11, 35)."),
        field(
            "independent",
            "Independent",
            Kind::Yes,
            "Its units are no platoon and need not stay together.",
        ),
        field("smoke", "Smoke", Kind::Yes, "Its units carry smoke (30)."),
    ]
}

fn unit() -> Vec<Field> {
    let winds = Compass::ALL.map(Compass::letters);
    let facings = words_of(std::iter::once("ahead").chain(winds));
    vec![
        field("facing", "Facing", Kind::Word(facings), "By default away from the safe edge."),
        field("moving", "Moving", Kind::Yes, "Begins on the move instead of in overwatch."),
        field(
            "turn",
            "Arrives on turn",
            Kind::Maybe(2, 50, "from the start"),
            "A reserve enters at its cell.",
        ),
        field("hidden", "Hidden", Kind::Yes, "Until it fires or is spotted (29)."),
        field("dug-in", "Dug in", Kind::Words, "front, right, left, rear, or all (28)."),
        field("recon", "Reconnaissance", Kind::Yes, "At most a fifth of the vehicles (29)."),
        field("spotter", "Artillery spotter", Kind::Yes, "Calls indirect fire; vehicles only (21)."),
        field("battery", "Battery", Kind::Maybe(1, 9, "-"), "Units of one type that fire together (21)."),
    ]
}

fn objective(parts: &Parts<Table>) -> Vec<Field> {
    let keys = Side::BOTH.map(|side| parts.side(side).key());
    let held = words_of(std::iter::once("neither").chain(keys));
    vec![
        field("name", "Name", Kind::Text, "Its name."),
        field("at", "Cell", Kind::Text, "Painted on the map, or typed."),
        field("value", "Value", Kind::Number(0, 500, 25), "Points for holding it at the end (35)."),
        field(
            "held",
            "Held at the start by",
            Kind::Word(held),
            "The side that holds it until the enemy does.",
        ),
    ]
}

/// A side takes the name and the letter of its nation.
pub(super) fn changed(parts: &mut Parts<Table>, of: Subject, key: &str) {
    let (Subject::Side(side), "nation") = (of, key) else { return };
    let Some(nation) = units::nation(parts, side) else { return };
    let other = parts.side(side.other());
    let mut name = nation.people().to_owned();
    if other.name() == name {
        name = format!("Other {name}");
    }
    let theirs = units::letter(parts, side.other());
    let letters = nation.people().chars().chain("XYZ".chars()).map(|c| c.to_ascii_uppercase().to_string());
    let letter = letters.into_iter().find(|letter| *letter != theirs).unwrap_or_default();
    let about = &mut parts.side_mut(side).about;
    about.insert("name".to_owned(), Value::String(name));
    about.insert("letter".to_owned(), Value::String(letter));
}
