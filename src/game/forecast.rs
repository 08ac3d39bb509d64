//! What a choice, or a series of choices, would roll: on a copy of what the side sees, without rolling anything.

use super::view::{Act, Preview};
use super::{Log, Rules};
use crate::dice::{Dice, Thing};

/// The rolls of a choice. One that ends something, such as a phase, may lead to rolls that are not part of it: then
/// the first of them is named.
pub fn of_choice<R: Rules>(seen: &R, choice: &R::Choice) -> Option<Preview> {
    seen.preview(choice).or_else(|| {
        // A step may meet something hidden, which is unknown until it does.
        if matches!(seen.describe(choice).act, Act::Step | Act::Begin | Act::Join | Act::Cancel) {
            return None;
        }
        let ask = seen.clone().apply(choice, &mut Dice::taped(&[]), &mut Log::off()).err()?;
        let Thing::Die(die) = ask.thing else { return None };
        let leads_to = vec![format!("D{}: {}", die.sides, ask.purpose)];
        Some(Preview { leads_to, ..Preview::default() })
    })
}

/// The rolls of a series of choices, such as an attack with all its firers: those of its last choice that rolls.
/// Everything before it must go without dice.
pub fn of_series<R: Rules>(seen: &R, plays: &[String]) -> Option<Preview> {
    let mut then = seen.clone();
    let side = then.decision()?.side;
    let mut last = None;
    for play in plays {
        let choice: R::Choice = play.parse().ok()?;
        if then.decision().is_none_or(|decision| decision.side != side) || then.check(&choice).is_err() {
            break;
        }
        last = then.preview(&choice).or(last);
        if then.apply(&choice, &mut Dice::taped(&[]), &mut Log::off()).is_err() {
            break;
        }
    }
    last
}
