//! Saves of real games: what is on disk is what is on the table, at every step; recorded games go on
//! giving the same digests.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use standto::dice::Dice;
use standto::game::journal::{self, Header, Undo};
use standto::game::replay::replay;
use standto::game::{Log, Match, Rules, Seat, Session};
use standto::registry::Ruleset;
use standto::rules::matg::{Position, scenario};

fn opening(text: &str) -> Position {
    let (battle, _) = scenario::read("scenario", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

/// Plays a game of random choices between two humans into a file.
fn random_game(path: &Path, text: &str, seed: u64, mut each: impl FnMut(&mut Match<Position>, u32)) {
    let seats = [("germans", Seat::Human), ("soviets", Seat::Human)];
    let mut header = Header::new("matg", "skirmish", "Skirmish", text, seed, seats);
    header.undo = Undo::Free;
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

/// One play as a save has it.
#[derive(serde::Deserialize)]
struct Written {
    choice: String,
    #[serde(default)]
    rolls: Vec<u8>,
}

#[test]
fn the_save_is_the_game_at_every_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("../scenarios/skirmish.toml");
    for seed in 0..2 {
        let path = folder.path().join(format!("{seed}.toml"));
        let mut read = 0;
        let mut table = opening(text);
        random_game(&path, text, seed, |game, plays| {
            // What was added to the file leads from one position to the next ...
            let saved = fs::read_to_string(&path).expect("it is there");
            read = if read == 0 { saved.find("[[play]]").expect("a play") } else { read };
            let added = saved[read..].strip_prefix("[[play]]\n").expect("one play was added");
            let play: Written = toml::from_str(added).unwrap_or_else(|error| panic!("{error}"));
            read = saved.len();
            let choice = play.choice.parse().expect("a choice");
            table.apply(&choice, &mut Dice::taped(&play.rolls), &mut Log::off()).expect("its dice");
            assert_eq!(table, *game.position());
            // ... and the whole file to where they lead, now and then and at the end.
            if plays % 200 == 1 || game.outcome().is_some() {
                let loaded = journal::parse(&saved, "save").unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(loaded.torn, None);
                let again = replay(opening(text), &loaded.journal).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(again.position(), game.position());
            }
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
fn a_save_of_every_version_loads_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves");
    let mut games = 0;
    for version in fs::read_dir(folder).expect("the folder is there") {
        for entry in fs::read_dir(version.expect("readable").path()).expect("a folder a version") {
            let path = entry.expect("readable").path();
            let loaded = reread(&path);
            let journal = &loaded.journal;
            let (text, _) = journal.header.scenario_source(None).unwrap_or_else(|error| panic!("{error}"));
            let ruleset: Ruleset = journal.header.ruleset.parse().expect("a ruleset we play");
            let (opening, _) = ruleset.open("scenario", text).unwrap_or_else(|error| panic!("{error}"));
            let played =
                opening.replay(journal).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let summary = journal.summary();
            assert_eq!(
                (played.plays as usize, played.turn),
                (summary.plays, summary.turn),
                "{}",
                path.display()
            );
            let (end, words) = (played.outcome.expect("a whole game"), summary.outcome.expect("an end"));
            assert!(words.ends_with(&end.why), "{}: {words}", path.display());
            // Saves of the first format carry digests of fields that the code no longer has.
            let compared = if journal.header.format() == 1 { 0 } else { 20 };
            assert!(played.digests >= compared, "{} has digests to compare", path.display());
            games += 1;
        }
    }
    assert!(games >= 4);
}
