//! What an opponent thinks of a decision: its choice, the options beside it, and why.

use std::borrow::Cow;

/// How much better than the best an option was taken to be that was chosen by a rough guess.
const GUESSED: f64 = 0.01;

/// A part of an option's score.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it is, in a few words: "expected losses".
    pub label: Cow<'static, str>,
    /// What it adds to the score, in points of worth.
    pub value: f64,
}

/// An option that was weighed.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed<C> {
    /// The choice.
    pub choice: C,
    /// The parts of its score.
    pub terms: Vec<Term>,
}

/// What an opponent thinks of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion<C> {
    /// What it would do.
    pub choice: C,
    /// What it is for, in one short sentence: "G3 holds the crossroads." Empty if there is nothing to say.
    pub task: Cow<'static, str>,
    /// The options that were weighed, the best first; empty if the decision has nothing to weigh. The first is
    /// usually `choice`.
    pub options: Vec<Weighed<C>>,
}

impl Term {
    /// A part of a score.
    pub fn new(label: impl Into<Cow<'static, str>>, value: f64) -> Self {
        Self { label: label.into(), value }
    }
}

impl<C> Weighed<C> {
    /// The score, in points of worth.
    pub fn score(&self) -> f64 {
        self.terms.iter().map(|term| term.value).sum()
    }
}

impl<C: PartialEq> Weighed<C> {
    /// Makes the option that a player chose by a rough guess the best, with a term for the guess.
    pub fn guess(options: &mut [Self], choice: &C) {
        let best = options.iter().map(Self::score).fold(f64::NEG_INFINITY, f64::max);
        if let Some(chosen) = options.iter_mut().find(|option| option.choice == *choice) {
            let short = best - chosen.score();
            if short > 0.0 {
                chosen.terms.push(Term::new("rough guess", short + GUESSED));
            }
        }
    }
}

impl<C> Opinion<C> {
    /// A choice with nothing to say about it.
    pub const fn of(choice: C) -> Self {
        Self { choice, task: Cow::Borrowed(""), options: Vec::new() }
    }
}

impl<C: PartialEq> Opinion<C> {
    /// The best option among those weighed. They are put in the order of their scores; equal scores keep their
    /// order. `None` if there are none.
    pub fn best(task: impl Into<Cow<'static, str>>, mut options: Vec<Weighed<C>>) -> Option<Self>
    where
        C: Clone,
    {
        options.sort_by(|a, b| b.score().total_cmp(&a.score()));
        let choice = options.first()?.choice.clone();
        Some(Self { choice, task: task.into(), options })
    }

    /// What was weighed for a choice.
    pub fn of_choice(&self, choice: &C) -> Option<&Weighed<C>> {
        self.options.iter().find(|option| option.choice == *choice)
    }

    /// The best option that was not chosen.
    pub fn rejected(&self) -> Option<&Weighed<C>> {
        self.options.iter().find(|option| option.choice != self.choice)
    }
}
