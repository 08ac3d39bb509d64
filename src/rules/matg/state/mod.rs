//! The battle, its position, and the choices that change it.

pub mod aims;
pub mod battle;
pub mod choice;
mod digest;
pub mod options;
pub mod position;
pub mod prices;
pub mod stand;
pub mod under_way;
pub mod unit;
