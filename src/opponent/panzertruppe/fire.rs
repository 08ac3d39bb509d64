//! Which shots to fire and which to save, by the exact odds of the rules and on top of the shots already
//! declared.

use super::worth::{Aiming, danger, expected, hurt, promise, stake};
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

/// The least gain worth a shot that may still be fired later.
const LEAST_GAIN: f64 = 0.8;

/// The share of its gain at a fresh target that a shot at another's target must reach.
const OWN_TARGET: f64 = 0.4;

/// The share of the next shot that ambush fire gives up.
const FORGONE: f64 = 0.5;

/// A shot, mission or smoke screen that may be declared.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Shooting {
    /// The choice.
    pub choice: Choice,
    /// Its gain on top of what is already declared.
    pub gain: f64,
    /// What it is worth to save it for later, if that is more.
    pub saved: f64,
}

/// Declares the shot that gains most on top of those already declared, or rolls.
pub fn declare(position: &Position, phase: &FirePhase, choices: &[Choice]) -> Choice {
    let mut best = (0.0, choices[0]);
    for shot in shootings(position, phase, choices) {
        if shot.gain - shot.saved > best.0 {
            best = (shot.gain - shot.saved, shot.choice);
        }
    }
    best.1
}

/// Everything that may be declared with a use.
pub fn shootings(position: &Position, phase: &FirePhase, choices: &[Choice]) -> Vec<Shooting> {
    // Shots already declared at a target are worked out once.
    let mut known: Vec<Before> = Vec::new();
    let mut all = Vec::new();
    for &choice in choices {
        let weighed = match choice {
            Choice::Fire(who, slot, target) => {
                let Some((firer, target)) = position.battle.find_both(who, target) else { continue };
                let before = match known.iter().position(|before| before.target == target) {
                    Some(at) => &known[at],
                    None => {
                        known.push(Before::of(position, phase, target));
                        &known[known.len() - 1]
                    }
                };
                Some(shot(position, firer, slot, before))
            }
            _ => mission(position, phase.side, choice).map(|gain| (gain, 0.0)),
        };
        all.extend(weighed.map(|(gain, saved)| Shooting { choice, gain, saved }));
    }
    all
}

/// A target, and what the shots already declared at it do.
struct Before {
    target: Id,
    odds: Distribution<Condition>,
    worth: f64,
}

impl Before {
    fn of(position: &Position, phase: &FirePhase, target: Id) -> Self {
        let odds = phase.odds_at(position.gunnery(), target);
        Self { target, worth: worth(position, target, &odds), odds }
    }
}

/// The gain of a shot, and what it is worth to save it.
fn shot(position: &Position, firer: Id, slot: Slot, before: &Before) -> (f64, f64) {
    let target = before.target;
    let after =
        before.odds.then(|&condition| position.gunnery().after(firer, slot, target, condition, false));
    let gain = worth(position, target, &after) - before.worth;
    let least = least(position, firer, slot);
    let saved = if gain < least { least } else { wasted(position, firer, slot, before, gain) };
    (gain, saved)
}

/// The gain of indirect fire, fire into a section, smoke or flak; `None` if it has no use.
fn mission(position: &Position, side: Side, choice: Choice) -> Option<f64> {
    match choice {
        Choice::Call(who, battery, target) => {
            let (spotter, target) = position.battle.find_both(who, target)?;
            position.forces.spot(target).map(|aim| barrage(position, side, spotter, battery, aim))
        }
        Choice::Shell(who, battery, cell) => {
            let (spotter, aim) = (position.battle.find(who)?, position.battle.index(cell)?);
            Some(barrage(position, side, spotter, battery, aim))
        }
        Choice::Section(who, cell) => {
            let (firer, cell) = (position.battle.find(who)?, position.battle.index(cell)?);
            let gain = suspicion(position, side, firer, cell);
            (gain >= least(position, firer, Slot::Main)).then_some(gain)
        }
        Choice::Screen(group, cell) => {
            let aim = position.battle.index(cell)?;
            let platoon = || position.battle.ids(side).filter(|&id| position.battle.unit(id).group == group);
            let from = platoon().find_map(|id| position.forces.spot(id))?;
            // The platoon gives up its shots for the smoke.
            let shots = || platoon().map(|id| promise(position, id, Aiming::Bearing)).sum::<f64>();
            veils(position, side, from, aim).then(|| relief(position, side, aim) - shots())
        }
        Choice::Smoke(who, _, cell) => {
            let (spotter, aim) = (position.battle.find(who)?, position.battle.index(cell)?);
            let from = position.forces.spot(spotter)?;
            veils(position, side, from, aim)
                .then(|| relief(position, side, aim) * contact(position, spotter) * 0.6)
        }
        Choice::Flak(_) => Some(5.0),
        _ => None,
    }
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
        let fire = promise(position, id, Aiming::Free);
        if fire > 0.0 {
            sum -= 0.8 * (fire - promise(&then, id, Aiming::Free));
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
        (false, false) => LEAST_GAIN,
    }
}

/// What a shot at a target that others already fire at is better saved for: it gains much less than it would at a
/// target of its own, and may still be fired in a later phase. 0 if it is not.
fn wasted(position: &Position, firer: Id, slot: Slot, before: &Before, gain: f64) -> f64 {
    let target = before.target;
    let condition = position.forces.state(target).condition;
    let untouched = hurt(condition) * stake(position, target);
    if position.turn.phase.is_last_before_load() || slot.is_small() || before.worth < untouched + 0.01 {
        return 0.0;
    }
    let fresh = position.gunnery().after(firer, slot, target, condition, false);
    let own = OWN_TARGET * (worth(position, target, &fresh) - untouched);
    if gain < own { own } else { 0.0 }
}

/// Fires from ambush where that gains more than the next fire phase.
pub fn ambush(position: &Position, firer: Id, mover: &Mover, choices: &[Choice]) -> Choice {
    let mut best = (0.0, choices[0]);
    for shot in ambushes(position, firer, mover, choices) {
        if shot.gain - shot.saved > best.0 {
            best = (shot.gain - shot.saved, shot.choice);
        }
    }
    best.1
}

/// Every ambush shot, against the shot in the next fire phase that it gives up.
pub fn ambushes(position: &Position, firer: Id, mover: &Mover, choices: &[Choice]) -> Vec<Shooting> {
    let hidden = position.forces.state(firer).is(Flag::Hidden);
    let saved = FORGONE * promise(position, firer, Aiming::Bearing) + if hidden { 3.0 } else { 0.8 };
    let mut then = position.clone();
    let mut all = Vec::new();
    for &choice in choices {
        let (slot, cell, rider) = match choice {
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
        all.push(Shooting { choice, gain: worth(position, target, &odds), saved });
    }
    all
}

/// Fires at a close-assaulting vehicle with the weapon that harms it most.
pub fn defend(position: &Position, defence: &Defence, choices: &[Choice]) -> Choice {
    let shots = defences(position, defence, choices).into_iter();
    shots.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(choices[0], |(choice, _)| choice)
}

/// The shots at a close-assaulting vehicle and its riders, each with the harm that its target then has.
pub fn defences(position: &Position, defence: &Defence, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let Some(vehicle) = position.turn.mover().map(|mover| mover.unit) else { return Vec::new() };
    let shot = |choice: &Choice| {
        let (slot, target) = match *choice {
            Choice::Defend(slot) => (slot, position.forces.struck_by(slot, vehicle)),
            Choice::DefendRider(slot, rider) => (slot, position.battle.id(rider)),
            _ => return None,
        };
        let condition = position.forces.state(target).condition;
        let odds = position.gunnery().after(defence.defender, slot, target, condition, false);
        Some((*choice, worth(position, target, &odds)))
    };
    choices.iter().filter_map(shot).collect()
}
