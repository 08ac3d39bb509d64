//! Firing ordnance: a fire card of any value, the weapon, the target, the hit and its effect (58, 66, 67,
//! 74).

use crate::dice::Ask;
use crate::game::{Decision, Event, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::fire::action::toward;
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction};
use crate::rules::fireandmove::fire::strength::Strength;
use crate::rules::fireandmove::fire::to_hit::Check;
use crate::rules::fireandmove::fire::volley::{Moving, Volley};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::optional::night::{Lighting, Lit};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

use crate::rules::fireandmove::ordnance::Screening;
use crate::rules::fireandmove::ordnance::arms::{Arm, Round};
use crate::rules::fireandmove::ordnance::shot::Aimed;

/// Choosing a weapon to fire, or a second card for another weapon (66.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Barrel {
    /// The group.
    pub group: Gid,
    /// It fires during a move.
    pub on_move: bool,
    /// The action it reacts to.
    pub to: Option<Reaction>,
    /// A card must be played first, for a vehicle's second weapon.
    pub again: bool,
    /// All Japanese mortars of the group fire, one after another (91.6).
    pub many: bool,
}

/// Choosing the target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shelling {
    /// The group.
    pub group: Gid,
    /// The weapon.
    pub arm: Arm,
    /// It fires during a move.
    pub on_move: bool,
    /// All mortars of the group fire.
    pub many: bool,
}

/// Choosing the point on a path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReactionShot {
    /// The group.
    pub group: Gid,
    /// The weapon.
    pub arm: Arm,
    /// The action it reacts to.
    pub to: Reaction,
    /// All mortars of the group fire.
    pub many: bool,
}

impl Barrel {
    /// Weapons with a target.
    fn arms(&self, position: &Position) -> Vec<Arm> {
        let mut arms = position.arms(self.group, self.on_move);
        arms.retain(|&arm| match &self.to {
            Some(to) => to.shots(position, self.group, arm).next().is_some(),
            None => position.has_mark(self.group, arm, self.on_move),
        });
        arms
    }
}

impl Reaction {
    /// Points of the path that a weapon can fire at.
    pub fn shots<'a>(
        &'a self,
        position: &'a Position,
        group: Gid,
        arm: Arm,
    ) -> impl Iterator<Item = u8> + 'a {
        let hit = move |(cell, _): &(&crate::board::Cell, u8)| {
            let moving = self.moving(position, **cell);
            let hostile = !matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare);
            hostile && position.shot(group, arm, self.mover, **cell, moving, false).is_some()
        };
        self.path.iter().zip(0..).filter(hit).map(|(_, point)| point)
    }

    /// Whether any ordnance of a group can fire at any point of the path.
    pub fn can_shell(&self, position: &Position, group: Gid) -> bool {
        position.arms(group, false).into_iter().any(|arm| self.shots(position, group, arm).next().is_some())
    }
}

impl Step for Barrel {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        match self.again {
            true => Decision::new(side, "second-weapon", "Fire another weapon, or finish.", "66.2"),
            false => Decision::new(side, "weapon", "Choose a weapon and a round.", "66.2"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.group).next().is_none()
            || self.again && position.arms(self.group, self.on_move).is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        if self.again {
            let hand = &position.seat(position.group(self.group).side).hand;
            if !self.arms(position).is_empty() {
                let fire = different(hand).filter(|card| matches!(card, Card::Fire(_)));
                list.extend(fire.map(Choice::Shoot));
            }
            list.push(Choice::Done);
            return;
        }
        list.extend(self.arms(position).into_iter().map(|arm| Choice::Load(arm.figure, arm.round)));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::Shoot(card) => {
                position.shoot_card(self.group, card, table);
                position.push(Self { again: false, ..self });
            }
            Choice::Load(figure, round) => {
                let arm = Arm { figure, round };
                match self.to {
                    None if matches!(round, Round::Smoke | Round::Phosphorus) => {
                        position.push(Screening { group: self.group, arm });
                    }
                    None if round == Round::Flare => {
                        position.group_mut(self.group).grounded = false;
                        position.flashes(self.group);
                        position.push(Lighting { group: self.group, by: Lit::Mortar });
                    }
                    Some(to) => position.push(ReactionShot { group: self.group, arm, to, many: self.many }),
                    None => position.push(Shelling {
                        group: self.group,
                        arm,
                        on_move: self.on_move,
                        many: self.many,
                    }),
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Step for Shelling {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.group(self.group).side, "shell", "Choose the group to fire at.", "58.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.fit(self.group).next().is_none()
            || position.shot_targets(self.group, self.arm, self.on_move).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(position.shot_targets(self.group, self.arm, self.on_move).map(Choice::Target));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Target(target) = choice else { return Ok(()) };
        position.fires_salvo(&self, target, position.at_rest(target), table)?;
        // 66.2: each weapon of a vehicle needs a card of its own.
        if position.group(self.group).machine.is_some() && !self.on_move {
            position.push(Barrel { group: self.group, on_move: false, to: None, again: true, many: false });
        }
        Ok(())
    }
}

impl Step for ReactionShot {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "react-shot", "Choose the point of the path to fire at.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(self.to.shots(position, self.group, self.arm).map(Choice::Point));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Choice::Point(point) = choice else { return Ok(()) };
        let mover = self.to.mover;
        let at = self.to.path[usize::from(point)];
        let moving = self.to.moving(position, at);
        self.to.halts_at(position, at);
        let shelling = Shelling { group: self.group, arm: self.arm, on_move: false, many: self.many };
        position.fires_salvo(&shelling, mover, moving, table)?;
        self.to.struck(point, position);
        Ok(())
    }
}

impl Reaction {
    /// After fire at a point: the mover continues or stops there; a retiring group continues, one that cannot
    /// move stops.
    pub fn struck(mut self, point: u8, position: &mut Position) {
        let mover = self.mover;
        let at = position.group(mover).at;
        if self.joins.is_some() && !self.retiring {
            position.push(self);
            return;
        }
        self.path.drain(..usize::from(point));
        if self.retiring {
            let group = position.group_mut(mover);
            group.at = self.path.last().copied().unwrap_or(at);
            group.more.river = false;
            position.push(self);
        } else if position.group(mover).machine.is_some() && !position.can_drive(mover) {
            self.path.truncate(1);
            self.charges = None;
            self.mines = false;
            position.push(self);
        } else {
            position.push(Onward { from: self });
        }
    }
}

impl Position {
    /// Spends a fire card on ordnance.
    pub(in crate::rules::fireandmove) fn shoot_card(&mut self, group: Gid, card: Card, table: &mut Table) {
        let (side, tag) = (self.group(group).side, self.tag(group));
        self.spend(side, card);
        table.tell(Tone::Plain, side, "58.1", || format!("{tag} fires ordnance with {card}"));
    }

    /// Whether a card lets every mortar of a Japanese group fire (91.6).
    pub(in crate::rules::fireandmove) fn fires_all(&self, group: Gid, card: Card) -> bool {
        let small = card == Card::Fire(crate::rules::fireandmove::fire::strength::FireCard::One);
        !small && self.has_trait(self.group(group).side, Trait::KneeMortars)
    }

    /// Fires every weapon the card allows, one after another. The target is acquired after the last one
    /// (91.6, ruling FM-62).
    fn fires_salvo(
        &mut self,
        shelling: &Shelling,
        target: Gid,
        moving: Moving,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let Shelling { group, arm, on_move, many } = *shelling;
        let arms = self.salvo(group, arm, many);
        let known = self.acquired.contains(&(group, target));
        let mut hit = false;
        for arm in arms {
            if !known {
                self.acquired.retain(|&pair| pair != (group, target));
            }
            self.fires_ordnance(group, arm, target, moving, on_move, table)?;
            hit |= self.acquired.contains(&(group, target));
        }
        if hit && !self.acquired.contains(&(group, target)) && !self.group(target).members.is_empty() {
            self.acquired.push((group, target));
        }
        Ok(())
    }

    /// The weapons that fire together.
    fn salvo(&self, group: Gid, arm: Arm, many: bool) -> Vec<Arm> {
        if !many || self.weapon(arm.figure).key != "light-mortar" || arm.round != Round::He {
            return vec![arm];
        }
        let mut arms = self.arms(group, false);
        arms.retain(|other| other.round == Round::He && self.weapon(other.figure).key == "light-mortar");
        arms
    }

    /// Resolves one shot, from the To Hit check to its effect.
    fn fires_ordnance(
        &mut self,
        group: Gid,
        arm: Arm,
        target: Gid,
        moving: Moving,
        on_move: bool,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("58.5");
        applies("58.4");
        applies("66.1");
        applies("66.4");
        applies("74.3");
        let to = self.group(target).at;
        let Some(aimed) = self.shot(group, arm, target, to, moving, on_move) else { return Ok(()) };
        self.shows_itself(group);
        self.after_firing(group, arm, to);
        self.flashes(group);
        if matches!(arm.round, Round::Mg | Round::Pintle) {
            if self.top_gun(group).is_some_and(|(_, man)| man.is_none()) {
                self.spend_top_gun(group);
            }
            let strength = Strength { concealment: 0, ..Strength::plain(aimed.total()) };
            let band = Field::band(self.group(group).at, to);
            let volley = Volley {
                men: vec![arm.figure],
                weapons: vec![],
                hero: None,
                strength,
                band,
                concealment: vec![],
            };
            return self.resolve(group, &volley, target, table);
        }
        let (side, us, them) = (self.group(group).side, self.tag(group), self.tag(target));
        let mut size = 0;
        let mut added = 0;
        if let Some(shot) = aimed.shot {
            let number = shot.final_number().map_or("nothing".to_owned(), |number| number.to_string());
            let result = table.check(|| format!("{us} at {them}: To Hit {number}"))?;
            let check = shot.check(result);
            let (tone, end) = match check {
                Check::Fails => (Tone::Failure, "weapon fails"),
                Check::Miss => (Tone::Failure, "missed"),
                Check::Hit(_) => (Tone::Success, "hit"),
            };
            let cells = [self.group(group).at, to];
            let steps = aimed.steps.clone();
            table.log.add(|| {
                let text = format!("{us} at {them}: {end}, {result:+} (To Hit {number})");
                Event::new(tone, side, text, "58.2").with(&steps).at(cells)
            });
            match check {
                Check::Fails => {
                    self.weapon_fails(group, arm);
                    return Ok(());
                }
                Check::Miss => return Ok(()),
                Check::Hit(result) => {
                    added = aimed.adds.of(result);
                    size = if shot.final_number().is_some_and(|number| number.has_zero()) {
                        result.abs()
                    } else {
                        0
                    };
                }
            }
            // 58.8: this group's next shot at the same target is easier.
            if !self.acquired.contains(&(group, target)) {
                self.acquired.push((group, target));
            }
        }
        match arm.round {
            Round::He => self.he_effect(side, &aimed, size, target, table),
            _ => self.ap_effect(group, arm, &aimed, added, target, table),
        }
    }

    /// The effect of firing on the weapon itself: a turret keeps its new facing, and a single-use weapon is
    /// spent.
    pub(super) fn after_firing(&mut self, group: Gid, arm: Arm, to: crate::board::Cell) {
        applies("74.1");
        let from = self.group(group).at;
        let way = toward(from, to);
        if self.soldier(arm.figure).machine.is_some() {
            let turret = self.machine(arm.figure).is_some_and(|machine| self.vehicle(machine).turret);
            if turret && from != to && !matches!(arm.round, Round::Mg | Round::Pintle) {
                self.machine_mut(arm.figure).turret = way;
            }
            match arm.round {
                Round::Mg => self.machine_mut(arm.figure).mg_used = true,
                Round::Pintle => {
                    let machine = self.machine_mut(arm.figure);
                    (machine.main_used, machine.mg_used, machine.pintle_used) = (true, true, true);
                }
                _ => self.machine_mut(arm.figure).main_used = true,
            }
        } else if self.group(group).gun.is_none() && self.group(group).machine.is_none() {
            let serves =
                |&figure: &Fig| figure == arm.figure || self.figure(figure).assists == Some(arm.figure);
            let crew: Vec<Fig> = self.group(group).members.iter().copied().filter(serves).collect();
            self.face(group, &crew, to);
        }
        if arm.round == Round::Faust {
            self.figure_mut(arm.figure).kit.faust = false;
        }
    }

    pub(super) fn weapon_fails(&mut self, group: Gid, arm: Arm) {
        match &mut self.group_mut(group).gun {
            Some(gun) if arm.round != Round::Faust => gun.failed = true,
            _ => self.figure_mut(arm.figure).failed = true,
        }
    }

    /// High explosive: a check for every figure of the target, gun included, or for the crew of a vehicle
    /// (58.7, 61.3, 69.1).
    fn he_effect(
        &mut self,
        side: Side,
        aimed: &Aimed,
        size: i16,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("74.5");
        applies("69.1");
        let strength = aimed.total() + size;
        let them = self.tag(target);
        let lines = aimed.strength.clone();
        table.log.add(|| {
            let text = format!("HE at {them}, strength {strength} with {size} for the hit");
            Event::new(Tone::Plain, side, text, "58.7").with(&lines)
        });
        for figure in self.under_fire(target) {
            let name = self.soldier(figure).name.clone();
            let result = table.check(|| format!("HE at the {name} of {them}, strength {strength}"))?;
            self.strike(figure, result, strength, "58.7", table)?;
        }
        self.fire_at_soft(target, strength, false, table)?;
        if self.group(target).gun.is_some() && !self.group(target).members.is_empty() {
            // The shield only protects the crew (61.4).
            let shield: i16 = lines.iter().filter(|line| line.rule == "61.4").map(|line| line.value).sum();
            let strength = strength - shield;
            let result = table.check(|| format!("HE at the gun of {them}, strength {strength}"))?;
            self.gun_struck(target, result + strength, table);
        }
        Ok(())
    }

    /// A gun is damaged from 3 and destroyed from 6 (61.3, ruling FM-41).
    pub(in crate::rules::fireandmove) fn gun_struck(&mut self, group: Gid, sum: i16, table: &mut Table) {
        applies("61.5");
        applies("73.6");
        let (tag, side) = (self.tag(group), self.group(group).side);
        let Some(gun) = &mut self.group_mut(group).gun else { return };
        let end = gun_end(sum);
        gun.damaged |= !end.is_empty();
        if end == "destroyed" {
            // 61.5: the surviving crew become riflemen.
            self.group_mut(group).gun = None;
            self.group_mut(group).down = false;
        }
        let end = if end.is_empty() { "no damage" } else { end };
        table.tell(Tone::Loss, side, "61.3", || format!("the gun of {tag}: {end} on {sum}"));
    }

    /// Armour piercing: against a gun, or the side of a vehicle it hits (67, 68).
    fn ap_effect(
        &mut self,
        group: Gid,
        arm: Arm,
        aimed: &Aimed,
        added: i16,
        target: Gid,
        table: &mut Table,
    ) -> Result<(), Ask> {
        applies("66.3");
        applies("68.1");
        let (side, us, them) = (self.group(group).side, self.tag(group), self.tag(target));
        let strength = aimed.total() + added;
        let lines = aimed.strength.clone();
        let result = table.check(|| format!("AP check of {us} at {them}, strength {strength}"))?;
        let sum = result + strength;
        let face = if aimed.flank { "flank" } else { "front" };
        table.log.add(|| {
            let text = format!("{us} hits {them} in the {face}: {sum} ({result:+} and strength {strength})");
            Event::new(Tone::Plain, side, text, "67.1").with(&lines)
        });
        // 74.6: for a flamethrower only K counts, and this check may make it fail.
        let flame = arm.round == Round::Flame;
        if flame && self.fails_at(self.soldier(arm.figure).side, self.weapon(arm.figure)) == Some(result) {
            self.figure_mut(arm.figure).failed = true;
            table.tell(Tone::Failure, side, "20.2", || format!("the flamethrower of {us} fails"));
            return Ok(());
        }
        if self.group(target).machine.is_none() {
            self.gun_struck(target, sum, table);
            return Ok(());
        }
        let at = [self.group(group).at, self.group(target).at];
        let hull_down = self.field().hull_down(at[0], at[1]);
        self.pierced(target, sum, aimed.flank, hull_down, flame, table)
    }
}

/// The effect of a hit on a gun: damaged from 3, destroyed from 6 (61.3, ruling FM-41).
pub(in crate::rules::fireandmove) const fn gun_end(sum: i16) -> &'static str {
    match sum {
        6.. => "destroyed",
        3..=5 => "damaged",
        _ => "",
    }
}
