//! The program killed at any moment: every confirmed action is there, and the game resumes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use standto::dice::Dice;
use standto::game::journal::{self, DiceKind};
use standto::game::{Level, Seat, Session};
use standto::library::{Library, LibraryError, NewGame};
use standto::store::{self, Home};

use crate::long::long;

const CHILD: &str = "STANDTO_TEST_KILLED";

fn begin(front: &Library, seed: u64) -> Box<dyn Session> {
    let scenario = front.scenario("introductory").unwrap();
    let seats = [Seat::program(Level::Random); 2];
    front.start(&scenario, &NewGame { seats, seed, dice: DiceKind::Seeded, undo: None }).unwrap()
}

/// Not a test of its own, but the process that is killed. It resumes the newest game or starts one, and
/// prints each action once it is confirmed.
#[test]
fn player() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let front = Library::at(Home::at(folder));
    let mut session = match front.resume_newest() {
        Ok((session, _)) => session,
        Err(LibraryError::NoSaves { .. }) => begin(&front, 11),
        Err(error) => panic!("{error}"),
    };
    let path = session.save_path().unwrap().display().to_string();
    // Fewer when every system call is counted.
    let plays = std::env::var("STANDTO_TEST_PLAYS").ok().and_then(|plays| plays.parse().ok()).unwrap_or(30);
    for _ in 0..plays {
        let Some(thinking) = session.think() else { break };
        session.play(&thinking()).unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "\nconfirmed {} {path}", session.plays()).unwrap();
        out.flush().unwrap();
    }
    // Starting again, because starting is the riskiest moment.
    begin(&front, 12);
}

/// Runs the player, kills it after a while, and returns the last action it confirmed, with its file.
fn killed(home: &Path, after: Duration) -> Option<(usize, String)> {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", "kills::player", "--nocapture"]).env(CHILD, home);
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let reader = thread::spawn(move || {
        let confirmed = |line: String| {
            let (plays, path) = line.strip_prefix("confirmed ")?.split_once(' ')?;
            Some((plays.parse().ok()?, path.to_owned()))
        };
        lines.map_while(Result::ok).filter_map(confirmed).last()
    });
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

#[test]
fn a_killed_program_loses_no_action() {
    let home = tempfile::tempdir().unwrap();
    let mut moments = Dice::seeded(4, 0);
    let (mut confirmed_in_all, mut runs) = (0, 0);
    while runs < long(15) {
        let after = Duration::from_micros(moments.below(400_000) as u64);
        let confirmed = killed(home.path(), after);
        let front = Library::at(Home::at(home.path()));
        if let Some((plays, path)) = confirmed {
            let text = store::read_save(Path::new(&path)).unwrap();
            let read = journal::parse(&text, &path).unwrap_or_else(|error| panic!("{error}"));
            assert!(read.journal.summary().plays >= plays, "{path} has lost what came after action {plays}");
            confirmed_in_all += plays;
        }
        let saves = front.saves().unwrap();
        for save in &saves {
            assert!(save.summary.is_ok(), "{}: {:?}", save.path.display(), save.summary);
        }
        if !saves.is_empty() {
            let (_, words) = front.resume_newest().unwrap_or_else(|error| panic!("{error}"));
            assert!(words.iter().all(|word| word.contains("incomplete entry")), "{words:?}");
        }
        if saves.len() > 8 {
            fs::remove_dir_all(front.home().unwrap().saves()).unwrap();
        }
        runs += 1;
    }
    assert!(confirmed_in_all > 0, "nothing was ever played");
}
