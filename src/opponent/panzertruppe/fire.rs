//! Which shots to fire and which to save, by the exact odds of the rules and on top of the shots already
//! declared.

use super::worth::{danger, expected, hurt, promise, stake};
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::odds::Distribution;
use crate::rules::panzertruppe::firing::phase::FirePhase;
use crate::rules::panzertruppe::firing::shot::Shot;
use crate::rules::panzertruppe::firing::{Condition, Cover};
use crate::rules::panzertruppe::infantry::close_assault::Defence;
use crate::rules::panzertruppe::movement::mover::{Mover, Stand};
use crate::rules::panzertruppe::state::{Aimed, Choice, Flag, Id, Kind, Position, Puff, Slot, Spot};

/// The expected loss of an enemy unit with these odds.
fn worth(position: &Position, target: Id, odds: &Distribution<Condition>) -> f64 {
    stake(position, target) * odds.mean(|condition| hurt(*condition))
}

/// Declares the shot that gains most on top of those already declared, or rolls.
pub fn declare(position: &Position, phase: &FirePhase, choices: &[Choice]) -> Choice {
    let side = phase.side;
    let mut best = (0.0, choices[0]);
    // Shots already declared at a target are worked out once.
    let mut known: Vec<(Id, Distribution<Condition>, f64)> = Vec::new();
    for choice in choices {
        let gain = match *choice {
            Choice::Fire(who, slot, target) => {
                let Some((firer, target)) = position.battle.find_both(who, target) else { continue };
                if !known.iter().any(|(id, ..)| *id == target) {
                    let before = phase.odds_at(position.gunnery(), target);
                    let worth = worth(position, target, &before);
                    known.push((target, before, worth));
                }
                let Some((_, before, so_far)) = known.iter().find(|(id, ..)| *id == target) else { continue };
                let after =
                    before.then(|&condition| position.gunnery().after(firer, slot, target, condition, false));
                let gain = worth(position, target, &after) - so_far;
                if gain < least(position, firer, slot) || wasted(position, firer, slot, target, *so_far, gain)
                {
                    continue;
                }
                gain
            }
            Choice::Call(who, battery, target) => {
                let Some((spotter, target)) = position.battle.find_both(who, target) else { continue };
                position.forces.spot(target).map_or(0.0, |aim| barrage(position, side, spotter, battery, aim))
            }
            Choice::Shell(who, battery, cell) => {
                let (Some(spotter), Some(aim)) = (position.battle.find(who), position.battle.index(cell))
                else {
                    continue;
                };
                barrage(position, side, spotter, battery, aim)
            }
            Choice::Section(who, cell) => {
                let Some(firer) = position.battle.find(who) else { continue };
                let Some(cell) = position.battle.index(cell) else { continue };
                let gain = suspicion(position, side, firer, cell);
                if gain < least(position, firer, Slot::Main) { continue } else { gain }
            }
            Choice::Screen(group, cell) => {
                let Some(aim) = position.battle.index(cell) else { continue };
                let mut ids = position.battle.ids(side).filter(|&id| position.battle.unit(id).group == group);
                let from = ids.find_map(|id| position.forces.spot(id));
                if !from.is_some_and(|from| veils(position, side, from, aim)) {
                    continue;
                }
                // The platoon gives up its shots for the smoke.
                let ids = position.battle.ids(side).filter(|&id| position.battle.unit(id).group == group);
                let shots: f64 = ids.map(|id| promise(position, id, true)).sum();
                relief(position, side, aim) - shots
            }
            Choice::Smoke(who, _, cell) => {
                let (Some(aim), Some(spotter)) = (position.battle.index(cell), position.battle.find(who))
                else {
                    continue;
                };
                if !position.forces.spot(spotter).is_some_and(|from| veils(position, side, from, aim)) {
                    continue;
                }
                relief(position, side, aim) * contact(position, spotter) * 0.6
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

/// The chance of radio contact.
fn contact(position: &Position, spotter: Id) -> f64 {
    f64::from((11 - position.batteries().radio_need(spotter)).clamp(0, 10)) / 10.0
}

/// The expected gain of a battery's fire at a cell, with losses of friends subtracted.
fn barrage(position: &Position, side: Side, spotter: Id, battery: u8, aim: Spot) -> f64 {
    let first = position.batteries().battery(side, battery).next();
    let calibre = first.map_or(0, |id| {
        let unit = position.battle.unit(id);
        unit.mortar.or(unit.main.map(|gun| gun.bore.calibre)).unwrap_or(0)
    });
    let reach = if calibre >= 140 { 15 } else { 10 };
    let same = position.support.last_aims.contains(&Aimed { side, battery, cell: aim });
    let mut sum = 0.0;
    for id in position.forces.all() {
        let Some(at) = position.forces.spot(id).filter(|&at| position.battle.range(at, aim) <= reach) else {
            continue;
        };
        let mut aimed = position.gunnery().target(at, id, position.battle.line(at, at));
        aimed.cover = aimed.cover.and_if(position.forces.state(id).is(Flag::DugIn), Cover::DUG_IN);
        let (roll, hit) = position.gunnery().indirect(calibre, id, &aimed, same);
        let shot = Shot::Aimed(roll, hit, 1);
        let take = expected(&position.battle.tables, &shot, position.forces.state(id).condition)
            * stake(position, id);
        sum += if position.forces.side(id) == side { -1.5 * take } else { take };
    }
    sum * contact(position, spotter)
}

/// The expected gain of fire into a section, by the chance that a hidden unit is there.
fn suspicion(position: &Position, side: Side, firer: Id, cell: Spot) -> f64 {
    let ids = position.battle.ids(side.other());
    let hidden = ids.filter(|&id| position.forces.state(id).is(Flag::Hidden)).count() as f64;
    let places = &position.battle.lie.shelters;
    // Hidden units are expected near objectives and in the enemy's half.
    let near =
        position.battle.objectives.iter().zip(&position.forces.held).any(|(objective, held)| {
            *held != Some(side) && position.battle.range(cell, objective.cell) <= 80
        });
    let house = position.battle.terrain_at(cell).kind == Kind::Building;
    let likely =
        hidden / (places.len().max(8) as f64) * if near { 2.0 } else { 1.0 } * if house { 1.3 } else { 1.0 };
    let range = position.forces.spot(firer).map_or(250, |from| position.battle.range(from, cell));
    let hits = if range <= 59 { 0.4 } else { 0.25 };
    likely.min(0.8) * hits * 8.0
}

/// Whether smoke in a cell is worth a look: half way to a visible enemy, or close in front of it.
fn veils(position: &Position, side: Side, from: Spot, aim: Spot) -> bool {
    position.forces.ids(side.other()).any(|enemy| {
        let Some(at) = position.forces.spot(enemy).filter(|_| position.forces.is_target(enemy)) else {
            return false;
        };
        let (a, b) = (position.battle.cell(from), position.battle.cell(at));
        [(1, 1), (1, 4)].into_iter().any(|(mine, his)| {
            let part = |a: i16, b: i16| (a * mine + b * his) / (mine + his);
            position.battle.index(Cell::new(part(a.x, b.x), part(a.y, b.y))) == Some(aim)
        }) && position.battle.range(from, at) >= 40
            && position.ground.open_line(from, at).is_some()
    })
}

/// The enemy fire that smoke in a cell blocks, less the friendly fire it blocks.
fn relief(position: &Position, side: Side, aim: Spot) -> f64 {
    let mut then = position.clone();
    for cell in [Some(aim), position.battle.next(aim, Compass::N), position.battle.next(aim, Compass::E)] {
        then.ground.smoke.extend(cell.map(|cell| Puff { cell, side, left: 5 }));
    }
    let mut sum = 0.0;
    for id in position.battle.ids(side).filter(|&id| position.forces.spot(id).is_some()) {
        let before = danger(position, id);
        if before > 0.0 {
            sum += before - danger(&then, id);
        }
        let fire = promise(position, id, false);
        if fire > 0.0 {
            sum -= 0.8 * (fire - promise(&then, id, false));
        }
    }
    sum
}

/// The least gain worth a shot now: more while a better shot may come before the next load phase, and more
/// for a hidden unit, which would reveal itself.
fn least(position: &Position, firer: Id, slot: Slot) -> f64 {
    let last = position.turn.phase.is_last_before_load();
    let small = slot.is_small();
    let hidden = position.forces.state(firer).is(Flag::Hidden);
    match (hidden, last || small) {
        (true, _) => 4.0,
        (false, true) => 0.3,
        (false, false) => 0.8,
    }
}

/// Whether a shot at a target that others already fire at is better saved: it gains much less than it would at a
/// target of its own, and may still be fired in a later phase.
fn wasted(position: &Position, firer: Id, slot: Slot, target: Id, so_far: f64, gain: f64) -> bool {
    let condition = position.forces.state(target).condition;
    let before = hurt(condition) * stake(position, target);
    if position.turn.phase.is_last_before_load() || slot.is_small() || so_far < before + 0.01 {
        return false;
    }
    let fresh = position.gunnery().after(firer, slot, target, condition, false);
    let own = worth(position, target, &fresh) - before;
    gain < 0.4 * own
}

/// Fires from ambush in the best cell of the path, if that gains more than the next fire phase.
pub fn ambush(position: &Position, firer: Id, mover: &Mover, choices: &[Choice]) -> Choice {
    let hidden = position.forces.state(firer).is(Flag::Hidden);
    // The shot in the next fire phase that it gives up.
    let forgone = 0.5 * promise(position, firer, true);
    let mut best = (forgone + if hidden { 3.0 } else { 0.8 }, choices[0]);
    let mut then = position.clone();
    for choice in choices {
        let (slot, cell, rider) = match *choice {
            Choice::Ambush(slot, cell) => (slot, cell, None),
            Choice::AmbushRider(slot, cell, rider) => (slot, cell, position.battle.find(rider)),
            _ => continue,
        };
        let Some(at) = position.battle.index(cell) else { continue };
        let Some(&Stand { hull, .. }) = mover.path.iter().find(|stand| stand.cell == at) else { continue };
        if position.forces.holder_of(at).is_some_and(|holder| holder != mover.unit) {
            continue;
        }
        then.forces.put(mover.unit, at);
        then.forces.state_mut(mover.unit).hull = hull;
        let target = rider.unwrap_or_else(|| then.forces.struck_by(slot, mover.unit));
        let odds = then.gunnery().after(firer, slot, target, then.forces.state(target).condition, true);
        let gain = worth(position, target, &odds);
        if gain > best.0 {
            best = (gain, *choice);
        }
    }
    best.1
}

/// Fires at a close-assaulting vehicle with the weapon that harms it most.
pub fn defend(position: &Position, defence: &Defence, choices: &[Choice]) -> Choice {
    let Some(vehicle) = position.turn.mover().map(|mover| mover.unit) else { return choices[0] };
    let worth = |choice: &Choice| {
        let (slot, target) = match *choice {
            Choice::Defend(slot) => (slot, position.forces.struck_by(slot, vehicle)),
            Choice::DefendRider(slot, rider) => (slot, position.battle.id(rider)),
            _ => return -1.0,
        };
        let condition = position.forces.state(target).condition;
        worth(position, target, &position.gunnery().after(defence.defender, slot, target, condition, false))
    };
    choices.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(choices[0])
}
