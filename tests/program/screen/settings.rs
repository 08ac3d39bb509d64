//! The settings window: changed by keys, in effect at once, and kept for the next start.

use standto::cli::LibraryServices;
use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::library::NewGame;
use standto::tui::{App, Options, Settings};

use crate::desk::{Desk as Folder, desk};
use crate::fake::{drawn, keys, options, text, typed};

fn kept(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("config/settings.toml")).unwrap_or_default()
}

/// Keys that open the settings and go to a row.
fn row(number: usize) -> String {
    format!(", ,{}", " j".repeat(number))
}

#[test]
fn a_change_is_saved_with_a_comment_and_read_at_the_next_start() {
    let folder = desk();
    let mut services = LibraryServices::new(folder.front());
    let mut app = App::new(&mut services, options("dark", None)).unwrap();
    let screen = typed(&mut app, ", ,");
    assert!(screen.contains("Settings"), "{screen}");
    assert!(screen.contains("Theme          the one that suits the terminal"), "{screen}");
    let screen = typed(&mut app, "j j j j Right");
    assert!(screen.contains("Pace           long"), "{screen}");
    assert!(kept(&folder).contains("pace = \"long\"\n"), "{}", kept(&folder));
    assert!(kept(&folder).contains("\n# How long the computer's actions stay"));
    let screen = typed(&mut app, "Left Left");
    assert!(screen.contains("Pace           none"), "{screen}");
    let settings = Settings::read("settings.toml", &kept(&folder)).unwrap();
    assert!(settings.written().contains("pace = \"none\"\n"));
    // The next start has it.
    let mut app = App::new(&mut services, Options { settings, ..options("dark", None) }).unwrap();
    assert!(typed(&mut app, ", ,").contains("Pace           none"));
}

#[test]
fn rule_numbers_and_the_seal_can_be_hidden() {
    let folder = desk();
    let front = folder.front();
    let scenario = front.scenario("matg/introductory").unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let rule = session.decision().unwrap().rule;
    let mut services = LibraryServices::new(front);
    let start = Options { start: Some(session), ..options("mono", None) };
    let mut app = App::new(&mut services, start).unwrap();
    assert!(text(&drawn(&mut app, 120, 60)).contains("Game seal:"));
    keys(&mut app, "Esc");
    let shown = format!("({rule})");
    assert!(text(&drawn(&mut app, 80, 24)).contains(&shown));
    keys(&mut app, &format!("{} Enter Esc", row(6)));
    assert!(!text(&drawn(&mut app, 80, 24)).contains(&shown));
    keys(&mut app, &format!("{} Enter Esc =", row(7)));
    let briefing = text(&drawn(&mut app, 120, 60));
    assert!(briefing.contains("Enter begins.") && !briefing.contains("Game seal:"), "{briefing}");
    assert!(kept(&folder).contains("rule-numbers = false\n") && kept(&folder).contains("seal = false\n"));
}

#[test]
fn leaving_asks_unless_confirmations_are_off() {
    let folder = desk();
    let front = folder.front();
    let scenario = front.scenario("matg/introductory").unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut services = LibraryServices::new(front);
    let start = Options { start: Some(session), ..options("mono", None) };
    let mut app = App::new(&mut services, start).unwrap();
    keys(&mut app, "Esc q");
    assert!(!app.done());
    keys(&mut app, &format!("Esc {} Enter Esc q", row(5)));
    assert!(app.done());
}

#[test]
fn the_undo_rule_of_a_new_battle_is_the_one_set() {
    let folder = desk();
    let mut services = LibraryServices::new(folder.front());
    let mut app = App::new(&mut services, options("dark", None)).unwrap();
    keys(&mut app, &format!("{} Enter Enter Esc", row(8)));
    assert!(kept(&folder).contains("undo = \"strict\"\n"));
    let screen = typed(&mut app, "Enter");
    assert!(screen.contains("strict: never past a roll"), "{screen}");
}
