//! Fire attacks (3.2.2, 3.2.3): who may fire at what, how it is worked out, and what it does.

pub mod aim;
pub mod attack;
pub mod cover;
pub mod effects;
pub mod plan;
mod resolve;
pub mod stack;
