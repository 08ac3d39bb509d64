//! Chapter 3: a fire phase. Every shot is declared, then all are rolled, target by target.

use super::aim::Shot;
use super::artillery::Mission;
use super::firing::{Class, Condition, Harm, Motion};
use super::state::{Arm, Choice, Flag, Id, Kind, NOBODY, Position, Slot, Switch};
use super::turn::{Asks, Frame, Open};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};

/// What is fired at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A unit.
    Unit(Id),
    /// Whatever hides in a section of building or woods (24).
    Section(u16),
    /// The enemy's aircraft (32).
    Plane,
}

/// A shot that was declared.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declared {
    /// Who fires.
    pub firer: Id,
    /// What with.
    pub slot: Slot,
    /// At what.
    pub aim: Aim,
}

/// A fire phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FirePhase {
    /// Whose.
    pub side: Side,
    /// What has been declared.
    pub declared: Vec<Declared>,
    /// Indirect fire that was called.
    pub missions: Vec<Mission>,
}

impl FirePhase {
    /// The beginning of a fire phase.
    pub const fn new(side: Side) -> Self {
        Self { side, declared: Vec::new(), missions: Vec::new() }
    }

    /// Whether there is anything to decide.
    pub fn is_open(&self, position: &Position) -> bool {
        !self.declared.is_empty()
            || !self.missions.is_empty()
            || position.any_shot(self.side)
            || position.any_call(self)
            || position.any_flak(self.side)
            || position.any_section(self.side)
    }
}

impl Open for FirePhase {
    fn asks(&self, _: &Position) -> Asks {
        let prompt = if self.declared.is_empty() && self.missions.is_empty() {
            "Declare shots, or pass."
        } else {
            "Declare more shots, or resolve them."
        };
        Asks { side: self.side, kind: "fire", prompt, rule: "3" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        if self.declared.is_empty() && self.missions.is_empty() {
            to.push(Choice::Pass);
        } else {
            to.push(Choice::Resolve);
        }
        let battle = &position.battle;
        for id in battle.ids(self.side) {
            if !position.state(id).is_able() {
                continue;
            }
            let tag = position.unit(id).tag;
            for slot in position.slots(id) {
                if !position.is_ready(id, slot) {
                    continue;
                }
                for target in battle.ids(self.side.other()) {
                    if position.may_shoot(id, slot, target).is_some() {
                        to.push(Choice::Fire(tag, slot, position.unit(target).tag));
                    }
                }
                if slot == Slot::Main {
                    position.section_choices(id, to);
                }
            }
            if position.may_flak(id) {
                to.push(Choice::Flak(tag));
            }
        }
        position.call_choices(self, to);
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
            Choice::Call(..) | Choice::Smoke(..) | Choice::Screen(..) => {
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
    /// The weapons a unit has, in order.
    pub fn slots(&self, id: Id) -> impl Iterator<Item = Slot> {
        let unit = self.unit(id);
        let has = [
            (Slot::Main, unit.main.is_some() && !unit.rocket),
            (Slot::Second, unit.second.is_some()),
            (Slot::Bow, unit.machine_guns[0]),
            (Slot::Coax, unit.machine_guns[1]),
            (Slot::Open, unit.machine_guns[2] && !unit.quad),
            (Slot::Arms, unit.is_infantry()),
            (Slot::Hand, unit.hand.is_some()),
            (Slot::Mortar, unit.mortar.is_some()),
        ];
        has.into_iter().filter(|(_, has)| *has).map(|(slot, _)| slot)
    }

    /// Whether a side has any shot at all.
    pub fn any_shot(&self, side: Side) -> bool {
        self.battle.ids(side).any(|id| {
            self.state(id).is_able()
                && self.slots(id).any(|slot| {
                    self.is_ready(id, slot)
                        && self
                            .battle
                            .ids(side.other())
                            .any(|target| self.may_shoot(id, slot, target).is_some())
                })
        })
    }

    /// Sections of building and woods that large guns may search by fire: those beside which the enemy was seen
    /// are not known, so any in sight within 25 inches, next to which no friend stands (24, P-30).
    fn section_choices(&self, id: Id, to: &mut Vec<Choice>) {
        let tag = self.unit(id).tag;
        to.extend(self.sections(id).map(|index| Choice::Section(tag, self.battle.cell(index))));
    }

    fn sections(&self, id: Id) -> impl Iterator<Item = u16> + '_ {
        let searches = self.hidden > 0
            && self.battle.plays(Switch::Buildings)
            && self.bore(id, Slot::Main).is_some_and(|bore| bore.calibre >= 70);
        let from = self.spot(id).filter(|_| searches);
        from.into_iter().flat_map(move |from| {
            self.battle.lie.shelters.iter().copied().filter(move |&index| {
                self.range(from, index) <= 250
                    && self.holder_of(index).is_none_or(|holder| self.state(holder).is(Flag::Hidden))
                    && self.bears(id, Slot::Main, index)
                    && self.open_line(from, index).is_some()
            })
        })
    }

    /// Whether a side has anything to search by fire.
    fn any_section(&self, side: Side) -> bool {
        self.hidden > 0
            && self.battle.ids(side).any(|id| {
                self.state(id).is_able()
                    && self.unit(id).main.is_some()
                    && !self.unit(id).rocket
                    && self.is_ready(id, Slot::Main)
                    && self.sections(id).next().is_some()
            })
    }

    /// Notes a shot: the weapon counts as fired from now on, whatever comes of it (3).
    fn declare(&mut self, shot: Declared, phase: &mut FirePhase, log: &mut Log) {
        self.spend(shot.firer, shot.slot);
        log.add(|| {
            let target = match shot.aim {
                Aim::Unit(id) => self.who(id),
                Aim::Section(cell) => format!("what may hide in {}", self.battle.cell(cell)),
                Aim::Plane => "the aircraft".to_owned(),
            };
            let text = format!("{} aims its {} at {target}", self.who(shot.firer), shot.slot.name());
            let event = Event::new(Tone::Plain, phase.side, text, "3").at(self.cell_of(shot.firer));
            self.for_those_who_see(shot.firer, event)
        });
        phase.declared.push(shot);
    }

    /// A line about a unit, for its own side alone while the enemy does not see it (29).
    pub fn for_those_who_see(&self, id: Id, event: Event) -> Event {
        if self.state(id).is(Flag::Hidden) { event.only(self.side(id)) } else { event }
    }

    /// Puts the marker of a shot on a unit (3, 15, 16).
    pub fn spend(&mut self, id: Id, slot: Slot) {
        let turret_gun = self.unit(id).second.is_some_and(|gun| gun.turret);
        let turret_open = self.unit(id).turret_open;
        let quad = self.unit(id).quad;
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
        if quad {
            state.set(Flag::FiredOpen, true);
        }
        self.state_mut(id).set(Flag::Betrayed, true);
        // Infantry gets off a tank that fires its gun (18).
        if slot == Slot::Main {
            self.unseat(id);
        }
    }

    /// Riders on a tank or a self-propelled gun get off at the end of the phase (18).
    fn unseat(&mut self, carrier: Id) {
        if self.unit(carrier).carrier || self.unit(carrier).arm != Arm::Armoured {
            return;
        }
        let riders: Vec<Id> = self.cargo(carrier).filter(|&id| self.unit(id).is_infantry()).collect();
        for rider in riders {
            self.state_mut(rider).set(Flag::Unseated, true);
        }
    }

    /// Rolls everything that was declared, then ends the phase.
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
                self.run_errant(target, dice, log)?;
            }
        }
        for mission in &phase.missions {
            self.bombard(phase.side, mission, dice, log)?;
        }
        self.finish_fire(&phase, dice, log)
    }

    /// One shot: to hit, effect, and what it costs the firer.
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
        self.reveal(firer, log);
        if !self.is_in(target) {
            log.add(|| {
                let text = format!("{} fires at what is already out of action", self.who(firer));
                Event::new(Tone::Plain, self.side(firer), text, "3")
            });
            return Ok(());
        }
        let line = match (self.place_of(firer), self.place_of(target)) {
            (Some(from), Some(to)) => self.battle.line(from, to),
            _ => return Ok(()),
        };
        let Some(shot) = self.shot(firer, slot, target, line, ambush) else { return Ok(()) };
        match shot {
            Shot::Small(small) => {
                let face = dice.roll(10, || format!("{}: {} or more", self.who(firer), small.need()))?;
                let harm = small.harm(face);
                log.add(|| {
                    let what = match harm {
                        Harm::None => "no effect",
                        Harm::Stun => "stunned",
                        _ => "out of action",
                    };
                    let text = format!(
                        "{} fires its {} at {}: {face}, needs {}: {what}",
                        self.who(firer),
                        slot.name(),
                        self.who(target),
                        small.need()
                    );
                    let tone = if harm == Harm::None { Tone::Failure } else { Tone::Success };
                    Event::new(tone, self.side(firer), text, "15")
                        .at(self.cell_of(firer).into_iter().chain(self.cell_of(target)))
                        .with(small.lines.as_slice())
                });
                let rides = self.carrier(target).is_some_and(|carrier| !self.unit(carrier).carrier);
                if harm == Harm::Stun && rides {
                    self.state_mut(target).set(Flag::Unseated, true);
                }
                self.harm(target, harm, log);
            }
            Shot::Aimed(roll, hit, effect_dice) => {
                let need = roll.need.unwrap_or(11);
                let face = dice.roll(10, || format!("{} to hit: {need} or more", self.who(firer)))?;
                let struck = roll.need.is_some() && face >= roll.lowest();
                log.add(|| {
                    let what = if struck { "hit" } else { "missed" };
                    let text = format!(
                        "{} fires its {} at {}: {face}, needs {need}: {what}",
                        self.who(firer),
                        slot.name(),
                        self.who(target)
                    );
                    let tone = if struck { Tone::Success } else { Tone::Failure };
                    Event::new(tone, self.side(firer), text, "3")
                        .at(self.cell_of(firer).into_iter().chain(self.cell_of(target)))
                        .with(roll.lines.as_slice())
                });
                if struck {
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

    /// What a hit does, with a roll where one is needed.
    fn effect(
        &mut self,
        firer: Id,
        slot: Slot,
        target: Id,
        hit: &super::firing::Hit,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let face = match hit.sum() {
            None => 0,
            Some(sum) => dice.roll(10, || format!("effect on {}, {sum:+}", self.who(target)))?,
        };
        let mut harm = hit.harm(&self.battle.tables, face);
        // A flail takes the first hit that would immobilise its tank from the front (34).
        let front = self.place_of(firer).zip(self.place_of(target)).is_some_and(|(from, to)| {
            let toward = super::geometry::way(self.battle.cell(to), self.battle.cell(from));
            super::geometry::aspect(self.state(target).hull, toward) == super::geometry::Aspect::Front
        });
        if harm == Harm::Immobilise
            && front
            && self.unit(target).flail
            && !self.state(target).is(Flag::FlailGone)
        {
            harm = Harm::None;
            self.state_mut(target).set(Flag::FlailGone, true);
        }
        if let Some(sum) = hit.sum() {
            log.add(|| {
                let word = match harm {
                    Harm::None => "no effect",
                    Harm::Stun => "the crew is stunned",
                    Harm::Immobilise => "immobilised",
                    Harm::Destroy => "destroyed",
                };
                let text = format!(
                    "effect on {}: {face} {sum:+} = {}: {word}",
                    self.who(target),
                    i16::from(face) + sum
                );
                let lines = match hit {
                    super::firing::Hit::Rolls(lines) | super::firing::Hit::RollsForGun(lines) => {
                        lines.as_slice()
                    }
                    _ => &[],
                };
                Event::new(Tone::Plain, self.side(firer), text, "4").with(lines)
            });
        }
        let section = self.place_of(target);
        let large = self.bore(firer, slot).is_some_and(|bore| bore.calibre >= 88);
        self.harm(target, harm, log);
        // What an 88 or larger destroys in a building takes the infantry of the section with it (24).
        if large
            && !self.is_in(target)
            && self.battle.plays(Switch::Buildings)
            && let Some(cell) = section.filter(|&cell| self.battle.ground_at(cell).kind == Kind::Building)
            && let Some(other) = self.holder_of(cell)
            && self.unit(other).is_infantry()
        {
            self.harm(other, Harm::Destroy, log);
        }
        Ok(())
    }

    /// Whether an infantry weapon is used up, and whether its blast burns what it was fired from (17).
    fn deplete(&mut self, firer: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(weapon) = self.weapon(firer) else { return Ok(()) };
        let (depletes, no_blast) = (weapon.depletes, weapon.no_blast);
        if depletes == 0 {
            return Ok(());
        }
        let face =
            dice.roll(10, || format!("depletion of {}: gone on {depletes} or less", self.who(firer)))?;
        if face <= depletes {
            self.state_mut(firer).set(Flag::Depleted, true);
            log.add(|| {
                let text = format!("{} has used up its anti-tank weapon ({face})", self.who(firer));
                Event::new(Tone::Loss, self.side(firer), text, "17").at(self.cell_of(firer))
            });
        }
        let inside = self.carrier(firer);
        let house = self.spot(firer).filter(|&cell| self.battle.ground_at(cell).kind == Kind::Building);
        if !no_blast && face % 2 == 1 && (inside.is_some() || house.is_some()) {
            let burns = inside.unwrap_or(firer);
            self.state_mut(burns).set(Flag::Burning, true);
            log.add(|| {
                let text =
                    format!("the back blast of {} sets fire to what it was fired from", self.who(firer));
                Event::new(Tone::Loss, self.side(firer), text, "17").at(self.cell_of(firer))
            });
        }
        Ok(())
    }

    /// Fire into a section of building or woods: at whoever hides there (24).
    fn search(&mut self, firer: Id, cell: u16, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.reveal(firer, log);
        let found = self.holder_of(cell);
        let Some(bore) = self.bore(firer, Slot::Main) else { return Ok(()) };
        let Some(from) = self.place_of(firer) else { return Ok(()) };
        let line = self.battle.line(from, cell);
        // As if at infantry with heads down; in woods the cover of woods.
        let mut aimed = super::firing::Target { class: Class::Infantry, ..Default::default() };
        aimed.cover = match self.battle.ground_at(cell).kind {
            Kind::Building => super::firing::Cover::BUILDING.with(super::firing::Cover::CROUCHING),
            _ => super::firing::Cover::WOODS,
        };
        let _ = line;
        let roll = super::firing::to_hit::to_hit(
            &self.battle.tables,
            &self.firer(firer, Slot::Main, false),
            &aimed,
            self.range(from, cell),
        );
        let need = roll.need.unwrap_or(11);
        let face =
            dice.roll(10, || format!("{} into {}: {need} or more", self.who(firer), self.battle.cell(cell)))?;
        let struck = roll.need.is_some() && face >= roll.lowest();
        log.add(|| {
            let what = match (struck, found) {
                (true, Some(_)) => "hit",
                (true, None) => "nobody there",
                _ => "missed",
            };
            let text = format!(
                "{} fires into {}: {face}, needs {need}: {what}",
                self.who(firer),
                self.battle.cell(cell)
            );
            Event::new(Tone::Plain, self.side(firer), text, "24").with(roll.lines.as_slice())
        });
        if let (true, Some(target)) = (struck, found) {
            self.reveal(target, log);
            let line = self.battle.line(from, cell);
            let aimed = self.target(from, target, line);
            let hit = super::firing::effect::hit(&self.battle.tables, bore, &aimed, self.range(from, cell));
            self.effect(firer, Slot::Main, target, &hit, dice, log)?;
        }
        Ok(())
    }

    /// Does harm to a unit, and to whom it carries (4 to 6, 13 to 15, 18).
    pub fn harm(&mut self, id: Id, harm: Harm, log: &mut Log) {
        if harm == Harm::None || !self.is_in(id) {
            return;
        }
        // Only vehicles are immobilised.
        if harm == Harm::Immobilise && !self.unit(id).is_vehicle() {
            return;
        }
        let before = self.state(id).condition;
        let after = before.struck(harm);
        if after.destroyed {
            self.lose(id, log);
            return;
        }
        let own_move = self.moving_side() == Some(self.side(id));
        let state = self.state_mut(id);
        state.condition = after;
        if harm == Harm::Stun {
            state.set(Flag::StunStays, own_move);
            state.assault = NOBODY;
            if state.is(Flag::OnCliff) {
                self.lose(id, log);
                return;
            }
            let riders: Vec<Id> = self.cargo(id).collect();
            for rider in riders {
                self.harm(rider, Harm::Stun, log);
            }
        }
        log.add(|| {
            let word = if harm == Harm::Stun { "is stunned" } else { "is immobilised" };
            Event::new(Tone::Loss, self.side(id), format!("{} {word}", self.who(id)), "6")
                .at(self.cell_of(id))
        });
    }

    /// Takes a unit out of action with all it carries.
    pub fn lose(&mut self, id: Id, log: &mut Log) {
        let Some(cell) = self.place_of(id) else { return };
        let riders: Vec<Id> = self.cargo(id).collect();
        for rider in riders {
            self.lose(rider, log);
        }
        self.lift(id);
        if self.state(id).is(Flag::Hidden) {
            self.hidden -= 1;
        }
        let state = self.state_mut(id);
        state.place = super::state::Place::Lost(cell);
        state.condition = Condition { destroyed: true, ..state.condition };
        state.motion = Motion::Stopped;
        state.set(Flag::Hidden, false);
        let group = self.unit(id).group;
        let group = &mut self.groups[usize::from(group)];
        group.lost = group.lost.saturating_add(1);
        group.puffs = true;
        log.add(|| {
            let text = format!("{} is out of action", self.who(id));
            Event::new(Tone::Loss, self.side(id), text, "4").at([self.battle.cell(cell)])
        });
    }
}
