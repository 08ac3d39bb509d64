//! What a fire result does to a figure (21.2 to 21.6).

/// The numbers of a figure that fire is compared with.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nerve {
    /// From here a figure that is not pinned is pinned.
    pub morale: i16,
    /// From here a pinned figure routs.
    pub panic: i16,
    /// From here a figure that is not pinned is killed; a pinned one needs one more (21.5, ruling FM-22).
    pub kia: i16,
}

/// What becomes of a figure.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// Nothing.
    Unhurt,
    /// Pinned; only for a figure that was not.
    Pinned,
    /// Flees the field; only for a figure that was pinned.
    Routed,
    /// Dead.
    Killed,
}

impl Nerve {
    /// What a fire result does to a figure; the highest number reached counts.
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
