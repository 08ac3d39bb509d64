//! Nationalist Chinese groups (91.14): without a leader, more than five figures form two parts, which move,
//! fire and rally separately and count as one group for everything else.

use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Group, Position};
use crate::rules::fireandmove::turn::sequence::Frame;

/// The most figures in a group without a leader.
const MOST: usize = 5;

impl Position {
    /// The other part of a group, if it is in the same place.
    pub(super) fn twin(&self, group: Gid) -> Option<Gid> {
        let state = self.group(group);
        let beside = |&twin: &Gid| {
            let other = self.group(twin);
            other.at == state.at && !other.members.is_empty()
        };
        state.twin.filter(beside)
    }

    /// Applies a change to the other part too.
    pub(in crate::rules::fireandmove) fn with_twin(&mut self, group: Gid, change: impl FnOnce(&mut Group)) {
        if let Some(twin) = self.twin(group) {
            change(self.group_mut(twin));
        }
    }

    /// Reunites both parts.
    pub(in crate::rules::fireandmove) fn unite(&mut self, group: Gid) {
        if let Some(twin) = self.twin(group) {
            self.merge(twin, group);
            let [acted, reacted] = [self.group(twin).acted, self.group(twin).reacted];
            let state = self.group_mut(group);
            state.acted |= acted;
            state.reacted |= reacted;
            state.twin = None;
        }
    }

    /// Actions that both parts take together: leaving a minefield, going to ground, removing a fear marker.
    pub(in crate::rules::fireandmove) fn together(&mut self, group: Gid, choice: Choice) {
        match choice {
            Choice::Move(_) | Choice::Cover(_) | Choice::Aside(_) if self.group(group).mined => {
                self.unite(group);
            }
            Choice::Ground(_) | Choice::Calm(_) => self.with_twin(group, |twin| twin.acted = true),
            Choice::Move(_) if self.group(group).banzai => self.leave_pinned(group),
            _ => {}
        }
    }

    /// Whether two groups together have a leader or are small enough (91.14).
    pub(in crate::rules::fireandmove) fn is_led_enough(&self, a: Gid, b: Gid) -> bool {
        let side = self.group(a).side;
        let small = self.has_trait(side, Trait::SmallGroups) && !self.battle().sides[side.index()].elite;
        let mut all = self.group(a).members.iter().chain(&self.group(b).members);
        !small
            || self.group(a).members.len() + self.group(b).members.len() <= MOST
            || all.any(|&figure| self.rank(figure) != Rank::None)
    }

    /// Between actions: groups that have lost their leader split, and parts that have a leader again or are
    /// small enough reunite (91.14, ruling FM-60).
    pub(super) fn mend_parts(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Turn(_))) {
            return;
        }
        for group in 0..self.groups.len() as Gid {
            let side = self.group(group).side;
            let small = self.battle().sides[side.index()].traits.has(Trait::SmallGroups)
                && !self.battle().sides[side.index()].elite;
            if !small || self.group(group).members.is_empty() {
                continue;
            }
            if let Some(twin) = self.group(group).twin {
                match self.twin(group) {
                    None => self.group_mut(group).twin = None,
                    Some(_) => {
                        let few = self.under_fire(group).len() <= MOST;
                        let led = self.leader(group).or(self.leader(twin)).is_some();
                        if (few || led) && group < twin {
                            self.unite(group);
                        }
                    }
                }
            } else if self.group(group).members.len() > MOST && self.leader(group).is_none() {
                let members = self.group(group).members.clone();
                let half = members.len().div_ceil(2);
                // A weapon team is not split.
                let torn = self.figure(members[half]).assists == Some(members[half - 1]);
                let second: Vec<Fig> = members[half + usize::from(torn && half < MOST)..].to_vec();
                let at = self.group(group).at;
                let acted = self.group(group).acted;
                let other = self.split(group, &second, at);
                let state = self.group_mut(other);
                state.twin = Some(group);
                state.acted = acted;
                self.group_mut(group).twin = Some(other);
            }
        }
    }
}
