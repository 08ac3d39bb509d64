//! A defender's works: an obstacle belt, positions, mines and wire.

use super::drawing_up::{Deploying, Drawn};
use super::goods::Force;
use super::ground::{At, Field, apart, ground};
use super::ways;
use crate::dice::Dice;

/// Inches of belt per lane through it.
const LANES: usize = 6;

/// The line from side to side that a delaying defender blocks: with ditches, which no vehicle can cross, and
/// with mined lanes that delay the attacker. The lanes are the roads and, where there are none, one per six
/// inches (S-211).
pub(super) struct Belt {
    line: Vec<At>,
    /// Where ditches can be dug, from the roads outwards.
    pub(super) ditches: Vec<At>,
    /// Where hasty mines are laid instead, roads first.
    pub(super) mines: Vec<At>,
    southern: bool,
}

impl Belt {
    /// Finds the belt in the forward half of a defender's zone, over squares where a ditch can be dug, along
    /// water where that is as good, and straight across the roads.
    pub(super) fn across(field: &Field, southern: bool, depth: usize) -> Self {
        let rank = |at: At| if southern { at.1 } else { field.height - 1 - at.1 };
        let ranks = depth * 9 / 20..=depth * 3 / 4;
        let cost = |at: At| match field.marks[field.index(at)] {
            '~' => 1,
            '#' | 'f' => 50,
            _ if is_road(field, at) => 30,
            _ if takes_ditch(field, at) => 4,
            _ => 9,
        };
        let starts = (0..field.height).map(|y| (0, y)).filter(|&at| ranks.contains(&rank(at)));
        let over = |_, next| ranks.contains(&rank(next)).then(|| cost(next));
        let line = ways::way(field, starts, |at| at.0 == field.width - 1, 1, over);
        let roads: Vec<At> = line.iter().copied().filter(|&at| is_road(field, at)).collect();
        let from_road = |at: At| {
            roads.iter().map(|&road| apart(at, road)).min().unwrap_or(at.0.abs_diff(field.width / 2))
        };
        let lanes = (field.width / LANES).max(1);
        let is_lane = |at: At| {
            let middle = |lane: usize| (2 * lane + 1) * field.width / (2 * lanes);
            (0..lanes).any(|lane| at.0 == middle(lane)) && roads.iter().all(|&road| apart(at, road) > 2)
        };
        let (mut ditches, mut mines): (Vec<At>, Vec<At>) = line
            .iter()
            .copied()
            .filter(|&at| is_dry(field, at))
            .partition(|&at| takes_ditch(field, at) && !is_lane(at));
        ditches.sort_by_key(|&at| (from_road(at), at));
        mines.sort_by_key(|&at| (from_road(at), at));
        Self { line, ditches, mines, southern }
    }

    /// Its distance from the defender's edge in a column.
    pub(super) fn rank(&self, field: &Field, x: usize) -> Option<usize> {
        let rank = |at: &At| if self.southern { at.1 } else { field.height - 1 - at.1 };
        self.line.iter().filter(|at| at.0 == x).map(rank).min()
    }

    /// Column and rank of the squares where roads cross it.
    pub(super) fn crossings(&self, field: &Field) -> Vec<At> {
        let roads = self.line.iter().filter(|at| is_road(field, **at));
        let mut crossings: Vec<At> = roads.filter_map(|at| Some((at.0, self.rank(field, at.0)?))).collect();
        crossings.dedup();
        crossings
    }
}

fn is_road(field: &Field, at: At) -> bool {
    field.roads[field.index(at)] != '.'
}

fn is_dry(field: &Field, at: At) -> bool {
    !matches!(field.marks[field.index(at)], '~' | '#' | 'f')
}

/// Whether a ditch can be dug in a square; not across a road (11.3.1).
fn takes_ditch(field: &Field, at: At) -> bool {
    let soft = matches!(field.marks[field.index(at)], '&' | 'o' | '$' | ';' | 'b' | 'B');
    is_dry(field, at) && !soft && !is_road(field, at)
}

impl Deploying<'_> {
    /// Lays the ditches and the mines of a belt.
    pub(super) fn close(&mut self, belt: &Belt, force: &Force, drawn: &mut Drawn) {
        drawn.ditches = belt.ditches.iter().copied().take(force.works.ditches).collect();
        let mut mined = belt.mines.clone();
        drawn.mines[0] = cut(&mut mined, force.works.mines[0]);
        for at in drawn.ditches.iter().chain(drawn.mines.iter().flatten()) {
            let index = self.field.index(*at);
            self.taken[index] = true;
        }
    }

    /// Positions for the stands furthest forward that dig in, the strongest first.
    pub(super) fn dig_in(&self, force: &Force, drawn: &mut Drawn) {
        let mut diggers: Vec<At> = Vec::new();
        for (company, bought) in force.companies.iter().enumerate() {
            for (place, item) in bought.items.iter().enumerate() {
                diggers.extend(drawn.at[company][place].filter(|_| item.digs()));
            }
        }
        // Houses are cover enough.
        let housed = |at: At| ground(self.field.marks[self.field.index(at)]).is_built_up();
        diggers.sort_by_key(|&at| (housed(at), std::cmp::Reverse(self.rank(at)), at.0));
        let mut diggers = diggers.into_iter();
        for strength in [2, 1, 0] {
            drawn.positions[strength] = diggers.by_ref().take(force.works.positions[strength]).collect();
        }
    }

    /// Lays mines and obstacles in front of the foremost stands, real ones mixed with dummies (11.1.3,
    /// 11.3.1).
    pub(super) fn lay(&mut self, force: &Force, drawn: &mut Drawn, cohesion: u8, dice: &mut Dice) {
        let works = &force.works;
        let front: Vec<At> = drawn.at.iter().flatten().flatten().copied().collect();
        let foremost = |x: usize| {
            let near = front.iter().filter(|at| at.0.abs_diff(x) <= 3).map(|&at| self.rank(at)).max();
            near.or(front.iter().map(|&at| self.rank(at)).max()).unwrap_or(0)
        };
        let mut open: Vec<(usize, usize, At)> = Vec::new();
        for at in self.field.squares() {
            let index = self.field.index(at);
            let before = self.rank(at) as i64 - foremost(at.0) as i64;
            if self.rank(at) < self.depth
                && (1..=3).contains(&before)
                && is_dry(self.field, at)
                && !self.taken[index]
            {
                let near = front.iter().map(|&other| apart(at, other)).min().unwrap_or(99);
                // Across roads first.
                let road = if self.field.roads[index] == '.' { 6 } else { 0 };
                open.push((before.abs_diff(2) as usize * 2 + near + road, dice.below(1000), at));
            }
        }
        open.sort_unstable();
        let mut open: Vec<At> = open.into_iter().map(|(_, _, at)| at).collect();
        let real: usize = works.mines.iter().sum();
        let dummies = match cohesion {
            ..=11 => real / 4,
            12..=14 => real / 2,
            _ => real,
        };
        for (strength, &count) in works.mines.iter().enumerate().rev() {
            let more = count - drawn.mines[strength].len();
            drawn.mines[strength].extend(cut(&mut open, more));
        }
        let more = works.ditches - drawn.ditches.len();
        let ditches: Vec<At> =
            open.iter().copied().filter(|&at| takes_ditch(self.field, at)).take(more).collect();
        open.retain(|at| !ditches.contains(at));
        drawn.ditches.extend(ditches);
        drawn.wire = cut(&mut open, works.wire);
        drawn.dummies = cut(&mut open, dummies);
    }
}

/// Takes the first `count`.
fn cut(open: &mut Vec<At>, count: usize) -> Vec<At> {
    let count = count.min(open.len());
    open.drain(..count).collect()
}
