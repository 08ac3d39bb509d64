//! Support weapons that are no ordnance (4.3).

pub mod charges;
