//! The whole program in a real terminal: begin, leave, hang up, return.

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::desk::{Desk, desk, text};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use standto::game::journal;

const GERMANS: &str = "Germans: Move a stand within your zone, or finish deployment.";
const SOVIETS: &str = "Soviets: Move a stand within your zone, or finish deployment.";

struct Terminal {
    _master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    got: Arc<Mutex<Vec<u8>>>,
    size: (u16, u16),
}

/// Runs the program with these arguments in a terminal of this size.
fn sit(desk: &Desk, (rows, cols): (u16, u16), words: &[&str]) -> Terminal {
    let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut program = CommandBuilder::new(env!("CARGO_BIN_EXE_standto"));
    program.args(words);
    program.cwd(desk.folder.path());
    program.env("STANDTO_HOME", desk.folder.path());
    program.env("TERM", "xterm-256color");
    program.env("LC_ALL", "C");
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
    Terminal { _master: pair.master, child, keys, got, size: (rows, cols) }
}

impl Terminal {
    fn shown(&self) -> String {
        let (rows, cols) = (NonZero::new(self.size.0).unwrap(), NonZero::new(self.size.1).unwrap());
        let mut screen = vt100::Parser::new(rows, cols, 0);
        screen.process(&self.got.lock().unwrap());
        screen.screen().contents()
    }

    fn wait_for(&self, what: &str) {
        let begun = Instant::now();
        while !self.shown().contains(what) {
            assert!(begun.elapsed() < Duration::from_secs(20), "no {what:?} in\n{}", self.shown());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Closes a window that opened on its own with Esc, repeatedly, because it ignores keys at first.
    fn close_window(&mut self, then: &str) {
        let begun = Instant::now();
        while !self.shown().contains(then) {
            assert!(begun.elapsed() < Duration::from_secs(20), "no {then:?} in\n{}", self.shown());
            self.press("\x1b");
            let pressed = Instant::now();
            while !self.shown().contains(then) && pressed.elapsed() < Duration::from_millis(100) {
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn wait_for_end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not end:\n{}", self.shown());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn quit(&mut self) {
        self.press("q");
        self.wait_for("Quit Stand To?");
        self.press("\r");
        assert_eq!(self.wait_for_end(), 0);
    }

    /// The connection is lost.
    fn hang_up(&mut self) {
        let process = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-HUP", &process]).status().unwrap().success());
        self.wait_for_end();
    }
}

fn plays(desk: &Desk) -> usize {
    let save = text(&desk.path("saves/matg-introductory-1.toml"));
    journal::parse(&save, "save").unwrap().journal.summary().plays
}

const NEW: [&str; 6] = ["play", "introductory", "--side", "both", "--seed", "3"];

#[test]
fn a_game_is_begun_left_and_resumed_where_it_was() {
    let desk = desk();
    let mut terminal = sit(&desk, (24, 80), &NEW);
    terminal.wait_for("Introductory Scenario");
    terminal.press("\r");
    terminal.wait_for(GERMANS);
    terminal.press("d");
    terminal.wait_for(SOVIETS);
    terminal.quit();
    assert_eq!(plays(&desk), 1);

    let mut terminal = sit(&desk, (24, 80), &["resume"]);
    terminal.wait_for(SOVIETS);
    terminal.press("u");
    terminal.wait_for(GERMANS);
    terminal.quit();
    assert_eq!(plays(&desk), 0);
    desk.good(&["replay", "matg-introductory-1", "--verify"]);
}

#[test]
fn nothing_is_lost_when_the_connection_breaks() {
    let desk = desk();
    let mut terminal = sit(&desk, (24, 80), &NEW);
    terminal.wait_for("Introductory Scenario");
    terminal.press("\r");
    terminal.wait_for(GERMANS);
    terminal.press("d");
    terminal.wait_for(SOVIETS);
    terminal.press("d");
    terminal.wait_for("Groups for this turn");
    let before = plays(&desk);
    terminal.hang_up();
    assert_eq!((before, plays(&desk)), (2, 2));

    let mut terminal = sit(&desk, (24, 80), &["resume", "matg-introductory-1"]);
    terminal.wait_for("Groups for this turn");
    terminal.close_window("Enter play");
    terminal.quit();
    desk.good(&["replay", "matg-introductory-1", "--verify"]);
}

#[test]
fn the_title_offers_scenarios_and_saved_games() {
    let desk = desk();
    drop(desk.played(5));
    let mut terminal = sit(&desk, (24, 80), &[]);
    terminal.wait_for("Micro Armour: The Game");
    terminal.wait_for("turn 1, action 5, 20");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(), 0);
}

#[test]
fn a_torn_save_resumes_with_a_warning() {
    let desk = desk();
    let (path, session) = desk.played(30);
    drop(session);
    let whole = text(&path);
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let mut terminal = sit(&desk, (24, 200), &["resume"]);
    terminal.wait_for("you have seen action 30, and it now ends at action 29");
    terminal.close_window("? help");
    terminal.quit();
    terminal.wait_for("The save ends in an incomplete entry");
}

#[test]
fn a_tiny_terminal_gets_a_sentence() {
    let desk = desk();
    let mut terminal = sit(&desk, (10, 40), &NEW);
    assert_eq!(terminal.wait_for_end(), 1);
    terminal.wait_for("Stand To needs 60x20; this terminal is");
    assert!(!desk.path("saves/matg-introductory-1.toml").exists(), "no game is begun");
}

/// A battle at close range with both sides at this keyboard, up to its first fire phase.
fn to_the_fire_phase(desk: &Desk) -> Terminal {
    let skirmish = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/skirmish.toml");
    let mut terminal = sit(desk, (24, 80), &["play", skirmish, "--side", "both", "--seed", "3"]);
    terminal.wait_for("Skirmish");
    terminal.press("\r");
    for (key, then) in [
        ("d", SOVIETS),
        ("d", "Groups for this turn"),
        ("\x1b", "Enter play"),
        ("p", "Groups for this turn"),
        ("\x1b", "Enter play"),
        ("p", "[Artillery]"),
        ("", GERMANS_DECIDE),
        ("p", "Soviets: Choose a battery"),
        ("p", "Choose a target"),
    ] {
        match key {
            "\x1b" => terminal.close_window(then),
            key => {
                terminal.press(key);
                terminal.wait_for(then);
            }
        }
    }
    terminal
}

const GERMANS_DECIDE: &str = "Germans: Choose a battery";

#[test]
fn a_shot_shows_its_odds_before_and_its_dice_after() {
    let desk = desk();
    let mut terminal = to_the_fire_phase(&desk);
    for part in ["Odds", "to fire", "or less on a D20", "2D6", "unhurt"] {
        terminal.wait_for(part);
    }
    // The odds are longer than their pane.
    terminal.press("))))))");
    terminal.wait_for("may react");
    terminal.press("\r");
    terminal.wait_for("add a firing stand");
    terminal.press("F");
    terminal.wait_for("Fire plan");
    terminal.press("\r");
    // The report gives the result of the roll, the log below the roll itself.
    terminal.wait_for("fires at S2 T-34c, ");
    terminal.wait_for("2D6 ");
    terminal.wait_for("Choose a target, or pass");
    terminal.quit();
    desk.good(&["replay", "matg-skirmish-1", "--verify"]);

    let mut terminal = sit(&desk, (24, 80), &["resume"]);
    terminal.wait_for("to fire: ");
    terminal.press("u");
    // Two players at one keyboard: a roll is never undone.
    terminal.wait_for("This game is strict");
    terminal.quit();
}

#[test]
fn a_broken_connection_inside_an_attack_loses_nothing() {
    let desk = desk();
    let mut terminal = to_the_fire_phase(&desk);
    terminal.press("\r");
    terminal.wait_for("add a firing stand");
    terminal.hang_up();

    let mut terminal = sit(&desk, (24, 80), &["resume"]);
    terminal.wait_for("add a firing stand");
    terminal.quit();
    desk.good(&["replay", "matg-skirmish-1", "--verify"]);
}

/// A hand of cards played by number, and saved as it was played.
#[test]
fn cards_are_played_by_number() {
    let desk = desk();
    let words = ["play", "fireandmove/crossroads", "--side", "both", "--seed", "5"];
    let mut terminal = sit(&desk, (24, 80), &words);
    terminal.wait_for("Enter begins");
    terminal.press("\r");
    terminal.wait_for("2 Move 1/-1");
    terminal.wait_for("Choose a group to act");
    // The number of the card chooses the group under the cursor, Enter plays the card.
    terminal.press("2");
    terminal.wait_for("> Move 1/-1: move");
    terminal.press("\r");
    terminal.wait_for("Move a1 MG34 a square");
    terminal.wait_for("Deck 36 (turn 1), discards 1: Move 1/-1; enemy 4");
    terminal.press("2");
    terminal.wait_for("! Rally 1 can't be played now: finish the move first.");
    terminal.quit();
    let save = text(&desk.path("saves/fireandmove-crossroads-1.toml"));
    let plays: Vec<&str> = save.lines().filter_map(|line| line.strip_prefix("choice = ")).collect();
    assert_eq!(plays, ["\"done\"", "\"group 1\"", "\"move 1/-1\""], "{save}");
}

/// Two stacks of ASL Starter Kit across a street, set up by keys, up to the Americans' first Prep Fire; the
/// Germans have a standing order for First Fire.
fn across_the_street(desk: &Desk) -> Terminal {
    let stacks = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/aslsk-stacks.toml");
    let mut terminal = sit(desk, (24, 80), &["play", stacks, "--side", "both", "--seed", "5"]);
    terminal.wait_for("Across the street");
    terminal.press("\r");
    for (unit, hex) in [
        ("4-6-7a with HMG", "M8"),
        ("4-6-7", "M8"),
        ("2-4-7", "N8"),
        ("8-1", "M8"),
        ("6-6-6a with MMG", "M6"),
        ("6-6-6a", "M6"),
        ("6-6-6", "L5"),
        ("9-1", "M6"),
    ] {
        terminal.wait_for(&format!("> set up {unit} in w"));
        terminal.press(&format!(";{hex}\r"));
        terminal.wait_for(&format!("> set up {unit} in w{hex}"));
        terminal.press("\r");
    }
    terminal.wait_for("Americans: Transfer a Weapon");
    terminal.press("p");
    terminal.wait_for("Germans: Transfer a Weapon");
    terminal.press(",h");
    terminal.wait_for("fire at 25% or better");
    terminal.press("p");
    terminal.wait_for("Prep Fire, or end PFPh");
    terminal
}

#[test]
fn aslsk_los_fire_and_standing_orders() {
    let desk = desk();
    let mut terminal = across_the_street(&desk);
    // A stack is opened; it shows the weapon of its first unit.
    terminal.press(";M8\r\"");
    terminal.wait_for("HMG 7-16, ROF 3");
    terminal.press("\x1b");
    terminal.wait_for("Enter play");
    // The free cursor from hex to hex, over a unit and on.
    terminal.press("x");
    for (key, shown) in [("l", "wN8"), ("l", "Hex wO8"), ("k", "Hex wO7")] {
        terminal.press(key);
        terminal.wait_for(shown);
    }
    terminal.press("\t");
    terminal.wait_for("> fire 6-6-6a in wM6 at wN8");
    terminal.press(";M8\r");
    terminal.wait_for("> fire 6-6-6a in wM6 at wM8");
    // An attack is put together beside its odds, and made.
    terminal.press("\r");
    terminal.wait_for("add firers or a leader, then fire");
    terminal.wait_for("Cowering 16.7%: 1 to the left");
    terminal.press("f");
    terminal.wait_for("6-6-6a in wM6 at wM8, 6 FP: no effect; IFT ");
    terminal.wait_for("Prep Fire, or end PFPh");
    // A squad moves into the street and is fired at by standing order.
    terminal.press("p");
    terminal.wait_for("> move 6-6-6b in wM6");
    terminal.press("\r");
    terminal.wait_for("Move 6-6-6b (MF 4 left), or end its move.");
    terminal.press("l");
    terminal.wait_for("By standing order (fire at 25% or better)");
    terminal.quit();
    // The game is resumed, and the save replays die by die.
    let mut terminal = sit(&desk, (24, 80), &["resume"]);
    terminal.wait_for("[MPh]");
    terminal.quit();
    desk.good(&["replay", "aslsk-aslsk-stacks-1", "--verify"]);
}
