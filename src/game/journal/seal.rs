//! Seals protect the record of a game, from its header to its last action.
//!
//! The first seal covers the header, and each action's seal covers the one before it and the action. A player
//! who has noted one seal can tell later that nothing before it was changed: the seed, the seats, the
//! scenario, the kind of dice, every choice, every roll, every undo. The first seal also commits to the seed;
//! the header contains salt, so the seal does not reveal it.

use std::fmt;
use std::str::FromStr;

use blake2::{Blake2s128, Digest as _};

use super::{Header, Record};

/// The seal of a game up to an action: 128 bits of BLAKE2s. Part of the save format: never change it.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Seal([u8; 16]);

impl Seal {
    /// The seal of a game before its first action.
    pub fn of(header: &Header) -> Self {
        Self::over(&[], &header.to_toml())
    }

    /// The seal with one more action, whatever seal that action carries itself.
    #[must_use]
    pub fn with(self, play: &Record) -> Self {
        Self::over(&self.0, &Record { seal: None, ..play.clone() }.to_toml())
    }

    fn over(before: &[u8], text: &str) -> Self {
        Self(Blake2s128::new().chain_update(before).chain_update(text.as_bytes()).finalize().into())
    }

    /// In groups, easy to note down: "0123 4567 …".
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
