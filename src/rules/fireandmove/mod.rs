//! Fire & Move: platoon skirmishes with hands of cards.
//!
//! The rulebook has no numbers. Its headings count in the order of its contents, Introduction 1 to House
//! Rules 96, and the paragraphs within each from 1; the ledger tells them all.

mod aftermath;
pub mod aid;
mod announcements;
mod artillery;
mod attacks;
pub mod battle;
mod book;
pub mod calculator;
pub mod cards;
mod catalog;
mod cavalry;
pub mod checks;
pub mod choice;
mod close_combat;
mod digest;
mod discards;
pub mod field;
pub mod fire;
mod firing;
mod forces;
mod forge;
mod generator;
mod groups;
mod hand;
mod heroes;
mod jungle;
mod map;
mod mines;
mod movement;
pub mod nations;
pub mod night;
pub mod odds;
pub mod options;
mod orders;
pub mod ordnance;
pub mod own;
pub mod position;
mod preview;
mod rally;
mod reaction;
mod reorganise;
mod rules;
pub mod scenario;
mod sequence;
mod shown;
mod sides;
mod special;
mod steps;
pub mod tables;
mod teams;
mod turn;
mod uses;
pub mod vehicles;
mod words;
mod works;

pub use choice::Choice;
pub use position::Position;
