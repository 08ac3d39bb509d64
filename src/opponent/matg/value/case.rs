//! The whole value of a square to a stand: its fight, cover, distance to the objective, company, and the
//! friendly fire it blocks.

use std::cell::OnceCell;

use crate::board::{self, Cell, Compass};
use crate::game::Term;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::position::Id;

use super::danger::{self, Judge};
use super::field::Field;
use crate::opponent::matg::fire::assault;
use crate::opponent::matg::movement::way::{FAR, Way};
use crate::opponent::matg::movement::works;
use crate::opponent::matg::planning::plan;
use crate::opponent::matg::planning::tasks::Task;

/// More enemies in sight than this add nothing for an observer.
const MANY: u32 = 4;

/// A headquarters keeps this many inches from known enemies, and values it at this share of its worth: they may
/// drive up and fire, even if they cannot see it now.
const TOO_NEAR: u16 = 7;
const SEIZED: f64 = 0.2;

/// A gun that its crew pushes this many inches a turn, or fewer, reaches no objective: it moves only for a better place
/// near by.
const PUSHED: u8 = 1;

/// The parts of a square's value, in words.
const PARTS: [&str; 10] = [
    "its fire from there",
    "enemy fire at it there",
    "how the firefight goes with it there",
    "a headquarters too near the enemy",
    "what its observer sees",
    "cover",
    "distance to its task",
    "friends beside it",
    "friends' fire that it blocks",
    "works in its way",
];

/// What a move gains for each of [`PARTS`] that it betters, and for a close assault, in words.
const GAINS: [&str; PARTS.len() + 1] = [
    "where its fire does more",
    "where it takes less fire",
    "where the firefight goes better for it",
    "farther from the enemy",
    "where its observer sees more",
    "where it has better cover",
    "",
    "to close up with friends",
    "out of friends' line of fire",
    "clear of obstacles",
    "to assault from there",
];

/// A stand and its route: everything that is the same for every square.
pub struct Case<'a> {
    /// The square evaluator.
    pub judge: &'a Judge<'a>,
    /// The stand.
    pub id: Id,
    way: &'a Way,
    worth: f64,
    fighter: bool,
    personnel: bool,
    caution: f64,
    /// The distance from the enemy that it wants, and a turn's march; both in quarters of a movement point.
    standoff: i32,
    allowance: i32,
    scale: f64,
    /// Coming nearer to the enemy than this gains nothing; in quarters.
    ahead: i32,
    task: Task,
    /// The value of reaching its objective.
    prize: f64,
    /// The factor on a march toward it.
    haste: f64,
    /// Whether it is a gun that its crew pushes.
    pushed: bool,
    /// Whether it is an artillery observer.
    observes: bool,
    /// Whether it is a headquarters that does not fight, or carries one.
    commands: bool,
    /// The enemies it may assault soon, each with the expected gain.
    assaults: Vec<(Cell, f64)>,
    /// The number of stands of about its speed next to each square.
    beside: Vec<u8>,
    /// An upper bound on the value of assaults and of an observer's view.
    besides: f64,
    /// An upper bound on what its fire takes from each enemy, by number.
    bounds: OnceCell<Vec<f64>>,
}

impl<'a> Case<'a> {
    /// Prepares the case of a stand.
    pub fn new(judge: &'a Judge<'a>, id: Id, way: &'a Way) -> Self {
        let field = judge.field;
        let p = field.p;
        let fighter = field.is_fighter(id);
        let worth = field.worth(id);
        let pace = p.battle.unit(id).pace().0;
        let task = field.tasks.task(id);
        let grid = p.battle.grid;
        let mut beside = vec![0; grid.area()];
        for &(other, at) in &field.friends {
            if other != id && p.battle.unit(other).pace().0.abs_diff(pace) <= 6 {
                grid.neighbours(at).for_each(|(_, next)| beside[grid.index(next)] += 1);
            }
        }
        let leads = |id: Id| p.forces.stand(id).role != Role::None;
        let commands = !fighter && (leads(id) || p.forces.cargo(id).any(leads));
        let observes = p.record.observers.iter().any(|observer| observer.host == id);
        let assaults: Vec<(Cell, f64)> = if fighter {
            let weighed = |(at, gain): (Cell, f64)| (at, field.weights.close * gain);
            assault::near_by(field, id).map(weighed).collect()
        } else {
            Vec::new()
        };
        let assault = assaults.iter().map(|&(_, gain)| gain).fold(0.0, f64::max);
        let view = if observes { field.weights.observe * f64::from(MANY) } else { 0.0 };
        Self {
            judge,
            id,
            way,
            worth,
            fighter,
            personnel: p.battle.unit(id).is_personnel(),
            caution: if fighter || task == Task::Out { judge.mood.caution } else { 1.8 },
            standoff: plan::standoff(field, id, way),
            allowance: i32::from(pace).max(3) * 4,
            scale: (worth / 55.0).clamp(1.0, 1.4),
            ahead: if fighter && task == Task::Enemy { plan::ahead(field, id, way) } else { 0 },
            task,
            prize: field.weights.prize * field.tasks.prize(id),
            haste: haste(field, id, way),
            pushed: is_pushed(field, id),
            observes,
            commands,
            assaults,
            beside,
            besides: assault + view,
            bounds: OnceCell::new(),
        }
    }

    /// The whole value of being on a square at the end of a turn, after moving or ready to move.
    pub fn value(&self, cell: Cell, facing: Option<Compass>) -> f64 {
        let assaults = self.assaults.iter().filter(|&&(at, _)| board::adjacent(cell, at));
        self.value_in_fire(cell, facing) + assaults.map(|&(_, gain)| gain).fold(0.0, f64::max)
    }

    /// The same value for a stand that stays to fire: it cannot assault (8.8.2).
    pub fn value_in_fire(&self, cell: Cell, facing: Option<Compass>) -> f64 {
        self.parts(cell, facing).into_iter().sum()
    }

    /// The parts of the value of a square at the end of a move, with a few words for each.
    pub fn terms(&self, cell: Cell, facing: Option<Compass>) -> Vec<Term> {
        let assault = self.value(cell, facing) - self.value_in_fire(cell, facing);
        let parts =
            PARTS.into_iter().zip(self.parts(cell, facing)).chain([("close assault from there", assault)]);
        parts.filter(|(_, value)| *value != 0.0).map(|(label, value)| Term::new(label, value)).collect()
    }

    /// What a stand gains most by going from one square to another, in words. `nearer` is what coming nearer to its task is
    /// called. `None` if no part of the value gets better.
    pub fn gained(&self, from: Cell, to: Cell, nearer: &'static str) -> Option<&'static str> {
        let parts = |cell: Cell| {
            let assault = self.value(cell, None) - self.value_in_fire(cell, None);
            self.parts(cell, None).into_iter().chain([assault])
        };
        let more = parts(to).zip(parts(from)).map(|(there, here)| there - here);
        let most = more.zip(GAINS).max_by(|a, b| a.0.total_cmp(&b.0));
        let (_, words) = most.filter(|&(more, _)| more > 0.0)?;
        Some(if words.is_empty() { nearer } else { words })
    }

    /// The parts of [`Case::value_in_fire`], in the order of [`PARTS`].
    fn parts(&self, cell: Cell, facing: Option<Compass>) -> [f64; PARTS.len()] {
        let judge = self.judge;
        let p = judge.field.p;
        let index = p.battle.grid.index(cell);
        let square = judge.square(self.id, cell, facing);
        let sheltered = self.shelter(cell);
        let shelter = if sheltered != 0.0 && judge.is_near(cell, 22) { sheltered } else { 0.0 };
        // Adjacent stands can share an order, but too many block each other's line of sight.
        let company = 0.8 * f64::from(self.beside[index].min(3));
        let masks = if self.personnel { 0.0 } else { judge.masks(self.id, index) };
        let sight = if self.observes { self.overview(cell, index) } else { 0.0 };
        let seized = if self.commands && judge.is_near(cell, TOO_NEAR) { SEIZED * self.worth } else { 0.0 };
        let weight = judge.field.firefight;
        let [attack, danger, firefight] = if weight > 0.0 {
            let facing = facing.or(square.facing);
            let value = judge.firefight().value(judge.field, (self.id, cell), facing, self.caution);
            [0.0, 0.0, weight * value]
        } else {
            [judge.mood.zeal * square.attack, self.caution * square.danger, 0.0]
        };
        [
            attack,
            -danger,
            firefight,
            -seized,
            sight,
            shelter,
            self.approach(cell),
            company,
            -masks,
            -works::hindrance(p, self.id, cell),
        ]
    }

    /// An upper bound on the value of a square with this approach and cover together.
    pub fn at_most(&self, cell: Cell, approach_and_shelter: f64) -> f64 {
        let index = self.judge.field.p.battle.grid.index(cell);
        let company = 0.8 * f64::from(self.beside[index].min(3));
        // Cover counts only near an enemy; a hindrance may not count either.
        let unhindered = (-self.shelter(cell)).max(0.0);
        approach_and_shelter + unhindered + company + self.besides + self.attack_at_most(cell, index)
    }

    /// An upper bound on the attack from a square: all enemies in sight, from the side and without cover.
    fn attack_at_most(&self, cell: Cell, index: usize) -> f64 {
        let field = self.judge.field;
        if !field.is_small() || field.firefight > 0.0 {
            return f64::INFINITY;
        }
        let mut enemies = field.in_range(self.id, cell, index);
        if enemies == 0 {
            return 0.0;
        }
        let bounds = self.bounds.get_or_init(|| {
            let mut bounds = vec![0.0; usize::from(field.p.battle.army(field.side.other()).count)];
            for &(enemy, at) in &field.enemies {
                bounds[field.number(enemy)] = field.strike_at_most(self.id, enemy, at) * field.worth(enemy);
            }
            bounds
        });
        let (mut best, mut sum) = (0.0_f64, 0.0);
        while enemies != 0 {
            let bound = bounds[enemies.trailing_zeros() as usize];
            enemies &= enemies - 1;
            sum += bound;
            best = best.max(bound);
        }
        danger::attack(best, sum)
    }

    /// The value of the enemies that an observer sees from a square.
    fn overview(&self, cell: Cell, index: usize) -> f64 {
        let field = self.judge.field;
        if !field.is_small() {
            return 0.0;
        }
        let all = field.enemies.iter().fold(0, |bits, &(enemy, _)| bits | field.bit(enemy));
        field.weights.observe * f64::from(field.seen_of(self.id, cell, index, all).count_ones().min(MANY))
    }

    /// The value of a square's cover.
    pub fn shelter(&self, cell: Cell) -> f64 {
        f64::from(self.judge.field.shelter(self.id, cell).min(6)) * 0.012 * self.worth
    }

    /// The value of the distance to the stand's objective.
    pub fn approach(&self, cell: Cell) -> f64 {
        if self.task == Task::Stay {
            return 0.0;
        }
        let to_go = self.way.from(cell);
        if to_go >= FAR {
            return -40.0;
        }
        let off = to_go.max(self.ahead) - self.standoff;
        if self.fighter || self.task == Task::Out {
            let there = if to_go == 0 { self.prize } else { 0.0 };
            let push = if self.pushed { 0.0 } else { self.judge.mood.push * self.scale * self.haste };
            there - push * f64::from(off.max(0)) / f64::from(self.allowance)
        } else {
            -4.0 * f64::from(off.abs()) / f64::from(self.allowance.max(40))
        }
    }
}

/// Whether a stand is a gun that its crew pushes.
pub fn is_pushed(field: &Field<'_>, id: Id) -> bool {
    field.p.battle.unit(id).pace().0 <= PUSHED
}

/// The share of a march that a turn brings on average: not every order succeeds.
const OBEYED: f64 = 0.7;

/// The factor on a march toward an objective, counted back from the last turn.
fn haste(field: &Field<'_>, id: Id, way: &Way) -> f64 {
    let tasks = &field.tasks;
    let Some(here) = field.p.forces.cell(id).filter(|_| tasks.squares(id).is_some()) else { return 1.0 };
    let allowance = f64::from(field.p.battle.unit(id).pace().0.max(3)) * 4.0;
    let marches = f64::from(way.from(here)) / allowance / OBEYED;
    let share = marches / (f64::from(tasks.left) + 1.0);
    if (0.5..1.6).contains(&share) { 1.0 + field.weights.haste * share.min(1.0) } else { 1.0 }
}
