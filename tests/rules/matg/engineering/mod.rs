//! Fortifications, engineers and flame (chapter 11), and buildings (9.4).

mod bridges;
mod engineers;
mod fortifications;
mod random;
mod secrets;
mod table;
