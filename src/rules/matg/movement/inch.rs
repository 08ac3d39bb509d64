//! 8.3.2 and 9.1: what an inch of movement costs.

use super::mover::Mover;
use crate::board::{self, Cell, Compass};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::{Cost, Quarters, Terrain};
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::water::amphibious::Passage;

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

impl Position {
    /// The inch in a direction, if the ground allows it: at the road rate where a road joins the two squares,
    /// or off the road.
    pub fn inch(&self, id: Id, from: Cell, direction: Compass, by_road: bool) -> Option<Inch> {
        let to = from.step(direction);
        if !self.battle.grid.contains(to) {
            return None;
        }
        match self.passage(id, from, to) {
            Passage::Water => return (!by_road).then(|| Self::water_inch(to, direction)),
            Passage::Barred => return None,
            Passage::Land => {}
        }
        let (points, own_mode) = self.pace(id);
        let (here, there) = (self.ground_at(from), self.ground_at(to));
        if points == 0 || (!by_road && there.cost(own_mode).is_none()) {
            return None;
        }
        applies("8.3.3");
        let mode = self.land_mode(id);
        let off_road = self.cell(id) == Some(from) && self.stand(id).off_road;
        let mut cost = if by_road && self.is_breach(from, to, direction) {
            let Cost::Each(points) = Terrain::Track.row().cost_for(mode) else { return None };
            points
        } else if by_road {
            here.road()?;
            let road = self.road_cost(to, mode)?;
            if off_road { there.cost(mode)? } else { road }
        } else {
            if there.has(Terrain::Bocage) && !self.may_enter_bocage(id) {
                return None;
            }
            self.field_cost(to, mode)?
        };
        cost += self.leaving_cost(id, from, by_road);
        if self.wades_in_snow(id) {
            applies("9.6.2");
            cost *= 2; // deep snow (9.6.2)
        }
        if direction.is_diagonal() {
            cost += cost / 2; // diagonals (S-2)
        }
        Some(Inch { to, cost, by_road })
    }

    /// Only armoured tracked vehicles and personnel move into hedgerows (9.3.1).
    fn may_enter_bocage(&self, id: Id) -> bool {
        applies("9.3.1");
        let tracked = self.unit(id).pace().1 == crate::rules::matg::catalog::Mode::Tracked;
        self.unit(id).is_personnel() || (self.unit(id).arm == Arm::Armoured && tracked)
    }

    /// Whether the mover can pay for an inch. The first inch of a move is always allowed, even at half of a
    /// single point (8.3.2, S-90).
    pub(super) fn can_pay(&self, mover: &Mover, inch: Inch, direction: Compass) -> bool {
        applies("8.3.2");
        if mover.allowance == 0 || self.pace(mover.stand).0 == 0 {
            applies("8.3.8");
        }
        applies("9.1.5");
        let left = self.purse(mover, inch.to);
        inch.cost <= left - self.more_drag(mover, inch) + self.bonus_for(mover, inch)
            || (mover.trail.is_empty() && (left > 0 || mover.allowance == 0) && !direction.is_diagonal())
    }

    /// Bonus points that count towards an inch (10.11.1, 10.13).
    pub(super) fn bonus_for(&self, mover: &Mover, inch: Inch) -> Quarters {
        applies("10.11.1");
        applies("10.13");
        let spent = self.bonus(mover.stand) - mover.bonus;
        (self.bonus_on(mover.stand, inch.to, inch.by_road) - spent).max(0)
    }

    pub(super) fn gives_cover(&self, cell: Cell) -> bool {
        self.ground_at(cell).rows().any(|t| t.row().personnel > 0 || t.row().others > 0)
    }
}

/// The direction of travel between two touching squares.
pub fn heading(from: Cell, to: Cell) -> Option<Compass> {
    if board::adjacent(from, to) { Compass::between(from, to) } else { None }
}
