//! The way to a place that a unit has chosen, so that a side that plays out need not choose again after every inch.

use std::iter;

use super::reach::{Reach, reach};
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
    /// The way of a mover to a cell in reach, after its first step.
    pub fn to(position: &Position, mover: &Mover, from: Spot, cell: Spot) -> Option<Self> {
        let places = reach(position, mover, from);
        let place = |cell: Spot| places.iter().find(|place| place.cell == cell);
        let step = |place: &Reach| {
            let choice = if matches!(place.first, Choice::Reverse(_)) {
                Choice::Reverse(place.heading)
            } else {
                Choice::Step(place.heading)
            };
            (choice, place.cell)
        };
        let back = iter::successors(place(cell), |reach| place(reach.before));
        let mut steps: Vec<(Choice, Spot)> = back.take(places.len()).map(step).collect();
        let (_, at) = steps.pop()?;
        Some(Self { unit: mover.unit, at, steps })
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
