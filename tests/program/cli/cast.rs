//! `standto replay --cast`: recordings for asciinema, from the view of a seat or of the public.

use std::num::NonZero;
use std::path::Path;

use serde_json::Value;
use standto::dice::Dice;
use standto::game::journal::{DiceKind, Note, Terms, WatchRule};
use standto::game::{Event, Seat, Session, Side};
use standto::library::{Joining, NewGame};
use standto::registry::Ruleset;

use crate::desk::{Desk, desk, text};

/// A battle of anna, who has the first side, and bert, after some random actions.
fn battle(desk: &Desk, scenario: &str, terms: Terms, actions: usize) -> (String, [Box<dyn Session>; 2]) {
    let front = desk.front();
    let game = NewGame { seats: [Seat::Human; 2], seed: 5, dice: DiceKind::Seeded, undo: None };
    let scenario = front.scenario(scenario).unwrap();
    let anna = front.host(&scenario, &game, Side::A, terms, "anna").unwrap();
    let path = anna.save_path().unwrap().to_path_buf();
    let (bert, _) = front.sit(&path, "bert", &Joining::default()).unwrap();
    let mut seats = [anna, bert];
    let mut pick = Dice::seeded(5, 0);
    for _ in 0..actions {
        for seat in &mut seats {
            seat.follow(usize::MAX).unwrap();
        }
        let Some(decision) = seats[0].decision() else { break };
        let seat = &mut seats[decision.side.index()];
        let choice = seat.choices()[pick.below(seat.choices().len())].notation.clone();
        seat.play(&choice).unwrap();
    }
    (path.file_stem().unwrap().to_str().unwrap().to_owned(), seats)
}

/// The header of a recording, and the screen after each event with its time.
fn read(path: &Path) -> (Value, Vec<(f64, String)>) {
    let text = text(path);
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let head = lines.next().unwrap();
    let size = |key: &str| NonZero::new(u16::try_from(head[key].as_u64().unwrap()).unwrap()).unwrap();
    let mut screen = vt100::Parser::new(size("height"), size("width"), 0);
    let shown = lines.map(|event| {
        let event = event.as_array().unwrap();
        assert_eq!((event.len(), &event[1]), (3, &Value::from("o")));
        screen.process(event[2].as_str().unwrap().as_bytes());
        (event[0].as_f64().unwrap(), screen.screen().contents())
    });
    let shown = shown.collect();
    (head, shown)
}

/// The lines for one side only that neither the other side nor both were told in the same words.
fn secrets(desk: &Desk, name: &str, side: Side) -> Vec<Event> {
    let front = desk.front();
    let kept = front.read_save(&front.find_save(name).unwrap()).unwrap();
    let log = kept.opening.replay(&kept.loaded.journal).unwrap().log;
    let told = |other: Option<Side>, text: &str| {
        log.iter().any(|line| line.event.only == other && line.event.text.contains(text))
    };
    let alone = |event: &&Event| {
        event.only == Some(side) && !told(None, &event.text) && !told(Some(side.other()), &event.text)
    };
    log.iter().map(|line| &line.event).filter(alone).cloned().collect()
}

#[test]
fn a_recording_has_a_header_and_its_events_in_order_without_long_pauses() {
    let desk = desk();
    let (path, session) = desk.played(60);
    drop(session);
    let file = desk.path("battle.cast");
    let (save, cast) = (path.to_str().unwrap(), file.to_str().unwrap());
    desk.good(&["replay", save, "--cast", cast]);
    let (head, shown) = read(&file);
    assert_eq!((&head["version"], &head["width"], &head["height"]), (&2.into(), &100.into(), &30.into()));
    assert_eq!(head["title"], "Introductory Scenario");
    assert_eq!(head["env"]["TERM"], "xterm-256color");
    let longest = head["idle_time_limit"].as_f64().unwrap();
    assert!(shown.len() > 40, "{} events of 60 actions", shown.len());
    assert!(shown[0].0 == 0.0 && shown[0].1.contains("after action 0 of 60"), "{}", shown[0].1);
    for pair in shown.windows(2) {
        let pause = pair[1].0 - pair[0].0;
        assert!(pause > 0.0 && pause <= longest + 1e-9, "{pause} seconds");
    }
    // The number in the prompt goes up with every action that is shown.
    let action = |text: &str| {
        let (_, rest) = text.split_once("after action ")?;
        rest.split(' ').next()?.parse::<u32>().ok()
    };
    let actions: Vec<u32> = shown.iter().filter_map(|(_, text)| action(text)).collect();
    assert!(actions.len() > 40 && actions.is_sorted(), "{actions:?}");
    let again = desk.refused_with(1, &["replay", save, "--cast", cast]);
    assert!(again.contains("a file with this name already exists"), "{again}");
    assert_eq!(desk.run(&["replay", save, "--cast", cast, "--verify"]).code, Some(2));
}

#[test]
fn a_recording_shows_only_the_own_side_or_the_public_until_the_battle_is_over() {
    let mut found = 0;
    for ruleset in Ruleset::ALL {
        let desk = desk();
        let mut names = ruleset.scenarios().iter().map(|(name, _)| format!("{ruleset}/{name}"));
        let secretive = names.find_map(|scenario| {
            let (name, seats) = battle(&desk, &scenario, Terms::default(), 30);
            let side = Side::BOTH.into_iter().find(|side| !secrets(&desk, &name, *side).is_empty())?;
            Some((name, seats, side))
        });
        let Some((name, mut seats, whose)) = secretive else { continue };
        let keys = seats[0].view(Side::A).sides.map(|side| side.key);
        let recorded = |player: &str, side: Option<&str>, file: &str| {
            let file = desk.path(file);
            let path = file.to_str().unwrap();
            let mut words = vec!["replay", &name, "--as", player, "--cast", path];
            words.extend(side.iter().flat_map(|side| ["--side", side]));
            desk.good(&words);
            read(&file).1
        };
        let refused = |player: &str, side: Side, file: &str| {
            let path = desk.path(file);
            let words = ["--as", player, "--side", &keys[side.index()], "--cast", path.to_str().unwrap()];
            let said = desk.refused_with(1, &[&["replay", &name][..], &words].concat());
            assert!(said.contains("this battle is still on"), "{said}");
            assert!(!path.exists(), "nothing is written");
        };
        refused("anna", Side::B, "1.cast");
        refused("bert", Side::A, "2.cast");
        refused("carl", Side::A, "3.cast");
        let players = ["anna", "bert"];
        let own = recorded(players[whose.index()], None, "own.cast");
        if ruleset == Ruleset::ALL[0] {
            let asked = recorded(players[whose.index()], Some(&keys[whose.index()]), "asked.cast");
            assert_eq!(own, asked, "its own side is the default");
        }
        let enemy = recorded(players[whose.other().index()], None, "enemy.cast");
        let public = recorded("carl", None, "public.cast");
        let shows = |cast: &[(f64, String)], secret: &Event| {
            cast.iter().any(|(_, screen)| screen.contains(&*secret.text))
        };
        let secrets = secrets(&desk, &name, whose);
        found += usize::from(secrets.iter().any(|secret| shows(&own, secret)));
        for secret in &secrets {
            assert!(!shows(&enemy, secret), "{ruleset}: \"{}\" is recorded for the enemy", secret.text);
            assert!(!shows(&public, secret), "{ruleset}: \"{}\" is recorded for the public", secret.text);
        }
        // Once the battle is over, everyone may record either side.
        seats[0].follow(usize::MAX).unwrap();
        seats[0].note(Side::A, Note::Resign).unwrap();
        let late = recorded("carl", Some(&keys[whose.index()]), "late.cast");
        assert!(late.len() >= own.len(), "{ruleset}");
    }
    assert!(found >= 2, "secrets are recorded for their own side in {found} rulesets");
}

#[test]
fn a_battle_closed_to_spectators_is_recorded_by_its_players_only() {
    let desk = desk();
    let terms = Terms { watch: WatchRule::Closed, ..Terms::default() };
    let (name, mut seats) = battle(&desk, "matg/introductory", terms, 10);
    let cast = |player: &str, file: &str| {
        desk.run(&["replay", &name, "--as", player, "--cast", desk.path(file).to_str().unwrap()])
    };
    let said = cast("carl", "1.cast");
    assert!(said.code == Some(1) && said.err.contains("allow no spectators until it is over"), "{said:?}");
    assert!(!desk.path("1.cast").exists());
    assert_eq!(cast("anna", "2.cast").code, Some(0));
    seats[1].follow(usize::MAX).unwrap();
    seats[1].note(Side::B, Note::Resign).unwrap();
    assert_eq!(cast("carl", "3.cast").code, Some(0));
}
