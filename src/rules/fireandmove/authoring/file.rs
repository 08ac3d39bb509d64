//! A scenario read in parts and written again.

use toml::{Table, Value};

use super::field::Field;
use super::{BORDERS, FEATURES, OBJECTIVES};
use crate::board::{Cell, Square};
use crate::editor::Subject;
use crate::editor::authoring::Authoring;
use crate::editor::field::{list_of, strings, text_at};
use crate::editor::parts::{
    FormationParts, Id, Parts, Piece, SideParts, refusal, take_tables, with_two_sides,
};
use crate::editor::writing::{Written, is_headed};
use crate::reading::{Faulty, Report};
use crate::rules::fireandmove::optional::OPTIONAL_RULES;
use crate::side::Side;

/// Reads a scenario in parts, provided it has a map of its features and two sides.
pub(super) fn read(file: &str, text: &str) -> Result<Parts<Field>, Faulty> {
    let mut report = Report::new(file, text);
    if report.header(text, "fireandmove").is_none() {
        return Err(report.end::<()>(None).err().unwrap_or(Faulty { faults: Vec::new() }));
    }
    let (mut head, sides) = with_two_sides(file, text)?;
    let features = take_tables(&mut head, "feature");
    let borders = take_tables(&mut head, "border");
    let objectives = take_tables(&mut head, "objective");
    let Some(Value::String(drawing)) = head.remove("map") else {
        return Err(refusal(file, text, "it has no map"));
    };
    let map = field(&drawing, &features).map_err(|why| refusal(file, text, &why))?;
    let mut rules = strings(head.get("rules"));
    if rules.iter().any(|word| word == "all") {
        rules = OPTIONAL_RULES.iter().skip(1).map(|switch| switch.key.to_owned()).collect();
    }
    // Night is a key of its own.
    let nights = rules.len();
    rules.retain(|word| word != OPTIONAL_RULES[0].key);
    if rules.len() < nights {
        head.insert("night".to_owned(), Value::Boolean(true));
    }
    if rules.is_empty() {
        head.remove("rules");
    } else {
        head.insert("rules".to_owned(), list_of(rules));
    }
    let mut next = 0;
    let sides = sides.map(|about| side(about, &mut next));
    let mut parts = Parts::new(head, map, sides);
    parts.plans.insert((None, FEATURES), features);
    parts.plans.insert((None, BORDERS), borders.into_iter().map(parted).collect());
    parts.plans.insert((None, OBJECTIVES), objectives);
    Ok(parts)
}

/// The map of a drawing whose characters are the tags of features.
fn field(drawing: &str, features: &[Table]) -> Result<Field, String> {
    let tags: Vec<Option<char>> = features
        .iter()
        .map(|feature| {
            let mut signs = text_at(feature, "tag")?.chars();
            match (signs.next(), signs.next()) {
                (Some(sign), None) if sign != '\'' => Some(sign),
                _ => None,
            }
        })
        .collect();
    for (n, tag) in tags.iter().enumerate() {
        if tag.is_none() || tags[..n].contains(tag) {
            return Err(format!("feature {} needs a tag of its own, a single character", n + 1));
        }
    }
    let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let fits = 8..=99;
    if !fits.contains(&width) || !fits.contains(&height) || rows.iter().any(|row| row.len() != width) {
        return Err(format!(
            "the map must have 8 to 99 rows of 8 to 99 squares, all alike; it has {height} of {width}"
        ));
    }
    let mut all = Vec::with_capacity(width * height);
    for sign in rows.iter().rev().flatten() {
        match tags.iter().position(|tag| tag == &Some(*sign)) {
            Some(feature) => all.push(feature),
            None => return Err(format!("{sign:?} in the map has no [[feature]]")),
        }
    }
    // At most 99 each way.
    Ok(Field { grid: Square { width: width as u8, height: height as u8 }, features: all })
}

/// A border with its two ends under keys of their own.
fn parted(mut border: Table) -> Table {
    let ends = strings(border.get("between"));
    if let [a, b] = &ends[..] {
        border.remove("between");
        border.insert("a".to_owned(), Value::String(a.clone()));
        border.insert("b".to_owned(), Value::String(b.clone()));
    }
    border
}

/// A border as the file has it.
fn joined(border: &Table) -> Table {
    let mut joined = border.clone();
    if let (Some(a), Some(b)) = (joined.remove("a"), joined.remove("b")) {
        joined.insert("between".to_owned(), Value::Array(vec![a, b]));
    }
    joined
}

/// A side with its groups; each figure becomes an entry of its own.
fn side(mut about: Table, next: &mut Id) -> SideParts {
    let mut formations = Vec::new();
    for mut group in take_tables(&mut about, "group") {
        let mut pieces = Vec::new();
        for word in strings(group.get("figures")) {
            let (figure, count) = word.split_once('*').unwrap_or((&word, "1"));
            // A count that can't be read stays in the name, for the check to report.
            let count = count.trim().parse::<usize>().ok().filter(|count| (1..=8).contains(count));
            let (figure, count) = count.map_or((word.as_str(), 1), |count| (figure, count));
            let (key, kit) = figure.split_once('+').map_or((figure, None), |(key, kit)| (key, Some(kit)));
            for _ in 0..count {
                let mut about = Table::from_iter([("type".to_owned(), Value::String(key.to_owned()))]);
                if let Some(kit) = kit {
                    about.insert("kit".to_owned(), Value::String(kit.to_owned()));
                }
                *next += 1;
                pieces.push(Piece { id: *next, about, carrier: None });
            }
        }
        group.remove("figures");
        formations.push(FormationParts { about: group, pieces });
    }
    SideParts { about, formations }
}

/// The keys that come first.
const HEAD: [&str; 10] =
    ["format", "ruleset", "title", "turns", "year", "night", "rules", "teaches", "attacker", "briefing"];
const SIDE: [&str; 6] = ["key", "name", "nation", "kind", "quality", "breaking"];

/// Writes the parts as a scenario.
pub(super) fn write(parts: &Parts<Field>, out: &mut Written) {
    out.begin(Subject::Battle);
    let (plain, headed): (Table, Table) =
        parts.head.clone().into_iter().partition(|(_, value)| !is_headed(value));
    out.table("", &plain, &HEAD);
    let tag = |n: usize| {
        let feature = parts.list(None, FEATURES).get(n);
        feature.and_then(|feature| text_at(feature, "tag")).and_then(|tag| tag.chars().next()).unwrap_or('?')
    };
    out.drawing("map", parts.map.grid(), |cell: Cell| tag(parts.map.at(cell)));
    out.table("", &headed, &[]);
    let plan = |list: usize| move |n: usize| Subject::Plan(None, list, n);
    out.plans("feature", parts.list(None, FEATURES), &["tag", "name", "ground"], plan(FEATURES));
    let borders: Vec<Table> = parts.list(None, BORDERS).iter().map(joined).collect();
    out.plans("border", &borders, &["between", "kind"], plan(BORDERS));
    out.plans("objective", parts.list(None, OBJECTIVES), &["feature", "points"], plan(OBJECTIVES));
    for side in Side::BOTH {
        let force = parts.side(side);
        out.begin(Subject::Side(side));
        out.push("\n[[side]]\n");
        if force.formations.is_empty() {
            out.push("group = []\n");
        }
        out.table("side", &force.about, &SIDE);
        for (f, group) in force.formations.iter().enumerate() {
            out.begin(Subject::Formation(side, f));
            out.push("\n[[side.group]]\n");
            out.table("side.group", &group.about, &["at", "front"]);
            out.push("figures = [");
            for (n, piece) in group.pieces.iter().enumerate() {
                let kit = text_at(&piece.about, "kit").map_or_else(String::new, |kit| format!("+{kit}"));
                let comma = if n == 0 { "\n" } else { ",\n" };
                out.push(comma);
                out.begin(Subject::Piece(side, f, n));
                out.push(&format!("  {}", crate::game::journal::quoted(&format!("{}{kit}", piece.kind()))));
            }
            out.push(if group.pieces.is_empty() { "]\n" } else { ",\n]\n" });
            out.begin(Subject::Formation(side, f));
        }
    }
}
