//! Chapters 14 and 17 to 20: infantry and Guns, what carries them, and how they fight at close quarters.

pub mod back_blast;
pub mod close_assault;
pub mod hand_to_hand;
pub mod transport;
