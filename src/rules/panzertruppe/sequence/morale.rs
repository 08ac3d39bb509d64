//! Chapter 11: whether a platoon stays.

use crate::rules::panzertruppe::firing::Lines;

/// A morale roll, worked out: it is failed on a face of at most `fails_to`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Morale {
    /// Units the group has lost since the start.
    pub lost: u16,
    /// Fails only below the number of its losses.
    pub elite: bool,
}

impl Morale {
    /// The highest face that fails; 0 where none does.
    pub fn fails_to(&self) -> u8 {
        let limit = if self.elite { self.lost.saturating_sub(1) } else { self.lost };
        limit.min(10) as u8
    }

    /// The chance that it breaks.
    pub fn chance(&self) -> f64 {
        f64::from(self.fails_to()) / 10.0
    }

    /// The sum as lines.
    pub fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        lines.add(self.lost.min(99) as i16, "units lost", "11");
        if self.elite {
            lines.add(-1, "elite: only below its losses", "11");
        }
        lines
    }
}
