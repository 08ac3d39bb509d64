//! Airborne landings (8.10), amphibious movement (8.9), water (9.5) and boats (10.12).

mod airborne;
mod random;
mod table;
mod water;
