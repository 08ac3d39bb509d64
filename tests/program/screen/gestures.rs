//! Many choices by one key, in the battle everybody begins with: marches, fire plans, groups, standing orders.

use crate::desk::desk;
use crate::fake::{drawn, keys, options, text};
use standto::board::Cell;
use standto::front::NewGame;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side};
use standto::tui::{App, Input, Options};

/// Opens the introductory battle with the Germans at the keyboard.
fn battle(seed: u64, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let seats = [Seat::Human, Seat::Program(Level::Random)];
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario("matg/introductory").unwrap(), &game).unwrap();
    let mut desk = standto::cli::Desk::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    play(&mut app);
}

/// Lets the program play as long as it is its turn; what is on the screen then.
fn settle(app: &mut App) -> String {
    loop {
        let screen = text(&drawn(app, 80, 24));
        let Some((ticket, thinking)) = app.thinking() else { return screen };
        app.input(Input::Thought(ticket, Some(thinking())));
    }
}

fn typed(app: &mut App, what: &str) -> String {
    keys(app, what);
    settle(app)
}

fn kind(app: &App) -> &'static str {
    let session = app.session().unwrap();
    session.decision().map_or("over", |decision| decision.kind)
}

/// Plays on, passing by whatever else is asked, until a decision of this kind is open to the Germans.
fn on_to(app: &mut App, wanted: &str) -> String {
    let mut screen = settle(app);
    for _ in 0..400 {
        let now = kind(app);
        if now == wanted {
            return screen;
        }
        screen = match now {
            "deploy" => typed(app, "Esc d"),
            "posture" if screen.contains("Groups for this turn") => typed(app, "Enter"),
            "order" | "independent" if wanted == "move" => typed(app, "Enter"),
            "react" | "cover-target" => typed(app, "H"),
            "move" | "group" => typed(app, "d"),
            _ => typed(app, "p"),
        };
    }
    panic!("no {wanted} in 400 decisions:\n{screen}");
}

fn at(app: &App, tag: &str) -> Option<Cell> {
    let view = app.session().unwrap().view(Side::A);
    view.pieces.iter().find(|piece| piece.tag == tag).and_then(|piece| piece.cell)
}

fn plays(app: &App) -> u32 {
    app.session().unwrap().plays()
}

#[test]
fn groups_are_proposed_whole_and_marked_by_one_key() {
    battle(7, |app| {
        keys(app, "Enter d");
        let screen = settle(app);
        assert!(screen.contains("Groups for this turn: Left and Right change, Enter marks all"), "{screen}");
        assert!(screen.contains("Medium Tank Company") && screen.contains("< moves"), "{screen}");
        let before = plays(app);
        let changed = typed(app, "Right");
        assert!(changed.contains("< fires and moves >"), "{changed}");
        let _ = typed(app, "Left Enter");
        let view = app.session().unwrap().view(Side::A);
        let marked = view.pieces.iter().filter(|p| p.side == Side::A && p.values.iter().any(|v| v == "move"));
        assert!(marked.count() >= 12, "all four groups move");
        assert!(plays(app) > before + 4);
        // Next turn they are proposed as they were.
        let screen = on_to(app, "plot");
        assert!(!screen.contains("Groups for this turn"), "{screen}");
    });
}

#[test]
fn a_lone_stand_is_warned_of_once() {
    battle(7, |app| {
        keys(app, "Enter d");
        settle(app);
        let before = plays(app);
        keys(app, "Esc Enter d");
        let screen = settle(app);
        assert!(screen.contains("only lone stands can be marked (8.1.1)"), "{screen}");
        assert_eq!(plays(app), before + 1, "the group is begun, and not yet done");
        keys(app, "d");
        assert!(plays(app) > before + 1);
    });
}

#[test]
fn a_group_marches_as_one_and_is_taken_back_by_one_key() {
    battle(7, |app| {
        keys(app, "Enter");
        on_to(app, "move");
        let stands = |app: &App| ["G8", "G9", "G10"].map(|tag| at(app, tag).unwrap());
        let (start, before) = (stands(app), plays(app));
        // The cursor is put on a square: ghosts, the way, and what it costs are shown.
        let screen = typed(app, "; 0 7 0 9 Enter");
        assert!(screen.contains("March to 0709: 3 stands, all there this turn"), "{screen}");
        let screen = typed(app, "Enter");
        assert!(screen.contains("Marched toward 0709: 3."), "{screen}");
        let end = stands(app);
        assert!(
            end.contains(&Cell::new(6, 8)) && plays(app) >= before + 3 * 7,
            "each inch is a play of its own"
        );
        // The three of them stand beside each other as they did before.
        let formation = |all: [Cell; 3]| [1, 2].map(|n| (all[n].x - all[0].x, all[n].y - all[0].y));
        assert_eq!(formation(end), formation(start), "distances are kept in the open");
        keys(app, "u");
        assert_eq!((stands(app), plays(app)), (start, before), "one key takes the whole march back");
        keys(app, "; 0 7 0 9 Enter Enter");
        assert_eq!(stands(app), end, "the same act comes to the same end");
    });
}

#[test]
fn a_march_of_several_turns_is_gone_on_with_by_one_key() {
    battle(7, |app| {
        keys(app, "Enter");
        on_to(app, "move");
        let screen = typed(app, "; 0 7 2 0 Enter");
        assert!(screen.contains("there in turn 2"), "{screen}");
        let _ = typed(app, "Enter");
        let first = at(app, "G9").unwrap();
        assert!(first.y > 2 && first.y < 19, "{first}");
        assert!(app.session().unwrap().standing().contains("go "), "it is kept in the save");
        // In the next turn the same group is asked to go on.
        let mut screen = String::new();
        for _ in 0..12 {
            screen = on_to(app, "move");
            if app.session().unwrap().view(Side::A).turn == 2 && screen.contains("As ordered before.") {
                break;
            }
            screen = typed(app, "d");
        }
        assert!(screen.contains("As ordered before. March to 0720"), "{screen}");
        let dropped = typed(app, "Esc");
        assert!(!dropped.contains("As ordered before."), "Esc drops it: {dropped}");
    });
}
