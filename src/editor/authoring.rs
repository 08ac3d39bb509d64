//! What a ruleset supplies to have its scenarios edited by the shared [`Form`](super::Form).

use std::fmt;
use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::field::{Field, Kind, at, is_set, text_at};
use super::parts::{FormationParts, Id, Parts, Piece};
use super::writing::Written;
use super::{Brush, CatalogItem, Flip, Look, Remark, Subject};
use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::game::view::Family;
use crate::reading::{CustomData, Fault, Faulty};
use crate::side::Side;

/// A list of plans that scenarios of a ruleset may have.
#[derive(Copy, Clone, Debug)]
pub struct PlanList {
    /// Whether each side has its own.
    pub of_sides: bool,
    /// Its name.
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub about: &'static str,
    /// The word for one of them.
    pub one: &'static str,
    /// The key with the cells of one, if it has any.
    pub area: Area,
    /// The fewest there may be.
    pub least: usize,
    /// The most there may be.
    pub most: usize,
}

/// How a plan keeps its cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Area {
    /// It has none.
    None,
    /// A list of cells under this key.
    Cells(&'static str),
    /// A single cell under this key.
    One(&'static str),
    /// On the map itself: [`Authoring::area`] and [`Authoring::mark`] read and change it.
    OnMap,
}

/// The scenarios of a ruleset as the editor sees them. The type that implements it is the map.
///
/// Invariant: [`Authoring::read`] gives back the same parts from what [`Authoring::write`] has written.
pub trait Authoring: Clone + PartialEq + fmt::Debug + Send + Sized + 'static {
    /// The lists of plans; those of the battle come first.
    const LISTS: &'static [PlanList];
    /// The word for a piece: "unit".
    const PIECE: &'static str;
    /// The word for several.
    const PIECES: &'static str;
    /// The most pieces of a side.
    const MOST: usize;
    /// The map sizes allowed, cells across and up; empty if the size can't be changed.
    const SIZES: RangeInclusive<u8>;
    /// Whether pieces can begin aboard others.
    const CARRIES: bool = false;
    /// Whether formations are placed on the map instead of pieces.
    const FORMATIONS_START: bool = false;
    /// Whether formations have names.
    const FORMATIONS_NAMED: bool = true;

    /// Reads a scenario in parts, faults included.
    ///
    /// # Errors
    /// It has no readable map, or has not two sides.
    fn read(file: &str, text: &str, own: &[CustomData]) -> Result<Parts<Self>, Faulty>;
    /// Writes the parts as a scenario.
    fn write(parts: &Parts<Self>, out: &mut Written);
    /// The warnings of a scenario that can be played.
    ///
    /// # Errors
    /// The faults of one that can't.
    fn problems(text: &str, own: &[CustomData]) -> Result<Vec<Fault>, Faulty>;
    /// Problems besides those of the reader.
    fn remarks(_parts: &Parts<Self>) -> Vec<Remark> {
        Vec::new()
    }

    /// The fields of a part.
    fn fields(parts: &Parts<Self>, of: Subject) -> Vec<Field>;
    /// Called after a field has changed.
    fn changed(_parts: &mut Parts<Self>, _of: Subject, _key: &str) {}

    /// The letter of a side's tags.
    fn letter(parts: &Parts<Self>, side: Side) -> String;
    /// The cost of a piece.
    fn cost(parts: &Parts<Self>, side: Side, f: usize, n: usize) -> u32;
    /// The cost of a formation besides its pieces.
    fn formation_cost(_parts: &Parts<Self>, _side: Side, _f: usize) -> u32 {
        0
    }
    /// The totals of a side in words.
    fn sums(parts: &Parts<Self>, side: Side) -> Vec<String>;
    /// The catalog for a side, its own nation first.
    fn catalog_items(parts: &Parts<Self>, side: Side) -> Vec<CatalogItem>;
    /// The keys of a new piece of a catalog type, placed if there is room.
    ///
    /// # Errors
    /// The catalog has no such type.
    fn bought(parts: &Parts<Self>, side: Side, f: usize, nation: &str, name: &str) -> Result<Table, String>;
    /// Buys something that is no piece, such as the vehicle of a group; `None` if it is a piece.
    fn bought_whole(
        _parts: &mut Parts<Self>,
        _side: Side,
        _f: usize,
        _name: &str,
    ) -> Option<Result<(), String>> {
        None
    }
    /// Checks that a formation has room for another piece of this type.
    ///
    /// # Errors
    /// It is full.
    fn fits(_parts: &Parts<Self>, _side: Side, _f: usize, _name: &str) -> Result<(), String> {
        Ok(())
    }
    /// The keys of a new formation.
    fn formed(_parts: &Parts<Self>, _side: Side, name: &str) -> Table {
        Table::from_iter([("name".to_owned(), Value::String(name.to_owned()))])
    }
    /// A new plan.
    ///
    /// # Errors
    /// Why there can't be one now.
    fn planned(parts: &Parts<Self>, whose: Option<Side>, list: usize) -> Result<Table, String>;
    /// A copy made to differ from its original where it must.
    fn copied(_parts: &Parts<Self>, _of: Subject, _copy: &mut Table) {}
    /// Pieces that could carry a piece.
    fn carriers(_parts: &Parts<Self>, _side: Side, _id: Id) -> Vec<Id> {
        Vec::new()
    }
    /// A free starting cell for a piece of a formation.
    fn free_cell(_parts: &Parts<Self>, _side: Side, _f: usize) -> Option<Cell> {
        None
    }
    /// The name of a plan.
    fn plan_name(parts: &Parts<Self>, of: Subject) -> String {
        let named = parts.table(of).and_then(|plan| text_at(plan, "name")).map(str::to_owned);
        named.unwrap_or_else(|| match of {
            Subject::Plan(_, list, n) => {
                format!("{} {}", Self::LISTS.get(list).map_or("plan", |list| list.one), n + 1)
            }
            _ => String::new(),
        })
    }
    /// The name of a piece, as in the catalog.
    fn piece_name(piece: &Piece) -> String {
        piece.kind().to_owned()
    }
    /// The name of a formation.
    fn formation_name(formation: &FormationParts) -> String {
        formation.name().to_owned()
    }

    /// The map grid.
    fn grid(&self) -> Grid;
    /// The cell with a name in files.
    fn cell_named(&self, name: &str) -> Option<Cell> {
        self.grid().parse(name).ok()
    }
    /// The name of a cell in files.
    fn name_of(&self, cell: Cell) -> String {
        self.grid().name(cell)
    }
    /// How a cell is drawn, without pieces and plans.
    fn look(parts: &Parts<Self>, cell: Cell) -> Look;
    /// A cell's terrain and its rules, one line each.
    fn about(parts: &Parts<Self>, cell: Cell) -> Vec<String>;
    /// The terrain brushes.
    fn brushes() -> &'static [Brush];
    /// The sign and the colour family of a part's area brush, if it is not drawn as a marker.
    fn area_brush(_parts: &Parts<Self>, _of: Subject) -> Option<(char, Family)> {
        None
    }
    /// The brush that would paint what is on a cell.
    fn brush_of(parts: &Parts<Self>, cell: Cell) -> usize;
    /// Paints cells of the map with a terrain brush.
    ///
    /// # Errors
    /// Why they can't be painted.
    fn paint(parts: &mut Parts<Self>, cells: &[Cell], brush: usize, over: bool) -> Result<String, String>;
    /// Clears cells of the map.
    ///
    /// # Errors
    /// Why they can't be cleared.
    fn clear(parts: &mut Parts<Self>, cells: &[Cell]) -> Result<String, String>;
    /// Raises or lowers cells of the map.
    ///
    /// # Errors
    /// The map has no heights, or none of that many levels.
    fn raise(parts: &mut Parts<Self>, cells: &[Cell], by: i8) -> Result<String, String>;
    /// Cuts the map or extends it by bare ground.
    fn resize(_parts: &mut Parts<Self>, _width: u8, _height: u8) {}
    /// Mirrors or turns the map with everything on it.
    ///
    /// # Errors
    /// Why it can't be done.
    fn flip(_parts: &mut Parts<Self>, _flip: Flip) -> Result<(), String> {
        Err("This map can't be mirrored or turned.".to_owned())
    }
    /// Replaces the ground with random ground that covers about that percentage of the map.
    ///
    /// # Errors
    /// Why it can't be done.
    fn generate(_parts: &mut Parts<Self>, _percent: usize, _dice: &mut Dice) -> Result<(), String> {
        Err("This map can't be generated.".to_owned())
    }

    /// The key with the cells of a part.
    fn area_key(_parts: &Parts<Self>, of: Subject) -> Area {
        match of {
            Subject::Plan(_, list, _) => Self::LISTS.get(list).map_or(Area::None, |list| list.area),
            _ => Area::None,
        }
    }
    /// The cells of a part whose area is on the map.
    fn area(_parts: &Parts<Self>, _of: Subject) -> Vec<Cell> {
        Vec::new()
    }
    /// Adds cells to a part whose area is on the map, or removes them.
    ///
    /// # Errors
    /// Why it can't be done.
    fn mark(_parts: &mut Parts<Self>, _of: Subject, _cells: &[Cell], _add: bool) -> Result<String, String> {
        Err("It has no cells.".to_owned())
    }
    /// Called before a plan is removed.
    fn removing(_parts: &mut Parts<Self>, _of: Subject) {}
    /// Called after a plan has been removed.
    fn removed(_parts: &mut Parts<Self>, _of: Subject) {}
    /// Called after two plans of a list have changed places.
    fn swapped(_parts: &mut Parts<Self>, _whose: Option<Side>, _list: usize, _a: usize, _b: usize) {}
    /// The sign that marks a plan's cells on the map, if any.
    fn sign(_list: usize) -> Option<char> {
        None
    }
}

/// The keys of a part that are set, in words.
pub(super) fn in_words(fields: &[Field], table: &Table) -> String {
    let said = fields.iter().filter_map(|field| {
        let name = field.name.to_lowercase();
        match &field.kind {
            Kind::Yes => is_set(table, &field.key).then_some(name),
            Kind::Text | Kind::Lines | Kind::Listed(_) | Kind::Named(_) => None,
            _ if at(table, &field.key).is_none() => None,
            _ => Some(format!("{name} {}", field.shown(table))),
        }
    });
    said.collect::<Vec<_>>().join(", ")
}
