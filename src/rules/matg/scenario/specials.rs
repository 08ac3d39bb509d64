//! A side's special rules: keys of `[[side]]`.
//!
//! ```toml
//! preparation = 1                     # targets are chosen before deployment; the guns fire from this turn on
//! preparation-area = "2501-4824"      # where the targets may be
//! preparation-turns = 2               # any battery may fire, for this many turns; without it,
//!                                     # off-map batteries must fire until they are stopped
//! holds-fire-until = 5                # no weapon fires before this turn
//! cohesion-rises-from = 8              # its first forces start at this level and roll to rise to their own
//! mounts-at-will = true               # stands may be loaded onto transports when they deploy or arrive
//! works-at-will = true                # mines, wire, ditches and positions may be moved within its zone
//! mine-area = "1301-2048"             # its minefields may be laid here, and nowhere else in its zones
//! mines-per-road = 2                  # at most this many along a road in that area
//! targets-at-will = true              # defender only: records pre-registered missions after deploying
//! observers-at-will = true            # forward observers may be reassigned to other stands during deployment
//! deploys-first = true                # it deploys first, even if the other side comes first in the file
//! off-map-window = 4                  # off-map batteries fire for this many consecutive turns
//! ```

use super::areas;
use super::forces::Side;
use crate::board::{Cell, Square};
use crate::game::Side as Seat;
use crate::reading::Report;
use crate::rules::matg::artillery::preparation::Preparation;

/// Fire that the sides choose before deployment.
pub(super) fn preparations(
    report: &mut Report,
    sides: &[Side],
    grid: Square,
    turns: u8,
) -> [Option<Preparation>; 2] {
    Seat::BOTH.map(|seat| {
        let side = sides.get(seat.index())?;
        let (turn, area) = match (&side.preparation, &side.preparation_area) {
            (Some(turn), Some(area)) => (turn, area),
            (None, None) => return None,
            (Some(turn), None) => {
                report.fault(turn.span(), "preparation without targets, expected preparation-area");
                return None;
            }
            (None, Some(area)) => {
                report.fault(
                    area.span(),
                    "targets without a preparation, expected preparation with its first turn",
                );
                return None;
            }
        };
        let turn = report.within("preparation", turn, 1..=i64::from(turns))?;
        let length = side.preparation_turns.as_ref();
        let length =
            length.and_then(|length| report.within("preparation-turns", length, 1..=i64::from(turns)));
        let area = areas::cells(report, area, grid);
        Some(Preparation { turn, turns: length, area })
    })
}

/// The turns from which each side may fire.
pub(super) fn held_fire(report: &mut Report, sides: &[Side], turns: u8) -> [u8; 2] {
    Seat::BOTH.map(|seat| {
        let until = sides.get(seat.index()).and_then(|side| side.holds_fire_until.as_ref());
        until.and_then(|turn| report.within("holds-fire-until", turn, 1..=i64::from(turns))).unwrap_or(0)
    })
}

/// The number of consecutive turns in which each side's off-map batteries may fire.
pub(super) fn windows(report: &mut Report, sides: &[Side], turns: u8) -> [Option<u8>; 2] {
    Seat::BOTH.map(|seat| {
        let window = sides.get(seat.index()).and_then(|side| side.off_map_window.as_ref());
        window.and_then(|window| report.within("off-map-window", window, 1..=i64::from(turns)))
    })
}

/// The cohesion level at which each side's first forces start.
pub(super) fn rising(report: &mut Report, sides: &[Side]) -> [Option<i16>; 2] {
    Seat::BOTH.map(|seat| {
        let side = sides.get(seat.index())?;
        let most = (*side.cohesion.get_ref()).clamp(1, 20);
        side.rises_from.as_ref().and_then(|level| report.within("cohesion-rises-from", level, 1..=most))
    })
}

/// Where each side's minefields may be laid.
pub(super) fn mine_areas(report: &mut Report, sides: &[Side], grid: Square) -> [Option<Vec<Cell>>; 2] {
    Seat::BOTH.map(|seat| {
        let area = sides.get(seat.index()).and_then(|side| side.mine_area.as_ref());
        area.map(|area| areas::cells(report, area, grid))
    })
}

/// The most minefields along one road, for each side.
pub(super) fn mines_per_road(report: &mut Report, sides: &[Side]) -> [Option<u8>; 2] {
    Seat::BOTH.map(|seat| {
        let most = sides.get(seat.index()).and_then(|side| side.mines_per_road.as_ref());
        most.and_then(|most| report.within("mines-per-road", most, 0..=99))
    })
}

/// The side that deploys first: by default the first in the file.
pub(super) fn deploys_first(sides: &[Side]) -> Seat {
    let second = sides.get(1).is_some_and(|side| side.deploys_first);
    if second && !sides[0].deploys_first { Seat::B } else { Seat::A }
}

/// A yes-or-no key of both sides.
pub(super) fn at_will(sides: &[Side], said: impl Fn(&Side) -> bool) -> [bool; 2] {
    Seat::BOTH.map(|seat| sides.get(seat.index()).is_some_and(&said))
}
