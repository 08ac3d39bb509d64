//! The tutorials: the explanations of the first, that it is won by advancing, and that the enemy does what each is about.

use super::*;
use standto::game::{Level, Opponent, Seen};
use standto::rules::matg::fire::combat::Occasion;
use standto::rules::matg::scenario::FIRST_STEPS;
use standto::rules::matg::turn::sequence::Frame;
use standto::rules::matg::turn::victory;

const SECOND_STEPS: &str = include_str!("../../../../scenarios/matg/first-steps-2.toml");
const THIRD_STEPS: &str = include_str!("../../../../scenarios/matg/first-steps-3.toml");

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

/// What the player of a lesson met.
#[derive(Default, Debug)]
struct Met {
    /// The turn in which a stand was first asked for opportunity fire; 0 if none was.
    asked: u8,
    /// The enemy's attacks by fire.
    fired_at: usize,
    /// Whether any of the player's stands was suppressed or disorganized.
    hurt: bool,
    /// The turns in which the enemy was at the crossroads.
    held: usize,
    /// Whether any of the player's stands could close assault.
    may_assault: bool,
}

/// A lesson played by a player of this level.
fn lesson(text: &str, own: Level, seed: u64) -> Met {
    play(text, own, false, seed)
}

/// The same; a player who waits fires at nothing but moving stands.
fn play(text: &str, own: Level, waits: bool, seed: u64) -> Met {
    let mut position = opening("lesson.toml", text);
    let mut dice = Dice::seeded(seed, 0);
    let (mut met, mut plays, mut turn) = (Met::default(), 0, 0);
    while let Some(asked) = position.decision() {
        let level = if asked.side == Side::A { own } else { Level::Normal };
        let eyes = Seen::by(asked.side, &position, &mut Dice::seeded(seed, plays));
        let mut choice = Position::think(&eyes, level.steady(), &mut Dice::seeded(seed, plays));
        if waits && asked.side == Side::A && asked.kind == "fire-target" {
            choice = Choice::Pass;
        }
        plays += 1;
        if asked.side == Side::A {
            let reaction = matches!(position.now.stack.last(), Some(Frame::Reaction(reaction))
                if reaction.occasion == Occasion::Opportunity);
            if reaction && met.asked == 0 {
                met.asked = position.now.number;
            }
            let assaults = |choice: &Choice| matches!(choice, Choice::Assault(_) | Choice::Pick(_));
            met.may_assault |= position.choices().iter().any(assaults);
        } else {
            met.fired_at += usize::from(choice == Choice::Fire);
        }
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
        met.hurt |= position.battle.ids(Side::A).any(|id| {
            let states = position.forces.states(id);
            states.suppressed || states.disorganized
        });
        if position.now.number != turn {
            turn = position.now.number;
            let there = |cell| position.battle.victory.place_of(cell).is_some();
            met.held += usize::from(position.forces.on_board(Side::B).any(|(_, cell)| there(cell)));
        }
    }
    met
}

/// In the first lesson the enemy takes the crossroads and fires at the player, moving or not.
#[test]
fn the_enemy_races_for_the_crossroads_in_the_first_lesson() {
    for own in [Level::Normal, Level::Statue] {
        for seed in 0..8 {
            let met = lesson(FIRST_STEPS, own, seed);
            assert!(met.held >= 2 && met.fired_at >= 2, "{own:?}, seed {seed}: {met:?}");
        }
    }
}

/// A player of the first lesson who keeps the fire of the stands is asked for opportunity fire in the first two turns.
#[test]
fn the_enemy_moves_in_sight_in_the_first_lesson() {
    for own in [Level::Normal, Level::Statue] {
        for seed in 0..8 {
            let met = play(FIRST_STEPS, own, true, seed);
            assert!((1..=2).contains(&met.asked), "{own:?}, seed {seed}: {met:?}");
        }
    }
}

/// A player who stays in the firing posture, as the second lesson says, is asked for opportunity fire at once and has
/// stands to recover later.
#[test]
fn the_enemy_comes_on_in_the_second_lesson() {
    for seed in 0..8 {
        let met = lesson(SECOND_STEPS, Level::Statue, seed);
        assert!((1..=2).contains(&met.asked), "seed {seed}: {met:?}");
        assert!(met.hurt && met.fired_at >= 3 && met.held >= 3, "seed {seed}: {met:?}");
    }
}

/// In the third lesson the enemy stays at the crossroads until it is assaulted.
#[test]
fn the_enemy_awaits_an_assault_in_the_third_lesson() {
    for seed in 0..8 {
        let met = lesson(THIRD_STEPS, Level::Normal, seed);
        assert!(met.held >= 1 && met.may_assault, "seed {seed}: {met:?}");
    }
    let untouched = lesson(THIRD_STEPS, Level::Statue, 0);
    assert_eq!(untouched.held, 8, "{untouched:?}");
}
