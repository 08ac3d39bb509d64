//! The effect of a fire result on a figure (21.2 to 21.6).

/// The values of a figure that a fire result is compared with.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nerve {
    /// An unpinned figure is pinned at this result or more.
    pub morale: i16,
    /// A pinned figure routs at this result or more.
    pub panic: i16,
    /// An unpinned figure is killed at this result or more; a pinned one needs one more (21.5, ruling FM-22).
    pub kia: i16,
}

/// The effect on a figure.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// No effect.
    Unhurt,
    /// Pinned; only if it was not pinned before.
    Pinned,
    /// Routed; only if it was already pinned.
    Routed,
    /// Dead.
    Killed,
}

impl Nerve {
    /// The effect of a fire result on a figure; the highest number reached counts.
    pub const fn fate(self, result: i16, pinned: bool) -> Fate {
        let kia = self.kia + pinned as i16;
        let breaks = if pinned { self.panic } else { self.morale };
        if result >= kia {
            Fate::Killed
        } else if result < breaks {
            Fate::Unhurt
        } else if pinned {
            Fate::Routed
        } else {
            Fate::Pinned
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_number_reached_counts() {
        let nerve = Nerve { morale: 3, panic: 4, kia: 8 };
        let fates = |pinned: bool| [2, 3, 4, 7, 8, 9].map(|result| nerve.fate(result, pinned));
        use Fate::{Killed, Pinned, Routed, Unhurt};
        assert_eq!(fates(false), [Unhurt, Pinned, Pinned, Pinned, Killed, Killed]);
        assert_eq!(fates(true), [Unhurt, Unhurt, Routed, Routed, Routed, Killed]);
    }
}
