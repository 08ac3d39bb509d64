//! Why the computer did something, advice, and what cost a player most.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::journal::{DiceKind, Header};
use standto::game::{Level, Log, Match, Reasons, Seat, Seen, Session, Side, Weighed};
use standto::library::NewGame;
use standto::registry::{Ruleset, Visit};

use super::asked::shown;
use crate::battles::{battles, opening};
use crate::desk::{Desk, desk};
use crate::fake::{keys, text, typed};

/// The introductory battle, a player's Germans against the computer.
fn battle(folder: &Desk, seats: [Seat; 2]) -> Box<dyn Session> {
    battle_of("matg/introductory", folder, seats)
}

fn battle_of(scenario: &str, folder: &Desk, seats: [Seat; 2]) -> Box<dyn Session> {
    let front = folder.front();
    let game = NewGame { seats, seed: 5, dice: DiceKind::Seeded, undo: None };
    front.start(&front.scenario(scenario).unwrap(), &game).unwrap()
}

/// Plays on by the computer's choices for so many actions.
fn play_on(session: &mut dyn Session, actions: u32) {
    let seats = Side::BOTH.map(|side| session.seat(side));
    for side in Side::BOTH {
        session.set_seat(side, Seat::program(Level::Normal));
    }
    for _ in 0..actions {
        let Some(thinking) = session.think() else { break };
        session.play(&thinking()).unwrap();
    }
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        session.set_seat(side, seat);
    }
}

fn sums_up(reasons: &Reasons) {
    for told in [Some(&reasons.chosen), reasons.other.as_ref()].into_iter().flatten() {
        let sum: f64 = told.terms.iter().map(|term| term.value).sum();
        assert!((sum - told.score).abs() < 1e-9, "{told:?}");
    }
}

#[test]
fn every_action_of_the_computer_can_be_explained() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::program(Level::Normal); 2]);
    play_on(&mut *session, 150);
    let mut weighed = 0;
    for play in 1..=session.plays() {
        let side = Side::BOTH.into_iter().find(|side| session.reasons(Some(*side), play).is_ok());
        let side =
            side.unwrap_or_else(|| panic!("action {play}: {:?}", session.reasons(Some(Side::A), play)));
        let reasons = session.reasons(Some(side), play).unwrap();
        sums_up(&reasons);
        weighed += u32::from(reasons.other.is_some() && !reasons.task.is_empty());
    }
    assert!(weighed >= 20, "only {weighed} of them were weighed against another option");
}

#[test]
fn the_scores_count_what_the_game_counts() {
    let folder = desk();
    for (scenario, counted) in [
        ("matg/introductory", "The scores are in points of worth."),
        ("panzertruppe/crossroads", "The scores are in points."),
        ("aslsk/s10-paper-army", "The scores are in squads."),
        ("fireandmove/village", "The scores are in figures."),
    ] {
        let mut session = battle_of(scenario, &folder, [Seat::Human; 2]);
        while session.advice().unwrap().other.is_none() {
            play_on(&mut *session, 1);
        }
        shown(session, false, |app| {
            keys(app, "Enter Esc !");
            // The last line of a long window.
            (0..30).for_each(|_| keys(app, "Down"));
            let screen = text(&crate::fake::drawn(app, 80, 24));
            assert!(screen.contains(counted), "{scenario}: {screen}");
        });
    }
}

#[test]
fn the_reasons_are_the_same_after_loading() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::program(Level::Normal); 2]);
    play_on(&mut *session, 60);
    let told: Vec<_> = (1..=60).map(|play| session.reasons(Some(Side::A), play)).collect();
    let path = session.save_path().unwrap().to_owned();
    drop(session);
    let again = folder.front().resume(&path).unwrap().0;
    assert_eq!(told, (1..=60).map(|play| again.reasons(Some(Side::A), play)).collect::<Vec<_>>());
}

#[test]
fn advice_is_told_and_recorded() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    play_on(&mut *session, 80);
    while session.decision().is_some_and(|now| now.side != Side::A) {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    let (plays, path) = (session.plays(), session.save_path().unwrap().to_owned());
    shown(session, false, |app| {
        let screen = typed(app, "Enter Esc !");
        assert!(screen.contains("The computer would choose:"), "{screen}");
        assert!(screen.contains("The save records that you asked."), "{screen}");
        keys(app, "Esc");
        assert_eq!(app.session().unwrap().plays(), plays, "nothing has been done");
        assert_eq!(app.session().unwrap().advised(), [1, 0]);
    });
    let again = folder.front().resume(&path).unwrap().0;
    assert_eq!((again.plays(), again.advised()), (plays, [1, 0]));
}

#[test]
fn the_last_action_of_the_computer_is_explained_on_the_map_and_in_the_log() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    play_on(&mut *session, 120);
    while session.decision().is_some_and(|now| now.side != Side::A) {
        let choice = session.think().unwrap()();
        session.play(&choice).unwrap();
    }
    shown(session, false, |app| {
        let screen = typed(app, "Enter Esc W");
        assert!(screen.contains("Why: action "), "{screen}");
        keys(app, "Esc e w");
        let screen = text(&crate::fake::drawn(app, 80, 24));
        assert!(screen.contains("Why: action "), "{screen}");
    });
}

#[test]
fn a_finished_battle_tells_what_cost_most() {
    let folder = desk();
    let mut session = battle(&folder, [Seat::Human, Seat::program(Level::Normal)]);
    // A player who takes any choice makes mistakes.
    session.set_seat(Side::A, Seat::Human);
    let mut number = 5_u64;
    while let Some(decision) = session.decision() {
        let choice = if decision.side == Side::A {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            session.choices()[(number >> 33) as usize % session.choices().len()].notation.clone()
        } else {
            session.think().unwrap()()
        };
        session.play(&choice).unwrap();
    }
    let costly = session.costly(Side::A, 3);
    assert_eq!(costly.len(), 3);
    for pair in costly.windows(2) {
        assert!(pair[0].cost() >= pair[1].cost() && pair[1].cost() > 0.0);
    }
    costly.iter().for_each(sums_up);
    shown(session, false, |app| {
        let mut told = String::new();
        // The last row of the report is highlighted; the rows from there up to this one are counted.
        (0..60).for_each(|_| told = typed(app, "Down"));
        let rows: Vec<&str> = told.lines().collect();
        let row = rows.iter().position(|row| row.contains("Your costliest decisions")).expect("it is listed");
        let foot = rows.iter().position(|row| row.contains("Enter choose")).expect("a list");
        (row + 1..foot).for_each(|_| keys(app, "Up"));
        let told = typed(app, "Enter");
        assert!(told.contains("points of worth"), "{told}");
    });
}

/// Plays a battle by the computer's choices, and at each of its decisions the worst option in a game of its own, if that
/// is not among the first six. Returns how many of them the computer found and told.
fn blunders<R: Book>(name: &str, text: &str) -> usize {
    let mut position: R = opening(name, text);
    let manner = Level::Normal.steady();
    let mut found = 0;
    for action in 0..250 {
        let Some(decision) = position.decision() else { break };
        let seen = Seen::by(decision.side, &position, &mut Dice::seeded(1, action));
        let opinion = R::weigh(&seen, manner, &mut Dice::seeded(2, action));
        let score = |choice| opinion.of_choice(choice).map(Weighed::score);
        if let (Some(best), Some(worst)) =
            (score(&opinion.choice), opinion.options.get(6..).and_then(<[_]>::last))
            && best - worst.score() > 2.0 * R::WORTH_TELLING
        {
            let told = after::<R>(&position, text, decision.side, &worst.choice.to_string());
            let [told] = &told[..] else { panic!("{} {name}, action {action}: {worst:?}: {told:?}", R::ID) };
            assert_eq!(told.chosen.option, seen.describe(&worst.choice).label);
            assert!(told.cost() > R::WORTH_TELLING, "{told:?}");
            sums_up(told);
            found += 1;
        }
        position.apply(&opinion.choice, &mut Dice::seeded(3, action), &mut Log::off()).expect("dice enough");
    }
    found
}

/// What a game tells that begins with a position, after a player's choice.
fn after<R: Book>(position: &R, text: &str, side: Side, choice: &str) -> Vec<Reasons> {
    let names = position.sides().map(|side| side.key);
    let seats = [(names[0].as_str(), Seat::Human), (names[1].as_str(), Seat::Human)];
    let header = Header::new(R::ID, "battle", "Battle", text, 5, seats);
    let mut game = Match::new(R::ID, position.clone(), header, None).expect("it begins");
    game.play(choice).expect("it is legal");
    game.costly(side, 3)
}

#[test]
fn a_blunder_is_told_however_many_options_were_better() {
    struct Blunders;
    impl Visit for Blunders {
        type Output = (&'static str, usize);

        fn visit<R: Book>(self) -> Self::Output {
            let all = battles::<R>().into_iter().filter(|(name, _)| !name.contains("steps"));
            let found = all.map(|(name, text)| blunders::<R>(&name, &text)).find(|&found| found > 0);
            (R::ID, found.unwrap_or_default())
        }
    }
    for ruleset in Ruleset::ALL {
        let (id, found) = ruleset.visit(Blunders);
        assert!(found > 0, "{id}: no decision has an option outside the best six that costs much");
    }
}

/// A battle that the computer has fought out for both sides, though a player is listed for the first.
fn fought_out(scenario: &str, folder: &Desk) -> Box<dyn Session> {
    let mut session = battle_of(scenario, folder, [Seat::Human, Seat::program(Level::Normal)]);
    play_on(&mut *session, u32::MAX);
    session
}

#[test]
fn reasons_are_told_while_looking_back_and_in_a_replay() {
    let folder = desk();
    let session = fought_out("fireandmove/steps-3-winning", &folder);
    let (path, all) = (session.save_path().unwrap().to_owned(), session.plays());
    let weighed = |play: &u32| {
        session.reasons(None, *play).is_ok_and(|told| told.other.is_some() && !told.chosen.terms.is_empty())
    };
    let play = (1..=all).rev().find(weighed).expect("an action that was weighed");
    let option = session.reasons(None, play).unwrap().chosen.option;
    let tells = |screen: &str| {
        assert!(screen.contains(&format!("Why: action {play}")), "{screen}");
        assert!(screen.contains(&format!("It chose: {option}")), "{screen}");
    };
    shown(session, false, |app| {
        keys(app, "Esc");
        (play..all).for_each(|_| keys(app, "<"));
        assert_eq!(app.session().unwrap().shown(), Some(play));
        tells(&typed(app, "W"));
    });
    let replayed = folder.front().resume(&path).unwrap().0;
    shown(replayed, true, |app| {
        (0..play).for_each(|_| keys(app, ">"));
        assert_eq!(app.session().unwrap().shown(), Some(play));
        tells(&typed(app, "W"));
    });
}

#[test]
fn reasons_that_would_betray_a_secret_are_told_after_the_battle() {
    let folder = desk();
    let scenario = "fireandmove/steps-3-winning";
    let mut session = battle_of(scenario, &folder, [Seat::Human, Seat::program(Level::Normal)]);
    let mut withheld = Vec::new();
    while session.decision().is_some() {
        play_on(&mut *session, 1);
        let play = session.plays();
        let later = |why: String| why.contains("The reasons are told after the battle.");
        if session.decision().is_some() && session.reasons(Some(Side::A), play).is_err_and(later) {
            withheld.push(play);
        }
    }
    assert!(!withheld.is_empty(), "nothing rested on a hand of cards");
    for &play in &withheld {
        let told = session.reasons(Some(Side::A), play).unwrap_or_else(|why| panic!("action {play}: {why}"));
        assert_eq!((told.side, told.play), (Side::B, play));
        sums_up(&told);
    }
    let all = session.plays();
    shown(session, false, |app| {
        keys(app, "Esc");
        (withheld[withheld.len() - 1]..all).for_each(|_| keys(app, "<"));
        let screen = typed(app, "W");
        assert!(screen.contains("Why: action ") && screen.contains("It chose: "), "{screen}");
    });
}

#[test]
fn a_choice_without_scores_is_explained_by_the_level() {
    let folder = desk();
    for (level, why) in [
        (Level::Random, "The random level makes any legal choice."),
        (Level::Easy, "The computer scores no options for this decision."),
        (Level::Normal, "The computer scores no options for this decision."),
    ] {
        let mut session = battle_of("matg/introductory", &folder, [Seat::program(level); 2]);
        for _ in 0..12 {
            let choice = session.think().unwrap()();
            session.play(&choice).unwrap();
        }
        let bare = |play: &u32| {
            let told = session.reasons(None, *play);
            told.is_ok_and(|told| !told.forced && told.other.is_none() && told.chosen.terms.is_empty())
        };
        let play = (1..=12).find(bare).expect("a choice without scores");
        shown(session, true, |app| {
            (0..play).for_each(|_| keys(app, ">"));
            let screen = typed(app, "W");
            assert!(screen.contains(why), "{level:?}, action {play}: {screen}");
        });
    }
}
