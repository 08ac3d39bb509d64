//! Deployment: stands that only follow are placed behind the others.

use crate::board::{self, Cell};
use crate::rules::matg::catalog::Class;
use crate::rules::matg::movement::deployment::Deployment;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Id;

use crate::opponent::matg::value::field::Field;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::turn::arrivals;

/// The distance in inches between the foremost fighting stands and those that follow.
const BEHIND: u16 = 2;

/// The next stand to redeploy, or its square; ready if no stand is too far forward.
pub fn choose(field: &Field<'_>, phase: &Deployment, choices: &[Choice]) -> Choice {
    let p = field.p;
    if let Some(id) = phase.picked {
        let square = behind(field, id).or_else(|| p.forces.cell(id)).map(Choice::At);
        return square.filter(|square| choices.contains(square)).unwrap_or(choices[0]);
    }
    let follows = |choice: &Choice| match choice {
        Choice::Pick(tag) => {
            let id = p.battle.find(*tag).filter(|id| !phase.placed.contains(id));
            id.is_some_and(|id| behind(field, id).is_some())
        }
        _ => false,
    };
    choices
        .iter()
        .copied()
        .find(follows)
        .filter(|_| choices.contains(&Choice::Ready))
        .unwrap_or(Choice::Ready)
}

/// Whether a stand belongs behind the others: unarmed, empty, with the GHQ aboard, or anti-aircraft.
fn follows(field: &Field<'_>, id: Id) -> bool {
    let unit = field.p.battle.unit(id);
    let rear = !field.is_fighter(id) && !field.is_battery(id);
    unit.pace().0 > 0 && (rear || unit.kind.class == Class::AntiAircraft)
}

/// The nearest square behind the fighting stands for one that is too far forward.
fn behind(field: &Field<'_>, id: Id) -> Option<Cell> {
    let p = field.p;
    let here = p.forces.cell(id).filter(|_| follows(field, id))?;
    // A side that deploys first knows only the enemy's edge: the distance to it counts.
    let far = p.battle.grid.width.max(p.battle.grid.height);
    let unseen =
        |cell| u16::from(far).saturating_sub(p.battle.from_edge(p.battle.side(id), cell).unsigned_abs());
    let nearest = |cell| field.enemies.iter().map(|&(_, at)| board::inches(cell, at)).min();
    let from_enemy = |cell| Some(nearest(cell).unwrap_or_else(|| unseen(cell)));
    let fighters =
        field.friends.iter().filter(|&&(other, _)| field.is_fighter(other) && !follows(field, other));
    let place = fighters.filter_map(|&(_, cell)| from_enemy(cell)).min()? + BEHIND;
    let open = |&cell: &Cell| {
        from_enemy(cell) >= Some(place)
            && arrivals::is_in_zone(&p.battle, &p.arrivals, id, cell)
            && p.forces.holder_of(cell).is_none()
            && set_up::may_stand_on(&p.field, &p.forces, id, cell)
    };
    if from_enemy(here) >= Some(place) {
        return None;
    }
    p.battle.grid.cells().filter(open).min_by_key(|&cell| (board::distance_squared(here, cell), cell))
}
