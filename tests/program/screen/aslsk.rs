//! ASL Starter Kit on the screen: closed and open stacks, the attack panel, close combat with the hand-over
//! screen, First Fire by keys and by standing orders, and the number of prompts.

use std::path::Path;

use insta::assert_snapshot;
use standto::game::journal::DiceKind;
use standto::game::{Act, Level, Seat, Session, Side};
use standto::library::{NewGame, Scenario};
use standto::tui::{App, Options};

use crate::desk::{Desk, desk};
use crate::fake::{drawn, keys, kind, options, settle, text, typed};

const STACKS: &str = "tests/scenarios/aslsk-stacks.toml";
const STEPS: &str = "scenarios/aslsk/steps-1-infantry.toml";

/// Where the stacks of the test battle set up.
const PLACED: [&str; 8] = [
    "place u0 M8",
    "place u1 M8",
    "place u2 N8",
    "place u3 M8",
    "place u4 M6",
    "place u5 M6",
    "place u6 L5",
    "place u7 M6",
];

fn begin(folder: &Desk, file: &str, seed: u64, seats: [Seat; 2]) -> Box<dyn Session> {
    let scenario = Scenario::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    folder.front().start(&scenario, &game).unwrap()
}

/// The test battle for two people, set up.
fn stacks(folder: &Desk, seats: [Seat; 2]) -> Box<dyn Session> {
    let mut session = begin(folder, STACKS, 5, [Seat::Human; 2]);
    for play in PLACED {
        session.play(play).unwrap_or_else(|why| panic!("{play}: {why}"));
    }
    session.set_seat(Side::A, seats[0]);
    session.set_seat(Side::B, seats[1]);
    session
}

/// Plays "done" until a decision of a kind is open.
fn on_to(session: &mut dyn Session, kind: &str) {
    for _ in 0..40 {
        match session.decision() {
            Some(decision) if decision.kind == kind => return,
            Some(decision) if decision.kind == "combat" => {
                let hex = session.choices()[0].notation.clone();
                session.play(&hex).unwrap();
            }
            Some(_) => session.play("done").unwrap(),
            None => break,
        }
    }
    panic!("no decision of kind {kind}");
}

/// Puts a session on a screen.
fn shown<T>(folder: &Desk, session: Box<dyn Session>, play: impl FnOnce(&mut App) -> T) -> T {
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    play(&mut app)
}

/// The screen after some keys, in both sizes.
fn pictures(name: &str, prepare: impl Fn(&Desk) -> Box<dyn Session>, typed_first: &str) {
    for (width, height) in [(80, 24), (200, 60)] {
        let folder = desk();
        let screen = shown(&folder, prepare(&folder), |app| {
            if !typed_first.is_empty() {
                keys(app, typed_first);
            }
            text(&drawn(app, width, height))
        });
        assert_snapshot!(format!("aslsk_{name}_{width}x{height}"), screen);
    }
}

/// The Americans in their Prep Fire Phase.
fn to_fire(folder: &Desk) -> Box<dyn Session> {
    let mut session = stacks(folder, [Seat::Human; 2]);
    on_to(&mut *session, "fire");
    session
}

/// The Americans in the house with the Germans, about to designate attacks.
fn to_designate(folder: &Desk) -> Box<dyn Session> {
    let mut session = stacks(folder, [Seat::Human; 2]);
    on_to(&mut *session, "move");
    for play in ["move u4", "with u5", "assault", "go M7"] {
        session.play(play).unwrap_or_else(|why| panic!("{play}: {why}"));
    }
    on_to(&mut *session, "advance");
    for play in ["advance u4 M8", "advance u5 M8"] {
        session.play(play).unwrap_or_else(|why| panic!("{play}: {why}"));
    }
    on_to(&mut *session, "designate");
    session
}

#[test]
fn zones_stacks_attacks_and_close_combat_are_drawn() {
    pictures("zones", |folder| begin(folder, STEPS, 5, [Seat::Human; 2]), "Enter");
    pictures("stacks_closed", to_fire, "; M 8 Enter");
    pictures("stacks_open", to_fire, "; M 8 Enter \"");
    let attack = |folder: &Desk| {
        let mut session = to_fire(folder);
        session.play("fire u4 M8").unwrap();
        session
    };
    pictures("attack", attack, "");
    pictures("close_combat", to_designate, "Enter");
}

#[test]
fn close_combat_is_designated_behind_a_hand_over_screen() {
    let folder = desk();
    shown(&folder, to_designate(&folder), |app| {
        let designating = app.session().unwrap().decision().unwrap().side;
        assert!(
            settle(app).contains("decide in secret"),
            "a saved battle is resumed behind a hand-over screen"
        );
        keys(app, "Enter");
        let mut screen = settle(app);
        // One attack by all against all, then the other side designates.
        for _ in 0..20 {
            if app.session().unwrap().decision().is_none_or(|now| now.side != designating) {
                break;
            }
            let choices = app.session().unwrap().choices().to_vec();
            let next = choices.iter().find(|choice| matches!(choice.act, Act::Begin | Act::Join));
            let play = next
                .or_else(|| choices.iter().find(|choice| choice.act == Act::Commit))
                .unwrap_or(&choices[0]);
            let spelt: Vec<String> = play
                .notation
                .chars()
                .map(|c| if c == ' ' { "Space".into() } else { c.to_string() })
                .collect();
            screen = typed(app, &format!(": {} Enter", spelt.join(" ")));
        }
        assert_eq!(kind(app), "designate", "{screen}");
        assert!(!screen.contains("designated"), "{screen}");
        assert!(screen.contains("decide in secret"), "a hand-over screen is shown: {screen}");
    });
}

#[test]
fn an_attack_is_made_from_its_panel_and_shows_both_dice() {
    let folder = desk();
    shown(&folder, to_fire(&folder), |app| {
        let screen = typed(app, "F");
        assert!(screen.contains("Fire plan: enough firers for harmed"), "{screen}");
        keys(app, "Esc");
        let screen = typed(app, "; M 8 Enter Enter");
        for words in ["Odds", "2D6", "TEM", "FP: IFT", "fire"] {
            assert!(screen.contains(words), "{words}: {screen}");
        }
        let screen = typed(app, "a");
        assert!(screen.contains("resolve the attack"), "{screen}");
        for _ in 0..6 {
            if kind(app) != "attack" {
                break;
            }
            typed(app, "f");
        }
        let log: Vec<String> =
            app.session().unwrap().log().iter().map(|line| line.event.text.clone()).collect();
        let told = log.iter().find(|line| line.contains(" at wM8, ")).unwrap_or_else(|| panic!("{log:?}"));
        assert!(told.contains("IFT ") && told.contains("DRM ") && told.contains("DR "), "{told}");
    });
}

/// The Germans of the first tutorial, set up around the house, against the computer.
fn lesson(folder: &Desk, level: Level) -> Box<dyn Session> {
    let mut session = begin(folder, STEPS, 5, [Seat::Human; 2]);
    for play in ["place u0 M8", "place u1 M8", "place u2 M7", "place u3 M8"] {
        session.play(play).unwrap();
    }
    session.set_seat(Side::B, Seat::program(level));
    session
}

/// Passes until a moving enemy can be fired at.
fn on_to_first_fire(app: &mut App) -> String {
    let mut screen = settle(app);
    for _ in 0..200 {
        if screen.contains("Enter continues.") {
            screen = typed(app, "Enter");
            continue;
        }
        match kind(app) {
            "first-fire" => return screen,
            "over" => break,
            _ => screen = typed(app, "p"),
        }
    }
    panic!("never asked to fire at what moves:\n{screen}");
}

#[test]
fn a_chance_to_fire_waits_for_its_answer_and_returns_after_undo() {
    let folder = desk();
    shown(&folder, lesson(&folder, Level::Normal), |app| {
        on_to_first_fire(app);
        let plays = app.session().unwrap().plays();
        // Looking around is not an answer.
        for looking in ["h", "l", "Space Esc", ", o Esc", "e Esc", "n", "?", "Esc"] {
            typed(app, looking);
            assert_eq!((kind(app), app.session().unwrap().plays()), ("first-fire", plays), "after {looking}");
        }
        typed(app, "H");
        assert!(app.session().unwrap().plays() > plays);
        for _ in 0..60 {
            if app.session().unwrap().plays() <= plays {
                break;
            }
            // A tutorial text may be shown before it.
            if typed(app, "u").contains("Enter continues.") {
                typed(app, "Enter");
            }
        }
        assert_eq!((kind(app), app.session().unwrap().plays()), ("first-fire", plays), "it is asked again");
        // The attack offered is fired from its list, and its result is shown at once.
        let screen = typed(app, "F Enter");
        assert!(screen.contains(" DR ") || screen.contains("Since your last decision"), "{screen}");
        let log = app.session().unwrap().log();
        assert!(log.iter().any(|line| line.event.text.contains("IFT ") && line.event.side == Some(Side::A)));
    });
}

#[test]
fn a_standing_order_fires_at_movers() {
    let folder = desk();
    shown(&folder, lesson(&folder, Level::Normal), |app| {
        on_to_first_fire(app);
        // From "ask me" to "fire at 25% or better".
        let screen = typed(app, ", o Right");
        assert!(screen.contains("fire at 25% or better"), "{screen}");
        typed(app, "Enter Esc");
        for _ in 0..40 {
            let fired = app
                .session()
                .unwrap()
                .log()
                .iter()
                .any(|line| line.event.side == Some(Side::A) && line.event.text.contains("IFT "));
            if fired {
                let text: Vec<String> =
                    app.session().unwrap().log().iter().map(|line| line.event.text.clone()).collect();
                assert!(
                    text.iter().any(|line| line.contains(" FP: ") && line.contains("; IFT ")),
                    "{text:?}"
                );
                return;
            }
            typed(app, if kind(app) == "first-fire" { "H" } else { "p" });
        }
        panic!("no unit has fired by the order");
    });
}

#[test]
fn holding_fire_is_asked_once_per_mover() {
    let folder = desk();
    shown(&folder, lesson(&folder, Level::Normal), |app| {
        let mut asked = vec![0u32; 8];
        let mut screen = settle(app);
        let mut keys = 0;
        for _ in 0..400 {
            if screen.contains("Enter continues.") {
                screen = typed(app, "Enter");
                continue;
            }
            match kind(app) {
                "over" => break,
                "first-fire" => {
                    asked[app.session().unwrap().view(Side::A).turn as usize] += 1;
                    screen = typed(app, "H");
                }
                "designate" => screen = typed(app, "d"),
                "combat" => screen = typed(app, "Enter"),
                _ => screen = typed(app, "p"),
            }
            keys += 1;
        }
        assert_eq!(kind(app), "over", "{screen}");
        assert!(asked.iter().sum::<u32>() > 0, "an enemy moves in sight");
        assert!(
            asked.iter().all(|&times| times <= 8),
            "every mover once, and again for better shots: \
             {asked:?}"
        );
        assert!(keys <= 80, "{keys} keys for four turns of passing");
    });
}

#[test]
fn a_routine_decision_passes_again_while_its_choices_are_unchanged() {
    let folder = desk();
    shown(&folder, stacks(&folder, [Seat::Human; 2]), |app| {
        // No unit fires or moves: the stacks, and the weapons that could be transferred, stay the same.
        let mut asked = 0;
        for _ in 0..60 {
            let Some(decision) = app.session().and_then(|session| session.decision()) else { break };
            asked += usize::from(decision.kind == "transfer");
            keys(app, "p");
            settle(app);
        }
        assert_eq!(asked, 2, "each side once in three turns");
    });
}

#[test]
fn a_hex_tells_the_risk_of_moving_there() {
    let folder = desk();
    let mut session = stacks(&folder, [Seat::Human, Seat::Human]);
    on_to(&mut *session, "move");
    shown(&folder, session, |app| {
        let session = app.session().unwrap();
        let side = session.decision().unwrap().side;
        let view = session.view(side);
        let mover = session.choices().iter().find_map(|choice| choice.piece()).unwrap();
        let cells =
            view.board.grid.cells().filter_map(|cell| Some((cell, session.aids().risk(mover, cell)?)));
        let risks: Vec<_> = cells.collect();
        assert!(
            risks.iter().any(|(_, risk)| risk.worst() > 0.2 && risk.loss.starts_with("lost ")),
            "{risks:?}"
        );
        let screen = typed(app, "Tab");
        assert!(screen.contains("seen by "), "{screen}");
    });
}

#[test]
fn enter_sets_up_around_the_objective_in_a_hex_each() {
    let folder = desk();
    let session = begin(&folder, "scenarios/aslsk/steps-2-weapons.toml", 5, [Seat::Human; 2]);
    shown(&folder, session, |app| {
        while kind(app) == "set-up" && app.session().unwrap().decision().unwrap().side == Side::A {
            keys(app, "Enter");
        }
        let view = app.session().unwrap().view(Side::A);
        let goals: Vec<_> = view.board.goals.iter().flat_map(|goal| goal.cells.clone()).collect();
        let mut cells: Vec<_> =
            view.pieces.iter().filter(|piece| piece.side == Side::A).filter_map(|piece| piece.cell).collect();
        let far = |cell| goals.iter().map(|goal| view.board.grid.apart(cell, *goal)).min().unwrap();
        assert!(!cells.is_empty() && cells.iter().all(|cell| far(*cell) <= 2), "{cells:?} around {goals:?}");
        cells.sort_unstable();
        cells.dedup();
        assert!(cells.len() > 2, "not all in one hex: {cells:?}");
    });
}

/// The half hexes along the edge of the map are no cells of it.
#[test]
fn hexes_hidden_from_the_cursor_are_shaded_without_colours() {
    let folder = desk();
    let session = stacks(&folder, [Seat::Human; 2]);
    let mut own = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut own, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    let open = |app: &mut App| text(&drawn(app, 200, 60)).matches('.').count();
    let before = open(&mut app);
    keys(&mut app, "V");
    assert!(open(&mut app) < before, "open ground out of sight is blank");
}
