//! Scenario files: their format, and how they become a [`Battle`].
//!
//! Copy `scenarios/panzertruppe/crossroads.toml` to begin one:
//!
//! - the head: `format = 1`, `ruleset = "panzertruppe"`, `title`, `turns`, `year = 1944`, `briefing`, and
//!   `rules`, a list of the additional rules in use, or `["all"]`;
//! - for tutorials `teaches = true` and `[lesson]`: `learnt`, `next`, and `[[lesson.moment]]` with `at`, a kind of
//!   decision, `turn` and `text`;
//! - `[map]`: `width`, `height`, the drawings `terrain`, `levels` (digits) and `roads` (`=`), `[map.legend]`
//!   with a word for each character of `terrain`, `grain` and `mines` as lists of cells;
//! - `[[map.edge]]`: `kind` (hedge, wall, hedgerow or cliff), `cells`, and their `side` N, E, S or W;
//!   `[[map.bridge]]`: `at` and `type` A to E; `[[map.objective]]`: `name`, `at`, `value`, `held` by a side;
//! - two `[[side]]`, the first with the phases of the Axis: `key`, `name`, `letter`, `nation`, the safe
//!   `edge`, `breaks` in percent of its value, `air = true`;
//! - in each, `[[side.group]]`: `name`, `elite`, `independent`, `smoke`; and `[[side.group.unit]]`: `type` as
//!   in `standto catalog panzertruppe`, `at` with a cell for each or `aboard` with a tag for each, `facing`
//!   as a compass point or in 24ths, `moving = true`, `turn` for reserves, `hidden`, `dug-in` as a list of
//!   front, right, left, rear or all, `recon`, `spotter`, `battery`;
//! - `[[table]]` and `[[nation]]`: custom tables in the form of `config/panzertruppe/tables.toml` and
//!   `vehicles.toml`; or `tables = "FILE"`, a file beside the scenario with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::board::Pairs;
use crate::game::{Lesson, Side};
use crate::reading::{CustomData, Read, Report, Source, Spanned, Words, parsed, suggestion};
use crate::rules::panzertruppe::state::battle::{Battle, Objective};
use crate::rules::panzertruppe::state::{DugIn, Edge, Place, Switch, Switches};
use crate::rules::panzertruppe::tables::Tables;
use crate::rules::panzertruppe::tables::custom::{self, OwnSheet};
use crate::rules::panzertruppe::tables::specifications;

mod forces;
mod map;

use forces::{Setting, Sides};
use map::{Map, read_map};

/// The most units of a side; sets of enemy units are bits of a word.
const MOST: usize = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "ruleset")]
    _ruleset: IgnoredAny,
    title: Spanned<String>,
    turns: Spanned<i64>,
    year: Spanned<i64>,
    #[serde(default)]
    briefing: String,
    #[serde(default)]
    teaches: bool,
    #[serde(default)]
    lesson: Lesson,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    #[serde(rename = "tables")]
    _tables: Option<IgnoredAny>,
    map: MapFile,
    side: Spanned<Vec<SideFile>>,
    #[serde(default)]
    table: Vec<OwnSheet>,
    #[serde(default)]
    nation: Vec<OwnSheet>,
    /// Balance provisions have been applied by now.
    #[serde(rename = "balance")]
    _balance: Option<IgnoredAny>,
    #[serde(rename = "favour")]
    _favour: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    width: Spanned<i64>,
    height: Spanned<i64>,
    terrain: Spanned<String>,
    levels: Option<Spanned<String>>,
    roads: Option<Spanned<String>>,
    #[serde(default)]
    legend: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    grain: Vec<Spanned<String>>,
    #[serde(default)]
    mines: Vec<Spanned<String>>,
    #[serde(default)]
    edge: Vec<EdgeFile>,
    #[serde(default)]
    bridge: Vec<BridgeFile>,
    #[serde(default)]
    objective: Vec<ObjectiveFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EdgeFile {
    kind: Spanned<String>,
    cells: Vec<Spanned<String>>,
    side: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BridgeFile {
    at: Spanned<String>,
    #[serde(rename = "type")]
    kind: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    name: String,
    at: Spanned<String>,
    value: Spanned<i64>,
    held: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideFile {
    key: Spanned<String>,
    name: Spanned<String>,
    letter: Spanned<String>,
    nation: Spanned<String>,
    edge: Spanned<String>,
    breaks: Spanned<i64>,
    #[serde(default)]
    air: bool,
    #[serde(default)]
    group: Vec<GroupFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    name: String,
    #[serde(default)]
    elite: bool,
    #[serde(default)]
    independent: bool,
    #[serde(default)]
    smoke: bool,
    unit: Vec<UnitFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "kebab-case")]
struct UnitFile {
    r#type: Spanned<String>,
    at: Option<Spanned<Words>>,
    aboard: Option<Spanned<Words>>,
    facing: Option<Spanned<String>>,
    #[serde(default)]
    moving: bool,
    turn: Option<Spanned<i64>>,
    #[serde(default)]
    hidden: bool,
    dug_in: Option<Spanned<Words>>,
    #[serde(default)]
    recon: bool,
    #[serde(default)]
    spotter: bool,
    battery: Option<Spanned<i64>>,
}

/// Reads a scenario; messages call the file `name`.
///
/// # Errors
/// Every fault found.
pub fn read(name: &str, text: &str) -> Read<Battle> {
    read_with(name, text, &[])
}

/// Reads a scenario with custom tables. Tables in the scenario replace those of the player's folder, tables
/// in files it names replace both, and tables named on the command line replace all.
///
/// # Errors
/// Every fault of the first file that has one.
pub fn read_with(name: &str, text: &str, own: &[CustomData]) -> Read<Battle> {
    let (folder, named): (Vec<_>, Vec<_>) =
        crate::reading::in_order(own).partition(|own| own.source == Source::Folder);
    let before = folder.into_iter().try_fold(Tables::standard().clone(), custom::lay_file)?;
    let mut report = Report::new(name, text);
    let within = scenario_tables(&mut report, text, before);
    let (file, tables) = report.end(within)?.0;
    let tables = named.into_iter().try_fold(tables, custom::lay_file)?;
    let mut report = Report::new(name, text);
    let battle = battle(&mut report, text, file, tables, own);
    report.end(battle)
}

/// The map of a scenario whose other parts may be faulty.
pub(super) fn board(report: &mut Report, text: &str) -> Option<Map> {
    #[derive(Deserialize)]
    struct Only {
        map: MapFile,
    }
    report.header(text, "panzertruppe")?;
    let only: Only = parsed(report, text)?;
    read_map(report, &only.map)
}

/// The parsed file, and the tables with those of the scenario laid over them.
fn scenario_tables(report: &mut Report, text: &str, tables: Tables) -> Option<(File, Tables)> {
    report.header(text, "panzertruppe")?;
    let file: File = parsed(report, text)?;
    let tables = custom::lay(report, tables, &file.table)?;
    let tables = custom::lay(report, tables, &file.nation)?;
    Some((file, tables))
}

fn battle(report: &mut Report, text: &str, file: File, tables: Tables, own: &[CustomData]) -> Option<Battle> {
    let entries = specifications::read(&tables).ok()?;
    let turns: u8 = report.within("turns", &file.turns, 1..=50)?;
    let year: u16 = report.within("the year", &file.year, 1939..=1945)?;
    let year = (year - 1900) as u8;
    let switches = switches(report, &file.rules);
    let mut map = read_map(report, &file.map)?;
    if switches.is_some_and(|switches| !switches.has(Switch::Cliffs)) {
        // Without the additional rule for cliffs a cliff is an ordinary slope (27, P-80).
        for edge in map.edges.iter_mut().flatten().filter(|edge| **edge == Edge::Cliff) {
            *edge = Edge::Open;
        }
    }
    let setting = Setting { tables: &tables, entries: &entries, map: &map, year, switches: switches? };
    let forces = Sides::read(report, &file, &setting);
    let forces = forces?;
    for (unit, start) in forces.units.iter().zip(&forces.starts) {
        if let (true, Place::Board(cell)) = (unit.dug_in != DugIn::NONE, start.place) {
            map.ground[usize::from(cell)].hole = true;
        }
    }
    for objective in &file.map.objective {
        let cell = map.cell(report, &objective.at)?;
        let value = report.within("the value of an objective", &objective.value, 0..=500)?;
        let held = match &objective.held {
            None => None,
            Some(key) => {
                let side = Side::BOTH.into_iter().find(|s| forces.armies[s.index()].key == *key.get_ref());
                if side.is_none() {
                    report.fault(key.span(), format!("unknown side \"{}\"", key.get_ref()));
                }
                side
            }
        };
        map.objectives.push(Objective { name: objective.name.clone(), cell, value, held });
    }
    let area = map.ground.len();
    let other = tables.changed();
    let told = format!("Played with custom tables: {}.", other.join(", "));
    let changed = if other.is_empty() { Vec::new() } else { vec![String::new(), told] };
    let mut battle = Battle {
        // The tables are a part of the battle.
        fingerprint: crate::game::Digest::of_battle(text, own),
        teaches: file.teaches,
        lesson: Arc::new(file.lesson),
        title: file.title.get_ref().clone(),
        briefing: file.briefing.trim().lines().map(str::to_owned).chain(changed).collect(),
        turns,
        year,
        switches: switches?,
        width: map.width,
        height: map.height,
        terrain: map.ground,
        levels: map.levels,
        edges: map.edges,
        tables,
        armies: forces.armies,
        groups: forces.groups,
        units: forces.units,
        starts: forces.starts,
        objectives: map.objectives,
        lie: Default::default(),
        sights: Pairs::new(area),
        homeward: Default::default(),
    };
    battle.survey();
    Some(battle)
}

fn switches(report: &mut Report, words: &[Spanned<String>]) -> Option<Switches> {
    let mut switches = Switches::default();
    let before = report.faults();
    for word in words {
        match word.get_ref().as_str() {
            "all" => switches = Switches::all(),
            text => match Switch::ALL.iter().find(|(_, known, _)| *known == text) {
                Some((switch, ..)) => switches = switches.with(*switch),
                None => {
                    let known: Vec<&str> = Switch::ALL.iter().map(|(_, known, _)| *known).collect();
                    let near = suggestion(text, &known);
                    report.fault(word.span(), format!("unknown additional rule \"{text}\"{near}"));
                }
            },
        }
    }
    (report.faults() == before).then_some(switches)
}
