//! Reach and routes: where stands can go, and how a group marches there. The screen turns a march into
//! ordinary moves.
//!
//! A route costs turns first and movement points second, so arriving earlier with more points left is never
//! worse. Roads are preferred where they are quicker because they are cheaper. Routes avoid enemies and shell
//! fire.

use std::cell::RefCell;
use std::collections::HashMap;

use super::mover::Mover;
use crate::board::{self, Cell, Compass, Grid};
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::PieceId;
use crate::game::ways::{self, Arrival, key};
use crate::rules::matg::catalog::Traverse;
use crate::rules::matg::command::groups;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::{arcs, reaction};
use crate::rules::matg::ground::terrain::{POINT, Quarters, Terrain};
use crate::rules::matg::movement::{inch, mover, set_up};
use crate::rules::matg::shown::view::points;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::Frame;

/// Routes that take more turns than this are not searched for.
const TURNS: u8 = 6;

/// The routes of one stand to every square.
struct Ways {
    id: Id,
    start: Cell,
    /// Points this turn, and in each later turn.
    now: Quarters,
    each: Quarters,
    begun: bool,
    ways: ways::Ways,
}

/// The routes of a group.
pub struct Marching {
    game: Position,
    ways: Vec<Ways>,
    /// The threats to a stand on a square, worked out once.
    threats: RefCell<HashMap<(Id, Cell), String>>,
}

/// The routes of those of these stands that may move now: the stand on the move, or the stands of the
/// ordered group.
pub fn marching(game: &Position, pieces: &[PieceId]) -> Option<Marching> {
    let (mover, members): (Option<&Mover>, &[Id]) = match game.now.stack.last()? {
        Frame::Moving(mover) if mover.over.is_none() => (Some(mover), &[]),
        Frame::Group(group) => (None, &group.members),
        _ => return None,
    };
    let wanted = |id: &Id| pieces.contains(&PieceId(u16::from(*id)));
    let moving = mover.map(|mover| mover.stand).filter(|id| wanted(id));
    let waiting = members
        .iter()
        .copied()
        .filter(|&id| wanted(&id) && groups::may_be_moved(&game.forces, &game.command, id));
    let ids: Vec<Id> = moving.into_iter().chain(waiting).collect();
    let ways: Vec<Ways> = ids.iter().filter_map(|&id| Ways::of(game, id, mover, &ids)).collect();
    let game = game.clone();
    (!ways.is_empty()).then(|| Marching { game, ways, threats: RefCell::default() })
}

impl Ways {
    fn of(game: &Position, id: Id, mover: Option<&Mover>, group: &[Id]) -> Option<Self> {
        let start = game.forces.cell(id)?;
        let grid = game.battle.grid;
        let mover = mover.filter(|mover| mover.stand == id);
        let each = mover::allowance(&game.field, &game.forces, id);
        let now = mover.map_or((each - game.forces.stand(id).spent).max(0), |mover| mover.left);
        let fresh = mover.map_or(game.forces.stand(id).spent == 0, |m| m.trail.is_empty() && !m.handled);
        let steps = |(cell, (turn, left), ()): ways::Step<()>, to: &mut Vec<ways::Step<()>>| {
            let held = cell != start && game.field.halts_on(id, cell).is_some();
            // A turn can end only where the stand may halt.
            let rests =
                cell == start || game.forces.holder_of(cell).is_none_or(|other| group.contains(&other));
            for direction in Compass::ALL {
                let next = cell.step(direction);
                if !grid.contains(next) || is_barred(&game.field, &game.forces, id, next) {
                    continue;
                }
                let pays = |cost: Quarters| {
                    let first = fresh && cell == start && turn == 0 && left > 0 && !direction.is_diagonal();
                    if !held && (cost <= left || first) {
                        return Some((turn, (left - cost).max(0)));
                    }
                    let later = rests && turn + 1 < TURNS && (cost <= each || !direction.is_diagonal());
                    later.then(|| (turn + 1, (each - cost).max(0)))
                };
                let pays = |road: bool| {
                    inch::inch(&game.field, &game.forces, &game.now, id, cell, direction, road)
                        .and_then(|inch| pays(inch.cost))
                };
                // A step uses the road wherever it can pay for it.
                let then = match (pays(true), pays(false)) {
                    (Some(road), Some(field)) if field.0 < road.0 => field,
                    (Some(road), _) => road,
                    (None, Some(field)) => field,
                    (None, None) => continue,
                };
                to.push((next, then, ()));
            }
        };
        let ways = ways::Ways::search(Grid::Square(grid), [(start, (0, now), ())], steps);
        Some(Self { id, start, now, each, begun: mover.is_some(), ways })
    }

    fn at(&self, cell: Cell) -> Option<Arrival> {
        self.ways.at(cell)
    }
}

/// Whether a square is closed to routes: an enemy or shell fire.
fn is_barred(field: &Field, forces: &Forces, id: Id, cell: Cell) -> bool {
    field.ground_at(cell).has(Terrain::ImpactZone)
        || forces.holder_of(cell).is_some_and(|other| forces.side(other) != forces.side(id))
}

impl Marching {
    /// Known enemies that could fire with effect at a stand on a square, or that touch it.
    fn threat(&self, id: Id, cell: Cell, facing: Option<Compass>) -> String {
        if let Some(known) = self.threats.borrow().get(&(id, cell)) {
            return known.clone();
        }
        let mut there = self.game.clone();
        let enemy = there.battle.side(id).other();
        let stand = there.forces.stand_mut(id);
        stand.place = Place::Board(cell);
        stand.facing = facing.unwrap_or(stand.facing);
        let fires = |other: &Id| reaction::has_useful_shot(&there, *other, id, Occasion::Opportunity);
        let touches = |other: &Id| there.forces.cell(*other).is_some_and(|at| board::adjacent(at, cell));
        let who = there.battle.ids(enemy).filter(|other| touches(other) || fires(other));
        let who: Vec<String> = who.map(|other| there.battle.tag(other).to_string()).collect();
        let text = who.join(" ");
        self.threats.borrow_mut().insert((id, cell), text.clone());
        text
    }

    /// The first square of a route where a new threat begins.
    fn danger(&self, id: Id, way: &[Cell], stop: usize) -> Option<(usize, String)> {
        let mut before = self.threat(id, way[0], None);
        for place in 1..=stop.min(way.len() - 1) {
            let now = self.threat(id, way[place], Compass::between(way[place - 1], way[place]));
            if !now.is_empty() && before.is_empty() {
                return Some((place, now));
            }
            before = now;
        }
        None
    }

    /// The direction in which a stand should turn on halting, to bear on the nearest known enemy or to face
    /// it; `None` if it already does.
    fn facing_at(&self, id: Id, cell: Cell, came: Compass) -> Option<Compass> {
        let game = &self.game;
        let enemies = game.forces.on_board(game.battle.side(id).other()).map(|(_, at)| at);
        let at = enemies.min_by_key(|&at| (board::distance_squared(at, cell), at))?;
        let toward = Compass::between(cell, at)?;
        let field = game.battle.unit(id).guns.first().and_then(|(gun, _)| gun.notes.restricted);
        let wanted = match field {
            None | Some(Traverse::Front) => toward,
            Some(Traverse::Rear) => toward.opposite(),
            Some(Traverse::SideOrRear) => return None,
        };
        let serves = match field {
            None => arcs::in_front(came, cell, at),
            _ => arcs::in_traverse(field, came, cell, at),
        };
        (!serves).then_some(wanted)
    }

    /// The route of one stand to its square, as far as it gets this turn.
    fn leg(&self, ways: &Ways, goal: Cell, stops: &[Cell], leaving: &[Id], by_road: bool) -> Option<Leg> {
        let game = &self.game;
        let way = ways.ways.way(goal);
        let (turns, _) = ways.at(goal)?;
        let free = |cell: Cell| {
            !stops.contains(&cell)
                && !set_up::is_barred_to_riders(&game.field, &game.forces, ways.id, cell)
                && game
                    .forces
                    .holder_of(cell)
                    .is_none_or(|other| other == ways.id || leaving.contains(&other))
        };
        let today = |place: &usize| ways.at(way[*place]).is_some_and(|(turn, _)| turn == 0);
        let stop = (0..way.len()).rev().filter(today).find(|&place| free(way[place]))?;
        let left = ways.at(way[stop]).map_or(0, |(_, left)| left);
        let direction = |place: usize| Compass::between(way[place - 1], way[place]);
        let mut plays: Vec<String> =
            (1..=stop).filter_map(direction).map(|to| Choice::Step(to).to_string()).collect();
        // At its goal it leaves the road for cover where it can.
        if stop + 1 == way.len() && stop > 0 && !by_road && game.field.gives_cover(way[stop]) {
            let before = ways.at(way[stop - 1]).map_or(0, |(_, left)| left);
            let to = direction(stop)?;
            let paid = |road| {
                inch::inch(&game.field, &game.forces, &game.now, ways.id, way[stop - 1], to, road)
                    .filter(|inch| inch.cost <= before)
            };
            if let (Some(_), Some(_), Some(last)) = (paid(true), paid(false), plays.last_mut()) {
                *last = Choice::Leave(to).to_string();
            }
        }
        // Turning is free during a move (8.3.7).
        let came = (stop > 0).then(|| direction(stop)).flatten();
        let faces = came.and_then(|came| self.facing_at(ways.id, way[stop], came));
        plays.extend(faces.map(|to| Choice::Turn(to).to_string()));
        plays.push(Choice::Halt.to_string());
        let danger = self.danger(ways.id, &way, stop);
        Some(Leg {
            piece: PieceId(u16::from(ways.id)),
            others: Vec::new(),
            stop,
            turns,
            cost: format!("{} of {} points", points(ways.now - left), points(ways.each)),
            begin: if ways.begun {
                String::new()
            } else {
                Choice::Move(game.battle.tag(ways.id)).to_string()
            },
            plays,
            danger,
            way,
        })
    }

    fn remarks(&self, legs: &[Leg]) -> Vec<String> {
        let pieces = self.ways.iter().map(|ways| PieceId(u16::from(ways.id)));
        let tag = |piece: PieceId| self.game.battle.tag(piece.0 as Id).to_string();
        ways::remarks(pieces, legs, tag, |cell| cell.to_string())
    }
}

impl Routes for Marching {
    fn reach(&self) -> Vec<(Cell, u8)> {
        let grid = self.game.battle.grid;
        let soonest = |cell: Cell| {
            let arrivals = self.ways.iter().filter(|ways| ways.start != cell);
            arrivals.filter_map(|ways| ways.at(cell)).map(|(turn, _)| turn).min()
        };
        let rests = |cell: &Cell| self.game.forces.holder_of(*cell).is_none();
        grid.cells().filter(rests).filter_map(|cell| Some((cell, soonest(cell)?))).collect()
    }

    fn cost(&self, cell: Cell) -> Option<u8> {
        let spent = |ways: &Ways| match ways.ways.at(cell)? {
            (0, left) => {
                u8::try_from((ways.now - left).max(0).unsigned_abs().div_ceil(POINT.unsigned_abs())).ok()
            }
            _ => None,
        };
        self.ways.iter().filter(|ways| ways.start != cell).filter_map(spent).min()
    }

    fn plan(&self, goal: Cell) -> March {
        let game = &self.game;
        if !game.battle.grid.contains(goal) {
            return March::default();
        }
        let mut order: Vec<&Ways> = self.ways.iter().filter(|ways| ways.at(goal).is_some()).collect();
        order.sort_by_key(|ways| {
            let near = board::distance_squared(ways.start, goal);
            (ways.at(goal).map(key), near, ways.id)
        });
        let Some(lead) = order.first() else { return March::default() };
        let trail = lead.ways.way(goal);
        let on_road = trail.iter().filter(|&&cell| game.field.ground_at(cell).road().is_some()).count();
        // A column follows the road if at least half of the route does; in the open the stands keep their
        // formation.
        let column = game.field.ground_at(goal).road().is_some() && 2 * on_road > trail.len();
        let group = |id: Id| self.ways.iter().any(|ways| ways.id == id);
        let free = |rank: usize, cell: Cell| {
            let holder = game.forces.holder_of(cell);
            rank == 0 && cell == goal && holder.is_none()
                || holder.is_none_or(group)
                    && set_up::may_stand_on(&game.field, &game.forces, order[rank].id, cell)
        };
        let lanes: Vec<_> = order.iter().map(|ways| (&ways.ways, ways.start)).collect();
        let goals = ways::form_up(&lanes, goal, column, free);
        let mut stops: Vec<Cell> = Vec::new();
        let (mut legs, mut leaving): (Vec<Leg>, Vec<Id>) = Default::default();
        for (ways, own) in order.iter().zip(goals) {
            let Some(own) = own else { continue };
            if let Some(leg) = self.leg(ways, own, &stops, &leaving, column) {
                stops.push(leg.way[leg.stop]);
                if leg.stop > 0 {
                    leaving.push(ways.id);
                    legs.push(leg);
                }
            }
        }
        let remarks = self.remarks(&legs);
        March { legs, remarks, bold: false }
    }
}
