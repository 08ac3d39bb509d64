//! What a player may see of a position, in plain values: the screen, the log and scripts draw these and
//! know no ruleset.

mod board;
mod choice;
mod piece;

use crate::board::Cell;

pub use board::{
    BoardView, BorderView, Crossing, EdgeView, GoalView, LineKind, LineView, MarkerKind, MarkerView, RegionView,
    TerrainView,
};
pub use choice::{Act, ChoiceView, Preview, PreviewRoll, Sight};
pub use piece::{
    CardId, CardUse, CardView, FacingView, HandView, PieceId, PieceView, PileView, StateView, Weight,
};

/// Everything one side may see.
///
/// A ruleset fills what it has and leaves the rest as [`Default`] gives it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The scenario's title.
    pub title: String,
    /// The turn being played, from 1.
    pub turn: u32,
    /// The number of turns of the scenario; 0 if it has none.
    pub turns: u32,
    /// What the deciding side is asked, naming the unit: "Move G6 Panzer IV, or halt."; empty where
    /// [`Decision::prompt`](super::Decision::prompt) says it all.
    pub prompt: String,
    /// The phases of a turn, in order.
    pub phases: Vec<&'static str>,
    /// Their abbreviations in the rulebook, in the same order; empty where it has none.
    pub phase_shorts: Vec<&'static str>,
    /// The phase being played, an index into `phases`.
    pub phase: usize,
    /// The two sides.
    pub sides: [SideView; 2],
    /// What the ruleset calls things.
    pub words: Words,
    /// The map.
    pub board: BoardView,
    /// Every piece this side knows of, lost ones too.
    pub pieces: Vec<PieceView>,
    /// Things on the map that are no pieces: wrecks, smoke, impact zones, mines, plots …
    pub markers: Vec<MarkerView>,
    /// What letters and signs of this ruleset mean, beside those of ground and markers.
    pub legend: Vec<SignView>,
    /// The cards, where a ruleset has them.
    pub hand: Option<HandView>,
    /// Headings of [`PieceView::values`].
    pub columns: Vec<&'static str>,
    /// Short lines about the state of play: orders left, what an interrupt waits for.
    pub notes: Vec<String>,
    /// Where what is yet to be set up may be put, while this side sets up and has taken up nothing.
    pub zone: Vec<Cell>,
    /// What this side must do to win, and by when, in one line.
    pub objective: String,
    /// The kinds of target that standing orders may name, as [`super::Attack::kind`] has them.
    pub kinds: Vec<&'static str>,
    /// What a scenario that teaches says of this phase; empty if nothing.
    pub hint: String,
    /// What it says of each phase it speaks of, by its place in `phases`: for those that go by with nothing to decide.
    pub hints: Vec<(usize, String)>,
    /// The scenario is for who plays for the first time.
    pub teaches: bool,
    /// What the scenario asks, as lines of a briefing.
    pub briefing: Vec<String>,
    /// The piece that is acting, if one is.
    pub active: Option<PieceId>,
    /// The record of missions or plots of this side: heading first, then a row each; empty if none.
    pub records: Vec<String>,
}

/// One side as the strip shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideView {
    /// What the player calls it: "Germans".
    pub name: String,
    /// What notation calls it: "germans".
    pub key: String,
    /// Pieces lost.
    pub lost: u32,
    /// Pieces at the start.
    pub strength: u32,
    /// Losses at which the enemy has reached its aim, if the scenario has such a number.
    pub breaking: Option<u32>,
    /// How far its losses have gone and where it is beaten, in points, where pieces do not count alike.
    pub score: Option<[u32; 2]>,
    /// Short values for the strip: "cohesion 15", "orders 2".
    pub facts: Vec<String>,
}

/// What a ruleset calls things, so that the screen speaks its language.
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
    /// As it is seen: "S", "underlined".
    pub sign: String,
    /// "suppressed".
    pub meaning: String,
}
