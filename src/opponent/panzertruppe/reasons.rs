//! Why the computer chose as it did: the task, and its options with the parts of their scores.

use super::tasks::{Task, aim};
use super::worth::shaken;
use super::{close, facing, fire, place};
use crate::game::{Opinion, Side, Temper, Term, Weighed};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::state::{Choice, Id, Position};

/// The reasons for a choice, which may be a rough guess. Where a rule decides and not a score, there are no options.
pub fn opinion(position: &Position, temper: Temper, choice: Choice, guessed: bool) -> Opinion<Choice> {
    let choices = position.open_choices();
    let name = |id: Id| position.battle.full_name(id);
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
            let task = match choice {
                Choice::Hold => format!("{} saves its fire for the next fire phase.", name(firer)),
                _ => format!("{} fires from ambush at {}.", name(firer), name(mover.unit)),
            };
            (task, shots.iter().map(shooting).chain([hold]).collect())
        }
        Some(Frame::Movement(movement)) => next(position, movement.side, choice, &choices),
        Some(Frame::Mover(mover)) => match deed(position, mover.unit, choice, &choices) {
            Some(deed) => deed,
            None => {
                let (places, _) = place::scored(position, mover, &choices, temper, false);
                (errand(position, mover.unit), steps(places))
            }
        },
        Some(Frame::Facing(facing)) => {
            let headings = facing::headings(position, facing, &choices).into_iter().map(heading);
            (format!("{} {}.", name(facing.unit), faces(choice)), headings.collect())
        }
        Some(Frame::Defence(defence)) => {
            let hold = weighed(Choice::Hold, []);
            let shots = fire::defences(position, defence, &choices).into_iter();
            let shots = shots.map(|(choice, harm)| weighed(choice, [("expected harm to the target", harm)]));
            let task = format!("{} fires before the vehicle is upon it.", name(defence.defender));
            (task, shots.chain([hold]).collect())
        }
        Some(Frame::AirTarget(target)) => {
            let targets = close::air_targets(position, target.side, target.second, &choices).into_iter();
            let targets = targets.map(|(choice, gain)| weighed(choice, [("expected gain", gain)]));
            ("Attack from the air where it gains most.".to_owned(), targets.collect())
        }
        Some(Frame::AirApproach(air)) => {
            let approaches = close::air_approaches(position, air.side, air.target, &choices).into_iter();
            let task = format!("Come in over {} with more targets beyond and little flak.", name(air.target));
            (task, approaches.map(approach).collect())
        }
        Some(Frame::Occupation(fight)) => {
            (format!("{} takes the loser's place.", name(fight.winner)), Vec::new())
        }
        Some(Frame::Abandon(burning)) => {
            (format!("The crew of {} gets out at once.", name(burning.vehicle)), Vec::new())
        }
        None => return Opinion::of(choice),
    };
    if guessed {
        Weighed::guess(&mut options, &choice);
    }
    options.sort_by(|a, b| b.score().total_cmp(&a.score()));
    Opinion { choice, task: task.into(), options }
}

/// An option with those of its parts that count.
fn weighed<const N: usize>(choice: Choice, parts: [(&'static str, f64); N]) -> Weighed<Choice> {
    let parts = parts.into_iter().filter(|&(_, value)| value != 0.0);
    Weighed { choice, terms: parts.map(|(label, value)| Term::new(label, value)).collect() }
}

/// A heading as an option.
fn heading((choice, heading): (Choice, facing::Heading)) -> Weighed<Choice> {
    let parts = [
        ("its fire", heading.fire),
        ("enemy fire at it", -heading.risk),
        ("turned away from the enemy", -heading.aside),
        ("a change of facing", -heading.change),
    ];
    weighed(choice, parts)
}

/// What a choice of facing does.
const fn faces(choice: Choice) -> &'static str {
    match choice {
        Choice::Hull(_) => "turns its front to the enemy",
        Choice::Turret(_) => "turns its turret to its best targets",
        Choice::Back => "draws back from the edge of the hill",
        Choice::Edge => "moves up to the edge of the hill",
        _ => "keeps its facing",
    }
}

/// An approach as an option.
fn approach((choice, approach): (Choice, close::Approach)) -> Weighed<Choice> {
    let parts = [
        ("enemies beyond the target", approach.beyond),
        ("flak on the way", -approach.flak),
        ("coming from its own side of the board", approach.home),
    ];
    weighed(choice, parts)
}

/// The next unit to move.
fn next(
    position: &Position,
    side: Side,
    choice: Choice,
    choices: &[Choice],
) -> (String, Vec<Weighed<Choice>>) {
    let called = |tag| position.battle.find(tag).map(|id| (id, position.battle.full_name(id)));
    match choice {
        Choice::Move(tag) => match called(tag) {
            Some((id, name)) if position.forces.retreats(id) => {
                (format!("{name} retreats first."), Vec::new())
            }
            Some((id, _)) => (errand(position, id), Vec::new()),
            None => (String::new(), Vec::new()),
        },
        Choice::Dismount(tag, _) | Choice::Unhitch(tag, _) => {
            let Some((id, name)) = called(tag) else { return (String::new(), Vec::new()) };
            let way = |option: &Choice| match *option {
                Choice::Dismount(other, way) | Choice::Unhitch(other, way) if other == tag => {
                    let shown = f64::from(place::shown(position, side, id, way));
                    Some(weighed(*option, [("enemies that see it there", -shown)]))
                }
                _ => None,
            };
            (
                format!("{name} gets ready to fight, out of sight if it can."),
                choices.iter().filter_map(way).collect(),
            )
        }
        _ => ("Every unit that should move has moved.".to_owned(), Vec::new()),
    }
}

/// What a unit does in its move besides moving; `None` if it only moves.
fn deed(
    position: &Position,
    id: Id,
    choice: Choice,
    choices: &[Choice],
) -> Option<(String, Vec<Weighed<Choice>>)> {
    let name = position.battle.full_name(id);
    if position.forces.retreats(id) {
        return Some((format!("{name} retreats with its platoon."), Vec::new()));
    }
    let does = match choice {
        Choice::Fight(tag) | Choice::Assault(tag) | Choice::Overrun(tag) => {
            let combats = place::close_combats(position, id, choices).into_iter();
            let combats = combats.map(|(choice, gain)| weighed(choice, [("expected gain", gain)]));
            let least = ("the least gain worth a close combat", place::LEAST_CLOSE);
            let stops = choices.iter().filter(|choice| **choice == Choice::Stop);
            let stops = stops.map(|&stop| weighed(stop, [least]));
            let enemy =
                position.battle.find(tag).map_or_else(String::new, |id| position.battle.full_name(id));
            return Some((format!("{name} closes with {enemy}."), combats.chain(stops).collect()));
        }
        Choice::Board(_) | Choice::Hitch(_) => "rides: it has far to go, and no enemy is near",
        Choice::Limber => "packs up to be towed",
        Choice::Unlimber => "sets up to fire",
        Choice::Mount => "mounts to move on",
        Choice::Unmount => "dismounts under fire",
        Choice::Crouch => "crouches under fire that it cannot return",
        Choice::Rise => "rises to fight",
        _ => return None,
    };
    Some((format!("{name} {does}."), Vec::new()))
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
        Choice::Call(_, _, target) => match position.battle.find(target) {
            Some(id) => format!("Shell {}.", position.battle.full_name(id)),
            None => String::new(),
        },
        Choice::Shell(..) => "Shell the enemy and spare friends.".to_owned(),
        Choice::Section(..) => "Search a place where an enemy may hide.".to_owned(),
        Choice::Flak(_) => "Fire at the aircraft.".to_owned(),
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
