//! Whom to fire at: by the exact odds of the rules, on top of what is declared already.

use crate::game::Side;
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::{Condition, Motion};
use crate::rules::panzertruppe::movement::Mover;
use crate::rules::panzertruppe::state::{Arm, Choice, Flag, Id, Position, Slot};

/// What a condition takes from a unit, as a share of its value.
fn hurt(condition: Condition) -> f64 {
    match (condition.destroyed, condition.immobilised, condition.stunned) {
        (true, ..) => 1.0,
        (_, true, true) => 0.6,
        (_, true, _) => 0.45,
        (.., true) => 0.3,
        _ => 0.0,
    }
}

/// What an end of a target is worth to its enemy.
fn worth(position: &Position, target: Id, odds: &Distribution<Condition>) -> f64 {
    let unit = position.unit(target);
    // Who can hurt us counts more than his points say.
    let armed = unit.main.is_some() || unit.hand.is_some();
    let value = f64::from(unit.value) + if armed { 6.0 } else { 1.0 };
    value * odds.mean(|condition| hurt(*condition))
}

/// Declares the shot that gains most on top of those declared, or rolls.
pub fn declare(position: &Position, side: Side, choices: &[Choice]) -> Choice {
    let mut best = (0.0, choices[0]);
    for choice in choices {
        let gain = match *choice {
            Choice::Fire(who, slot, target) => {
                let (Some(firer), Some(target)) = (position.battle.find(who), position.battle.find(target))
                else {
                    continue;
                };
                let before = position.declared_at(target);
                let after = before.then(|&condition| position.after(firer, slot, target, condition, false));
                let gain = worth(position, target, &after) - worth(position, target, &before);
                if gain < least(position, side, firer, slot) { continue } else { gain }
            }
            Choice::Call(who, battery, target) => {
                let Some(target) = position.battle.find(target) else { continue };
                let crowd = position
                    .battle
                    .ids(side.other())
                    .filter(|&id| near(position, id, target))
                    .map(|id| f64::from(position.unit(id).value))
                    .sum::<f64>();
                let own = position.battle.ids(side).any(|id| near(position, id, target));
                let _ = (who, battery);
                if own { continue } else { crowd * 0.25 }
            }
            Choice::Flak(_) => 5.0,
            _ => continue,
        };
        if gain > best.0 {
            best = (gain, *choice);
        }
    }
    best.1
}

fn near(position: &Position, a: Id, b: Id) -> bool {
    position.spot(a).zip(position.spot(b)).is_some_and(|(a, b)| position.range(a, b) <= 10)
}

/// The least gain for which a shot is spent now: more while a better one may come before the next load, and more
/// still for one that is hidden and would give itself away.
fn least(position: &Position, side: Side, firer: Id, slot: Slot) -> f64 {
    let last = match side {
        Side::A => position.phase == 9,
        Side::B => position.phase == 4,
    };
    let small = slot.is_small();
    let hidden = position.state(firer).is(Flag::Hidden);
    match (hidden, last || small) {
        (true, _) => 4.0,
        (false, true) => 0.05,
        (false, false) => 0.8,
    }
}

/// Fires from ambush at the best point of the way, if it is worth the next fire phase.
pub fn ambush(position: &Position, firer: Id, mover: &Mover, choices: &[Choice]) -> Choice {
    let hold = choices[0];
    let mut best = (0.8, hold);
    for choice in choices {
        let Choice::Ambush(slot, cell) = *choice else { continue };
        let Some(at) = position.battle.index(cell) else { continue };
        let Some(&(_, hull)) = mover.path.iter().find(|(c, _)| *c == at) else { continue };
        let mut then = position.clone();
        then.lift(mover.unit);
        if then.holder_of(at).is_some() {
            continue;
        }
        then.put(mover.unit, at);
        then.state_mut(mover.unit).hull = hull;
        let odds = then.after(firer, slot, mover.unit, then.state(mover.unit).condition, true);
        let gain = worth(position, mover.unit, &odds);
        if gain > best.0 {
            best = (gain, *choice);
        }
    }
    best.1
}

/// What the guns of a unit would gain from where it stands in one fire phase, if it aimed so.
pub fn promise(position: &Position, id: Id) -> f64 {
    let mut best: f64 = 0.0;
    for target in position.battle.ids(position.side(id).other()) {
        best = best.max(gain(position, id, target));
    }
    best
}

/// What one unit would gain by its best gun against another, arcs aside.
pub fn gain(position: &Position, id: Id, target: Id) -> f64 {
    if !position.is_target(target) {
        return 0.0;
    }
    let Some(line) = position.sees(id, target) else { return 0.0 };
    let mut best: f64 = 0.0;
    for slot in position.slots(id) {
        if slot.is_small() && position.unit(target).arm == Arm::Armoured || slot == Slot::Mortar {
            continue;
        }
        if let Some(shot) = position.shot(id, slot, target, line, false) {
            let odds = shot.odds(&position.battle.tables, position.state(target).condition);
            best = best.max(worth(position, target, &odds));
        }
    }
    best
}

/// What the enemy would gain against a unit where it stands.
pub fn danger(position: &Position, id: Id) -> f64 {
    let mut sum = 0.0;
    for enemy in position.battle.ids(position.side(id).other()) {
        let state = position.state(enemy);
        if position.spot(enemy).is_none() || state.condition.stunned || state.is(Flag::Hidden) {
            continue;
        }
        let ready = if state.motion == Motion::Moving { 0.7 } else { 1.0 };
        sum += ready * gain(position, enemy, id);
    }
    sum
}
