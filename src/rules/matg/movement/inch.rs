//! 8.3.2 and 9.1: what an inch of movement costs.

use super::mover::Mover;
use crate::board::{self, Cell, Compass};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::ground::terrain::{Cost, Quarters, Terrain};
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::{loads, special};
use crate::rules::matg::state::battle::{Arm, Unit};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::amphibious;
use crate::rules::matg::water::amphibious::Passage;
use crate::rules::matg::works::obstacles;

/// One inch that a stand may move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inch {
    /// The square that it enters.
    pub to: Cell,
    /// Cost in quarters of a movement point.
    pub cost: Quarters,
    /// Whether it is paid at the road rate (9.1.4).
    pub by_road: bool,
}

impl Unit {
    /// Only armoured tracked vehicles and personnel move into hedgerows (9.3.1).
    #[apply(rule, "9.3.1")]
    fn may_enter_bocage(&self) -> bool {
        let tracked = self.pace().1 == crate::rules::matg::catalog::Mode::Tracked;
        self.is_personnel() || (self.arm == Arm::Armoured && tracked)
    }
}

impl Field {
    pub(super) fn gives_cover(&self, cell: Cell) -> bool {
        self.ground_at(cell).rows().any(|t| t.row().personnel > 0 || t.row().others > 0)
    }
}

/// The inch in a direction, if the ground allows it: at the road rate where a road joins the two squares,
/// or off the road.
pub fn inch(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    id: Id,
    from: Cell,
    direction: Compass,
    by_road: bool,
) -> Option<Inch> {
    let to = from.step(direction);
    if !forces.battle.grid.contains(to) {
        return None;
    }
    match amphibious::passage(field, forces, now, id, from, to) {
        Passage::Water => return (!by_road).then(|| amphibious::water_inch(to, direction)),
        Passage::Barred => return None,
        Passage::Land => {}
    }
    let (points, own_mode) = forces.pace(id);
    let (here, there) = (field.ground_at(from), field.ground_at(to));
    if points == 0 || (!by_road && there.cost(own_mode).is_none()) {
        return None;
    }
    applies("8.3.3");
    let mode = amphibious::land_mode(field, forces, id);
    let off_road = forces.cell(id) == Some(from) && forces.stand(id).off_road;
    let mut cost = if by_road && field.is_breach(from, to, direction) {
        let Cost::Each(points) = Terrain::Track.row().cost_for(mode) else { return None };
        points
    } else if by_road {
        here.road()?;
        let road = field.road_cost(to, mode)?;
        if off_road { there.cost(mode)? } else { road }
    } else {
        if there.has(Terrain::Bocage) && !forces.unit(id).may_enter_bocage() {
            return None;
        }
        field.field_cost(to, mode)?
    };
    cost += obstacles::leaving_cost(field, forces, id, from, by_road);
    if weather::wades_in_snow(&forces.battle, id) {
        cost *= 2; // deep snow (9.6.2)
    }
    if direction.is_diagonal() {
        cost += cost / 2; // diagonals (S-2)
    }
    Some(Inch { to, cost, by_road })
}

/// Whether the mover can pay for an inch. The first inch of a move is always allowed, even at half of a
/// single point (8.3.2, S-90).
#[apply(rule, "8.3.2", "9.1.5")]
#[apply(rule, "8.3.8" if mover.allowance == 0 || forces.pace(mover.stand).0 == 0)]
pub(super) fn can_pay(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    inch: Inch,
    direction: Compass,
) -> bool {
    let left = amphibious::purse(field, forces, now, mover, inch.to);
    inch.cost <= left - loads::more_drag(field, forces, mover, inch) + bonus_for(field, forces, mover, inch)
        || (mover.trail.is_empty() && (left > 0 || mover.allowance == 0) && !direction.is_diagonal())
}

/// Bonus points that count towards an inch (10.11.1, 10.13).
#[apply(rule, "10.11.1", "10.13")]
pub(super) fn bonus_for(field: &Field, forces: &Forces, mover: &Mover, inch: Inch) -> Quarters {
    let spent = special::bonus(forces, mover.stand) - mover.bonus;
    (special::bonus_on(field, forces, mover.stand, inch.to, inch.by_road) - spent).max(0)
}

/// The direction of travel between two touching squares.
pub fn heading(from: Cell, to: Cell) -> Option<Compass> {
    if board::adjacent(from, to) { Compass::between(from, to) } else { None }
}
