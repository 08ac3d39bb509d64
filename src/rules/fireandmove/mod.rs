//! Fire & Move: platoon skirmishes with hands of cards. One folder for each subject of the rulebook:
//!
//! | chapter | module |
//! |---|---|
//! | 1 2D8 checks, appendix V the dice matrix | [`dice`] |
//! | 2-4 the battlefield, 54 fighting positions, 92 and 94 terrain | [`battlefield`] |
//! | 5 setting up forces, scenarios | [`scenario`] |
//! | 6-8 groups, leaders and key figures; the parts of a position | [`state`] |
//! | 9-10 turns and actions, 35-40 actions without cards | `turn` |
//! | 11-14 move actions, going to ground, fording | `movement` |
//! | 15-26 fire actions, reactive fire, enfilade | [`fire`] |
//! | 28 rally, 33-34 reorganising | `rally` |
//! | 29-32 smoke, minefields and heroes, 41-44 discards, 55 hand size | [`cards`] |
//! | 45-53 close combat | `close_combat` |
//! | 56 off-table artillery, 57-61 ordnance weapons and demolition charges | [`ordnance`] |
//! | 62-75 vehicles, 84-88 passengers | [`vehicles`] |
//! | 76-83 optional rules | [`optional`] |
//! | 91 nationalities | [`nations`] |
//! | troop, vehicle and fire cards | [`catalog`] |
//! | generated battles | `generator` |
//! | the scenario editor | `authoring` |
//! | the player's view | `shown` |
//! | command-line tools, the table aid | [`tools`] |
//!
//! A rule takes the parts of the [`Position`] that it reads, and `&mut` those that it changes; only what opens the
//! next decision takes all of it. Each part is in [`state`]:
//!
//! | part | holds |
//! |---|---|
//! | `terrain` | the battlefield, smoke, flares and fires |
//! | `forces` | figures and their groups, vehicles, dropped weapons, objectives held |
//! | `hands` | the decks and hands of the players |
//! | `clock` | the turn and whose it is |
//! | `open` | the stack of open decisions, and how the battle ended |
//!
//! The rulebook has no numbers. Its headings are numbered here in order, from Introduction 1 to House Rules
//! 96, and the paragraphs within each from 1; the ledger lists them all.

mod authoring;
pub mod battlefield;
mod book;
pub mod cards;
pub mod catalog;
pub(crate) mod close_combat;
pub mod dice;
pub mod fire;
mod generator;
pub(crate) mod movement;
pub mod nations;
pub mod optional;
pub mod ordnance;
pub(in crate::rules::fireandmove) mod rally;
mod rules;
pub mod scenario;
pub(in crate::rules::fireandmove) mod shown;
pub mod state;
pub mod tools;
pub mod turn;
pub mod vehicles;

pub use state::Position;
pub use state::choice::Choice;
