//! Tutorials: three lessons for each game, in order, each text shown at the decision it is about.

use std::collections::BTreeSet;

use standto::cli::LibraryServices;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Session, Side};
use standto::library::{Library, NewGame};
use standto::tui::{App, Options};

use crate::desk::{Desk as Folder, desk};
use crate::fake::{drawn, keys, options, settle, text};

const LESSONS: [(&str, [&str; 3]); 4] = [
    ("matg", ["first-steps", "first-steps-2", "first-steps-3"]),
    ("aslsk", ["steps-1-infantry", "steps-2-weapons", "steps-3-guns"]),
    ("panzertruppe", ["steps-1-move-fire", "steps-2-reactions", "steps-3-winning"]),
    ("fireandmove", ["steps-1-move-fire", "steps-2-reactions", "steps-3-winning"]),
];

fn begin(front: &Library, name: &str, seed: u64, seats: [Seat; 2]) -> Box<dyn Session> {
    let scenario = front.scenario(name).unwrap();
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    front.start(&scenario, &game).unwrap()
}

/// The computer plays both sides; returns the kinds of decision that the player's side came to, with the turn.
fn decisions(folder: &Folder, name: &str, seed: u64, own: Level) -> BTreeSet<(&'static str, u32)> {
    let mut session = begin(&folder.front(), name, seed, [own, Level::Normal].map(Seat::program));
    let mut kinds = BTreeSet::new();
    while let Some(decision) = session.decision() {
        if decision.side == Side::A {
            kinds.insert((decision.kind, session.view(Side::A).turn));
        }
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    kinds
}

#[test]
fn every_game_has_three_lessons_that_end_with_what_comes_next() {
    let folder = desk();
    let front = folder.front();
    for (ruleset, lessons) in LESSONS {
        for (place, name) in lessons.iter().enumerate() {
            let scenario = front.scenario(&format!("{ruleset}/{name}")).unwrap();
            let view = scenario.open().unwrap().0.view();
            assert!(view.teaches, "{ruleset}/{name}");
            assert!(!view.lesson.learnt.is_empty() && !view.lesson.next.is_empty(), "{ruleset}/{name}");
            // The next lesson by its title.
            if let Some(next) = lessons.get(place + 1) {
                let next = front.scenario(&format!("{ruleset}/{next}")).unwrap().open().unwrap().0.view();
                assert_eq!(view.lesson.next, next.title, "{ruleset}/{name}");
            }
        }
    }
}

/// A lesson nobody comes to is a lesson lost.
#[test]
fn every_text_comes_up_when_the_computer_plays() {
    let folder = desk();
    for (ruleset, lessons) in LESSONS {
        for name in lessons {
            let name = format!("{ruleset}/{name}");
            let view = folder.front().scenario(&name).unwrap().open().unwrap().0.view();
            if view.lesson.moments.is_empty() {
                continue;
            }
            // A player who stands still is asked about ambushes that one who advances is not.
            let levels = [Level::Normal, Level::Statue];
            let games = (1..=3).flat_map(|seed| levels.map(|own| decisions(&folder, &name, seed, own)));
            let met: BTreeSet<_> = games.flatten().collect();
            for moment in &view.lesson.moments {
                let comes = met.iter().any(|(kind, turn)| *kind == moment.at && *turn >= moment.turn);
                assert!(comes, "{name}: \"{}\" from turn {} of {met:?}", moment.at, moment.turn);
            }
        }
    }
}

#[test]
fn the_first_text_opens_after_the_briefing_and_only_once() {
    let folder = desk();
    let session = begin(
        &folder.front(),
        "panzertruppe/steps-1-move-fire",
        5,
        [Seat::Human, Seat::program(Level::Easy)],
    );
    let mut services = LibraryServices::new(folder.front());
    let start = Options { start: Some(session), ..options("mono", None) };
    let mut app = App::new(&mut services, start).unwrap();
    let briefing = text(&drawn(&mut app, 100, 40));
    assert!(briefing.contains("strong") && briefing.contains(": 2 PzIV H"), "{briefing}");
    keys(&mut app, "Enter");
    let lesson = settle(&mut app);
    assert!(lesson.contains("Lesson") && lesson.contains("A turn has ten phases"), "{lesson}");
    keys(&mut app, "Enter");
    let screen = settle(&mut app);
    assert!(!screen.contains("A turn has ten phases"), "{screen}");
}

#[test]
fn the_final_report_says_what_was_learnt() {
    let folder = desk();
    let mut session = begin(&folder.front(), "aslsk/steps-1-infantry", 2, [Seat::program(Level::Random); 2]);
    while session.decision().is_some() {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    let mut services = LibraryServices::new(folder.front());
    let mut app = App::new(&mut services, Options { start: Some(session), ..options("mono", None) }).unwrap();
    let report = text(&drawn(&mut app, 100, 40));
    assert!(report.contains("What you have learnt: Fire Groups with a leader"), "{report}");
    assert!(report.contains("Next: First Steps 2: Weapons"), "{report}");
}
