//! Where paragraphs meet: First Fire and Residual FP, LLMC in mixed stacks, Smoke and Guns in every phase,
//! ambush, Interdiction, captured Weapons and CX firers (1.2, 3.2 to 3.8, 4 to 6).

mod again;
mod close_combat;
mod fire;
pub mod first_fire;
mod guns;
mod hands;
mod readings;
mod rout;
mod smoke;
mod units;
