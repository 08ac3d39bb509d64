//! `standto forge aslsk`, also on the title screen: a random scenario, or one of the rulebook's with the balance of a
//! side.

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use serde::Deserialize;

use crate::book::{Book, Forge, Parameter};
use crate::reading::CustomData;
use crate::reading::balance::naming;
use crate::rules::aslsk::Position;
use crate::tool::{CommandResult, PlayerFiles, Run, Tool, fail, names};

use super::random;

/// Write a random scenario, or one of S9 to S16 with the balance of one side or both.
///
/// A random scenario is for a quick evening: two small forces by unit value on part of one board, of which one holds a
/// building. The scenario goes to standard output.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto forge aslsk random --size evening --seed 7 > mine.toml\n  standto forge aslsk s9 \
                  --favour italians > mine.toml\n  standto play mine.toml"
)]
pub struct Balance {
    /// The scenario: random, or s9 to s16
    #[arg(value_name = "SCENARIO", add = names(|| NAMES.map(str::to_lowercase)))]
    battle: String,
    /// The side to favour; give it twice for both
    #[arg(long, value_name = "SIDE", add = names(all_sides))]
    favour: Vec<String>,
    /// The size of a random scenario
    #[arg(long, value_parser = ["skirmish", "evening", "long"], default_value = "skirmish")]
    size: String,
    /// The seed of a random scenario; the same seed gives the same scenario
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Run for Balance {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        if self.battle.eq_ignore_ascii_case(RANDOM) {
            let size = random::SIZES.iter().position(|(name, ..)| name.starts_with(&self.size)).unwrap_or(0);
            let text = random::scenario(self.seed.unwrap_or_else(|| files.fresh_seed()), size);
            return Ok(write!(out, "{text}")?);
        }
        let Some(at) = BATTLES.iter().position(|(name, _)| name.eq_ignore_ascii_case(&self.battle)) else {
            return fail(format!("unknown scenario \"{}\", expected random, or s9 to s16", self.battle));
        };
        let keys = sides(BATTLES[at].1);
        if self.favour.is_empty() {
            return fail(format!("name the side to favour: --favour {}", keys.join(" or --favour ")));
        }
        for side in &self.favour {
            if !keys.contains(side) {
                return fail(format!("unknown side \"{side}\", expected {}", keys.join(" or ")));
            }
        }
        Ok(write!(out, "{}", naming(BATTLES[at].1, &self.favour))?)
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
/// The scenario that is none of them.
const RANDOM: &str = "random";
const NAMES: [&str; 9] = [RANDOM, "S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16"];
const SIZES: [&str; 3] = [random::SIZES[0].0, random::SIZES[1].0, random::SIZES[2].0];
const FAVOURS: [&str; 3] = ["its first side", "its second side", "both sides"];

/// The scenarios with balance, for the title screen.
pub const GENERATOR: Forge = Forge {
    title: "Random scenario",
    summary: "Two small forces on part of one board, one of which holds a building; or one of S9 to S16 with the balance \
              provision of one side, or of both. The defender, or the scenario's first side, comes first.",
    sides: [("first", "The first side"), ("second", "The second side")],
    turns: 6,
    fresh: true,
    picks: &[
        Parameter { name: "Size", values: &SIZES, first: 0 },
        Parameter { name: "Scenario", values: &NAMES, first: 0 },
        Parameter { name: "Balance for", values: &FAVOURS, first: 0 },
    ],
    size: 0,
    make,
    tool: Tool::of::<Balance>(),
};

fn make(picks: &[usize], seed: u64, _own: &[CustomData]) -> Result<String, String> {
    let pick = |at: usize| picks.get(at).copied().unwrap_or(0);
    let Some(at) = pick(1).checked_sub(1) else {
        return Ok(random::scenario(seed, pick(0)));
    };
    let text = BATTLES[at.min(BATTLES.len() - 1)].1;
    let keys = sides(text);
    let favoured: Vec<String> = match pick(2) {
        0 => keys.into_iter().take(1).collect(),
        1 => keys.into_iter().skip(1).collect(),
        _ => keys,
    };
    Ok(naming(text, &favoured))
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
