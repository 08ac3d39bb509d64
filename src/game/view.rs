//! What a player may see of a position, in plain values: the screen, the log and scripts draw these and
//! know no ruleset.

use serde::Serialize;

use super::{Reading, Side, Test};
use crate::board::{BadName, Cell, Edge, Grid, Heading};

/// Names a piece within one game, for as long as the game lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct PieceId(pub u16);

/// Names a card within one game, for as long as the game lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct CardId(pub u16);

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
    /// The phases of a turn, in order.
    pub phases: Vec<&'static str>,
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
    /// What this side must do to win, and by when, in one line.
    pub objective: String,
    /// What a scenario that teaches says of this phase; empty if nothing.
    pub hint: String,
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

/// The map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// Its shape and size.
    pub grid: Grid,
    /// For each cell, in the order of [`Grid::index`], an index into `palette`.
    pub cells: Vec<u16>,
    /// Height in levels of each cell, in the same order; empty where all is level.
    pub levels: Vec<i8>,
    /// The kinds of ground, edge, region and border on this map.
    pub palette: Vec<TerrainView>,
    /// Walls, hedges, cliffs, roads through hexsides: what lies along the side of a cell.
    pub edges: Vec<EdgeView>,
    /// Named sets of cells, where a ruleset plays in those.
    pub regions: Vec<RegionView>,
    /// Points between two regions where pieces may stand.
    pub borders: Vec<BorderView>,
    /// Names of the cells, in the order of [`Grid::index`], where they are not the grid's own: "wK6".
    pub names: Vec<String>,
}

impl BoardView {
    /// What a cell is called: by the ruleset, else as the region or border it stands for, else by the grid.
    pub fn name(&self, cell: Cell) -> String {
        let own = self.grid.contains(cell).then(|| self.names.get(self.grid.index(cell))).flatten();
        if let Some(name) = own.filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let border = self.borders.iter().find(|border| border.at == cell).map(|border| &border.name);
        let region = || self.regions.iter().find(|region| region.at == cell).map(|region| &region.name);
        border.or_else(region).cloned().unwrap_or_else(|| self.grid.name(cell))
    }

    /// What a cell is called where there is little room: a region by its tag, a border by those of its regions.
    pub fn short_name(&self, cell: Cell) -> String {
        let tag = |n: u16| self.regions.get(usize::from(n)).map_or("", |region| region.tag.as_str());
        if let Some(border) = self.borders.iter().find(|border| border.at == cell) {
            return format!("{}/{}", tag(border.between[0]), tag(border.between[1]));
        }
        let region = self.regions.iter().find(|region| region.at == cell);
        region.map_or_else(|| self.name(cell), |region| region.tag.clone())
    }

    /// The cell of a name, in capitals or not.
    ///
    /// # Errors
    /// When nothing on this map has that name.
    pub fn find(&self, name: &str) -> Result<Cell, BadName> {
        let same = |own: &String| !own.is_empty() && own.eq_ignore_ascii_case(name);
        if let Some(index) = self.names.iter().position(same) {
            return Ok(self.grid.cell(index));
        }
        let border = self.borders.iter().find(|border| same(&border.name)).map(|border| border.at);
        let region = || self.regions.iter().find(|r| same(&r.name) || same(&r.tag)).map(|region| region.at);
        border.or_else(region).map_or_else(|| self.grid.parse(name), Ok)
    }

    /// The ground of a cell.
    pub fn ground(&self, cell: Cell) -> Option<&TerrainView> {
        let index = self.grid.contains(cell).then(|| self.grid.index(cell))?;
        self.kind(*self.cells.get(index)?)
    }

    /// A kind of the palette.
    pub fn kind(&self, kind: u16) -> Option<&TerrainView> {
        self.palette.get(usize::from(kind))
    }

    /// The height of a cell.
    pub fn level(&self, cell: Cell) -> i8 {
        let index = self.grid.contains(cell).then(|| self.grid.index(cell));
        index.and_then(|index| self.levels.get(index)).copied().unwrap_or(0)
    }
}

/// One kind of ground, or of what lies along an edge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerrainView {
    /// One ASCII character, no letter and no digit.
    pub glyph: char,
    /// "woods", "good road, woods", "hedge".
    pub name: String,
    /// What it is like, for colour: `woods`, `water`, `road`, `building`, `rough`, `slope`, `clear`, `works`.
    pub family: &'static str,
    /// What it does, one line each: movement costs, modifiers, sight.
    pub effects: Vec<String>,
}

/// What lies along a side of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EdgeView {
    /// Which side, from [`Grid::edge`].
    pub edge: Edge,
    /// Its kind, an index into [`BoardView::palette`].
    pub kind: u16,
}

/// A named set of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegionView {
    /// "the orchard".
    pub name: String,
    /// A short name for map and notation: "K".
    pub tag: String,
    /// Its kind, an index into [`BoardView::palette`].
    pub kind: u16,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The cell that stands for it: where its pieces are drawn and the cursor goes.
    pub at: Cell,
}

/// A point between two regions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BorderView {
    /// "the hedge between K and M".
    pub name: String,
    /// The two regions, as places in [`BoardView::regions`].
    pub between: [u16; 2],
    /// What divides them, an index into [`BoardView::palette`].
    pub kind: u16,
    /// The cell that stands for it.
    pub at: Cell,
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
    /// One ASCII letter for its kind: `T` tank, `i` infantry, …
    pub glyph: char,
    /// Where it is; `None` when lost, carried or not yet on the map.
    pub cell: Option<Cell>,
    /// Its place among those of its cell, from the bottom; the highest is seen.
    pub stack: u16,
    /// Where its parts face, the one the map shows first: hull, turret, gun.
    pub facings: Vec<FacingView>,
    /// What has befallen it, in the order it is told.
    pub states: Vec<StateView>,
    /// The values of a roster row, one for each of [`View::columns`].
    pub values: Vec<String>,
    /// More lines for the inspector.
    pub details: Vec<String>,
    /// Its formation.
    pub formation: String,
    /// Whether it is out of the game.
    pub lost: bool,
    /// What carries it, or holds it.
    pub carried_by: Option<PieceId>,
}

impl Default for PieceView {
    /// A nameless piece of the first side, off the map.
    fn default() -> Self {
        Self {
            id: PieceId::default(),
            side: Side::A,
            name: String::new(),
            tag: String::new(),
            glyph: '?',
            cell: None,
            stack: 0,
            facings: Vec::new(),
            states: Vec::new(),
            values: Vec::new(),
            details: Vec::new(),
            formation: String::new(),
            lost: false,
            carried_by: None,
        }
    }
}

impl PieceView {
    /// Where it faces, as the map shows it.
    pub fn facing(&self) -> Option<Heading> {
        self.facings.first().map(|facing| facing.to)
    }
}

/// Where a part of a piece faces.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FacingView {
    /// "hull", "turret", "gun"; empty where a piece has but one facing.
    pub part: &'static str,
    /// Where to.
    pub to: Heading,
}

impl FacingView {
    /// The only facing of a piece.
    pub fn whole(to: impl Into<Heading>) -> Self {
        Self { part: "", to: to.into() }
    }
}

/// Something that has befallen a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StateView {
    /// Its letter on the map: "S".
    pub letter: char,
    /// "suppressed".
    pub word: &'static str,
    /// How much it matters.
    pub weight: Weight,
}

impl StateView {
    /// A state.
    pub const fn new(letter: char, word: &'static str, weight: Weight) -> Self {
        Self { letter, word, weight }
    }
}

/// How much a state matters, and so how the map shows it. The heaviest gives the letter.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// Told in words; its letter where there is room.
    #[default]
    Note,
    /// It has done what it could: drawn faint.
    Spent,
    /// It is at something, or on its way: underlined.
    Busy,
    /// It is hampered: the letter takes the place of the facing, as a warning.
    Harm,
    /// It is worse than hampered.
    Grave,
}

/// A thing on the map that is no piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkerView {
    /// Where.
    pub cell: Cell,
    /// One ASCII character.
    pub glyph: char,
    /// "wreck", "smoke".
    pub name: String,
}

/// The cards as one side sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandView {
    /// The side's own hand, in a fixed order: the digit keys 1 to 9 and 0 point at them.
    pub cards: Vec<CardView>,
    /// How many the enemy holds.
    pub enemy: u16,
    /// How many are left to draw.
    pub deck: u16,
    /// What has been discarded for all to see, the last on top.
    pub discard: Vec<String>,
}

/// A card of one's own hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardView {
    /// Its name within the game.
    pub id: CardId,
    /// "Fire 4", "Move 2/-1".
    pub name: String,
    /// What it may be played for, one line each.
    pub uses: Vec<String>,
}

/// The part a choice plays, so that shortcuts and hints work for every ruleset.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// The acting piece goes one cell: bare directions play it.
    Step,
    /// The acting piece, or a part of it, faces another way.
    Turn,
    /// Begins something that is put together: a group, an attack.
    Begin,
    /// Adds to what is being put together.
    Join,
    /// Carries out what was put together: dice may fall.
    Commit,
    /// What was put together, or a move, is complete.
    Done,
    /// Lets one's turn to act go by.
    Pass,
    /// Lets a chance to interrupt go by.
    Hold,
    /// Leaves off what was being put together.
    Cancel,
    /// Anything else.
    #[default]
    Other,
}

/// How a choice looks to a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChoiceView {
    /// The choice in notation: what a journal holds and `Session::play` takes.
    pub notation: String,
    /// What it does, in a few words.
    pub label: String,
    /// A stable verb that keys are bound to: `pass`, `done`, `step`, `target`, `firer`, …
    pub verb: &'static str,
    /// The part it plays.
    pub act: Act,
    /// The pieces it points at, the one that matters most first.
    pub pieces: Vec<PieceId>,
    /// The cards it would play.
    pub cards: Vec<CardId>,
    /// The cell it points at.
    #[serde(skip)]
    pub cell: Option<Cell>,
    /// The edge it points at.
    #[serde(skip)]
    pub edge: Option<Edge>,
    /// The direction it points in.
    #[serde(skip)]
    pub heading: Option<Heading>,
    /// The cells it would cover: the squares of a sheaf, the line of a landing zone; mostly none.
    #[serde(skip)]
    pub cells: Vec<Cell>,
    /// What it would come to, in a few characters: "E 38%"; empty where nothing is to be said.
    pub effect: String,
}

impl ChoiceView {
    /// A choice that points nowhere.
    pub fn new(notation: impl Into<String>, label: impl Into<String>, verb: &'static str, act: Act) -> Self {
        Self { notation: notation.into(), label: label.into(), verb, act, ..Self::default() }
    }

    /// The piece it points at before all others.
    pub fn piece(&self) -> Option<PieceId> {
        self.pieces.first().copied()
    }
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
