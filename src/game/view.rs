//! What a player may see of a position, in plain values: the screen, the log and scripts draw these and
//! know no ruleset.

use serde::Serialize;

use super::{Reading, Side, Test};
use crate::board::{Cell, Compass};

/// Names a piece within one game, for as long as the game lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct PieceId(pub u16);

/// Everything one side may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The scenario's title.
    pub title: String,
    /// The turn being played, from 1.
    pub turn: u32,
    /// The number of turns of the scenario.
    pub turns: u32,
    /// The phases of a turn, in order.
    pub phases: Vec<&'static str>,
    /// The phase being played, an index into `phases`.
    pub phase: usize,
    /// The two sides.
    pub sides: [SideView; 2],
    /// The map.
    pub board: BoardView,
    /// Every piece this side knows of, lost ones too.
    pub pieces: Vec<PieceView>,
    /// Things on the map that are no pieces: wrecks, smoke, impact zones, mines, plots …
    pub markers: Vec<MarkerView>,
    /// Headings of [`PieceView::values`].
    pub columns: Vec<&'static str>,
    /// Short lines about the state of play: orders left, what an interrupt waits for.
    pub notes: Vec<String>,
    /// What the scenario asks, as lines of a briefing.
    pub briefing: Vec<String>,
    /// The piece that is acting, if one is.
    pub active: Option<PieceId>,
    /// The record of missions or plots of this side: heading first, then a row each; empty if none.
    pub records: Vec<String>,
}

/// One side as the strip shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Short values for the strip: "cohesion 15", "orders 2".
    pub facts: Vec<String>,
}

/// Square or hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Square inches, eight neighbours.
    Square,
    /// Hexes.
    Hex,
}

/// The map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Square or hex.
    pub shape: Shape,
    /// Cells across.
    pub width: u8,
    /// Cells up.
    pub height: u8,
    /// For each cell, row-major from the lower left, an index into `palette`.
    pub cells: Vec<u16>,
    /// Height in levels of each cell, in the same order.
    pub levels: Vec<i8>,
    /// The kinds of ground on this map.
    pub palette: Vec<TerrainView>,
}

/// One kind of ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainView {
    /// One ASCII character.
    pub glyph: char,
    /// "woods", "good road, woods".
    pub name: String,
    /// What it is like, for colour: `woods`, `water`, `road`, `building`, `rough`, `slope`, `clear`, `works`.
    pub family: &'static str,
    /// What it does, one line each: movement costs, modifiers, sight.
    pub effects: Vec<String>,
}

/// One piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// Its name within the game.
    pub id: PieceId,
    /// Its owner.
    pub side: Side,
    /// What it is called: "G7 PzKpfw IV Ausf. F2".
    pub name: String,
    /// Its number on the map and in notation: "G7".
    pub tag: String,
    /// One ASCII character for its kind: `T` tank, `i` infantry, …
    pub glyph: char,
    /// Where it is; `None` when lost, carried or not yet on the map.
    pub cell: Option<Cell>,
    /// Where it faces, if it does.
    pub facing: Option<Compass>,
    /// Short flags: "S", "D", "moving", "fired".
    pub states: Vec<&'static str>,
    /// The values of a roster row, one for each of [`View::columns`].
    pub values: Vec<String>,
    /// More lines for the inspector.
    pub details: Vec<String>,
    /// Its formation.
    pub formation: String,
    /// Whether it is out of the game.
    pub lost: bool,
    /// What carries it.
    pub carried_by: Option<PieceId>,
}

/// A thing on the map that is no piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerView {
    /// Where.
    pub cell: Cell,
    /// One ASCII character.
    pub glyph: char,
    /// "wreck", "smoke".
    pub name: String,
}

/// How a choice looks to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChoiceView {
    /// The choice in notation: what a journal holds and `Session::play` takes.
    pub notation: String,
    /// What it does, in a few words.
    pub label: String,
    /// A stable verb that keys are bound to: `pass`, `done`, `step`, `target`, `firer`, …
    pub verb: &'static str,
    /// The piece it points at.
    pub piece: Option<PieceId>,
    /// The cell it points at.
    #[serde(skip)]
    pub cell: Option<Cell>,
    /// The direction it points in.
    #[serde(skip)]
    pub direction: Option<Compass>,
    /// The cells it would cover: the squares of a sheaf, the line of a landing zone; mostly none.
    #[serde(skip)]
    pub cells: Vec<Cell>,
}

/// What a choice would roll: the very tests, in the order in which they are thrown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Preview {
    /// One block for each piece that rolls.
    pub rolls: Vec<PreviewRoll>,
    /// What may become of the target once all have rolled, exact.
    pub result: Vec<(String, f64)>,
    /// What the enemy may do in answer.
    pub answer: Vec<String>,
    /// Remarks: why a modifier does not apply, what the column is.
    pub remarks: Vec<String>,
}

/// One roll of a preview, and the rolls that it may open.
#[derive(Clone, PartialEq, Debug)]
pub struct PreviewRoll {
    /// Who or what rolls: "G1 PaK 40", "the mines". Empty if it is the same as before.
    pub who: String,
    /// The test that will be rolled.
    pub test: Test,
    /// What is rolled next, and how this test must be read for it.
    pub opens: Vec<(Reading, PreviewRoll)>,
}

impl PreviewRoll {
    /// A roll that opens nothing.
    pub fn new(who: impl Into<String>, test: Test) -> Self {
        Self { who: who.into(), test, opens: Vec::new() }
    }

    /// The same roll, which opens another if it is read so.
    #[must_use]
    pub fn opening(mut self, on: Reading, next: Self) -> Self {
        self.opens.push((on, next));
        self
    }

    /// The chance that it passes.
    pub fn chance(&self) -> f64 {
        self.test.chance()
    }

    /// A roll that another opens, in words: "2D6+1 on column +3", "if it fails: 2D6 on column +5".
    pub fn opened_in_words(&self, on: Reading) -> String {
        let condition = match on {
            Reading::Pass => String::new(),
            Reading::Fail => "if it fails: ".to_owned(),
            other => format!("on {other}: "),
        };
        let who = if self.who.is_empty() { String::new() } else { format!("{}: ", self.who) };
        format!("{condition}{who}{} {}", self.test.throw_in_words(), self.test.purpose)
    }
}

/// A line of sight, explained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sight {
    /// Whether it is clear.
    pub visible: bool,
    /// Range in whole inches or hexes, rounded up.
    pub range: u16,
    /// The first cell that blocks.
    #[serde(skip)]
    pub blocked_at: Option<Cell>,
    /// The rule that blocks it.
    pub rule: Option<&'static str>,
    /// Why, in one sentence.
    pub why: Option<String>,
    /// Every cell the line passes through, in order.
    #[serde(skip)]
    pub path: Vec<Cell>,
}
