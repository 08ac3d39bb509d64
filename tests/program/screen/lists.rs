//! Lists and help: the keys of the prompt first, found by `/`, and Esc keeps the place.

use standto::game::journal::DiceKind;
use standto::game::{Level, Seat};
use standto::library::NewGame;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{Stage, options, settle, typed};

/// A battle of each game with the first side at the keyboard.
const BATTLES: [&str; 4] =
    ["matg/introductory", "panzertruppe/crossroads", "aslsk/s9-ambitious-assault", "fireandmove/crossroads"];

fn battle(name: &str, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed: 7, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(name).unwrap(), &game).unwrap();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    typed(&mut app, "Enter");
    play(&mut app);
}

/// The number of lines of the window shown: "1-19 of 70", or the lines on screen.
fn lines_of(screen: &str) -> usize {
    let foot = screen.lines().rev().find(|line| line.contains("Up Down"));
    let of = foot.and_then(|line| line.split(" of ").nth(1)).and_then(|rest| rest.split_whitespace().next());
    of.map_or(20, |count| count.parse().unwrap())
}

#[test]
fn help_begins_with_the_prompt_and_has_at_most_four_pages() {
    for name in BATTLES {
        battle(name, |app| {
            for _ in 0..2 {
                let screen = typed(app, "?");
                let lines: Vec<&str> = screen.lines().collect();
                let at = lines.iter().position(|line| line.contains("- Keys -")).expect("a window");
                assert!(lines[at + 2].contains("This prompt"), "{name}: {screen}");
                assert!(lines_of(&screen) <= 4 * 19, "{name}: {} lines\n{screen}", lines_of(&screen));
                assert!(!screen.contains("Lists and windows") && !screen.contains("Log: everything"));
                typed(app, "Esc Tab Enter");
            }
        });
    }
}

#[test]
fn help_finds_a_word_and_esc_keeps_the_line() {
    battle(BATTLES[0], |app| {
        let screen = typed(app, "? / s i g h t");
        assert!(screen.contains("/sight_") && screen.contains("Line of sight from here"), "{screen}");
        assert!(!screen.contains("Zoom in"), "{screen}");
        let screen = typed(app, "Enter Esc");
        let first = screen.lines().find(|line| line.contains("Line of sight from here"));
        assert!(first.is_some() && screen.contains("Keys"), "the line found stays in view: {screen}");
        let screen = typed(app, "Esc");
        assert!(!screen.contains("- Keys -"), "{screen}");
    });
}

#[test]
fn esc_in_the_roster_shows_all_again_at_the_same_line() {
    battle(BATTLES[0], |app| {
        let screen = typed(app, "r / G 1 4");
        assert!(screen.contains("/G14_") && !screen.contains("G4 "), "{screen}");
        let screen = typed(app, "Esc");
        assert!(screen.contains("Roster") && screen.contains("G4 "), "{screen}");
        typed(app, "Enter");
        let view = app.session().unwrap().view(standto::game::Side::A);
        let cell = view.pieces.iter().find(|piece| piece.tag == "G14").and_then(|piece| piece.cell);
        assert_eq!(app.cursor(), cell, "Enter goes to the unit found");
    });
}

#[test]
fn esc_in_the_log_keeps_the_line_found() {
    let mut own = crate::fake::Desk::default();
    let mut app = App::new(&mut own, options("mono", Some(Stage::Targets))).unwrap();
    settle(&mut app);
    let screen = typed(&mut app, "e / t r u c k");
    assert!(screen.contains("/truck_") && screen.contains("Nothing") || screen.contains("1 of"), "{screen}");
    let screen = typed(&mut app, "Backspace Backspace Backspace Backspace Backspace K V - 1");
    assert!(screen.contains("1 of 1"), "{screen}");
    let screen = typed(&mut app, "Esc");
    assert!(screen.contains("5 of 6"), "all lines again, at the same one: {screen}");
}

#[test]
fn help_on_the_title_names_only_its_own_keys() {
    let folder = desk();
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, options("mono", None)).unwrap();
    settle(&mut app);
    let screen = typed(&mut app, "?");
    for of_other_screens in
        ["Your scenarios: rename", "Log: everything", "Previous value", "In a decided battle"]
    {
        assert!(!screen.contains(of_other_screens), "{screen}");
    }
    assert!(screen.contains("Custom battle"), "{screen}");
}

#[test]
fn the_title_finds_a_battle_and_esc_keeps_it() {
    let folder = desk();
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, options("mono", None)).unwrap();
    let screen = settle(&mut app);
    assert!(screen.contains("> First Steps"), "a new player is offered the first tutorial: {screen}");
    let screen = typed(&mut app, "/ s t o n n e");
    assert!(screen.contains("/stonne_") && screen.contains("> A Throw at Stonne"), "{screen}");
    let screen = typed(&mut app, "Esc");
    assert!(screen.contains("> A Throw at Stonne") && screen.contains("Black Monday"), "{screen}");
}

#[test]
fn finished_battles_stand_apart_from_battles_in_progress() {
    let folder = desk();
    let front = folder.front();
    for (seats, seed) in [([Seat::Human; 2], 1), ([Seat::program(Level::Random); 2], 2)] {
        let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
        let mut session = front.start(&front.scenario("aslsk/steps-1-infantry").unwrap(), &game).unwrap();
        while let Some(thinking) = session.think() {
            session.play(&thinking()).unwrap();
        }
        let first = session.choices().first().map(|choice| choice.notation.clone());
        if let Some(first) = first {
            session.play(&first).unwrap();
        }
    }
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, options("mono", None)).unwrap();
    let screen = settle(&mut app);
    let line = |word: &str| screen.lines().position(|line| line.contains(word));
    let (open, first) = (line("Battles in progress").expect(&screen), line("Micro Armour").expect(&screen));
    assert!(open < first, "the last battle comes first: {screen}");
    let screen = typed(&mut app, "End");
    assert!(screen.contains("Finished battles"), "{screen}");
}
