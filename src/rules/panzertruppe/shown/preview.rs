//! What a choice would roll, before it is made.

use std::borrow::Cow;

use crate::dice::Die;
use crate::game::view::PreviewRoll;
use crate::game::{Natural, Preview, Reading, Row, Target, Test, When};
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::phase::Aim;
use crate::rules::panzertruppe::firing::shot::Shot;
use crate::rules::panzertruppe::firing::{Condition, Hit};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Position, Slot};

const D10: [Die; 1] = [Die::new(10)];
const NATURAL_ONE: [Natural; 1] = [Natural { when: When::Face(0, 1), reading: Reading::Fail }];

impl Position {
    pub(in crate::rules::panzertruppe) fn preview_choice(&self, choice: &Choice) -> Option<Preview> {
        let mut preview = Preview { rolls: vec![], result: vec![], answer: vec![], remarks: vec![] };
        match *choice {
            Choice::Fire(who, slot, target) => {
                let (firer, target) = (self.battle.find(who)?, self.battle.find(target)?);
                let line = self.may_shoot(firer, slot, target)?;
                let shot = self.shot(firer, slot, target, line, false)?;
                preview.rolls.push(self.roll_of(firer, &shot));
                // Together with what is declared already.
                let mut odds = self.declared_at(target);
                odds = odds.then(|&condition| self.after(firer, slot, target, condition, false));
                preview.result = words(&odds);
                if self.declared_shots(target) > 0 {
                    preview.remarks.push("the result counts the shots declared before".into());
                }
                if slot == Slot::Hand && self.weapon(firer).is_some_and(|weapon| weapon.depletes > 0) {
                    preview.remarks.push("a further D10 tells whether the weapon is used up (17)".into());
                }
            }
            Choice::Resolve => {
                let Some(Frame::Fire(phase)) = self.stack.last() else { return None };
                let mut told: Vec<Id> = Vec::new();
                for shot in &phase.declared {
                    let Aim::Unit(target) = shot.aim else { continue };
                    let line = self.battle.line(self.place_of(shot.firer)?, self.place_of(target)?);
                    if let Some(worked) = self.shot(shot.firer, shot.slot, target, line, false) {
                        preview.rolls.push(self.roll_of(shot.firer, &worked));
                    }
                    if !told.contains(&target) {
                        told.push(target);
                        let lost = self
                            .declared_at(target)
                            .iter()
                            .filter(|(c, _)| c.destroyed)
                            .fold(0.0, |sum, (_, p)| sum + p);
                        preview.result.push((format!("{} destroyed", self.unit(target).tag), lost));
                    }
                }
            }
            Choice::Ambush(slot, cell) => {
                let Some(Frame::Ambush(ambush)) = self.stack.last() else { return None };
                let (&firer, mover) = (ambush.firers.last()?, self.mover()?);
                let at = self.battle.index(cell)?;
                // As it stood there.
                let mut then = self.clone();
                then.lift(mover.unit);
                if then.holder_of(at).is_none() {
                    then.put(mover.unit, at);
                    then.state_mut(mover.unit).hull = mover.path.iter().find(|(c, _)| *c == at)?.1;
                }
                let target = self.struck_by(slot, mover.unit);
                let line = then.battle.line(then.place_of(firer)?, then.place_of(target)?);
                let shot = then.shot(firer, slot, target, line, true)?;
                preview.rolls.push(then.roll_of(firer, &shot));
                preview.result = words(&shot.odds(&self.battle.tables, self.state(target).condition));
            }
            Choice::Defend(slot) => {
                let Some(Frame::Defence(defence)) = self.stack.last() else { return None };
                let target = self.struck_by(slot, self.mover()?.unit);
                let line = self.battle.line(self.place_of(defence.defender)?, self.place_of(target)?);
                let shot = self.shot(defence.defender, slot, target, line, false)?;
                preview.rolls.push(self.roll_of(defence.defender, &shot));
                preview.result = words(&shot.odds(&self.battle.tables, self.state(target).condition));
            }
            Choice::Overrun(tag) => {
                let (vehicle, target) = (self.mover()?.unit, self.battle.find(tag)?);
                let lines = self.assault_lines(vehicle, target, true, 0);
                preview.rolls.push(self.assault_roll(vehicle, &lines));
                preview.answer.push("a loaded Gun or anti-tank weapon fires first (20)".into());
            }
            Choice::Assault(tag) => {
                let (infantry, vehicle) = (self.mover()?.unit, self.battle.find(tag)?);
                let lines = self.assault_lines(vehicle, infantry, false, 0);
                preview.rolls.push(self.assault_roll(vehicle, &lines));
                preview.remarks.push("rolled at the end of its second machine gun phase (20)".into());
            }
            Choice::Fight(tag) => {
                let (attacker, defender) = (self.mover()?.unit, self.battle.find(tag)?);
                let (mine, its) = self.fight_lines(attacker, defender, &[]);
                let each = |lines: &crate::rules::panzertruppe::firing::Lines| -> Distribution<i16> {
                    Distribution::of_cases((1..=10).map(|face| face + lines.sum()))
                };
                let test = Test::new(&D10, Target::Difference(0), "hand to hand, the lower is lost", "19")
                    .modified(mine.as_slice().iter().copied());
                preview.rolls.push(PreviewRoll::new(self.who(attacker), test));
                let odds = each(&mine).then(|&a| {
                    each(&its).then(|&b| {
                        Distribution::certain(match a.cmp(&b) {
                            std::cmp::Ordering::Greater => "the defender is lost",
                            std::cmp::Ordering::Equal => "both are lost",
                            std::cmp::Ordering::Less => "the attacker is lost",
                        })
                    })
                });
                preview.result = odds.iter().map(|(word, p)| ((*word).to_owned(), p)).collect();
            }
            Choice::Section(who, cell) => {
                let (firer, cell) = (self.battle.find(who)?, self.battle.index(cell)?);
                let roll = self.search_roll(firer, cell);
                let test = Test::new(
                    &D10,
                    Target::AtLeast(self.battle.tables.to_hit.base),
                    "to hit whoever may hide there",
                    "24",
                )
                .naturals(&NATURAL_ONE)
                .modified(roll.lines.as_slice().iter().copied());
                preview.rolls.push(PreviewRoll::new(self.who(firer), test));
                preview.remarks.push("nothing is known of anybody there".into());
            }
            Choice::Flak(who) => {
                let id = self.battle.find(who)?;
                let test =
                    Test::new(&D10, Target::AtLeast(self.flak_need(id)?), "to drive the aircraft off", "32");
                preview.rolls.push(PreviewRoll::new(self.who(id), test));
            }
            Choice::Call(who, ..) | Choice::Shell(who, ..) | Choice::Smoke(who, ..) => {
                let id = self.battle.find(who)?;
                let test =
                    Test::new(&D10, Target::AtLeast(self.radio_need(id)), "to reach the battery", "21");
                preview.rolls.push(PreviewRoll::new(self.who(id), test));
            }
            Choice::Target(tag) => {
                let id = self.battle.find(tag)?;
                if matches!(self.stack.last(), Some(Frame::AirTarget(target)) if target.second) {
                    return None;
                }
                let test = Test::new(&D10, Target::AtMost(6), "to be spotted from the air", "31");
                preview.rolls.push(PreviewRoll::new(self.who(id), test));
            }
            _ => return None,
        }
        Some(preview)
    }

    /// What a shot may leave of a target in a condition.
    pub fn after(
        &self,
        firer: Id,
        slot: Slot,
        target: Id,
        condition: Condition,
        ambush: bool,
    ) -> Distribution<Condition> {
        if condition.destroyed {
            return Distribution::certain(condition);
        }
        let (Some(from), Some(to)) = (self.place_of(firer), self.place_of(target)) else {
            return Distribution::certain(condition);
        };
        let line = self.battle.line(from, to);
        let mut then = std::borrow::Cow::Borrowed(self);
        if self.state(target).condition != condition {
            then.to_mut().state_mut(target).condition = condition;
        }
        match then.shot(firer, slot, target, line, ambush) {
            Some(shot) => shot.odds(&self.battle.tables, condition),
            None => Distribution::certain(condition),
        }
    }

    /// What the shots declared so far may leave of a target.
    pub fn declared_at(&self, target: Id) -> Distribution<Condition> {
        let start = Distribution::certain(self.state(target).condition);
        let Some(Frame::Fire(phase)) = self.stack.last() else { return start };
        phase.declared.iter().filter(|shot| shot.aim == Aim::Unit(target)).fold(start, |odds, shot| {
            odds.then(|&condition| self.after(shot.firer, shot.slot, target, condition, false))
        })
    }

    fn declared_shots(&self, target: Id) -> usize {
        match self.stack.last() {
            Some(Frame::Fire(phase)) => {
                phase.declared.iter().filter(|shot| shot.aim == Aim::Unit(target)).count()
            }
            _ => 0,
        }
    }

    /// A shot as tests that will be rolled.
    fn roll_of(&self, firer: Id, shot: &Shot) -> PreviewRoll {
        let who = format!(
            "{}{}",
            self.who(firer),
            if self.state(firer).is(Flag::Hidden) { " (hidden)" } else { "" }
        );
        match shot {
            Shot::Small(small) => {
                let rows = vec![
                    Row { from: -99, gives: "" },
                    Row { from: small.base, gives: "stunned" },
                    Row { from: small.base + small.destroys_over, gives: "destroyed" },
                ];
                let test =
                    Test::new(&D10, Target::Chart(Cow::Owned(rows)), "machine guns and small arms", "15")
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
                        let effect = Test::new(&D10, Target::Chart(Cow::Owned(rows.clone())), "effect", "4")
                            .modified(lines.as_slice().iter().copied());
                        roll = roll.opening(Reading::Pass, PreviewRoll::new("", effect));
                    }
                }
                roll
            }
        }
    }

    fn assault_roll(&self, vehicle: Id, lines: &crate::rules::panzertruppe::firing::Lines) -> PreviewRoll {
        let rows = vec![
            Row { from: -99, gives: "those on foot are lost" },
            Row { from: 3, gives: "those on foot are stunned" },
            Row { from: 5, gives: "" },
            Row { from: 7, gives: "the vehicle is stunned" },
            Row { from: 8, gives: "the vehicle is immobilised" },
            Row { from: 9, gives: "the vehicle is destroyed" },
        ];
        let test = Test::new(&D10, Target::Chart(Cow::Owned(rows)), "close assault", "20")
            .modified(lines.as_slice().iter().copied());
        PreviewRoll::new(self.who(vehicle), test)
    }
}

/// The ends of a target with their chances, the worst first.
fn words(odds: &Distribution<Condition>) -> Vec<(String, f64)> {
    ["destroyed", "stunned-immobilised", "immobilised", "stunned", "none"]
        .into_iter()
        .filter_map(|word| {
            let chance: f64 = odds.iter().filter(|(c, _)| c.word() == word).map(|(_, p)| p).sum();
            let word = if word == "none" { "as it is" } else { word };
            (chance > 0.0).then(|| (word.to_owned(), chance))
        })
        .collect()
}
