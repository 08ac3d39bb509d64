//! Every choice that rolls dice shows what it would roll, and its chances in words: whole random games with no roll that
//! comes unannounced, but for the ones explained below.

use std::collections::BTreeMap;

use rayon::prelude::*;
use standto::book::Book;
use standto::dice::{Dice, Thing};

use standto::game::forecast;
use standto::game::view::PreviewRoll;
use standto::game::{Log, Seen, any_choice};
use standto::registry::{Ruleset, Visit};

use crate::battles::{battles, opening};
use crate::long::long;

/// Rolls that no preview shows: the ruleset, the kind of decision and the verb of the choice.
const UNSHOWN: [(&str, &str, &str); 1] = [
    // The last stand to give way may end the turn, and then stands recover. What a step leads to is never told,
    // because it could give away what is hidden there.
    ("matg", "retreat", "retreat"),
];

/// More dice than any choice rolls before its results are known.
const MOST: usize = 6;

/// The dice that a choice rolls for what the seat knows, with the purpose of the first, as far as every one of them
/// shows 1.
fn dice_of<R: Book>(seen: &Seen<R>, choice: &R::Choice) -> (Vec<u8>, String) {
    let (mut tape, mut sides, mut purpose) = (Vec::new(), Vec::new(), String::new());
    while sides.len() < MOST {
        let mut then: R = (**seen).clone();
        let Err(ask) = then.apply(choice, &mut Dice::taped(&tape), &mut Log::off()) else { break };
        tape.push(1);
        if let Thing::Die(die) = ask.thing {
            sides.push(die.sides);
            purpose = if purpose.is_empty() { ask.purpose } else { purpose };
        }
    }
    (sides, purpose)
}

/// Whether a preview has one of these dice, in its rolls or in what they lead to.
fn shows(rolls: &[PreviewRoll], sides: &[u8]) -> bool {
    let mut open: Vec<&PreviewRoll> = rolls.iter().collect();
    while let Some(roll) = open.pop() {
        if roll.test.dice.iter().any(|die| sides.contains(&die.sides)) {
            return true;
        }
        open.extend(roll.opens.iter().map(|(_, next)| next));
    }
    false
}

/// The rolls of one random game that no preview shows, by decision and verb: how often, and an example.
struct Unshown(usize);

type Found = BTreeMap<(String, String), (usize, String)>;

fn game<R: Book>(first: &R, seed: u64) -> (Found, usize) {
    let mut position = first.clone();
    let (mut dice, mut own) = (Dice::seeded(seed, 0), Dice::seeded(seed + 1_000, 0));
    let (mut found, mut rolled) = (Found::new(), 0);
    while let Some(decision) = position.decision() {
        let seen = Seen::by(decision.side, &position, &mut own);
        let choice = any_choice(&position, &mut own);
        let (sides, purpose) = dice_of(&seen, &choice);
        if !sides.is_empty() {
            rolled += 1;
            let preview = forecast::of_choice(&*seen, &choice).unwrap_or_default();
            if !shows(&preview.rolls, &sides) && preview.leads_to.is_empty() {
                let key = (decision.kind.to_owned(), seen.describe(&choice).verb.to_owned());
                let entry = found.entry(key).or_insert_with(|| (0, format!("\"{choice}\" rolls: {purpose}")));
                entry.0 += 1;
            } else if preview.leads_to.is_empty() && !preview.in_words().contains('%') {
                let key = (decision.kind.to_owned(), format!("{} in words", seen.describe(&choice).verb));
                found.entry(key).or_insert_with(|| (0, format!("\"{choice}\": {preview:?}"))).0 += 1;
            }
        }
        dice.forget();
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
    }
    (found, rolled)
}

impl Visit for Unshown {
    type Output = (Found, usize);

    fn visit<R: Book>(self) -> Self::Output {
        let games: Vec<(R, u64)> = battles::<R>()
            .into_iter()
            .flat_map(|(name, text)| {
                let first: R = opening(&name, &text);
                (0..self.0 as u64).map(move |seed| (first.clone(), seed))
            })
            .collect();
        let all: Vec<_> = games.par_iter().map(|(first, seed)| game(first, *seed)).collect();
        all.into_iter().fold((Found::new(), 0), |(mut found, rolled), (one, more)| {
            for (key, (count, example)) in one {
                found.entry(key).or_insert((0, example)).0 += count;
            }
            (found, rolled + more)
        })
    }
}

#[test]
fn every_choice_that_rolls_says_what_it_rolls() {
    let mut faults = Vec::new();
    for ruleset in Ruleset::ALL {
        let (found, rolled) = ruleset.visit(Unshown(long(2)));
        assert!(rolled > 200, "{ruleset}: only {rolled} choices rolled");
        let known = |kind: &str, verb: &str| UNSHOWN.contains(&(ruleset.id(), kind, verb));
        faults.extend(
            found.into_iter().filter(|((kind, verb), _)| !known(kind, verb)).map(
                |((kind, verb), (count, example))| format!("{ruleset} {kind}/{verb} x{count}: {example}"),
            ),
        );
    }
    assert!(faults.is_empty(), "rolls without a preview:\n{}", faults.join("\n"));
}
