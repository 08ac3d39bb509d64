//! Theatres of war, and months.

use std::fmt;
use std::str::FromStr;

/// A theatre of war.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Theatre {
    /// Western Europe.
    West,
    /// The Eastern Front.
    East,
    /// The Winter War.
    Winter,
    /// Italy, Greece and the islands.
    South,
    /// North Africa.
    Desert,
    /// Mongolia and Manchuria.
    Manchuria,
    /// The Pacific and South-East Asia.
    Pacific,
}

impl Theatre {
    /// All theatres.
    pub const ALL: [Self; 7] =
        [Self::West, Self::East, Self::Winter, Self::South, Self::Desert, Self::Manchuria, Self::Pacific];

    /// Its name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::West => "west",
            Self::East => "east",
            Self::Winter => "winter",
            Self::South => "south",
            Self::Desert => "desert",
            Self::Manchuria => "manchuria",
            Self::Pacific => "pacific",
        }
    }

    /// Its name in a briefing.
    pub const fn title(self) -> &'static str {
        match self {
            Self::West => "Western Europe",
            Self::East => "the Eastern Front",
            Self::Winter => "the Winter War",
            Self::South => "the Mediterranean",
            Self::Desert => "North Africa",
            Self::Manchuria => "Manchuria",
            Self::Pacific => "the Pacific",
        }
    }
}

impl fmt::Display for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Theatre {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|theatre| theatre.key() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::key).join(", ");
            format!("unknown theatre \"{text}\", expected one of {known}")
        })
    }
}

/// A month of the war.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Month {
    pub(super) year: u16,
    /// 1 to 12.
    pub(super) number: u8,
}

impl Month {
    /// The months of a year.
    pub(super) fn of(year: u16) -> impl Iterator<Item = Self> {
        (1..=12).map(move |number| Self { year, number })
    }
}

/// First and last month, inclusive.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Span(pub(super) Month, pub(super) Month);

impl Span {
    pub(super) const WAR: Self = Self(Month { year: 1939, number: 1 }, Month { year: 1945, number: 12 });

    pub(super) fn contains(self, month: Month) -> bool {
        self.0 <= month && month <= self.1
    }

    pub(super) fn meets(self, year: u16) -> bool {
        self.0.year <= year && year <= self.1.year
    }
}
