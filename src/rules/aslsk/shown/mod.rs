//! The position as plain values for screen, log and scripts.

mod checks;
mod digest;
mod pieces;
mod preview;
mod prompt;
mod situation;
mod view;
mod words;

use super::state::Item;
use crate::game::view::PieceId;

pub use super::state::names::sum_in_words;
pub use digest::digest;
pub use preview::{preview, sight};
pub use situation::situation;
pub(super) use view::ground_kind;
pub use view::view;
pub use words::describe;

/// Piece numbers of Weapons follow those of units.
const WEAPONS: u16 = 300;
pub(super) fn unit_id(id: u8) -> PieceId {
    PieceId(id.into())
}

pub(super) fn weapon_id(id: u8) -> PieceId {
    PieceId(WEAPONS + u16::from(id))
}

pub(super) fn item_id(item: Item) -> PieceId {
    match item {
        Item::Unit(unit) => unit_id(unit),
        Item::Weapon(weapon) | Item::Equivalent(weapon) => weapon_id(weapon),
    }
}
