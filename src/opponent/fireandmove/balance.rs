//! What a whole position is worth to a side: men and vehicles, ground held, and how near each side is to breaking.

use crate::board::Cell;
use crate::game::Side;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::state::{Gid, Standing};

/// A pinned figure, against a fit one.
const PINNED: f64 = 0.6;

/// A vehicle or gun, in figures beyond its crew.
const MACHINE: f64 = 4.0;

/// What all the ground is worth, in figures.
const GROUND: f64 = 8.0;

/// What a side's last loss before it breaks is worth, in figures.
const BREAKING: f64 = 4.0;

/// What a square nearer to ground that is not its own is worth to a side.
const SQUARE: f64 = 0.03;

/// The worth of a position to a side, in figures: its own balance less the enemy's.
pub fn balance(position: &Position, side: Side) -> f64 {
    half(position, side) - half(position, side.other())
}

fn half(position: &Position, side: Side) -> f64 {
    let forces = &position.forces;
    let men: f64 = forces.groups_of(side).map(|group| strength(position, group)).sum();
    let left = forces.battle().sides[side.index()].breaking.saturating_sub(forces.lost(side)).max(1);
    men - BREAKING / f64::from(left) + ground(position, side)
}

/// The figures of a group, in fit riflemen.
fn strength(position: &Position, group: Gid) -> f64 {
    let forces = &position.forces;
    let state = forces.group(group);
    let figures = state.members.iter().map(|&figure| {
        let rank = f64::from(forces.rank(figure) as u8);
        let armed = f64::from(forces.weapon(figure).bonus[0].unwrap_or(0));
        let worth = 1.0 + 0.2 * rank + 0.05 * armed;
        if forces.figure(figure).standing == Standing::Pinned { PINNED * worth } else { worth }
    });
    figures.sum::<f64>() + if state.machine.is_some() { MACHINE } else { 0.0 }
}

/// Ground held, which counts for more as the battle ends, and the way to the rest.
fn ground(position: &Position, side: Side) -> f64 {
    let (forces, battle) = (&position.forces, position.forces.battle());
    let all: u16 = battle.objectives.iter().map(|objective| u16::from(objective.points)).sum();
    let gone = f64::from(position.clock.turn) / f64::from(battle.turns.max(1));
    let rows = battle.objectives.iter().zip(&forces.holders);
    rows.map(|(objective, holder)| {
        let share = f64::from(objective.points) / f64::from(all.max(1));
        if *holder == Some(side) {
            return GROUND * share * (0.4 + 0.6 * gone);
        }
        let cells = &position.terrain.field().features[usize::from(objective.feature)].cells;
        let range =
            |at: Cell| cells.iter().map(|cell| (cell.x - at.x).abs().max((cell.y - at.y).abs())).min();
        let nearest = forces.groups_of(side).filter_map(|group| range(forces.group(group).at)).min();
        -SQUARE * f64::from(nearest.unwrap_or(40)) * GROUND * share
    })
    .sum()
}
