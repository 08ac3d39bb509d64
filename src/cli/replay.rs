//! `standto replay`: prints the log of a saved game from its beginning.

use std::io::Write;

use clap::Args;

use super::{CommandError, CommandResult, fail, tell};
use crate::game::journal::{DiceKind, Journal};
use crate::game::replay::ReplayMode;
use crate::game::{LogLine, Seat, Side};
use crate::library::{Kept, Library};
use crate::registry::Played;

/// Print the log of a saved game from its beginning: turns, dice and rule numbers.
///
/// With --verify every recorded die must match its seed, and every recorded digest the replayed position. The
/// first action that differs is reported and the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto replay SAVE | less\n  \
    standto replay SAVE --verify > /dev/null")]
pub struct Replay {
    /// Save: a name from "standto list", or a path
    save: String,
    /// Fail where the recorded dice do not lead to the recorded positions
    #[arg(long)]
    verify: bool,
    /// Print only what this side may know; this is the default for a game in progress with one human player
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
}

impl Replay {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, lost, .. } = front.read_save(&path)?;
        let journal = loaded.journal;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        writeln!(out, "{}", opening.title())?;
        let side = self.side.as_deref().map(|key| side_of(&opening.sides(), key)).transpose()?;
        let fault = match opening.replay(&journal) {
            Ok(played) => {
                tell_game(&played, side, out)?;
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
        // Everything readable is printed; a position or dice that differ do not stop it.
        let told = opening.replay_with(&journal, ReplayMode::ByRecordedDice);
        let whole = told.is_ok();
        let told = told.or_else(|error| {
            opening.replay_with(&journal, ReplayMode::StopBefore(error.play().unwrap_or(1)))
        });
        if let Ok(played) = told {
            tell_game(&played, side, out)?;
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
fn side_of(sides: &[(String, String); 2], key: &str) -> Result<Side, CommandError> {
    let side = Side::BOTH.into_iter().find(|side| sides[side.index()].0 == key);
    let keys = || sides.each_ref().map(|(key, _)| key.as_str()).join(" or ");
    side.ok_or_else(|| CommandError::Usage(format!("unknown side \"{key}\": expected {}", keys())))
}

/// The reader that a log is printed for.
enum Reader {
    /// Reads everything: the game is over, or nobody plays it.
    Anyone,
    /// The one human player of a game in progress.
    Seat(Side),
    /// Either of two human players of a game in progress.
    Both,
}

impl Reader {
    fn of(played: &Played, asked: Option<Side>) -> Self {
        let humans: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| played.seats[side.index()] == Seat::Human).collect();
        match (asked, &humans[..]) {
            (Some(side), _) => Self::Seat(side),
            _ if played.outcome.is_some() => Self::Anyone,
            (_, []) => Self::Anyone,
            (_, [one]) => Self::Seat(*one),
            _ => Self::Both,
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

fn tell_game(played: &Played, asked: Option<Side>, out: &mut dyn Write) -> CommandResult {
    let reader = Reader::of(played, asked);
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
        writeln!(out, "{kept_back} lines are secret to one side; --side shows that side's lines.")?;
    }
    if played.undo_totals.past_dice > 0 {
        writeln!(out, "Undone after a roll: {} actions.", played.undo_totals.past_dice)?;
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
