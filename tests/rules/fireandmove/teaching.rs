//! Tutorials: the enemy comes on in the player's sight and fires, as the lesson says.

use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen, Side};
use standto::rules::fireandmove::{Choice, Position, scenario};

const ANSWERS: &str = include_str!("../../../scenarios/fireandmove/steps-2-reactions.toml");

/// More decisions than any game of a lesson takes.
const MOST: usize = 2_000;

const SEEDS: std::ops::RangeInclusive<u64> = 1..=12;

/// What the player of a lesson met, with the first turn of it; 0 if never.
#[derive(Default, Debug)]
struct Met {
    /// The player was asked for reactive fire.
    asked: u8,
    /// The enemy fired in its own turn.
    fired: u8,
    /// A man of the player was pinned.
    pinned: u8,
    /// How near the enemy came to the orchard, in squares.
    near: i16,
}

/// Sets a turn the first time.
fn note(turn: &mut u8, happened: bool, now: u8) {
    if happened && *turn == 0 {
        *turn = now;
    }
}

/// What the player does who only waits: never acts, holds fire.
fn waits(position: &Position) -> Option<Choice> {
    let waiting = |choice: &Choice| matches!(choice, Choice::Pass | Choice::End | Choice::Done);
    position.choices().into_iter().find(waiting)
}

/// The enemy's distance in squares from the first objective.
fn nearest(position: &Position) -> i16 {
    let orchard = position.battle().objectives[0].feature;
    let cells = &position.terrain.field().features[usize::from(orchard)].cells;
    let enemies = position.forces.groups_of(Side::B).map(|group| position.forces.group(group).at);
    let ranges =
        enemies.flat_map(|at| cells.iter().map(move |cell| (cell.x - at.x).abs().max((cell.y - at.y).abs())));
    ranges.min().unwrap_or(99)
}

/// A game of the second lesson by the computer against the player, who waits or plays as the computer does.
fn learn(waiting: bool, seed: u64) -> Met {
    let (mut position, _) = scenario::read("lesson", ANSWERS).unwrap_or_else(|faulty| panic!("{faulty}"));
    let (mut dice, mut met) = (Dice::seeded(seed, 0), Met { near: 99, ..Met::default() });
    for _ in 0..MOST {
        let Some(asked) = position.decision() else { return met };
        let turn = u8::try_from(position.clock.turn).unwrap();
        let seen = Seen::by(asked.side, &position, &mut dice);
        let thought = Position::think(&seen, Level::Normal.steady(), &mut dice);
        let own = asked.side == Side::A;
        let waited = waits(&position).filter(|_| own && waiting);
        let choice = waited.unwrap_or(thought);
        note(&mut met.asked, own && asked.kind == "react", turn);
        note(&mut met.fired, !own && asked.kind == "orders" && matches!(choice, Choice::Fire(_)), turn);
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|_| panic!("{choice}"));
        let down = position.forces.groups_of(Side::A).any(|group| position.forces.pinned(group).count() > 0);
        note(&mut met.pinned, down, turn);
        met.near = met.near.min(nearest(&position));
        dice.forget();
    }
    panic!("seed {seed}: the lesson does not end");
}

/// In how many of the games something happened by a turn.
fn by(games: &[Met], turn: u8, what: impl Fn(&Met) -> u8) -> usize {
    games.iter().filter(|met| (1..=turn).contains(&what(met))).count()
}

#[test]
fn the_player_is_soon_asked_for_reactive_fire_and_has_men_to_rally() {
    let games: Vec<Met> = SEEDS.map(|seed| learn(true, seed)).collect();
    assert_eq!(by(&games, 3, |met| met.asked), games.len(), "{games:?}");
    assert!(by(&games, 2, |met| met.asked) >= 10, "{games:?}");
    assert!(by(&games, 3, |met| met.pinned) >= 9, "{games:?}");
}

#[test]
fn the_enemy_comes_on_and_fires_even_if_it_is_fired_at() {
    let games: Vec<Met> = SEEDS.map(|seed| learn(false, seed)).collect();
    assert_eq!(by(&games, 3, |met| met.asked), games.len(), "{games:?}");
    assert!(by(&games, 3, |met| met.fired) >= 8, "{games:?}");
    assert!(games.iter().filter(|met| met.near <= 4).count() >= 6, "{games:?}");
}
