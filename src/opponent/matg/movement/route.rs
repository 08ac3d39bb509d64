//! The way to the square that a moving stand has chosen, so that a side that plays out need not choose again after every
//! inch.

use crate::board::{Cell, Compass};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

/// The rest of a moving stand's way, but for the step that ends it: that one is weighed again.
pub struct Route {
    stand: Id,
    /// Where its next step begins.
    at: Cell,
    /// The steps still to take with the squares they lead to, the last one first.
    steps: Vec<(Compass, Cell)>,
}

impl Route {
    /// The way of a mover with these steps, once it has made the first of them; the last one is listed first. A stand with
    /// cargo has none: it looks out for where to unload.
    pub fn after_first(p: &Position, mover: &Mover, mut steps: Vec<(Compass, Cell)>) -> Option<Self> {
        let stand = mover.stand;
        let (_, at) = steps.pop().filter(|_| p.forces.cargo(stand).next().is_none())?;
        steps.drain(..steps.len().min(1));
        Some(Self { stand, at, steps })
    }

    /// Whether a mover is still on this way, and was not made to stop.
    pub fn leads_on(&self, p: &Position, mover: &Mover) -> bool {
        mover.stand == self.stand && p.forces.cell(mover.stand) == Some(self.at) && !mover.stopped
    }

    /// The next step; `None` before the last one, if the step cannot be taken, or if an enemy beside it or the way off the
    /// map has to be considered first.
    pub fn next(&mut self, choices: &[Choice]) -> Option<Choice> {
        let tempts = |choice: &Choice| {
            matches!(choice, Choice::Exit(_) | Choice::Overrun(_) | Choice::Assault(_) | Choice::Load(_))
        };
        let (direction, at) = self.steps.pop()?;
        self.at = at;
        let step = Choice::Step(direction);
        (choices.contains(&step) && !choices.iter().any(tempts)).then_some(step)
    }
}
