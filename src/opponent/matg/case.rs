//! The whole value of a square to a stand: fight, shelter, the way to the enemy, company, and what it hides.

use std::cell::OnceCell;

use crate::board::{self, Cell, Compass};
use crate::rules::matg::state::position::Id;

use super::assault;
use super::danger::{self, Judge};
use super::errands::Errand;
use super::field::Field;
use super::plan;
use super::way::{FAR, Way};
use super::works;

/// So many enemies in sight are enough for an observer.
const MANY: u32 = 4;

/// A stand and the way it goes: what does not change from square to square is worked out once.
pub struct Case<'a> {
    /// Who judges.
    pub judge: &'a Judge<'a>,
    /// The stand.
    pub id: Id,
    way: &'a Way,
    worth: f64,
    fighter: bool,
    personnel: bool,
    caution: f64,
    /// Quarters from the enemy at which it wants to be, and a turn's march.
    standoff: i32,
    allowance: i32,
    scale: f64,
    /// To be nearer to the enemy than this, in quarters, earns nothing.
    ahead: i32,
    errand: Errand,
    /// What it is worth to be where the errand leads.
    prize: f64,
    /// How many times as much as usual a march there is worth.
    haste: f64,
    /// Whether an artillery observer is there.
    observes: bool,
    /// Enemies that it may assault soon, with what that is worth.
    assaults: Vec<(Cell, f64)>,
    /// How many stands of about its pace are beside each square.
    beside: Vec<u8>,
    /// More than this nothing that it may assault is worth, and an observer's view.
    besides: f64,
    /// More than this its fire does not take of each enemy, by his number in his army.
    bounds: OnceCell<Vec<f64>>,
}

impl<'a> Case<'a> {
    /// Takes a stand up.
    pub fn new(judge: &'a Judge<'a>, id: Id, way: &'a Way) -> Self {
        let field = judge.field;
        let p = field.p;
        let fighter = field.is_fighter(id);
        let worth = field.worth(id);
        let pace = p.unit(id).pace().0;
        let errand = field.errands.errand(id);
        let grid = p.battle.grid;
        let mut beside = vec![0; grid.area()];
        for &(other, at) in &field.friends {
            if other != id && p.unit(other).pace().0.abs_diff(pace) <= 6 {
                grid.neighbours(at).for_each(|(_, next)| beside[grid.index(next)] += 1);
            }
        }
        let observes = p.observers.iter().any(|observer| observer.host == id);
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
            personnel: p.unit(id).is_personnel(),
            caution: if fighter || errand == Errand::Out { judge.mood.caution } else { 1.8 },
            standoff: plan::standoff(field, id, way),
            allowance: i32::from(pace).max(3) * 4,
            scale: (worth / 55.0).clamp(1.0, 1.4),
            ahead: if fighter && errand == Errand::Enemy { plan::ahead(field, id, way) } else { 0 },
            errand,
            prize: field.weights.prize * field.errands.prize(id),
            haste: haste(field, id, way),
            observes,
            assaults,
            beside,
            besides: assault + view,
            bounds: OnceCell::new(),
        }
    }

    /// The whole value of standing on a square at the end of a turn, having moved or been ready to.
    pub fn value(&self, cell: Cell, facing: Option<Compass>) -> f64 {
        let assaults = self.assaults.iter().filter(|&&(at, _)| board::adjacent(cell, at));
        self.value_in_fire(cell, facing) + assaults.map(|&(_, gain)| gain).fold(0.0, f64::max)
    }

    /// The same of who stays there to fire: he assaults nobody (8.8.2).
    pub fn value_in_fire(&self, cell: Cell, facing: Option<Compass>) -> f64 {
        let judge = self.judge;
        let p = judge.field.p;
        let index = p.battle.grid.index(cell);
        let square = judge.square(self.id, cell, facing);
        let fight = judge.mood.zeal * square.attack - self.caution * square.danger;
        let sheltered = self.shelter(cell);
        let shelter = if sheltered != 0.0 && judge.is_near(cell, 22) { sheltered } else { 0.0 };
        // Stands that touch can be ordered together; but not so many that they hide each other.
        let company = 0.8 * f64::from(self.beside[index].min(3));
        let masks = if self.personnel { 0.0 } else { judge.masks(self.id, index) };
        let sight = if self.observes { self.overview(cell, index) } else { 0.0 };
        fight + sight + shelter + self.approach(cell) + company - masks - works::hindrance(p, self.id, cell)
    }

    /// No square whose approach and shelter are worth so much together is worth more than this in all.
    pub fn at_most(&self, cell: Cell, approach_and_shelter: f64) -> f64 {
        let index = self.judge.field.p.battle.grid.index(cell);
        let company = 0.8 * f64::from(self.beside[index].min(3));
        // Shelter counts where an enemy is near: where it is a hindrance, it may not.
        let unhindered = (-self.shelter(cell)).max(0.0);
        approach_and_shelter + unhindered + company + self.besides + self.attack_at_most(cell, index)
    }

    /// What a stand could hit from a square if it saw all, and all had their sides to it and no cover.
    fn attack_at_most(&self, cell: Cell, index: usize) -> f64 {
        let field = self.judge.field;
        if !field.is_small() {
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

    /// What the enemies that an observer sees from a square are worth to his batteries.
    fn overview(&self, cell: Cell, index: usize) -> f64 {
        let field = self.judge.field;
        if !field.is_small() {
            return 0.0;
        }
        let all = field.enemies.iter().fold(0, |bits, &(enemy, _)| bits | field.bit(enemy));
        field.weights.observe * f64::from(field.seen_of(self.id, cell, index, all).count_ones().min(MANY))
    }

    /// What the cover of a square is worth.
    pub fn shelter(&self, cell: Cell) -> f64 {
        f64::from(self.judge.field.shelter(self.id, cell).min(6)) * 0.012 * self.worth
    }

    /// What the distance to what the stand is out for is worth.
    pub fn approach(&self, cell: Cell) -> f64 {
        if self.errand == Errand::Stay {
            return 0.0;
        }
        let to_go = self.way.from(cell);
        if to_go >= FAR {
            return -40.0;
        }
        let off = to_go.max(self.ahead) - self.standoff;
        if self.fighter || self.errand == Errand::Out {
            let there = if to_go == 0 { self.prize } else { 0.0 };
            let push = self.judge.mood.push * self.scale * self.haste;
            there - push * f64::from(off.max(0)) / f64::from(self.allowance)
        } else {
            -4.0 * f64::from(off.abs()) / f64::from(self.allowance.max(40))
        }
    }
}

/// Not every order is obeyed: so much of a march a turn brings.
const OBEYED: f64 = 0.7;

/// How many times as much as usual a march is worth to a stand on its errand: counted back from the last turn.
fn haste(field: &Field<'_>, id: Id, way: &Way) -> f64 {
    let errands = &field.errands;
    let Some(here) = field.p.cell(id).filter(|_| errands.squares(id).is_some()) else { return 1.0 };
    let allowance = f64::from(field.p.unit(id).pace().0.max(3)) * 4.0;
    let marches = f64::from(way.from(here)) / allowance / OBEYED;
    let share = marches / (f64::from(errands.left) + 1.0);
    if (0.5..1.6).contains(&share) { 1.0 + field.weights.haste * share.min(1.0) } else { 1.0 }
}
