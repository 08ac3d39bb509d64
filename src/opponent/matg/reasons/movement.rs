//! The reasons for movement: groups, their stands, the squares they make for, and their riders.

use super::tasks::{goal_of, told, told_with_goal};
use super::{Weighing, by_rule, called, plain, weighed};
use crate::board::Cell;
use crate::game::{Term, Weighed};
use crate::opponent::matg::movement::reach::Reach;
use crate::opponent::matg::movement::way::Way;
use crate::opponent::matg::movement::{self, transport};
use crate::opponent::matg::planning::orders;
use crate::opponent::matg::value::case::Case;
use crate::opponent::matg::value::danger::Judge;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Id;

/// The groups of the movement phase.
pub(super) fn moves(judge: &Judge<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let p = judge.field.p;
    let promises = orders::weighed(judge, choices);
    let of_choice = promises.iter().find(|(its, _)| *its == choice);
    let task = of_choice
        .and_then(|(_, stands)| stands.iter().max_by(|a, b| a.1.total_cmp(&b.1)))
        .map_or_else(|| stands_fast(choice), |&(id, _)| told_on_the_move(judge, id));
    let mut options: Vec<Weighed<Choice>> = promises
        .into_iter()
        .map(|(choice, stands)| {
            let term = |(id, gain): (Id, f64)| Term::new(format!("{}, if it obeys", p.battle.who(id)), gain);
            Weighed { choice, terms: stands.into_iter().filter(|&(_, gain)| gain != 0.0).map(term).collect() }
        })
        .collect();
    options.push(plain(Choice::Pass, "the least gain worth moving a group", orders::WORTHWHILE));
    (task, options)
}

/// The stands of a group. The foremost goes first, so only the one that was chosen is compared with staying.
pub(super) fn members(judge: &Judge<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let p = judge.field.p;
    let mut members = orders::members(judge, choices);
    let mut task = "The others do best where they are.".to_owned();
    if let Some(&(_, first, _)) = members.iter().find(|(its, ..)| *its == choice) {
        task = told_on_the_move(judge, first);
        if members.iter().any(|&(its, _, gain)| its != choice && gain > orders::LEAST) {
            task += " It goes first, to clear the way for the others.";
        }
        members.retain(|(its, ..)| *its == choice);
    }
    let term = |id: Id, gain: f64| Term::new(format!("{} gains by moving", p.battle.who(id)), gain);
    let mut options: Vec<Weighed<Choice>> = members
        .into_iter()
        .map(|(choice, id, gain)| Weighed { choice, terms: vec![term(id, gain)] })
        .collect();
    options.push(plain(Choice::Done, "the least gain worth a move", orders::LEAST));
    (task, options)
}

fn told_on_the_move(judge: &Judge<'_>, id: Id) -> String {
    told_with_goal(judge, id, judge.field.p.forces.stand(id).posture)
}

/// What a side does that moves no group now.
fn stands_fast(choice: Choice) -> String {
    let task = match choice {
        Choice::StandFast(_) => "Nothing gains enough by moving now. Standing fast saves the other orders.",
        _ => "Nothing gains enough by moving now.",
    };
    task.to_owned()
}

/// A moving stand: what it does on its way, or the square that it makes for, against stopping here.
pub(super) fn way_on(judge: &Judge<'_>, mover: &Mover, choice: Choice, choices: &[Choice]) -> Weighing {
    let (field, id) = (judge.field, mover.stand);
    let battle = &field.p.battle;
    let who = battle.who(id);
    let Some(here) = field.p.forces.cell(id) else { return by_rule(String::new()) };
    match choice {
        Choice::Exit(_) => return by_rule(format!("{who} leaves by the edge.")),
        Choice::Turn(_) => return turned(judge, id, here, choice),
        Choice::Load(tag) => {
            let far = format!("{who} takes up {}, which has far to go.", called(battle, tag));
            return by_rule(far);
        }
        Choice::Unload(tag, _) => {
            let task = format!("{who} sets down {} to fight.", called(battle, tag));
            return (task, set_down(judge, here, choice, choices));
        }
        Choice::Halt if field.p.now.overruns.iter().any(|&(attacker, _)| attacker == id) => {
            return by_rule(format!("{who} stays beside the stand that it has overrun."));
        }
        _ => {}
    }
    let way = Way::on_task(field, id);
    let case = Case::new(judge, id, &way);
    if mover.over.is_some() {
        let past = |&choice: &Choice| match choice {
            Choice::Step(to) | Choice::Leave(to) => {
                Some(Weighed { choice, terms: case.terms(here.step(to), None) })
            }
            _ => None,
        };
        let task = format!("{who} drives on past the stand that it has overrun.");
        return (task, choices.iter().filter_map(past).collect());
    }
    let mut stays = Weighed { choice: Choice::Halt, terms: case.terms(here, None) };
    let reach = Reach::of(field, id, mover.left, false);
    let found = reach.as_ref().and_then(|reach| {
        let (goal, _) = movement::goal(&case, &reach.cells, |_| Some(0.0))?;
        let step = movement::toward(judge, id, &reach.steps(field.p, goal)?, choices)?;
        Some((goal, step))
    });
    let Some((goal, step)) = found.filter(|&(goal, _): &(Cell, _)| goal != here) else {
        return match choice {
            Choice::Halt => (format!("{who} stops: no square in reach is better."), vec![stays]),
            _ => by_rule(told(judge, id)),
        };
    };
    let moves = Weighed { choice: step, terms: case.terms(goal, None) };
    if choice == Choice::Halt {
        stays.terms.push(Term::new("the least gain worth moving on", movement::LEAST_STEP));
        return (format!("{who} stops: going on gains too little."), vec![stays, moves]);
    }
    if choice != step || moves.score() < stays.score() {
        // It moves for another reason, as to set its cargo down, or to leave the square of a friend.
        return by_rule(told(judge, id));
    }
    (told(judge, id) + &goal_of(&case, here, goal), vec![stays, moves])
}

/// A stand that turns at the end of its move.
fn turned(judge: &Judge<'_>, id: Id, here: Cell, choice: Choice) -> Weighing {
    let who = judge.field.p.battle.who(id);
    let Some([(facing, best), (_, now)]) = movement::facings(judge, id, here) else {
        return by_rule(format!("{who} turns toward the nearest enemy."));
    };
    let least = ("the least gain worth a turn", movement::LEAST_TURN);
    let fire = |attack: f64, danger: f64| [("its fire", attack), ("enemy fire at it", -danger)];
    let [attack, danger] = fire(now.attack, now.danger);
    let options = if choice == Choice::Turn(facing) {
        vec![weighed(choice, fire(best.attack, best.danger)), weighed(Choice::Halt, [attack, danger, least])]
    } else {
        Vec::new()
    };
    (format!("{who} turns its front to the enemy."), options)
}

/// The squares on which a stand could be set down beside its carrier.
fn set_down(judge: &Judge<'_>, here: Cell, choice: Choice, choices: &[Choice]) -> Vec<Weighed<Choice>> {
    let places = transport::places_to_get_off(judge.field.p, here, choices);
    let Some(&(_, rider, _)) = places.iter().find(|(its, ..)| *its == choice) else { return Vec::new() };
    let way = Way::on_task(judge.field, rider);
    let case = Case::new(judge, rider, &way);
    let places = places.into_iter().filter(|&(_, other, _)| other == rider);
    places.map(|(choice, _, cell)| Weighed { choice, terms: case.terms(cell, None) }).collect()
}

/// Riders of a vehicle that has fired.
pub(super) fn got_off(judge: &Judge<'_>, carrier: Id, choice: Choice, choices: &[Choice]) -> Weighing {
    let p = judge.field.p;
    match (choice, p.forces.cell(carrier)) {
        (Choice::Unload(tag, _), Some(here)) => {
            let who = called(&p.battle, tag);
            (format!("{who} gets off to fight on foot."), set_down(judge, here, choice, choices))
        }
        (Choice::HoldOn(tag), _) => {
            let who = called(&p.battle, tag);
            by_rule(format!("{who} holds on, so as not to fall behind."))
        }
        _ => by_rule(String::new()),
    }
}
