//! Things that are not regular files, files that are too large, and folders with broken files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use standto::cli::LibraryServices;
use standto::library::Library;
use standto::store::Home;
use standto::tui::Services;

use crate::desk::{desk, text};

fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn special_files_are_refused_unread() {
    let desk = desk();
    pipe(&desk.path("pipe.toml"));
    symlink("/dev/zero", desk.path("zero.toml")).unwrap();
    let begun = Instant::now();
    for (name, what) in [("pipe.toml", "a pipe"), ("zero.toml", "a device"), ("/dev/tty", "a device")] {
        let sentence = format!("{name}: expected a file, found {what}\n");
        assert_eq!(desk.refused(1, &["check", name]), sentence);
        if name != "/dev/tty" {
            assert_eq!(desk.refused(1, &["play", name]), format!("error: {sentence}"));
        }
    }
    // In the game's own folders.
    pipe(&desk.path("scenarios/matg/waits.toml"));
    pipe(&desk.path("saves/waits.toml"));
    assert!(desk.good(&["list"]).contains("introductory"));
    assert!(desk.refused(1, &["play", "waits"]).contains("no scenario \"waits\""));
    assert!(begun.elapsed() < Duration::from_secs(10));
    // Folders that are not folders: the title screen says so, and no game is lost.
    desk.write("elsewhere/saves", "no folder");
    let other = LibraryServices::new(Library::at(Home::at(desk.path("elsewhere"))));
    assert!(other.saves()[0].summary.starts_with("can't be read: "), "{:?}", other.saves());
    pipe(&desk.path("config/matg/keys.toml"));
    let own = LibraryServices::new(desk.front()).own_keys("matg").unwrap_err().to_string();
    assert!(own.ends_with("config/matg/keys.toml: expected a file, found a pipe"), "{own}");
}

#[test]
fn an_oversized_scenario_is_refused_unread() {
    let desk = desk();
    desk.write("big.toml", "# a\n".repeat(300_000));
    let sentence = "big.toml: larger than 1 MiB, so not a file of this game\n";
    assert_eq!(desk.refused(1, &["check", "big.toml"]), sentence);
    assert_eq!(desk.refused(1, &["play", "big.toml"]), format!("error: {sentence}"));
}

#[test]
fn unreadable_saves_are_skipped_with_a_warning() {
    let desk = desk();
    let (path, session) = desk.played(3);
    drop(session);
    let before = text(&path);
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    for (name, bytes) in [("empty", ""), ("torn", "# A game of Stand To."), ("other", "title = 1\n")] {
        let broken = desk.write(&format!("saves/{name}.toml"), bytes);
        fs::File::options().write(true).open(broken).unwrap().set_modified(later).unwrap();
    }
    symlink(desk.path("nowhere"), desk.path("saves/link.toml")).unwrap();
    desk.write("saves/.matg-introductory-9.toml.1.0.draft", "half");
    let said = desk.refused(1, &["resume"]);
    for name in ["empty", "torn", "other"] {
        let word = format!("skipped: {}", desk.path(&format!("saves/{name}.toml")).display());
        assert!(said.contains(&word), "{said}");
    }
    // It came as far as the missing terminal.
    assert!(said.ends_with("error: Stand To needs a terminal, but standard input is not one.\n"), "{said}");
    assert_eq!(text(&path), before);
    let listed = desk.good(&["list"]);
    assert!(listed.contains("matg-introductory-1") && listed.contains("empty"), "{listed}");
    assert!(!listed.contains("link") && !listed.contains("draft"), "{listed}");
}
