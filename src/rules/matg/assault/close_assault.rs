//! 8.8: close assault, after all movement.

use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::rules::matg::catalog::Class;
use crate::rules::matg::fire::combat::{self, Attack};
use crate::rules::matg::ground::terrain::{Ground, POINT, Terrain};
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::battle::{Arm, GunUse};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{Open, Question, ask, never_offered};

/// -3 to the combat die in close assault (chart: close assault).
const CLOSE: Modifier = Modifier { value: -3, label: "close assault", rule: "chart: close assault" };
/// Range zero is within the first band of the range chart (8.8 note, S-21).
const RANGE_ZERO: Modifier = Modifier { value: -1, label: "range zero", rule: "chart: range" };
/// Engineers take a further -3 (11.5.1).
const ENGINEERS: Modifier = Modifier { value: -3, label: "engineers", rule: "11.5.1" };

/// Positions that cavalry does not assault (8.8.9).
const NO_CAVALRY: [Terrain; 5] = [
    Terrain::LightBuildings,
    Terrain::MediumBuildings,
    Terrain::HeavyBuildings,
    Terrain::MediumPosition,
    Terrain::HeavyPosition,
];

/// The end of movement: last close assaults may be declared (8.8.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declarations {
    /// Who may declare.
    pub side: Side,
    /// Who has declared all.
    pub passed: [bool; 2],
    /// The stand about to assault.
    pub picked: Option<Id>,
}

impl Open for Declarations {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match self.picked {
            None => ask("declare", "Choose a stand to close assault, or pass.", "8.8.2"),
            Some(_) => ask("assault", "Choose whom it assaults.", "8.8.2"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(id) = self.picked else {
            let ready = game.late_assaulters(self.side).map(|id| Choice::Pick(game.tag(id)));
            return ready.chain([Choice::Pass]).collect();
        };
        let targets = game.enemies_beside(id).filter(|&target| game.may_assault(id, target));
        targets.map(|target| Choice::Assault(game.tag(target))).chain([Choice::Cancel]).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match (*choice, self.picked) {
            (Choice::Pick(tag), None) => self.picked = Some(game.named(tag)),
            (Choice::Assault(tag), Some(id)) => {
                self.picked = None;
                game.declare_assault(id, game.named(tag), log);
            }
            (Choice::Cancel, Some(_)) => self.picked = None,
            (Choice::Pass, None) => self.passed[self.side.index()] = true,
            _ => never_offered(choice),
        }
        game.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        match self.picked {
            Some(_) => Some(self.side),
            None => game.first_able(self.side, self.passed, Position::has_assaulter),
        }
    }

    fn hand_to(&mut self, side: Side) {
        self.side = side;
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        game.resolve_overruns(dice, log)?;
        game.open(Assaults::begun_by(game.initiative));
        Ok(())
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match (*choice, self.picked) {
            (Choice::Assault(tag), Some(id)) => Some(game.preview_assault(id, game.battle.find(tag)?)),
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.picked
    }
}

/// Close assaults are resolved in turn (8.8.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assaults {
    /// Who resolves next.
    pub side: Side,
    /// None is resolved: the side with the initiative may let the enemy begin.
    pub opening: bool,
}

impl Assaults {
    /// The assaults as their resolution begins.
    pub const fn begun_by(side: Side) -> Self {
        Self { side, opening: true }
    }
}

impl Open for Assaults {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("assaults", "Choose which assault to resolve.", "8.8.7")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let resolve = game.assaulted_by(self.side).into_iter().map(|id| Choice::Resolve(game.tag(id)));
        resolve.chain(game.may_yield(self.opening, self.side)).collect()
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        (self.side, self.opening) = (self.side.other(), false);
        game.open(self);
        let tag = match *choice {
            Choice::Resolve(tag) => tag,
            Choice::Yield => return Ok(()),
            _ => never_offered(choice),
        };
        let defender = game.named(tag);
        let assaulters = game.assaulters_of(defender);
        if game.may_answer(defender) && assaulters.len() > 1 {
            game.open(Answer { defender });
            return Ok(());
        }
        game.resolve_close_assault(defender, assaulters.first().copied(), dice, log)
    }

    fn next(&self, game: &Position) -> Option<Side> {
        game.first_able(self.side, [false; 2], Position::has_assault_to_resolve)
    }

    fn hand_to(&mut self, side: Side) {
        self.opening &= side == self.side;
        self.side = side;
    }

    /// Who must flee from flames does so first (11.6.1).
    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.has_flights() {
            game.open(self);
            game.begin_flight(log);
            return Ok(());
        }
        game.land_groups(Moment::AfterMovement, dice, log)
    }
}

/// The assaulted stand chooses whom to answer (8.8.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The stand under assault.
    pub defender: Id,
}

impl Open for Answer {
    fn side(&self, game: &Position) -> Side {
        game.side(self.defender)
    }

    fn asks(&self) -> Question {
        ask("answer", "Choose which assaulter to answer.", "8.8.4")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        game.assaulters_of(self.defender).into_iter().map(|id| Choice::Answer(game.tag(id))).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Answer(tag) = *choice else { never_offered(choice) };
        game.resolve_close_assault(self.defender, Some(game.named(tag)), dice, log)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.defender)
    }
}

/// A stand must give way one inch (8.8.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retreat {
    /// Who gives way.
    pub stand: Id,
    /// From whom.
    pub from: Id,
    /// The rule that makes it.
    pub rule: &'static str,
}

impl Retreat {
    /// Whether there is nowhere to go.
    pub(super) fn is_cornered(&self, game: &Position) -> bool {
        self.choices(game).is_empty()
    }
}

impl Open for Retreat {
    fn side(&self, game: &Position) -> Side {
        game.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("retreat", "Give way one inch.", "8.8.5")
    }

    /// Free squares an inch away from the stand and farther from its attacker.
    fn choices(&self, game: &Position) -> Vec<Choice> {
        let (Some(here), Some(enemy)) = (game.cell(self.stand), game.cell(self.from)) else {
            return Vec::new();
        };
        let farther = |cell| board::distance_squared(cell, enemy) > board::distance_squared(here, enemy);
        let beside = game.battle.grid.neighbours(here).filter(|&(_, next)| {
            farther(next) && game.holder_of(next).is_none() && game.may_stand_on(self.stand, next)
        });
        beside.map(|(direction, _)| Choice::Retreat(direction)).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Retreat(direction) = *choice else { never_offered(choice) };
        game.withdraw(self.stand, direction, self.rule, dice, log)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.cell(self.stand)
    }
}

impl Position {
    /// Whether a stand is of a kind that may close assault: infantry and cavalry (8.8.1).
    pub fn is_assault_arm(&self, id: Id) -> bool {
        let unit = self.unit(id);
        unit.kind.class == Class::Personnel
            && !unit.guns.is_empty()
            && matches!(self.arm(id), Arm::Infantry | Arm::Cavalry | Arm::Motorcycle)
    }

    /// Whether a stand may declare a close assault on another beside it (8.8.1, 8.8.2, 8.8.9).
    pub(in crate::rules::matg) fn may_assault(&self, id: Id, target: Id) -> bool {
        let Some(cell) = self.cell(target) else { return false };
        let barred = Ground::from_iter(NO_CAVALRY);
        self.is_assault_arm(id)
            && self.stand(id).posture == Posture::Move
            && !(self.is_mounted(id) && self.ground_at(cell).meets(barred))
            && !self.assaults.iter().any(|&(assaulter, _)| assaulter == id)
    }

    /// Enemies the mover may declare a close assault on: adjacent, with a movement point left (8.8.2).
    pub(in crate::rules::matg) fn assault_targets(&self, mover: &Mover) -> impl Iterator<Item = Id> {
        let id = mover.stand;
        let ready = mover.left >= POINT
            && self.is_assault_arm(id)
            && self.cell(id).is_some_and(|cell| self.holder_of(cell).is_none());
        let targets: Vec<Id> = if ready { self.enemies_beside(id).collect() } else { Vec::new() };
        targets
            .into_iter()
            .filter(move |&target| self.may_assault(id, target))
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn enemies_beside(&self, id: Id) -> impl Iterator<Item = Id> {
        let side = self.side(id);
        let cell = self.cell(id);
        cell.into_iter()
            .flat_map(|cell| self.battle.grid.neighbours(cell))
            .filter_map(|(_, next)| self.holder_of(next))
            .filter(move |&other| self.side(other) != side)
    }

    pub(in crate::rules::matg) fn declare_assault(&mut self, id: Id, target: Id, log: &mut Log) {
        self.assaults.push((id, target));
        self.stand_mut(target).pinned = true; // 8.8.5
        log.add(|| {
            let text = format!("{} declares a close assault on {}", self.who(id), self.who(target));
            Event::new(Tone::Plain, self.side(id), text, "8.8.2").at(self.cell(id)).at(self.cell(target))
        });
    }

    /// Stands that may still declare at the end of movement, moved or not, with a movement point left (8.8.2).
    fn late_assaulters(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        self.ids(side).filter(|&id| {
            let stand = self.stand(id);
            self.is_assault_arm(id)
                && stand.posture == Posture::Move
                && self.allowance(id) - stand.spent >= POINT
                && self.enemies_beside(id).any(|target| self.may_assault(id, target))
        })
    }

    fn has_assaulter(&self, side: Side) -> bool {
        self.late_assaulters(side).next().is_some()
    }

    /// Stands of the enemy on which a side has assaults still to resolve.
    fn assaulted_by(&self, side: Side) -> Vec<Id> {
        let mut targets = Vec::new();
        for &(assaulter, target) in &self.assaults {
            if self.side(assaulter) == side
                && self.is_live_assault(assaulter, target)
                && !targets.contains(&target)
            {
                targets.push(target);
            }
        }
        targets
    }

    /// Both are still there and touching: a defender that gave way before is out of reach.
    fn is_live_assault(&self, assaulter: Id, target: Id) -> bool {
        matches!((self.cell(assaulter), self.cell(target)), (Some(a), Some(b)) if board::adjacent(a, b))
    }

    fn has_assault_to_resolve(&self, side: Side) -> bool {
        self.assaults.iter().any(|&(a, t)| self.side(a) == side && self.is_live_assault(a, t))
    }

    pub(super) fn assaulters_of(&self, defender: Id) -> Vec<Id> {
        let side = self.side(defender).other();
        let live = self.assaults.iter().filter(|&&(a, t)| t == defender && self.side(a) == side);
        live.filter(|&&(a, t)| self.is_live_assault(a, t)).map(|&(a, _)| a).collect()
    }

    /// The defender answers unless it is in the movement posture (chart: close assault, G-5).
    pub fn may_answer(&self, defender: Id) -> bool {
        self.stand(defender).posture != Posture::Move && !self.unit(defender).guns.is_empty()
    }

    /// The cohesion roll of either side in a close assault.
    pub fn assault_profile(&self, id: Id, answering: bool) -> Test {
        let posture = (answering && self.stand(id).posture == Posture::FireMove).then_some(Modifier {
            value: 3,
            label: "fire/move posture",
            rule: "chart: close assault",
        });
        self.cohesion_profile(id, if answering { "to answer" } else { "to assault" }, "8.8.3", posture)
    }

    /// An assaulter's attack on the defender; cavalry charges with double values (8.8.9, 10.10.1, G-6).
    pub fn close_attack(&self, attacker: Id, target: Id) -> Attack {
        let mut attack = self.close_answer(attacker, target);
        if self.is_mounted(attacker) && !self.unit(target).kind.armoured {
            attack.firepower *= 2;
        }
        attack
    }

    /// One stand's attack on another at close quarters, with its printed values.
    pub fn close_answer(&self, attacker: Id, target: Id) -> Attack {
        let (unit, other) = (self.unit(attacker), self.unit(target));
        let armoured = other.kind.armoured;
        let gun = self.close_weapon(attacker, target);
        let firepower = self.firepower(attacker, gun, armoured);
        let mut modifiers = vec![CLOSE, RANGE_ZERO];
        if unit.engineer {
            modifiers.push(ENGINEERS);
        }
        Attack {
            firepower,
            defence: self.close_defence(target),
            modifiers,
            suppressing: unit.support,
            artillery: false,
            armour_piercing: armoured,
            depletion: gun.notes.depletion.filter(|_| armoured),
        }
    }

    /// The weapon a stand uses at close quarters: crews of artillery, and of restricted guns assaulted from
    /// elsewhere than their front, use small arms (7.4.8, 8.8.4). Of several the strongest.
    fn close_weapon(&self, attacker: Id, target: Id) -> &crate::rules::matg::catalog::Gun {
        let armoured = self.unit(target).kind.armoured;
        let to = self.cell(target);
        let small_arms = &self.battle.army(self.side(attacker)).small_arms;
        let dry = armoured && self.stand(attacker).depleted;
        let own = self.unit(attacker).guns.iter().filter(|(gun, usage)| {
            let spent = dry && gun.notes.depletion.is_some();
            !matches!(usage, GunUse::Artillery | GunUse::Rocket)
                && !spent
                && to.is_some_and(|to| self.bears_on(attacker, gun, to, 1))
        });
        own.map(|(gun, _)| gun).max_by_key(|gun| if armoured { gun.ap } else { gun.he }).unwrap_or(small_arms)
    }

    fn close_defence(&self, target: Id) -> i16 {
        let unit = self.unit(target);
        if unit.kind.armoured {
            return combat::share_of(i16::from(unit.kind.defence), 2); // 8.8.8
        }
        if let Some(defence) = self.boat_defence(target) {
            return defence;
        }
        let printed = if unit.is_artillery() {
            i16::from(self.battle.army(unit.side).small_arms_defence) // 7.4.8
        } else {
            self.printed_defence(target)
        };
        if unit.is_personnel() && self.stand(target).posture != Posture::Fire { printed / 2 } else { printed }
    }

    /// The whole procedure against one defender (chart: close assault).
    pub(in crate::rules::matg) fn resolve_close_assault(
        &mut self,
        defender: Id,
        answered: Option<Id>,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let assaulters = self.assaulters_of(defender);
        self.assaults.retain(|&(a, t)| t != defender || !assaulters.contains(&a));
        if let Some(assaulter) = answered.filter(|_| self.may_answer(defender)) {
            let profile = self.assault_profile(defender, true);
            if self.roll_cohesion(defender, &profile, dice, log)?.passed {
                let attack = self.close_answer(defender, assaulter);
                let result = self.roll_attack(defender, assaulter, &attack, "8.8.4", dice, log)?;
                self.suffer(assaulter, result, log);
            }
        }
        let mut driven_off_by = None;
        for assaulter in assaulters {
            if self.cell(assaulter).is_none() || self.cell(defender).is_none() {
                continue;
            }
            let profile = self.assault_profile(assaulter, false);
            if !self.roll_cohesion(assaulter, &profile, dice, log)?.passed {
                continue;
            }
            let attack = self.close_attack(assaulter, defender);
            let before = self.states(defender);
            let result = self.roll_attack(assaulter, defender, &attack, "8.8.3", dice, log)?;
            self.suffer(defender, result, log);
            if before.is_disorganized_by(result) && driven_off_by.is_none() {
                driven_off_by = Some(assaulter);
            }
        }
        if let Some(from) = driven_off_by.filter(|_| self.cell(defender).is_some()) {
            self.give_way(defender, from, "8.8.5", log);
        }
        Ok(())
    }

    /// Makes a stand give way one inch; with nowhere to go it is eliminated (8.8.5, 11.6.1).
    pub(super) fn give_way(&mut self, id: Id, from: Id, rule: &'static str, log: &mut Log) {
        let retreat = Retreat { stand: id, from, rule };
        if retreat.is_cornered(self) {
            log.add(|| {
                let text = format!("{} has nowhere to go", self.who(id));
                Event::new(Tone::Loss, self.side(id), text, rule).at(self.cell(id))
            });
            self.eliminate(id, log);
        } else {
            self.open(retreat);
        }
    }

    pub(in crate::rules::matg) fn withdraw(
        &mut self,
        id: Id,
        direction: Compass,
        rule: &'static str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(here) = self.cell(id) else { return Ok(()) };
        let there = here.step(direction);
        self.abandon_work(id);
        self.lift(id);
        self.put(id, there);
        log.add(|| {
            let text = format!("{} gives way to {there}", self.who(id));
            Event::new(Tone::Plain, self.side(id), text, rule).at([here, there])
        });
        self.bring_to(id, there, dice, log)
    }
}
