//! DM beside Known Enemy Units (3.2.3k).

use crate::rules::aslsk::state::{Forces, Ground};

/// Whether a Known Enemy Unit is adjacent to a unit or in its hex; with `unbroken` only unbroken ones
/// count.
pub fn enemy_beside(ground: &Ground, forces: &Forces, id: u8, unbroken: bool) -> bool {
    let unit = forces.unit(id);
    let Some(place) = unit.place() else { return false };
    forces.enemies(unit.side).any(|enemy| {
        let other = forces.unit(enemy);
        (!unbroken || !other.broken)
            && other
                .place()
                .is_some_and(|there| ground.map().range(place, there) <= 1 && ground.sees(place, there))
    })
}

/// Broken units adjacent to a Known Enemy Unit become DM (3.2.3k).
pub fn place_dm(ground: &Ground, forces: &mut Forces) {
    for id in forces.ids() {
        let unit = forces.unit(id);
        if unit.broken && !unit.dm && unit.place().is_some() && enemy_beside(ground, forces, id, false) {
            forces.unit_mut(id).dm = true;
        }
    }
}
