//! The nations of the weapons data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A nation with a table in the weapons data, ordered as in [`Nation::ALL`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// Belgium.
    Belgium,
    /// Finland from 1941.
    Finland,
    /// Finland in the Winter War.
    FinlandWinterWar,
    /// France.
    France,
    /// Germany.
    Germany,
    /// Hungary.
    Hungary,
    /// Italy.
    Italy,
    /// Japan.
    Japan,
    /// Poland.
    Poland,
    /// Romania.
    Romania,
    /// Soviet Union.
    SovietUnion,
    /// United Kingdom and Commonwealth.
    UnitedKingdom,
    /// United States.
    UnitedStates,
    /// Non-motorized transport, open to all.
    AllNations,
}

impl Nation {
    /// Whether it is one of the western Allies.
    pub const fn is_western(self) -> bool {
        matches!(self, Self::UnitedStates | Self::UnitedKingdom | Self::France)
    }

    /// All nations, in the order of the book.
    pub const ALL: [Self; 14] = [
        Self::Belgium,
        Self::Finland,
        Self::FinlandWinterWar,
        Self::France,
        Self::Germany,
        Self::Hungary,
        Self::Italy,
        Self::Japan,
        Self::Poland,
        Self::Romania,
        Self::SovietUnion,
        Self::UnitedKingdom,
        Self::UnitedStates,
        Self::AllNations,
    ];

    /// The name in files and commands: "soviet-union".
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Belgium => "belgium",
            Self::Finland => "finland",
            Self::FinlandWinterWar => "finland-winter-war",
            Self::France => "france",
            Self::Germany => "germany",
            Self::Hungary => "hungary",
            Self::Italy => "italy",
            Self::Japan => "japan",
            Self::Poland => "poland",
            Self::Romania => "romania",
            Self::SovietUnion => "soviet-union",
            Self::UnitedKingdom => "united-kingdom",
            Self::UnitedStates => "united-states",
            Self::AllNations => "all-nations",
        }
    }

    /// The name that players see: "Soviet Union".
    fn title(self) -> &'static str {
        match self {
            Self::Belgium => "Belgium",
            Self::Finland => "Finland",
            Self::FinlandWinterWar => "Finland (Winter War)",
            Self::France => "France",
            Self::Germany => "Germany",
            Self::Hungary => "Hungary",
            Self::Italy => "Italy",
            Self::Japan => "Japan",
            Self::Poland => "Poland",
            Self::Romania => "Romania",
            Self::SovietUnion => "Soviet Union",
            Self::UnitedKingdom => "United Kingdom",
            Self::UnitedStates => "United States",
            Self::AllNations => "All Nations",
        }
    }

    /// The embedded table.
    pub(super) fn table(self) -> &'static str {
        macro_rules! embedded {
            ($name:literal) => {
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/config/matg/catalog/", $name, ".toml"))
            };
        }
        match self {
            Self::Belgium => embedded!("belgium"),
            Self::Finland => embedded!("finland"),
            Self::FinlandWinterWar => embedded!("finland-winter-war"),
            Self::France => embedded!("france"),
            Self::Germany => embedded!("germany"),
            Self::Hungary => embedded!("hungary"),
            Self::Italy => embedded!("italy"),
            Self::Japan => embedded!("japan"),
            Self::Poland => embedded!("poland"),
            Self::Romania => embedded!("romania"),
            Self::SovietUnion => embedded!("soviet-union"),
            Self::UnitedKingdom => embedded!("united-kingdom"),
            Self::UnitedStates => embedded!("united-states"),
            Self::AllNations => embedded!("all-nations"),
        }
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// No nation in the weapons data has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no nation called {0:?}")]
pub struct UnknownNation(String);

impl FromStr for Nation {
    type Err = UnknownNation;

    /// Reads a key or full name, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let matches = |nation: &Self| {
            nation.key().eq_ignore_ascii_case(text) || nation.title().eq_ignore_ascii_case(text)
        };
        Self::ALL.into_iter().find(matches).ok_or_else(|| UnknownNation(text.to_owned()))
    }
}
