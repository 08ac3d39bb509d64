//! An attack on the Infantry Fire Table (3.2.2, 3.2.3).

use super::Firepower;
use super::fate::{Fate, Target, fates, rolls};
use crate::ledger::cited::applies;
use crate::odds::Distribution;
use crate::rules::aslsk::tables::fire::{Column, Effect};

/// How far original doubles shift an attack to the left (3.2.2e).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cowering {
    /// One column.
    #[default]
    Normal,
    /// Not at all: under a leader, or no infantry fire.
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

/// Six hindrances or more block a line of sight (3.2.1d).
pub const HINDRANCE_BLOCKS: i16 = 6;

/// FFMO, FFNAM and hazardous movement on the roll of an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Moving {
    /// Moving in the open (FFMO).
    pub open: bool,
    /// Moving otherwise than by assault movement (FFNAM).
    pub not_assault: bool,
    /// Pushing a Gun.
    pub hazardous: bool,
}

impl Moving {
    /// Which of the three count against a target with this TEM behind these hindrances: FFMO needs open
    /// ground and a clear line (3.3.1c), hazardous movement takes the place of both (6.5d).
    #[must_use]
    pub const fn counted(self, tem: i16, hindrance: i16) -> Moving {
        Moving {
            open: self.open && !self.hazardous && tem == 0 && hindrance == 0,
            not_assault: self.not_assault && !self.hazardous,
            hazardous: self.hazardous,
        }
    }
}

/// An attack on the Infantry Fire Table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fire {
    /// The column before cowering; `None` below the table or without a line of sight.
    pub column: Option<Column>,
    /// Everything added to the dice.
    pub modifier: i16,
    /// What doubles do.
    pub cowering: Cowering,
}

impl Fire {
    /// An attack by firepower, which a line of sight with so many hindrances may block.
    pub fn new(firepower: Firepower, hindrance: i16, modifier: i16, cowering: Cowering) -> Fire {
        applies("3.2.1d");
        let column = if hindrance < HINDRANCE_BLOCKS { Column::of(firepower) } else { None };
        Fire { column, modifier, cowering }
    }

    /// The column that a roll is read on: to the left on doubles.
    pub fn column_for(self, coloured: u8, white: u8) -> Option<Column> {
        let shift = if coloured == white { self.cowering.columns() } else { 0 };
        self.column.and_then(|column| column.left(shift))
    }

    /// What a roll does.
    pub fn effect(self, coloured: u8, white: u8) -> Effect {
        let roll = i16::from(coloured + white) + self.modifier;
        self.column_for(coloured, white).map_or(Effect::None, |column| column.effect(roll))
    }

    /// The chances of each result.
    pub fn effects(self) -> Distribution<Effect> {
        Distribution::of_cases(rolls().map(|(coloured, white)| self.effect(coloured, white)))
    }

    /// The chances of each fate of one unit under this fire, `check` being added to its checks.
    pub fn on(self, target: Target, morale: i16, check: i16) -> Distribution<Fate> {
        self.effects().then(|&effect| fates(effect, target, morale, check))
    }
}
