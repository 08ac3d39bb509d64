//! The nations of the tables.

use std::fmt;
use std::str::FromStr;

/// A nation with units in the tables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Nation {
    /// Germany.
    Germany,
    /// The United States.
    UnitedStates,
    /// Britain.
    Britain,
    /// Russia.
    Russia,
    /// France.
    France,
    /// Japan.
    Japan,
}

impl Nation {
    /// Every nation, in the order of the tables.
    pub const ALL: [Self; 6] =
        [Self::Germany, Self::UnitedStates, Self::Britain, Self::Russia, Self::France, Self::Japan];

    /// Its name in files and in the catalog.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Germany => "Germany",
            Self::UnitedStates => "United States",
            Self::Britain => "Britain",
            Self::Russia => "Russia",
            Self::France => "France",
            Self::Japan => "Japan",
        }
    }

    /// Its soldiers.
    pub const fn people(self) -> &'static str {
        match self {
            Self::Germany => "Germans",
            Self::UnitedStates => "Americans",
            Self::Britain => "British",
            Self::Russia => "Russians",
            Self::France => "French",
            Self::Japan => "Japanese",
        }
    }

    /// Its letter in the tables.
    const fn letter(self) -> char {
        match self {
            Self::Germany => 'G',
            Self::UnitedStates => 'U',
            Self::Britain => 'B',
            Self::Russia => 'R',
            Self::France => 'F',
            Self::Japan => 'J',
        }
    }

    /// The nations of a cell of a table, such as "GUB", in the order of the tables.
    pub fn of_letters(letters: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|nation| letters.contains(nation.letter())).collect()
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Nation {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|nation| nation.name() == name).ok_or(())
    }
}
