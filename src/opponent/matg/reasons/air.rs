//! The reasons for air strikes.

use super::{Weighing, plain};
use crate::game::Weighed;
use crate::opponent::matg::fire::air;
use crate::opponent::matg::value::field::Field;
use crate::rules::matg::air::strike::Strike;
use crate::rules::matg::state::choice::Choice;

/// What a run's gain is.
const EFFECT: &str = "expected effect on the target";

/// The runs of the artillery phase.
pub(super) fn runs(field: &Field<'_>, choices: &[Choice]) -> Weighing {
    let runs = air::runs(field, choices).into_iter();
    let options = runs.map(|(choice, gain)| plain(choice, EFFECT, gain));
    let least = plain(Choice::Pass, "the least gain worth a run", air::LEAST);
    ("Strike from the air before the guns fire.".to_owned(), options.chain([least]).collect())
}

/// Fire at aircraft, and the second target of strafing.
pub(super) fn struck(field: &Field<'_>, strike: &Strike, choices: &[Choice]) -> Weighing {
    if !strike.again {
        return ("Every gun that can fires at the aircraft.".to_owned(), Vec::new());
    }
    let targets = air::strikes(field, strike, choices).into_iter();
    let options = targets.map(|(choice, gain)| plain(choice, EFFECT, gain));
    let done = Weighed { choice: Choice::Done, terms: Vec::new() };
    ("Strafe a second stand on the same run.".to_owned(), options.chain([done]).collect())
}
