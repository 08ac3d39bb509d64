//! The lie of the land: what each square shields and costs, made once for a battle and mended by the squares
//! that have changed.

use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::{Ground, Terrain, When};
use crate::rules::matg::state::position::Position;

use super::way::FAR;

/// The cover of a square to one kind of target: what counts always, what conceals, the crest.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Cover {
    /// Counts whatever happens.
    pub open: i16,
    /// Counts for the roll to fire until the target has fired or the firer is beside it.
    pub concealing: i16,
    /// Counts against fire from below.
    pub crest: i16,
}

/// What has changed of the ground since it was last taken in, squares by index.
#[derive(Default)]
pub struct Changes {
    /// Where it is another.
    pub ground: Vec<usize>,
    /// Those of them that cost something else to enter, or where a road begins or ends.
    pub passage: Vec<usize>,
    /// Those of them that hide otherwise.
    pub sight: Vec<usize>,
}

/// The rows that are roads.
const ROADS: Ground = Ground::CLEAR
    .with(Terrain::GoodRoad)
    .with(Terrain::PoorRoad)
    .with(Terrain::Track)
    .with(Terrain::SoddenRoad);

/// Cover and costs of every square, by its index.
#[derive(Default)]
pub struct Lie {
    ground: Vec<Ground>,
    /// The kinds of cover there are, and which of them each square gives to personnel and to others.
    kinds: Vec<Cover>,
    cover: [Vec<u16>; 2],
    entering: [Vec<[i32; 2]>; 3],
}

impl Lie {
    /// Takes in the ground as it is now; answers what has changed.
    pub fn mend(&mut self, p: &Position) -> Changes {
        if self.ground.len() != p.ground.len() {
            self.ground.clone_from(&p.ground);
            self.cover =
                [true, false].map(|foot| p.ground.iter().map(|&g| self.kind(cover(g, foot))).collect());
            self.entering = MODES.map(|mode| p.ground.iter().map(|&g| entering(g, mode)).collect());
            return Changes::default();
        }
        if self.ground == p.ground {
            return Changes::default();
        }
        let changed: Vec<usize> = (0..p.ground.len()).filter(|&n| self.ground[n] != p.ground[n]).collect();
        let passage = |lie: &Self, n: usize| (lie.entering.each_ref().map(|table| table[n]), lie.has_road(n));
        let mut changes = Changes::default();
        for &n in &changed {
            let before = passage(self, n);
            let ground = p.ground[n];
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

    /// The cover of a square for personnel, or for all others.
    pub fn cover(&self, index: usize, personnel: bool) -> Cover {
        self.kinds[usize::from(self.kind_of_cover(index, personnel))]
    }

    /// The number of that kind of cover, the same as long as this table lives.
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

    /// What it costs to enter each square over the field and by road.
    pub fn entering(&self, mode: Mode) -> &[[i32; 2]] {
        &self.entering[mode as usize]
    }

    /// Whether a road runs through a square.
    pub fn has_road(&self, index: usize) -> bool {
        self.ground[index].meets(ROADS)
    }
}

/// The classes of movement in the order of the tables.
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
            // Zones and smoke are gone by the next turn.
            When::Smoke | When::Into => {}
        }
    }
    if ground.has(Terrain::Wreck) && cover.open > 4 {
        cover.open = 4;
    }
    cover
}

/// What it costs to enter a square over the field and by road.
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

/// Whether the tables speak of this square of the position: for the tests of what is kept.
#[cfg(test)]
pub(super) fn is_as_made_anew(lie: &Lie, p: &Position, cell: crate::board::Cell) -> bool {
    let n = p.battle.grid.index(cell);
    let ground = p.ground_at(cell);
    [true, false].iter().all(|&foot| lie.cover(n, foot) == cover(ground, foot))
        && MODES.iter().all(|&mode| lie.entering(mode)[n] == entering(ground, mode))
        && lie.has_road(n) == ground.road().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_road_is_one_for_the_ways() {
        for &terrain in Terrain::ALL.iter().filter(|terrain| terrain.is_road()) {
            assert!(Ground::CLEAR.with(terrain).meets(ROADS), "{terrain:?}");
        }
    }
}
