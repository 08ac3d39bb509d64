//! Why the computer did something, advice, and what cost a player most.

use standto::game::journal::DiceKind;
use standto::game::{Level, Reasons, Seat, Session, Side};
use standto::library::NewGame;

use super::asked::shown;
use crate::desk::{Desk, desk};
use crate::fake::{keys, text, typed};

/// The introductory battle, a player's Germans against the computer.
fn battle(folder: &Desk, seats: [Seat; 2]) -> Box<dyn Session> {
    battle_of("matg/introductory", folder, seats)
}

fn battle_of(scenario: &str, folder: &Desk, seats: [Seat; 2]) -> Box<dyn Session> {
    let front = folder.front();
    let game = NewGame { seats, seed: 5, dice: DiceKind::Seeded, undo: None };
    front.start(&front.scenario(scenario).unwrap(), &game).unwrap()
}

/// Plays on by the computer's choices for so many actions.
fn play_on(session: &mut dyn Session, actions: u32) {
    let seats = Side::BOTH.map(|side| session.seat(side));
    for side in Side::BOTH {
        session.set_seat(side, Seat::program(Level::Normal));
    }
    for _ in 0..actions {
        let Some(thinking) = session.think() else { break };
        session.play(&thinking()).unwrap();
    }
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        session.set_seat(side, seat);
    }
}

fn sums_up(reasons: &Reasons) {
    for told in [Some(&reasons.chosen), reasons.other.as_ref()].into_iter().flatten() {
        let sum: f64 = told.terms.iter().map(|term| term.value).sum();
        assert!((sum - told.score).abs() < 1e-9, "{told:?}");
    }
}

#[test]
fn every_action_of_the_computer_can_be_explained() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::program(Level::Normal); 2]);
    play_on(&mut *session, 150);
    let mut weighed = 0;
    for play in 1..=session.plays() {
        let side = Side::BOTH.into_iter().find(|side| session.reasons(Some(*side), play).is_ok());
        let side =
            side.unwrap_or_else(|| panic!("action {play}: {:?}", session.reasons(Some(Side::A), play)));
        let reasons = session.reasons(Some(side), play).unwrap();
        sums_up(&reasons);
        weighed += u32::from(reasons.other.is_some() && !reasons.task.is_empty());
    }
    assert!(weighed >= 20, "only {weighed} of them were weighed against another option");
}

#[test]
fn the_scores_count_what_the_game_counts() {
    let folder = desk();
    for (scenario, counted) in [
        ("matg/introductory", "The scores are in points of worth."),
        ("panzertruppe/crossroads", "The scores are in points."),
        ("aslsk/s10-paper-army", "The scores are in squads."),
        ("fireandmove/village", "The scores are in figures."),
    ] {
        let mut session = battle_of(scenario, &folder, [Seat::Human; 2]);
        while session.advice().unwrap().other.is_none() {
            play_on(&mut *session, 1);
        }
        shown(session, false, |app| {
            keys(app, "Enter Esc !");
            // The last line of a long window.
            (0..30).for_each(|_| keys(app, "Down"));
            let screen = text(&crate::fake::drawn(app, 80, 24));
            assert!(screen.contains(counted), "{scenario}: {screen}");
        });
    }
}

#[test]
fn the_reasons_are_the_same_after_loading() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::program(Level::Normal); 2]);
    play_on(&mut *session, 60);
    let told: Vec<_> = (1..=60).map(|play| session.reasons(Some(Side::A), play)).collect();
    let path = session.save_path().unwrap().to_owned();
    drop(session);
    let again = folder.front().resume(&path).unwrap().0;
    assert_eq!(told, (1..=60).map(|play| again.reasons(Some(Side::A), play)).collect::<Vec<_>>());
}

#[test]
fn advice_is_told_and_recorded() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    play_on(&mut *session, 80);
    while session.decision().is_some_and(|now| now.side != Side::A) {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    let (plays, path) = (session.plays(), session.save_path().unwrap().to_owned());
    shown(session, false, |app| {
        let screen = typed(app, "Enter Esc !");
        assert!(screen.contains("The computer would choose:"), "{screen}");
        assert!(screen.contains("The save records that you asked."), "{screen}");
        keys(app, "Esc");
        assert_eq!(app.session().unwrap().plays(), plays, "nothing has been done");
        assert_eq!(app.session().unwrap().advised(), [1, 0]);
    });
    let again = folder.front().resume(&path).unwrap().0;
    assert_eq!((again.plays(), again.advised()), (plays, [1, 0]));
}

#[test]
fn the_last_action_of_the_computer_is_explained_on_the_map_and_in_the_log() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    play_on(&mut *session, 120);
    while session.decision().is_some_and(|now| now.side != Side::A) {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    shown(session, false, |app| {
        let screen = typed(app, "Enter Esc W");
        assert!(screen.contains("Why: action "), "{screen}");
        keys(app, "Esc e w");
        let screen = text(&crate::fake::drawn(app, 80, 24));
        assert!(screen.contains("Why: action "), "{screen}");
    });
}

#[test]
fn a_finished_battle_tells_what_cost_most() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    // A player who takes any choice makes mistakes.
    session.set_seat(Side::A, Seat::Human);
    let mut number = 5_u64;
    while let Some(decision) = session.decision() {
        let choice = if decision.side == Side::A {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            session.choices()[(number >> 33) as usize % session.choices().len()].notation.clone()
        } else {
            session.think().unwrap()()
        };
        session.play(&choice).unwrap();
    }
    let costly = session.costly(Side::A, 3);
    assert_eq!(costly.len(), 3);
    for pair in costly.windows(2) {
        assert!(pair[0].cost() >= pair[1].cost() && pair[1].cost() > 0.0);
    }
    costly.iter().for_each(sums_up);
    shown(session, false, |app| {
        let mut told = String::new();
        // The last row of the report is highlighted; the rows from there up to this one are counted.
        (0..60).for_each(|_| told = typed(app, "Down"));
        let rows: Vec<&str> = told.lines().collect();
        let row = rows.iter().position(|row| row.contains("Your costliest decisions")).expect("it is listed");
        let foot = rows.iter().position(|row| row.contains("Enter choose")).expect("a list");
        (row + 1..foot).for_each(|_| keys(app, "Up"));
        let told = typed(app, "Enter");
        assert!(told.contains("points of worth"), "{told}");
    });
}
