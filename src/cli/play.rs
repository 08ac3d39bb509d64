//! `standto play`: starts a game.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::look::{self, Look, want_terminal};
use super::names;
use super::{CommandError, CommandResult, fail, values};
use crate::game::journal::{DiceKind, Undo};
use crate::game::{Level, Manner, Seat, Temper};
use crate::library::{Library, LibraryError, NewGame, Scenario};
use crate::reading::nearest;
use crate::registry::Opening;

/// Start a new game.
///
/// The game is saved from the first decision on. You can quit at any time; "standto resume" continues it.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto play introductory\n  \
    standto play introductory --side soviets --opponent easy\n  \
    standto play my-battle.toml --side both --dice typed")]
pub struct Play {
    /// Scenario: a name from "standto list", or the path of a .toml file
    #[arg(add = names::scenarios())]
    scenario: String,
    /// Your side: its name, "both" for two players at one keyboard, or "none" to watch
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    #[command(flatten)]
    options: Options,
    /// Strength of the computer
    #[arg(long, visible_alias = "level", value_name = "LEVEL", value_parser = values::level(), default_value = "normal")]
    opponent: Level,
    /// What the computer risks; "surprise" leaves it to the seed
    #[arg(long, value_name = "TEMPER", value_parser = values::temper(), default_value = "steady")]
    temper: Temper,
    /// Play in lines of text with a prompt: for screen readers, scripts and play by mail. No terminal is
    /// needed; type help for the commands
    #[arg(long, conflicts_with_all = ["theme", "map", "colors", "mouse", "ascii"])]
    plain: bool,
    #[command(flatten)]
    look: Look,
}

/// Options of any new game.
#[derive(Args)]
pub struct Options {
    /// Seed of the dice; the same seed gives the same rolls
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Dice: "seeded" are rolled for you, "typed" are your own real dice
    #[arg(long, value_enum, default_value_t)]
    dice: Dice,
    /// Undo rule: "free" undoes everything (undoing a roll is recorded), "strict" nothing past a roll or a
    /// revealed secret. The default is "strict" for two players, otherwise "free"
    #[arg(long, value_enum)]
    undo: Option<TakingBack>,
    /// Use the custom data in this file in place of the built-in tables
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Give this side the help that the scenario has for it, where the other side usually wins
    #[arg(long, value_name = "SIDE")]
    favour: Option<String>,
}

impl Options {
    /// The scenario with the custom data, in favour of a side if that is wanted.
    pub(super) fn scenario(&self, front: &Library, name: &str) -> Result<Scenario, LibraryError> {
        let mut scenario = front.scenario_with(name, self.custom_data.as_deref())?;
        self.favour.iter().try_for_each(|side| scenario.favour(side))?;
        Ok(scenario)
    }

    /// The seed, the dice and the undo rule.
    pub(super) fn settled(&self) -> Result<(u64, DiceKind, Option<Undo>), CommandError> {
        let seed = match self.seed {
            // Saves and other tools read numbers of 63 bits.
            Some(seed) if i64::try_from(seed).is_err() => {
                return Err(CommandError::Usage(format!("a seed is at most {}, not {seed}", i64::MAX)));
            }
            Some(seed) => seed,
            None => values::fresh_seed(),
        };
        let dice = if self.dice == Dice::Typed { DiceKind::Typed } else { DiceKind::Seeded };
        let undo = self.undo.map(|undo| if undo == TakingBack::Strict { Undo::Strict } else { Undo::Free });
        Ok((seed, dice, undo))
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Dice {
    #[default]
    Seeded,
    Typed,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum TakingBack {
    Free,
    Strict,
}

impl Play {
    pub(super) fn run(self, front: Library, out: &mut dyn Write) -> CommandResult {
        let scenario = self.options.scenario(&front, &self.scenario)?;
        let (opening, _) = scenario.open()?;
        let seats =
            seats(&*opening, self.side.as_deref(), Manner { temper: self.temper, ..self.opponent.steady() })?;
        let (seed, dice, undo) = self.options.settled()?;
        if !self.plain {
            want_terminal()?;
        }
        let session = front.start_from(&*opening, &scenario, &NewGame { seats, seed, dice, undo })?;
        if self.plain {
            return look::in_lines(&front, session, out);
        }
        self.look.screen(front, Some(session))
    }
}

/// The seats when a player asks for a side.
fn seats(opening: &dyn Opening, side: Option<&str>, manner: Manner) -> Result<[Seat; 2], CommandError> {
    let program = Seat::Program(manner);
    let sides = opening.sides();
    let named = |at: usize, name: &str| {
        sides[at].0.eq_ignore_ascii_case(name) || sides[at].1.eq_ignore_ascii_case(name)
    };
    match side {
        None => Ok([Seat::Human, program]),
        Some(name) if named(0, name) => Ok([Seat::Human, program]),
        Some(name) if named(1, name) => Ok([program, Seat::Human]),
        Some("both") => Ok([Seat::Human; 2]),
        Some("none") => Ok([program; 2]),
        Some(name) => {
            let keys = sides.map(|(key, _)| key);
            let near = nearest(name, &keys);
            let perhaps = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            let [a, b] = keys;
            fail(format!("unknown side \"{name}\": expected {a}, {b}, both or none{perhaps}"))
        }
    }
}
