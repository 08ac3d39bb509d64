//! What a stand can still do: movement points left, and what its firing arc misses.

use super::view::points;
use crate::rules::matg::catalog::Traverse;
use crate::rules::matg::fire::{arcs, bearing};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;

/// The enemies outside an arc that are named.
const MOST: usize = 3;

/// A restricted firing arc reaches so many degrees to either side (7.2).
const HALF_ARC: u32 = 30;

/// A few lines for the inspector, the most important first.
pub(in crate::rules::matg) fn situation_of(game: &Position, id: Id) -> Vec<String> {
    let seen = game.as_decided();
    let game = seen.as_ref().unwrap_or(game);
    let moving = game.now.mover().filter(|mover| mover.stand == id).map(|mover| {
        format!("moving, {} of {} movement points left", points(mover.left), points(mover.allowance))
    });
    moving.into_iter().chain(arc_in_words(&game.field, &game.forces, &game.now, &game.arrivals, id)).collect()
}

/// "front firing arc misses S2 by 12°", for a stand with a restricted arc.
fn arc_in_words(field: &Field, forces: &Forces, now: &Turn, arrivals: &Arrivals, id: Id) -> Option<String> {
    let restricted = forces.unit(id).kind.notes().restricted?;
    let (at, facing) = (forces.cell(id)?, forces.stand(id).facing);
    let (arc, toward) = match restricted {
        Traverse::Front => ("front firing arc", facing),
        Traverse::Rear => ("rear firing arc", facing.opposite()),
        Traverse::SideOrRear => return None,
    };
    let miss = |enemy: Id| {
        let to = forces.cell(enemy)?;
        let near = spotting::range(at, to) <= bearing::longest_reach(forces, id);
        let seen = near && spotting::spots(field, forces, now, arrivals, id, enemy).is_ok();
        let by = toward.degrees_off(at, to).saturating_sub(HALF_ARC).max(1);
        (seen && !arcs::in_traverse(Some(restricted), facing, at, to))
            .then(|| (by, format!("{} by {by}°", forces.tag(enemy))))
    };
    let mut missed: Vec<(u32, String)> = forces.ids(forces.side(id).other()).filter_map(miss).collect();
    missed.sort();
    let told: Vec<String> = missed.into_iter().take(MOST).map(|(_, text)| text).collect();
    (!told.is_empty()).then(|| format!("{arc} misses {}", told.join(", ")))
}
