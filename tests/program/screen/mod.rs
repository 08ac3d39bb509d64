//! The screen on a drawn-up game, without a terminal.

mod every;
mod gestures;
mod keys;
mod pictures;
mod tables;
mod wire;
