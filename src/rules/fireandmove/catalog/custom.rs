//! Figures of a player's own in place of those of the program: files of entries, laid over the tables.

use crate::reading::Spanned;
use serde::Deserialize;

use crate::book::{CustomData, in_order};
use crate::reading::{Faulty, Report, parsed};
use crate::rules::fireandmove::catalog::tables::{FireEntry, Tables, Troop, VehicleEntry, WeaponEntry, put};

/// A file of figures, each with its place.
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

/// Takes an entry that reads well, or tells what is wrong with it where it stands.
fn made<E, T>(
    report: &mut Report,
    entry: Spanned<E>,
    make: impl FnOnce(E) -> Result<T, String>,
) -> Option<T> {
    let at = entry.span();
    make(entry.into_inner()).map_err(|why| report.fault(at, why)).ok()
}

/// Lays the entries of a text over tables: one with a known key takes the place of the one there is.
fn lay(report: &mut Report, text: &str, mut tables: Tables) -> Option<Tables> {
    let file: File = parsed(report, text)?;
    for entry in file.base {
        let table = made(report, entry, FireEntry::made)?;
        put(&mut tables.fire, table, |table| &table.key);
    }
    for entry in file.weapon {
        let weapon = made(report, entry, WeaponEntry::made)?;
        put(&mut tables.weapons, weapon, |weapon| &weapon.key);
    }
    for entry in file.troop {
        let troop = made(report, entry, |troop| troop.checked(&tables))?;
        put(&mut tables.troops, troop, |troop| &troop.key);
    }
    for entry in file.vehicle {
        let vehicle = made(report, entry, |entry| entry.made(&tables))?;
        put(&mut tables.vehicles, vehicle, |vehicle| &vehicle.key);
    }
    Some(tables)
}

/// Tables with the entries of a file laid over them.
///
/// # Errors
/// Every fault of the file that can be told at once.
pub fn lay_over(tables: Tables, file: &str, text: &str) -> Result<Tables, Faulty> {
    let mut report = Report::new(file, text);
    let laid = lay(&mut report, text, tables);
    report.end(laid).map(|(tables, _)| tables)
}

/// The tables of the program with a player's own in their place.
///
/// # Errors
/// Every fault of the first bad file.
pub fn tables(own: &[CustomData]) -> Result<Tables, Faulty> {
    in_order(own).try_fold(crate::rules::fireandmove::catalog::tables::tables().clone(), |tables, own| {
        lay_over(tables, &own.file, &own.text)
    })
}
