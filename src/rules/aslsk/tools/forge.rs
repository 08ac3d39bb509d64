//! `standto forge aslsk`, also on the title screen: a scenario with the balance of a side.

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use serde::Deserialize;

use crate::book::{Book, Forge, Parameter};
use crate::reading::CustomData;
use crate::rules::aslsk::Position;
use crate::tool::{CommandResult, PlayerFiles, Run, Tool, fail, names};

/// Write a scenario with the balance of one side or both.
///
/// The scenario goes to standard output.
#[derive(Args)]
#[command(
    after_help = "Example:\n  standto forge aslsk s9 --favour italians > mine.toml\n  standto play mine.toml"
)]
pub struct Balance {
    /// The scenario: s9 to s16
    #[arg(value_name = "SCENARIO", add = names(|| NAMES.map(str::to_lowercase)))]
    battle: String,
    /// The side to favour; give it twice for both
    #[arg(long, value_name = "SIDE", required = true, add = names(all_sides))]
    favour: Vec<String>,
}

impl Run for Balance {
    fn run(self, _files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let Some(at) = BATTLES.iter().position(|(name, _)| name.eq_ignore_ascii_case(&self.battle)) else {
            return fail(format!("unknown scenario \"{}\", expected s9 to s16", self.battle));
        };
        let keys = sides(BATTLES[at].1);
        for side in &self.favour {
            if !keys.contains(side) {
                return fail(format!("unknown side \"{side}\", expected {}", keys.join(" or ")));
            }
        }
        Ok(write!(out, "{}", favouring(BATTLES[at].1, &self.favour))?)
    }
}

/// The scenarios with balance, by number.
static BATTLES: [(&str, &str); 8] = {
    let all = Position::SCENARIOS;
    [
        ("S9", all[0].1),
        ("S10", all[1].1),
        ("S11", all[2].1),
        ("S12", all[3].1),
        ("S13", all[4].1),
        ("S14", all[5].1),
        ("S15", all[6].1),
        ("S16", all[7].1),
    ]
};
const NAMES: [&str; 8] = ["S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16"];
const FAVOURS: [&str; 3] = ["its first side", "its second side", "both sides"];

/// The scenarios with balance, for the title screen.
pub const GENERATOR: Forge = Forge {
    title: "Scenario with balance",
    summary: "One of the scenarios S9 to S16 with the balance provision of one side, or of both. The sides are in the \
              order of the scenario.",
    sides: [("first", "The first side"), ("second", "The second side")],
    turns: 6,
    fresh: false,
    picks: &[
        Parameter { name: "Scenario", values: &NAMES, first: 0 },
        Parameter { name: "Balance for", values: &FAVOURS, first: 0 },
    ],
    make,
    tool: Tool::of::<Balance>(),
};

fn make(picks: &[usize], _seed: u64, _own: &[CustomData]) -> Result<String, String> {
    let pick = |at: usize| picks.get(at).copied().unwrap_or(0);
    let text = BATTLES[pick(0).min(7)].1;
    let keys = sides(text);
    let favoured: Vec<String> = match pick(1) {
        0 => keys.into_iter().take(1).collect(),
        1 => keys.into_iter().skip(1).collect(),
        _ => keys,
    };
    Ok(favouring(text, &favoured))
}

#[derive(Deserialize)]
struct Sides {
    side: Vec<Key>,
}

#[derive(Deserialize)]
struct Key {
    key: String,
}

/// The keys of a scenario's sides.
fn sides(text: &str) -> Vec<String> {
    let sides: Option<Sides> = crate::reading::from_toml(text).ok();
    sides.map_or_else(Vec::new, |sides| sides.side.into_iter().map(|side| side.key).collect())
}

/// The keys of the sides of all scenarios, each once.
fn all_sides() -> BTreeSet<String> {
    BATTLES.iter().flat_map(|(_, text)| sides(text)).collect()
}

/// The scenario with a line for the favoured sides.
fn favouring(text: &str, sides: &[String]) -> String {
    let quoted: Vec<String> = sides.iter().map(|side| format!("\"{side}\"")).collect();
    let line = format!("ruleset = \"aslsk\"\nfavour = [{}]\n", quoted.join(", "));
    text.replacen("ruleset = \"aslsk\"\n", &line, 1)
}
