//! Why the computer chose as it did: the task, and its options with the parts of their scores.

use super::tasks::{Task, aim};
use super::worth::shaken;
use super::{fire, place};
use crate::game::{Opinion, Temper, Term, Weighed};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Id, Position};

/// The reasons for a choice, which may be a rough guess.
pub fn opinion(position: &Position, temper: Temper, choice: Choice, guessed: bool) -> Opinion<Choice> {
    let choices = position.open_choices();
    let (task, mut options): (String, Vec<_>) = match position.turn.stack.last() {
        Some(Frame::Fire(phase)) => {
            let saves = choices.iter().filter(|choice| matches!(choice, Choice::Pass | Choice::Resolve));
            let none = saves.map(|&choice| Weighed { choice, terms: Vec::new() });
            let shots = fire::shootings(position, phase, &choices);
            (target(position, choice), shots.iter().map(shooting).chain(none).collect())
        }
        Some(Frame::Ambush(ambush)) => {
            let (Some(&firer), Some(mover)) = (ambush.firers.last(), position.turn.mover()) else {
                return Opinion::of(choice);
            };
            let hold = Weighed { choice: choices[0], terms: Vec::new() };
            let shots = fire::ambushes(position, firer, mover, &choices);
            (String::new(), shots.iter().map(shooting).chain([hold]).collect())
        }
        Some(Frame::Mover(mover)) => {
            let (places, _) = place::scored(position, mover, &choices, temper, false);
            (errand(position, mover.unit), steps(places))
        }
        _ => return Opinion::of(choice),
    };
    if guessed {
        Weighed::guess(&mut options, &choice);
    }
    match Opinion::best(task, options) {
        Some(opinion) => Opinion { choice, ..opinion },
        None => Opinion::of(choice),
    }
}

/// A shot as an option.
fn shooting(shot: &fire::Shooting) -> Weighed<Choice> {
    let mut terms = vec![Term::new("expected gain", shot.gain)];
    if shot.saved > 0.0 {
        terms.push(Term::new("a better shot later", -shot.saved));
    }
    Weighed { choice: shot.choice, terms }
}

/// The best place behind each choice.
fn steps(places: Vec<place::Place>) -> Vec<Weighed<Choice>> {
    let mut best: Vec<(Choice, place::Score)> = Vec::new();
    for place::Place { choice, score, .. } in places {
        match best.iter_mut().find(|(known, _)| *known == choice) {
            Some(known) if known.1.total() < score.total() => known.1 = score,
            Some(_) => {}
            None => best.push((choice, score)),
        }
    }
    best.into_iter().map(|(choice, score)| Weighed { choice, terms: score.terms() }).collect()
}

/// What a shot is for.
fn target(position: &Position, choice: Choice) -> String {
    match choice {
        Choice::Fire(_, _, target) => match position.battle.find(target) {
            Some(id) => format!("Destroy {}.", position.battle.full_name(id)),
            None => String::new(),
        },
        Choice::Screen(..) | Choice::Smoke(..) => "Blind the enemy guns with smoke.".to_owned(),
        Choice::Pass => "Save the shots for better targets.".to_owned(),
        _ => String::new(),
    }
}

/// What a unit is to do.
fn errand(position: &Position, id: Id) -> String {
    let name = position.battle.full_name(id);
    if shaken(position, id) {
        return format!("{name} keeps out of fire: its platoon is close to breaking.");
    }
    let Some(goal) = aim(position, id) else { return String::new() };
    let there = position.battle.objectives.iter().find(|objective| objective.cell == goal.cell);
    let place = there.map_or("the enemy", |objective| &objective.name);
    match goal.task {
        Task::Take => format!("{name} takes {place}."),
        Task::Cover => format!("{name} covers the attack on {place}."),
        Task::Hold => format!("{name} guards {place}."),
        Task::Hunt => format!("{name} closes with {place}."),
    }
}
