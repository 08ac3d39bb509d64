//! What the player's own pieces under the cursor can still do, and the one that would march, worked out once per cursor
//! step.

use crate::board::Cell;
use crate::game::view::PieceId;

use super::game::Game;
use super::lookups::Lookups;

/// The pieces of a stack that are looked at.
const MOST: usize = 4;

/// What the pieces of a cell can still do.
pub struct Situation {
    /// The position and the cursor.
    now: (u64, Cell),
    lines: Vec<(PieceId, Vec<String>)>,
}

impl Game {
    /// Works out what the player's pieces under the cursor can still do, if the position or the cursor has changed.
    pub fn look_at_situation(&mut self) {
        // While the enemy decides, the session knows what the enemy sees.
        if !self.human() || self.session.awaiting().is_some() {
            self.lookups.situation = None;
            return;
        }
        let now = (self.shown.ticket, self.pointer.cursor);
        if self.lookups.situation.as_ref().is_some_and(|known| known.now == now) {
            return;
        }
        let own = self.shown.pieces_at(self.pointer.cursor).filter(|piece| piece.side == self.shown.viewer);
        let mut own: Vec<PieceId> = own.map(|piece| piece.id).take(MOST).collect();
        own.extend(
            self.marching
                .lead
                .filter(|id| self.marching.lead_stays(&self.shown, &self.pointer) && !own.contains(id)),
        );
        let lines = own.into_iter().map(|id| (id, self.session.aids().situation(id))).collect();
        self.lookups.situation = Some(Situation { now, lines });
    }
}

impl Lookups {
    /// What a piece under the cursor can still do, the most important line first.
    pub fn situation_of(&self, piece: PieceId) -> &[String] {
        let known = self.situation.iter().flat_map(|known| &known.lines).find(|(id, _)| *id == piece);
        known.map_or(&[], |(_, lines)| lines)
    }
}
