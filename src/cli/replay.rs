//! `standto replay`: a saved game told from its beginning.

use std::io::Write;

use clap::Args;

use super::check::play_of;
use super::{Done, stop, tell};
use crate::front::{Front, Kept};
use crate::game::LogLine;
use crate::game::journal::{DiceKind, Journal};
use crate::game::replay::ReplayError;
use crate::registry::Played;

/// Tell a saved game from its beginning: turns, dice and rule numbers.
///
/// With --verify every recorded die must be the one the seed gives, and every recorded digest the one of
/// the position replayed; the first play that differs is named and the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto replay SAVE | less\n  \
    standto replay SAVE --verify > /dev/null")]
pub struct Replay {
    /// The save: a name that "standto list" shows, or its path
    save: String,
    /// Fail where the recorded dice do not give the recorded positions
    #[arg(long)]
    verify: bool,
}

impl Replay {
    pub(super) fn run(self, front: &Front, out: &mut dyn Write) -> Done {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, .. } = front.read_save(&path)?;
        let journal = loaded.journal;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        writeln!(out, "{}", opening.title())?;
        let strict = opening.replay(&journal);
        let fault = match strict {
            Ok(played) => {
                tell_game(&played, out)?;
                if self.verify {
                    let (plays, digests) = (journal.plays.len(), played.digests);
                    writeln!(out, "\nverified: {plays} plays, {digests} digests, all as recorded")?;
                }
                return Ok(());
            }
            Err(fault) => fault,
        };
        // What can still be told is told; a position or dice that differ do not stop the tale.
        let lenient = without_checks(&journal);
        let told = opening.replay(&lenient);
        let whole = told.is_ok();
        let told = told.or_else(|error| opening.replay(&until(&lenient, &error)));
        if let Ok(played) = told {
            tell_game(&played, out)?;
        }
        if whole && !self.verify {
            out.flush()?;
            tell(&format!("{}: warning: {fault}", crate::plain::path(&path)));
            return Ok(());
        }
        stop(format!("{}: {fault}", crate::plain::path(&path)))
    }
}

/// The same journal with nothing to compare.
fn without_checks(journal: &Journal) -> Journal {
    let mut journal = journal.clone();
    journal.header.dice = DiceKind::Typed;
    journal.plays.iter_mut().for_each(|play| play.digest = None);
    journal
}

/// The part of a journal before the play at which it stopped.
fn until(journal: &Journal, error: &ReplayError) -> Journal {
    let mut journal = journal.clone();
    let before = play_of(error).map_or(0, |n| n.saturating_sub(1) as usize);
    journal.plays.truncate(before);
    journal
}

fn tell_game(played: &Played, out: &mut dyn Write) -> Done {
    let mut turn = 0;
    for line in &played.log {
        if line.turn != turn {
            turn = line.turn;
            writeln!(out, "\nTurn {turn}")?;
        }
        tell_line(line, out)?;
    }
    match &played.outcome {
        Some(outcome) => writeln!(out, "\nAfter {} plays: {}", played.plays, outcome.why)?,
        None => writeln!(out, "\nIn turn {} after {} plays.", played.turn, played.plays)?,
    }
    Ok(())
}

fn tell_line(line: &LogLine, out: &mut dyn Write) -> Done {
    let event = &line.event;
    writeln!(out, "{:>5}  {} ({})", line.play, event.text, event.rule)?;
    for modifier in &event.modifiers {
        writeln!(out, "         {modifier}")?;
    }
    Ok(())
}
