//! Routs as marches: the hexes where a broken unit may end its rout, with the path to each (3.6). The screen
//! turns the path into ordinary moves.

use super::Routing;
use crate::board::Cell;
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::PieceId;
use crate::game::ways;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::shown::unit_id;
use crate::rules::aslsk::state::{Choice, Position, Whereabouts, names};
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::rout::{self, interdiction};

/// A hex where a rout may end.
struct End {
    /// The path, from the hex where the unit stands.
    path: Vec<Place>,
    /// Half MF left there.
    left: u8,
    /// The first hex of the path where it is interdicted (3.6e): its place in the path, and the firers.
    danger: Option<(usize, String)>,
}

/// The routs open to one unit.
struct Rout {
    unit: u8,
    /// Half MF at the start.
    allowance: u8,
    begun: bool,
    ends: Vec<End>,
}

/// The routs open to units of the side to rout.
pub(in crate::rules::aslsk) struct Routs {
    game: Position,
    routs: Vec<Rout>,
}

/// A unit on its way while paths are searched for.
struct Step {
    game: Position,
    routing: Routing,
    path: Vec<Place>,
    danger: Option<(usize, String)>,
}

/// The routs of those of these units that may rout now, or of the routing unit.
pub(in crate::rules::aslsk) fn routs(position: &Position, pieces: &[PieceId]) -> Option<Routs> {
    let Position { ground, forces, turn, .. } = position;
    let routs: Vec<Rout> = match turn.frames.last()? {
        Frame::Routing(routing) => rout_of(position, routing.clone(), true).into_iter().collect(),
        Frame::Rout(_) => {
            let options = position.options();
            let chosen = options.iter().filter_map(|choice| match choice {
                Choice::Rout(id) if pieces.contains(&unit_id(*id)) => Some(*id),
                _ => None,
            });
            let free = chosen.filter(|&id| !rout::must_choose_drop(forces, id));
            free.filter_map(|id| {
                rout_of(position, rout::routing(ground, forces, id, forces.unit(id).place()?), false)
            })
            .collect()
        }
        _ => return None,
    };
    (!routs.is_empty()).then(|| Routs { game: position.clone(), routs })
}

fn rout_of(position: &Position, routing: Routing, begun: bool) -> Option<Rout> {
    let here = position.forces.unit(routing.unit).place()?;
    let (unit, allowance) = (routing.unit, routing.left);
    let mut ends: Vec<End> = Vec::new();
    let mut waiting = vec![Step { game: position.clone(), routing, path: vec![here], danger: None }];
    while let Some(step) = waiting.pop() {
        // The positions are copies: a hidden Gun stays hidden in them as it is.
        let ways = super::ways::rout_ways(
            &step.game.ground,
            &step.game.forces,
            &step.game.forces.crowd(&step.game.ground),
            &step.routing,
        );
        for &(to, beside) in ways.steps.iter().filter(|(to, beside)| !beside && !step.path.contains(to)) {
            let next = step.on(to, beside);
            let known = ends.iter().position(|end| end.path.last() == Some(&to));
            if known.is_some_and(|at| ends[at].left >= next.routing.left) {
                continue;
            }
            let end = End { path: next.path.clone(), left: next.routing.left, danger: next.danger.clone() };
            match known {
                Some(at) => ends[at] = end,
                None => ends.push(end),
            }
            waiting.push(next);
        }
    }
    // It may stop only in shelter or where no shelter can be reached (3.6c).
    ends.retain(|end| rout_may_end(position, unit, &end.path));
    (!ends.is_empty()).then_some(Rout { unit, allowance, begun, ends })
}

/// Whether a rout may end in the last hex of a path.
fn rout_may_end(position: &Position, unit: u8, path: &[Place]) -> bool {
    let routing = match position.turn.frames.last() {
        Some(Frame::Routing(routing)) => routing.clone(),
        _ => rout::routing(&position.ground, &position.forces, unit, path[0]),
    };
    let first = Step { game: position.clone(), routing, path: vec![path[0]], danger: None };
    let last = path[1..].iter().fold(first, |step, &to| step.on(to, false));
    rout::routing_choices(&last.game.ground, &last.game.forces, &last.routing).contains(&Choice::Done)
}

impl Step {
    /// The unit one hex further. Interdiction is noted, not rolled.
    fn on(&self, to: Place, beside: bool) -> Self {
        let (mut game, mut routing) = (self.game.clone(), self.routing.clone());
        let id = routing.unit;
        let way = game.ground.way(game.forces.unit(id).place(), to, beside);
        routing.left = routing.left.saturating_sub(way.cost);
        routing.gone = true;
        for one in [id].into_iter().chain(routing.leader) {
            game.forces.unit_mut(one).at = Whereabouts::On(to);
        }
        routing.sheltered = game.ground.map().terrain(to).shelter()
            && !desperation::enemy_beside(&game.ground, &game.forces, id, false);
        super::ways::note_enemies_in_los(&game.ground, &game.forces, &mut routing);
        let mut path = self.path.clone();
        path.push(to);
        let danger = self.danger.clone().or_else(|| {
            let motion = Motion { moves: true, assault: false, road: way.road, crest: way.crest };
            let firers = interdiction::interdictors(&game.ground, &game.forces, id, to, motion);
            let known = firers.iter().filter(|&&firer| !game.forces.unit(firer).hidden);
            let hex = |firer: u8| game.forces.unit(firer).place().map_or("", |place| game.ground.name(place));
            let who: Vec<String> = known
                .map(|&firer| format!("{} {}", names::factors_of(&game.forces, firer), hex(firer)))
                .collect();
            (!who.is_empty()).then(|| (path.len() - 1, who.join(", ")))
        });
        Self { game, routing, path, danger }
    }
}

impl Routs {
    fn leg(&self, rout: &Rout, goal: Cell) -> Option<Leg> {
        let game = &self.game;
        let to = game.ground.place_of(goal)?;
        let end = rout.ends.iter().find(|end| end.path.last() == Some(&to))?;
        let spent = rout.allowance - end.left;
        let steps = end.path[1..].iter().map(|&place| Choice::Go(game.ground.hex(place)));
        let half = if spent.is_multiple_of(2) { "" } else { ".5" };
        Some(Leg {
            piece: unit_id(rout.unit),
            others: Vec::new(),
            way: end.path.iter().map(|&place| game.ground.cell(place)).collect(),
            stop: end.path.len() - 1,
            turns: 0,
            cost: format!("{}{half} of {} MF", spent / 2, rout.allowance / 2),
            begin: if rout.begun { String::new() } else { Choice::Rout(rout.unit).to_string() },
            plays: steps.chain([Choice::Done]).map(|choice| choice.to_string()).collect(),
            danger: end.danger.clone(),
        })
    }
}

impl Routes for Routs {
    fn reach(&self) -> Vec<(Cell, u8)> {
        let ends = self.routs.iter().flat_map(|rout| &rout.ends);
        let mut cells: Vec<Cell> =
            ends.filter_map(|end| end.path.last()).map(|&to| self.game.ground.cell(to)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(|cell| (cell, 0)).collect()
    }

    fn cost(&self, cell: Cell) -> Option<u8> {
        let to = self.game.ground.place_of(cell)?;
        let ends = |rout: &Rout| {
            let end = rout.ends.iter().find(|end| end.path.last() == Some(&to))?;
            Some((rout.allowance - end.left).div_ceil(2))
        };
        self.routs.iter().filter_map(ends).min()
    }

    fn plan(&self, goal: Cell) -> March {
        let game = &self.game;
        let legs: Vec<Leg> = self.routs.iter().filter_map(|rout| self.leg(rout, goal)).collect();
        let called = |piece: PieceId| {
            let unit = game.forces.ids().find(|&id| unit_id(id) == piece);
            unit.map_or_else(String::new, |id| names::called(&game.ground, &game.forces, id))
        };
        let name = |cell: Cell| {
            game.ground.place_of(cell).map_or_else(String::new, |at| game.ground.name(at).to_owned())
        };
        let pieces = self.routs.iter().map(|rout| unit_id(rout.unit));
        let remarks = if legs.is_empty() { Vec::new() } else { ways::remarks(pieces, &legs, called, name) };
        March { legs, remarks, bold: true }
    }
}
