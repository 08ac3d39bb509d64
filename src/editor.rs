//! The seam of the workshop: what a ruleset brings so that players make battles of their own on the screen.
//!
//! A [`Draft`] is a battle that is being made, as plain data: it is changed by an [`Edit`] and by nothing else, says what
//! is wrong with it ([`Draft::check`]) and writes itself as a scenario at any time, finished or not. The screen draws
//! what a draft tells and knows no ruleset. The [`EditHistory`] holds a draft with all that was done to it.

mod history;

use std::fmt;

use crate::board::{Cell, Grid};
use crate::reading::Faulty;
use crate::side::Side;

pub use history::EditHistory;

/// A draft out of a text, or every fault that keeps it from being opened.
pub type Opened = Result<Box<dyn Draft>, Faulty>;

/// How a ruleset's workshop begins.
#[derive(Copy, Clone, Debug)]
pub struct Editor {
    /// An empty field of so many cells across and up, with two sides of whom there is nothing yet.
    pub blank: fn(u8, u8) -> Box<dyn Draft>,
    /// A battle that is written, with its faults if it has any; `file` is what messages call it.
    pub read: fn(file: &str, text: &str) -> Opened,
    /// Sizes of a field that suit, cells across and up, with what they are good for; the first is offered first.
    pub sizes: &'static [(u8, u8, &'static str)],
    /// The unit that forces are paid in: "points".
    pub money: &'static str,
}

/// A part of a battle that has lines to be filled in ([`Draft::lines`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The battle itself.
    Battle,
    /// A side.
    Side(Side),
    /// A formation of a side, by its place.
    Formation(Side, usize),
    /// A piece of a formation of a side, by its place in it.
    Piece(Side, usize, usize),
    /// A plan ([`Draft::plans`]) of a side or of the battle itself: by the number of its list, and its place in it.
    Plan(Option<Side>, usize, usize),
}

impl Subject {
    /// Whose it is.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Battle => None,
            Self::Side(side) | Self::Formation(side, _) | Self::Piece(side, _, _) => Some(side),
            Self::Plan(whose, _, _) => whose,
        }
    }
}

/// Something done to a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// These cells become what a brush ([`Draft::brushes`]) paints; `over` lays it over what is there.
    Paint {
        /// Which cells.
        cells: Vec<Cell>,
        /// By its place among the brushes.
        brush: usize,
        /// On top of what is there instead of in its place.
        over: bool,
        /// Whose it is, where it is somebody's.
        side: Side,
    },
    /// Nothing is left on these cells but bare ground; with an area's brush they are taken out of the area.
    Clear(Vec<Cell>, usize),
    /// These cells are raised, or lowered, by so many levels.
    Raise(Vec<Cell>, i8),
    /// A formation is added to a side, under a name.
    Form(Side, String),
    /// So many of a ware ([`Draft::catalog_items`]), by its name, join a formation.
    Add {
        /// For whom.
        side: Side,
        /// The formation, by its place; the last one, or a new one, if there is none of it.
        formation: usize,
        /// Nation and name in the catalog.
        ware: (String, String),
        /// How many.
        count: usize,
    },
    /// A plan is added to a list, by whose it is and its number.
    Plan(Option<Side>, usize),
    /// A formation with all that it has, a piece or a plan is taken out.
    Remove(Subject),
    /// A formation, a piece or a plan goes before the one above it, or behind the one below.
    Shift(Subject, bool),
    /// A piece begins here.
    Put(Subject, Cell),
    /// A line of a subject is turned to its next value, or to the one before.
    Turn(Subject, usize, bool),
    /// A line of a subject gets a value that is written.
    Write(Subject, usize, String),
}

/// What a brush paints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brush {
    /// The key that takes it up.
    pub key: char,
    /// What a player calls it.
    pub name: String,
    /// How it is drawn.
    pub glyph: char,
    /// Its colour family.
    pub family: &'static str,
    /// The heading it stands under in the legend.
    pub group: &'static str,
    /// The rules of it, a line each.
    pub rules: Vec<String>,
}

/// A cell as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The sign of its ground.
    pub glyph: char,
    /// Its colour family.
    pub family: &'static str,
    /// The sign of a way that runs through it.
    pub way: Option<char>,
    /// Its height.
    pub level: i8,
    /// What lies on it: its sign and whose it is, if it is somebody's.
    pub work: Option<(char, Option<Side>)>,
    /// The piece that begins there.
    pub piece: Option<Subject>,
}

/// A row of a force or of a list of plans: a formation, a piece of it, or a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which.
    pub of: Subject,
    /// Its name in notation: "G4"; empty for a formation and a plan.
    pub tag: String,
    /// What a player calls it.
    pub name: String,
    /// What there is to know of it: "HQ, observer, aboard G2".
    pub about: String,
    /// What it costs; for a formation, all of it.
    pub cost: u32,
}

/// A side's force with its sums.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// The side's name.
    pub name: String,
    /// Formations and their pieces.
    pub rows: Vec<Row>,
    /// What all of it costs.
    pub cost: u32,
    /// What it may cost, with the rule that says so, if there is a limit.
    pub budget: Option<(u32, &'static str)>,
    /// The sums in words, the telling ones first.
    pub sums: Vec<String>,
}

/// A list of plans: what is laid down of a battle beside its ground and its forces, such as where a side sets up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plans {
    /// The side whose they are; none where they are the battle's.
    pub whose: Option<Side>,
    /// The number of the list, the same for both sides.
    pub list: usize,
    /// What a player calls them.
    pub name: String,
    /// What they are for, in a sentence.
    pub about: String,
    /// The plans.
    pub rows: Vec<Row>,
    /// Whether one can be added and removed.
    pub grows: bool,
}

/// Something to be had from the catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogItem {
    /// The nation's name in files.
    pub nation: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub class: String,
    /// What it costs.
    pub cost: u32,
    /// The year it came in.
    pub year: u16,
    /// Its figures in short.
    pub figures: String,
    /// Why this side does not have it, if so.
    pub barred: Option<String>,
}

/// How a line is filled in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// By turning through its values.
    Turned,
    /// By writing.
    Written,
    /// A number or a word: turned up and down, or written.
    Number,
}

/// A line of a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is about.
    pub name: String,
    /// What it says.
    pub value: String,
    /// How it is filled in.
    pub how: How,
    /// The rule of it in a sentence.
    pub about: String,
}

/// Where something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the map.
    Cell(Cell),
    /// In a part of the battle.
    Of(Subject),
}

/// Something to be said of a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Whether the battle cannot be played so; else it is only odd, or against the rules of design.
    pub fault: bool,
    /// In a sentence.
    pub sentence: String,
    /// Where.
    pub place: Place,
}

/// A battle that is being made.
///
/// Invariant: whatever was done to it, [`Draft::text`] is a text from which the same draft is read again.
pub trait Draft: fmt::Debug + Send {
    /// The same once more.
    fn copy(&self) -> Box<dyn Draft>;
    /// What a player calls the battle.
    fn title(&self) -> String;
    /// Does something to it, and says what was done; empty where that is plain to see.
    ///
    /// # Errors
    /// Why it cannot be done, in a sentence. Nothing has changed then.
    fn edit(&mut self, edit: &Edit) -> Result<String, String>;
    /// The battle as a scenario.
    fn text(&self) -> String;
    /// Everything that is wrong or odd, faults first.
    fn check(&self) -> Vec<Remark>;
    /// The field.
    fn grid(&self) -> Grid;
    /// How a cell is drawn.
    fn look(&self, cell: Cell) -> Look;
    /// What a cell is, and the rules of its ground, a line each.
    fn about(&self, cell: Cell) -> Vec<String>;
    /// Every brush: those of the ground, which are always the same, then one for each area of the plans.
    fn brushes(&self) -> Vec<Brush>;
    /// The brush that paints what is on a cell.
    fn brush_of(&self, cell: Cell) -> usize;
    /// The brush that paints the area of a plan, if it has one.
    fn brush_for(&self, of: Subject) -> Option<usize>;
    /// The cells of the area that a brush paints; none for a brush of the ground.
    fn area(&self, brush: usize) -> Vec<Cell>;
    /// The lists of plans, the battle's first.
    fn plans(&self) -> Vec<Plans>;
    /// A side's force.
    fn force(&self, side: Side) -> Force;
    /// What a side may choose from, its own first.
    fn catalog_items(&self, side: Side) -> Vec<CatalogItem>;
    /// The lines of a subject; none if there is no such part.
    fn lines(&self, of: Subject) -> Vec<Line>;
}
