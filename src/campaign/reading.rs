//! Reads a campaign from its file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Battle, ByResult, Campaign, Force, Sides};
use crate::reading::{FORMAT, Read, Report, Spanned, parsed, suggestion};
use crate::registry::Ruleset;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    format: Spanned<i64>,
    ruleset: Spanned<String>,
    title: String,
    #[serde(default)]
    briefing: String,
    force: Vec<RawForce>,
    battle: Vec<RawBattle>,
    #[serde(default)]
    ending: BTreeMap<Spanned<String>, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawForce {
    key: Spanned<String>,
    name: String,
    carries: Option<bool>,
    replacements: Option<Spanned<i64>>,
    at_least: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawBattle {
    key: Spanned<String>,
    scenario: Spanned<String>,
    #[serde(default)]
    story: String,
    #[serde(default)]
    sides: BTreeMap<Spanned<String>, Spanned<String>>,
    points: Option<Spanned<i64>>,
    next: Option<Spanned<Next>>,
}

/// The next battle: one for every result, or one for each.
enum Next {
    Always(String),
    By(BTreeMap<Spanned<String>, Spanned<String>>),
}

impl<'de> Deserialize<'de> for Next {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NextVisitor)
    }
}

/// Reads either form with its places.
struct NextVisitor;

impl<'de> Visitor<'de> for NextVisitor {
    type Value = Next;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the key of a battle, or one for each result")
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<Next, E> {
        Ok(Next::Always(key.to_owned()))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Next, M::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Next::By)
    }
}

/// The result that neither force has won.
const DRAW: &str = "draw";

/// The most battles of a campaign.
const MOST: usize = 20;

pub(super) fn read(file: &str, text: &str, sides: &Sides<'_>) -> Read<Campaign> {
    let mut report = Report::new(file, text);
    let campaign = campaign(&mut report, text, sides);
    report.end(campaign)
}

fn campaign(report: &mut Report, text: &str, sides: &Sides<'_>) -> Option<Campaign> {
    let raw: Raw = parsed(report, text)?;
    if *raw.format.get_ref() != FORMAT {
        let what = format!("this campaign is in format {}, expected format {FORMAT}", raw.format.get_ref());
        report.fault(raw.format.span(), what);
        return None;
    }
    let ruleset = match raw.ruleset.get_ref().parse::<Ruleset>() {
        Ok(ruleset) => ruleset,
        Err(error) => {
            report.fault(raw.ruleset.span(), format!("this campaign is for an {error}"));
            return None;
        }
    };
    let forces = forces(report, &raw.force)?;
    let keys = forces.each_ref().map(|force| force.key.as_str());
    let ending = by_result(report, &keys, raw.ending.iter().map(|(key, text)| (key, text.clone())));
    if raw.battle.is_empty() || raw.battle.len() > MOST {
        report.fault(0..0, format!("{} battles, expected 1 to {MOST}", raw.battle.len()));
        return None;
    }
    let mut battles = Vec::new();
    for (at, entry) in raw.battle.iter().enumerate() {
        if let Some(twin) = raw.battle[..at].iter().find(|other| other.key.get_ref() == entry.key.get_ref()) {
            report.fault(entry.key.span(), format!("a second battle \"{}\"", twin.key.get_ref()));
        }
        battles.push(Battle {
            key: entry.key.get_ref().clone(),
            scenario: entry.scenario.get_ref().clone(),
            story: entry.story.trim().to_owned(),
            forces: fighting(report, ruleset, entry, &keys, sides).unwrap_or([0, 1]),
            points: match &entry.points {
                Some(points) => report.within("points", points, 0..=100).unwrap_or(1),
                None => 1,
            },
            next: next(report, &raw.battle, at, &keys),
        });
    }
    unreachable_battles(report, &raw.battle, &battles);
    Some(Campaign {
        ruleset,
        title: raw.title,
        briefing: raw.briefing.trim().to_owned(),
        forces,
        battles,
        ending,
    })
}

fn forces(report: &mut Report, all: &[RawForce]) -> Option<[Force; 2]> {
    let [first, second] = all else {
        let span = all.get(2).map_or(0..0, |force| force.key.span());
        report.fault(span, format!("{} [[force]] tables, expected two", all.len()));
        return None;
    };
    for force in all {
        let key = force.key.get_ref();
        let plain = key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if key.is_empty() || !plain || key == DRAW {
            let what = "the key of a force has small letters, digits and hyphens, such as \"germans\"";
            report.fault(force.key.span(), what);
        }
    }
    if first.key.get_ref() == second.key.get_ref() {
        report.fault(second.key.span(), format!("a second force \"{}\"", second.key.get_ref()));
    }
    let mut percent = |name: &str, value: &Option<Spanned<i64>>| match value {
        Some(value) => report.within(name, value, 0..=100).unwrap_or(HALF),
        None => HALF,
    };
    Some([first, second].map(|force| Force {
        key: force.key.get_ref().clone(),
        name: force.name.clone(),
        carries: force.carries.unwrap_or(true),
        replacements: percent("replacements", &force.replacements),
        at_least: percent("at-least", &force.at_least),
    }))
}

/// Replacements, and the least strength, unless the file says otherwise.
const HALF: u8 = 50;

/// The force on each side of a battle's scenario: those named, otherwise those whose keys are the sides' keys.
fn fighting(
    report: &mut Report,
    ruleset: Ruleset,
    battle: &RawBattle,
    forces: &[&str; 2],
    sides: &Sides<'_>,
) -> Option<[usize; 2]> {
    let scenario = battle.scenario.get_ref();
    let keys = match sides(ruleset, scenario) {
        Ok(keys) => keys,
        Err(why) => {
            report.fault(battle.scenario.span(), why);
            return None;
        }
    };
    let known = keys.each_ref().map(String::as_str);
    let mut found = [None; 2];
    for (side, force) in &battle.sides {
        let at = known.iter().position(|key| key == side.get_ref());
        let which = forces.iter().position(|key| key == force.get_ref());
        if at.is_none() {
            let what = format!(
                "\"{scenario}\" has no side \"{}\"{}",
                side.get_ref(),
                one_of(side.get_ref(), &known)
            );
            report.fault(side.span(), what);
        }
        if which.is_none() {
            unknown_force(report, force, forces);
        }
        found[at?] = Some(which?);
    }
    if battle.sides.is_empty() {
        found = known.map(|key| forces.iter().position(|force| *force == key));
    }
    let found = match found {
        [Some(first), None] => [first, 1 - first],
        [None, Some(second)] => [1 - second, second],
        [Some(first), Some(second)] if first != second => [first, second],
        _ => {
            let what = format!(
                "the sides of \"{scenario}\" are {} and {}: say which force each of them is, such as \
                 \"sides = {{ {} = \"{}\" }}\"",
                known[0], known[1], known[0], forces[0]
            );
            report.fault(battle.scenario.span(), what);
            return None;
        }
    };
    Some(found)
}

/// `: it has "germans" and "soviets"`.
fn one_of(found: &str, known: &[&str]) -> String {
    format!(", expected {}{}", known.join(" or "), suggestion(found, known))
}

fn unknown_force(report: &mut Report, key: &Spanned<String>, forces: &[&str; 2]) {
    let name = key.get_ref();
    report.fault(key.span(), format!("unknown force \"{name}\"{}", one_of(name, forces)));
}

/// Values by the force that has won, or "draw".
fn by_result<'a, T>(
    report: &mut Report,
    forces: &[&str; 2],
    values: impl Iterator<Item = (&'a Spanned<String>, T)>,
) -> ByResult<Option<T>> {
    let mut all = ByResult { won: [None, None], draw: None };
    for (key, value) in values {
        let name = key.get_ref();
        if name == DRAW {
            all.draw = Some(value);
        } else if let Some(force) = forces.iter().position(|known| known == name) {
            all.won[force] = Some(value);
        } else {
            let known = [forces[0], forces[1], DRAW];
            report.fault(key.span(), format!("unknown result \"{name}\"{}", one_of(name, &known)));
        }
    }
    all
}

/// The battles that follow; only later ones can.
fn next(report: &mut Report, all: &[RawBattle], at: usize, forces: &[&str; 2]) -> ByResult<Option<usize>> {
    let keys: Vec<&str> = all.iter().map(|battle| battle.key.get_ref().as_str()).collect();
    let find = |report: &mut Report, name: &str, span: Range<usize>| {
        let found = keys.iter().position(|key| *key == name);
        let what = match found {
            None => format!("there is no battle \"{name}\"{}", suggestion(name, &keys)),
            Some(next) if next <= at => format!("\"{name}\" does not come after this battle in the file"),
            Some(next) => return Some(next),
        };
        report.fault(span, what);
        None
    };
    let Some(named) = &all[at].next else { return ByResult::default() };
    match named.get_ref() {
        Next::Always(name) => {
            let next = find(report, name, named.span());
            ByResult { won: [next; 2], draw: next }
        }
        Next::By(names) => {
            let named = by_result(report, forces, names.iter());
            let mut place = |name: &Option<&Spanned<String>>| {
                name.and_then(|name| find(report, name.get_ref(), name.span()))
            };
            ByResult { won: [place(&named.won[0]), place(&named.won[1])], draw: place(&named.draw) }
        }
    }
}

/// Warns of battles that no result leads to.
fn unreachable_battles(report: &mut Report, raw: &[RawBattle], battles: &[Battle]) {
    let mut reached = vec![false; battles.len()];
    reached[0] = true;
    for (at, battle) in battles.iter().enumerate() {
        let next = battle.next.won.iter().chain([&battle.next.draw]).flatten();
        next.for_each(|&next| reached[next] |= reached[at]);
    }
    for (entry, _) in raw.iter().zip(reached).filter(|(_, reached)| !reached) {
        report.warn(entry.key.span(), format!("no result leads to \"{}\"", entry.key.get_ref()));
    }
}
