//! Partisans (91.16): hiding, and moves that cannot be enfiladed.

use crate::game::Tone;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Move;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::Table;

impl Position {
    /// Whether a movement 3/-2 card hides a group: in good terrain, with no enemy within close range (91.16,
    /// ruling FM-61).
    pub(in crate::rules::fireandmove) fn may_hide(&self, group: Gid, card: Move) -> bool {
        let state = self.group(group);
        (card.actions, card.cover) == (3, 2)
            && self.has_trait(state.side, Trait::Partisans)
            && !state.hidden
            && !state.mined
            && !state.fear
            && !state.still
            && self.pinned(group).next().is_none()
            && self.field().feature(state.at).ground.cover().stationary >= 2
            && !self.is_watched(group)
    }

    /// Whether an enemy group is within eight inches.
    fn is_watched(&self, group: Gid) -> bool {
        let state = self.group(group);
        self.groups_of(state.side.other()).any(|enemy| Field::range(self.group(enemy).at, state.at) <= 8)
    }

    pub(in crate::rules::fireandmove) fn hide(&mut self, group: Gid, table: &mut Table) {
        self.group_mut(group).hidden = true;
        let (tag, side) = (self.tag(group), self.group(group).side);
        table.tell(Tone::Success, side, "91.16", || format!("{tag} is hidden"));
    }

    /// Hidden groups within eight inches of an enemy are revealed.
    pub(super) fn find_hidden(&mut self) {
        for group in 0..self.groups.len() as Gid {
            if self.group(group).hidden && self.is_watched(group) {
                self.group_mut(group).hidden = false;
            }
        }
    }

    /// Whether a march cannot be enfiladed: partisans whose card has a concealment, used or not (91.16).
    pub(in crate::rules::fireandmove) fn is_sly(&self, march: &Marching) -> bool {
        march.card.cover > 0 && self.has_trait(self.group(march.group).side, Trait::Partisans)
    }
}
