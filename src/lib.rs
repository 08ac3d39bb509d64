//! Stand To: a referee, a map table and an opponent for Second World War tabletop wargames.
//!
//! The map of the code, a line and an invariant each:
//!
//! - [`board`]: cells, grids, exact lines. Integers only, so a line is the same from both ends.
//! - [`book`]: what a ruleset brings beside its rules: scenarios, ledger, keys, tools.
//! - [`cli`]: the command line, a file for each command. Every refusal is a sentence.
//! - [`dice`]: fair faces from a seed, a tape or a player's hand. Old games keep their dice.
//! - [`ledger`]: the rulebook in our own words. A rule that is done has a card that shows it.
//! - [`odds`]: finite distributions. Chances sum to one.
//! - [`library`]: scenarios and saved games, found and made into running games.
//! - [`game`]: the seam between the rules and everything else. There is no second way in.
//! - [`opponent`]: picks from the same choices as a player, knowing what its seat may see.
//! - [`plain`]: text from elsewhere, made fit to be shown. The command line's only way out.
//! - [`reading`]: files that people write. Every fault has a line, a column and a sentence.
//! - [`registry`]: the one list of rulesets. Nothing else names them.
//! - [`rules`]: the rulesets, a folder each, a file for each chapter of the rulebook.
//! - [`side`]: the two sides of a battle, in the order of the scenario.
//! - [`simulate`]: many games at once. A seed plays the same game anywhere.
//! - [`store`]: the only module that touches files. A save on disk is always whole.
//! - [`tool`]: how commands answer and refuse.
//! - [`tui`]: the terminal screen. Keys in, choices out; it knows no ruleset.
//! - [`editor`]: battles that are being made by hand. Plain data, changed by edits alone.

pub mod board;
pub mod book;
pub mod cli;
pub mod dice;
pub mod editor;
pub mod game;
pub mod ledger;
pub mod library;
pub mod odds;
pub mod opponent;
pub mod plain;
pub mod reading;
pub mod registry;
pub mod rules;
pub mod side;
pub mod simulate;
pub mod store;
pub mod tool;
pub mod tui;
