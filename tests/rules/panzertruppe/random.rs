//! Whole games of random legal choices, with every law of the rules checked along the way.

use std::collections::{BTreeSet, HashSet};

use rayon::prelude::*;
use standto::dice::Dice;
use standto::game::laws::check_laws;
use standto::game::{Log, Rules, any_choice};
use standto::rules::panzertruppe::state::{Flag, Place};
use standto::rules::panzertruppe::{Choice, Position};

use super::table::{EVERYTHING, opening};
use crate::long::long;

/// A random choice that seldom passes, so that much happens.
fn eager_choice(position: &Position, dice: &mut Dice) -> Choice {
    let choice = any_choice(position, dice);
    let idle = matches!(choice, Choice::Pass | Choice::Hold | Choice::End | Choice::Resolve | Choice::Stop);
    if idle && dice.below(4) > 0 { any_choice(position, dice) } else { choice }
}

/// The laws are checked in one position of so many, in different positions of each game. The long form checks
/// every position of every game.
fn stride() -> u64 {
    (16 / long(1) as u64).max(1)
}

/// Two ways to query a position give the same answer.
fn agrees(position: &Position) {
    for id in position.forces.all() {
        let (unit, state) = (position.battle.unit(id), position.forces.state(id));
        match state.place() {
            Place::Board(cell) => {
                let there = position.forces.on_cell(cell).filter(|&other| other == id).count();
                assert_eq!(there, 1, "{} is at {cell:?}", unit.tag);
            }
            Place::Aboard(carrier) => {
                assert!(position.forces.is_in(carrier), "{} is carried by what is gone", unit.tag);
                assert_eq!(
                    position.forces.side(carrier),
                    position.forces.side(id),
                    "{} rides with its own",
                    unit.tag
                );
            }
            _ => {}
        }
        assert!(state.shots <= 2 && state.second_shots <= 2 && state.hull < 24 && state.turret < 24);
    }
    for cell in position.battle.spots() {
        let holder = position.forces.holder_of(cell);
        assert!(holder.is_none_or(|id| position.forces.spot(id) == Some(cell)), "a ghost holds {cell:?}");
    }
}

/// The verbs played in a game.
fn eager_game(start: &Position, seed: u64, stride: u64) -> BTreeSet<&'static str> {
    let (mut position, mut dice, mut pick) = (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
    let mut verbs = BTreeSet::new();
    let mut last: Vec<Choice> = Vec::new();
    for plays in 0.. {
        if position.decision().is_none() {
            break;
        }
        if (plays + seed).is_multiple_of(stride) {
            agrees(&position);
            check_laws(&position, plays).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            // Choices offered a while ago are taken only if they are still offered.
            let open = position.choices();
            let among: HashSet<&Choice> = open.iter().collect();
            for choice in &last {
                let taken = position.check(choice).is_ok();
                assert_eq!(taken, among.contains(choice), "seed {seed}, play {plays}: \"{choice}\"");
            }
            last = open;
        }
        let choice = eager_choice(&position, &mut pick);
        verbs.insert(choice.verb());
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice never end");
        dice.forget();
    }
    verbs
}

#[test]
fn eager_games_use_every_rule() {
    let start = opening(EVERYTHING);
    // Defensive fire and moving back to the edge of a hill need rare circumstances; cards show them.
    let tried: BTreeSet<&str> =
        (0..200).into_par_iter().flat_map_iter(|seed| eager_game(&start, seed, stride())).collect();
    for verb in [
        "fire", "search", "flak", "call", "smoke", "screen", "resolve", "pass", "move", "end", "step",
        "reverse", "stop", "drive", "watch", "exit", "hull", "turret", "back", "faced", "board", "dismount",
        "hitch", "unhitch", "limber", "unlimber", "crouch", "rise", "mount", "unmount", "fight", "assault",
        "overrun", "ambush", "hold", "target", "approach",
    ] {
        assert!(tried.contains(verb), "\"{verb}\" was never played");
    }
}

/// Events shown to a side name no unit that is hidden from it.
#[test]
fn the_log_of_a_seat_names_no_hidden_unit() {
    use standto::game::Side;
    let start = opening(EVERYTHING);
    let mut told = 0;
    for seed in 0..12 {
        let (mut position, mut dice, mut pick) =
            (start.clone(), Dice::seeded(seed, 0), Dice::seeded(!seed, 0));
        while position.decision().is_some() && position.turn.number < 4 {
            let choice = any_choice(&position, &mut pick);
            let mut log = Log::on();
            position.apply(&choice, &mut dice, &mut log).expect("seeded dice never end");
            dice.forget();
            for event in log.events() {
                let readers =
                    Side::BOTH.into_iter().filter(|side| event.only.is_none_or(|only| only == *side));
                for side in readers {
                    for id in position.battle.ids(side.other()) {
                        let hidden = position.forces.state(id).is(Flag::Hidden);
                        let name = format!("{} ", position.battle.unit(id).tag);
                        told += 1;
                        assert!(!(hidden && event.text.contains(&name)), "{side:?} reads: {}", event.text);
                    }
                }
            }
        }
    }
    assert!(told > 1000, "much was told");
}

/// Generated battles are played to their end, and obey the laws.
#[test]
fn generated_battles_are_played_out() {
    use standto::rules::panzertruppe::generator;
    use standto::rules::panzertruppe::tables::{Tables, specifications as catalog};
    let made = |seed: u64| {
        let nations = [["Germany", "Russia"], ["Germany", "Britain"], ["Japan", "United States"]];
        let order = generator::Order {
            year: 42 + (seed % 4) as u8,
            nations: nations[seed as usize % 3].map(str::to_owned),
            points: 100 + 40 * seed as u16,
            alike: false,
            seed,
        };
        opening(&generator::generate(&order, Tables::standard(), catalog::standard()).expect("it is made"))
    };
    let verbs: BTreeSet<&str> =
        (0..6).into_par_iter().flat_map_iter(|seed| eager_game(&made(seed), seed, stride().min(4))).collect();
    assert!(verbs.contains("fire") && verbs.contains("step") && verbs.contains("hull"), "{verbs:?}");
}
