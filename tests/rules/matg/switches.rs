//! The switches of chapter 12 in a save: each keeps what was chosen on the form.

use std::fs;
use std::sync::Arc;

use standto::book::Book;
use standto::dice::Dice;
use standto::game::journal::{self, Header};
use standto::game::replay::replay;
use standto::game::{Match, Rules, Seat, Session};
use standto::rules::matg::state::battle::Optional;
use standto::rules::matg::{Position, scenario};

fn opening(text: &str) -> Position {
    let (battle, _) = scenario::read("battle.toml", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// The switches that are on.
fn on(position: &Position) -> Vec<bool> {
    Optional::ALL.iter().map(|&option| position.battle.plays(option)).collect()
}

/// Begins a battle with these settings, saves a few actions, and reads it again as the program does.
fn kept(text: &str, picks: &[usize]) -> (Vec<bool>, Vec<bool>) {
    crate::cited::watch();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("save.toml");
    let text = standto::rules::matg::state::options::switched(text, picks);
    let first = opening(&text);
    let keys = first.sides().map(|side| side.key);
    let seats = [(keys[0].as_str(), Seat::Human), (keys[1].as_str(), Seat::Human)];
    let header = Header::new(Position::ID, "battle", "Battle", &text, 12, seats);
    let before = on(&first);
    let mut game = Match::new(Position::ID, first, header, Some(&standto::store::save_at(&path))).unwrap();
    let mut pick = Dice::seeded(12, 0);
    for _ in 0..6 {
        let choices = game.choices();
        let choice = choices[pick.below(choices.len())].notation.clone();
        game.play(&choice).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let journal = journal::parse(&text, "save").unwrap_or_else(|error| panic!("{error}")).journal;
    let (source, _) = journal.header.scenario_source(None).unwrap_or_else(|error| panic!("{error}"));
    let again = replay::<Position>(opening(source), &journal).unwrap_or_else(|error| panic!("{error}"));
    assert!(again.position() == game.position());
    assert_eq!(again.position().turn(), game.position().turn());
    (before, on(again.position()))
}

/// Black Monday prints two of the rules. Each switch is set on its own; the save keeps the settings and
/// leaves the other rules as the battle has them.
// card: rules: 12.0
#[test]
fn a_save_keeps_every_switch() {
    let printed = on(&opening(scenario::BLACK_MONDAY));
    assert_eq!(printed.iter().filter(|is| **is).count(), 2);
    for (place, option) in Optional::ALL.iter().enumerate() {
        for (pick, is_on) in [(1, true), (2, false)] {
            let mut picks = vec![0; Optional::ALL.len()];
            picks[place] = pick;
            let (before, after) = kept(scenario::BLACK_MONDAY, &picks);
            let wanted: Vec<bool> =
                printed.iter().enumerate().map(|(n, &was)| if n == place { is_on } else { was }).collect();
            assert_eq!(before, wanted, "{}", option.key());
            assert_eq!(after, wanted, "{}", option.key());
        }
    }
}

/// All of them at once, and none.
// card: rules: 12.0
#[test]
fn a_save_keeps_all_switches_and_none() {
    for (pick, is_on) in [(1, true), (2, false)] {
        let (before, after) = kept(scenario::BLACK_MONDAY, &vec![pick; Optional::ALL.len()]);
        assert_eq!((before, after), (vec![is_on; 19], vec![is_on; 19]));
    }
}
