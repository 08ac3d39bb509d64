//! How a position looks: to a seat, in words, and as a number.

mod describe;
mod digest;
mod map;
mod preview;
mod refusal;
mod short_names;
mod situation;
mod view;

pub(in crate::rules::panzertruppe) use refusal::points;
