//! Marches: where units can go, what it costs them, and how several go there together. The screen turns a
//! march into ordinary moves.

use std::cell::RefCell;
use std::collections::HashMap;

use super::mover::{Mover, POINT};
use super::steps::way_of;
use crate::board::{Cell, Compass, Grid};
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::PieceId;
use crate::game::ways::{self, Arrival, Ways, key};
use crate::rules::panzertruppe::movement::mover::{Inch, first_mover};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::shown::points;
use crate::rules::panzertruppe::sight::geometry::{toward, way as between};
use crate::rules::panzertruppe::state::{Battle, Choice, Edge, Flag, Ground, Id, Position, Slot, Tabletop};

/// Marches that take more turns than this are not searched for.
const TURNS: u8 = 6;

/// The changes a step makes to a unit besides its points.
#[derive(Copy, Clone, PartialEq)]
struct Stride {
    /// The bonus of infantry on a road, which its points include.
    bonus: u16,
    /// Whether it has moved this turn.
    stepped: bool,
}

/// The ways of one unit.
struct Walker {
    id: Id,
    start: Cell,
    mover: Mover,
    begun: bool,
    ways: Ways<Stride>,
}

/// The ways of units that may move.
pub struct Marching {
    game: Position,
    walkers: Vec<Walker>,
    /// The threats to a unit in a cell, worked out once.
    threats: RefCell<HashMap<(Id, Cell), Vec<String>>>,
}

impl Marching {
    /// The ways of those of these units that may move now.
    pub fn of(position: &Position, pieces: &[PieceId]) -> Option<Self> {
        let wanted = |id: &Id| pieces.contains(&PieceId(u16::from(*id)));
        let (side, begun) = match position.turn.stack.last()? {
            Frame::Mover(mover) => (position.forces.side(mover.unit), Some(mover)),
            Frame::Movement(phase) => (phase.side, None),
            _ => return None,
        };
        let ids: Vec<Id> = match begun {
            Some(mover) => vec![mover.unit],
            None => position.forces.ids(side).filter(|&id| position.going().may_move(id)).collect(),
        };
        let ids: Vec<Id> = ids.into_iter().filter(wanted).collect();
        let walkers: Vec<Walker> =
            ids.iter().filter_map(|&id| Walker::new(position, id, begun, &ids)).collect();
        (!walkers.is_empty()).then(|| Self { game: position.clone(), walkers, threats: RefCell::default() })
    }
}

impl Walker {
    /// The ways of a unit that may move, of a retreating one those that lead home (11); `None` for units that move by
    /// rules of their own.
    fn new(position: &Position, id: Id, begun: Option<&Mover>, group: &[Id]) -> Option<Self> {
        let at = position.forces.spot(id)?;
        if position.battle.unit(id).rollers || position.forces.state(id).condition.immobilised {
            return None;
        }
        let mover = match begun {
            Some(mover) => mover.clone(),
            None => first_mover(&position.ground, &mut position.forces.clone(), id, at),
        };
        // Once it has left its cell it is neither dug in nor on a cliff.
        let mut under_way = position.forces.clone();
        let state = under_way.state_mut(id);
        state.set(Flag::DugIn, false);
        state.climbing = None;
        let (allowance, foot) = (position.forces.allowance(id), position.forces.on_foot(id));
        let start = position.battle.cell(at);
        let mut now = mover.clone();
        let steps = |(cell, (turn, points), Stride { bonus, stepped }): ways::Step<Stride>,
                     to: &mut Vec<ways::Step<Stride>>| {
            let Some(from) = position.battle.index(cell) else { return };
            let rests =
                cell == start || position.forces.holder_of(from).is_none_or(|other| group.contains(&other));
            let fresh = cell == start && turn == 0 && !stepped;
            let forces = if fresh { &position.forces } else { &under_way };
            let going = Tabletop::new(&position.ground, forces).going();
            for way in Compass::ALL {
                let Some(next) = position.battle.next(from, way) else { continue };
                let rise = position.battle.level(next).abs_diff(position.battle.level(from));
                if foot && rise > 1 {
                    continue;
                }
                let mut pay = |(turn, points): Arrival, bonus: u16, stepped: bool| {
                    now.left = (points as u16).saturating_sub(bonus);
                    (now.bonus, now.stepped) = (bonus, stepped);
                    now.standing = mover.standing && turn == 0;
                    let cost = going.inch_cost(&now, from, Inch::forwards(way))?;
                    let bonus = if position.ground.on_road(from, next) { bonus } else { 0 };
                    let left = (now.left + bonus).saturating_sub(cost);
                    Some((
                        position.battle.cell(next),
                        (turn, left as i16),
                        Stride { bonus: bonus.min(left), stepped: true },
                    ))
                };
                let later = rests && turn + 1 < TURNS;
                let bonus_then = if foot { POINT } else { 0 };
                let then = pay((turn, points), bonus, stepped).or_else(|| {
                    later
                        .then(|| pay((turn + 1, (allowance + bonus_then) as i16), bonus_then, false))
                        .flatten()
                });
                to.extend(then);
            }
        };
        let first = (
            start,
            (0, (mover.left + mover.bonus) as i16),
            Stride { bonus: mover.bonus, stepped: mover.stepped },
        );
        let ways = Ways::search(position.battle.grid(), [first], steps);
        Some(Self { id, start, mover, begun: begun.is_some(), ways })
    }
}

impl Battle {
    fn grid(&self) -> Grid {
        Grid::square(self.width, self.height)
    }
}

impl Ground {
    /// Whether a step crosses a hedgerow that is not open.
    fn crosses_hedgerow(&self, from: Cell, way: Compass) -> bool {
        let closed =
            |from| self.battle.barrier(from, way) == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        self.battle.index(from).is_some_and(closed)
    }
}

impl Marching {
    /// The known enemies that could fire at a unit in a cell, as they face now.
    fn threats(&self, id: Id, cell: Cell) -> Vec<String> {
        if let Some(known) = self.threats.borrow().get(&(id, cell)) {
            return known.clone();
        }
        let game = &self.game;
        let fires = |enemy: &Id| {
            game.forces.state(*enemy).is_able() && game.forces.spot(*enemy).is_some() && {
                let aims = |slot: Slot| {
                    game.gunnery().may_shoot_at(*enemy, slot, id, game.battle.index(cell)?, false)
                };
                game.battle.unit(*enemy).slots().any(|slot| aims(slot).is_some())
            }
        };
        let who: Vec<String> = game
            .forces
            .ids(game.forces.side(id).other())
            .filter(|enemy| !game.forces.state(*enemy).is(Flag::Hidden))
            .filter(fires)
            .map(|enemy| game.battle.unit(enemy).tag.to_string())
            .collect();
        self.threats.borrow_mut().insert((id, cell), who.clone());
        who
    }

    /// The direction that a unit in a cell should face: towards the nearest enemy in sight, or else towards
    /// the nearest.
    fn foe(&self, id: Id, cell: Cell) -> Option<u8> {
        let game = &self.game;
        let at = game.battle.index(cell)?;
        let enemies = game
            .forces
            .ids(game.forces.side(id).other())
            .filter(|&enemy| !game.forces.state(enemy).is(Flag::Hidden));
        let known = enemies.filter_map(|enemy| Some((enemy, game.forces.spot(enemy)?)));
        let (_, spot) = known.min_by_key(|&(enemy, to)| {
            (game.sighting().sees_at(id, at, enemy, to).is_none(), game.battle.range(at, to))
        })?;
        Some(toward(between(cell, game.battle.cell(spot))))
    }

    /// The choices after the last step: the end of the move and the facings. Returns the end in words.
    fn ending(&self, walker: &Walker, way: &[Cell], goes_on: bool) -> (Vec<String>, &'static str) {
        let (game, id) = (&self.game, walker.id);
        let (unit, state) = (game.battle.unit(id), game.forces.state(id));
        let steps = || way.windows(2).filter_map(|pair| Some((pair[0], Compass::between(pair[0], pair[1])?)));
        let Some((last, course)) = steps().next_back() else { return (Vec::new(), "") };
        let rolls = unit.is_vehicle() || state.is(Flag::Mounted);
        let (end, word) = if rolls && goes_on {
            (Choice::Drive, "stays in motion, ")
        } else {
            (Choice::Stop, if rolls { "stops, " } else { "" })
        };
        let mut plays = vec![end.to_string()];
        let heading = toward(way_of(course));
        let foe = self.foe(id, last.step(course)).unwrap_or(heading);
        let fixed = walker.mover.fixed || steps().any(|(from, way)| game.ground.crosses_hedgerow(from, way));
        let pivots = (unit.is_vehicle() || unit.is_gun())
            && !fixed
            && end == Choice::Stop
            && !state.is(Flag::Hitching);
        let mut hull = heading;
        if pivots {
            hull = foe;
            let turn = if foe == heading { Choice::Faced } else { Choice::Hull(foe) };
            plays.push(turn.to_string());
        }
        plays.extend(self.turret(id, hull, foe));
        (plays, word)
    }

    /// The way of a retreating unit by its goal and on towards its own edge, as far as its points take it: it may not
    /// stop before (11).
    fn homeward(&self, walker: &Walker, goal: Cell) -> Vec<Cell> {
        let way = walker.ways.way(goal);
        let home = self.game.going().way_home(walker.id);
        let today = |cell: &Cell| walker.ways.at(*cell).is_some_and(|(turn, _)| turn == 0);
        if !today(&goal) {
            return way;
        }
        let onward = self.game.battle.grid().cells().filter(today).filter_map(|cell| {
            let at = self.game.battle.index(cell)?;
            let on = Some(walker.ways.way(cell)).filter(|on| on.starts_with(&way))?;
            Some((home[usize::from(at)], walker.ways.at(cell)?.1, on))
        });
        onward.min().map_or(way, |(.., on)| on)
    }

    /// The choices after the last step of a retreating unit: it leaves the board from its own edge, and where no step
    /// is left it stays in motion and looks back (11). Returns the end in words.
    fn going_home(&self, walker: &Walker, way: &[Cell]) -> (Vec<String>, &'static str) {
        let (game, id) = (&self.game, walker.id);
        let [.., before, last] = *way else { return (Vec::new(), "") };
        let Some((from, (_, points))) = game.battle.index(last).zip(walker.ways.at(last)) else {
            return (Vec::new(), "");
        };
        let edge = game.battle.armies[game.forces.side(id).index()].edge;
        let bonus = walker.ways.state(last).map_or(0, |stride| stride.bonus);
        let left = (points as u16).saturating_sub(bonus);
        if game.battle.next(from, edge).is_none() && left > 0 {
            return (vec![Choice::Exit.to_string()], "leaves the board, ");
        }
        let mut forces = game.forces.clone();
        forces.put(id, from);
        let now = Mover { left, bonus, stepped: true, ..walker.mover.clone() };
        let going = Tabletop::new(&game.ground, &forces).going();
        let goes_on = Compass::ALL.into_iter().any(|way| {
            let (on, back) = (Inch::forwards(way), Inch::backwards(way));
            going.step_cost(&now, from, on).or(going.step_cost(&now, from, back)).is_some()
        });
        if goes_on {
            return (Vec::new(), "");
        }
        let mut plays = vec![Choice::Drive.to_string()];
        let heading = toward(between(before, last));
        plays.extend(self.turret(id, heading, self.foe(id, last).unwrap_or(heading)));
        (plays, "")
    }

    /// The choice that turns a turret on the enemy after the move, if the unit has one.
    fn turret(&self, id: Id, hull: u8, foe: u8) -> Option<String> {
        let (unit, state) = (self.game.battle.unit(id), self.game.forces.state(id));
        let turret = (state.turret + 24 - state.hull + hull) % 24;
        let turn = if foe == turret { Choice::Faced } else { Choice::Turret(foe) };
        (unit.is_vehicle() && unit.has_turret()).then(|| turn.to_string())
    }

    /// The way of one unit to its goal, as far as it gets this turn.
    fn leg(&self, walker: &Walker, goal: Cell, stops: &[Cell], leaving: &[Id]) -> Option<Leg> {
        let game = &self.game;
        let retreats = game.forces.retreats(walker.id);
        let way = if retreats { self.homeward(walker, goal) } else { walker.ways.way(goal) };
        let (turns, _) = walker.ways.at(goal)?;
        let free = |cell: Cell| {
            let holder = game.battle.index(cell).and_then(|index| game.forces.holder_of(index));
            !stops.contains(&cell)
                && holder.is_none_or(|other| other == walker.id || leaving.contains(&other))
        };
        let today = |place: &usize| walker.ways.at(way[*place]).is_some_and(|(turn, _)| turn == 0);
        let stop = (0..way.len()).rev().filter(today).find(|&place| free(way[place]))?;
        let (_, left) = walker.ways.at(way[stop])?;
        let mut plays: Vec<String> = way[..=stop]
            .windows(2)
            .filter_map(|pair| Compass::between(pair[0], pair[1]))
            .map(|step| Choice::Step(step).to_string())
            .collect();
        let (ending, word) = match retreats {
            true => self.going_home(walker, &way[..=stop]),
            false => self.ending(walker, &way[..=stop], stop + 1 < way.len()),
        };
        plays.extend(ending);
        let spent = (walker.mover.left + walker.mover.bonus).saturating_sub(left as u16);
        // Points differ from cell to cell and in length, so they come last.
        let cost = format!("{word}{} of {} points", points(spent), points(game.forces.allowance(walker.id)));
        let begin = if walker.begun {
            String::new()
        } else {
            Choice::Move(game.battle.unit(walker.id).tag).to_string()
        };
        let danger = ways::danger(&way, stop, |place| self.threats(walker.id, way[place]));
        let piece = PieceId(u16::from(walker.id));
        Some(Leg { piece, others: Vec::new(), stop, turns, cost, begin, plays, danger, way })
    }
}

impl Routes for Marching {
    fn reach(&self) -> Vec<(Cell, u8)> {
        let game = &self.game;
        let free =
            |cell: &Cell| game.battle.index(*cell).is_some_and(|at| game.forces.holder_of(at).is_none());
        let soonest = |cell: Cell| {
            let arrivals = self.walkers.iter().filter_map(|walker| walker.ways.at(cell));
            arrivals.map(|(turn, _)| turn).min()
        };
        game.battle.grid().cells().filter(free).filter_map(|cell| Some((cell, soonest(cell)?))).collect()
    }

    fn cost(&self, cell: Cell) -> Option<u8> {
        let spent = |walker: &Walker| match walker.ways.at(cell)? {
            (0, left) => {
                let all = walker.mover.left + walker.mover.bonus;
                u8::try_from(all.saturating_sub(left.unsigned_abs()).div_ceil(POINT)).ok()
            }
            _ => None,
        };
        self.walkers.iter().filter(|walker| walker.start != cell).filter_map(spent).min()
    }

    fn goal(&self) -> Option<Cell> {
        let walker = self.walkers.iter().find(|walker| self.game.forces.retreats(walker.id))?;
        let home = self.game.going().way_home(walker.id);
        let there = |cell: &Cell| self.game.battle.index(*cell).map(|at| home[usize::from(at)]);
        let ends = self.game.battle.grid().cells().filter(|cell| *cell != walker.start);
        ends.filter_map(|cell| Some((there(&cell)?, key(walker.ways.at(cell)?), cell)))
            .min()
            .map(|(.., cell)| cell)
    }

    fn plan(&self, goal: Cell) -> March {
        let game = &self.game;
        let mut order: Vec<&Walker> = self.walkers.iter().filter(|w| w.ways.at(goal).is_some()).collect();
        let near = |walker: &Walker| game.battle.grid().apart(walker.start, goal);
        order.sort_by_key(|walker| (walker.ways.at(goal).map(key), near(walker), walker.id));
        let Some(lead) = order.first() else { return March::default() };
        let road = |cell: Cell| game.battle.index(cell).is_some_and(|at| game.ground.terrain(at).road);
        let trail = lead.ways.way(goal);
        // A column follows the road if at least half of the way does.
        let column = road(goal) && 2 * trail.iter().filter(|&&cell| road(cell)).count() > trail.len();
        let group = |id: Id| self.walkers.iter().any(|walker| walker.id == id);
        let free = |_: usize, cell: Cell| {
            game.battle.index(cell).is_some_and(|at| game.forces.holder_of(at).is_none_or(group))
        };
        let lanes: Vec<_> = order.iter().map(|walker| (&walker.ways, walker.start)).collect();
        let (mut stops, mut leaving, mut legs) = (Vec::new(), Vec::new(), Vec::new());
        for (walker, own) in order.iter().zip(ways::form_up(&lanes, goal, column, free)) {
            let Some(leg) = own.and_then(|own| self.leg(walker, own, &stops, &leaving)) else { continue };
            stops.push(leg.way[leg.stop]);
            if leg.stop > 0 {
                leaving.push(walker.id);
                legs.push(leg);
            }
        }
        let pieces = self.walkers.iter().map(|walker| PieceId(u16::from(walker.id)));
        let tag = |piece: PieceId| game.battle.unit(piece.0 as Id).tag.to_string();
        let remarks = ways::remarks(pieces, &legs, tag, |cell| cell.to_string());
        March { legs, remarks, bold: true }
    }
}
