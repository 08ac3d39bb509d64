//! Chapters 31 and 32: air support, and fire against it.

use super::firing::{Harm, Lines, Motion};
use super::geometry::{Arc, toward, way};
use super::state::{Arm, Choice, Flag, Id, Kind, NOBODY, Position, Slot, Switch};
use super::turn::{Asks, Frame, Open};
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};

/// What an aircraft attacks with.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AirWeapon {
    /// Machine guns; those of the P-47 are better.
    MachineGuns {
        /// The P-47.
        thunderbolt: bool,
    },
    /// Cannon of 20, 37 or 40 mm.
    Cannon {
        /// Of 20 mm.
        twenty: bool,
    },
    /// 60-pound rockets.
    Rockets,
    /// Bombs.
    Bombs,
}

/// An aircraft that has come.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plane {
    /// Its two weapons.
    pub weapons: [AirWeapon; 2],
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
        let face =
            dice.roll(10, || format!("{} is spotted from the air on 6 or less", position.who(target)))?;
        let spotted = face <= 6;
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
                let face = dice.roll(10, || "air support comes on 10".to_owned())?;
                if face < 10 {
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

    /// Which aircraft it is, and with what (31).
    fn arm_plane(&self, side: Side, dice: &mut Dice) -> Result<Option<[AirWeapon; 2]>, Ask> {
        use AirWeapon::{Bombs, Cannon, MachineGuns, Rockets};
        let army = &self.battle.armies[side.index()];
        let year = self.battle.year;
        let draw = |dice: &mut Dice| dice.roll(10, || "which aircraft comes".to_owned());
        let large = Cannon { twenty: false };
        let small = Cannon { twenty: true };
        Ok(match (army.radio, army.russian) {
            (2, _) if year <= 42 => Some([MachineGuns { thunderbolt: false }, Bombs]),
            (2, _) => Some(if draw(dice)? <= 5 { [small, Bombs] } else { [large, large] }),
            (0 | 1, _) if year < 42 => None,
            (0 | 1, _) if year <= 43 => Some([large, large]),
            (0, _) => Some(if draw(dice)? <= 5 {
                [Rockets, small]
            } else {
                [MachineGuns { thunderbolt: true }, Bombs]
            }),
            (1, _) => Some([Rockets, small]),
            (_, true) if year >= 43 => Some(if draw(dice)? <= 4 { [large, large] } else { [small, Bombs] }),
            _ => None,
        })
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
    pub fn air_lines(&self, weapon: AirWeapon, target: Id) -> (i16, Lines) {
        let (unit, state) = (self.unit(target), self.state(target));
        let mut lines = Lines::default();
        let soft = unit.arm != Arm::Armoured;
        let dug = state.is(Flag::DugIn);
        let moving = unit.is_vehicle() && state.motion == Motion::Moving && !state.condition.is_halted();
        let rear = unit.armour[3];
        match weapon {
            AirWeapon::MachineGuns { thunderbolt } => {
                if soft {
                    lines.add(if dug { 4 } else { 7 }, "soft target", "31");
                } else {
                    lines.add(rear, "rear armour", "31");
                }
                lines.add(i16::from(thunderbolt), "P-47", "31");
                (10, lines)
            }
            AirWeapon::Cannon { twenty } => {
                if soft {
                    lines.add(if dug { 3 } else { 5 }, "soft target", "31");
                } else {
                    lines.add(rear, "rear armour", "31");
                }
                if unit.is_vehicle() {
                    lines.add(if twenty { -2 } else { 0 }, "20 mm", "31");
                    lines.add(if moving { -1 } else { 0 }, "moving", "31");
                }
                (6, lines)
            }
            AirWeapon::Rockets => {
                lines.add(if soft && !dug { 1 } else { 0 }, "soft target", "31");
                lines.add(if moving { -1 } else { 0 }, "moving", "31");
                lines.add(if !soft && rear <= 0 { -1 } else { 0 }, "rear armour of 0 or -1", "31");
                (3, lines)
            }
            AirWeapon::Bombs => {
                let [_, _, move_add, same, ..] = self.battle.tables.bombs;
                lines.add(if moving { move_add } else { 0 }, "moving", "31");
                let _ = same;
                (self.battle.tables.bombs[1] + 1, lines)
            }
        }
    }

    fn strafe(
        &mut self,
        side: Side,
        weapon: AirWeapon,
        target: Id,
        same: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if !self.is_in(target) {
            return Ok(());
        }
        let (need, mut lines) = self.air_lines(weapon, target);
        if weapon == AirWeapon::Bombs {
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
        if weapon != AirWeapon::Bombs {
            if sum >= need {
                self.harm(target, Harm::Destroy, log);
            } else if weapon == AirWeapon::Rockets {
                self.stray(side, at, dice, log)?;
            }
            return Ok(());
        }
        let [miss, near, ..] = self.battle.tables.bombs;
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
        let bombs = self.battle.tables.bombs;
        if same {
            lines.add(bombs[3], "the same target as first", "31");
            return;
        }
        let from = self.planes[side.index()].and_then(|plane| plane.cell);
        let range = from.zip(self.cell_of(target)).map_or(0, |(a, b)| super::geometry::tenths(a, b));
        let add = match range {
            0..=29 => bombs[4],
            30..=59 => bombs[5],
            60..=79 => bombs[6],
            80..=99 => bombs[7],
            _ => -10,
        };
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
        let harm = match sum {
            ..=4 => Harm::None,
            5 => Harm::Stun,
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
