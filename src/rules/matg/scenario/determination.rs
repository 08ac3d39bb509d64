//! The break points of a battle's forces: given by the scenario or calculated (12.1.2, 12.1.9).

use super::forces::Side;
use crate::game::Side as Seat;
use crate::reading::Report;
use crate::rules::matg::catalog::Class;
use crate::rules::matg::command::break_point::{Situation, break_point, combat_points, level};
use crate::rules::matg::state::battle::{Arm, Battle, Optional, ScenarioKind};

/// The determination that the battle itself gives a side.
fn situation(battle: &Battle, seat: Seat) -> Situation {
    let tank = |unit: &&crate::rules::matg::state::battle::Unit| unit.kind.class == Class::Tank;
    let enemy = battle.units.iter().filter(|unit| unit.side != seat);
    Situation {
        kind: battle.kind,
        attacks: battle.kind == ScenarioKind::MeetingEngagement
            || battle.defender.is_some_and(|side| side != seat),
        nation: battle.army(seat).nation,
        date: battle.date,
        africa: false,
        island: false,
        marines: false,
        green: false,
        worn: false,
        faces_tanks: enemy.filter(tank).count() > 0,
    }
}

/// The break point of each force of each side.
pub(super) fn break_points(report: &mut Report, sides: &[Side], battle: &Battle) -> [Vec<u16>; 2] {
    Seat::BOTH.map(|seat| {
        let Some(side) = sides.get(seat.index()) else { return Vec::new() };
        let forces = battle.forces(seat);
        let said = side.determination.as_ref().map(|said| report.within("determination", said, 5..=95));
        let said_points: Vec<u16> = side
            .break_points
            .iter()
            .filter_map(|point| report.within("break-points", point, 1..=2000))
            .collect();
        if let Some(first) = side.break_points.first().filter(|_| side.break_points.len() != forces) {
            let count = side.break_points.len();
            let text =
                format!("{count} break points for {forces} forces, expected one for each GHQ (12.1.6)");
            report.fault(first.span(), text);
        }
        if !battle.plays(Optional::Determination) {
            return Vec::new();
        }
        if !said_points.is_empty() {
            return said_points;
        }
        let level = said.flatten().unwrap_or_else(|| level(&situation(battle, seat)));
        let of = |force: usize| {
            let own = (0..battle.units.len() as u8).filter(|&id| {
                let unit = &battle.units[usize::from(id)];
                unit.side == seat && unit.arm != Arm::Horses && battle.force_of(id) == force
            });
            let points = own.map(|id| combat_points(&battle.units[usize::from(id)])).sum();
            u16::try_from(break_point(points, level)).unwrap_or(u16::MAX)
        };
        (0..forces).map(of).collect()
    })
}
