//! Victory in generated battles.

use super::{order, read};
use standto::board::{Cell, Compass};
use standto::game::{Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::authoring::design::generate;
use standto::rules::matg::state::aims::Degree;
use standto::rules::matg::state::battle::ScenarioKind;
use standto::rules::matg::state::position::Place;
use standto::rules::matg::turn::victory;

/// The attacker of a reconnaissance wins as soon as one of its stands is in the place, by the end of turn 12.
// card: design: 1B
#[test]
fn a_raid_is_won_by_entering_in_time() {
    crate::cited::watch();
    let order = order(ScenarioKind::ReconnaissanceInForce, 0);
    let text = generate(&order).expect("it can be made");
    let opening = Position::new(std::sync::Arc::new(read(&text, &order)));
    let [goal] = opening.battle.victory.places[0].cells[..] else { panic!("the objective is one marker") };
    let winner = |turn: u8, entered: bool| {
        let mut position = opening.clone();
        position.now.number = turn;
        let scout = position
            .battle
            .ids(Side::B)
            .find(|&id| position.forces.cell(id).is_some())
            .expect("the attacker is there");
        if entered {
            if let Some(holder) = position.forces.holder_of(goal) {
                position.forces.lift(holder);
            }
            position.forces.put(scout, goal);
        }
        victory::result(&position.forces, &position.now, &position.command).winner
    };
    assert_eq!(winner(3, false), Some(Side::A), "until he enters the defender wins");
    assert_eq!(winner(3, true), Some(Side::B));
    assert_eq!(winner(12, true), Some(Side::B));
    assert_eq!(winner(13, true), Some(Side::A), "too late");
    assert!(opening.battle.victory.of(Side::B).all(|aim| aim.is_final()), "entering ends the battle at once");
}

/// After turn 12 of a reconnaissance, and in the last turn of a delaying action, the attacker can no longer
/// win although the battle continues.
#[test]
fn a_side_that_is_out_of_time_is_told() {
    for (kind, last) in [(ScenarioKind::ReconnaissanceInForce, 12), (ScenarioKind::DelayingAction, 19)] {
        let order = order(kind, 1);
        let text = generate(&order).expect("it can be made");
        let mut position = Position::new(std::sync::Arc::new(read(&text, &order)));
        position.now.number = last;
        assert_eq!(position.aids().verdict(), None, "{kind:?}: it can still win");
        position.now.number = last + 1;
        let verdict = position.aids().verdict().expect("it is too late");
        assert_eq!(verdict.winner, Some(Side::A), "{kind:?}");
        assert!(verdict.why.contains(&format!("by the end of turn {last}")), "{}", verdict.why);
    }
}

/// The longer a tenth of the attackers takes to exit, the lower the attacker's victory and the higher the
/// defender's.
// card: design: 1E
#[test]
fn a_longer_delay_is_a_higher_victory() {
    crate::cited::watch();
    let order = order(ScenarioKind::DelayingAction, 1);
    let text = generate(&order).expect("it can be made");
    let opening = Position::new(std::sync::Arc::new(read(&text, &order)));
    let edge = opening.battle.army(Side::A).edge;
    let ended = |turn: u8, gone: u32, edge: Compass| {
        let mut position = opening.clone();
        position.now.number = turn;
        let all: Vec<_> =
            position.battle.ids(Side::B).filter(|&id| !position.battle.unit(id).off_map).collect();
        let tenth = (position.forces.losses_and_strength(Side::B).1).div_ceil(10);
        for &id in all.iter().take((tenth * gone / 10) as usize) {
            position.forces.stand_mut(id).place = Place::Gone(edge);
        }
        let result = victory::result(&position.forces, &position.now, &position.command);
        (result.winner, result.degree)
    };
    for (turn, winner, degree) in [
        (1, Side::B, Degree::Decisive),
        (10, Side::B, Degree::Decisive),
        (11, Side::B, Degree::Tactical),
        (15, Side::B, Degree::Tactical),
        (16, Side::A, Degree::Tactical),
        (19, Side::A, Degree::Tactical),
        (20, Side::A, Degree::Decisive),
    ] {
        assert_eq!(ended(turn, 10, edge), (Some(winner), degree), "turn {turn}");
    }
    assert_eq!(ended(20, 0, edge), (Some(Side::A), Degree::Decisive));
    assert_eq!(ended(8, 10, edge.opposite()).0, None, "by the wrong edge");
}

/// A prepared position belongs to the attacker when it alone is in it, to the defender when it alone is, and
/// to neither side otherwise.
// card: design: 1D
#[test]
fn a_contested_objective_is_held_by_neither_side() {
    crate::cited::watch();
    let order = order(ScenarioKind::PreparedPosition, 1);
    let text = generate(&order).expect("it can be made");
    let opening = Position::new(std::sync::Arc::new(read(&text, &order)));
    let goal = opening.battle.victory.places[0].cells.clone();
    let ended = |inside: [bool; 2]| {
        let mut position = opening.clone();
        position.now.number = 20;
        let armed = |position: &Position, side: Side| {
            let fit = |&id: &_| position.forces.cell(id).is_some() && !position.battle.unit(id).is_unarmed();
            position.battle.ids(side).find(fit).expect("there are armed stands")
        };
        let [defender, attacker] = Side::BOTH.map(|side| armed(&position, side));
        let mut leave = |id| {
            position.forces.take_off(id, Place::Gone(Compass::N));
        };
        let within: Vec<_> = goal.iter().filter_map(|&cell| opening.forces.holder_of(cell)).collect();
        within.into_iter().filter(|id| ![defender, attacker].contains(id)).for_each(&mut leave);
        [defender, attacker].into_iter().for_each(leave);
        for (id, cell) in [(defender, goal[0]), (attacker, goal[1])] {
            if inside[position.battle.side(id).index()] {
                position.forces.put(id, cell);
            }
        }
        let result = victory::result(&position.forces, &position.now, &position.command);
        (result.winner, result.degree)
    };
    assert_eq!(ended([true, false]), (Some(Side::A), Degree::Plain));
    assert_eq!(ended([false, true]), (Some(Side::B), Degree::Plain));
    assert_eq!(ended([true, true]).0, None);
    assert_eq!(ended([false, false]).0, None);
}

/// The objective is the middle of a village or the top of a height, three squares at most, beside each other (S-210).
// card: design: 1A, design: 1C, design: 1D
#[test]
fn the_objective_is_three_squares_at_most() {
    crate::cited::watch();
    for kind in [ScenarioKind::MeetingEngagement, ScenarioKind::HastyAttack, ScenarioKind::PreparedPosition] {
        for seed in 0..3 {
            let order = order(kind, seed);
            let battle = read(&generate(&order).expect("it can be made"), &order);
            let cells = &battle.victory.places[0].cells;
            assert!((1..=3).contains(&cells.len()), "{order:?}: {cells:?}");
            let apart = |a: &Cell, b: &Cell| (a.x - b.x).abs().max((a.y - b.y).abs());
            let wide = cells.iter().flat_map(|a| cells.iter().map(move |b| apart(a, b))).max();
            assert!(wide <= Some(2), "{order:?}: {cells:?}");
        }
    }
}
