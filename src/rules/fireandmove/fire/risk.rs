//! The risk to a group on a square: each enemy group's best fire card or shot, and the chance that a fire card
//! is in the enemy's hand (24).

use crate::board::{Cell, Grid};
use crate::game::Risk;
use crate::game::view::PieceId;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Mark, Moving};
use crate::rules::fireandmove::fire::{action, plans};
use crate::rules::fireandmove::ordnance::arms::{self, Round};
use crate::rules::fireandmove::state::{Forces, Gid, Hands, Position, Terrain};
use crate::rules::fireandmove::turn::sequence::{self, Frame};
use crate::side::Side;

/// The risk to a group of the side whose turn it is, on a square.
pub(in crate::rules::fireandmove) fn on(position: &Position, group: Gid, cell: Cell) -> Option<Risk> {
    let Position { terrain, forces, hands, open, .. } = position;
    let frame = open.frames.last()?;
    if !matches!(frame, Frame::Turn(_) | Frame::Orders(_) | Frame::Marching(_)) {
        return None;
    }
    let state = forces.group(group);
    let side = state.side;
    if side != frame.decision(position).side
        || state.members.is_empty()
        || !Grid::Square(terrain.field().square).contains(cell)
    {
        return None;
    }
    let moving = match frame {
        Frame::Marching(_) => sequence::passing(terrain.field(), forces, open, cell),
        _ if cell == state.at => forces.at_rest(group),
        _ => Moving { moving: true, ..Moving::default() },
    };
    let enemies = forces.foes(side).filter(|&enemy| forces.group(enemy).at != cell);
    let chances: Vec<(Gid, [f64; 2])> = enemies
        .filter_map(|enemy| Some((enemy, best(terrain, forces, enemy, Mark { group, at: cell, moving })?)))
        .collect();
    let attacks = chances.iter().map(|(enemy, [harm, _])| (vec![PieceId(u16::from(*enemy))], *harm));
    let out = chances.iter().map(|(_, [_, out])| *out).fold(0.0, f64::max);
    let mut risk = Risk::of(attacks, "harm").costing("out", out);
    if !risk.attacks.is_empty() {
        let held = holds_fire_card(hands, side.other());
        risk.reactions.push(format!("fire card held {:.0}%", held * 100.0));
    }
    Some(risk)
}

/// The chances of the most harmful card or shot of a group at another: that a figure is harmed, and that one
/// is out.
fn best(terrain: &Terrain, forces: &Forces, enemy: Gid, mark: Mark) -> Option<[f64; 2]> {
    let volleys = FireCard::ALL.into_iter().filter_map(|card| {
        let volley = action::aimed(terrain, forces, enemy, card, Manner::default(), mark)?;
        Some(plans::harm(forces, mark.group, volley.strength.total()))
    });
    let arms = arms::arms(terrain.field(), forces, enemy, false).into_iter();
    let arms = arms.filter(|arm| !matches!(arm.round, Round::Smoke | Round::Phosphorus | Round::Flare));
    let shots = arms.filter_map(|arm| plans::shelled(terrain, forces, enemy, arm, mark));
    volleys.chain(shots).max_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])))
}

/// The chance that a side holds a fire card: its hand is drawn from all of its cards that are not seen.
fn holds_fire_card(hands: &Hands, side: Side) -> f64 {
    let none = hands.hands_of(side).map(|seat| {
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
