//! The terrain of generated battles: as dense as rolled, and every road and zone usable.

use super::{FIGHTS, many, order, read};
use standto::board::{Cell, Compass};
use standto::game::Side;
use standto::rules::matg::Position;
use standto::rules::matg::authoring::design::arithmetic::{self, Density};
use standto::rules::matg::authoring::design::{Order, generate};
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::movement::set_up;
use standto::rules::matg::state::battle::{Battle, ScenarioKind};

/// The share of the board covered by terrain matches the dice: the factor of the density times two dice.
pub(super) fn dense(battle: &Battle, order: &Order) {
    let bare = |cell: Cell| {
        let index = battle.grid.index(cell);
        let ground =
            Terrain::WORKS.into_iter().fold(battle.ground[index], |ground, work| ground.without(work));
        ground == standto::rules::matg::ground::terrain::Ground::CLEAR && battle.levels[index] == 0
    };
    let covered = battle.grid.cells().filter(|&cell| !bare(cell)).count();
    let rolls: Vec<usize> =
        (2..=12).map(|roll| arithmetic::covered(battle.grid.area(), order.density.percent(roll))).collect();
    assert!(rolls.contains(&covered), "{order:?}: {covered} of {}", battle.grid.area());
}

/// Every road is joined to an edge of the board or to houses.
pub(super) fn roads_lead_somewhere(battle: &Battle, order: &Order) {
    let road = |cell: Cell| battle.ground[battle.grid.index(cell)].road().is_some();
    let mut left: Vec<Cell> = battle.grid.cells().filter(|&cell| road(cell)).collect();
    while let Some(first) = left.pop() {
        let mut open = vec![first];
        let mut leads = false;
        while let Some(cell) = open.pop() {
            leads |= battle.grid.neighbours(cell).count() < 8
                || battle
                    .grid
                    .neighbours(cell)
                    .any(|(_, next)| battle.ground[battle.grid.index(next)].is_built_up());
            for (_, next) in battle.grid.neighbours(cell) {
                if let Some(place) = left.iter().position(|&other| other == next) {
                    open.push(left.swap_remove(place));
                }
            }
        }
        assert!(leads, "{order:?}: the road at {first} leads nowhere");
    }
}

/// The squares from which a movement class can reach the objective: the place to be taken, or the edge to
/// exit by.
fn ways_to_the_goal(battle: &Battle, mode: Mode) -> Vec<bool> {
    let passable = |cell: Cell| {
        let ground = battle.ground[battle.grid.index(cell)];
        !ground.is_water() && (ground.cost(mode).is_some() || ground.road_cost(mode).is_some())
    };
    let exit = if battle.army(Side::A).edge == Compass::N { i16::from(battle.grid.height) - 1 } else { 0 };
    let goal: Vec<Cell> = match battle.victory.places.first() {
        Some(place) => place.cells.clone(),
        None => (0..i16::from(battle.grid.width)).map(|x| Cell::new(x, exit)).collect(),
    };
    let mut open: Vec<Cell> = goal.into_iter().filter(|&cell| passable(cell)).collect();
    let mut reached = vec![false; battle.grid.area()];
    while let Some(cell) = open.pop() {
        if !std::mem::replace(&mut reached[battle.grid.index(cell)], true) {
            open.extend(battle.grid.neighbours(cell).map(|(_, next)| next).filter(|&next| passable(next)));
        }
    }
    reached
}

/// Every mobile stand can reach the objective or the exit edge from its starting square, and so can nine in
/// ten of the squares in its zone on which it may start.
pub(super) fn every_stand_can_reach_the_objective(battle: &Battle, order: &Order) {
    let ways = [Mode::Tracked, Mode::Wheeled, Mode::Foot].map(|mode| (mode, ways_to_the_goal(battle, mode)));
    let mut asked = Vec::new();
    for (id, unit) in battle.units.iter().enumerate() {
        let (Some(start), (points, mode)) = (unit.start, unit.pace()) else { continue };
        if points <= 1 {
            continue;
        }
        let (_, reached) = ways.iter().find(|(known, _)| *known == mode).expect("a class of movement");
        assert!(
            reached[battle.grid.index(start)],
            "{order:?}: {} cannot reach the objective from {start}",
            unit.tag
        );
        if asked.contains(&(unit.side, mode)) {
            continue;
        }
        asked.push((unit.side, mode));
        let position = Position::new(std::sync::Arc::new(battle.clone()));
        let may = |&cell: &Cell| {
            battle.in_zone(id as u8, cell)
                && set_up::may_stand_on(&position.field, &position.forces, id as u8, cell)
        };
        let zone: Vec<Cell> = battle.grid.cells().filter(may).collect();
        let usable = zone.iter().filter(|&&cell| reached[battle.grid.index(cell)]).count();
        assert!(
            zone.len() >= usize::from(battle.grid.width) && usable * 10 >= zone.len() * 9,
            "{order:?}: {mode:?} of {:?}: {usable} of {} squares",
            unit.side,
            zone.len()
        );
    }
}

/// Every type on boards of every size and density: roads lead somewhere, villages are on roads, and every
/// stand can reach the objective from its zone.
// card: design: 3, design: 7
#[test]
fn every_road_and_zone_is_usable() {
    crate::cited::watch();
    const BOARDS: [(u8, u8); 5] = [(24, 36), (18, 36), (24, 48), (36, 48), (48, 48)];
    let mut bare = 0;
    for (at, kind) in ScenarioKind::ALL.into_iter().enumerate() {
        for seed in 0..(many() / 2).max(1) * 3 {
            let turn = seed as usize;
            let (attacker, defender, year) = FIGHTS[(turn + at * 5) % FIGHTS.len()];
            let board = BOARDS[(turn / 3 + turn + at) % BOARDS.len()];
            let order = Order {
                nations: [attacker, defender],
                year,
                board,
                density: Density::ALL[turn % 3],
                points: Some(if board.0 < 24 { 500 } else { 800 }),
                ..order(kind, seed)
            };
            let battle = match generate(&order) {
                Ok(text) => read(&text, &order),
                Err(why) => panic!("{order:?}: {why}"),
            };
            dense(&battle, &order);
            roads_lead_somewhere(&battle, &order);
            villages_lie_on_roads(&battle, &order);
            every_stand_can_reach_the_objective(&battle, &order);
            bare += u32::from(battle.ground.iter().all(|ground| ground.road().is_none()));
        }
    }
    assert_eq!(bare, 0, "boards without a road");
}

/// Houses lie within four squares of a road.
fn villages_lie_on_roads(battle: &Battle, order: &Order) {
    let ground = |cell: Cell| battle.ground[battle.grid.index(cell)];
    let roads: Vec<Cell> = battle.grid.cells().filter(|&cell| ground(cell).road().is_some()).collect();
    for house in battle.grid.cells().filter(|&cell| ground(cell).is_built_up()) {
        let near = |road: &Cell| (road.x - house.x).abs().max((road.y - house.y).abs()) <= 4;
        assert!(roads.iter().any(near), "{order:?}: no road at the houses of {house}");
    }
}
