//! Actions announced without a card: crewing, repairing, acquiring, setting up and turning weapons, and
//! sniper checks (35 to 40, 42.2).

use crate::board::Compass;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::applies;

use crate::rules::fireandmove::battlefield::terrain::Ground;
use crate::rules::fireandmove::catalog::tables::{Rank, Weapon};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position};
use crate::rules::fireandmove::turn::sequence::Table;

/// Actions without a card (35 to 40, 42.2).
pub(in crate::rules::fireandmove) fn announcements(position: &Position, id: Gid, list: &mut Vec<Choice>) {
    applies("9.3");
    applies("27.3");
    applies("20.6");
    applies("37.2");
    applies("40.1");
    applies("39.2");
    let group = position.group(id);
    let wet = position.field().feature(group.at).ground.is_wet();
    for figure in position.fit(id) {
        let state = position.figure(figure);
        if state.busy {
            continue;
        }
        let gun = group.gun.is_some_and(|gun| gun.failed) && position.fit(id).next() == Some(figure);
        if (state.failed || gun) && !wet {
            list.push(Choice::Repair(figure));
        }
        position.takes_up(figure, list);
    }
    // 94.9: guns cannot be set up in bamboo.
    let bamboo =
        group.gun.is_some() && group.down && position.field().feature(group.at).ground == Ground::Bamboo;
    if position.is_heavy(id) && !group.still && !bamboo {
        list.push(Choice::SetUp);
        if !group.down {
            list.extend(Compass::ALL.into_iter().filter(|way| *way != group.front).map(Choice::Turn));
        }
    }
    if group.sniped.is_some() && position.fit(id).next().is_some() {
        list.push(Choice::SniperCheck);
    }
}

impl Position {
    /// The abandoned weapon a figure may acquire, and the weapon it may crew (36.1, 38.1).
    pub(in crate::rules::fireandmove) fn takes_up(&self, figure: Fig, list: &mut Vec<Choice>) {
        let state = self.figure(figure);
        let at = self.group(state.group).at;
        let plain = self.weapon(figure).fails.is_none() && !state.failed && !state.busy;
        if plain && self.dropped.iter().any(|(cell, _)| *cell == at) {
            list.push(Choice::Acquire(figure));
        }
        let gunner = self.uncrewed(state.group, figure);
        if plain && state.assists.is_none() && self.rank(figure) == Rank::None && gunner.is_some() {
            list.push(Choice::Crew(figure));
        }
    }

    /// A gunner of the group whose weapon has no assistant.
    pub(in crate::rules::fireandmove) fn uncrewed(&self, group: Gid, other: Fig) -> Option<Fig> {
        self.fit(group)
            .find(|&gunner| gunner != other && self.weapon(gunner).crew > 1 && !self.is_crewed(gunner))
    }

    pub(in crate::rules::fireandmove) fn crew(&mut self, figure: Fig, table: &mut Table) {
        let group = self.figure(figure).group;
        if let Some(gunner) = self.uncrewed(group, figure) {
            self.figure_mut(figure).assists = Some(gunner);
            self.figure_mut(figure).busy = true;
            self.figure_mut(gunner).busy = true;
            let tag = self.tag(group);
            table.tell(Tone::Plain, self.group(group).side, "36.1", || format!("{tag} crews its weapon"));
        }
    }

    pub(in crate::rules::fireandmove) fn acquire(&mut self, figure: Fig, table: &mut Table) {
        let group = self.figure(figure).group;
        let at = self.group(group).at;
        if let Some(found) = self.dropped.iter().position(|(cell, _)| *cell == at) {
            let (_, weapon) = self.dropped.remove(found);
            self.figure_mut(figure).weapon = weapon;
            self.figure_mut(figure).assists = None;
            self.figure_mut(figure).busy = true;
            let (tag, name) = (self.tag(group), self.weapon(figure).name.clone());
            table.tell(Tone::Plain, self.group(group).side, "38.1", || format!("{tag} acquires the {name}"));
        }
    }

    /// The weapon a figure would repair: its group's gun if that has failed, otherwise its own (37.1).
    pub(in crate::rules::fireandmove) fn to_repair(&self, figure: Fig) -> &Weapon {
        let gun = self.group(self.figure(figure).group).gun.filter(|gun| gun.failed);
        gun.map_or_else(|| self.weapon(figure), |gun| &self.battle().weapons[usize::from(gun.weapon)])
    }

    /// The result a repair needs (37.1).
    pub(in crate::rules::fireandmove) fn repair_need(&self, figure: Fig) -> i16 {
        self.to_repair(figure).repair.unwrap_or(7) + self.short_of(self.group(self.figure(figure).group).side)
    }

    pub(in crate::rules::fireandmove) fn repair(
        &mut self,
        figure: Fig,
        table: &mut Table,
    ) -> Result<(), Ask> {
        let group = self.figure(figure).group;
        let (tag, side) = (self.tag(group), self.group(group).side);
        let need = self.repair_need(figure);
        let result = table.check(|| format!("{tag} repairs its weapon: {need} or more"))?;
        let mended = result >= need;
        let team: Vec<Fig> =
            self.fit(group).filter(|&f| f == figure || self.figure(f).assists == Some(figure)).collect();
        for member in team {
            self.figure_mut(member).busy = true;
        }
        match &mut self.group_mut(group).gun {
            Some(gun) if gun.failed => gun.failed = !mended,
            _ => self.figure_mut(figure).failed = !mended,
        }
        let (tone, end) = if mended { (Tone::Success, "repaired") } else { (Tone::Failure, "not repaired") };
        table.tell(tone, side, "37.1", || format!("weapon of {tag} {end}: {result:+}, needs {need:+}"));
        Ok(())
    }
}
