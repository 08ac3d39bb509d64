//! The progress of a campaign: a TOML file with the campaign's text and the battles fought.
//!
//! Invariant: a battle is added when its save has been created, and its result when that save has ended. Until
//! then everything is in the save, so nothing is lost if the program is killed.

use serde::{Deserialize, Serialize};

use super::{Count, count};
use crate::game::journal::{seat_of, seat_words};
use crate::game::{Seat, Side};
use crate::reading::{FORMAT, Faulty, Report, parsed};

/// The progress of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The format of the file.
    format: i64,
    /// The name of the campaign.
    pub campaign: String,
    /// When it began.
    pub started: String,
    /// The player of each force, in the words of a save: "human", "program normal".
    players: [String; 2],
    /// The seed of the first battle's dice; each later one has the next.
    pub seed: u64,
    /// The campaign itself.
    pub text: String,
    /// The battles in the order they were begun; only the last one may go on.
    #[serde(default, rename = "battle")]
    pub fought: Vec<Fought>,
}

/// A battle that was begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// Its key in the campaign.
    pub battle: String,
    /// The name of its save.
    pub save: String,
    /// Its result, once it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<BattleResult>,
}

/// The result of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleResult {
    /// The key of the force that has won; `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Why it ended, in a sentence.
    pub why: String,
    /// The turn it ended in.
    pub turn: u32,
    /// The number of actions.
    pub actions: u32,
    /// What each force brought and what it lost.
    pub force: Vec<Losses>,
}

/// What a force brought to a battle and what it lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The key of the force.
    pub key: String,
    /// Its units at the start.
    pub strength: u32,
    /// The units it lost, by kind.
    pub lost: Count,
}

impl Progress {
    /// A campaign that begins.
    pub fn new(campaign: &str, text: &str, started: String, seats: [Seat; 2], seed: u64) -> Self {
        let (campaign, text) = (campaign.to_owned(), text.to_owned());
        let players = seats.map(seat_words);
        Self { format: FORMAT, campaign, started, players, seed, text, fought: Vec::new() }
    }

    /// Reads the file; `file` is its name for messages.
    ///
    /// # Errors
    /// It is not such a file.
    pub fn read(file: &str, text: &str) -> Result<Self, Faulty> {
        let mut report = Report::new(file, text);
        let read: Option<Self> = parsed(&mut report, text);
        if let Some(read) = &read {
            if read.format != FORMAT {
                let what = format!("this campaign is in format {}, expected format {FORMAT}", read.format);
                report.fault(0..0, what);
            }
            for player in read.players.iter().filter(|player| seat_of(player).is_none()) {
                let what = format!("unknown player \"{player}\", expected one such as \"human\"");
                report.fault(0..0, what);
            }
        }
        report.end(read).map(|(read, _)| read)
    }

    /// The file's text.
    ///
    /// # Errors
    /// It can't be written as TOML.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The battle that goes on.
    pub fn running(&self) -> Option<&Fought> {
        self.fought.last().filter(|battle| battle.result.is_none())
    }

    /// The player of a force.
    pub fn seat(&self, force: usize) -> Seat {
        seat_of(&self.players[force]).unwrap_or(Seat::Human)
    }
}

impl BattleResult {
    /// The units that a force lost.
    pub fn lost(&self, force: &str) -> Count {
        self.force
            .iter()
            .find(|losses| losses.key == force)
            .map_or_else(Count::new, |found| found.lost.clone())
    }
}

impl Losses {
    /// The losses of a force: what it had at the start less what it has left. A unit of another kind and the same
    /// class in its place, such as a half-squad of a squad, is not a loss.
    pub fn of(key: &str, side: Side, start: &[Vec<String>; 2], left: &[Vec<String>; 2]) -> Self {
        let [start, left] = [start, left].map(|all| count(all[side.index()].iter().cloned()));
        let gone = |(kind, had): (&String, &u32)| {
            let lost = had.saturating_sub(left.get(kind).copied().unwrap_or(0));
            (lost > 0).then(|| (kind.clone(), lost))
        };
        let strength = start.values().sum();
        let mut lost: Count = start.iter().filter_map(gone).collect();
        let new = left.iter().map(|(kind, now)| now.saturating_sub(start.get(kind).copied().unwrap_or(0)));
        // Units that took the place of others: as many fewer are lost.
        for _ in 0..new.sum() {
            let Some(count) = lost.values_mut().max() else { break };
            *count -= 1;
        }
        lost.retain(|_, count| *count > 0);
        Self { key: key.to_owned(), strength, lost }
    }
}
