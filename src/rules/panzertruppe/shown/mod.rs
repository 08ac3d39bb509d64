//! How a position looks: to a seat, in words, and as a number.

mod describe;
mod digest;
mod preview;
mod refusal;
mod view;
