//! Keys in, choices out.

use std::sync::{Arc, Mutex};

use crate::fake::{Desk, Fake, Stage, drawn, keys, options, text};
use standto::game::journal::Undo;
use standto::game::replay::ReplayMode;
use standto::game::{Level, Manner, Seat, Session, Temper};
use standto::tui::{App, Input, Options};

/// The choices that a game in this stage receives for these keys.
fn sent(stage: Stage, typed: &str) -> Vec<String> {
    let (played, _) = with(Fake::new(stage), typed);
    played
}

/// The choices sent, and the screen afterwards.
fn with(fake: Fake, typed: &str) -> (Vec<String>, String) {
    let played: Arc<Mutex<Vec<String>>> = fake.played.clone();
    let mut desk = Desk::default();
    let start: Box<dyn Session> = Box::new(fake);
    let mut app = App::new(&mut desk, Options { start: Some(start), ..options("mono", None) }).unwrap();
    if !typed.is_empty() {
        keys(&mut app, typed);
    }
    let screen = text(&drawn(&mut app, 80, 24));
    let played = played.lock().unwrap().clone();
    (played, screen)
}

#[test]
fn tab_steps_through_targets_and_enter_plays() {
    let first = sent(Stage::Targets, "Enter");
    assert_eq!(first.len(), 1);
    assert!(first[0].starts_with("target S"));
    let next = sent(Stage::Targets, "Tab Enter");
    assert_ne!(first, next);
    assert_eq!(sent(Stage::Targets, "Tab S-Tab Enter"), first);
}

#[test]
fn verbs_have_keys() {
    assert_eq!(sent(Stage::Targets, "p"), ["pass"]);
    assert_eq!(sent(Stage::Firers, "f"), ["fire"]);
    assert_eq!(sent(Stage::Firers, "c"), ["cancel"]);
    assert_eq!(sent(Stage::Grouping, "d"), ["done"]);
    assert_eq!(sent(Stage::Moving, "d"), ["halt"]);
    assert_eq!(sent(Stage::React, "H"), ["hold"]);
    assert_eq!(sent(Stage::React, "L"), ["let-pass"]);
}

#[test]
fn directions_step_and_turn() {
    assert_eq!(
        sent(Stage::Moving, "k Up o o y l"),
        ["step N", "step N", "step NE", "step NE", "step NW", "step E"]
    );
    assert_eq!(sent(Stage::Moving, "S-Up J t b"), ["turn N", "turn S", "turn SW"]);
}

#[test]
fn an_illegal_step_is_refused_with_the_reason() {
    let (played, screen) = with(Fake::new(Stage::Moving), "Down");
    assert!(played.is_empty());
    assert!(screen.contains("! G1 has no movement points left for that (8.3.2)"), "{screen}");
}

#[test]
fn go_walks_to_the_cursor() {
    assert_eq!(sent(Stage::Moving, "x k k k l g"), ["step NE", "step N", "step N"]);
    assert_eq!(sent(Stage::Moving, "g k k g"), ["step N", "step N"]);
    let (played, screen) = with(Fake::new(Stage::Moving), "x k j j j g");
    assert!(played.is_empty() && screen.contains("no legal step leads closer"), "{screen}");
}

#[test]
fn all_firers_then_fire() {
    assert_eq!(sent(Stage::Firers, "a"), ["firer G1 0", "firer G2 0", "firer G3 0"]);
    assert!(sent(Stage::Firers, "F").is_empty(), "it opens a list");
    assert_eq!(sent(Stage::Firers, "a Enter"), ["firer G1 0", "firer G2 0", "firer G3 0", "fire"]);
}

#[test]
fn a_selected_group_is_sent_one_by_one() {
    // The cursor starts on G3; Tab goes on to G4 and G5.
    let typed = "s Tab s Tab s S-Tab S-Tab Enter";
    assert_eq!(sent(Stage::Posture, typed), ["group move G3", "add G4", "add G5", "done"]);
}

#[test]
fn a_choice_is_highlighted_whenever_there_is_one() {
    assert_eq!(sent(Stage::Targets, "Tab Esc Enter").len(), 1, "Esc leaves a highlight");
    assert_eq!(sent(Stage::Posture, "Enter"), ["group move G3"], "Enter asks nothing further");
    assert_eq!(sent(Stage::Posture, "] Enter"), ["group fire-move G3"]);
    assert!(
        with(Fake::new(Stage::Moving), "u").1.contains("dice have been rolled since"),
        "u undoes while moving"
    );
}

#[test]
fn the_list_and_the_palette_play_choices() {
    assert_eq!(sent(Stage::Targets, "Space 5 Enter"), ["pass"]);
    assert_eq!(sent(Stage::Targets, "/ S 3 Enter"), ["target S3"]);
    assert_eq!(sent(Stage::Targets, ": t a r g e t Space S 1 Enter"), ["target S1"]);
}

#[test]
fn a_refused_undo_gives_the_reason() {
    assert!(with(Fake::new(Stage::Targets), "u").1.contains("dice have been rolled since"));
    assert!(with(Fake::new(Stage::Moving), "Backspace").1.contains("dice have been rolled since"));
}

#[test]
fn typed_dice_are_asked_for() {
    let fake = || {
        let mut fake = Fake::new(Stage::Firers);
        fake.typed = true;
        fake
    };
    let (_, screen) = with(fake(), "f");
    assert!(screen.contains("Roll 1D20: G1 fires at S1, 11 or less"), "{screen}");
    assert_eq!(with(fake(), "f 1 3 Enter").0, ["fire", "face 13"]);
    let (played, screen) = with(fake(), "f 2 1 Enter");
    assert_eq!(played, ["fire"]);
    assert!(screen.contains("A D20 shows 1 to 20, not 21"), "{screen}");
    assert!(!with(fake(), "f Esc").1.contains("Roll 1D20"));
}

#[test]
fn poor_shots_are_held_on_request() {
    let held = sent(Stage::React, ", h , h");
    assert!(held.is_empty(), "55% is as good as 40%: {held:?}");
    assert_eq!(sent(Stage::React, ", h , h , h"), ["hold"], "55% is not as good as 60%");
    let mut fake = Fake::new(Stage::React);
    fake.level = 8;
    let (held, screen) = with(fake, ", h");
    assert_eq!(held, ["hold"], "20% is not as good as 25%");
    assert!(screen.contains("You hold fire: the best shot is 20%."), "{screen}");
}

#[test]
fn the_screen_answers_while_the_computer_thinks() {
    let fake = Fake::new(Stage::Program);
    let played = fake.played.clone();
    let mut desk = Desk::default();
    let start: Box<dyn Session> = Box::new(fake);
    let mut app = App::new(&mut desk, Options { start: Some(start), ..options("mono", None) }).unwrap();
    let (ticket, thinking) = app.thinking().expect("the computer plays");
    assert!(app.thinking().is_none(), "it thinks once");
    keys(&mut app, "h h ? Esc");
    assert!(text(&drawn(&mut app, 80, 24)).contains("the computer plays"));
    app.input(Input::Thinking(ticket + 1));
    assert!(!text(&drawn(&mut app, 80, 24)).contains("thinking"), "that was another position");
    app.input(Input::Thinking(ticket));
    assert!(text(&drawn(&mut app, 80, 24)).contains("the computer is thinking"));
    app.input(Input::Thought(ticket + 1, Some("pass".into())));
    assert!(played.lock().unwrap().is_empty(), "thinking about another position is discarded");
    let notation = thinking();
    app.input(Input::Thought(ticket, Some(notation)));
    assert_eq!(*played.lock().unwrap(), ["pass"]);
}

#[test]
fn cursor_steps_do_not_query_the_game() {
    let fake = Fake::new(Stage::Targets);
    let (views, sights) = (fake.views.clone(), fake.sights.clone());
    let mut desk = Desk::default();
    let start: Box<dyn Session> = Box::new(fake);
    let mut app = App::new(&mut desk, Options { start: Some(start), ..options("mono", None) }).unwrap();
    let before = *views.lock().unwrap();
    keys(&mut app, "h h j j k k");
    drawn(&mut app, 80, 24);
    assert_eq!((*views.lock().unwrap(), *sights.lock().unwrap()), (before, 0));
}

#[test]
fn a_game_is_set_up_and_started() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Down Enter Right Down Right Down Right Down Right Down Right 7 Enter");
    assert!(app.session().is_some());
    drop(app);
    let setup = &desk.started[0];
    assert_eq!((setup.name.as_str(), setup.seed, setup.typed), ("first-contact", 19437, true));
    assert_eq!(
        setup.seats,
        [Seat::Program(Manner { temper: Temper::Cautious, ..Level::Hard.steady() }), Seat::Human]
    );
    assert_eq!(setup.undo, Some(Undo::Strict));
}

#[test]
fn optional_rules_are_hidden_until_opened() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    let mut shown = |typed: &str| {
        keys(&mut app, typed);
        text(&drawn(&mut app, 80, 24))
    };
    let folded = shown("Down Down Enter");
    assert!(folded.contains("Optional rules as in the scenario (2)") && !folded.contains("Wind"));
    let open = shown("Down Down Down Down Down Down Down Right");
    assert!(open.contains("Wind           as the battle says") && open.contains("Mud"), "{open}");
    let changed = shown("Down Down Right Right Up Up");
    assert!(changed.contains("Mud            off") && changed.contains("1 of 2 changed"), "{changed}");
    assert!(!shown("Left").contains("Mud"), "folded up again");
    keys(&mut app, "Enter");
    drop(app);
    assert_eq!(desk.started[0].picks, [0, 2]);
}

#[test]
fn a_side_is_helped_by_the_balance_of_the_scenario() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    let mut shown = |typed: &str| {
        keys(&mut app, typed);
        text(&drawn(&mut app, 80, 24))
    };
    assert!(!shown("Down Enter").contains("Balance"), "the first scenario has none");
    let written = shown("Esc Down Enter Down Down Down Down Down Down");
    assert!(written.contains("> Balance        < as in the scenario >"), "{written}");
    let helped = shown("Right");
    assert!(helped.contains("< in favour of the Soviets >"), "{helped}");
    assert!(helped.contains("the Germans break at ten losses."), "{helped}");
    assert!(shown("Right").contains("< as in the scenario >"), "round to the beginning");
    keys(&mut app, "Left Enter");
    drop(app);
    assert_eq!(desk.started[0].favour.as_deref(), Some("soviets"));
}

#[test]
fn a_quick_battle_takes_two_keys() {
    let mut desk = Desk { makes: true, ..Desk::default() };
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Down b Enter");
    assert!(app.session().is_some());
    drop(app);
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Down b b Enter");
    assert!(app.session().is_some());
    drop(app);
    let begun: Vec<(&str, &str)> =
        desk.started.iter().map(|setup| (setup.ruleset.as_str(), setup.name.as_str())).collect();
    assert_eq!(begun, [("matg", "quick"), ("panzertruppe", "quick")]);
    assert_ne!(desk.started[0].seed, desk.started[1].seed, "another seed, another battle");
}

#[test]
fn the_undo_rule_follows_the_seats_until_it_is_chosen() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Down Enter");
    let mut shown = |typed: &str| {
        keys(&mut app, typed);
        text(&drawn(&mut app, 80, 24)).lines().find(|line| line.contains("Undo")).unwrap().to_owned()
    };
    assert!(shown("Down").contains("allowed"));
    assert!(shown("Up Right Right").contains("strict"), "two people");
    assert!(shown("Down Down Down Right").contains("allowed"));
    assert!(shown("Up Up Up Left").contains("allowed"), "chosen, and kept");
}

#[test]
fn a_save_that_does_not_replay_resumes_as_the_player_chooses() {
    let ways = vec![ReplayMode::ByRecordedDice, ReplayMode::StopBefore(30)];
    let mut desk = Desk { ways, ..Desk::default() };
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Enter");
    let why = text(&drawn(&mut app, 80, 24));
    assert!(why.contains("play 30: the seal does not match"), "{why}");
    keys(&mut app, "Enter");
    let asked = text(&drawn(&mut app, 80, 24));
    assert!(
        asked.contains("With the recorded choices and dice") && asked.contains("From before action 30"),
        "{asked}"
    );
    // Left as it is, and resumed.
    keys(&mut app, "Esc");
    assert!(app.session().is_none());
    keys(&mut app, "Enter Enter Down Enter");
    assert!(app.session().is_some());
    drop(app);
    assert_eq!(desk.resumed, [ReplayMode::Checked, ReplayMode::Checked, ReplayMode::StopBefore(30)]);
}

#[test]
fn a_game_that_cannot_start_says_why() {
    let mut desk = Desk { fails: true, ..Desk::default() };
    let mut app = App::new(&mut desk, options("mono", None)).unwrap();
    keys(&mut app, "Down Enter Enter");
    assert!(text(&drawn(&mut app, 80, 24)).contains("line 12: expected a number of turns"));
}

#[test]
fn quitting_asks_once() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", Some(Stage::Targets))).unwrap();
    keys(&mut app, "q");
    assert!(!app.done() && text(&drawn(&mut app, 80, 24)).contains("Saved in games/prokhorovka.toml."));
    keys(&mut app, "Esc q Enter");
    assert!(app.done());
}

/// The key that asks also answers; it still closes every other window.
#[test]
fn the_same_key_twice_quits() {
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, options("mono", Some(Stage::Targets))).unwrap();
    keys(&mut app, "? q");
    assert!(!app.done() && !text(&drawn(&mut app, 80, 24)).contains("Quit Stand To?"));
    keys(&mut app, "q");
    assert!(!app.done());
    keys(&mut app, "q");
    assert!(app.done());
}

#[test]
fn keys_can_be_changed_and_errors_say_where() {
    let start = |text: &str| {
        let mut desk = Desk::default();
        let keys = Some(("keys.toml".to_owned(), text.to_owned()));
        App::new(&mut desk, Options { keys, ..options("mono", None) })
            .map(|_| ())
            .map_err(|e| format!("{e:#}"))
    };
    assert_eq!(start("[game]\nundo = { keys = [\"Z\"] }\n"), Ok(()));
    let error = start("[game]\n\nundoo = { keys = [\"Z\"] }\n").unwrap_err();
    assert_eq!(error, "keys.toml:3:1: unknown command \"undoo\"");
    let error = start("[game]\nundo = { keys = [\"Hyper\"] }\n").unwrap_err();
    assert_eq!(error, "keys.toml:2:1: \"Hyper\" is not a key: write a character or a name such as S-Tab");
    assert!(start("[game]\nundo = 3\n").unwrap_err().starts_with("keys.toml:2:8: "));
    let both = start("[game]\nundoo = { keys = [\"Z\"] }\n[gaem]\nundo = { keys = [\"Z\"] }\n").unwrap_err();
    assert_eq!(both.lines().count(), 2, "every fault is reported: {both}");
}

#[test]
fn themes_say_where_they_are_wrong() {
    let start = |text: &str| {
        let mut desk = Desk::default();
        let themes = vec![("themes/own.toml".to_owned(), text.to_owned())];
        let theme = "own".to_owned();
        let read = App::new(&mut desk, Options { themes, theme, ..options("mono", None) }).map(|_| ());
        read.map_err(|error| format!("{error:#}"))
    };
    assert_eq!(start("[text]\nfg = \"#a0b0c0\"\n"), Ok(()));
    let said = start("[text]\nfg = \"mauvish\"\n\n[wods]\nbold = true\n").unwrap_err();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "themes/own.toml:2:6: \"mauvish\" is not a colour: write #rrggbb, an index from 16 to 255 or a name such as bright-red",
            "themes/own.toml:4:2: [wods] is not a role; did you mean \"woods\"?",
        ]
    );
}
