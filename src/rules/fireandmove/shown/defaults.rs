//! The order in which choices suggest themselves: Enter never rearranges a group, discards a card, or goes back and
//! forth between groups that have nothing to do.

use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Gid, Position};
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::sequence::{Frame, Step};

/// The place of a choice among those of its decision, the least first; 0 where the order does not matter.
pub(super) fn rank(position: &Position, choice: Choice) -> u8 {
    match (position.open.frames.last(), choice) {
        (Some(Frame::Turn(_)), Choice::Group(group)) => {
            if has_use(position, group) {
                1
            } else {
                3
            }
        }
        (Some(Frame::Turn(_)), Choice::End) => 2,
        (Some(Frame::Orders(orders)), Choice::Leave) => u8::from(!has_use(position, orders.group)),
        (Some(Frame::Joining(_) | Frame::Discards(_)), Choice::Done) => 1,
        _ => 0,
    }
}

/// Whether some group of the side to move has something to do.
pub(in crate::rules::fireandmove) fn any_use(position: &Position) -> bool {
    let forces = &position.forces;
    let groups = forces.groups_of(position.clock.active);
    groups.filter(|&group| !forces.group(group).acted).any(|group| has_use(position, group))
}

/// Whether a group has more to do than to rearrange its figures.
fn has_use(position: &Position, group: Gid) -> bool {
    let mut list = Vec::new();
    Orders { group }.choices(position, &mut list);
    let idle = |choice: &Choice| {
        matches!(choice, Choice::Leave | Choice::Detach(_) | Choice::Hero(_) | Choice::Reorganise(_))
    };
    !list.iter().all(idle)
}
