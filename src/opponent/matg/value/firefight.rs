//! How a firefight is expected to go on: all stands fire for some turns from where they are, without dice. Each side
//! spreads its fire over what it takes most from, and what is lost fires no more.
//!
//! Two stands that fire at one bring it down sooner, and each draws fire off the other; a stand's own next exchange of fire
//! shows neither. So what a square is worth to a stand is how much better the whole firefight goes with it there.

use std::cell::RefCell;
use std::ops::Range;

use super::field::{ASKEW, Field};
use crate::board::{Cell, Compass};
use crate::opponent::matg::planning::plan::Mood;
use crate::rules::matg::fire::arcs;
use crate::rules::matg::state::position::Id;

/// The turns of fire.
const TURNS: usize = 3;

/// A friendly stand and an enemy that see each other, with one in range of the other, and the share that each loses to the
/// other in a turn.
#[derive(Copy, Clone)]
struct Duel {
    friend: Id,
    enemy: Id,
    gain: f64,
    harm: f64,
}

/// All stands of both sides in one another's fire.
pub struct Firefight {
    /// The worth of stands, by id.
    worth: Vec<f64>,
    enemies: Range<Id>,
    /// From where the stands are now.
    duels: Vec<Duel>,
    caution: f64,
    zeal: f64,
    /// How it goes without each friendly stand, by id, worked out on first use.
    without: RefCell<Vec<Option<f64>>>,
}

impl Firefight {
    /// The firefight from where all stands are now.
    pub fn new(field: &Field<'_>, mood: &Mood) -> Self {
        let duels = field
            .friends
            .iter()
            .flat_map(|&(id, cell)| duels_from(field, id, cell, Some(field.p.forces.stand(id).facing)));
        Self {
            worth: field.worth.clone(),
            enemies: field.p.battle.ids(field.side.other()),
            duels: duels.collect(),
            caution: mood.caution,
            zeal: mood.zeal,
            without: RefCell::new(vec![None; field.worth.len()]),
        }
    }

    /// How much better it goes with a friendly stand on a square, in worth: what the enemy loses, less what its own side
    /// loses times its caution. `caution`: that for the stand itself.
    pub fn value(
        &self,
        field: &Field<'_>,
        (id, cell): (Id, Cell),
        facing: Option<Compass>,
        caution: f64,
    ) -> f64 {
        let its = duels_from(field, id, cell, facing);
        if its.is_empty() {
            return 0.0;
        }
        let mut without = self.without.borrow_mut();
        let without = without[usize::from(id)].get_or_insert_with(|| self.outcome(id, &[], caution));
        self.outcome(id, &its, caution) - *without
    }

    /// What the enemy is expected to lose, less what friends lose times their caution, with one of these in the duels
    /// `its` instead of its own.
    fn outcome(&self, id: Id, its: &[Duel], its_caution: f64) -> f64 {
        let others = self.duels.iter().filter(|duel| duel.friend != id);
        let duels: Vec<(usize, usize, &Duel)> =
            others.chain(its).map(|duel| (usize::from(duel.friend), usize::from(duel.enemy), duel)).collect();
        let mut left = vec![1.0_f64; self.worth.len()];
        for _ in 0..TURNS {
            let targeted = |at: usize, share: f64| (share * self.worth[at] * left[at]).powi(2);
            // What each stand could take, by firer; the square favours the best target.
            let mut fire = vec![0.0; left.len()];
            for &(friend, enemy, duel) in &duels {
                fire[friend] += targeted(enemy, duel.gain);
                fire[enemy] += targeted(friend, duel.harm);
            }
            let mut next = left.clone();
            let mut hit = |firer: usize, target: usize, share: f64| {
                if share > 0.0 && fire[firer] > 0.0 {
                    let part = targeted(target, share) / fire[firer];
                    next[target] *= 1.0 - part * left[firer] * share.min(1.0);
                }
            };
            for &(friend, enemy, duel) in &duels {
                hit(friend, enemy, duel.gain);
                hit(enemy, friend, duel.harm);
            }
            left = next;
        }
        let lost = |at: usize| self.worth[at] * (1.0 - left[at]);
        let caution = |at: usize| if at == usize::from(id) { its_caution } else { self.caution };
        let is_enemy = |at: usize| self.enemies.contains(&(at as Id));
        let balance = |at: usize| if is_enemy(at) { self.zeal * lost(at) } else { -caution(at) * lost(at) };
        (0..left.len()).map(balance).sum()
    }
}

/// The duels of a friendly stand on a square.
fn duels_from(field: &Field<'_>, id: Id, cell: Cell, facing: Option<Compass>) -> Vec<Duel> {
    let armoured = field.p.battle.unit(id).kind.armoured;
    let fixed = field.is_fixed_forward(id);
    let duel = |(enemy, at, ours, theirs): (Id, Cell, bool, bool)| {
        let exchange = field.exchange(id, cell, enemy, at, ours, theirs);
        let bears = !fixed || facing.is_none_or(|facing| arcs::in_arc(facing, cell, at));
        let front = !armoured || facing.is_some_and(|facing| arcs::in_front(facing, cell, at));
        let gain = exchange.gain * if bears { 1.0 } else { ASKEW };
        let harm = field.bears(enemy, at, cell) * if front { exchange.front } else { exchange.flank };
        Duel { friend: id, enemy, gain, harm }
    };
    let duels = field.engaged(id, cell).into_iter().map(duel);
    duels.filter(|duel| duel.gain > 0.0 || duel.harm > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much better a firefight goes with the last of these friends than without it. Every friend fires at every enemy
    /// and the other way round; all have the same worth and would take three tenths of it.
    fn joined(friends: Id, enemies: Id, caution: f64) -> f64 {
        let of = |friend| {
            (friends..friends + enemies).map(move |enemy| Duel { friend, enemy, gain: 0.3, harm: 0.3 })
        };
        let count = usize::from(friends + enemies);
        let firefight = Firefight {
            worth: vec![50.0; count],
            enemies: friends..friends + enemies,
            duels: (0..friends - 1).flat_map(of).collect(),
            caution: 1.0,
            zeal: 1.0,
            without: RefCell::new(vec![None; count]),
        };
        let last = friends - 1;
        let its: Vec<Duel> = of(last).collect();
        firefight.outcome(last, &its, caution) - firefight.outcome(last, &[], caution)
    }

    #[test]
    fn an_even_duel_gains_nothing() {
        assert!(joined(1, 1, 1.0).abs() < 1e-9);
    }

    #[test]
    fn joining_a_friend_against_one_enemy_gains_and_one_against_two_loses() {
        let (with, against) = (joined(2, 1, 1.0), joined(1, 2, 1.0));
        assert!(with > 5.0 && against < -5.0, "{with} and {against}");
    }

    #[test]
    fn the_third_friend_gains_less_than_the_second() {
        assert!(joined(3, 1, 1.0) < joined(2, 1, 1.0));
    }

    #[test]
    fn a_stand_that_is_to_be_spared_counts_more() {
        assert!(joined(1, 1, 1.8) < joined(1, 1, 1.0) - 10.0);
    }
}
