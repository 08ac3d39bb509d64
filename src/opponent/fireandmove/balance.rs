//! What a whole position is worth to a side: men and vehicles, ground held, and how near each side is to breaking.

use std::sync::LazyLock;

use crate::board::Cell;
use crate::game::{Fitted, Outlook, Side};
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::state::{Gid, Standing};

/// A pinned figure, against a fit one.
const PINNED: f64 = 0.6;

/// A vehicle or gun, in figures beyond its crew.
const MACHINE: f64 = 4.0;

/// The fitted figures.
pub static FITTED: LazyLock<Fitted> =
    LazyLock::new(|| Fitted::built_in(include_str!("../../../config/fireandmove/outlook.toml")));

/// The features: men and vehicles, losses against the break point, ground held and the way to the rest.
pub fn features(position: &Position) -> Outlook {
    let (forces, battle) = (&position.forces, position.forces.battle());
    let all: u16 = battle.objectives.iter().map(|objective| u16::from(objective.points)).sum();
    let of = |side: Side| {
        let men: f64 = forces.groups_of(side).map(|group| strength(position, group)).sum();
        let (lost, breaking) = (forces.lost(side), battle.sides[side.index()].breaking.max(1));
        let left = breaking.saturating_sub(lost).max(1);
        let (mut held, mut way) = (0.0, 0.0);
        for (objective, holder) in battle.objectives.iter().zip(&forces.holders) {
            let share = f64::from(objective.points) / f64::from(all.max(1));
            if *holder == Some(side) {
                held += share;
            } else {
                way += share * squares(position, side, usize::from(objective.feature)) / 40.0;
            }
        }
        [men / 20.0, -f64::from(lost) / f64::from(breaking), -1.0 / f64::from(left), held, -way]
    };
    let (own, enemy) = (of(Side::A), of(Side::B));
    Outlook {
        kind: "all",
        features: own.iter().zip(enemy).map(|(own, enemy)| own - enemy).collect(),
        late: (f64::from(position.clock.turn) - 1.0) / f64::from(battle.turns.max(1)),
    }
}

/// How far a side's nearest group is from a feature, in squares.
fn squares(position: &Position, side: Side, feature: usize) -> f64 {
    let forces = &position.forces;
    let cells = &position.terrain.field().features[feature].cells;
    let range = |at: Cell| cells.iter().map(|cell| (cell.x - at.x).abs().max((cell.y - at.y).abs())).min();
    let nearest = forces.groups_of(side).filter_map(|group| range(forces.group(group).at)).min();
    f64::from(nearest.unwrap_or(40))
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
