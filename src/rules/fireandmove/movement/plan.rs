//! Marches: how far a group gets with a movement card, and by which move actions. The screen turns a march
//! into ordinary choices (11, 12).

use std::cell::RefCell;
use std::collections::HashMap;

use super::Marching;
use crate::board::{Cell, Compass, Grid};
use crate::game::gesture::{Leg, March, Routes};
use crate::game::view::PieceId;
use crate::game::ways::{self, Ways, key};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{self, Manner};
use crate::rules::fireandmove::movement::steps::{self, CrewShare};
use crate::rules::fireandmove::nations::special;
use crate::rules::fireandmove::optional::team_play;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Forces, Gid, Position, Terrain};
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::sequence::{Frame, Step};
use crate::rules::fireandmove::vehicles::transport;

/// Marches that take more cards than this are not searched for.
const CARDS: u8 = 6;

/// Points of a move action: more than the squares of one, so that a further action always costs more.
const ACTION: i16 = 16;

/// The squares of the move action so far, the first included, and the one before the last.
#[derive(Copy, Clone)]
struct Trail(u8, Cell);

/// The square before the last matters only to a group that turns back, which no cheapest way does.
impl PartialEq for Trail {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

/// The ways of a group with a movement card.
pub struct Planned {
    game: Position,
    group: Gid,
    /// The march with the card in play, or with the largest in hand.
    march: Marching,
    /// The cards to choose from, smallest first, each with its move actions; none if one is in play.
    cards: Vec<(Card, u8)>,
    /// The choices before the first step: the group, the card.
    begun: Begun,
    ways: Ways<Trail>,
    /// The enemy groups that could fire at a square, worked out once.
    threats: RefCell<HashMap<Cell, Vec<String>>>,
}

/// How far the action of a group has begun.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Begun {
    Not,
    Chosen,
    Moving,
}

impl Position {
    /// The ways of the first of these groups, if it may move now.
    pub fn planned(&self, pieces: &[PieceId]) -> Option<Planned> {
        let Self { terrain, forces, hands, open, .. } = self;
        let wanted = |group: Gid| pieces.first() == Some(&PieceId(u16::from(group)));
        let (group, begun) = match open.frames.last()? {
            Frame::Turn(_) => (Gid::try_from(pieces.first()?.0).ok()?, Begun::Not),
            Frame::Orders(orders) => (orders.group, Begun::Chosen),
            Frame::Marching(march) if !march.halted && march.dare.is_none() => (march.group, Begun::Moving),
            _ => return None,
        };
        let state = forces.groups.get(usize::from(group)).filter(|_| wanted(group))?;
        let mine = open.frames.last()?.decision(self).side == state.side;
        if !mine || state.members.is_empty() || state.deep || state.banzai || state.mined {
            return None;
        }
        let (march, cards) = match open.frames.last()? {
            Frame::Marching(march) => (march.clone(), Vec::new()),
            _ => {
                if begun == Begun::Not && (state.acted || !team_play::obeys(forces, hands, group)) {
                    return None;
                }
                let mut choices = Vec::new();
                Orders { group }.choices(self, &mut choices);
                let card = |choice: &Choice| match choice {
                    Choice::Move(Card::Move(card)) => {
                        Some((*card, moves_with(terrain.field(), forces, group, *card)?))
                    }
                    _ => None,
                };
                let mut marches: Vec<(Move, Marching)> = choices.iter().filter_map(card).collect();
                marches.sort_by_key(|(card, march)| (march.left, card.cover, *card));
                let cards = marches.iter().map(|(card, march)| (Card::Move(*card), march.left)).collect();
                (marches.pop()?.1, cards)
            }
        };
        let ways = ways_of(terrain, forces, &march);
        let threats = RefCell::default();
        Some(Planned { game: self.clone(), group, march, cards, begun, ways, threats })
    }
}

/// The squares that a march can reach, in this move action and those that follow.
fn ways_of(terrain: &Terrain, forces: &Forces, march: &Marching) -> Ways<Trail> {
    let group = march.group;
    let start = forces.group(group).at;
    let mut there = forces.clone();
    let mut now = march.clone();
    let full = i16::from(march.left.max(march.card.actions)) * ACTION;
    let steps = |(cell, (turn, points), Trail(squares, before)): ways::Step<Trail>,
                 to: &mut Vec<ways::Step<Trail>>| {
        there.group_mut(group).at = cell;
        for way in Compass::ALL {
            let next = cell.step(way);
            let mut pay = |turn: u8, points: i16, squares: u8| {
                let spent = i16::from(squares.saturating_sub(1));
                now.left = u8::try_from((points + spent) / ACTION).unwrap_or(0);
                now.path = vec![before; usize::from(squares.saturating_sub(1))];
                now.path.extend((squares > 0).then_some(cell));
                now.with = march.with.filter(|_| turn == 0);
                if now.left == 0 || !steps::may_step(terrain, &there, &now, way) {
                    return None;
                }
                let more = i16::from(terrain.field().cost(cell, next)) - 1;
                let squares = squares.max(1) + 1;
                Some((next, (turn, points - 1 - more * ACTION), Trail(squares, cell)))
            };
            // On in the same move action, or with a new one, or with another card.
            let spent = i16::from(squares.saturating_sub(1));
            let again = (points + spent) - if squares > 1 { ACTION } else { 0 };
            let then = pay(turn, points, squares)
                .or_else(|| pay(turn, again, 0).filter(|_| squares > 1))
                .or_else(|| (turn + 1 < CARDS).then(|| pay(turn + 1, full, 0)).flatten());
            to.extend(then);
        }
    };
    // The squares of an action begun are paid for.
    let squares = march.path.len() as u8;
    let before = march.path.iter().rev().nth(1).copied().unwrap_or(start);
    let points = i16::from(march.left) * ACTION - i16::from(squares.saturating_sub(1));
    Ways::search(Grid::Square(terrain.field().square), [(start, (0, points), Trail(squares, before))], steps)
}

/// The march that a movement card would begin; `None` if it would begin with a roll, or not at all.
fn moves_with(field: &Field, forces: &Forces, group: Gid, card: Move) -> Option<Marching> {
    let state = forces.group(group);
    let mut march = Marching::new(group, forces.battle().as_played(state.side, card), false);
    march = special::on_skis(forces.battle(), state.side, march);
    if forces.machine_of(group).is_some_and(|machine| machine.bogged.is_some()) {
        return None;
    }
    march.left += state.aside;
    if forces.is_heavy(group) && !state.down {
        march.left = march.left.saturating_sub(1);
    }
    if forces.crew_share(group) == CrewShare::Weak {
        march.left /= 2;
    }
    if state.more.mounted && march.left > 0 {
        march.left += 1;
    }
    if march.left > 0 && transport::rolls(field, forces, group) {
        (march.left, march.wheels) = (march.left + 1, true);
    }
    (march.left > 0).then_some(march)
}

impl Planned {
    /// The enemy groups that could fire at a square with some card (15).
    fn threats(&self, cell: Cell) -> Vec<String> {
        if let Some(known) = self.threats.borrow().get(&cell) {
            return known.clone();
        }
        let (terrain, forces) = (&self.game.terrain, &self.game.forces);
        let fires = |enemy: &Gid| {
            let from = forces.group(*enemy).at;
            let manner = volley::manner_at(terrain, forces, *enemy, self.group, cell, Manner::default());
            let reaches = |manner: Manner| {
                forces.fit(*enemy).next().is_some()
                    && FireCard::ALL.into_iter().any(|card| {
                        volley::reaches(terrain.field(), forces, *enemy, card, from, cell, manner)
                    })
            };
            manner.is_some_and(reaches)
        };
        let who = forces.foes(forces.group(self.group).side).filter(fires).map(|enemy| forces.tag(enemy));
        let who: Vec<String> = who.collect();
        self.threats.borrow_mut().insert(cell, who.clone());
        who
    }

    /// The move actions that the way to a square takes.
    fn actions(&self, cell: Cell) -> Option<u8> {
        let (Trail(squares, _), (_, points)) = (self.ways.state(cell)?, self.ways.at(cell)?);
        let left = (points + i16::from(squares.saturating_sub(1))) / ACTION - 1;
        u8::try_from(i16::from(self.march.left) - left).ok()
    }

    /// Whether the step to a square of a way begins a move action.
    fn begins(&self, cell: Cell) -> bool {
        self.ways.state(cell).is_some_and(|Trail(squares, _)| squares == 2)
    }

    /// The checks for borders on this turn's part of a way, and how many move actions the whole way takes.
    fn notes(&self, way: &[Cell], stop: usize) -> Vec<String> {
        let (terrain, forces) = (&self.game.terrain, &self.game.forces);
        let crossing = |pair: &[Cell]| {
            let (need, _, what) = steps::crossing(terrain, forces, &self.march, pair[0], pair[1])?;
            Some(format!("{what} on a check of {need:+}"))
        };
        let mut notes: Vec<String> = way[..=stop].windows(2).filter_map(crossing).collect();
        let actions = way[1..].iter().filter(|&&cell| self.begins(cell)).count();
        if stop + 1 < way.len() {
            notes.push(format!("{actions} actions in all"));
        }
        notes
    }
}

impl Routes for Planned {
    fn reach(&self) -> Vec<(Cell, u8)> {
        let at = self.game.forces.group(self.group).at;
        let cells = self.game.terrain.field().square.cells().filter(|cell| *cell != at);
        cells.filter_map(|cell| Some((cell, self.ways.at(cell)?.0))).collect()
    }

    fn cost(&self, cell: Cell) -> Option<u8> {
        self.actions(cell).filter(|_| self.ways.at(cell).is_some_and(|(turn, _)| turn == 0))
    }

    fn plan(&self, goal: Cell) -> March {
        let game = &self.game;
        let Some((turns, _)) = self.ways.at(goal) else { return March::default() };
        let way = self.ways.way(goal);
        let today = |place: &usize| self.ways.at(way[*place]).is_some_and(|arrival| key(arrival).0 == 0);
        let stop = (0..way.len()).rev().find(today).unwrap_or(0);
        if stop == 0 {
            return March::default();
        }
        let mut plays = Vec::new();
        for (place, pair) in way[..=stop].windows(2).enumerate() {
            let moved = place > 0 || self.march.path.len() > 1;
            plays.extend((moved && self.begins(pair[1])).then(|| Choice::Halt.to_string()));
            plays.extend(Compass::between(pair[0], pair[1]).map(|way| Choice::Step(way).to_string()));
        }
        plays.push(Choice::Halt.to_string());
        let used = self.actions(way[stop]).unwrap_or(0);
        // The smallest card that is enough.
        let card = self.cards.iter().find(|(_, actions)| *actions >= used);
        let actions = card.map_or(self.march.left, |(_, actions)| *actions);
        let name = card.map_or_else(String::new, |(card, _)| format!("{card}, "));
        let cost = format!("{name}{used} of {actions} {}", if actions == 1 { "action" } else { "actions" });
        let play = card.map(|(card, _)| Choice::Move(*card).to_string());
        plays.splice(0..0, play);
        let begin =
            if self.begun == Begun::Not { Choice::Group(self.group).to_string() } else { String::new() };
        let danger = ways::danger(&way, stop, |place| self.threats(way[place]));
        let notes = self.notes(&way, stop);
        let piece = PieceId(u16::from(self.group));
        let legs = vec![Leg { piece, others: Vec::new(), way, stop, turns, cost, begin, plays, danger }];
        let name = |cell: Cell| game.field().feature(cell).name.clone();
        let mut remarks = ways::remarks(std::iter::empty(), &legs, |_| String::new(), name);
        remarks.extend(notes);
        March { legs, remarks, bold: true }
    }
}
