//! The view of a position for one player, as plain values: the screen, the log and scripts draw these and
//! know no ruleset.

mod board;
mod choice;
mod common;
mod nation;
mod piece;

use std::sync::Arc;

use super::Lesson;
use crate::board::Cell;
use crate::side::Side;

pub use board::{
    BoardView, BorderView, Crossing, EdgeView, Family, GoalView, LineKind, LineView, MarkerKind, MarkerView,
    RegionView, TerrainView,
};
pub use choice::{Act, ChoiceView, Preview, PreviewRoll, Sight};
pub use nation::Nation;
pub use piece::{
    CardId, CardKind, CardUse, CardView, FacingView, HandView, PieceId, PieceView, PileView, StateView,
    Symbol, Weight,
};

/// Everything one side may see.
///
/// A ruleset fills in what it has and leaves the rest at [`Default`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The scenario's title.
    pub title: String,
    /// The current turn, from 1.
    pub turn: u32,
    /// The number of turns of the scenario; 0 if it has none.
    pub turns: u32,
    /// The prompt of the deciding side, naming the unit: "Move G6 Panzer IV, or halt."; empty where
    /// [`Decision::prompt`](super::Decision::prompt) says it all.
    pub prompt: String,
    /// The phases of a turn, in order; empty if a turn is only one side's turn after the other's.
    pub phases: Vec<&'static str>,
    /// Their abbreviations in the rulebook, in the same order; empty where it has none.
    pub phase_shorts: Vec<&'static str>,
    /// The current phase, an index into `phases`.
    pub phase: usize,
    /// The two sides.
    pub sides: [SideView; 2],
    /// The side whose turn it is, in rulesets where the sides take turns.
    pub turn_of: Option<Side>,
    /// The result if the battle ended now, as far as this side can know.
    pub standing: Option<StandingView>,
    /// The ruleset's words for things.
    pub words: Words,
    /// The map.
    pub board: BoardView,
    /// Every piece this side knows of, lost ones too.
    pub pieces: Vec<PieceView>,
    /// Things on the map that are not pieces: wrecks, smoke, impact zones, mines, plots …
    pub markers: Vec<MarkerView>,
    /// The meaning of this ruleset's letters and signs, besides those of terrain and markers.
    pub legend: Vec<SignView>,
    /// The cards, in rulesets that have them.
    pub hand: Option<HandView>,
    /// The headings of [`PieceView::values`].
    pub columns: Vec<&'static str>,
    /// Short lines about the state of play: orders left, what an interrupt is waiting for.
    pub notes: Vec<String>,
    /// Where units may still be set up, while this side sets up and has nothing picked up.
    pub zone: Vec<Cell>,
    /// The side's way to win, and by when, in one line.
    pub objective: String,
    /// The kinds of target that standing orders can name; see [`super::Attack::kind`].
    pub kinds: Vec<&'static str>,
    /// The hint of a tutorial for this phase; empty if none.
    pub hint: String,
    /// The hints of a tutorial by index into `phases`: for phases that pass with nothing to decide.
    pub hints: Vec<(usize, String)>,
    /// The scenario is a tutorial.
    pub teaches: bool,
    /// The other texts of a tutorial.
    pub lesson: Arc<Lesson>,
    /// The briefing, in lines.
    pub briefing: Vec<String>,
    /// The pieces that march where none are selected.
    pub marchers: Marchers,
    /// The piece that is acting, if one is.
    pub active: Option<PieceId>,
    /// This side's record of missions or plots: a heading, then a row each; empty if none.
    pub records: Vec<String>,
}

/// A phase of a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnPhase {
    /// The turn.
    pub turn: u32,
    /// The place of the phase among [`View::phases`].
    pub phase: usize,
}

impl View {
    /// The current phase of the current turn.
    pub const fn turn_phase(&self) -> TurnPhase {
        TurnPhase { turn: self.turn, phase: self.phase }
    }

    /// The briefing in paragraphs: lines are joined unless an empty line divides them.
    pub fn paragraphs(&self) -> Vec<String> {
        let mut paragraphs: Vec<String> = Vec::new();
        let mut open = false;
        for line in &self.briefing {
            match (line.trim(), paragraphs.last_mut().filter(|_| open)) {
                ("", _) => open = false,
                (words, Some(paragraph)) => *paragraph += &format!(" {words}"),
                (words, None) => {
                    paragraphs.push(words.to_owned());
                    open = true;
                }
            }
        }
        paragraphs
    }
}

/// One side, as the status strip shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideView {
    /// Its name: "Germans".
    pub name: String,
    /// Its key in notation: "germans".
    pub key: String,
    /// Its nation.
    pub nation: Nation,
    /// Pieces lost.
    pub lost: u32,
    /// Pieces at the start.
    pub strength: u32,
    /// Its break point: the losses at which the enemy reaches its objective, if the scenario has one.
    pub breaking: Option<u32>,
    /// How far its losses have gone and where it is beaten, in points, where pieces do not count alike.
    pub score: Option<[u32; 2]>,
    /// Other achievements: "5 points", "2 of 4 buildings".
    pub progress: Vec<ProgressView>,
    /// Its part in this turn, in the rulebook's word: "ATTACKER"; empty if it has none.
    pub role: &'static str,
    /// Short values for the strip: "cohesion 15", "orders 2".
    pub facts: Vec<String>,
}

/// The pieces that march where none are selected.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Marchers {
    /// Every piece that may be moved now: an ordered group.
    #[default]
    All,
    /// The highlighted piece.
    One,
    /// The highlighted piece, or by one more key its formation.
    Platoon,
    /// The stack of the highlighted piece.
    Stack,
}

/// A side's progress towards its objective.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgressView {
    /// The thing counted: "points", "buildings", "off the map".
    pub what: &'static str,
    /// How many it has.
    pub have: u32,
    /// How many it needs to win; `None` if it only needs more than the enemy.
    pub need: Option<u32>,
}

/// The result if the battle ended now.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct StandingView {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The degree of the victory: "marginal"; empty if victories have no degrees.
    pub degree: &'static str,
}

/// The ruleset's words for things, so that the screen speaks its language.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// One piece, several pieces: "stand", "stands".
    pub piece: [&'static str; 2],
    /// One cell, several cells: "square", "squares".
    pub cell: [&'static str; 2],
    /// The unit of range, one and several: "inch", "inches".
    pub range: [&'static str; 2],
}

impl Default for Words {
    fn default() -> Self {
        Self { piece: ["piece", "pieces"], cell: ["cell", "cells"], range: ["cell", "cells"] }
    }
}

/// A sign and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SignView {
    /// As it appears: "S", "underlined".
    pub sign: String,
    /// "suppressed".
    pub meaning: String,
}
