//! Fortifications, engineers and flame (chapter 11), and buildings (9.4).

mod engineers;
mod fortifications;
mod random;
mod table;
