//! Scenario files: how one is written, and how it becomes a [`Battle`].
//!
//! `scenarios/panzertruppe/crossroads.toml` is the example to copy:
//!
//! - the frame: `format = 1`, `ruleset = "panzertruppe"`, `title`, `turns`, `year = 1944`, `briefing`, and
//!   `rules`, the additional rules in force by their words, or `["all"]`;
//! - `[map]`: `width`, `height`, the drawings `terrain`, `levels` (digits) and `roads` (`=`), `[map.legend]` with
//!   a word for each character of the first, `grain` and `mines` as lists of cells;
//! - `[[map.edge]]`: `kind` hedge, wall, hedgerow or cliff, `cells` and the `side` N, E, S or W of them;
//!   `[[map.bridge]]`: `at` and `type` A to E; `[[map.objective]]`: `name`, `at`, `value`, `held` by a side;
//! - two `[[side]]`, the first of which takes the phases of the Axis: `key`, `name`, `letter`, `nation`, the safe
//!   `edge`, `breaks` in percent of its value, `air = true`;
//! - each with `[[side.group]]`: `name`, `elite`, `independent`, `smoke`; and `[[side.group.unit]]`: `type` as in
//!   `standto catalog panzertruppe`, `at` with a cell for each or `aboard` with a tag for each, `facing` as a wind
//!   or 24ths, `moving = true`, `turn` for reserves, `hidden`, `dug-in` as a list of front, right, left, rear or
//!   all, `recon`, `spotter`, `battery`;
//! - `[[table]]` and `[[nation]]`: tables of your own in place of those of the program, as in
//!   `config/panzertruppe/tables.toml` and `vehicles.toml`; or `tables = "FILE"`, which holds them, beside the scenario.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::catalog::{self, Entry};
use super::own::{self, OwnSheet};
use super::sight::Sights;
use super::state::battle::{Army, Battle, Group, Objective, Start};
use super::state::{Edge, Ground, Id, Kind, Place, Switch, Tag};
use super::tables::Tables;
use crate::board::{Cell, Compass};
use crate::book::{OwnTables, Source};
use crate::game::Side;
use crate::reading::{Drawing, Read, Report, Words, mark, parsed, suggestion};

/// Most units a side may have: the enemy's watchers are bits of a word.
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
    rules: Vec<Spanned<String>>,
    #[serde(rename = "tables")]
    _tables: Option<IgnoredAny>,
    map: MapFile,
    side: Spanned<Vec<SideFile>>,
    #[serde(default)]
    table: Vec<OwnSheet>,
    #[serde(default)]
    nation: Vec<OwnSheet>,
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

/// Nations with their radio: 0 American, 1 British, 2 German, 3 others.
const NATIONS: [(&str, u8); 6] =
    [("United States", 0), ("Britain", 1), ("Germany", 2), ("Russia", 3), ("France", 3), ("Japan", 3)];

/// Reads a scenario; `name` is what its messages call the file.
///
/// # Errors
/// Every fault found.
pub fn read(name: &str, text: &str) -> Read<Battle> {
    read_with(name, text, &[])
}

/// Reads a scenario that is played with tables of the player's own: those of his folder give way to those in the
/// scenario, these to those in files it names, and all of them to those named on the command line.
///
/// # Errors
/// Every fault found, of the first file that has one.
pub fn read_with(name: &str, text: &str, own: &[OwnTables]) -> Read<Battle> {
    let (folder, named): (Vec<_>, Vec<_>) = own::in_order(own).partition(|own| own.source == Source::Folder);
    let before = folder.into_iter().try_fold(Tables::standard().clone(), own::lay_file)?;
    let mut report = Report::new(name, text);
    let within = scenario_tables(&mut report, text, before);
    let (file, tables) = report.end(within)?.0;
    let tables = named.into_iter().try_fold(tables, own::lay_file)?;
    let mut report = Report::new(name, text);
    let battle = battle(&mut report, text, file, tables, own);
    report.end(battle)
}

/// The file, and the tables with those of the scenario laid over them.
fn scenario_tables(report: &mut Report, text: &str, tables: Tables) -> Option<(File, Tables)> {
    report.header(text, "panzertruppe")?;
    let file: File = parsed(report, text)?;
    let tables = own::lay(report, tables, &file.table)?;
    let tables = own::lay(report, tables, &file.nation)?;
    Some((file, tables))
}

fn battle(report: &mut Report, text: &str, file: File, tables: Tables, own: &[OwnTables]) -> Option<Battle> {
    let entries = catalog::read(&tables).ok()?;
    let turns: u8 = report.within("turns", &file.turns, 1..=50)?;
    let year: u16 = report.within("the year", &file.year, 1939..=1945)?;
    let year = (year - 1900) as u8;
    let switches = switches(report, &file.rules);
    let mut map = read_map(report, &file)?;
    if switches.is_some_and(|bits| bits & Switch::Cliffs.bit() == 0) {
        // Without the rule of cliffs a steep slope is a slope (27, P-80).
        for edge in map.edges.iter_mut().flatten().filter(|edge| **edge == Edge::Cliff) {
            *edge = Edge::Open;
        }
    }
    let forces = Forces::read(report, &file, &tables, &entries, &map, year, switches?);
    let forces = forces?;
    for (unit, start) in forces.units.iter().zip(&forces.starts) {
        if let (true, Place::Board(cell)) = (unit.dug_in != 0, start.place) {
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
                    report.fault(key.span(), format!("there is no side \"{}\"", key.get_ref()));
                }
                side
            }
        };
        map.objectives.push(Objective { name: objective.name.clone(), cell, value, held });
    }
    // The figures are a part of the battle.
    let fingerprint = own::in_order(own).fold(crate::game::Digest::of_text(text), |so_far, own| {
        crate::game::Digest::of_text(&format!("{so_far:016x}{}", own.text))
    });
    let area = map.ground.len();
    let other = tables.changed();
    let told = format!("Played with tables of your own: {}.", other.join(", "));
    let changed = if other.is_empty() { Vec::new() } else { vec![String::new(), told] };
    let mut battle = Battle {
        fingerprint,
        title: file.title.get_ref().clone(),
        briefing: file.briefing.trim().lines().map(str::to_owned).chain(changed).collect(),
        turns,
        year,
        switches: switches?,
        width: map.width,
        height: map.height,
        ground: map.ground,
        levels: map.levels,
        edges: map.edges,
        tables,
        armies: forces.armies,
        groups: forces.groups,
        units: forces.units,
        starts: forces.starts,
        objectives: map.objectives,
        lie: Default::default(),
        sights: Sights::new(area),
        homeward: Default::default(),
    };
    battle.survey();
    battle.homeward =
        Side::BOTH.map(|side| std::array::from_fn(|column| battle.ways_home(side, column, &[])));
    Some(battle)
}

fn switches(report: &mut Report, words: &[Spanned<String>]) -> Option<u32> {
    let mut bits = 0;
    let before = report.faults();
    for word in words {
        match word.get_ref().as_str() {
            "all" => bits = Switch::ALL.iter().fold(0, |bits, (switch, ..)| bits | switch.bit()),
            text => match Switch::ALL.iter().find(|(_, known, _)| *known == text) {
                Some((switch, ..)) => bits |= switch.bit(),
                None => {
                    let known: Vec<&str> = Switch::ALL.iter().map(|(_, known, _)| *known).collect();
                    let near = suggestion(text, &known);
                    report.fault(word.span(), format!("there is no additional rule \"{text}\"{near}"));
                }
            },
        }
    }
    (report.faults() == before).then_some(bits)
}

struct Map {
    width: u8,
    height: u8,
    ground: Vec<Ground>,
    levels: Vec<i8>,
    edges: Vec<[Edge; 2]>,
    objectives: Vec<Objective>,
}

impl Map {
    fn index(&self, cell: Cell) -> Option<u16> {
        let on =
            (0..i16::from(self.width)).contains(&cell.x) && (0..i16::from(self.height)).contains(&cell.y);
        on.then(|| cell.y as u16 * u16::from(self.width) + cell.x as u16)
    }

    fn named(&self, report: &mut Report, text: &str, at: std::ops::Range<usize>) -> Option<u16> {
        match text.parse::<Cell>() {
            Ok(cell) => {
                let index = self.index(cell);
                if index.is_none() {
                    report.fault(at, format!("{text} is off the board of {} by {}", self.width, self.height));
                }
                index
            }
            Err(error) => {
                report.fault(at, error.to_string());
                None
            }
        }
    }

    fn cell(&self, report: &mut Report, text: &Spanned<String>) -> Option<u16> {
        self.named(report, text.get_ref(), text.span())
    }
}

fn read_map(report: &mut Report, file: &File) -> Option<Map> {
    let map = &file.map;
    let width: u8 = report.within("the width of the map", &map.width, 6..=60)?;
    let height: u8 = report.within("the height of the map", &map.height, 6..=60)?;
    let size = (width, height);
    let mut legend: Vec<(char, Kind)> = Vec::new();
    let words: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    for (key, word) in &map.legend {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == word.get_ref());
        match (mark(report, key), kind) {
            (Some(mark), Some(kind)) => legend.push((mark, kind)),
            (_, None) => {
                let near = suggestion(word.get_ref(), &words);
                report.fault(word.span(), format!("there is no terrain \"{}\"{near}", word.get_ref()));
            }
            _ => {}
        }
    }
    let terrain = Drawing { what: "terrain", text: &map.terrain, size, legend: "in [map.legend]" };
    let kinds = terrain.read(report, Kind::Clear, |mark| {
        legend.iter().find(|(known, _)| *known == mark).map(|(_, kind)| *kind)
    });
    let area = usize::from(width) * usize::from(height);
    let levels = match &map.levels {
        None => Some(vec![0; area]),
        Some(text) => Drawing { what: "levels", text, size, legend: "a level, expected 0, 1 or 2" }.read(
            report,
            0,
            |mark| mark.to_digit(10).filter(|level| *level <= 2).map(|level| level as i8),
        ),
    };
    let roads = match &map.roads {
        None => Some(vec![false; area]),
        Some(text) => {
            Drawing { what: "roads", text, size, legend: "a road, expected =" }
                .read(report, false, |mark| (mark == '=').then_some(true))
        }
    };
    let (kinds, levels, roads) = (kinds?, levels?, roads?);
    let ground = kinds.into_iter().zip(roads).map(|(kind, road)| Ground { kind, road, ..Ground::default() });
    let mut read = Map {
        width,
        height,
        ground: ground.collect(),
        levels,
        edges: vec![[Edge::Open; 2]; area],
        objectives: Vec::new(),
    };
    for cell in &map.grain {
        if let Some(index) = read.cell(report, cell) {
            read.ground[usize::from(index)].grain = true;
        }
    }
    for cell in &map.mines {
        if let Some(index) = read.cell(report, cell) {
            read.ground[usize::from(index)].mines = true;
        }
    }
    for bridge in &map.bridge {
        let kind = ["A", "B", "C", "D", "E"].iter().position(|kind| kind == bridge.kind.get_ref());
        match (read.cell(report, &bridge.at), kind) {
            (Some(index), Some(kind)) => {
                let ground = &mut read.ground[usize::from(index)];
                ground.bridge = Some(kind as u8);
                ground.road = true;
            }
            (_, None) => {
                let fault = format!("a bridge is of type A to E, not \"{}\"", bridge.kind.get_ref());
                report.fault(bridge.kind.span(), fault);
            }
            _ => {}
        }
    }
    for edge in &map.edge {
        let kinds = [Edge::Hedge, Edge::Wall, Edge::Hedgerow, Edge::Cliff];
        let kind = kinds.into_iter().find(|kind| kind.name() == edge.kind.get_ref());
        let Some(kind) = kind else {
            let near = suggestion(edge.kind.get_ref(), &kinds.map(Edge::name));
            report.fault(edge.kind.span(), format!("there is no edge \"{}\"{near}", edge.kind.get_ref()));
            continue;
        };
        let side = match edge.side.get_ref().as_str() {
            "N" => Compass::N,
            "E" => Compass::E,
            "S" => Compass::S,
            "W" => Compass::W,
            other => {
                report.fault(edge.side.span(), format!("an edge has the side N, E, S or W, not \"{other}\""));
                continue;
            }
        };
        for cell in &edge.cells {
            let Some(index) = read.cell(report, cell) else { continue };
            let width = u16::from(width);
            let at = Cell::new((index % width) as i16, (index / width) as i16);
            let place = match side {
                Compass::N | Compass::E => Some(index),
                _ => read.index(at.step(side)),
            };
            match place.filter(|_| read.index(at.step(side)).is_some()) {
                Some(place) => {
                    let half = usize::from(matches!(side, Compass::N | Compass::S));
                    read.edges[usize::from(place)][half] = kind;
                }
                None => {
                    report.fault(cell.span(), format!("{} has no neighbour to the {side}", cell.get_ref()))
                }
            }
        }
    }
    Some(read)
}

struct Forces {
    armies: [Army; 2],
    groups: Vec<Group>,
    units: Vec<super::state::Unit>,
    starts: Vec<Start>,
}

impl Forces {
    fn read(
        report: &mut Report,
        file: &File,
        tables: &Tables,
        entries: &[Entry],
        map: &Map,
        year: u8,
        switches: u32,
    ) -> Option<Self> {
        let sides = file.side.get_ref();
        if sides.len() != 2 {
            report.fault(file.side.span(), format!("a battle has two sides, found {}", sides.len()));
            return None;
        }
        let before = report.faults();
        let (mut groups, mut units, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut armies = Vec::new();
        let mut taken: Vec<u16> = Vec::new();
        for (side, found) in Side::BOTH.into_iter().zip(sides) {
            let first = units.len();
            let mut reader = Reader {
                report,
                map,
                tables,
                entries,
                year,
                switches,
                side,
                found,
                first,
                taken: &mut taken,
            };
            let army = reader.army(&mut groups, &mut units, &mut starts);
            armies.extend(army);
        }
        if let [a, b] = &armies[..]
            && (a.letter == b.letter || a.key == b.key)
        {
            report.fault(sides[1].letter.span(), "both sides have the same letter or key");
        }
        if report.faults() > before {
            return None;
        }
        let armies: [Army; 2] = armies.try_into().ok()?;
        Some(Self { armies, groups, units, starts })
    }
}

struct Reader<'a, 'b> {
    report: &'a mut Report<'b>,
    map: &'a Map,
    tables: &'a Tables,
    entries: &'a [Entry],
    year: u8,
    switches: u32,
    side: Side,
    found: &'a SideFile,
    first: usize,
    taken: &'a mut Vec<u16>,
}

impl Reader<'_, '_> {
    fn army(
        &mut self,
        groups: &mut Vec<Group>,
        units: &mut Vec<super::state::Unit>,
        starts: &mut Vec<Start>,
    ) -> Option<Army> {
        let found = self.found;
        let letter = match found.letter.get_ref().chars().collect::<Vec<_>>()[..] {
            [letter] if letter.is_ascii_uppercase() => letter,
            _ => {
                let fault =
                    format!("the letter of a side is one capital letter, not \"{}\"", found.letter.get_ref());
                self.report.fault(found.letter.span(), fault);
                return None;
            }
        };
        let nation = NATIONS.iter().find(|(name, _)| name == found.nation.get_ref());
        let Some(&(nation, radio)) = nation else {
            let near = suggestion(found.nation.get_ref(), &NATIONS.map(|(name, _)| name));
            self.report.fault(
                found.nation.span(),
                format!("there is no nation \"{}\"{near}", found.nation.get_ref()),
            );
            return None;
        };
        let edge = match found.edge.get_ref().as_str() {
            "N" => Compass::N,
            "E" => Compass::E,
            "S" => Compass::S,
            "W" => Compass::W,
            other => {
                self.report
                    .fault(found.edge.span(), format!("the safe edge is N, E, S or W, not \"{other}\""));
                return None;
            }
        };
        let breaks =
            self.report.within("the percentage at which a side is beaten", &found.breaks, 1..=100)?;
        for group in &found.group {
            let index = groups.len() as u8;
            groups.push(Group {
                name: group.name.clone(),
                side: self.side,
                elite: group.elite,
                independent: group.independent,
                smoke: group.smoke,
            });
            for unit in &group.unit {
                self.unit(unit, group, index, nation, letter, edge, units, starts);
            }
        }
        let count = units.len() - self.first;
        if count == 0 || count > MOST {
            self.report.fault(found.key.span(), format!("a side has 1 to {MOST} units, found {count}"));
            return None;
        }
        // A referee may designate more, but a fifth of the vehicles is the common measure (29).
        let own = &units[self.first..];
        let scouts = own.iter().filter(|unit| unit.recon).count();
        let most = own.iter().filter(|unit| unit.is_vehicle()).count() / 5;
        if scouts > most && scouts > 1 {
            let odd = format!("{scouts} units of reconnaissance; a fifth of the vehicles are {most}");
            self.report.warn(found.key.span(), odd);
        }
        let letter_of = catalog::NATIONS.iter().find(|(_, name)| *name == nation).map_or('?', |(it, _)| *it);
        let air_value = self.tables.air.value(letter_of, self.year).filter(|_| found.air).unwrap_or(0);
        Some(Army {
            key: found.key.get_ref().clone(),
            name: found.name.get_ref().clone(),
            letter,
            nation: letter_of,
            radio,
            russian: nation == "Russia",
            edge,
            air: found.air,
            first: self.first as Id,
            count: count as Id,
            value: units[self.first..].iter().map(|unit| u32::from(unit.value)).sum(),
            air_value,
            breaks,
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn unit(
        &mut self,
        file: &UnitFile,
        group: &GroupFile,
        index: u8,
        nation: &str,
        letter: char,
        edge: Compass,
        units: &mut Vec<super::state::Unit>,
        starts: &mut Vec<Start>,
    ) {
        let name = file.r#type.get_ref();
        let Some(entry) = catalog::find(self.entries, nation, name) else {
            let known: Vec<&str> = self.entries.iter().map(|entry| entry.name.as_str()).collect();
            let near =
                crate::reading::nearest(name, &known.iter().map(|&s| s.to_owned()).collect::<Vec<_>>());
            let near = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            self.report.fault(file.r#type.span(), format!("there is no unit \"{name}\"{near}"));
            return;
        };
        if self.year < entry.years.0 || self.year > entry.years.1 {
            let (from, to) = entry.years;
            let odd = format!("{name} saw action from 19{from} to 19{to}, not in 19{}", self.year);
            self.report.warn(file.r#type.span(), odd);
        }
        self.allowed(file, entry);
        let facing = match &file.facing {
            None => (edge.opposite() as u8) * 3,
            Some(text) => match text.get_ref().parse::<Compass>() {
                Ok(wind) => wind as u8 * 3,
                Err(_) => match text.get_ref().parse::<u8>() {
                    Ok(turn) if turn < 24 => turn,
                    _ => {
                        let fault = format!("a facing is a wind or 0 to 23, not \"{}\"", text.get_ref());
                        self.report.fault(text.span(), fault);
                        0
                    }
                },
            },
        };
        let mut turn = match &file.turn {
            None => 1,
            Some(turn) => self.report.within("the turn of a reserve", turn, 1..=50).unwrap_or(1),
        };
        let battery = match &file.battery {
            None => 0,
            Some(battery) => self.report.within("the number of a battery", battery, 1..=9).unwrap_or(0),
        };
        self.calls(file, entry, battery, units);
        let mut dug_in = 0;
        if let Some(words) = &file.dug_in {
            for (word, at) in Words::each(words) {
                dug_in |= match word {
                    "front" => 1,
                    "right" => 2,
                    "left" => 4,
                    "rear" => 8,
                    "all" => 15,
                    other => {
                        self.report.fault(
                            at,
                            format!(
                                "a unit is dug in to the front, right, left, rear or all, not \"{other}\""
                            ),
                        );
                        0
                    }
                };
            }
            if entry.unit.is_infantry() {
                dug_in = 15;
            }
        }
        let mut places: Vec<Place> = Vec::new();
        if let Some(cells) = &file.at {
            for (text, at) in Words::each(cells) {
                let Some(cell) = self.map.named(self.report, text, at.clone()) else { continue };
                let held = self.taken.contains(&cell) && turn == 1;
                if held && !self.may_share(cell, entry.unit.is_infantry(), units, starts, &places) {
                    self.report.fault(at, format!("two units stand in {text}"));
                    continue;
                }
                let house = self.map.ground[usize::from(cell)].kind == Kind::Building;
                if house && self.switches & Switch::Buildings.bit() == 0 {
                    let fault = format!(
                        "a unit in a building, {text}, needs the additional rule \"buildings\" in \"rules\""
                    );
                    self.report.fault(at, fault);
                    continue;
                }
                self.taken.push(cell);
                places.push(Place::Board(cell));
            }
        } else if let Some(tags) = &file.aboard {
            for (text, at) in Words::each(tags) {
                let carrier = text.parse::<Tag>().ok().filter(|tag| tag.letter == letter).and_then(|tag| {
                    let carrier = self.first + usize::from(tag.number) - 1;
                    units.get(carrier).filter(|unit| unit.is_vehicle()).map(|_| carrier as Id)
                });
                match carrier {
                    Some(carrier) => {
                        self.aboard(entry, carrier, file, units, starts, &places, at);
                        turn = starts[usize::from(carrier)].turn;
                        places.push(Place::Aboard(carrier));
                    }
                    None => self.report.fault(at, format!("{text} is no vehicle of this side named before")),
                }
            }
        } else {
            self.report
                .fault(file.r#type.span(), "a unit needs \"at\" with its cells, or \"aboard\" with carriers");
        }
        for place in places {
            if units.len() - self.first >= usize::from(u8::MAX) / 2 {
                break;
            }
            let mut unit = entry.unit.clone();
            unit.tag = Tag { letter, number: (units.len() - self.first + 1) as u16 };
            unit.side = self.side;
            unit.group = index;
            unit.russian = nation == "Russia";
            unit.hidden = file.hidden;
            unit.dug_in = dug_in;
            unit.recon = file.recon;
            unit.spotter = file.spotter;
            unit.battery = battery;
            // Without the rule of mine-clearing it is a tank like any other (34, P-80).
            let clears = self.switches & Switch::MineClearing.bit() != 0;
            unit.flail &= clears;
            unit.rollers &= clears;
            unit.value += if group.elite { 2 } else { 0 };
            units.push(unit);
            starts.push(Start { place, facing, turn, overwatch: !file.moving });
        }
    }

    /// Whether a unit may begin in a section of a building with others of its side: one vehicle or Gun, two infantry
    /// (24, P-62).
    fn may_share(
        &self,
        cell: u16,
        infantry: bool,
        units: &[super::state::Unit],
        starts: &[Start],
        places: &[Place],
    ) -> bool {
        let house = self.map.ground[usize::from(cell)].kind == Kind::Building;
        let own =
            units.iter().zip(starts).skip(self.first).filter(|(_, start)| start.place == Place::Board(cell));
        let kinds: Vec<bool> = own.map(|(unit, _)| unit.is_infantry()).collect();
        let here = places.iter().filter(|place| **place == Place::Board(cell)).count();
        let alike = kinds.iter().filter(|kind| **kind == infantry).count() + here;
        let all = self.taken.iter().filter(|taken| **taken == cell).count();
        house && all == kinds.len() + here && alike < if infantry { 2 } else { 1 }
    }

    /// Refuses who cannot be carried or towed so (14, 18).
    #[allow(clippy::too_many_arguments)]
    fn aboard(
        &mut self,
        entry: &Entry,
        carrier: Id,
        file: &UnitFile,
        units: &[super::state::Unit],
        starts: &[Start],
        places: &[Place],
        at: std::ops::Range<usize>,
    ) {
        let vehicle = &units[usize::from(carrier)];
        let place = Place::Aboard(carrier);
        let cargo =
            || units.iter().zip(starts).filter(|(_, start)| start.place == place).map(|(unit, _)| unit);
        let more = places.iter().filter(|other| **other == place).count();
        let riders = cargo().filter(|unit| unit.is_infantry()).count();
        let guns = cargo().filter(|unit| unit.is_gun()).count();
        let russian = self.found.nation.get_ref() == "Russia";
        let (name, who) = (&entry.name, format!("{} {}", vehicle.tag, vehicle.name));
        let fault = match &entry.unit {
            unit if unit.is_infantry() && guns > 0 && !vehicle.jeep => {
                Some(format!("{who} tows a Gun and carries nobody"))
            }
            unit if unit.is_infantry() => (riders + more >= vehicle.room(self.year, russian))
                .then(|| format!("there is no room for {name} on {who}")),
            unit if unit.is_gun() && !vehicle.tows(unit) => Some(format!("{who} cannot tow {name}")),
            unit if unit.is_gun() => (guns + more > 0 || riders > 0 && !vehicle.jeep)
                .then(|| format!("{who} carries or tows already, and cannot tow {name}")),
            _ => Some(format!("infantry and Guns are carried, not {name}")),
        };
        let comes = starts[usize::from(carrier)].turn;
        let late = file.turn.as_ref().filter(|turn| *turn.get_ref() != i64::from(comes));
        let late = late.map(|_| format!("{name} comes with {who}, in turn {comes}"));
        for fault in fault.into_iter().chain(late) {
            self.report.fault(at.clone(), fault);
        }
    }

    /// Spotters are vehicles, and a battery is of one kind that may fire indirect (21).
    fn calls(&mut self, file: &UnitFile, entry: &Entry, battery: u8, units: &[super::state::Unit]) {
        let name = &entry.name;
        if file.spotter && !entry.unit.is_vehicle() {
            self.report.fault(file.r#type.span(), format!("artillery spotters are vehicles, not {name}"));
        }
        let Some(number) = file.battery.as_ref().filter(|_| battery > 0) else { return };
        if !entry.unit.may_fire_indirect() {
            self.report.fault(number.span(), format!("{name} does not fire indirect"));
        }
        let other = units[self.first..].iter().find(|unit| unit.battery == battery && unit.name != *name);
        if let Some(other) = other {
            let fault = format!("battery {battery} has {}: a battery is of one type", other.name);
            self.report.fault(number.span(), fault);
        }
    }

    /// Refuses what an additional rule that is off would need.
    fn allowed(&mut self, file: &UnitFile, entry: &Entry) {
        let unit = &entry.unit;
        let mut need = |is: bool, switch: Switch| {
            if is && self.switches & switch.bit() == 0 {
                let word =
                    Switch::ALL.iter().find(|(known, ..)| *known == switch).map_or("", |(_, word, _)| *word);
                let fault = format!("{} needs the additional rule \"{word}\" in \"rules\"", entry.name);
                self.report.fault(file.r#type.span(), fault);
            }
        };
        need(unit.is_gun(), Switch::Guns);
        need(unit.is_infantry(), Switch::Infantry);
        need(unit.hand.is_some(), Switch::InfantryWeapons);
        need(unit.mortar.is_some(), Switch::Mortars);
        need(unit.drive == super::state::Drive::Cavalry, Switch::Cavalry);
        need(file.aboard.is_some(), Switch::Transport);
        need(file.hidden, Switch::Hidden);
        need(file.dug_in.is_some(), Switch::DugIn);
        need(unit.rocket || file.battery.is_some(), Switch::IndirectFire);
    }
}
