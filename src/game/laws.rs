//! The laws of [`Rules`] as a check of one position, for tests that play many games.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use super::{Decision, Digest, Event, Log, Rules, Side, View};
use crate::dice::Dice;

/// Checks what must hold in every position.
///
/// Of what is dear only a share is looked at, picked by `key`, so that each key looks at something else and the same key
/// at the same: all choices are asked for and read back in every eighth position, some six of them in the others; what a
/// secret decision tells in every eighth; whether a side could tell two worlds apart in every sixteenth, for one side.
///
/// # Errors
/// The first law that is broken, in a sentence.
pub fn check_laws<R: Rules>(position: &R, key: u64) -> Result<(), String> {
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
    let mut texts = HashSet::with_capacity(choices.len());
    for choice in &choices {
        // Choices whose text is the same would be read back as the same.
        if let Some(twice) = texts.replace(choice.to_string()) {
            return Err(format!("\"{twice}\" is offered twice"));
        }
    }
    // To ask of one choice means to list them all; to ask of each, the square of that.
    for choice in some(&choices, if key.is_multiple_of(8) { usize::MAX } else { 6 }, key / 8) {
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
    hold(choices == position.choices(), &|| "choices asked for twice come in another order".into())?;
    hold(position.clone() == *position, &|| "a copy is not equal".into())?;
    if let Some(decision) = decision {
        let seen = position.seen_by(decision.side, &mut Dice::seeded(key, 0));
        hold(seen.decision() == Some(decision), &|| {
            "what the deciding side sees asks something else".into()
        })?;
        hold(seen.choices() == choices, &|| "what the deciding side sees offers other choices".into())?;
    }
    if let Some(decision) = decision.filter(|decision| decision.secret && key.is_multiple_of(8)) {
        check_secret(position, decision, &choices, key)?;
    }
    if key.is_multiple_of(16) {
        let side = Side::BOTH[(key / 16 % 2) as usize];
        let other = position.seen_by(side, &mut Dice::seeded(key, 1));
        check_alike(position, &other, side)?;
    }
    Ok(())
}

/// So many of a list or a few more, from all over it; which they are lies with `key`.
fn some<T>(list: &[T], count: usize, key: u64) -> impl Iterator<Item = &T> {
    let step = 1 + list.len() / count.saturating_add(1);
    list.iter().skip((key % step as u64) as usize).step_by(step)
}

/// Checks that what is not offered is refused: of choices that some other position of the same game offered.
///
/// # Errors
/// The first that is taken all the same, in a sentence.
pub fn check_refused<R: Rules>(position: &R, earlier: &[R::Choice], key: u64) -> Result<(), String> {
    let offered = position.choices();
    let mut others = some(earlier, 4, key).filter(|choice| !offered.contains(choice));
    match others.find(|choice| position.check(choice).is_ok()) {
        None => Ok(()),
        Some(choice) => Err(format!("\"{choice}\" is not offered and not refused")),
    }
}

/// Checks that of a secret decision the enemy learns nothing from what is written while it is made: whatever is
/// chosen, he reads the same lines and sees the same, as long as it or its like is still being decided and nothing is
/// revealed.
fn check_secret<R: Rules>(
    position: &R,
    decision: Decision,
    choices: &[R::Choice],
    seed: u64,
) -> Result<(), String> {
    let enemy = decision.side.other();
    // For each question that may come next: the first choice that leads to it, what it told and what the enemy sees then.
    let mut told: HashMap<Decision, (&R::Choice, Vec<Event>, View)> = HashMap::new();
    for choice in some(choices, 4, seed / 8) {
        let (mut after, mut log) = (position.clone(), Log::on());
        if after.apply(choice, &mut Dice::seeded(seed, 2), &mut log).is_err() {
            continue;
        }
        let mut events = log.events();
        if events.iter().any(|event| event.reveals) {
            continue;
        }
        events.retain(|event| event.is_for(enemy));
        // What comes after the last secret is a new matter, with dice of its own.
        let asked = after.decision().filter(|next| next.secret && next.kind == decision.kind);
        let Some(asked) = asked else { continue };
        let view = after.view(enemy);
        match told.get(&asked) {
            None => drop(told.insert(asked, (choice, events, view))),
            Some((other, others, seen)) => {
                let tells =
                    |what: &str| format!("the enemy could tell \"{choice}\" from \"{other}\" by {what}");
                if *others != events {
                    return Err(tells("the log"));
                }
                if *seen != view {
                    return Err(tells("his view"));
                }
            }
        }
    }
    Ok(())
}

/// Checks that `side` learns the same of two positions that differ only in what it cannot know: the same
/// view, the same decision, choices, their words and previews, uses of its cards where it decides, and the same eyes for its
/// opponent. That seeing twice is seeing once follows from it.
///
/// Give it two battles whose scenarios differ in one side's secrets, as both are played on alike; random
/// games are checked against the world that [`Rules::seen_by`] itself makes up.
///
/// # Errors
/// The first difference, in a sentence.
pub fn check_alike<R: Rules>(one: &R, other: &R, side: Side) -> Result<(), String> {
    let same = |same: bool, what: &str| {
        if same { Ok(()) } else { Err(format!("side {side:?} could tell two worlds apart by {what}")) }
    };
    let (view, others) = (one.view(side), other.view(side));
    if view != others {
        let [one, other] = [view, others].map(|view| format!("{view:#?}"));
        let apart = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        let (one, other) = apart.unwrap_or_default();
        return Err(format!("side {side:?} could tell two worlds apart by its view:{one} or{other}"));
    }
    // Of a secret decision of the enemy the side knows that he decides, not what he has come to in it.
    let known = |position: &R| {
        let decision = position.decision();
        let hidden = decision.filter(|decision| decision.secret && decision.side != side);
        (decision.map(|decision| decision.side), decision.filter(|_| hidden.is_none()))
    };
    same(known(one) == known(other), "the decision")?;
    same(one.outcome() == other.outcome(), "the outcome")?;
    if one.decision().is_some_and(|decision| decision.side == side) {
        let choices = one.choices();
        same(choices == other.choices(), "its choices")?;
        for choice in some(&choices, 20, choices.len() as u64) {
            let what = |part: &str| format!("the {part} of \"{choice}\"");
            same(one.describe(choice) == other.describe(choice), &what("words"))?;
            same(one.preview(choice) == other.preview(choice), &what("preview"))?;
        }
        let own = view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
        for piece in own.map(|piece| Some(piece.id)).take(3).chain([None]) {
            same(one.uses(side, piece) == other.uses(side, piece), "what its cards may be played for")?;
        }
    }
    for seed in 0..2 {
        let eyes = |position: &R| position.seen_by(side, &mut Dice::seeded(seed, 0));
        let (first, second) = (eyes(one), eyes(other));
        same(first == second, "what it sees")?;
        if seed == 0 {
            same(Digest::of(&first) == Digest::of(&second), "the digest of what it sees")?;
            same(first.view(side) == view, "the view of what it sees")?;
        }
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
