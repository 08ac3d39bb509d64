//! Chapters 7 to 10, 23, 25, 28 and 29: line of sight between units, with smoke (30), opened hedgerows and
//! grain; hidden units.

pub mod geometry;
pub mod hidden;
pub mod line;

use crate::board::{Cell, Compass};
use crate::game::Sight;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::sight::geometry::way;
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::state::{BoardEdge, EdgeSide, Ground, Id, Place, Sighting, Spot};

/// Whether a line between two centres passes through a cell, not only along its edge or past its corner.
fn passes(from: Cell, to: Cell, cell: Cell) -> bool {
    let between = |a: i16, b: i16, c: i16| (a.min(b)..=a.max(b)).contains(&c);
    let ((x, y), (u, v)) = (way(from, to), way(from, cell));
    // Corners of the cell lie on both sides of the line.
    between(from.x, to.x, cell.x)
        && between(from.y, to.y, cell.y)
        && (from == cell || to == cell || 2 * (x * v - y * u).abs() < x.abs() + y.abs())
}

impl Ground {
    /// The LOS between two cells with smoke, without the rules that concern certain units only.
    pub fn open_line(&self, from: Spot, to: Spot) -> Option<Line> {
        let line = self.battle.line(from, to);
        (!line.any(Line::BLOCKED) && !self.is_in_smoke(from, to)).then_some(line)
    }

    /// Whether smoke is between two cells.
    pub(super) fn is_in_smoke(&self, from: Spot, to: Spot) -> bool {
        !self.smoke.is_empty() && self.smoke_between(from, to)
    }

    #[apply(rule, "30")]
    fn smoke_between(&self, from: Spot, to: Spot) -> bool {
        let (from, to) = (self.battle.cell(from), self.battle.cell(to));
        self.smoke.iter().any(|puff| passes(from, to, self.battle.cell(puff.cell)))
    }

    fn is_breached_between(&self, a: Spot, b: Spot) -> bool {
        self.breached.iter().any(|&BoardEdge { cell, side }| {
            let to = match side {
                EdgeSide::East => Compass::E,
                EdgeSide::North => Compass::N,
            };
            let next = self.battle.next(cell, to);
            (cell == a && next == Some(b)) || (cell == b && next == Some(a))
        })
    }

    /// The LOS between two cells in words.
    pub fn explain_sight(&self, from: Cell, to: Cell) -> Sight {
        let (Some(a), Some(b)) = (self.battle.index(from), self.battle.index(to)) else {
            return Sight {
                visible: false,
                range: 0,
                blocked_at: None,
                rule: Some("7"),
                why: Some("one of the cells is off the board".into()),
                path: Vec::new(),
            };
        };
        let (line, block) = self.battle.look(a, b);
        let smoke = block.is_none() && !self.smoke.is_empty() && self.smoke_between(a, b);
        let path = self.battle.cells_along(from, to);
        let why = match block {
            Some(block) => Some(block.why.to_owned()),
            None if smoke => Some("smoke is in the way".to_owned()),
            None if line.any(Line::HEDGEROW_FROM | Line::HEDGEROW_TO | Line::HEDGEROW_BOTH) => Some(
                "only infantry and units on overwatch see through a hedgerow they are against".to_owned(),
            ),
            None if line.any(Line::GRAIN) => {
                Some("grain hides infantry on foot that has not fired".to_owned())
            }
            None => None,
        };
        Sight {
            visible: block.is_none() && !smoke,
            range: crate::rules::panzertruppe::sight::geometry::tenths(from, to).div_ceil(10),
            blocked_at: block.map(|block| self.battle.cell(block.cell)),
            rule: block.map(|block| block.rule).or_else(|| why.is_some().then_some("7")),
            why,
            path,
        }
    }
}

impl Sighting<'_> {
    /// The LOS between two units, if there is one.
    pub fn sees(self, from: Id, to: Id) -> Option<Line> {
        self.sees_at(from, self.forces.place_of(from)?, to, self.forces.place_of(to)?)
    }

    /// The LOS between two units as if they were in these cells.
    pub fn sees_at(self, from: Id, a: Spot, to: Id, b: Spot) -> Option<Line> {
        let line = self.ground.open_line(a, b)?;
        (self.through_hedgerow(line, (from, a), (to, b)) && self.through_grain(line, to)).then_some(line)
    }

    /// Infantry and units on overwatch see through a hedgerow they are against (23).
    #[apply(rule, "23.1" if line.any(Line::HEDGEROW_FROM | Line::HEDGEROW_TO | Line::HEDGEROW_BOTH))]
    fn through_hedgerow(self, line: Line, (from, a): (Id, Spot), (to, b): (Id, Spot)) -> bool {
        if !line.any(Line::HEDGEROW_FROM | Line::HEDGEROW_TO | Line::HEDGEROW_BOTH) {
            return true;
        }
        if !self.ground.breached.is_empty() && self.ground.is_breached_between(a, b) {
            return true;
        }
        let peers =
            |id: Id| self.battle.unit(id).is_infantry() || self.forces.state(id).motion == Motion::Overwatch;
        if line.any(Line::HEDGEROW_BOTH) {
            return peers(from) || peers(to);
        }
        (!line.any(Line::HEDGEROW_FROM) || peers(from)) && (!line.any(Line::HEDGEROW_TO) || peers(to))
    }

    /// Infantry on foot that has not fired is hidden by more than 2 inches of grain (25).
    fn through_grain(self, line: Line, to: Id) -> bool {
        use crate::rules::panzertruppe::state::{Flag, Switch};
        if !line.any(Line::GRAIN) || line.any(Line::UP | Line::DOWN) || !self.battle.plays(Switch::Grain) {
            return true;
        }
        applies("25");
        let state = self.forces.state(to);
        let on_foot = self.battle.unit(to).is_infantry()
            && !state.is(Flag::Mounted)
            && matches!(state.place(), Place::Board(_));
        !on_foot || state.is(Flag::Betrayed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::panzertruppe::scenario;

    /// Checks `passes` against the line itself.
    #[test]
    fn a_line_covers_its_own_cells() {
        let text = include_str!("../../../../scenarios/panzertruppe/crossroads.toml");
        let (battle, _) = scenario::read("crossroads.toml", text).unwrap();
        let cells: Vec<Cell> = battle.spots().map(|index| battle.cell(index)).collect();
        let mut passed = 0;
        for from in [Cell::new(0, 0), Cell::new(7, 11), Cell::new(20, 3)] {
            for &to in &cells {
                let line: Vec<Cell> = battle.cells_along(from, to);
                for &cell in cells.iter().step_by(7) {
                    assert_eq!(passes(from, to, cell), line.contains(&cell), "{from} {to} {cell}");
                    passed += 1;
                }
            }
        }
        assert!(passed > 100_000);
    }
}
