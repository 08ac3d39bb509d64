//! A full disk, and terminals on which nothing can be drawn.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use standto::game::journal;

use super::pty::{run, size, until};

fn plays(save: &Path) -> usize {
    let text = fs::read_to_string(save).unwrap();
    journal::parse(&text, "save").unwrap().journal.plays.len()
}

#[test]
fn a_full_disk_stops_no_game() {
    let home = tempfile::tempdir().unwrap();
    // Files of at most 10 KiB: the header fits, and some actions. The computer plays both sides.
    let line = "ulimit -S -f 20; exec \"$0\" play introductory --side none --seed 3";
    let mut pty = run(home.path(), size(30, 100), true, line, "xterm");
    pty.wait_for("Introductory Scenario");
    pty.press("\r");
    pty.wait_for("Not saved");
    pty.wait_for("File too large");
    pty.wait_for("tries again");
    // The window ignores keys at first.
    let mut pressed: Option<Instant> = None;
    until("the window closes", || {
        if pressed.is_none_or(|last| last.elapsed() > Duration::from_millis(100)) {
            pty.press("\x1b");
            pressed = Some(Instant::now());
        }
        pty.shown().contains("the action could not be saved")
    });
    let save = home.path().join("saves/matg-introductory-1.toml");
    let before = plays(&save);
    let length = fs::metadata(&save).unwrap().len();
    assert!(before > 0 && length <= 20_480, "{before} plays, {length} bytes");
    let process = pty.process().to_string();
    let raised = Command::new("prlimit").args(["--pid", &process, "--fsize=unlimited"]).status().unwrap();
    assert!(raised.success());
    until("the game goes on", || plays(&save) > before + 3);
    assert!(!pty.got().contains("You play its side now"));
    pty.press("\x03\x03");
    assert_eq!(pty.wait_for_end().0, 0);
    assert!(pty.is_cooked());
}

#[test]
fn a_game_that_cannot_be_started_says_so_once() {
    let home = tempfile::tempdir().unwrap();
    let line = "trap '' XFSZ; ulimit -f 2; exec \"$0\" play introductory";
    let mut pty = run(home.path(), size(24, 80), true, line, "xterm");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("File too large");
    assert_eq!(pty.got().matches("File too large").count(), 1, "{:?}", pty.got());
    assert_eq!(fs::read_dir(home.path().join("saves")).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_dumb_terminal_gets_one_line() {
    let home = tempfile::tempdir().unwrap();
    for term in ["dumb", "unknown", ""] {
        let mut pty = run(home.path(), size(24, 80), true, "exec \"$0\" play introductory", term);
        assert_eq!(pty.wait_for_end().0, 1);
        pty.wait_for("This terminal can't move its cursor");
        std::thread::sleep(Duration::from_millis(20));
        assert!(!pty.got().contains('\x1b') && pty.got().lines().count() == 1, "{:?}", pty.got());
    }
    assert!(!home.path().join("saves").exists());
}

#[test]
fn a_faulty_settings_file_is_reported_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("config")).unwrap();
    fs::write(home.path().join("config/settings.toml"), "map = \"papr\"\n").unwrap();
    let mut pty = run(home.path(), size(24, 80), true, "exec \"$0\"", "xterm");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for(
        "config/settings.toml:1:7: \"papr\" is not a value of this setting; did you mean \"paper\"?",
    );
    assert!(pty.is_cooked());
}
