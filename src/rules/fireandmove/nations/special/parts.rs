//! Nationalist Chinese groups (91.14): without a leader, more than five figures form two parts, which move,
//! fire and rally separately and count as one group for everything else.

use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::nations::special::wild;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Group};
use crate::rules::fireandmove::turn::sequence::Frame;

/// The most figures in a group without a leader.
const MOST: usize = 5;

impl Forces {
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
}

/// Actions that both parts take together: leaving a minefield, going to ground, removing a fear marker.
pub(in crate::rules::fireandmove) fn together(forces: &mut Forces, group: Gid, choice: Choice) {
    match choice {
        Choice::Move(_) | Choice::Cover(_) | Choice::Aside(_) if forces.group(group).mined => {
            forces.unite(group);
        }
        Choice::Ground(_) | Choice::Calm(_) => forces.with_twin(group, |twin| twin.acted = true),
        Choice::Move(_) if forces.group(group).banzai => wild::leave_pinned(forces, group),
        _ => {}
    }
}

/// Whether two groups together have a leader or are small enough (91.14).
pub(in crate::rules::fireandmove) fn is_led_enough(forces: &Forces, a: Gid, b: Gid) -> bool {
    let side = forces.group(a).side;
    let small =
        forces.battle().has_trait(side, Trait::SmallGroups) && !forces.battle().sides[side.index()].elite;
    let mut all = forces.group(a).members.iter().chain(&forces.group(b).members);
    !small
        || forces.group(a).members.len() + forces.group(b).members.len() <= MOST
        || all.any(|&figure| forces.rank(figure) != Rank::None)
}

/// Between actions: groups that have lost their leader split, and parts that have a leader again or are
/// small enough reunite (91.14, ruling FM-60).
pub(super) fn mend_parts(forces: &mut Forces, open: &Decisions) {
    if !matches!(open.frames.last(), Some(Frame::Turn(_))) {
        return;
    }
    for group in 0..forces.groups.len() as Gid {
        let side = forces.group(group).side;
        let small = forces.battle().sides[side.index()].traits.has(Trait::SmallGroups)
            && !forces.battle().sides[side.index()].elite;
        if !small || forces.group(group).members.is_empty() {
            continue;
        }
        if let Some(twin) = forces.group(group).twin {
            match forces.twin(group) {
                None => forces.group_mut(group).twin = None,
                Some(_) => {
                    let few = forces.under_fire(group).len() <= MOST;
                    let led = forces.leader(group).or(forces.leader(twin)).is_some();
                    if (few || led) && group < twin {
                        forces.unite(group);
                    }
                }
            }
        } else if forces.group(group).members.len() > MOST && forces.leader(group).is_none() {
            let members = forces.group(group).members.clone();
            let half = members.len().div_ceil(2);
            // A weapon team is not split.
            let torn = forces.figure(members[half]).assists == Some(members[half - 1]);
            let second: Vec<Fig> = members[half + usize::from(torn && half < MOST)..].to_vec();
            let at = forces.group(group).at;
            let acted = forces.group(group).acted;
            let other = forces.split(group, &second, at);
            let state = forces.group_mut(other);
            state.twin = Some(group);
            state.acted = acted;
            forces.group_mut(group).twin = Some(other);
        }
    }
}
