//! The RPh (3.1).

use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Modifier, Reading, Target, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Choice, Unit};
use crate::rules::aslsk::tables::counters::{Kind, Nation, find};
use crate::rules::aslsk::tables::leader_created;
use crate::rules::aslsk::tables::modifiers::{self, List};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// A dr.
pub const ONE_DIE: [Die; 1] = [Die::new(6)];

/// A DR, the coloured die first.
pub const TWO_DICE: [Die; 2] = [Die::named("coloured", 6), Die::named("white", 6)];

/// The steps of the RPh, in order; in each the ATTACKER goes first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Before the first turn.
    Begin,
    /// 3.1b
    Recovery,
    /// 3.1c
    Repair,
    /// 3.1d
    Transfer,
    /// 3.1e
    SelfRally,
    /// 3.1f
    Rally,
    /// 3.1g
    Keeping,
}

impl Step {
    /// The decision kind, stable across versions.
    pub const fn kind(self) -> &'static str {
        match self {
            Step::Begin => "begin",
            Step::Recovery => "recovery",
            Step::Repair => "repair",
            Step::Transfer => "transfer",
            Step::SelfRally => "self-rally",
            Step::Rally => "rally",
            Step::Keeping => "keep",
        }
    }

    /// The prompt.
    pub const fn prompt(self) -> &'static str {
        match self {
            Step::Begin => "Begin the battle.",
            Step::Recovery => "Recover a Weapon, or go on to repair.",
            Step::Repair => "Repair a Weapon, or go on to transfer.",
            Step::Transfer => "Transfer a Weapon, or go on to self-rally.",
            Step::SelfRally => "Self-rally a unit, or go on.",
            Step::Rally => "Rally a unit with a leader, or end RPh.",
            Step::Keeping => "Keep DM on a broken unit, or remove the DM counters.",
        }
    }

    /// The choice that ends the step.
    pub const fn end(self) -> &'static str {
        match self {
            Step::Begin => "begin",
            Step::Recovery => "end recovery",
            Step::Repair => "end repair",
            Step::Transfer => "end transfer",
            Step::SelfRally => "end self-rally",
            Step::Rally => "end rally",
            Step::Keeping => "remove DM",
        }
    }

    /// Its paragraph.
    pub const fn rule(self) -> &'static str {
        match self {
            Step::Begin => "3.1",
            Step::Recovery => "3.1b",
            Step::Repair => "3.1c",
            Step::Transfer => "3.1d",
            Step::SelfRally => "3.1e",
            Step::Rally => "3.1f",
            Step::Keeping => "3.1g",
        }
    }

    const fn next(self) -> Option<Step> {
        match self {
            Step::Begin | Step::Keeping => None,
            Step::Recovery => Some(Step::Repair),
            Step::Repair => Some(Step::Transfer),
            Step::Transfer => Some(Step::SelfRally),
            Step::SelfRally => Some(Step::Rally),
            Step::Rally => Some(Step::Keeping),
        }
    }
}

impl Position {
    pub(super) fn rally_choices(&self, step: Step, side: Side) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        let mine =
            || self.ids().filter(move |&id| self.unit(id).side == side && self.unit(id).place().is_some());
        let free = |id: &u8| self.unit(*id).good_order() && !self.unit(*id).acted;
        match step {
            Step::Begin => {}
            Step::Recovery => {
                for id in mine().filter(free) {
                    let here = self.unit(id).place();
                    let lying = (0..self.weapons.len() as u8)
                        .filter(|&w| self.weapon(w).lies == here && here.is_some());
                    choices.extend(lying.map(|weapon| Choice::Recover(id, weapon)));
                }
            }
            Step::Repair => {
                let early = self.turn < self.battle.special.no_repair_before;
                for id in mine().filter(free).filter(|_| !early) {
                    let own = |&w: &u8| {
                        self.weapon(w).broken && self.weapon(w).nation == self.unit(id).data().nation
                    };
                    choices.extend(self.weapons_of(id).filter(own).map(Choice::Repair));
                }
            }
            Step::Transfer => {
                for id in mine().filter(free).filter(|&id| !self.unit(id).hidden) {
                    let here = self.unit(id).place();
                    for weapon in self.weapons_of(id).filter(|&w| !self.weapon(w).recovered) {
                        let others = mine().filter(free).filter(|&other| other != id);
                        // Leaders cannot possess a Gun (1.2.6).
                        let gun = self.weapon(weapon).gun().is_some();
                        let beside = others.filter(|&other| {
                            self.unit(other).place() == here && !(gun && self.unit(other).leader())
                        });
                        choices.extend(beside.map(|other| Choice::Give(weapon, other)));
                    }
                }
            }
            Step::SelfRally => {
                applies("3.1e");
                // One other MMC of the ATTACKER may attempt Self-Rally, and all attempts so far were made in
                // this step.
                let one_more = side == self.attacker
                    && !self.units.iter().any(|u| u.side == side && u.tried && !u.data().self_rally());
                let may = |id: &u8| {
                    let unit = self.unit(*id);
                    unit.broken && !unit.melee && !unit.tried && (unit.data().self_rally() || one_more)
                };
                choices.extend(mine().filter(may).map(Choice::SelfRally));
            }
            Step::Rally => {
                applies("3.1f");
                // A leader that recovered, repaired or transferred a Weapon has used its action (3.1).
                for leader in mine()
                    .filter(free)
                    .filter(|&id| self.unit(id).leader() && !self.unit(id).pinned && !self.unit(id).traded)
                {
                    let here = self.unit(leader).place();
                    let may = |id: &u8| {
                        let unit = self.unit(*id);
                        unit.broken && !unit.melee && !unit.tried && unit.place() == here
                    };
                    choices.extend(mine().filter(may).map(|id| Choice::Rally(leader, id)));
                }
            }
            Step::Keeping => {
                let may = |id: &u8| {
                    let unit = self.unit(*id);
                    let sheltered = unit.place().is_some_and(|at| self.map().terrain(at).shelter());
                    unit.broken && unit.dm && !sheltered && !unit.acted && !self.enemy_beside(*id, false)
                };
                choices.extend(mine().filter(may).map(Choice::Keep));
            }
        }
        choices
    }

    pub(super) fn rally(
        &mut self,
        step: Step,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Recover(id, weapon) => {
                self.unit_mut(id).acted = true;
                self.recover(id, weapon, dice, log)?;
            }
            Choice::Repair(weapon) => self.repair(weapon, dice, log)?,
            Choice::Give(weapon, id) => {
                let giver = self.weapon(weapon).holder;
                giver.into_iter().chain([id]).for_each(|id| self.unit_mut(id).traded = true);
                self.transfer(weapon, id);
            }
            Choice::SelfRally(id) => self.try_rally(id, None, dice, log)?,
            Choice::Rally(leader, id) => self.try_rally(id, Some(leader), dice, log)?,
            Choice::Keep(id) => self.unit_mut(id).acted = true,
            _ => return self.rally_done(step, side, dice, log),
        }
        self.frames.push(Frame::Rally(step, side));
        Ok(())
    }

    fn rally_done(&mut self, step: Step, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if step == Step::Begin {
            return self.begin_turn(side, dice, log);
        }
        if side == self.attacker {
            self.frames.push(Frame::Rally(step, side.other()));
            return Ok(());
        }
        match step.next() {
            Some(next) => {
                if next == Step::Keeping {
                    self.units.iter_mut().for_each(|unit| unit.acted = false);
                }
                self.frames.push(Frame::Rally(next, self.attacker));
            }
            None => {
                self.end_desperation();
                self.next_phase(dice, log)?;
            }
        }
        Ok(())
    }

    /// Removes DM unless a Known Enemy Unit is adjacent or the unit keeps it (3.1g).
    fn end_desperation(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            let kept = unit.acted && unit.broken;
            let stays = unit.dm && unit.broken && (kept || self.enemy_beside(id, false));
            self.unit_mut(id).dm = stays;
        }
        self.units.iter_mut().for_each(|unit| (unit.acted, unit.traded) = (false, false));
        self.weapons.iter_mut().for_each(|weapon| weapon.recovered = false);
    }

    /// The dr for recovery of a Weapon: less than 6 (3.1b).
    pub fn recovery_test(cx: bool) -> Test {
        let line = cx.then(|| modifiers::fixed(List::Die, "cx-recovery"));
        Test::new(&ONE_DIE, Target::AtMost(5), "recovery", "3.1b").modified(line)
    }

    /// The dr for repair of a Weapon; a 6 eliminates it (3.1c).
    pub fn repair_test(&self, weapon: u8) -> Test {
        Test::new(&ONE_DIE, Target::AtMost(self.weapon(weapon).repair().into()), "repair", "3.1c")
    }

    /// The DR for rally, by itself or by a leader (3.1e, 3.1f).
    pub fn rally_test(&self, id: u8, leader: Option<u8>) -> Test {
        let lines = self.rally_modifiers(id, leader);
        Test::new(&TWO_DICE, Target::AtMost(self.morale(id)), "rally", "3.1f").modified(lines)
    }

    /// Attempts recovery of a Weapon in the unit's hex: a dr below 6 (3.1b).
    pub fn recover(&mut self, id: u8, weapon: u8, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("3.1b");
        applies("3.3i");
        applies("4a");
        let name = self.called_weapon(weapon);
        let die = dice.roll(6, || format!("{} recovers {name}: less than 6", self.called(id)))?;
        let good = Self::recovery_test(self.unit(id).cx).passes(die);
        if good {
            let weapon = self.weapon_mut(weapon);
            weapon.holder = Some(id);
            weapon.lies = None;
            weapon.recovered = true;
        }
        log.add(|| {
            let (tone, word) =
                if good { (Tone::Success, "recovers") } else { (Tone::Failure, "fails to recover") };
            Event::new(
                tone,
                self.unit(id).side,
                format!("{} {word} {name} (dr {die})", self.called(id)),
                "3.1b",
            )
        });
        Ok(())
    }

    fn repair(&mut self, weapon: u8, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let id = self.weapon(weapon).holder.unwrap_or_default();
        self.unit_mut(id).acted = true;
        let test = self.repair_test(weapon);
        let name = self.called_weapon(weapon);
        let die = dice.roll(6, || {
            format!("repair {name}: {} or less, eliminated on 6", self.weapon(weapon).repair())
        })?;
        if test.passes(die) {
            self.weapon_mut(weapon).broken = false;
        } else if die == 6 {
            self.drop_weapon(weapon, None);
        }
        log.add(|| {
            let result = match die {
                die if test.passes(die) => "repaired",
                6 => "eliminated",
                _ => "no repair",
            };
            Event::new(Tone::Plain, self.unit(id).side, format!("{name}: {result} (dr {die})"), "3.1c")
        });
        Ok(())
    }

    /// The DRM of a rally DR (3.1e, 3.1f).
    pub fn rally_modifiers(&self, id: u8, leader: Option<u8>) -> Vec<Modifier> {
        let unit = self.unit(id);
        let cover = unit.place().is_some_and(|at| self.map().terrain(at).row().rally);
        let lead = leader.map_or(0, |leader| self.directing_drm(leader, unit.data().nation));
        let fixed = |given: bool, key| given.then(|| modifiers::fixed(List::Rally, key));
        let lines = [
            fixed(leader.is_none(), "self-rally"),
            fixed(unit.dm, "desperation"),
            fixed(cover, "cover"),
            modifiers::of(List::Rally, "leadership", lead),
        ];
        lines.into_iter().flatten().collect()
    }

    fn try_rally(&mut self, id: u8, leader: Option<u8>, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let test = self.rally_test(id, leader);
        let (drm, need) = (test.modifier(), self.morale(id));
        let original = self.throw(id, "rally", dice)?;
        let good = test.read(&original.faces()).reading == Reading::Pass;
        log.add(|| {
            let (tone, word) =
                if good { (Tone::Success, "rallies") } else { (Tone::Failure, "fails to rally") };
            let sum = sum_in_words(original.sum(), drm);
            let text = format!("{} {word}: {sum} vs {need}", self.called(id));
            let rolled = format!("{sum} vs {need}");
            Event::new(tone, self.unit(id).side, text, "3.1f")
                .with(&test.modifiers)
                .deed(self.called(id), word, rolled)
                .likely(test.chance())
        });
        let morale = self.morale(id);
        let unit = self.unit_mut(id);
        unit.tried = true;
        if good {
            (unit.broken, unit.dm) = (false, false);
        }
        if original.sum() == 12 {
            let mut losses = Vec::new();
            self.reduce(id, dice, log, &mut losses)?;
            self.after_losses(losses, dice, log)?;
        }
        if original.sum() == 2 && leader.is_none() && self.mmc(id) {
            applies("5.3");
            self.promote(id, (morale, true), 0, dice, log)?;
        }
        Ok(())
    }

    /// A Field Promotion (5.3), by the unit's morale when it rolled. Returns the new leader, if any.
    pub fn promote(
        &mut self,
        id: u8,
        (morale, broken): (i16, bool),
        below_even: i16,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Option<u8>, Ask> {
        let unit = self.unit(id);
        let nation = unit.data().nation;
        let Some(place) = unit.place() else { return Ok(None) };
        let fixed = |given: bool, key| if given { modifiers::fixed(List::Creation, key).value } else { 0 };
        let drm = fixed(matches!(nation, Nation::American | Nation::German | Nation::British), "nation")
            + fixed(nation == Nation::Italian, "eastern")
            + below_even * modifiers::fixed(List::Creation, "odds").value
            + fixed(morale >= 8, "morale-high")
            + fixed(morale <= 6, "morale-low")
            + fixed(broken, "broken");
        let die = i16::from(dice.roll(6, || format!("{}: Leader Creation, drm {drm:+}", self.called(id)))?);
        applies("5.3");
        let crowded = self.units_at(place, unit.side).filter(|&other| self.unit(other).leader()).count() >= 4;
        let Some(counter) =
            leader_created(die + drm).and_then(|name| find(nation, name)).filter(|_| !crowded)
        else {
            return Ok(None);
        };
        if self.units.len() >= 120 {
            return Ok(None);
        }
        let mut leader = Unit::new(unit.side, counter, unit.group);
        leader.at = unit.at;
        leader.tried = true;
        leader.melee = unit.melee;
        log.add(|| {
            let text = format!("Field Promotion: {} creates a {}", self.called(id), counter.get().name);
            Event::new(Tone::Success, self.unit(id).side, text, "5.3")
        });
        debug_assert_eq!(counter.get().kind, Kind::Leader);
        self.units.push(leader);
        // A scenario has far fewer than 256 units.
        Ok(Some(self.units.len() as u8 - 1))
    }
}
