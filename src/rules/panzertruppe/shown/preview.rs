//! The rolls of a choice, shown before it is made.

use std::borrow::Cow;
use std::ops::Deref;

use crate::board::{Cell, Compass};
use crate::dice::Die;
use crate::game::view::PreviewRoll;
use crate::game::{Natural, Preview, Reading, Row, Side, Target, Test, When};
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::phase::Aim;
use crate::rules::panzertruppe::firing::shot::Shot;
use crate::rules::panzertruppe::firing::{Condition, Hit, Lines};
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Flag, Gunnery, Id, Position, Slot, Spot, Tabletop, Tag};
use crate::rules::panzertruppe::tables::Assault;

const D10: [Die; 1] = [Die::new(10)];
const NATURAL_ONE: [Natural; 1] = [Natural { when: When::Face(0, 1), reading: Reading::Fail }];

/// The rolls of choices, worked out from a position.
pub(in crate::rules::panzertruppe) struct Previews<'a>(pub(in crate::rules::panzertruppe) &'a Position);

impl Deref for Previews<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0
    }
}

impl Previews<'_> {
    pub(in crate::rules::panzertruppe) fn preview_choice(&self, choice: &Choice) -> Option<Preview> {
        match *choice {
            Choice::Fire(who, slot, target) => self.preview_shot(who, slot, target),
            Choice::Resolve => self.preview_declared(),
            Choice::Ambush(slot, cell) => self.preview_ambush(slot, cell, None),
            Choice::AmbushRider(slot, cell, rider) => self.preview_ambush(slot, cell, Some(rider)),
            Choice::Defend(slot) => self.preview_defence(slot, None),
            Choice::DefendRider(slot, rider) => self.preview_defence(slot, Some(rider)),
            Choice::Overrun(target) => {
                let (vehicle, target) = (self.turn.mover()?.unit, self.battle.find(target)?);
                let lines = self.close_combat().assault_lines(vehicle, target, true, 0);
                let mut preview = roll(self.assault_roll(vehicle, &lines));
                preview.answer.push("a loaded Gun or anti-tank weapon fires first (20)".into());
                Some(preview)
            }
            Choice::Assault(vehicle) => {
                let (infantry, vehicle) = (self.turn.mover()?.unit, self.battle.find(vehicle)?);
                let lines = self.close_combat().assault_lines(vehicle, infantry, false, 0);
                let mut preview = roll(self.assault_roll(vehicle, &lines));
                preview.remarks.push("rolled at the end of its next fire phase (20)".into());
                Some(preview)
            }
            Choice::Fight(target) => self.preview_fight(target),
            Choice::Section(who, cell) => self.preview_search(who, cell),
            Choice::Flak(who) => {
                let id = self.battle.find(who)?;
                self.preview_need(who, self.sky().flak_need(id)?, "to divert the aircraft", "32")
            }
            Choice::Call(who, ..) | Choice::Shell(who, ..) | Choice::Smoke(who, ..) => {
                let id = self.battle.find(who)?;
                self.preview_need(who, self.batteries().radio_need(id), "for radio contact", "21")
            }
            Choice::Target(tag) => {
                let id = self.battle.find(tag)?;
                match self.turn.stack.last()? {
                    Frame::AirTarget(target) if target.second => {
                        let plane = self.support.planes[target.side.index()]?;
                        Some(self.preview_air(target.side, id, plane.cell))
                    }
                    _ => {
                        let spotted = Target::AtMost(self.battle.tables.air.spotted_to.into());
                        let test = Test::new(&D10, spotted, "to spot the target", "31");
                        Some(roll(PreviewRoll::new(self.battle.full_name(id), test)))
                    }
                }
            }
            Choice::Approach(_) => match self.turn.stack.last()? {
                Frame::AirApproach(approach) => Some(self.preview_air(approach.side, approach.target, None)),
                _ => None,
            },
            Choice::Step(way) | Choice::Reverse(way) => self.preview_mines(way),
            _ => None,
        }
    }

    /// One more shot at a target, with its result after all shots declared at it so far.
    fn preview_shot(&self, who: Tag, slot: Slot, target: Tag) -> Option<Preview> {
        let (firer, target) = self.battle.find_both(who, target)?;
        let line = self.gunnery().may_shoot(firer, slot, target)?;
        let shot = self.gunnery().shot(firer, slot, target, line, false)?;
        let mut preview = roll(self.roll_of(firer, &shot));
        let Some(Frame::Fire(phase)) = self.turn.stack.last() else { return None };
        let odds = phase
            .odds_at(self.gunnery(), target)
            .then(|&condition| self.gunnery().after(firer, slot, target, condition, false));
        preview.result = words(&odds);
        if phase.shots_at(target).next().is_some() {
            preview.remarks.push("includes the shots already declared at this target".into());
        }
        if slot == Slot::Hand && self.battle.weapon(firer).is_some_and(|weapon| weapon.depletes > 0) {
            preview.remarks.push("another D10 for depletion (17)".into());
        }
        Some(preview)
    }

    /// Every declared shot, and the chance of each target to be destroyed.
    fn preview_declared(&self) -> Option<Preview> {
        let Some(Frame::Fire(phase)) = self.turn.stack.last() else { return None };
        let mut preview = Preview::default();
        let mut told: Vec<Id> = Vec::new();
        for shot in &phase.declared {
            let target = match shot.aim {
                Aim::Unit(target) => target,
                Aim::Section(cell) => {
                    preview.rolls.push(self.search_preview(shot.firer, cell));
                    continue;
                }
                Aim::Plane => {
                    if let Some(need) = self.sky().flak_need(shot.firer) {
                        let test = Test::new(&D10, Target::AtLeast(need), "to divert the aircraft", "32");
                        preview.rolls.push(PreviewRoll::new(self.battle.full_name(shot.firer), test));
                    }
                    continue;
                }
            };
            let line = self.battle.line(self.forces.place_of(shot.firer)?, self.forces.place_of(target)?);
            if let Some(worked) = self.gunnery().shot(shot.firer, shot.slot, target, line, false) {
                preview.rolls.push(self.roll_of(shot.firer, &worked));
            }
            if !told.contains(&target) {
                told.push(target);
                let odds = phase.odds_at(self.gunnery(), target);
                let lost = odds.iter().filter(|(c, _)| c.destroyed).fold(0.0, |sum, (_, p)| sum + p);
                preview.result.push((format!("{} destroyed", self.battle.unit(target).tag), lost));
            }
        }
        if !told.is_empty() {
            let none = preview.result.iter().map(|(_, lost)| 1.0 - lost).product();
            preview.result.insert(0, ("none destroyed".to_owned(), none));
        }
        Some(preview)
    }

    /// Ambush fire at the moving unit, or at one of its riders, where it was when it passed a cell.
    fn preview_ambush(&self, slot: Slot, cell: Cell, rider: Option<Tag>) -> Option<Preview> {
        let Some(Frame::Ambush(ambush)) = self.turn.stack.last() else { return None };
        let &firer = ambush.firers.last()?;
        let (shot, target) = self.gunnery().shot_from_ambush(
            firer,
            slot,
            self.turn.mover()?,
            self.battle.index(cell)?,
            rider,
        )?;
        let mut preview = roll(self.roll_of(firer, &shot));
        preview.result = words(&shot.odds(&self.battle.tables, self.forces.state(target).condition));
        Some(preview)
    }

    /// Fire of a unit at the vehicle that close-assaults it, or at one of its riders.
    fn preview_defence(&self, slot: Slot, rider: Option<Tag>) -> Option<Preview> {
        let Some(Frame::Defence(defence)) = self.turn.stack.last() else { return None };
        let target = self.gunnery().interrupted_target(slot, self.turn.mover()?.unit, rider)?;
        let line = self.battle.line(self.forces.place_of(defence.defender)?, self.forces.place_of(target)?);
        let shot = self.gunnery().shot(defence.defender, slot, target, line, false)?;
        let mut preview = roll(self.roll_of(defence.defender, &shot));
        preview.result = words(&shot.odds(&self.battle.tables, self.forces.state(target).condition));
        Some(preview)
    }

    fn preview_fight(&self, target: Tag) -> Option<Preview> {
        let (attacker, defender) = (self.turn.mover()?.unit, self.battle.find(target)?);
        let (mine, its) = self.close_combat().fight_lines(attacker, defender, &[]);
        let each = |lines: &Lines| -> Distribution<i16> {
            Distribution::of_cases((1..=10).map(|face| face + lines.sum()))
        };
        let test = Test::new(&D10, Target::Difference(0), "hand to hand: the lower roll is eliminated", "19")
            .modified(mine.as_slice().iter().copied());
        let mut preview = roll(PreviewRoll::new(self.battle.full_name(attacker), test));
        let odds = each(&mine).then(|&a| {
            each(&its).then(|&b| {
                Distribution::certain(match a.cmp(&b) {
                    std::cmp::Ordering::Greater => "defender eliminated",
                    std::cmp::Ordering::Equal => "both eliminated",
                    std::cmp::Ordering::Less => "attacker eliminated",
                })
            })
        });
        preview.result = odds.iter().map(|(word, p)| ((*word).to_owned(), p)).collect();
        Some(preview)
    }

    fn preview_search(&self, who: Tag, cell: Cell) -> Option<Preview> {
        let (firer, cell) = (self.battle.find(who)?, self.battle.index(cell)?);
        let mut preview = roll(self.search_preview(firer, cell));
        let chance = preview.rolls[0].chance();
        preview.result = vec![("miss".to_owned(), 1.0 - chance), ("hit".to_owned(), chance)];
        preview.remarks.push("no unit is known to be there".into());
        Some(preview)
    }

    /// The roll to hit whatever is hidden in a cell (24).
    fn search_preview(&self, firer: Id, cell: Spot) -> PreviewRoll {
        let base = Target::AtLeast(self.battle.tables.to_hit.base);
        let test = Test::new(&D10, base, "to hit a unit hidden there", "24")
            .naturals(&NATURAL_ONE)
            .modified(self.gunnery().search_roll(firer, cell).lines.as_slice().iter().copied());
        PreviewRoll::new(self.battle.full_name(firer), test)
    }

    /// The attack of a side's aircraft, its second one if it has a cell to come from (31).
    fn preview_air(&self, side: Side, target: Id, from: Option<Cell>) -> Preview {
        let Some(plane) = self.support.planes[side.index()] else { return Preview::default() };
        let test = self.sky().air_test(side, plane.weapon(), target, from);
        let mut preview = roll(PreviewRoll::new("the aircraft", test));
        preview.remarks.push(format!("Target {}", self.battle.full_name(target)));
        preview
    }

    /// The roll for known mines that a move may set off (33).
    fn preview_mines(&self, way: Compass) -> Option<Preview> {
        let mover = self.turn.mover()?;
        let to = self.battle.next(self.forces.spot(mover.unit)?, way)?;
        if !self.ground.is_mined(to) || !self.going().sets_off_mines(mover, to, way) {
            return None;
        }
        let test = Test::new(&D10, Target::AtMost(1), "to set off a mine", "33");
        let mut preview = roll(PreviewRoll::new(self.battle.full_name(mover.unit), test));
        let chance = preview.rolls[0].chance();
        preview.result = vec![("no mine".to_owned(), 1.0 - chance), ("mine explodes".to_owned(), chance)];
        Some(preview)
    }

    fn preview_need(&self, who: Tag, need: i16, label: &'static str, rule: &'static str) -> Option<Preview> {
        let test = Test::new(&D10, Target::AtLeast(need), label, rule);
        Some(roll(PreviewRoll::new(self.battle.full_name(self.battle.find(who)?), test)))
    }

    /// A shot as the tests it rolls.
    fn roll_of(&self, firer: Id, shot: &Shot) -> PreviewRoll {
        let who = format!(
            "{}{}",
            self.battle.full_name(firer),
            if self.forces.state(firer).is(Flag::Hidden) { " (hidden)" } else { "" }
        );
        match shot {
            Shot::Small(small) => {
                let rows = vec![
                    Row { from: -99, gives: "" },
                    Row { from: small.base, gives: "stunned" },
                    Row { from: small.base + small.destroys_over, gives: "destroyed" },
                ];
                let test = Test::new(&D10, Target::Chart(Cow::Owned(rows)), "MG and small arms fire", "15")
                    .modified(small.lines.as_slice().iter().copied());
                PreviewRoll::new(who, test)
            }
            Shot::Aimed(to_hit, hit, dice) => {
                let base = self.battle.tables.to_hit.base;
                let test = Test::new(&D10, Target::AtLeast(base), "to hit", "3")
                    .naturals(&NATURAL_ONE)
                    .modified(to_hit.lines.as_slice().iter().copied());
                let mut roll = PreviewRoll::new(who, test);
                if let Hit::Rolls(lines) | Hit::RollsForGun(lines) = hit {
                    let [stun, stop, destroy] = self.battle.tables.effect;
                    let gun = matches!(hit, Hit::RollsForGun(_));
                    let rows = vec![
                        Row { from: -99, gives: "" },
                        Row { from: stun, gives: "stunned" },
                        Row { from: stop, gives: if gun { "" } else { "immobilised" } },
                        Row { from: destroy, gives: "destroyed" },
                    ];
                    for _ in 0..*dice {
                        let effect =
                            Test::new(&D10, Target::Chart(Cow::Owned(rows.clone())), "hit effect", "4")
                                .modified(lines.as_slice().iter().copied());
                        roll = roll.opening(Reading::Pass, PreviewRoll::new("", effect));
                    }
                }
                roll
            }
        }
    }

    fn assault_roll(&self, vehicle: Id, lines: &Lines) -> PreviewRoll {
        let gives = |result: Assault| if result == Assault::Nothing { "" } else { result.word() };
        let results = self.battle.tables.assault_results();
        let rows = results.map(|(from, result)| Row { from: from.max(-99), gives: gives(result) }).collect();
        let test = Test::new(&D10, Target::Chart(Cow::Owned(rows)), "close assault", "20")
            .modified(lines.as_slice().iter().copied());
        PreviewRoll::new(self.battle.full_name(vehicle), test)
    }
}

impl Gunnery<'_> {
    /// The target of fire at a moving vehicle: the rider that is named, else what the weapon can hurt.
    fn interrupted_target(self, slot: Slot, vehicle: Id, rider: Option<Tag>) -> Option<Id> {
        match rider {
            Some(rider) => self.battle.find(rider),
            None => Some(self.forces.struck_by(slot, vehicle)),
        }
    }

    /// A shot from ambush at the moving unit, or at one of its riders, where it was when it passed a cell; and
    /// its target.
    pub(in crate::rules::panzertruppe) fn shot_from_ambush(
        self,
        firer: Id,
        slot: Slot,
        mover: &Mover,
        at: Spot,
        rider: Option<Tag>,
    ) -> Option<(Shot, Id)> {
        let mut then = self.forces.clone();
        if then.on_cell(at).all(|other| other == mover.unit) {
            then.put(mover.unit, at);
            then.state_mut(mover.unit).hull = mover.path.iter().find(|stand| stand.cell == at)?.hull;
        }
        let target = self.interrupted_target(slot, mover.unit, rider)?;
        let line = self.battle.line(then.place_of(firer)?, then.place_of(target)?);
        let gunnery = Tabletop::new(self.ground, &then).gunnery(self.phase);
        Some((gunnery.shot(firer, slot, target, line, true)?, target))
    }

    /// The conditions a shot may leave a target in.
    pub fn after(
        self,
        firer: Id,
        slot: Slot,
        target: Id,
        condition: Condition,
        ambush: bool,
    ) -> Distribution<Condition> {
        if condition.destroyed {
            return Distribution::certain(condition);
        }
        let (Some(from), Some(to)) = (self.forces.place_of(firer), self.forces.place_of(target)) else {
            return Distribution::certain(condition);
        };
        let line = self.battle.line(from, to);
        let mut then = Cow::Borrowed(self.forces);
        if then.state(target).condition != condition {
            then.to_mut().state_mut(target).condition = condition;
        }
        let gunnery = Tabletop::new(self.ground, &then).gunnery(self.phase);
        match gunnery.shot(firer, slot, target, line, ambush) {
            Some(shot) => shot.odds(&self.battle.tables, condition),
            None => Distribution::certain(condition),
        }
    }
}

/// The conditions of a target with their chances, the worst first.
fn words(odds: &Distribution<Condition>) -> Vec<(String, f64)> {
    Condition::WORDS
        .into_iter()
        .filter_map(|word| {
            let chance: f64 = odds.iter().filter(|(c, _)| c.word() == word).map(|(_, p)| p).sum();
            let word = if word == "none" { "no effect" } else { word };
            (chance > 0.0).then(|| (word.to_owned(), chance))
        })
        .collect()
}

/// A preview of one roll.
fn roll(roll: PreviewRoll) -> Preview {
    Preview { rolls: vec![roll], ..Preview::default() }
}
