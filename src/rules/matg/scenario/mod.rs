//! Scenario files: how one is written, and how it becomes a [`Battle`].
//!
//! A scenario is a TOML file, `scenarios/matg/introductory.toml` the example to copy:
//!
//! - the header: `format = 1` and `ruleset = "matg"`;
//! - the frame: `title`, `turns`, `date = "1943-02"`, `kind`, `briefing`, `[victory]` (see `victory.rs`), and
//!   how far one sees: `surface`, one of open, mixed and closed (6.4.1), or `sighting` in inches; for weather `weather`
//!   with its conditions, `weather-varies`, `weather-percent` for sight reduced by per cent and
//!   `weather-to-fire` for what it adds to rolls to fire; `darkness` with the points by which it lowers
//!   cohesion, and `flares` with the turns in which they lift it (9.6.2);
//! - for who designs it, `points` with the attacker's base points (design: 4): nothing in play asks for them;
//! - to teach: `teaches = true` for the battle offered to who plays for the first time, and `[[hint]]` with a
//!   `phase`, a `turn` (1 if not said) and the `text` that is shown when a player comes to it;
//! - `[map]`: `width`, `height` and the drawings `terrain`, `levels` and `roads`, one character to the
//!   square inch, the top line the northern edge, a dot for nothing in particular. `[map.legend]` gives
//!   each character a terrain or a list of them, `[map.road-legend]` a road;
//! - two `[[side]]`: `key`, `name`, `letter`, `nation`, `cohesion`, its `edge` and the `depth` of its
//!   deployment zone; `[[side.zone]]` for others, see `zones.rs`; each with `[[side.formation]]` and their `[[side.formation.stand]]`: `type` as in
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
//! - on a formation or a stand, `reconnaissance = true` for a reconnaissance or armoured car unit (7.8.2); on a
//!   formation, `attached` with the name of the formation it lands with in support (8.10.1.1);
//! - `[[side.landing]]` for an airborne group (8.10), to which stands belong by `landing` with its name: see
//!   `landings.rs`; and `surprised = true` on a side (8.10.1.5).
//! - `options` of the frame names the optional rules in force, by the words of `state/options.rs`: hot-shot (12.2.1);
//!   `better-shells = true` of a stand equips it with them (12.9), `heat = true` with hollow charges (12.11);
//!   special rules of a side are in `specials.rs`;
//! - `[[side.aircraft]]` with the `type` of the aircraft data, `count` and `turn` for air strikes (12.3),
//!   `air-support = true` of a stand that hosts an air support team, `air-support-roll = true` of a side that rolls for it;
//! - `determination = 40` of a side says how many losses it bears, in per cent, `break-points = [107]` at what its
//!   forces break, where determination counts (12.1);
//! - what a battle prints for itself: `[[side.weapon]]`, lines such as those of the weapons data, found by `type` before them;
//!   `carries-its-own = true` of a vehicle for the stand that begins `aboard` it, with `landing` too; `[[variant]]` with `at`
//!   and `terrain` for ground that the option `variant` lays instead;
//! - what had been done before it began, for a battle that goes on from an earlier one: `state` and `smoke-left` of a stand,
//!   and the keys of `under_way.rs`;
//! - for works, a side may have `[[side.minefield]]`, `dummies`, `wire`, `ditch` and `[[side.position]]`
//!   (11.1 to 11.4); a stand may have `engineer = true`, which its name says else, `equipment` out
//!   of mine-roller, dozer, bridge, recovery and culin, and a transport `bridging = true` (11.5).
//!
//! A section is a file in this folder: what it says and how it is read. To add one, write its file, give
//! `File` a field and `battle` a line. A bad scenario is refused with everything that is wrong with it,
//! each with its line, its column and what was expected; nothing is guessed.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::reading::Spanned;

use super::ground::terrain::Ground;
use super::state::battle::{Battle, Optional};
use crate::board::Square;
use crate::game::Digest;
use crate::reading::{Read, Report, parsed};

mod aircraft;
mod areas;
mod check;
mod determination;
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

/// The battle that teaches.
pub const FIRST_STEPS: &str = include_str!("../../../../scenarios/matg/first-steps.toml");

/// The introductory battle.
pub const INTRODUCTORY: &str = include_str!("../../../../scenarios/matg/introductory.toml");

/// Italian guns against British cruisers.
pub const BIR_EL_GUBI: &str = include_str!("../../../../scenarios/matg/bir-el-gubi.toml");

/// A town on the Chir, behind wire and mines.
pub const STATE_FARM: &str = include_str!("../../../../scenarios/matg/state-farm-79.toml");

/// A village on a height, taken and to be taken back.
pub const STONNE: &str = include_str!("../../../../scenarios/matg/stonne.toml");

/// A pass with two roads out of it.
pub const STARK_RESISTANCE: &str = include_str!("../../../../scenarios/matg/stark-resistance.toml");

/// Three villages, from the air and by road.
pub const COSTLY_SETBACK: &str = include_str!("../../../../scenarios/matg/costly-setback.toml");

/// A ford before the beachhead.
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
    // The frame. Flattening it would lose the lines and columns.
    title: Spanned<String>,
    turns: Spanned<i64>,
    date: Spanned<String>,
    kind: super::state::battle::ScenarioKind,
    /// The attacker's base points, for who goes on designing it (design: 4).
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
    /// For who plays for the first time.
    #[serde(default)]
    teaches: bool,
    #[serde(default)]
    hint: Vec<frame::HintLine>,
    victory: victory::Lines,
    map: map::Map,
    /// What the variant changes that the battle prints beside itself.
    #[serde(default)]
    variant: Vec<map::Change>,
    side: Spanned<Vec<forces::Side>>,
}

/// Reads the map alone: its size, its ground and its levels by cell index.
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

/// Reads a scenario; `name` is what its messages call the file.
///
/// Fails with every fault found; what is only odd comes back beside the battle.
pub fn read(name: &str, text: &str) -> Read<Battle> {
    read_into(Report::new(name, text), text)
}

/// Reads the scenario of a game that has begun, with the observers it was begun with.
///
/// Fails with every fault found.
pub fn read_kept(name: &str, text: &str) -> Read<Battle> {
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
    // Without a board or a date there is nothing to check the stands against; they are still read.
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
    let mut battle = Battle {
        fingerprint: Digest::of_text(text),
        title: frame.title,
        briefing: frame.briefing,
        teaches: file.teaches,
        hints: frame.hints,
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
    if battle.plays(Optional::HiddenSetUp) && battle.markers.is_empty() {
        report.warn(0..0, "neither side has positions or mines: a hidden set-up has no effect");
    }
    check::zones(report, &battle, &places);
    landings::zones(report, &battle, &forces.landings);
    aircraft::read(report, file.side.get_ref(), &mut battle);
    lent::lend(report, file.side.get_ref(), &mut battle);
    prices::tell(report, &mut battle, file.side.get_ref());
    battle.under_way = under_way::read(report, &file, &battle);
    let mut battle = missions::read(report, file.side.get_ref(), battle)?;
    battle.break_points = determination::break_points(report, file.side.get_ref(), &battle);
    Some(battle)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
