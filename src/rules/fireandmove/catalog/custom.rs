//! Custom data: files of entries that replace or add to the built-in tables.

use serde::Deserialize;

use crate::reading::{CustomData, Faulty, Report, Spanned, in_order, parsed};
use crate::rules::fireandmove::catalog::entries::{FireEntry, VehicleEntry, WeaponEntry};
use crate::rules::fireandmove::catalog::tables::{Tables, Troop, put};

/// The contents of a custom data file, each entry with its location.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    base: Vec<Spanned<FireEntry>>,
    #[serde(default)]
    weapon: Vec<Spanned<WeaponEntry>>,
    #[serde(default)]
    troop: Vec<Spanned<Troop>>,
    #[serde(default)]
    vehicle: Vec<Spanned<VehicleEntry>>,
}

/// Returns a valid entry, or reports what is wrong with it and where.
fn built<E, T>(
    report: &mut Report,
    entry: Spanned<E>,
    make: impl FnOnce(E) -> Result<T, String>,
) -> Option<T> {
    let at = entry.span();
    make(entry.into_inner()).map_err(|why| report.fault(at, why)).ok()
}

/// Applies the entries of a text to the tables. An entry with a known key replaces the existing one.
fn lay(report: &mut Report, text: &str, mut tables: Tables) -> Option<Tables> {
    let file: File = parsed(report, text)?;
    for entry in file.base {
        let table = built(report, entry, FireEntry::built)?;
        put(&mut tables.fire, table, |table| &table.key);
    }
    for entry in file.weapon {
        let weapon = built(report, entry, WeaponEntry::built)?;
        put(&mut tables.weapons, weapon, |weapon| &weapon.key);
    }
    for entry in file.troop {
        let troop = built(report, entry, |troop| troop.checked(&tables))?;
        put(&mut tables.troops, troop, |troop| &troop.key);
    }
    for entry in file.vehicle {
        let vehicle = built(report, entry, |entry| entry.built(&tables))?;
        put(&mut tables.vehicles, vehicle, |vehicle| &vehicle.key);
    }
    Some(tables)
}

/// The tables with the entries of a file applied.
///
/// # Errors
/// Every error in the file that can be reported at once.
pub fn lay_over(tables: Tables, file: &str, text: &str) -> Result<Tables, Faulty> {
    let mut report = Report::new(file, text);
    let laid = lay(&mut report, text, tables);
    report.end(laid).map(|(tables, _)| tables)
}

/// The built-in tables with a player's custom data applied.
///
/// # Errors
/// Every error in the first bad file.
pub fn tables(own: &[CustomData]) -> Result<Tables, Faulty> {
    in_order(own).try_fold(crate::rules::fireandmove::catalog::tables::tables().clone(), |tables, own| {
        lay_over(tables, &own.file, &own.text)
    })
}
