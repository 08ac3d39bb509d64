//! Chapter 3: a fire phase. All shots are declared, then rolled target by target.

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::odds::Distribution;
use crate::rules::panzertruppe::air::anti_aircraft::flak;
use crate::rules::panzertruppe::artillery::{Mission, bombard, call, finish_fire};
use crate::rules::panzertruppe::firing::results::{Fired, effect};
use crate::rules::panzertruppe::firing::search::search;
use crate::rules::panzertruppe::firing::shot::{Shot, Small};
use crate::rules::panzertruppe::firing::to_hit::ToHit;
use crate::rules::panzertruppe::firing::{Condition, Harm};
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{
    Arm, Choice, Flag, Forces, Gunnery, Id, Phase, Position, Slot, Spot,
};

/// The target of a declared shot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A unit.
    Unit(Id),
    /// A section of building or woods where a unit may be hidden (24).
    Section(Spot),
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

    /// Declares a shot: the weapon counts as fired, whatever happens before it is rolled (3).
    fn declare(&mut self, shot: Declared, forces: &mut Forces, log: &mut Log) {
        forces.spend(shot.firer, shot.slot);
        log.add(|| {
            let target = match shot.aim {
                Aim::Unit(id) => forces.battle.full_name(id),
                Aim::Section(cell) => format!("a hidden unit in {}", forces.battle.cell(cell)),
                Aim::Plane => "the aircraft".to_owned(),
            };
            let (name, weapon) = (forces.battle.full_name(shot.firer), shot.slot.name());
            let text = format!("{name}: {weapon} declared at {target}");
            let event = Event::new(Tone::Plain, self.side, text, "3").at(forces.cell_of(shot.firer)).detail();
            forces.for_those_who_see(shot.firer, event)
        });
        self.declared.push(shot);
    }

    /// The shots declared at a target.
    pub fn shots_at(&self, target: Id) -> impl Iterator<Item = &Declared> {
        self.declared.iter().filter(move |shot| shot.aim == Aim::Unit(target))
    }

    /// The conditions the shots declared so far may leave a target in.
    pub fn odds_at(&self, gunnery: Gunnery, target: Id) -> Distribution<Condition> {
        let start = Distribution::certain(gunnery.forces.state(target).condition);
        self.shots_at(target).fold(start, |odds, shot| {
            odds.then(|&condition| gunnery.after(shot.firer, shot.slot, target, condition, false))
        })
    }

    /// Whether the side has anything to decide.
    pub fn is_open(&self, position: &Position) -> bool {
        !self.declared.is_empty()
            || !self.missions.is_empty()
            || position.gunnery().any_shot(self.side)
            || position.batteries().any_call(self)
            || position.batteries().each_smoke(self, &mut |_| true)
            || position.sky().any_flak(self.side)
            || position.gunnery().any_section(self.side)
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
        let targets = position.gunnery().targets(self.side);
        for id in position.forces.ids(self.side) {
            if !position.forces.state(id).is_able() {
                continue;
            }
            let tag = position.battle.unit(id).tag;
            for slot in position.battle.unit(id).slots() {
                if !position.gunnery().is_ready(id, slot) {
                    continue;
                }
                let Some(field) = position.gunnery().field(id, slot) else { continue };
                for &(target, _) in targets.iter().filter(|(_, cell)| field.covers(*cell)) {
                    if position.gunnery().may_shoot(id, slot, target).is_some() {
                        to.push(Choice::Fire(tag, slot, position.battle.unit(target).tag));
                    }
                }
            }
            if position.sky().may_flak(id) {
                to.push(Choice::Flak(tag));
            }
        }
        position.batteries().call_choices(self, to);
        // Choices that are offered for every place come last.
        position.batteries().each_smoke(self, &mut |choice| {
            to.push(choice);
            false
        });
        for id in position.forces.ids(self.side).filter(|&id| position.forces.state(id).is_able()) {
            position.gunnery().section_choices(id, to);
        }
    }

    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        let own = |who| position.battle.find(who).filter(|&id| position.forces.side(id) == self.side);
        let loaded = |id: Id, slot: Slot| {
            position.forces.state(id).is_able()
                && position.battle.unit(id).slots().any(|known| known == slot)
                && position.gunnery().is_ready(id, slot)
        };
        match *choice {
            Choice::Fire(who, slot, target) => {
                let target = position.battle.find(target).filter(|&id| position.forces.side(id) != self.side);
                own(who).zip(target).is_some_and(|(firer, target)| {
                    loaded(firer, slot) && position.gunnery().may_shoot(firer, slot, target).is_some()
                })
            }
            Choice::Section(who, cell) => {
                own(who).zip(position.battle.index(cell)).is_some_and(|(firer, cell)| {
                    loaded(firer, Slot::Main) && position.gunnery().sections(firer).any(|known| known == cell)
                })
            }
            Choice::Flak(who) => own(who).is_some_and(|firer| {
                position.forces.state(firer).is_able() && position.sky().may_flak(firer)
            }),
            Choice::Call(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..) => {
                position.batteries().offers_call(self, choice)
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
                let (firer, target) = (position.battle.id(who), position.battle.id(target));
                self.declare(Declared { firer, slot, aim: Aim::Unit(target) }, &mut position.forces, log);
            }
            Choice::Section(who, cell) => {
                let firer = position.battle.id(who);
                let aim = Aim::Section(position.battle.index(cell).unwrap_or_default());
                self.declare(Declared { firer, slot: Slot::Main, aim }, &mut position.forces, log);
            }
            Choice::Flak(who) => {
                let firer = position.battle.id(who);
                self.declare(
                    Declared { firer, slot: Slot::Main, aim: Aim::Plane },
                    &mut position.forces,
                    log,
                );
            }
            Choice::Call(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..) => {
                call(position, choice, &mut self, dice, log)?;
            }
            Choice::Resolve | Choice::Pass => return position.end_fire(self, dice, log),
            _ => {}
        }
        position.turn.stack.push(Frame::Fire(self));
        Ok(())
    }
}

impl Gunnery<'_> {
    /// The enemy units a side may fire at, with their cells.
    fn targets(self, side: Side) -> Vec<(Id, Cell)> {
        let targets = self.forces.ids(side.other()).filter(|&id| self.forces.is_target(id));
        targets.filter_map(|id| Some((id, self.forces.cell_of(id)?))).collect()
    }

    /// Whether a side has any shot.
    pub fn any_shot(self, side: Side) -> bool {
        let targets = self.targets(side);
        self.forces.ids(side).any(|id| {
            self.forces.state(id).is_able()
                && self.battle.unit(id).slots().any(|slot| {
                    self.is_ready(id, slot)
                        && self.field(id, slot).is_some_and(|field| {
                            let mut seen = targets.iter().filter(|(_, cell)| field.covers(*cell));
                            seen.any(|&(target, _)| self.may_shoot(id, slot, target).is_some())
                        })
                })
        })
    }
}

/// MG or small arms fire: hit and effect on one die.
fn roll_small(
    forces: &mut Forces,
    phase: Phase,
    fired: Fired,
    small: &Small,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Fired { firer, slot, target } = fired;
    let face = dice.roll(10, || format!("{}: {} or more", forces.named(firer), small.need()))?;
    let harm = small.harm(face);
    log.add(|| {
        let name = forces.battle.full_name(target);
        let result = match harm {
            Harm::None => format!("no effect on {name}"),
            Harm::Stun => format!("{name} stunned"),
            _ => format!("{name} eliminated"),
        };
        let (by, weapon, need) = (forces.named(firer), slot.name(), small.need());
        let text = format!("{result} by {by}, {weapon}: {face}, needs {need}");
        let tone = if harm == Harm::None { Tone::Failure } else { Tone::Success };
        let what = format!("fires {weapon} at {name}");
        let rolled = if harm == Harm::None { "no effect" } else { "hit" };
        Event::new(tone, forces.side(firer), text, "15")
            .deed(by, what, format!("{rolled}, rolled {face}, needs {need}"))
            .likely(chance_of(need))
            .at(forces.known_cell(firer).into_iter().chain(forces.cell_of(target)))
            .with(small.lines.as_slice())
    });
    let rides = forces.carrier(target).is_some_and(|carrier| !forces.battle.unit(carrier).carrier);
    if harm == Harm::Stun && rides {
        forces.state_mut(target).set(Flag::Unseated, true);
    }
    forces.harm(target, harm, phase, log);
    Ok(())
}

impl Position {
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
                    Aim::Section(cell) => search(self, shot.firer, cell, dice, log)?,
                    Aim::Plane => flak(self, shot.firer, dice, log)?,
                }
            }
            if let Aim::Unit(target) = first.aim {
                self.begin_errant_turn(target, dice, log)?;
            }
        }
        for mission in &phase.missions {
            bombard(self, phase.side, mission, dice, log)?;
        }
        finish_fire(self, &phase, dice, log)
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
        if !self.forces.is_in(firer) && slot != Slot::Main {
            return Ok(());
        }
        self.forces.state_mut(firer).open_fire();
        if !self.forces.is_in(target) {
            log.add(|| {
                let text =
                    format!("{} fires at a target that is already out of action", self.forces.named(firer));
                Event::new(Tone::Plain, self.forces.side(firer), text, "3")
            });
            // Depletion is rolled all the same (17).
            return if slot == Slot::Hand { self.forces.deplete(firer, dice, log) } else { Ok(()) };
        }
        let line = match (self.forces.place_of(firer), self.forces.place_of(target)) {
            (Some(from), Some(to)) => self.battle.line(from, to),
            _ => return Ok(()),
        };
        let Some(shot) = self.gunnery().shot(firer, slot, target, line, ambush) else { return Ok(()) };
        let fired = Fired { firer, slot, target };
        match shot {
            Shot::Small(small) => roll_small(&mut self.forces, self.turn.phase, fired, &small, dice, log)?,
            Shot::Aimed(to_hit, hit, effect_dice) => {
                if roll_to_hit(&self.forces, fired, &to_hit, dice, log)? {
                    self.forces.unseat(target);
                    for _ in 0..effect_dice {
                        if !self.forces.is_in(target) {
                            break;
                        }
                        effect(&mut self.forces, self.turn.phase, fired, &hit, dice, log)?;
                    }
                }
            }
        }
        if slot == Slot::Hand {
            self.forces.deplete(firer, dice, log)?;
        }
        Ok(())
    }
}

impl Forces {
    /// Shows an event to the unit's own side only while the unit is hidden (29).
    pub fn for_those_who_see(&self, id: Id, event: Event) -> Event {
        if self.state(id).is(Flag::Hidden) { event.only(self.side(id)) } else { event }
    }

    /// Marks a weapon as fired and places its shot marker (3, 15, 16).
    pub fn spend(&mut self, id: Id, slot: Slot) {
        let turret_gun = self.battle.unit(id).second.is_some_and(|gun| gun.turret);
        let turret_open = self.battle.unit(id).turret_open;
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
        if self.battle.unit(carrier).carrier || self.battle.unit(carrier).arm != Arm::Armoured {
            return;
        }
        let riders: Vec<Id> = self.cargo(carrier).filter(|&id| self.battle.unit(id).is_infantry()).collect();
        for rider in riders {
            self.state_mut(rider).set(Flag::Unseated, true);
        }
    }
}

/// The chance of this face or more on a D10.
fn chance_of(face: i16) -> f64 {
    f64::from(11 - face.clamp(1, 11)) / 10.0
}

/// The to-hit roll of a shot; returns whether it hits.
fn roll_to_hit(
    forces: &Forces,
    fired: Fired,
    roll: &ToHit,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let Fired { firer, slot, target } = fired;
    let need = roll.need.unwrap_or(11);
    let face = dice.roll(10, || format!("{} to hit: {need} or more", forces.named(firer)))?;
    let struck = roll.need.is_some() && face >= roll.lowest();
    log.add(|| {
        let what = if struck { "hits" } else { "misses" };
        let text = format!(
            "{} {what} {} with its {}: {face}, needs {need}",
            forces.named(firer),
            forces.battle.full_name(target),
            slot.name()
        );
        let tone = if struck { Tone::Success } else { Tone::Failure };
        let aimed = format!("fires {} at {}", slot.name(), forces.battle.full_name(target));
        let rolled = if struck { "hit" } else { "miss" };
        Event::new(tone, forces.side(firer), text, "3")
            .deed(forces.named(firer), aimed, format!("{rolled}, rolled {face}, needs {need}"))
            .likely(if roll.need.is_some() { chance_of(i16::from(roll.lowest())) } else { 0.0 })
            .at(forces.known_cell(firer).into_iter().chain(forces.cell_of(target)))
            .with(roll.lines.as_slice())
    });
    Ok(struck)
}
