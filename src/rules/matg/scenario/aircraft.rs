//! `[[side.aircraft]]`: the aircraft of a battle (12.3.1).

use crate::reading::{Report, Spanned, suggestion};
use serde::Deserialize;

use super::forces::Side;
use crate::game::Side as Seat;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::Plane;
use crate::rules::matg::catalog::{Nation, aircraft};
use crate::rules::matg::state::battle::Battle;

/// One `[[side.aircraft]]` entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    /// Its name in the aircraft data.
    #[serde(rename = "type")]
    kind: Spanned<String>,
    /// The nation that flies it; the side's own by default.
    nation: Option<Spanned<String>>,
    /// How many; 1 by default.
    count: Option<Spanned<i64>>,
    /// The turn of arrival; the player's choice by default (12.3.3.1).
    turn: Option<Spanned<i64>>,
}

/// Reads both sides' aircraft into the battle.
#[apply(rule, "12.3.1" if sides.iter().any(|side| !side.aircraft.is_empty()))]
pub(super) fn read(report: &mut Report, sides: &[Side], battle: &mut Battle) {
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        battle.air_roll[seat.index()] = side.air_roll;
        battle.air_support[seat.index()] =
            battle.units.iter().any(|unit| unit.side == seat && unit.air_support);
        for line in &side.aircraft {
            let said = line.nation.as_ref().map(|name| name.get_ref().parse::<Nation>());
            let nation = match said {
                None => battle.army(seat).nation,
                Some(Ok(nation)) => nation,
                Some(Err(bad)) => {
                    let span = line.nation.as_ref().map_or(0..0, Spanned::span);
                    report.fault(span, bad.to_string());
                    continue;
                }
            };
            let own: Vec<&str> =
                aircraft().iter().filter(|a| a.nation == nation).map(|a| a.name.as_str()).collect();
            let name = line.kind.get_ref();
            let Some(kind) = aircraft().iter().find(|a| a.nation == nation && a.name == *name) else {
                let near = suggestion(name, &own);
                report.fault(line.kind.span(), format!("{nation} has no aircraft \"{name}\"{near}"));
                continue;
            };
            let count: usize =
                line.count.as_ref().and_then(|count| report.within("count", count, 1..=8)).unwrap_or(1);
            let last = i64::from(battle.turns);
            let turn: Option<u8> = line.turn.as_ref().and_then(|turn| report.within("turn", turn, 1..=last));
            for _ in 0..count {
                battle.aircraft.push(Plane { side: seat, kind, turn });
            }
        }
    }
}
