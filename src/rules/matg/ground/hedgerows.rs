//! 9.3.3: dozer blades and hedgerow ploughs cut through bocage and leave a track.

use super::terrain::Terrain;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::state::battle::Gear;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;

impl Field {
    /// Whether a track has been cut along this inch (9.3.3).
    pub(in crate::rules::matg) fn is_breach(&self, from: Cell, to: Cell, direction: Compass) -> bool {
        self.breaches.iter().any(|&(cell, way)| {
            (cell == to || cell == from) && (way == direction || way == direction.opposite())
        })
    }
}

/// Cuts one inch: if the roll passes, the stand goes through and leaves a track; if it fails, the stand
/// stops (9.3.3).
pub(in crate::rules::matg) fn cut_hedgerow(
    game: &mut Position,
    id: Id,
    cell: Cell,
    direction: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let profile = hedgerow_profile(&game.forces, &game.now, &game.command, id);
    if !cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed {
        if let Some(mover) = game.now.mover_mut() {
            (mover.stopped, mover.forced) = (true, true);
        }
        return Ok(false);
    }
    game.field.breaches.push((cell, direction));
    log.add(|| {
        let text = format!("{} cuts through the hedgerow at {cell}", game.battle.who(id));
        Event::new(Tone::Success, game.battle.side(id), text, "9.3.3").at([cell])
    });
    Ok(true)
}

/// Whether a stand can cut through the hedgerows of a square.
pub(in crate::rules::matg) fn cuts_hedgerows(field: &Field, forces: &Forces, id: Id, cell: Cell) -> bool {
    let unit = forces.unit(id);
    let tracked = forces.pace(id).1 == crate::rules::matg::catalog::Mode::Tracked;
    field.ground_at(cell).has(Terrain::Bocage)
        && unit.kind.armoured
        && tracked
        && (unit.has_gear(Gear::Dozer) || unit.has_gear(Gear::Culin))
}

/// The roll to cut through one inch of hedgerow.
pub fn hedgerow_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    determination::movement_roll(forces, now, command, id, "to cut the hedgerow", "9.3.3", [])
}
