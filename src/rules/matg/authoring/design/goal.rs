//! The objective of a generated battle, and the squares from which each movement class can reach it.

use super::ground::{At, Field, ROADS, Sketch, ground};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::state::battle::ScenarioKind;

/// The attacker's objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    pub(super) name: &'static str,
    pub(super) cells: Vec<At>,
}

impl Goal {
    /// Whether it is a height.
    pub(super) fn is_height(&self) -> bool {
        self.name == HEIGHT
    }
}

/// The name of a height as an objective.
pub(super) const HEIGHT: &str = "the height";

/// The number of squares at the centre of a place that count as the objective.
const MIDDLE: usize = 3;

impl Field {
    /// The objective: a marker in a Reconnaissance in Force, otherwise the centre of the village or the top
    /// of the height (design: 1, S-210).
    pub(super) fn objective(&self, kind: ScenarioKind) -> (String, Vec<At>) {
        let Goal { name, cells } = &self.goal;
        match kind {
            ScenarioKind::ReconnaissanceInForce => ("the marker".to_owned(), vec![self.marker()]),
            _ => {
                let mut middle = cells.clone();
                middle.sort_by_key(|&at| (self.off_centre(at), at));
                middle.truncate(MIDDLE);
                middle.sort_unstable_by_key(|&(x, y)| (y, x));
                let part = if self.goal.is_height() { "the top of" } else { "the middle of" };
                (format!("{part} {name}"), middle)
            }
        }
    }

    /// The squares that decide the battle: the objective, or the edge over which the attacker exits (design:
    /// 1).
    fn wanted(&self, sketch: &Sketch) -> Vec<At> {
        if sketch.kind != ScenarioKind::DelayingAction {
            return self.objective(sketch.kind).1;
        }
        let edge = if sketch.northward { self.height - 1 } else { 0 };
        (0..self.width).map(|x| (x, edge)).collect()
    }

    /// Whether a movement class may enter a square.
    pub(super) fn lets_in(&self, at: At, mode: Mode) -> bool {
        let index = self.index(at);
        let road = ROADS.iter().find(|(mark, _)| *mark == self.roads[index]).map(|(_, row)| *row);
        let ground = road.into_iter().fold(ground(self.marks[index]), Ground::with);
        !ground.is_water() && (ground.cost(mode).is_some() || ground.road_cost(mode).is_some())
    }

    /// The squares from which a movement class can reach those that decide the battle.
    pub(super) fn ways(&self, sketch: &Sketch, mode: Mode) -> Vec<bool> {
        let mut open: Vec<At> =
            self.wanted(sketch).into_iter().filter(|&at| self.lets_in(at, mode)).collect();
        let mut reached = vec![false; self.width * self.height];
        while let Some((x, y)) = open.pop() {
            if !std::mem::replace(&mut reached[self.index((x, y))], true) {
                let around = (x.saturating_sub(1)..=(x + 1).min(self.width - 1))
                    .flat_map(|x| (y.saturating_sub(1)..=(y + 1).min(self.height - 1)).map(move |y| (x, y)));
                open.extend(around.filter(|&at| !reached[self.index(at)] && self.lets_in(at, mode)));
            }
        }
        reached
    }

    /// The centre of the objective that vehicles can reach.
    pub(super) fn marker(&self) -> At {
        let off = |&at: &At| (!self.rolls(at), self.off_centre(at), at);
        self.goal.cells.iter().copied().min_by_key(off).unwrap_or((self.width / 2, self.height / 2))
    }

    /// How far a square is from the centre of the objective.
    fn off_centre(&self, at: At) -> usize {
        let cells = &self.goal.cells;
        let count = cells.len().max(1);
        let sum = cells.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let (dx, dy) = ((at.0 * count).abs_diff(sum.0), (at.1 * count).abs_diff(sum.1));
        dx * dx + dy * dy
    }
}
