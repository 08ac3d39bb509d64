//! The way to a place that a unit has chosen, so that a side that plays out need not choose again after every inch.

use std::iter;

use super::reach::Reach;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::state::{Choice, Id, Position, Spot};

/// The rest of a moving unit's route.
pub struct Route {
    unit: Id,
    /// Where its next step begins.
    at: Spot,
    /// The steps still to take with the cells they lead to, the last one first.
    steps: Vec<(Choice, Spot)>,
}

impl Route {
    /// The way of a unit to a cell among those in reach, after its first step.
    pub fn to(cell: Spot, in_reach: &[Reach], unit: Id) -> Option<Self> {
        let place = |cell: Spot| in_reach.iter().find(|place| place.cell == cell);
        let step = |place: &Reach| {
            let choice = if matches!(place.first, Choice::Reverse(_)) {
                Choice::Reverse(place.heading)
            } else {
                Choice::Step(place.heading)
            };
            (choice, place.cell)
        };
        let back = iter::successors(place(cell), |reach| place(reach.before));
        let mut steps: Vec<(Choice, Spot)> = back.take(in_reach.len()).map(step).collect();
        let (_, at) = steps.pop()?;
        Some(Self { unit, at, steps })
    }

    /// Whether a mover is still on this way.
    pub fn leads_on(&self, position: &Position, mover: &Mover) -> bool {
        mover.unit == self.unit && position.forces.spot(self.unit) == Some(self.at)
    }

    /// The next step; `None` at its end, or if the step cannot be taken.
    pub fn next(&mut self, choices: &[Choice]) -> Option<Choice> {
        let (step, at) = self.steps.pop()?;
        self.at = at;
        choices.contains(&step).then_some(step)
    }
}
