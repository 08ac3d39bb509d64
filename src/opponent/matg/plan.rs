//! What the battle asks for now: how hard to push, and where the front runs.

use crate::game::Side;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::state::aims::Share;
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::position::Id;

use super::brink;
use super::errands::Errand;
use super::field::Field;
use super::way::{FAR, Way};

/// The share of the losses that break the enemy which may be left for him to be hunted down.
const HUNTED: f64 = 0.5;

/// The share of its stands that a side is loath to lose where no aim says so.
const HALF: f64 = 0.5;

/// How much caution is given up to the end by who must be somewhere by then.
const URGENT: f64 = 0.45;

/// In so many turns, the last of all, nothing is saved up for later: this much less caution.
const LAST: u8 = 2;
const DARING: f64 = 0.2;

/// How much of its sparing a side gives up for each share of the battle by which the losses are behind the clock.
const SLOW: f64 = 4.0;

/// The mood of the battle.
#[derive(Copy, Clone, Debug)]
pub struct Mood {
    /// How much expected losses weigh against expected success.
    pub caution: f64,
    /// What a turn's march toward the enemy is worth.
    pub push: f64,
    /// How much of what fire promises counts still.
    pub zeal: f64,
}

impl Mood {
    /// Pushes while there is something to win, hunts down who is nearly broken, guards what is won.
    pub fn of(field: &Field<'_>) -> Self {
        let p = field.p;
        let share = |side| {
            let (lost, strength) = p.toll(side);
            f64::from(lost) / f64::from(strength.max(1))
        };
        let weights = field.weights;
        let aim = |side: Side| match p.battle.victory.breaks(side) {
            Some(Share::Percent(percent)) => f64::from(percent) / 100.0,
            Some(Share::Stands(stands)) => f64::from(stands) / f64::from(p.toll(side).1.max(1)),
            None => HALF,
        };
        let strain = |side: Side| brink::strain_of(p, side, field.side);
        let broken = |side: Side| (share(side) / aim(side)).max(strain(side));
        let (own, enemy) = (broken(field.side), broken(field.side.other()));
        let late = f64::from(p.turn) / f64::from(p.battle.turns.max(1));
        if !p.battle.victory.is_destruction() {
            // Whoever must be somewhere goes there, and dares more the later it is; who has it need not.
            if field.errands.is_ahead {
                return Self { caution: weights.pressed, push: weights.push, zeal: 1.0 };
            }
            let last = if field.errands.left < LAST { DARING } else { 0.0 };
            // A force that breaks takes nothing any more (12.1.5).
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
        // Nobody wins who does not break the enemy; but who is worse off first sees that he is not broken.
        // The nearer to its limit, the dearer is a stand; who can no longer win has nothing left to spare.
        let edge = weights.edge * ((own - weights.worn) / (1.0 - weights.worn)).max(0.0);
        // But where the end comes before either is broken, sparing only makes a draw.
        let in_time = 1.0 - SLOW * (late - own.max(enemy)).clamp(0.0, 1.0 / SLOW);
        let spare = if own < 1.0 { in_time * (weights.spare * (2.0 * own).min(1.0) + edge) } else { 0.0 };
        if own < 1.0 && own > weights.worn && own > enemy {
            return Self {
                caution: weights.caution + spare + own - weights.worn,
                push: weights.push - 3.0 * late,
                zeal: 1.0,
            };
        }
        // Near the end an enemy that is nearly broken is hunted down.
        let hunt = ((HUNTED - (1.0 - enemy)) / HUNTED).clamp(0.0, 1.0) * late;
        let lead = (enemy - own).clamp(-0.5, 0.5);
        let caution = weights.caution + spare + 0.2 * lead - weights.bold_late * late - 0.3 * hunt;
        Self {
            caution: caution.clamp(0.4, 2.5),
            push: weights.push + weights.push_late * late + 4.0 * hunt,
            zeal: 1.0,
        }
    }
}

/// How far from the enemy, in quarters, rockets keep: as far as they see.
const ROCKETS: i32 = 4 * 18;

/// How far from the enemy, in quarters of a movement point, a stand wants to fight or to keep.
pub fn standoff(field: &Field<'_>, id: Id, way: &Way) -> i32 {
    let reach = i32::from(field.reach(id));
    match field.errands.errand(id) {
        Errand::Out => return 0,
        Errand::Hold(_) if field.is_fighter(id) => return 0,
        _ => {}
    }
    if field.is_fighter(id) {
        return match reach {
            0..=3 => 8,
            4..=8 => 12,
            _ => 4 * (reach / 2).min(field.weights.near as i32),
        };
    }
    if field.is_rockets(id) {
        return ROCKETS;
    }
    // Behind the front: the median of the fighters, and some more.
    let mut front: Vec<i32> = field
        .friends
        .iter()
        .filter(|&&(other, _)| other != id && field.is_fighter(other))
        .map(|&(_, cell)| way.from(cell))
        .filter(|&cost| cost < FAR)
        .collect();
    front.sort_unstable();
    let median = front.get(front.len() / 2).copied().unwrap_or(60);
    median.max(48) + 24
}

/// So many tanks are kept together; fewer have nobody to wait for.
const MANY: usize = 4;

/// How near to the enemy, in quarters, it pays to be: not far ahead of the tank at six tenths of their order,
/// so that they come all at once and not one by one.
pub fn ahead(field: &Field<'_>, id: Id, way: &Way) -> i32 {
    let weights = field.weights;
    let is_tank = |id: Id| {
        field.is_fighter(id)
            && field.p.unit(id).arm == Arm::Armoured
            && field.reach(id) >= 8
            && matches!(field.p.unit(id).kind.class, Class::Tank | Class::AntiTank)
    };
    let tanks = field.friends.iter().filter(|&&(id, _)| is_tank(id)).map(|&(_, cell)| way.from(cell));
    let mut tanks: Vec<i32> = tanks.filter(|&cost| cost < FAR).collect();
    let unit = field.p.unit(id);
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
    use crate::game::Log;
    use crate::opponent::matg::weights::Weights;
    use crate::rules::matg::scenario;
    use crate::rules::matg::state::position::Position;

    /// The caution of the first side of the introductory battle with so many stands lost.
    fn caution(lost: usize) -> f64 {
        let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("a scenario");
        let mut position = Position::new(Arc::new(battle));
        for id in position.ids(Side::A).take(lost).collect::<Vec<_>>() {
            position.eliminate(id, &mut Log::off());
        }
        Mood::of(&Field::new(&position, Side::A, &Weights::NORMAL)).caution
    }

    #[test]
    fn the_nearer_to_its_limit_the_dearer_is_a_stand() {
        let [fresh, worn, nearly, broken] = [0, 4, 8, 12].map(caution);
        assert!(fresh + 0.3 < worn && worn + 0.3 < nearly, "{fresh} {worn} {nearly}");
        assert!(broken < worn, "{broken}: it has nothing left to spare");
    }
}
