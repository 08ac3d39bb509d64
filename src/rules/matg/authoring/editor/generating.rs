//! Random ground: hills, woods, rough, villages and a road or two.

use std::sync::Arc;

use super::project::{Project, Start};
use crate::board::{Cell, Grid};
use crate::dice::Dice;
use crate::editor::growing::{patch, patches, way};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::side::Side;

/// What grows in patches, the more frequent kinds more than once.
const COVER: [Terrain; 6] =
    [Terrain::Woods, Terrain::Woods, Terrain::Grove, Terrain::Rough1, Terrain::Rough1, Terrain::Rough2];

impl Project {
    /// Replaces the ground by random ground that covers about that percentage of the map. Squares where stands start
    /// stay clear.
    pub(super) fn generate(&mut self, percent: usize, dice: &mut Dice) {
        let starts = Side::BOTH.into_iter().flat_map(|side| self.force(side).stands());
        let taken: Vec<Cell> = starts
            .filter_map(|stand| if let Start::At(cell) = stand.start { Some(cell) } else { None })
            .collect();
        let grid = self.map.grid;
        let board = Grid::Square(grid);
        self.map.ground = Arc::new(vec![Ground::CLEAR; grid.area()]);
        let mut levels = vec![0; grid.area()];
        for _ in 0..percent.div_ceil(12) {
            let size = 12 + dice.below(24);
            patch(dice, board, size).into_iter().for_each(|cell| levels[grid.index(cell)] = 1);
        }
        self.map.levels = Arc::new(levels);
        let mut lay = |cells: Vec<Cell>, terrain: Terrain| {
            for cell in cells.into_iter().filter(|cell| !taken.contains(cell)) {
                self.map.change(cell, |_| Ground::CLEAR.with(terrain));
            }
        };
        for patch in patches(dice, board, percent, 4, 20) {
            lay(patch, COVER[dice.below(COVER.len())]);
        }
        for n in 0..percent.div_ceil(30) {
            let road = way(dice, board, n % 2 == 0);
            let village: Vec<Cell> =
                road.iter().flat_map(|cell| grid.neighbours(*cell)).map(|(_, c)| c).collect();
            lay(road.clone(), Terrain::GoodRoad);
            let at = dice.below(village.len().max(1));
            let houses = village.into_iter().skip(at).take(3 + dice.below(5)).filter(|c| !road.contains(c));
            lay(houses.collect(), Terrain::LightBuildings);
        }
    }
}
