//! Preparatory fire: on the objectives and the roads to them, stopped when friendly stands come near.

use crate::board::{self, Cell};
use crate::dice::Dice;
use crate::game::Side;
use crate::rules::matg::artillery::preparation::Selection;
use crate::rules::matg::artillery::registering::Registering;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::choice::{Choice, Tag};
use crate::rules::matg::state::position::Position;

use crate::opponent::matg::planning::tasks::distance;

/// The distance in inches at which friendly stands stop a battery's fire.
const NEAR: u16 = 6;

/// The next target or its sheaf: in an objective, else on a road, else anywhere.
pub fn select(p: &Position, selection: &Selection, choices: &[Choice], dice: &mut Dice) -> Choice {
    if selection.aim.is_some() {
        let open: Vec<Choice> = choices.iter().copied().filter(|c| matches!(c, Choice::Open(_))).collect();
        return if open.is_empty() { choices[0] } else { open[dice.below(open.len())] };
    }
    let fired_at =
        |cell: Cell| p.record.missions_of(selection.side).any(|mission| board::within(mission.aim, cell, 1));
    let of = |likely: &dyn Fn(Cell) -> bool| -> Vec<Choice> {
        let likely =
            |choice: &&Choice| matches!(choice, Choice::At(cell) if likely(*cell) && !fired_at(*cell));
        choices.iter().filter(likely).copied().collect()
    };
    let places = of(&|cell| p.battle.victory.place_of(cell).is_some());
    let roads = of(&|cell| p.field.ground_at(cell).road().is_some());
    let wanted = [places, roads, choices.to_vec()].into_iter().find(|cells| !cells.is_empty());
    let wanted = wanted.unwrap_or_else(|| choices.to_vec());
    wanted[dice.below(wanted.len())]
}

/// The distances in inches from the front at which fire is registered on the routes to it.
const BEFORE: std::ops::RangeInclusive<u16> = 3..=10;

/// The next pre-registered mission: one battery each, heaviest first, on the routes to the front.
pub fn register(p: &Position, phase: &Registering, choices: &[Choice]) -> Choice {
    let Some(draft) = &phase.draft else {
        let free = free_batteries(p, phase.side, choices).into_iter();
        let next = free.max_by_key(|(_, he)| *he).map(|(choice, _)| choice);
        let next = if phase.open { choices.iter().copied().find(|c| *c == Choice::Done) } else { next };
        return next.unwrap_or(Choice::Ready);
    };
    if draft.aim.is_some() || !draft.grouped {
        let plain = [Choice::Explosive, Choice::Closed, Choice::Done];
        return choices.iter().copied().find(|choice| plain.contains(choice)).unwrap_or(choices[0]);
    }
    let rated = barriers(p, phase.side, choices).into_iter().rev();
    let best = rated.max_by_key(|(_, parts)| parts.iter().sum::<i32>());
    best.map_or(choices[0], |(choice, _)| choice)
}

/// The batteries that have no registered mission yet, each with its HE value.
pub fn free_batteries(p: &Position, side: Side, choices: &[Choice]) -> Vec<(Choice, Option<u8>)> {
    let free = |tag: &Tag| {
        let id = p.battle.find(*tag);
        p.record.missions_of(side).all(|mission| id.is_none_or(|id| !mission.has(id)))
    };
    let heavy = |choice: &Choice| match choice {
        Choice::Battery(tag, gun) if free(tag) => {
            p.battle.find(*tag).map(|id| (*choice, p.battle.gun(id, *gun).he))
        }
        _ => None,
    };
    choices.iter().filter_map(heavy).collect()
}

/// What speaks for a square of registered fire, as in [`barriers`].
pub const MERITS: [&str; 5] = [
    "away from other registered fire",
    "on the way to the front",
    "a ford or bridge",
    "a road",
    "an objective",
];

/// The choices of a square for registered fire, each with the points for its [`MERITS`].
pub fn barriers(p: &Position, side: Side, choices: &[Choice]) -> Vec<(Choice, [i32; MERITS.len()])> {
    let edge = |cell: Cell| p.battle.from_edge(side, cell);
    let own: Vec<Cell> = p.forces.on_board(side).map(|(_, cell)| cell).collect();
    let near = |cell: Cell| own.iter().map(|&at| board::inches(at, cell)).min().unwrap_or(0);
    let line = own.iter().map(|&cell| edge(cell)).max().unwrap_or(0);
    let merits = |choice: &Choice| {
        let Choice::At(cell) = *choice else { return [0; MERITS.len()] };
        let ground = p.field.ground_at(cell);
        let apart = p.record.missions_of(side).all(|mission| board::inches(mission.aim, cell) > 4);
        let narrow = ground.has(Terrain::Ford) || ground.has(Terrain::Bridge);
        let ahead = BEFORE.contains(&near(cell)) && edge(cell) >= line;
        [
            16 * i32::from(apart),
            8 * i32::from(ahead),
            4 * i32::from(narrow),
            2 * i32::from(ground.road().is_some()),
            i32::from(p.battle.victory.place_of(cell).is_some()),
        ]
    };
    choices.iter().map(|choice| (*choice, merits(choice))).collect()
}

/// Whether to try to stop a battery's fire: if friendly stands are near it.
pub fn cease(p: &Position, side: Side, choices: &[Choice]) -> Choice {
    let near = |choice: &&Choice| match choice {
        Choice::Terminate(number) => p.record.mission(side, *number).is_some_and(|mission| {
            p.forces.on_board(side).any(|(_, cell)| board::within(cell, mission.aim, NEAR))
        }),
        _ => false,
    };
    choices.iter().find(near).copied().unwrap_or(Choice::Pass)
}

/// The distance in inches of a landing zone from its objective.
const CLOSE: u16 = 5;

/// No landing this near to an enemy.
const AWAITED: u16 = 3;

/// Landing zones near the objective with the fewest groups so far, nearer to it than to others, away from
/// enemies.
pub fn landing_zones(p: &Position, side: Side, choices: &[Choice]) -> Vec<Choice> {
    let places = &p.battle.victory.places;
    let away = |place: usize, at: Cell| distance(&places[place].cells, at);
    let meant_for = |at: Cell| (0..places.len()).min_by_key(|&place| away(place, at));
    let groups = p.battle.landings.iter().zip(&p.arrivals.groups).filter(|(landing, _)| landing.side == side);
    let zones: Vec<Option<usize>> = groups.filter_map(|(_, group)| Some(meant_for(group.zone?.at))).collect();
    let count = |&place: &usize| zones.iter().filter(|&&zone| zone == Some(place)).count();
    let Some(place) = (0..places.len()).min_by_key(count) else { return Vec::new() };
    let awaited =
        |cell: Cell| p.forces.on_board(side.other()).any(|(_, at)| board::within(at, cell, AWAITED));
    let near = |choice: &&Choice| match choice {
        Choice::At(cell) => away(place, *cell) <= CLOSE && meant_for(*cell) == Some(place) && !awaited(*cell),
        _ => false,
    };
    choices.iter().filter(near).copied().collect()
}

/// Squares near an objective.
pub fn near_places(p: &Position, choices: &[Choice]) -> Vec<Choice> {
    let squares = || p.battle.victory.places.iter().flat_map(|place| place.cells.iter());
    let near = |choice: &&Choice| match choice {
        Choice::At(cell) => squares().any(|&at| board::within(at, *cell, CLOSE)),
        _ => false,
    };
    choices.iter().filter(near).copied().collect()
}
