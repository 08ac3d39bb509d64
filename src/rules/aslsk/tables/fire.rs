//! The IFT (3.2.3).

use crate::ledger::cited::{apply, rule};
use std::fmt;

use super::tables;
use crate::game::Row;
use crate::rules::aslsk::calculator::Firepower;

/// Columns of the table.
pub const COLUMNS: usize = 11;
/// Rows of the table: final DR 0 to 15.
pub const ROWS: usize = 16;

/// A result of the IFT.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// No effect.
    None,
    /// PTC.
    PinCheck,
    /// MC with this DRM; 0 is a NMC.
    MoraleCheck(u8),
    /// Casualty Reduction of one unit, and a MC with this DRM for the others.
    Casualty(u8),
    /// This many units are eliminated; the others break.
    Kill(u8),
}

impl Effect {
    /// Its place among all results, the harmless one lowest.
    pub const fn severity(self) -> u8 {
        match self {
            Effect::None => 0,
            Effect::PinCheck => 1,
            Effect::MoraleCheck(more) => 2 + more,
            Effect::Casualty(more) => 20 + more,
            Effect::Kill(units) => 40 + units,
        }
    }

    /// Reads a result as printed: "K/2", "NMC", "-".
    pub fn read(cell: &str) -> Option<Effect> {
        let number = |text: &str| text.parse().ok();
        Some(match cell {
            "-" => Effect::None,
            "PTC" => Effect::PinCheck,
            "NMC" => Effect::MoraleCheck(0),
            _ => {
                if let Some(kills) = cell.strip_suffix("KIA") {
                    Effect::Kill(number(kills)?)
                } else if let Some(more) = cell.strip_suffix("MC") {
                    Effect::MoraleCheck(number(more)?)
                } else {
                    Effect::Casualty(number(cell.strip_prefix("K/")?)?)
                }
            }
        })
    }

    /// The result as printed.
    pub const fn word(self) -> &'static str {
        const CHECKS: [&str; 6] = ["NMC", "1MC", "2MC", "3MC", "4MC", "5MC"];
        const CASUALTIES: [&str; 6] = ["K/0", "K/1", "K/2", "K/3", "K/4", "K/5"];
        const KILLS: [&str; 8] = ["0KIA", "1KIA", "2KIA", "3KIA", "4KIA", "5KIA", "6KIA", "7KIA"];
        match self {
            Effect::None => "",
            Effect::PinCheck => "PTC",
            Effect::MoraleCheck(n) => CHECKS[n as usize],
            Effect::Casualty(n) => CASUALTIES[n as usize],
            Effect::Kill(n) => KILLS[n as usize],
        }
    }

    /// Whether it causes a NMC or worse, which makes a broken unit DM (3.2.3k).
    pub const fn checks_morale(self) -> bool {
        matches!(self, Effect::MoraleCheck(_) | Effect::Casualty(_) | Effect::Kill(_))
    }
}

impl Effect {
    /// The result as written in the log.
    pub fn in_words(self) -> String {
        if self == Effect::None { "no effect".to_owned() } else { self.to_string() }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::None => f.pad("none"),
            Effect::PinCheck => f.pad("PTC"),
            Effect::MoraleCheck(0) => f.pad("NMC"),
            Effect::MoraleCheck(n) => f.pad(&format!("{n}MC")),
            Effect::Casualty(n) => f.pad(&format!("K/{n}")),
            Effect::Kill(n) => f.pad(&format!("{n}KIA")),
        }
    }
}

/// A column of the IFT.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Column(u8);

impl Column {
    /// The rightmost column that this FP reaches; `None` below the first (3.2.3a).
    #[apply(rule, "3.2.3a")]
    pub fn of(firepower: Firepower) -> Option<Column> {
        let reached = |&fp: &u8| Firepower::whole(fp.into()) <= firepower;
        tables().firepower.iter().rposition(reached).map(|at| Column(at as u8))
    }

    /// The column of a calibre in mm.
    pub fn of_calibre(millimetres: u8) -> Option<Column> {
        tables().calibre.iter().rposition(|&least| least <= millimetres).map(|at| Column(at as u8))
    }

    /// The FP at its head.
    pub fn firepower(self) -> u8 {
        tables().firepower[usize::from(self.0)]
    }

    /// This many columns left; `None` beyond the first.
    pub fn left(self, columns: u8) -> Option<Column> {
        self.0.checked_sub(columns).map(Column)
    }

    /// The column as a chart, one row per change of result.
    pub fn rows(self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for from in 0..ROWS as i16 {
            let gives = self.effect(from).word();
            if rows.last().is_none_or(|row| row.gives != gives) {
                rows.push(Row { from, gives });
            }
        }
        rows
    }

    /// The result of a final DR.
    #[apply(rule, "3.2.3a")]
    pub fn effect(self, roll: i16) -> Effect {
        tables().fire[roll.clamp(0, ROWS as i16 - 1) as usize][usize::from(self.0)]
    }
}
