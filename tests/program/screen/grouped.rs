//! The groups window in every game: split, merged, seen by which enemies, and selected for a march.

use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side};
use standto::library::NewGame;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{kind, options, settle, typed};

/// A battle with one side at the keyboard, until a decision of a kind.
fn battle(name: &str, side: Side, wanted: &str, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let mut seats = [Seat::program(Level::Easy); 2];
    seats[side.index()] = Seat::Human;
    let game = NewGame { seats, seed: 7, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(name).unwrap(), &game).unwrap();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    let mut screen = settle(&mut app);
    for _ in 0..20 {
        if kind(&app) == wanted && !screen.contains("Enter Esc close") {
            break;
        }
        let ready = kind(&app) == "deploy" && !screen.contains("Enter Esc close");
        screen = typed(&mut app, if ready { "d" } else { "Enter" });
    }
    assert_eq!(kind(&app), wanted, "{screen}");
    play(&mut app);
}

/// The row of the window with a word.
fn row<'a>(screen: &'a str, word: &str) -> &'a str {
    screen.lines().find(|line| line.starts_with('|') && line.contains(word)).unwrap_or_default()
}

fn plays(app: &App) -> u32 {
    app.session().unwrap().plays()
}

#[test]
fn a_proposed_group_is_split_and_merged_again() {
    battle("matg/introductory", Side::A, "posture", |app| {
        let screen = settle(app);
        assert!(row(&screen, "Command Centre").contains("2 stands"), "{screen}");
        assert!(screen.contains("G2 G3") && screen.contains("seen by no known enemy"), "{screen}");
        let screen = typed(app, "j s");
        assert!(row(&screen, "Medium Tank Company").contains("3 stands"), "{screen}");
        assert!(row(&screen, "G7").contains("moves"), "the last stand is a group of its own: {screen}");
        let screen = typed(app, "m");
        assert!(row(&screen, "Medium Tank Company").contains("4 stands"), "{screen}");
        let screen = typed(app, "m");
        assert!(screen.contains("not in contact"), "two formations apart stay apart: {screen}");
        // Split once more, with the last tank left to fire: it does not join the group that forms.
        typed(app, "s j Left Enter");
        let log: Vec<String> =
            app.session().unwrap().log().iter().map(|line| line.event.text.clone()).collect();
        assert!(log.iter().any(|text| text.starts_with("G4 G5 G6 in the movement posture")), "{log:?}");
    });
}

#[test]
fn a_platoon_of_panzertruppe_is_selected_in_the_groups_window() {
    battle("panzertruppe/crossroads", Side::A, "move", |app| {
        let screen = typed(app, "G");
        assert!(screen.contains("Groups that can move"), "{screen}");
        assert_eq!(screen.lines().filter(|line| line.contains(" 3 units")).count(), 3, "{screen}");
        assert!(screen.contains("seen by 3") || screen.contains("not seen"), "{screen}");
        // Two of the first platoon march with the second.
        let screen = typed(app, "s");
        assert!(screen.contains(" 2 units"), "{screen}");
        let screen = typed(app, "j m Enter");
        assert!(screen.contains("4 units: move the cursor to the destination"), "{screen}");
        let before = plays(app);
        let screen = typed(app, "S-Right Enter");
        assert!(plays(app) >= before + 4, "{screen}");
        let screen = typed(app, "G");
        assert_eq!(screen.lines().filter(|line| line.contains(" 2 units")).count(), 1, "{screen}");
    });
}

#[test]
fn stacks_of_asl_are_listed_with_the_enemies_that_see_them() {
    battle("aslsk/s9-ambitious-assault", Side::B, "move", |app| {
        let screen = typed(app, "G");
        assert!(screen.contains("Groups that can move") && screen.contains("off-board"), "{screen}");
        let screen = typed(app, "Enter");
        assert!(screen.contains("move the cursor to the destination"), "{screen}");
        let before = plays(app);
        let screen = typed(app, "Down Enter");
        assert!(plays(app) > before, "{screen}");
    });
}

#[test]
fn groups_of_fire_and_move_are_listed() {
    battle("fireandmove/crossroads", Side::A, "turn", |app| {
        let screen = typed(app, "G");
        assert!(screen.contains("Groups that can move"), "{screen}");
        assert_eq!(screen.lines().filter(|line| line.contains(" 1 group")).count(), 3, "{screen}");
    });
}

#[test]
fn g_marches_before_a_unit_is_chosen() {
    battle("panzertruppe/crossroads", Side::A, "move", |app| {
        let before = plays(app);
        let screen = typed(app, "g");
        assert!(screen.contains("G1 Pz IV H-J: move the cursor to the destination"), "{screen}");
        assert_eq!(plays(app), before);
        let screen = typed(app, "S-Right g");
        assert!(plays(app) > before, "{screen}");
    });
}

#[test]
fn digits_at_the_map_do_not_move_a_unit() {
    battle("panzertruppe/crossroads", Side::A, "move", |app| {
        typed(app, "Enter");
        let before = plays(app);
        let screen = typed(app, "0 6");
        assert_eq!(plays(app), before, "a digit begins the name of a cell: {screen}");
        typed(app, "1 6 Enter");
        assert_eq!(plays(app), before);
        let cell = app.cursor().unwrap();
        let view = app.session().unwrap().view(Side::A);
        assert_eq!(view.board.name(cell), "0616");
    });
}
