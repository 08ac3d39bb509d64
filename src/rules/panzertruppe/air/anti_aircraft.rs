//! Chapter 32: anti-aircraft fire.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::sight::geometry::tenths;
use crate::rules::panzertruppe::state::{Id, Kind, Position, Sky, Slot, Switch};

impl Sky<'_> {
    /// Whether a unit may fire at the enemy aircraft now: loaded, not in woods or a building, in range; a
    /// vehicle must be stopped or on overwatch (32).
    pub fn may_flak(self, id: Id) -> bool {
        self.flak_need(id).is_some() && self.is_ready(id, Slot::Main)
    }

    /// Whether a side has any anti-aircraft shot.
    pub fn any_flak(self, side: Side) -> bool {
        self.planes[side.other().index()].is_some() && self.forces.ids(side).any(|id| self.may_flak(id))
    }

    /// The D10 roll that anti-aircraft fire of a unit needs; `None` if it may not fire.
    #[apply(rule, "32.1")]
    pub fn flak_need(self, id: Id) -> Option<i16> {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let plane = self.planes[self.forces.side(id).other().index()]?;
        let (cell, at) = (plane.cell?, self.forces.spot(id)?);
        let hides = matches!(self.battle.terrain_at(at).kind, Kind::Woods | Kind::Building);
        let moves = unit.is_vehicle() && state.motion == Motion::Moving;
        if !unit.anti_air || hides || moves || !self.battle.plays(Switch::AntiAircraft) {
            return None;
        }
        if self.battle.hides_aircraft(at, cell) {
            return None;
        }
        self.battle.tables.anti_aircraft_need(tenths(self.battle.cell(at), cell))
    }
}

/// Fires at the aircraft: a success diverts it, a second success shoots it down (32).
pub fn flak(position: &mut Position, id: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Some(need) = position.sky().flak_need(id) else { return Ok(()) };
    position.forces.state_mut(id).open_fire();
    let face = dice.roll(10, || format!("{} at the aircraft: {need} or more", position.forces.named(id)))?;
    let hit = i16::from(face) >= need;
    log.add(|| {
        let what = if hit { "diverts the aircraft" } else { "misses the aircraft" };
        let text = format!("{} {what}: {face}, needs {need}", position.forces.named(id));
        let tone = if hit { Tone::Success } else { Tone::Failure };
        Event::new(tone, position.forces.side(id), text, "32").at(position.forces.known_cell(id))
    });
    if hit {
        let second = dice.roll(10, || format!("shot down on {need} or more"))?;
        if i16::from(second) >= need {
            log.add(|| {
                Event::new(Tone::Success, position.forces.side(id), "the aircraft is shot down", "32")
            });
        }
        position.support.planes[position.forces.side(id).other().index()] = None;
    }
    Ok(())
}
