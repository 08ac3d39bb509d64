//! Shots by keys: the best first, what waiting would bring, and none given up without a question.

use standto::game::gesture::Wanted;
use standto::game::view::PieceId;
use standto::game::{Act, Seat, Session};

use super::asked::shown;
use super::given::{TANKS, begin, closed, plays, prompt, until};
use crate::desk::{Desk, desk};
use crate::fake::{drawn, keys, text, typed};

/// A Panzertruppe battle in which several vehicles have targets.
fn to_shots(folder: &Desk) -> Box<dyn Session> {
    for seed in 1..40 {
        let mut session = begin(folder, TANKS, seed, [Seat::Human; 2]);
        let many = |session: &dyn Session| {
            session.choices().iter().filter(|choice| choice.verb == "fire").count() > 2
        };
        if until(&mut *session, many) {
            return session;
        }
    }
    panic!("no vehicle ever has a target");
}

#[test]
fn shots_are_listed_and_highlighted_best_first() {
    let folder = desk();
    shown(to_shots(&folder), false, |app| {
        closed(app);
        let before = plays(app);
        let session = app.session().unwrap();
        let fires = session.choices().iter().filter(|choice| choice.verb == "fire");
        let chance = |notation: &str| {
            let preview = session.preview(notation).unwrap();
            preview.result.iter().skip(1).map(|(_, chance)| chance).sum::<f64>()
        };
        let best = fires.clone().map(|choice| chance(&choice.notation)).fold(0.0, f64::max);
        let best = fires.filter(|choice| chance(&choice.notation) > best - 0.001).map(|c| c.label.clone());
        let best: Vec<String> = best.collect();
        let screen = text(&drawn(app, 80, 24));
        let shown = prompt(&screen)[1].to_owned();
        assert!(best.iter().any(|label| shown.starts_with(&format!("> {label}"))), "{best:?}\n{screen}");
        let screen = typed(app, "F");
        assert!(screen.contains("Fire plan: ") && screen.contains("kill "), "{screen}");
        assert_eq!(plays(app), before, "{screen}");
    });
}

#[test]
fn holding_for_a_better_shot_starts_from_the_shot_declined() {
    for seed in 1..30 {
        let folder = desk();
        let mut session = begin(&folder, TANKS, seed, [Seat::Human; 2]);
        let reacts = |session: &dyn Session| {
            session.choices().iter().any(|choice| choice.act == Act::Hold)
                && session.choices().iter().any(|choice| {
                    choice.act != Act::Hold
                        && session.preview(&choice.notation).is_some_and(|preview| !preview.rolls.is_empty())
                })
        };
        if !until(&mut *session, reacts) {
            continue;
        }
        shown(session, false, |app| {
            closed(app);
            let before = plays(app);
            let screen = typed(app, "B");
            assert!(!screen.contains("better than 0%"), "{screen}");
            let told = screen.contains("asked only about shots better than ");
            assert!(told || screen.contains("No shot to compare with"), "{screen}");
            assert_eq!(told, plays(app) > before, "{screen}");
        });
        return;
    }
    panic!("no reaction is ever offered");
}

#[test]
fn a_mover_is_one_prompt_with_every_firer_best_first_and_what_waiting_brings() {
    for seed in 1..60 {
        let folder = desk();
        let mut session = begin(&folder, TANKS, seed, [Seat::Human; 2]);
        let several = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == "ambush")
                && session.aids().attacks(&Wanted::of(2.0)).iter().filter(|attack| attack.harm > 0.1).count()
                    > 1
        };
        if !until(&mut *session, several) || session.outcome().is_some() {
            continue;
        }
        let best = session.aids().attacks(&Wanted::of(2.0)).remove(0);
        let side = session.decision().unwrap().side;
        let tag = |id: PieceId, session: &dyn Session| {
            session.view(side).pieces.iter().find(|piece| piece.id == id).unwrap().tag.clone()
        };
        let firer = tag(best.firers[0], &*session);
        shown(session, false, |app| {
            let screen = closed(app);
            assert!(screen.contains(" shots, best first; F chooses"), "{screen}");
            let first = screen.lines().skip_while(|line| !line.contains("best first")).nth(1).unwrap();
            assert!(first.trim_start().starts_with(&format!("{firer} at ")), "{first}\n{screen}");
            assert!(screen.contains("; hold: "), "{screen}");
            let before = app.session().unwrap().log().len();
            keys(app, "Enter");
            let log = app.session().unwrap().log();
            let told = |line: &standto::game::LogLine| {
                line.event.side == Some(side) && line.event.text.contains(&format!("{firer} "))
            };
            assert!(log[before..].iter().any(told), "{firer} fires: {screen}");
        });
        return;
    }
    panic!("several units never see the same mover");
}

/// Reaches a fire phase with a good shot and presses the key that ends it.
fn ends_a_fire_phase(file: &str, kind: &str) {
    for seed in 1..60 {
        let folder = desk();
        let mut session = begin(&folder, file, seed, [Seat::Human; 2]);
        let pass = |session: &dyn Session| {
            session
                .choices()
                .iter()
                .find(|choice| choice.act == Act::Pass)
                .map(|choice| choice.notation.clone())
        };
        let good = |session: &dyn Session| {
            session.decision().is_some_and(|now| now.kind == kind)
                && pass(session).is_some_and(|pass| session.caution(&pass).is_some())
        };
        if !until(&mut *session, good) || session.outcome().is_some() {
            continue;
        }
        let lost = session.caution(&pass(&*session).unwrap()).unwrap();
        assert!(lost.starts_with("Shots given up: ") && lost.contains('%'), "{lost}");
        shown(session, false, |app| {
            closed(app);
            let before = plays(app);
            let screen = typed(app, "p");
            assert_eq!(plays(app), before, "{screen}");
            assert!(screen.contains("Shots given up: "), "{screen}");
            keys(app, "p");
            assert!(plays(app) > before, "the same key confirms");
        });
        return;
    }
    panic!("no good shot in any of these games");
}

#[test]
fn a_fire_phase_does_not_end_with_good_shots_left_without_a_question() {
    ends_a_fire_phase(TANKS, "fire");
    ends_a_fire_phase("tests/scenarios/skirmish.toml", "fire-target");
    ends_a_fire_phase("scenarios/aslsk/s09-ambitious-assault.toml", "fire");
}
