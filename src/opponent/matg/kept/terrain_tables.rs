//! The terrain: cover and movement cost of each square, worked out once per battle and updated where squares
//! change.

use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::{Ground, Terrain, When};
use crate::rules::matg::state::position::Position;

use crate::opponent::matg::movement::way::FAR;

/// A square's cover for one class of target: always, by concealment, and at a crest.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Cover {
    /// Counts always.
    pub open: i16,
    /// Counts on the roll to fire until the target has fired or the firer is adjacent.
    pub concealing: i16,
    /// Counts against fire from below.
    pub crest: i16,
}

/// The squares that have changed since the last update, by index.
#[derive(Default)]
pub struct Changes {
    /// Squares with new terrain.
    pub ground: Vec<usize>,
    /// Those with other movement costs, or where a road begins or ends.
    pub passage: Vec<usize>,
    /// Those that affect lines of sight.
    pub sight: Vec<usize>,
}

/// The road rows.
const ROADS: Ground = Ground::CLEAR
    .with(Terrain::GoodRoad)
    .with(Terrain::PoorRoad)
    .with(Terrain::Track)
    .with(Terrain::SoddenRoad);

/// Cover and costs of every square, by index.
#[derive(Default)]
pub struct TerrainTables {
    ground: Vec<Ground>,
    /// The kinds of cover, and which of them each square gives to personnel and to others.
    kinds: Vec<Cover>,
    cover: [Vec<u16>; 2],
    entering: [Vec<[i32; 2]>; 3],
}

impl TerrainTables {
    /// Updates to the present ground; returns the changes.
    pub fn mend(&mut self, p: &Position) -> Changes {
        if self.ground.len() != p.field.ground.len() {
            self.ground.clone_from(&p.field.ground);
            self.cover =
                [true, false].map(|foot| p.field.ground.iter().map(|&g| self.kind(cover(g, foot))).collect());
            self.entering = MODES.map(|mode| p.field.ground.iter().map(|&g| entering(g, mode)).collect());
            return Changes::default();
        }
        if self.ground == p.field.ground {
            return Changes::default();
        }
        let changed: Vec<usize> =
            (0..p.field.ground.len()).filter(|&n| self.ground[n] != p.field.ground[n]).collect();
        let passage = |terrain_tables: &Self, n: usize| {
            (terrain_tables.entering.each_ref().map(|table| table[n]), terrain_tables.has_road(n))
        };
        let mut changes = Changes::default();
        for &n in &changed {
            let before = passage(self, n);
            let ground = p.field.ground[n];
            let hides = |ground: Ground| [Ground::walls(), Ground::screens()].map(|rows| ground.meets(rows));
            if hides(ground) != hides(self.ground[n]) {
                changes.sight.push(n);
            }
            self.ground[n] = ground;
            for (table, foot) in [true, false].into_iter().enumerate() {
                self.cover[table][n] = self.kind(cover(ground, foot));
            }
            for (table, mode) in self.entering.iter_mut().zip(MODES) {
                table[n] = entering(ground, mode);
            }
            if passage(self, n) != before {
                changes.passage.push(n);
            }
        }
        Changes { ground: changed, ..changes }
    }

    /// A square's cover for personnel, or for others.
    pub fn cover(&self, index: usize, personnel: bool) -> Cover {
        self.kinds[usize::from(self.kind_of_cover(index, personnel))]
    }

    /// The number of that kind of cover; it stays the same for the life of this table.
    pub fn kind_of_cover(&self, index: usize, personnel: bool) -> u16 {
        self.cover[usize::from(!personnel)][index]
    }

    fn kind(&mut self, cover: Cover) -> u16 {
        let known = self.kinds.iter().position(|&kind| kind == cover);
        known.unwrap_or_else(|| {
            self.kinds.push(cover);
            self.kinds.len() - 1
        }) as u16
    }

    /// The cost of entering each square across country and by road.
    pub fn entering(&self, mode: Mode) -> &[[i32; 2]] {
        &self.entering[mode as usize]
    }

    /// Whether a road runs through a square.
    pub fn has_road(&self, index: usize) -> bool {
        self.ground[index].meets(ROADS)
    }
}

/// The movement classes, in table order.
const MODES: [Mode; 3] = [Mode::Wheeled, Mode::Tracked, Mode::Foot];

fn cover(ground: Ground, personnel: bool) -> Cover {
    let mut cover = Cover::default();
    for terrain in ground.rows() {
        let row = terrain.row();
        let value = if personnel { row.personnel } else { row.others };
        match row.when {
            When::Always if row.concealing => cover.concealing += value,
            When::Always => cover.open += value,
            When::Crest => cover.crest += value,
            When::Moving => {}
            // Impact zones and smoke are gone by next turn.
            When::Smoke | When::Into => {}
        }
    }
    if ground.has(Terrain::Wreck) && cover.open > 4 {
        cover.open = 4;
    }
    cover
}

/// The cost of entering a square across country and by road.
fn entering(ground: Ground, mode: Mode) -> [i32; 2] {
    if ground.is_water() {
        return [FAR; 2];
    }
    let wary = if ground.has(Terrain::Minefield) || ground.has(Terrain::BarbedWire) {
        40
    } else if ground.has(Terrain::Ditch) && !ground.has(Terrain::EngineerBridge) {
        16
    } else {
        0
    };
    [ground.cost(mode), ground.road_cost(mode)].map(|cost| cost.map_or(FAR, |q| i32::from(q) + wary))
}

/// Whether the tables agree with a square of the position, for tests.
#[cfg(test)]
pub(super) fn matches_rebuild(
    terrain_tables: &TerrainTables,
    p: &Position,
    cell: crate::board::Cell,
) -> bool {
    let n = p.battle.grid.index(cell);
    let ground = p.field.ground_at(cell);
    [true, false].iter().all(|&foot| terrain_tables.cover(n, foot) == cover(ground, foot))
        && MODES.iter().all(|&mode| terrain_tables.entering(mode)[n] == entering(ground, mode))
        && terrain_tables.has_road(n) == ground.road().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_route_finder_knows_every_road() {
        for &terrain in Terrain::ALL.iter().filter(|terrain| terrain.is_road()) {
            assert!(Ground::CLEAR.with(terrain).meets(ROADS), "{terrain:?}");
        }
    }
}
