//! Follies that players saw the computer commit, each as a test.

use standto::dice::Dice;
use standto::game::{Level, Log, Rules, Seen, Side};
use standto::opponent::aslsk::{Weights, think_by};
use standto::rules::aslsk::state::{Choice, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::turn::phase::Phase;

use super::table::Table;

/// Plays on as long as `lasts`: the second side by these weights, while the first does only what it must. Returns the
/// choices of the second side.
fn play_by(weights: &Weights, table: &mut Table, lasts: impl Fn(&Table) -> bool) -> Vec<Choice> {
    let (mut played, mut dice) = (Vec::new(), Dice::seeded(1, 0));
    while let Some(asked) = table.position.decision().filter(|_| lasts(table)) {
        let choice = if asked.side == Side::B {
            let seen = Seen::by(Side::B, &table.position, &mut dice);
            think_by(weights, &seen, Level::Normal, &mut dice)
        } else if table.position.check(&Choice::Done).is_ok() {
            Choice::Done
        } else {
            table.position.choices()[0]
        };
        if asked.side == Side::B {
            played.push(choice);
        }
        table.position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|_| panic!("{choice}"));
        dice.forget();
    }
    played
}

/// Opens a phase and plays it.
fn play_phase(weights: &Weights, table: &mut Table, phase: Phase) -> Vec<Choice> {
    table.open(phase);
    play_by(weights, table, |table| table.position.turn.phase == phase)
}

/// Americans who have to clear the town, in their own Player Turn.
fn attackers(turn: u8) -> Table {
    let mut table = Table::new();
    (table.position.turn.attacker, table.position.turn.number) = (Side::B, turn);
    table
}

fn range(table: &Table, id: u8, hex: &str) -> u16 {
    table.position.ground.map().range(table.u(id).place().expect("it is on the map"), table.place(hex))
}

#[test]
fn three_squads_do_not_pile_into_the_hex_beside_an_unbroken_squad() {
    for (held, from) in [
        ("wO6", ["wN9", "wO10", "wM9"]),
        ("wQ6", ["wM4", "wN3", "wM5"]),
        ("wQ6", ["wN3", "wO3", "wM4"]),
        ("wU6", ["wQ4", "wR3", "wQ5"]),
        ("wU6", ["wR3", "wS3", "wQ4"]),
        ("wV5", ["wU9", "wV9", "wT8"]),
    ] {
        let mut table = attackers(3);
        table.german("4-6-7", held);
        let squads = from.map(|hex| table.american("6-6-6", hex));
        for phase in [Phase::Movement, Phase::Advance] {
            play_phase(&Weights::NORMAL, &mut table, phase);
            let [first, others @ ..] = squads.map(|id| table.at(id));
            // All three may well advance into CC with it.
            let pile = others.iter().all(|other| *other == first) && first != held;
            assert!(!pile, "{} of the squads next to {held}: all in {first}", phase.name());
        }
        assert!(
            squads.iter().all(|&id| range(&table, id, held) <= 2),
            "they close in on {held} all the same"
        );
    }
}

/// From 3 to 7 hexes away there is time enough at 4 MF a turn.
#[test]
fn no_double_time_without_need() {
    for from in ["wM4", "wR3", "wL3", "wM8", "wK3", "wS9", "wJ2", "wU2", "wI2", "wT0"] {
        let doubles = |weights: &Weights| {
            let mut table = attackers(1);
            table.german("4-6-7", "wP5");
            table.american("6-6-6", from);
            play_phase(weights, &mut table, Phase::Movement).contains(&Choice::Double)
        };
        let careless = Weights { tired: 0, tired_near: 0, ..Weights::NORMAL };
        assert!(doubles(&careless), "{from}: CX is what keeps it from Double Time");
        assert!(!doubles(&Weights::NORMAL), "{from}");
    }
}

/// Where an 8-1 of the second side begins and ends two Player Turns of its own.
fn leader_goes(table: &mut Table, leader: u8, squads: [u8; 2]) -> [String; 3] {
    let apart = |table: &Table| squads.map(|id| range(table, id, &table.at(leader))).into_iter().min();
    let own = |table: &Table| table.position.turn.attacker == Side::B;
    let (begun, far) = (table.at(leader), apart(table));
    table.open(Phase::PrepFire);
    play_by(&Weights::NORMAL, table, own);
    let first = table.at(leader);
    assert!(apart(table) <= Some(1) || apart(table) < far, "an 8-1 goes from {begun} to {first}");
    play_by(&Weights::NORMAL, table, |table| !own(table));
    play_by(&Weights::NORMAL, table, own);
    let second = table.at(leader);
    assert!(
        apart(table) <= Some(1),
        "an 8-1 goes from {begun} to {first} and {second}, away from its squads"
    );
    assert!(second == first || second != begun, "an 8-1 goes from {begun} to {first} and back");
    [begun, first, second]
}

#[test]
fn an_8_1_does_not_wander_for_two_turns() {
    // With the attackers it goes where they go.
    for (squads, from) in [
        (["wM5", "wL5"], "wF1"),
        (["wM5", "wL5"], "wN3"),
        (["wM5", "wL5"], "wS9"),
        (["wM5", "wM5"], "wH5"),
        (["wM2", "wN2"], "wG6"),
        (["wS2", "wT2"], "wL0"),
    ] {
        let mut table = attackers(1);
        table.german("4-6-7", "wP5");
        let squads = squads.map(|hex| table.american("6-6-6", hex));
        table.set(squads[0]).broken = from == "wG6";
        let leader = table.american("8-1", from);
        leader_goes(&mut table, leader, squads);
    }
    // With the holding side it joins a squad, and stays.
    for (squads, from) in [(["wL8", "wM8"], "wH10"), (["wL8", "wM8"], "wQ6"), (["wP5", "wP4"], "wM4")] {
        let mut table = Table::hill();
        table.position.turn.attacker = Side::B;
        table.unit(Side::A, Nation::British, "4-5-8", "wC3");
        let squads = squads.map(|hex| table.unit(Side::B, Nation::German, "4-6-7", hex));
        let leader = table.unit(Side::B, Nation::German, "8-1", from);
        let [_, first, second] = leader_goes(&mut table, leader, squads);
        assert_eq!(first, second, "from {from}");
        assert!(squads.iter().any(|&id| table.at(id) == first), "from {from}: {first}");
    }
}

/// Two stacks three hexes from the enemy used to wait for Advancing Fire at half FP.
#[test]
fn two_stacks_of_12_fp_at_range_3_prep_fire_or_close_in() {
    for (held, from, fires) in [
        ("wO6", ["wL5", "wL6"], [true, true]),
        ("wR5", ["wP3", "wQ3"], [true, true]),
        ("wQ6", ["wO8", "wQ3"], [false, true]),
        ("wP5", ["wM4", "wP8"], [false, true]),
    ] {
        let mut table = attackers(2);
        for _ in 0..2 {
            table.german("4-6-7", held);
        }
        let stacks = from.map(|hex| [0, 1].map(|_| table.american("6-6-6", hex)));
        play_phase(&Weights::NORMAL, &mut table, Phase::PrepFire);
        let fired = stacks.map(|stack| stack.map(|id| table.u(id).marker == Marker::Prep));
        assert_eq!(fired, fires.map(|fires| [fires; 2]), "at {held} from {from:?}");
        play_phase(&Weights::NORMAL, &mut table, Phase::Movement);
        for (stack, fires) in stacks.iter().zip(fires) {
            let near = stack.map(|id| range(&table, id, held));
            assert!(fires || near.iter().all(|&near| near < 3), "to {held} from {from:?}: {near:?} hexes");
        }
    }
}
