//! The scenario editor and play: the balance at a key, a test game and back, quick battles.

use std::time::{Duration, Instant};

use standto::cli::LibraryServices;
use standto::tui::{App, Input, Options, StartingPoint};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, settle, text, typed};

/// A small battle of each ruleset.
const SMALL: [&str; 4] = [
    "matg/first-steps",
    "panzertruppe/steps-1-move-fire",
    "aslsk/steps-1-infantry",
    "fireandmove/steps-1-move-fire",
];

#[test]
fn the_balance_is_measured_at_a_key() {
    for name in SMALL {
        let folder = desk();
        let mut own = LibraryServices::new(folder.front());
        let made = Some(StartingPoint::Scenario(name.to_owned()));
        let mut app = App::new(&mut own, Options { made, ..options("mono", None) }).unwrap();
        let screen = typed(&mut app, "B");
        assert!(screen.contains("Measuring the balance: ") && screen.contains(" of 40 games"), "{screen}");
        let begun = Instant::now();
        while app.next_tick().is_some() {
            assert!(begun.elapsed() < Duration::from_secs(300), "{name}: it ends");
            std::thread::sleep(Duration::from_millis(20));
            app.input(Input::Tick);
        }
        let screen = text(&drawn(&mut app, 80, 24));
        assert!(screen.contains("Balance in 40 games: Germans "), "{screen}");
        // The same key stops another measurement.
        let screen = typed(&mut app, "B B");
        assert!(screen.contains("The balance is no longer measured."), "{screen}");
    }
}

#[test]
fn a_test_game_leads_back_to_the_editor() {
    for name in SMALL {
        let folder = desk();
        let mut own = LibraryServices::new(folder.front());
        let made = Some(StartingPoint::Scenario(name.to_owned()));
        let mut app = App::new(&mut own, Options { made, ..options("mono", None) }).unwrap();
        let screen = typed(&mut app, "P Enter");
        assert!(screen.contains("Start the battle"), "{name}: {screen}");
        keys(&mut app, "End Enter");
        assert!(app.session().is_some(), "{}", settle(&mut app));
        keys(&mut app, "Esc , q");
        let screen = typed(&mut app, "Enter");
        assert!(app.session().is_none() && screen.contains("Forces") && screen.contains("Check"), "{screen}");
    }
}

#[test]
fn a_quick_battle_begins_with_its_size() {
    let folder = desk();
    let mut own = LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, options("mono", None)).unwrap();
    let mut seen = String::new();
    for _ in 0..4 {
        seen += &typed(&mut app, "b");
    }
    let chosen: Vec<&str> = seen.lines().filter(|line| line.trim_start().starts_with('>')).map(str::trim).collect();
    assert_eq!(chosen.len(), 4, "{seen}");
    assert!(chosen.iter().filter(|line| line.contains("Size")).count() >= 2, "{chosen:?}");
    assert!(chosen.iter().all(|line| line.contains("Size") || line.contains("Points")), "{chosen:?}");
    assert!(seen.contains("Random scenario"), "{seen}");
}
