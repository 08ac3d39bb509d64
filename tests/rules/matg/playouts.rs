//! What a side that is played out goes on with instead of weighing it again.

use standto::board::Cell;
use standto::dice::Dice;
use standto::game::{Level, Log, Opponent, Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::Choice;
use standto::rules::matg::turn::sequence::Frame;

use super::opponent::{drawn, id, play_on, posture_phase, seen, stand, think};

type Intent = <Position as Opponent>::Intent;

/// The choice of the deciding side in a playout.
fn played_out(position: &Position, intent: &mut Intent) -> Choice {
    Position::think_on(&seen(position), Level::Normal.steady(), intent, &mut Dice::seeded(1, 0))
}

/// Tanks at the start of a turn, with enemies behind a wood across the field.
fn advance() -> Position {
    let woods: Vec<String> = (1..=24).map(|x| format!("{x:02}14")).collect();
    let woods: Vec<&str> = woods.iter().map(String::as_str).collect();
    let tanks = ["0403", "1203", "2003"].map(|at| stand("Panzer IV F2-H (7.5cm)", at)).concat();
    let enemies = ["0420", "1222", "2021"].map(|at| stand("T-34c", at)).concat();
    posture_phase(drawn(&woods, &tanks, &enemies))
}

/// Plays the first turn, or until a condition holds.
fn play_turn(
    position: &mut Position,
    choose: &mut dyn FnMut(&Position) -> Choice,
    until: impl Fn(&Position) -> bool,
) -> Vec<Choice> {
    play_on(position, choose, |position| position.now.number > 1 || until(position))
}

/// The steps that the moving stand has made.
fn steps(position: &Position) -> usize {
    match position.now.stack.last() {
        Some(Frame::Moving(mover)) => mover.trail.len(),
        _ => 0,
    }
}

#[test]
fn stands_that_are_played_out_move_as_they_would_step_by_step() {
    let weighed = play_turn(&mut advance(), &mut think, |_| false);
    let mut intent = Intent::default();
    let made = play_turn(&mut advance(), &mut |position| played_out(position, &mut intent), |_| false);
    let taken =
        |choices: &[Choice]| choices.iter().filter(|choice| matches!(choice, Choice::Step(_))).count();
    assert!(taken(&weighed) > 12, "{weighed:?}");
    assert_eq!(made, weighed);
}

#[test]
fn only_a_playout_goes_on_without_weighing_again() {
    let (mut position, mut intent) = (advance(), Intent::default());
    play_turn(&mut position, &mut |position| played_out(position, &mut intent), |position| {
        steps(position) == 2
    });
    let Some(Frame::Moving(mover)) = position.now.stack.last().cloned() else { panic!("nothing moves") };
    let here = position.forces.cell(mover.stand).expect("on the board");
    // Enemies behind it would turn it round.
    for (tag, x) in [("S1", -3), ("S2", 0), ("S3", 3)] {
        let enemy = id(&position, tag);
        position.forces.put(enemy, Cell::new(here.x + x, here.y - 4));
    }
    let weighed = think(&position);
    let next = played_out(&position, &mut intent);
    assert!(matches!(next, Choice::Step(_)) && next != weighed, "{next} and {weighed}");
    // The way of a stand that is somewhere else leads nowhere.
    let mut dice = Dice::seeded(3, 0);
    position.apply(&next, &mut dice, &mut Log::off()).expect("a step");
    while position.decision().is_some_and(|decision| decision.side == Side::B) {
        position.apply(&Choice::Hold, &mut dice, &mut Log::off()).expect("it holds fire");
    }
    assert_eq!(steps(&position), 3);
    position.forces.put(mover.stand, Cell::new(here.x - 1, here.y));
    assert_eq!(played_out(&position, &mut intent), think(&position));
}
