//! 8.7 and 8.8: overrun and close assault.

pub mod close_assault;
pub mod decisions;
pub mod forecast;
pub mod overrun;
