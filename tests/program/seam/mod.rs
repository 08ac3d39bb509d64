//! The running game over a toy ruleset: nothing is played that is not on disk, and what is on disk replays.

mod disk;
mod failing;
mod saves;
mod simulation;
mod strays;
mod toy;
mod undo;

use std::fs;
use std::path::{Path, PathBuf};

use self::toy::{KEYS, Stones};
use standto::game::journal::{self, DiceKind, Header, Loaded, Undo};
use standto::game::replay::{ReplayError, replay};
use standto::game::{Level, Match, Refused, Rules, Seat, Session, Side};
use standto::store;
use tempfile::TempDir;

const HUMAN: Seat = Seat::Human;
const PROGRAM: Seat = Seat::program(Level::Normal);

fn header(dice: DiceKind, a: Seat, b: Seat) -> Header {
    let source = "title = \"Stones\"\npile = 200\n";
    let seats = [(KEYS[0], a), (KEYS[1], b)];
    let mut header = Header::new("toy", "stones", "Stones", source, 77, seats);
    header.dice = dice;
    header.undo = Undo::Free;
    header
}

struct Table {
    _folder: TempDir,
    path: PathBuf,
    game: Match<Stones>,
}

fn table(dice: DiceKind, a: Seat, b: Seat) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saves").join("game.toml");
    let game = Match::new("toy", Stones::new(200), header(dice, a, b), Some(&store::save_at(&path))).unwrap();
    Table { _folder: folder, path, game }
}

/// Plays the last choice of each decision.
fn play_on(game: &mut Match<Stones>, plays: usize) {
    for _ in 0..plays {
        let Some(choice) = game.choices().last().map(|choice| choice.notation.clone()) else { break };
        game.play(&choice).unwrap();
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn read(path: &Path) -> Loaded {
    journal::parse(&text(path), "game.toml").unwrap()
}

fn load(path: &Path) -> Match<Stones> {
    let (text, appender) = store::open_save(path).unwrap();
    let loaded = journal::parse(&text, "game.toml").unwrap();
    Match::load("toy", Stones::new(200), loaded, Some(Box::new(appender))).unwrap()
}

fn replay_error(save: &str) -> ReplayError {
    let loaded = journal::parse(save, "game.toml").unwrap();
    replay(Stones::new(200), &loaded.journal).unwrap_err()
}

#[test]
fn an_action_is_on_disk_when_play_returns() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    assert!(read(&path).journal.plays.is_empty());
    game.play("throw").unwrap();
    let played = read(&path).journal.plays;
    assert_eq!((played.len(), played[0].rolls.len(), played[0].side.as_str()), (1, 2, "north"));
    game.play("take 1").unwrap();
    assert!(text(&path).ends_with("[[play]]\nn = 2\nside = \"north\"\nchoice = \"take 1\"\n\n"));
}

#[test]
fn refusals_leave_the_game_as_it_was() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    let before = text(&path);
    assert!(matches!(game.play("take 1"), Err(Refused::Illegal(_))));
    assert!(matches!(game.play("dance"), Err(Refused::Notation(_))));
    assert!(matches!(game.undo(), Err(Refused::Undo(_))));
    assert!(matches!(game.give_face(3), Err(Refused::Dice(_))));
    assert_eq!((text(&path), game.plays()), (before, 0));
}

#[test]
fn refusals_use_only_what_the_deciding_side_sees() {
    let game = table(DiceKind::Seeded, HUMAN, HUMAN).game;
    let taken = "take 9".parse().unwrap();
    let leaks = game.position().check(&taken).unwrap_err().to_string();
    assert_eq!(leaks, "You cannot take 9 now, be it against 22. (1)", "the rules know");
    let told = game.check("take 9").unwrap_err().to_string();
    assert!(told.starts_with("You cannot take 9 now, be it against 1"), "{told}");
    assert!(!told.contains("22"), "{told}");
}

#[test]
fn a_saved_game_continues_where_it_stopped() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 60);
    let (position, log) = (game.position().clone(), game.log().to_vec());
    drop(game);
    let mut again = load(&path);
    assert_eq!((again.position(), again.log()), (&position, &log[..]));
    let digests = read(&path).journal.plays.iter().filter(|play| play.digest.is_some()).count();
    let replayed = replay(Stones::new(200), &read(&path).journal).unwrap();
    assert_eq!((digests, replayed.digests), (2, 2));
    // The same dice as a game that was never closed.
    let Table { game: mut whole, _folder: _other, .. } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut whole, 80);
    play_on(&mut again, 20);
    assert_eq!(again.position(), whole.position());
}

#[test]
fn a_finished_game_carries_its_outcome() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 1000);
    assert!(game.outcome().is_some() && game.decision().is_none() && game.choices().is_empty());
    assert!(matches!(game.play("throw"), Err(Refused::Illegal(_))));
    let loaded = read(&path);
    assert!(loaded.journal.plays.last().unwrap().digest.is_some());
    let summary = loaded.journal.summary();
    assert_eq!(summary.plays, game.plays() as usize);
    assert_eq!(summary.turn, game.position().turn());
    assert!(summary.outcome.unwrap().ends_with("the last stone – taken"));
    game.undo().unwrap();
    assert_eq!(read(&path).journal.summary().outcome, None);
}

#[test]
fn undo_returns_to_the_last_decision_of_a_player() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, PROGRAM);
    let mut before = Vec::new();
    for _ in 0..40 {
        if let Some(thinking) = game.think() {
            game.play(&thinking()).unwrap();
        } else {
            before.push((game.position().clone(), game.log().to_vec()));
            play_on(&mut game, 1);
        }
    }
    while game.think().is_some() {
        let choice = game.think().unwrap()();
        game.play(&choice).unwrap();
    }
    let end = game.position().clone();
    for (position, log) in before.iter().rev() {
        game.undo().unwrap();
        assert_eq!((game.position(), game.log()), (position, &log[..]));
    }
    assert!(matches!(game.undo(), Err(Refused::Undo(_))));
    drop(game);
    // All of it is in the journal, and the same dice are rolled again.
    let mut again = load(&path);
    assert_eq!((again.position(), again.plays()), (&Stones::new(200), 0));
    while again.position() != &end {
        match again.think() {
            Some(thinking) => again.play(&thinking()).unwrap(),
            None => play_on(&mut again, 1),
        }
    }
}

#[test]
fn undo_without_a_players_decision() {
    let mut game = table(DiceKind::Seeded, PROGRAM, PROGRAM).game;
    let first = game.think().unwrap()();
    game.play(&first).unwrap();
    game.undo().unwrap();
    assert_eq!(game.plays(), 0);
    game.play(&first).unwrap();
    game.set_seat(Side::B, HUMAN);
    assert!(game.undo().unwrap_err().to_string().contains("you have not made a decision"));
}

#[test]
fn a_change_of_seats_is_remembered() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 2);
    game.set_seat(Side::B, Seat::program(Level::Easy));
    let choice = game.think().unwrap()();
    game.play(&choice).unwrap();
    drop(game);
    let mut again = load(&path);
    assert_eq!((again.seat(Side::A), again.seat(Side::B)), (HUMAN, Seat::program(Level::Easy)));
    again.undo().unwrap();
    assert_eq!(again.plays(), 1);
}

#[test]
fn typed_dice_wait_for_each_face() {
    let Table { path, mut game, _folder } = table(DiceKind::Typed, HUMAN, PROGRAM);
    let empty = text(&path);
    game.play("throw").unwrap();
    let asked = game.awaiting().unwrap();
    assert_eq!((asked.answers(), asked.purpose.as_str()), (6, "to take stones"));
    assert!(matches!(game.give_face(7), Err(Refused::Dice(_))));
    assert!(matches!(game.give_face(0), Err(Refused::Dice(_))));
    game.give_face(6).unwrap();
    assert!(matches!(game.play("throw"), Err(Refused::Dice(_))));
    assert!(matches!(game.undo(), Err(Refused::Undo(_))));
    game.withdraw();
    assert!(game.awaiting().is_none());
    assert_eq!((game.plays(), text(&path)), (0, empty));
    game.play("throw").unwrap();
    game.give_face(6).unwrap();
    game.give_face(5).unwrap();
    assert!(game.awaiting().is_none());
    assert_eq!(read(&path).journal.plays[0].rolls, [6, 5]);
    game.play("take 3").unwrap();
    // The computer's dice are rolled at the table too.
    let choice = game.think().unwrap()();
    game.play(&choice).unwrap();
    assert!(game.awaiting().is_some());
    for _ in 0..2 {
        game.give_face(1).unwrap();
    }
    let position = game.position().clone();
    drop(game);
    assert_eq!(load(&path).position(), &position);
}
