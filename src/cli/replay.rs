//! `standto replay`: prints the log of a saved game from its beginning.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::host::Player;
use super::names;
use super::{CommandError, CommandResult, fail, tell};
use crate::game::journal::{DiceKind, Journal, Loaded, WatchRule};
use crate::game::replay::ReplayMode;
use crate::game::{LogLine, Seat, Sharing, Side};
use crate::library::{Kept, Library};
use crate::registry::Played;
use crate::store;

/// Print the log of a saved game from its beginning: turns, dice and rule numbers.
///
/// With --verify every recorded die must match its seed, and every recorded digest the replayed position. The
/// first action that differs is reported and the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto replay SAVE | less\n  \
    standto replay SAVE --verify > /dev/null")]
pub struct Replay {
    /// Save: a name from "standto list", or a path
    #[arg(add = names::saves())]
    save: String,
    /// Fail where the recorded dice do not lead to the recorded positions
    #[arg(long)]
    verify: bool,
    /// Print only what this side may know. While a game is in progress this works for your own side only, and
    /// is the default
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Write a recording for asciinema to this file instead: what both sides saw, or with --side that
    /// side's view
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    cast: Option<PathBuf>,
    #[command(flatten)]
    player: Player,
}

impl Replay {
    pub(super) fn run(self, front: Library, out: &mut dyn Write) -> CommandResult {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, lost, .. } = front.read_save(&path)?;
        let journal = loaded.journal;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        let side = self.side.as_deref().map(|key| side_of(&opening.sides(), key)).transpose()?;
        if let Some(file) = &self.cast {
            store::may_share(file)?;
        }
        writeln!(out, "{}", opening.title())?;
        let player = self.player.name(&front)?;
        let fault = match opening.replay(&journal) {
            Ok(played) if self.cast.is_some() => {
                let reader = Reader::of(&played, side, &player)?;
                let holds = Side::BOTH.map(|side| matches!(reader, Reader::Seat(own) if own == side));
                let loaded = Loaded { journal, torn: None, whole: 0 };
                let session = opening.share(loaded, None, holds)?;
                let file = self.cast.unwrap_or_default();
                return super::cast::write(front, session, holds == [false; 2], &file);
            }
            Ok(played) => {
                tell_game(&played, &Reader::of(&played, side, &player)?, out)?;
                tell_seats(&journal, out)?;
                if self.verify {
                    if lost.is_some() {
                        return Err(CommandError::Reported);
                    }
                    let (plays, digests) = (played.plays, played.digests);
                    writeln!(out, "\nverified: {plays} actions, {digests} digests, all as recorded")?;
                    tell_seals(&journal, played.outcome.is_some(), out)?;
                }
                return Ok(());
            }
            Err(fault) => fault,
        };
        if self.cast.is_some() {
            return fail(format!("{}: {fault}", crate::plain::path(&path)));
        }
        // Everything readable is printed; a position or dice that differ do not stop it.
        let told = opening.replay_with(&journal, ReplayMode::ByRecordedDice);
        let whole = told.is_ok();
        let told = told.or_else(|error| {
            opening.replay_with(&journal, ReplayMode::StopBefore(error.play().unwrap_or(1)))
        });
        if let Ok(played) = told {
            tell_game(&played, &Reader::of(&played, side, &player)?, out)?;
        }
        if whole && !self.verify {
            out.flush()?;
            tell(&format!("{}: warning: {fault}", crate::plain::path(&path)));
            return Ok(());
        }
        fail(format!("{}: {fault}", crate::plain::path(&path)))
    }
}

/// Tells which sides changed their player: such a battle does not count in the statistics.
fn tell_seats(journal: &Journal, out: &mut dyn Write) -> CommandResult {
    let mut sides: Vec<&str> =
        journal.plays.iter().filter(|play| play.by.is_some()).map(|play| &*play.side).collect();
    sides.sort_unstable();
    sides.dedup();
    if !sides.is_empty() {
        writeln!(out, "The player changed during the battle: {}.", sides.join(", "))?;
    }
    Ok(())
}

/// Prints the seals, to be compared with those noted earlier, and the seed once the game is over.
fn tell_seals(journal: &Journal, over: bool, out: &mut dyn Write) -> CommandResult {
    let (Ok(Some(first)), Some(last)) = (journal.begun().seal(), journal.next_seal()) else {
        writeln!(out, "not sealed: a change that still replays would not be noticed")?;
        return Ok(());
    };
    writeln!(out, "seal at the start: {}", first.in_groups())?;
    writeln!(out, "seal at the end:   {}", last.in_groups())?;
    if over && journal.header.dice == DiceKind::Seeded {
        writeln!(out, "dice seed: {}", journal.header.seed)?;
    }
    Ok(())
}

/// The side with a key.
pub(super) fn side_of(sides: &[(String, String); 2], key: &str) -> Result<Side, CommandError> {
    let side = Side::BOTH.into_iter().find(|side| sides[side.index()].0 == key);
    let keys = || sides.each_ref().map(|(key, _)| key.as_str()).join(" or ");
    side.ok_or_else(|| CommandError::Usage(format!("unknown side \"{key}\": expected {}", keys())))
}

/// The reader that a log is printed for.
pub(super) enum Reader {
    /// Reads everything: the game is over, or nobody plays it.
    Anyone,
    /// The player of this side.
    Seat(Side),
    /// Either of two human players of a game in progress, or a spectator.
    Both,
}

impl Reader {
    /// The reader of a game, given the side asked for and the player's name in shared battles.
    fn of(played: &Played, asked: Option<Side>, player: &str) -> Result<Self, CommandError> {
        Self::allowed(played.outcome.is_some(), played.seats, played.sharing.as_ref(), asked, player)
    }

    /// The same, for a game that is looked at in another way.
    pub(super) fn allowed(
        over: bool,
        seats: [Seat; 2],
        sharing: Option<&Sharing>,
        asked: Option<Side>,
        player: &str,
    ) -> Result<Self, CommandError> {
        let humans: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| seats[side.index()] == Seat::Human).collect();
        if over || humans.is_empty() {
            return Ok(asked.map_or(Self::Anyone, Self::Seat));
        }
        // At one keyboard nobody can tell which of the two players asks.
        let seats: Vec<Side> = match (sharing, &humans[..]) {
            (Some(sharing), _) => {
                let own = |side: &Side| sharing.players[side.index()].as_deref() == Some(player);
                Side::BOTH.into_iter().filter(own).collect()
            }
            (None, [one]) => vec![*one],
            (None, _) => Vec::new(),
        };
        if seats.is_empty() && sharing.is_some_and(|sharing| sharing.terms.watch == WatchRule::Closed) {
            return fail("the players of this battle allow no spectators until it is over");
        }
        match (asked, &seats[..]) {
            (None, [one]) => Ok(Self::Seat(*one)),
            (None, _) => Ok(Self::Both),
            (Some(side), [one]) if side == *one => Ok(Self::Seat(side)),
            (Some(_), [_]) => {
                fail("this battle is still on: only your own side can be shown until it is over")
            }
            (Some(_), _) => fail(
                "this battle is still on: the lines of one side are shown once it is over; until then, without \
                 --side, what both sides know",
            ),
        }
    }

    fn may_read(&self, line: &LogLine) -> bool {
        match self {
            Self::Anyone => true,
            Self::Seat(side) => line.event.is_for(*side),
            Self::Both => line.event.only.is_none(),
        }
    }
}

fn tell_game(played: &Played, reader: &Reader, out: &mut dyn Write) -> CommandResult {
    let mut turn = 0;
    let mut kept_back = 0u32;
    for line in &played.log {
        if line.turn != turn {
            turn = line.turn;
            writeln!(out, "\nTurn {turn}")?;
        }
        if reader.may_read(line) {
            tell_line(line, out)?;
        } else {
            kept_back += 1;
        }
    }
    match &played.outcome {
        Some(outcome) => writeln!(out, "\nAfter {} actions: {}", played.plays, outcome.why)?,
        None => writeln!(out, "\nIn turn {} after {} actions.", played.turn, played.plays)?,
    }
    if matches!(reader, Reader::Both) && kept_back > 0 {
        writeln!(out, "{kept_back} lines are secret to one side until the battle is over.")?;
    }
    if played.undo_totals.past_dice > 0 {
        writeln!(out, "Actions undone after rolling dice: {}.", played.undo_totals.past_dice)?;
    }
    Ok(())
}

fn tell_line(line: &LogLine, out: &mut dyn Write) -> CommandResult {
    let event = &line.event;
    writeln!(out, "{:>5}  {} ({})", line.play, event.text, event.rule)?;
    for modifier in &event.modifiers {
        writeln!(out, "         {modifier}")?;
    }
    Ok(())
}
