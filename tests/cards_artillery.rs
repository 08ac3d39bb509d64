//! Rule cards of 7.4 to 7.9: plotted fire on small boards, with the dice that were thrown.

#[path = "artillery/table.rs"]
mod table;

#[path = "artillery/arrival.rs"]
mod arrival;
#[path = "artillery/duration.rs"]
mod duration;
#[path = "artillery/examples.rs"]
mod examples;
#[path = "artillery/groups.rs"]
mod groups;
#[path = "artillery/nations.rs"]
mod nations;
#[path = "artillery/observers.rs"]
mod observers;
#[path = "artillery/secrets.rs"]
mod secrets;
#[path = "artillery/types.rs"]
mod types;
