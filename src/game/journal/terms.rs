//! The terms of a shared battle, fixed and sealed when it begins.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use blake2::{Blake2s128, Digest as _};
use serde::{Deserialize, Deserializer, de};

use super::text::quoted;

/// The terms of a battle between two terminals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The only player who may join, if the host named one.
    #[serde(default, rename = "for")]
    pub guest: Option<String>,
    /// A hash of the word that a player must give to join; see [`Terms::hash_word`].
    #[serde(default)]
    pub word: Option<String>,
    /// What spectators see.
    #[serde(default, deserialize_with = "from_words")]
    pub watch: WatchRule,
    /// The clock, if there is one.
    #[serde(default, deserialize_with = "some_from_words")]
    pub clock: Option<ClockRule>,
}

impl Terms {
    /// A hash of a word: enough to check it, and useless for any other battle.
    pub fn hash_word(salt: &str, word: &str) -> String {
        let hash = Blake2s128::new().chain_update(salt.as_bytes()).chain_update(word.trim().as_bytes());
        hash.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    pub(super) fn to_toml(&self) -> String {
        let mut text = String::from("\n[shared]\n");
        if let Some(guest) = &self.guest {
            let _ = writeln!(text, "for = {}", quoted(guest));
        }
        if let Some(word) = &self.word {
            let _ = writeln!(text, "word = {}", quoted(word));
        }
        let _ = writeln!(text, "watch = {}", quoted(&self.watch.to_string()));
        if let Some(clock) = &self.clock {
            let _ = writeln!(text, "clock = {}", quoted(&clock.to_string()));
        }
        text
    }
}

/// What spectators see while a battle is on. Once it is over they see everything.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum WatchRule {
    /// What both sides may see, at once.
    #[default]
    Open,
    /// Everything, this many turns late.
    Delay(u32),
    /// Nothing.
    Closed,
}

impl fmt::Display for WatchRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Delay(turns) => write!(f, "delay {turns}"),
            Self::Closed => f.write_str("none"),
        }
    }
}

impl FromStr for WatchRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\": expected \"open\", \"delay N\" (N turns, from 1) or \"none\"");
        match text.trim() {
            "open" => Ok(Self::Open),
            "none" => Ok(Self::Closed),
            other => {
                let turns = other.strip_prefix("delay").map(|n| n.trim_start_matches([' ', '=', ':']));
                let turns = turns.and_then(|n| n.parse().ok()).filter(|turns| (1..=99).contains(turns));
                turns.map(Self::Delay).ok_or_else(wrong)
            }
        }
    }
}

impl WatchRule {
    /// In words, for players who are about to join.
    pub fn in_words(self) -> String {
        match self {
            Self::Open => "spectators see what both sides see".to_owned(),
            Self::Delay(1) => "spectators see everything, 1 turn late".to_owned(),
            Self::Delay(turns) => format!("spectators see everything, {turns} turns late"),
            Self::Closed => "no spectators".to_owned(),
        }
    }
}

/// The time each side has, in seconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ClockRule {
    /// For its decisions in one turn.
    Turn(u64),
    /// For all its decisions.
    Battle(u64),
}

impl ClockRule {
    /// The limit, in seconds.
    pub const fn limit(self) -> u64 {
        match self {
            Self::Turn(seconds) | Self::Battle(seconds) => seconds,
        }
    }

    /// In words, for players who are about to join.
    pub fn in_words(self) -> String {
        let (Self::Turn(seconds) | Self::Battle(seconds)) = self;
        let time = if seconds % 60 == 0 { format!("{} min", seconds / 60) } else { format!("{seconds} s") };
        let per = if matches!(self, Self::Turn(_)) { "turn" } else { "battle" };
        format!("{time} a {per} for each side")
    }
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(seconds) => write!(f, "turn {seconds}"),
            Self::Battle(seconds) => write!(f, "battle {seconds}"),
        }
    }
}

impl FromStr for ClockRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\": expected \"turn SECONDS\" or \"battle SECONDS\", at least 10");
        let (kind, seconds) = text.trim().split_once([' ', '=', ':']).ok_or_else(wrong)?;
        let seconds =
            seconds.trim().parse().ok().filter(|n| (10..=31_536_000).contains(n)).ok_or_else(wrong)?;
        match kind {
            "turn" => Ok(Self::Turn(seconds)),
            "battle" => Ok(Self::Battle(seconds)),
            _ => Err(wrong()),
        }
    }
}

fn from_words<'de, D: Deserializer<'de>, T: FromStr<Err = String>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(de::Error::custom)
}

fn some_from_words<'de, D: Deserializer<'de>, T: FromStr<Err = String>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    from_words(from).map(Some)
}
