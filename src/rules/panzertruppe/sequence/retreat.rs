//! Chapter 11: the way home of retreating units.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use crate::board::Compass;
use crate::game::Side;
use crate::rules::panzertruppe::state::{Battle, Edge, Flag, Going, Id, Kind, Spot};
use crate::rules::panzertruppe::tables::Cost;

/// Distances to the safe edge from every cell, one list for each column of the Movement Table and one for
/// infantry.
pub type Homeward = [OnceLock<Vec<u16>>; FOOT + 1];

/// The list of infantry.
const FOOT: usize = 4;

/// Steps that a ford or hedgerow, which takes a full phase, counts as.
const WHOLE_PHASE: u16 = 6;

impl Battle {
    /// Distances from every cell to the safe edge over ground that a column of the table, or infantry, can
    /// cross; fallen bridges excepted.
    fn ways_home(&self, side: Side, column: usize, fallen: &[Spot]) -> Vec<u16> {
        let edge = self.armies[side.index()].edge;
        let mut steps = vec![u16::MAX; self.area()];
        let mut open: BinaryHeap<Reverse<(u16, Spot)>> = BinaryHeap::new();
        for cell in self.spots().filter(|&cell| self.next(cell, edge).is_none()) {
            steps[usize::from(cell)] = 0;
            open.push(Reverse((0, cell)));
        }
        while let Some(Reverse((so_far, cell))) = open.pop() {
            if so_far > steps[usize::from(cell)] {
                continue;
            }
            for way in Compass::ALL.into_iter().filter(|way| !way.is_diagonal()) {
                let Some(from) = self.next(cell, way) else { continue };
                // A unit comes from there into this cell, across the edge between them.
                let Some(cost) = self.homeward_cost(from, cell, self.edge(cell, way), column, fallen) else {
                    continue;
                };
                let sum = so_far + cost;
                if sum < steps[usize::from(from)] {
                    steps[usize::from(from)] = sum;
                    open.push(Reverse((sum, from)));
                }
            }
        }
        steps
    }

    fn homeward_cost(&self, from: Spot, to: Spot, edge: Edge, column: usize, fallen: &[Spot]) -> Option<u16> {
        let ground = self.terrain_at(to);
        let stands = |cell: Spot| !fallen.contains(&cell);
        let rise = self.level(from).abs_diff(self.level(to));
        if column == FOOT {
            let dry = ground.kind != Kind::Stream || ground.bridge.is_some() && stands(to);
            let plain = dry && rise <= 1 && edge < Edge::Hedgerow;
            return Some(if plain { 1 } else { WHOLE_PHASE });
        }
        if rise > 1 {
            return None;
        }
        let steps = |cost: Cost| match cost {
            Cost::Twelfths(_) => Some(1),
            Cost::Full => Some(WHOLE_PHASE),
            Cost::No => None,
        };
        let over = match edge.way() {
            None => 1,
            Some(way) => steps(self.tables.cost(way, column))?,
        };
        let road = ground.road && (ground.bridge.is_none() || stands(to));
        let into = if road { 1 } else { steps(self.tables.cost(ground.kind.way(), column))? };
        Some(over.max(into))
    }
}

impl<'a> Going<'a> {
    /// Distances from every cell to the safe edge, for a unit.
    pub fn way_home(self, id: Id) -> Cow<'a, [u16]> {
        let unit = self.battle.unit(id);
        let column = match () {
            () if self.forces.on_foot(id) => FOOT,
            () if self.forces.state(id).is(Flag::Mounted) => 0,
            () if unit.is_infantry() => 3,
            () => unit.column(),
        };
        if self.ground.fallen.is_empty() {
            let home = &self.battle.homeward[unit.side.index()][column];
            Cow::Borrowed(home.get_or_init(|| self.battle.ways_home(unit.side, column, &[])))
        } else {
            Cow::Owned(self.battle.ways_home(unit.side, column, &self.ground.fallen))
        }
    }
}
