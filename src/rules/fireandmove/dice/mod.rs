//! The 2D8 check and its exact chances (1.4, 1.5, appendix V).

pub mod checks;
pub mod odds;
