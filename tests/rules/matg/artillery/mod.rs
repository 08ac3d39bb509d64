//! Rule cards of 7.4 to 7.9: plotted fire on small boards, with the dice that were thrown.

mod air;
mod arrival;
mod duration;
mod examples;
mod groups;
mod nations;
mod naturals;
mod observers;
mod readiness;
mod registered;
mod secrets;
mod table;
mod types;
