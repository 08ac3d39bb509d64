//! Stand To: a referee, a map table and an opponent for Second World War tabletop wargames.
//!
//! The modules, with what each guarantees:
//!
//! - [`board`]: cells, grids, exact lines. Integers only, so a line is the same from both ends.
//! - [`book`]: what a ruleset brings besides its rules: scenarios, ledger, keys, tools.
//! - [`campaign`]: battles in a chain, in which losses and experience carry over.
//! - [`cli`]: the command line, one file per command. Every failure is a sentence.
//! - [`deeds`]: the deeds of units, from the log. One line for each unit.
//! - [`dice`]: fair faces from a seed, a tape or a player's hand. Old games keep their dice.
//! - [`editor`]: the scenario editor's model. Plain data, changed only by edits.
//! - [`game`]: the seam between the rules and everything else. There is no other way into a game.
//! - [`ledger`]: the rulebook in our own words. A rule marked done has a test that shows it.
//! - [`library`]: finds scenarios and saved games and opens them.
//! - [`odds`]: finite distributions. Chances sum to one.
//! - [`opponent`]: chooses like a player, from what its seat may see.
//! - [`picture`]: a drawn screen as an SVG image. The same screen gives the same bytes.
//! - [`plain`]: makes foreign text safe to show. All command-line output goes through it.
//! - [`reading`]: files that people write. Every fault has a line, a column and a sentence.
//! - [`registry`]: the one list of rulesets. Nothing else names them.
//! - [`report`]: a battle as a page, an image or a summary, as one reader may see it.
//! - [`rules`]: the rulesets, one folder each, by subjects of the rulebook.
//! - [`side`]: the two sides of a battle, in scenario order.
//! - [`simulate`]: many games at once. A seed plays the same game anywhere.
//! - [`spoken`]: the game as lines of text with a prompt. It knows no ruleset and no terminal.
//! - [`store`]: the only module that touches files. A save on disk is always complete.
//! - [`tool`]: how commands answer and fail.
//! - [`tui`]: the terminal screen. Keys in, choices out; it knows no ruleset.

pub mod board;
pub mod book;
pub mod campaign;
pub mod cli;
pub mod deeds;
pub mod dice;
pub mod editor;
pub mod game;
pub mod ledger;
pub mod library;
pub mod odds;
pub mod opponent;
pub mod picture;
pub mod plain;
pub mod reading;
pub mod registry;
pub mod report;
pub mod rules;
pub mod side;
pub mod simulate;
pub mod spoken;
pub mod store;
pub mod tool;
pub mod tui;
