//! Scenario files: their format, and how one becomes a [`Battle`].
//!
//! A scenario is a TOML file; `scenarios/matg/introductory.toml` is a good example to copy.
//!
//! - Header: `format = 1` and `ruleset = "matg"`;
//! - general: `title`, `turns`, `date = "1943-02"`, `kind`, `briefing`, `[victory]` (see `victory.rs`), and
//!   visibility: `surface`, one of open, mixed and closed (6.4.1), or `sighting` in inches; for weather,
//!   `weather` with its conditions, `weather-varies`, `weather-percent` for reduced sight as a percentage and
//!   `weather-to-fire` for its modifier to rolls to fire; `darkness` with the points by which it lowers
//!   cohesion, and `flares` with the turns in which they cancel it (9.6.2);
//! - for scenario design, `points` with the attacker's base points (design: 4); they have no effect in play;
//! - for tutorials: `teaches = true` for the battle offered to new players, and `[[hint]]` with a `phase`, a
//!   `turn` (1 by default) and the `text` shown when a player reaches it;
//! - `[map]`: `width`, `height` and the drawings `terrain`, `levels` and `roads`, one character per square
//!   inch, the northern edge at the top, a dot for clear terrain. `[map.legend]` gives each character a
//!   terrain type or a list of them, `[map.road-legend]` a road;
//! - two `[[side]]` tables: `key`, `name`, `letter`, `nation`, `cohesion`, its `edge` and the `depth` of its
//!   deployment zone; `[[side.zone]]` for other zones, see `zones.rs`; each with `[[side.formation]]` and
//!   their `[[side.formation.stand]]`: `type` as in the weapons data and `count`; `at` with a cell for each,
//!   or `aboard` with a carrier's tag for each, or `off-map = true` (7.7); optionally `facing`, `role` as
//!   "HQ" or "GHQ+1" (10.1), `recon = true` for "R" in brackets (10.6), `observer = true` for FO, and `also`
//!   for the entry of their other role (10.7.1). Stands are numbered from 1 in file order: G1, G2 and so on;
//! - for artillery, a side may have `defends = true` and `bought-observers = 2` (7.8.2), and plot fire before
//!   the game in `[[side.mission]]`: `kind`, "pre-registered" with a `name` or "barrage" with `arrival` and
//!   `duration`, `batteries` and `location`, such as "1722 Open 2E" or "1016 Closed Smoke" (7.6.2); off-map
//!   batteries may have `fire-turns = 3` (7.9);
//! - for water, on a stand: `boats` as "fast" or "slow" for fording boats on a transport or ready beside
//!   infantry (8.9.4), `amphibious = false` (8.9), `streams = true` for boats (10.12);
//! - on a formation or a stand, `reconnaissance = true` for a reconnaissance or armoured car unit (7.8.2); on
//!   a formation, `attached` with the name of the formation it lands with in support (8.10.1.1);
//! - `[[side.landing]]` for an airborne group (8.10), whose stands name it in `landing`: see `landings.rs`;
//!   and `surprised = true` on a side (8.10.1.5).
//! - `options`, at the top level, lists the optional rules in force, by the words of `state/options.rs`:
//!   hot-shot (12.2.1); on a stand, `better-shells = true` gives it improved ammunition (12.9) and `heat =
//!   true` HEAT rounds (12.11); a side's special rules are in `specials.rs`;
//! - `[[side.aircraft]]` with the `type` in the aircraft data, `count` and `turn` for air strikes (12.3),
//!   `air-support = true` on a stand that hosts an air support team, `air-support-roll = true` on a side that
//!   rolls for it;
//! - `determination = 40` on a side is its determination level as a percentage, `break-points = [107]` the
//!   break point of each of its forces, if determination is used (12.1);
//! - custom data: `[[side.weapon]]` in the format of the weapons data, looked up by `type` before them;
//!   `carries-its-own = true` on a vehicle that may carry the stand that starts `aboard` it whatever the
//!   rules require, also with `landing`; `[[variant]]` with `at` and `terrain` for terrain used with the
//!   option `variant`;
//! - for a battle that continues an earlier one: `state` and `smoke-left` on a stand, and the keys of
//!   `under_way.rs`;
//! - for works, a side may have `[[side.minefield]]`, `dummies`, `wire`, `ditch` and `[[side.position]]`
//!   (11.1 to 11.4); a stand may have `engineer = true` (otherwise taken from its name), `equipment` from
//!   mine-roller, dozer, bridge, recovery and culin, and a transport `bridging = true` (11.5).
//!
//! Each section has a file in this folder with its format and its reader. To add one, write its file, give
//! `File` a field and call it from `battle`. A bad scenario is refused with all its faults, each with its
//! line, its column and what was expected; nothing is guessed.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::reading::{Read, Report, Spanned, parsed};

use super::ground::terrain::Ground;
use super::state::battle::{Battle, Optional};
use crate::board::Square;
use crate::game::{Digest, Lesson};

mod aircraft;
mod areas;
mod check;
mod determination;
mod fielding;
mod forces;
mod frame;
mod landings;
mod lent;
mod map;
mod missions;
mod observers;
mod prices;
mod specials;
mod stand;
mod under_way;
mod victory;
mod works;
pub(in crate::rules::matg) mod written;
mod zones;

pub(in crate::rules::matg) use lent::aircraft_of;
pub(in crate::rules::matg) use observers::given as observers_given;
pub(in crate::rules::matg) use stand::is_support;

/// The tutorial battle.
pub const FIRST_STEPS: &str = include_str!("../../../../scenarios/matg/first-steps.toml");

/// The introductory battle.
pub const INTRODUCTORY: &str = include_str!("../../../../scenarios/matg/introductory.toml");

/// Italian guns against British cruisers.
pub const BIR_EL_GUBI: &str = include_str!("../../../../scenarios/matg/bir-el-gubi.toml");

/// A town on the Chir, defended with wire and mines.
pub const STATE_FARM: &str = include_str!("../../../../scenarios/matg/state-farm-79.toml");

/// A hilltop village, lost and to be recaptured.
pub const STONNE: &str = include_str!("../../../../scenarios/matg/stonne.toml");

/// A pass with two roads leading out of it.
pub const STARK_RESISTANCE: &str = include_str!("../../../../scenarios/matg/stark-resistance.toml");

/// Three villages, attacked from the air and by road.
pub const COSTLY_SETBACK: &str = include_str!("../../../../scenarios/matg/costly-setback.toml");

/// A ford in front of the beachhead.
pub const BLACK_MONDAY: &str = include_str!("../../../../scenarios/matg/black-monday.toml");

/// Two tank forces in the desert.
pub const SIDI_SULEIMAN: &str = include_str!("../../../../scenarios/matg/sidi-suleiman.toml");

/// The whole file, section by section.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "ruleset")]
    _ruleset: IgnoredAny,
    // General data. Flattening it would lose the lines and columns.
    title: Spanned<String>,
    turns: Spanned<i64>,
    date: Spanned<String>,
    kind: super::state::battle::ScenarioKind,
    /// The attacker's base points, for the scenario editor (design: 4).
    points: Option<Spanned<i64>>,
    surface: Option<Spanned<frame::Surface>>,
    sighting: Option<Spanned<i64>>,
    #[serde(default)]
    weather: Vec<super::ground::weather::Weather>,
    #[serde(default, rename = "weather-varies")]
    weather_varies: bool,
    #[serde(default, rename = "weather-percent")]
    weather_percent: bool,
    #[serde(rename = "weather-to-fire")]
    weather_to_fire: Option<Spanned<i64>>,
    /// Optional rules in force (12).
    #[serde(default)]
    options: Vec<super::state::battle::Optional>,
    darkness: Option<Spanned<i64>>,
    #[serde(default)]
    flares: Vec<Spanned<i64>>,
    /// Hedgerows cut through (9.3.3).
    #[serde(default)]
    breaches: Vec<Spanned<String>>,
    /// Turn 1 has no fire and no plots.
    #[serde(default, rename = "begins-with-movement")]
    begins_with_movement: bool,
    #[serde(default)]
    briefing: String,
    /// For new players.
    #[serde(default)]
    teaches: bool,
    #[serde(default)]
    hint: Vec<frame::HintLine>,
    #[serde(default)]
    lesson: Lesson,
    victory: victory::Lines,
    map: map::Map,
    /// Terrain changes of the variant.
    #[serde(default)]
    variant: Vec<map::Change>,
    side: Spanned<Vec<forces::Side>>,
    /// Balance provisions have been applied by now.
    #[serde(default, rename = "balance")]
    _balance: Option<IgnoredAny>,
    #[serde(default, rename = "favour")]
    _favour: Option<IgnoredAny>,
}

/// Reads only the map: its size, its terrain and its levels by cell index.
pub(in crate::rules::matg) fn field(
    report: &mut Report,
    text: &str,
) -> Option<(Square, Vec<Ground>, Vec<i8>)> {
    #[derive(Deserialize)]
    struct Field {
        map: map::Map,
    }
    report.header(text, "matg")?;
    let field: Field = parsed(report, text)?;
    let board = map::read(report, &field.map)?;
    Some((board.grid, board.ground, board.levels))
}

/// Reads a scenario; `name` is the file name used in messages.
///
/// Fails with every fault found; on success, warnings come with the battle.
pub fn read(name: &str, text: &str) -> Read<Battle> {
    read_into(Report::new(name, text), text)
}

/// Reads the scenario of a game in progress, with the observers it started with.
///
/// Fails with every fault found.
pub fn read_saved(name: &str, text: &str) -> Read<Battle> {
    read_into(Report::new(name, text).of_a_game(), text)
}

fn read_into(mut report: Report<'_>, text: &str) -> Read<Battle> {
    let battle = battle(&mut report, text);
    report.end(battle)
}

fn battle(report: &mut Report, text: &str) -> Option<Battle> {
    report.header(text, "matg")?;
    let file: File = parsed(report, text)?;

    if let Some(points) = &file.points {
        let _: Option<u32> = report.within("points", points, 50..=9999);
    }
    let frame = frame::read(report, &file);
    let terrain = map::read(report, &file.map);
    // Without a board or a date the stands can't be checked, but they are still read.
    let grid = terrain.as_ref().map(|terrain| terrain.grid);
    let date = frame.as_ref().map_or((1945, 12), |frame| frame.date);
    let unknown = Square { width: 99, height: 99 };
    let length = frame.as_ref().map_or(100, |frame| frame.turns);
    let victory = victory::read(report, &file.victory, file.side.get_ref(), grid.unwrap_or(unknown), length);
    let mut forces = forces::read(report, &file.side, grid.unwrap_or(unknown), date)?;
    let plays = |option| file.options.contains(&option);
    check::transports(report, &forces, (plays(Optional::LoadedTransports), plays(Optional::TankRiders)));
    let mut terrain = terrain?;
    map::variant(report, &file.variant, plays(Optional::Variant), &mut terrain);
    let markers = works::read(report, &file.side, &forces, &mut terrain);
    check::starts(report, &forces, &terrain);
    landings::boats(report, &forces, &terrain);
    landings::attached(report, &forces);
    let turns = frame.as_ref().map_or(100, |frame| frame.turns);
    let zones = zones::read(report, file.side.get_ref(), &mut forces.stands, terrain.grid, turns);
    let (frame, victory) = (frame?, victory?);

    let places: Vec<usize> = forces.stands.iter().map(|fielded| fielded.place).collect();
    let battle = Battle {
        fingerprint: Digest::of_text(text),
        title: frame.title,
        briefing: frame.briefing,
        teaches: file.teaches,
        hints: frame.hints,
        lesson: Arc::new(file.lesson.clone()),
        costs: Default::default(),
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
        victory,
        zones,
        preparations: specials::preparations(report, file.side.get_ref(), terrain.grid, frame.turns),
        held_fire: specials::held_fire(report, file.side.get_ref(), frame.turns),
        windows: specials::windows(report, file.side.get_ref(), frame.turns),
        rising: specials::rising(report, file.side.get_ref()),
        options: file.options.iter().copied().collect(),
        break_points: Default::default(),
        mounts_at_will: specials::at_will(file.side.get_ref(), |side| side.mounts_at_will),
        works_at_will: specials::at_will(file.side.get_ref(), |side| side.works_at_will),
        mine_areas: specials::mine_areas(report, file.side.get_ref(), terrain.grid),
        mines_per_road: specials::mines_per_road(report, file.side.get_ref()),
        observers_at_will: specials::at_will(file.side.get_ref(), |side| side.observers_at_will),
        targets_at_will: specials::at_will(file.side.get_ref(), forces::Side::records_targets),
        begins_with_movement: file.begins_with_movement,
        deploys_first: specials::deploys_first(file.side.get_ref()),
        aircraft: Vec::new(),
        air_support: [false; 2],
        air_roll: [false; 2],
        surprised: landings::surprised(report, file.side.get_ref(), &forces.landings),
        landings: forces.landings.iter().map(|read| read.landing.clone()).collect(),
        defender: None,
        targets: Default::default(),
        missions: Vec::new(),
        under_way: Default::default(),
    };
    complete(report, &file, battle, &places, &forces.landings)
}

/// Checks the battle as a whole and adds what depends on the rest of it.
fn complete(
    report: &mut Report,
    file: &File,
    mut battle: Battle,
    places: &[usize],
    groups: &[landings::Read],
) -> Option<Battle> {
    if battle.plays(Optional::HiddenSetUp) && battle.markers.is_empty() {
        report.warn(0..0, "neither side has positions or mines: a hidden set-up has no effect");
    }
    check::zones(report, &battle, places);
    landings::zones(report, &battle, groups);
    aircraft::read(report, file.side.get_ref(), &mut battle);
    lent::lend(report, file.side.get_ref(), &mut battle);
    prices::tell(report, &mut battle, file.side.get_ref());
    battle.under_way = under_way::read(report, file, &battle);
    let mut battle = missions::read(report, file.side.get_ref(), battle)?;
    battle.break_points = determination::break_points(report, file.side.get_ref(), &battle);
    Some(battle)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
