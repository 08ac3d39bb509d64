//! How long the long tests are: `STANDTO_LONG=100` makes them a hundred times what they are in every run.
//! `docs/reliability.md` has the commands and their last figures.

/// So many times the short form.
pub fn long(short: usize) -> usize {
    let times = std::env::var("STANDTO_LONG").ok().and_then(|times| times.parse::<usize>().ok());
    short * times.unwrap_or(1).max(1)
}
