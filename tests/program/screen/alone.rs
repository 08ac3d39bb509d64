//! One key alone: Enter leads through every game without going in circles, and the keys that end a phase lose nothing
//! without a question.

use std::collections::HashMap;

use standto::cli::LibraryServices;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side};
use standto::library::NewGame;
use standto::tui::{App, Options};

use super::given::plays;
use crate::desk::desk;
use crate::fake::{keys, kind, options, settle, typed};

/// A built-in battle against the computer, after its briefing.
fn battle(name: &str, side: Side, play: impl FnOnce(&mut App, String)) {
    let folder = desk();
    let front = folder.front();
    let mut seats = [Seat::program(Level::Easy); 2];
    seats[side.index()] = Seat::Human;
    let game = NewGame { seats, seed: 7, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(name).unwrap(), &game).unwrap();
    let mut desk = LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    let screen = typed(&mut app, "Enter");
    play(&mut app, screen);
}

/// The two lines of the prompt that say what Enter does.
fn prompt(screen: &str) -> String {
    screen.lines().skip(21).take(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn enter_alone_does_not_go_in_circles() {
    /// A prompt that comes back so often has led nowhere.
    const OFTEN: u32 = 12;
    for (name, side) in [
        ("matg/introductory", Side::A),
        ("matg/bir-el-gubi", Side::B),
        ("matg/stonne", Side::A),
        ("matg/state-farm-79", Side::B),
        ("fireandmove/village", Side::A),
        ("fireandmove/village", Side::B),
        ("fireandmove/steps-3-winning", Side::B),
        ("aslsk/s9-ambitious-assault", Side::A),
    ] {
        battle(name, side, |app, mut screen| {
            let mut seen: HashMap<String, u32> = HashMap::new();
            for _ in 0..90 {
                // A unit that moves is steered by the arrows: its prompt stays the same from step to step.
                if !matches!(kind(app), "step" | "march" | "mover") {
                    let times = seen.entry(format!("{} {}", kind(app), prompt(&screen))).or_default();
                    *times += 1;
                    assert!(*times < OFTEN, "{name}: Enter leads nowhere\n{screen}");
                }
                screen = typed(app, "Enter");
            }
        });
    }
}

#[test]
fn units_that_did_not_enter_are_not_lost_without_a_question() {
    battle("aslsk/s9-ambitious-assault", Side::B, |app, _| {
        let before = plays(app);
        let screen = typed(app, "D");
        assert_eq!((plays(app), kind(app)), (before, "move"), "{screen}");
        assert!(
            screen.contains("Still off-board, eliminated if they do not enter this turn: 7-4-7a"),
            "{screen}"
        );
        assert!(screen.contains("and 6 more"), "{screen}");
        let screen = typed(app, "D");
        assert_eq!(kind(app), "advance", "the same key confirms: {screen}");
        let before = plays(app);
        let screen = typed(app, "D");
        assert!(screen.contains("Eliminated if they do not enter now: 7-4-7a"), "{screen}");
        assert_eq!(plays(app), before, "{screen}");
    });
}

#[test]
fn the_key_for_a_phase_ends_a_deployment_and_the_discards() {
    battle("matg/stonne", Side::A, |app, screen| {
        assert!(prompt(&screen).contains("> Ready to begin"), "every stand is placed: {screen}");
        let screen = typed(app, "D");
        assert_ne!(kind(app), "deploy", "{screen}");
    });
    battle("fireandmove/village", Side::A, |app, _| {
        let screen = typed(app, "D D");
        assert_eq!(kind(app), "discards", "{screen}");
        assert!(prompt(&screen).contains("> refill your hand"), "no card is thrown away by Enter: {screen}");
        let before = plays(app);
        let screen = typed(app, "D");
        assert!(plays(app) > before && kind(app) != "discards", "{screen}");
    });
}

#[test]
fn a_march_counts_units_and_stacks_and_says_who_is_still_under_way() {
    battle("aslsk/s9-ambitious-assault", Side::B, |app, _| {
        let screen = typed(app, "a");
        assert!(screen.contains("March: 9 units in 2 stacks to "), "{screen}");
        assert!(screen.contains("seen by"), "units that enter are told what they risk: {screen}");
    });
    battle("panzertruppe/crossroads", Side::A, |app, _| {
        let screen = typed(app, "a S-Right S-Right Enter");
        assert!(screen.contains("! March to 1316: 3 under way, there in turn 2."), "{screen}");
        keys(app, "u");
    });
}

#[test]
fn all_units_that_are_left_are_set_up_by_one_key() {
    battle("aslsk/s9-ambitious-assault", Side::A, |app, screen| {
        assert!(screen.contains("a all"), "{screen}");
        let screen = typed(app, "Enter a");
        assert_ne!(kind(app), "set-up", "{screen}");
        let view = app.session().unwrap().view(Side::A);
        let mut own = view.pieces.iter().filter(|piece| piece.side == Side::A);
        assert!(own.all(|piece| piece.cell.is_some() || piece.carried_by.is_some()), "{screen}");
        let screen = typed(app, "u");
        assert_eq!((plays(app), kind(app)), (1, "set-up"), "one undo takes all of them back: {screen}");
    });
}
