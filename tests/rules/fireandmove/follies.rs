//! What Fire & Move's computer opponent once played badly.

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Seen};
use standto::rules::fireandmove::turn::sequence::Frame;
use standto::rules::fireandmove::{Choice, Position, scenario};

/// Battles with objectives that nobody holds at the start.
const UNHELD: [(&str, &str); 3] = [
    ("steps-1", include_str!("../../../scenarios/fireandmove/steps-1-move-fire.toml")),
    ("steps-3", include_str!("../../../scenarios/fireandmove/steps-3-winning.toml")),
    ("crossroads", include_str!("../../../scenarios/fireandmove/crossroads.toml")),
];

/// More decisions than any of these games takes.
const MOST: usize = 5_000;

const SEEDS: std::ops::RangeInclusive<u64> = 1..=12;

/// The most steps of a move action beyond those of the straight way: for going around enemies, corners and fire.
const DETOUR: usize = 3;

/// The squares of every move action in a game of the computer at normal against itself.
fn move_actions(text: &str, seed: u64) -> Vec<Vec<Cell>> {
    let (mut position, _) = scenario::read("battle", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    let (mut dice, mut paths) = (Dice::seeded(seed, 0), Vec::new());
    for _ in 0..MOST {
        let Some(asked) = position.decision() else { return paths };
        let seen = Seen::by(asked.side, &position, &mut dice);
        let choice = Position::think(&seen, Level::Normal.steady(), &mut dice);
        if let (Choice::Halt, Some(Frame::Marching(march))) = (choice, position.open.frames.last()) {
            paths.push(march.path.clone());
        }
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap_or_else(|_| panic!("{choice}"));
        dice.forget();
    }
    panic!("seed {seed}: the battle does not end");
}

/// The steps of a move action beyond those of the straight way from its first square to its last.
fn detour(path: &[Cell]) -> usize {
    let [from, .., to] = path else { return 0 };
    let straight = (from.x - to.x).abs().max((from.y - to.y).abs());
    path.len() - 1 - straight.unsigned_abs() as usize
}

#[test]
fn a_group_in_its_objective_does_not_wander_from_square_to_square() {
    for (name, text) in UNHELD {
        let paths: Vec<Vec<Cell>> = SEEDS.flat_map(|seed| move_actions(text, seed)).collect();
        assert!(paths.len() >= 25, "{name}: {} move actions", paths.len());
        let worst = paths.iter().max_by_key(|path| detour(path)).expect("move actions");
        assert!(detour(worst) <= DETOUR, "{name}: {worst:?}");
    }
}
