//! An IFT attack (3.2.2, 3.2.3).

use super::Firepower;
use super::fate::{Fate, Target, fates, rolls};
use crate::game::Modifier;
use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::aslsk::tables::fire::{Column, Effect};
use crate::rules::aslsk::tables::modifiers::{self, Drm, List};

/// How far original doubles shift an attack left (3.2.2e).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cowering {
    /// One column.
    #[default]
    Normal,
    /// None: leader direction, or fire that does not cower.
    None,
    /// Two columns (5.4).
    Inexperienced,
}

impl Cowering {
    /// Columns to the left on doubles.
    pub const fn columns(self) -> u8 {
        match self {
            Cowering::None => 0,
            Cowering::Normal => 1,
            Cowering::Inexperienced => 2,
        }
    }
}

/// This Hindrance total blocks LOS (3.2.1d).
pub const HINDRANCE_BLOCKS: i16 = 6;

/// FFMO, FFNAM and Hazardous Movement of one target.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Moving {
    /// FFMO.
    pub open: bool,
    /// FFNAM.
    pub not_assault: bool,
    /// Hazardous Movement.
    pub hazardous: bool,
}

impl Moving {
    /// Which of the three apply at this TEM and Hindrance: FFMO needs neither (3.3.1c), Hazardous Movement
    /// replaces both (6.5d).
    #[must_use]
    pub const fn counted(self, tem: i16, hindrance: i16) -> Moving {
        Moving {
            open: self.open && !self.hazardous && tem == 0 && hindrance == 0,
            not_assault: self.not_assault && !self.hazardous,
            hazardous: self.hazardous,
        }
    }

    /// The DRM of those that apply, from the list of IFT or To Hit DRM.
    pub fn lines(self, list: List) -> Vec<Modifier> {
        let lines =
            [(Drm::Ffmo, self.open), (Drm::Ffnam, self.not_assault), (Drm::Hazardous, self.hazardous)];
        lines
            .into_iter()
            .filter(|&(_, applies)| applies)
            .map(|(drm, _)| modifiers::fixed(list, drm))
            .collect()
    }
}

/// An IFT attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fire {
    /// The column before cowering; `None` below the table or without LOS.
    pub column: Option<Column>,
    /// The total DRM.
    pub modifier: i16,
    /// The effect of doubles.
    pub cowering: Cowering,
}

impl Fire {
    /// An attack of this FP; a Hindrance total of +6 blocks it.
    #[apply(rule, "3.2.1d")]
    pub fn new(firepower: Firepower, hindrance: i16, modifier: i16, cowering: Cowering) -> Fire {
        let column = if hindrance < HINDRANCE_BLOCKS { Column::of(firepower) } else { None };
        Fire { column, modifier, cowering }
    }

    /// The column of a roll, shifted left on doubles.
    pub fn column_for(self, coloured: u8, white: u8) -> Option<Column> {
        let shift = if coloured == white { self.cowering.columns() } else { 0 };
        self.column.and_then(|column| column.left(shift))
    }

    /// The result of a roll.
    pub fn effect(self, coloured: u8, white: u8) -> Effect {
        let roll = i16::from(coloured + white) + self.modifier;
        self.column_for(coloured, white).map_or(Effect::None, |column| column.effect(roll))
    }

    /// The chances of each result.
    pub fn effects(self) -> Distribution<Effect> {
        Distribution::of_cases(rolls().map(|(coloured, white)| self.effect(coloured, white)))
    }

    /// The chances of each fate of one unit; `check` is added to its checks.
    pub fn on(self, target: Target, morale: i16, check: i16) -> Distribution<Fate> {
        self.effects().then(|&effect| fates(effect, target, morale, check))
    }
}
