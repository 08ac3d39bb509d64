//! `standto catalog panzertruppe`: vehicles, Guns, infantry, aircraft and all tables, each figure with its
//! provenance.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::reading::{CustomData, ScenarioText, has_words, nearest, with_words};
use crate::rules::panzertruppe::scenario;
use crate::rules::panzertruppe::tables::Tables;
use crate::rules::panzertruppe::tables::custom;
use crate::rules::panzertruppe::tables::sheet::Mark;
use crate::rules::panzertruppe::tables::specifications::{self, Entry, EntryKind, aircraft};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, Table, fail, json, names};

/// Look up vehicles, Guns, infantry and aircraft, or a table of the rules, each figure with its source.
///
/// Marks: T stated in the text, S found in an earlier printing, D derived from it, D? derived and likely, F
/// our own choice.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto catalog panzertruppe --nation germany --year 44\n  \
    standto catalog panzertruppe sherman\n  standto catalog panzertruppe --table to-hit-range\n  \
    standto catalog panzertruppe --tables")]
pub struct Catalog {
    /// Words to find, as with --find
    #[arg(value_name = "WORDS", conflicts_with_all = ["table", "tables"], add = names(unit_names))]
    words: Vec<String>,
    /// Only this nation: "germany", "united states"
    #[arg(long, add = names(specifications::nation_keys))]
    nation: Option<String>,
    /// Only units that saw action in this year: 44 or 1944
    #[arg(long, value_name = "YEAR", value_parser = year)]
    year: Option<u8>,
    /// Only units with all these words in their name or nation
    #[arg(long, value_name = "TEXT", add = names(unit_names))]
    find: Option<String>,
    /// Print a table of the rules by its id
    #[arg(long, value_name = "ID", conflicts_with_all = ["nation", "year", "find", "tables"], add = names(table_ids))]
    table: Option<String>,
    /// List the tables of the rules
    #[arg(long, conflicts_with_all = ["nation", "year", "find"])]
    tables: bool,
    /// Use the tables of this file in place of the standard ones; without it, those of
    /// config/panzertruppe/tables.toml in your folder
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// The tables of a battle: the name or file of a scenario or a saved game
    #[arg(long = "in", value_name = "BATTLE", conflicts_with = "custom_data")]
    battle: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The names of all units, each once.
fn unit_names() -> BTreeSet<String> {
    let planes = aircraft(Tables::standard());
    specifications::standard().iter().chain(&planes).map(|entry| entry.name.clone()).collect()
}

/// The ids of all tables.
fn table_ids() -> Vec<String> {
    let tables = Tables::standard();
    tables.sheets.iter().chain(&tables.nations).map(|sheet| sheet.id.clone()).collect()
}

/// A year, 39 to 45, with or without its century.
///
/// # Errors
/// If it is not one of those years.
pub fn year(text: &str) -> Result<u8, String> {
    let number = text.parse::<u16>().ok().map(|year| if year >= 1900 { year - 1900 } else { year });
    number
        .filter(|year| (39..=45).contains(year))
        .map(|year| year as u8)
        .ok_or_else(|| format!("expected a year from 39 to 45, not \"{text}\""))
}

#[derive(Serialize)]
struct Line {
    nation: String,
    kind: &'static str,
    name: String,
    from: u8,
    to: u8,
    value: u16,
    figures: Vec<Figure>,
}

#[derive(Serialize)]
struct Figure {
    what: String,
    figure: String,
    mark: &'static str,
}

#[derive(Serialize)]
struct TableLine<'a> {
    id: &'a str,
    title: &'a str,
    rule: &'a str,
}

#[derive(Serialize)]
struct Rows {
    id: String,
    title: String,
    rule: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

const fn symbol(mark: Mark) -> &'static str {
    match mark {
        Mark::Stated => "T",
        Mark::Found => "S",
        Mark::Derived => "D",
        Mark::Likely => "D?",
        Mark::Free => "F",
    }
}

/// The entries with every word of a text in their name or nation.
fn matches(entry: &Entry, text: &str) -> bool {
    has_words(&format!("{} {} {}", entry.nation_name(), entry.kind.word(), entry.name), text)
}

/// A figure with its mark: "25 T".
fn figure(entry: &Entry, name: &str) -> String {
    let found = entry.figures.iter().find(|(known, ..)| known == name);
    found.map_or_else(String::new, |(_, text, mark)| format!("{text} {}", symbol(*mark)))
}

const HEADINGS: [&str; 13] =
    ["name", "V", "armament", "F", "S", "R", "MP", "MG", "Sz", "Wt", "years", "nation", "other"];

/// An entry as a row of words, the most important columns first.
fn row(entry: &Entry) -> Vec<String> {
    let f = |name| figure(entry, name);
    let (armament, other) = match entry.kind {
        EntryKind::Infantry => (f("arms"), String::new()),
        EntryKind::Aircraft => (f("armament"), format!("drawn to {}", f("drawn to"))),
        _ => (f("armament"), f("traits")),
    };
    let armament = if armament.len() <= 3 { String::new() } else { armament };
    vec![
        entry.name.clone(),
        f("V"),
        armament,
        f("F"),
        f("S"),
        f("R"),
        f("MP") + &f("hand-tow"),
        f("MG"),
        f("Sz"),
        f("Wt"),
        format!("{}-{}", entry.years.0, entry.years.1),
        entry.nation_name().to_owned(),
        other,
    ]
}

/// The catalog as rows of words for the screen, headings first.
pub fn catalog_rows(own: &[CustomData], text: &str) -> Vec<Vec<String>> {
    match custom::tables(own) {
        Ok(tables) => rows(&tables, text),
        Err(faulty) => vec![HEADINGS.map(str::to_owned).to_vec(), vec![faulty.to_string()]],
    }
}

/// Every unit of some tables that fits a text, as rows of words, headings first.
pub fn rows(tables: &Tables, text: &str) -> Vec<Vec<String>> {
    let all = specifications::read(tables).unwrap_or_default().into_iter().chain(aircraft(tables));
    let fitting = all.filter(|entry| matches(entry, text)).map(|entry| row(&entry));
    std::iter::once(HEADINGS.map(str::to_owned).to_vec()).chain(fitting).collect()
}

impl Run for Catalog {
    fn run(mut self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        self.find = with_words(self.find, &self.words);
        let (tables, entries) = match &self.battle {
            Some(name) => {
                let ScenarioText { file, text, own } = files.battle("panzertruppe", name)?;
                let tables = scenario::read_with(&file, &text, &own)?.0.tables;
                let entries = specifications::read(&tables).unwrap_or_default();
                (tables, entries)
            }
            None => custom::everything(&files.custom_data("panzertruppe", self.custom_data.as_deref())?)?,
        };
        if self.tables {
            return self.list_tables(&tables, out);
        }
        match &self.table {
            Some(id) => self.write_table(&tables, id, out),
            None => self.write_entries(&tables, &entries, out),
        }
    }
}

impl Catalog {
    /// Lists the tables of the rules.
    fn list_tables(&self, tables: &Tables, out: &mut dyn Write) -> CommandResult {
        let sheets = tables.sheets.iter().chain(&tables.nations);
        if self.json {
            let lines =
                sheets.map(|sheet| TableLine { id: &sheet.id, title: &sheet.title, rule: &sheet.rule });
            return json(out, &lines.collect::<Vec<_>>());
        }
        let mut table = Table::new(["id", "table", "rule"]);
        for sheet in sheets {
            table.row([sheet.id.clone(), sheet.title.clone(), sheet.rule.clone()]);
        }
        Ok(table.write(out)?)
    }

    /// Writes one table.
    fn write_table(&self, tables: &Tables, id: &str, out: &mut dyn Write) -> CommandResult {
        let Some(sheet) = tables.sheet(id).or_else(|| tables.nations.iter().find(|it| it.id == id)) else {
            return fail(format!("unknown table \"{id}\"; --tables lists all tables"));
        };
        if self.json {
            let head = sheet.head.iter().cloned().chain(["marks".to_owned()]).collect();
            return json(
                out,
                &Rows {
                    id: sheet.id.clone(),
                    title: sheet.title.clone(),
                    rule: sheet.rule.clone(),
                    head,
                    rows: sheet.rows.clone(),
                },
            );
        }
        writeln!(out, "{} (rule {})\n", sheet.title, sheet.rule)?;
        let mut table = Table::new(sheet.head.iter().map(String::as_str).chain(["marks"]));
        for row in &sheet.rows {
            table.row(row.clone());
        }
        Ok(table.write(out)?)
    }

    /// Why no entry was found.
    fn nothing_fits(&self, entries: &[Entry], planes: &[Entry]) -> CommandError {
        if let Some(nation) = &self.nation {
            let known: Vec<String> = specifications::nation_keys().collect();
            let asked = nation.to_lowercase().replace(' ', "-");
            if !known.iter().any(|key| key.contains(&asked)) {
                let text = format!(
                    "there is no nation \"{nation}\" in the catalog; the nations are {}",
                    known.join(", ")
                );
                return CommandError::Failed(anyhow::Error::msg(text));
            }
        }
        let names: Vec<String> = entries.iter().chain(planes).map(|entry| entry.name.clone()).collect();
        let near = self.find.as_deref().map(|text| nearest(text, &names)).unwrap_or_default();
        let perhaps = near.first().map_or_else(String::new, |near| format!("; perhaps \"{near}\"?"));
        let asked = [
            self.nation.as_ref().map(|nation| format!("--nation \"{nation}\"")),
            self.year.map(|year| format!("--year {year}")),
            self.find.as_ref().map(|text| format!("--find \"{text}\"")),
        ];
        let asked = asked.into_iter().flatten().collect::<Vec<_>>().join(" ");
        CommandError::Failed(anyhow::Error::msg(format!("nothing in the catalog fits {asked}{perhaps}")))
    }

    /// Writes the entries that were asked for.
    fn write_entries(&self, tables: &Tables, entries: &[Entry], out: &mut dyn Write) -> CommandResult {
        let wanted = self.nation.as_deref().unwrap_or_default().to_lowercase();
        let planes = aircraft(tables);
        let found: Vec<&Entry> = entries
            .iter()
            .chain(&planes)
            .filter(|entry| entry.nation_name().to_lowercase().contains(&wanted.replace('-', " ")))
            .filter(|entry| self.year.is_none_or(|year| (entry.years.0..=entry.years.1).contains(&year)))
            .filter(|entry| self.find.as_ref().is_none_or(|text| matches(entry, text)))
            .collect();
        if found.is_empty() {
            return Err(self.nothing_fits(entries, &planes));
        }
        if self.json {
            let lines: Vec<Line> = found
                .iter()
                .map(|entry| Line {
                    nation: entry.nation_name().to_owned(),
                    kind: entry.kind.word(),
                    name: entry.name.clone(),
                    from: entry.years.0,
                    to: entry.years.1,
                    value: entry.value,
                    figures: entry
                        .figures
                        .iter()
                        .map(|(what, figure, mark)| Figure {
                            what: what.clone(),
                            figure: figure.clone(),
                            mark: mark.word(),
                        })
                        .collect(),
                })
                .collect();
            return json(out, &lines);
        }
        let mut table = Table::new(HEADINGS);
        for entry in found {
            table.row(row(entry));
        }
        table.write(out)?;
        writeln!(
            out,
            "\nT stated in the text, S found elsewhere, D derived, D? derived and likely, F our own choice; \
             V of aircraft: value of air support in its last year"
        )?;
        Ok(())
    }
}
