//! Gan Si Dui, the "dare to die" troops (91.14).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::Tone;
use crate::rules::fireandmove::cards::hand::different;
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::movement::{Dare, Marching, steps};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Clock, Decisions, Fig, Forces, Gid, Hands, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;

/// Figures of a group that may become Gan Si Dui: any unpinned figure, if the group has a leader and has
/// not acted (91.14).
pub(in crate::rules::fireandmove) fn darers(forces: &Forces, group: Gid) -> Vec<Fig> {
    let state = forces.group(group);
    let led = state.members.iter().any(|&figure| forces.rank(figure) != Rank::None);
    if !led || state.fear || state.still || state.mined || state.machine.is_some() {
        return Vec::new();
    }
    forces.fit(group).collect()
}

/// Whether a group is a single Gan Si Dui figure.
pub(in crate::rules::fireandmove) fn is_daring(forces: &Forces, group: Gid) -> bool {
    forces.group(group).members.first().is_some_and(|&figure| forces.figure(figure).dare)
}

/// The figure leaves its group for a single move action (91.14).
pub(in crate::rules::fireandmove) fn dare(
    forces: &mut Forces,
    open: &mut Decisions,
    group: Gid,
    figure: Fig,
    table: &mut Table,
) {
    let (tag, side, from) = (forces.tag(group), forces.group(group).side, forces.group(group).at);
    let name = forces.soldier(figure).name.clone();
    table.tell(Tone::Plain, side, "91.14", || format!("the {name} of {tag} charges as Gan Si Dui"));
    let alone = forces.group(group).members.len() == 1;
    let mover = if alone { group } else { forces.split(group, &[figure], from) };
    forces.group_mut(mover).acted = true;
    forces.group_mut(mover).grounded = false;
    forces.figure_mut(figure).dare = true;
    let plain = Move { actions: 1, cover: 0, ford: false, grounds: false };
    open.push(Marching { dare: Some(Dare::Alone), ..Marching::new(mover, plain, false) });
}

/// Where the figure may run. A movement 1 card played with it gives a second action; one of the two is
/// concealed if the card has concealment (91.14).
pub(in crate::rules::fireandmove) fn daring_steps(
    terrain: &Terrain,
    forces: &Forces,
    hands: &Hands,
    march: &Marching,
    list: &mut Vec<Choice>,
) {
    let side = forces.group(march.group).side;
    list.extend(march.charges(terrain.field(), forces).map(Choice::Charge));
    list.extend(
        Compass::ALL
            .into_iter()
            .filter(|&way| steps::may_step(terrain, forces, march, way))
            .map(Choice::Step),
    );
    if march.dare == Some(Dare::Alone) && march.path.is_empty() {
        for card in different(&hands.seat(side).hand) {
            if let Card::Move(one) = card
                && one.is_one()
            {
                list.push(Choice::Move(card));
                if one.cover > 0 {
                    list.push(Choice::Cover(card));
                }
            }
        }
    }
    list.push(if march.path.len() > 1 { Choice::Halt } else { Choice::Done });
}

/// The figure reaches its target: strength 5 against every figure there, or 8 with a demolition charge,
/// and the figure is removed (91.14).
pub(in crate::rules::fireandmove) fn dared(
    forces: &mut Forces,
    clock: &Clock,
    mover: Gid,
    target: Gid,
    stand: &[Fig],
    table: &mut Table,
) -> Result<(), Ask> {
    let Some(&figure) = forces.group(mover).members.first() else { return Ok(()) };
    let charge = std::mem::take(&mut forces.figure_mut(figure).kit.charge);
    let strength = if charge { 8 } else { 5 };
    let (side, them) = (forces.group(mover).side, forces.tag(target));
    table.tell(Tone::Loss, side, "91.14", || {
        format!("the Gan Si Dui blows up among {them}, strength {strength}")
    });
    for &enemy in stand {
        let name = forces.soldier(enemy).name.clone();
        let result = table.check(|| format!("explosion at the {name} of {them}, strength {strength}"))?;
        action::strike(forces, clock, enemy, result, strength, "91.14", table)?;
    }
    action::fell(forces, figure, Standing::Killed, table);
    Ok(())
}
