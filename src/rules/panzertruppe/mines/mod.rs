//! Chapters 33 and 34: minefields, and vehicles that clear them.

pub mod rollers;

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::targets::ADJACENT;
use crate::rules::panzertruppe::firing::{Harm, Motion};
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::state::{
    Arm, Battle, Drive, Flag, Forces, Going, Ground, Id, Place, Position, Spot, Switch, Track, Weight,
};

/// Tenths of an inch of an inch through mines.
fn mine_inch(way: Compass) -> u16 {
    if way.is_diagonal() { 17 } else { 12 }
}

impl Going<'_> {
    /// Whether a unit that enters a mined cell rolls for a mine (33).
    pub(in crate::rules::panzertruppe) fn sets_off_mines(
        self,
        mover: &Mover,
        at: Spot,
        way: Compass,
    ) -> bool {
        let unit = self.battle.unit(mover.unit);
        let clears = self.battle.plays(Switch::MineClearing)
            && (unit.rollers || unit.flail && !self.forces.state(mover.unit).is(Flag::FlailGone));
        self.ground.is_mined(at)
            && !clears
            && !self.follows(mover, at, way)
            && self.mine_roll_is_due(mover, at, way)
    }

    /// Vehicles roll once for every two inches or part of them (P-11). Others roll once for a move within the
    /// field, and again each time they move into it from outside (P-67).
    fn mine_roll_is_due(self, mover: &Mover, at: Spot, way: Compass) -> bool {
        let (before, after) = (mover.mined, mover.mined + mine_inch(way));
        let enters = || !self.battle.next(at, way.turned(4)).is_some_and(|from| self.ground.is_mined(from));
        match self.battle.unit(mover.unit).is_vehicle() {
            true => after.div_ceil(24) > before.div_ceil(24),
            false => before == 0 || enters(),
        }
    }

    /// Whether a unit follows a vehicle that is of medium weight or more and no lighter than itself: within 1
    /// inch behind it, or in its tracks if it was within 1 inch when that vehicle set out this phase (33,
    /// P-84).
    fn follows(self, mover: &Mover, at: Spot, way: Compass) -> bool {
        let id = mover.unit;
        let weight =
            if self.battle.unit(id).is_vehicle() { self.battle.unit(id).weight } else { Weight::Light };
        let leads = |leader: Id| {
            let unit = self.battle.unit(leader);
            self.forces.side(leader) == self.forces.side(id)
                && leader != id
                && unit.is_vehicle()
                && unit.weight >= Weight::Medium
                && unit.weight >= weight
        };
        let ahead = [way, way.turned(1), way.turned(-1)].into_iter().any(|ahead| {
            self.battle
                .next(at, ahead)
                .and_then(|next| self.forces.holder_of(next))
                .is_some_and(|leader| leads(leader) && !self.forces.state(leader).condition.immobilised)
        });
        let behind = |leader: Id| {
            let set_out = self.ground.wake.iter().find(|track| track.vehicle == leader);
            let was = mover.path.first().zip(set_out);
            was.is_some_and(|(mine, its)| self.battle.range(mine.cell, its.cell) <= ADJACENT)
        };
        let mut tracks = self.ground.wake.iter().filter(|track| track.cell == at);
        ahead || tracks.any(|track| leads(track.vehicle) && behind(track.vehicle))
    }
}

impl Ground {
    /// Whether a cell is mined.
    pub fn is_mined(&self, cell: Spot) -> bool {
        self.battle.terrain_at(cell).mines
            && self.battle.plays(Switch::Minefields)
            && !self.cleared.contains(&cell)
    }

    /// Records where a vehicle of medium weight or more was, for units that follow it this phase (33).
    pub fn leave_tracks(&mut self, id: Id, from: Spot) {
        let unit = self.battle.unit(id);
        let heavy = unit.is_vehicle() && unit.weight >= Weight::Medium;
        if heavy && self.battle.has_mines() {
            self.wake.push(Track { cell: from, vehicle: id });
        }
    }
}

/// Rolls for mines when a unit moves into a cell (33).
pub fn cross_mines(
    position: &mut Position,
    mover: &mut Mover,
    at: Spot,
    way: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if !position.ground.is_mined(at) {
        return Ok(());
    }
    let id = mover.unit;
    let unit = position.battle.unit(id);
    let clears = position.battle.plays(Switch::MineClearing)
        && (unit.rollers || unit.flail && !position.forces.state(id).is(Flag::FlailGone));
    if clears {
        position.ground.cleared.push(at);
        position.ground.cleared.sort_unstable();
        let flail = position.battle.unit(id).flail;
        position.forces.state_mut(id).set(Flag::Clearing, flail);
        log.add(|| {
            let text = format!("{} clears mines", position.battle.full_name(id));
            Event::new(Tone::Success, position.forces.side(id), text, "34").at([position.battle.cell(at)])
        });
        return Ok(());
    }
    if position.going().follows(mover, at, way) {
        applies("33.3");
        return Ok(());
    }
    applies("33.3");
    let due = position.going().mine_roll_is_due(mover, at, way);
    mover.mined += mine_inch(way);
    if !due {
        return Ok(());
    }
    let face = dice.roll(10, || format!("mines under {}: explode on 1", position.battle.full_name(id)))?;
    if face != 1 {
        return Ok(());
    }
    log.add(|| {
        let text = format!("{} detonates a mine", position.battle.full_name(id));
        Event::new(Tone::Loss, position.forces.side(id), text, "33").at([position.battle.cell(at)])
    });
    if position.battle.unit(id).arm != Arm::Armoured {
        position.forces.lose_on_mine(id, at, log);
        return Ok(());
    }
    let add = position.battle.mine_add(id);
    let face = dice.roll(10, || format!("mine damage to {}, {add:+}", position.battle.full_name(id)))?;
    let sum = i16::from(face) + add;
    let mines = &position.battle.tables.mines;
    if sum > mines.immobilised_to {
        position.forces.lose_on_mine(id, at, log);
    } else if sum > mines.unharmed_to {
        position.forces.harm(id, Harm::Immobilise, position.turn.phase, log);
        let riders: Vec<Id> =
            position.forces.cargo(id).filter(|&rider| !position.battle.unit(rider).is_gun()).collect();
        for rider in riders {
            applies("18.5");
            position.forces.harm(rider, Harm::Stun, position.turn.phase, log);
        }
    }
    Ok(())
}

impl Forces {
    /// Removes a unit destroyed by a mine; a Gun it towed is unharmed (33).
    fn lose_on_mine(&mut self, id: Id, at: Spot, log: &mut Log) {
        let gun = self.unhook(id);
        self.lose(id, log);
        if let Some(gun) = gun {
            self.stand_alone(gun, id, at);
        }
    }

    /// Unhitches the Gun of a vehicle that is about to be lost or abandoned.
    #[apply(rule, "14.1" if self.towed(id).is_some())]
    pub(super) fn unhook(&mut self, id: Id) -> Option<Id> {
        let gun = self.towed(id)?;
        self.take_off(gun, Place::Gone);
        Some(gun)
    }

    /// Places a towed Gun where its vehicle was.
    pub(super) fn stand_alone(&mut self, gun: Id, vehicle: Id, at: Spot) {
        let hull = self.state(vehicle).hull;
        self.put(gun, at);
        let state = self.state_mut(gun);
        state.hull = (hull + 12) % 24;
        state.motion = Motion::Stopped;
        state.set(Flag::Moved, true);
    }
}

impl Battle {
    /// The modifier of mine damage: weight, wheels and halftracks (33).
    pub fn mine_add(&self, id: Id) -> i16 {
        let mines = &self.tables.mines;
        let unit = self.unit(id);
        let weight = match unit.weight {
            Weight::Light => mines.light,
            Weight::Medium => 0,
            Weight::Heavy | Weight::VeryHeavy => mines.heavy,
        };
        let drive = match unit.drive {
            Drive::Wheeled => mines.wheeled,
            Drive::Halftrack => mines.halftrack,
            _ => 0,
        };
        weight + drive
    }
}
