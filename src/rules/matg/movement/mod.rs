//! 8.1, 8.3, 8.4 and 10.10 to 10.13: movement groups and postures, moving a stand, and transport.

pub mod deployment;
pub mod exits;
pub mod inch;
pub mod loads;
pub mod march;
pub mod marking;
pub mod mover;
pub mod posture;
pub mod riders;
pub mod set_up;
pub mod special;
pub mod steps;
pub mod transport;
