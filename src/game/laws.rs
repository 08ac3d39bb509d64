//! The laws of [`Rules`], checked at one position, for tests that play many games.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use super::{Decision, Digest, Event, Log, Rules, Side, View};
use crate::dice::Dice;

/// Checks what must hold in every position.
///
/// The expensive laws are only sampled. `key` picks the sample, so that different keys check different things
/// and the same key always the same: all choices are checked and read back in every eighth position, about
/// six in the others; secret decisions in every eighth; whether a side can distinguish equal-looking
/// positions in every sixteenth, for one side.
///
/// # Errors
/// The first broken law, in a sentence.
pub fn check_laws<R: Rules>(position: &R, key: u64) -> Result<(), String> {
    let hold = |law: bool, words: &dyn Fn() -> String| if law { Ok(()) } else { Err(words()) };
    let decision = position.decision();
    let outcome = position.outcome();
    let choices = position.choices();
    hold(decision.is_none() == outcome.is_some(), &|| {
        format!("there must be either a decision or an outcome: {decision:?}, {outcome:?}")
    })?;
    hold(decision.is_none() == choices.is_empty(), &|| {
        format!("there must be choices exactly while there is a decision: {decision:?} has {}", choices.len())
    })?;
    let mut texts = HashSet::with_capacity(choices.len());
    for choice in &choices {
        // Two choices with the same text would be read back as one.
        if let Some(twice) = texts.replace(choice.to_string()) {
            return Err(format!("\"{twice}\" is offered twice"));
        }
    }
    // Checking one choice may list them all; checking each takes the square of that.
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
    hold(choices == position.choices(), &|| "asking for the choices twice gives another order".into())?;
    hold(position.clone() == *position, &|| "a copy is not equal".into())?;
    if let Some(decision) = decision {
        let seen = position.seen_by(decision.side, &mut Dice::seeded(key, 0));
        hold(seen.decision() == Some(decision), &|| "the deciding side's view asks something else".into())?;
        hold(seen.choices() == choices, &|| "the deciding side's view offers other choices".into())?;
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

/// About `n` elements from all over a list; `key` picks which.
fn some<T>(list: &[T], count: usize, key: u64) -> impl Iterator<Item = &T> {
    let step = 1 + list.len() / count.saturating_add(1);
    list.iter().skip((key % step as u64) as usize).step_by(step)
}

/// Checks that choices not offered here are refused, using choices that another position of the same game
/// offered.
///
/// # Errors
/// The first one accepted, in a sentence.
pub fn check_refused<R: Rules>(position: &R, earlier: &[R::Choice], key: u64) -> Result<(), String> {
    let offered = position.choices();
    let mut others = some(earlier, 4, key).filter(|choice| !offered.contains(choice));
    match others.find(|choice| position.check(choice).is_ok()) {
        None => Ok(()),
        Some(choice) => Err(format!("\"{choice}\" is not offered and not refused")),
    }
}

/// Checks that the enemy learns nothing while a secret decision is being made: whichever choice is made, the
/// enemy reads the same lines and sees the same view, as long as the decision goes on and nothing is
/// revealed.
fn check_secret<R: Rules>(
    position: &R,
    decision: Decision,
    choices: &[R::Choice],
    seed: u64,
) -> Result<(), String> {
    let enemy = decision.side.other();
    // For each question that may come next: the first choice that leads to it, the lines it wrote and the
    // enemy's view then.
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
        // The decision after the last secret choice is a new matter, with dice of its own.
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
                    return Err(tells("the view"));
                }
            }
        }
    }
    Ok(())
}

/// Checks that `side` learns the same from two positions that differ only in what it cannot know: the same
/// view, decision, choices, labels and previews, the same uses of its cards where it decides, and the same
/// input for its opponent. It follows that seeing twice is seeing once.
///
/// Pass two battles whose scenarios differ in one side's secrets, played on in parallel. Random games are
/// checked against the world that [`Rules::seen_by`] itself makes up.
///
/// # Errors
/// The first difference, in a sentence.
pub fn check_alike<R: Rules>(one: &R, other: &R, side: Side) -> Result<(), String> {
    let same = |same: bool, what: &str| {
        if same {
            Ok(())
        } else {
            Err(format!("side {side:?} could distinguish two equal-looking positions by {what}"))
        }
    };
    let (view, others) = (one.view(side), other.view(side));
    if view != others {
        let [one, other] = [view, others].map(|view| format!("{view:#?}"));
        let apart = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        let (one, other) = apart.unwrap_or_default();
        return Err(format!(
            "side {side:?} sees different views of positions it cannot distinguish:{one} or{other}"
        ));
    }
    // Of an enemy's secret decision the side knows that it is being made, not how far it has come.
    let known = |position: &R| {
        let decision = position.decision();
        let hidden = decision.filter(|decision| decision.secret && decision.side != side);
        (decision.map(|decision| decision.side), decision.filter(|_| hidden.is_none()))
    };
    same(known(one) == known(other), "the decision")?;
    same(one.outcome() == other.outcome(), "the outcome")?;
    let (mine, others) = (one.aids(), other.aids());
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
            same(mine.uses(side, piece) == others.uses(side, piece), "what its cards may be played for")?;
        }
        // One piece, on a cell anywhere and where it is.
        let grid = view.board.grid;
        let anywhere = grid.cell((choices.len() * 37) % grid.area());
        let own =
            view.pieces.iter().filter(|piece| piece.side == side && !piece.lost && piece.cell.is_some());
        for piece in own.skip(choices.len() % 3).take(1) {
            for cell in piece.cell.into_iter().chain([anywhere]) {
                same(mine.risk(piece.id, cell) == others.risk(piece.id, cell), "what a piece risks")?;
            }
            same(mine.situation(piece.id) == others.situation(piece.id), "what a piece can still do")?;
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

/// Checks that two positions reached in different ways are the same in every respect.
///
/// # Errors
/// The difference.
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
