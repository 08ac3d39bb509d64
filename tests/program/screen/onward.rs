//! The next step is never a riddle: Enter while a unit moves, keys that a tutorial names, the key that passes, and
//! sentences too long for the screen.

use standto::game::{Act, Seat, Session, Side};

use super::asked::shown;
use super::given::{COMPUTER, GUNS, TANKS, begin, plays, until};
use super::odds::{closed, on};
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, settle, text, typed};

const STAND: &str = "tests/scenarios/skirmish.toml";
const GROUPS: &str = "scenarios/fireandmove/crossroads.toml";
const GAMES: [&str; 4] = [STAND, TANKS, GUNS, GROUPS];

/// The last three lines: the question, what Enter does, the keys.
fn prompt(screen: &str) -> Vec<&str> {
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - 3..].to_vec()
}

#[test]
fn enter_while_a_unit_moves_asks_where_to() {
    for file in GAMES {
        let steers = |session: &dyn Session| {
            session.choices().iter().any(|choice| choice.act == Act::Step && choice.heading.is_some())
        };
        on(file, steers, |app| {
            let screen = closed(app);
            let before = plays(app);
            let told = prompt(&screen)[1].to_owned();
            // A unit that may not stay has its way highlighted.
            if told.starts_with("> ") || told.starts_with("March") {
                return;
            }
            let screen = typed(app, "Enter");
            let asks = "Move the cursor to the destination, then Enter.";
            assert!(screen.contains(asks), "{file}: {screen}");
            let screen = typed(app, "Enter");
            assert!(screen.contains(asks), "{file}: a second Enter steps nowhere\n{screen}");
            assert_eq!(plays(app), before, "{file}");
            // Esc leads back to steps.
            let screen = typed(app, "Esc");
            assert!(prompt(&screen)[1].contains(&told[..20.min(told.len())]), "{file}: {screen}");
        });
    }
}

#[test]
fn a_key_that_a_tutorial_names_works_while_its_text_is_open() {
    let folder = desk();
    let session = begin(&folder, "scenarios/matg/first-steps.toml", 7, [Seat::Human, COMPUTER]);
    shown(session, false, |app| {
        // The briefing, then the first text.
        let screen = typed(app, "Enter");
        assert!(screen.contains("Press d to begin.") && screen.contains("Enter continues."), "{screen}");
        let screen = typed(app, "Down");
        assert!(screen.contains("Press d to begin."), "the text scrolls: {screen}");
        let before = plays(app);
        keys(app, "d");
        assert!(plays(app) > before, "{}", settle(app));
    });
}

#[test]
fn the_key_for_passing_ends_the_turn_from_within_a_groups_orders() {
    let folder = desk();
    let session = begin(&folder, "scenarios/fireandmove/village.toml", 7, [Seat::Human, COMPUTER]);
    shown(session, false, |app| {
        closed(app);
        keys(app, "Enter");
        let screen = settle(app);
        assert!(screen.contains("Play a card on "), "{screen}");
        let screen = typed(app, "d");
        assert!(screen.contains("! Nothing to end yet. Choose, or go back (c)."), "{screen}");
        let screen = typed(app, "p");
        let asks = "No group has acted this turn and you hold 5 cards. Same key again confirms.";
        assert!(screen.contains(asks), "{screen}");
        drawn(app, 80, 24);
        let before = plays(app);
        keys(app, "p");
        assert!(plays(app) > before);
        // Where nothing can be passed, the key says what comes first.
        settle(app);
        if kind(app) == "discards" {
            let screen = typed(app, "p");
            assert!(screen.contains("! Not yet. First: refill your hand (d)."), "{screen}");
        }
    });
}

#[test]
fn preparatory_fire_is_spread_over_the_best_targets() {
    let folder = desk();
    let session = begin(&folder, "scenarios/matg/state-farm-79.toml", 7, [Seat::Human, COMPUTER]);
    shown(session, false, |app| {
        keys(app, "Enter");
        closed(app);
        let mut targets: Vec<String> = Vec::new();
        while kind(app) == "preparation" {
            let screen = settle(app);
            if !screen.contains("Choose a target for the next battery.") {
                break;
            }
            targets.push(prompt(&screen)[1].trim_start_matches("> At ").trim().to_owned());
            // The target, then its sheaf.
            keys(app, "Enter Enter");
        }
        assert!(targets.len() > 2, "{targets:?}");
        let named = targets.iter().all(|target| target.len() == 4);
        let mut apart = targets.clone();
        apart.sort();
        apart.dedup();
        assert!(named && apart.len() == targets.len(), "{targets:?}");
    });
}

#[test]
fn long_lines_give_up_names_before_results() {
    for file in GAMES {
        let folder = desk();
        let mut session = begin(&folder, file, 11, [Seat::Human; 2]);
        until(&mut *session, |session| session.plays() >= 250 || session.view(Side::A).turn > 3);
        shown(session, false, |app| {
            closed(app);
            let count = app.session().unwrap().log().len();
            let mut screen = typed(app, "e");
            for _ in 0..count.min(120) {
                let cut = |row: &&str| row.contains("~ ") || row.trim_end().ends_with('~');
                let faulty: Vec<&str> = screen.lines().skip(1).filter(cut).collect();
                assert!(faulty.is_empty(), "{file}: {faulty:?}\n{screen}");
                screen = typed(app, "Up");
            }
            // The line at the cursor is told whole.
            keys(app, "Esc");
            text(&drawn(app, 80, 24));
        });
    }
}

#[test]
fn units_are_sent_on_board_where_the_enemy_has_the_least_chance() {
    let folder = desk();
    let session = begin(&folder, "scenarios/aslsk/s09-ambitious-assault.toml", 7, [COMPUTER, Seat::Human]);
    shown(session, false, |app| {
        let screen = closed(app);
        assert!(prompt(&screen)[1].starts_with("March: "), "{screen}");
        let session = app.session().unwrap();
        let lead = session.choices().iter().find(|choice| choice.act == Act::Begin).unwrap().pieces[0];
        let reach: Vec<_> = session.aids().routes(&[lead]).unwrap().reach();
        let chance = |cell| session.aids().risk(lead, cell).map_or(0.0, |risk| risk.worst());
        let proposed = chance(app.cursor().unwrap());
        let worst =
            reach.iter().filter(|(_, turn)| *turn == 0).map(|(cell, _)| chance(*cell)).fold(0.0, f64::max);
        assert!(proposed < 0.3 && worst > 0.5, "{proposed} {worst}\n{screen}");
    });
}

#[test]
fn the_cursor_moves_sideways_along_the_edge_of_a_map_of_hexes() {
    let folder = desk();
    let session = begin(&folder, "scenarios/aslsk/s09-ambitious-assault.toml", 7, [COMPUTER, Seat::Human]);
    shown(session, false, |app| {
        closed(app);
        // Up to the edge, then from hex to hex along it.
        keys(app, "Up Up Up Up Up Up");
        for key in ["Left", "Left", "Right", "Right", "Right"] {
            let before = app.cursor().unwrap();
            keys(app, key);
            let after = app.cursor().unwrap();
            assert_eq!((after.x - before.x).abs(), 1, "{key}: {before} {after}");
        }
    });
}
