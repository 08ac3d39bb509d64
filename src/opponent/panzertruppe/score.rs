//! The score of a place for a unit that moves: its fire, the enemy's, the way to its goal and the ground.

use super::exposure::{Exposure, Passed, Rest};
use super::tasks::{Goal, Task, aim};
use super::worth::{shaken, stake};
use crate::game::{Temper, Term};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::state::{Id, Kind, Position, Spot};

/// The value of an inch toward an objective.
const INCH: f64 = 0.22;

/// How much more it is for a unit that just arrives in time.
const HURRY: f64 = 0.35;

/// The same for open vehicles: they follow.
const OPEN_TOPPED: f64 = 0.7;

/// The value of an inch toward an objective that the side holds.
const GUARD_INCH: f64 = 0.1;

/// The value of an inch toward the enemy.
const HUNT_INCH: f64 = 0.04;

/// How a side minds losses that is ahead.
const AHEAD: f64 = 1.2;

/// How a side minds losses that is behind.
const BEHIND: f64 = 0.85;

/// What a point of expected loss counts.
const CARE: f64 = 0.45;

/// The value of a place from which the objective is in sight, for a unit that covers others.
const COVERING_FIRE: f64 = 1.0;

/// What a point of expected gain by fire counts.
const FIRE: f64 = 0.65;

/// The share of an objective's value for a unit that stands on one its side holds.
const KEEP: f64 = 0.08;

/// The share for a unit on an objective still to be taken.
const TAKE: f64 = 0.12;

/// The parts of a place's score, in points.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// The gain of its own fire.
    fire: f64,
    /// The loss by enemy fire.
    risk: f64,
    /// The way to its goal.
    way: f64,
    /// Being where an objective is held or taken.
    grip: f64,
    /// The ground under it: cover, less mines.
    ground: f64,
    /// How it ends its move.
    pub rest: f64,
}

impl Score {
    pub fn total(&self) -> f64 {
        self.fire + self.risk + self.way + self.grip + self.ground + self.rest
    }

    /// Its parts by name, without those that add nothing.
    pub fn terms(&self) -> Vec<Term> {
        let all = [
            ("own fire", self.fire),
            ("enemy fire", self.risk),
            ("way to its goal", self.way),
            ("objective in reach", self.grip),
            ("cover", self.ground),
            ("how it ends its move", self.rest),
        ];
        all.into_iter()
            .filter(|(_, value)| *value != 0.0)
            .map(|(label, value)| Term::new(label, value))
            .collect()
    }
}

/// How much a temper minds losses, and how much it presses on.
fn nature(temper: Temper) -> (f64, f64) {
    match temper {
        Temper::Cautious => (1.35, 0.8),
        Temper::Steady | Temper::Surprise => (1.0, 1.0),
        Temper::Bold => (0.75, 1.25),
    }
}

/// A unit that is to move: what is the same for all its places.
pub struct Case {
    /// The unit.
    pub id: Id,
    /// Where it heads.
    pub goal: Option<Goal>,
    rest: Rest,
    care: f64,
    keen: f64,
}

impl Case {
    /// The facts that are the same for every place of a unit.
    pub fn of(position: &Position, id: Id, temper: Temper) -> Self {
        let (care, keen) = nature(temper);
        let side = position.forces.side(id);
        let posture = match position.forces.ahead() {
            Some(ahead) if ahead == side => AHEAD,
            Some(_) => BEHIND,
            None => 1.0,
        };
        let care = care * CARE * if shaken(position, id) { 1.7 } else { posture };
        Self { id, goal: aim(position, id), rest: Rest::of(position, id), care, keen }
    }

    /// The value of an inch nearer to its goal.
    fn haste(&self, position: &Position, goal: &Goal, inches: f64) -> f64 {
        let unit = position.battle.unit(self.id);
        let stays = unit.is_gun() || unit.pace == 0 || unit.battery > 0 || unit.mortar.is_some();
        // Carriers and trucks without a load have no business in front.
        let idle =
            unit.is_vehicle() && unit.main.is_none() && position.forces.cargo(self.id).next().is_none();
        if stays || idle || shaken(position, self.id) {
            return 0.0;
        }
        let phases = f64::from(position.battle.turns.saturating_sub(position.turn.number)) + 1.0;
        // Units far away hurry when few turns are left.
        let late = (inches / (phases * f64::from(unit.pace.max(12)) / 12.0)).min(1.5);
        match goal.task {
            Task::Take | Task::Cover => (INCH + HURRY * late) * if unit.open { OPEN_TOPPED } else { 1.0 },
            Task::Hunt => HUNT_INCH * (1.0 + late),
            Task::Hold => GUARD_INCH,
        }
    }

    /// The value of the way to its goal: less for every inch it has to go, more where it covers others.
    fn way(&self, then: &Position, at: Spot) -> f64 {
        let Some(goal) = self.goal else { return 0.0 };
        let range = then.battle.range(at, goal.cell);
        let inches = f64::from(range.saturating_sub(goal.near)) / 10.0;
        if inches > 0.0 {
            return -self.keen * inches * self.haste(then, &goal, inches);
        }
        let covers =
            matches!(goal.task, Task::Cover | Task::Hunt) && then.ground.open_line(at, goal.cell).is_some();
        // On overwatch it shoots better, and sooner.
        let watches = then.forces.state(self.id).motion == Motion::Overwatch;
        if covers { COVERING_FIRE * if watches { 1.0 } else { 0.7 } } else { 0.0 }
    }

    /// Whether any enemy could fire from ambush at the unit on its way.
    pub fn may_be_ambushed(&self) -> bool {
        self.rest.may_be_ambushed()
    }

    /// The ambush fire that the unit draws by passing through its cell in a copy of the position, after what it drew
    /// `before`.
    pub fn passing(&self, then: &Position, before: &Passed) -> Passed {
        self.rest.passing(then, before)
    }

    /// The value of the unit's place in a copy of the position, stopped or moving, after what it passed on the way.
    pub fn score(&self, then: &Position, passed: &Passed) -> Score {
        let Some(at) = then.forces.place_of(self.id) else { return Score::default() };
        let Exposure { fire, risk } = self.rest.exposure(then, passed);
        Score {
            fire: FIRE * fire,
            risk: -self.care * risk,
            way: self.way(then, at),
            grip: grip(then, self.id, at),
            ground: ground(then, self.id, at),
            rest: 0.0,
        }
    }
}

/// The value of the ground: cover, less mines.
fn ground(position: &Position, id: Id, at: Spot) -> f64 {
    let cover = match position.battle.terrain_at(at).kind {
        Kind::Building => 0.3,
        Kind::Woods => 0.25,
        Kind::Rough => 0.1,
        _ => 0.0,
    };
    let unit = position.battle.unit(id);
    let mined = position.ground.is_mined(at) && !unit.flail && !unit.rollers;
    cover - if mined { 0.06 * stake(position, id) } else { 0.0 }
}

/// The value of being in reach of an objective, which grows towards the end of the turn.
fn grip(position: &Position, id: Id, at: Spot) -> f64 {
    if shaken(position, id) {
        return 0.0;
    }
    let left = f64::from(position.battle.turns.saturating_sub(position.turn.number));
    let objectives = position.battle.objectives.iter().zip(&position.forces.held);
    let near = objectives.filter(|(objective, _)| position.battle.range(at, objective.cell) <= 20);
    near.map(|(objective, held)| {
        let share = if *held == Some(position.forces.side(id)) { KEEP } else { TAKE };
        f64::from(objective.value) * share / (1.0 + left * 0.4)
    })
    .sum()
}
