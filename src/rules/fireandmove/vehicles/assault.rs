//! Infantry assaults on a vehicle (72).

use crate::dice::Ask;
use crate::game::{Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::dice::checks::modifiers;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::wild;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Standing, Terrain};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::damage;

/// The modifiers to a figure's assault on a vehicle; `before` is the number of figures that have already
/// tried (72.2).
#[apply(rule, "72.2")]
pub fn assault_lines(
    terrain: &Terrain,
    forces: &Forces,
    figure: Fig,
    target: Gid,
    before: i16,
) -> Vec<Modifier> {
    let Some(machine) = forces.machine_of(target) else { return Vec::new() };
    let (state, group) = (forces.figure(figure), forces.group(target));
    let soldier = forces.soldier(figure);
    let traits = forces.battle().sides[soldier.side.index()].traits;
    let hunts = traits.has(Trait::Aera) || traits.has(Trait::ArmourHunters);
    let bold = state.hero || state.dare || hunts;
    // 91.14: a Gan Si Dui figure carries a charge of its own.
    let bomb = if state.kit.mine || state.kit.charge { 4 } else { 2 * i16::from(state.dare) };
    let ground = match terrain.field().feature(group.at).ground {
        Ground::WoodenBuilding | Ground::StoneBuilding | Ground::Hut => 3,
        Ground::Orchard | Ground::Palms | Ground::Crops | Ground::ForwardCrops => 1,
        Ground::Kunai | Ground::Rubble => 1,
        Ground::Woods => 2,
        Ground::DenseWoods | Ground::Jungle => 3,
        _ => 0,
    };
    let from = forces.group(state.group).at;
    let guarded = forces.groups_of(group.side).any(|other| {
        forces.group(other).machine.is_none() && Field::range(forces.group(other).at, group.at) <= 8
    });
    let open = forces.vehicle(machine).open;
    modifiers([
        (before, "earlier attackers", "72.2"),
        (-3 * i16::from(state.berserk), "Berserk", "72.2"),
        (i16::from(bold), "hero, Greek or Finn", "72.2"),
        (bomb, "magnetic mine or charge", "72.2"),
        (ground, "terrain", "72.2"),
        (i16::from(terrain.smoke(from, group.at)), "smoke", "72.2"),
        (i16::from(machine.buttoned), "buttoned up", "72.2"),
        (2 * i16::from(machine.commanders > 0), "commander killed", "72.2"),
        (
            2 * i16::from(machine.immobilised || machine.bogged.is_some() || machine.mired),
            "immobilised or bogged",
            "72.2",
        ),
        (3 * i16::from(open), "open-topped", "72.2"),
        (-i16::from(!machine.buttoned && machine.commanders == 0), "crew exposed", "72.2"),
        (-2 * i16::from(guarded), "infantry close by", "72.2"),
    ])
}

/// One figure's assault; returns whether the vehicle survives (72.3).
pub(in crate::rules::fireandmove) fn assault(
    terrain: &Terrain,
    forces: &mut Forces,
    figure: Fig,
    target: Gid,
    before: i16,
    table: &mut Table,
) -> Result<bool, Ask> {
    let more: i16 =
        assault_lines(terrain, forces, figure, target, before).iter().map(|line| line.value).sum();
    let (them, side) = (forces.tag(target), forces.soldier(figure).side);
    let name = forces.soldier(figure).name.clone();
    let result =
        table.check(|| format!("the {name} attacks {them}: 6 immobilises, 7 destroys, with {more:+}"))?;
    let sum = result + more;
    let end = assault_end(sum);
    let end = if end.is_empty() { "no effect" } else { end };
    table.tell(Tone::Plain, side, "72.3", || {
        format!("the {name} attacks {them}: {end}, {result:+} with {more:+}")
    });
    let kit = &mut forces.figure_mut(figure).kit;
    if kit.mine {
        kit.mine = false;
    } else {
        kit.charge = false;
    }
    match sum {
        7.. => damage::destroy(forces, target, table),
        6 => damage::immobilise(forces, target, false, table)?,
        1..=5 => {}
        _ => action::fell(forces, figure, Standing::Killed, table),
    }
    Ok(!forces.group(target).members.is_empty())
}

/// Resolves the assault of every figure that reached the vehicle, one after another (72.2).
#[apply(rule, "72.1")]
pub(in crate::rules::fireandmove) fn storm(
    terrain: &Terrain,
    forces: &mut Forces,
    attackers: Gid,
    target: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    for (figure, before) in forces.fit(attackers).collect::<Vec<_>>().into_iter().zip(0..) {
        if !assault(terrain, forces, figure, target, before, table)? {
            break;
        }
    }
    // 91.14: Gan Si Dui figures are removed; 91.4, 91.6: the others recover.
    for figure in forces.group(attackers).members.clone() {
        if forces.figure(figure).dare {
            action::fell(forces, figure, Standing::Killed, table);
        }
    }
    wild::come_to_senses(forces, attackers);
    Ok(())
}

/// The result of one figure's assault on a vehicle: 6 immobilises it, 7 destroys it, and on 0 or less the
/// figure is killed (72.3).
pub(in crate::rules::fireandmove) const fn assault_end(sum: i16) -> &'static str {
    match sum {
        7.. => "destroyed",
        6 => "immobilised",
        1..=5 => "",
        _ => "attacker killed",
    }
}
