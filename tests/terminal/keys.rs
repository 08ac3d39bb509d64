//! Random keys: the program ends only after its own question, and every action replays with its dice.

use std::fs;
use std::thread;
use std::time::Duration;

use standto::dice::Dice;

use super::desk::desk;
use super::long::long;
use super::pty::{Pty, Signal, sit};

/// The keys pressed: letters and signs, arrows, and keys that open and close windows. Most keys play.
fn keys(dice: &mut Dice, count: usize) -> String {
    const NAMED: [&str; 14] = [
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\r",
        "\r",
        "\r",
        "\t",
        "\x1b[Z",
        "\x7f",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b[1;2C",
        "\x0c",
    ];
    let mut pressed = String::new();
    for _ in 0..count {
        match dice.below(3) {
            0 => pressed.push_str(NAMED[dice.below(NAMED.len())]),
            _ => pressed.push(char::from(b'!' + dice.below(94) as u8)),
        }
    }
    pressed
}

fn begin(home: &std::path::Path) -> Pty {
    let words = if home.join("saves").exists() { "resume" } else { "play introductory --side both --seed 5" };
    let pty = sit(home, words);
    pty.wait_for("\x1b[2J");
    pty
}

#[test]
fn random_keys_break_nothing() {
    let desk = desk();
    let home = desk.folder.path();
    let mut dice = Dice::seeded(8, 0);
    let mut pty = begin(home);
    let (mut pressed, wanted) = (0, long(3_000));
    while pressed < wanted {
        // In chunks too small for a paste; Esc alone before each, so that no window stays open.
        pty.press(&keys(&mut dice, 20));
        pressed += 20;
        thread::sleep(Duration::from_millis(2));
        if pressed % 400 == 0 {
            pty.press("\x1b");
            thread::sleep(Duration::from_millis(60));
            pty.forget();
        }
        if let Some(status) = pty.child.try_wait().unwrap() {
            assert_eq!(status.exit_code(), 0, "{}", pty.got());
            assert!(pty.is_cooked());
            pty = begin(home);
        }
    }
    pty.press("\x1b");
    thread::sleep(Duration::from_millis(100));
    pty.end_by(Signal::TERM);
    assert!(!pty.got().contains("panicked"), "{}", pty.got());
    let mut games = 0;
    for save in fs::read_dir(home.join("saves")).unwrap() {
        let save = save.unwrap().path();
        desk.good(&["replay", save.to_str().unwrap(), "--verify"]);
        games += 1;
    }
    assert!(games > 0);
}
