//! Custom tables in place of the standard ones, from a scenario or from a player's files.

use serde::Deserialize;

use crate::reading::{CustomData, Faulty, Report, Spanned, in_order, parsed};
use crate::rules::panzertruppe::tables::Tables;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};
use crate::rules::panzertruppe::tables::specifications::{self, Entry};

/// A custom table with the places of its parts in the file.
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

/// A file of custom tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "table", default)]
    tables: Vec<OwnSheet>,
    #[serde(rename = "nation", default)]
    nations: Vec<OwnSheet>,
}

impl OwnSheet {
    /// The tables it replaces in whole or in part.
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

    /// Reports a fault at its place; a row merged into a standard list is found by its name.
    fn tell(&self, mut fault: SheetFault, report: &mut Report) {
        let named = |row: &Spanned<Vec<String>>| row.get_ref().first() == fault.name.as_ref();
        let row = self.rows.iter().position(|row| fault.name.is_some() && named(row));
        let at = row.map_or_else(|| self.id.span(), |row| self.rows[row].span());
        fault.row = row.map(|row| row + 1);
        report.fault(at, fault.to_string());
    }
}

/// Replaces tables with custom ones, or reports the first faulty one.
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

/// Replaces tables with those of a file.
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

/// The standard tables with custom ones in their place, from files without a scenario.
///
/// # Errors
/// Every fault of the first faulty file.
pub fn tables(own: &[CustomData]) -> Result<Tables, Faulty> {
    in_order(own).try_fold(Tables::standard().clone(), lay_file)
}

/// The catalog of some custom tables, and the tables.
///
/// # Errors
/// Every fault of the first faulty file.
pub fn everything(own: &[CustomData]) -> Result<(Tables, Vec<Entry>), Faulty> {
    let tables = tables(own)?;
    // Custom tables are read in full when they are laid, so this cannot fail.
    let entries = specifications::read(&tables).unwrap_or_default();
    Ok((tables, entries))
}
