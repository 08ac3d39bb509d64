//! Setting up: where a unit is best placed, and all that are left at once.

use crate::board::Cell;
use crate::game::Act;
use crate::game::view::{Family, PieceId, PieceView};

use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Pointer;
use super::shown::Shown;

/// More units than any side sets up.
const LIMIT: usize = 200;

impl Game {
    /// Sets up each unit that is still off-board where Enter would, until a question comes in between; returns whether
    /// there was any. One undo takes all of them back.
    pub fn place_all(&mut self, keymap: &Keymap) -> bool {
        let began = self.session.plays();
        self.session.hold();
        for _ in 0..LIMIT {
            let Some(place) =
                self.shown.best_place(&self.pointer).and_then(|place| self.shown.choices.get(place))
            else {
                break;
            };
            let notation = place.notation.clone();
            if self.session.caution(&notation).is_some() || !self.play(&notation, keymap) {
                break;
            }
        }
        let ended = self.session.plays();
        if ended > began {
            self.history.gestures.push((began, ended));
        }
        ended > began
    }
}

impl Shown {
    /// Where the next unit is best set up: the first one nearest to an objective, each further one beside those that
    /// stand already, in cover if it is near; none if no off-board unit is to be placed.
    pub(super) fn best_place(&self, pointer: &Pointer) -> Option<usize> {
        /// The distance that is worth going for cover.
        const COVER: u32 = 2;
        let places = |n: usize| {
            let choice = &self.choices[n];
            let piece = choice.piece().filter(|_| choice.act == Act::Other && !choice.quiet)?;
            let cell = choice.cell?;
            self.piece(piece).is_some_and(|piece| piece.cell.is_none()).then_some((piece, cell))
        };
        let board = &self.view.board;
        let goals: Vec<Cell> = board.goals.iter().flat_map(|goal| goal.cells.iter().copied()).collect();
        let first = (0..self.choices.len()).find_map(places).filter(|_| !goals.is_empty())?.0;
        let own = |cell: Cell| self.pieces_at(cell).filter(|piece| piece.side == self.viewer).count();
        let begun = (0..self.choices.len()).filter_map(places).any(|(_, cell)| own(cell) > 0);
        let open = |cell: Cell| {
            let family = board.ground(cell).map_or(Family::Clear, |ground| ground.family);
            !matches!(family, Family::Building | Family::Stone | Family::Woods | Family::Works)
        };
        let apart = |cell: Cell| goals.iter().map(|goal| self.grid().apart(cell, *goal)).min().unwrap_or(0);
        let cost = |cell: Cell| {
            let near = apart(cell) + if begun { self.grid().apart(cell, pointer.cursor) } else { 0 };
            (own(cell).min(1), near + if open(cell) { COVER } else { 0 }, cell)
        };
        let of_first =
            |n: usize| places(n).filter(|(piece, _)| *piece == first).map(|(_, cell)| (cost(cell), n));
        (0..self.choices.len()).filter_map(of_first).min().map(|(_, n)| n)
    }

    /// Where a decision asks for a cell and the one under the cursor can't be chosen: the nearest to the acting unit,
    /// to what carries it or to its formation.
    pub(super) fn nearest_place(&self, pointer: &Pointer) -> Option<(Cell, usize)> {
        if self.options.contains_key(&pointer.cursor) || !self.asks_for_cell() {
            return None;
        }
        let cell = |id: PieceId| self.piece(id).and_then(|piece| piece.cell);
        let near = self.active().and_then(|unit| {
            let mate = |piece: &&PieceView| piece.side == unit.side && piece.formation == unit.formation;
            let mates = || self.view.pieces.iter().filter(mate).find_map(|piece| piece.cell);
            unit.cell.or_else(|| unit.carried_by.and_then(cell)).or_else(mates)
        });
        let near = near.unwrap_or(pointer.cursor);
        let places = self.options.iter().map(|(cell, place)| (*cell, *place));
        places.min_by_key(|(cell, _)| (self.grid().apart(*cell, near), *cell))
    }
}
