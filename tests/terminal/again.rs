//! A saved game that is open in another window or connection of its player.

use std::fs;
use std::path::{Path, PathBuf};

use super::pty::{Pty, Signal, kill, sit};

/// Begins a game against the computer.
fn begin(home: &Path) -> (Pty, PathBuf) {
    let mut pty = sit(home, "play matg/introductory --seed 5");
    pty.wait_for("close");
    pty.press("\r");
    pty.wait_for("help");
    let save = fs::read_dir(home.join("saves")).unwrap().flatten().map(|entry| entry.path());
    (pty, save.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "toml")).unwrap())
}

/// Waits until a program has ended and left its terminal as it was.
fn has_gone(pty: &mut Pty) {
    pty.wait_for_end();
    assert!(pty.is_cooked(), "the terminal is restored");
}

#[test]
fn the_title_screen_takes_a_game_over_from_another_window() {
    let home = tempfile::tempdir().unwrap();
    let (mut old, save) = begin(home.path());
    let kept = fs::read_to_string(&save).unwrap();
    let mut new = sit(home.path(), "");
    new.wait_for("Enter resumes this game");
    new.press("\r");
    new.wait_for("You are connected elsewhere. Take over?");
    // Esc leaves the other window alone.
    new.press("\x1b");
    super::pty::until("the title", || !new.shown().contains("Take over?"));
    assert!(old.child.try_wait().unwrap().is_none());
    new.press("\r");
    new.wait_for("Take over?");
    new.press("\r");
    has_gone(&mut old);
    new.wait_for("Turn");
    assert!(fs::read_to_string(&save).unwrap().starts_with(&kept), "nothing is lost");
    // A third connection takes over from the second, even if that one is stopped.
    kill(Signal::STOP, new.process());
    let third = sit(home.path(), "resume --take-over");
    third.wait_for("Turn");
    has_gone(&mut new);
}

#[test]
fn resume_names_the_option_that_takes_a_game_over() {
    let home = tempfile::tempdir().unwrap();
    let (mut old, save) = begin(home.path());
    let name = save.file_stem().unwrap().to_str().unwrap();
    let mut refused = sit(home.path(), &format!("resume {name}"));
    refused.wait_for(&format!("standto resume {name} --take-over"));
    assert_eq!(refused.wait_for_end().0, 1);
    let mut refused = sit(home.path(), "resume");
    refused.wait_for("standto resume --take-over");
    refused.wait_for_end();
    assert!(old.child.try_wait().unwrap().is_none(), "it plays on");
    let new = sit(home.path(), &format!("resume {name} --take-over"));
    has_gone(&mut old);
    new.wait_for("Turn");
}
