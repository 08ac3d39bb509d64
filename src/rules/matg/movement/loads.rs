//! 12.7: loaded and overloaded transports.

use super::inch::Inch;
use super::mover::Mover;
use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::{POINT, Quarters, Terrain};
use crate::rules::matg::movement::riders;
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::water::boats;

/// The rows of the load table (12.7).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Any road.
    Road,
    /// A track.
    Track,
    /// All other ground.
    Field,
}

/// Movement points that a load costs tracked, wheeled and foot stands on each kind of ground (12.7).
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

/// Movement points for each point above capacity (12.7).
pub const fn overweight(mode: Mode) -> i16 {
    match mode {
        Mode::Tracked => 1,
        Mode::Wheeled => 2,
        Mode::Foot => 0,
    }
}

/// The load of a carrier, in cargo points.
fn burden(forces: &Forces, carrier: Id) -> i16 {
    let loads = forces.cargo(carrier).filter_map(|id| forces.unit(id).kind.load).map(i16::from);
    loads.sum::<i16>() + boats::boat_load(forces, carrier) as i16
}

/// The cargo points by which a carrier is overloaded (12.7).
fn excess(forces: &Forces, carrier: Id) -> i16 {
    (burden(forces, carrier) - i16::from(riders::capacity(&forces.battle, carrier).unwrap_or(0))).max(0)
}

/// How far a carrier may be overloaded: as long as one movement point is left on a road, and at most to
/// twice its capacity (12.7, S-138).
pub(super) fn spare_room(forces: &Forces, carrier: Id) -> u16 {
    let Some(capacity) =
        riders::capacity(&forces.battle, carrier).filter(|_| forces.battle.plays(Optional::LoadedTransports))
    else {
        return 0;
    };
    let (points, mode) = forces.pace(carrier);
    let left = (i16::from(points) - weight(Way::Road, mode) - 1).max(0);
    let most = match overweight(mode) {
        0 => i16::from(capacity),
        each => (left / each).min(i16::from(capacity)),
    };
    most.unsigned_abs()
}

/// The movement points that a load costs on a kind of ground, in quarters; half in the fire/move posture.
#[apply(rule, "12.7" if forces.battle.plays(Optional::LoadedTransports) && forces.cargo(id).next().is_some())]
fn drag(forces: &Forces, id: Id, way: Way) -> Quarters {
    if !forces.battle.plays(Optional::LoadedTransports) || forces.cargo(id).next().is_none() {
        return 0;
    }
    let mode = forces.pace(id).1;
    let points = weight(way, mode) + overweight(mode) * excess(forces, id);
    let points = if forces.stand(id).posture == Posture::FireMove { (points + 1) / 2 } else { points };
    Quarters::from(points) * POINT
}

const fn road_way(road: Option<Terrain>) -> Way {
    match road {
        Some(Terrain::Track) => Way::Track,
        Some(_) => Way::Road,
        None => Way::Field,
    }
}

/// The points that a stand's load takes from its allowance where it is, in quarters (12.7).
pub(super) fn drag_here(field: &Field, forces: &Forces, id: Id) -> Quarters {
    let Some(cell) = forces.cell(id) else { return 0 };
    let road = field.ground_at(cell).road().filter(|_| !forces.stand(id).off_road);
    drag(forces, id, road_way(road))
}

/// The further points that a mover's load costs on entering worse ground than before (12.7, S-138).
pub(super) fn more_drag(field: &Field, forces: &Forces, mover: &Mover, inch: Inch) -> Quarters {
    if !forces.battle.plays(Optional::LoadedTransports) {
        return 0;
    }
    let road = field.ground_at(inch.to).road().filter(|_| inch.by_road);
    (drag(forces, mover.stand, road_way(road)) - mover.drag).max(0)
}

/// The modifier of an overloaded transport to its roll to move (12.7).
pub(in crate::rules::matg) fn overloaded(forces: &Forces, id: Id) -> Option<Modifier> {
    let is = forces.battle.plays(Optional::LoadedTransports) && excess(forces, id) > 0;
    is.then_some(Modifier { value: 2, label: "overloaded", rule: "12.7" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table as printed: tracked, wheeled, foot.
    #[test]
    fn load_table_matches_the_book() {
        let modes = [Mode::Tracked, Mode::Wheeled, Mode::Foot];
        for (way, row) in [(Way::Road, [4, 4, 0]), (Way::Track, [4, 6, 2]), (Way::Field, [6, 8, 3])] {
            assert_eq!(modes.map(|mode| weight(way, mode)), row);
        }
        assert_eq!(modes.map(overweight), [1, 2, 0]);
    }
}
