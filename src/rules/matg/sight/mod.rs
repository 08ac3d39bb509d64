//! Chapter 6: spotting and line of sight.

pub mod spotting;
