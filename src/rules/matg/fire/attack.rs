//! 7.1 and 7.2: an attack and the odds of its results.

use super::charts::{self, CombatResult};
use crate::dice::Die;
use crate::game::{Modifier, Row, Target, Test};
use crate::ledger::cited::{applies, apply, rule};
use crate::odds::{Distribution, two_d6};
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::position::Id;

/// The dice rolled on the Combat Results Table (7.2).
pub const TWO_D6: [Die; 2] = [Die::new(6); 2];

/// The kind of fire: when and why a stand shoots.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// Standard Fire Phase (7.1).
    Standard,
    /// Opportunity fire at a moving stand (8.5).
    Opportunity,
    /// Opportunity fire at a vehicle that overruns the firer, at range 0 (8.7.6).
    Overrun,
    /// Covering fire (8.6).
    Covering,
}

/// One firing stand of an attack, with its cohesion roll and its combat roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The firing stand.
    pub firer: Id,
    /// Its weapon.
    pub weapon: Weapon,
    /// The target stand.
    pub target: Id,
    /// The cohesion roll to fire.
    pub to_fire: Test,
    /// The roll on the Combat Results Table.
    pub attack: Attack,
}

/// An attack on the Combat Results Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Firepower, AP or HE.
    pub firepower: i16,
    /// Defence, after halving.
    pub defence: i16,
    /// Die roll modifiers.
    pub modifiers: Vec<Modifier>,
    /// "No effect" counts as S (7.2, 10.4).
    pub suppressing: bool,
    /// An artillery attack: "no effect" counts as S below column -3 too (7.1.10).
    pub artillery: bool,
    /// The attack uses the AP value, so depletion applies (10.14).
    pub armour_piercing: bool,
    /// Depletion number: an unmodified roll this low or lower uses up the AP ammunition (10.14).
    pub depletion: Option<u8>,
    /// A natural 1 to fire raises the differential by two columns (12.2.1, S-132).
    pub hot: bool,
}

/// Columns gained by a hot shot (12.2.1).
const HOT_SHOT: i16 = 2;

impl Attack {
    /// Combat differential: firepower less defence (7.1.10).
    pub const fn differential(&self) -> i16 {
        self.firepower - self.defence
    }

    /// Whether "no effect" counts as S. Below -3 it does so only for artillery (7.1.10, 7.2).
    pub const fn suppresses(&self) -> bool {
        self.suppressing && (self.artillery || self.differential() >= charts::LOWEST_DIFFERENTIAL)
    }

    /// The sum of the die modifiers.
    pub fn modifier(&self) -> i16 {
        self.modifiers.iter().map(|m| m.value).sum()
    }

    /// The result at an unmodified 2D6.
    pub fn result(&self, roll: u8) -> CombatResult {
        let result = charts::combat_result(self.differential(), i16::from(roll) + self.modifier());
        if !self.suppresses() {
            return result;
        }
        applies(if self.artillery { "7.2" } else { "10.4" });
        charts::suppressing(result)
    }

    /// The attack after this unmodified roll to fire; a natural 1 may make it a hot shot (12.2.1).
    #[must_use]
    #[apply(rule, "12.2.1" if self.hot && face == 1)]
    pub fn after(&self, face: u8) -> Self {
        let mut attack = self.clone();
        if self.hot && face == 1 {
            attack.firepower += HOT_SHOT;
        }
        attack
    }

    /// The odds of each result after a successful roll to fire with this chance. One in twenty of all rolls
    /// is a natural 1.
    fn odds_after(&self, chance: f64) -> Distribution<CombatResult> {
        if !self.hot || chance <= 0.0 {
            return self.odds();
        }
        self.after(1).odds().or(share_of_ones(chance), &self.odds())
    }

    /// The odds of each result.
    pub fn odds(&self) -> Distribution<CombatResult> {
        Distribution::of_cases(two_d6().map(|roll| self.result(roll)))
    }

    /// The combat roll as a test with the rows of the chart; it agrees with [`Attack::result`].
    pub fn test(&self) -> Test {
        let modifier = self.modifier();
        let mut rows: Vec<Row> = (2..=12u8)
            .map(|roll| Row { from: i16::from(roll) + modifier, gives: self.result(roll).symbol() })
            .collect();
        rows.dedup_by_key(|row| row.gives);
        let column = format!("on column {:+}", self.differential().min(9));
        Test::new(&TWO_D6, Target::Chart(rows.into()), column, "7.2").modified(self.modifiers.iter().copied())
    }

    /// Whether any roll has an effect.
    pub fn can_hurt(&self) -> bool {
        self.suppresses() || self.result(2) != CombatResult::None
    }

    /// How a roll is logged: "2D6 9+1 = 10 on column +3".
    pub fn rolled_in_words(&self, roll: u8) -> String {
        let (roll, modifier) = (i16::from(roll), self.modifier());
        let sum = if modifier == 0 { String::new() } else { format!("{modifier:+} = {}", roll + modifier) };
        format!("2D6 {roll}{sum} on column {:+}", self.differential().min(9))
    }

    /// "2D6+1 on column +3".
    pub fn in_words(&self) -> String {
        let test = self.test();
        format!("{} {}", test.throw_in_words(), test.purpose)
    }
}

/// The share of natural 1s among successful rolls: a natural 1 always succeeds.
fn share_of_ones(chance: f64) -> f64 {
    (0.05 / chance).min(1.0)
}

/// Armoured defence divided by 2 or 4, rounded up (7.3.1, 7.4.4).
pub const fn share_of(defence: i16, parts: i16) -> i16 {
    (defence + parts - 1) / parts
}
/// The range modifier of a shot, if any (7.3.2).
#[apply(rule, "7.3.2")]
pub fn range_modifier(range: u16, dual_purpose: bool) -> Option<Modifier> {
    let (value, rule) = if dual_purpose {
        (charts::dual_purpose_range_modifier(range), "10.7.2")
    } else {
        (charts::range_modifier(range), "chart: range")
    };
    let label = match value {
        -1 => "point-blank range",
        1 => "medium range",
        2 => "long range",
        _ => "very long range",
    };
    (value != 0).then_some(Modifier { value, label, rule })
}

/// The odds of the target's states after several shots in a row, each with its chance to fire (7.1).
pub fn outcome_of(shots: &[(f64, &Attack)], start: States) -> Distribution<States> {
    shots.iter().fold(Distribution::certain(start), |states, (chance, attack)| {
        let odds = attack.odds_after(*chance);
        states.then(|&state| {
            if state.eliminated {
                return Distribution::certain(state);
            }
            odds.map(|&result| state.after(result)).or(*chance, &Distribution::certain(state))
        })
    })
}

/// The odds of the target's states after shells that share one successful roll to fire with this chance. A
/// natural 1 makes all of them hot shots (12.2.1, S-132).
pub fn outcome_of_shells(chance: f64, shells: &[Attack], start: States) -> Distribution<States> {
    let after = |face: u8| {
        let cold: Vec<Attack> =
            shells.iter().map(|shell| Attack { hot: false, ..shell.after(face) }).collect();
        outcome_of(&cold.iter().map(|shell| (1.0, shell)).collect::<Vec<_>>(), start)
    };
    if chance <= 0.0 || !shells.iter().any(|shell| shell.hot) {
        return after(20);
    }
    after(1).or(share_of_ones(chance), &after(20))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Reading;

    /// The displayed test of an attack agrees with its result at every roll.
    #[test]
    fn attack_tests_match_results_at_every_roll() {
        for differential in -12..=12 {
            for value in -6..=6 {
                let attack = Attack {
                    firepower: differential,
                    defence: 0,
                    modifiers: vec![Modifier { value, label: "", rule: "" }],
                    suppressing: differential % 2 == 0,
                    artillery: differential % 3 == 0,
                    armour_piercing: false,
                    depletion: None,
                    hot: false,
                };
                let test = attack.test();
                for (a, b) in
                    [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (1, 6), (4, 4), (3, 6), (5, 5), (5, 6), (6, 6)]
                {
                    let symbol = attack.result(a + b).symbol();
                    assert_eq!(
                        test.read(&[a, b]).reading,
                        Reading::Row(symbol),
                        "{differential} {value} {a}+{b}"
                    );
                }
                let odds = attack.odds().map(|result| result.symbol());
                for (reading, p) in test.distribution().iter() {
                    let Reading::Row(symbol) = reading else { panic!("{reading} is not a result") };
                    assert!((odds.chance(symbol) - p).abs() < 1e-12);
                }
            }
        }
    }
}
