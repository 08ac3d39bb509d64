//! Why a phase passes by without a decision.

use crate::game::{Event, Log, Tone};
use crate::rules::aslsk::fire::aim::{self, Mode};
use crate::rules::aslsk::state::{Forces, Ground, Item, Marker, Turn, names};
use crate::rules::aslsk::turn::{Frame, firing};
use crate::side::Side;

/// Tells the side that would decide why a fire phase or the MPh passes by: "your DFPh: no target in LOS".
pub(super) fn tell_silence(ground: &Ground, forces: &Forces, turn: &Turn, frame: &Frame, log: &mut Log) {
    let (side, phase, rule) = match frame {
        Frame::Fire(Mode::Prep, side) => (*side, "PFPh", "3.2"),
        Frame::Fire(Mode::Final, side) => (*side, "DFPh", "3.4"),
        Frame::Fire(Mode::Advancing, side) => (*side, "AFPh", "3.5"),
        Frame::Move => (turn.attacker, "MPh", "3.3"),
        _ => return,
    };
    log.add(|| {
        let why = match frame {
            Frame::Fire(mode, _) => why_silent(ground, forces, *mode, side),
            _ => "no unit can move".to_owned(),
        };
        Event::new(Tone::Plain, side, format!("your {phase}: {why}"), rule).only(side)
    });
}

/// Why a side has no shot in a fire phase: "4-6-7 in wQ1 has no target in range; wO6 is 14 hexes away".
pub fn why_silent(ground: &Ground, forces: &Forces, mode: Mode, side: Side) -> String {
    let able = |item: &Item| match forces.ordnance_of(*item) {
        Some(weapon) => {
            let (fires, holder) = (forces.weapon(weapon), forces.firer(*item));
            let fit = holder.is_some_and(|id| forces.unit(id).good_order());
            fit && !fires.broken && !fires.carriage.spent
        }
        None => aim::stance(forces, *item, mode, &[]).is_some(),
    };
    let targets = firing::target_hexes(ground, forces, side);
    let mut nearest = None;
    let mut ready = false;
    for item in forces.arms(side).filter(able) {
        let Some(id) = forces.firer(item) else { continue };
        let Some(from) = forces.unit(id).place() else { continue };
        ready = true;
        let seen = targets.iter().filter(|&&to| to != from && ground.hindrance(from, to).is_some());
        let near = seen.map(|&to| (ground.map().range(from, to), id, to)).min();
        nearest = [nearest, near].into_iter().flatten().min();
    }
    let there = forces.units.iter().any(|unit| unit.side == side && unit.place().is_some());
    match (ready, nearest) {
        (false, _) if !there => "no unit on the map".to_owned(),
        (false, _) => "no unit can fire".to_owned(),
        (true, _) if targets.is_empty() => "no Known Enemy Unit".to_owned(),
        (true, None) => "no target in LOS".to_owned(),
        (true, Some((range, id, to))) => {
            let hexes = if range == 1 { "hex" } else { "hexes" };
            let (hex, firer) = (ground.name(to), names::called(ground, forces, id));
            // A unit that has First Fired can only fire at adjacent hexes.
            let fired = mode == Mode::Final && forces.marker(Item::Unit(id)) == Marker::First;
            let why = if fired {
                "has First Fired: no target in an adjacent hex"
            } else {
                "has no target in range"
            };
            format!("{firer} {why}; {hex} is {range} {hexes} away")
        }
    }
}
