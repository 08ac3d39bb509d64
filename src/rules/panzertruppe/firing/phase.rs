//! Chapter 3: a fire phase. All shots are declared, then rolled target by target.

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::panzertruppe::artillery::Mission;
use crate::rules::panzertruppe::firing::Harm;
use crate::rules::panzertruppe::firing::shot::{Shot, Small};
use crate::rules::panzertruppe::firing::to_hit::ToHit;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{Arm, Choice, Flag, Id, Position, Slot};

/// The target of a declared shot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A unit.
    Unit(Id),
    /// A section of building or woods where a unit may be hidden (24).
    Section(u16),
    /// The enemy aircraft (32).
    Plane,
}

/// A declared shot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declared {
    /// The firer.
    pub firer: Id,
    /// The weapon.
    pub slot: Slot,
    /// The target.
    pub aim: Aim,
}

/// The decision of a fire phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FirePhase {
    /// The side that fires.
    pub side: Side,
    /// Shots declared so far.
    pub declared: Vec<Declared>,
    /// Indirect fire and smoke called so far.
    pub missions: Vec<Mission>,
}

impl FirePhase {
    /// A fire phase in which nothing is declared.
    pub const fn new(side: Side) -> Self {
        Self { side, declared: Vec::new(), missions: Vec::new() }
    }

    /// Whether the side has anything to decide.
    pub fn is_open(&self, position: &Position) -> bool {
        !self.declared.is_empty()
            || !self.missions.is_empty()
            || position.any_shot(self.side)
            || position.any_call(self)
            || position.each_smoke(self, &mut |_| true)
            || position.any_flak(self.side)
            || position.any_section(self.side)
    }
}

impl Open for FirePhase {
    fn asks(&self, _: &Position) -> DecisionHead {
        let prompt = if self.declared.is_empty() && self.missions.is_empty() {
            "Declare a shot, or end the phase."
        } else {
            "Declare another shot, or roll those declared."
        };
        DecisionHead { side: self.side, kind: "fire", prompt, rule: "3" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        if self.declared.is_empty() && self.missions.is_empty() {
            to.push(Choice::Pass);
        } else {
            to.push(Choice::Resolve);
        }
        let targets = position.targets(self.side);
        for id in position.ids(self.side) {
            if !position.state(id).is_able() {
                continue;
            }
            let tag = position.unit(id).tag;
            for slot in position.slots(id) {
                if !position.is_ready(id, slot) {
                    continue;
                }
                let Some(field) = position.field(id, slot) else { continue };
                for &(target, _) in targets.iter().filter(|(_, cell)| field.covers(*cell)) {
                    if position.may_shoot(id, slot, target).is_some() {
                        to.push(Choice::Fire(tag, slot, position.unit(target).tag));
                    }
                }
            }
            if position.may_flak(id) {
                to.push(Choice::Flak(tag));
            }
        }
        position.call_choices(self, to);
        // Choices that are offered for every place come last.
        position.each_smoke(self, &mut |choice| {
            to.push(choice);
            false
        });
        for id in position.ids(self.side).filter(|&id| position.state(id).is_able()) {
            position.section_choices(id, to);
        }
    }

    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        let own = |who| position.battle.find(who).filter(|&id| position.side(id) == self.side);
        let loaded = |id: Id, slot: Slot| {
            position.state(id).is_able()
                && position.slots(id).any(|known| known == slot)
                && position.is_ready(id, slot)
        };
        match *choice {
            Choice::Fire(who, slot, target) => {
                let target = position.battle.find(target).filter(|&id| position.side(id) != self.side);
                own(who).zip(target).is_some_and(|(firer, target)| {
                    loaded(firer, slot) && position.may_shoot(firer, slot, target).is_some()
                })
            }
            Choice::Section(who, cell) => {
                own(who).zip(position.battle.index(cell)).is_some_and(|(firer, cell)| {
                    loaded(firer, Slot::Main) && position.sections(firer).any(|known| known == cell)
                })
            }
            Choice::Flak(who) => {
                own(who).is_some_and(|firer| position.state(firer).is_able() && position.may_flak(firer))
            }
            Choice::Call(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..) => {
                position.offers_call(self, choice)
            }
            Choice::Pass => self.declared.is_empty() && self.missions.is_empty(),
            Choice::Resolve => !(self.declared.is_empty() && self.missions.is_empty()),
            _ => self.lists(position, choice),
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::Fire(who, slot, target) => {
                let (firer, target) = (position.id(who), position.id(target));
                position.declare(Declared { firer, slot, aim: Aim::Unit(target) }, &mut self, log);
            }
            Choice::Section(who, cell) => {
                let firer = position.id(who);
                let aim = Aim::Section(position.battle.index(cell).unwrap_or(0));
                position.declare(Declared { firer, slot: Slot::Main, aim }, &mut self, log);
            }
            Choice::Flak(who) => {
                let firer = position.id(who);
                position.declare(Declared { firer, slot: Slot::Main, aim: Aim::Plane }, &mut self, log);
            }
            Choice::Call(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..) => {
                position.call(choice, &mut self, dice, log)?;
            }
            Choice::Resolve | Choice::Pass => return position.end_fire(self, dice, log),
            _ => {}
        }
        position.stack.push(Frame::Fire(self));
        Ok(())
    }
}

impl Position {
    /// The weapons of a unit, in order.
    pub fn slots(&self, id: Id) -> impl Iterator<Item = Slot> {
        let unit = self.unit(id);
        let has = [
            (Slot::Main, unit.main.is_some() && !unit.rocket),
            (Slot::Second, unit.second.is_some()),
            (Slot::Bow, unit.machine_guns[0]),
            (Slot::Coax, unit.machine_guns[1]),
            (Slot::Open, unit.machine_guns[2] || unit.quad),
            (Slot::Arms, unit.is_infantry()),
            (Slot::Hand, unit.hand.is_some()),
            (Slot::Mortar, unit.mortar.is_some()),
        ];
        has.into_iter().filter(|(_, has)| *has).map(|(slot, _)| slot)
    }

    /// The enemy units a side may fire at, with their cells.
    fn targets(&self, side: Side) -> Vec<(Id, Cell)> {
        let targets = self.ids(side.other()).filter(|&id| self.is_target(id));
        targets.filter_map(|id| Some((id, self.cell_of(id)?))).collect()
    }

    /// Whether a side has any shot.
    pub fn any_shot(&self, side: Side) -> bool {
        let targets = self.targets(side);
        self.ids(side).any(|id| {
            self.state(id).is_able()
                && self.slots(id).any(|slot| {
                    self.is_ready(id, slot)
                        && self.field(id, slot).is_some_and(|field| {
                            let mut seen = targets.iter().filter(|(_, cell)| field.covers(*cell));
                            seen.any(|&(target, _)| self.may_shoot(id, slot, target).is_some())
                        })
                })
        })
    }

    /// Declares a shot: the weapon counts as fired, whatever happens before it is rolled (3).
    fn declare(&mut self, shot: Declared, phase: &mut FirePhase, log: &mut Log) {
        self.spend(shot.firer, shot.slot);
        log.add(|| {
            let target = match shot.aim {
                Aim::Unit(id) => self.full_name(id),
                Aim::Section(cell) => format!("a hidden unit in {}", self.battle.cell(cell)),
                Aim::Plane => "the aircraft".to_owned(),
            };
            let text = format!("{}: {} declared at {target}", self.full_name(shot.firer), shot.slot.name());
            let event = Event::new(Tone::Plain, phase.side, text, "3").at(self.cell_of(shot.firer)).detail();
            self.for_those_who_see(shot.firer, event)
        });
        phase.declared.push(shot);
    }

    /// Shows an event to the unit's own side only while the unit is hidden (29).
    pub fn for_those_who_see(&self, id: Id, event: Event) -> Event {
        if self.state(id).is(Flag::Hidden) { event.only(self.side(id)) } else { event }
    }

    /// Marks a weapon as fired and places its shot marker (3, 15, 16).
    pub fn spend(&mut self, id: Id, slot: Slot) {
        let turret_gun = self.unit(id).second.is_some_and(|gun| gun.turret);
        let turret_open = self.unit(id).turret_open;
        let state = self.state_mut(id);
        match slot {
            Slot::Second => {
                state.set(Flag::FiredSecond, true);
                state.second_shots += 1;
            }
            Slot::Coax if turret_gun => {
                state.set(Flag::FiredSecond, true);
                state.second_shots += 1;
            }
            Slot::Main | Slot::Hand | Slot::Mortar | Slot::Coax => {
                state.set(Flag::Fired, true);
                state.shots += 1;
            }
            Slot::Open if turret_open => {
                state.set(Flag::Fired, true);
                state.shots += 1;
            }
            Slot::Bow => state.set(Flag::FiredBow, true),
            Slot::Open => state.set(Flag::FiredOpen, true),
            Slot::Arms => state.set(Flag::FiredArms, true),
        }
        self.state_mut(id).set(Flag::Betrayed, true);
        // Riders dismount from a tank that fires a gun (18).
        if matches!(slot, Slot::Main | Slot::Second) {
            self.unseat(id);
        }
    }

    /// Marks the riders of a tank or SP-gun to dismount at the end of the phase (18).
    pub fn unseat(&mut self, carrier: Id) {
        if self.unit(carrier).carrier || self.unit(carrier).arm != Arm::Armoured {
            return;
        }
        let riders: Vec<Id> = self.cargo(carrier).filter(|&id| self.unit(id).is_infantry()).collect();
        for rider in riders {
            self.state_mut(rider).set(Flag::Unseated, true);
        }
    }

    /// Rolls all declared shots, then ends the phase.
    fn end_fire(&mut self, phase: FirePhase, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let mut done: Vec<Aim> = Vec::new();
        for first in &phase.declared {
            if done.contains(&first.aim) {
                continue;
            }
            done.push(first.aim);
            for shot in phase.declared.iter().filter(|shot| shot.aim == first.aim) {
                match shot.aim {
                    Aim::Unit(target) => self.fire(shot.firer, shot.slot, target, false, dice, log)?,
                    Aim::Section(cell) => self.search(shot.firer, cell, dice, log)?,
                    Aim::Plane => self.flak(shot.firer, dice, log)?,
                }
            }
            if let Aim::Unit(target) = first.aim {
                self.begin_errant_turn(target, dice, log)?;
            }
        }
        for mission in &phase.missions {
            self.bombard(phase.side, mission, dice, log)?;
        }
        self.finish_fire(&phase, dice, log)
    }

    /// Resolves one shot: to hit, hit effect, depletion.
    pub fn fire(
        &mut self,
        firer: Id,
        slot: Slot,
        target: Id,
        ambush: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if !self.is_in(firer) && slot != Slot::Main {
            return Ok(());
        }
        let hidden = self.state(firer).is(Flag::Hidden);
        self.state_mut(firer).set(Flag::FiredHidden, hidden);
        if !self.is_in(target) {
            log.add(|| {
                let text = format!("{} fires at a target that is already out of action", self.named(firer));
                Event::new(Tone::Plain, self.side(firer), text, "3")
            });
            // Depletion is rolled all the same (17).
            return if slot == Slot::Hand { self.deplete(firer, dice, log) } else { Ok(()) };
        }
        let line = match (self.place_of(firer), self.place_of(target)) {
            (Some(from), Some(to)) => self.battle.line(from, to),
            _ => return Ok(()),
        };
        let Some(shot) = self.shot(firer, slot, target, line, ambush) else { return Ok(()) };
        match shot {
            Shot::Small(small) => self.roll_small(firer, slot, target, &small, dice, log)?,
            Shot::Aimed(to_hit, hit, effect_dice) => {
                if self.roll_to_hit(firer, slot, target, &to_hit, dice, log)? {
                    self.unseat(target);
                    for _ in 0..effect_dice {
                        if !self.is_in(target) {
                            break;
                        }
                        self.effect(firer, slot, target, &hit, dice, log)?;
                    }
                }
            }
        }
        if slot == Slot::Hand {
            self.deplete(firer, dice, log)?;
        }
        Ok(())
    }

    /// MG or small arms fire: hit and effect on one die.
    fn roll_small(
        &mut self,
        firer: Id,
        slot: Slot,
        target: Id,
        small: &Small,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let face = dice.roll(10, || format!("{}: {} or more", self.named(firer), small.need()))?;
        let harm = small.harm(face);
        log.add(|| {
            let name = self.full_name(target);
            let result = match harm {
                Harm::None => format!("no effect on {name}"),
                Harm::Stun => format!("{name} stunned"),
                _ => format!("{name} eliminated"),
            };
            let (by, weapon, need) = (self.named(firer), slot.name(), small.need());
            let text = format!("{result} by {by}, {weapon}: {face}, needs {need}");
            let tone = if harm == Harm::None { Tone::Failure } else { Tone::Success };
            let what = format!("fires {weapon} at {name}");
            let rolled = if harm == Harm::None { "no effect" } else { "hit" };
            Event::new(tone, self.side(firer), text, "15")
                .deed(by, what, format!("{rolled}, rolled {face}, needs {need}"))
                .likely(chance_of(need))
                .at(self.known_cell(firer).into_iter().chain(self.cell_of(target)))
                .with(small.lines.as_slice())
        });
        let rides = self.carrier(target).is_some_and(|carrier| !self.unit(carrier).carrier);
        if harm == Harm::Stun && rides {
            self.state_mut(target).set(Flag::Unseated, true);
        }
        self.harm(target, harm, log);
        Ok(())
    }

    /// The to-hit roll of a shot; returns whether it hits.
    fn roll_to_hit(
        &self,
        firer: Id,
        slot: Slot,
        target: Id,
        roll: &ToHit,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        let need = roll.need.unwrap_or(11);
        let face = dice.roll(10, || format!("{} to hit: {need} or more", self.named(firer)))?;
        let struck = roll.need.is_some() && face >= roll.lowest();
        log.add(|| {
            let what = if struck { "hits" } else { "misses" };
            let text = format!(
                "{} {what} {} with its {}: {face}, needs {need}",
                self.named(firer),
                self.full_name(target),
                slot.name()
            );
            let tone = if struck { Tone::Success } else { Tone::Failure };
            let aimed = format!("fires {} at {}", slot.name(), self.full_name(target));
            let rolled = if struck { "hit" } else { "miss" };
            Event::new(tone, self.side(firer), text, "3")
                .deed(self.named(firer), aimed, format!("{rolled}, rolled {face}, needs {need}"))
                .likely(if roll.need.is_some() { chance_of(i16::from(roll.lowest())) } else { 0.0 })
                .at(self.known_cell(firer).into_iter().chain(self.cell_of(target)))
                .with(roll.lines.as_slice())
        });
        Ok(struck)
    }
}

/// The chance of this face or more on a D10.
fn chance_of(face: i16) -> f64 {
    f64::from(11 - face.clamp(1, 11)) / 10.0
}
