//! The tables with a shape of their own: errant turns, infantry weapons, close assault, bridges, spotting.

use crate::rules::panzertruppe::sequence::PHASES;
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::sheet::{Sheet, SheetFault};

/// A figure for each range, by its upper limit.
pub(super) fn steps(sheet: &Sheet) -> Result<Vec<(Tenths, i16)>, SheetFault> {
    (0..sheet.rows.len()).map(|row| Ok((sheet.tenths(row, 0)?, sheet.number(row, 1)?))).collect()
}

/// Rows of figures, each up to a range; `None` where there is no fire.
type ByRange<const COLUMNS: usize> = Vec<(Tenths, [Option<i16>; COLUMNS])>;

/// To-hit modifiers by range and type of weapon.
pub(super) fn ranges(sheet: &Sheet) -> Result<ByRange<4>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let mut adds = [None; 4];
            for (kind, add) in adds.iter_mut().enumerate() {
                *add = sheet.figure(row, kind + 1)?;
            }
            Ok((sheet.tenths(row, 0)?, adds))
        })
        .collect()
}

/// The lowest totals that stun, immobilise and destroy.
pub(super) fn results(sheet: &Sheet) -> Result<[i16; 3], SheetFault> {
    let mut totals = [0; 3];
    for (row, (total, word)) in totals.iter_mut().zip(["stunned", "immobilised", "destroyed"]).enumerate() {
        if sheet.text(row, 1) != word {
            return Err(sheet.fault(row, format!("expected a row \"{word}\"")));
        }
        *total = sheet.number(row, 0)?;
    }
    Ok(totals)
}

/// Hit effect modifiers by calibre.
pub(super) fn sizes(sheet: &Sheet) -> Result<Vec<(u16, i16)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| Ok((sheet.number(row, 0)?.max(0) as u16, sheet.number(row, 1)?)))
        .collect()
}

/// The needs of MGs and of small arms by range.
pub(super) fn machine_guns(sheet: &Sheet) -> Result<ByRange<2>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| Ok((sheet.tenths(row, 0)?, [sheet.figure(row, 1)?, sheet.figure(row, 2)?])))
        .collect()
}

/// An infantry anti-tank weapon (17).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InfantryWeapon {
    /// Its name.
    pub name: String,
    /// To-hit modifiers by range: the farthest tenth of an inch of three bands, and its modifier.
    pub bands: [(Tenths, i16); 3],
    /// The hit effect modifier, which with the armour is the only one.
    pub effect: i16,
    /// The highest depletion roll; 0 if it is never depleted.
    pub depletes: u8,
    /// Whether it has a double rate of fire.
    pub double: bool,
    /// Whether it has no effect against infantry.
    pub tank_only: bool,
    /// Whether it has no back blast.
    pub no_blast: bool,
}

impl InfantryWeapon {
    /// The to-hit modifier of a range; `None` out of range.
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

/// Checks that the sequence of play is the one that is played (1).
pub(super) fn phases(sheet: &Sheet) -> Result<(), SheetFault> {
    for (row, phase) in PHASES.iter().enumerate() {
        let told = sheet.rows.get(row).map(|row| row[..3].join(" "));
        let expected = format!("{} {phase}", row + 1);
        // Tables of earlier versions have these words.
        let earlier = expected.replace("movement", "move").replace("(MG)", "MG");
        if !told.is_some_and(|told| told == expected || told == earlier) {
            return Err(sheet.fault(row, format!("the sequence of play is fixed: expected \"{expected}\"")));
        }
    }
    Ok(())
}

/// The effect of a vehicle on a bridge (26).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum BridgeEffect {
    /// Nothing.
    Holds,
    /// The bridge collapses on a 1.
    Risk,
    /// The bridge collapses.
    Falls,
}

/// Bridges by type and weight, and the highest rolls that draw each type.
type Bridges = ([[BridgeEffect; 4]; 5], [u8; 5]);

pub(super) fn bridges(sheet: &Sheet) -> Result<Bridges, SheetFault> {
    let (mut strains, mut draw) = ([[BridgeEffect::Holds; 4]; 5], [0; 5]);
    if sheet.rows.len() != 5 {
        return Err(sheet.fault(None, "expected five rows, A to E"));
    }
    for row in 0..5 {
        for (column, strain) in strains[row].iter_mut().enumerate() {
            *strain = match sheet.text(row, column + 1) {
                "-" => BridgeEffect::Holds,
                "1" => BridgeEffect::Risk,
                "N" => BridgeEffect::Falls,
                text => return Err(sheet.fault(row, format!("expected -, 1 or N, found \"{text}\""))),
            };
        }
        draw[row] = sheet.number(row, 5)?.clamp(0, 10) as u8;
    }
    Ok((strains, draw))
}

/// The result of a close assault (20).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Assault {
    /// The infantry or Gun is eliminated.
    InfantryLost,
    /// The infantry or Gun is stunned.
    InfantryStunned,
    /// No effect.
    Nothing,
    /// The vehicle is stunned.
    VehicleStunned,
    /// The vehicle is immobilised.
    VehicleImmobilised,
    /// The vehicle is destroyed.
    VehicleDestroyed,
}

impl Assault {
    /// Every result with its words in the tables.
    const WORDS: [(Self, &'static str); 6] = [
        (Self::InfantryLost, "infantry lost"),
        (Self::InfantryStunned, "infantry stunned"),
        (Self::Nothing, "no effect"),
        (Self::VehicleStunned, "vehicle stunned"),
        (Self::VehicleImmobilised, "vehicle immobilised"),
        (Self::VehicleDestroyed, "vehicle destroyed"),
    ];

    /// The result for players.
    pub const fn word(self) -> &'static str {
        match self {
            Self::InfantryLost => "infantry or Gun eliminated",
            Self::InfantryStunned => "infantry or Gun stunned",
            Self::Nothing => "no effect",
            Self::VehicleStunned => "vehicle stunned",
            Self::VehicleImmobilised => "vehicle immobilised",
            Self::VehicleDestroyed => "vehicle destroyed",
        }
    }
}

pub(super) fn close_assault(sheet: &Sheet) -> Result<Vec<(i16, Assault)>, SheetFault> {
    (0..sheet.rows.len())
        .map(|row| {
            let text = sheet.text(row, 1);
            let result = Assault::WORDS.into_iter().find(|(_, word)| *word == text);
            let (result, _) = result.ok_or_else(|| sheet.fault(row, format!("unknown result \"{text}\"")))?;
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
