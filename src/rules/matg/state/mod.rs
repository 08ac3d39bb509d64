//! The battle, its position, and the choices that change it.

pub mod aims;
pub mod air;
pub mod arrivals;
pub mod battle;
pub mod choice;
pub mod command;
pub mod digest;
pub mod field;
pub mod forces;
pub mod options;
pub mod position;
pub mod prices;
pub mod record;
pub mod stand;
pub mod turn;
pub mod under_way;
pub mod unit;
