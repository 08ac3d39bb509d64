//! The combat, range, orders and minefield charts, read from `config/matg/charts.toml`.

use crate::ledger::cited::{apply, rule};
use std::sync::OnceLock;

use serde::Deserialize;

/// A cell of the Combat Results Table (7.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CombatResult {
    /// No effect.
    None,
    /// Suppressed.
    S,
    /// Suppressed, or disorganized if already suppressed: "(S)".
    SParens,
    /// Disorganized, or eliminated if already disorganized.
    D,
    /// Eliminated.
    E,
}

impl CombatResult {
    /// As printed on the table.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::S => "S",
            Self::SParens => "(S)",
            Self::D => "D",
            Self::E => "E",
        }
    }
}

struct Charts {
    combat: [[CombatResult; 13]; 20],
    range_step: u16,
    dual_purpose_range_step: u16,
    orders: Vec<u8>,
    mines: [i16; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCharts {
    combat_results: String,
    range_step: u16,
    dual_purpose_range_step: u16,
    movement_orders: Vec<u8>,
    minefields: RawMines,
}

#[derive(Deserialize)]
struct RawMines {
    hasty: i16,
    standard: i16,
    concentrated: i16,
}

fn charts() -> &'static Charts {
    static CHARTS: OnceLock<Charts> = OnceLock::new();
    CHARTS.get_or_init(|| {
        let raw: RawCharts = crate::reading::from_toml(include_str!("../../../../config/matg/charts.toml"))
            .expect("the embedded charts are well-formed");
        let mut combat = [[CombatResult::None; 13]; 20];
        let rows: Vec<&str> = raw.combat_results.lines().collect();
        assert_eq!(rows.len(), 20, "the combat table has a row for every die from 19 to 0");
        for (die, line) in rows.iter().rev().enumerate() {
            for (column, cell) in line.split_whitespace().enumerate() {
                combat[die][column] = match cell {
                    "S" => CombatResult::S,
                    "s" => CombatResult::SParens,
                    "D" => CombatResult::D,
                    "E" => CombatResult::E,
                    _ => CombatResult::None,
                };
            }
        }
        Charts {
            combat,
            range_step: raw.range_step,
            dual_purpose_range_step: raw.dual_purpose_range_step,
            orders: raw.movement_orders,
            mines: [raw.minefields.hasty, raw.minefields.standard, raw.minefields.concentrated],
        }
    })
}

/// The first column of the Combat Results Table (7.1.10).
pub const LOWEST_DIFFERENTIAL: i16 = -3;

/// The result at a combat differential and a modified die roll (7.1.10).
///
/// Below -3 there is no effect; above +9 the +9 column is used. A roll below 0 counts as 0; above 19 there is
/// no effect. [`suppressing`] applies the note on artillery and support stands.
#[apply(rule, "7.1.10", "chart: combat results")]
pub fn combat_result(differential: i16, die: i16) -> CombatResult {
    if differential < LOWEST_DIFFERENTIAL || die > 19 {
        return CombatResult::None;
    }
    // Both indices are clamped to the table.
    charts().combat[die.max(0) as usize][(differential.min(9) + 3) as usize]
}

/// The result for an artillery, MMG, light mortar or support stand: at least S (7.2, 10.4).
pub const fn suppressing(result: CombatResult) -> CombatResult {
    match result {
        CombatResult::None => CombatResult::S,
        other => other,
    }
}

/// The Range Effects Chart: the die roll modifier at a range in whole inches, rounded up.
#[apply(rule, "chart: range")]
pub fn range_modifier(inches: u16) -> i16 {
    banded(inches, charts().range_step)
}

/// The range modifier of dual-purpose guns at ground targets (10.7.2).
#[apply(rule, "10.7.2", "chart: range")]
pub fn dual_purpose_range_modifier(inches: u16) -> i16 {
    banded(inches, charts().dual_purpose_range_step)
}

fn banded(inches: u16, step: u16) -> i16 {
    if inches <= 1 { -1 } else { ((inches - 1) / step) as i16 }
}

/// The Movement Orders Chart: orders for 2D6 plus the GHQ's quality (8.2.1).
#[apply(rule, "chart: orders")]
pub fn movement_orders(modified: i16) -> u8 {
    let orders = &charts().orders;
    orders[(modified - 3).clamp(0, orders.len() as i16 - 1) as usize]
}

/// The concentration of a minefield (11.1.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Concentration {
    /// Hasty.
    Hasty,
    /// Standard.
    Standard,
    /// Concentrated.
    Concentrated,
}

/// The Minefield Chart: the column that mines attack on, whatever the defence (11.1.4).
#[apply(rule, "11.1.4", "11.1.1", "chart: minefields")]
pub fn mine_column(concentration: Concentration) -> i16 {
    charts().mines[concentration as usize]
}
