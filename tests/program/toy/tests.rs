//! The laws, the secrets, a save, and a battle on the screen.

use standto::book::Book;
use standto::dice::Dice;
use standto::game::journal::{self, Header, Undo};
use standto::game::replay::replay;
use standto::game::{Level, Log, Match, Rules, Seat, Session, Side};
use standto::simulate::{Plan, check_random_game, run};
use standto::tui::{App, Options};

use super::choice::Choice;
use super::position::{Card, Frame, Outposts};
use super::scenario::FORD;
use crate::fake::{Desk, drawn, keys, options, text};

fn ford() -> Outposts {
    Outposts::read("ford.toml", FORD).unwrap().0
}

fn header() -> Header {
    Header::new(Outposts::ID, "ford", "The ford", FORD, 5, [("north", Seat::Human), ("south", Seat::Human)])
}

/// Plays choices, each with the faces it needs.
fn played(mut position: Outposts, plays: &[(&str, &[u8])]) -> Outposts {
    for (text, faces) in plays {
        let choice: Choice = text.parse().unwrap();
        position.check(&choice).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut dice = Dice::taped(faces);
        position
            .apply(&choice, &mut dice, &mut Log::off())
            .unwrap_or_else(|asked| panic!("{text}: {asked:?}"));
        assert_eq!(dice.unread(), 0, "{text}");
    }
    position
}

#[test]
fn random_games_obey_every_law() {
    for seed in 0..60 {
        check_random_game(&ford(), seed, 2_000).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn the_computer_plays_itself() {
    let plan = Plan { games: 20, levels: [Level::Normal; 2], ..Plan::default() };
    let report = run(&ford(), &plan, |_| {}).unwrap();
    assert_eq!(report.wins.values().sum::<u32>(), 20);
    assert!(report.results.iter().any(|game| game.losses["north"] > 0), "no squad was ever hit");
}

#[test]
fn an_order_is_secret_until_both_are_given() {
    let [attack, rest] = ["attack", "rest"].map(|order| played(ford(), &[(order, &[])]));
    assert!(attack.decision().unwrap().secret);
    assert_ne!(attack, rest);
    let seen = |position: &Outposts, side| position.seen_by(side, &mut Dice::seeded(1, 0));
    assert_eq!(seen(&attack, Side::B), seen(&rest, Side::B));
    assert_eq!(attack.view(Side::B), rest.view(Side::B));
    assert_ne!(seen(&attack, Side::A), seen(&rest, Side::A), "the side knows its own order");
    // Once the second order is given, both are revealed.
    let both = played(attack, &[("attack", &[])]);
    assert_eq!(both.frames, [Frame::Attack(Side::B), Frame::Attack(Side::A)]);
}

#[test]
fn a_hand_is_secret_and_its_size_is_not() {
    // North rests and draws the card at this index among those left.
    let drawn = |place: u8| played(ford(), &[("rest", &[]), ("attack", &[place])]);
    let (ambush, rain) = (drawn(1), drawn(5));
    assert_eq!((&ambush.hands[0][..], &rain.hands[0][..]), (&[Card::Ambush][..], &[Card::Rain][..]));
    let seen = |position: &Outposts| position.seen_by(Side::B, &mut Dice::seeded(1, 0));
    assert_eq!(seen(&ambush), seen(&rain));
    assert_eq!(ambush.view(Side::B), rain.view(Side::B));
    assert_eq!(ambush.view(Side::B).hand.unwrap().enemy, 1);
}

#[test]
fn an_ambush_interrupts_a_move_and_the_attack_goes_on() {
    let ready = played(ford(), &[("rest", &[]), ("attack", &[1])]);
    assert_eq!(ready.decision().unwrap().side, Side::B);
    let moved = played(ready, &[("move 5 N", &[])]);
    assert_eq!(moved.decision().map(|decision| (decision.side, decision.kind)), Some((Side::A, "ambush")));
    // Two squads are in B2, so 7 hits as well.
    let shot = played(moved.clone(), &[("ambush", &[4, 3])]);
    assert_eq!((shot.losses(), shot.hands[0].len()), ([0, 1], 0));
    assert_eq!(shot.decision().unwrap().side, Side::B, "the attack goes on");
    let missed = played(moved.clone(), &[("ambush", &[6, 6])]);
    assert_eq!(missed.losses(), [0, 0]);
    let chance = moved.preview(&Choice::Ambush).unwrap().rolls[0].chance();
    assert!((chance - 21.0 / 36.0).abs() < 1e-12, "{chance}");
}

#[test]
fn a_save_plays_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ford.toml");
    let mut game = Match::new(Outposts::ID, ford(), header(), Some(&standto::store::save_at(&path))).unwrap();
    let mut pick = Dice::seeded(3, 0);
    while game.decision().is_some() {
        let choice = game.choices()[pick.below(game.choices().len())].notation.clone();
        game.play(&choice).unwrap();
    }
    let loaded = journal::parse(&std::fs::read_to_string(&path).unwrap(), "ford.toml").unwrap();
    let again = replay(ford(), &loaded.journal).unwrap();
    assert_eq!(again.position(), game.position());
}

/// Two players at one keyboard play strictly by default.
#[test]
fn a_revealed_secret_cannot_be_undone() {
    let mut game = Match::new(Outposts::ID, ford(), header(), None).unwrap();
    game.play("attack").unwrap();
    game.undo().unwrap();
    game.play("attack").unwrap();
    game.play("attack").unwrap();
    let why = game.undo().unwrap_err().to_string();
    assert_eq!(why, "This game is strict: a secret was revealed by \"attack\", so it can't be undone.");
}

/// Undone rolls are reported at the end of the battle.
#[test]
fn the_outcome_counts_undone_rolls() {
    let mut free = header();
    free.undo = Undo::Free;
    let mut game = Match::new(Outposts::ID, ford(), free, None).unwrap();
    let mut pick = Dice::seeded(8, 0);
    for _ in 0..6 {
        let choice = game.choices()[pick.below(game.choices().len())].notation.clone();
        game.play(&choice).unwrap();
    }
    // One undo of several actions counts each that rolled.
    game.undo_to(0).unwrap();
    let undone = game.undo_totals().past_dice;
    assert!(undone > 1, "{undone}");
    while game.decision().is_some() {
        let choice = game.choices()[0].notation.clone();
        game.play(&choice).unwrap();
    }
    let mut desk = Desk::default();
    let start: Option<Box<dyn Session>> = Some(Box::new(game));
    let mut app = App::new(&mut desk, Options { start, ..options("mono", None) }).unwrap();
    let screen = text(&drawn(&mut app, 80, 24));
    assert!(screen.contains(&format!("Actions undone after rolling dice: {undone}")), "{screen}");
}

#[test]
fn a_bad_battle_is_refused_with_line_and_column() {
    let bad = FORD.replace("turns = 6", "turns = 0").replace("\"F4\"", "\"Z9\"").replace("\"B4\"", "\"B2\"");
    let said = Outposts::read("bad.toml", &bad).unwrap_err().to_string();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "bad.toml:4:9: turns cannot be 0, expected 1 to 99");
    assert_eq!(lines[1], "bad.toml:6:10: the enemy holds B2 already");
    assert!(lines[2].starts_with("bad.toml:6:28: "), "{said}");
}

/// From the first order to the last turn by keys alone, as a player would.
#[test]
fn it_is_played_on_the_screen() {
    let session: Box<dyn Session> = Box::new(Match::new(Outposts::ID, ford(), header(), None).unwrap());
    let mut desk = Desk::default();
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    let mut seen = String::new();
    for _ in 0..400 {
        let screen = text(&drawn(&mut app, 80, 24));
        if screen.contains("squads against") {
            break;
        }
        seen += &screen;
        keys(&mut app, "Enter");
    }
    let last = text(&drawn(&mut app, 80, 24));
    assert!(last.contains("squads against"), "it does not end:\n{last}");
    for words in ["Attack or rest.", "Move or fire, or be done.", "Orders", "Squad 1"] {
        assert!(seen.contains(words), "never on the screen: {words}\n{last}");
    }
}
