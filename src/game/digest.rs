//! Digests: a number that identifies a position, the same on every machine and in every later version.

use super::Rules;
use crate::reading::{CustomData, in_order};

/// Hashes what a position writes about itself: FNV-1a over little-endian bytes.
///
/// Every piece is written with its length or at a fixed width, so that two different lists never run
/// together. What is written, and in which order, is each ruleset's own promise ([`Rules::digest`]).
#[derive(Clone, Debug)]
pub struct Digest(u64);

impl Digest {
    /// An empty digest.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The digest of a position.
    pub fn of<R: Rules>(position: &R) -> u64 {
        let mut digest = Self::new();
        position.digest(&mut digest);
        digest.number()
    }

    /// The digest of a text.
    pub fn of_text(text: &str) -> u64 {
        let mut digest = Self::new();
        digest.bytes(text.as_bytes());
        digest.number()
    }

    /// The fingerprint of a scenario with the custom data that it is played with.
    pub fn of_battle(text: &str, own: &[CustomData]) -> u64 {
        in_order(own)
            .fold(Self::of_text(text), |so_far, own| Self::of_text(&format!("{so_far:016x}{}", own.text)))
    }

    /// The hash of everything written so far.
    pub const fn number(&self) -> u64 {
        self.0
    }

    /// Raw bytes, without their length.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A whole number. All integers of up to 64 bits are written alike, so that a field may grow.
    pub fn int(&mut self, number: impl Into<i64>) {
        self.bytes(&number.into().to_le_bytes());
    }

    /// An unsigned 64-bit number, such as another digest.
    pub fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    /// A boolean.
    pub fn flag(&mut self, flag: bool) {
        self.int(u8::from(flag));
    }

    /// A text with its length. For an enum variant write its word: it survives a reordering of the code.
    pub fn text(&mut self, text: &str) {
        self.int(text.len() as i64);
        self.bytes(text.as_bytes());
    }

    /// Anything that displays itself as text: a cell, a compass point, a choice.
    pub fn shown(&mut self, thing: &impl std::fmt::Display) {
        self.text(&thing.to_string());
    }

    /// A length, and then each element.
    pub fn each<T>(&mut self, things: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut count = 0i64;
        for thing in things {
            count += 1;
            write(self, thing);
        }
        self.int(count);
    }

    /// Whether there is a value, and then the value.
    pub fn maybe<T>(&mut self, thing: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.flag(thing.is_some());
        if let Some(thing) = thing {
            write(self, thing);
        }
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(write: impl FnOnce(&mut Digest)) -> u64 {
        let mut digest = Digest::new();
        write(&mut digest);
        digest.number()
    }

    #[test]
    fn the_mapping_is_pinned() {
        assert_eq!(Digest::of_text("a"), 0xaf63_dc4c_8601_ec8c, "FNV-1a of \"a\" as published");
        assert_eq!(of(|d| d.int(7u8)), of(|d| d.int(7i32)), "a field may grow");
    }

    #[test]
    fn adjacent_fields_hash_differently() {
        let lists = |a: &[&str], b: &[&str]| {
            of(|d| {
                d.each(a, |d, text| d.text(text));
                d.each(b, |d, text| d.text(text));
            })
        };
        assert_ne!(lists(&["ab"], &["c"]), lists(&["a"], &["bc"]));
        assert_ne!(lists(&["a", "b"], &[]), lists(&["a"], &["b"]));
        assert_ne!(of(|d| d.maybe(None::<u8>, |d, n| d.int(n))), of(|d| d.maybe(Some(0u8), |d, n| d.int(n))));
    }
}
