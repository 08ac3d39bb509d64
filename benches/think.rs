//! How long the computer thinks about a decision, and about all decisions of a side in a turn.
//!
//! `cargo bench --bench think -- BATTLE LEVEL…` plays a battle, by name or path, against itself once at each level.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use standto::game::journal::{DiceKind, level_word};
use standto::game::{Level, Seat};
use standto::library::{Library, NewGame};
use standto::store::Home;

/// A level by its name.
fn level(name: &str) -> Level {
    let known = Level::ALL.into_iter().find(|&level| level_word(level) == name);
    known.unwrap_or_else(|| panic!("there is no level {name}"))
}

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    // Run with all other benches: prints nothing unless a battle is named.
    let Some(battle) = words.next() else { return };
    for name in words {
        played(&battle, level(&name));
    }
}

/// Plays a battle at a level and prints how long it thought.
fn played(battle: &str, level: Level) {
    let home = tempfile::tempdir().expect("a folder for saves");
    let library = Library::at(Home::at(home.path()));
    let scenario = library.scenario(battle).unwrap_or_else(|why| panic!("{why}"));
    let game = NewGame { seats: [Seat::program(level); 2], seed: 1, dice: DiceKind::Seeded, undo: None };
    let mut session = library.start(&scenario, &game).expect("a game begins");
    let (mut decisions, mut turns) = (Vec::new(), BTreeMap::new());
    while let Some(thinking) = session.think() {
        let side = session.decision().expect("a side decides").side;
        let turn = session.view(side).turn;
        let begun = Instant::now();
        let choice = thinking();
        let taken = begun.elapsed();
        decisions.push(taken);
        *turns.entry((turn, side.index())).or_insert(Duration::ZERO) += taken;
        session.play(&choice).expect("it was offered");
    }
    let level = level_word(level);
    println!("{battle}, {level}: decisions {}", told(decisions));
    println!("{battle}, {level}: turns of a side {}", told(turns.into_values().collect()));
}

/// How many there were, the median, the 95th percentile and the longest.
fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let part = |share: usize| times[(times.len() - 1) * share / 100];
    format!(
        "{} times, median {:.1?}, 95% within {:.1?}, longest {:.1?}",
        times.len(),
        part(50),
        part(95),
        part(100)
    )
}
