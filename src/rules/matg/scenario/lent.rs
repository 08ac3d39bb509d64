//! Equipment that optional rules add to a battle whose order of battle has none: aircraft and improved
//! ammunition.

use super::forces::Side;
use crate::game::Side as Seat;
use crate::ledger::cited::{apply, rule};
use crate::reading::Report;
use crate::rules::matg::air::Plane;
use crate::rules::matg::air::plan::{REGIMENT, had_air_teams};
use crate::rules::matg::catalog::{Aircraft, Nation, Trait, aircraft};
use crate::rules::matg::fire::special::{BETTER_SHELLS, calibre, had_better_shells};
use crate::rules::matg::state::battle::{Battle, Optional, Role, ScenarioKind, Unit};

/// The least calibre of guns with improved ammunition (12.9), and the least AP where the name gives no
/// calibre.
const LARGE: (u16, u8) = (57, 6);

/// Adds what the selected optional rules need and the file does not list; reports what they cannot change.
pub(super) fn lend(report: &mut Report, sides: &[Side], battle: &mut Battle) {
    if battle.plays(Optional::AirStrikes) && battle.aircraft.is_empty() {
        for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
            let defends = side.defends.as_ref().is_some_and(|defends| *defends.get_ref());
            // In a Reconnaissance in Force only the attacker has air strikes (design: 1B).
            if battle.kind != ScenarioKind::ReconnaissanceInForce || !defends {
                fly_in(battle, seat);
            }
        }
        if battle.aircraft.is_empty() {
            report.warn(
                0..0,
                "neither nation has aircraft in the data for that year: air strikes have no effect",
            );
        }
    }
    if battle.plays(Optional::BetterShells) && battle.units.iter().all(|unit| !unit.better_shells) {
        equip(battle);
        if battle.units.iter().all(|unit| !unit.better_shells) {
            report.warn(0..0, "no stand qualifies for better shells: the option has no effect (12.9)");
        }
    }
}

/// The nation's cheapest aircraft with bombs in a year, or else its cheapest aircraft.
pub(in crate::rules::matg) fn aircraft_of(nation: Nation, year: u16) -> Option<&'static Aircraft> {
    let year = (year % 100) as u8;
    let serves = |kind: &&Aircraft| {
        kind.nation == nation && kind.years.is_none_or(|(from, to)| (from..=to).contains(&year))
    };
    aircraft().iter().filter(serves).min_by_key(|kind| (kind.ordnance.is_empty(), kind.points))
}

/// Gives a side one aircraft and, where allowed, an air support team with its first HQ (S-166).
#[apply(rule, "12.3.1")]
fn fly_in(battle: &mut Battle, seat: Seat) {
    let nation = battle.army(seat).nation;
    let Some(kind) = aircraft_of(nation, battle.date.0) else { return };
    battle.aircraft.push(Plane { side: seat, kind, turn: None });
    let own = || battle.units.iter().filter(|unit| unit.side == seat);
    let marines = own().any(|unit| unit.kind.is(Trait::Marines));
    let count = own().count();
    if had_air_teams(nation, marines, battle.date)
        && count >= REGIMENT
        && battle.kind != ScenarioKind::MeetingEngagement
    {
        let host = battle.units.iter().position(|unit| unit.side == seat && unit.role == Role::Hq);
        if let Some(host) = host {
            attach_team(battle, seat, host);
        }
    }
}

/// Gives a stand an air support team, for which its side rolls.
#[apply(rule, "12.3.3.3")]
fn attach_team(battle: &mut Battle, seat: Seat, host: usize) {
    battle.units[host].air_support = true;
    battle.air_support[seat.index()] = true;
    battle.air_roll[seat.index()] = true;
}

/// Equips every third western Allied tank and anti-tank gun of 57 mm or more from September 1944 (12.9,
/// S-167).
#[apply(rule, "12.9" if battle.date >= BETTER_SHELLS)]
fn equip(battle: &mut Battle) {
    if battle.date < BETTER_SHELLS {
        return;
    }
    for seat in Seat::BOTH {
        let large = battle.units.iter_mut().filter(|unit| unit.side == seat && is_large(unit));
        large.step_by(3).for_each(|unit| unit.better_shells = true);
    }
}

/// Whether improved ammunition was made for this gun.
pub(super) fn is_large(unit: &Unit) -> bool {
    let kind = unit.kind;
    let bore = calibre(&kind.name);
    let power = kind.guns.iter().filter_map(|gun| gun.ap).max().unwrap_or(0);
    let large = if bore > 0 { bore >= LARGE.0 } else { power >= LARGE.1 };
    had_better_shells(kind) && large
}
