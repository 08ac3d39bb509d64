//! Chapter 6: who sees whom.

pub mod spotting;
