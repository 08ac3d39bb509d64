//! Designation of CC attacks, each side's hidden from the other (3.8a, 3.8d).

use super::{Melee, Strike};
use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::state::{Choice, Forces, Position};
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::close_combat::bands;
use crate::side::Side;

pub(in crate::rules::aslsk::turn) fn melee_choices(forces: &Forces, melee: &Melee) -> Vec<Choice> {
    let mut choices = Vec::new();
    let Melee { side, open, .. } = melee;
    let done = &melee.strikes[side.index()];
    let used = |id: u8| open.by.contains(&id) || done.iter().any(|strike| strike.by.contains(&id));
    let struck = |id: u8| open.at.contains(&id) || done.iter().any(|strike| strike.at.contains(&id));
    let free: Vec<u8> = bands::bands(forces, melee.place, *side, &melee.bonds)
        .into_iter()
        .map(|band| band[0])
        .filter(|&id| !forces.unit(id).broken && !used(id))
        .collect();
    let targets: Vec<u8> = bands::bands(forces, melee.place, side.other(), &melee.bonds)
        .into_iter()
        .map(|band| band[0])
        .filter(|&id| !struck(id))
        .collect();
    if open.by.is_empty() {
        choices.push(Choice::Done);
        if targets.is_empty() {
            return choices;
        }
    }
    if !open.by.is_empty() && !open.at.is_empty() {
        choices.push(Choice::Next);
    }
    if open.at.is_empty() {
        // A lone leader attacks only with other leaders (3.8b).
        let alike = |id: &u8| open.by.first().is_none_or(|&first| forces.mmc(first) == forces.mmc(*id));
        choices.extend(free.into_iter().filter(alike).map(Choice::Use));
    }
    if !open.by.is_empty() {
        choices.extend(targets.into_iter().map(Choice::At));
    }
    choices
}

/// The attack being designated with one more target.
pub(in crate::rules::aslsk) fn with_target(forces: &Forces, melee: &Melee, id: u8) -> Strike {
    let bands = bands::bands(forces, melee.place, melee.side.other(), &melee.bonds);
    let band = bands.into_iter().find(|band| band[0] == id).unwrap_or_default();
    let mut strike = melee.open.clone();
    strike.at.extend(band);
    strike
}

pub(in crate::rules::aslsk::turn) fn designate(
    position: &mut Position,
    mut melee: Melee,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let bonds = melee.bonds.clone();
    let band = |position: &Position, side: Side, id: u8| {
        bands::bands(&position.forces, melee.place, side, &bonds)
            .into_iter()
            .find(|band| band[0] == id)
            .unwrap_or_default()
    };
    match choice {
        Choice::Use(id) => {
            let band = band(position, melee.side, id);
            melee.open.by.extend(band);
        }
        Choice::At(id) => {
            let band = band(position, melee.side.other(), id);
            melee.open.at.extend(band);
        }
        Choice::Next => {
            let strike = std::mem::take(&mut melee.open);
            melee.strikes[melee.side.index()].push(strike);
        }
        _ => return designated(position, melee, dice, log),
    }
    position.turn.frames.push(Frame::Melee(melee));
    Ok(())
}

/// A side ends designation: the other designates, or all attacks are resolved (3.8a, 3.8d).
#[apply(rule, "3.8d" if melee.ambusher.is_some())]
fn designated(position: &mut Position, mut melee: Melee, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let first = melee.ambusher.unwrap_or(position.turn.attacker);
    if melee.ambusher.is_some() {
        let strikes = std::mem::take(&mut melee.strikes[melee.side.index()]);
        for strike in &strikes {
            position.effects().strike(&melee, melee.side, strike, dice, log)?;
        }
    }
    if melee.side == first {
        melee.side = first.other();
        position.turn.frames.push(Frame::Melee(melee));
        return Ok(());
    }
    if melee.ambusher.is_none() {
        let attacker = position.turn.attacker;
        position.effects().strike_together(attacker, &melee, dice, log)?;
    }
    super::end_combat(position, melee, log);
    Ok(())
}
