//! Chapter 9: terrain, buildings, hedgerows and the weather.

pub mod buildings;
pub mod hedgerows;
pub mod terrain;
pub mod weather;
