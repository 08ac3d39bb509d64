//! 12.1: how near the forces are to breaking, and what that makes of their stands.
//!
//! Of its own cards a side knows the value, of the enemy's how many there are, until they are too many and lie open.

use crate::game::Side;
use crate::rules::matg::command::determination::Hand;
use crate::rules::matg::state::position::{Id, Position};

/// What a card is worth that nobody has seen: the mean of ace to king.
const UNSEEN: f64 = 7.0;
/// The share of its break point from which on each loss of a force weighs more.
const STRAINED: f64 = 0.5;
/// How much more a stand is worth whose loss may break its force.
const AT_THE_BRINK: f64 = 0.8;
/// What is left of the worth of a stand whose force is broken, or will be with the next turn: it fights no more of its
/// own will.
const BROKEN: f64 = 0.8;

/// The share of its break point that a force has drawn, as a side knows it.
fn strain(hand: &Hand, seer: Side) -> f64 {
    let known = hand.side == seer || hand.is_shown();
    let drawn = if known { f64::from(hand.value()) } else { UNSEEN * hand.count() as f64 };
    drawn / f64::from(hand.break_point.max(1))
}

/// The same of the force of a side that is nearest to breaking; 0 where determination does not count.
pub fn strain_of(p: &Position, side: Side, seer: Side) -> f64 {
    let hands = p.hands.iter().filter(|hand| hand.side == side);
    hands.map(|hand| strain(hand, seer)).fold(0.0, f64::max)
}

/// How many times its usual worth a stand is worth to a side that judges.
pub fn factor(p: &Position, id: Id, seer: Side) -> f64 {
    if p.hands.is_empty() {
        return 1.0;
    }
    match p.hand_of(p.side(id), p.battle.force_of(id)) {
        None => 1.0,
        Some(hand) if hand.is_shown() => BROKEN,
        Some(hand) => {
            let more = (strain(hand, seer) - STRAINED) / (1.0 - STRAINED);
            1.0 + AT_THE_BRINK * more.clamp(0.0, 1.0)
        }
    }
}
