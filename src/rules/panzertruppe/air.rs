//! Chapters 31 and 32: air support, and fire against it.

use super::aircraft::AirLoad;
use super::firing::{Harm, Lines, Motion};
use super::geometry::{Arc, toward, way};
use super::state::{Arm, Choice, Flag, Id, Kind, NOBODY, Position, Slot, Switch};
use super::turn::{Asks, Frame, Open};
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};

/// An aircraft that has come.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plane {
    /// Its two weapons.
    pub weapons: [AirLoad; 2],
    /// Where it is; `None` while it looks for a target.
    pub cell: Option<Cell>,
    /// Where it flies, in 24ths.
    pub heading: u8,
    /// Its first target.
    pub target: Id,
    /// Its first attack is over.
    pub second: bool,
    /// Comes back in its owner's next movement phase.
    pub returns: bool,
}

/// A target is chosen for an aircraft.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirTarget {
    /// Whose aircraft.
    pub side: Side,
    /// Targets that were not spotted.
    pub missed: Vec<Id>,
}

/// Inches an aircraft is put from its first target, and the second choice must be from the first (31).
const APART: u16 = 120;

impl Open for AirTarget {
    fn asks(&self, _: &Position) -> Asks {
        Asks { side: self.side, kind: "air-target", prompt: "Choose a target for the aircraft.", rule: "31" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Hold);
        for id in position.battle.ids(self.side.other()) {
            if position.is_air_target(id, self.missed.last().copied()) {
                to.push(Choice::Target(position.unit(id).tag));
            }
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Choice::Target(tag) = *choice else {
            if let Some(plane) = &mut position.planes[self.side.index()] {
                plane.returns = true;
            }
            return Ok(());
        };
        let target = position.id(tag);
        let to = position.battle.tables.air.spotted_to;
        let face =
            dice.roll(10, || format!("{} is spotted from the air on {to} or less", position.who(target)))?;
        let spotted = face <= to;
        log.add(|| {
            let what = if spotted { "spotted" } else { "not spotted" };
            let text = format!("the aircraft looks for {}: {face}: {what}", position.who(target));
            Event::new(Tone::Plain, self.side, text, "31").at(position.cell_of(target))
        });
        if spotted {
            position.approach(self.side, target);
            return Ok(());
        }
        self.missed.push(target);
        let again = position.battle.ids(self.side.other()).any(|id| position.is_air_target(id, Some(target)));
        if self.missed.len() >= 2 || !again {
            if let Some(plane) = &mut position.planes[self.side.index()] {
                plane.returns = true;
            }
        } else {
            position.stack.push(Frame::AirTarget(self));
        }
        Ok(())
    }
}

impl Position {
    /// At the end of a side's movement an aircraft may come, on a 10 (31).
    pub fn air_support(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if !self.battle.plays(Switch::AirSupport) || !self.battle.armies[side.index()].air {
            return Ok(());
        }
        match self.planes[side.index()] {
            Some(plane) if plane.returns => {
                self.planes[side.index()] = Some(Plane { returns: false, ..plane });
            }
            Some(_) => return Ok(()),
            None => {
                let from = self.battle.tables.air.comes_from;
                let face = dice.roll(10, || format!("air support comes on {from} or more"))?;
                if face < from {
                    return Ok(());
                }
                let Some(weapons) = self.arm_plane(side, dice)? else { return Ok(()) };
                self.planes[side.index()] = Some(Plane {
                    weapons,
                    cell: None,
                    heading: 0,
                    target: NOBODY,
                    second: false,
                    returns: false,
                });
                log.add(|| Event::new(Tone::Success, side, "an aircraft comes in support", "31"));
            }
        }
        let any = self.battle.ids(side.other()).any(|id| self.is_air_target(id, None));
        if any {
            self.stack.push(Frame::AirTarget(AirTarget { side, missed: Vec::new() }));
        } else if let Some(plane) = &mut self.planes[side.index()] {
            plane.returns = true;
        }
        Ok(())
    }

    /// Which aircraft it is, and with what (31): a die decides where more than one kind may come.
    fn arm_plane(&self, side: Side, dice: &mut Dice) -> Result<Option<[AirLoad; 2]>, Ask> {
        let nation = self.battle.armies[side.index()].nation;
        let mut kinds = self.battle.tables.air.kinds(nation, self.battle.year);
        let Some(first) = kinds.next() else { return Ok(None) };
        let Some(second) = kinds.next() else { return Ok(Some(first.loads)) };
        let face = dice.roll(10, || "which aircraft comes".to_owned())?;
        let kind = [first, second].into_iter().chain(kinds).find(|kind| face <= kind.drawn_to);
        Ok(kind.map(|kind| kind.loads))
    }

    /// Whether an aircraft may be sent at a unit: not in woods or buildings, and twelve inches from the one that
    /// was not spotted (31).
    fn is_air_target(&self, id: Id, missed: Option<Id>) -> bool {
        let Some(at) = self.spot(id).filter(|_| !self.state(id).is(Flag::Hidden)) else { return false };
        let far =
            missed.and_then(|missed| self.spot(missed)).is_none_or(|other| self.range(at, other) >= APART);
        far && missed != Some(id) && !matches!(self.battle.ground_at(at).kind, Kind::Woods | Kind::Building)
    }

    /// Puts the aircraft twelve inches from its target, on its own side of it (31, P-37).
    fn approach(&mut self, side: Side, target: Id) {
        let Some(at) = self.cell_of(target) else { return };
        let edge = self.battle.armies[side.index()].edge;
        let cell = at.shifted(edge, if edge.is_diagonal() { 9 } else { 12 });
        if let Some(plane) = &mut self.planes[side.index()] {
            plane.cell = Some(cell);
            plane.heading = toward(way(cell, at));
            plane.target = target;
        }
    }

    /// At the beginning of its owner's next fire phase the first target is attacked (31).
    pub fn strafe_first(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(plane) = self.planes[side.index()] else { return Ok(()) };
        if plane.cell.is_none() || plane.second {
            return Ok(());
        }
        let over = self.cell_of(plane.target).or(plane.cell);
        self.strafe(side, plane.weapons[0], plane.target, false, dice, log)?;
        self.planes[side.index()] = Some(Plane { cell: over, second: true, ..plane });
        Ok(())
    }

    /// At the end of the enemy's next fire phase a second target within 30 degrees of its way is attacked (31).
    pub fn strafe_second(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(plane) = self.planes[side.index()].filter(|plane| plane.second) else { return Ok(()) };
        let Some(from) = plane.cell else { return Ok(()) };
        let second = self
            .battle
            .ids(side.other())
            .filter(|&id| self.is_air_target(id, None))
            .filter(|&id| {
                self.cell_of(id).is_some_and(|cell| Arc::Sixty.covers(plane.heading, way(from, cell)))
            })
            .max_by_key(|&id| {
                let range = self.cell_of(id).map_or(0, |cell| super::geometry::tenths(from, cell));
                (self.unit(id).value, std::cmp::Reverse(range), std::cmp::Reverse(id))
            });
        match second {
            Some(target) => {
                self.strafe(side, plane.weapons[1], target, plane.target == target, dice, log)?;
                self.planes[side.index()] = None;
            }
            // None in the arc: it turns for another target in its owner's next movement phase.
            None => {
                let weapons = [plane.weapons[1]; 2];
                self.planes[side.index()] =
                    Some(Plane { weapons, cell: None, second: false, returns: true, ..plane });
            }
        }
        Ok(())
    }

    /// The roll of an air attack with cannon, machine guns or rockets: need and lines (31).
    pub fn air_lines(&self, load: AirLoad, target: Id) -> (i16, Lines) {
        let (unit, state) = (self.unit(target), self.state(target));
        let air = &self.battle.tables.air;
        let mut lines = Lines::default();
        let soft = unit.arm != Arm::Armoured;
        let moving = unit.is_vehicle() && state.motion == Motion::Moving && !state.condition.is_halted();
        let AirLoad::Weapon(index) = load else {
            lines.add(if moving { air.moving } else { 0 }, "moving", "31");
            return (air.near_to + 1, lines);
        };
        let weapon = &air.weapons[usize::from(index)];
        let rear = unit.armour[3];
        if soft {
            let dug = state.is(Flag::DugIn);
            lines.add(if dug { weapon.dug_in } else { weapon.soft }, "soft target", "31");
        } else {
            lines.add(if weapon.armour { rear } else { 0 }, "rear armour", "31");
            lines.add(if rear <= 0 { weapon.thick } else { 0 }, "rear armour of 0 or -1", "31");
        }
        lines.add(weapon.always, "aircraft", "31");
        lines.add(if unit.is_vehicle() { weapon.vehicle } else { 0 }, "against vehicles", "31");
        lines.add(if moving { weapon.moving } else { 0 }, "moving", "31");
        (weapon.need, lines)
    }

    fn strafe(
        &mut self,
        side: Side,
        load: AirLoad,
        target: Id,
        same: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if !self.is_in(target) {
            return Ok(());
        }
        let (need, mut lines) = self.air_lines(load, target);
        if load == AirLoad::Bombs {
            self.add_bomb_lines(side, target, same, &mut lines);
        }
        let face = dice.roll(10, || format!("air attack on {}: {need} or more", self.who(target)))?;
        let sum = i16::from(face) + lines.sum();
        log.add(|| {
            let text =
                format!("air attack on {}: {face} {:+} = {sum}, needs {need}", self.who(target), lines.sum());
            Event::new(Tone::Plain, side, text, "31").at(self.cell_of(target)).with(lines.as_slice())
        });
        let Some(at) = self.spot(target) else { return Ok(()) };
        let air = &self.battle.tables.air;
        if let AirLoad::Weapon(index) = load {
            let strays = air.weapons[usize::from(index)].strays;
            if sum >= need {
                self.harm(target, Harm::Destroy, log);
            } else if strays {
                self.stray(side, at, dice, log)?;
            }
            return Ok(());
        }
        let (miss, near) = (air.miss_to, air.near_to);
        if sum > near {
            self.harm(target, Harm::Destroy, log);
        } else if sum > miss {
            self.near_hit(target, dice, log)?;
        } else {
            self.stray(side, at, dice, log)?;
        }
        Ok(())
    }

    /// What the distance from the first target adds to bombs, and the same target again (31).
    fn add_bomb_lines(&self, side: Side, target: Id, same: bool, lines: &mut Lines) {
        let air = &self.battle.tables.air;
        if same {
            lines.add(air.same, "the same target as first", "31");
            return;
        }
        let from = self.planes[side.index()].and_then(|plane| plane.cell);
        let range = from.zip(self.cell_of(target)).map_or(0, |(a, b)| super::geometry::tenths(a, b));
        let add = air.distance.iter().find(|(to, _)| range <= *to).map_or(-10, |(_, add)| *add);
        lines.add(add, "distance from the first target", "31");
    }

    /// A near hit: soft units are destroyed, stunned if dug in; armour rolls with its rear (31).
    fn near_hit(&mut self, target: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if self.unit(target).arm != Arm::Armoured {
            let dug = self.state(target).is(Flag::DugIn);
            self.harm(target, if dug { Harm::Stun } else { Harm::Destroy }, log);
            return Ok(());
        }
        let rear = self.unit(target).armour[3];
        let face = dice.roll(10, || format!("near hit on {}, {rear:+}", self.who(target)))?;
        let sum = i16::from(face) + rear;
        log.add(|| {
            let text = format!("near hit on {}: {face} {rear:+} = {sum}", self.who(target));
            Event::new(Tone::Plain, self.side(target).other(), text, "31").at(self.cell_of(target))
        });
        let air = &self.battle.tables.air;
        let harm = match sum {
            sum if sum <= air.unharmed_to => Harm::None,
            sum if sum <= air.stunned_to => Harm::Stun,
            _ => Harm::Destroy,
        };
        self.harm(target, harm, log);
        self.run_errant(target, dice, log)
    }

    /// A miss lands half a D10 of inches away in a random direction; units within an inch suffer a near hit (31).
    fn stray(&mut self, side: Side, at: u16, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let face = dice.roll(10, || "how far a miss lands".to_owned())?;
        let wind = Compass::from_d8(dice.roll(8, || "where a miss lands".to_owned())?);
        let inches = i16::from(face.div_ceil(2));
        let cell = self.battle.cell(at).shifted(wind, inches);
        log.add(|| {
            Event::new(Tone::Plain, side, format!("the miss lands {inches}\" {wind}"), "31").at([cell])
        });
        let Some(landed) = self.battle.index(cell) else { return Ok(()) };
        let near: Vec<Id> = (0..self.states.len() as Id)
            .filter(|&id| self.spot(id).is_some_and(|spot| self.range(spot, landed) <= 10))
            .collect();
        for id in near {
            self.near_hit(id, dice, log)?;
        }
        Ok(())
    }

    /// Whether a unit may fire at the enemy's aircraft now: loaded, not in woods or buildings, a vehicle standing
    /// still, within reach (32).
    pub fn may_flak(&self, id: Id) -> bool {
        self.flak_need(id).is_some() && self.is_ready(id, Slot::Main)
    }

    /// Whether a side has fire against aircraft.
    pub fn any_flak(&self, side: Side) -> bool {
        self.planes[side.other().index()].is_some() && self.battle.ids(side).any(|id| self.may_flak(id))
    }

    /// What anti-aircraft fire of a unit needs.
    pub fn flak_need(&self, id: Id) -> Option<i16> {
        let (unit, state) = (self.unit(id), self.state(id));
        let plane = self.planes[self.side(id).other().index()]?;
        let (cell, at) = (plane.cell?, self.spot(id)?);
        let hides = matches!(self.battle.ground_at(at).kind, Kind::Woods | Kind::Building);
        let moves = unit.is_vehicle() && state.motion == Motion::Moving;
        if !unit.anti_air || hides || moves || !self.battle.plays(Switch::AntiAircraft) {
            return None;
        }
        self.battle.tables.anti_aircraft_need(super::geometry::tenths(self.battle.cell(at), cell))
    }

    /// Fires at the aircraft: what is needed drives it off, a second such roll brings it down (32).
    pub fn flak(&mut self, id: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(need) = self.flak_need(id) else { return Ok(()) };
        self.reveal(id, log);
        let face = dice.roll(10, || format!("{} at the aircraft: {need} or more", self.who(id)))?;
        let hit = i16::from(face) >= need;
        log.add(|| {
            let what = if hit { "it is driven off" } else { "missed" };
            let text = format!("{} fires at the aircraft: {face}, needs {need}: {what}", self.who(id));
            let tone = if hit { Tone::Success } else { Tone::Failure };
            Event::new(tone, self.side(id), text, "32").at(self.cell_of(id))
        });
        if hit {
            let second = dice.roll(10, || format!("shot down on {need} or more"))?;
            if i16::from(second) >= need {
                log.add(|| Event::new(Tone::Success, self.side(id), "the aircraft is shot down", "32"));
            }
            self.planes[self.side(id).other().index()] = None;
        }
        Ok(())
    }
}
