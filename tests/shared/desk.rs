//! Runs the built program in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Session};
use standto::library::{Library, NewGame};
use standto::store::Home;
use tempfile::TempDir;

/// A game folder, and the program in it.
pub struct Desk {
    pub folder: TempDir,
}

/// The output and exit code of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn desk() -> Desk {
    Desk { folder: tempfile::tempdir().unwrap() }
}

impl Desk {
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_standto"));
        command.args(arguments).env("STANDTO_HOME", self.folder.path()).current_dir(self.folder.path());
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// The output of a run that must succeed.
    pub fn good(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {run:?}");
        run.out
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.good(arguments)).unwrap()
    }

    /// The error message of a run that fails with an exit code after it has printed something.
    pub fn refused_with(&self, code: i32, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {run:?}");
        run.err
    }

    /// The error message of a run that must fail with an exit code.
    pub fn refused(&self, code: i32, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?}: {}", run.err);
        run.err
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn front(&self) -> Library {
        Library::at(Home::at(self.folder.path()))
    }

    /// A game of the introductory scenario that the computer has played against itself at random for a while.
    pub fn played(&self, plays: u32) -> (PathBuf, Box<dyn Session>) {
        let front = self.front();
        let seats = [Seat::program(Level::Random); 2];
        let game = NewGame { seats, seed: 11, dice: DiceKind::Seeded, undo: None };
        let mut session = front.start(&front.scenario("introductory").unwrap(), &game).unwrap();
        while session.plays() < plays
            && let Some(thinking) = session.think()
        {
            session.play(&thinking()).unwrap();
        }
        (session.save_path().unwrap().to_path_buf(), session)
    }
}

impl Run {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}
