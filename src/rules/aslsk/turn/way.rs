//! One step of a move and its cost in MF (1.1.1, 3.3).

use crate::board::hex::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::state::Ground;

/// One step of a move.
#[derive(Copy, Clone, Debug)]
pub struct Way {
    /// Its cost in half MF.
    pub cost: u8,
    /// Along the road at the road rate.
    pub road: bool,
    /// The hexside of a Crest Line crossed uphill, as a bit of the hex entered.
    pub crest: u8,
}

impl Ground {
    /// The step from a hex, or from off-board, into another (1.1.1, 1.2.5c).
    #[apply(rule, "1.1.1j" if from.is_some_and(|from| self.map().level(to) > self.map().level(from)))]
    #[apply(rule, "1.2.5c" if self.smoky(to))]
    pub fn way(&self, from: Option<Place>, to: Place, beside: bool) -> Way {
        let map = self.map();
        let uphill = from.is_some_and(|from| map.level(to) > map.level(from));
        let road = map.road(to);
        // The hexside entered, where it matters.
        let side = from.filter(|_| road != 0 || uphill).and_then(|from| map.side_between(to, from));
        let along = side.is_some_and(|side| road & (1 << side as u8) != 0);
        let by_road = if from.is_some() { along } else { road != 0 } && !beside;
        let mut cost = if by_road { Terrain::Open.row().mf } else { map.terrain(to).row().mf };
        if uphill {
            cost *= 2;
        }
        if self.smoky(to) {
            cost += 2;
        }
        // Rain makes slopes slippery, except on paved roads (S16).
        let paved = by_road && map.paved(to);
        if self.rules.rain && !paved && from.is_some_and(|from| map.level(from) != map.level(to)) {
            cost += 2;
        }
        let crest = match side {
            Some(side) if uphill => 1 << side as u8,
            _ => 0,
        };
        Way { cost, road: by_road, crest }
    }

    /// The half MF to enter a hex from an adjacent one or from off-board.
    pub fn way_cost(&self, from: impl Into<Option<Place>>, to: Place) -> u8 {
        self.way(from.into(), to, false).cost
    }

    /// The way off the map: Open Ground, or the cheapest off-board hex where the terrain there exists (S11, K-56).
    /// Roads extend off-board (3.3j).
    #[apply(rule, "3.3j")]
    pub fn exit_way(&self, from: Place) -> Way {
        let leaves = |side: Side| self.map().step(from, side).is_none_or(|to| !self.map().playable(to));
        let road =
            Side::ALL.into_iter().any(|side| self.map().road(from) & (1 << side as u8) != 0 && leaves(side));
        let beyond = Side::ALL.into_iter().filter_map(|side| self.map().step(from, side));
        let beyond = beyond.filter(|&to| !self.map().playable(to)).map(|to| self.way(Some(from), to, false));
        let cheapest = beyond.min_by_key(|way| way.cost).filter(|_| self.rules.off_board_terrain);
        cheapest.unwrap_or(Way { cost: Terrain::Open.row().mf, road, crest: 0 })
    }
}
