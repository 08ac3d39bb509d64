//! 9.3.3: dozer blades and hedgerow ploughs cut through bocage and leave a track.

use super::terrain::Terrain;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::rules::matg::state::battle::Gear;
use crate::rules::matg::state::position::{Id, Position};

impl Position {
    /// Whether a stand can cut through the hedgerows of a square.
    pub(in crate::rules::matg) fn cuts_hedgerows(&self, id: Id, cell: Cell) -> bool {
        let unit = self.unit(id);
        let tracked = self.pace(id).1 == crate::rules::matg::catalog::Mode::Tracked;
        self.ground_at(cell).has(Terrain::Bocage)
            && unit.kind.armoured
            && tracked
            && (unit.has_gear(Gear::Dozer) || unit.has_gear(Gear::Culin))
    }

    /// Whether a track has been cut along this inch (9.3.3).
    pub(in crate::rules::matg) fn is_breach(&self, from: Cell, to: Cell, direction: Compass) -> bool {
        self.field.breaches.iter().any(|&(cell, way)| {
            (cell == to || cell == from) && (way == direction || way == direction.opposite())
        })
    }

    /// The roll to cut through one inch of hedgerow.
    pub fn hedgerow_profile(&self, id: Id) -> Test {
        self.movement_roll(id, "to cut the hedgerow", "9.3.3", [])
    }

    /// Cuts one inch: if the roll passes, the stand goes through and leaves a track; if it fails, the stand
    /// stops (9.3.3).
    pub(in crate::rules::matg) fn cut_hedgerow(
        &mut self,
        id: Id,
        cell: Cell,
        direction: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        let profile = self.hedgerow_profile(id);
        if !self.roll_cohesion(id, &profile, dice, log)?.passed {
            if let Some(mover) = self.mover_mut() {
                (mover.stopped, mover.forced) = (true, true);
            }
            return Ok(false);
        }
        self.field.breaches.push((cell, direction));
        log.add(|| {
            let text = format!("{} cuts through the hedgerow at {cell}", self.who(id));
            Event::new(Tone::Success, self.side(id), text, "9.3.3").at([cell])
        });
        Ok(true)
    }
}
