//! Rallies that a player has not tried yet: for hints and warnings.

use super::rally::{Step, rally_choices, rally_test};
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, names};
use crate::rules::aslsk::turn::Frame;

/// A rally with a smaller chance is seldom worth the risk of an original 12.
pub const WORTH_TRYING: f64 = 0.05;

/// The chance of a rally that a choice attempts, 0 to 1.
pub fn chance(ground: &Ground, forces: &Forces, choice: &Choice) -> Option<f64> {
    match *choice {
        Choice::SelfRally(id) => Some(rally_test(ground, forces, id, None).chance()),
        Choice::Rally(leader, id) => Some(rally_test(ground, forces, id, Some(leader)).chance()),
        _ => None,
    }
}

/// The units that could still try to rally in this step with their best chance, the best first.
pub fn untried(position: &Position) -> Vec<(u8, f64)> {
    let Position { ground, forces, turn, .. } = position;
    let Some(Frame::Rally(step, side)) = turn.frames.last() else { return Vec::new() };
    let mut best: Vec<(u8, f64)> = Vec::new();
    for choice in rally_choices(ground, forces, turn, *step, *side) {
        let (Choice::SelfRally(id) | Choice::Rally(_, id)) = choice else { continue };
        let Some(chance) = chance(ground, forces, &choice) else { continue };
        match best.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) => *known = known.max(chance),
            None => best.push((id, chance)),
        }
    }
    best.sort_by(|a, b| b.1.total_cmp(&a.1));
    best
}

/// The rallies with a good chance that are given up if the step ends now.
pub fn warn_of_end(position: &Position) -> Option<String> {
    const GOOD: f64 = 0.35;
    let Position { forces, turn, .. } = position;
    let by_itself = matches!(turn.frames.last(), Some(Frame::Rally(Step::SelfRally, _)));
    // A leader in its hex may rally it in the next step.
    let led = |id: u8| {
        let unit = forces.unit(id);
        unit.place().is_some_and(|at| forces.units_at(at, unit.side).any(|other| forces.unit(other).leader()))
    };
    let untried = untried(position);
    let good = untried.iter().filter(|(id, chance)| *chance >= GOOD && !(by_itself && led(*id)));
    let named: Vec<String> = good
        .map(|(id, chance)| {
            let name = names::called(&position.ground, &position.forces, *id);
            format!("{name} {:.0}%", 100.0 * chance)
        })
        .collect();
    (!named.is_empty()).then(|| format!("Rally not tried: {}.", named.join(", ")))
}
