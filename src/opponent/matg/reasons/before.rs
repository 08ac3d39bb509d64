//! The reasons for what is decided before the battle: deployment, landing zones, and fire and aircraft planned ahead.

use super::{Weighing, plain, weighed};
use crate::game::Side;
use crate::opponent::matg::artillery::preparation;
use crate::rules::matg::air::plan::AirPlan;
use crate::rules::matg::artillery::preparation::Selection;
use crate::rules::matg::artillery::registering::Registering;
use crate::rules::matg::movement::deployment::Deployment;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Position;

/// Deployment.
pub(super) fn deployed(p: &Position, phase: &Deployment, choice: Choice) -> String {
    let picked = match choice {
        Choice::Pick(tag) => p.battle.find(tag),
        _ => phase.picked,
    };
    match picked {
        Some(id) => format!("{} deploys behind the fighting stands.", p.battle.who(id)),
        None => "No stand that should follow is too far forward.".to_owned(),
    }
}

/// A landing zone.
pub(super) fn landed(p: &Position, side: Side, choice: Choice, choices: &[Choice]) -> String {
    let task = match choice {
        Choice::Open(_) => "Any direction of the line is as good as another.",
        _ if preparation::landing_zones(p, side, choices).contains(&choice) => {
            "Land near an objective and away from the enemy, where it is hard to predict."
        }
        _ => "Land where it is hard to predict.",
    };
    task.to_owned()
}

/// Registered fire.
pub(super) fn registered(p: &Position, phase: &Registering, choice: Choice, choices: &[Choice]) -> Weighing {
    let squares = || {
        let rated = preparation::barriers(p, phase.side, choices).into_iter();
        let rated = rated.filter(|(choice, _)| matches!(choice, Choice::At(_)));
        rated.map(|(choice, points)| {
            let points: [_; preparation::MERITS.len()] =
                std::array::from_fn(|part| (preparation::MERITS[part], f64::from(points[part])));
            weighed(choice, points)
        })
    };
    let batteries = || {
        let free = preparation::free_batteries(p, phase.side, choices).into_iter();
        free.map(|(choice, he)| plain(choice, "its HE value", f64::from(he.unwrap_or(0))))
    };
    let (task, options) = match choice {
        Choice::At(_) => ("Register fire on the enemy's way to the front.", squares().collect()),
        Choice::Battery(..) => {
            ("Register the fire of every battery, the heaviest first.", batteries().collect())
        }
        Choice::Ready => ("Every battery has a registered mission.", Vec::new()),
        Choice::Done if phase.draft.is_none() => ("Each battery has a mission of its own.", Vec::new()),
        _ => ("Register the fire of one battery in a closed sheaf of HE.", Vec::new()),
    };
    (task.to_owned(), options)
}

/// Preparatory fire.
pub(super) fn selected(p: &Position, selection: &Selection, choice: Choice) -> String {
    let place = |cell| p.battle.victory.place_of(cell).map(|place| &p.battle.victory.places[place].name);
    match choice {
        _ if selection.aim.is_some() => "An open sheaf covers more ground.".to_owned(),
        Choice::At(cell) => match place(cell) {
            Some(name) => format!("Shell {name}, where the enemy may be."),
            None if p.field.ground_at(cell).road().is_some() => {
                "Shell a road that the enemy may use.".to_owned()
            }
            None => "No objective or road is left for this battery.".to_owned(),
        },
        _ => "This battery is left without a target.".to_owned(),
    }
}

/// The air plan.
pub(super) fn flown(p: &Position, plan: &AirPlan, choice: Choice) -> String {
    let starts = |cell| p.battle.ids(plan.side.other()).any(|id| p.battle.in_zone(id, cell));
    match choice {
        Choice::Arrive(turn) if plan.aim.is_some() => format!("Bomb early, in turn {turn}."),
        Choice::Arrive(turn) => format!("The aircraft arrive early, in turn {turn}."),
        Choice::At(_) if !preparation::near_places(p, &[choice]).is_empty() => {
            "Bomb near an objective, where the enemy may be.".to_owned()
        }
        Choice::At(cell) if starts(cell) => "Bomb where the enemy starts.".to_owned(),
        _ => "The bombs fall on a square picked at random.".to_owned(),
    }
}
