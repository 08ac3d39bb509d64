//! 12.7: loaded and overloaded transports.

use super::inch::Inch;
use super::mover::Mover;
use crate::game::Modifier;
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::{POINT, Quarters, Terrain};
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::{Id, Position};

/// The lines of the table of loads (12.7).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Any road.
    Road,
    /// A track.
    Track,
    /// All other ground.
    Field,
}

/// Movement points that a load costs tracks, wheels and feet on each kind of way (12.7).
pub const fn weight(way: Way, mode: Mode) -> i16 {
    match (way, mode) {
        (Way::Road, Mode::Foot) => 0,
        (Way::Road, _) | (Way::Track, Mode::Tracked) => 4,
        (Way::Track, Mode::Wheeled) | (Way::Field, Mode::Tracked) => 6,
        (Way::Track, Mode::Foot) => 2,
        (Way::Field, Mode::Wheeled) => 8,
        (Way::Field, Mode::Foot) => 3,
    }
}

/// Movement points that each point above capacity costs (12.7).
pub const fn overweight(mode: Mode) -> i16 {
    match mode {
        Mode::Tracked => 1,
        Mode::Wheeled => 2,
        Mode::Foot => 0,
    }
}

impl Position {
    /// What a carrier has aboard, in points of its capacity.
    fn burden(&self, carrier: Id) -> i16 {
        let loads = self.cargo(carrier).filter_map(|id| self.unit(id).kind.load).map(i16::from);
        loads.sum::<i16>() + self.boat_load(carrier) as i16
    }

    /// By how many points a carrier is overloaded (12.7).
    fn excess(&self, carrier: Id) -> i16 {
        (self.burden(carrier) - i16::from(self.capacity(carrier).unwrap_or(0))).max(0)
    }

    /// How much more than its capacity a carrier may take: as long as it keeps a point to move with on a road, and at
    /// most as much again (12.7, S-138).
    pub(super) fn spare_room(&self, carrier: Id) -> u16 {
        let Some(capacity) = self.capacity(carrier).filter(|_| self.battle.plays(Optional::LoadedTransports))
        else {
            return 0;
        };
        let (points, mode) = self.pace(carrier);
        let left = (i16::from(points) - weight(Way::Road, mode) - 1).max(0);
        let most = match overweight(mode) {
            0 => i16::from(capacity),
            each => (left / each).min(i16::from(capacity)),
        };
        most.unsigned_abs()
    }

    /// What a load takes of a carrier's movement points on a way, in quarters; half of it in the fire/move posture.
    fn drag(&self, id: Id, way: Way) -> Quarters {
        if !self.battle.plays(Optional::LoadedTransports) || self.cargo(id).next().is_none() {
            return 0;
        }
        applies("12.7");
        let mode = self.pace(id).1;
        let points = weight(way, mode) + overweight(mode) * self.excess(id);
        let points = if self.stand(id).posture == Posture::FireMove { (points + 1) / 2 } else { points };
        Quarters::from(points) * POINT
    }

    const fn road_way(road: Option<Terrain>) -> Way {
        match road {
            Some(Terrain::Track) => Way::Track,
            Some(_) => Way::Road,
            None => Way::Field,
        }
    }

    /// What its load takes of a stand's allowance where it is, in quarters (12.7).
    pub(super) fn drag_here(&self, id: Id) -> Quarters {
        let Some(cell) = self.cell(id) else { return 0 };
        let road = self.ground_at(cell).road().filter(|_| !self.stand(id).off_road);
        self.drag(id, Self::road_way(road))
    }

    /// What more of its points a mover loses by coming to worse ground than it has been on (12.7, S-138).
    pub(super) fn more_drag(&self, mover: &Mover, inch: Inch) -> Quarters {
        if !self.battle.plays(Optional::LoadedTransports) {
            return 0;
        }
        let road = self.ground_at(inch.to).road().filter(|_| inch.by_road);
        (self.drag(mover.stand, Self::road_way(road)) - mover.drag).max(0)
    }

    /// What an overloaded transport adds to its roll to move (12.7).
    pub(in crate::rules::matg) fn overloaded(&self, id: Id) -> Option<Modifier> {
        let is = self.battle.plays(Optional::LoadedTransports) && self.excess(id) > 0;
        is.then_some(Modifier { value: 2, label: "overloaded", rule: "12.7" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the book, row by row: tracked, wheeled, foot.
    #[test]
    fn the_table_of_loads() {
        let modes = [Mode::Tracked, Mode::Wheeled, Mode::Foot];
        for (way, row) in [(Way::Road, [4, 4, 0]), (Way::Track, [4, 6, 2]), (Way::Field, [6, 8, 3])] {
            assert_eq!(modes.map(|mode| weight(way, mode)), row);
        }
        assert_eq!(modes.map(overweight), [1, 2, 0]);
    }
}
