//! Airborne landings (8.10), amphibious movement (8.9), water (9.5) and boats (10.12).

mod airborne;
mod gliders;
mod random;
mod surprise;
mod table;
mod water;
mod zones;
