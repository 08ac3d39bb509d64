//! Flares: which squares are worth the light (80).

use super::Mind;
use crate::board::Cell;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::optional::night::{self, Light};

impl Mind<'_> {
    /// The value of a flare over a square: enemy groups in the dark that could then be fired at, less our own
    /// that it exposes.
    pub(super) fn light_worth(&self, cell: Cell) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let shown = |group: u8| {
            let state = forces.group(group);
            let near = match Field::range(cell, state.at) {
                0..=8 => 0.15,
                9..=12 => 0.06,
                _ => 0.0,
            };
            let dark = near > 0.0 && night::light(terrain, forces, group, state.at) == Light::Dark;
            if dark { near * state.members.len() as f64 } else { 0.0 }
        };
        let seen = |enemy: u8| {
            let at = forces.group(enemy).at;
            forces.groups_of(self.side).any(|group| terrain.field().fire(forces.group(group).at, at).clear())
        };
        let enemies: f64 = forces
            .groups_of(self.side.other())
            .map(|enemy| if seen(enemy) { shown(enemy) } else { 0.0 })
            .sum();
        let own: f64 = forces.groups_of(self.side).map(shown).sum();
        let armed = if self.held(|card| matches!(card, Card::Fire(_))) > 0 { 1.0 } else { 0.4 };
        armed * enemies - own
    }

    /// The best of the squares where enemies stand.
    pub(super) fn best_light(&self) -> f64 {
        let position = self.position;
        let enemies = position.forces.groups_of(self.side.other());
        enemies.map(|enemy| self.light_worth(position.forces.group(enemy).at)).fold(0.0, f64::max)
    }
}
