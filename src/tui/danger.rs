//! The player's units that known enemies are likely to harm where they stand.

use crate::board::Cell;
use crate::game::Session;
use crate::game::view::PieceId;

use super::deciding;
use super::lookups::Lookups;
use super::shown::Shown;

/// The chance of harm from which a unit is in danger.
const LEAST: f64 = 0.3;

impl Lookups {
    /// Finds the player's units in danger, while the player decides what they do.
    pub(super) fn find_dangers(&mut self, human: bool, session: &dyn Session, shown: &Shown) {
        self.endangered.clear();
        if !human || deciding::reacting(&shown.choices) || session.awaiting().is_some() {
            return;
        }
        let own = shown
            .view
            .pieces
            .iter()
            .filter(|piece| piece.side == shown.viewer && !piece.lost && piece.carried_by.is_none());
        let placed: Vec<(PieceId, Cell)> = own.filter_map(|piece| Some((piece.id, piece.cell?))).collect();
        for (id, cell) in placed {
            if self
                .risk_of(session, shown, id, cell)
                .is_some_and(|risk| risk.harmed().max(risk.lost) >= LEAST)
            {
                self.endangered.insert(id);
            }
        }
    }
}
