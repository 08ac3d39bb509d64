//! Hand-to-hand combat, close assaults, and targets of aircraft.

use super::worth::{hurt, stake};
use crate::game::Side;
use crate::rules::panzertruppe::air::aircraft::AirLoad;
use crate::rules::panzertruppe::air::lined_up;
use crate::rules::panzertruppe::firing::{Condition, Harm};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::state::{Choice, Id, Position};
use crate::rules::panzertruppe::tables::Assault;

/// The average gain of a hand-to-hand fight.
pub fn fight(position: &Position, attacker: Id, defender: Id) -> f64 {
    let (mine, its) = position.close_combat().fight_lines(attacker, defender, &[]);
    if position.forces.state(defender).condition.stunned {
        return stake(position, defender);
    }
    let ahead = mine.sum() - its.sum();
    let (mut won, mut lost) = (0.0, 0.0);
    for (a, b) in (1..=10).flat_map(|a: i16| (1..=10).map(move |b: i16| (a, b))) {
        won += f64::from(u8::from(a + ahead >= b)) / 100.0;
        lost += f64::from(u8::from(a + ahead <= b)) / 100.0;
    }
    won * stake(position, defender) - lost * stake(position, attacker)
}

/// The average gain of a close assault for the attacker.
pub fn assault(position: &Position, vehicle: Id, infantry: Id, by_vehicle: bool) -> f64 {
    let sum = position.close_combat().assault_lines(vehicle, infantry, by_vehicle, 0).sum();
    let (drives, walks) =
        (position.forces.state(vehicle).condition, position.forces.state(infantry).condition);
    let share = |condition: Condition, harm: Harm| hurt(condition.struck(harm)) - hurt(condition);
    let mut gain = 0.0;
    for face in 1..=10 {
        let (to_vehicle, to_infantry) = match position.battle.tables.assault_result(face + sum) {
            Assault::InfantryLost => (Harm::None, Harm::Destroy),
            Assault::InfantryStunned => (Harm::None, Harm::Stun),
            Assault::Nothing => (Harm::None, Harm::None),
            Assault::VehicleStunned => (Harm::Stun, Harm::None),
            Assault::VehicleImmobilised => (Harm::Immobilise, Harm::None),
            Assault::VehicleDestroyed => (Harm::Destroy, Harm::None),
        };
        let infantry = share(walks, to_infantry) * stake(position, infantry);
        let vehicle = share(drives, to_vehicle) * stake(position, vehicle);
        gain += if by_vehicle { infantry - vehicle } else { vehicle - infantry };
    }
    gain / 10.0
}

/// Chooses the target at which the aircraft's weapon gains most.
pub fn air_target(position: &Position, side: Side, second: bool, choices: &[Choice]) -> Choice {
    let targets = air_targets(position, side, second, choices).into_iter();
    targets.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(choices[0], |(choice, _)| choice)
}

/// The targets of an aircraft, each with its expected gain.
pub fn air_targets(position: &Position, side: Side, second: bool, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let Some(plane) = position.support.planes[side.index()] else { return Vec::new() };
    let load = plane.weapons[usize::from(second || plane.attacks > 0)];
    let worth = |choice: &Choice| match choice {
        Choice::Target(tag) => position.battle.find(*tag).map_or(0.0, |id| {
            let (need, lines) = position.sky().air_lines(load, id);
            let chance = f64::from((11 - (need - lines.sum())).clamp(0, 10)) / 10.0;
            // Near hits of bombs count too.
            let near = if load == AirLoad::Bombs { 0.25 } else { 0.0 };
            (chance + near) * stake(position, id)
        }),
        _ => 0.0,
    };
    choices.iter().map(|choice| (*choice, worth(choice))).collect()
}

/// What an approach is worth.
#[derive(Copy, Clone, Default, Debug)]
pub struct Approach {
    /// The worth of the enemies beyond the target, for the second attack.
    pub beyond: f64,
    /// What flak on the way may cost.
    pub flak: f64,
    /// What it is worth to come from its own side of the board.
    pub home: f64,
}

impl Approach {
    fn total(self) -> f64 {
        self.beyond - self.flak + self.home
    }
}

/// The approach with the most enemy units beyond the target, for the second attack, coming from its own side
/// of the board.
pub fn air_approach(position: &Position, side: Side, target: Id, choices: &[Choice]) -> Choice {
    let approaches = air_approaches(position, side, target, choices).into_iter();
    let best = approaches.max_by(|a, b| a.1.total().total_cmp(&b.1.total()));
    best.map_or(choices[0], |(choice, _)| choice)
}

/// The approaches of an aircraft to its target.
pub fn air_approaches(
    position: &Position,
    side: Side,
    target: Id,
    choices: &[Choice],
) -> Vec<(Choice, Approach)> {
    let Some(at) = position.forces.cell_of(target) else { return Vec::new() };
    let home = position.battle.armies[side.index()].edge;
    let worth = |choice: &Choice| match *choice {
        Choice::Approach(heading) => {
            let beyond: f64 = position
                .battle
                .ids(side.other())
                .filter(|&id| id != target && position.forces.is_target(id))
                .filter_map(|id| Some((id, position.forces.cell_of(id)?)))
                .filter(|(_, cell)| Arc::Sixty.covers(heading, way(at, *cell)))
                .map(|(id, _)| stake(position, id))
                .sum();
            let flak =
                position.battle.ids(side.other()).filter(|&id| position.battle.unit(id).anti_air).filter_map(
                    |id| {
                        let range = crate::rules::panzertruppe::sight::geometry::tenths(
                            position.forces.cell_of(id)?,
                            lined_up(at, heading),
                        );
                        position.battle.tables.anti_aircraft_need(range)
                    },
                );
            let risk: f64 = flak.map(|need| f64::from((11 - need).max(0)) / 10.0).sum();
            Approach {
                beyond: beyond.min(60.0),
                flak: 40.0 * risk,
                home: f64::from(u8::from(heading == (home.opposite() as u8) * 3)),
            }
        }
        _ => Approach::default(),
    };
    choices.iter().map(|choice| (*choice, worth(choice))).collect()
}
