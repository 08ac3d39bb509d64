//! Reports to a player: recent events, looking back, the final report, standing orders, and what the computer
//! waits for.

use super::asked::{drive, field, introductory, shown, skirmish, stand, start};
use crate::desk::{Desk, desk};
use crate::fake::{drawn, keys, kind, settle, text, typed};
use standto::game::journal::DiceKind;
use standto::game::{Level, Manner, Seat, Session, Side, Temper};
use standto::tui::App;

#[test]
fn events_since_the_last_decision_can_be_stepped_both_ways() {
    let folder = desk();
    shown(skirmish(&folder), false, |app| {
        let mut screen = typed(app, "Enter");
        for _ in 0..200 {
            if screen.contains(" lines; n N step") {
                break;
            }
            screen = match kind(app) {
                "deploy" => typed(app, "d"),
                "posture" => typed(app, "Esc p"),
                "react" | "cover-target" => typed(app, "H"),
                _ => typed(app, "p"),
            };
        }
        assert!(screen.contains(" lines; n N step"), "{screen}");
        let at =
            |screen: &str, place: usize| screen.contains(&format!("Since your last decision: {place} of "));
        assert!(at(&typed(app, "n"), 1));
        assert!(at(&typed(app, "n"), 2));
        assert!(at(&typed(app, "N"), 1), "and back");
        let left = typed(app, "Esc");
        assert!(!left.contains(": 1 of"), "{left}");
    });
}

/// A duel played out by the computer: its session at the end.
fn fought_out(folder: &Desk, seed: u64) -> Box<dyn Session> {
    let tanks = |from: u16| -> String {
        (0..3).map(|n| stand("Panzer IV F2-H (7.5cm)", &format!("{:02}04", from + n), "")).collect()
    };
    let enemy: String =
        (0..3).map(|n| stand("T-34c", &format!("{:02}09", 10 + n), "facing = \"S\"")).collect();
    let text = field(
        60,
        4,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"") + &tanks(10)),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &enemy),
    );
    let mut session = start(folder, &text, seed, DiceKind::Seeded);
    session.set_seat(Side::A, Seat::program(Level::Normal));
    session.set_seat(Side::B, Seat::program(Level::Normal));
    while let Some(thinking) = session.think() {
        session.play(&thinking()).unwrap();
    }
    session
}

#[test]
fn the_final_report_leads_back_to_the_decisive_actions() {
    let folder = desk();
    let session = fought_out(&folder, 3);
    let plays = session.plays();
    shown(session, false, |app| {
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("The battle is over") && screen.contains("rolls succeeded,"), "{screen}");
        assert!(screen.contains("Decisive actions"), "{screen}");
        let line = screen.lines().find(|line| line.contains("action ")).unwrap();
        let play: u32 =
            line.split("action ").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
        let back = typed(app, "Enter");
        assert!(back.contains(&format!("after action {play} of {plays}")), "{back}");
        assert_eq!(app.session().unwrap().shown(), Some(play));
        let report = typed(app, "Esc");
        assert_eq!(app.session().unwrap().shown(), None);
        assert!(!report.contains("after play"), "{report}");
    });
}

#[test]
fn a_temper_that_was_a_surprise_is_told_once_the_battle_is_over() {
    let folder = desk();
    let surprise = Manner { temper: Temper::Surprise, ..Level::Normal.steady() };
    let temper = |seed| surprise.settled(seed).temper;
    let bold = (1..).find(|&seed| temper(seed) == Temper::Bold).unwrap();
    let mut running = start(&folder, &drive(), bold, DiceKind::Seeded);
    running.set_seat(Side::B, Seat::Program(surprise));
    assert_eq!(running.surprise(Side::B), None, "not while it lasts");
    let mut session = fought_out(&folder, bold);
    assert_eq!(session.surprise(Side::B), None, "a temper that was chosen needs no telling");
    session.set_seat(Side::B, Seat::Program(surprise));
    let name = session.view(Side::A).sides[1].name.clone();
    shown(session, false, |app| {
        let mut told = text(&drawn(app, 80, 24));
        for _ in 0..60 {
            told.push_str(&typed(app, "Down"));
        }
        assert!(told.contains(&format!("The computer played the {name} boldly.")), "{told}");
    });
}

#[test]
fn a_saved_game_is_watched_from_its_beginning() {
    let folder = desk();
    let session = fought_out(&folder, 3);
    let all = session.plays();
    let lost = session.log().iter().find(|line| line.event.tone == standto::game::Tone::Loss).unwrap().play;
    shown(session, true, |app| {
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains(&format!("after action 0 of {all}")), "{screen}");
        let screen = typed(app, "> >");
        assert!(screen.contains(&format!("after action 2 of {all}")), "{screen}");
        let screen = typed(app, "<");
        assert!(screen.contains(&format!("after action 1 of {all}")), "{screen}");
        let screen = typed(app, "*");
        assert!(screen.contains(&format!("after action {lost} of {all}")), "{screen}");
        let screen = typed(app, "} }");
        assert!(
            screen.contains("Turn 3, after action") || screen.contains(&format!("action {all} of")),
            "{screen}"
        );
        let screen = typed(app, "{ {");
        assert!(screen.contains("Turn 1, after action"), "{screen}");
        // A player who only watches can play nothing.
        typed(app, "Enter p d");
        assert_eq!(app.session().unwrap().plays(), all);
    });
}

/// Fires the best attack of the plan if there is one, and passes everything else.
pub fn pass_or_fire(app: &mut App) -> String {
    let keys = match kind(app) {
        "deploy" => "d",
        "posture" => "Esc p",
        "fire-target" => "F Enter",
        "react" | "cover-target" => "H",
        _ => "p",
    };
    typed(app, keys)
}

#[test]
fn standing_orders_name_target_kinds_and_are_saved_at_once() {
    let folder = desk();
    let session = start(&folder, &drive(), 1, DiceKind::Seeded);
    let path = session.save_path().unwrap().to_path_buf();
    shown(session, false, |app| {
        keys(app, "Enter , o");
        let mut screen = settle(app);
        for _ in 0..12 {
            if screen.contains("fire at armour") {
                break;
            }
            screen = typed(app, "Right");
        }
        assert!(screen.contains("< fire at armour"), "{screen}");
        let plays = app.session().unwrap().plays();
        let kept = crate::desk::text(&path);
        assert!(kept.contains("standing = \"side a: at armour\\n\""), "{kept}");
        let screen = typed(app, "Right");
        assert!(screen.contains("< fire at infantry"), "{screen}");
        let screen = typed(app, "Left Left");
        assert!(screen.contains("< fire within 12"), "{screen}");
        typed(app, "Right Enter");
        assert_eq!(app.session().unwrap().plays(), plays, "an order is not an action");
        assert_eq!(app.session().unwrap().undo_totals().plays, 0, "and undoes nothing");
    });
    // The game is resumed with its orders, and the journal is complete.
    let (again, _) = folder.front().resume(&path).unwrap();
    assert_eq!(again.standing(), "side a: at armour\n");
    assert_eq!(again.undo_totals().plays, 0);
    drop(again);
    folder.good(&["replay", path.to_str().unwrap(), "--verify"]);
}

#[test]
fn no_choices_are_listed_while_the_computer_plays() {
    let folder = desk();
    shown(introductory(&folder), false, |app| {
        keys(app, "Enter d");
        assert!(app.thinking().is_some(), "the computer plays now");
        keys(app, "/");
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("There is nothing to choose now."), "{screen}");
        assert!(!screen.contains("Choices"), "an empty list would keep the program waiting:\n{screen}");
    });
    let folder = desk();
    shown(introductory(&folder), false, |app| {
        // A list that is open is waited for, a text is not.
        keys(app, "Enter d , o");
        assert!(app.thinking().is_none());
        let screen = text(&drawn(app, 200, 60));
        assert!(screen.contains("the computer waits while a window is open"), "{screen}");
        keys(app, "Esc , w");
        assert!(app.thinking().is_none());
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("the computer waits until you continue"), "{screen}");
        keys(app, ", w =");
        assert!(app.thinking().is_some(), "it plays on under the briefing");
        keys(app, "Esc");
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("the computer plays. Space skips to your next decision."), "{screen}");
        assert!(!screen.contains("thinking"), "it does not think for long: {screen}");
    });
}

/// Plays to the end, the side of the player at random like the other.
fn plays_out(session: &mut dyn Session) {
    while let Some(decision) = session.decision() {
        let seat = session.seat(decision.side);
        session.set_seat(decision.side, Seat::program(Level::Random));
        let choice = session.think().unwrap()();
        session.set_seat(decision.side, seat);
        session.play(&choice).unwrap();
    }
}

#[test]
fn a_look_at_the_computers_side_is_recorded_and_told_at_the_end() {
    let folder = desk();
    let tank = |kind: &str, at: &str| stand(kind, at, "");
    let text = field(
        60,
        2,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"") + &tank("Panzer IV F2-H (7.5cm)", "1004")),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &tank("T-34c", "1009")),
    );
    let mut session = start(&folder, &text, 5, DiceKind::Seeded);
    session.take_seat(Side::B, Seat::Human).unwrap();
    // Even if the program is killed now, the look is on disk.
    let path = session.save_path().unwrap().to_path_buf();
    drop(session);
    let (mut session, _) = folder.front().resume(&path).unwrap();
    assert_eq!(session.changed_seats(), [false, true]);
    assert_eq!((session.plays(), session.seat(Side::B)), (0, Seat::Human));
    session.take_seat(Side::B, Seat::program(Level::Random)).unwrap();
    plays_out(&mut *session);
    shown(session, false, |app| {
        let report = typed(app, "PgDn PgDn");
        assert!(report.contains("The player of the soviets changed"), "{report}");
    });
    let records = folder.front().statistics().unwrap().all().unwrap();
    assert_eq!(records.entries.len(), 1);
    assert_eq!(records.entries[0].sides[1].1, standto::library::PlayerKind::Several, "it does not count");
    let replayed = folder.good(&["replay", path.to_str().unwrap(), "--verify"]);
    assert!(replayed.contains("The player changed during the battle: soviets."), "{replayed}");
}

#[test]
fn the_computers_side_is_taken_only_after_a_question() {
    let folder = desk();
    let path = folder.write(
        "field.toml",
        field(
            60,
            2,
            &stand("Infantry HQ", "0101", "role = \"GHQ+3\""),
            &stand("Infantry HQ", "3014", "role = \"GHQ+0\""),
        ),
    );
    let front = folder.front();
    let seats = [Seat::program(Level::Random), Seat::Human];
    let game = standto::library::NewGame { seats, seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(path.to_str().unwrap()).unwrap(), &game).unwrap();
    let mut own = standto::cli::LibraryServices::new(front);
    let options = standto::tui::Options { start: Some(session), ..crate::fake::options("mono", None) };
    let mut app = App::new(&mut own, options).unwrap();
    let seat = |app: &App| app.session().unwrap().seat(Side::A);
    // While the computer thinks.
    keys(&mut app, "Esc , s");
    let asked = text(&drawn(&mut app, 80, 24));
    assert!(asked.contains("Take over the germans from the computer?"), "{asked}");
    keys(&mut app, "Esc");
    assert_eq!((seat(&app), app.session().unwrap().changed_seats()), (seats[0], [false; 2]));
    keys(&mut app, ", s Enter");
    assert_eq!((seat(&app), app.session().unwrap().changed_seats()), (Seat::Human, [true, false]));
    let told = text(&drawn(&mut app, 80, 24));
    assert!(told.contains("no longer counts"), "{told}");
}
