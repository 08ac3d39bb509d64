//! 10.1 on whole scenarios: several GHQs on a side, and the small arms of gun crews by their year.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::catalog::Nation;
use standto::rules::matg::catalog::nations::facts;
use standto::rules::matg::command::cohesion;
use standto::rules::matg::state::battle::{Battle, Optional, Role, Unit};
use standto::rules::matg::state::choice::{Choice, Posture};
use standto::rules::matg::state::position::Vacancy;
use standto::rules::matg::turn::alternation::Alternation;
use standto::rules::matg::turn::sequence::{FirePhase, Frame, GroupMove, MovementPhase};
use standto::rules::matg::{Position, scenario};

fn battle(text: &str) -> Battle {
    scenario::read("introductory", text).unwrap_or_else(|error| panic!("{error}")).0
}

/// The introductory scenario with a second Soviet GHQ at the head of the Medium Tank Battalion.
fn two_ghqs() -> Position {
    let (before, battalion) =
        scenario::INTRODUCTORY.split_once("\"Medium Tank Battalion\"").expect("it is there");
    let text = format!("{before}\"Medium Tank Battalion\"{}", battalion.replacen("\"HQ\"", "\"GHQ+2\"", 1));
    Position::new(Arc::new(battle(&text)))
}

#[test]
fn every_ghq_rolls_orders_that_are_lost_with_it() {
    let mut position = two_ghqs();
    let soviet = Side::B;
    assert_eq!((position.battle.forces(Side::A), position.battle.forces(soviet)), (1, 2));
    let ghqs: Vec<u8> = position
        .battle
        .ids(soviet)
        .filter(|&id| matches!(position.battle.unit(id).role, Role::Ghq(_)))
        .collect();
    assert_eq!(ghqs.len(), 2);
    let force = |name: &str| {
        let unit = position.battle.units.iter().position(|unit| unit.formation == name).expect("a formation");
        position.battle.force_of(unit as u8)
    };
    assert_eq!(force("Medium Tank Battalion"), 1);
    assert_eq!(force("Heavy Tank Company"), 1, "it comes after the second GHQ");
    assert_eq!(position.battle.force_of(ghqs[0]), 0);

    // One tank is about to move, so that the movement phase waits for it.
    let tank =
        position.battle.ids(soviet).rev().find(|&id| position.forces.cell(id).is_some()).expect("a stand");
    (position.forces.stand_mut(tank).posture, position.forces.stand_mut(tank).group) = (Posture::Move, 1);
    // The fire phase is over and nothing is plotted; then each GHQ rolls 2D6 for its own orders.
    position.now.stack = vec![
        Frame::Fire(FirePhase { turns: Alternation::over(), ..FirePhase::begun_by(Side::A) }),
        Frame::Group(GroupMove { side: Side::A, members: Vec::new() }),
    ];
    let mut dice = Dice::taped(&[1, 1, 3, 4, 5, 6]);
    position.apply(&Choice::Done, &mut dice, &mut Log::off()).expect("no die is rolled");
    while position.decision().is_some_and(|decision| decision.kind == "plot") {
        position.apply(&Choice::Pass, &mut dice, &mut Log::off()).expect("the dice are available");
    }
    assert_eq!(dice.unread(), 0);
    assert_eq!(position.command.orders[soviet.index()][..2], [2, 5], "7 with quality 0, 11 with quality +2");
    cohesion::eliminate(&mut position, ghqs[1], &mut Log::off());
    assert_eq!(position.command.orders[soviet.index()][..2], [2, 0], "its own orders only");
}

/// A stand fast action that fails costs its order, and the next order of the same GHQ must move a group of
/// its own force; a GHQ with no group to move can't try.
// card: rules: 12.6, 10.1.4
#[test]
fn after_a_failed_stand_fast_the_order_moves_its_own_force() {
    crate::cited::watch();
    let mut position = two_ghqs();
    position.change_battle(|battle| battle.options = [Optional::StandFast].into_iter().collect());
    let soviet = Side::B;
    let of = |position: &Position, force: usize| {
        let mut ids = position.battle.ids(soviet).filter(|&id| position.forces.cell(id).is_some());
        let found =
            ids.rfind(|&id| position.battle.force_of(id) == force && position.battle.unit(id).pace().0 > 0);
        found.expect("a stand of it that moves")
    };
    let (first, second) = (of(&position, 0), of(&position, 1));
    for (group, id) in [(1, first), (2, second)] {
        (position.forces.stand_mut(id).posture, position.forces.stand_mut(id).group) = (Posture::Move, group);
    }
    position.command.orders[soviet.index()] = [2, 1, 0, 0];
    position.now.initiative = soviet;
    position.now.stack = vec![Frame::Movement(MovementPhase::begun_by(soviet, false))];
    let ghqs: Vec<Choice> =
        position.choices().into_iter().filter(|choice| matches!(choice, Choice::StandFast(_))).collect();
    assert_eq!(ghqs.len(), 2);
    position.apply(&ghqs[0], &mut Dice::taped(&[19]), &mut Log::off()).expect("one die");
    assert_eq!(position.choices(), [Choice::Order(position.battle.tag(first))]);
    position
        .apply(&Choice::Order(position.battle.tag(first)), &mut Dice::taped(&[19]), &mut Log::off())
        .expect("one die");
    assert_eq!(position.command.orders[soviet.index()][..2], [0, 1]);
    // The first has orders again, and nothing to move.
    position.command.orders[soviet.index()] = [1, 1, 0, 0];
    position.forces.stand_mut(first).moved = true;
    let offered: Vec<Choice> =
        position.choices().into_iter().filter(|choice| matches!(choice, Choice::StandFast(_))).collect();
    assert_eq!(offered, ghqs[1..]);
}

/// Two GHQs in one formation each roll for orders and command a force of their own: the stands from each of them on.
// card: rules: 8.2.1, 10.1.4
#[test]
fn two_ghqs_in_one_formation_command_a_force_each() {
    crate::cited::watch();
    let mut battle = battle(scenario::INTRODUCTORY);
    let soviet = Side::B;
    let is_ghq = |unit: &Unit| unit.side == soviet && matches!(unit.role, Role::Ghq(_));
    let first = battle.units.iter().position(is_ghq).expect("a GHQ");
    let (truck, second, last) = (first + 1, first + 2, battle.units.len() - 1);
    assert_eq!(battle.units[truck].formation, battle.units[first].formation);
    battle.units[second].formation = battle.units[first].formation.clone();
    battle.units[second].role = Role::Ghq(1);
    assert_eq!(battle.forces(soviet), 2);
    assert_eq!([first, truck, second, last].map(|id| battle.force_of(id as u8)), [0, 0, 1, 1]);
    let position = Position::new(Arc::new(battle));
    assert_eq!(position.forces.ghq(soviet, 0), Some((first as u8, 0)));
    assert_eq!(position.forces.ghq(soviet, 1), Some((second as u8, 1)));
}

// card: 8.2.1, 10.1.4
#[test]
fn the_first_of_two_ghqs_in_a_formation_commands_the_stands_listed_before_it() {
    crate::cited::watch();
    let mut battle = battle(scenario::INTRODUCTORY);
    let soviet = Side::B;
    let first = battle.units.iter().position(|unit| unit.side == soviet).expect("a stand");
    battle.units[first].role = Role::Ghq(0);
    for place in first + 1..battle.units.len() {
        battle.units[place].formation = "Two brigades".to_owned();
        battle.units[place].role =
            if place == first + 3 || place == first + 5 { Role::Ghq(0) } else { Role::None };
    }
    assert_eq!(battle.forces(soviet), 3);
    assert_eq!(
        (0..7).map(|more| battle.force_of((first + more) as u8)).collect::<Vec<_>>(),
        [0, 1, 1, 1, 1, 2, 2]
    );
}

#[test]
fn american_crews_use_small_arms_by_date() {
    let small_arms = |date| facts(Nation::UnitedStates, date).expect("a nation").small_arms.as_str();
    assert_eq!(small_arms((1943, 12)), "Infantry HQ");
    assert_eq!(small_arms((1944, 1)), "Infantry HQ '44");
}

// card: 10.1.7
#[test]
fn a_successor_is_named_in_secret() {
    crate::cited::watch();
    let named = |heir: u8| {
        let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("it reads");
        let mut position = Position::new(Arc::new(battle));
        position.command.vacancies.push(Vacancy { side: Side::A, ghq: false, force: 0, heir: Some(heir) });
        position
    };
    let (one, other) = (named(3), named(4));
    let seen = |position: &Position, side| position.seen_by(side, &mut Dice::seeded(1, 0));
    assert_eq!(seen(&one, Side::B), seen(&other, Side::B));
    assert_ne!(seen(&one, Side::A), seen(&other, Side::A));
}
