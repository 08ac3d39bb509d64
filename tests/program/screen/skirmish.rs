//! A battle at close range: the fire plan, standing orders, artillery plotted, and looking back.

use standto::board::Cell;
use standto::game::fire_plan::joint;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side, Wanted};
use standto::library::NewGame;
use standto::tui::{App, Options};

use super::gestures::plays;
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, options, settle, text, typed};

/// A battle at close range with the Germans at the keyboard; every stand sees an enemy.
pub fn skirmish(seed: u64, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/skirmish.toml");
    let session = front.start(&front.scenario(file).unwrap(), &game).unwrap();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    keys(&mut app, "Enter");
    play(&mut app);
}

fn log(app: &App) -> String {
    let lines = app.session().unwrap().log().iter().map(|line| format!("{}\n", line.event.text));
    lines.collect()
}

#[test]
fn the_fire_plan_lists_attacks_with_their_chances_and_enter_fires() {
    skirmish(3, |app| {
        on_to_without_groups(app, "fire-target");
        let screen = typed(app, "F");
        assert!(screen.contains("Fire plan: enough firers for D+ 50%"), "{screen}");
        let all = app.session().unwrap().aids().attacks(&Wanted::of(0.5));
        assert!(!all.is_empty() && all.windows(2).all(|two| two[0].worth >= two[1].worth), "{all:?}");
        let few: usize = all.iter().map(|attack| attack.firers.len()).sum();
        let sure = app.session().unwrap().aids().attacks(&Wanted::of(1.0));
        let many: usize = sure.iter().map(|attack| attack.firers.len()).sum();
        assert!(few <= many && all[0].kept + all[0].firers.len() == sure[0].kept + sure[0].firers.len());
        // The numbers are those of the preview of the complete attack.
        let best = all[0].clone();
        let before = plays(app);
        let _ = typed(app, "Enter");
        assert!(plays(app) >= before + best.plays.len() as u32);
        assert!(log(app).contains("to fire: passed. D20"), "{}", log(app));
        keys(app, "u");
        assert_eq!(plays(app), before, "one key undoes the whole attack");
        // A higher chance needs more firers.
        let screen = typed(app, "F Right Right");
        assert!(screen.contains("enough firers for D+ 75%"), "{screen}");
    });
}

#[test]
fn the_row_of_the_fire_plan_moves_the_cursor_and_the_odds() {
    skirmish(3, |app| {
        on_to_without_groups(app, "fire-target");
        keys(app, "F");
        let session = app.session().unwrap();
        let side = session.decision().unwrap().side;
        let pieces = session.view(side).pieces;
        let plan = joint(&|wanted: &Wanted| session.aids().attacks(wanted), 0.5);
        let rows: Vec<(String, String)> = plan
            .attacks
            .iter()
            .map(|attack| {
                let target = pieces.iter().find(|piece| piece.id == attack.target).unwrap();
                let choices = session.choices();
                let choice = choices.iter().find(|choice| choice.notation == attack.plays[0]).unwrap();
                (format!("Square {}", target.cell.unwrap()), format!("> {}", choice.label))
            })
            .collect();
        assert!(rows.len() > 1);
        for (place, (square, choice)) in rows.iter().enumerate() {
            if place > 0 {
                keys(app, "Down");
            }
            let screen = text(&drawn(app, 200, 60));
            assert!(screen.contains(square) && screen.contains(choice), "{square} {choice}:\n{screen}");
        }
    });
}

#[test]
fn the_fire_plan_and_the_odds_agree() {
    skirmish(3, |app| {
        on_to_without_groups(app, "fire-target");
        let best = app.session().unwrap().aids().attacks(&Wanted::of(0.9))[0].clone();
        for text in &best.plays[..best.plays.len() - 1] {
            keys(app, ":");
            keys(
                app,
                &text
                    .chars()
                    .map(|c| if c == ' ' { "Space".into() } else { c.to_string() })
                    .collect::<Vec<_>>()
                    .join(" "),
            );
            keys(app, "Enter");
        }
        let preview = app.session().unwrap().preview("fire").unwrap();
        let of = |word: &str| preview.result.iter().find(|(w, _)| w == word).map_or(0.0, |(_, p)| *p);
        assert!((of("E") - best.kill).abs() < 1e-9, "{best:?} {:?}", preview.result);
        assert!((of("E") + of("D") + of("SD") - best.harm).abs() < 1e-9, "{best:?} {:?}", preview.result);
    });
}

/// Like [`on_to`], but no stand is in a movement group, so that all can fire.
pub fn on_to_without_groups(app: &mut App, wanted: &str) -> String {
    let mut screen = settle(app);
    for _ in 0..60 {
        screen = match kind(app) {
            now if now == wanted => return screen,
            "deploy" => typed(app, "d"),
            "posture" => typed(app, "Esc p"),
            "react" | "cover-target" => return screen,
            _ => typed(app, "p"),
        };
    }
    panic!("no {wanted}:\n{screen}");
}

#[test]
fn standing_orders_answer_for_the_player() {
    // Without orders the player is asked, and sees what one key would fire.
    skirmish(5, |app| {
        let screen = on_to_without_groups(app, "react");
        assert_eq!(kind(app), "react", "{screen}");
        assert!(screen.contains("B until better") && screen.contains("D end phase"), "{screen}");
    });
    // Ordered to hold, they hold fire and the player is never asked.
    skirmish(5, |app| {
        keys(app, ", o Left");
        let screen = settle(app);
        assert!(screen.contains("Standing orders to fire"), "{screen}");
        assert!(screen.contains("hold fire"), "{screen}");
        keys(app, "Enter");
        for _ in 0..40 {
            on_to_turn(app);
            assert_ne!(kind(app), "react");
            if app.session().unwrap().view(Side::A).turn > 1 {
                break;
            }
        }
        assert!(app.session().unwrap().standing().contains("side a: hold"));
    });
    // Ordered to fire at a fair chance, they fire without asking.
    skirmish(5, |app| {
        keys(app, ", h");
        for _ in 0..40 {
            on_to_turn(app);
            assert_ne!(kind(app), "react", "a shot at 25% is taken, a worse one is not");
            if app.session().unwrap().view(Side::A).turn > 2 {
                break;
            }
        }
    });
}

/// Plays one decision of the Germans without forming groups.
fn on_to_turn(app: &mut App) {
    match kind(app) {
        "deploy" => typed(app, "d"),
        "posture" => typed(app, "Esc p"),
        "react" | "over" => settle(app),
        _ => typed(app, "p"),
    };
}

#[test]
fn holding_fire_is_asked_a_few_times_per_phase() {
    skirmish(5, |app| {
        let mut asked = [0u32; 12];
        for _ in 0..300 {
            let turn = app.session().unwrap().view(Side::A).turn as usize;
            match kind(app) {
                "over" => break,
                "react" | "cover-target" => {
                    asked[turn.min(11)] += 1;
                    typed(app, "H");
                }
                _ => on_to_turn(app),
            }
        }
        assert!(asked.iter().sum::<u32>() > 0, "never asked at all");
        assert!(asked.iter().all(|times| *times <= 3), "{asked:?}");
    });
}

#[test]
fn looking_back_returns_to_the_present() {
    skirmish(3, |app| {
        on_to_without_groups(app, "fire-target");
        keys(app, "F Enter");
        settle(app);
        let all = plays(app);
        let here = app.session().unwrap().view(Side::A);
        let screen = typed(app, "<");
        assert!(screen.contains(&format!("after action {} of {all}", all - 1)), "{screen}");
        let screen = typed(app, "{");
        assert!(screen.contains("Turn 1, after action"), "{screen}");
        assert!(app.session().unwrap().choices().is_empty(), "nothing can be played while looking back");
        keys(app, "Esc");
        assert_eq!(app.session().unwrap().shown(), None);
        assert_eq!(app.session().unwrap().view(Side::A), here);
        assert_eq!(plays(app), all, "looking changes nothing");
    });
}

#[test]
fn a_plot_starts_at_the_enemy_warns_of_friendly_stands_and_repeats() {
    skirmish(1, |app| {
        on_to_without_groups(app, "plot");
        let screen = typed(app, "Space Enter");
        assert!(screen.contains("Aim ") && screen.contains("Enter do it"), "{screen}");
        let view = app.session().unwrap().view(Side::A);
        let enemy = |cell| view.pieces.iter().any(|p| p.side == Side::B && p.cell == Some(cell));
        let aim = app.cursor().unwrap();
        assert!(enemy(aim), "the form aims at a known enemy");
        // Next to friendly stands there is one warning.
        let own = view.pieces.iter().filter(|p| p.side == Side::A).filter_map(|p| p.cell);
        let near: Vec<Cell> =
            own.flat_map(|own| (1..5).map(move |far| Cell::new(own.x, own.y + far))).collect();
        let typed_name =
            |cell: Cell| cell.to_string().chars().map(String::from).collect::<Vec<_>>().join(" ");
        let before = plays(app);
        let mut screen = String::new();
        for cell in near {
            screen = typed(app, &format!("; {} Enter", typed_name(cell)));
            if screen.contains("G4") && screen.contains("Fire may deviate") {
                break;
            }
        }
        assert!(screen.contains("Fire may deviate"), "{screen}");
        keys(app, "Enter");
        assert_eq!(plays(app), before, "it is asked about");
        keys(app, &format!("; {} Enter", typed_name(aim)));
        let mut screen = typed(app, "Enter");
        if screen.contains("again confirms") {
            screen = typed(app, "Enter");
        }
        assert!(plays(app) > before + 3, "{screen}");
        assert_eq!(kind(app), "plot", "the mission is recorded: {}", settle(app));
        let records = app.session().unwrap().view(Side::A).records.len();
        assert!(records > 1, "heading and line");
        // Next turn one key plots the same again.
        let laid = |app: &App| -> Vec<String> {
            let log = app.session().unwrap().log().iter().map(|line| line.event.text.clone());
            log.filter(|text| text.starts_with("G") && text.contains("plots")).collect()
        };
        let first = laid(app);
        assert_eq!(first.len(), 1, "{first:?}");
        while app.session().unwrap().view(Side::A).turn == 1 {
            typed(app, if matches!(kind(app), "react" | "cover-target") { "H" } else { "p" });
            on_to_without_groups(app, "plot");
        }
        assert_eq!(kind(app), "plot");
        let before = plays(app);
        typed(app, ".");
        let screen = settle(app);
        assert!(plays(app) > before + 2, "observer, battery and square: {screen}");
        let again = laid(app);
        assert_eq!(again.len(), 2, "{again:?}");
        let but_for_its_turn = |line: &str| line.split(", turn").next().unwrap().to_owned();
        assert_eq!(but_for_its_turn(&again[0]), but_for_its_turn(&again[1]));
    });
}
