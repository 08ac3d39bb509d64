//! Partisans (91.16): hiding, and moves that cannot be enfiladed.

use crate::game::Tone;
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::cards::Move;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::{Forces, Gid};
use crate::rules::fireandmove::turn::sequence::Table;

/// Whether a movement 3/-2 card hides a group: in good terrain, with no enemy within close range (91.16,
/// ruling FM-61).
pub(in crate::rules::fireandmove) fn may_hide(
    field: &Field,
    forces: &Forces,
    group: Gid,
    card: Move,
) -> bool {
    let state = forces.group(group);
    (card.actions, card.cover) == (3, 2)
        && forces.battle().has_trait(state.side, Trait::Partisans)
        && !state.hidden
        && !state.mined
        && !state.fear
        && !state.still
        && forces.pinned(group).next().is_none()
        && field.feature(state.at).ground.cover().stationary >= 2
        && !is_watched(forces, group)
}

/// Whether an enemy group is within eight inches.
fn is_watched(forces: &Forces, group: Gid) -> bool {
    let state = forces.group(group);
    forces.groups_of(state.side.other()).any(|enemy| Field::range(forces.group(enemy).at, state.at) <= 8)
}

pub(in crate::rules::fireandmove) fn hide(forces: &mut Forces, group: Gid, table: &mut Table) {
    forces.group_mut(group).hidden = true;
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    table.tell(Tone::Success, side, "91.16", || format!("{tag} is hidden"));
}

/// Hidden groups within eight inches of an enemy are revealed.
pub(super) fn find_hidden(forces: &mut Forces) {
    for group in 0..forces.groups.len() as Gid {
        if forces.group(group).hidden && is_watched(forces, group) {
            forces.group_mut(group).hidden = false;
        }
    }
}

/// Whether a march cannot be enfiladed: partisans whose card has a concealment, used or not (91.16).
pub(in crate::rules::fireandmove) fn is_sly(forces: &Forces, march: &Marching) -> bool {
    march.card.cover > 0 && forces.battle().has_trait(forces.group(march.group).side, Trait::Partisans)
}
