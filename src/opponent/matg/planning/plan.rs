//! The mood of the battle: how hard to push, and where the front is.

use crate::game::Side;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::state::aims::Share;
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::position::Id;

use super::tasks::Task;
use crate::opponent::matg::movement::way::{FAR, Way};
use crate::opponent::matg::value::break_points;
use crate::opponent::matg::value::field::Field;

/// An enemy this close to its break point is hunted down.
const HUNTED: f64 = 0.5;

/// The share of its stands that a side is reluctant to lose if victory does not set one.
const HALF: f64 = 0.5;

/// How much caution is dropped by the end if an objective must be reached.
const URGENT: f64 = 0.45;

/// There is nothing to save stands for in the last turns: this much less caution.
const LAST: u8 = 2;
const DARING: f64 = 0.2;

/// How fast a side takes more risks if enemy losses fall behind schedule.
const SLOW: f64 = 4.0;

/// The mood of the battle.
#[derive(Copy, Clone, Debug)]
pub struct Mood {
    /// The weight of expected losses against expected gains.
    pub caution: f64,
    /// The value of a turn's march toward the enemy.
    pub push: f64,
    /// The share of a shot's expected gain that still counts.
    pub zeal: f64,
}

impl Mood {
    /// Pushes while there is something to win, hunts an enemy near breaking, guards a win.
    pub fn of(field: &Field<'_>) -> Self {
        let p = field.p;
        let share = |side| {
            let (lost, strength) = p.forces.losses_and_strength(side);
            f64::from(lost) / f64::from(strength.max(1))
        };
        let weights = field.weights;
        let aim = |side: Side| match p.battle.victory.breaks(side) {
            Some(Share::Percent(percent)) => f64::from(percent) / 100.0,
            Some(Share::Stands(stands)) => {
                f64::from(stands) / f64::from(p.forces.losses_and_strength(side).1.max(1))
            }
            None => HALF,
        };
        let strain = |side: Side| break_points::strain_of(p, side, field.side);
        let broken = |side: Side| (share(side) / aim(side)).max(strain(side));
        let (own, enemy) = (broken(field.side), broken(field.side.other()));
        let late = f64::from(p.now.number) / f64::from(p.battle.turns.max(1));
        if !p.battle.victory.is_destruction() {
            // A side that must reach an objective dares more as time runs out; one that holds it need not.
            if field.tasks.is_ahead {
                return Self { caution: weights.pressed, push: weights.push, zeal: 1.0 };
            }
            let last = if field.tasks.left < LAST { DARING } else { 0.0 };
            // A broken formation takes nothing any more (12.1.5).
            let spared = (strain(field.side) - weights.worn).max(0.0);
            let caution = weights.pressed + spared - URGENT * late - last;
            return Self {
                caution: caution.max(0.15),
                push: weights.push * (1.0 + late) + weights.push_late * late,
                zeal: 1.0,
            };
        }
        if enemy >= 1.0 && own < 1.0 {
            return Self { caution: weights.guard, push: weights.away, zeal: weights.spoils };
        }
        // Only breaking the enemy wins, but the side that is worse off first avoids breaking. Stands grow
        // more valuable near the limit; a side that can no longer win takes any risk.
        let edge = weights.edge * ((own - weights.worn) / (1.0 - weights.worn)).max(0.0);
        // If time runs out before either side breaks, preserving stands only leads to a draw.
        let in_time = 1.0 - SLOW * (late - own.max(enemy)).clamp(0.0, 1.0 / SLOW);
        let spare = if own < 1.0 { in_time * (weights.spare * (2.0 * own).min(1.0) + edge) } else { 0.0 };
        if own < 1.0 && own > weights.worn && own > enemy {
            return Self {
                caution: weights.caution + spare + own - weights.worn,
                push: weights.push - 3.0 * late,
                zeal: 1.0,
            };
        }
        // Near the end, an enemy close to breaking is hunted down.
        let hunt = ((HUNTED - (1.0 - enemy)) / HUNTED).clamp(0.0, 1.0) * late;
        let lead = (enemy - own).clamp(-0.5, 0.5);
        let closes_in = weights.close_in * lead.max(0.0) + weights.bold_late;
        let caution = weights.caution + spare + 0.2 * lead - closes_in * late - 0.3 * hunt;
        Self {
            caution: caution.clamp(0.4, 2.5),
            push: weights.push + weights.push_late * late + 4.0 * hunt,
            zeal: 1.0,
        }
    }
}

/// The distance in quarters that rockets keep from the enemy: as far as they can see.
const ROCKETS: i32 = 4 * 18;

/// The same for flak on vehicles, which follows the tanks.
const FLAK: i32 = 4 * 10;

/// The same for a GHQ or its carrier, at the least: an armoured car that breaks through should not reach it in a turn.
const GENERAL: i32 = 4 * 30;

/// Where a stand belongs in the array of a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Station {
    /// It fights.
    Front,
    /// It follows the tanks.
    Flak,
    /// It keeps as far from the enemy as it can see.
    Rockets,
    /// It keeps behind the front.
    Rear,
}

impl Station {
    /// The station of a stand.
    pub fn of(field: &Field<'_>, id: Id) -> Self {
        let unit = field.p.battle.unit(id);
        match field.is_fighter(id) {
            true if unit.kind.class == Class::AntiAircraft && unit.is_vehicle() => Self::Flak,
            true => Self::Front,
            false if field.is_rockets(id) => Self::Rockets,
            false => Self::Rear,
        }
    }
}

/// The distance from the enemy, in quarters of a movement point, at which a stand wants to fight or stay.
pub fn standoff(field: &Field<'_>, id: Id, way: &Way) -> i32 {
    match field.tasks.task(id) {
        Task::Out => return 0,
        Task::Hold(_) if field.is_fighter(id) => return 0,
        _ => {}
    }
    match Station::of(field, id) {
        Station::Front => match i32::from(field.reach(id)) {
            0..=3 => 8,
            4..=8 => 12,
            reach => 4 * (reach / 2).min(field.weights.near as i32),
        },
        Station::Flak => FLAK,
        Station::Rockets => ROCKETS,
        Station::Rear => behind_the_front(field, id, way),
    }
}

/// The median distance of the fighting stands from the enemy, and a bit more.
fn behind_the_front(field: &Field<'_>, id: Id, way: &Way) -> i32 {
    let mut front: Vec<i32> = field
        .friends
        .iter()
        .filter(|&&(other, _)| other != id && field.is_fighter(other))
        .map(|&(_, cell)| way.from(cell))
        .filter(|&cost| cost < FAR)
        .collect();
    front.sort_unstable();
    let median = front.get(front.len() / 2).copied().unwrap_or(60);
    (median.max(48) + 24).max(if field.p.forces.has_ghq(id) { GENERAL } else { 0 })
}

/// This many tanks advance together; fewer have none to wait for.
const MANY: usize = 4;

/// The closest useful distance to the enemy, in quarters: not far ahead of the tank at the 60th percentile,
/// so that tanks arrive together.
pub fn ahead(field: &Field<'_>, id: Id, way: &Way) -> i32 {
    let weights = field.weights;
    let is_tank = |id: Id| {
        field.is_fighter(id)
            && field.p.battle.unit(id).arm == Arm::Armoured
            && field.reach(id) >= 8
            && matches!(field.p.battle.unit(id).kind.class, Class::Tank | Class::AntiTank)
    };
    let tanks = field.friends.iter().filter(|&&(id, _)| is_tank(id)).map(|&(_, cell)| way.from(cell));
    let mut tanks: Vec<i32> = tanks.filter(|&cost| cost < FAR).collect();
    let unit = field.p.battle.unit(id);
    let escorts = unit.is_vehicle() && !is_tank(id);
    if tanks.is_empty() || (tanks.len() < MANY && !escorts) {
        return 0;
    }
    tanks.sort_unstable();
    let lag = if escorts { weights.lag } else { 0.0 };
    tanks[tanks.len() * 6 / 10] - (weights.ahead - lag) as i32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Cell;
    use crate::game::Log;
    use crate::opponent::matg::weights::Weights;
    use crate::rules::matg::scenario;
    use crate::rules::matg::state::position::Position;

    /// The introductory scenario with this many stands of a side lost.
    fn after_losses(side: Side, lost: usize) -> Position {
        let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("a scenario");
        let mut position = Position::new(Arc::new(battle));
        for id in position.battle.ids(side).take(lost).collect::<Vec<_>>() {
            crate::rules::matg::command::cohesion::eliminate(&mut position, id, &mut Log::off());
        }
        position
    }

    /// The caution of the first side with this many stands lost.
    fn caution(lost: usize) -> f64 {
        Mood::of(&Field::new(&after_losses(Side::A, lost), Side::A, &Weights::NORMAL)).caution
    }

    #[test]
    fn a_side_that_is_ahead_closes_in_as_time_runs_out() {
        let cautions = [1, 9].map(|turn| {
            let mut position = after_losses(Side::B, 6);
            position.now.number = turn;
            Mood::of(&Field::new(&position, Side::A, &Weights::NORMAL)).caution
        });
        assert!(cautions[1] + 0.3 < cautions[0], "{cautions:?}");
    }

    #[test]
    fn a_general_and_the_flak_keep_behind_the_tanks() {
        let position = after_losses(Side::B, 0);
        let field = Field::new(&position, Side::A, &Weights::NORMAL);
        let standoff = |name: &str| {
            let named = |&(id, _): &(Id, Cell)| position.battle.unit(id).kind.name == name;
            let &(id, _) = field.friends.iter().find(|stand| named(stand)).expect("it is on the board");
            standoff(&field, id, &Way::on_task(&field, id))
        };
        let [tank, flak, general] =
            ["Panzer IV F2-H (7.5cm)", "SdKfz 7/2 37mm AAG", "Daimler-Steyr Lt Truck"].map(standoff);
        assert!(flak >= tank + 4 * 4, "the flak keeps {flak} quarters, a tank {tank}");
        assert!(general >= 4 * 30, "the GHQ keeps {general} quarters");
    }

    #[test]
    fn caution_rises_near_the_limit() {
        let [fresh, worn, nearly, broken] = [0, 4, 8, 12].map(caution);
        assert!(fresh + 0.3 < worn && worn + 0.3 < nearly, "{fresh} {worn} {nearly}");
        assert!(broken < worn, "{broken}: nothing is left to spare");
    }
}
