//! The risk to a group on a square: each enemy group's best fire card or shot, and the chance that a fire card
//! is in the enemy's hand (24).

use crate::board::{Cell, Grid};
use crate::game::Risk;
use crate::game::view::PieceId;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::plans;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Moving};
use crate::rules::fireandmove::ordnance::arms::Round;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::Frame;
use crate::side::Side;

/// The risk to a group of the side whose turn it is, on a square.
pub(in crate::rules::fireandmove) fn on(position: &Position, group: Gid, cell: Cell) -> Option<Risk> {
    let frame = position.frames.last()?;
    if !matches!(frame, Frame::Turn(_) | Frame::Orders(_) | Frame::Marching(_)) {
        return None;
    }
    let state = position.group(group);
    let side = state.side;
    if side != frame.decision(position).side
        || state.members.is_empty()
        || !Grid::Square(position.field().square).contains(cell)
    {
        return None;
    }
    let moving = match frame {
        Frame::Marching(_) => position.passing(cell),
        _ if cell == state.at => position.at_rest(group),
        _ => Moving { moving: true, ..Moving::default() },
    };
    let enemies = position.foes(side).filter(|&enemy| position.group(enemy).at != cell);
    let chances: Vec<(Gid, [f64; 2])> =
        enemies.filter_map(|enemy| Some((enemy, best(position, enemy, (group, cell, moving))?))).collect();
    let attacks = chances.iter().map(|(enemy, [harm, _])| (vec![PieceId(u16::from(*enemy))], *harm));
    let out = chances.iter().map(|(_, [_, out])| *out).fold(0.0, f64::max);
    let mut risk = Risk::of(attacks, "harm").costing("out", out);
    if !risk.attacks.is_empty() {
        let held = holds_fire_card(position, side.other());
        risk.reactions.push(format!("fire card held {:.0}%", held * 100.0));
    }
    Some(risk)
}

/// The chances of the most harmful card or shot of a group at another: that a figure is harmed, and that one
/// is out.
fn best(position: &Position, enemy: Gid, mark: (Gid, Cell, Moving)) -> Option<[f64; 2]> {
    let (target, to, moving) = mark;
    let volleys = FireCard::ALL.into_iter().filter_map(|card| {
        let volley = position.aimed(enemy, card, Manner::default(), target, to, moving)?;
        Some(plans::harm(position, target, volley.strength.total()))
    });
    let arms = position.arms(enemy, false).into_iter();
    let arms = arms.filter(|arm| !matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare));
    let shots = arms.filter_map(|arm| plans::shelled(position, enemy, arm, mark));
    volleys.chain(shots).max_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])))
}

/// The chance that a side holds a fire card: its hand is drawn from all of its cards that are not seen.
fn holds_fire_card(position: &Position, side: Side) -> f64 {
    let none = position.hands_of(side).map(|seat| {
        let unseen: Vec<Card> =
            seat.deck.left().iter().chain(&seat.hand).chain(&seat.buried).copied().collect();
        let fire = unseen.iter().filter(|card| matches!(card, Card::Fire(_))).count();
        let drawn = seat.hand.len().min(unseen.len());
        let others = unseen.len() - fire;
        let each = (0..drawn).map(|n| others.saturating_sub(n) as f64 / (unseen.len() - n) as f64);
        each.product::<f64>()
    });
    1.0 - none.product::<f64>()
}
