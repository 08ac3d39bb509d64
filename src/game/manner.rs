//! How the computer plays: how deeply it thinks, and what it likes.

/// How well the computer plays. Levels differ in thought, never in dice or in what they know.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// Makes random legal choices.
    Random,
    /// Fires like normal and never moves; only for measuring the others.
    Statue,
    /// Judges roughly, and now and then makes a mistake.
    Easy,
    /// Weighs every choice by its exact odds.
    #[default]
    Normal,
    /// Also plays turns out to decide how to play them, and the best few options where it matters.
    Hard,
    /// The same, more often and with more options.
    Expert,
}

/// How much the computer risks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Temper {
    /// Saves its units; gives ground before it gives losses.
    Cautious,
    /// Neither.
    #[default]
    Steady,
    /// Presses on, and accepts losses for it.
    Bold,
    /// One of these, chosen by the seed of the game: no one is told which until the battle is over.
    Surprise,
}

/// How the computer plays a side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Manner {
    /// How well.
    pub level: Level,
    /// How boldly. An opponent never gets [`Temper::Surprise`].
    pub temper: Temper,
    /// What it has decided to do with this turn; a seat leaves it as usual.
    pub stance: Stance,
}

/// What a side does with a turn as a whole. Only hard and expert ask, where [`super::Opponent::plan`] says so.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stance {
    /// Weighs every move for itself.
    #[default]
    Usual,
    /// Goes forward only for a good shot.
    HangBack,
    /// Goes forward where little is lost by it.
    GoSlow,
    /// Closes with the enemy and accepts losses for it.
    Press,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::Statue, Self::Easy, Self::Normal, Self::Hard, Self::Expert];

    /// This level with the usual temper.
    pub const fn steady(self) -> Manner {
        Manner { level: self, temper: Temper::Steady, stance: Stance::Usual }
    }

    /// Whether it plays anything out.
    pub const fn searches(self) -> bool {
        matches!(self, Self::Hard | Self::Expert)
    }
}

impl Temper {
    /// The three tempers that an opponent knows.
    pub const KNOWN: [Self; 3] = [Self::Cautious, Self::Steady, Self::Bold];

    /// All tempers.
    pub const ALL: [Self; 4] = [Self::Cautious, Self::Steady, Self::Bold, Self::Surprise];

    /// How the computer plays with it, as an adverb; a surprise is settled first ([`Manner::settled`]).
    pub const fn adverb(self) -> &'static str {
        match self {
            Self::Cautious => "cautiously",
            Self::Steady => "steadily",
            Self::Bold => "boldly",
            Self::Surprise => "as it liked",
        }
    }
}

impl Stance {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Usual, Self::HangBack, Self::GoSlow, Self::Press];

    /// What a side does that takes it: "hangs back". Nothing for the usual one.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::HangBack => "hangs back",
            Self::GoSlow => "comes on slowly",
            Self::Press => "presses the enemy",
        }
    }
}

impl Manner {
    /// The same with a known temper: a surprise is settled by the seed of the game.
    #[must_use]
    pub const fn settled(self, seed: u64) -> Self {
        match self.temper {
            Temper::Surprise => {
                // The low bits of neighbouring seeds run through all three in turn; these do not.
                let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
                Self { temper: Temper::KNOWN[(mixed % 3) as usize], ..self }
            }
            _ => self,
        }
    }
}

impl From<Level> for Manner {
    fn from(level: Level) -> Self {
        level.steady()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surprise_is_any_temper_by_the_seed_and_no_other_manner_changes() {
        let surprise = Manner { temper: Temper::Surprise, ..Level::Hard.steady() };
        let tempers: Vec<Temper> = (1..=300).map(|seed| surprise.settled(seed).temper).collect();
        for known in Temper::KNOWN {
            let often = tempers.iter().filter(|&&temper| temper == known).count();
            assert!((80..=120).contains(&often), "{known:?}: {often} of 300");
        }
        assert_eq!(surprise.settled(7), surprise.settled(7));
        assert_eq!(surprise.settled(7).level, Level::Hard);
        for temper in Temper::KNOWN {
            let manner = Manner { temper, ..Level::Easy.steady() };
            assert_eq!(manner.settled(7), manner);
        }
    }
}
