//! Players and spectators of one battle, each a process of its own, killed at random moments.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use standto::dice::Dice;
use standto::game::journal::{self, Terms};
use standto::game::{Seat, Side};
use standto::library::Library;
use standto::store::Home;

use crate::long::long;
use crate::shared::{game, sit};

const SEAT: &str = "STANDTO_TEST_SEAT";

/// Not a test of its own, but a process that is killed: it sits down at the battle it is given, or watches
/// it, and prints each action once it is confirmed.
#[test]
fn seated() {
    let Ok(seat) = std::env::var(SEAT) else { return };
    let [home, battle, player] = seat.split('|').collect::<Vec<_>>()[..] else { panic!("{seat}") };
    let (front, path) = (Library::at(Home::at(home)), Path::new(battle));
    let mut session = if player == "carl" {
        front.spectate(path, player).unwrap()
    } else {
        let sat = (0..500).find_map(|_| {
            let sat = sit(&front, path, player).ok();
            // The last process may not have ended yet.
            if sat.is_none() {
                thread::sleep(Duration::from_millis(2));
            }
            sat
        });
        sat.expect("a seat")
    };
    let mut pick = Dice::seeded(u64::from(std::process::id()), 0);
    let mut out = std::io::stdout();
    writeln!(out, "\nseated").unwrap();
    while session.outcome().is_none() {
        session.follow(usize::MAX).unwrap();
        let ours = session.decision().is_some_and(|open| session.seat(open.side) == Seat::Human);
        if !ours {
            thread::sleep(Duration::from_micros(500));
            continue;
        }
        let choice = session.choices()[pick.below(session.choices().len())].notation.clone();
        if session.play(&choice).is_ok() {
            writeln!(out, "\nconfirmed {}", session.seal().unwrap()).unwrap();
        }
    }
    writeln!(out, "\nover").unwrap();
}

/// A process at a battle, and what it has said.
struct Seated {
    child: std::process::Child,
    reader: thread::JoinHandle<Vec<String>>,
}

impl Seated {
    fn at(home: &Path, battle: &Path, player: &str) -> Self {
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.args(["--exact", "killed_players::seated", "--nocapture"]);
        program.env(SEAT, format!("{}|{}|{player}", home.display(), battle.display()));
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, reader: thread::spawn(move || lines.map_while(Result::ok).collect()) }
    }

    /// Kills it; returns what it had said.
    fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.reader.join().unwrap()
    }
}

/// Players and a spectator killed at random moments: every confirmed action is in the save, and there is one
/// save only.
#[test]
fn players_killed_at_any_moment_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let front = Library::at(Home::at(folder.path()));
    let mut dice = Dice::seeded(1, 0);
    let (mut kills, mut confirmed_in_all, mut battles) = (0, 0, 0u64);
    while kills < long(30) {
        battles += 1;
        let scenario = front.scenario("matg/introductory").unwrap();
        let path = {
            let anna = front.host(&scenario, &game(battles), Side::A, Terms::default(), "anna").unwrap();
            anna.save_path().unwrap().to_path_buf()
        };
        let at = |player: &str| Seated::at(folder.path(), &path, player);
        let players = ["anna", "bert", "carl"];
        let mut seated: Vec<Option<Seated>> = players.iter().map(|player| Some(at(player))).collect();
        let mut said: Vec<String> = Vec::new();
        for _ in 0..30 {
            thread::sleep(Duration::from_millis(40 + dice.below(120) as u64));
            let n = dice.below(players.len());
            said.extend(seated[n].take().unwrap().kill());
            kills += 1;
            seated[n] = Some(at(players[n]));
        }
        said.extend(seated.into_iter().flatten().flat_map(Seated::kill));
        let confirmed: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("confirmed ")).collect();
        let text = fs::read_to_string(&path).unwrap();
        let loaded = journal::parse(&text, "").unwrap();
        assert!(loaded.journal.seal().is_ok(), "the chain of seals is whole");
        let kept: Vec<String> =
            loaded.journal.plays.iter().filter_map(|play| play.seal).map(|seal| seal.to_string()).collect();
        let lost: Vec<&&str> = confirmed.iter().filter(|seal| !kept.contains(&(**seal).to_owned())).collect();
        assert!(lost.is_empty(), "{} of {} confirmed actions are lost", lost.len(), confirmed.len());
        confirmed_in_all += confirmed.len();
        let again = front.read_save(&path).unwrap();
        again.opening.replay(&again.loaded.journal).unwrap();
        assert!(front.spectate(&path, "carl").is_ok(), "it can be opened again");
    }
    assert!(confirmed_in_all > kills, "{confirmed_in_all} actions were confirmed");
    let saves = fs::read_dir(folder.path().join("battles")).unwrap();
    let saves = saves.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|e| e == "toml"));
    assert_eq!(saves.count() as u64, battles, "no save was forked");
    println!("{kills} kills, {confirmed_in_all} confirmed actions in {battles} battles, none lost");
}
