//! Chapter 11: platoon morale.

use crate::rules::panzertruppe::firing::Lines;

/// A morale roll: it fails on `fails_to` or less.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Morale {
    /// Units the group has lost since the start.
    pub lost: u16,
    /// Whether it fails only below its losses.
    pub elite: bool,
}

impl Morale {
    /// The highest roll that fails; 0 if none does.
    pub fn fails_to(&self) -> u8 {
        let limit = if self.elite { self.lost.saturating_sub(1) } else { self.lost };
        limit.min(10) as u8
    }

    /// The chance to fail.
    pub fn chance(&self) -> f64 {
        f64::from(self.fails_to()) / 10.0
    }

    /// The need as lines.
    pub fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        lines.add(self.lost.min(99) as i16, "units lost", "11");
        if self.elite {
            lines.add(-1, "elite: must roll below its losses to fail", "11");
        }
        lines
    }
}
