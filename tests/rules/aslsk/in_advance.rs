//! What a preview shows is what is rolled: every roll of both dice is played out and compared with the previewed
//! test.

use standto::dice::Dice;
use standto::game::{Log, Reading, Rules, Tone, any_choice};
use standto::rules::aslsk::Position;

use crate::battles::{battles, opening};

/// The choices of one roll that succeeds or fails, by their verbs.
const VERBS: [&str; 4] = ["rally", "self-rally", "recover", "smoke"];

/// Plays a choice with these faces and 1 on every die after them; returns whether the log tells of a success.
fn succeeds(position: &Position, choice: &<Position as Rules>::Choice, faces: &[u8]) -> bool {
    let mut tape = faces.to_vec();
    loop {
        let (mut then, mut log) = (position.clone(), Log::on());
        if then.apply(choice, &mut Dice::taped(&tape), &mut log).is_ok() {
            let told = log.events().into_iter().map(|event| event.tone);
            return told.into_iter().find(|tone| matches!(tone, Tone::Success | Tone::Failure))
                == Some(Tone::Success);
        }
        tape.push(1);
    }
}

#[test]
fn rally_recovery_and_smoke_are_rolled_as_previewed() {
    let mut compared = [0; VERBS.len()];
    for (name, text) in battles::<Position>() {
        for seed in 0..6 {
            let mut position: Position = opening(&name, &text);
            let (mut dice, mut own) = (Dice::seeded(seed, 0), Dice::seeded(seed + 500, 0));
            while position.decision().is_some() {
                for choice in position.choices() {
                    let verb = position.describe(&choice).verb;
                    let Some(at) = VERBS.iter().position(|known| *known == verb) else { continue };
                    if compared[at] >= 12 {
                        continue;
                    }
                    let preview = position.preview(&choice).expect("it rolls");
                    let test = &preview.rolls[0].test;
                    let yes: f64 = preview.result.last().unwrap().1;
                    assert!((yes - test.chance()).abs() < 1e-9, "{choice}: {preview:?}");
                    let white = if test.dice.len() == 2 { 6 } else { 1 };
                    for (a, b) in (1..=6).flat_map(|a| (1..=white).map(move |b| (a, b))) {
                        let faces = &[a, b][..test.dice.len()];
                        let passes = test.read(faces).reading == Reading::Pass;
                        assert_eq!(passes, succeeds(&position, &choice, faces), "{choice} {faces:?}");
                    }
                    compared[at] += 1;
                }
                let choice = any_choice(&position, &mut own);
                position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
            }
        }
    }
    assert!(compared.iter().all(|count| *count > 0), "{VERBS:?}: {compared:?}");
}
