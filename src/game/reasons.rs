//! An opinion in words, for players.

use super::{Level, Opinion, Opponent, Rules, Side, Term, Weighed};

/// Why the computer did something, or what it would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Reasons {
    /// The action, from 1; the next one if it has not been made.
    pub play: u32,
    /// The side that decides.
    pub side: Side,
    /// The task that it serves, as a sentence; empty if there is none.
    pub task: String,
    /// What was done, or would be.
    pub chosen: Told,
    /// The best option besides it, if any was weighed. For a costly decision: what the computer would have done.
    pub other: Option<Told>,
    /// What the scores count, in the plural.
    pub scored_in: &'static str,
    /// The level that decided.
    pub level: Level,
    /// Whether no other choice was legal.
    pub forced: bool,
}

/// An option in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The option.
    pub option: String,
    /// The parts of its score.
    pub terms: Vec<Term>,
    /// Their sum.
    pub score: f64,
}

impl Told {
    /// An option of a position.
    pub(super) fn of<R: Rules>(position: &R, option: &Weighed<R::Choice>) -> Self {
        let label = position.describe(&option.choice).label;
        Self { option: label, terms: option.terms.clone(), score: option.score() }
    }
}

impl Reasons {
    /// An opinion of a level about a decision of a position.
    pub(super) fn of<R: Opponent>(
        position: &R,
        (side, level): (Side, Level),
        play: u32,
        opinion: &Opinion<R::Choice>,
    ) -> Self {
        let bare = Weighed { choice: opinion.choice.clone(), terms: Vec::new() };
        let chosen = opinion.of_choice(&opinion.choice).unwrap_or(&bare);
        Self {
            play,
            side,
            task: opinion.task.to_string(),
            chosen: Told::of(position, chosen),
            other: opinion.rejected().map(|option| Told::of(position, option)),
            scored_in: R::SCORED_IN,
            level,
            forced: position.choices().len() == 1,
        }
    }

    /// What a player chose, against the choice of an opinion. `None` if the two cannot be compared.
    pub(super) fn against<R: Opponent>(
        position: &R,
        (side, level): (Side, Level),
        play: u32,
        done: &R::Choice,
        opinion: Opinion<R::Choice>,
    ) -> Option<Self> {
        let better = opinion.of_choice(&opinion.choice)?.clone();
        let done = opinion.of_choice(done)?.clone();
        let against =
            Opinion { choice: done.choice.clone(), task: opinion.task, options: vec![done, better] };
        Some(Self::of(position, (side, level), play, &against))
    }

    /// What the choice lost against the other option.
    pub fn cost(&self) -> f64 {
        self.other.as_ref().map_or(0.0, |other| other.score - self.chosen.score)
    }
}
