//! The first tutorial: its explanations, and that it is won by advancing.

use super::*;
use standto::rules::matg::scenario::FIRST_STEPS;
use standto::rules::matg::turn::victory;

/// Every phase with a decision is explained when it first comes, and the others in the next of them.
#[test]
fn the_tutorial_explains_every_phase() {
    use standto::rules::matg::turn::sequence::PHASES;
    let text = FIRST_STEPS;
    let battle = battle("first-steps.toml", text);
    assert_eq!((battle.turns, battle.teaches), (5, true));
    for side in Side::BOTH {
        assert_eq!(
            battle.units.iter().filter(|unit| unit.side == side && unit.role == Role::None).count(),
            2
        );
    }
    let all: Vec<&str> = battle.hints.iter().map(|hint| hint.text.as_str()).collect();
    for (number, phase) in PHASES.iter().enumerate() {
        let word = if *phase == "Recover" { "recovery".to_owned() } else { phase.to_lowercase() };
        let own = battle.hints.iter().any(|hint| hint.phase == number);
        assert!(own || all.iter().any(|text| text.to_lowercase().contains(&word)), "{phase}");
    }
    for seed in 0..10 {
        let mut position = opening("first-steps.toml", text);
        let mut dice = Dice::seeded(seed, 0);
        while let Some(asked) = position.decision() {
            let opens = battle.hints.iter().any(|hint| hint.phase == position.now.phase());
            let told = !position.view(asked.side).hint.is_empty();
            assert_eq!(opens, told, "turn {} phase {}", position.now.number, PHASES[position.now.phase()]);
            let deciding = [0, 2, 4, 6].contains(&position.now.phase());
            assert!(told || !deciding, "turn {} phase {}", position.now.number, PHASES[position.now.phase()]);
            let choices = position.choices();
            let choice = choices[dice.below(choices.len())];
            position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
        }
    }
}

/// A player who marks no stand to move cannot win it.
#[test]
fn the_tutorial_is_not_won_without_moving() {
    for stays in Side::BOTH {
        for seed in 0..6 {
            let mut position = opening("first-steps.toml", FIRST_STEPS);
            let mut dice = Dice::seeded(seed, 0);
            while let Some(asked) = position.decision() {
                let goes = |choice: &Choice| asked.side == stays && matches!(choice, Choice::Group(..));
                let choices: Vec<Choice> =
                    position.choices().into_iter().filter(|choice| !goes(choice)).collect();
                let choice = choices[dice.below(choices.len())];
                position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
            }
            assert_ne!(
                victory::result(&position.forces, &position.now, &position.command).winner,
                Some(stays),
                "seed {seed}"
            );
        }
    }
}
