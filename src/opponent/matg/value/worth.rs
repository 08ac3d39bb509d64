//! The worth of stands, and what fire is expected to take of it.

use std::sync::OnceLock;

use crate::game::Side;
use crate::odds::two_d6;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::charts::{self, CombatResult};
use crate::rules::matg::fire::combat::Attack;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::position::{Id, Place, Position};

use super::break_points;
use crate::opponent::matg::weights::Weights;

/// A stand's own worth. Victory counts stands, so each has the same base value; price and command come on
/// top.
pub fn of_stand(position: &Position, id: Id, weights: &Weights) -> f64 {
    let unit = position.battle.unit(id);
    let command = match position.forces.stand(id).role {
        Role::Ghq(_) => 40.0,
        Role::Hq => 15.0,
        Role::None => 0.0,
    };
    weights.stand + weights.price * f64::from(unit.kind.points).min(140.0) + command
}

/// The worth of every stand with its cargo to a side, by id.
pub fn of_all(position: &Position, seer: Side, weights: &Weights) -> Vec<f64> {
    let ids = 0..position.forces.stands.len() as Id;
    let of = |id| of_stand(position, id, weights) * break_points::factor(position, id, seer);
    let alone: Vec<f64> = ids.clone().map(of).collect();
    let mut cargo = vec![0.0; alone.len()];
    for id in ids {
        if let Place::Aboard(carrier) = position.forces.stand(id).place {
            cargo[usize::from(carrier)] += alone[usize::from(id)];
        }
    }
    alone.iter().zip(cargo).map(|(own, carried)| own + carried).collect()
}

/// The chance that a disorganized stand does not rally in a turn: on all but a natural 1 (5.3).
const DISORDER_LASTS: f64 = 0.95;

/// The chances of no effect, S, (S), D and E.
pub type Odds = [f64; 5];

/// The chances of the states unhurt, S, D, S with D, and eliminated.
#[derive(Copy, Clone, Debug)]
pub struct HitChances([f64; 5]);

impl HitChances {
    /// A stand in its present state.
    pub fn from(states: States) -> Self {
        let mut chances = [0.0; 5];
        let index = if states.eliminated {
            4
        } else {
            usize::from(states.suppressed) + 2 * usize::from(states.disorganized)
        };
        chances[index] = 1.0;
        Self(chances)
    }

    /// After one more combat roll, made with this chance (7.2).
    #[must_use]
    pub fn after(self, chance: f64, odds: &Odds) -> Self {
        let [unhurt, s, d, sd, gone] = self.0;
        let [nothing, to_s, to_parens, to_d, to_e] = *odds;
        let hit = [
            unhurt * nothing,
            unhurt * (to_s + to_parens) + s * (nothing + to_s),
            unhurt * to_d + d * nothing,
            s * (to_parens + to_d) + d * (to_s + to_parens) + sd * (nothing + to_s),
            gone + d * to_d + sd * (to_parens + to_d) + (unhurt + s + d + sd) * to_e,
        ];
        let mut chances = self.0;
        for (now, then) in chances.iter_mut().zip(hit) {
            *now = *now * (1.0 - chance) + then * chance;
        }
        Self(chances)
    }

    /// The share of its worth that is lost.
    pub fn share(self, weights: &Weights) -> f64 {
        let shares = [0.0, weights.suppressed, weights.disorganized, weights.both, 1.0];
        self.0.iter().zip(shares).map(|(chance, share)| chance * share).sum()
    }

    /// The chance that it no longer holds its place (S-125). `suppressed` is the chance that S lasts to the
    /// end; D nearly always does (5.3).
    pub fn ousted(self, suppressed: f64) -> f64 {
        let [_, s, d, sd, gone] = self.0;
        suppressed * s + DISORDER_LASTS * d + DISORDER_LASTS.max(suppressed) * sd + gone
    }

    /// The share of its fire that is lost: by its states, or with the whole stand.
    pub fn disarmed(self, weights: &Weights) -> f64 {
        let [_, s, d, sd, gone] = self.0;
        weights.disarmed * s + 0.22 * d + 0.52 * sd + gone
    }
}

/// The odds of an attack by the rules.
pub fn odds_of(attack: &Attack) -> Odds {
    odds(attack.differential(), attack.modifier(), attack.suppresses())
}

/// The odds of a combat roll at a differential with a die modifier.
pub fn odds(differential: i16, modifier: i16, suppressing: bool) -> Odds {
    static TABLE: OnceLock<Vec<Odds>> = OnceLock::new();
    const LOW: i16 = -12;
    const HIGH: i16 = 20;
    let table = TABLE.get_or_init(|| {
        let rows = (-3..=9).flat_map(|differential| (LOW..=HIGH).map(move |m| (differential, m)));
        rows.map(|(differential, modifier)| {
            let mut odds = [0.0; 5];
            for roll in two_d6() {
                let result = charts::combat_result(differential, i16::from(roll) + modifier);
                odds[match result {
                    CombatResult::None => 0,
                    CombatResult::S => 1,
                    CombatResult::SParens => 2,
                    CombatResult::D => 3,
                    CombatResult::E => 4,
                }] += 1.0 / 36.0;
            }
            odds
        })
        .collect()
    });
    let mut odds = if differential < -3 {
        [1.0, 0.0, 0.0, 0.0, 0.0]
    } else {
        let row = (differential.min(9) + 3) as usize;
        let column = (modifier.clamp(LOW, HIGH) - LOW) as usize;
        table[row * (HIGH - LOW + 1) as usize + column]
    };
    if suppressing {
        odds[1] += odds[0];
        odds[0] = 0.0;
    }
    odds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::matg::fire::combat::outcome_of;

    #[test]
    fn quick_odds_match_the_rules() {
        for differential in -3..=9 {
            for modifier in -3..=6 {
                let attack = Attack {
                    firepower: differential,
                    defence: 0,
                    modifiers: vec![crate::game::Modifier { value: modifier, label: "", rule: "" }],
                    suppressing: differential % 2 == 0,
                    artillery: false,
                    armour_piercing: false,
                    depletion: None,
                    hot: false,
                };
                let start =
                    States { suppressed: modifier > 2, disorganized: modifier < 0, eliminated: false };
                let shots = [(0.7, &attack), (0.4, &attack)];
                let exact = outcome_of(&shots, start);
                let odds = odds_of(&attack);
                let quick = HitChances::from(start).after(0.7, &odds).after(0.4, &odds);
                let gone = exact.mean(|states| f64::from(u8::from(states.eliminated)));
                assert!((quick.0[4] - gone).abs() < 1e-9);
                let suppressed =
                    exact.mean(|s| f64::from(u8::from(s.suppressed && !s.disorganized && !s.eliminated)));
                assert!((quick.0[1] - suppressed).abs() < 1e-9);
            }
        }
    }
}
