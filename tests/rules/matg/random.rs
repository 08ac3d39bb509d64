//! Whole games of random legal choices, with every law of the seam at every step.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::laws::check_laws;
use standto::game::{Log, Rules, any_choice};

use standto::rules::matg::{Choice, Position, scenario};

use crate::long::long;

fn opening(name: &str, text: &str) -> Position {
    let (battle, _) = scenario::read(name, text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// A random legal choice that seldom passes, so that much happens.
fn eager_choice(position: &Position, dice: &mut Dice) -> Choice {
    let choice = any_choice(position, dice);
    let idle =
        matches!(choice, Choice::Pass | Choice::Hold | Choice::LetPass | Choice::Cancel | Choice::Done);
    if idle && dice.below(4) > 0 { any_choice(position, dice) } else { choice }
}

/// Plays a game of eager random choices and returns how often each verb was played.
fn eager_game(start: &Position, seed: u64, laws: bool) -> Vec<(&'static str, u32)> {
    let (mut position, mut dice, mut pick) = (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
    let mut verbs: Vec<(&'static str, u32)> = Vec::new();
    for key in 0.. {
        if position.decision().is_none() {
            break;
        }
        if laws {
            check_laws(&position, key).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
        let choice = eager_choice(&position, &mut pick);
        match verbs.iter_mut().find(|(verb, _)| *verb == choice.verb()) {
            Some((_, count)) => *count += 1,
            None => verbs.push((choice.verb(), 1)),
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    verbs
}

#[test]
fn eager_games_of_the_introductory_scenario_end() {
    let start = opening("introductory.toml", scenario::INTRODUCTORY);
    for seed in 0..long(60) as u64 {
        eager_game(&start, seed, false);
    }
}

#[test]
fn eager_games_at_close_quarters_obey_every_law() {
    let start = opening("skirmish.toml", include_str!("../../scenarios/skirmish.toml"));
    let mut tried: Vec<&str> = Vec::new();
    // The laws are checked in every position of the first games; the rest look for rare choices. An answer
    // needs two assaulters on one stand, which random play hardly ever produces.
    for seed in 0..200 {
        tried.extend(eager_game(&start, seed, seed < 20).into_iter().map(|(verb, _)| verb));
    }
    for verb in [
        "pick",
        "at",
        "ready",
        "pass",
        "group",
        "add",
        "done",
        "cancel",
        "target",
        "firer",
        "fire",
        "battery",
        "closed",
        "open",
        "explosive",
        "smoke",
        "order",
        "independent",
        "move",
        "step",
        "leave",
        "turn",
        "overrun",
        "assault",
        "load",
        "unload",
        "dismount",
        "halt",
        "hold",
        "let-pass",
        "resolve",
        "retreat",
        "command",
    ] {
        assert!(tried.contains(&verb), "no game ever tried \"{verb}\"");
    }
}

#[test]
fn eager_games_with_artillery_obey_every_law() {
    let start = opening("artillery.toml", include_str!("../../scenarios/artillery.toml"));
    let mut tried: Vec<&str> = Vec::new();
    for seed in 0..20 {
        tried.extend(eager_game(&start, seed, seed < 5).into_iter().map(|(verb, _)| verb));
    }
    for verb in [
        "plot",
        "lay",
        "support",
        "adjust",
        "call",
        "arrive",
        "last",
        "terminate",
        "transfer",
        "host",
        "mission",
        "protect",
        "battery",
        "add",
        "closed",
        "open",
        "smoke",
        "explosive",
    ] {
        assert!(tried.contains(&verb), "no game ever tried \"{verb}\"");
    }
}

#[test]
fn eager_games_with_everything_obey_every_law() {
    let start = opening("everything.toml", include_str!("../../scenarios/everything.toml"));
    let mut tried: Vec<&str> = Vec::new();
    for seed in 0..12 {
        tried.extend(eager_game(&start, seed, true).into_iter().map(|(verb, _)| verb));
    }
    for verb in ["mission", "plot", "work", "battery", "unload", "assault", "step", "fire"] {
        assert!(tried.contains(&verb), "no game ever tried \"{verb}\"");
    }
}

/// The introductory battle with every optional rule switched on, as on the form before a battle.
fn with_every_option() -> Position {
    let text = standto::rules::matg::state::options::switched(scenario::INTRODUCTORY, &[1; 40]);
    let mut file: toml::Table = text.parse().unwrap();
    let sides = file.get_mut("side").and_then(toml::Value::as_array_mut).unwrap();
    for (side, plane) in sides.iter_mut().zip(["Junkers Ju87 D-1 (1)", "Ilyushin IL-2 M3 (1)"]) {
        let side = side.as_table_mut().unwrap();
        let line = toml::Table::from_iter([("type".to_owned(), plane.into())]);
        side.insert("aircraft".into(), toml::Value::Array(vec![line.into()]));
        let formations = side.get_mut("formation").and_then(toml::Value::as_array_mut).unwrap();
        let stands = formations[0].get_mut("stand").and_then(toml::Value::as_array_mut).unwrap();
        let host = stands.iter_mut().rfind(|stand| stand.get("off-map").is_none()).unwrap();
        host.as_table_mut().unwrap().insert("air-support".into(), true.into());
    }
    opening("introductory.toml", &toml::to_string(&file).unwrap())
}

#[test]
fn the_introductory_battle_with_all_options_obeys_every_law() {
    let start = with_every_option();
    for &option in standto::rules::matg::state::battle::Optional::ALL {
        assert!(start.battle.plays(option), "{}", option.key());
    }
    for seed in 0..long(1) as u64 {
        standto::simulate::check_random_game(&start, seed, 200_000).unwrap_or_else(|why| panic!("{why}"));
    }
    for seed in 0..long(20) as u64 {
        eager_game(&start, seed, false);
    }
}
