//! What a position is worth: material by its state, and the ground that the Victory Conditions ask for. The
//! figures are fitted to the results of games that the computer played against itself (see [`Fitted`]).

use std::sync::LazyLock;

use crate::game::{Fitted, Outlook, Side};
use crate::rules::aslsk::Position;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::battle::{Victory, Zone};
use crate::rules::aslsk::state::{Unit, Whereabouts};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::turn::ending;

/// The number of features of a position.
const FEATURES: usize = 11;

/// The features of a position, from the point of view of the side with the Victory Conditions, each about 0 to 1.
type Features = [f64; FEATURES];

/// The hexes that a unit makes in a turn, and how gradually it falls behind.
const PACE: f64 = 4.0;
const SPREAD: f64 = 2.5;

/// The fitted figures, by kind of Victory Conditions.
pub static FITTED: LazyLock<Fitted> =
    LazyLock::new(|| Fitted::built_in(include_str!("../../../config/aslsk/outlook.toml")));

/// The features as the first side sees them.
pub(super) fn outlook(position: &Position) -> Outlook {
    let kind = match position.battle.victory {
        Victory::Clear { .. } => "clear",
        Victory::Exit { .. } => "exit",
        Victory::Guns { .. } => "guns",
        Victory::Control { .. } => "control",
    };
    let sign = if position.battle.victory.side() == Side::A { 1.0 } else { -1.0 };
    let features = features(position).into_iter().map(|feature| sign * feature).collect();
    Outlook { kind, features, late: late(position) }
}

/// How far the battle has come, from 0 to 1.
fn late(position: &Position) -> f64 {
    let turns = f64::from(position.battle.turns);
    let second = position.turn.attacker != position.battle.moves;
    ((f64::from(position.turn.number) - 1.0 + if second { 0.5 } else { 0.0 }) / turns).clamp(0.0, 1.0)
}

/// The features of a position.
fn features(position: &Position) -> Features {
    let attacker = position.battle.victory.side();
    let mut all = [0.0; FEATURES];
    for unit in &position.forces.units {
        let own = if unit.side == attacker { 0 } else { 2 };
        if matches!(unit.at, Whereabouts::Gone | Whereabouts::Exited) {
            continue;
        }
        all[own + usize::from(unit.broken)] += strength(unit) / 10.0;
        if unit.broken && unit.dm {
            all[own + 1] -= 0.3 * strength(unit) / 10.0;
        }
    }
    for weapon in position.forces.weapons.iter().filter(|weapon| !weapon.broken) {
        let Some(holder) = weapon.holder.map(|id| position.forces.unit(id)) else { continue };
        if holder.place().is_some() && !holder.broken {
            all[4 + usize::from(holder.side != attacker)] += 0.1;
        }
    }
    // A pinned unit, or one in a Melee, does less.
    let held = |side: Side| {
        position.forces.units.iter().filter(|unit| unit.side == side && (unit.pinned || unit.melee)).count()
    };
    all[6] = (held(attacker) as f64 - held(attacker.other()) as f64) / 10.0;
    let ground = match &position.battle.victory {
        Victory::Clear { hex, within, buildings, .. } => {
            cleared(position, attacker, *hex, *within, *buildings)
        }
        Victory::Exit { points, by, .. } => exited(position, attacker, *points, by),
        Victory::Guns { .. } => guns(position, attacker),
        Victory::Control { need, buildings, .. } => controlled(position, attacker, *need, buildings),
    };
    all[7..].copy_from_slice(&ground);
    all
}

/// The strength of a unit in squads.
fn strength(unit: &Unit) -> f64 {
    let data = unit.data();
    let quality = (f64::from(data.morale) / 7.0 + f64::from(data.firepower) / 4.5) / 2.0;
    match data.kind {
        Kind::Squad => quality,
        Kind::HalfSquad => quality * 0.75,
        Kind::Crew => 0.5,
        Kind::Leader => 0.4 + 0.3 * f64::from(-unit.leadership()).max(-1.0),
    }
}

/// Places of a side's units that can fight, leaders left out.
fn fit(position: &Position, side: Side) -> impl Iterator<Item = Place> + '_ {
    let ready = move |unit: &&Unit| unit.side == side && !unit.leader() && !unit.broken && !unit.hidden;
    position.forces.units.iter().filter(ready).filter_map(Unit::place)
}

/// Enemies left in the area, fit and broken; own units in it; the distance of own units from the enemies.
fn cleared(position: &Position, attacker: Side, hex: Place, within: u16, buildings: bool) -> [f64; 4] {
    let map = position.ground.map();
    let inside = |place: Place| map.range(place, hex) <= within;
    let counts = |place: Place| inside(place) && (!buildings || map.terrain(place).building());
    let mut holding = [0.0; 2];
    for unit in &position.forces.units {
        if unit.side != attacker && !unit.leader() && unit.place().is_some_and(counts) {
            holding[usize::from(unit.broken)] += 0.1;
        }
    }
    let enemies: Vec<Place> = fit(position, attacker.other()).filter(|&place| counts(place)).collect();
    let own: Vec<Place> = fit(position, attacker).collect();
    let inside = own.iter().filter(|&&place| inside(place)).count() as f64 / 10.0;
    [holding[0], holding[1], inside, distance(position, &own, &enemies)]
}

/// The mean distance of places to the nearest of others, in tens of hexes.
fn distance(position: &Position, from: &[Place], to: &[Place]) -> f64 {
    let map = position.ground.map();
    let nearest = |&place: &Place| to.iter().map(|&other| map.range(place, other)).min().unwrap_or(0);
    let sum: f64 = from.iter().map(|place| f64::from(nearest(place))).sum();
    sum / (10.0 * from.len().max(1) as f64)
}

/// The share of the VP exited; expected of fit units; expected of broken ones; enemies ahead of the fit units.
fn exited(position: &Position, attacker: Side, points: u16, by: &[Place]) -> [f64; 4] {
    let map = position.ground.map();
    let left = f64::from(position.battle.turns.saturating_sub(position.turn.number))
        + if position.turn.attacker == attacker { 1.0 } else { 0.0 };
    // Once the attacker has moved in its own turn, that turn is gone.
    let moved = position.turn.attacker == attacker
        && position.turn.phase > crate::rules::aslsk::turn::phase::Phase::Movement;
    let left = if moved { left - 0.75 } else { left };
    let need = f64::from(points.max(1));
    let out = |place: Place| by.iter().map(|&edge| map.range(place, edge)).min().unwrap_or(0);
    let (mut expected, mut ahead, mut units) = ([0.0; 2], 0.0, 0.0);
    let enemies: Vec<u16> = fit(position, attacker.other()).map(out).collect();
    for unit in position.forces.units.iter().filter(|unit| unit.side == attacker) {
        let from = match (unit.at, &position.forces.group_of(unit).zone) {
            (Whereabouts::On(place), _) => out(place),
            (Whereabouts::Off, Zone::Enter { by: entry, .. }) => {
                entry.iter().map(|&place| out(place)).min().unwrap_or(0) + 1
            }
            _ => continue,
        };
        let spare = left * PACE - f64::from(from) - 1.0;
        let chance = 1.0 / (1.0 + (-spare / SPREAD).exp());
        let value = f64::from(ending::worth(&position.battle.victory, unit)) / need;
        expected[usize::from(unit.broken)] += chance * value;
        if !unit.broken && !unit.leader() {
            let barring = enemies.iter().filter(|&&enemy| enemy <= from && from - enemy <= 8).count();
            ahead += barring as f64 / 10.0;
            units += 1.0;
        }
    }
    let gone = f64::from(position.score.points[attacker.index()]) / need;
    [gone, expected[0], expected[1], ahead / f64::max(units, 1.0)]
}

/// The share of the Guns left; how far the attackers are from them; those without a fit crew; those whose hexes the
/// attackers hold.
fn guns(position: &Position, attacker: Side) -> [f64; 4] {
    let (map, forces) = (position.ground.map(), &position.forces);
    let own: Vec<Place> = fit(position, attacker).collect();
    let (mut all, mut left, mut far, mut bare, mut held) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for weapon in forces.weapons.iter().filter(|weapon| weapon.gun().is_some()) {
        all += 1.0;
        let holder = weapon.holder.map(|id| forces.unit(id));
        if !weapon.there() || holder.is_some_and(|unit| unit.side == attacker) {
            continue;
        }
        left += 1.0;
        let Some(place) = weapon.lies.or_else(|| holder?.place()) else { continue };
        let nearest = own.iter().map(|&from| map.range(from, place)).min().unwrap_or(20);
        far += f64::from(nearest.min(20)) / 10.0;
        let manned = holder.is_some_and(|unit| unit.good_order());
        bare += f64::from(u8::from(!manned));
        let taken = own.contains(&place) && !forces.occupied(place, attacker.other());
        held += f64::from(u8::from(taken));
    }
    let all = f64::max(all, 1.0);
    [left / all, far / all, bare / all, held / all]
}

/// The share of the buildings needed that are held; those that attackers stand next to; how far they are from the
/// others; the enemies in buildings.
fn controlled(position: &Position, attacker: Side, need: u16, buildings: &[Vec<Place>]) -> [f64; 4] {
    let map = position.ground.map();
    let own: Vec<Place> = fit(position, attacker).collect();
    let enemies: Vec<Place> = fit(position, attacker.other()).collect();
    let (mut held, mut near, mut far) = (0.0, 0.0, Vec::new());
    for (building, control) in buildings.iter().zip(&position.score.control) {
        if *control == Some(attacker) {
            held += 1.0;
            continue;
        }
        let range = |&place: &Place| building.iter().map(|&hex| map.range(place, hex)).min().unwrap_or(0);
        let nearest = own.iter().map(range).min().unwrap_or(20).min(20);
        let guarded = building.iter().any(|hex| enemies.contains(hex));
        near += f64::from(u8::from(nearest <= 1 && !guarded));
        far.push(f64::from(nearest));
    }
    let need = f64::from(need.max(1));
    far.sort_by(f64::total_cmp);
    let missing = (need - held).max(0.0);
    let distance: f64 = far.iter().take(missing as usize).sum();
    let inside = enemies.iter().filter(|&&place| map.terrain(place).building()).count() as f64 / 10.0;
    [held.min(need + 1.0) / need, near / need, distance / (10.0 * need), inside]
}
