//! Rule cards of 7.4 to 7.9 with the dice they use, on small boards.

mod air;
mod anti_aircraft;
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
