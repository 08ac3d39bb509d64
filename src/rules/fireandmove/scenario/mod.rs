//! Scenarios: a battle read from a file.

pub(super) mod forces;
pub(super) mod map;

use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::catalog::tables::Tables;
use crate::rules::fireandmove::nations::{Trait, sides};
use crate::rules::fireandmove::optional;
use crate::rules::fireandmove::scenario::forces::Raising;
use crate::rules::fireandmove::scenario::map::field;
use crate::rules::fireandmove::state::{
    Battle, Clock, Decisions, Forces, Hands, Objective, Options, Position, Seat, Shared, SideCard, Terrain,
};
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::game::{Digest, Lesson, Side};
use crate::reading::{CustomData, Faulty, Read, Report, Spanned, parsed};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[allow(dead_code)] // read by the header
    pub format: i64,
    #[allow(dead_code)]
    pub ruleset: String,
    pub title: String,
    #[serde(default)]
    pub briefing: String,
    /// A tutorial.
    #[serde(default)]
    pub teaches: bool,
    #[serde(default)]
    pub lesson: Lesson,
    pub turns: Spanned<i64>,
    #[serde(default)]
    pub night: bool,
    /// Optional rules, by keyword.
    #[serde(default)]
    pub rules: Vec<Spanned<String>>,
    /// The year, if it matters.
    #[serde(default)]
    pub year: Option<Spanned<i64>>,
    #[serde(default)]
    pub time: Option<Time>,
    /// The side that attacks (96.2).
    #[serde(default)]
    pub attacker: Option<Spanned<String>>,
    /// Movement cards it draws before the hands are filled (96.2).
    #[serde(default, rename = "head-start")]
    pub head_start: Option<Spanned<i64>>,
    /// The custom data file it names has been loaded by now.
    #[serde(default, rename = "tables")]
    _tables: Option<IgnoredAny>,
    pub map: Spanned<String>,
    #[serde(default)]
    pub feature: Vec<FeatureEntry>,
    #[serde(default)]
    pub border: Vec<BorderEntry>,
    #[serde(default)]
    pub objective: Vec<ObjectiveEntry>,
    pub side: Vec<SideEntry>,
    /// Balance provisions have been applied by now.
    #[serde(default, rename = "balance")]
    _balance: Option<IgnoredAny>,
    #[serde(default, rename = "favour")]
    _favour: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Time {
    pub passages: Spanned<i64>,
    pub passes_on: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FeatureEntry {
    pub tag: Spanned<String>,
    pub name: String,
    pub ground: Spanned<String>,
    #[serde(default)]
    pub level: i8,
    /// The direction a pillbox faces.
    #[serde(default)]
    pub front: Option<Spanned<String>>,
    /// Move actions to enter it (11.5).
    #[serde(default)]
    pub cost: Option<Spanned<i64>>,
    /// Move actions to leave a section of jungle (94.2).
    #[serde(default)]
    pub value: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BorderEntry {
    pub between: Spanned<[String; 2]>,
    pub kind: Spanned<String>,
    /// Move actions to cross it (11.5).
    #[serde(default)]
    pub cost: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectiveEntry {
    pub feature: Spanned<String>,
    pub points: Spanned<i64>,
    #[serde(default)]
    pub held: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideEntry {
    pub key: String,
    pub name: String,
    pub nation: Spanned<String>,
    #[serde(default)]
    pub quality: Option<Spanned<String>>,
    #[serde(default)]
    pub kind: Option<Spanned<String>>,
    /// Partisans of that nation (91.16).
    #[serde(default)]
    pub partisans: bool,
    /// On skis over snow (91.12).
    #[serde(default)]
    pub ski: bool,
    #[serde(default)]
    pub artillery: Option<Spanned<i64>>,
    /// A card in place of the minefield (96.3).
    #[serde(default, rename = "instead-of-mines")]
    pub instead_of_mines: Option<Spanned<String>>,
    /// Its platoons by name, each with its own player in team play (77).
    #[serde(default)]
    pub platoons: Option<Spanned<Vec<String>>>,
    /// Air and naval strikes: strength and number (96.4).
    #[serde(default)]
    pub strikes: Option<Spanned<[i64; 2]>>,
    pub breaking: Spanned<i64>,
    pub group: Vec<GroupEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupEntry {
    pub at: Spanned<String>,
    pub front: Spanned<String>,
    #[serde(default)]
    pub figures: Vec<Spanned<String>>,
    #[serde(default)]
    pub radio: bool,
    #[serde(default)]
    pub vehicle: Option<Spanned<String>>,
    #[serde(default)]
    pub gun: Option<Spanned<String>>,
    /// On horseback.
    #[serde(default)]
    pub mounted: bool,
    /// Its platoon, from 1 (77.1).
    #[serde(default)]
    pub platoon: Option<Spanned<i64>>,
    /// An independent company leader (77.2).
    #[serde(default, rename = "company-leader")]
    pub company_leader: bool,
}

impl GroupEntry {
    /// Whether it belongs to the platoon with this number (77.1).
    pub(super) fn belongs(&self, platoon: i64) -> bool {
        !self.company_leader && self.platoon.as_ref().map_or(1, |number| *number.get_ref()) == platoon
    }
}

/// Reads a scenario.
///
/// # Errors
/// Every error in the text.
pub fn read(file: &str, text: &str) -> Read<Position> {
    read_with(file, text, &[])
}

/// Reads a scenario with a player's custom data.
///
/// # Errors
/// Every error in the first bad file.
pub fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Position> {
    let tables = custom::tables(own)?;
    let mut report = Report::new(file, text);
    let position = report.header(text, "fireandmove").and_then(|()| {
        let file: File = parsed(&mut report, text)?;
        // Custom data is part of the battle.
        built(&mut report, file, &tables, Digest::of_battle(text, own))
    });
    report.end(position)
}

/// The tables a battle is played with.
///
/// # Errors
/// Every error in the first bad file.
pub(super) fn tables_of(file: &str, text: &str, own: &[CustomData]) -> Result<Tables, Faulty> {
    read_with(file, text, own)?;
    custom::tables(own)
}

fn built(report: &mut Report, file: File, tables: &Tables, mark: u64) -> Option<Position> {
    let turns = report.within("the number of turns", &file.turns, 1..=99);
    let field = field(report, &file)?;
    let tags: BTreeMap<char, u8> =
        field.features.iter().zip(0..).map(|(feature, place)| (feature.tag, place)).collect();
    let [first, second] = &file.side[..] else {
        report.fault(0..0, format!("there are {} sides, expected 2", file.side.len()));
        return None;
    };
    let options = options(report, &file, [&first.key, &second.key])?;
    let mut raising = Raising {
        tables,
        field: &field,
        soldiers: vec![],
        figures: vec![],
        groups: vec![],
        machines: vec![],
    };
    let a = raising.side(report, first, Side::A, options.teams);
    let b = raising.side(report, second, Side::B, options.teams);
    let keys = [&first.key, &second.key];
    let objectives: Vec<Objective> =
        file.objective.iter().filter_map(|entry| objective(report, entry, &tags, keys)).collect();
    let (sides, hands): (Vec<SideCard>, Vec<Vec<Seat>>) = [a?, b?].into_iter().unzip();
    let mut waiting: [Vec<Seat>; 2] = hands.try_into().ok()?;
    let [ours, theirs] = waiting.each_mut().map(|hands| (!hands.is_empty()).then(|| hands.remove(0)));
    let mut sides: [SideCard; 2] = sides.try_into().ok()?;
    for (entry, side) in [first, second].into_iter().zip(Side::BOTH) {
        sides::limits(report, entry, &sides[side.index()], side, &raising);
    }
    let Raising { mut soldiers, figures, groups, machines, .. } = raising;
    for group in &groups {
        if field.feature(group.at).ground == Ground::Jungle && !field.is_fringe(group.at) {
            let what = format!("{} is inside the jungle: groups start at its edge (94.3)", group.at);
            report.fault(file.map.span(), what);
        }
    }
    sides::old_enemies(&mut sides, &mut soldiers);
    let traits = sides[0].traits.or(sides[1].traits);
    let examples = soldiers.iter().any(|soldier| soldier.commissar) || traits.has(Trait::WoundedLeaders);
    let battle = Battle {
        mark,
        title: file.title,
        teaches: file.teaches,
        lesson: Arc::new(file.lesson),
        briefing: file.briefing.lines().map(str::to_owned).collect(),
        turns: turns?,
        field,
        sides,
        examples,
        traits,
        cavalry: soldiers.iter().any(|soldier| soldier.horse),
        soldiers,
        weapons: tables.weapons.clone(),
        vehicles: tables.vehicles.clone(),
        objectives,
        options,
    };
    if report.faults() > 0 {
        return None;
    }
    let battle = Shared(Arc::new(battle));
    Some(Position {
        terrain: Terrain::new(battle.clone()),
        forces: Forces::new(battle.clone(), figures, groups, machines),
        hands: Hands::new(battle, [ours?, theirs?], waiting),
        clock: Clock::new(),
        open: Decisions::new(),
    })
}

/// The options of a battle.
fn options(report: &mut Report, file: &File, keys: [&String; 2]) -> Option<Options> {
    let year = match &file.year {
        Some(year) => Some(report.within("the year", year, 1930..=1950)?),
        None => None,
    };
    let mut options = Options {
        night: file.night,
        year,
        passages: file
            .time
            .as_ref()
            .map_or(Some(0), |time| report.within("passages", &time.passages, 1..=20))?,
        passes_on: file
            .time
            .as_ref()
            .map_or(Some(0), |time| report.within("passes-on", &time.passes_on, 1..=6))?,
        head_start: match &file.head_start {
            None => 0,
            Some(number) => report.within("the head start", number, 1..=3)?,
        },
        attacker: file.attacker.as_ref().and_then(|key| side_named(report, key, keys)),
        ..Options::default()
    };
    optional::switched(report, &file.rules, &mut options);
    if let (Some(number), None) = (&file.head_start, options.attacker) {
        report.fault(number.span(), "a head start needs an attacker: name the attacking side (96.2)");
    }
    Some(options)
}

/// The side with a key.
fn side_named(report: &mut Report, key: &Spanned<String>, keys: [&String; 2]) -> Option<Side> {
    let place = keys.iter().position(|known| *known == key.get_ref());
    if place.is_none() {
        report.fault(key.span(), format!("there is no side {:?}", key.get_ref()));
    }
    place.map(|place| Side::BOTH[place])
}

fn objective(
    report: &mut Report,
    entry: &ObjectiveEntry,
    tags: &BTreeMap<char, u8>,
    keys: [&String; 2],
) -> Option<Objective> {
    let tag = entry.feature.get_ref();
    let feature = tag.chars().next().and_then(|mark| tags.get(&mark)).copied();
    if feature.is_none() {
        report.fault(entry.feature.span(), format!("there is no feature {tag:?}"));
    }
    let points = report.within("points", &entry.points, 1..=50);
    let held = entry.held.as_ref().and_then(|key| side_named(report, key, keys));
    Some(Objective { feature: feature?, points: points?, held })
}
