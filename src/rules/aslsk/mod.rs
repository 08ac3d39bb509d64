//! ASL Starter Kit #2: squads, leaders, Support Weapons and Guns on hexes.
//!
//! A position ([`state::Position`]) is a fixed battle and four parts that change. A rule takes the parts it needs:
//! a method of one part if that holds everything it reads, otherwise a function in the module of its section.
//!
//! | part | contents |
//! |---|---|
//! | [`state::Ground`] | map, Smoke, Residual FP, placed DC, the fortified building |
//! | [`state::Forces`] | order of battle, units, Weapons; HIP is a state of a unit |
//! | [`state::Turn`] | turn, ATTACKER, phase, its records, the stack of open decisions |
//! | [`state::Score`] | VP, Control, result |
//!
//! [`fire::effects::Effects`] is what a result may change: forces and score.
//!
//! | section | modules |
//! |---|---|
//! | 1.1 boards and terrain, 3.2.1 LOS | [`board`] |
//! | 1.2.5 Smoke, 3.2.4 ordnance, 4.4, 4.5, 6 Guns | [`ordnance`] |
//! | 1.3 set-up and Victory Conditions | [`turn::set_up`], [`turn::ending`], [`scenario`] |
//! | 3 Sequence of Play | [`turn`]: the open decisions; [`turn::sequence`]: phases and turns |
//! | 3.1 RPh, 5.3 Field Promotion | [`turn::rally`] |
//! | 3.2.2, 3.2.3 fire attacks and results, 6.3, 6.6 protection | [`fire`] |
//! | 3.2.5, 3.4, 3.5 fire phases | [`turn::firing`] |
//! | 3.3 MPh | [`turn::movement`]: choices; [`turn::moving`]; [`turn::way`] and [`turn::stack`]: MF |
//! | 3.3.1 Defensive First Fire | [`turn::first_fire`] |
//! | 3.6 RtPh, 3.7 APh, 3.8 CCPh | [`turn::rout`], [`turn::advance`], [`turn::close_combat`] |
//! | 4.3 DC | [`weapons`] |
//! | charts and tables | [`tables`], [`calculator`] |
//! | the scenario editor | `authoring` |
//!
//! Numbers in doc comments are sections of the rulebook, with the ledger's letter for the paragraph.

mod authoring;
pub mod board;
mod book;
pub mod calculator;
pub mod fire;
pub mod import;
pub mod ordnance;
mod rules;
pub mod scenario;
mod shown;
pub mod state;
pub mod tables;
pub mod tools;
pub mod turn;
pub mod weapons;

pub use state::Position;
