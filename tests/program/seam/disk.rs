//! The disk: full, locked, unreadable.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use standto::game::journal::{self, DiceKind};
use standto::game::storage::{OwnSave, Storage};
use standto::game::{Match, Refused, Session};
use standto::library::Library;
use standto::store::{self, Appender, Home, Medium, StoreError};

use super::toy::Stones;
use super::{HUMAN, Table, header, play_on, read, table, text};

/// A disk of limited size; it takes what fits and then fails, as a full disk does.
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
fn a_full_disk_leaves_game_and_file_unchanged() {
    for dice in [DiceKind::Seeded, DiceKind::Typed] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        let header = header(dice, HUMAN, HUMAN);
        let start = header.to_toml();
        fs::write(&path, &start).unwrap();
        let room = Arc::new(Mutex::new(start.len() as u64 + 30));
        let file = File::options().write(true).open(&path).unwrap();
        let disk = SmallDisk { file, room: room.clone() };
        let appender = Appender::over(disk, &path, &start);
        let loaded = journal::parse(&start, "game.toml").unwrap();
        let mut game = Match::load("toy", Stones::new(200), loaded, Some(Box::new(appender))).unwrap();
        let full = if dice == DiceKind::Typed {
            game.play("throw").unwrap();
            game.give_face(2).unwrap();
            game.give_face(3).unwrap_err()
        } else {
            game.play("throw").unwrap_err()
        };
        assert!(
            full.to_string().starts_with("Your action could not be saved, so it was not carried out: "),
            "{full}"
        );
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
    // Looking costs nothing.
    assert!(store::read_save(&path).is_ok());
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
    let place = folder.path().display();
    assert_eq!(missing.to_string(), format!("there is no file \"bad.toml\" in {place}"));
    File::create(&path).unwrap().write_all(b"format = 1\nab\xff\n").unwrap();
    let bytes = store::read_text(&path).unwrap_err();
    assert!(bytes.to_string().ends_with("bad.toml:2: byte 13 is not UTF-8 text"), "{bytes}");
    assert!(store::read_text(folder.path()).is_err());
}

#[test]
fn the_home_lists_saves_newest_first_and_finds_them_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().join("home"));
    let front = Library::at(home.clone());
    assert!(front.saves().unwrap().is_empty());
    assert!(home.newest_saves().unwrap().is_empty());
    let begin = |plays| {
        let path = home.new_save("toy", "Small stones");
        let header = header(DiceKind::Seeded, HUMAN, HUMAN);
        let mut game = Match::new("toy", Stones::new(200), header, Some(&store::save_at(&path))).unwrap();
        play_on(&mut game, plays);
        path
    };
    let (first, second) = (begin(3), begin(0));
    assert!(second.ends_with("saves/toy-small-stones-2.toml"));
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(9);
    File::options().write(true).open(&first).unwrap().set_modified(later).unwrap();
    fs::write(home.saves().join("broken.toml"), "hello").unwrap();
    let list = front.saves().unwrap();
    assert_eq!((list.len(), &list[0].path), (3, &first));
    let summary = list[0].summary.as_ref().unwrap();
    assert_eq!((summary.title.as_str(), summary.plays, &summary.outcome), ("Stones", 3, &None));
    assert_eq!(list.iter().filter(|entry| entry.summary.is_err()).count(), 1);
    assert_eq!(home.newest_saves().unwrap()[0], first);
    assert_eq!(home.find_save("toy-small-stones-1").unwrap(), first);
    assert!(home.find_save("toy-9").is_err());
    fs::create_dir_all(home.folder().join("scenarios/toy")).unwrap();
    fs::write(home.folder().join("scenarios/toy/mine.toml"), "").unwrap();
    assert_eq!(home.user_scenarios("toy").unwrap()[0].0, "mine");
    assert!(home.user_config("keys.toml").unwrap().is_none());
}

/// A disk that fails the first two requests.
struct Moody {
    bytes: Arc<Mutex<Vec<u8>>>,
    calls: u32,
}

impl Moody {
    fn mood(&mut self) -> io::Result<()> {
        self.calls += 1;
        if self.calls <= 2 { Err(io::Error::other("moody")) } else { Ok(()) }
    }
}

impl Medium for Moody {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mood = self.mood();
        let kept = if mood.is_ok() { bytes } else { &bytes[..2] };
        let mut all = self.bytes.lock().unwrap();
        assert_eq!(all.len() as u64, offset, "nothing may follow the complete text when it is appended to");
        all.extend_from_slice(kept);
        mood
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.mood()?;
        self.bytes.lock().unwrap().truncate(length as usize);
        Ok(())
    }
}

#[test]
fn a_failed_truncation_is_repeated_before_the_next_write() {
    let bytes = Arc::new(Mutex::new(b"head ".to_vec()));
    let disk = Moody { bytes: bytes.clone(), calls: 0 };
    let mut appender = Appender::over(disk, std::path::Path::new("save"), "head ");
    assert!(appender.append("first").is_err());
    assert_eq!(*bytes.lock().unwrap(), b"head fi");
    appender.append("second").unwrap();
    assert_eq!(*bytes.lock().unwrap(), b"head second");
}

/// A disk that can be made to lose everything not synced.
#[derive(Clone, Default)]
struct Lazy {
    kept: Arc<Mutex<Vec<u8>>>,
    waited: Arc<Mutex<u32>>,
    fails: Arc<Mutex<bool>>,
}

impl Medium for Lazy {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        if *self.fails.lock().unwrap() {
            return Err(io::Error::other("the disk is gone"));
        }
        *self.waited.lock().unwrap() += 1;
        let mut kept = self.kept.lock().unwrap();
        kept.truncate(usize::try_from(offset).unwrap());
        kept.extend(bytes);
        Ok(())
    }

    fn write_behind(&mut self, _: u64, _: &[u8]) -> io::Result<()> {
        Ok(()) // it is in a cache, and lost with it
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.kept.lock().unwrap().truncate(usize::try_from(length).unwrap());
        Ok(())
    }
}

#[test]
fn grouped_writes_are_synced_once() {
    let disk = Lazy::default();
    let mut save = Appender::over(disk.clone(), Path::new("x.toml"), "");
    let kept = || String::from_utf8(disk.kept.lock().unwrap().clone()).unwrap();
    save.append("a").unwrap();
    save.hold();
    for text in ["b", "c", "d"] {
        save.append(text).unwrap();
    }
    assert_eq!((kept().as_str(), *disk.waited.lock().unwrap()), ("a", 1), "no sync has been requested yet");
    save.settle().unwrap();
    assert_eq!((kept().as_str(), *disk.waited.lock().unwrap()), ("abcd", 2), "all of it at once");
    // A failing disk is reported, and what it lost is written with the next piece.
    save.hold();
    save.append("e").unwrap();
    *disk.fails.lock().unwrap() = true;
    assert!(save.settle().is_err());
    *disk.fails.lock().unwrap() = false;
    save.append("f").unwrap();
    assert_eq!(kept(), "abcdef");
    save.settle().unwrap();
    assert_eq!(kept(), "abcdef");
}

/// The first screen of a battle does not wait for the disk; its first action does, with everything before it.
#[test]
fn a_new_save_is_on_disk_with_its_first_action() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    let begin = store::begin_save_at(&path);
    let mut save = begin("the header\n").unwrap();
    assert_eq!(text(&path), "the header\n", "complete under its name at once");
    assert!(matches!(store::open_save(&path), Err(StoreError::InUse { .. })));
    save.append("first\n").unwrap();
    assert_eq!(text(&path), "the header\nfirst\n");
    save.settle().unwrap();
    drop(save);
    assert_eq!(store::open_save(&path).unwrap().0, "the header\nfirst\n");
    // One that was removed meanwhile is told when it settles.
    let path = folder.path().join("other.toml");
    let mut save = store::begin_save_at(&path)("the header\n").unwrap();
    fs::remove_file(&path).unwrap();
    assert!(save.settle().unwrap_err().to_string().contains("was removed"));
    save.append("first\n").unwrap();
    assert!(save.path().ends_with("other-kept-1.toml"), "{:?}", save.path());
    assert_eq!(text(save.path()), "the header\nfirst\n");
}
