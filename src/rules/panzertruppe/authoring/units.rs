//! The units of a scenario: the catalog, what they cost, what carries them, and where they begin.

use toml::{Table as Keys, Value};

use super::table::Table;
use crate::board::{Cell, Compass, Square};
use crate::editor::field::{is_set, number_at, text_at};
use crate::editor::parts::{Id, Parts, Piece};
use crate::editor::{CatalogItem, Flip};
use crate::rules::panzertruppe::state::Kind;
use crate::rules::panzertruppe::tables::specifications::{self, Entry, standard};
use crate::rules::panzertruppe::tables::{Nation, Tables};
use crate::side::Side;

/// The nation of a side.
pub(super) fn nation(parts: &Parts<Table>, side: Side) -> Option<Nation> {
    text_at(&parts.side(side).about, "nation").and_then(|name| name.parse().ok())
}

/// The year, 39 to 45.
pub(super) fn year(parts: &Parts<Table>) -> u8 {
    number_at(&parts.head, "year").and_then(|year| u8::try_from(year - 1900).ok()).unwrap_or(44)
}

/// The safe edge of a side.
pub(super) fn edge(parts: &Parts<Table>, side: Side) -> Compass {
    let edge = text_at(&parts.side(side).about, "edge").and_then(|edge| edge.parse().ok());
    edge.unwrap_or(if side == Side::A { Compass::W } else { Compass::E })
}

pub(super) fn letter(parts: &Parts<Table>, side: Side) -> String {
    text_at(&parts.side(side).about, "letter").unwrap_or("?").to_owned()
}

/// The catalog entry of a type of unit.
fn entry(parts: &Parts<Table>, side: Side, name: &str) -> Option<&'static Entry> {
    specifications::find(standard(), nation(parts, side).unwrap_or(Nation::Germany), name)
}

pub(super) fn cost(parts: &Parts<Table>, side: Side, f: usize, n: usize) -> u32 {
    let Some(formation) = parts.formation(side, f) else { return 0 };
    let elite = if is_set(&formation.about, "elite") { 2 } else { 0 };
    let piece = formation.pieces.get(n).and_then(|piece| entry(parts, side, piece.kind()));
    piece.map_or(0, |entry| u32::from(entry.value) + elite)
}

pub(super) fn sums(parts: &Parts<Table>, side: Side) -> Vec<String> {
    let force = parts.side(side);
    let count = |is: &dyn Fn(&Entry) -> bool| {
        let entries = force.pieces().filter_map(|piece| entry(parts, side, piece.kind()));
        entries.filter(|entry| is(entry)).count()
    };
    let total: u32 = force
        .formations
        .iter()
        .enumerate()
        .flat_map(|(f, formation)| (0..formation.pieces.len()).map(move |n| (f, n)))
        .map(|(f, n)| cost(parts, side, f, n))
        .sum();
    let mut sums = vec![format!("{total} points (35)")];
    let words = [
        (count(&|entry| entry.unit.is_vehicle()), "vehicle"),
        (count(&|entry| entry.unit.is_gun()), "Gun"),
        (count(&|entry| entry.unit.is_infantry()), "infantry unit"),
    ];
    let many = |n: usize| if n == 1 { "" } else { "s" };
    sums.extend(words.into_iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}{}", many(n))));
    let breaks = number_at(&force.about, "breaks").unwrap_or(100);
    sums.push(format!("beaten at {breaks}%: {} points", (i64::from(total) * breaks + 99) / 100));
    if is_set(&force.about, "air") {
        let value = nation(parts, side).and_then(|nation| Tables::standard().air.value(nation, year(parts)));
        sums.push(match value {
            Some(value) => format!("air support, {value} points more (31)"),
            None => "no air support in that year (31)".to_owned(),
        });
    }
    sums
}

pub(super) fn catalog_items(parts: &Parts<Table>, side: Side) -> Vec<CatalogItem> {
    let own = nation(parts, side).unwrap_or(Nation::Germany);
    let year = year(parts);
    let item = |entry: &Entry| {
        let figure = |name: &str| {
            entry.figures.iter().find(|(known, ..)| known == name).map_or("", |(_, text, _)| text.as_str())
        };
        let arms = [figure("armament"), figure("arms")].concat();
        let (from, to) = entry.years;
        let barred = if !specifications::fields(own, entry) {
            Some(format!("Listed for {}, not for {own}", entry.nation_name()))
        } else if !(from..=to).contains(&year) {
            Some(format!("In action 19{from} to 19{to}"))
        } else {
            None
        };
        CatalogItem {
            nation: entry.nation_name().to_owned(),
            key: entry.name.clone(),
            name: entry.name.clone(),
            class: entry.kind.word().to_owned(),
            cost: u32::from(entry.value),
            year: 1900 + u16::from(from),
            figures: arms,
            barred,
        }
    };
    let of_side = |entry: &&Entry| specifications::fields(own, entry);
    let (ours, others): (Vec<&Entry>, Vec<&Entry>) = standard().iter().partition(of_side);
    let known = |item: &CatalogItem, all: &[CatalogItem]| all.iter().any(|other| other.name == item.name);
    let mut items: Vec<CatalogItem> = Vec::new();
    // A name that several nations share means the side's own.
    for item in ours.into_iter().chain(others).map(item) {
        if !known(&item, &items) {
            items.push(item);
        }
    }
    items
}

pub(super) fn bought(parts: &Parts<Table>, side: Side, f: usize, name: &str) -> Result<Keys, String> {
    let Some(entry) = entry(parts, side, name) else {
        return Err(format!("{name} is not in the catalog."));
    };
    let mut about = Keys::from_iter([("type".to_owned(), Value::String(entry.name.clone()))]);
    if let Some(cell) = free_cell(parts, side, f) {
        about.insert("at".to_owned(), Value::String(cell.to_string()));
    }
    // Vehicles begin on the move, infantry and Guns in position.
    if entry.unit.is_vehicle() {
        about.insert("moving".to_owned(), Value::Boolean(true));
    }
    Ok(about)
}

/// The cell in which a piece begins.
fn cell_of(piece: &Piece) -> Option<Cell> {
    text_at(&piece.about, "at").and_then(|name| name.parse().ok())
}

/// The cells in which units begin.
pub(super) fn taken(parts: &Parts<Table>) -> Vec<Cell> {
    parts.pieces().filter_map(|(_, piece)| cell_of(piece)).collect()
}

/// A free cell without obstacles for a unit: beside the last of its formation, or else at the safe edge of its
/// side, from the middle outwards.
pub(super) fn free_cell(parts: &Parts<Table>, side: Side, f: usize) -> Option<Cell> {
    let (table, edge) = (&parts.map, edge(parts, side));
    let taken = taken(parts);
    let near = parts.formation(side, f).and_then(|formation| formation.pieces.iter().rev().find_map(cell_of));
    let middle = |cell: Cell| match edge {
        Compass::E | Compass::W => (2 * cell.y - i16::from(table.grid.height)).abs(),
        _ => (2 * cell.x - i16::from(table.grid.width)).abs(),
    };
    let away = |cell: Cell| match near {
        Some(near) => ((cell.x - near.x).abs().max((cell.y - near.y).abs()), middle(cell)),
        None => (table.grid.from_edge(edge, cell), middle(cell)),
    };
    let open = |cell: &Cell| {
        let ground = table.ground[table.grid.index(*cell)];
        !taken.contains(cell) && matches!(ground.kind, Kind::Clear | Kind::Rough) && !ground.mines
    };
    table.grid.cells().filter(open).min_by_key(|&cell| away(cell))
}

/// The vehicles of a side that could carry or tow a piece: each named before it and not aboard another (14, 18).
pub(super) fn carriers(parts: &Parts<Table>, side: Side, id: Id) -> Vec<Id> {
    let force = parts.side(side);
    let Some(rider) = force.piece(id).and_then(|piece| entry(parts, side, piece.kind())) else {
        return Vec::new();
    };
    let (year, russian) = (year(parts), nation(parts, side) == Some(Nation::Russia));
    let aboard = |carrier: Id, guns: bool| {
        let others = force.pieces().filter(|other| other.carrier == Some(carrier) && other.id != id);
        let kinds = others.filter_map(|other| entry(parts, side, other.kind()));
        kinds.filter(|entry| entry.unit.is_gun() == guns).count()
    };
    let may = |carrier: &&Piece| {
        let Some(vehicle) = entry(parts, side, carrier.kind()).filter(|_| carrier.carrier.is_none()) else {
            return false;
        };
        let (guns, riders) = (aboard(carrier.id, true), aboard(carrier.id, false));
        vehicle.unit.is_vehicle()
            && if rider.unit.is_infantry() {
                (guns == 0 || vehicle.unit.jeep) && riders < vehicle.unit.room(year, russian)
            } else {
                rider.unit.is_gun()
                    && vehicle.unit.tows(&rider.unit)
                    && guns == 0
                    && (riders == 0 || vehicle.unit.jeep)
            }
    };
    let before = force.pieces().take_while(|piece| piece.id != id);
    before.filter(may).map(|piece| piece.id).collect()
}

/// Brings units and objectives beyond a smaller table back to its rim.
pub(super) fn keep_on_table(parts: &mut Parts<Table>) {
    let grid = parts.map.grid;
    let kept =
        |cell: Cell| Cell::new(cell.x.min(i16::from(grid.width) - 1), cell.y.min(i16::from(grid.height) - 1));
    move_all(parts, kept);
}

/// Moves the start of every unit and every objective.
fn move_all(parts: &mut Parts<Table>, to: impl Fn(Cell) -> Cell) {
    let moved = |table: &mut Keys| {
        if let Some(cell) = text_at(table, "at").and_then(|name| name.parse::<Cell>().ok()) {
            table.insert("at".to_owned(), Value::String(to(cell).to_string()));
        }
    };
    for side in Side::BOTH {
        parts.side_mut(side).pieces_mut().for_each(|piece| moved(&mut piece.about));
    }
    parts.plans.values_mut().flatten().for_each(moved);
}

/// Mirrors or turns where the units begin, which way they face, and the safe edges.
pub(super) fn flip(parts: &mut Parts<Table>, before: Square, flip: Flip) {
    move_all(parts, |cell| if before.contains(cell) { flip.cell(before, cell) } else { cell });
    flip.provisions(before, &mut parts.head, &["at", "cells", "edge", "facing", "side"]);
    for side in Side::BOTH {
        let to = flip.wind(edge(parts, side));
        let force = parts.side_mut(side);
        force.about.insert("edge".to_owned(), Value::String(to.to_string()));
        for piece in force.pieces_mut() {
            let Some(facing) = text_at(&piece.about, "facing") else { continue };
            let wind = facing.parse::<Compass>().ok().map(|wind| flip.wind(wind).to_string());
            let part = || facing.parse::<u8>().ok().filter(|part| *part < 24);
            let turned = wind.or_else(|| part().map(|part| flip.turned(part, 24).to_string()));
            if let Some(turned) = turned {
                piece.about.insert("facing".to_owned(), Value::String(turned));
            }
        }
    }
}
