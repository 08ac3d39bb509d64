//! A scenario text as it is written, with the part of the battle that each line belongs to.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{Place, Subject};
use crate::board::{Cell, Grid};
use crate::game::journal::quoted;

/// The text of a scenario, and which part each line belongs to.
#[derive(Clone, Debug, Default)]
pub struct Written {
    text: String,
    /// From which line on, counted from 0, the text belongs to a part.
    marks: Vec<(usize, Mark)>,
    line: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum Mark {
    Of(Subject),
    /// A drawing with this many rows starts on this line.
    Drawing(i16),
}

impl Written {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part at a line and column of the text, both counted from 1.
    pub fn place(&self, line: usize, column: usize) -> Place {
        let line = line.saturating_sub(1);
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

    /// Adds text.
    pub fn push(&mut self, text: &str) {
        self.line += text.matches('\n').count();
        self.text.push_str(text);
    }

    /// What follows belongs to a part.
    pub fn begin(&mut self, of: Subject) {
        self.marks.push((self.line, Mark::Of(of)));
    }

    /// A key with its value on a line.
    pub fn value(&mut self, key: &str, value: &Value) {
        let line = format!("{} = {}\n", bare(key), value_text(value));
        self.push(&line);
    }

    /// A list of cells under a key; nothing for an empty list.
    pub fn cells(&mut self, key: &str, grid: Grid, cells: &[Cell]) {
        if !cells.is_empty() {
            let names: Vec<String> = cells.iter().map(|&cell| quoted(&grid.name(cell))).collect();
            self.push(&format!("{key} = [{}]\n", names.join(", ")));
        }
    }

    /// A drawing of the map, a character for each cell, with the northern row first.
    pub fn drawing(&mut self, key: &str, grid: Grid, sign: impl Fn(Cell) -> char) {
        self.push(&format!("{key} = '''\n"));
        let (width, height) = (i16::from(grid.width()), i16::from(grid.height()));
        self.marks.push((self.line, Mark::Drawing(height)));
        for y in (0..height).rev() {
            let row: String = (0..width).map(|x| sign(Cell::new(x, y))).collect();
            self.push(&(row + "\n"));
        }
        self.begin(Subject::Battle);
        self.push("'''\n");
    }

    /// A table: its plain values, known keys first, then its tables under their own headings.
    pub fn table(&mut self, path: &str, table: &Table, order: &[&str]) {
        for (key, value) in ordered(table, order).filter(|(_, value)| !is_headed(value)) {
            self.value(key, value);
        }
        for (key, value) in ordered(table, order).filter(|(_, value)| is_headed(value)) {
            let path = if path.is_empty() { bare(key) } else { format!("{path}.{}", bare(key)) };
            match value {
                Value::Array(all) => {
                    for table in all.iter().filter_map(Value::as_table) {
                        self.push(&format!("\n[[{path}]]\n"));
                        self.table(&path, table, &[]);
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

    /// Tables of a list of plans, each under its own heading.
    pub fn plans(&mut self, path: &str, plans: &[Table], order: &[&str], of: impl Fn(usize) -> Subject) {
        for (n, plan) in plans.iter().enumerate() {
            self.begin(of(n));
            self.push(&format!("\n[[{path}]]\n"));
            self.table(path, plan, order);
        }
    }
}

/// The keys of a table: known ones first, then the others in their order.
pub fn ordered<'a>(table: &'a Table, order: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let first =
        order.iter().filter_map(|key| table.get_key_value(*key).map(|(key, value)| (key.as_str(), value)));
    let rest = table.iter().filter(|(key, _)| !order.contains(&key.as_str()));
    first.chain(rest.map(|(key, value)| (key.as_str(), value)))
}

/// Whether a value is written under its own heading.
pub fn is_headed(value: &Value) -> bool {
    match value {
        Value::Table(_) => true,
        Value::Array(list) => !list.is_empty() && list.iter().all(Value::is_table),
        _ => false,
    }
}

/// A key as TOML has it, quoted where it must be.
pub fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if plain { key.to_owned() } else { quoted(key) }
}

/// A value as TOML; a text of several lines is written over several lines.
pub fn value_text(value: &Value) -> String {
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
