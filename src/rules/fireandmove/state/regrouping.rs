//! Groups that split and merge (6.3, 34).

use crate::board::Cell;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::fire::action::is_machine_gun;
use crate::rules::fireandmove::fire::facing::Facings;
use crate::rules::fireandmove::nations::special::parts;
use crate::rules::fireandmove::optional::team_play::COMPANY;
use crate::rules::fireandmove::state::{Fig, Forces, Gid};

impl Forces {
    /// Splits figures off into a group of their own at a square (6.3).
    #[apply(rule, "6.3")]
    pub(in crate::rules::fireandmove) fn split(&mut self, group: Gid, leaving: &[Fig], at: Cell) -> Gid {
        let mut new = self.group(group).clone();
        new.members = leaving.to_vec();
        new.at = at;
        new.reacted = false;
        new.sniped = None;
        new.home = None;
        new.gun = None;
        new.banzai = false;
        new.twin = None;
        new.root = Some(new.root.unwrap_or(group));
        new.machine = None;
        new.more.partner = None;
        if matches!(leaving, [only] if self.leads_company(*only)) {
            applies("77.2");
            new.more.platoon = COMPANY;
        }
        self.group_mut(group).members.retain(|figure| !leaving.contains(figure));
        // Slots of eliminated groups are reused only when the numbers run out.
        let full = self.groups.len() >= 200;
        let free = self.groups.iter().position(|old| old.members.is_empty()).filter(|_| full);
        let id = free.unwrap_or(self.groups.len()) as Gid;
        if usize::from(id) == self.groups.len() {
            self.groups.push(new);
        } else {
            *self.group_mut(id) = new;
        }
        for &figure in leaving {
            self.figure_mut(figure).group = id;
            let parted = self.figure(figure).assists.is_some_and(|gunner| self.figure(gunner).group != id);
            if parted {
                self.figure_mut(figure).assists = None;
            }
        }
        for &figure in &self.group(group).members.clone() {
            if self.figure(figure).assists.is_some_and(|gunner| self.figure(gunner).group != group) {
                self.figure_mut(figure).assists = None;
            }
        }
        self.settle_front(id);
        self.settle_front(group);
        id
    }

    /// All members of one group join another.
    #[apply(rule, "6.5")]
    pub(in crate::rules::fireandmove) fn merge(&mut self, from: Gid, into: Gid) {
        let facings = Facings::of(self, into).and(Facings::of(self, from));
        let members = std::mem::take(&mut self.group_mut(from).members);
        for &figure in &members {
            self.figure_mut(figure).group = into;
        }
        let platoon = self.group(from).more.platoon;
        let group = self.group_mut(into);
        if group.more.platoon == COMPANY {
            group.more.platoon = platoon;
        }
        group.members.extend(members);
        group.members.sort_unstable();
        facings.settle(self, into);
    }

    /// Whether two groups may merge: two to eight figures, not counting a platoon leader, and one machine gun
    /// (6.1, 6.2).
    #[apply(rule, "6.1", "6.2")]
    pub(in crate::rules::fireandmove) fn may_merge(&self, a: Gid, b: Gid) -> bool {
        let all = || self.group(a).members.iter().chain(&self.group(b).members).copied();
        let men = all().filter(|&figure| self.rank(figure) != Rank::Platoon).count();
        let guns = all().filter(|&figure| is_machine_gun(self, figure)).count();
        let fear = self.group(a).fear == self.group(b).fear && !self.group(a).mined && !self.group(b).mined;
        let heavy = [a, b].iter().any(|&id| {
            self.group(id).machine.is_some() || self.group(id).gun.is_some() || self.is_horsed(id)
        });
        let wild = self.is_wild(a) || self.is_wild(b) || self.group(a).deep != self.group(b).deep;
        men <= 8
            && guns <= 1
            && fear
            && !heavy
            && !wild
            && parts::is_led_enough(self, a, b)
            && self.serve_one(a, b)
    }
}
