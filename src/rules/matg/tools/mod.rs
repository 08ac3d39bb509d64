//! What Micro Armour brings to the table beside the keyboard: the fire calculator, the weapons data and the
//! shorthand of the record sheet.

mod catalog;
mod notation;
mod odds;
mod shorthand;

pub use catalog::Catalog;
pub use odds::Fire;
pub use shorthand::dictation;
