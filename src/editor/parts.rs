//! A scenario in parts: a head, a map, two sides with their formations and pieces, and lists of plans.
//!
//! Everything but the map is plain TOML, so a file with keys that the editor does not show keeps them.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::Subject;
use super::field::text_at;
use crate::reading::{Faulty, Report};
use crate::side::Side;

/// The identity of a piece within a draft; it survives moves between formations.
pub type Id = u32;

/// A scenario in parts; `M` is the map as its ruleset keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts<M> {
    /// Everything that belongs to the battle itself.
    pub head: Table,
    /// The map.
    pub map: M,
    /// Both sides.
    pub sides: [SideParts; 2],
    /// The plans by their owner and the number of their list.
    pub plans: BTreeMap<(Option<Side>, usize), Vec<Table>>,
    next: Id,
}

/// A side in parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideParts {
    /// Its own keys.
    pub about: Table,
    /// Its formations.
    pub formations: Vec<FormationParts>,
}

/// A formation in parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FormationParts {
    /// Its own keys.
    pub about: Table,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

/// A piece of a formation: a unit, a figure, a weapon.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its identity.
    pub id: Id,
    /// Its own keys.
    pub about: Table,
    /// The piece that carries it at the start.
    pub carrier: Option<Id>,
}

impl SideParts {
    /// Its name.
    pub fn name(&self) -> &str {
        text_at(&self.about, "name").unwrap_or("?")
    }

    /// Its key in the file.
    pub fn key(&self) -> &str {
        text_at(&self.about, "key").unwrap_or("")
    }

    /// Its pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.formations.iter().flat_map(|formation| &formation.pieces)
    }

    /// Its pieces in order, to be changed.
    pub fn pieces_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        self.formations.iter_mut().flat_map(|formation| &mut formation.pieces)
    }

    /// The number of a piece among all of the side, from 1.
    pub fn number(&self, id: Id) -> Option<usize> {
        self.pieces().position(|piece| piece.id == id).map(|at| at + 1)
    }

    /// A piece by its identity.
    pub fn piece(&self, id: Id) -> Option<&Piece> {
        self.pieces().find(|piece| piece.id == id)
    }
}

impl FormationParts {
    /// Its name.
    pub fn name(&self) -> &str {
        text_at(&self.about, "name").unwrap_or("")
    }
}

impl Piece {
    /// The name of its type.
    pub fn kind(&self) -> &str {
        text_at(&self.about, "type").unwrap_or("")
    }
}

impl<M> Parts<M> {
    /// A scenario with these parts and no plans.
    pub fn new(head: Table, map: M, sides: [SideParts; 2]) -> Self {
        let ids = sides.iter().flat_map(SideParts::pieces).map(|piece| piece.id);
        let next = ids.max().unwrap_or(0);
        Self { head, map, sides, plans: BTreeMap::new(), next }
    }

    /// A side.
    pub fn side(&self, side: Side) -> &SideParts {
        &self.sides[side.index()]
    }

    /// A side, to be changed.
    pub fn side_mut(&mut self, side: Side) -> &mut SideParts {
        &mut self.sides[side.index()]
    }

    /// A formation.
    pub fn formation(&self, side: Side, f: usize) -> Option<&FormationParts> {
        self.side(side).formations.get(f)
    }

    /// A piece.
    pub fn piece(&self, side: Side, f: usize, n: usize) -> Option<&Piece> {
        self.formation(side, f)?.pieces.get(n)
    }

    /// The plans of a list.
    pub fn list(&self, whose: Option<Side>, list: usize) -> &[Table] {
        self.plans.get(&(whose, list)).map_or(&[], Vec::as_slice)
    }

    /// The keys of a part.
    pub fn table(&self, of: Subject) -> Option<&Table> {
        match of {
            Subject::Battle => Some(&self.head),
            Subject::Side(side) => Some(&self.side(side).about),
            Subject::Formation(side, f) => self.formation(side, f).map(|formation| &formation.about),
            Subject::Piece(side, f, n) => self.piece(side, f, n).map(|piece| &piece.about),
            Subject::Plan(whose, list, n) => self.list(whose, list).get(n),
        }
    }

    /// The keys of a part, to be changed.
    pub fn table_mut(&mut self, of: Subject) -> Option<&mut Table> {
        match of {
            Subject::Battle => Some(&mut self.head),
            Subject::Side(side) => Some(&mut self.side_mut(side).about),
            Subject::Formation(side, f) => {
                self.side_mut(side).formations.get_mut(f).map(|formation| &mut formation.about)
            }
            Subject::Piece(side, f, n) => {
                let formation = self.side_mut(side).formations.get_mut(f)?;
                formation.pieces.get_mut(n).map(|piece| &mut piece.about)
            }
            Subject::Plan(whose, list, n) => self.plans.get_mut(&(whose, list))?.get_mut(n),
        }
    }

    /// A new piece.
    pub fn new_piece(&mut self, about: Table) -> Piece {
        self.next += 1;
        Piece { id: self.next, about, carrier: None }
    }

    /// Every formation with its place.
    pub fn formations(&self) -> impl Iterator<Item = (Subject, &FormationParts)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            let all = self.side(side).formations.iter().enumerate();
            all.map(move |(f, formation)| (Subject::Formation(side, f), formation))
        })
    }

    /// Every piece with its place.
    pub fn pieces(&self) -> impl Iterator<Item = (Subject, &Piece)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            self.side(side).formations.iter().enumerate().flat_map(move |(f, formation)| {
                let all = formation.pieces.iter().enumerate();
                all.map(move |(n, piece)| (Subject::Piece(side, f, n), piece))
            })
        })
    }

    /// Every plan with its place.
    pub fn all_plans(&self) -> impl Iterator<Item = (Subject, &Table)> {
        self.plans.iter().flat_map(|(&(whose, list), plans)| {
            plans.iter().enumerate().map(move |(n, plan)| (Subject::Plan(whose, list, n), plan))
        })
    }
}

/// Takes an array of tables out of a table; anything else under the key stays.
pub fn take_tables(table: &mut Table, key: &str) -> Vec<Table> {
    let all = |list: &Vec<Value>| list.iter().all(Value::is_table);
    if !table.get(key).and_then(Value::as_array).is_some_and(all) {
        return Vec::new();
    }
    let Some(Value::Array(list)) = table.remove(key) else { return Vec::new() };
    let tables = list.into_iter().filter_map(|value| match value {
        Value::Table(table) => Some(table),
        _ => None,
    });
    tables.collect()
}

/// The whole file as a table, and its two sides taken out of it.
///
/// # Errors
/// The file is not TOML, or has not two sides.
pub fn with_two_sides(file: &str, text: &str) -> Result<(Table, [Table; 2]), Faulty> {
    let mut frame = whole(file, text)?;
    match <[Table; 2]>::try_from(take_tables(&mut frame, "side")) {
        Ok(sides) => Ok((frame, sides)),
        Err(_) => Err(refusal(file, text, "expected two [[side]] tables")),
    }
}

/// The whole file as a table.
///
/// # Errors
/// The file is not TOML.
pub fn whole(file: &str, text: &str) -> Result<Table, Faulty> {
    let mut report = Report::new(file, text);
    match crate::reading::parsed::<Table>(&mut report, text) {
        Some(table) => Ok(table),
        None => Err(report.end::<()>(None).err().unwrap_or(Faulty { faults: Vec::new() })),
    }
}

/// A fault at the beginning of a file.
pub fn refusal(file: &str, text: &str, why: &str) -> Faulty {
    let mut report = Report::new(file, text);
    report.fault(0..0, why);
    report.end::<()>(None).err().unwrap_or(Faulty { faults: Vec::new() })
}
