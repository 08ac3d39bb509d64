//! `standto catalog panzertruppe`: vehicles, Guns, infantry and every table, each figure with its provenance.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::catalog::{Entry, standard};
use super::sheet::Mark;
use super::tables::Tables;
use crate::tool::{Done, Run, Table, json, stop};

/// Look up vehicles, Guns and infantry, or a table of the rules; every figure with where it comes from.
///
/// Marks: T stated in the text, D derived from it, D? derived and likely, F a free choice of ours.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto catalog panzertruppe --nation germany --year 44\n  \
    standto catalog panzertruppe --find sherman\n  standto catalog panzertruppe --table to-hit-range\n  \
    standto catalog panzertruppe --tables")]
pub struct Catalog {
    /// Only this nation: "germany", "united states"
    #[arg(long)]
    nation: Option<String>,
    /// Only what saw action in this year: 44 or 1944
    #[arg(long, value_name = "YEAR", value_parser = year)]
    year: Option<u8>,
    /// Only what has all these words in its name or nation
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
    /// Print a table of the rules by its id
    #[arg(long, value_name = "ID", conflicts_with_all = ["nation", "year", "find", "tables"])]
    table: Option<String>,
    /// List the tables of the rules
    #[arg(long, conflicts_with_all = ["nation", "year", "find"])]
    tables: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn year(text: &str) -> Result<u8, String> {
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
        Mark::Derived => "D",
        Mark::Likely => "D?",
        Mark::Free => "F",
    }
}

/// The entries that hold every word of a text in name or nation.
fn matches(entry: &Entry, text: &str) -> bool {
    let all = format!("{} {} {}", entry.nation, entry.kind, entry.name).to_lowercase();
    text.to_lowercase().split_whitespace().all(|word| all.contains(word))
}

/// A figure with its mark: "25 T".
fn figure(entry: &Entry, name: &str) -> String {
    let found = entry.figures.iter().find(|(known, ..)| known == name);
    found.map_or_else(String::new, |(_, text, mark)| format!("{text} {}", symbol(*mark)))
}

/// The catalog as rows of words for the screen: headings first.
pub fn look_up(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![
        ["name", "V", "armament", "F", "S", "R", "MP", "MG", "Sz", "Wt", "years", "nation"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for entry in standard().iter().filter(|entry| matches(entry, text)) {
        let f = |name| figure(entry, name);
        rows.push(vec![
            entry.name.clone(),
            f("V"),
            f("armament"),
            f("F"),
            f("S"),
            f("R"),
            f("MP") + &f("hand-tow"),
            f("MG"),
            f("Sz"),
            f("Wt"),
            format!("{}-{}", entry.years.0, entry.years.1),
            entry.nation.clone(),
        ]);
    }
    rows
}

impl Run for Catalog {
    fn run(self, out: &mut dyn Write) -> Done {
        let tables = Tables::standard();
        if self.tables {
            let mut table = Table::new(["id", "table", "rule"]);
            for sheet in &tables.sheets {
                table.row([sheet.id.clone(), sheet.title.clone(), sheet.rule.clone()]);
            }
            return Ok(table.write(out)?);
        }
        if let Some(id) = &self.table {
            let Some(sheet) = tables.sheet(id) else {
                return stop(format!("there is no table \"{id}\"; --tables lists them"));
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
            return Ok(table.write(out)?);
        }
        let wanted = self.nation.as_deref().unwrap_or_default().to_lowercase();
        let found: Vec<&Entry> = standard()
            .iter()
            .filter(|entry| entry.nation.to_lowercase().contains(&wanted.replace('-', " ")))
            .filter(|entry| self.year.is_none_or(|year| (entry.years.0..=entry.years.1).contains(&year)))
            .filter(|entry| self.find.as_ref().is_none_or(|text| matches(entry, text)))
            .collect();
        if found.is_empty() {
            return stop("nothing in the catalog fits");
        }
        if self.json {
            let lines: Vec<Line> = found
                .iter()
                .map(|entry| Line {
                    nation: entry.nation.clone(),
                    kind: entry.kind,
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
        let rows = look_up("");
        let mut table = Table::new(rows[0].clone());
        for row in rows.into_iter().skip(1) {
            if found.iter().any(|entry| entry.name == row[0] && entry.nation == row[11]) {
                table.row(row);
            }
        }
        table.write(out)?;
        writeln!(out, "\nT stated in the text, D derived, D? derived and likely, F free choice")?;
        Ok(())
    }
}
