//! Covering fire: Prep Fire at an enemy spares the units that move this turn some of its fire.

use super::Mind;
use super::danger::Stance;
use super::movement::ALONE;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::Marker;

impl Mind<'_> {
    /// What fire at a hex is worth to the units that move this turn, in hundredths of a squad, if it is expected to do this much
    /// harm. The firer stays, so it is not one of them.
    pub(super) fn covers(&self, target: Place, harm: i32, firer: Option<u8>) -> i32 {
        let Some(post) = self.threats.posts().iter().find(|post| post.place == target) else { return 0 };
        let spared: i32 = self
            .ways()
            .iter()
            .filter(|(id, _)| Some(*id) != firer)
            .map(|(_, way)| {
                let on_way: i32 =
                    way.iter().map(|&hex| self.threats.danger_from(post, hex, Stance::Walks)).sum();
                let there = way.last().map_or(0, |&hex| self.threats.danger_from(post, hex, Stance::Stands));
                (on_way * self.care(self.weights.risk) + there * self.care(self.weights.press_care)) / 100
            })
            .sum();
        // The share of its fire that the enemy is expected to lose.
        let lost = f64::from(harm) / (100.0 * post.units.max(1) as f64);
        (lost.min(1.0) * f64::from(spared * self.weights.covering) / 100.0) as i32
    }

    /// The ways of the units that gain by moving this turn.
    fn ways(&self) -> &[(u8, Vec<Place>)] {
        self.ways.get_or_init(|| {
            let forces = &self.position.forces;
            let able = |&id: &u8| {
                let unit = forces.unit(id);
                let fresh = unit.good_order() && !unit.pinned && unit.marker == Marker::None;
                unit.side == self.side && forces.mmc(id) && fresh && unit.place().is_some()
            };
            let way = |id: u8| {
                let journey = self.best_journey(&self.party(vec![id], ALONE, Stance::Walks))?;
                Some((id, journey.hexes().collect()))
            };
            forces.ids().filter(able).filter(|&id| self.gain(id) > 0).filter_map(way).collect()
        })
    }
}
