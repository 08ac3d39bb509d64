//! Keys never give anything away: shots declined, what Enter highlights, losses from ending a phase, and keys
//! typed too early.

use std::cell::Cell as Shared;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use standto::cli;
use standto::game::gesture::Wanted;
use standto::game::journal::DiceKind;
use standto::game::view::PieceId;
use standto::game::{Level, Seat, Session, Side};
use standto::library::{Library, NewGame, PlayerKind, Scenario};
use standto::store::Home;
use standto::tui::{App, Clock, Options};

use super::asked::{field, shown, stand, start};
use super::told::pass_or_fire;
use crate::desk::{Desk, desk};
use crate::fake::{Fake, Stage, drawn, keys, keys_ahead, kind, options, settle, text, typed};

pub const STEPS: &str = "scenarios/aslsk/steps-1-infantry.toml";
pub const GUNS: &str = "scenarios/aslsk/steps-3-guns.toml";
pub const TANKS: &str = "scenarios/panzertruppe/crossroads.toml";
const GROUPS: &str = "scenarios/fireandmove/crossroads.toml";

pub const COMPUTER: Seat = Seat::program(Level::Normal);

pub fn begin(folder: &Desk, file: &str, seed: u64, seats: [Seat; 2]) -> Box<dyn Session> {
    let scenario = Scenario::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    folder.front().start(&scenario, &game).unwrap()
}

pub fn plays(app: &App) -> u32 {
    app.session().unwrap().plays()
}

/// The lines of the prompt.
pub fn prompt(screen: &str) -> Vec<&str> {
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - 3..].to_vec()
}

/// Closes the windows of a tutorial and the hand-over screen.
pub fn closed(app: &mut App) -> String {
    let mut screen = settle(app);
    while screen.contains("Enter continues.") || screen.contains("Press Enter") {
        screen = typed(app, "Enter");
    }
    screen
}

/// Lets the computer play both sides until a position is reached; returns whether it was.
pub fn until(session: &mut dyn Session, reached: impl Fn(&dyn Session) -> bool) -> bool {
    for side in Side::BOTH {
        session.set_seat(side, Seat::program(Level::Random));
    }
    while !reached(session) {
        let Some(thinking) = session.think() else { return false };
        session.play(&thinking()).unwrap();
    }
    for side in Side::BOTH {
        session.set_seat(side, Seat::Human);
    }
    true
}

#[test]
fn ending_the_rout_phase_asks_before_units_are_lost() {
    let mut asked = false;
    for seed in 1..80 {
        let folder = desk();
        let mut session = begin(&folder, STEPS, seed, [Seat::Human; 2]);
        let loses = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == "rout") && session.caution("done").is_some()
        };
        if !until(&mut *session, loses) {
            continue;
        }
        let lost = session.caution("done").unwrap();
        shown(session, false, |app| {
            closed(app);
            let before = plays(app);
            let screen = typed(app, "p");
            assert_eq!(plays(app), before, "{screen}");
            assert!(lost.starts_with("Lost to Failure to Rout: "), "{lost}");
            assert!(screen.contains(&lost), "{lost}: {screen}");
            assert!(!prompt(&screen).concat().contains("> done"), "Enter does not do this: {screen}");
            keys(app, "p");
            assert!(plays(app) > before, "the same key confirms");
        });
        asked = true;
        break;
    }
    assert!(asked, "in none of these games would a unit have been lost");
}

#[test]
fn a_gun_keeps_its_hidden_placement_by_default() {
    let hides = |session: &dyn Session| session.choices().iter().any(|choice| choice.verb == "hide");
    let folders: Vec<Desk> = (0..40).map(|_| desk()).collect();
    let mut begun = folders.iter().zip(1..).map(|(folder, seed)| begin(folder, GUNS, seed, [Seat::Human; 2]));
    let session = begun.find_map(|mut session| until(&mut *session, hides).then_some(session));
    let session = session.expect("a Gun can hide in one of these games");
    shown(session, false, |app| {
        let screen = closed(app);
        let before = plays(app);
        assert!(prompt(&screen).concat().contains("> HIP "), "{screen}");
        let face =
            app.session().unwrap().choices().iter().find(|choice| choice.verb == "face").cloned().unwrap();
        assert!(app.session().unwrap().caution(&face.notation).unwrap().contains("hidden placement"));
        keys(app, "Enter");
        assert!(plays(app) > before);
        let log = app.session().unwrap().view(Side::A).pieces;
        assert!(log.iter().any(|piece| piece.hidden), "the Gun is hidden");
    });
}

#[test]
fn a_key_typed_ahead_does_not_end_a_turn_with_cards_in_hand() {
    let folder = desk();
    shown(begin(&folder, GROUPS, 5, [Seat::Human; 2]), false, |app| {
        let mut screen = typed(app, "Enter");
        while kind(app) != "turn" {
            screen = typed(app, "d");
        }
        let before = plays(app);
        // The second of two keys typed at once does not answer the question.
        drawn(app, 80, 24);
        keys_ahead(app, "p p");
        assert_eq!(plays(app), before, "{screen}");
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("No group has acted this turn and you hold 5 cards."), "{screen}");
        keys(app, "p");
        assert!(plays(app) > before);
    });
}

#[test]
fn the_fire_key_opens_a_list_and_never_fires() {
    let folder = desk();
    shown(begin(&folder, TANKS, 4, [Seat::Human; 2]), false, |app| {
        keys(app, "Enter");
        for _ in 0..60 {
            let shots =
                |app: &App| app.session().unwrap().choices().iter().any(|choice| choice.verb == "fire");
            if kind(app) == "over" || shots(app) {
                break;
            }
            let keys = match kind(app) {
                "move" => ": m o v e Space G 6 Enter l l l d d d",
                _ => "p",
            };
            typed(app, keys);
            if !shots(app) {
                typed(app, "D");
            }
        }
        let before = plays(app);
        let screen = typed(app, "F");
        assert_eq!(plays(app), before, "nothing is fired: {screen}");
        assert!(screen.contains("Fire plan: ") || screen.contains("no target to fire at"), "{screen}");
    });
}

/// The Germans of the first tutorial at the keyboard, set up around the building.
fn lesson(folder: &Desk, seed: u64) -> Box<dyn Session> {
    let mut session = begin(folder, STEPS, seed, [Seat::Human; 2]);
    for play in ["place u0 M8", "place u1 M8", "place u2 M7", "place u3 M8"] {
        session.play(play).unwrap();
    }
    session.set_seat(Side::B, COMPUTER);
    session
}

/// The best shot at each target of the open prompt.
fn targets(app: &App) -> Vec<(PieceId, f64)> {
    let attacks = app.session().unwrap().aids().attacks(&Wanted::of(2.0));
    attacks.iter().map(|attack| (attack.target, attack.harm)).collect()
}

#[test]
fn a_shot_declined_at_one_mover_is_offered_at_the_next() {
    let mut offered = 0;
    for seed in 1..8 {
        let folder = desk();
        let mut session = begin(&folder, GUNS, seed, [Seat::Human; 2]);
        if !until(&mut *session, |session| session.decision().is_some_and(|now| now.kind == "first-fire")) {
            continue;
        }
        session.set_seat(Side::B, COMPUTER);
        shown(session, false, |app| {
            let (mut declined, mut answers, mut phase): (Vec<PieceId>, _, _) = (Vec::new(), 0, (0, 0));
            let mut screen = settle(app);
            for _ in 0..200 {
                let view = app.session().unwrap().view(Side::A);
                if phase != (view.turn, view.phase) {
                    (phase, declined, answers) = ((view.turn, view.phase), Vec::new(), 0);
                }
                if screen.contains("Enter continues.") {
                    screen = typed(app, "Enter");
                    continue;
                }
                match kind(app) {
                    "over" => break,
                    "first-fire" => {
                        let shots = targets(app);
                        let fresh = shots.iter().any(|(id, harm)| *harm < 0.8 && !declined.contains(id));
                        offered += usize::from(fresh && answers >= 3);
                        declined.extend(shots.iter().map(|(id, _)| *id));
                        answers += 1;
                        screen = typed(app, "H");
                    }
                    "designate" => screen = typed(app, "d"),
                    "combat" => screen = typed(app, "Enter"),
                    _ => screen = typed(app, "p"),
                }
            }
        });
    }
    assert!(offered > 0, "another mover is offered after three shots declined, at less than 80%");
}

#[test]
fn a_prompt_without_a_shot_is_not_asked_against_the_computer() {
    let folder = desk();
    shown(lesson(&folder, 5), false, |app| {
        let mut screen = settle(app);
        let mut asked = 0;
        for _ in 0..300 {
            if screen.contains("Enter continues.") {
                screen = typed(app, "Enter");
                continue;
            }
            match kind(app) {
                "over" => break,
                "first-fire" => {
                    asked += 1;
                    assert!(app.session().unwrap().choices().len() > 1, "only one answer: {screen}");
                    screen = typed(app, "H");
                }
                "designate" => screen = typed(app, "d"),
                "combat" => screen = typed(app, "Enter"),
                _ => screen = typed(app, "p"),
            }
        }
        assert!(asked > 0, "never asked at all");
    });
}

/// A battle that the Germans win after one shot.
fn decided() -> String {
    let tanks: String = (10..14).map(|x| stand("Panzer IV F2-H (7.5cm)", &format!("{x}04"), "")).collect();
    let enemy: String =
        (10..13).map(|x| stand("Hvy Truck (YAG 10 8T)", &format!("{x}06"), "facing = \"S\"")).collect();
    field(
        25,
        3,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"") + &tanks),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &enemy),
    )
}

#[test]
fn a_decided_battle_continues_unless_it_is_handed_over() {
    for seed in 1..20 {
        let folder = desk();
        let session = start(&folder, &decided(), seed, DiceKind::Seeded);
        let save = session.save_path().unwrap().to_path_buf();
        let mut done = false;
        shown(session, false, |app| {
            let mut screen = typed(app, "Enter");
            for _ in 0..30 {
                if screen.contains("The battle is decided") || kind(app) == "over" {
                    break;
                }
                screen = pass_or_fire(app);
            }
            if kind(app) == "over" || !screen.contains("The battle is decided") {
                return;
            }
            let before = plays(app);
            let on = typed(app, "Enter");
            assert!(!on.contains("The battle is decided"), "{on}");
            assert_eq!(
                (plays(app), app.session().unwrap().seat(Side::A)),
                (before, Seat::Human),
                "Enter plays on"
            );
            let question = typed(app, ", c");
            assert!(question.contains("Let the computer play the rest"), "{question}");
            keys(app, "Esc");
            assert_eq!(plays(app), before);
            let over = typed(app, ", c Enter");
            assert!(over.contains("The battle is over"), "{over}");
            let home = Library::at(Home::at(folder.folder.path()));
            home.statistics().unwrap().record(&save).unwrap();
            let records = home.statistics().unwrap().all().unwrap().entries;
            assert_eq!(records.len(), 1);
            assert_eq!(records[0].sides[0].1, PlayerKind::Human, "it counts as the player's own");
            let back = typed(app, "Esc u");
            assert_eq!(plays(app), before, "{back}");
            assert!(app.session().unwrap().outcome().is_none());
            done = true;
        });
        if done {
            return;
        }
    }
    panic!("in none of these games was the battle decided before its end");
}

#[test]
fn a_window_that_opens_on_its_own_ignores_early_keys() {
    let folder = desk();
    let scenario = folder.front().scenario("matg/introductory").unwrap();
    let game = NewGame { seats: [Seat::Human, COMPUTER], seed: 7, dice: DiceKind::Seeded, undo: None };
    let session = folder.front().start(&scenario, &game).unwrap();
    let now = Rc::new(Shared::new(Duration::ZERO));
    let clock = {
        let now = now.clone();
        Clock(Box::new(move || now.get()))
    };
    let mut own = cli::LibraryServices::new(folder.front());
    let options = Options { start: Some(session), clock, ..options("mono", None) };
    let mut app = App::new(&mut own, options).unwrap();
    settle(&mut app);
    keys(&mut app, "Enter");
    drawn(&mut app, 80, 24);
    // Typed at once: the second key arrives before the window can be seen.
    keys_ahead(&mut app, "d");
    while let Some((ticket, thinking)) = app.thinking() {
        app.input(standto::tui::Input::Thought(ticket, Some(thinking())));
    }
    let before = plays(&app);
    keys_ahead(&mut app, "Enter");
    assert_eq!(plays(&app), before, "before it is drawn");
    let screen = text(&drawn(&mut app, 80, 24));
    assert!(screen.contains("Groups for this turn"), "{screen}");
    now.set(Duration::from_millis(249));
    keys_ahead(&mut app, "Enter");
    assert_eq!(plays(&app), before, "in the first quarter of a second");
    now.set(Duration::from_millis(250));
    keys_ahead(&mut app, "Enter");
    assert!(plays(&app) > before);
}

#[test]
fn a_message_does_not_hide_the_effect_of_enter() {
    let desk = &mut crate::fake::Desk::default();
    let start: Box<dyn Session> = Box::new(Fake::new(Stage::Targets));
    let mut app = App::new(desk, Options { start: Some(start), ..options("mono", None) }).unwrap();
    let before = text(&drawn(&mut app, 80, 24));
    let line = prompt(&before)[1].to_owned();
    assert!(line.starts_with("> "), "{before}");
    let after = typed(&mut app, "M");
    assert_eq!(prompt(&after)[1], line, "{after}");
    assert!(prompt(&after)[2].contains("does nothing here"), "{after}");
}
