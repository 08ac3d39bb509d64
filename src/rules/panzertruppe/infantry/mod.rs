//! Chapters 14 and 17 to 20: what infantry does beside moving and firing, and what carries it.

pub mod back_blast;
pub mod close_assault;
pub mod hand_to_hand;
pub mod transport;
