//! Every way in which a terminal or the program can end: nothing is lost, nothing is left behind.

use std::fs;
use std::time::Duration;

use standto::game::journal;

use super::pty::{LEAVE, Signal, kill, memory, run, sit, size, state, until};

/// The title screen is shown.
const TITLE: &str = "Micro Armour: The Game";

/// Checks that it ends within 50 ms. The median of five counts, because other work on the machine may delay a
/// run.
fn assert_at_once(what: &str, end: impl FnMut() -> Duration) {
    let mut took: Vec<Duration> = std::iter::repeat_with(end).take(5).collect();
    took.sort();
    assert!(took[2] < Duration::from_millis(50), "{what}: {took:?}");
}

#[test]
fn every_fatal_signal_restores_the_terminal_at_once() {
    let home = tempfile::tempdir().unwrap();
    let all =
        [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT, Signal::ABORT, Signal::XCPU, Signal::USR1];
    for signal in all {
        assert_at_once(&format!("{signal:?}"), || {
            let mut pty = sit(home.path(), "");
            pty.wait_for(TITLE);
            assert!(!pty.is_cooked());
            let took = pty.end_by(signal);
            pty.wait_for_last(LEAVE);
            assert!(pty.is_cooked(), "{signal:?}");
            took
        });
    }
}

#[test]
fn a_blocked_terminal_does_not_delay_the_end() {
    let home = tempfile::tempdir().unwrap();
    assert_at_once("a terminal that is full", || {
        let mut pty = run(home.path(), size(300, 600), false, "exec \"$0\"", "xterm");
        until("the program has the terminal", || !pty.is_cooked());
        // More than a terminal buffers is waiting to be read; the computer waits, too.
        until("it waits for the terminal", || state(pty.process()) == "S");
        std::thread::sleep(Duration::from_millis(200));
        let took = pty.end_by(Signal::TERM);
        assert!(pty.is_cooked());
        took
    });
}

#[test]
fn a_stopped_program_leaves_the_screen_and_returns_to_it() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = sit(home.path(), "");
    pty.wait_for(TITLE);
    kill(Signal::TSTP, pty.process());
    until("it is stopped", || state(pty.process()) == "T");
    pty.wait_for_last(LEAVE);
    assert!(pty.is_cooked());
    pty.forget();
    kill(Signal::CONT, pty.process());
    pty.wait_for("\x1b[?1049h");
    pty.wait_for(TITLE);
    assert!(!pty.is_cooked());

    // Stopped from outside, with the terminal used by others in the meantime.
    kill(Signal::STOP, pty.process());
    until("it is stopped", || state(pty.process()) == "T");
    pty.forget();
    kill(Signal::CONT, pty.process());
    pty.wait_for(TITLE);
    pty.press("q");
    assert_eq!(pty.wait_for_end().0, 0);
    assert!(pty.is_cooked());
}

#[test]
fn a_terminal_that_vanishes_ends_the_program() {
    let home = tempfile::tempdir().unwrap();
    // In a session of its own it gets no hang-up.
    let line = "setsid sh -c 'echo $$ > process; exec \"$0\" play introductory --side both' \"$0\"; true";
    let pty = run(home.path(), size(24, 80), false, line, "xterm");
    let save = home.path().join("saves/matg-introductory-1.toml");
    until("the program has the terminal", || save.exists() && !pty.is_cooked());
    let process: u32 = fs::read_to_string(home.path().join("process")).unwrap().trim().parse().unwrap();
    pty.vanish();
    until("it has ended", || state(process) == "Z");
    assert!(standto::store::open_save(&save).is_ok(), "the game is free again");
}

#[test]
fn impossible_screen_sizes_are_limited() {
    let home = tempfile::tempdir().unwrap();
    for (rows, cols) in [(3000, 3000), (u16::MAX, u16::MAX), (1, u16::MAX)] {
        let mut pty = run(home.path(), size(rows, cols), true, "exec \"$0\"", "xterm");
        if rows > 1 {
            pty.wait_for(TITLE);
            pty.master.as_ref().unwrap().resize(size(u16::MAX, 3000)).unwrap();
            std::thread::sleep(Duration::from_millis(100));
            assert!(memory(pty.process()) < 120, "{} MiB", memory(pty.process()));
            pty.press("q");
        }
        assert_eq!(pty.wait_for_end().0, u32::from(rows == 1), "{rows}x{cols}");
    }
    let mut pty = run(home.path(), size(0, 0), true, "exec \"$0\"", "xterm");
    assert_eq!(pty.wait_for_end().0, 1);
    pty.wait_for("This terminal does not report its size");
}

#[test]
fn pasted_text_is_not_read_as_commands() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = sit(home.path(), "play introductory --side both --seed 3");
    pty.wait_for("Introductory Scenario");
    pty.press("\r");
    pty.wait_for("Germans: Move");
    pty.press(&"dpmxfF\r".repeat(6_000));
    pty.wait_for("Pasted text is ignored here");
    pty.press("\x1b[200~ddddpppp\r\x1b[201~");
    pty.press("\x03\x03");
    assert_eq!(pty.wait_for_end().0, 0);
    let save = fs::read_to_string(home.path().join("saves/matg-introductory-1.toml")).unwrap();
    assert_eq!(journal::parse(&save, "save").unwrap().journal.plays.len(), 0);

    // Where text is typed a paste goes in, as far as there is room, and at once.
    let mut pty = sit(home.path(), "resume");
    pty.wait_for("Introductory Scenario");
    pty.press("\r");
    pty.wait_for("Germans: Move");
    pty.press(":");
    pty.wait_for("Commands");
    pty.press(&format!("\x1b[200~{}\x1b[201~", "quit help ".repeat(4_000)));
    pty.wait_for("quit help");
    pty.press("\x03\x03");
    assert_eq!(pty.wait_for_end().0, 0);
}
