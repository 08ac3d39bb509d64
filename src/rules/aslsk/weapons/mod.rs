//! SW other than ordnance (4.3).

pub mod charges;
