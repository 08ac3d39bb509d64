//! `standto host` and `standto join`: battles between two terminals.

use clap::Args;

use super::look::{Look, want_terminal};
use super::names;
use super::play::Options;
use super::{CommandError, CommandResult, fail, tell};
use crate::game::journal::{ClockRule, Terms, WatchRule, player_name};
use crate::game::{Seat, Side};
use crate::library::{Joining, Library, NewGame};
use crate::reading::nearest;

/// Start a battle against a player at another terminal.
///
/// The other player joins with "standto join", or from the title screen. Both follow one saved game: you can
/// quit at any time, and need not be connected at the same time.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto host introductory\n  \
    standto host introductory --side soviets --for bert --clock turn=900\n  \
    standto host introductory --word bridge --watch delay=2")]
pub struct Host {
    /// Scenario: a name from "standto list", or the path of a .toml file
    scenario: String,
    /// Your side: its name
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// The only player who may join; without it, anyone
    #[arg(long = "for", value_name = "NAME")]
    guest: Option<String>,
    /// Password that a player must give to join
    #[arg(long, visible_alias = "password", value_name = "WORD")]
    word: Option<String>,
    /// Spectators: "open" sees what both sides see, "delay=N" everything N turns late, "none" nothing until
    /// the battle is over
    #[arg(long, value_name = "RULE", default_value = "open")]
    watch: WatchRule,
    /// Time of each side, in seconds: "turn=SECONDS" or "battle=SECONDS"
    #[arg(long, value_name = "TIME")]
    clock: Option<ClockRule>,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    look: Look,
}

/// The name of a player.
#[derive(Args)]
pub struct Player {
    /// Your name in battles with other players; the default is your user name
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
}

impl Player {
    /// The name to play under.
    pub fn name(&self, front: &Library) -> Result<String, CommandError> {
        match &self.name {
            None => Ok(front.player()),
            Some(name) => player_name(name).ok_or_else(|| {
                CommandError::Usage(format!(
                    "\"{}\" is not a name: use up to 24 letters, digits, spaces, \"-\", \"_\" and \".\"",
                    crate::plain::plain(name)
                ))
            }),
        }
    }
}

impl Host {
    pub(super) fn run(self, front: Library) -> CommandResult {
        let scenario = self.options.scenario(&front, &self.scenario)?;
        let (opening, _) = scenario.open()?;
        let sides = opening.sides();
        let side = match &self.side {
            None => Side::A,
            Some(asked) => side_named(&sides, asked)?,
        };
        let guest = match &self.guest {
            None => None,
            Some(name) => Some(player_name(name).ok_or_else(|| {
                CommandError::Usage(format!("\"{}\" is not the name of a player", crate::plain::plain(name)))
            })?),
        };
        let player = self.player.name(&front)?;
        let (seed, dice, undo) = self.options.settled()?;
        let terms = Terms {
            guest,
            word: self.word.filter(|word| !word.trim().is_empty()),
            watch: self.watch,
            clock: self.clock,
        };
        want_terminal()?;
        let game = NewGame { seats: [Seat::Human; 2], seed, dice, undo };
        let session = front.host(&scenario, &game, side, terms, &player)?;
        if let Some(path) = session.save_path() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            tell(&format!("The other player joins with: standto join {name}"));
        }
        self.look.screen(front, Some(session))
    }
}

/// The side with a key or a name.
fn side_named(sides: &[(String, String); 2], asked: &str) -> Result<Side, CommandError> {
    let is = |side: &Side| {
        let (key, name) = &sides[side.index()];
        key.eq_ignore_ascii_case(asked) || name.eq_ignore_ascii_case(asked)
    };
    if let Some(side) = Side::BOTH.into_iter().find(is) {
        return Ok(side);
    }
    let keys = sides.each_ref().map(|(key, _)| key.clone());
    let near = nearest(asked, &keys);
    let perhaps = near.first().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
    fail(format!("unknown side \"{asked}\": expected {} or {}{perhaps}", keys[0], keys[1]))
}

/// Join a battle against a player at another terminal, or return to your seat in it.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto join BATTLE\n  \
    standto join BATTLE --side soviets --word bridge")]
pub struct Join {
    /// Battle: a name from "standto list", or the path of its saved game
    #[arg(add = names::battles())]
    battle: String,
    /// The side to play; without it, your own seat or the open one
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Password of the battle, if it has one
    #[arg(long, visible_alias = "password", value_name = "WORD")]
    word: Option<String>,
    /// End your other connection to this battle and go on here
    #[arg(long)]
    take_over: bool,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    look: Look,
}

impl Join {
    pub(super) fn run(self, front: Library) -> CommandResult {
        let path = front.find_battle(&self.battle)?;
        let player = self.player.name(&front)?;
        want_terminal()?;
        let joining = Joining { side: self.side, word: self.word, take_over: self.take_over };
        let (session, remarks) = front.sit(&path, &player, &joining)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        self.look.screen(front, Some(session))
    }
}
