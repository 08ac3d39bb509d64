//! 8.7 and 8.8: overruns and close assaults.

pub mod close_assault;
pub mod decisions;
pub mod forecast;
pub mod overrun;
