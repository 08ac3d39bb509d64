//! What a stand can still do: movement points left, and what its firing arc misses.

use super::view::points;
use crate::rules::matg::catalog::Traverse;
use crate::rules::matg::fire::arcs;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::position::{Id, Position};

/// The enemies outside an arc that are named.
const MOST: usize = 3;

/// A restricted firing arc reaches so many degrees to either side (7.2).
const HALF_ARC: u32 = 30;

impl Position {
    /// A few lines for the inspector, the most important first.
    pub(in crate::rules::matg) fn situation_of(&self, id: Id) -> Vec<String> {
        let seen = self.as_decided();
        let game = seen.as_ref().unwrap_or(self);
        let moving = game.mover().filter(|mover| mover.stand == id).map(|mover| {
            format!("moving, {} of {} movement points left", points(mover.left), points(mover.allowance))
        });
        moving.into_iter().chain(game.arc_in_words(id)).collect()
    }

    /// "front firing arc misses S2 by 12°", for a stand with a restricted arc.
    fn arc_in_words(&self, id: Id) -> Option<String> {
        let restricted = self.unit(id).kind.notes().restricted?;
        let (at, facing) = (self.cell(id)?, self.stand(id).facing);
        let (arc, toward) = match restricted {
            Traverse::Front => ("front firing arc", facing),
            Traverse::Rear => ("rear firing arc", facing.opposite()),
            Traverse::SideOrRear => return None,
        };
        let miss = |enemy: Id| {
            let to = self.cell(enemy)?;
            let near = spotting::range(at, to) <= self.longest_reach(id);
            let seen = near && self.spots(id, enemy).is_ok();
            let by = toward.degrees_off(at, to).saturating_sub(HALF_ARC).max(1);
            (seen && !arcs::in_traverse(Some(restricted), facing, at, to))
                .then(|| (by, format!("{} by {by}°", self.tag(enemy))))
        };
        let mut missed: Vec<(u32, String)> = self.ids(self.side(id).other()).filter_map(miss).collect();
        missed.sort();
        let told: Vec<String> = missed.into_iter().take(MOST).map(|(_, text)| text).collect();
        (!told.is_empty()).then(|| format!("{arc} misses {}", told.join(", ")))
    }
}
