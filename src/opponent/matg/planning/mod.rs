//! What a side wants this turn: its objectives, the postures and orders that serve them, and how hard it pushes.

pub mod deploy;
pub mod heirs;
pub mod orders;
pub mod outlook;
pub mod plan;
pub mod posture;
pub mod stakes;
pub mod tasks;
