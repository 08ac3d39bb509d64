//! The cheapest ways over a map, in turns and points: what the marches of all rulesets share. The rules of a
//! step come from the ruleset.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::gesture::Leg;
use super::view::PieceId;
use crate::board::{Cell, Grid};

/// How far from its place in the formation a piece may look for a free cell.
const ASIDE: i16 = 4;

/// The threats that are named; further ones are counted.
const NAMED: usize = 3;

/// Arrival at a cell: the turn, 0 for this one, and the points left then.
pub type Arrival = (u8, i16);

/// A cell that was reached.
#[derive(Copy, Clone, Debug)]
struct Reached<S> {
    arrival: Arrival,
    from: Option<Cell>,
    state: S,
}

/// A step of a search: the cell it leads to, the arrival there, and the state of the piece then.
pub type Step<S> = (Cell, Arrival, S);

/// The ways of one piece to every cell. `S` is what a step changes about the piece besides its points.
///
/// A way costs turns first and points second, so arriving earlier with more points left is never worse.
/// Of several ways that cost the same, the one most like the way asked for last is given: the ways to two neighbouring
/// cells then differ only at their ends, and a player sees a line that grows instead of one that jumps about.
pub struct Ways<S = ()> {
    grid: Grid,
    reached: Vec<Option<Reached<S>>>,
    /// Further cells from which a cell is reached at the same cost, by its index.
    ties: HashMap<usize, Vec<Cell>>,
    /// The way that was asked for last.
    last: RefCell<Vec<Cell>>,
}

impl<S: Copy + PartialEq> Ways<S> {
    /// Searches from the cells where the piece may begin; `steps` adds the steps that lead on from one. No
    /// step may arrive earlier than it began, or with more points.
    pub fn search(
        grid: Grid,
        starts: impl IntoIterator<Item = Step<S>>,
        mut steps: impl FnMut(Step<S>, &mut Vec<Step<S>>),
    ) -> Self {
        let (ties, last) = (HashMap::new(), RefCell::default());
        let mut ways = Self { grid, reached: vec![None; grid.area()], ties, last };
        let mut heap = BinaryHeap::new();
        let mut found: Vec<Step<S>> = starts.into_iter().collect();
        let mut from = None;
        loop {
            for (to, arrival, state) in found.drain(..) {
                let known = &mut ways.reached[grid.index(to)];
                if known.is_none_or(|known| key(arrival) < key(known.arrival)) {
                    *known = Some(Reached { arrival, from, state });
                    ways.ties.remove(&grid.index(to));
                    heap.push((Reverse(arrival.0), arrival.1, grid.index(to)));
                } else if known.is_some_and(|known| (known.arrival, known.state) == (arrival, state)) {
                    ways.ties.entry(grid.index(to)).or_default().extend(from);
                }
            }
            let Some((Reverse(turn), left, index)) = heap.pop() else { return ways };
            let current = ways.reached[index].filter(|known| known.arrival == (turn, left));
            if let Some(Reached { arrival, state, .. }) = current {
                from = Some(grid.cell(index));
                steps((grid.cell(index), arrival, state), &mut found);
            }
        }
    }

    fn get(&self, cell: Cell) -> Option<Reached<S>> {
        self.grid.contains(cell).then(|| self.reached[self.grid.index(cell)])?
    }

    /// The earliest arrival at a cell, with the most points left.
    pub fn at(&self, cell: Cell) -> Option<Arrival> {
        self.get(cell).map(|reached| reached.arrival)
    }

    /// The state of the piece on that arrival.
    pub fn state(&self, cell: Cell) -> Option<S> {
        self.get(cell).map(|reached| reached.state)
    }

    /// The cells of the way to a goal, the first one included.
    pub fn way(&self, goal: Cell) -> Vec<Cell> {
        let way = self.way_joining(goal, &self.last.borrow()).unwrap_or_else(|| self.first_way(goal));
        self.last.borrow_mut().clone_from(&way);
        way
    }

    /// The way to a goal that was found first.
    fn first_way(&self, goal: Cell) -> Vec<Cell> {
        let back = |cell: &Cell| self.get(*cell).and_then(|reached| reached.from);
        let mut way: Vec<Cell> = std::iter::successors(Some(goal), back).collect();
        way.reverse();
        way
    }

    /// The way to a goal that leaves another way as late as possible and costs no more than any.
    fn way_joining(&self, goal: Cell, other: &[Cell]) -> Option<Vec<Cell>> {
        let (first, _) = other.split_first()?;
        self.get(goal)?;
        let mut onward: HashMap<Cell, Option<Cell>> = HashMap::from([(goal, None)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(cell) = queue.pop_front() {
            let met = other.iter().position(|known| *known == cell);
            if let Some(place) = met.filter(|_| cell != *first) {
                let rest = std::iter::successors(onward[&cell], |next| onward[next]);
                return Some(other[..=place].iter().copied().chain(rest).collect());
            }
            let tied = self.ties.get(&self.grid.index(cell)).into_iter().flatten().copied();
            for before in self.get(cell).and_then(|reached| reached.from).into_iter().chain(tied) {
                if let Entry::Vacant(new) = onward.entry(before) {
                    new.insert(Some(cell));
                    queue.push_back(before);
                }
            }
        }
        None
    }

    /// The free cell that the piece can reach and that is nearest to the place it wants.
    fn place_near(&self, wanted: Cell, free: impl Fn(Cell) -> bool) -> Option<Cell> {
        let around = (-ASIDE..=ASIDE).flat_map(|dy| (-ASIDE..=ASIDE).map(move |dx| (dx, dy)));
        around
            .map(|(dx, dy)| Cell::new(wanted.x + dx, wanted.y + dy))
            .filter(|&cell| self.grid.contains(cell) && free(cell))
            .filter_map(|cell| Some((self.grid.apart(cell, wanted), key(self.at(cell)?), cell)))
            .min()
            .map(|(.., cell)| cell)
    }
}

/// Sort key of arrivals: the earlier turn first, then more points left.
pub const fn key(arrival: Arrival) -> (u8, i16) {
    (arrival.0, -arrival.1)
}

/// The goals of pieces that march together, in the order they set out, each with the cell it stands in: the
/// first takes the goal, the others keep their places beside it or follow in a column. `free` says whether
/// the piece of a rank may stop in a cell.
pub fn form_up<S: Copy + PartialEq>(
    order: &[(&Ways<S>, Cell)],
    goal: Cell,
    column: bool,
    free: impl Fn(usize, Cell) -> bool,
) -> Vec<Option<Cell>> {
    let Some(&(lead, first)) = order.first() else { return Vec::new() };
    let trail = lead.way(goal);
    let mut taken: Vec<Cell> = Vec::new();
    let place = |(rank, &(ways, start)): (usize, &(&Ways<S>, Cell))| {
        let wanted = if column {
            trail[trail.len().saturating_sub(rank + 1)]
        } else {
            Cell::new(goal.x + start.x - first.x, goal.y + start.y - first.y)
        };
        let own = ways.place_near(wanted, |cell| !taken.contains(&cell) && free(rank, cell));
        taken.extend(own);
        own
    };
    order.iter().enumerate().map(place).collect()
}

/// The first cell of this turn's part of a way with a threat that was not there at its beginning, and the
/// threats.
pub fn danger(way: &[Cell], stop: usize, threats: impl Fn(usize) -> Vec<String>) -> Option<(usize, String)> {
    let known = threats(0);
    (1..=stop.min(way.len().saturating_sub(1))).find_map(|place| {
        let new: Vec<String> = threats(place).into_iter().filter(|who| !known.contains(who)).collect();
        let more = new.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!new.is_empty()).then(|| (place, new[..new.len() - more].join(", ") + &rest))
    })
}

/// Remarks on a march: the pieces that stay behind, and the first danger.
pub fn remarks(
    pieces: impl Iterator<Item = PieceId>,
    legs: &[Leg],
    piece: impl Fn(PieceId) -> String,
    cell: impl Fn(Cell) -> String,
) -> Vec<String> {
    let behind: Vec<String> =
        pieces.filter(|id| !legs.iter().any(|leg| leg.piece == *id)).map(piece).collect();
    let stay = (!behind.is_empty()).then(|| format!("{} can't get there", behind.join(" ")));
    let first = legs.iter().filter_map(|leg| Some((leg, leg.danger.as_ref()?))).min_by_key(|(_, d)| d.0);
    let danger = first.map(|(leg, (place, who))| format!("in range of {who} from {}", cell(leg.way[*place])));
    stay.into_iter().chain(danger).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways over open squares, one point a step, from the lower left corner.
    fn open() -> Ways {
        let grid = Grid::square(12, 12);
        let steps = |(cell, (turn, points), ()): Step<()>, to: &mut Vec<Step<()>>| {
            to.extend(grid.neighbours(cell).map(|(_, next)| (next, (turn, points - 1), ())));
        };
        Ways::search(grid, [(Cell::new(0, 0), (0, 50), ())], steps)
    }

    #[test]
    fn a_way_to_the_next_cell_keeps_all_of_the_last_way_that_costs_no_more() {
        let ways = open();
        let mut last = ways.way(Cell::new(7, 3));
        for (x, y) in [(8, 3), (9, 3), (9, 4), (10, 4), (9, 4), (9, 3)] {
            let goal = Cell::new(x, y);
            let way = ways.way(goal);
            assert_eq!(way.len(), ways.first_way(goal).len(), "no longer than the way found first");
            let joined = way.iter().zip(&last).take_while(|(a, b)| a == b).count();
            assert!(joined + 2 >= way.len().min(last.len()), "{last:?} and {way:?}");
            last = way;
        }
    }
}
