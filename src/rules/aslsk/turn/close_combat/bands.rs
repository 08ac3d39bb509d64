//! Stacking of leaders with MMC for CC (3.8b).

use super::Ranks;
use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Choice, Forces, Position};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// The units of a side in a hex as they attack and defend: each MMC with its leaders, assigned by the
/// owner or in turn; without an unbroken MMC, leaders alone (3.8b).
#[apply(rule, "3.8b")]
pub fn bands(forces: &Forces, place: Place, side: Side, bonds: &[(u8, Option<u8>)]) -> Vec<Vec<u8>> {
    let all: Vec<u8> = forces.units_at(place, side).collect();
    let (squads, leaders): (Vec<u8>, Vec<u8>) = all.into_iter().partition(|&id| forces.mmc(id));
    let mut bands: Vec<Vec<u8>> = squads.iter().map(|&id| vec![id]).collect();
    let able: Vec<usize> = (0..bands.len()).filter(|&at| !forces.unit(bands[at][0]).broken).collect();
    for (at, &leader) in leaders.iter().enumerate() {
        let told = bonds.iter().find(|(id, _)| *id == leader).map(|(_, with)| *with);
        let with = |id: u8| able.iter().copied().find(|&at| bands[at][0] == id);
        let place = match told {
            _ if able.is_empty() || forces.unit(leader).broken => None,
            Some(None) => None,
            Some(Some(id)) => with(id).or(Some(able[at % able.len()])),
            None => Some(able[at % able.len()]),
        };
        match place {
            None => bands.push(vec![leader]),
            Some(at) => bands[at].push(leader),
        }
    }
    bands
}

/// The MMC that each unassigned leader may join.
pub(in crate::rules::aslsk::turn) fn ranks_choices(forces: &Forces, ranks: &Ranks) -> Vec<Choice> {
    let mut choices = vec![Choice::Done];
    let free = |&id: &u8| !forces.unit(id).broken;
    let here: Vec<u8> = forces.units_at(ranks.place, ranks.side).filter(free).collect();
    let squads: Vec<u8> = here.iter().copied().filter(|&id| forces.mmc(id)).collect();
    if squads.is_empty() {
        return choices;
    }
    let told = |id: u8| ranks.bonds.iter().any(|(leader, _)| *leader == id);
    for &leader in here.iter().filter(|&&id| forces.unit(id).leader() && !told(id)) {
        if squads.len() > 1 {
            choices.extend(squads.iter().map(|&squad| Choice::Bind(leader, squad)));
        }
        choices.push(Choice::Alone(leader));
    }
    choices
}

pub(in crate::rules::aslsk::turn) fn rank(
    position: &mut Position,
    mut ranks: Ranks,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    match choice {
        Choice::Bind(leader, squad) => ranks.bonds.push((leader, Some(squad))),
        Choice::Alone(leader) => ranks.bonds.push((leader, None)),
        _ if ranks.side == position.turn.attacker => ranks.side = ranks.side.other(),
        _ => return super::join_battle(position, ranks, dice, log),
    }
    position.turn.frames.push(Frame::Ranks(ranks));
    Ok(())
}
