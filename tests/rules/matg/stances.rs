//! What a stance changes: how many stands a side sends forward, from the same position.

use standto::dice::Dice;
use standto::game::{Level, Log, Manner, Opponent, Rules, Side, Stance};
use standto::rules::matg::Position;
use standto::rules::matg::state::choice::Choice;
use standto::rules::matg::turn::sequence::Frame;

use super::opponent::{drawn, posture_phase, seen, stand};

const TANK: &str = "Panzer IV F2-H (7.5cm)";

/// The stands that the Germans mark to move in this stance.
fn marked(mut position: Position, stance: Stance) -> usize {
    let manner = Manner { stance, ..Level::Normal.steady() };
    let (mut marked, mut dice) = (0, Dice::seeded(1, 0));
    while matches!(position.now.stack.first(), Some(Frame::Posture(_))) {
        let side = position.decision().expect("a decision").side;
        let choice = match side {
            Side::A => Position::think(&seen(&position), manner, &mut Dice::seeded(1, 0)),
            Side::B => Choice::Pass,
        };
        marked += usize::from(matches!(choice, Choice::Group(..) | Choice::Add(_)));
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice");
    }
    marked
}

#[test]
fn a_side_that_waits_stays_and_one_that_presses_goes() {
    let tanks = |places: [&str; 4]| places.map(|at| stand(TANK, at)).concat();
    let guns = ["1716", "1816", "1916"].map(|at| stand("T-34c", at)).concat();
    let position = || posture_phase(drawn(&[], &tanks(["0504", "0604", "0704", "0804"]), &guns));
    let [usual, wait, stalk, press] = Stance::ALL.map(|stance| marked(position(), stance));
    assert_eq!(wait, 0, "nobody leaves the line");
    assert_eq!(press, 4, "every tank goes");
    assert!(stalk <= usual && usual <= press, "{stalk}, {usual}, {press}");
}
