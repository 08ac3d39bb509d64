//! Proposals and messages to a player: tutorials, groups, zones, refusals, results.

use super::asked::{at, field, on_to_move, said, shown, stand, start};
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, options, settle, text, typed};
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat};
use standto::library::NewGame;
use standto::tui::{App, Options};

/// A built-in battle with the first side at the keyboard, against random choices.
fn battle(name: &str, seed: u64, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario(name).unwrap(), &game).unwrap();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    play(&mut app);
}

/// The message in the prompt, or the highlighted choice if there is none.
fn told(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().skip(21).collect();
    let message = lines.iter().position(|line| line.starts_with("! "));
    let rest = |at: usize| if at == 0 { lines.get(2).copied().unwrap_or_default() } else { "" };
    message.map_or(lines[1].to_owned(), |at| format!("{} {}", lines[at], rest(at).trim()).trim().to_owned())
}

#[test]
fn a_skipped_phase_is_explained_before_the_next() {
    let mut seen = 0;
    for seed in 1..4 {
        battle("matg/first-steps", seed, |app| {
            let (mut explained, mut by) = (false, false);
            let mut screen = settle(app);
            for _ in 0..60 {
                explained |= screen.contains("Turn 1: Move");
                by |= screen.contains("Turn 1: Move (skipped)");
                assert!(explained || !screen.contains("A turn is over."), "{screen}");
                if kind(app) == "over" || screen.contains("A turn is over.") {
                    break;
                }
                screen = match kind(app) {
                    _ if screen.contains("Enter continues.") || screen.contains("Enter begins.") => {
                        typed(app, "Enter")
                    }
                    "deploy" => typed(app, "d"),
                    "posture" => typed(app, "Esc p"),
                    "react" | "cover-target" => typed(app, "H"),
                    _ => typed(app, "p"),
                };
            }
            assert!(explained);
            seen += u32::from(by);
        });
    }
    assert!(seen > 0, "in none of these games was the first movement phase (skipped)");
}

/// Dug-in infantry and infantry in the open, with the enemy far away.
fn dug_in() -> String {
    field(
        100,
        4,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"")
            + &stand("Infantry '43", "0504", "")
            + &stand("Infantry '43", "1504", "")
            + &stand("105mm Wespe [3]", "2003", "")
            + "[[side.position]]\nkind = \"light\"\nat = [\"0504\"]\n"),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &stand("Infantry SMG", "2914", "")),
    )
}

/// From the briefing to the proposed groups.
fn groups(app: &mut App) -> String {
    keys(app, "Enter d");
    let screen = settle(app);
    assert!(screen.contains("Groups for this turn"), "{screen}");
    screen
}

fn line<'a>(screen: &'a str, word: &str) -> &'a str {
    screen.lines().find(|line| line.contains('<') && line.contains(word)).unwrap()
}

#[test]
fn dug_in_stands_with_no_enemy_in_sight_are_proposed_to_stay() {
    let folder = desk();
    shown(start(&folder, &dug_in(), 1, DiceKind::Seeded), false, |app| {
        let screen = groups(app);
        let dug = line(&screen, "G2");
        assert!(dug.contains("< stays and fires") && dug.contains("dug in, no target"), "{screen}");
        let battery = line(&screen, "G4");
        assert!(
            battery.contains("< stays and fires") && battery.contains("artillery in position"),
            "{screen}"
        );
        let open = line(&screen, "G3");
        assert!(open.contains("< moves") && open.contains("no target"), "{screen}");
    });
}

#[test]
fn stands_that_hold_an_objective_are_proposed_to_stay() {
    let goal = |at: &str| {
        let victory = format!(
            "[[victory.place]]\nname = \"the farm\"\nat = \"{at}\"\n[[victory.aim]]\nside = \"germans\"\n\
             hold = \"the farm\"\n[[victory.aim]]\nside = \"soviets\"\nhold = \"the farm\"\n"
        );
        dug_in().replace("[victory]\ndestroy-percent = 100\n", &victory)
    };
    let folder = desk();
    shown(start(&folder, &goal("1504"), 1, DiceKind::Seeded), false, |app| {
        let screen = groups(app);
        let there = line(&screen, "G3");
        assert!(there.contains("< stays and fires") && there.contains("holds the farm"), "{screen}");
        let behind = line(&screen, "G1");
        assert!(
            behind.contains("< stays and fires") && behind.contains("the enemy must come to it"),
            "{screen}"
        );
    });
    // An objective that no side holds must be taken.
    shown(start(&folder, &goal("1510"), 1, DiceKind::Seeded), false, |app| {
        let screen = groups(app);
        assert!(line(&screen, "G3").contains("< moves"), "{screen}");
    });
}

#[test]
fn enter_says_why_a_square_cannot_be_chosen() {
    let folder = desk();
    shown(start(&folder, &dug_in(), 1, DiceKind::Seeded), false, |app| {
        keys(app, "Enter");
        let screen = typed(app, "; 0 1 0 1 Enter Enter");
        assert_eq!(kind(app), "place", "{screen}");
        let screen = typed(app, "; 0 5 0 4 Enter");
        assert!(screen.contains("Enter why?") && !screen.contains("Enter list"), "{screen}");
        assert!(screen.contains("Choose one of the squares marked +. Space lists them."), "{screen}");
        let screen = typed(app, "Enter");
        assert!(told(&screen).contains("G2 Infantry '43 is already at 0504"), "{screen}");
        let screen = typed(app, "; 0 2 0 2 Enter");
        assert!(screen.contains("Enter play"), "{screen}");
    });
}

#[test]
fn the_zone_is_on_the_map_before_a_stand_is_picked_up() {
    let folder = desk();
    let text = dug_in().replacen("depth = 14", "depth = 3", 1);
    shown(start(&folder, &text, 1, DiceKind::Seeded), false, |app| {
        let screen = typed(app, "Enter");
        let row = |name: &str| screen.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        assert!(row("03").contains(".+.+.+") && !row("05").contains(".+"), "{screen}");
        assert_eq!(kind(app), "deploy");
    });
}

#[test]
fn the_result_of_a_shot_replaces_its_odds() {
    let text = field(
        100,
        4,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"") + &stand("Panzer IV F2-H (7.5cm)", "0502", "")),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"") + &stand("T-34c", "0512", "facing = \"S\"")),
    );
    for seed in 1..6 {
        let folder = desk();
        shown(start(&folder, &text, seed, DiceKind::Seeded), false, |app| {
            keys(app, "Enter d");
            settle(app);
            for _ in 0..20 {
                match kind(app) {
                    "fire-target" => break,
                    "posture" => typed(app, "Esc p"),
                    "react" => typed(app, "H"),
                    _ => typed(app, "p"),
                };
            }
            assert_eq!(kind(app), "fire-target");
            let screen = typed(app, "F");
            assert!(screen.contains("D+"), "{screen}");
            keys(app, "Enter");
            let said = told(&text_of(app));
            assert!(said.starts_with("! ") && !said.contains("D+"), "{said}");
            let log = app.session().unwrap().log();
            let of =
                |line: &standto::game::LogLine| said.contains(line.event.text.split(':').next().unwrap());
            assert!(
                log.iter().filter(|line| line.event.tone != standto::game::Tone::Phase).any(of),
                "{said}"
            );
        });
    }
}

#[test]
fn due_fire_is_highlighted_at_its_target() {
    battle("matg/state-farm-79", 4, |app| {
        keys(app, "Enter");
        let mut screen = settle(app);
        for _ in 0..40 {
            screen = match kind(app) {
                _ if screen.contains("Choose a battery to fire") => break,
                "preparation" => typed(app, "; 3 1 1 1 Enter Enter"),
                _ => typed(app, "Enter"),
            };
        }
        assert!(told(&screen).starts_with("> Fire barrage by G49 at 3111"), "{screen}");
        let before = app.session().unwrap().plays();
        keys(app, "Enter");
        assert!(app.session().unwrap().plays() > before, "one key fires it");
    });
}

fn text_of(app: &mut App) -> String {
    text(&drawn(app, 80, 24))
}

/// From the briefing until a stand of an ordered group is to be chosen.
fn on_to_group(app: &mut App) -> String {
    keys(app, "Enter");
    let mut screen = settle(app);
    for _ in 0..40 {
        screen = match kind(app) {
            "move" => break,
            "deploy" => typed(app, "Esc d"),
            "posture" if screen.contains("Groups for this turn") => typed(app, "Enter"),
            "order" | "independent" => typed(app, "Enter"),
            "react" | "cover-target" => typed(app, "H"),
            _ => typed(app, "p"),
        };
    }
    screen
}

#[test]
fn ending_a_stands_move_does_not_end_its_groups_move_unasked() {
    battle("matg/introductory", 7, |app| {
        let screen = on_to_group(app);
        assert_eq!(kind(app), "move", "{screen}");
        let here = ["G8", "G9", "G10"].map(|tag| at(app, tag));
        said(app, "move G8");
        let plays = |app: &App| app.session().unwrap().plays();
        keys(app, "k d");
        assert_eq!(kind(app), "move");
        let before = plays(app);
        let screen = typed(app, "d");
        assert_eq!((kind(app), plays(app)), ("move", before), "{screen}");
        assert!(
            told(&screen)
                .contains("2 stands of the group would not move this turn. Same key again confirms."),
            "{screen}"
        );
        keys(app, "d");
        assert!(plays(app) > before);
        // After one undo the others can move.
        keys(app, "u");
        assert_eq!((kind(app), plays(app)), ("move", before));
        assert_eq!(["G9", "G10"].map(|tag| at(app, tag)), [here[1], here[2]]);
    });
    // If none of them has moved, ending the group's move is intended.
    battle("matg/introductory", 7, |app| {
        let screen = on_to_group(app);
        let before = app.session().unwrap().plays();
        keys(app, "d");
        assert!(app.session().unwrap().plays() > before, "{screen}");
    });
}

#[test]
fn a_march_that_meets_an_enemy_offers_the_actions_against_it() {
    let text = field(
        100,
        4,
        &(stand("Infantry HQ", "0101", "role = \"GHQ+3\"") + &stand("Infantry '43", "0504", "")),
        &(stand("Infantry HQ", "3014", "role = \"GHQ+0\"")
            + &stand("Light Truck (GAZ AA 1T)", "0507", "facing = \"S\"")),
    );
    let mut met = 0;
    for seed in 1..12 {
        let folder = desk();
        shown(start(&folder, &text, seed, DiceKind::Seeded), false, |app| {
            on_to_move(app, "G2");
            if kind(app) != "move" || at(app, "S2").map(|cell| cell.to_string()).as_deref() != Some("0507") {
                return;
            }
            let mut screen = typed(app, "; 0 5 0 6 Enter Enter");
            while screen.contains("comes within reach of") {
                screen = typed(app, "Enter");
            }
            if kind(app) != "step" {
                return;
            }
            assert!(told(&screen).contains("S2 is adjacent."), "{screen}");
            assert_eq!(at(app, "G2").map(|cell| cell.to_string()).as_deref(), Some("0506"));
            assert!(screen.contains("A assault"), "{screen}");
            // Enter ends the march as ordered.
            let before = app.session().unwrap().plays();
            keys(app, "Enter");
            assert!(app.session().unwrap().plays() > before && kind(app) != "step");
            met += 1;
        });
    }
    assert!(met > 0, "in none of these games did it get this far");
}

/// The lines of the open window, without its frame.
fn window(screen: &str) -> Vec<String> {
    let inside = screen.lines().filter_map(|line| line.strip_prefix('|').or_else(|| line.strip_prefix("│ ")));
    inside.map(|line| line.trim_end_matches(['|', '│', ' ']).trim().to_owned()).collect()
}

#[test]
fn a_page_is_one_line_shorter_than_the_window() {
    battle("matg/introductory", 7, |app| {
        keys(app, "Enter ?");
        for tall in [24, 30] {
            let before = window(&text(&drawn(app, 80, tall)));
            keys(app, "PgDn");
            let after = window(&text(&drawn(app, 80, tall)));
            // The last line has the keys.
            assert_eq!(before[before.len() - 2], after[0], "{before:?}\n{after:?}");
            keys(app, "PgUp");
            assert_eq!(window(&text(&drawn(app, 80, tall)))[..before.len() - 1], before[..before.len() - 1]);
        }
        // In a list the selection moves as far.
        keys(app, "Esc r");
        let rows = window(&text_of(app)).len() - 2;
        keys(app, "Home PgDn");
        let foot = window(&text_of(app)).pop().unwrap();
        assert!(foot.starts_with(&format!("{rows} of ")), "{foot}: {rows} rows");
    });
}

#[test]
fn an_unknown_square_is_refused_in_a_sentence_that_fits() {
    battle("matg/introductory", 7, |app| {
        keys(app, "Enter");
        let screen = typed(app, "; b r i d g e Enter");
        let wanted = "! \"bridge\" is not a square: expected four digits, column then row, such as 1722.";
        assert!(told(&screen).starts_with(wanted), "{screen}");
    });
}
