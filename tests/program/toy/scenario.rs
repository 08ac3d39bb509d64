//! The scenario format, and what else the ruleset brings.

use serde::Deserialize;
use serde::de::IgnoredAny;
use standto::book::{Book, Extras};
use standto::game::{Deck, Side};
use standto::reading::{CustomData, Read, Report, Spanned, parsed};

use super::position::{Card, Frame, GRID, Outposts, Squad};

pub const FORD: &str = r#"format = 1
ruleset = "outposts"
title = "The ford"
turns = 6
north = ["B2", "B2", "D2", "F2"]
south = ["B4", "D4", "D4", "F4"]
"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "ruleset")]
    _ruleset: IgnoredAny,
    title: String,
    turns: Spanned<i64>,
    north: Vec<Spanned<String>>,
    south: Vec<Spanned<String>>,
}

fn outposts(report: &mut Report, text: &str) -> Option<Outposts> {
    report.header(text, Outposts::ID)?;
    let file: File = parsed(report, text)?;
    let turns = report.within("turns", &file.turns, 1..=99);
    let mut squads: Vec<Squad> = Vec::new();
    for (side, cells) in [(Side::A, &file.north), (Side::B, &file.south)] {
        for name in cells {
            match GRID.parse(name.get_ref()) {
                Err(error) => report.fault(name.span(), error.to_string()),
                Ok(at) if squads.iter().any(|squad| squad.at == at && squad.side != side) => {
                    report.fault(name.span(), format!("the enemy holds {} already", name.get_ref()));
                }
                Ok(at) => squads.push(Squad { side, at, acted: false, lost: false }),
            }
        }
    }
    Some(Outposts {
        title: file.title,
        turn: 1,
        turns: turns?,
        squads,
        deck: Deck::new([Card::Ambush, Card::Ambush, Card::Ambush, Card::Rain, Card::Rain]),
        hands: [Vec::new(), Vec::new()],
        frames: vec![Frame::Orders([None; 2])],
    })
}

impl Book for Outposts {
    const ID: &'static str = "outposts";
    const TITLE: &'static str = "Outposts";
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[("ford", FORD)];
    const LEDGER: &'static str = "";
    const KEYS: &'static str = "[verbs]\nattack = { keys = [\"a\"] }\nrest = { keys = [\"r\"] }\n";

    const EXTRAS: Extras = Extras::NONE;

    fn read_with(file: &str, text: &str, _: &[CustomData]) -> Read<Self> {
        let mut report = Report::new(file, text);
        let read = outposts(&mut report, text);
        report.end(read)
    }

    fn read_saved(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        Self::read_with(file, text, own)
    }

    fn facts(&self) -> Vec<String> {
        Vec::new()
    }
}
