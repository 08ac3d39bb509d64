//! What the player's own pieces under the cursor can still do, and the one that would march, worked out once per cursor
//! step.

use crate::board::Cell;
use crate::game::Session;
use crate::game::view::PieceId;

use super::lookups::Lookups;
use super::march::Marching;
use super::pointing::Pointer;
use super::shown::Shown;

/// The pieces of a stack that are looked at.
const MOST: usize = 4;

/// What the pieces of a cell can still do.
pub struct Situation {
    /// The position and the cursor.
    now: (u64, Cell),
    lines: Vec<(PieceId, Vec<String>)>,
}

impl Lookups {
    /// Works out what the player's pieces under the cursor can still do, if the position or the cursor has changed.
    pub fn look_at_situation(
        &mut self,
        human: bool,
        session: &dyn Session,
        shown: &Shown,
        pointer: &Pointer,
        marching: &Marching,
    ) {
        // While the enemy decides, the session knows what the enemy sees.
        if !human || session.awaiting().is_some() {
            self.situation = None;
            return;
        }
        let now = (shown.ticket, pointer.cursor);
        if self.situation.as_ref().is_some_and(|known| known.now == now) {
            return;
        }
        let own = shown.pieces_at(pointer.cursor).filter(|piece| piece.side == shown.viewer);
        let mut own: Vec<PieceId> = own.map(|piece| piece.id).take(MOST).collect();
        own.extend(marching.lead.filter(|id| marching.lead_stays(shown, pointer) && !own.contains(id)));
        let lines = own.into_iter().map(|id| (id, session.aids().situation(id))).collect();
        self.situation = Some(Situation { now, lines });
    }

    /// What a piece under the cursor can still do, the most important line first.
    pub fn situation_of(&self, piece: PieceId) -> &[String] {
        let known = self.situation.iter().flat_map(|known| &known.lines).find(|(id, _)| *id == piece);
        known.map_or(&[], |(_, lines)| lines)
    }
}
