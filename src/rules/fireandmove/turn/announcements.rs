//! Actions announced without a card: crewing, repairing, acquiring, setting up and turning weapons, and
//! sniper checks (35 to 40, 42.2).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{apply, rule};

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::catalog::tables::{Rank, Weapon};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Forces, Gid};
use crate::rules::fireandmove::turn::sequence::Table;

/// Actions without a card (35 to 40, 42.2).
#[apply(rule, "9.3", "27.3", "20.6", "37.2", "40.1", "39.2")]
pub(in crate::rules::fireandmove) fn announcements(
    field: &Field,
    forces: &Forces,
    id: Gid,
    list: &mut Vec<Choice>,
) {
    let group = forces.group(id);
    let wet = field.feature(group.at).ground.is_wet();
    for figure in forces.fit(id) {
        let state = forces.figure(figure);
        if state.busy {
            continue;
        }
        let gun = group.gun.is_some_and(|gun| gun.failed) && forces.fit(id).next() == Some(figure);
        if (state.failed || gun) && !wet {
            list.push(Choice::Repair(figure));
        }
        takes_up(forces, figure, list);
    }
    // 94.9: guns cannot be set up in bamboo.
    let bamboo = group.gun.is_some() && group.down && field.feature(group.at).ground == Ground::Bamboo;
    if forces.is_heavy(id) && !group.still && !bamboo {
        list.push(Choice::SetUp);
        if !group.down {
            list.extend(Compass::ALL.into_iter().filter(|way| *way != group.front).map(Choice::Turn));
        }
    }
    if group.sniped.is_some() && forces.fit(id).next().is_some() {
        list.push(Choice::SniperCheck);
    }
}

/// The abandoned weapon a figure may acquire, and the weapon it may crew (36.1, 38.1).
pub(in crate::rules::fireandmove) fn takes_up(forces: &Forces, figure: Fig, list: &mut Vec<Choice>) {
    let state = forces.figure(figure);
    let at = forces.group(state.group).at;
    let plain = forces.weapon(figure).fails.is_none() && !state.failed && !state.busy;
    if plain && forces.dropped.iter().any(|(cell, _)| *cell == at) {
        list.push(Choice::Acquire(figure));
    }
    let gunner = forces.uncrewed(state.group, figure);
    if plain && state.assists.is_none() && forces.rank(figure) == Rank::None && gunner.is_some() {
        list.push(Choice::Crew(figure));
    }
}

pub(in crate::rules::fireandmove) fn crew(forces: &mut Forces, figure: Fig, table: &mut Table) {
    let group = forces.figure(figure).group;
    if let Some(gunner) = forces.uncrewed(group, figure) {
        forces.figure_mut(figure).assists = Some(gunner);
        forces.figure_mut(figure).busy = true;
        forces.figure_mut(gunner).busy = true;
        let tag = forces.tag(group);
        table.tell(Tone::Plain, forces.group(group).side, "36.1", || format!("{tag} crews its weapon"));
    }
}

pub(in crate::rules::fireandmove) fn acquire(forces: &mut Forces, figure: Fig, table: &mut Table) {
    let group = forces.figure(figure).group;
    let at = forces.group(group).at;
    if let Some(found) = forces.dropped.iter().position(|(cell, _)| *cell == at) {
        let (_, weapon) = forces.dropped.remove(found);
        forces.figure_mut(figure).weapon = weapon;
        forces.figure_mut(figure).assists = None;
        forces.figure_mut(figure).busy = true;
        let (tag, name) = (forces.tag(group), forces.weapon(figure).name.clone());
        table.tell(Tone::Plain, forces.group(group).side, "38.1", || format!("{tag} acquires the {name}"));
    }
}

/// The weapon a figure would repair: its group's gun if that has failed, otherwise its own (37.1).
pub(in crate::rules::fireandmove) fn to_repair(forces: &Forces, figure: Fig) -> &Weapon {
    let gun = forces.group(forces.figure(figure).group).gun.filter(|gun| gun.failed);
    gun.map_or_else(|| forces.weapon(figure), |gun| &forces.battle().weapons[usize::from(gun.weapon)])
}

/// The result a repair needs (37.1).
pub(in crate::rules::fireandmove) fn repair_need(forces: &Forces, figure: Fig) -> i16 {
    to_repair(forces, figure).repair.unwrap_or(7)
        + forces.battle().short_of(forces.group(forces.figure(figure).group).side)
}

pub(in crate::rules::fireandmove) fn repair(
    forces: &mut Forces,
    figure: Fig,
    table: &mut Table,
) -> Result<(), Ask> {
    let group = forces.figure(figure).group;
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    let need = repair_need(forces, figure);
    let result = table.check(|| format!("{tag} repairs its weapon: {need} or more"))?;
    let mended = result >= need;
    let team: Vec<Fig> =
        forces.fit(group).filter(|&f| f == figure || forces.figure(f).assists == Some(figure)).collect();
    for member in team {
        forces.figure_mut(member).busy = true;
    }
    match &mut forces.group_mut(group).gun {
        Some(gun) if gun.failed => gun.failed = !mended,
        _ => forces.figure_mut(figure).failed = !mended,
    }
    let (tone, end) = if mended { (Tone::Success, "repaired") } else { (Tone::Failure, "not repaired") };
    table.tell(tone, side, "37.1", || format!("weapon of {tag} {end}: {result:+}, needs {need:+}"));
    Ok(())
}

impl Forces {
    /// A gunner of the group whose weapon has no assistant.
    pub(in crate::rules::fireandmove) fn uncrewed(&self, group: Gid, other: Fig) -> Option<Fig> {
        self.fit(group)
            .find(|&gunner| gunner != other && self.weapon(gunner).crew > 1 && !self.is_crewed(gunner))
    }
}
