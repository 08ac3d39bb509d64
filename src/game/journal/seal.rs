//! Seals: what is written of a game hangs together, from its header to its last play.
//!
//! The first seal is taken of the header, and each play's of the seal before it and of the play. So whoever
//! has noted one seal can tell later that nothing written before it was changed: the seed, the seats, the
//! scenario, how the dice are thrown, every choice, every face, every taking back. The first one is at the
//! same time a commitment to the seed: the header holds salt, so the seal does not betray it.

use std::fmt;
use std::str::FromStr;

use blake2::{Blake2s128, Digest as _};

use super::{Header, Record};

/// The seal of a game up to some play: 128 bits of BLAKE2s. Part of the save format, never to be changed.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Seal([u8; 16]);

impl Seal {
    /// The seal of a game in which nothing has been played yet.
    pub fn of(header: &Header) -> Self {
        Self::over(&[], &header.to_toml())
    }

    /// The seal with one more play, whatever seal that play bears itself.
    #[must_use]
    pub fn with(self, play: &Record) -> Self {
        Self::over(&self.0, &Record { seal: None, ..play.clone() }.to_toml())
    }

    fn over(before: &[u8], text: &str) -> Self {
        Self(Blake2s128::new().chain_update(before).chain_update(text.as_bytes()).finalize().into())
    }

    /// In groups, to be noted by hand: "0123 4567 …".
    pub fn in_groups(&self) -> String {
        let digits = self.to_string();
        let groups = (0..8).filter_map(|n| digits.get(4 * n..4 * n + 4));
        groups.collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({self})")
    }
}

impl FromStr for Seal {
    type Err = ();

    fn from_str(digits: &str) -> Result<Self, ()> {
        let whole = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u128::from_str_radix(digits, 16).ok().filter(|_| whole).ok_or(())?;
        Ok(Self(number.to_be_bytes()))
    }
}
