//! The length of the long tests: `STANDTO_LONG=100` makes them a hundred times as long as in a normal run.
//! `docs/reliability.md` has the commands and their last figures.

/// The number of repetitions of the short version.
pub fn long(short: usize) -> usize {
    let times = std::env::var("STANDTO_LONG").ok().and_then(|times| times.parse::<usize>().ok());
    short * times.unwrap_or(1).max(1)
}
