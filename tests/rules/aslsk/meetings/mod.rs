//! Where two paragraphs meet: fire at who moves and what it leaves behind, leaders lost in stacks of all kinds, ambushes,
//! interdiction, captured and exhausted firers (3.2 to 3.8, 4, 5).

mod close_combat;
mod fire;
mod first_fire;
mod rout;
mod units;
