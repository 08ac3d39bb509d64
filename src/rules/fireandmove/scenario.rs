//! Scenarios: a battle read from a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::board::{Cell, Compass, Square};

use crate::game::{Deck, Digest, Side};
use crate::reading::{Read, Report, parsed, suggestion};

use super::field::terrain::{Border, Ground};
use super::field::{Feature, Field};
use super::fire::effect::Nerve;
use super::nations::{Nation, Quality, nation, nations};
use super::position::{
    Battle, Figure, Group, Objective, Options, Position, Seat, Shared, SideCard, Soldier, Standing,
};
use super::tables::{Rank, Tables, tables};
use super::turn::Deal;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code)] // read by the header
    format: i64,
    #[allow(dead_code)]
    ruleset: String,
    title: String,
    #[serde(default)]
    briefing: String,
    turns: Spanned<i64>,
    #[serde(default)]
    night: bool,
    #[serde(default)]
    time: Option<Time>,
    /// Tables of one's own, laid over those of the program.
    #[serde(default)]
    tables: Option<Spanned<String>>,
    map: Spanned<String>,
    #[serde(default)]
    feature: Vec<FeatureEntry>,
    #[serde(default)]
    border: Vec<BorderEntry>,
    #[serde(default)]
    objective: Vec<ObjectiveEntry>,
    side: Vec<SideEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Time {
    passages: Spanned<i64>,
    passes_on: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FeatureEntry {
    tag: Spanned<String>,
    name: String,
    ground: Spanned<String>,
    #[serde(default)]
    level: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderEntry {
    between: Spanned<[String; 2]>,
    kind: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveEntry {
    feature: Spanned<String>,
    points: Spanned<i64>,
    #[serde(default)]
    held: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideEntry {
    key: String,
    name: String,
    nation: Spanned<String>,
    #[serde(default)]
    quality: Option<Spanned<String>>,
    #[serde(default)]
    kind: Option<Spanned<String>>,
    #[serde(default)]
    artillery: Option<Spanned<i64>>,
    breaking: Spanned<i64>,
    group: Vec<GroupEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupEntry {
    at: Spanned<String>,
    front: Spanned<String>,
    figures: Vec<Spanned<String>>,
    #[serde(default)]
    radio: bool,
}

/// Reads a scenario.
///
/// # Errors
/// Every fault of the text.
pub fn read(file: &str, text: &str) -> Read<Position> {
    let mut report = Report::new(file, text);
    let position = report.header(text, "fireandmove").and_then(|()| {
        let file: File = parsed(&mut report, text)?;
        made(&mut report, file, Digest::of_text(text))
    });
    report.end(position)
}

fn made(report: &mut Report, file: File, mark: u64) -> Option<Position> {
    let turns = report.within("the number of turns", &file.turns, 1..=99);
    let mut own = tables().clone();
    if let Some(text) = &file.tables
        && let Err(why) = own.lay_over(text.get_ref())
    {
        report.fault(text.span(), format!("in the tables, {why}"));
    }
    let field = field(report, &file)?;
    let tags: BTreeMap<char, u8> =
        field.features.iter().zip(0..).map(|(feature, place)| (feature.tag, place)).collect();
    let [first, second] = &file.side[..] else {
        report.fault(0..0, format!("there are {} sides, expected 2", file.side.len()));
        return None;
    };
    let options = Options {
        night: file.night,
        passages: file
            .time
            .as_ref()
            .map_or(Some(0), |time| report.within("passages", &time.passages, 1..=20))?,
        passes_on: file
            .time
            .as_ref()
            .map_or(Some(0), |time| report.within("passes-on", &time.passes_on, 1..=6))?,
        ..Options::default()
    };
    let mut raising =
        Raising { tables: &own, field: &field, soldiers: vec![], figures: vec![], groups: vec![] };
    let a = raising.side(report, first, Side::A);
    let b = raising.side(report, second, Side::B);
    let Raising { soldiers, figures, groups, .. } = raising;
    let keys = [&first.key, &second.key];
    let objectives: Vec<Objective> =
        file.objective.iter().filter_map(|entry| objective(report, entry, &tags, keys)).collect();
    let (sides, seats): (Vec<SideCard>, Vec<Seat>) = [a?, b?].into_iter().unzip();
    let battle = Battle {
        mark,
        title: file.title,
        briefing: file.briefing.lines().map(str::to_owned).collect(),
        turns: turns?,
        field,
        sides: sides.try_into().ok()?,
        soldiers,
        weapons: own.weapons.clone(),
        objectives,
        options,
    };
    if report.faults() > 0 {
        return None;
    }
    Some(Position {
        holders: battle.objectives.iter().map(|objective| objective.held).collect(),
        shared: Shared(Arc::new(battle)),
        figures,
        groups,
        seats: seats.try_into().ok()?,
        smokes: Vec::new(),
        dropped: Vec::new(),
        gaps: Vec::new(),
        active: Side::A,
        turn: 1,
        passages: 0,
        frames: vec![Deal.into()],
        ended: None,
    })
}

fn field(report: &mut Report, file: &File) -> Option<Field> {
    let before = report.faults();
    let mut features: Vec<Feature> = Vec::new();
    for entry in &file.feature {
        let tag = entry.tag.get_ref();
        let mut marks = tag.chars();
        let (Some(mark), None) = (marks.next(), marks.next()) else {
            report
                .fault(entry.tag.span(), format!("{tag:?} is no mark of a feature, expected one character"));
            continue;
        };
        if features.iter().any(|feature| feature.tag == mark) {
            report.fault(entry.tag.span(), format!("there is a feature {mark:?} already"));
            continue;
        }
        let key = entry.ground.get_ref();
        let known: Vec<&str> = Ground::all().map(Ground::key).collect();
        let Some(ground) = Ground::named(key) else {
            report
                .fault(entry.ground.span(), format!("there is no ground {key:?}{}", suggestion(key, &known)));
            continue;
        };
        features.push(Feature {
            tag: mark,
            name: entry.name.clone(),
            ground,
            level: entry.level,
            cells: Vec::new(),
        });
    }
    let rows = report.rows(&file.map);
    let width = rows.first().map_or(0, |row| row.marks.len());
    let height = rows.len();
    if !(8..=99).contains(&width) || !(8..=99).contains(&height) {
        let size = format!("the map has {width} by {height} squares, expected 8 to 99 each way");
        report.fault(file.map.span(), size);
        return None;
    }
    // A feature with a fault in it is known by its mark all the same.
    let mut known: Vec<char> =
        file.feature.iter().filter_map(|entry| entry.tag.get_ref().chars().next()).collect();
    for (row, up) in rows.iter().rev().zip(0..) {
        if row.marks.len() != width {
            let found = row.marks.len();
            report.fault(row.end..row.end, format!("the row has {found} squares, expected {width}"));
        }
        for (&(mark, at), right) in row.marks.iter().zip(0..) {
            match features.iter_mut().find(|feature| feature.tag == mark) {
                Some(feature) => feature.cells.push(Cell::new(right, up)),
                None if known.contains(&mark) => {}
                None => {
                    known.push(mark);
                    report.fault(at..at, format!("{mark:?} in the map is no [[feature]]"));
                }
            }
        }
    }
    if features.is_empty() || features.len() > 250 {
        report.fault(0..0, format!("there are {} features, expected 1 to 250", features.len()));
    }
    let declared =
        |tag: &String| file.feature.iter().any(|entry| entry.tag.get_ref().starts_with(tag.as_str()));
    let mut borders = Vec::new();
    for entry in &file.border {
        let known: Vec<&str> = Border::all().map(Border::key).collect();
        let key = entry.kind.get_ref();
        let kind = Border::named(key);
        if kind.is_none() {
            report.fault(entry.kind.span(), format!("there is no border {key:?}{}", suggestion(key, &known)));
        }
        let ends = entry
            .between
            .get_ref()
            .each_ref()
            .map(|tag| features.iter().position(|f| f.tag.to_string() == *tag));
        match (ends, kind) {
            // There are at most 250 features.
            ([Some(a), Some(b)], Some(kind)) if a != b => borders.push((a as u8, b as u8, kind)),
            (_, None) => {}
            // A feature with a fault of its own has been told of.
            _ if features.len() < file.feature.len() && entry.between.get_ref().iter().all(&declared) => {}
            _ => {
                report.fault(entry.between.span(), "a border is between two features, such as [\"A\", \"B\"]")
            }
        }
    }
    if report.faults() > before {
        return None;
    }
    // Within 99 by the check above.
    Some(Field::new(Square { width: width as u8, height: height as u8 }, features, &borders))
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
    let held = match &entry.held {
        None => None,
        Some(key) => {
            let place = keys.iter().position(|known| *known == key.get_ref());
            if place.is_none() {
                report.fault(key.span(), format!("there is no side {:?}", key.get_ref()));
            }
            place.map(|place| Side::BOTH[place])
        }
    };
    Some(Objective { feature: feature?, points: points?, held })
}

/// Figures and groups as they are read.
struct Raising<'a> {
    tables: &'a Tables,
    field: &'a Field,
    soldiers: Vec<Soldier>,
    figures: Vec<Figure>,
    groups: Vec<Group>,
}

/// What all figures of a side share.
struct Stock<'a> {
    side: Side,
    nation: &'a Nation,
    shift: [i16; 4],
    charge: i16,
}

impl Raising<'_> {
    fn side(&mut self, report: &mut Report, entry: &SideEntry, side: Side) -> Option<(SideCard, Seat)> {
        let key = entry.nation.get_ref();
        let known: Vec<&str> = nations().iter().map(|nation| nation.key.as_str()).collect();
        let Some(nation) = nation(key) else {
            report
                .fault(entry.nation.span(), format!("there is no nation {key:?}{}", suggestion(key, &known)));
            return None;
        };
        let quality = match &entry.quality {
            None => Quality::Line,
            Some(word) => {
                let found = Quality::ALL.into_iter().find(|quality| quality.key() == word.get_ref());
                if found.is_none() {
                    let what = format!("a quality is line, elite or second-line, not {:?}", word.get_ref());
                    report.fault(word.span(), what);
                }
                found?
            }
        };
        let kind = match &entry.kind {
            None => None,
            Some(word) => {
                let known: Vec<&str> = nation.kinds.iter().map(|kind| kind.key.as_str()).collect();
                let found = nation.kinds.iter().find(|kind| kind.key == *word.get_ref());
                if found.is_none() {
                    let what = format!(
                        "the {} have no {:?}{}",
                        nation.name,
                        word.get_ref(),
                        suggestion(word.get_ref(), &known)
                    );
                    report.fault(word.span(), what);
                }
                Some(found?)
            }
        };
        // Quality changes the values of plain troops; those with cards of their own keep them (91.1).
        let changed = kind.is_none() && !nation.has("values-as-printed");
        let plain = if changed { quality.shift() } else { 0 };
        // 91.11: elite Romanians panic like others.
        let nervous = i16::from(plain > 0 && nation.has("elite-keeps-panic"));
        let own = kind.map(|kind| kind.shift).unwrap_or_default();
        let figures = nation.figures;
        let stock = Stock {
            side,
            nation,
            shift: [
                plain + own.morale + figures.morale,
                plain - nervous + own.panic + figures.panic,
                plain + own.ccv + figures.ccv,
                own.points + figures.points,
            ],
            charge: kind.map_or(0, |kind| kind.charge),
        };
        for group in &entry.group {
            self.group(report, group, &stock);
        }
        let strength = self.soldiers.iter().filter(|soldier| soldier.side == side).count();
        if !(2..=100).contains(&strength) {
            report.fault(entry.nation.span(), format!("the side has {strength} figures, expected 2 to 100"));
        }
        let breaking = report.within("breaking", &entry.breaking, 1..=strength.max(1) as i64)?;
        let fire = kind.and_then(|kind| kind.fire.as_ref()).unwrap_or(&nation.fire);
        let artillery = match &entry.artillery {
            None => None,
            Some(number) => Some(report.within("the strength of artillery", number, 1..=12)?),
        };
        let card = SideCard {
            key: entry.key.clone(),
            name: entry.name.clone(),
            nation: nation.key.clone(),
            hand: *nation.hand(quality),
            fire: self.tables.fire(fire)?.clone(),
            artillery,
            breaking,
            elite: quality == Quality::Elite,
            traits: nation.traits.clone(),
        };
        let seat = Seat {
            deck: Deck::new(nation.cards.iter().copied()),
            hand: Vec::new(),
            played: Vec::new(),
            buried: Vec::new(),
            aside: Vec::new(),
            actions: 0,
            holds: false,
            leader_lost: false,
            snipers_dead: false,
            shuffles: 0,
        };
        Some((card, seat))
    }

    fn group(&mut self, report: &mut Report, entry: &GroupEntry, stock: &Stock) {
        let at: Option<Cell> = match entry.at.get_ref().parse() {
            Ok(cell) if self.field.square.contains(cell) => Some(cell),
            Ok(cell) => {
                report.fault(entry.at.span(), format!("{cell} is off the map"));
                None
            }
            Err(error) => {
                report.fault(entry.at.span(), error.to_string());
                None
            }
        };
        let front: Option<Compass> = entry
            .front
            .get_ref()
            .parse()
            .map_err(|error: crate::board::BadCompass| {
                report.fault(entry.front.span(), error.to_string());
            })
            .ok();
        // There are at most a hundred figures a side.
        let id = self.groups.len() as u8;
        let mut members = Vec::new();
        let mut gunner = None;
        for word in &entry.figures {
            let (key, count) = word.get_ref().split_once('*').unwrap_or((word.get_ref(), "1"));
            let count = count.trim().parse::<u8>().ok().filter(|count| (1..=8).contains(count));
            let known: Vec<&str> = self.tables.troops.iter().map(|troop| troop.key.as_str()).collect();
            let (Some(troop), Some(count)) = (self.tables.troop(key.trim()), count) else {
                report.fault(
                    word.span(),
                    format!("there is no figure {:?}{}", word.get_ref(), suggestion(key, &known)),
                );
                continue;
            };
            let arm = if troop.weapon == "smg" { &stock.nation.smg } else { &troop.weapon };
            let place = self.tables.weapons.iter().position(|weapon| weapon.key == *arm).unwrap_or(0);
            for _ in 0..count {
                if self.figures.len() >= 200 {
                    report.fault(word.span(), "there are more than 200 figures");
                    return;
                }
                let figure = self.figures.len() as u8;
                let [morale, panic, ccv, points] = stock.shift;
                self.soldiers.push(Soldier {
                    name: troop.name.clone(),
                    side: stock.side,
                    nerve: Nerve {
                        morale: troop.morale + morale,
                        panic: troop.panic + panic,
                        kia: troop.kia,
                    },
                    ccv: troop.ccv + ccv,
                    rank: troop.rank,
                    leader: troop.leader,
                    weapon: place as u8,
                    charge: stock.charge,
                    points: troop.points.saturating_add_signed(points),
                    radio: false,
                });
                // The first plain figure after a crewed weapon serves it: crews start full (6.6).
                let assists = if troop.rank == Rank::None && self.tables.weapons[place].fails.is_none() {
                    gunner.take()
                } else {
                    None
                };
                if self.tables.weapons[place].crew > 1 {
                    gunner = Some(figure);
                }
                self.figures.push(Figure {
                    group: id,
                    standing: Standing::Fit,
                    weapon: place as u8,
                    failed: false,
                    hero: false,
                    assists,
                    busy: false,
                    raised: false,
                });
                members.push(figure);
            }
        }
        let leaders = members
            .iter()
            .filter(|&&figure| self.soldiers[usize::from(figure)].rank == Rank::Platoon)
            .count();
        let men = members.len() - leaders;
        if men > 8 || men < 2 && (leaders != 1 || men == 1) {
            let what = format!("a group has two to eight figures besides a platoon leader, not {men} (6.1)");
            report.fault(entry.at.span(), what);
        }
        let guns = members.iter().filter(|&&figure| {
            let weapon = &self.tables.weapons[usize::from(self.figures[usize::from(figure)].weapon)];
            weapon.crew > 1 && weapon.bonus[0].is_some()
        });
        if guns.count() > 1 {
            report.fault(entry.at.span(), "a group has one machine gun at most (6.1)");
        }
        if entry.radio
            && let Some(&operator) = members.last()
        {
            self.soldiers[usize::from(operator)].radio = true;
        }
        let (Some(at), Some(front)) = (at, front) else { return };
        self.groups.push(Group {
            side: stock.side,
            at,
            front,
            members,
            grounded: false,
            fear: false,
            mined: false,
            aside: 0,
            acted: false,
            still: false,
            reacted: false,
            sniped: None,
            called: false,
            down: false,
            home: None,
        });
    }
}
