//! Gestures, in the introductory battle: marches, fire plans, groups, standing orders.

use crate::desk::desk;
use crate::fake::{drawn, keys, kind, options, settle, text, typed};
use standto::board::{Cell, Compass, Heading};
use standto::game::fire_plan::joint;
use standto::game::journal::DiceKind;
use standto::game::view::PieceView;
use standto::game::{Level, Seat, Side, Wanted};
use standto::library::NewGame;
use standto::tui::{App, Options};

/// Opens the introductory battle with the Germans at the keyboard.
fn battle(seed: u64, play: impl FnOnce(&mut App)) {
    let folder = desk();
    let front = folder.front();
    let seats = [Seat::Human, Seat::program(Level::Random)];
    let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&front.scenario("matg/introductory").unwrap(), &game).unwrap();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    settle(&mut app);
    play(&mut app);
}

/// Passes everything else until the Germans have a decision of this kind.
fn on_to(app: &mut App, wanted: &str) -> String {
    let mut screen = settle(app);
    for _ in 0..400 {
        let now = kind(app);
        if now == wanted {
            return screen;
        }
        screen = match now {
            "deploy" => typed(app, "Esc d"),
            "posture" if screen.contains("Groups for this turn") => typed(app, "Enter"),
            "order" | "independent" if wanted == "move" => typed(app, "Enter"),
            "react" | "cover-target" => typed(app, "H"),
            "move" | "group" => typed(app, "d"),
            _ => typed(app, "p"),
        };
    }
    panic!("no {wanted} in 400 decisions:\n{screen}");
}

fn at(app: &App, tag: &str) -> Option<Cell> {
    let view = app.session().unwrap().view(Side::A);
    view.pieces.iter().find(|piece| piece.tag == tag).and_then(|piece| piece.cell)
}

fn plays(app: &App) -> u32 {
    app.session().unwrap().plays()
}

#[test]
fn proposed_groups_are_marked_by_one_key() {
    battle(7, |app| {
        keys(app, "Enter d");
        let screen = settle(app);
        assert!(
            screen.contains("Groups for this turn: Left and Right change one, Enter forms all"),
            "{screen}"
        );
        assert!(screen.contains("Medium Tank Company") && screen.contains("< moves"), "{screen}");
        let before = plays(app);
        let changed = typed(app, "Right");
        assert!(changed.contains("< fires and moves >"), "{changed}");
        let _ = typed(app, "Left Enter");
        let view = app.session().unwrap().view(Side::A);
        let marked = view.pieces.iter().filter(|p| p.side == Side::A && p.values.iter().any(|v| v == "move"));
        assert!(marked.count() >= 12, "all four groups move");
        assert!(plays(app) > before + 4);
        // Next turn they are proposed as they were formed.
        let screen = on_to(app, "plot");
        assert!(!screen.contains("Groups for this turn"), "{screen}");
    });
}

#[test]
fn a_lone_stand_of_a_proposal_does_not_keep_its_groups_from_forming() {
    battle(7, |app| {
        keys(app, "Enter d");
        settle(app);
        // Of the first group only the anti-aircraft gun can fire and move; it is alone, and no group could
        // follow (8.1.1).
        typed(app, "Right Enter");
        settle(app);
        let session = app.session().unwrap();
        let told = session.log().iter().map(|line| line.event.text.clone());
        let own: Vec<String> =
            told.filter(|text| text.starts_with('G') && text.contains("posture")).collect();
        let groups = ["G4 G5 G6 G7", "G8 G9 G10", "G14 G15 G16 G17"]
            .map(|who| format!("{who} in the movement posture"));
        assert_eq!(own[..3], groups);
        assert_eq!(own[3..], ["G3 in the fire/move posture"]);
    });
}

#[test]
fn marking_a_single_stand_first_warns_once() {
    battle(7, |app| {
        keys(app, "Enter d");
        settle(app);
        let before = plays(app);
        keys(app, "Esc Enter d");
        let screen = settle(app);
        assert!(screen.contains("you can mark only single stands (8.1.1)"), "{screen}");
        assert_eq!(plays(app), before + 1, "the group is begun but not finished");
        keys(app, "d");
        assert!(plays(app) > before + 1);
    });
}

#[test]
fn a_group_marches_together_and_one_key_undoes_it() {
    battle(7, |app| {
        keys(app, "Enter");
        on_to(app, "move");
        let stands = |app: &App| ["G8", "G9", "G10"].map(|tag| at(app, tag).unwrap());
        let (start, before) = (stands(app), plays(app));
        // With the cursor on a square, ghosts, the route and its cost are shown.
        let screen = typed(app, "; 0 7 0 9 Enter");
        assert!(screen.contains("March: 3 stands to"), "{screen}");
        let screen = typed(app, "Enter");
        assert!(screen.contains("March to 0709: 3 arrived."), "{screen}");
        let end = stands(app);
        assert!(
            end.contains(&Cell::new(6, 8)) && plays(app) >= before + 3 * 7,
            "each inch is an action of its own"
        );
        // The three stay side by side.
        let formation = |all: [Cell; 3]| [1, 2].map(|n| (all[n].x - all[0].x, all[n].y - all[0].y));
        assert_eq!(formation(end), formation(start), "distances are kept in the open");
        keys(app, "u");
        assert_eq!((stands(app), plays(app)), (start, before), "one key undoes the whole march");
        keys(app, "; 0 7 0 9 Enter Enter");
        assert_eq!(stands(app), end, "the same action gives the same result");
    });
}

#[test]
fn stands_face_the_enemy_at_the_end_of_a_march() {
    battle(7, |app| {
        keys(app, "Enter");
        on_to(app, "move");
        keys(app, "; 0 1 0 3 Enter Enter");
        settle(app);
        let view = app.session().unwrap().view(Side::A);
        let gun = view.pieces.iter().find(|piece| piece.tag == "G8").unwrap();
        assert_eq!(gun.cell, Some(Cell::new(0, 2)), "due west of where it began");
        // The Soviets are far to the north; going back west would expose its flank to them and point its gun
        // away.
        assert_eq!(gun.facing(), Some(Heading::from(Compass::N)));
    });
}

#[test]
fn one_key_continues_a_march_of_several_turns() {
    battle(7, |app| {
        keys(app, "Enter");
        on_to(app, "move");
        let screen = typed(app, "; 0 7 2 0 Enter");
        assert!(screen.contains(" in turn 2"), "{screen}");
        let _ = typed(app, "Enter");
        let first = at(app, "G9").unwrap();
        assert!(first.y > 2 && first.y < 19, "{first}");
        assert!(app.session().unwrap().standing().contains("go "), "it is kept in the save");
        // Next turn the same group is asked to continue.
        let mut screen = String::new();
        for _ in 0..12 {
            screen = on_to(app, "move");
            if app.session().unwrap().view(Side::A).turn == 2 && screen.contains("As ordered earlier") {
                break;
            }
            screen = typed(app, "d");
        }
        assert!(screen.contains("As ordered earlier: March: 3 stands to 0720"), "{screen}");
        let dropped = typed(app, "Esc");
        assert!(!dropped.contains("As ordered earlier"), "Esc drops it: {dropped}");
    });
}

/// A battle at close range with the Germans at the keyboard; every stand sees an enemy.
fn skirmish(seed: u64, play: impl FnOnce(&mut App)) {
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
fn on_to_without_groups(app: &mut App, wanted: &str) -> String {
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

#[test]
fn the_tutorial_explains_each_phase() {
    let folder = desk();
    let front = folder.front();
    let mut desk = standto::cli::LibraryServices::new(folder.front());
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    let screen = text(&drawn(&mut app, 80, 24));
    assert!(screen.contains("> First Steps") && screen.contains("First battle? Press Enter."), "{screen}");
    keys(&mut app, "Enter Down Down Down Down Enter");
    let screen = settle(&mut app);
    assert!(screen.contains("Enter begins."), "the whole briefing is seen at once: {screen}");
    keys(&mut app, "Enter");
    let screen = settle(&mut app);
    assert!(screen.contains("Turn 1: Deploy") && screen.contains("Press d to begin."), "{screen}");
    keys(&mut app, "Enter d");
    let screen = settle(&mut app);
    assert!(screen.contains("Turn 1: Posture"), "{screen}");
    let screen = typed(&mut app, "Enter");
    assert!(
        screen.contains("Groups for this turn"),
        "the hint is followed by the groups it describes: \
         {screen}"
    );
    assert_eq!(front.saves().unwrap().len(), 1);
    // A player who has played before is offered the saved game first.
    drop(app);
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    assert!(!text(&drawn(&mut app, 80, 24)).contains("First battle?"));
}

/// The keys of a player with simple habits: groups as proposed, on toward the enemy, the best attacks of the
/// plan.
fn habit(app: &App, screen: &str) -> String {
    let session = app.session().unwrap();
    let view = session.view(Side::A);
    let toward = || {
        let of = |side| move |piece: &&PieceView| piece.side == side && piece.cell.is_some() && !piece.lost;
        let enemy =
            view.pieces.iter().filter(of(Side::B)).filter_map(|p| p.cell).min_by_key(|cell| cell.y)?;
        let name = Cell::new(enemy.x, (enemy.y - 8).max(9)).to_string();
        Some(format!("; {} Enter Enter", name.chars().map(String::from).collect::<Vec<_>>().join(" ")))
    };
    let habits: &str = match kind(app) {
        "deploy" => "d",
        "posture" if screen.contains("Groups for this turn") => "Enter",
        "fire-target" if session.aids().attacks(&Wanted::of(0.5)).iter().any(|a| a.harm > 0.15) => "F Enter",
        "react" | "cover-target"
            if session.aids().attacks(&Wanted::of(0.5)).iter().any(|a| a.harm > 0.15) =>
        {
            "F"
        }
        "react" | "cover-target" => "H",
        "order" => "Enter",
        "move" if screen.contains("As ordered earlier") => "Enter",
        "move" if screen.contains("! Marched") => "d",
        "move" => return toward().unwrap_or_else(|| "d".to_owned()),
        "step" if screen.contains("The march has halted") || screen.contains("Enter: go on") => "Enter",
        "step" => "d",
        "assault-answer" | "answer" | "retreat" | "succession" | "command" => "Space Enter",
        _ => "p",
    };
    habits.to_owned()
}

#[test]
fn a_battle_takes_some_thirty_keys_a_turn() {
    battle(11, |app| {
        keys(app, "Enter");
        let mut counts: Vec<usize> = Vec::new();
        let (mut screen, mut stuck) = (settle(app), 0);
        while kind(app) != "over" {
            let turn = app.session().unwrap().view(Side::A).turn as usize;
            counts.resize(counts.len().max(turn), 0);
            let before = plays(app);
            let typed_keys = if stuck == 0 {
                habit(app, &screen)
            } else {
                ["p", "Esc d", "Space Enter", "Esc Space Enter"][(stuck - 1) % 4].to_owned()
            };
            counts[turn - 1] += typed_keys.split(' ').count();
            screen = typed(app, &typed_keys);
            stuck = if plays(app) == before { stuck + 1 } else { 0 };
            assert!(stuck < 9, "nothing moves at {}:\n{screen}", kind(app));
        }
        let total: usize = counts.iter().sum();
        let mut sorted = counts.clone();
        sorted.sort_unstable();
        let median = sorted[sorted.len() / 2];
        assert!(median <= 30 && total <= 400, "{median} keys in the median turn, {total} in all: {counts:?}");
        println!("keys: {counts:?}, median {median}, {total} in all, {} plays", plays(app));
        let screen = text(&drawn(app, 80, 24));
        assert!(screen.contains("The battle is over") && screen.contains("rolls succeeded"), "{screen}");
    });
}

/// The windows at every size; every theme shows the same signs.
#[test]
fn plans_and_marches_are_drawn_at_every_size() {
    let sizes = [(80, 24), (120, 40), (200, 60)];
    battle(7, |app| {
        keys(app, "Enter d");
        settle(app);
        for (w, h) in sizes {
            insta::assert_snapshot!(format!("groups_{w}x{h}"), text(&drawn(app, w, h)));
        }
        on_to(app, "move");
        settle_at(app, "; 0 7 1 1 Enter");
        for (w, h) in sizes {
            insta::assert_snapshot!(format!("march_{w}x{h}"), text(&drawn(app, w, h)));
        }
        // Colour is never the only sign: light and dark themes show the same as mono.
        let mono = text(&drawn(app, 80, 24));
        for _ in 0..4 {
            keys(app, ", t");
            assert_eq!(text(&drawn(app, 80, 24)), mono);
        }
    });
    skirmish(3, |app| {
        on_to_without_groups(app, "fire-target");
        keys(app, "F");
        for (w, h) in sizes {
            insta::assert_snapshot!(format!("fire_plan_{w}x{h}"), text(&drawn(app, w, h)));
        }
        keys(app, "Esc , o");
        insta::assert_snapshot!("standing_orders_80x24", text(&drawn(app, 80, 24)));
    });
}

fn settle_at(app: &mut App, what: &str) {
    keys(app, what);
    drawn(app, 80, 24);
}
