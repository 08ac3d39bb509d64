//! The CCPh (3.8): order of hexes, and Melee.

pub mod ambush;
pub mod bands;
pub mod designating;
pub mod striking;

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

pub use striking::Worked;

/// A designated attack with the numbers of its attackers and targets, leaders included.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Strike {
    /// The attackers.
    pub by: Vec<u8>,
    /// The targets.
    pub at: Vec<u8>,
}

/// A CC with attacks being designated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Melee {
    /// Its hex.
    pub place: Place,
    /// The designating side.
    pub side: Side,
    /// The side that has ambushed the other.
    pub ambusher: Option<Side>,
    /// The attacks of each side so far, secret until both have ended (3.8a).
    pub strikes: [Vec<Strike>; 2],
    /// The attack being designated.
    pub open: Strike,
    /// The owner's assignments of leaders to MMC, or to none (3.8b).
    pub bonds: Vec<(u8, Option<u8>)>,
    /// CC hexes already resolved.
    pub fought: Vec<Place>,
}

/// Stacking of leaders before a CC (3.8b).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks {
    /// Its hex.
    pub place: Place,
    /// The side that stacks its leaders.
    pub side: Side,
    /// The assignments so far.
    pub bonds: Vec<(u8, Option<u8>)>,
    /// CC hexes already resolved.
    pub fought: Vec<Place>,
}

/// Hexes with units of both sides, in order.
fn contested(forces: &Forces, attacker: Side) -> Vec<Place> {
    let mut hexes: Vec<Place> = Vec::new();
    for place in forces.units.iter().filter(|unit| unit.side == attacker).filter_map(|unit| unit.place()) {
        if !hexes.contains(&place) && forces.occupied(place, attacker.other()) {
            hexes.push(place);
        }
    }
    hexes.sort();
    hexes
}

pub(in crate::rules::aslsk::turn) fn combat_choices(
    ground: &Ground,
    forces: &Forces,
    attacker: Side,
    fought: &[Place],
) -> Vec<Choice> {
    let left: Vec<Place> =
        contested(forces, attacker).into_iter().filter(|place| !fought.contains(place)).collect();
    if left.is_empty() {
        vec![Choice::Done]
    } else {
        left.into_iter().map(|place| Choice::Combat(ground.hex(place))).collect()
    }
}

pub(in crate::rules::aslsk::turn) fn begin_combat(
    position: &mut Position,
    fought: Vec<Place>,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Choice::Combat(hex) = choice else { return position.next_phase(dice, log) };
    let Some(place) = position.ground.map().place(hex) else { return Ok(()) };
    let side = position.turn.attacker;
    position.turn.frames.push(Frame::Ranks(Ranks { place, side, bonds: Vec::new(), fought }));
    Ok(())
}

/// After stacking: ambush dr where they apply, then designation.
pub(super) fn join_battle(
    position: &mut Position,
    ranks: Ranks,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Ranks { place, bonds, fought, .. } = ranks;
    let ambusher = if ambush::may_ambush(&position.ground, &position.forces, position.turn.attacker, place) {
        ambush::ambush(position, place, dice, log)?
    } else {
        None
    };
    let side = ambusher.unwrap_or(position.turn.attacker);
    let melee =
        Melee { place, side, ambusher, strikes: Default::default(), open: Strike::default(), bonds, fought };
    position.turn.frames.push(Frame::Melee(melee));
    Ok(())
}

/// Units of both sides left in the hex are held in Melee (3.8g).
#[apply(rule, "3.8g")]
pub(super) fn end_combat(position: &mut Position, melee: Melee, log: &mut Log) {
    let Melee { place, mut fought, .. } = melee;
    let here: Vec<u8> = position.forces.ids().filter(|&id| position.forces.unit(id).is_at(place)).collect();
    let both = Side::BOTH.into_iter().all(|side| position.forces.occupied(place, side));
    let held = both && here.iter().any(|&id| !position.forces.unit(id).broken);
    for &id in &here {
        position.forces.unit_mut(id).melee = held;
        if held {
            position.forces.forget_targets_of(id);
        }
    }
    if held {
        log.add(|| {
            Event::new(Tone::Plain, None, format!("Melee in {}", position.ground.name(place)), "3.8g")
                .at([position.ground.cell(place)])
        });
    }
    fought.push(place);
    position.turn.frames.push(Frame::Combat(fought));
}

/// Melee ends when no unbroken unit, or only one side, is left (3.8g).
pub(in crate::rules::aslsk::turn) fn part_melees(forces: &mut Forces) {
    for at in 0..forces.units.len() {
        let Some(place) = forces.units[at].place().filter(|_| forces.units[at].melee) else { continue };
        let here = || forces.units.iter().filter(|unit| unit.is_at(place));
        let both = Side::BOTH.into_iter().all(|side| here().any(|unit| unit.side == side));
        if both && here().any(|unit| !unit.broken) {
            continue;
        }
        forces.units.iter_mut().filter(|unit| unit.is_at(place)).for_each(|unit| unit.melee = false);
    }
}
