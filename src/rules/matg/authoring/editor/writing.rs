//! Writes a project as a scenario and records which line of the text each part is on.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::lists::List;
use super::project::{Force, Project, Start, Work};
use crate::board::{Cell, Compass};
use crate::editor::{Place, Subject};
use crate::game::journal::quoted;
use crate::rules::matg::scenario::written;
use crate::rules::matg::works::laid::{Laid, POSITIONS};
use crate::rules::matg::works::mines::concentration_word;
use crate::side::Side;

/// The keys of a scenario and of a side that come first, in reading order; others follow alphabetically.
const FRAME: [&str; 18] = [
    "format",
    "ruleset",
    "title",
    "turns",
    "date",
    "kind",
    "points",
    "surface",
    "sighting",
    "weather",
    "weather-varies",
    "weather-percent",
    "weather-to-fire",
    "darkness",
    "flares",
    "options",
    "teaches",
    "briefing",
];
const SIDE: [&str; 9] =
    ["key", "name", "letter", "nation", "cohesion", "edge", "depth", "defends", "determination"];
const STAND: [&str; 3] = ["type", "nation", "role"];

/// The text of a scenario, and which part each line belongs to.
pub(super) struct Written {
    pub(super) text: String,
    marks: Vec<(usize, Mark)>,
    line: usize,
    /// The side being written.
    side: Option<Side>,
}

#[derive(Clone, PartialEq, Debug)]
enum Mark {
    Of(Subject),
    /// A drawing with this many rows starts on this line.
    Drawing(i16),
}

impl Written {
    /// The part at a line and column of the text, both counted from 1.
    pub(super) fn place(&self, line: usize, column: usize) -> Place {
        let before = self.marks.partition_point(|(from, _)| *from <= line);
        match before.checked_sub(1).and_then(|last| self.marks.get(last)) {
            Some((from, Mark::Drawing(rows))) => {
                let row = rows - 1 - i16::try_from(line - from).unwrap_or(0);
                let column = i16::try_from(column).unwrap_or(1) - 1;
                Place::Cell(Cell::new(column.max(0), row.max(0)))
            }
            Some((_, Mark::Of(subject))) => Place::Of(*subject),
            None => Place::Of(Subject::Battle),
        }
    }

    fn push(&mut self, text: &str) {
        self.line += text.matches('\n').count();
        self.text.push_str(text);
    }

    fn mark(&mut self, mark: Mark) {
        self.marks.push((self.line, mark));
    }

    /// Writes a table: its plain values, known keys first, then its subtables.
    fn table(&mut self, path: &str, table: &Table, order: &[&str]) {
        for (key, value) in ordered(table, order).filter(|(_, value)| !is_tables(value)) {
            let line = format!("{} = {}\n", bare(key), value_text(value));
            self.push(&line);
        }
        for (key, value) in ordered(table, order).filter(|(_, value)| is_tables(value)) {
            let path = if path.is_empty() { bare(key) } else { format!("{path}.{}", bare(key)) };
            match value {
                Value::Array(all) => {
                    let list = List::headed(&path);
                    for (n, table) in all.iter().filter_map(Value::as_table).enumerate() {
                        self.push("\n");
                        if let Some(list) = list {
                            self.mark(Mark::Of(list.plan(self.side, n)));
                        }
                        self.push(&format!("[[{path}]]\n"));
                        self.table(&path, table, &[]);
                    }
                    if list.is_some() {
                        self.mark(Mark::Of(self.side.map_or(Subject::Battle, Subject::Side)));
                    }
                }
                Value::Table(table) => {
                    self.push(&format!("\n[{path}]\n"));
                    self.table(&path, table, &[]);
                }
                _ => {}
            }
        }
    }
}

fn ordered<'a>(table: &'a Table, order: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let first =
        order.iter().filter_map(|key| table.get_key_value(*key).map(|(key, value)| (key.as_str(), value)));
    let rest = table.iter().filter(|(key, _)| !order.contains(&key.as_str()));
    first.chain(rest.map(|(key, value)| (key.as_str(), value)))
}

/// Whether a value is written under its own heading.
fn is_tables(value: &Value) -> bool {
    match value {
        Value::Table(_) => true,
        Value::Array(list) => !list.is_empty() && list.iter().all(Value::is_table),
        _ => false,
    }
}

fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if plain { key.to_owned() } else { quoted(key) }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => {
            let mut safe = String::new();
            for c in text.chars() {
                match c {
                    '"' | '\\' => safe.extend(['\\', c]),
                    '\n' => safe.push('\n'),
                    c if c.is_control() => {
                        let _ = write!(safe, "\\u{:04X}", u32::from(c));
                    }
                    c => safe.push(c),
                }
            }
            format!("\"\"\"\n{safe}\"\"\"")
        }
        Value::String(text) => quoted(text),
        Value::Array(list) => {
            let each: Vec<String> = list.iter().map(value_text).collect();
            format!("[{}]", each.join(", "))
        }
        Value::Table(table) => {
            let each: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", bare(key), value_text(value))).collect();
            format!("{{ {} }}", each.join(", "))
        }
        other => other.to_string(),
    }
}

fn cells(works: &[&Work]) -> String {
    let each: Vec<String> = works.iter().map(|work| format!("\"{}\"", work.cell)).collect();
    format!("[{}]", each.join(", "))
}

impl Project {
    /// The project as a scenario.
    pub(super) fn written(&self) -> Written {
        let mut out = Written { text: String::new(), marks: Vec::new(), line: 1, side: None };
        out.mark(Mark::Of(Subject::Battle));
        out.table("", &self.frame, &FRAME);
        self.map(&mut out);
        for side in Side::BOTH {
            self.side(side, &mut out);
        }
        out
    }

    fn map(&self, out: &mut Written) {
        let text = written::drawn(self.grid, &self.ground, &self.levels);
        let mut drawing = 0;
        for line in text.split_inclusive('\n') {
            out.push(line);
            if line.trim_end().ends_with("= '''") {
                out.mark(Mark::Drawing(i16::from(self.grid.height)));
                drawing = self.grid.height;
            } else if drawing > 0 {
                drawing -= 1;
                if drawing == 0 {
                    out.mark(Mark::Of(Subject::Battle));
                }
            }
        }
    }

    fn side(&self, side: Side, out: &mut Written) {
        let force = self.force(side);
        out.side = Some(side);
        out.push("\n");
        out.mark(Mark::Of(Subject::Side(side)));
        out.push("[[side]]\n");
        lists(force, out);
        out.table("side", &force.about, &SIDE);
        laid(force, out);
        for (n, mission) in force.missions.iter().enumerate() {
            out.push("\n");
            out.mark(Mark::Of(List::Fire.plan(Some(side), n)));
            out.push("[[side.mission]]\n");
            let tags: Vec<String> =
                mission.batteries.iter().filter_map(|named| force.written(named)).collect();
            let tags: Vec<String> = tags.iter().map(|tag| quoted(tag)).collect();
            out.push(&format!("batteries = [{}]\n", tags.join(", ")));
            out.table("side.mission", &mission.about, &["kind", "name", "location"]);
        }
        let mut number = 0;
        for (f, formation) in force.formations.iter().enumerate() {
            out.push("\n");
            out.mark(Mark::Of(Subject::Formation(side, f)));
            out.push("[[side.formation]]\n");
            out.table("side.formation", &formation.about, &["name"]);
            for (n, stand) in formation.stands.iter().enumerate() {
                number += 1;
                out.push("\n");
                out.mark(Mark::Of(Subject::Piece(side, f, n)));
                out.push(&format!("[[side.formation.stand]] # {}{number}\n", force.letter()));
                match &stand.start {
                    Start::Unsaid => {}
                    Start::At(cell) => out.push(&format!("at = \"{cell}\"\n")),
                    Start::Aboard(carrier) => {
                        if let Some(tag) = force.written(carrier) {
                            out.push(&format!("aboard = {}\n", quoted(&tag)));
                        }
                    }
                    Start::OffMap => out.push("off-map = true\n"),
                    Start::Lands(group) => out.push(&format!("landing = {}\n", quoted(group))),
                }
                out.table("side.formation.stand", &stand.about, &STAND);
            }
        }
    }
}

/// Writes works that are lists of squares.
fn lists(force: &Force, out: &mut Written) {
    for (key, what) in [("dummies", Laid::Mines(None)), ("wire", Laid::Wire), ("ditch", Laid::Ditch)] {
        let all: Vec<&Work> = force.works.iter().filter(|work| work.what == what).collect();
        if !all.is_empty() {
            out.push(&format!("{key} = {}\n", cells(&all)));
        }
    }
}

/// The heading of a work that needs one, with its kind and facing.
fn headed(work: &Work) -> Option<(&'static str, &'static str, Option<Compass>)> {
    match work.what {
        Laid::Mines(Some(kind)) => Some(("minefield", concentration_word(kind), None)),
        Laid::Position(row, _) => {
            POSITIONS.iter().find(|(_, known)| *known == row).map(|(key, _)| ("position", *key, work.facing))
        }
        _ => None,
    }
}

/// Writes works with their own headings, one heading for each run of the same kind.
fn laid(force: &Force, out: &mut Written) {
    for wanted in ["minefield", "position"] {
        let of = |work: &&Work| headed(work).is_some_and(|(heading, _, _)| heading == wanted);
        let all: Vec<&Work> = force.works.iter().filter(of).collect();
        for run in all.chunk_by(|a, b| headed(a) == headed(b)) {
            let Some((heading, kind, facing)) = run.first().and_then(|work| headed(work)) else { continue };
            out.push(&format!("\n[[side.{heading}]]\nkind = \"{kind}\"\nat = {}\n", cells(run)));
            if let Some(facing) = facing {
                out.push(&format!("facing = \"{facing}\"\n"));
            }
        }
    }
}
