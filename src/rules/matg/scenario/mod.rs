//! Scenario files: how one is written, and how it becomes a [`Battle`].
//!
//! A scenario is a TOML file, `scenarios/matg/introductory.toml` the example to copy:
//!
//! - the header: `format = 1` and `ruleset = "matg"`;
//! - the frame: `title`, `turns`, `date = "1943-02"`, `kind`, `surface` or `sighting`, `briefing`,
//!   and `[victory]` ([`frame`]);
//! - `[map]`: the ground, its heights and roads, drawn in text with a legend ([`map`]);
//! - two `[[side]]`, each with `[[side.formation]]` and their `[[side.formation.stand]]` ([`forces`]).
//!
//! A section is a file: what it says and how it is read. To add one, write its file, give [`File`] a
//! field and [`read`] a line. A bad file is refused with everything that is wrong with it, each with its
//! line, its column and what was expected; nothing is guessed.

use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;
use toml::Spanned;

use super::battle::Battle;
use crate::board::Square;
use source::{Report, Source};

mod check;
mod forces;
mod frame;
mod map;
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
    kind: super::battle::ScenarioKind,
    surface: Option<Spanned<frame::Surface>>,
    sighting: Option<Spanned<i64>>,
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
    let (frame, mut terrain) = (frame?, terrain?);
    let markers = works::read(report, &file.side, &forces, &mut terrain);
    check::transports(report, &forces);
    check::starts(report, &forces, &terrain);

    Some(Battle {
        fingerprint: fingerprint(text),
        title: frame.title,
        briefing: frame.briefing,
        turns: frame.turns,
        date: frame.date,
        kind: file.kind,
        sighting: frame.sighting,
        grid: terrain.grid,
        ground: terrain.ground,
        levels: terrain.levels,
        armies: forces.armies,
        units: forces.stands.into_iter().map(|fielded| fielded.unit).collect(),
        markers,
        destroy_percent: frame.destroy_percent,
    })
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
