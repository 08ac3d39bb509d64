//! Random ground for a table: a road or two, woods, rough, grain, hills, and farms with walls and hedges.

use super::table::{STRAIGHT, Table};
use crate::board::{Cell, Compass, Grid};
use crate::dice::Dice;
use crate::editor::growing::{patch, patches, way};
use crate::editor::parts::Parts;
use crate::rules::panzertruppe::state::{Edge, Kind, Terrain};

/// Replaces the ground with random ground that covers about that percentage of the table. Nothing grows on
/// cells where units begin.
pub(super) fn generate(parts: &mut Parts<Table>, percent: usize, dice: &mut Dice) {
    let taken = super::units::taken(parts);
    let table = &mut parts.map;
    let grid = Grid::Square(table.grid);
    table.ground.fill(Terrain::default());
    table.levels.fill(0);
    table.edges.fill([Edge::Open; 2]);
    let kinds = [Kind::Woods, Kind::Woods, Kind::Woods, Kind::Rough, Kind::Clear, Kind::Clear];
    for patch in patches(dice, grid, percent, 4, 20) {
        // Clear here is a grain field.
        let kind = kinds[dice.below(kinds.len())];
        for cell in patch.into_iter().filter(|cell| !taken.contains(cell)) {
            let index = table.grid.index(cell);
            table.ground[index] = Terrain { kind, grain: kind == Kind::Clear, ..Terrain::default() };
        }
    }
    for _ in 0..percent.div_ceil(12) {
        let size = 8 + dice.below(16);
        for cell in patch(dice, grid, size) {
            let index = table.grid.index(cell);
            table.levels[index] = 1;
        }
    }
    for n in 0..percent.div_ceil(30) {
        for cell in way(dice, grid, n % 2 == 0) {
            let index = table.grid.index(cell);
            table.ground[index] = Terrain { road: true, ..Terrain::default() };
        }
    }
    for _ in 0..percent.div_ceil(10) {
        farm(table, dice, &taken);
    }
    for _ in 0..percent.div_ceil(6) {
        row(table, dice);
    }
}

/// A building in a yard with a wall or a hedge around it, open on one side.
fn farm(table: &mut Table, dice: &mut Dice, taken: &[Cell]) {
    let (width, height) = (usize::from(table.grid.width), usize::from(table.grid.height));
    let at = Cell::new(dice.below(width) as i16, dice.below(height) as i16);
    let edge = if dice.below(2) == 0 { Edge::Wall } else { Edge::Hedge };
    let gate = STRAIGHT[dice.below(4)];
    let yard: Vec<Cell> = (0..3)
        .flat_map(|x| (0..3).map(move |y| Cell::new(at.x + x, at.y + y)))
        .filter(|&cell| table.grid.contains(cell))
        .collect();
    if yard.len() < 9 || yard.iter().any(|&cell| table.ground[table.grid.index(cell)].road) {
        return;
    }
    for &cell in &yard {
        for side in STRAIGHT.into_iter().filter(|&side| side != gate && !yard.contains(&cell.step(side))) {
            table.set_edge(cell, side, edge);
        }
    }
    let house = yard[dice.below(yard.len())];
    if !taken.contains(&house) {
        let index = table.grid.index(house);
        table.ground[index] = Terrain { kind: Kind::Building, ..Terrain::default() };
    }
}

/// A straight hedge or hedgerow.
fn row(table: &mut Table, dice: &mut Dice) {
    let (width, height) = (usize::from(table.grid.width), usize::from(table.grid.height));
    let mut cell = Cell::new(dice.below(width) as i16, dice.below(height) as i16);
    let edge = if dice.below(3) == 0 { Edge::Hedgerow } else { Edge::Hedge };
    let (side, along) = [(Compass::N, Compass::E), (Compass::E, Compass::N)][dice.below(2)];
    for _ in 0..3 + dice.below(6) {
        let road = |cell: Cell| table.grid.contains(cell) && table.ground[table.grid.index(cell)].road;
        if !road(cell) && !road(cell.step(side)) {
            table.set_edge(cell, side, edge);
        }
        cell = cell.step(along);
    }
}
