//! The laws of [`Rules`] as a check of one position, for tests that play many games.

use std::hash::{DefaultHasher, Hasher};

use super::{Digest, Rules};
use crate::dice::Dice;

/// Checks everything that must hold in every position.
///
/// # Errors
/// The first law that is broken, in a sentence.
pub fn check_laws<R: Rules>(position: &R) -> Result<(), String> {
    let hold = |law: bool, words: &dyn Fn() -> String| if law { Ok(()) } else { Err(words()) };
    let decision = position.decision();
    let outcome = position.outcome();
    let choices = position.choices();
    hold(decision.is_none() == outcome.is_some(), &|| {
        format!("either a decision or an outcome: {decision:?}, {outcome:?}")
    })?;
    hold(decision.is_none() == choices.is_empty(), &|| {
        format!("choices exactly while there is a decision: {decision:?} has {}", choices.len())
    })?;
    for choice in &choices {
        let text = choice.to_string();
        position.check(choice).map_err(|error| format!("\"{text}\" is offered and refused: {error}"))?;
        match text.parse::<R::Choice>() {
            Ok(read) => {
                hold(read == *choice, &|| format!("\"{text}\" reads back as {read:?}, was {choice:?}"))?
            }
            Err(error) => return Err(format!("\"{text}\" is offered and does not read back: {error}")),
        }
        let shown = position.describe(choice);
        hold(shown.notation == text, &|| format!("\"{text}\" is described as \"{}\"", shown.notation))?;
        hold(!shown.verb.is_empty() && !shown.label.is_empty(), &|| format!("\"{text}\" has no words"))?;
    }
    for (at, choice) in choices.iter().enumerate() {
        hold(!choices[..at].contains(choice), &|| format!("\"{choice}\" is offered twice"))?;
    }
    hold(choices == position.choices(), &|| "choices asked for twice come in another order".into())?;
    hold(position.clone() == *position, &|| "a copy is not equal".into())?;
    if let Some(decision) = decision {
        let seen = position.seen_by(decision.side, &mut Dice::seeded(Digest::of(position), 0));
        hold(seen.decision() == Some(decision), &|| {
            "what the deciding side sees asks something else".into()
        })?;
        hold(seen.choices() == choices, &|| "what the deciding side sees offers other choices".into())?;
    }
    Ok(())
}

/// Checks that two positions to which different roads lead are the same in every way.
///
/// # Errors
/// In what they differ.
pub fn check_same<R: Rules>(one: &R, other: &R) -> Result<(), String> {
    if one != other {
        return Err("the positions differ".into());
    }
    if Digest::of(one) != Digest::of(other) || hash(one) != hash(other) {
        return Err("equal positions have different digests or hashes".into());
    }
    Ok(())
}

fn hash<R: Rules>(position: &R) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}
