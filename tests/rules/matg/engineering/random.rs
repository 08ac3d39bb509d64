//! Whole random games among mines, wire, ditches and positions, with engineers, their equipment and flame.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::laws::check_laws;
use standto::game::{Level, Log, Rules, any_choice};

use standto::rules::matg::{Choice, Position, scenario};
use standto::simulate::{Plan, run};

fn opening() -> Position {
    let text = include_str!("../../../scenarios/works.toml");
    let (battle, _) = scenario::read("works.toml", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// Seldom passes, and works where there is a task.
fn busy_choice(position: &Position, dice: &mut Dice) -> Choice {
    let works: Vec<Choice> = position
        .choices()
        .into_iter()
        .filter(|choice| matches!(choice, Choice::Work(..) | Choice::Bridge(..) | Choice::Demolish(..)))
        .collect();
    if !works.is_empty() && dice.below(3) > 0 {
        return works[dice.below(works.len())];
    }
    let choice = any_choice(position, dice);
    let idle =
        matches!(choice, Choice::Pass | Choice::Hold | Choice::LetPass | Choice::Cancel | Choice::Done);
    if idle && dice.below(4) > 0 { any_choice(position, dice) } else { choice }
}

#[test]
fn busy_games_use_every_rule() {
    let start = opening();
    let mut rules: Vec<&str> = Vec::new();
    for seed in 0..200 {
        let (mut position, mut dice, mut pick) =
            (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
        for key in 0.. {
            if position.decision().is_none() {
                break;
            }
            if seed < 4 {
                check_laws(&position, key).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            }
            let choice = busy_choice(&position, &mut pick);
            let mut log = Log::on();
            position.apply(&choice, &mut dice, &mut log).expect("seeded dice never end");
            rules.extend(log.events().iter().map(|event| event.rule));
            dice.forget();
        }
        rules.sort_unstable();
        rules.dedup();
    }
    for rule in [
        "11.1.4", "11.1.6", "11.1.7", "11.2.2", "11.2.3", "11.4.1", "11.5.3", "11.5.4", "11.5.5", "11.5.6",
        "11.5.7", "11.5.9.1", "11.5.9.2", "11.6.1", "9.4.1",
    ] {
        assert!(rules.contains(&rule), "no game ever used {rule}");
    }
}

#[test]
fn the_opponent_plays_among_works() {
    let plan = Plan { games: 2, levels: [Level::Normal, Level::Easy], ..Plan::default() };
    let report = run(&opening(), &plan, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(report.games, 2);
}
