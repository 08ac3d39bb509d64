//! Unloading: before contact, where both stands are best placed.

use crate::board::{self, Cell};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::movement::transport::Handling;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

use super::reach::Reach;
use super::way::Way;
use crate::opponent::matg::movement;
use crate::opponent::matg::planning::tasks::Task;
use crate::opponent::matg::value::case::Case;
use crate::opponent::matg::value::danger::Judge;
use crate::rules::matg::movement::{riders, set_up, transport};

/// The distance in inches from an objective at which infantry is unloaded for it.
const ARRIVED: u16 = 3;

/// Drives to the unloading square and unloads there; `None` while it is too early.
pub fn set_down(case: &Case<'_>, mover: &Mover, reach: &Reach, choices: &[Choice]) -> Option<Choice> {
    let judge = case.judge;
    let p = judge.field.p;
    let carrier = mover.stand;
    let here = p.forces.cell(carrier)?;
    let cargo = p.forces.cargo(carrier).find(|&id| fights_on_foot(judge, id))?;
    if p.forces.stand(carrier).posture != Posture::Move || p.forces.stand(cargo).moved {
        return None;
    }
    if takes_cargo_off_map(judge, carrier) {
        return None;
    }
    let cost = transport::handling_cost(&p.battle, mover, cargo, Handling::SetDown);
    let (farthest, _) = movement::goal(case, &reach.cells, |_| Some(0.0))?;
    let contact = judge.field.weights.contact as u16;
    let squares = judge.field.tasks.squares(cargo);
    let arrives =
        squares.is_some_and(|squares| squares.iter().any(|&at| board::within(farthest, at, ARRIVED)));
    if !arrives && !judge.is_near(farthest, contact) && !judge.is_near(here, contact - 2) {
        return None;
    }
    let way = Way::on_task(judge.field, cargo);
    let foot = Case::new(judge, cargo, &way);
    let in_time: Vec<Cell> =
        reach.cells.iter().copied().filter(|&cell| reach.left(p, cell) >= cost).collect();
    let (goal, _) = movement::goal(case, &in_time, |cell| beside(&foot, cell).map(|(value, _)| value))?;
    if goal != here {
        return movement::toward(judge, carrier, &reach.steps(p, goal)?, choices);
    }
    let (_, at) = beside(&foot, here)?;
    let direction = crate::rules::matg::movement::mover::heading(here, at)?;
    Some(Choice::Unload(p.battle.tag(cargo), direction)).filter(|choice| choices.contains(choice))
}

/// The distance from the enemy, in inches beyond contact, at which riders are still picked up.
const SAFE: u16 = 4;
/// Riding pays for infantry that would march this many turns on foot.
const FAR_ON_FOOT: i32 = 4;

/// Picks up infantry next to a fighting vehicle if it has far to go and the enemy is far off (12.5).
pub fn take_up(judge: &Judge<'_>, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
    let p = judge.field.p;
    let here = p.forces.cell(mover.stand)?;
    if !riders::is_ridden(&p.battle, mover.stand)
        || judge.is_near(here, judge.field.weights.contact as u16 + SAFE)
    {
        return None;
    }
    let far = |id: Id| {
        let on_foot = p.battle.unit(id).is_personnel() && fights_on_foot(judge, id);
        let march = i32::from(p.battle.unit(id).pace().0.max(1)) * 4;
        let to_go = p.forces.cell(id).map_or(0, |at| Way::on_task(judge.field, id).from(at));
        on_foot && (FAR_ON_FOOT * march..super::way::FAR).contains(&to_go)
    };
    let loads = |choice: &Choice| matches!(*choice, Choice::Load(tag) if p.battle.find(tag).is_some_and(far));
    choices.iter().copied().find(loads)
}

/// After the vehicle has fired, riders dismount if the enemy is near and hold on otherwise, so as not to fall
/// behind (12.5).
pub fn get_off(judge: &Judge<'_>, carrier: Id, choices: &[Choice]) -> Option<Choice> {
    let p = judge.field.p;
    let here = p.forces.cell(carrier)?;
    let hold = choices.iter().copied().find(|choice| matches!(choice, Choice::HoldOn(_)));
    if hold.is_some() && !judge.is_near(here, judge.field.weights.contact as u16) {
        return hold;
    }
    let places = places_to_get_off(p, here, choices);
    let value = |(choice, rider, cell): (Choice, Id, Cell)| {
        (Case::new(judge, rider, &Way::on_task(judge.field, rider)).value(cell, None), choice)
    };
    let best = places.into_iter().map(value).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, choice)| choice).or(hold)
}

/// The squares beside a vehicle on which its rider could get off.
pub fn places_to_get_off(p: &Position, here: Cell, choices: &[Choice]) -> Vec<(Choice, Id, Cell)> {
    let place = |choice: &Choice| match *choice {
        Choice::Unload(tag, direction) => Some((*choice, p.battle.find(tag)?, here.step(direction))),
        _ => None,
    };
    choices.iter().filter_map(place).collect()
}

/// Whether a carrier that leaves the map takes its cargo along: both count, and infantry on foot would be too
/// late. Not if the enemy wins by destruction.
fn takes_cargo_off_map(judge: &Judge<'_>, carrier: Id) -> bool {
    let field = judge.field;
    field.tasks.task(carrier) == Task::Out && field.p.battle.victory.breaks(field.side).is_none()
}

/// Whether the cargo belongs in the fight; GHQs stay aboard.
fn fights_on_foot(judge: &Judge<'_>, cargo: Id) -> bool {
    let p = judge.field.p;
    !p.forces.is_ghq(cargo) && !p.battle.unit(cargo).is_unarmed()
}

/// The best free square for unloading next to a cell.
fn beside(cargo: &Case<'_>, cell: Cell) -> Option<(f64, Cell)> {
    let p = cargo.judge.field.p;
    let free = p.battle.grid.neighbours(cell).map(|(_, next)| next).filter(|&next| {
        p.forces.holders()[p.battle.grid.index(next)].id().is_none()
            && set_up::may_stand_on(&p.field, &p.forces, cargo.id, next)
    });
    free.map(|next| (cargo.value(next, None), next)).max_by(|a, b| a.0.total_cmp(&b.0))
}
