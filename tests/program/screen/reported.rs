//! Reports to the player: the enemy's turn, phases that pass by, and the end of a battle.

use std::path::Path;
use std::time::Duration;

use standto::deeds;
use standto::game::{LogLine, Seat, Session, Side, Tone};
use standto::spoken::{self, Talk};
use standto::tui::App;

use super::asked::{introductory, shown};
use super::given::{COMPUTER, GUNS, STEPS, TANKS, begin, plays, until};
use crate::desk::{self, Desk, desk};
use crate::fake::{drawn, keys, kind, settle, text, typed};

/// The rows of the report on a screen.
fn report(screen: &str) -> Vec<&str> {
    let rows = screen.lines().skip_while(|line| !line.starts_with("Since your last decision"));
    let rows: Vec<&str> = rows.skip(1).collect();
    rows[..rows.len().saturating_sub(3)].to_vec()
}

/// Plays on with passes until a report is open that Enter must close.
fn to_report(app: &mut App) -> Option<String> {
    let mut screen = settle(app);
    for _ in 0..120 {
        if screen.contains("Enter closes") {
            return Some(screen);
        }
        screen = match kind(app) {
            "over" => return None,
            _ if screen.contains("Enter continues.") || screen.contains("Enter begins") => {
                typed(app, "Enter")
            }
            "first-fire" => typed(app, "H"),
            "designate" | "posture" => typed(app, "Esc d"),
            "combat" => typed(app, "Enter"),
            _ => typed(app, "p p"),
        };
    }
    None
}

#[test]
fn the_enemys_turn_is_reported_worst_first_and_enter_only_closes_the_report() {
    let mut found = false;
    for seed in 1..12 {
        let folder = desk();
        let mut session = begin(&folder, GUNS, seed, [Seat::Human; 2]);
        if !until(&mut *session, |session| session.view(Side::A).turn == 2) {
            continue;
        }
        session.set_seat(Side::B, COMPUTER);
        shown(session, false, |app| {
            let Some(screen) = to_report(app) else { return };
            let before = plays(app);
            let rows = report(&screen);
            assert!(!rows.is_empty() && rows[0].starts_with(['*', '-', '+']), "{screen}");
            let result =
                |row: &&str| ["BROKEN", "ELIMINATED", "REDUCED"].iter().any(|word| row.contains(word));
            if let Some(worst) = rows.iter().position(result) {
                assert!(worst < 3, "a loss is not below what did nothing: {screen}");
                found = true;
            }
            assert!(!rows.iter().any(|row| row.contains('~')), "nothing is cut: {screen}");
            let stepped = typed(app, "n");
            assert!(stepped.contains("Since your last decision: 1 of "), "{stepped}");
            let closed = typed(app, "Enter");
            assert_eq!(plays(app), before, "Enter plays nothing: {closed}");
            assert!(!closed.contains("Enter closes"), "{closed}");
            let again = typed(app, "n");
            assert!(again.contains("Since your last decision: 1 of "), "it can be read again: {again}");
        });
        if found {
            return;
        }
    }
    panic!("no report with a loss in any of these games");
}

#[test]
fn a_roll_is_told_by_its_result_first() {
    let folder = desk();
    shown(introductory(&folder), false, |app| {
        let mut screen = typed(app, "Enter");
        for _ in 0..60 {
            let log = app.session().unwrap().log();
            let rolled = log.iter().map(|line| line.event.text.as_str());
            let rolled: Vec<&str> = rolled.filter(|text| text.contains(": rolled ")).collect();
            if let Some(text) = rolled.first() {
                let result = text.split(": rolled ").next().unwrap();
                assert!(result.ends_with("MOVES") || result.ends_with("STAYS"), "{text}");
                assert!(text.contains(", needs "), "{text}");
                return;
            }
            screen = match kind(app) {
                "deploy" => typed(app, "d"),
                "posture" => typed(app, "Enter p"),
                "order" | "independent" => typed(app, "Enter"),
                "react" | "cover-target" => typed(app, "H"),
                _ => typed(app, "p"),
            };
        }
        panic!("no roll to move: {screen}");
    });
}

#[test]
fn a_fire_phase_without_a_target_says_why() {
    for (file, arc) in [(TANKS, true), ("tests/scenarios/skirmish.toml", false)] {
        let passes = |session: &dyn Session| -> Vec<String> {
            let lines = session.log().iter().filter(|line| line.event.text.starts_with("your fire phase: "));
            let own =
                lines.clone().all(|line| line.event.side.is_some() && line.event.only == line.event.side);
            assert!(own, "the enemy is not told");
            lines.map(|line| line.event.text.clone()).collect()
        };
        let mut told = Vec::new();
        for seed in 1..8 {
            let folder = desk();
            let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
            until(&mut *session, |session| session.outcome().is_some());
            told.extend(passes(&*session));
        }
        let known = [
            "no target in sight",
            "no shot that could hit",
            "no target in range and sight",
            "no weapon is ready",
            "no stand may fire",
        ];
        let misses = |text: &String| {
            text.contains("no target in arc; ") && text.contains(" misses ") && text.contains('°')
        };
        assert!(!told.is_empty(), "{file}");
        assert!(
            told.iter().all(|text| misses(text) || known.iter().any(|why| text.ends_with(why))),
            "{told:?}"
        );
        assert!(!arc || told.iter().any(misses), "{told:?}");
        // Tanks that see each other from edge to edge may not fire on the move at that range.
        assert!(!arc || told.iter().any(|text| text.ends_with("no shot that could hit")), "{told:?}");
    }
}

#[test]
fn space_skips_what_the_computer_does() {
    let folder = desk();
    shown(introductory(&folder), false, |app| {
        keys(app, "Enter d");
        assert!(app.thinking().is_some());
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("Space skips to your next decision"), "{screen}");
        keys(app, "Space");
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("plays without pauses"), "{screen}");
        assert_eq!(app.beat().least, Duration::ZERO);
        settle(app);
    });
}

#[test]
fn the_end_of_a_battle_has_its_screen_with_a_rematch() {
    let folder = desk();
    let mut session = begin(&folder, STEPS, 4, [Seat::Human; 2]);
    assert!(until(&mut *session, |session| session.outcome().is_some()));
    for (side, seat) in Side::BOTH.into_iter().zip([Seat::Human, COMPUTER]) {
        session.set_seat(side, seat);
    }
    let names = session.view(Side::A).sides.map(|side| side.name);
    shown(session, false, |app| {
        let screen = text(&drawn(app, 80, 24));
        let result = ["V I C T O R Y", "D E F E A T", "D R A W"];
        assert!(result.iter().any(|word| screen.contains(word)), "{screen}");
        assert!(screen.contains("The battle is over") && screen.contains("luck: "), "{screen}");
        for name in &names {
            assert!(screen.contains(&format!("{name}: lost ")), "{screen}");
        }
        let mut screen = screen;
        for _ in 0..20 {
            if screen.contains("Return to the title") {
                break;
            }
            screen = typed(app, "j");
        }
        assert!(
            screen.contains("Rematch with the sides changed") && screen.contains("Next battle: "),
            "{screen}"
        );
        // Esc closes it, Enter opens it again.
        let closed = typed(app, "Esc");
        assert!(!closed.contains("Rematch") && closed.contains("final report"), "{closed}");
        typed(app, "Enter");
        typed(app, "/");
        let screen = typed(app, "R e m a t c h Enter");
        assert!(screen.contains(&format!("{} against the computer", names[1])), "{screen}");
        keys(app, "Enter");
        let seat = |side| app.session().unwrap().seat(side);
        assert_eq!((seat(Side::A), seat(Side::B)), (COMPUTER, Seat::Human), "Enter begins it");
    });
}

/// A finished battle from the saves, with its first side at the keyboard.
fn finished(folder: &Desk, name: &str) -> Box<dyn Session> {
    let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name);
    let copy = folder.write("finished.toml", desk::text(&save));
    let mut session = folder.front().resume(&copy).unwrap().0;
    session.set_seat(Side::A, Seat::Human);
    session
}

/// The final report on one line, without its frame.
fn final_report(session: Box<dyn Session>) -> String {
    let mut report = String::new();
    shown(session, false, |app| {
        let screen = text(&drawn(app, 80, 24)).replace('|', " ");
        report = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    });
    report
}

#[test]
fn rolls_made_in_secret_count_alike_in_every_report() {
    let folder = desk();
    let session = finished(&folder, "v2/matg-introductory-39.toml");
    let log = session.whole_log();
    let rolled = |tone| matches!(tone, Tone::Success | Tone::Failure);
    let secret = |line: &LogLine| line.event.only == Some(Side::B) && line.event.likely.is_some();
    assert!(log.iter().any(|line| secret(line) && rolled(line.event.tone)), "a secret roll");
    let luck = Side::BOTH.map(|side| deeds::luck(log, side).in_words().unwrap());
    let path = session.save_path().unwrap().to_str().unwrap().to_owned();
    let on_screen = final_report(session);
    let summary = folder.good(&["report", &path, "--text"]);
    let mut lines = Vec::new();
    let talk = Talk { input: &mut &b""[..], out: &mut lines, sign: "" };
    assert!(spoken::hold(finished(&folder, "v2/matg-introductory-39.toml"), talk).unwrap());
    for report in [on_screen, summary, String::from_utf8(lines).unwrap()] {
        luck.iter().for_each(|luck| assert!(report.contains(luck), "{luck}: {report}"));
    }
}

#[test]
fn every_figure_lost_is_told_with_its_group() {
    let folder = desk();
    let session = finished(&folder, "v1/fireandmove-crossroads-7.toml");
    let lost = Side::BOTH.map(|side| session.view(side).sides[side.index()].lost);
    assert_eq!(lost, [1, 1]);
    let report = final_report(session);
    for side in ["Germans: lost 1 of 22", "Russians: lost 1 of 30"] {
        let told = report.split(side).nth(1).unwrap_or_else(|| panic!("{report}"));
        let told = told.split(" lost: ").nth(1).unwrap_or_else(|| panic!("{report}"));
        assert!(told.starts_with("1 in "), "{report}");
    }
}
