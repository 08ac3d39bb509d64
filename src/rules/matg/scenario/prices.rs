//! The cost of a scenario's forces, added to its briefing. The prices are in
//! [`state::prices`](crate::rules::matg::state::prices).

use super::forces::Side;
use super::observers;
use crate::game::Side as Seat;
use crate::ledger::cited::applies;
use crate::reading::Report;
use crate::rules::matg::catalog::nations;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::prices::Cost;

/// Adds each side's total cost to the briefing.
pub(super) fn tell(report: &mut Report, battle: &mut Battle, sides: &[Side]) {
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        let facts = nations::facts(battle.army(seat).nation, battle.date);
        let each = facts.map_or(0, |facts| {
            applies(facts.doctrine.observers.rule());
            u32::from(facts.doctrine.observers.cost)
        });
        let units = battle.units.iter().filter(|unit| unit.side == seat);
        let markers = battle.markers.iter().filter(|marker| marker.owner == seat);
        let aircraft = battle.aircraft.iter().filter(|plane| plane.side == seat);
        let aircraft = aircraft.map(|plane| u32::from(plane.kind.points));
        battle.costs[seat.index()] = Cost {
            stands: units.map(|unit| unit.price(battle.turns)).sum::<u32>() + aircraft.sum::<u32>(),
            works: markers.map(|marker| marker.price()).sum(),
            observers: observers::bought(report, side) as u32 * each,
        };
    }
    battle.briefing.push(String::new());
    for seat in Seat::BOTH {
        battle.briefing.push(format!("The {} cost {}.", battle.army(seat).name, battle.costs[seat.index()]));
    }
}
