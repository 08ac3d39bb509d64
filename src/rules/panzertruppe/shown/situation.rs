//! What a unit can still do: points left, turret against hull, and what its arc misses.

use super::refusal::points;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::shown::Shown;
use crate::rules::panzertruppe::state::Id;

/// The enemies outside an arc that are named.
const MOST: usize = 3;

impl Shown<'_> {
    /// A few lines for the inspector, the most important first.
    pub(in crate::rules::panzertruppe) fn situation_of(&self, id: Id) -> Vec<String> {
        let moving = match self.turn.stack.last() {
            Some(Frame::Mover(mover)) if mover.unit == id => {
                Some(format!("{} points left", points(mover.left)))
            }
            _ => None,
        };
        moving.into_iter().chain(self.arcs_in_words(id)).chain(self.turret_in_words(id)).collect()
    }

    /// "turret 45° right of the hull".
    fn turret_in_words(&self, id: Id) -> Option<String> {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        if !unit.has_turret() || self.forces.spot(id).is_none() {
            return None;
        }
        // Facings are in 24ths of a circle.
        let off = (i16::from(state.turret) - i16::from(state.hull)).rem_euclid(24);
        Some(match off {
            0 => "turret in line with the hull".to_owned(),
            1..=11 => format!("turret {}° right of the hull", 15 * off),
            12 => "turret to the rear of the hull".to_owned(),
            _ => format!("turret {}° left of the hull", 15 * (24 - off)),
        })
    }

    /// "main gun misses A1 by 26°" for each weapon with an arc.
    fn arcs_in_words(&self, id: Id) -> Vec<String> {
        if self.forces.spot(id).is_none() {
            return Vec::new();
        }
        let told = self.gunnery().aimed_slots(id).filter_map(|slot| {
            let mut missed = self.gunnery().missed_by(id, slot);
            missed.sort_unstable();
            let told: Vec<String> = missed
                .into_iter()
                .take(MOST)
                .map(|(miss, enemy)| format!("{} by {miss}°", self.battle.unit(enemy).tag))
                .collect();
            (!told.is_empty()).then(|| format!("{} misses {}", slot.name(), told.join(", ")))
        });
        told.collect()
    }
}
