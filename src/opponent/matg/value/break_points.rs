//! 12.1: how near each formation is to its break point, and how that changes the worth of its stands.
//!
//! A side knows the value of its own cards, but only the number of enemy cards until
//! they are shown.

use crate::game::Side;
use crate::rules::matg::command::hand::Hand;
use crate::rules::matg::state::position::{Id, Position};

/// The value of an unseen card: the mean of ace to king.
const UNSEEN: f64 = 7.0;
/// The share of its break point from which each loss of a formation weighs more.
const STRAINED: f64 = 0.5;
/// The extra worth of a stand whose loss may break its formation.
const AT_THE_BRINK: f64 = 0.8;
/// The worth left to a stand of a formation that is broken or about to break: it no longer fights on its own
/// initiative.
const BROKEN: f64 = 0.8;

/// The share of its break point that a formation has drawn, as far as the seer knows.
fn strain(hand: &Hand, seer: Side) -> f64 {
    let known = hand.side == seer || hand.is_shown();
    let drawn = if known { f64::from(hand.value()) } else { UNSEEN * hand.count() as f64 };
    drawn / f64::from(hand.break_point.max(1))
}

/// The highest such share of a side's formations; 0 if determination is not in play.
pub fn strain_of(p: &Position, side: Side, seer: Side) -> f64 {
    let hands = p.command.hands.iter().filter(|hand| hand.side == side);
    hands.map(|hand| strain(hand, seer)).fold(0.0, f64::max)
}

/// The factor on a stand's usual worth, as the seer judges it.
pub fn factor(p: &Position, id: Id, seer: Side) -> f64 {
    if p.command.hands.is_empty() {
        return 1.0;
    }
    match p.command.hand_of(p.battle.side(id), p.battle.force_of(id)) {
        None => 1.0,
        Some(hand) if hand.is_shown() => BROKEN,
        Some(hand) => {
            let more = (strain(hand, seer) - STRAINED) / (1.0 - STRAINED);
            1.0 + AT_THE_BRINK * more.clamp(0.0, 1.0)
        }
    }
}
