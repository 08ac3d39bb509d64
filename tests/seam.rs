//! The running game over a toy ruleset: nothing is played that is not on disk, and what is on disk
//! plays again.

mod toy;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use standto::game::journal::{self, DiceKind, Header, Journal, Loaded, Record};
use standto::game::replay::{ReplayError, replay};
use standto::game::{Level, Match, Refused, Rules, Seat, Session, Side};
use standto::simulate::{self, Plan, SimulateError};
use standto::store::{self, Appender, Home, Medium, StoreError};
use tempfile::TempDir;
use toy::{KEYS, Stones};

const HUMAN: Seat = Seat::Human;
const PROGRAM: Seat = Seat::Program(Level::Normal);

fn header(dice: DiceKind, a: Seat, b: Seat) -> Header {
    let source = "title = \"Stones\"\npile = 200\n";
    let seats = [(KEYS[0], a), (KEYS[1], b)];
    let mut header = Header::new("toy", "stones", "Stones", source, 77, seats);
    header.dice = dice;
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
    let game = Match::new("toy", Stones::new(200), header(dice, a, b), Some(&path)).unwrap();
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
    Match::load("toy", Stones::new(200), loaded, Some(appender)).unwrap()
}

fn replay_error(save: &str) -> ReplayError {
    let loaded = journal::parse(save, "game.toml").unwrap();
    replay(Stones::new(200), &loaded.journal).unwrap_err()
}

#[test]
fn a_play_is_on_disk_when_it_returns() {
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
fn a_saved_game_goes_on_where_it_was() {
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
fn a_torn_last_table_is_dropped_with_a_word_wherever_it_tore() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 5);
    let whole = text(&path);
    let last = whole.rfind("[[play]]").unwrap();
    drop(game);
    for cut in last + 1..whole.len() {
        let loaded = journal::parse(&whole[..cut], "game.toml").unwrap();
        assert_eq!(loaded.journal.plays.len(), 4, "cut at {cut}");
        assert!(loaded.torn.unwrap().contains("torn"));
        assert_eq!(loaded.whole, last);
    }
    let zeros = format!("{}\0\0\0\0", &whole[..last]);
    assert!(journal::parse(&zeros, "game.toml").unwrap().torn.is_some());
    // Playing on removes the torn end from the file first.
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let mut again = load(&path);
    assert_eq!((again.plays(), text(&path).as_str()), (4, &whole[..last]));
    play_on(&mut again, 1);
    assert_eq!(text(&path), whole);
}

#[test]
fn damage_anywhere_else_is_refused_with_its_place() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 6);
    let whole = text(&path);
    let line = |needle: &str| 1 + whole[..whole.find(needle).unwrap()].matches('\n').count();
    let error = |from: &str, to: &str| {
        journal::parse(&whole.replacen(from, to, 1), "game.toml").unwrap_err().to_string()
    };
    let third = line("n = 3\n");
    let broken = error("n = 3\n", "n = three\n");
    assert!(broken.starts_with(&format!("game.toml:{third}:5: ")), "{broken}");
    assert!(broken.contains("expected a play"), "{broken}");
    let missing = error("n = 3\n", "n = 4\n");
    assert!(missing.contains("play 4 stands where play 3 was expected"), "{missing}");
    assert!(missing.starts_with(&format!("game.toml:{}:1: ", third - 1)), "{missing}");
    let unknown = error("n = 3\n", "n = 3\nluck = 1\n");
    assert!(unknown.starts_with(&format!("game.toml:{}:1: ", third + 1)), "{unknown}");
    assert!(error("format = 1", "format = 2").contains("format 2"));
    assert!(error("seed = 77", "seed = -1").starts_with(&format!("game.toml:{}:", line("seed = "))));
    assert!(error("\"human\"", "\"nobody\"").contains("\"nobody\" is no seat"));
    assert!(error("seed = 77\n", "").contains("seed"));
    assert!(journal::parse("", "game.toml").unwrap_err().to_string().starts_with("game.toml:1:1: "));
}

#[test]
fn tampering_is_named_by_play() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 30);
    let journal = read(&path).journal;
    let with = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut changed = journal.clone();
        change(&mut changed.plays);
        replay_error(&changed.to_toml())
    };
    let digest = with(&|plays| plays[24].digest = Some(1));
    assert!(digest.to_string().starts_with("play 25: the journal says digest 0000000000000001, replaying"));
    assert!(matches!(with(&|plays| plays[2].rolls[0] = 9), ReplayError::Roll { n: 3, .. }));
    assert!(matches!(with(&|plays| plays[2].rolls.truncate(1)), ReplayError::Roll { n: 3, .. }));
    assert!(matches!(with(&|plays| plays[2].rolls.push(1)), ReplayError::Unread { n: 3, unread: 1 }));
    assert!(matches!(with(&|plays| plays[3].choice = "take 9".into()), ReplayError::Illegal { n: 4, .. }));
    assert!(matches!(with(&|plays| plays[3].choice = "sing".into()), ReplayError::Notation { n: 4, .. }));
    assert!(matches!(with(&|plays| plays[3].side = "south".into()), ReplayError::Side { n: 4, .. }));
    // A face that is on the die, but did not fall: caught by what follows, or by the next digest.
    let swapped = with(&|plays| plays[2].rolls = vec![1, 1]);
    assert!(matches!(swapped, ReplayError::Illegal { n: 4, .. } | ReplayError::Digest { n: 25, .. }));
}

#[test]
fn undo_takes_back_to_the_last_decision_of_a_player() {
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
    // All of it is in the journal, and the same dice fall again.
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
fn programs_alone_are_taken_back_by_one_and_players_who_did_nothing_are_told() {
    let mut game = table(DiceKind::Seeded, PROGRAM, PROGRAM).game;
    let first = game.think().unwrap()();
    game.play(&first).unwrap();
    game.undo().unwrap();
    assert_eq!(game.plays(), 0);
    game.play(&first).unwrap();
    game.set_seat(Side::B, HUMAN);
    assert!(game.undo().unwrap_err().to_string().contains("no player has decided"));
}

#[test]
fn a_change_of_seats_is_remembered() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 2);
    game.set_seat(Side::B, Seat::Program(Level::Hard));
    let choice = game.think().unwrap()();
    game.play(&choice).unwrap();
    drop(game);
    let mut again = load(&path);
    assert_eq!((again.seat(Side::A), again.seat(Side::B)), (HUMAN, Seat::Program(Level::Hard)));
    again.undo().unwrap();
    assert_eq!(again.plays(), 1);
}

#[test]
fn typed_dice_wait_for_each_face() {
    let Table { path, mut game, _folder } = table(DiceKind::Typed, HUMAN, PROGRAM);
    let empty = text(&path);
    game.play("throw").unwrap();
    let asked = game.awaiting().unwrap();
    assert_eq!((asked.sides, asked.purpose.as_str()), (6, "to take stones"));
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
    // The program's dice are thrown on the table too.
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

/// A disk with room for so many bytes; it takes what fits and fails, as a full disk does.
struct SmallDisk {
    file: File,
    room: Arc<Mutex<u64>>,
}

impl Medium for SmallDisk {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let room = *self.room.lock().unwrap();
        let fits = (room.saturating_sub(offset) as usize).min(bytes.len());
        self.file.write_at(offset, &bytes[..fits])?;
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.cut(length)
    }
}

#[test]
fn a_full_disk_leaves_the_choice_unplayed_and_the_file_whole() {
    for dice in [DiceKind::Seeded, DiceKind::Typed] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        let header = header(dice, HUMAN, HUMAN);
        let start = header.to_toml();
        fs::write(&path, &start).unwrap();
        let room = Arc::new(Mutex::new(start.len() as u64 + 30));
        let file = File::options().write(true).open(&path).unwrap();
        let disk = SmallDisk { file, room: room.clone() };
        let appender = Appender::over(disk, &path, start.len() as u64);
        let loaded = journal::parse(&start, "game.toml").unwrap();
        let mut game = Match::load("toy", Stones::new(200), loaded, Some(appender)).unwrap();
        let full = if dice == DiceKind::Typed {
            game.play("throw").unwrap();
            game.give_face(2).unwrap();
            game.give_face(3).unwrap_err()
        } else {
            game.play("throw").unwrap_err()
        };
        assert!(full.to_string().starts_with("not saved, so not played: "), "{full}");
        assert_eq!((game.position(), text(&path).as_str()), (&Stones::new(200), start.as_str()));
        assert!(game.log().is_empty());
        *room.lock().unwrap() += 1000;
        match dice {
            DiceKind::Typed => game.give_face(3).unwrap(),
            DiceKind::Seeded => game.play("throw").unwrap(),
        }
        assert_eq!(read(&path).journal.plays.len(), 1);
        // An undo that cannot be written does not happen either.
        *room.lock().unwrap() = 0;
        assert!(matches!(game.undo(), Err(Refused::Storage(_))));
        assert_eq!((game.plays(), read(&path).journal.plays.len()), (1, 1));
    }
}

#[test]
fn a_save_belongs_to_one_game_at_a_time() {
    let Table { path, game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    assert!(matches!(store::open_save(&path), Err(StoreError::InUse { .. })));
    // Looking is free.
    assert!(store::read_text(&path).is_ok());
    drop(game);
    assert!(store::open_save(&path).is_ok());
    let taken = store::create_save(&path, "x").err().unwrap();
    assert!(matches!(taken, StoreError::Exists { .. }));
    assert!(!text(&path).is_empty());
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.toml");
    let missing = store::read_text(&path).unwrap_err();
    assert!(missing.to_string().ends_with("bad.toml: there is no such file"));
    File::create(&path).unwrap().write_all(b"format = 1\nab\xff\n").unwrap();
    let bytes = store::read_text(&path).unwrap_err();
    assert!(bytes.to_string().ends_with("bad.toml:2: byte 13 is not UTF-8 text"), "{bytes}");
    assert!(store::read_text(folder.path()).is_err());
}

#[test]
fn the_home_lists_saves_newest_first_and_finds_them_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().join("home"));
    assert!(home.list_saves().unwrap().is_empty());
    assert_eq!(home.newest_save().unwrap(), None);
    let begin = |plays| {
        let path = home.new_save("toy", "Small stones");
        let header = header(DiceKind::Seeded, HUMAN, HUMAN);
        let mut game = Match::new("toy", Stones::new(200), header, Some(&path)).unwrap();
        play_on(&mut game, plays);
        path
    };
    let (first, second) = (begin(3), begin(0));
    assert!(second.ends_with("saves/toy-small-stones-2.toml"));
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(9);
    File::options().write(true).open(&first).unwrap().set_modified(later).unwrap();
    fs::write(home.saves().join("broken.toml"), "hello").unwrap();
    let list = home.list_saves().unwrap();
    assert_eq!((list.len(), &list[0].path), (3, &first));
    let summary = list[0].summary.as_ref().unwrap();
    assert_eq!((summary.title.as_str(), summary.plays, &summary.outcome), ("Stones", 3, &None));
    assert_eq!(list.iter().filter(|entry| entry.summary.is_err()).count(), 1);
    assert_eq!(home.newest_save().unwrap(), Some(first.clone()));
    assert_eq!(home.find_save("toy-small-stones-1").unwrap(), first);
    assert!(home.find_save("toy-9").is_err());
    fs::create_dir_all(home.folder().join("scenarios/toy")).unwrap();
    fs::write(home.folder().join("scenarios/toy/mine.toml"), "").unwrap();
    assert_eq!(home.user_scenarios("toy").unwrap()[0].0, "mine");
    assert!(home.user_config("keys.toml").unwrap().is_none());
}

#[test]
fn a_game_keeps_the_scenario_it_was_begun_with() {
    let begun = header(DiceKind::Seeded, HUMAN, HUMAN);
    let text = "title = \"Stones\"\npile = 200\n";
    assert_eq!(begun.scenario_source(Some(text)), Ok((text, None)));
    let (own, remark) = begun.scenario_source(Some("other")).unwrap();
    assert_eq!(own, text);
    assert!(remark.unwrap().contains("has changed since"));
    assert!(begun.scenario_source(None).unwrap().1.unwrap().contains("no longer here"));
    let tampered = begun.to_toml().replace("pile = 200", "pile = 100");
    let tampered = journal::parse(&tampered, "game.toml").unwrap().journal.header;
    assert!(tampered.scenario_source(Some(text)).unwrap_err().to_string().contains("has been changed"));
    let bare = begun.to_toml();
    let bare = format!("{}\n", &bare[..bare.find("[scenario-text]").unwrap()]);
    let bare = journal::parse(&bare, "game.toml").unwrap().journal.header;
    assert_eq!(bare.scenario_source(Some(text)), Ok((text, None)));
    assert!(bare.scenario_source(Some("other")).unwrap_err().to_string().contains("another version"));
    assert!(bare.scenario_source(None).is_err());
}

proptest! {
    #[test]
    fn whatever_the_scenario_says_it_reads_back(source in "(?s)([a-z'\"\\\\\r\n\t\0é]|'''|\n\\[\\[play\\]\\]\n){0,40}", title in "\\PC{0,20}") {
        let seats = [("a b", HUMAN), ("ü", PROGRAM)];
        let header = Header::new("toy", "x", &title, &source, u64::MAX >> 1, seats);
        let play = Record { n: 1, side: title.clone(), choice: source.clone(), ..Record::default() };
        let journal = Journal { header, plays: vec![play] };
        let loaded = journal::parse(&journal.to_toml(), "game.toml").unwrap();
        prop_assert_eq!(loaded, Loaded { whole: journal.to_toml().len(), journal, torn: None });
    }
}

#[test]
fn simulated_games_are_the_same_on_any_number_of_threads_and_can_be_played_singly() {
    let plan = Plan { games: 40, seed: 5, jobs: 1, levels: [Level::Random, Level::Easy], ..Plan::default() };
    let start = Stones::new(60);
    let heard = Mutex::new(0);
    let one = simulate::run(&start, &plan, |_| *heard.lock().unwrap() += 1).unwrap();
    let four = simulate::run(&start, &Plan { jobs: 4, ..plan }, |_| {}).unwrap();
    assert_eq!(one.results, four.results);
    assert_eq!(heard.into_inner().unwrap(), 40);
    assert_eq!(one.wins.values().sum::<u32>(), 40);
    assert_eq!(one.wins.keys().collect::<Vec<_>>(), ["draw", "north", "south"]);
    let again = &one.results[17];
    let single = simulate::run(&start, &Plan { games: 1, seed: again.seed, ..plan }, |_| {}).unwrap();
    assert_eq!(&single.results[0], again);
    // The same game as a match with these seats.
    let mut header = header(DiceKind::Seeded, Seat::Program(Level::Random), Seat::Program(Level::Easy));
    header.seed = again.seed;
    let mut game = Match::new("toy", start, header, None).unwrap();
    while let Some(thinking) = game.think() {
        game.play(&thinking()).unwrap();
    }
    assert_eq!(game.plays(), again.decisions);
    let winner = game.outcome().unwrap().winner.unwrap();
    assert_eq!(KEYS[winner.index()], again.winner);
    let json = serde_json::to_value(&one).unwrap();
    assert!(json["results"][0]["losses"]["south"].is_u64() && json["decisions_per_second"].is_f64());
}

#[test]
fn an_endless_game_is_stopped_and_named() {
    let plan = Plan { seed: 9, limit: 500, ..Plan::default() };
    let error = simulate::run(&Stones::endless(), &plan, |_| {}).unwrap_err();
    assert_eq!(error, SimulateError::Endless { seed: 9, decisions: 500 });
}

#[test]
fn the_toy_keeps_the_laws() {
    for seed in 0..20 {
        simulate::check_random_game(&Stones::new(50), seed, 1000).unwrap();
    }
}

/// Not a test of right and wrong but a measurement: `cargo test --test seam -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn how_long_loading_and_appending_take() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    let began = std::time::Instant::now();
    play_on(&mut game, 60);
    println!("a play with its append and sync: {:?}", began.elapsed() / 60);
    let mut journal = read(&path).journal;
    for n in 61..=3000 {
        let choice = "opportunity-fire G14 at S7 from 23,41".to_string();
        journal.plays.push(Record {
            n,
            side: "north".into(),
            choice,
            rolls: vec![7, 3, 4],
            ..Record::default()
        });
    }
    let save = journal.to_toml();
    let began = std::time::Instant::now();
    assert_eq!(journal::parse(&save, "game.toml").unwrap().journal.plays.len(), 3000);
    println!("reading a journal of 3000 plays, {} bytes: {:?}", save.len(), began.elapsed());
}
