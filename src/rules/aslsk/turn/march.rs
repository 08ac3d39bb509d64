//! Marches in the MPh: where stacks can go, what it costs them, and where they come under fire. The screen
//! turns a march into ordinary moves (3.3).

use std::cell::RefCell;
use std::collections::HashMap;

use super::Frame;
use super::movement::Mover;
use crate::board::Cell;
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::PieceId;
use crate::game::ways::{self, Ways, key};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::{self, Mode};
use crate::rules::aslsk::shown::unit_id;
use crate::rules::aslsk::state::crowd::Crowd;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, names};
use crate::rules::aslsk::turn::{movement, stack};
use crate::side::Side;

/// Marches that take more turns than this are not searched for.
const TURNS: u8 = 6;

/// A stack that may move, and its ways. Points are half MF. The state of a step is whether the whole way has
/// been by road; if it has, the points include the road's extra MF (1.1.1c).
struct Stack {
    mover: Mover,
    begun: bool,
    /// Its hex; `None` off-board.
    at: Option<Cell>,
    allowance: u8,
    ways: Ways<bool>,
}

/// The ways of stacks in the MPh.
pub struct Marching {
    game: Position,
    stacks: Vec<Stack>,
    /// The firers that could fire at a hex, worked out once.
    threats: RefCell<HashMap<Cell, Vec<String>>>,
}

/// The ways of those of these units that may move now: the stack on the move, or a stack from each hex.
pub fn marching(position: &Position, pieces: &[PieceId]) -> Option<Marching> {
    let Position { ground, forces, turn, .. } = position;
    let movers = match turn.frames.last()? {
        Frame::Mover(mover) => vec![(mover.clone(), true)],
        Frame::Move => {
            let wanted = |id: &u8| pieces.contains(&unit_id(*id)) && movement::may_move(forces, turn, *id);
            let units: Vec<u8> = forces.ids().filter(wanted).collect();
            stacks_of(forces, &units)
                .into_iter()
                .map(|units| (movement::mover_of(forces, units), false))
                .collect()
        }
        _ => return None,
    };
    let crowd = forces.crowd(ground);
    let stacks: Vec<Stack> = movers
        .into_iter()
        .filter_map(|(mover, begun)| stack(ground, forces, turn.attacker, mover, begun, &crowd))
        .collect();
    (!stacks.is_empty()).then(|| Marching { game: position.clone(), stacks, threats: RefCell::default() })
}

/// Units that can move together: those of one hex, or of one group off-board, as far as a hex has room.
fn stacks_of(forces: &Forces, units: &[u8]) -> Vec<Vec<u8>> {
    let mut stacks: Vec<Vec<u8>> = Vec::new();
    for &id in units {
        let unit = forces.unit(id);
        if units.len() > 1 && stack::stack_allowance(forces, &movement::mover_of(forces, vec![id])) == 0 {
            continue;
        }
        let joins = |stack: &&mut Vec<u8>| {
            let first = forces.unit(stack[0]);
            let mut all = (**stack).clone();
            all.push(id);
            let (size, leaders) = forces.company(&all);
            first.at == unit.at
                && (unit.place().is_some() || first.group == unit.group)
                && crate::rules::aslsk::state::crowd::finds_room(size, leaders)
        };
        match stacks.iter_mut().find(joins) {
            Some(stack) => stack.push(id),
            None => stacks.push(vec![id]),
        }
    }
    stacks
}

fn stack(
    ground: &Ground,
    forces: &Forces,
    attacker: Side,
    mover: Mover,
    begun: bool,
    crowd: &Crowd,
) -> Option<Stack> {
    let first = *mover.units.first()?;
    let from = forces.unit(first).place();
    let foreign = |id: u8| {
        forces.weapons_of(id).any(|weapon| forces.weapon(weapon).moved && !mover.carried.contains(&weapon))
    };
    if mover.pushes || mover.stopped || mover.units.iter().any(|&id| foreign(id)) {
        return None;
    }
    let allowance = stack::stack_allowance(forces, &mover);
    let later = movement::mover_of(forces, mover.units.clone());
    let rested = stack::stack_allowance(forces, &later);
    let (size, leaders) = forces.company(&mover.units);
    let enters = |to: Place| !crowd.known(to, attacker.other()) && crowd.room(to, attacker, size, leaders);
    let left = |allowance: u8, road: bool, spent: u8| {
        i16::from(allowance) + if road { 2 } else { 0 } - i16::from(spent)
    };
    let step = |from: Option<Place>, to: Place, turn: u8, road: bool, points: i16| {
        let (now, allowance) = if turn == 0 { (&mover, allowance) } else { (&later, rested) };
        let spent = (left(allowance, road, 0) - points) as u8;
        let way = ground.way(from, to, false);
        let able = Mover { units: Vec::new(), spent, road, carried: Vec::new(), ..now.clone() };
        // Assault Movement is one hex (3.3e).
        let gone = turn == 0 && mover.assault && (mover.went || spent > mover.spent);
        let road = road && way.road;
        (!gone && able.pays(allowance, &way))
            .then(|| (ground.cell(to), (turn, left(allowance, road, spent + way.cost)), road))
    };
    let points = left(allowance, mover.road, mover.spent);
    let starts: Vec<ways::Step<bool>> = match from {
        Some(from) => vec![(ground.cell(from), (0, points), mover.road)],
        None => {
            let by = movement::entry_hexes(forces, first).iter().filter(|&&to| enters(to));
            by.filter_map(|&to| step(None, to, 0, mover.road, points)).collect()
        }
    };
    let steps = |(cell, (turn, points), road): ways::Step<bool>, to: &mut Vec<ways::Step<bool>>| {
        let Some(here) = ground.place_of(cell) else { return };
        for (_, next) in ground.map().around(here).filter(|&(_, next)| enters(next)) {
            let then = step(Some(here), next, turn, road, points);
            let waits = turn + 1 < TURNS;
            to.extend(then.or_else(|| {
                waits.then(|| step(Some(here), next, turn + 1, true, left(rested, true, 0))).flatten()
            }));
        }
    };
    let ways = Ways::search(ground.grid(), starts, steps);
    Some(Stack { at: from.map(|from| ground.cell(from)), mover, begun, allowance, ways })
}

/// Half MF in words.
fn factors(halves: u8) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

impl Marching {
    /// The known enemy units that could First Fire at a hex (3.3.1).
    fn threats(&self, cell: Cell) -> Vec<String> {
        if let Some(known) = self.threats.borrow().get(&cell) {
            return known.clone();
        }
        let game = &self.game;
        let mut who: Vec<u8> = Vec::new();
        if let Some(place) = game.ground.place_of(cell) {
            let firers = game.forces.arms(game.turn.attacker.other()).filter(|&item| {
                let stance = aim::stance(&game.forces, item, Mode::First, &[]);
                stance.is_some_and(|stance| {
                    aim::reach(&game.ground, &game.forces, &game.turn, &stance, place, Mode::First).is_some()
                })
            });
            who.extend(
                firers.filter_map(|item| game.forces.firer(item)).filter(|&id| !game.forces.unit(id).hidden),
            );
        }
        who.sort_unstable();
        who.dedup();
        let hex = |id: u8| game.forces.unit(id).place().map_or("", |place| game.ground.name(place));
        let who: Vec<String> =
            who.iter().map(|&id| format!("{} {}", names::factors_of(&game.forces, id), hex(id))).collect();
        self.threats.borrow_mut().insert(cell, who.clone());
        who
    }

    /// The way of a stack to its goal, as far as it gets in this MPh.
    fn leg(&self, stack: &Stack, goal: Cell, stops: &[Cell]) -> Option<Leg> {
        let game = &self.game;
        let way = stack.ways.way(goal);
        let (turns, _) = stack.ways.at(goal)?;
        let today = |place: &usize| stack.ways.at(way[*place]).is_some_and(|(turn, _)| turn == 0);
        let stop = (0..way.len()).rev().filter(today).find(|&place| !stops.contains(&way[place]))?;
        let on_map = usize::from(stack.at.is_some());
        if stop < on_map {
            return None;
        }
        let (first, rest) = stack.mover.units.split_first()?;
        let go = way[on_map..=stop].iter().filter_map(|&cell| game.ground.place_of(cell));
        let joins = rest.iter().filter(|_| !stack.begun).map(|&id| Choice::With(id));
        let plays = joins.chain(go.map(|place| Choice::Go(game.ground.hex(place)))).chain([Choice::Done]);
        let ((_, left), road) = (stack.ways.at(way[stop])?, stack.ways.state(way[stop])?);
        let most = stack.allowance + if road { 2 } else { 0 };
        let spent = i16::from(most) - left;
        let manner = match (stack.mover.double, stack.mover.assault) {
            (true, _) => ", Double Time",
            (_, true) => ", Assault Movement",
            _ => "",
        };
        let count = stack.mover.units.len();
        let who = if count > 1 { format!("stack of {count}, ") } else { String::new() };
        let cost = format!("{who}{} of {} MF{manner}", factors(spent as u8), factors(most));
        let danger = ways::danger(&way, stop, |place| match (place, stack.at) {
            (0, None) => Vec::new(),
            _ => self.threats(way[place]),
        });
        Some(Leg {
            piece: unit_id(*first),
            others: rest.iter().map(|&id| unit_id(id)).collect(),
            stop,
            turns,
            cost,
            begin: if stack.begun { String::new() } else { Choice::Move(*first).to_string() },
            plays: plays.map(|play| play.to_string()).collect(),
            danger,
            way,
        })
    }
}

impl Routes for Marching {
    fn reach(&self) -> Vec<(Cell, u8)> {
        let soonest = |cell: Cell| {
            let arrivals = self.stacks.iter().filter(|stack| stack.at != Some(cell));
            arrivals.filter_map(|stack| stack.ways.at(cell)).map(|(turn, _)| turn).min()
        };
        self.game.ground.grid().cells().filter_map(|cell| Some((cell, soonest(cell)?))).collect()
    }

    fn cost(&self, cell: Cell) -> Option<u8> {
        let spent = |stack: &Stack| match (stack.ways.at(cell)?, stack.ways.state(cell)?) {
            ((0, left), road) => {
                let all = i16::from(stack.allowance) + if road { 2 } else { 0 };
                // MF are counted in halves.
                u8::try_from((all - left).max(0).unsigned_abs().div_ceil(2)).ok()
            }
            _ => None,
        };
        self.stacks.iter().filter(|stack| stack.at != Some(cell)).filter_map(spent).min()
    }

    fn plan(&self, goal: Cell) -> March {
        let game = &self.game;
        let mut order: Vec<&Stack> = self
            .stacks
            .iter()
            .filter(|stack| stack.ways.at(goal).is_some() && stack.at != Some(goal))
            .collect();
        order.sort_by_key(|stack| (stack.ways.at(goal).map(key), stack.mover.units.first().copied()));
        let lanes: Vec<_> = order.iter().map(|stack| (&stack.ways, stack.at.unwrap_or(goal))).collect();
        let (mut legs, mut stops) = (Vec::new(), Vec::new());
        for (stack, own) in order.iter().zip(ways::form_up(&lanes, goal, false, |_, _| true)) {
            if let Some(leg) = own.and_then(|own| self.leg(stack, own, &stops)) {
                stops.push(leg.way[leg.stop]);
                legs.push(leg);
            }
        }
        let pieces = order.iter().filter_map(|stack| stack.mover.units.first()).map(|&id| unit_id(id));
        let name = |cell: Cell| {
            game.ground.place_of(cell).map_or_else(String::new, |at| game.ground.name(at).to_owned())
        };
        let called = |piece: PieceId| {
            let unit = game.forces.ids().find(|&id| unit_id(id) == piece);
            unit.map_or_else(String::new, |id| names::called(&game.ground, &game.forces, id))
        };
        let remarks = ways::remarks(pieces, &legs, called, name);
        March { legs, remarks, bold: true }
    }
}
