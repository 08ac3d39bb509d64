//! Tables of a player's own in place of those of the program, from a scenario or from files of his.

use crate::reading::Spanned;
use serde::Deserialize;

use crate::book::{CustomData, in_order};
use crate::reading::{Faulty, Report, parsed};
use crate::rules::panzertruppe::tables::Tables;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};
use crate::rules::panzertruppe::tables::specifications::{self, Entry};

/// A table as a player writes it, with the places of its parts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnSheet {
    #[serde(alias = "name")]
    id: Spanned<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    rule: String,
    head: Vec<String>,
    rows: Vec<Spanned<Vec<String>>>,
}

/// A file of a player's own tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "table", default)]
    tables: Vec<OwnSheet>,
    #[serde(rename = "nation", default)]
    nations: Vec<OwnSheet>,
}

impl OwnSheet {
    /// What it replaces, or a part of it.
    pub fn id(&self) -> &str {
        self.id.get_ref()
    }

    fn sheet(&self) -> Sheet {
        Sheet {
            id: self.id().to_owned(),
            title: self.title.clone(),
            rule: self.rule.clone(),
            head: self.head.clone(),
            rows: self.rows.iter().map(|row| row.get_ref().clone()).collect(),
        }
    }

    /// Tells a fault where it is; a row that was put among those of the program is found by its name.
    fn tell(&self, mut fault: SheetFault, report: &mut Report) {
        let named = |row: &Spanned<Vec<String>>| row.get_ref().first() == fault.name.as_ref();
        let row = self.rows.iter().position(|row| fault.name.is_some() && named(row));
        let at = row.map_or_else(|| self.id.span(), |row| self.rows[row].span());
        fault.row = row.map(|row| row + 1);
        report.fault(at, fault.to_string());
    }
}

/// Puts tables in the place of those before them, or tells what is wrong with the first that is bad.
pub fn lay(report: &mut Report, mut tables: Tables, own: &[OwnSheet]) -> Option<Tables> {
    for sheet in own {
        match tables.with(sheet.sheet()) {
            Ok(with) => tables = with,
            Err(fault) => {
                sheet.tell(fault, report);
                return None;
            }
        }
        if let Err(fault) = specifications::read(&tables) {
            sheet.tell(fault, report);
            return None;
        }
    }
    Some(tables)
}

/// Puts the tables of a file in the place of those before them.
///
/// # Errors
/// Every fault of the file.
pub fn lay_file(tables: Tables, own: &CustomData) -> Result<Tables, Faulty> {
    let mut report = Report::new(&own.file, &own.text);
    let file: Option<File> = parsed(&mut report, &own.text);
    let laid = file.and_then(|file| {
        let tables = lay(&mut report, tables, &file.tables)?;
        lay(&mut report, tables, &file.nations)
    });
    report.end(laid).map(|(tables, _)| tables)
}

/// The tables of the program with a player's own in their place, from files that go with no scenario.
///
/// # Errors
/// Every fault of the first bad file.
pub fn tables(own: &[CustomData]) -> Result<Tables, Faulty> {
    in_order(own).try_fold(Tables::standard().clone(), lay_file)
}

/// All that can be fielded with a player's own tables, and the tables.
///
/// # Errors
/// Every fault of the first bad file.
pub fn everything(own: &[CustomData]) -> Result<(Tables, Vec<Entry>), Faulty> {
    let tables = tables(own)?;
    // What was laid was read to its end.
    let entries = specifications::read(&tables).unwrap_or_default();
    Ok((tables, entries))
}
