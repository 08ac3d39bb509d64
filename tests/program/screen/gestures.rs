//! Gestures, in the introductory battle: groups and marches; the keys that a turn takes.

use super::skirmish::{on_to_without_groups, skirmish};
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, options, settle, text, typed};
use standto::board::{Cell, Compass, Heading};
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

pub fn plays(app: &App) -> u32 {
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
