//! The seam of the scenario editor: what a ruleset supplies so that players can make their own battles.
//!
//! A [`Draft`] is a battle in the making, as plain data. Only an [`Edit`] changes it; it reports what is
//! wrong with it ([`Draft::check`]) and writes itself as a scenario at any time, finished or not. The screen
//! draws what a draft reports and knows no ruleset. [`EditHistory`] adds undo and redo.
//!
//! Most rulesets need not write a draft of their own: [`Form`] is one for any scenario that has a map, two sides
//! with formations, and lists of plans. Its ruleset describes them with [`authoring::Authoring`].

pub mod authoring;
mod changing;
pub mod field;
mod flip;
mod form;
pub mod growing;
mod history;
pub mod parts;
pub mod writing;

use std::fmt;

use crate::board::{Cell, Grid};
use crate::game::view::Family;
use crate::reading::{CustomData, Faulty};
use crate::side::Side;

pub use flip::Flip;
pub use form::{Form, free_key};
pub use history::EditHistory;

/// A draft read from a text, or every fault that keeps it from being opened.
pub type Opened = Result<Box<dyn Draft>, Faulty>;

/// How a ruleset's editor opens a battle.
#[derive(Copy, Clone, Debug)]
pub struct Editor {
    /// A blank map of this many cells across and up, with two empty sides.
    pub blank: fn(u8, u8, &[CustomData]) -> Box<dyn Draft>,
    /// Reads a scenario with its player's custom data, faults included; `file` is its name for messages.
    pub read: fn(file: &str, text: &str, &[CustomData]) -> Opened,
    /// Suitable map sizes, cells across and up, with what they are good for; the first is the default.
    pub sizes: &'static [(u8, u8, &'static str)],
    /// The unit of a force's cost: "points".
    pub money: &'static str,
}

/// A part of a battle with properties to fill in ([`Draft::lines`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The battle itself.
    Battle,
    /// A side.
    Side(Side),
    /// A formation of a side, by index.
    Formation(Side, usize),
    /// A piece of a side's formation, by index.
    Piece(Side, usize, usize),
    /// A plan ([`Draft::plans`]) of a side or of the battle: the number of its list, and its index there.
    Plan(Option<Side>, usize, usize),
}

impl Subject {
    /// The side it belongs to.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Battle => None,
            Self::Side(side) | Self::Formation(side, _) | Self::Piece(side, _, _) => Some(side),
            Self::Plan(whose, _, _) => whose,
        }
    }
}

/// A change to a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Paints cells with a brush ([`Draft::brushes`]); `over` adds to what is there.
    Paint {
        /// The cells.
        cells: Vec<Cell>,
        /// The index of the brush.
        brush: usize,
        /// Adds to what is there instead of replacing it.
        over: bool,
        /// The owner, for a brush that paints something owned.
        side: Side,
    },
    /// Clears cells to bare ground; with an area brush, removes them from the area.
    Clear(Vec<Cell>, usize),
    /// Raises or lowers cells by this many levels.
    Raise(Vec<Cell>, i8),
    /// Adds a named formation to a side.
    Form(Side, String),
    /// Adds catalog items ([`Draft::catalog_items`]) to a formation.
    Add {
        /// The side.
        side: Side,
        /// The index of the formation; if there is none, the last one or a new one.
        formation: usize,
        /// Nation and name in the catalog.
        ware: (String, String),
        /// The number to add.
        count: usize,
    },
    /// Adds a plan to a list, given its owner and the list's number.
    Plan(Option<Side>, usize),
    /// Removes a formation with everything in it, a piece or a plan.
    Remove(Subject),
    /// Moves a formation, a piece or a plan up (`true`) or down in its list.
    Shift(Subject, bool),
    /// Places a piece on its starting cell.
    Put(Subject, Cell),
    /// Cycles a property to its next or previous value.
    Turn(Subject, usize, bool),
    /// Sets a property to a typed value.
    Write(Subject, usize, String),
    /// Adds a copy of a formation with everything in it, of a piece or of a plan.
    Copy(Subject),
    /// Mirrors or turns the map with everything on it.
    Flip(Flip),
    /// Replaces the ground by random ground that covers about that percentage of the map, from a seed.
    Generate(u8, u64),
}

/// A brush, which paints a terrain, a work or an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brush {
    /// The key that selects it.
    pub key: char,
    /// Its name.
    pub name: String,
    /// Its sign on the map.
    pub glyph: char,
    /// Its colour family.
    pub family: Family,
    /// Its heading in the legend.
    pub group: &'static str,
    /// Its rules, one line each.
    pub rules: Vec<String>,
}

/// How a cell is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The sign of its terrain.
    pub glyph: char,
    /// Its colour family.
    pub family: Family,
    /// The sign of a road or stream through it.
    pub way: Option<char>,
    /// Its height in levels.
    pub level: i8,
    /// The works on it: their sign and owner, if they have one.
    pub work: Option<(char, Option<Side>)>,
    /// The piece that starts there.
    pub piece: Option<Subject>,
    /// The signs of what stands on its eastern and on its southern edge: a wall, a hedge.
    pub edges: [Option<char>; 2],
}

/// A row of a force or of a list of plans: a formation, a piece, or a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The part that the row shows.
    pub of: Subject,
    /// Its tag in notation: "G4"; empty for a formation and a plan.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// Remarks: "HQ, observer, aboard G2".
    pub about: String,
    /// Its cost; for a formation, the total.
    pub cost: u32,
}

/// A side's force with its totals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// The side's name.
    pub name: String,
    /// Formations and their pieces.
    pub rows: Vec<Row>,
    /// Its total cost.
    pub cost: u32,
    /// Its cost limit, if any, with the rule that sets it.
    pub budget: Option<(u32, &'static str)>,
    /// Totals in words, the most useful first.
    pub sums: Vec<String>,
}

/// A list of plans: everything in a battle besides its terrain and forces, such as set-up zones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plans {
    /// The side they belong to; `None` if they are the battle's.
    pub whose: Option<Side>,
    /// The number of the list, the same for both sides.
    pub list: usize,
    /// Its name.
    pub name: String,
    /// Their purpose, in a sentence.
    pub about: String,
    /// The plans.
    pub rows: Vec<Row>,
    /// Whether plans can be added and removed.
    pub grows: bool,
}

/// An entry of the catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogItem {
    /// The nation's key in files.
    pub nation: String,
    /// Its name in files.
    pub key: String,
    /// Its name on the screen, often the same.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its cost.
    pub cost: u32,
    /// The year it entered service.
    pub year: u16,
    /// Its main values, abbreviated.
    pub figures: String,
    /// Why this side cannot have it, if it cannot.
    pub barred: Option<String>,
}

/// How a property is edited.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EditBy {
    /// By cycling through its values.
    Cycling,
    /// By typing.
    Typing,
    /// A number or word: by cycling or typing.
    Either,
}

/// A property of a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// How it is edited.
    pub how: EditBy,
    /// Its rule, in a sentence.
    pub about: String,
}

/// Where a problem is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the map.
    Cell(Cell),
    /// In a part of the battle.
    Of(Subject),
}

/// A problem with a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Whether it makes the battle unplayable; otherwise it is only odd, or against the design rules.
    pub fault: bool,
    /// In a sentence.
    pub sentence: String,
    /// Where.
    pub place: Place,
}

/// A battle in the making.
///
/// Invariant: after any edits, [`Draft::text`] reads back as the same draft.
pub trait Draft: fmt::Debug + Send {
    /// A copy.
    fn copy(&self) -> Box<dyn Draft>;
    /// The battle's title.
    fn title(&self) -> String;
    /// Applies an edit, and says what it did; empty where that is obvious.
    ///
    /// # Errors
    /// Why it cannot be done, in a sentence. Nothing has changed then.
    fn edit(&mut self, edit: &Edit) -> Result<String, String>;
    /// The battle as a scenario text.
    fn text(&self) -> String;
    /// Every problem, faults first.
    fn check(&self) -> Vec<Remark>;
    /// The map grid.
    fn grid(&self) -> Grid;
    /// How a cell is drawn.
    fn look(&self, cell: Cell) -> Look;
    /// A cell's terrain and its rules, one line each.
    fn about(&self, cell: Cell) -> Vec<String>;
    /// Every brush: the terrain brushes, which never change, then one for each area of the plans.
    fn brushes(&self) -> Vec<Brush>;
    /// The brush that would paint what is on a cell.
    fn brush_of(&self, cell: Cell) -> usize;
    /// The brush for a plan's area, if it has one.
    fn brush_for(&self, of: Subject) -> Option<usize>;
    /// The cells of a brush's area; none for a terrain brush.
    fn area(&self, brush: usize) -> Vec<Cell>;
    /// The lists of plans, the battle's own first.
    fn plans(&self) -> Vec<Plans>;
    /// A side's force.
    fn force(&self, side: Side) -> Force;
    /// The catalog for a side, its own nation first.
    fn catalog_items(&self, side: Side) -> Vec<CatalogItem>;
    /// The properties of a subject; none if it does not exist.
    fn lines(&self, of: Subject) -> Vec<Line>;
    /// The values that a property is chosen from, as they are shown; none if it is typed.
    fn values(&self, _of: Subject, _line: usize) -> Vec<String> {
        Vec::new()
    }
    /// Whether formations have names.
    fn names_formations(&self) -> bool {
        true
    }
    /// How many of the battle's properties come before those of its sides; the others are rarely changed.
    fn lines_before_sides(&self) -> usize {
        11
    }
}
