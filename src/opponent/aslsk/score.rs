//! The score of an option: what speaks for it and against it, part by part.

use std::ops::{Add, Sub};

use crate::game::Term;

/// A part of a score.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// What fire or CC is expected to do to the enemy.
    Harm,
    /// What it spares the units that move this turn.
    Covers,
    /// What the enemy's fire or CC is expected to do where the unit ends.
    Danger,
    /// What it is expected to do on the way there.
    Way,
    /// Terrain.
    Cover,
    /// Distance to what the Victory Conditions ask for.
    Goal,
    /// The best attack from there.
    Shots,
    /// Own units in the hex.
    Company,
    /// What the unit could do instead, or must keep back.
    Cost,
    /// Anything with a fixed order.
    Order,
    /// By how much an easy opponent misjudges it.
    Guess,
}

impl Part {
    /// All parts, in the order in which they are shown.
    pub const ALL: [Part; 11] = [
        Part::Harm,
        Part::Covers,
        Part::Danger,
        Part::Way,
        Part::Cover,
        Part::Goal,
        Part::Shots,
        Part::Company,
        Part::Cost,
        Part::Order,
        Part::Guess,
    ];

    /// A few words for it.
    pub const fn label(self) -> &'static str {
        match self {
            Part::Harm => "expected enemy losses",
            Part::Covers => "enemy fire it spares units that move",
            Part::Danger => "expected losses there",
            Part::Way => "expected losses on the way",
            Part::Cover => "cover",
            Part::Goal => "distance to the objective",
            Part::Shots => "targets from there",
            Part::Company => "own units in the hex",
            Part::Cost => "what it gives up",
            Part::Order => "usual order",
            Part::Guess => "rough guess",
        }
    }
}

/// The score of an option, in hundredths of a squad.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Score([i32; Part::ALL.len()]);

impl Score {
    /// Lower than the score of anything worth doing.
    pub const NEVER: Score = Score::of(Part::Order, -100_000);

    /// A score of one part.
    pub const fn of(part: Part, value: i32) -> Score {
        Score([0; Part::ALL.len()]).and(part, value)
    }

    /// The same with more of a part.
    pub const fn and(mut self, part: Part, value: i32) -> Score {
        self.0[part as usize] += value;
        self
    }

    /// The sum of its parts.
    pub fn total(&self) -> i32 {
        self.0.iter().sum()
    }

    /// Its parts in words, in squads.
    pub fn terms(&self) -> Vec<Term> {
        let parts = Part::ALL.into_iter().zip(self.0).filter(|&(_, value)| value != 0);
        parts.map(|(part, value)| Term::new(part.label(), f64::from(value) / 100.0)).collect()
    }
}

impl Add for Score {
    type Output = Score;

    fn add(mut self, other: Score) -> Score {
        self.0.iter_mut().zip(other.0).for_each(|(part, more)| *part += more);
        self
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(mut self, other: Score) -> Score {
        self.0.iter_mut().zip(other.0).for_each(|(part, less)| *part -= less);
        self
    }
}
