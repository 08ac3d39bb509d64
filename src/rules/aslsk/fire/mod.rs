//! Fire attacks (3.2.2, 3.2.3): firers and targets, FP and DRM, results.

pub mod aim;
pub mod attack;
pub mod cover;
pub mod effects;
pub mod plan;
mod resolve;
mod risk;
pub mod stack;
