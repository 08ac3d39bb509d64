//! When carriers set down what they carry: before contact, where both are best placed.

use crate::board::{self, Cell};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::movement::transport::Handling;
use crate::rules::matg::state::battle::Role;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::Id;

use super::case::Case;
use super::danger::Judge;
use super::errands::Errand;
use super::movement;
use super::reach::Reach;
use super::way::Way;

/// How near to the squares that are to be held, in inches, men are set down for it.
const ARRIVED: u16 = 3;

/// Drives to the place of setting down and sets down there; `None` when it is not yet time.
pub fn set_down(case: &Case<'_>, mover: &Mover, reach: &Reach, choices: &[Choice]) -> Option<Choice> {
    let judge = case.judge;
    let p = judge.field.p;
    let carrier = mover.stand;
    let here = p.cell(carrier)?;
    let cargo = p.cargo(carrier).find(|&id| fights_on_foot(judge, id))?;
    if p.stand(carrier).posture != Posture::Move || p.stand(cargo).moved {
        return None;
    }
    if rides_out(judge, carrier) {
        return None;
    }
    let cost = p.handling_cost(mover, cargo, Handling::SetDown);
    let (farthest, _) = movement::goal(case, &reach.cells, |_| Some(0.0))?;
    let contact = judge.field.weights.contact as u16;
    let squares = judge.field.errands.squares(cargo);
    let arrives =
        squares.is_some_and(|squares| squares.iter().any(|&at| board::within(farthest, at, ARRIVED)));
    if !arrives && !judge.is_near(farthest, contact) && !judge.is_near(here, contact - 2) {
        return None;
    }
    let way = Way::on_errand(judge.field, cargo);
    let foot = Case::new(judge, cargo, &way);
    let in_time: Vec<Cell> =
        reach.cells.iter().copied().filter(|&cell| reach.left(p, cell) >= cost).collect();
    let (goal, _) = movement::goal(case, &in_time, |cell| beside(&foot, cell).map(|(value, _)| value))?;
    if goal != here {
        return movement::toward(judge, carrier, reach, goal, choices);
    }
    let (_, at) = beside(&foot, here)?;
    let direction = crate::rules::matg::movement::mover::heading(here, at)?;
    Some(Choice::Unload(p.tag(cargo), direction)).filter(|choice| choices.contains(choice))
}

/// How far from the enemy, in inches beyond contact, men are still taken up on armour.
const SAFE: u16 = 4;
/// So many turns' march on foot are worth the time that it takes to get on and off.
const FAR_ON_FOOT: i32 = 4;

/// Takes up men on foot beside a fighting vehicle who have far to go, while the enemy is far (12.5).
pub fn take_up(judge: &Judge<'_>, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
    let p = judge.field.p;
    let here = p.cell(mover.stand)?;
    if !p.is_ridden(mover.stand) || judge.is_near(here, judge.field.weights.contact as u16 + SAFE) {
        return None;
    }
    let far = |id: Id| {
        let on_foot = p.unit(id).is_personnel() && fights_on_foot(judge, id);
        let march = i32::from(p.unit(id).pace().0.max(1)) * 4;
        let to_go = p.cell(id).map_or(0, |at| Way::on_errand(judge.field, id).from(at));
        on_foot && (FAR_ON_FOOT * march..super::way::FAR).contains(&to_go)
    };
    let loads = |choice: &Choice| matches!(*choice, Choice::Load(tag) if p.battle.find(tag).is_some_and(far));
    choices.iter().copied().find(loads)
}

/// The vehicle has fired, and its riders hold on to it or get off: off where the enemy is near, and where he is not
/// they would only fall behind (12.5).
pub fn get_off(judge: &Judge<'_>, carrier: Id, choices: &[Choice]) -> Option<Choice> {
    let p = judge.field.p;
    let here = p.cell(carrier)?;
    let hold = choices.iter().copied().find(|choice| matches!(choice, Choice::HoldOn(_)));
    if hold.is_some() && !judge.is_near(here, judge.field.weights.contact as u16) {
        return hold;
    }
    let place = |choice: &Choice| match *choice {
        Choice::Unload(tag, direction) => {
            let rider = p.battle.find(tag)?;
            let way = Way::on_errand(judge.field, rider);
            Some((Case::new(judge, rider, &way).value(here.step(direction), None), *choice))
        }
        _ => None,
    };
    let best = choices.iter().filter_map(place).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, choice)| choice).or(hold)
}

/// Whether a carrier that is to leave the map takes along whom it carries: both count, and men on foot come too late.
/// Not where the enemy wins by what he destroys.
fn rides_out(judge: &Judge<'_>, carrier: Id) -> bool {
    let field = judge.field;
    field.errands.errand(carrier) == Errand::Out && field.p.battle.victory.breaks(field.side).is_none()
}

/// Whether what is aboard belongs in the fight; generals stay in their cars.
fn fights_on_foot(judge: &Judge<'_>, cargo: Id) -> bool {
    let p = judge.field.p;
    !matches!(p.stand(cargo).role, Role::Ghq(_)) && !p.unit(cargo).is_unarmed()
}

/// The best free square beside a cell for a stand to be set down on.
fn beside(cargo: &Case<'_>, cell: Cell) -> Option<(f64, Cell)> {
    let p = cargo.judge.field.p;
    let free =
        p.battle.grid.neighbours(cell).map(|(_, next)| next).filter(|&next| {
            p.holder[p.battle.grid.index(next)].id().is_none() && p.may_stand_on(cargo.id, next)
        });
    free.map(|next| (cargo.value(next, None), next)).max_by(|a, b| a.0.total_cmp(&b.0))
}
