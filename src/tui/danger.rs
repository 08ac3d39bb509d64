//! The player's units that known enemies are likely to harm where they stand.

use crate::board::Cell;
use crate::game::view::PieceId;

use super::deciding;
use super::game::Game;

/// The severity of the risk from which a unit is in danger.
const LEAST: f64 = 0.3;

impl Game {
    /// Finds the player's units in danger, while the player decides what they do.
    pub(super) fn find_dangers(&mut self) {
        self.lookups.endangered.clear();
        if !self.human() || deciding::reacting(&self.shown.choices) || self.session.awaiting().is_some() {
            return;
        }
        let own = self
            .shown
            .view
            .pieces
            .iter()
            .filter(|piece| piece.side == self.shown.viewer && !piece.lost && piece.carried_by.is_none());
        let placed: Vec<(PieceId, Cell)> = own.filter_map(|piece| Some((piece.id, piece.cell?))).collect();
        for (id, cell) in placed {
            if self
                .lookups
                .risk_of(&*self.session, &self.shown, id, cell)
                .is_some_and(|risk| risk.severity() >= LEAST)
            {
                self.lookups.endangered.insert(id);
            }
        }
    }
}
