//! A scenario read in parts and written again.

use toml::{Table, Value};

use super::boards::{self, Boards, joined_so_far};
use super::fields::{VICTORIES, ZONES, sound_victory, sound_zone};
use super::{BALANCE, BOARDS, BUILDINGS, HINTS, text};
use crate::editor::Subject;
use crate::editor::field::{at, list_of, set, strings, text_at};
use crate::editor::parts::{
    FormationParts, Id, Parts, Piece, SideParts, refusal, take_tables, with_two_sides,
};
use crate::editor::writing::Written;
use crate::reading::{CustomData, Faulty, Report};
use crate::rules::aslsk::board::reading::holds_boards;
use crate::side::Side;

/// The lists of counters of a group, in the order of the file.
const LISTS: [&str; 3] = ["units", "weapons", "broken-weapons"];

/// The key with the side of each group in the order of the file: the units are numbered in that order.
const ORDER: &str = "#order";

/// The groups in the order of the file; those added since come last.
fn in_order(parts: &Parts<Boards>) -> Vec<(Side, usize)> {
    let order = parts.head.get(ORDER).and_then(Value::as_array).into_iter().flatten();
    let order = order.filter_map(Value::as_integer).map(|at| Side::BOTH[usize::from(at == 1)]);
    let mut given = [0, 0];
    let mut all: Vec<(Side, usize)> = Vec::new();
    let rest = Side::BOTH.into_iter().flat_map(|side| parts.side(side).formations.iter().map(move |_| side));
    for side in order.chain(rest) {
        let next = given[side.index()];
        if next < parts.side(side).formations.len() {
            all.push((side, next));
            given[side.index()] += 1;
        }
    }
    all
}

/// Reads a scenario in parts, provided that its boards are known and it has two sides.
pub(super) fn read(file: &str, text: &str, own: &[CustomData]) -> Result<Parts<Boards>, Faulty> {
    let mut report = Report::new(file, text);
    if report.header(text, "aslsk").is_none() {
        return Err(report.end::<()>(None).err().unwrap_or(Faulty { faults: Vec::new() }));
    }
    if holds_boards(text) {
        return Err(refusal(file, text, "this file has boards but no scenario"));
    }
    let (mut head, sides) = with_two_sides(file, text)?;
    let boards = take_tables(&mut head, "board");
    let Some(map) = joined_so_far(&boards, &head, &boards::own(own)) else {
        let why = "its first board is unknown";
        return Err(refusal(file, text, why));
    };
    let mut next = 0;
    let mut sides = sides.map(|about| SideParts { about, formations: Vec::new() });
    let mut order = Vec::new();
    for mut group in take_tables(&mut head, "group") {
        let key = text_at(&group, "side").unwrap_or_default().to_owned();
        let Some(at) = sides.iter().position(|side| side.key() == key) else {
            return Err(refusal(file, text, &format!("a group has the unknown side \"{key}\"")));
        };
        group.remove("side");
        sides[at].formations.push(formation(group, &mut next));
        order.push(Value::Integer(at as i64));
    }
    head.insert(ORDER.to_owned(), Value::Array(order));
    let buildings = match at(&head, "victory.control.buildings") {
        Some(Value::Array(all)) => all.iter().map(|hexes| strings(Some(hexes))).map(building).collect(),
        _ => Vec::new(),
    };
    set(&mut head, "victory.control.buildings", None);
    let kind = VICTORIES.iter().find(|(key, _)| at(&head, &format!("victory.{key}")).is_some());
    head.insert("victory-kind".to_owned(), super::text(kind.map_or(VICTORIES[0].0, |(key, _)| *key)));
    sound_victory(&mut head);
    let (balance, hints) = (take_tables(&mut head, "balance"), take_tables(&mut head, "hint"));
    let mut parts = Parts::new(head, map, sides);
    parts.plans.insert((None, BOARDS), boards);
    parts.plans.insert((None, BUILDINGS), buildings);
    parts.plans.insert((None, BALANCE), balance);
    parts.plans.insert((None, HINTS), hints);
    Ok(parts)
}

fn building(hexes: Vec<String>) -> Table {
    let mut table = Table::new();
    set(&mut table, "hexes", (!hexes.is_empty()).then(|| list_of(hexes)));
    table
}

/// A group with an entry for each of its counters.
fn formation(mut group: Table, next: &mut Id) -> FormationParts {
    let mut pieces = Vec::new();
    for list in LISTS {
        for line in strings(group.get(list)) {
            let counted =
                line.split_once(' ').and_then(|(count, name)| Some((count.parse::<usize>().ok()?, name)));
            // A count that can't be read stays in the name, for the check to report.
            let (count, name) = counted.filter(|(count, _)| (1..=60).contains(count)).unwrap_or((1, &line));
            for _ in 0..count {
                *next += 1;
                let keys = [("type".to_owned(), text(name)), ("list".to_owned(), text(list))];
                pieces.push(Piece { id: *next, about: Table::from_iter(keys), carrier: None });
            }
        }
        group.remove(list);
    }
    let zone = ZONES.iter().find(|(key, _)| group.contains_key(*key)).map_or(ZONES[0].0, |(key, _)| *key);
    group.insert("zone".to_owned(), text(zone));
    sound_zone(&mut group);
    FormationParts { about: group, pieces }
}

/// The keys that come first.
const HEAD: [&str; 10] =
    ["format", "ruleset", "title", "briefing", "year", "month", "turns", "half-turn", "sets-up", "moves"];
const GROUP: [&str; 3] = ["name", "nation", "elr"];

/// Writes the parts as a scenario.
pub(super) fn write(parts: &Parts<Boards>, out: &mut Written) {
    out.begin(Subject::Battle);
    let mut head = parts.head.clone();
    head.remove("victory-kind");
    head.remove(ORDER);
    if at(&head, "victory.control").is_some() {
        let all = parts.list(None, BUILDINGS).iter().map(|plan| list_of(strings(plan.get("hexes"))));
        set(&mut head, "victory.control.buildings", Some(Value::Array(all.collect())));
    }
    out.table("", &head, &HEAD);
    let plan = |list: usize| move |n: usize| Subject::Plan(None, list, n);
    out.plans("board", parts.list(None, BOARDS), &["letter"], plan(BOARDS));
    out.plans("balance", parts.list(None, BALANCE), &["side", "text"], plan(BALANCE));
    out.plans("hint", parts.list(None, HINTS), &["phase"], plan(HINTS));
    for side in Side::BOTH {
        out.begin(Subject::Side(side));
        out.push("\n[[side]]\n");
        out.table("side", &parts.side(side).about, &["key", "name"]);
    }
    for (side, f) in in_order(parts) {
        group(parts, side, f, out);
    }
}

/// Writes a group with its counters, one on each line.
fn group(parts: &Parts<Boards>, side: Side, f: usize, out: &mut Written) {
    let Some(group) = parts.formation(side, f) else { return };
    let of = Subject::Formation(side, f);
    out.begin(of);
    out.push("\n[[group]]\n");
    out.value("side", &text(parts.side(side).key()));
    let mut about = group.about.clone();
    about.remove("zone");
    let (headed, plain): (Table, Table) =
        about.into_iter().partition(|(_, value)| matches!(value, Value::Table(_)));
    out.table("group", &plain, &GROUP);
    for (key, value) in &headed {
        out.value(key, value);
    }
    for list in LISTS {
        let lines = group.pieces.iter().enumerate();
        let lines: Vec<(usize, &Piece)> =
            lines.filter(|(_, piece)| text_at(&piece.about, "list") == Some(list)).collect();
        if lines.is_empty() && list != LISTS[0] {
            continue;
        }
        out.push(&format!("{list} = ["));
        for (n, piece) in &lines {
            out.push("\n");
            out.begin(Subject::Piece(side, f, *n));
            out.push(&format!("  {},", crate::game::journal::quoted(piece.kind())));
        }
        out.push(if lines.is_empty() { "]\n" } else { "\n]\n" });
        out.begin(of);
    }
}
