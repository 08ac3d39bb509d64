//! The printed battles against the book: forces with their points, terrain, set-up, special rules, victory.

mod desert;
mod farm;
mod first_steps;
mod hidden;
mod kasserine;
mod lent;
mod oosterbeek;
mod salerno;
mod setup;
mod setup_seen;
mod stonne;
mod ways;

use std::sync::Arc;

use standto::board::{Cell, Compass};
use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::state::aims::Degree;
use standto::rules::matg::state::battle::{Battle, Role};
use standto::rules::matg::state::position::{Id, Place};
use standto::rules::matg::turn::victory;
use standto::rules::matg::{Choice, Position, scenario};

/// A battle as read.
pub fn battle(name: &str, text: &str) -> Battle {
    scenario::read(name, text).unwrap_or_else(|error| panic!("{error}")).0
}

/// Its opening position.
pub fn opening(name: &str, text: &str) -> Position {
    crate::cited::watch();
    Position::new(Arc::new(battle(name, text)))
}

/// Stands of a side by their names, with how many there are and the printed price of one.
pub fn force(battle: &Battle, side: Side) -> Vec<(&'static str, usize, u16)> {
    let mut force: Vec<(&'static str, usize, u16)> = Vec::new();
    for unit in battle.units.iter().filter(|unit| unit.side == side) {
        let name = unit.kind.name.as_str();
        match force.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, count, _)) => *count += 1,
            None => force.push((name, 1, unit.kind.points)),
        }
    }
    force.sort_unstable();
    force
}

/// The same, checked against the printed list.
pub fn assert_force(battle: &Battle, side: Side, printed: &[(&'static str, usize, u16)]) {
    let mut printed = printed.to_vec();
    printed.sort_unstable();
    assert_eq!(force(battle, side), printed, "{}", battle.army(side).name);
}

/// Cohesion and the qualities of the GHQs.
pub fn command(battle: &Battle, side: Side) -> (i16, Vec<i8>, usize) {
    let roles = || battle.units.iter().filter(move |unit| unit.side == side).map(|unit| unit.role);
    let ghqs = roles().filter_map(|role| if let Role::Ghq(quality) = role { Some(quality) } else { None });
    (battle.army(side).cohesion, ghqs.collect(), roles().filter(|&role| role == Role::Hq).count())
}

/// Stands of a name.
pub fn named(position: &Position, side: Side, name: &str) -> Vec<Id> {
    position.battle.ids(side).filter(|&id| position.battle.unit(id).kind.name == name).collect()
}

pub fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

pub fn ground(battle: &Battle, cell: Cell) -> Ground {
    battle.ground[battle.grid.index(cell)]
}

/// The percentage of the map covered by features.
pub fn features(battle: &Battle) -> usize {
    let bare = |at: Cell| {
        let laid = battle.markers.iter().filter(|marker| marker.cell == at);
        laid.fold(ground(battle, at), |ground, marker| ground.without(marker.row()))
    };
    battle.grid.cells().filter(|&at| bare(at) != Ground::CLEAR).count() * 100 / battle.ground.len()
}

/// Eliminates the first so many stands of both sides that are on the map.
pub fn with_losses(position: &Position, lost: [usize; 2]) -> Position {
    let mut position = position.clone();
    for (side, lost) in Side::BOTH.into_iter().zip(lost) {
        let ids: Vec<Id> =
            position.battle.ids(side).filter(|&id| !position.battle.unit(id).off_map).take(lost).collect();
        for id in ids {
            position.forces.take_off(id, Place::Lost);
        }
    }
    position
}

/// The winner if the battle ended now, and the degree.
pub fn winner(position: &Position) -> Option<(Side, Degree)> {
    let result = victory::result(&position.forces, &position.now, &position.command);
    result.winner.map(|winner| (winner, result.degree))
}

/// Plays choices in their notation without dice.
pub fn play(position: &mut Position, choices: &[&str]) {
    for text in choices {
        let choice: Choice = text.parse().unwrap();
        assert!(position.check(&choice).is_ok(), "{text} is not offered");
        position.apply(&choice, &mut Dice::taped(&[]), &mut Log::off()).unwrap();
    }
}

/// Roads are connected, each drawn square with another of them, and a square is on each edge named.
pub fn assert_roads(battle: &Battle, edges: &[Compass]) {
    let grid = battle.grid;
    let is_road = |cell: Cell| grid.contains(cell) && ground(battle, cell).road().is_some();
    for cell in grid.cells().filter(|&cell| is_road(cell)) {
        let around = grid.neighbours(cell).filter(|(way, next)| !way.is_diagonal() && is_road(*next)).count();
        let leaves = [Compass::N, Compass::E, Compass::S, Compass::W]
            .into_iter()
            .any(|w| !grid.contains(cell.step(w)));
        assert!(
            around >= 2 || leaves || (around == 1 && ground(battle, cell).is_built_up()),
            "the road at {cell} ends"
        );
    }
    for &edge in edges {
        let reached = grid.cells().any(|cell| is_road(cell) && !grid.contains(cell.step(edge)));
        assert!(reached, "no road at the {edge} edge");
    }
}

/// How many squares have a row.
pub fn squares(battle: &Battle, terrain: Terrain) -> usize {
    battle.ground.iter().filter(|ground| ground.has(terrain)).count()
}
