//! Profiles: what a roll needs and why, worked out before the die is thrown.
//!
//! The preview, the odds, the log line and the opponent read the same profile, so what was shown is
//! what is rolled.

use std::fmt;

/// One line of a profile.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// What is added to the die.
    pub value: i16,
    /// Why.
    pub label: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

/// A roll against a number: the modified die must not exceed `base`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What the roll decides.
    pub purpose: &'static str,
    /// The number to roll under or equal to, before modifiers.
    pub base: i16,
    /// What is added to the die.
    pub modifiers: Vec<Modifier>,
    /// Faces of the die.
    pub sides: u8,
    /// The rule of the roll.
    pub rule: &'static str,
}

impl Profile {
    /// The sum of all modifiers.
    pub fn modifier(&self) -> i16 {
        self.modifiers.iter().map(|m| m.value).sum()
    }

    /// The highest unmodified face that passes, before naturals: may lie outside the die.
    pub fn need(&self) -> i16 {
        self.base - self.modifier()
    }

    /// How many faces pass when a natural 1 always does and the highest face never does.
    pub fn passing_faces(&self) -> u8 {
        // Clamped into the die before the cast.
        self.need().clamp(1, i16::from(self.sides) - 1) as u8
    }

    /// Whether a face passes: 1 always, the highest face never, otherwise face plus modifiers at most base.
    pub fn passes(&self, face: u8) -> bool {
        face <= self.passing_faces()
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} ({})", self.value, self.label, self.rule)
    }
}
