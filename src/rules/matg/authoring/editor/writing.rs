//! Writes a project as a scenario and records which line of the text each part is on.

use toml::{Table, Value};

use super::lists::List;
use super::map::Map;
use super::project::{Force, Project, Start, Work};
use crate::board::{Cell, Compass};
use crate::editor::writing::{bare, is_headed, ordered, value_text};
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
    /// A project as a scenario.
    pub(super) fn of(project: &Project) -> Self {
        let mut out = Self { text: String::new(), marks: Vec::new(), line: 1, side: None };
        out.mark(Mark::Of(Subject::Battle));
        out.table("", &project.frame.about, &FRAME);
        out.map(&project.map);
        for side in Side::BOTH {
            out.side(side, project.force(side));
        }
        out
    }

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
        for (key, value) in ordered(table, order).filter(|(_, value)| !is_headed(value)) {
            let line = format!("{} = {}\n", bare(key), value_text(value));
            self.push(&line);
        }
        for (key, value) in ordered(table, order).filter(|(_, value)| is_headed(value)) {
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

    fn map(&mut self, map: &Map) {
        let text = written::drawn(map.grid, &map.ground, &map.levels);
        let mut drawing = 0;
        for line in text.split_inclusive('\n') {
            self.push(line);
            if line.trim_end().ends_with("= '''") {
                self.mark(Mark::Drawing(i16::from(map.grid.height)));
                drawing = map.grid.height;
            } else if drawing > 0 {
                drawing -= 1;
                if drawing == 0 {
                    self.mark(Mark::Of(Subject::Battle));
                }
            }
        }
    }

    fn side(&mut self, side: Side, force: &Force) {
        self.side = Some(side);
        self.push("\n");
        self.mark(Mark::Of(Subject::Side(side)));
        self.push("[[side]]\n");
        lists(force, self);
        self.table("side", &force.about, &SIDE);
        laid(force, self);
        for (n, mission) in force.missions.iter().enumerate() {
            self.push("\n");
            self.mark(Mark::Of(List::Fire.plan(Some(side), n)));
            self.push("[[side.mission]]\n");
            let tags: Vec<String> =
                mission.batteries.iter().filter_map(|named| force.written(named)).collect();
            let tags: Vec<String> = tags.iter().map(|tag| quoted(tag)).collect();
            self.push(&format!("batteries = [{}]\n", tags.join(", ")));
            self.table("side.mission", &mission.about, &["kind", "name", "location"]);
        }
        let mut number = 0;
        for (f, formation) in force.formations.iter().enumerate() {
            self.push("\n");
            self.mark(Mark::Of(Subject::Formation(side, f)));
            self.push("[[side.formation]]\n");
            self.table("side.formation", &formation.about, &["name"]);
            for (n, stand) in formation.stands.iter().enumerate() {
                number += 1;
                self.push("\n");
                self.mark(Mark::Of(Subject::Piece(side, f, n)));
                self.push(&format!("[[side.formation.stand]] # {}{number}\n", force.letter()));
                match &stand.start {
                    Start::Unsaid => {}
                    Start::At(cell) => self.push(&format!("at = \"{cell}\"\n")),
                    Start::Aboard(carrier) => {
                        if let Some(tag) = force.written(carrier) {
                            self.push(&format!("aboard = {}\n", quoted(&tag)));
                        }
                    }
                    Start::OffMap => self.push("off-map = true\n"),
                    Start::Lands(group) => self.push(&format!("landing = {}\n", quoted(group))),
                }
                self.table("side.formation.stand", &stand.about, &STAND);
            }
        }
    }
}

fn cells(works: &[&Work]) -> String {
    let each: Vec<String> = works.iter().map(|work| format!("\"{}\"", work.cell)).collect();
    format!("[{}]", each.join(", "))
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
