//! The screen in a real terminal: taken over, drawn, idle, hung up, restored.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::pty::until;
use crate::fake::{Desk, Stage, options};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const CHILD: &str = "STANDTO_TEST_SCREEN";

/// Not a test by itself: the program that the tests below run in their terminals.
#[test]
fn screen() {
    if std::env::var_os(CHILD).is_some() {
        let mut desk = Desk::default();
        let result = standto::tui::run(&mut desk, options("mono", Some(Stage::Targets)));
        std::process::exit(i32::from(result.is_err()));
    }
}

struct Table {
    master: Option<Box<dyn MasterPty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    got: Arc<Mutex<Vec<u8>>>,
}

fn sit(rows: u16, cols: u16) -> Table {
    let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut program = CommandBuilder::new(std::env::current_exe().unwrap());
    program.args(["--exact", "screen::screen", "--nocapture"]);
    program.env(CHILD, "1");
    program.env("NO_COLOR", "1");
    program.env("TERM", "xterm-256color");
    let child = pair.slave.spawn_command(program).unwrap();
    drop(pair.slave);
    let got = Arc::new(Mutex::new(Vec::new()));
    let (mut reader, sink) = (pair.master.try_clone_reader().unwrap(), got.clone());
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(n @ 1..) = reader.read(&mut chunk) {
            sink.lock().unwrap().extend_from_slice(&chunk[..n]);
        }
    });
    let keys = pair.master.take_writer().unwrap();
    Table { master: Some(pair.master), child, keys, got }
}

impl Table {
    fn shown(&self, rows: u16, cols: u16) -> String {
        let mut screen = vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap(), 0);
        screen.process(&self.got.lock().unwrap());
        screen.screen().contents()
    }

    fn wait_for(&self, what: &str) {
        let begun = Instant::now();
        while !self.shown(24, 80).contains(what) {
            assert!(begun.elapsed() < Duration::from_secs(20), "no {what:?} in\n{}", self.shown(24, 80));
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn type_in(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
        self.keys.flush().unwrap();
    }

    fn sent(&self) -> usize {
        self.got.lock().unwrap().len()
    }

    /// Waits until the program has restored the terminal.
    fn wait_for_given_back(&self) {
        until("the terminal is restored", || {
            let got = self.got.lock().unwrap();
            let end = String::from_utf8_lossy(&got[got.len().saturating_sub(200)..]).into_owned();
            ["\x1b[?25h", "\x1b[?1049l", "\x1b[?1000l"].iter().all(|word| end.contains(word))
        });
    }
}

#[test]
fn an_idle_screen_is_quiet_and_the_terminal_is_restored() {
    let mut table = sit(24, 80);
    table.wait_for("Choose a target, or pass.");
    thread::sleep(Duration::from_millis(300));
    let before = table.sent();
    thread::sleep(Duration::from_millis(1000));
    assert_eq!(table.sent(), before, "an idle screen writes nothing");
    table.type_in(b"q");
    table.wait_for("Quit Stand To?");
    table.type_in(b"\r");
    assert_eq!(table.wait_for_end(), 0);
    table.wait_for_given_back();
}

#[test]
fn an_arrow_key_split_on_a_slow_line_is_recognized() {
    // A run in which this test itself had to wait too long proves nothing.
    until("the bytes were sent in time", || {
        let mut table = sit(24, 80);
        table.wait_for("Choose a target, or pass.");
        let begun = Instant::now();
        for byte in [b"\x1b", b"[", b"D"] {
            table.type_in(byte);
            thread::sleep(Duration::from_millis(15));
        }
        let in_time = begun.elapsed() < Duration::from_millis(60);
        if in_time {
            table.wait_for("Square 1323");
        }
        in_time
    });
}

#[test]
fn a_shrunken_terminal_gets_a_message_until_it_grows() {
    let mut table = sit(24, 80);
    table.wait_for("Choose a target, or pass.");
    let resize = |table: &Table, rows, cols| {
        let master = table.master.as_ref().unwrap();
        master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    };
    resize(&table, 10, 40);
    let begun = Instant::now();
    while !table.shown(10, 40).contains("Stand To needs 60x20; this terminal is") {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", table.shown(10, 40));
        thread::sleep(Duration::from_millis(20));
    }
    resize(&table, 24, 80);
    table.wait_for("Choose a target, or pass.");
    table.type_in(b"\x03");
    table.wait_for("Quit Stand To?");
    table.type_in(b"\x03");
    assert_eq!(table.wait_for_end(), 0);
}

#[cfg(unix)]
#[test]
fn terminate_restores_the_terminal() {
    let mut table = sit(24, 80);
    table.wait_for("Choose a target, or pass.");
    let id = table.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    table.wait_for_end();
    table.wait_for_given_back();
}

#[cfg(unix)]
#[test]
fn a_closed_terminal_ends_the_program() {
    let mut table = sit(24, 80);
    table.wait_for("Choose a target, or pass.");
    table.master = None;
    table.keys = Box::new(std::io::sink());
    let id = table.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    table.wait_for_end();
}

#[test]
fn without_a_terminal_the_program_refuses() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "screen::screen", "--nocapture"])
        .env(CHILD, "1")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
}
