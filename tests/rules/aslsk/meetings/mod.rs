//! Where two paragraphs meet: fire at who moves and what it leaves behind, leaders lost in stacks of all kinds, smoke and
//! Guns in every phase, ambushes, interdiction, captured and exhausted firers (1.2, 3.2 to 3.8, 4 to 6).

mod close_combat;
mod fire;
pub mod first_fire;
mod guns;
mod hands;
mod readings;
mod rout;
mod smoke;
mod units;
