//! The lobby of a host: every guest has an account.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::pty::{Pty, Signal, kill, sit, state, until};

fn comes(home: &Path, name: &str) -> Pty {
    let mut pty = sit(home, "lobby");
    pty.wait_for("Your name: ");
    pty.press(&format!("{name}\r"));
    pty
}

fn begins(pty: &mut Pty) {
    pty.wait_for("Introductory Scenario");
    // A newcomer is offered another battle first; this one is above it.
    pty.press("\x1b[A\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("First Steps");
    pty.press("\x03\x03");
    assert_eq!(pty.wait_for_end().0, 0);
}

fn saves(home: &Path, name: &str) -> usize {
    fs::read_dir(home.join("drawers").join(name).join("saves")).map_or(0, Iterator::count)
}

#[test]
fn a_password_opens_its_own_account_and_no_other() {
    let home = tempfile::tempdir().unwrap();
    let mut anna = comes(home.path(), "anna");
    anna.wait_for("Password: ");
    anna.press("horse battery\r");
    anna.wait_for("Again: ");
    anna.press("horse battery\r");
    begins(&mut anna);
    assert!(!anna.got().contains("horse"), "a secret is not shown: {:?}", anna.got());
    assert!(anna.is_cooked());

    let mut bert = comes(home.path(), "Bert");
    bert.wait_for("There is no account bert yet");
    bert.press("correct staple\r");
    bert.wait_for("Again: ");
    bert.press("correct stable\r");
    assert_eq!(bert.wait_for_end().0, 1);
    bert.wait_for("the two passwords differ");
    assert!(!home.path().join("drawers/bert").exists());
    let mut bert = comes(home.path(), "bert");
    bert.wait_for("Password: ");
    bert.press("correct staple\r");
    bert.wait_for("Again: ");
    bert.press("correct staple\r");
    bert.wait_for("Introductory Scenario");
    assert!(!bert.got().contains("action 0"), "another's game is offered");
    begins(&mut bert);

    let mut thief = comes(home.path(), "anna");
    for _ in 0..3 {
        thief.wait_for("Password of anna: ");
        thief.forget();
        thief.press("correct staple\r");
    }
    assert_eq!(thief.wait_for_end().0, 1);
    thief.wait_for("wrong password for this name");

    let mut anna = comes(home.path(), "anna");
    anna.wait_for("Password of anna: ");
    anna.press("horse battery\r");
    anna.wait_for("action 0, ");
    anna.press("q");
    assert_eq!(anna.wait_for_end().0, 0);
    assert_eq!((saves(home.path(), "anna"), saves(home.path(), "bert")), (1, 1));
    for path in ["drawers", "drawers/anna", "drawers/anna/saves", "drawers/anna/secret"] {
        let mode = fs::metadata(home.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{path}");
    }
}

#[test]
fn echo_is_restored_however_a_password_prompt_ends() {
    let home = tempfile::tempdir().unwrap();
    let asked = || {
        let pty = comes(home.path(), "anna");
        pty.wait_for("Password: ");
        assert!(!pty.is_cooked());
        pty
    };
    for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
        let mut pty = asked();
        pty.end_by(signal);
        assert!(pty.is_cooked(), "{signal:?}");
    }
    let mut pty = asked();
    pty.press("\x03");
    assert_eq!(pty.wait_for_end().0, 130);
    assert!(pty.is_cooked());

    let mut pty = asked();
    kill(Signal::TSTP, pty.process());
    until("it is stopped", || state(pty.process()) == "T");
    assert!(pty.is_cooked());
    kill(Signal::CONT, pty.process());
    until("it asks again", || !pty.is_cooked());
    pty.press("horse battery\r");
    pty.wait_for("Again: ");
    pty.press("\x04");
    assert_eq!(pty.wait_for_end().0, 1);
    assert!(pty.is_cooked() && !pty.got().contains("horse"), "{:?}", pty.got());
}

#[test]
fn names_that_are_paths_open_nothing() {
    let home = tempfile::tempdir().unwrap();
    for name in ["../anna", "/etc", "", "a/b", "\x1b[A"] {
        let mut pty = comes(home.path(), name);
        assert_eq!(pty.wait_for_end().0, 1, "{name:?}");
        pty.wait_for("a name has up to 24");
    }
    assert!(!home.path().join("drawers").exists());
}

#[test]
fn vouched_guests_need_no_password_and_limits_hold() {
    let home = tempfile::tempdir().unwrap();
    let vouched = "lobby carl --vouched --guests 1 --saves 1";
    begins(&mut sit(home.path(), vouched));
    let mut pty = sit(home.path(), "lobby carl");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("is taken");
    let mut pty = sit(home.path(), "lobby dora --guests 1");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("this host is full");
    let mut pty = sit(home.path(), vouched);
    pty.wait_for("action 0, ");
    pty.press("\x1b[B\r");
    pty.wait_for("Start the battle");
    pty.press("\r");
    pty.wait_for("the limit is 1");
    pty.press("\x03");
    assert_eq!(pty.wait_for_end().0, 0);
    assert_eq!(saves(home.path(), "carl"), 1);
}
