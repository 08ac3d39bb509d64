//! What a whole position is worth to a side: losses, objectives, and the fire that both sides have.

use super::tasks::can_take;
use super::worth::{Aiming, gain, hurt, is_armed};
use crate::game::Side;
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::state::{Id, Position};

/// The share of a unit's value that stays with it while its platoon retreats: it may still fire on its way.
const RETREATING: f64 = 0.15;

/// The share of a shot's gain that counts before it is fired: for the side that fires next, and the other.
const NEXT_FIRE: [f64; 2] = [0.6, 0.35];

/// The points that an inch from an objective of 25 points costs.
const INCH: f64 = 0.12;

/// The worth of a position to a side in points: its own balance less the enemy's.
pub fn balance(position: &Position, side: Side) -> f64 {
    half(position, side) - half(position, side.other())
}

/// What one side has: units, objectives and fire.
fn half(position: &Position, side: Side) -> f64 {
    let forces: f64 = position.battle.ids(side).map(|id| unit(position, id)).sum();
    forces + ground(position, side) + fire(position, side)
}

/// The remaining value of a unit.
fn unit(position: &Position, id: Id) -> f64 {
    if !position.forces.is_in(id) {
        return 0.0;
    }
    let unit = position.battle.unit(id);
    let group = usize::from(unit.group);
    let (kind, state) = (&position.battle.groups[group], &position.forces.groups[group]);
    let breaks = if kind.independent || !state.puffs {
        0.0
    } else {
        Morale { lost: u16::from(state.lost), elite: kind.elite }.chance()
    };
    let stays = if state.retreats { RETREATING } else { 1.0 - (1.0 - RETREATING) * breaks };
    // Only a loss scores; a unit that is hurt does less until the end.
    f64::from(unit.value) * stays * (1.0 - 0.7 * hurt(position.forces.state(id).condition))
}

/// Objectives held, and the way to the others.
fn ground(position: &Position, side: Side) -> f64 {
    let battle = &position.battle;
    let gone = f64::from(position.turn.number) / f64::from(battle.turns.max(1));
    let rows = battle.objectives.iter().zip(&position.forces.held);
    rows.map(|(objective, held)| {
        let value = f64::from(objective.value);
        if *held == Some(side) {
            return value * (0.4 + 0.6 * gone);
        }
        let takers = battle.ids(side).filter(|&id| can_take(position, id));
        let range = takers.filter_map(|id| Some(battle.range(position.forces.place_of(id)?, objective.cell)));
        let inches = f64::from(range.min().unwrap_or(400)) / 10.0;
        -INCH * inches * value / 25.0
    })
    .sum()
}

/// The best shots of a side's units as they point.
fn fire(position: &Position, side: Side) -> f64 {
    let next = position.turn.phase.side() == side;
    let units = position.battle.ids(side).filter(|&id| is_armed(position, id));
    let enemies: Vec<Id> = position.battle.ids(side.other()).collect();
    let best =
        |id: Id| enemies.iter().map(|&enemy| gain(position, id, enemy, Aiming::Bearing)).fold(0.0, f64::max);
    NEXT_FIRE[usize::from(!next)] * units.map(best).sum::<f64>()
}
