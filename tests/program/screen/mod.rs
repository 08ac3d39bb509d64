//! The screen on a drawn-up game, without a terminal.

mod asked;
mod every;
mod fireandmove;
mod gestures;
mod keys;
mod panzertruppe;
mod pictures;
mod tables;
mod wire;
