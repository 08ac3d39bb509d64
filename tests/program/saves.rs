//! Saves of real games: what is on disk is what is on the table, at every step; recorded games go on
//! giving the same digests.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use standto::dice::Dice;
use standto::game::journal::{self, Header};
use standto::game::replay::replay;
use standto::game::{Match, Rules, Seat, Session};
use standto::rules::matg::{Position, scenario};

fn opening(text: &str) -> Position {
    let (battle, _) = scenario::read("scenario", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// Plays a game of random choices between two humans into a file.
fn random_game(path: &Path, text: &str, seed: u64, mut each: impl FnMut(&mut Match<Position>, u32)) {
    let seats = [("germans", Seat::Human), ("soviets", Seat::Human)];
    let header = Header::new("matg", "skirmish", "Skirmish", text, seed, seats);
    let mut game = Match::new("matg", opening(text), header, Some(path)).expect("it begins");
    let mut pick = Dice::seeded(!seed, 0);
    let mut plays = 0;
    while game.decision().is_some() {
        let choice = game.choices()[pick.below(game.choices().len())].notation.clone();
        game.play(&choice).expect("it was offered");
        plays += 1;
        each(&mut game, plays);
    }
}

#[test]
fn the_save_is_the_game_at_every_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("../scenarios/skirmish.toml");
    for seed in 0..2 {
        let path = folder.path().join(format!("{seed}.toml"));
        random_game(&path, text, seed, |game, _| {
            let saved = fs::read_to_string(&path).expect("it is there");
            let loaded = journal::parse(&saved, "save").unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(loaded.torn, None);
            let again = replay(opening(text), &loaded.journal).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.position(), game.position());
        });
    }
}

#[test]
fn undo_gives_back_the_position_and_the_dice() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("../scenarios/skirmish.toml");
    let path = folder.path().join("undo.toml");
    let mut before: Option<Position> = None;
    random_game(&path, text, 5, |game, plays| {
        if plays % 7 == 0
            && let Some(earlier) = before.take()
        {
            let after = game.position().clone();
            game.undo().expect("a human may take back");
            assert_eq!(*game.position(), earlier);
            // The same choice brings the same dice, so the same position.
            let redone = earlier.choices().into_iter().find(|choice| {
                let mut copy = Match::load("matg", opening(text), reread(&path), None).expect("it loads");
                copy.play(&choice.to_string()).is_ok() && *copy.position() == after
            });
            game.play(&redone.expect("one choice leads there").to_string()).expect("it is legal");
            assert_eq!(*game.position(), after);
        }
        before = Some(game.position().clone());
    });
}

fn reread(path: &Path) -> journal::Loaded {
    let text = fs::read_to_string(path).expect("it is there");
    journal::parse(&text, "save").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn recorded_games_give_their_digests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut games = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let loaded = reread(&path);
        let (text, _) = loaded.journal.header.scenario_source(None).unwrap_or_else(|error| panic!("{error}"));
        let played = replay(opening(text), &loaded.journal)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(played.position().outcome().is_some(), "{} is a whole game", path.display());
        assert!(played.digests > 20, "{} has digests to compare", path.display());
        games += 1;
    }
    assert!(games >= 2);
}
