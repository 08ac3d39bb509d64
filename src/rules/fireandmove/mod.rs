//! Fire & Move: platoon skirmishes with hands of cards.
//!
//! The rulebook has no numbers. Its headings count in the order of its contents, Introduction 1 to House
//! Rules 96, and the paragraphs within each from 1; the ledger tells them all.

pub mod calculator;
pub mod cards;
pub mod checks;
pub mod fire;
pub mod nations;
pub mod odds;
pub mod tables;
