//! What Micro Armour brings to the table beside the keyboard: the fire calculator and the weapons data.

mod catalog;
mod notation;
mod odds;

pub use catalog::Catalog;
pub use odds::Fire;
