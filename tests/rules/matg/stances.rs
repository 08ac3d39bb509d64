//! What a stance changes: how much a side gains by going forward, from the same position; and which battles are too small for
//! one.

use standto::dice::Dice;
use standto::game::journal::DiceKind;
use standto::game::{Level, Manner, Opponent, Planning, Seat, Side, Stance};
use standto::library::{Library, NewGame};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::Choice;
use standto::store::Home;

use super::opponent::{drawn, posture_phase, seen, stand};

/// What the Germans expect to gain by sending their first tank forward with its group.
fn eagerness(position: &Position, stance: Stance) -> f64 {
    let manner = Manner { stance, ..Level::Normal.steady() };
    let opinion = Position::weigh(&seen(position), manner, &mut Dice::seeded(1, 0));
    let going = opinion.options.iter().find(|option| matches!(option.choice, Choice::Group(..)));
    going.unwrap_or_else(|| panic!("{stance:?}: nobody may move")).score()
}

#[test]
fn a_side_that_hangs_back_is_less_eager_than_one_that_presses() {
    let tanks = ["0202", "0302", "0402", "0502"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let enemies = ["2222", "2122", "2022"].map(|at| stand("T-34c", at)).concat();
    let position = posture_phase(drawn(&[], &tanks, &enemies));
    let [usual, back, slow, press] = Stance::ALL.map(|stance| eagerness(&position, stance));
    assert!(back < slow && slow < usual && usual < press, "{back} {slow} {usual} {press}");
}

/// What the computer plays out to choose its stance for the turn, and how many options in how many worlds to choose a posture;
/// `None` where it plays nothing out.
fn played_out(position: &Position, level: Level) -> (Option<Planning>, Option<(usize, u32)>) {
    let seen = seen(position);
    let search = Position::search(&seen, level).map(|search| (search.options, search.worlds));
    (Position::plan(&seen, level), search)
}

#[test]
fn a_skirmish_is_played_out_at_every_posture_and_a_battle_at_every_turn() {
    let of = |count: usize| {
        let at = |rows: [usize; 2]| {
            (0..count).map(|n| format!("{:02}{:02}", 1 + n % 23, rows[n / 23])).collect::<Vec<_>>()
        };
        let tanks: String = at([3, 4]).iter().map(|at| stand("Panzer IV F2-H (7.5cm)", at)).collect();
        let enemies: String = at([22, 21]).iter().map(|at| stand("T-34c", at)).collect();
        posture_phase(drawn(&[], &tanks, &enemies))
    };
    // With a GHQ on each side: sixteen stands, eighteen, and eighty-two, for eight turns.
    let [skirmish, battle, large] = [7, 8, 40].map(of);
    assert_eq!(played_out(&skirmish, Level::Hard), (None, Some((4, 8))));
    assert_eq!(played_out(&skirmish, Level::Expert), (None, Some((8, 32))));
    for level in [Level::Hard, Level::Expert] {
        let (whole, search) = played_out(&battle, level);
        let whole = whole.expect("it is planned");
        assert!(whole.turns >= 8 && whole.tempers == (level == Level::Expert), "{whole:?}");
        assert_eq!(search, None);
        let (part, search) = played_out(&large, level);
        let part = part.expect("it is planned");
        assert!(part.turns == 6 && !part.tempers, "{part:?}");
        assert_eq!(search, None);
    }
}

/// In Stark Resistance both sides choose targets for preparatory fire before they deploy: the second side's turn began with
/// the first side's batteries, which it cannot see.
#[test]
fn hard_plans_a_turn_that_began_with_hidden_batteries() {
    let home = tempfile::tempdir().expect("a folder for saves");
    let library = Library::at(Home::at(home.path()));
    let scenario = library.scenario("stark-resistance").expect("a scenario");
    let seats = [Seat::Human, Seat::program(Level::Hard)];
    let game = NewGame { seats, seed: 1, dice: DiceKind::Seeded, undo: None };
    let mut session = library.start(&scenario, &game).expect("a game begins");
    while session.decision().is_some_and(|decision| decision.side == Side::A) {
        let choice = session.choices().last().expect("a choice").notation.clone();
        session.play(&choice).expect("it was offered");
    }
    let choice = session.think().expect("the computer is to act")();
    session.play(&choice).expect("the computer plays what it may");
}

/// The postures and orders of a skirmish are played out to its end, whatever its last turn.
#[test]
fn hard_plays_the_first_turn_of_a_skirmish() {
    let home = tempfile::tempdir().expect("a folder for saves");
    let library = Library::at(Home::at(home.path()));
    let scenario = library.scenario("first-steps").expect("a scenario");
    let seats = [Seat::program(Level::Hard); 2];
    let game = NewGame { seats, seed: 7, dice: DiceKind::Seeded, undo: None };
    let mut session = library.start(&scenario, &game).expect("a game begins");
    while session.view(Side::A).turn < 2 {
        let choice = session.think().expect("the computer is to act")();
        session.play(&choice).expect("the computer plays what it may");
    }
}
