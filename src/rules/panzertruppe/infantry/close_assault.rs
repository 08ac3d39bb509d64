//! Chapter 20: close assaults by and against vehicles.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::targets::ADJACENT;
use crate::rules::panzertruppe::firing::{Harm, Lines, Motion};
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::state::{
    Arm, Choice, Drive, Edge, Flag, Id, Kind, NOBODY, Position, Slot, Switch,
};
use crate::rules::panzertruppe::tables::{Assault, Cost};

/// The decision of a close-assaulted unit whether to fire first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Defence {
    /// The close-assaulted unit.
    pub defender: Id,
}

impl Open for Defence {
    fn asks(&self, position: &Position) -> DecisionHead {
        let side = position.side(self.defender);
        DecisionHead {
            side,
            kind: "defend",
            prompt: "Fire at the vehicle before the close assault, or hold fire.",
            rule: "20",
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Hold);
        if let Some(mover) = position.mover() {
            for slot in position.defensive(self.defender, mover.unit) {
                to.push(Choice::Defend(slot));
                let others = position.other_riders(slot, mover.unit);
                to.extend(others.map(|rider| Choice::DefendRider(slot, position.unit(rider).tag)));
            }
        }
    }

    fn apply(
        self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(vehicle) = position.mover().map(|mover| mover.unit) else { return Ok(()) };
        let shot = match *choice {
            Choice::Defend(slot) => Some((slot, position.struck_by(slot, vehicle))),
            Choice::DefendRider(slot, rider) => Some((slot, position.id(rider))),
            _ => None,
        };
        if let Some((slot, target)) = shot {
            position.spend(self.defender, slot);
            position.fire(self.defender, slot, target, false, dice, log)?;
            position.betray(self.defender, log);
            position.begin_errant_turn(vehicle, dice, log)?;
            position.settle_riders(&[(self.defender, target)], log);
        }
        position.close(self.defender, dice, log)
    }
}

impl Position {
    /// Whether two units are in contact: in neighbouring cells, corners included (P-29).
    pub fn touch(&self, a: Id, b: Id) -> bool {
        self.spot(a).zip(self.spot(b)).is_some_and(|(a, b)| self.range(a, b) <= ADJACENT)
    }

    /// Known enemies in contact that a unit may close with: not across a cliff or two levels, and a vehicle
    /// not across an edge it cannot cross (2, 23, 27).
    fn neighbours(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let at = self.spot(id);
        let unit = self.unit(id);
        let ways = Compass::ALL.into_iter().filter_map(move |way| {
            let (at, next) = (at?, self.battle.next(at?, way)?);
            let edge = self.barrier(at, way);
            let steep = edge == Edge::Cliff || self.battle.level(at).abs_diff(self.battle.level(next)) > 1;
            if steep {
                applies("27");
                applies("20.1");
            }
            let crossed = match edge.way() {
                Some(row) if unit.is_vehicle() => {
                    let tracked = matches!(unit.drive, Drive::Tank | Drive::SpGun);
                    let cost = self.battle.tables.cost(row, unit.column());
                    cost != Cost::No && (edge != Edge::Hedgerow || tracked)
                }
                _ => true,
            };
            (!steep && crossed).then_some(next)
        });
        ways.flat_map(move |cell| self.on_cell(cell))
            .filter(move |&other| self.side(other) != self.side(id) && !self.state(other).is(Flag::Hidden))
    }

    /// Adds the enemies that infantry may attack from its cell.
    pub fn close_choices(&self, id: Id, to: &mut Vec<Choice>) {
        let mounted = self.state(id).is(Flag::Mounted);
        for other in self.neighbours(id) {
            let (unit, tag) = (self.unit(other), self.unit(other).tag);
            if unit.is_vehicle() {
                applies("20.1");
                if self.battle.plays(Switch::CloseAssault) && !mounted {
                    to.push(Choice::Assault(tag));
                }
            } else if self.battle.plays(Switch::HandToHand) && self.may_fight(id, other) {
                to.push(Choice::Fight(tag));
            }
        }
    }

    /// Adds the enemies that a moving vehicle may close-assault from its cell (20).
    pub fn overrun_choices(&self, mover: &Mover, to: &mut Vec<Choice>) {
        let unit = self.unit(mover.unit);
        if !unit.is_vehicle() || !self.battle.plays(Switch::CloseAssault) || !mover.stepped {
            return;
        }
        applies("20.3");
        let rides = self.cargo(mover.unit).any(|id| {
            self.unit(id).is_infantry()
                && !self.state(id).is(Flag::Crouching)
                && !self.unit(mover.unit).kangaroo
        });
        let armed = unit.main.is_some() || unit.machine_guns.contains(&true) || unit.hand.is_some();
        if !armed && !rides {
            return;
        }
        for other in self.neighbours(mover.unit) {
            if !self.unit(other).is_vehicle() {
                to.push(Choice::Overrun(self.unit(other).tag));
            }
        }
    }

    /// A vehicle closes with a Gun or infantry; a stunned target is eliminated at once (20).
    pub fn overrun(&mut self, mover: Mover, target: Id, log: &mut Log) {
        if self.state(target).condition.stunned {
            self.lose(target, log);
            self.stack.push(Frame::Mover(mover));
            return;
        }
        self.stack.push(Frame::Mover(mover));
        self.stack.push(Frame::Defence(Defence { defender: target }));
    }

    /// The weapons a close-assaulted unit may fire first: a loaded Gun in arc, an anti-tank weapon, small
    /// arms if they can harm the target.
    pub fn defensive(&self, defender: Id, vehicle: Id) -> impl Iterator<Item = Slot> + '_ {
        applies("20.4");
        self.slots(defender).filter(move |&slot| {
            let state = self.state(defender);
            if !state.is_able() {
                return false;
            }
            let Some(at) = self.spot(vehicle) else { return false };
            match slot {
                Slot::Main => {
                    self.unit(defender).is_gun()
                        && self.is_ready(defender, slot)
                        && self.bears(defender, slot, at)
                }
                Slot::Hand => self.is_ready(defender, slot),
                Slot::Arms => {
                    let rider = self.cargo(vehicle).any(|id| self.is_target(id));
                    self.battle.plays(Switch::Infantry)
                        && state.shots == 0
                        && !state.is(Flag::Mounted)
                        && (self.unit(vehicle).arm == Arm::Soft || rider)
                }
                _ => false,
            }
        })
    }

    /// Resolves the close assault after the defensive fire (20).
    fn close(&mut self, defender: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(Frame::Mover(mover)) = self.stack.pop() else { return Ok(()) };
        let vehicle = mover.unit;
        if !self.is_in(vehicle) || self.state(vehicle).condition.is_halted() {
            self.halted(vehicle);
            return Ok(());
        }
        let lines = self.assault_lines(vehicle, defender, true, 0);
        let result = self.roll_assault(vehicle, defender, &lines, dice, log)?;
        match result {
            Assault::InfantryLost => self.lose(defender, log),
            Assault::InfantryStunned => self.harm(defender, Harm::Stun, log),
            Assault::Nothing => {}
            Assault::VehicleStunned => self.harm(vehicle, Harm::Stun, log),
            Assault::VehicleImmobilised => self.harm(vehicle, Harm::Immobilise, log),
            Assault::VehicleDestroyed => self.lose(vehicle, log),
        }
        // A moving vehicle that is stunned or immobilised makes an errant turn (5, 6).
        self.begin_errant_turn(vehicle, dice, log)?;
        if matches!(result, Assault::InfantryLost | Assault::InfantryStunned) {
            self.stack.push(Frame::Mover(mover));
        } else {
            self.halted(vehicle);
        }
        Ok(())
    }

    fn roll_assault(
        &mut self,
        vehicle: Id,
        infantry: Id,
        lines: &Lines,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Assault, Ask> {
        let face =
            dice.roll(10, || format!("close assault of {}, {:+}", self.full_name(vehicle), lines.sum()))?;
        let result = self.battle.tables.assault_result(i16::from(face) + lines.sum());
        log.add(|| {
            let word = match result {
                Assault::InfantryLost => "infantry or Gun eliminated",
                Assault::InfantryStunned => "infantry or Gun stunned",
                Assault::Nothing => "no effect",
                Assault::VehicleStunned => "vehicle stunned",
                Assault::VehicleImmobilised => "vehicle immobilised",
                Assault::VehicleDestroyed => "vehicle destroyed",
            };
            let text = format!(
                "{word}, close assault of {} and {}: {face} {:+}",
                self.full_name(vehicle),
                self.full_name(infantry),
                lines.sum()
            );
            Event::new(Tone::Plain, self.side(vehicle), text, "20")
                .at(self.cell_of(vehicle).into_iter().chain(self.cell_of(infantry)))
                .with(lines.as_slice())
        });
        Ok(result)
    }

    /// The modifiers of a close assault; positive ones favour the infantry (20).
    pub fn assault_lines(&self, vehicle: Id, infantry: Id, by_vehicle: bool, before: i16) -> Lines {
        let adds = &self.battle.tables.assault;
        let (unit, state) = (self.unit(vehicle), self.state(vehicle));
        let mut lines = Lines::default();
        let riders = self.cargo(vehicle).filter(|&id| self.unit(id).is_infantry()).count() as i16;
        lines.add(adds.rider * riders, "infantry riding", "20");
        lines.add(
            adds.machine_gun * self.guns_that_bear(vehicle, infantry),
            "MGs with the enemy in arc",
            "20",
        );
        // P-69: the year of the battle counts.
        if unit.arm == Arm::Armoured && self.battle.year <= 41 {
            lines.add(adds.early, "armoured, 1941 or before", "20");
        }
        if !by_vehicle && state.motion == Motion::Moving {
            lines.add(adds.moving, "assaulting a moving vehicle", "20");
        }
        let ground = self.spot(infantry).map(|cell| self.battle.ground_at(cell)).unwrap_or_default();
        let smoke = self.spot(infantry).is_some_and(|cell| self.smoke.iter().any(|puff| puff.cell == cell));
        let barrier = match (self.cell_of(infantry), self.cell_of(vehicle), self.spot(infantry)) {
            (Some(a), Some(b), Some(from)) => {
                Compass::between(a, b).map_or(Edge::Open, |wind| self.barrier(from, wind))
            }
            _ => Edge::Open,
        };
        if matches!(ground.kind, Kind::Woods | Kind::Rough) || ground.grain || smoke || barrier == Edge::Wall
        {
            lines.add(adds.cover, "woods, wall, rough, grain or smoke", "20");
        }
        let foot = self.unit(infantry).is_infantry();
        if by_vehicle && foot && self.state(infantry).is(Flag::DugIn) {
            lines.add(adds.dug_in, "dug-in infantry", "20");
        }
        if by_vehicle && foot && barrier == Edge::Hedgerow {
            lines.add(adds.hedgerow, "infantry defending a hedgerow", "20");
        }
        if state.condition.stunned {
            lines.add(adds.stunned, "stunned vehicle", "20");
        }
        match unit.arm {
            Arm::Soft => lines.add(adds.unarmoured, "unarmoured vehicle", "20"),
            _ if unit.open => lines.add(adds.open, "open-topped", "20"),
            _ => {}
        }
        // The same for every attack after the first (20.2).
        lines.add(adds.before * before.min(1), "after another attack", "20");
        lines
    }

    /// The number of machine guns of a vehicle with a unit in arc.
    fn guns_that_bear(&self, vehicle: Id, on: Id) -> i16 {
        let Some((from, to)) = self.spot(vehicle).zip(self.spot(on)) else { return 0 };
        let (unit, state) = (self.unit(vehicle), self.state(vehicle));
        let toward = way(self.battle.cell(from), self.battle.cell(to));
        let bow = if unit.small_turret { Arc::Ahead } else { Arc::Forty };
        let bears = [bow.covers(state.hull, toward), Arc::Sixty.covers(state.turret, toward), true];
        unit.machine_guns.into_iter().zip(bears).filter(|(has, bears)| *has && *bears).count() as i16
    }

    /// Resolves the close assaults of infantry at the end of its fire phase, 5 or 10 (20).
    pub fn settle_assaults(
        &mut self,
        side: crate::game::Side,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let mut attacked: Vec<Id> = Vec::new();
        for infantry in self.ids(side) {
            let vehicle = self.state(infantry).assault;
            if vehicle == NOBODY {
                continue;
            }
            self.state_mut(infantry).assault = NOBODY;
            let able = self.is_in(vehicle) && self.state(infantry).is_able() && self.touch(infantry, vehicle);
            if !able {
                continue;
            }
            let before = attacked.iter().filter(|&&id| id == vehicle).count() as i16;
            attacked.push(vehicle);
            let lines = self.assault_lines(vehicle, infantry, false, before);
            match self.roll_assault(vehicle, infantry, &lines, dice, log)? {
                Assault::InfantryLost => self.lose(infantry, log),
                Assault::InfantryStunned => self.harm(infantry, Harm::Stun, log),
                Assault::Nothing => {}
                Assault::VehicleStunned => {
                    self.harm(vehicle, Harm::Stun, log);
                    self.begin_errant_turn(vehicle, dice, log)?;
                }
                Assault::VehicleImmobilised => {
                    self.harm(vehicle, Harm::Immobilise, log);
                    self.begin_errant_turn(vehicle, dice, log)?;
                }
                Assault::VehicleDestroyed => self.lose(vehicle, log),
            }
        }
        Ok(())
    }
}
