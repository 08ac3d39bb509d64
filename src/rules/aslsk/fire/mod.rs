//! Fire attacks (3.2.2, 3.2.3): firers and targets, FP and DRM, results.

pub mod aim;
pub mod attack;
pub mod checks;
pub mod cover;
pub mod desperation;
pub mod effects;
pub mod plan;
pub mod resolve;
pub mod risk;
pub mod stack;
