//! What a whole position is worth to a side: losses, objectives, and the fire that both sides have.

use std::sync::LazyLock;

use super::tasks::can_take;
use super::worth::{Aiming, gain, hurt, is_armed};
use crate::game::{Fitted, Outlook, Side};
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::state::{Id, Position, Spot};

/// The share of a unit's value that stays with it while its platoon retreats: it may still fire on its way.
const RETREATING: f64 = 0.15;

/// The share of a shot's gain that counts before it is fired: for the side that fires next, and the other.
const NEXT_FIRE: [f64; 2] = [0.6, 0.35];

/// The fitted figures.
pub static FITTED: LazyLock<Fitted> =
    LazyLock::new(|| Fitted::built_in(include_str!("../../../config/panzertruppe/outlook.toml")));

/// The features: units by their condition, objectives held, the way to the others, fire, and points so far.
pub fn features(position: &Position) -> Outlook {
    let of = |side: Side| {
        let forces: f64 = position.battle.ids(side).map(|id| unit(position, id)).sum();
        let (mut held, mut way) = (0.0, 0.0);
        for (objective, holder) in position.battle.objectives.iter().zip(&position.forces.held) {
            let value = f64::from(objective.value);
            if *holder == Some(side) {
                held += value;
            } else {
                way += value * inches(position, side, objective.cell) / 1000.0;
            }
        }
        [forces / 100.0, held / 100.0, -way, fire(position, side) / 20.0]
    };
    let (own, enemy) = (of(Side::A), of(Side::B));
    Outlook {
        kind: "all",
        features: own.iter().zip(enemy).map(|(own, enemy)| own - enemy).collect(),
        late: (f64::from(position.turn.number) - 1.0) / f64::from(position.battle.turns.max(1)),
    }
}

/// How far the nearest unit that can take an objective is from it.
fn inches(position: &Position, side: Side, cell: Spot) -> f64 {
    let takers = position.battle.ids(side).filter(|&id| can_take(position, id));
    let range = takers.filter_map(|id| Some(position.battle.range(position.forces.place_of(id)?, cell)));
    f64::from(range.min().unwrap_or(400)) / 10.0
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

/// The best shots of a side's units as they point.
fn fire(position: &Position, side: Side) -> f64 {
    let next = position.turn.phase.side() == side;
    let units = position.battle.ids(side).filter(|&id| is_armed(position, id));
    let enemies: Vec<Id> = position.battle.ids(side.other()).collect();
    let best =
        |id: Id| enemies.iter().map(|&enemy| gain(position, id, enemy, Aiming::Bearing)).fold(0.0, f64::max);
    NEXT_FIRE[usize::from(!next)] * units.map(best).sum::<f64>()
}
