//! The tables that are lists of their own: errant turns, infantry weapons, close assault, bridges, spotting.

use crate::rules::panzertruppe::sequence::PHASES;
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// An infantry anti-tank weapon (17).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InfantryWeapon {
    /// Its name.
    pub name: String,
    /// To so many tenths, so much is added to hit; three bands, then no shot.
    pub bands: [(Tenths, i16); 3],
    /// Added to the effect with the armour alone.
    pub effect: i16,
    /// Used up on a D10 of at most this; 0 never.
    pub depletes: u8,
    /// Two shots between loads.
    pub double: bool,
    /// Does nothing to other infantry.
    pub tank_only: bool,
    /// No flame to the rear.
    pub no_blast: bool,
}

impl InfantryWeapon {
    /// What the range adds to hit; `None` out of range.
    pub fn range(&self, range: Tenths) -> Option<i16> {
        self.bands.iter().find(|(to, _)| range <= *to).map(|(_, add)| *add)
    }
}

pub(super) fn infantry_weapons(sheet: &Sheet) -> Result<Vec<InfantryWeapon>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let has = |word| sheet.text(row, 9).split_whitespace().any(|found| found == word);
            Ok(InfantryWeapon {
                name: sheet.text(row, 0).to_owned(),
                bands: [
                    (sheet.tenths(row, 1)?, sheet.number(row, 2)?),
                    (sheet.tenths(row, 3)?, sheet.number(row, 4)?),
                    (sheet.tenths(row, 5)?, sheet.number(row, 6)?),
                ],
                effect: sheet.number(row, 7)?,
                depletes: sheet.number(row, 8)?.clamp(0, 10) as u8,
                double: has("double"),
                tank_only: has("tank-only"),
                no_blast: has("no-blast"),
            })
        })
        .collect()
}

/// Holds the sequence of play to the phases that are played (1).
pub(super) fn phases(sheet: &Sheet) -> Result<(), SheetFault> {
    for (row, phase) in PHASES.iter().enumerate() {
        let told = sheet.rows.get(row).map(|row| row[..3].join(" "));
        if told.as_deref() != Some(*phase) {
            return Err(sheet.fault(row, format!("the sequence of play is fixed: expected \"{phase}\"")));
        }
    }
    Ok(())
}

/// What becomes of a bridge (26).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Strain {
    /// It holds.
    Holds,
    /// It falls on a 1.
    Risk,
    /// It falls.
    Falls,
}

/// Bridges by type and weight, and the faces that draw each type.
type Bridges = ([[Strain; 4]; 5], [u8; 5]);

pub(super) fn bridges(sheet: &Sheet) -> Result<Bridges, SheetFault> {
    let (mut strains, mut draw) = ([[Strain::Holds; 4]; 5], [0; 5]);
    if sheet.rows.len() != 5 {
        return Err(sheet.fault(None, "expected five rows, A to E"));
    }
    for row in 0..5 {
        for (column, strain) in strains[row].iter_mut().enumerate() {
            *strain = match sheet.text(row, column + 1) {
                "-" => Strain::Holds,
                "1" => Strain::Risk,
                "N" => Strain::Falls,
                text => return Err(sheet.fault(row, format!("expected -, 1 or N, found \"{text}\""))),
            };
        }
        draw[row] = sheet.number(row, 5)?.clamp(0, 10) as u8;
    }
    Ok((strains, draw))
}

/// What a close assault ends in (20).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assault {
    /// The infantry or Gun is lost.
    InfantryLost,
    /// The infantry or Gun is stunned.
    InfantryStunned,
    /// Nothing.
    Nothing,
    /// The vehicle is stunned.
    VehicleStunned,
    /// The vehicle is immobilised.
    VehicleImmobilised,
    /// The vehicle is destroyed.
    VehicleDestroyed,
}

pub(super) fn close_assault(sheet: &Sheet) -> Result<Vec<(i16, Assault)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let result = match sheet.text(row, 1) {
                "infantry lost" => Assault::InfantryLost,
                "infantry stunned" => Assault::InfantryStunned,
                "no effect" => Assault::Nothing,
                "vehicle stunned" => Assault::VehicleStunned,
                "vehicle immobilised" => Assault::VehicleImmobilised,
                "vehicle destroyed" => Assault::VehicleDestroyed,
                text => return Err(sheet.fault(row, format!("there is no result \"{text}\""))),
            };
            let to = if sheet.text(row, 0) == "over" { i16::MAX } else { sheet.number(row, 0)? };
            Ok((to, result))
        })
        .collect()
}

pub(super) fn errant(sheet: &Sheet) -> Result<Vec<(u8, i8)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let turn = match sheet.text(row, 1) {
                "90 left" => -6,
                "45 left" => -3,
                "straight" => 0,
                "45 right" => 3,
                "90 right" => 6,
                text => return Err(sheet.fault(row, format!("expected a turn such as 45 left, found \"{text}\""))),
            };
            Ok((sheet.number(row, 0)?.clamp(0, 10) as u8, turn))
        })
        .collect()
}

pub(super) fn spotting(sheet: &Sheet) -> Result<[[u16; 3]; 5], SheetFault> {
    let mut inches = [[0; 3]; 5];
    if sheet.rows.len() != 5 {
        return Err(sheet.fault(None, "expected five rows"));
    }
    for (row, figures) in inches.iter_mut().enumerate() {
        for (column, figure) in figures.iter_mut().enumerate() {
            *figure = sheet.number(row, column + 1)?.clamp(0, 999) as u16;
        }
    }
    Ok(inches)
}
