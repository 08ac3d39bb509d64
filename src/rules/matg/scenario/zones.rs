//! `[[side.zone]]`: where and when formations start if not along their side's edge.
//!
//! ```toml
//! [[side.zone]]
//! name = "around Stonne"           # formations refer to it by zone
//! near = "1224"                    # within this distance of a square, or of one of several
//! within = 4
//! area = ["0101-2412"]             # in these squares; anywhere by default
//! span = 10                        # all of them within this many columns
//! together = true                  # stands of a formation are adjacent
//! turn = 4                         # turn of arrival; on the map from the start by default
//! enters = true                    # even in turn 1 they enter in the Movement Phase; no fire before that
//! beside = 4                       # within this many inches of a stand of the side that is not in this zone
//! first-half = true                # the half that deploys before the enemy writes down a zone is placed here
//! guards = true                    # every victory location has one of them within two inches
//! roll-turn = 12                   # or: place and time are rolled for before this turn, one of several ways
//! [[side.zone.way]]
//! name = "by the road in the east" # its name in the log (optional)
//! area = "4710-4814"
//! turn = 12
//! ```

use crate::reading::{Report, Spanned, Words, suggestion};
use serde::Deserialize;

use super::areas;
use super::forces::{Fielded, Side};
use crate::board::{self, Square};
use crate::game::Side as Seat;
use crate::rules::matg::state::battle::{Approach, Assembly, Call};

/// `[[side.zone]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Zone {
    pub(super) name: Spanned<String>,
    area: Option<Spanned<Words>>,
    near: Option<Spanned<Words>>,
    within: Option<Spanned<i64>>,
    span: Option<Spanned<i64>>,
    #[serde(default)]
    together: bool,
    turn: Option<Spanned<i64>>,
    #[serde(default)]
    enters: bool,
    #[serde(default)]
    guards: bool,
    #[serde(default, rename = "first-half")]
    first_half: bool,
    beside: Option<Spanned<i64>>,
    #[serde(rename = "roll-turn")]
    roll_turn: Option<Spanned<i64>>,
    #[serde(default)]
    way: Vec<Way>,
}

/// `[[side.zone.way]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    /// "by the road in the east".
    name: Option<String>,
    area: Spanned<Words>,
    turn: Spanned<i64>,
}

/// Reads both sides' zones and assigns their stands.
pub(super) fn read(
    report: &mut Report,
    sides: &[Side],
    stands: &mut [Fielded],
    grid: Square,
    turns: u8,
) -> Vec<Assembly> {
    let mut zones: Vec<Assembly> = Vec::new();
    for (seat, side) in Seat::BOTH.into_iter().zip(sides) {
        let first = zones.len();
        for line in &side.zone {
            let name = line.name.get_ref();
            if zones[first..].iter().any(|zone| zone.name == *name) {
                report.fault(line.name.span(), format!("two zones are called \"{name}\", expected another"));
            }
            let zone = line.assembly(report, seat, grid, turns);
            if zone.cells.is_empty() && report.faults() == 0 {
                report.fault(line.name.span(), format!("{name} has no squares, expected some"));
            }
            zones.push(zone);
        }
        let names: Vec<&str> = side.zone.iter().map(|line| line.name.get_ref().as_str()).collect();
        for stand in stands.iter_mut().filter(|stand| stand.unit.side == seat) {
            let Some(name) = &stand.zone else { continue };
            let Some(place) = names.iter().position(|known| known == name.get_ref()) else {
                let instead = suggestion(name.get_ref(), &names);
                report.fault(name.span(), format!("this side has no zone \"{}\"{instead}", name.get_ref()));
                continue;
            };
            stand.unit.zone = u8::try_from(first + place).ok();
        }
    }
    zones
}

impl Zone {
    /// The ways in for stands whose arrival is rolled for.
    fn call(&self, report: &mut Report, grid: Square, turns: u8) -> Option<Call> {
        let Some(turn) = &self.roll_turn else {
            if let Some(way) = self.way.first() {
                report.fault(way.turn.span(), "a way without a roll, expected roll-turn");
            }
            return None;
        };
        if self.way.len() < 2 {
            report.fault(turn.span(), "nothing to roll for, expected two or more [[side.zone.way]]");
        }
        let ways = self.way.iter().map(|way| {
            let arrival = report.within("turn", &way.turn, 1..=i64::from(turns)).unwrap_or(1);
            let name = way.name.clone().unwrap_or_default();
            Approach { name, cells: areas::cells(report, &way.area, grid), turn: arrival }
        });
        let ways = ways.collect();
        Some(Call { turn: report.within("roll-turn", turn, 2..=i64::from(turns))?, ways })
    }

    fn assembly(&self, report: &mut Report, side: Seat, grid: Square, turns: u8) -> Assembly {
        let mut cells = match &self.area {
            Some(area) => areas::cells(report, area, grid),
            None => grid.cells().collect(),
        };
        let near = match (&self.near, &self.within) {
            (Some(near), Some(within)) => {
                let centres = areas::cells(report, near, grid);
                report.within::<u16>("within", within, 1..=99).map(|inches| (centres, inches))
            }
            (None, None) => None,
            (Some(near), None) => {
                report.fault(near.span(), "a place without a distance, expected within in inches");
                None
            }
            (None, Some(within)) => {
                report.fault(within.span(), "a distance without a place, expected near with a square");
                None
            }
        };
        if let Some((centres, inches)) = near {
            cells.retain(|&cell| centres.iter().any(|&centre| board::within(centre, cell, inches)));
        }
        let number = |report: &mut Report, what, number: &Option<Spanned<i64>>, most: u8| {
            number.as_ref().and_then(|number| report.within::<u8>(what, number, 1..=i64::from(most)))
        };
        let arrival = number(report, "turn", &self.turn, turns).unwrap_or(1);
        let call = self.call(report, grid, turns);
        Assembly {
            side,
            name: self.name.get_ref().clone(),
            cells,
            span: number(report, "span", &self.span, grid.width),
            together: self.together,
            guards: self.guards,
            first_half: self.first_half,
            beside: self.beside.as_ref().and_then(|inches| report.within("beside", inches, 1..=99)),
            turn: arrival,
            enters: self.enters || arrival > 1 || call.is_some(),
            call,
        }
    }
}
