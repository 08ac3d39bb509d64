//! Scenario files: how one is written, and how it becomes a [`Battle`].
//!
//! A scenario is a TOML file, `scenarios/matg/introductory.toml` the example to copy:
//!
//! - the header: `format = 1` and `ruleset = "matg"`;
//! - the frame: `title`, `turns`, `date = "1943-02"`, `kind`, `briefing`, `[victory]`, and how far one
//!   sees: `surface`, one of open, mixed and closed (6.4.1), or `sighting` in inches;
//! - `[map]`: `width`, `height` and the drawings `terrain`, `levels` and `roads`, one character to the
//!   square inch, the top line the northern edge, a dot for nothing in particular. `[map.legend]` gives
//!   each character a terrain or a list of them, `[map.road-legend]` a road;
//! - two `[[side]]`: `key`, `name`, `letter`, `nation`, `cohesion`, its `edge` and the `depth` of its
//!   deployment zone; each with `[[side.formation]]` and their `[[side.formation.stand]]`: `type` as in
//!   the weapons data and `count`; `at` with a cell for each, or `aboard` with the tag of a carrier for
//!   each, or `off-map = true` (7.7); and if need be `facing`, `role` as "HQ" or "GHQ+1" (10.1),
//!   `recon = true` for "R" in brackets (10.6), `observer = true` for FO, and `also` for the entry of
//!   their other role (10.7.1). Stands are numbered from 1 in the order of the file: G1, G2 and so on;
//! - for artillery, a side may say `defends = true`, have `bought-observers = 2` (7.8.2), and plot fire
//!   before the game in `[[side.mission]]`: `kind`, "pre-registered" with a `name` or "barrage" with
//!   `arrival` and `duration`, `batteries` and `location`, such as "1722 Open 2E" or "1016 Closed Smoke"
//!   (7.6.2); a line of batteries off the map may have `fire-turns = 3` (7.9);
//! - on a stand too, what has to do with water: `boats` as "fast" or "slow" for fording boats on a transport
//!   or ready beside infantry (8.9.4), `amphibious = false` (8.9), `streams = true` for boats (10.12);
//! - `[[side.landing]]` for an airborne group (8.10), to which stands belong by `landing` with its name: see
//!   `landings.rs`; and `surprised = true` on a side (8.10.1.5).
//! - for works, a side may have `[[side.minefield]]`, `dummies`, `wire`, `ditch` and `[[side.position]]`
//!   (11.1 to 11.4); a stand may have `engineer = true`, which its name says else, `equipment` out
//!   of mine-roller, dozer, bridge, recovery and culin, and a transport `bridging = true` (11.5).
//!
//! A section is a file in this folder: what it says and how it is read. To add one, write its file, give
//! `File` a field and `battle` a line. A bad scenario is refused with everything that is wrong with it,
//! each with its line, its column and what was expected; nothing is guessed.

use serde::Deserialize;
use serde::de::IgnoredAny;
use source::{Report, Source};
use thiserror::Error;
use toml::Spanned;

use super::state::battle::Battle;
use crate::board::Square;

mod check;
mod forces;
mod frame;
mod landings;
mod map;
mod missions;
mod source;
mod stand;
mod works;

pub use source::Fault;

/// Something odd that does not stop the battle, such as a weapon before its time.
pub type Warning = Fault;

/// The number of the format this program reads.
pub const FORMAT: i64 = 1;

/// The text of the introductory scenario.
pub const INTRODUCTORY: &str = include_str!("../../../../scenarios/matg/introductory.toml");

/// Why a scenario cannot be played: every fault found, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", sentences(.faults))]
pub struct ScenarioError {
    /// At least one.
    pub faults: Vec<Fault>,
}

fn sentences(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// What the file must say first, read before the rest so that a newer format is named as such.
#[derive(Deserialize)]
struct Header {
    format: Option<Spanned<i64>>,
    ruleset: Option<Spanned<String>>,
}

/// The whole file, section by section.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "ruleset")]
    _ruleset: IgnoredAny,
    // The frame. Flattening it would lose the lines and columns.
    title: Spanned<String>,
    turns: Spanned<i64>,
    date: Spanned<String>,
    kind: super::state::battle::ScenarioKind,
    surface: Option<Spanned<frame::Surface>>,
    sighting: Option<Spanned<i64>>,
    #[serde(default)]
    weather: Vec<super::ground::weather::Weather>,
    #[serde(default, rename = "weather-varies")]
    weather_varies: bool,
    darkness: Option<Spanned<i64>>,
    #[serde(default)]
    briefing: String,
    victory: frame::Victory,
    map: map::Map,
    side: Spanned<Vec<forces::Side>>,
}

/// Reads a scenario; `name` is what its messages call the file.
///
/// Fails with every fault found; what is only odd comes back beside the battle.
pub fn read(name: &str, text: &str) -> Result<(Battle, Vec<Warning>), ScenarioError> {
    let mut report = Report::new(Source::new(name, text));
    match battle(&mut report, text) {
        Some(battle) if report.is_clean() => Ok((battle, report.into_warnings())),
        _ => Err(ScenarioError { faults: report.into_faults() }),
    }
}

fn battle(report: &mut Report, text: &str) -> Option<Battle> {
    let header: Header = parsed(report, text)?;
    check_header(report, header)?;
    let file: File = parsed(report, text)?;

    let frame = frame::read(report, &file);
    let terrain = map::read(report, &file.map);
    // Without a board or a date there is nothing to check the stands against; they are still read.
    let grid = terrain.as_ref().map(|terrain| terrain.grid);
    let date = frame.as_ref().map_or((1945, 12), |frame| frame.date);
    let forces = forces::read(report, &file.side, grid.unwrap_or(Square { width: 99, height: 99 }), date)?;
    check::transports(report, &forces);
    let mut terrain = terrain?;
    let markers = works::read(report, &file.side, &forces, &mut terrain);
    check::starts(report, &forces, &terrain);
    landings::boats(report, &forces, &terrain);
    let frame = frame?;

    let places: Vec<usize> = forces.stands.iter().map(|fielded| fielded.place).collect();
    let battle = Battle {
        fingerprint: fingerprint(text),
        title: frame.title,
        briefing: frame.briefing,
        turns: frame.turns,
        date: frame.date,
        kind: file.kind,
        sighting: frame.sighting,
        climate: frame.climate,
        grid: terrain.grid,
        ground: terrain.ground,
        levels: terrain.levels,
        armies: forces.armies,
        units: forces.stands.into_iter().map(|fielded| fielded.unit).collect(),
        markers,
        destroy_percent: frame.destroy_percent,
        surprised: landings::surprised(report, file.side.get_ref(), &forces.landings),
        landings: forces.landings.iter().map(|read| read.landing.clone()).collect(),
        defender: None,
        targets: Default::default(),
        missions: Vec::new(),
    };
    check::zones(report, &battle, &places);
    landings::zones(report, &battle, &forces.landings);
    missions::read(report, file.side.get_ref(), battle)
}

fn check_header(report: &mut Report, header: Header) -> Option<()> {
    match header.format {
        Some(format) if *format.get_ref() == FORMAT => {}
        Some(format) => {
            let number = format.get_ref();
            report.fault(
                format.span(),
                format!("this scenario is in format {number}, expected format {FORMAT}"),
            );
            return None;
        }
        None => {
            report.fault(0..0, format!("the file does not say its format, expected \"format = {FORMAT}\""));
            return None;
        }
    }
    match header.ruleset {
        Some(ruleset) if ruleset.get_ref() == "matg" => Some(()),
        Some(ruleset) => {
            let name = ruleset.get_ref();
            report
                .fault(ruleset.span(), format!("this scenario is for ruleset \"{name}\", expected \"matg\""));
            None
        }
        None => {
            report.fault(0..0, "the file does not say its ruleset, expected \"ruleset = \"matg\"\"");
            None
        }
    }
}

fn parsed<T: for<'de> Deserialize<'de>>(report: &mut Report, text: &str) -> Option<T> {
    match toml::from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            report.fault(error.span().unwrap_or(0..0), source::plain(error.message()));
            None
        }
    }
}

/// FNV-1a, 64 bits: the same for the same text on every machine and in every version.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
