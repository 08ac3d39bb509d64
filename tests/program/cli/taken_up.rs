//! Replays of a saved game for one side, and resuming a save that does not replay.

use standto::dice::Dice;
use standto::game::journal::{DiceKind, Undo};
use standto::game::replay::ReplayMode;
use standto::game::{Event, Level, Seat, Session, Side};
use standto::library::NewGame;
use standto::registry::Ruleset;

use crate::desk::{Desk, desk, text};

/// The first line for one side only. A notice of which each side gets its own copy is no secret.
fn secret(session: &dyn Session) -> Option<Event> {
    let log = session.log();
    let gets = |side: Side, text: &str| {
        log.iter().any(|line| line.event.only == Some(side) && line.event.text == text)
    };
    let alone = |event: &&Event| event.only.is_some_and(|side| !gets(side.other(), &event.text));
    log.iter().map(|line| &line.event).find(alone).cloned()
}

/// Random legal actions of two players, until a line is written for one side only; `None` if that does not
/// happen for a while.
fn with_a_secret(
    desk: &Desk,
    ruleset: Ruleset,
    scenario: &str,
    seats: [Seat; 2],
) -> Option<Box<dyn Session>> {
    let front = desk.front();
    let scenario = front.scenario(&format!("{ruleset}/{scenario}")).unwrap();
    let game = NewGame { seats, seed: 5, dice: DiceKind::Seeded, undo: Some(Undo::Free) };
    let mut session = front.start(&scenario, &game).unwrap();
    let mut pick = Dice::seeded(5, 0);
    for _ in 0..150 {
        if secret(&*session).is_some() {
            return Some(session);
        }
        session.decision()?;
        let choice = session.choices()[pick.below(session.choices().len())].notation.clone();
        session.play(&choice).unwrap();
    }
    None
}

#[test]
fn a_game_in_progress_is_replayed_as_each_side_knows_it() {
    let mut found = 0;
    for ruleset in Ruleset::ALL {
        let desk = desk();
        let mut names = ruleset.scenarios().iter().map(|(name, _)| *name);
        let two = [Seat::Human; 2];
        let found_in = |name: &'static str| Some((name, with_a_secret(&desk, ruleset, name, two)?));
        let Some((name, session)) = names.find_map(found_in) else { continue };
        found += 1;
        let path = |session: &dyn Session| session.save_path().unwrap().to_str().unwrap().to_owned();
        let save = path(&*session);
        let keys = session.view(Side::A).sides.map(|side| side.key);
        let secret = secret(&*session).unwrap();
        drop(session);
        let (whose, text) = (secret.only.unwrap(), secret.text);
        // The same battle with the computer in the other seat.
        let save_of = |side: Side| {
            let computer = Seat::program(Level::Normal);
            let seats = Side::BOTH.map(|seat| if seat == side { Seat::Human } else { computer });
            path(&*with_a_secret(&desk, ruleset, name, seats).unwrap())
        };
        let told = |side: Side| desk.good(&["replay", &save_of(side), "--side", &keys[side.index()]]);
        assert!(told(whose).contains(&text), "{ruleset}: its own side reads \"{text}\"");
        // The enemy may draw a card of the same name and so reads the line fewer times.
        let count = |tale: &str| tale.matches(&text).count();
        assert!(
            count(&told(whose.other())) < count(&told(whose)),
            "{ruleset}: \"{text}\" is shown to the enemy"
        );
        let of_the_enemy =
            desk.refused_with(1, &["replay", &save_of(whose.other()), "--side", &keys[whose.index()]]);
        assert!(of_the_enemy.contains("only your own side"), "{of_the_enemy}");
        // Either of the two players may be reading.
        let of_either = desk.refused_with(1, &["replay", &save, "--side", &keys[whose.index()]]);
        assert!(of_either.contains("once it is over"), "{of_either}");
        let both = desk.good(&["replay", &save]);
        assert!(
            count(&both) < count(&told(whose))
                && both.contains("secret to one side until the battle is over."),
            "{both}"
        );
        let said = desk.run(&["replay", &save, "--side", "nobody"]);
        assert_eq!(said.code, Some(2));
        assert!(said.err.contains("unknown side \"nobody\""), "{}", said.err);
    }
    assert!(found >= 2, "secrets in {found} rulesets");
}

#[test]
fn a_save_that_does_not_replay_says_how_to_resume_it() {
    let desk = desk();
    let (path, session) = desk.played(60);
    drop(session);
    let save = text(&path);
    let seal = save.lines().filter(|line| line.starts_with("seal = ")).nth(39).unwrap();
    let changed = save.replace(seal, "seal = \"00000000000000000000000000000000\"");
    desk.write("saves/changed.toml", &changed);
    let said = desk.run(&["resume", "changed"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains("follow its recorded dice: standto resume changed --by-dice"), "{}", said.err);
    assert!(
        said.err.contains("continue from before action 40: standto resume changed --before 40"),
        "{}",
        said.err
    );
    // Both ways open the screen, for which there is no terminal here.
    for way in [&["--by-dice"][..], &["--before", "40"]] {
        let said = desk.run(&[&["resume", "changed"], way].concat());
        assert!(said.err.contains("needs a terminal"), "{way:?}: {}", said.err);
    }
    let front = desk.front();
    for (name, way, plays) in
        [("dice", ReplayMode::ByRecordedDice, 60), ("before", ReplayMode::StopBefore(40), 39)]
    {
        let copy = desk.write(&format!("saves/{name}.toml"), &changed);
        let (mut session, _) = front.resume_with(&copy, way).unwrap();
        assert_eq!(session.plays(), plays, "{name}");
        let choice = session.choices()[0].notation.clone();
        session.play(&choice).unwrap();
        assert_eq!(session.plays(), plays + 1, "{name}: the game resumes");
    }
    let both = desk.run(&["resume", "changed", "--by-dice", "--before", "40"]);
    assert_eq!(both.code, Some(2));
}
