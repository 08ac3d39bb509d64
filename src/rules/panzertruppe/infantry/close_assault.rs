//! Chapter 20: close assaults by and against vehicles.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::targets::ADJACENT;
use crate::rules::panzertruppe::firing::{Harm, Lines, Motion};
use crate::rules::panzertruppe::infantry::transport::settle_riders;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::sight::hidden::betray;
use crate::rules::panzertruppe::state::{
    Arm, Choice, CloseCombat, Drive, Edge, Flag, Forces, Gunnery, Id, Kind, NOBODY, Phase, Position, Slot,
    Switch,
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
        let side = position.forces.side(self.defender);
        DecisionHead {
            side,
            kind: "defend",
            prompt: "Fire at the vehicle before the close assault, or hold fire.",
            rule: "20",
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Hold);
        if let Some(mover) = position.turn.mover() {
            for slot in position.gunnery().defensive(self.defender, mover.unit) {
                to.push(Choice::Defend(slot));
                let others = position.forces.other_riders(slot, mover.unit);
                to.extend(others.map(|rider| Choice::DefendRider(slot, position.battle.unit(rider).tag)));
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
        let Some(vehicle) = position.turn.mover().map(|mover| mover.unit) else { return Ok(()) };
        let shot = match *choice {
            Choice::Defend(slot) => Some((slot, position.forces.struck_by(slot, vehicle))),
            Choice::DefendRider(slot, rider) => Some((slot, position.battle.id(rider))),
            _ => None,
        };
        if let Some((slot, target)) = shot {
            position.forces.spend(self.defender, slot);
            position.fire(self.defender, slot, target, false, dice, log)?;
            betray(&position.ground, &mut position.forces, self.defender, log);
            position.begin_errant_turn(vehicle, dice, log)?;
            settle_riders(&position.ground, &mut position.forces, &[(self.defender, target)], log);
        }
        close(position, self.defender, dice, log)
    }
}

impl Forces {
    /// Whether two units are in contact: in neighbouring cells, corners included (P-29).
    pub fn touch(&self, a: Id, b: Id) -> bool {
        self.spot(a).zip(self.spot(b)).is_some_and(|(a, b)| self.battle.range(a, b) <= ADJACENT)
    }
}

impl<'a> CloseCombat<'a> {
    /// Known enemies in contact that a unit may close with: not across a cliff or two levels, and a vehicle
    /// not across an edge it cannot cross (2, 23, 27).
    fn neighbours(self, id: Id) -> impl Iterator<Item = Id> + 'a {
        let at = self.forces.spot(id);
        let unit = self.battle.unit(id);
        let ways = Compass::ALL.into_iter().filter_map(move |way| {
            let (at, next) = (at?, self.battle.next(at?, way)?);
            let edge = self.battle.barrier(at, way);
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
        ways.flat_map(move |cell| self.forces.on_cell(cell)).filter(move |&other| {
            self.forces.side(other) != self.forces.side(id) && !self.forces.state(other).is(Flag::Hidden)
        })
    }

    /// Adds the enemies that infantry may attack from its cell.
    pub fn close_choices(self, id: Id, to: &mut Vec<Choice>) {
        let mounted = self.forces.state(id).is(Flag::Mounted);
        for other in self.neighbours(id) {
            let (unit, tag) = (self.battle.unit(other), self.battle.unit(other).tag);
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
    pub fn overrun_choices(self, mover: &Mover, to: &mut Vec<Choice>) {
        let unit = self.battle.unit(mover.unit);
        if !unit.is_vehicle() || !self.battle.plays(Switch::CloseAssault) || !mover.stepped {
            return;
        }
        applies("20.3");
        let rides = self.forces.cargo(mover.unit).any(|id| {
            self.battle.unit(id).is_infantry()
                && !self.forces.state(id).is(Flag::Crouching)
                && !self.battle.unit(mover.unit).kangaroo
        });
        let armed = unit.main.is_some() || unit.machine_guns.any() || unit.hand.is_some();
        if !armed && !rides {
            return;
        }
        for other in self.neighbours(mover.unit) {
            if !self.battle.unit(other).is_vehicle() {
                to.push(Choice::Overrun(self.battle.unit(other).tag));
            }
        }
    }

    /// The modifiers of a close assault; positive ones favour the infantry (20).
    pub fn assault_lines(self, vehicle: Id, infantry: Id, by_vehicle: bool, before: i16) -> Lines {
        let adds = &self.battle.tables.assault;
        let (unit, state) = (self.battle.unit(vehicle), self.forces.state(vehicle));
        let mut lines = Lines::default();
        let riders =
            self.forces.cargo(vehicle).filter(|&id| self.battle.unit(id).is_infantry()).count() as i16;
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
        let ground = self.forces.spot(infantry).map(|cell| self.battle.terrain_at(cell)).unwrap_or_default();
        let smoke = self
            .forces
            .spot(infantry)
            .is_some_and(|cell| self.ground.smoke.iter().any(|puff| puff.cell == cell));
        let barrier =
            match (self.forces.cell_of(infantry), self.forces.cell_of(vehicle), self.forces.spot(infantry)) {
                (Some(a), Some(b), Some(from)) => {
                    Compass::between(a, b).map_or(Edge::Open, |wind| self.battle.barrier(from, wind))
                }
                _ => Edge::Open,
            };
        if matches!(ground.kind, Kind::Woods | Kind::Rough) || ground.grain || smoke || barrier == Edge::Wall
        {
            lines.add(adds.cover, "woods, wall, rough, grain or smoke", "20");
        }
        let foot = self.battle.unit(infantry).is_infantry();
        if by_vehicle && foot && self.forces.state(infantry).is(Flag::DugIn) {
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
    fn guns_that_bear(self, vehicle: Id, on: Id) -> i16 {
        let Some((from, to)) = self.forces.spot(vehicle).zip(self.forces.spot(on)) else { return 0 };
        let (unit, state) = (self.battle.unit(vehicle), self.forces.state(vehicle));
        let toward = way(self.battle.cell(from), self.battle.cell(to));
        let bow = if unit.small_turret { Arc::Ahead } else { Arc::Forty };
        let guns = unit.machine_guns;
        i16::from(guns.bow && bow.covers(state.hull, toward))
            + i16::from(guns.coax && Arc::Sixty.covers(state.turret, toward))
            + i16::from(guns.open)
    }
}

/// A vehicle closes with a Gun or infantry; a stunned target is eliminated at once (20).
pub fn overrun(position: &mut Position, mover: Mover, target: Id, log: &mut Log) {
    if position.forces.state(target).condition.stunned {
        position.forces.lose(target, log);
        position.turn.stack.push(Frame::Mover(mover));
        return;
    }
    position.turn.stack.push(Frame::Mover(mover));
    position.turn.stack.push(Frame::Defence(Defence { defender: target }));
}

/// Resolves the close assault after the defensive fire (20).
fn close(position: &mut Position, defender: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Some(Frame::Mover(mover)) = position.turn.stack.pop() else { return Ok(()) };
    let vehicle = mover.unit;
    if !position.forces.is_in(vehicle) || position.forces.state(vehicle).condition.is_halted() {
        position.forces.halted(vehicle);
        return Ok(());
    }
    let lines = position.close_combat().assault_lines(vehicle, defender, true, 0);
    let result = roll_assault(&position.forces, vehicle, defender, &lines, dice, log)?;
    suffer(&mut position.forces, position.turn.phase, result, vehicle, defender, log);
    // A moving vehicle that is stunned or immobilised makes an errant turn (5, 6).
    position.begin_errant_turn(vehicle, dice, log)?;
    if matches!(result, Assault::InfantryLost | Assault::InfantryStunned) {
        position.turn.stack.push(Frame::Mover(mover));
    } else {
        position.forces.halted(vehicle);
    }
    Ok(())
}

/// The result of a close assault for the vehicle and for the infantry or Gun.
fn suffer(forces: &mut Forces, phase: Phase, result: Assault, vehicle: Id, infantry: Id, log: &mut Log) {
    match result {
        Assault::InfantryLost => forces.lose(infantry, log),
        Assault::InfantryStunned => forces.harm(infantry, Harm::Stun, phase, log),
        Assault::Nothing => {}
        Assault::VehicleStunned => forces.harm(vehicle, Harm::Stun, phase, log),
        Assault::VehicleImmobilised => forces.harm(vehicle, Harm::Immobilise, phase, log),
        Assault::VehicleDestroyed => forces.lose(vehicle, log),
    }
}

/// Resolves the close assaults of infantry at the end of its fire phase, 5 or 10 (20).
pub fn settle_assaults(
    position: &mut Position,
    side: Side,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let mut attacked: Vec<Id> = Vec::new();
    for infantry in position.forces.ids(side) {
        let vehicle = position.forces.state(infantry).assault;
        if vehicle == NOBODY {
            continue;
        }
        position.forces.state_mut(infantry).assault = NOBODY;
        let able = position.forces.is_in(vehicle)
            && position.forces.state(infantry).is_able()
            && position.forces.touch(infantry, vehicle);
        if !able {
            continue;
        }
        let before = attacked.iter().filter(|&&id| id == vehicle).count() as i16;
        attacked.push(vehicle);
        let lines = position.close_combat().assault_lines(vehicle, infantry, false, before);
        let result = roll_assault(&position.forces, vehicle, infantry, &lines, dice, log)?;
        suffer(&mut position.forces, position.turn.phase, result, vehicle, infantry, log);
        if matches!(result, Assault::VehicleStunned | Assault::VehicleImmobilised) {
            position.begin_errant_turn(vehicle, dice, log)?;
        }
    }
    Ok(())
}

impl<'a> Gunnery<'a> {
    /// The weapons a close-assaulted unit may fire first: a loaded Gun in arc, an anti-tank weapon, small
    /// arms if they can harm the target.
    #[apply(rule, "20.4")]
    pub fn defensive(self, defender: Id, vehicle: Id) -> impl Iterator<Item = Slot> + 'a {
        self.battle.unit(defender).slots().filter(move |&slot| {
            let state = self.forces.state(defender);
            if !state.is_able() {
                return false;
            }
            let Some(at) = self.forces.spot(vehicle) else { return false };
            match slot {
                Slot::Main => {
                    self.battle.unit(defender).is_gun()
                        && self.is_ready(defender, slot)
                        && self.bears(defender, slot, at)
                }
                Slot::Hand => self.is_ready(defender, slot),
                Slot::Arms => {
                    let rider = self.forces.cargo(vehicle).any(|id| self.forces.is_target(id));
                    self.battle.plays(Switch::Infantry)
                        && state.shots == 0
                        && !state.is(Flag::Mounted)
                        && (self.battle.unit(vehicle).arm == Arm::Soft || rider)
                }
                _ => false,
            }
        })
    }
}

fn roll_assault(
    forces: &Forces,
    vehicle: Id,
    infantry: Id,
    lines: &Lines,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Assault, Ask> {
    let face = dice
        .roll(10, || format!("close assault of {}, {:+}", forces.battle.full_name(vehicle), lines.sum()))?;
    let result = forces.battle.tables.assault_result(i16::from(face) + lines.sum());
    log.add(|| {
        let word = result.word();
        let text = format!(
            "{word}, close assault of {} and {}: {face} {:+}",
            forces.battle.full_name(vehicle),
            forces.battle.full_name(infantry),
            lines.sum()
        );
        Event::new(Tone::Plain, forces.side(vehicle), text, "20")
            .at(forces.cell_of(vehicle).into_iter().chain(forces.cell_of(infantry)))
            .with(lines.as_slice())
    });
    Ok(result)
}
