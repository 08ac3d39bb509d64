//! Values of units, shots and danger, by the exact odds of the rules.

use crate::rules::panzertruppe::firing::shot::Shot;
use crate::rules::panzertruppe::firing::{Condition, Harm, Motion};
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::state::{Arm, Flag, Id, Position, Slot};
use crate::rules::panzertruppe::tables::Tables;

/// The share of a unit's value that a condition takes away.
pub fn hurt(condition: Condition) -> f64 {
    match (condition.destroyed, condition.immobilised, condition.stunned) {
        (true, ..) => 1.0,
        (_, true, true) => 0.6,
        (_, true, _) => 0.45,
        (.., true) => 0.3,
        _ => 0.0,
    }
}

/// The value of destroying a unit: its points, its weapons, and the chance that its platoon fails morale.
pub fn stake(position: &Position, id: Id) -> f64 {
    let unit = position.battle.unit(id);
    let own = |id: Id| {
        // Armed units count for more than their points.
        let unit = position.battle.unit(id);
        let armed = unit.main.is_some() || unit.hand.is_some();
        f64::from(unit.value) + if armed { 6.0 } else { 1.0 }
    };
    let riders = if unit.carries > 0 { position.forces.cargo(id).map(own).sum() } else { 0.0 };
    own(id) + RIDERS * riders + brink(position, id)
}

/// The share of its riders' value that is lost with a vehicle: some get away.
const RIDERS: f64 = 0.8;

/// The loss to a unit's platoon if it fails morale after losing the unit.
fn brink(position: &Position, id: Id) -> f64 {
    let group = position.battle.unit(id).group;
    let (kind, state) =
        (&position.battle.groups[usize::from(group)], &position.forces.groups[usize::from(group)]);
    if kind.independent || state.retreats {
        return 0.0;
    }
    let morale = |lost: u8| Morale { lost: u16::from(lost), elite: kind.elite }.chance();
    let more = morale(state.lost.saturating_add(1)) - if state.puffs { morale(state.lost) } else { 0.0 };
    let ids = position.battle.ids(kind.side);
    let others = ids.filter(|&other| {
        other != id && position.battle.unit(other).group == group && position.forces.is_in(other)
    });
    // A retreating unit may still fire on its way, so only a part of its value is gone.
    more * 0.6 * others.map(|other| f64::from(position.battle.unit(other).value)).sum::<f64>()
}

/// Whether a platoon is in danger of failing morale: half of it is lost, or one more loss makes failure
/// likelier than not.
pub fn shaken(position: &Position, id: Id) -> bool {
    let group = position.battle.unit(id).group;
    let (kind, state) =
        (&position.battle.groups[usize::from(group)], &position.forces.groups[usize::from(group)]);
    if kind.independent || state.lost == 0 {
        return false;
    }
    let all = position.battle.units.iter().filter(|unit| unit.group == group).count();
    let next = Morale { lost: u16::from(state.lost) + 1, elite: kind.elite };
    usize::from(state.lost) * 2 >= all || next.chance() >= 0.5
}

/// The average share of a unit's value that a shot takes, beyond what its condition has already taken. Gives
/// the same as the mean of the shot's odds, but faster.
pub fn expected(tables: &Tables, shot: &Shot, condition: Condition) -> f64 {
    let now = hurt(condition);
    match shot {
        Shot::Aimed(to_hit, hit, dice) => {
            fn after(harms: &[Harm; 10], c: Condition, dice: u8) -> f64 {
                if c.destroyed || dice == 0 {
                    return hurt(c);
                }
                harms.iter().map(|&harm| after(harms, c.struck(harm), dice - 1)).sum::<f64>() / 10.0
            }
            let harms = std::array::from_fn(|face| hit.harm(tables, face as u8 + 1));
            // More than two effect dice are rare, and the first two tell nearly everything.
            to_hit.chance() * (after(&harms, condition, (*dice).min(2)) - now)
        }
        Shot::Small(small) => {
            (1..=10).map(|face| hurt(condition.struck(small.harm(face))) - now).sum::<f64>() / 10.0
        }
    }
}

/// The share of a target's worth that a unit's best weapon takes in one shot.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
pub struct Shares {
    /// With any weapon, wherever the unit turns.
    pub free: f64,
    /// As its weapons point.
    pub bearing: f64,
    /// With a loaded weapon, wherever the unit turns.
    pub ready: f64,
    /// With a loaded weapon, as it points.
    pub loaded: f64,
}

/// The shares that a unit's best weapons take of another.
pub fn shares(position: &Position, id: Id, target: Id) -> Shares {
    let mut best = Shares::default();
    if !position.forces.is_target(target) {
        return best;
    }
    let Some(seen) = position.sighting().sees(id, target) else { return best };
    let armoured = position.battle.unit(target).arm == Arm::Armoured;
    let condition = position.forces.state(target).condition;
    let gunnery = position.gunnery();
    for slot in position.battle.unit(id).slots() {
        if slot.is_small() && armoured || slot == Slot::Mortar {
            continue;
        }
        let Some(shot) = gunnery.shot(id, slot, target, seen, false) else { continue };
        let share = expected(&position.battle.tables, &shot, condition);
        if share <= best.loaded {
            continue;
        }
        let (ready, bears) = (gunnery.is_ready(id, slot), gunnery.may_shoot(id, slot, target).is_some());
        best.free = best.free.max(share);
        if bears {
            best.bearing = best.bearing.max(share);
        }
        if ready {
            best.ready = best.ready.max(share);
        }
        if ready && bears {
            best.loaded = share;
        }
    }
    best
}

/// The share of a moving unit's worth that the best loaded gun of an enemy takes from ambush, where the unit is now (12).
pub fn ambush_share(position: &Position, enemy: Id, mover: Id) -> f64 {
    let Some(at) = position.forces.spot(mover) else { return 0.0 };
    let gunnery = position.gunnery();
    let condition = position.forces.state(mover).condition;
    let guns = position.battle.unit(enemy).slots().filter(|slot| !slot.is_small() && *slot != Slot::Mortar);
    let shots = guns.filter(|&gun| gunnery.is_ready(enemy, gun)).filter_map(|gun| {
        let line = gunnery.may_shoot_at(enemy, gun, mover, at, true)?;
        gunnery.shot(enemy, gun, mover, line, true)
    });
    shots.map(|shot| expected(&position.battle.tables, &shot, condition)).fold(0.0, f64::max)
}

/// How the weapons of a unit are taken to point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aiming {
    /// As they do.
    Bearing,
    /// Wherever the unit turns.
    Free,
}

/// The gain of a unit's best gun against another, loaded or not.
pub fn gain(position: &Position, id: Id, target: Id, aiming: Aiming) -> f64 {
    let shares = shares(position, id, target);
    let share = if aiming == Aiming::Free { shares.free } else { shares.bearing };
    if share > 0.0 { share * stake(position, target) } else { 0.0 }
}

/// The best shot of a unit in one fire phase from its place.
pub fn promise(position: &Position, id: Id, aiming: Aiming) -> f64 {
    let enemies = position.battle.ids(position.forces.side(id).other());
    enemies.map(|target| gain(position, id, target, aiming)).fold(0.0, f64::max)
}

/// Whether a unit may fire when it is next allowed to: on the board, known and not stunned.
pub fn is_armed(position: &Position, id: Id) -> bool {
    let state = position.forces.state(id);
    position.forces.spot(id).is_some() && !state.condition.stunned && !state.is(Flag::Hidden)
}

/// The gain of enemy fire against a unit in its place: weapons that bear now in full, others for less.
pub fn danger(position: &Position, id: Id) -> f64 {
    let enemies = position.battle.ids(position.forces.side(id).other());
    let sum: f64 = enemies
        .filter(|&enemy| is_armed(position, enemy))
        .map(|enemy| {
            let Shares { free, bearing, .. } = shares(position, enemy, id);
            // A moving firer may have stopped before it fires.
            let rolls = if position.forces.state(enemy).motion == Motion::Moving { 1.2 } else { 1.0 };
            rolls * bearing.max(free * 0.4)
        })
        .sum();
    if sum > 0.0 { sum * stake(position, id) } else { 0.0 }
}

/// The enemy a unit should face: the one with most to gain or lose, else the nearest.
pub fn foe(position: &Position, id: Id) -> Option<Id> {
    let at = position.forces.place_of(id)?;
    let mut best: Option<(f64, Id)> = None;
    for enemy in position.battle.ids(position.forces.side(id).other()) {
        let Some(cell) = position.forces.spot(enemy).filter(|_| position.forces.is_target(enemy)) else {
            continue;
        };
        let seen = position.sighting().sees(id, enemy).is_some();
        let range = f64::from(position.battle.range(at, cell)) / 10.0;
        let threat = if seen {
            gain(position, enemy, id, Aiming::Free) + gain(position, id, enemy, Aiming::Free) + 2.0
        } else {
            0.0
        };
        let score = threat - range * 0.02;
        if best.is_none_or(|(known, _)| score > known) {
            best = Some((score, enemy));
        }
    }
    best.map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::panzertruppe::scenario;
    use std::sync::Arc;

    /// The fast sum equals the mean of the odds.
    #[test]
    fn quick_odds_match_the_rules() {
        let text = include_str!("../../../scenarios/panzertruppe/hunters.toml");
        let mut position = Position::new(Arc::new(scenario::read("hunters", text).unwrap().0));
        let mut compared = 0;
        for step in 0..40u8 {
            // Units all over the board, in all conditions.
            let all: Vec<Id> = position.forces.all().collect();
            for &id in &all {
                let nth = (usize::from(id) * 97 + usize::from(step) * 61) % position.battle.area();
                let Some(cell) = position.battle.spots().nth(nth) else { continue };
                if position.forces.holder_of(cell).is_none() && position.forces.spot(id).is_some() {
                    position.forces.put(id, cell);
                    let state = position.forces.state_mut(id);
                    state.condition.stunned = (id + step) % 3 == 0;
                    state.set(Flag::Hidden, false);
                }
            }
            for &id in &all {
                for target in position.battle.ids(position.forces.side(id).other()) {
                    let Some(line) = position.sighting().sees(id, target) else { continue };
                    for slot in position.battle.unit(id).slots() {
                        let Some(shot) = position.gunnery().shot(id, slot, target, line, false) else {
                            continue;
                        };
                        if matches!(shot, Shot::Aimed(_, _, dice) if dice > 2) {
                            continue;
                        }
                        let condition = position.forces.state(target).condition;
                        let odds = shot.odds(&position.battle.tables, condition);
                        let exact = odds.mean(|condition| hurt(*condition)) - hurt(condition);
                        let quick = expected(&position.battle.tables, &shot, condition);
                        assert!((exact - quick).abs() < 1e-9, "{exact} {quick}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }
}
