//! Firing ordnance: a fire card of any value, the weapon, the target, the hit and its effect (58, 66, 67,
//! 74).

use crate::dice::Ask;
use crate::game::{Decision, Digest, Event, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::catalog::tables::Named;
use crate::rules::fireandmove::fire::action::{self, toward};
use crate::rules::fireandmove::fire::facing;
use crate::rules::fireandmove::fire::reactive::{Onward, Reaction};
use crate::rules::fireandmove::fire::strength::Strength;
use crate::rules::fireandmove::fire::to_hit::Check;
use crate::rules::fireandmove::fire::volley::{Mark, Volley};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::optional::night::{self, Lighting, Lit};
use crate::rules::fireandmove::ordnance::Screening;
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::ordnance::hits::{ap_effect, he_effect};
use crate::rules::fireandmove::ordnance::shot;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Clock, Decisions, Fig, Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};
use crate::rules::fireandmove::vehicles::transport;

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
    fn arms(&self, terrain: &Terrain, forces: &Forces) -> Vec<Arm> {
        let mut arms = arms::arms(terrain.field(), forces, self.group, self.on_move);
        arms.retain(|&arm| match &self.to {
            Some(to) => to.shots(terrain, forces, self.group, arm).next().is_some(),
            None => arms::has_mark(terrain, forces, self.group, arm, self.on_move),
        });
        arms
    }
}

impl Reaction {
    /// Points of the path that a weapon can fire at.
    pub fn shots<'a>(
        &'a self,
        terrain: &'a Terrain,
        forces: &'a Forces,
        group: Gid,
        arm: Arm,
    ) -> impl Iterator<Item = u8> + 'a {
        let hit = move |(cell, _): &(&crate::board::Cell, u8)| {
            let mark = self.mark(terrain.field(), forces, **cell);
            let hostile = !matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare);
            hostile && shot::shot(terrain, forces, group, arm, mark, false).is_some()
        };
        self.path.iter().zip(0..).filter(hit).map(|(_, point)| point)
    }

    /// Whether any ordnance of a group can fire at any point of the path.
    pub fn can_shell(&self, terrain: &Terrain, forces: &Forces, group: Gid) -> bool {
        arms::arms(terrain.field(), forces, group, false)
            .into_iter()
            .any(|arm| self.shots(terrain, forces, group, arm).next().is_some())
    }
}

impl Step for Barrel {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        match self.again {
            true => Decision::new(side, "second-weapon", "Fire another weapon, or finish.", "66.2"),
            false => Decision::new(side, "weapon", "Choose a weapon and a round.", "66.2"),
        }
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { terrain, forces, .. } = position;
        forces.fit(self.group).next().is_none()
            || self.again && arms::arms(terrain.field(), forces, self.group, self.on_move).is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        if self.again {
            let hand = &hands.seat(forces.group(self.group).side).hand;
            if !self.arms(terrain, forces).is_empty() {
                let fire = different(hand).filter(|card| matches!(card, Card::Fire(_)));
                list.extend(fire.map(Choice::Shoot));
            }
            list.push(Choice::Done);
            return;
        }
        list.extend(self.arms(terrain, forces).into_iter().map(|arm| Choice::Load(arm.figure, arm.round)));
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, hands, open, .. } = position;
        match choice {
            Choice::Shoot(card) => {
                shoot_card(forces, hands, self.group, card, table);
                open.push(Self { again: false, ..self });
            }
            Choice::Load(figure, round) => {
                let arm = Arm { figure, round };
                match self.to {
                    None if matches!(round, Round::Smoke | Round::Phosphorus) => {
                        open.push(Screening { group: self.group, arm });
                    }
                    None if round == Round::Flare => {
                        forces.group_mut(self.group).grounded = false;
                        night::flashes(forces, self.group);
                        open.push(Lighting { group: self.group, by: Lit::Mortar });
                    }
                    Some(to) => open.push(ReactionShot { group: self.group, arm, to, many: self.many }),
                    None => {
                        open.push(Shelling { group: self.group, arm, on_move: self.on_move, many: self.many })
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.flag(self.on_move);
        digest.flag(self.again);
        digest.flag(self.many);
        digest.maybe(self.to.as_ref(), |digest, to| to.digest(digest));
    }
}

impl Step for Shelling {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.forces.group(self.group).side, "shell", "Choose the group to fire at.", "58.1")
    }

    fn is_void(&self, position: &Position) -> bool {
        let Position { terrain, forces, .. } = position;
        forces.fit(self.group).next().is_none()
            || arms::shot_targets(terrain, forces, self.group, self.arm, self.on_move).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(
            arms::shot_targets(&position.terrain, &position.forces, self.group, self.arm, self.on_move)
                .map(Choice::Target),
        );
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, clock, open, .. } = position;
        let Choice::Target(target) = choice else { return Ok(()) };
        let mark = Mark::at_rest(forces, target);
        fires_salvo(terrain, forces, clock, &self, mark, table)?;
        // 66.2: each weapon of a vehicle needs a card of its own.
        if forces.group(self.group).machine.is_some() && !self.on_move {
            open.push(Barrel { group: self.group, on_move: false, to: None, again: true, many: false });
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.arm.figure]);
        digest.shown(&self.arm.round);
        digest.flag(self.on_move);
        digest.flag(self.many);
    }
}

impl Step for ReactionShot {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "react-shot", "Choose the point of the path to fire at.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(
            self.to.shots(&position.terrain, &position.forces, self.group, self.arm).map(Choice::Point),
        );
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, clock, open, .. } = position;
        let Choice::Point(point) = choice else { return Ok(()) };
        let at = self.to.path[usize::from(point)];
        let mark = self.to.mark(terrain.field(), forces, at);
        self.to.halts_at(terrain, forces, at);
        let shelling = Shelling { group: self.group, arm: self.arm, on_move: false, many: self.many };
        fires_salvo(terrain, forces, clock, &shelling, mark, table)?;
        self.to.struck(point, forces, open);
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.arm.figure]);
        digest.shown(&self.arm.round);
        digest.flag(self.many);
        self.to.digest(digest);
    }
}

impl Reaction {
    /// After fire at a point: the mover continues or stops there; a retiring group continues, one that cannot
    /// move stops.
    pub fn struck(mut self, point: u8, forces: &mut Forces, open: &mut Decisions) {
        let mover = self.mover;
        let at = forces.group(mover).at;
        if self.joins.is_some() && !self.retiring {
            open.push(self);
            return;
        }
        self.path.drain(..usize::from(point));
        if self.retiring {
            let group = forces.group_mut(mover);
            group.at = self.path.last().copied().unwrap_or(at);
            group.more.river = false;
            open.push(self);
        } else if forces.group(mover).machine.is_some() && !forces.can_drive(mover) {
            self.path.truncate(1);
            self.charges = None;
            self.mines = false;
            open.push(self);
        } else {
            open.push(Onward { from: self });
        }
    }
}

/// Spends a fire card on ordnance.
pub(in crate::rules::fireandmove) fn shoot_card(
    forces: &Forces,
    hands: &mut Hands,
    group: Gid,
    card: Card,
    table: &mut Table,
) {
    let (side, tag) = (forces.group(group).side, forces.tag(group));
    hands.spend(side, card);
    table.tell(Tone::Plain, side, "58.1", || format!("{tag} fires ordnance with {card}"));
}

/// Whether a card lets every mortar of a Japanese group fire (91.6).
pub(in crate::rules::fireandmove) fn fires_all(forces: &Forces, group: Gid, card: Card) -> bool {
    let small = card == Card::Fire(crate::rules::fireandmove::fire::strength::FireCard::One);
    !small && forces.battle().has_trait(forces.group(group).side, Trait::KneeMortars)
}

/// Fires every weapon the card allows, one after another. The target is acquired after the last one
/// (91.6, ruling FM-62).
fn fires_salvo(
    terrain: &Terrain,
    forces: &mut Forces,
    clock: &Clock,
    shelling: &Shelling,
    mark: Mark,
    table: &mut Table,
) -> Result<(), Ask> {
    let Shelling { group, arm, many, .. } = *shelling;
    let target = mark.group;
    let arms = salvo(terrain.field(), forces, group, arm, many);
    let known = forces.acquired.contains(&(group, target));
    let mut hit = false;
    for arm in arms {
        if !known {
            forces.acquired.retain(|&pair| pair != (group, target));
        }
        fires_ordnance(terrain, forces, clock, &Shelling { arm, ..*shelling }, mark, table)?;
        hit |= forces.acquired.contains(&(group, target));
    }
    if hit && !forces.acquired.contains(&(group, target)) && !forces.group(target).members.is_empty() {
        forces.acquired.push((group, target));
    }
    Ok(())
}

/// The weapons that fire together.
fn salvo(field: &Field, forces: &Forces, group: Gid, arm: Arm, many: bool) -> Vec<Arm> {
    if !many || forces.weapon(arm.figure).named != Named::LightMortar || arm.round != Round::He {
        return vec![arm];
    }
    let mut arms = arms::arms(field, forces, group, false);
    arms.retain(|other| other.round == Round::He && forces.weapon(other.figure).named == Named::LightMortar);
    arms
}

/// Resolves one shot, from the To Hit check to its effect.
#[apply(rule, "58.5", "58.4", "66.1", "66.4", "74.3")]
fn fires_ordnance(
    terrain: &Terrain,
    forces: &mut Forces,
    clock: &Clock,
    shelling: &Shelling,
    mark: Mark,
    table: &mut Table,
) -> Result<(), Ask> {
    let Shelling { group, arm, on_move, .. } = *shelling;
    let (target, to) = (mark.group, mark.at);
    let Some(aimed) = shot::shot(terrain, forces, group, arm, mark, on_move) else {
        return Ok(());
    };
    forces.shows_itself(group);
    after_firing(forces, group, arm, to);
    night::flashes(forces, group);
    if matches!(arm.round, Round::Mg | Round::Pintle) {
        if transport::top_gun(forces, group).is_some_and(|(_, man)| man.is_none()) {
            transport::spend_top_gun(forces, group);
        }
        let strength = Strength { concealment: 0, ..Strength::plain(aimed.total()) };
        let band = Field::band(forces.group(group).at, to);
        let volley = Volley {
            men: vec![arm.figure],
            weapons: vec![],
            hero: None,
            strength,
            band,
            concealment: vec![],
        };
        return action::resolve(terrain.field(), forces, clock, group, &volley, target, table);
    }
    let (side, us, them) = (forces.group(group).side, forces.tag(group), forces.tag(target));
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
        let cells = [forces.group(group).at, to];
        let steps = aimed.steps.clone();
        table.log.add(|| {
            let text = format!("{us} at {them}: {end}, {result:+} (To Hit {number})");
            Event::new(tone, side, text, "58.2").with(&steps).at(cells)
        });
        match check {
            Check::Fails => {
                weapon_fails(forces, group, arm);
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
        if !forces.acquired.contains(&(group, target)) {
            forces.acquired.push((group, target));
        }
    }
    match arm.round {
        Round::He => he_effect(forces, clock, side, &aimed, size, target, table),
        _ => ap_effect(terrain.field(), forces, shelling, &aimed, added, target, table),
    }
}

/// The effect of firing on the weapon itself: a turret keeps its new facing, and a single-use weapon is
/// spent.
#[apply(rule, "74.1")]
pub(super) fn after_firing(forces: &mut Forces, group: Gid, arm: Arm, to: crate::board::Cell) {
    let from = forces.group(group).at;
    let way = toward(from, to);
    if forces.soldier(arm.figure).machine.is_some() {
        let turret = forces.machine(arm.figure).is_some_and(|machine| forces.vehicle(machine).turret);
        if turret && from != to && !matches!(arm.round, Round::Mg | Round::Pintle) {
            forces.machine_mut(arm.figure).turret = way;
        }
        match arm.round {
            Round::Mg => forces.machine_mut(arm.figure).mg_used = true,
            Round::Pintle => {
                let machine = forces.machine_mut(arm.figure);
                (machine.main_used, machine.mg_used, machine.pintle_used) = (true, true, true);
            }
            _ => forces.machine_mut(arm.figure).main_used = true,
        }
    } else if forces.group(group).gun.is_none() && forces.group(group).machine.is_none() {
        let serves =
            |&figure: &Fig| figure == arm.figure || forces.figure(figure).assists == Some(arm.figure);
        let crew: Vec<Fig> = forces.group(group).members.iter().copied().filter(serves).collect();
        facing::face(forces, group, &crew, to);
    }
    if arm.round == Round::Faust {
        forces.figure_mut(arm.figure).kit.faust = false;
    }
}

pub(super) fn weapon_fails(forces: &mut Forces, group: Gid, arm: Arm) {
    match &mut forces.group_mut(group).gun {
        Some(gun) if arm.round != Round::Faust => gun.failed = true,
        _ => forces.figure_mut(arm.figure).failed = true,
    }
}
