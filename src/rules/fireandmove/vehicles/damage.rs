//! Damage to vehicles (67, 69): AP hits, stun, buttoning up, abandonment, and crew recovery.

use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::armour::Damage;
use crate::rules::fireandmove::state::{Fig, Forces, Gid, Standing};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::transport;

/// Applies an AP result against one side of a vehicle (67.2 to 67.9, 68.1).
pub(in crate::rules::fireandmove) fn pierced(
    forces: &mut Forces,
    group: Gid,
    sum: i16,
    flank: bool,
    hull_down: bool,
    only_destroyed: bool,
    table: &mut Table,
) -> Result<(), Ask> {
    let Some(machine) = forces.machine_of(group) else { return Ok(()) };
    if forces.vehicle(machine).soft {
        return if only_destroyed && sum < 6 {
            Ok(())
        } else {
            transport::soft_struck(forces, group, sum, false, table)
        };
    }
    let damage = forces.vehicle(machine).armour[usize::from(flank)].damage(sum, hull_down);
    match damage {
        Damage::Destroyed => destroy(forces, group, table),
        _ if only_destroyed => {}
        Damage::None => {}
        Damage::Stunned => stun(forces, group, table),
        Damage::Immobilised => immobilise(forces, group, true, table)?,
        Damage::StunnedOrImmobilised => {
            // 67.6: stunned on 1 to 3.
            if table.dice.roll(6, || "stunned on 1 to 3, immobilised on 4 to 6".into())? <= 3 {
                stun(forces, group, table);
            } else {
                immobilise(forces, group, true, table)?;
            }
        }
    }
    Ok(())
}

/// Destroys a vehicle with everyone in it (67.2).
pub(in crate::rules::fireandmove) fn destroy(forces: &mut Forces, group: Gid, table: &mut Table) {
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    table.tell(Tone::Loss, side, "67.2", || format!("{tag} is destroyed"));
    for figure in forces.group(group).members.clone() {
        action::fell(forces, figure, Standing::Killed, table);
    }
}

/// A stun marker of 3, then 6; a third stun destroys the vehicle (67.7).
#[apply(rule, "67.3")]
fn stun(forces: &mut Forces, group: Gid, table: &mut Table) {
    let Some(crew) = forces.group(group).machine else { return };
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let machine = forces.machine_mut(crew);
    machine.rallied = 0;
    if machine.stun == 6 {
        destroy(forces, group, table);
        return;
    }
    machine.stun += 3;
    let marker = machine.stun;
    for figure in shaken_inside(forces, group) {
        action::fell(forces, figure, Standing::Pinned, table);
    }
    table.tell(Tone::Loss, side, "67.7", || format!("{tag} is stunned, marker {marker}"));
}

/// The passengers inside a vehicle, not riders on it.
fn inside(forces: &Forces, group: Gid) -> Vec<Fig> {
    let inside = forces.machine_of(group).is_some_and(|machine| !forces.vehicle(machine).rides_on);
    forces.passengers(group).filter(|_| inside).collect()
}

/// The passengers pinned when their vehicle is stunned.
#[apply(rule, "85.5")]
fn shaken_inside(forces: &Forces, group: Gid) -> Vec<Fig> {
    inside(forces, group)
}

/// Passengers inside rally with the crew.
#[apply(rule, "85.6")]
fn rally_inside(forces: &mut Forces, group: Gid) {
    for figure in inside(forces, group) {
        forces.figure_mut(figure).standing = Standing::Fit;
    }
}

/// A vehicle cannot move again; after a hit its crew may leave it (67.5, 67.8).
#[apply(rule, "67.4")]
pub(in crate::rules::fireandmove) fn immobilise(
    forces: &mut Forces,
    group: Gid,
    test: bool,
    table: &mut Table,
) -> Result<(), Ask> {
    let Some(crew) = forces.group(group).machine else { return Ok(()) };
    forces.machine_mut(crew).immobilised = true;
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    table.tell(Tone::Loss, side, "67.4", || format!("{tag} is immobilised"));
    if test { crew_test(forces, group, table) } else { Ok(()) }
}

/// The crew's morale test; if it fails, they abandon the vehicle (64.4, 67.4).
pub(in crate::rules::fireandmove) fn crew_test(
    forces: &mut Forces,
    group: Gid,
    table: &mut Table,
) -> Result<(), Ask> {
    let Some(crew) = forces.group(group).machine else { return Ok(()) };
    let morale = forces.nerve(crew).morale;
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let result = table.check(|| format!("the crew of {tag} tests to stay: within {morale}"))?;
    let stays = checks::passes_morale(result, morale);
    let (tone, end) = if stays { (Tone::Success, "stays") } else { (Tone::Loss, "abandons the vehicle") };
    table.tell(tone, side, "67.4", || format!("the crew of {tag} {end}: {result:+}, within {morale}"));
    if !stays {
        abandon(forces, crew, table);
    }
    Ok(())
}

/// The crew leaves for good; the empty vehicle has no further effect.
fn abandon(forces: &mut Forces, crew: Fig, table: &mut Table) {
    let group = forces.figure(crew).group;
    action::fell(forces, crew, Standing::Routed, table);
    forces.group_mut(group).machine = None;
}

/// The effect of such a check on a crew: whether it is buttoned up or pinned, and whether the commander
/// is killed (69.2). A crew behind closed hatches is safe.
pub(in crate::rules::fireandmove) fn crew_fate(forces: &Forces, crew: Fig, sum: i16) -> [bool; 2] {
    let Some(machine) = forces.machine(crew) else { return [false; 2] };
    let nerve = forces.nerve(crew);
    let shut = machine.buttoned && !forces.vehicle(machine).open || sum < nerve.morale;
    [!shut, !shut && sum >= nerve.kia]
}

/// HE, small arms and similar attacks on the crew (69): it is buttoned up or pinned, and the commander
/// may be killed.
#[apply(rule, "69.1", "69.4")]
pub(in crate::rules::fireandmove) fn crew_struck(
    forces: &mut Forces,
    crew: Fig,
    sum: i16,
    table: &mut Table,
) {
    let Some(machine) = forces.machine(crew) else { return };
    let open = forces.vehicle(machine).open;
    let group = forces.figure(crew).group;
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let [shaken, killed] = crew_fate(forces, crew, sum);
    if !shaken {
        return;
    }
    if killed {
        let machine = forces.machine_mut(crew);
        machine.commanders += 1;
        let second = machine.commanders > 1;
        table.tell(Tone::Loss, side, "69.2", || format!("the commander of {tag} is killed"));
        if second {
            abandon(forces, crew, table);
            return;
        }
    }
    if open {
        if forces.figure(crew).standing == Standing::Fit {
            action::fell(forces, crew, Standing::Pinned, table);
            table.tell(Tone::Loss, side, "69.2", || format!("the crew of {tag} is pinned"));
        }
    } else {
        forces.machine_mut(crew).buttoned = true;
        table.tell(Tone::Plain, side, "69.2", || format!("{tag} is buttoned up"));
    }
}

/// A rally card on a vehicle: set aside until it covers its markers (67.7, 69.2).
pub(in crate::rules::fireandmove) fn rally_crew(
    forces: &mut Forces,
    group: Gid,
    value: u8,
    table: &mut Table,
) {
    let Some(crew) = forces.group(group).machine else { return };
    let machine = forces.machine_mut(crew);
    machine.rallied += value;
    while machine.stun > 0 && machine.rallied >= 3 {
        machine.stun -= 3;
        machine.rallied -= 3;
    }
    let (stun, points) = (machine.stun, machine.rallied);
    let pinned = forces.figure(crew).standing == Standing::Pinned;
    if stun == 0 && pinned && points >= 3 {
        forces.figure_mut(crew).standing = Standing::Fit;
    }
    let ready = stun == 0 && forces.figure(crew).standing == Standing::Fit;
    if ready {
        forces.machine_mut(crew).rallied = 0;
        rally_inside(forces, group);
    }
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    table.tell(Tone::Plain, side, "67.7", || match ready {
        true => format!("{tag} has recovered"),
        false => format!("{tag} is rallying: {points} points set aside"),
    });
}
