//! A save that is changed from outside during its game, names that are taken, and space that runs out.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use standto::game::journal::DiceKind;
use standto::game::{Match, Refused, Session};
use standto::store::{self, Home, Quota, StoreError};

use super::toy::Stones;
use super::{HUMAN, Table, header, load, play_on, read, table, text};

/// What happens to a save, and what is reported.
type Deed = (fn(&Path), &'static str);

const DEEDS: [Deed; 5] = [
    (|path| fs::remove_file(path).unwrap(), "was removed"),
    (
        |path| {
            let copy = path.with_extension("new");
            fs::write(&copy, "# as an editor saves\n").unwrap();
            fs::rename(copy, path).unwrap();
        },
        "was replaced by another file",
    ),
    (
        |path| File::options().append(true).open(path).unwrap().write_all(b"# mine\n").unwrap(),
        "was changed by another program",
    ),
    (
        |path| File::options().write(true).open(path).unwrap().set_len(40).unwrap(),
        "was changed by another program",
    ),
    // Changed to the same length.
    (
        |path| fs::write(path, text(path).replacen("choice", "CHOICE", 1)).unwrap(),
        "was changed by another program",
    ),
];

#[test]
fn a_touched_save_is_continued_in_place() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 3);
    let before = text(&path);
    fs::write(&path, &before).unwrap();
    play_on(&mut game, 2);
    assert_eq!((game.news(), game.save_path()), (None, Some(&*path)));
    assert!(text(&path).starts_with(&before) && read(&path).journal.plays.len() == 5);
}

#[test]
fn a_changed_save_is_continued_in_a_new_file() {
    for (deed, said) in DEEDS {
        let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
        play_on(&mut game, 3);
        let before = text(&path);
        deed(&path);
        let touched = fs::read_to_string(&path).ok();
        play_on(&mut game, 2);
        let news = game.news().unwrap();
        let beside = game.save_path().unwrap().to_path_buf();
        assert!(news.contains(said) && news.contains(&beside.display().to_string()), "{news}");
        assert_eq!(game.news(), None, "it is reported once");
        assert_eq!(fs::read_to_string(&path).ok(), touched, "{said}: a foreign file is left alone");
        assert!(text(&beside).starts_with(&before) && read(&beside).journal.plays.len() == 5);
        assert!(matches!(store::open_save(&beside), Err(StoreError::InUse { .. })));
        let position = game.position().clone();
        drop(game);
        assert_eq!(*load(&beside).position(), position);
        // Once more, to yet another file.
        let mut game = load(&beside);
        deed(&beside);
        game.undo().unwrap();
        assert_eq!(read(game.save_path().unwrap()).journal.plays.len(), 6);
        assert_ne!(game.save_path().unwrap(), beside);
    }
}

#[test]
fn nothing_is_played_if_no_file_can_be_written() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 3);
    let position = game.position().clone();
    let folder = path.parent().unwrap();
    fs::remove_dir_all(folder).unwrap();
    fs::write(folder, "no folder").unwrap();
    let choice = game.choices()[0].notation.clone();
    assert!(matches!(game.play(&choice), Err(Refused::Storage(_))));
    assert_eq!(game.news(), None);
    assert_eq!(*game.position(), position);
    fs::remove_file(folder).unwrap();
    game.play(&choice).unwrap();
    assert_eq!(read(game.save_path().unwrap()).journal.plays.len(), 4);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn saves_are_never_written_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    fs::create_dir_all(home.saves()).unwrap();
    symlink(folder.path().join("nowhere"), home.saves().join("toy-x-1.toml")).unwrap();
    symlink(&victim, home.saves().join("toy-x-2.toml")).unwrap();
    // Whatever the draft will be called, a file of that name already exists.
    for count in 0..2000 {
        let draft = format!(".toy-x-3.toml.{}.{count}.draft", std::process::id());
        symlink(&victim, home.saves().join(draft)).unwrap();
    }
    let path = home.new_save("toy", "x");
    assert!(path.ends_with("toy-x-3.toml"));
    drop(store::create_save(&path, "the header").unwrap());
    assert_eq!((text(&path).as_str(), text(&victim).as_str()), ("the header", "precious"));
    assert!(!folder.path().join("nowhere").exists());
    for link in ["toy-x-1.toml", "toy-x-2.toml"] {
        let taken = store::create_save(&home.saves().join(link), "x").err().unwrap();
        assert!(matches!(taken, StoreError::Exists { .. }), "{taken}");
    }
    let refused = store::open_save(&home.saves().join("toy-x-2.toml")).err().unwrap();
    assert!(refused.to_string().ends_with("toy-x-2.toml: expected a file, found a link"), "{refused}");
    assert_eq!(home.saves_by_age().unwrap().len(), 1, "a link is not a save");
}

#[test]
fn drafts_of_ended_programs_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    fs::create_dir_all(home.saves()).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    let draft = |name: &str| {
        let path = home.saves().join(name);
        let file = File::create(&path).unwrap();
        file.set_modified(old).unwrap();
        (path, file)
    };
    let (dead, file) = draft(".toy-x-1.toml.999999.0.draft");
    drop(file);
    let (living, held) = draft(".toy-x-1.toml.999998.0.draft");
    held.lock().unwrap();
    let _ = home.saves_by_age().unwrap();
    assert_eq!((dead.exists(), living.exists()), (false, true));
}

#[test]
fn saves_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().join("home"));
    let path = home.new_save("toy", "x");
    let seen = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    drop(store::create_save(&path, "x").unwrap());
    assert_eq!((seen(&path), seen(&home.saves()), seen(home.folder())), (0o600, 0o700, 0o700));
    // As older versions left them.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(home.saves(), fs::Permissions::from_mode(0o755)).unwrap();
    drop(store::open_save(&path).unwrap());
    assert_eq!((seen(&path), seen(&home.saves())), (0o600, 0o700));
}

#[test]
fn save_limits_are_enforced() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path()).account("anna", Quota { saves: 2, files: 4, bytes: 4096 });
    assert!(home.folder().ends_with("accounts/anna"));
    assert_eq!(home.room(None).unwrap(), 4096);
    let begin = || {
        let header = header(DiceKind::Seeded, HUMAN, HUMAN);
        Match::new("toy", Stones::new(200), header, Some(&store::save_at(&home.new_save("toy", "x"))))
            .unwrap()
    };
    let mut game = begin();
    game.limit_save(900);
    let full = loop {
        let choice = game.choices()[0].notation.clone();
        if let Err(refused) = game.play(&choice) {
            break refused.to_string();
        }
    };
    assert!(full.contains("has reached 0 KiB, the size limit for a saved game"), "{full}");
    let path = game.save_path().unwrap().to_path_buf();
    assert!(text(&path).len() <= 900 && load_ends_whole(&path));
    drop(begin());
    let refused = home.room(None).unwrap_err().to_string();
    assert!(
        refused.ends_with(
            "there are 2 saved games; the limit is 2; remove games or scenarios you no longer need"
        )
    );
    // The existing ones can be resumed.
    assert!(home.room(Some(&path)).unwrap() > 0);
    fs::write(home.saves().join("big.toml"), vec![b'\n'; 5000]).unwrap();
    assert!(matches!(home.room(Some(&path)), Err(StoreError::Full { .. })));
}

#[test]
fn files_of_every_kind_count() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path()).account("anna", Quota { saves: 9, files: 3, bytes: 4096 });
    let write = |path: &Path, bytes: usize| {
        home.within_limits(path, bytes, || store::replace(path, &"x".repeat(bytes)))
    };
    for (name, bytes) in [("scenarios/toy/a.toml", 1000), ("put-away/toy/b.toml", 1000)] {
        write(&home.folder().join(name), bytes).unwrap();
    }
    // The host's own files about an account do not count.
    fs::write(home.folder().join("password"), "x".repeat(9000)).unwrap();
    let full = |result: Result<(), StoreError>| result.unwrap_err().to_string();
    let copy = home.editor().join("c.toml");
    assert!(full(write(&copy, 2500)).contains("would take 4 KiB; the limit is 4 KiB"));
    write(&copy, 2000).unwrap();
    write(&copy, 2050).unwrap();
    let fourth = full(write(&home.record(), 1));
    assert!(fourth.contains("you keep 3 files; the limit is 3; remove games or scenarios"), "{fourth}");
    assert!(home.room(None).unwrap_err().to_string().contains("you keep 3 files"));
    let own = Home::at(folder.path().join("own"));
    own.within_limits(&own.record(), 1 << 20, || store::replace(&own.record(), "x")).unwrap();
}

#[test]
fn windows_of_one_guest_cannot_fill_the_same_room() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path()).account("anna", Quota { saves: 9, files: 5, bytes: 4096 });
    let written = |n: usize| {
        let path = home.scenario_path("toy", &format!("n{n}"));
        home.within_limits(&path, 10, || store::replace(&path, "0123456789")).is_ok()
    };
    let given = std::thread::scope(|scope| {
        let all: Vec<_> = (0..16).map(|n| scope.spawn(move || written(n))).collect();
        all.into_iter().map(|one| one.join().unwrap()).filter(|given| *given).count()
    });
    assert_eq!((given, home.own_scenarios("toy").unwrap().len()), (5, 5));
}

fn load_ends_whole(path: &Path) -> bool {
    read(path).torn.is_none()
}
