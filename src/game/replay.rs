//! Replaying a journal: the same choices and the same faces must give the same positions.

use std::collections::HashMap;

use super::journal::{DiceKind, Journal, Record, Winner};
use super::line::{Action, Line};
use super::{
    Chain, Digest, Event, Illegal, Log, LogLine, NotationError, Outcome, Rules, Seat, Sharing, Side,
    UndoTotals, side_keys,
};
use crate::dice::{Ask, Dice, Thing};
use crate::plain::plain;

/// Why a journal does not replay; each variant names the action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The save belongs to another ruleset.
    #[error("this is a game of {found}, not of {expected}")]
    Ruleset {
        /// As the save says.
        found: String,
        /// The ruleset it was loaded as.
        expected: String,
    },
    /// The seats do not match the scenario's sides.
    #[error("the save seats {}, but the scenario's sides are {expected}", plain(found))]
    Sides {
        /// As the save says.
        found: String,
        /// As the scenario says.
        expected: String,
    },
    /// An action after the end.
    #[error("play {n}: the game is already over ({why})")]
    Over {
        /// The action.
        n: u32,
        /// How the game ended.
        why: String,
    },
    /// The wrong side decides.
    #[error("play {n}: the save says {} decides; replaying it, {expected} decides", plain(found))]
    Side {
        /// The action.
        n: u32,
        /// As in the save.
        found: String,
        /// As in the rules.
        expected: String,
    },
    /// Not a choice.
    #[error("play {n}: {}", plain(&error.to_string()))]
    Notation {
        /// The action.
        n: u32,
        /// The expected form.
        error: NotationError,
    },
    /// A choice that is not offered.
    #[error("play {n}: \"{}\" is not allowed: {error}", plain(choice))]
    Illegal {
        /// The action.
        n: u32,
        /// The choice.
        choice: String,
        /// Why not.
        error: Illegal,
    },
    /// Too few faces, or one that is not on its die.
    #[error("play {n}: {problem} ({asked})")]
    Roll {
        /// The action.
        n: u32,
        /// The fault in the faces.
        problem: String,
        /// The roll that the rules asked for.
        asked: Box<Ask>,
    },
    /// Too many faces.
    #[error("play {n}: the save has {unread} more dice than were rolled")]
    Unread {
        /// The action.
        n: u32,
        /// How many more.
        unread: usize,
    },
    /// Faces that the seed does not give.
    #[error("play {n}: the save has rolls {found:?}, but the seed gives {expected:?}")]
    Faces {
        /// The action.
        n: u32,
        /// As in the save.
        found: Vec<u8>,
        /// As the seed gives.
        expected: Vec<u8>,
    },
    /// A different position.
    #[error("play {n}: the save has digest {found:016x}, but replaying gives {expected:016x}")]
    Digest {
        /// The action.
        n: u32,
        /// As in the save.
        found: u64,
        /// As replayed.
        expected: u64,
    },
    /// A wrong seal.
    #[error("play {n}: the seal does not match: this entry, or something before it, was changed")]
    Seal {
        /// The first action whose seal is wrong.
        n: u32,
    },
    /// A different turn.
    #[error("play {n}: the save says turn {found} follows, but replaying leads to turn {expected}")]
    Turn {
        /// The action.
        n: u32,
        /// As in the save, or as it was before.
        found: u32,
        /// As replayed.
        expected: u32,
    },
    /// A different end.
    #[error("play {n}: the save says {}, but replaying gives {}", plain(found), plain(expected))]
    End {
        /// The action.
        n: u32,
        /// As in the save.
        found: String,
        /// As replayed.
        expected: String,
    },
    /// An undo to an action that does not stand.
    #[error("play {n}: undoes back to play {to}, which was itself undone")]
    Undo {
        /// The action.
        n: u32,
        /// The action it goes back to.
        to: u32,
    },
}

impl ReplayError {
    /// The action that does not replay, if it is a single one.
    pub const fn play(&self) -> Option<u32> {
        match self {
            Self::Ruleset { .. } | Self::Sides { .. } => None,
            Self::Over { n, .. }
            | Self::Side { n, .. }
            | Self::Notation { n, .. }
            | Self::Illegal { n, .. }
            | Self::Roll { n, .. }
            | Self::Unread { n, .. }
            | Self::Faces { n, .. }
            | Self::Digest { n, .. }
            | Self::Seal { n }
            | Self::Turn { n, .. }
            | Self::End { n, .. }
            | Self::Undo { n, .. } => Some(*n),
        }
    }

    /// The ways in which the game can still be resumed, the one that keeps most first.
    pub fn resume_modes(&self) -> Vec<ReplayMode> {
        let by_dice = matches!(
            self,
            Self::Digest { .. }
                | Self::Faces { .. }
                | Self::Unread { .. }
                | Self::Seal { .. }
                | Self::Turn { .. }
                | Self::End { .. }
        );
        let stop = self.play().map(ReplayMode::StopBefore);
        by_dice.then_some(ReplayMode::ByRecordedDice).into_iter().chain(stop).collect()
    }
}

/// How strictly a journal is replayed, and how far.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum ReplayMode {
    /// To its end, and everything must agree: dice with the seed, digests with the positions. Dice and
    /// digests of another version of the rules are not compared.
    #[default]
    Checked,
    /// To its end by the recorded choices and dice, comparing nothing.
    ByRecordedDice,
    /// By the recorded choices and dice, stopping before this action.
    StopBefore(u32),
}

/// A journal replayed to its end.
#[derive(Debug)]
pub struct Replayed<R: Rules> {
    pub(super) line: Line<R>,
    /// The player of each side at the end.
    pub seats: [Seat; 2],
    /// The number of actions with a digest; all of them agreed.
    pub digests: u32,
    /// The actions undone.
    pub undo_totals: UndoTotals,
    /// What the notes of a shared battle have settled.
    pub sharing: Option<Sharing>,
}

impl<R: Rules> Replayed<R> {
    /// How the game ended: by the rules, or by a note of a shared battle.
    pub fn outcome(&self) -> Option<Outcome> {
        let agreed = self.sharing.as_ref().and_then(|sharing| sharing.ended.clone());
        agreed.or_else(|| self.position().outcome())
    }

    /// The position at the end.
    pub fn position(&self) -> &R {
        self.line.position()
    }

    /// Everything that happened and was not undone.
    pub fn log(&self) -> &[LogLine] {
        self.line.log()
    }

    /// The number of actions that stand.
    pub fn plays(&self) -> u32 {
        self.line.plays()
    }
}

/// Replays a journal from the opening position of its scenario, comparing everything that can be compared.
///
/// # Errors
/// The first action that does not replay, with its number and the reason.
pub fn replay<R: Rules>(initial: R, journal: &Journal) -> Result<Replayed<R>, ReplayError> {
    replay_with(initial, journal, ReplayMode::Checked)
}

/// Replays a journal as strictly and as far as asked. Actions that were undone are skipped.
///
/// # Errors
/// The first action that does not replay, with its number and the reason.
pub fn replay_with<R: Rules>(
    initial: R,
    journal: &Journal,
    mode: ReplayMode,
) -> Result<Replayed<R>, ReplayError> {
    let header = &journal.header;
    let keys = side_keys(&initial);
    let seat = |key: &String| header.seats.get(key).copied();
    let (Some(a), Some(b)) = (seat(&keys[0]), seat(&keys[1])) else {
        let found: Vec<_> = header.seats.keys().cloned().collect();
        return Err(ReplayError::Sides { found: found.join(" and "), expected: keys.join(" and ") });
    };
    let plays = match mode {
        ReplayMode::StopBefore(n) => &journal.plays[..journal.plays.len().min(n.saturating_sub(1) as usize)],
        _ => &journal.plays[..],
    };
    let Standing { plays: standing, undo_totals } = Standing::of(plays)?;
    let checked = mode == ReplayMode::Checked;
    let same_rules = header.rules == R::VERSION;
    if checked {
        journal.seal().map_err(|n| ReplayError::Seal { n })?;
    }
    let mut turn = initial.turn();
    let mut again = Again {
        line: Line::new(initial, Chain::new(header.seed)),
        keys,
        seats: [a, b],
        checks: Checks {
            seed: (checked && header.dice == DiceKind::Seeded && (same_rules || header.rules == 0))
                .then_some(header.seed),
            first_format: header.format() == 1,
            exact: checked,
        },
    };
    let mut digests = Digests::of(if checked && same_rules { plays } else { &[] });
    digests.compare(&again.line, 0)?;
    let mut standing = standing.into_iter().peekable();
    let mut sharing = header.shared.clone().map(Sharing::new);
    for play in plays {
        turn = play.turn.unwrap_or(turn);
        if let Some(sharing) = &mut sharing {
            let by = Side::BOTH.into_iter().find(|side| again.keys[side.index()] == play.side);
            if let Some(ended) = &sharing.ended {
                return Err(ReplayError::Over { n: play.n, why: ended.why.clone() });
            }
            if let Some(by) = by {
                sharing.take(play, by);
            }
        }
        if standing.next_if(|next| next.n == play.n).is_some() {
            again.play(play)?;
            if checked && same_rules {
                compare_end(again.line.position(), play, turn, &again.keys)?;
            }
            digests.compare(&again.line, play.n)?;
        } else if let Some(seat) = play.by
            && let Some(side) = again.keys.iter().position(|key| *key == play.side)
        {
            again.seats[side] = seat;
        }
    }
    Ok(Replayed { line: again.line, seats: again.seats, digests: digests.agreed, undo_totals, sharing })
}

/// The digests of a journal. One belongs to the position after an action, whether the action or an undo back to
/// it wrote it.
struct Digests {
    /// By the number of the action: the entries that wrote one, each with its digest.
    written: HashMap<u32, Vec<(u32, u64)>>,
    /// The number of those that agreed.
    agreed: u32,
}

impl Digests {
    fn of(plays: &[Record]) -> Self {
        let mut written: HashMap<u32, Vec<(u32, u64)>> = HashMap::new();
        for play in plays {
            if let Some(digest) = play.digest {
                written.entry(play.to.unwrap_or(play.n)).or_default().push((play.n, digest));
            }
        }
        Self { written, agreed: 0 }
    }

    /// Compares the position after an action with every digest written of it.
    fn compare<R: Rules>(&mut self, line: &Line<R>, after: u32) -> Result<(), ReplayError> {
        for &(n, found) in self.written.get(&after).into_iter().flatten() {
            let expected = Digest::of(line.position());
            if found != expected {
                return Err(ReplayError::Digest { n, found, expected });
            }
            self.agreed += 1;
        }
        Ok(())
    }
}

/// Compares turn and end with the record of an action: its turn if it changes, and its winner.
fn compare_end<R: Rules>(
    position: &R,
    play: &Record,
    turn: u32,
    keys: &[String; 2],
) -> Result<(), ReplayError> {
    let n = play.n;
    if position.turn() != turn {
        return Err(ReplayError::Turn { n, found: turn, expected: position.turn() });
    }
    let end = |winner: Option<&Winner>, why: Option<&str>| match winner {
        None => "that the game continues".to_owned(),
        Some(Winner::Draw) => format!("a draw: {}", why.unwrap_or_default()),
        Some(Winner::Side(key)) => format!("that {key} wins: {}", why.unwrap_or_default()),
    };
    let outcome = position.outcome();
    let winner = outcome.as_ref().map(|outcome| Winner::of(outcome.winner, keys));
    // The reason is a sentence that a later version may word differently.
    if play.winner == winner {
        return Ok(());
    }
    let found = end(play.winner.as_ref(), play.why.as_deref());
    let expected = end(winner.as_ref(), outcome.as_ref().map(|outcome| outcome.why.as_str()));
    Err(ReplayError::End { n, found, expected })
}

/// The actions that stand at the end of a journal.
struct Standing<'a> {
    plays: Vec<&'a Record>,
    undo_totals: UndoTotals,
}

impl<'a> Standing<'a> {
    fn of(plays: &'a [Record]) -> Result<Self, ReplayError> {
        let mut standing: Vec<&Record> = Vec::new();
        let mut undo_totals = UndoTotals::default();
        for play in plays {
            let Some(to) = play.to else {
                standing.push(play);
                continue;
            };
            let stands = standing.iter().position(|made| made.n == to).map(|at| at + 1);
            let count = if to == 0 { Some(0) } else { stands };
            let count = count.ok_or(ReplayError::Undo { n: play.n, to })?;
            // An entry with a reason was not made by a player.
            if play.why.is_none() {
                undo_totals.add(standing[count..].iter().map(|made| &made.rolls[..]));
            }
            standing.truncate(count);
        }
        Ok(Self { plays: standing, undo_totals })
    }
}

/// A journal being replayed.
struct Again<R: Rules> {
    line: Line<R>,
    keys: [String; 2],
    seats: [Seat; 2],
    checks: Checks,
}

impl<R: Rules> Again<R> {
    fn play(&mut self, play: &Record) -> Result<(), ReplayError> {
        let (action, after, events) =
            work_out_again(&self.line, play, &self.keys, &mut self.seats, &self.checks)?;
        self.line.push(action, after, events);
        Ok(())
    }
}

/// What is compared when an action is carried out again.
#[derive(Clone, Debug)]
pub(super) struct Checks {
    /// The seed the faces must come from, if they are compared.
    pub seed: Option<u64>,
    /// The faces may come from the single stream of a format 1 game.
    pub first_format: bool,
    /// Leftover faces are an error.
    pub exact: bool,
}

/// A recorded action worked out on top of a line of play: the action, the position after it, and its events.
pub(super) type WorkedOut<R> = (Action<<R as Rules>::Choice>, R, Vec<Event>);

/// Works out a recorded action on top of a line of play, by its recorded dice.
pub(super) fn work_out_again<R: Rules>(
    line: &Line<R>,
    play: &Record,
    keys: &[String; 2],
    seats: &mut [Seat; 2],
    checks: &Checks,
) -> Result<WorkedOut<R>, ReplayError> {
    let (n, rolls) = (play.n, &play.rolls);
    let position = line.position();
    let Some(decision) = position.decision() else {
        let why = position.outcome().map(|outcome| outcome.why).unwrap_or_default();
        return Err(ReplayError::Over { n, why });
    };
    let side = decision.side;
    let expected = &keys[side.index()];
    if play.side != *expected {
        return Err(ReplayError::Side { n, found: play.side.clone(), expected: expected.clone() });
    }
    if let Some(seat) = play.by {
        seats[side.index()] = seat;
    }
    let choice: R::Choice = play.choice.parse().map_err(|error| ReplayError::Notation { n, error })?;
    position.check(&choice).map_err(|error| ReplayError::Illegal {
        n,
        choice: play.choice.clone(),
        error,
    })?;
    let mut after = position.clone();
    let mut dice = Dice::taped(rolls);
    let mut log = Log::on();
    after.apply(&choice, &mut dice, &mut log).map_err(|asked| {
        let problem = match rolls.get(dice.faces().len()) {
            Some(face) => match &asked.thing {
                Thing::Die(die) => format!("a D{} shows no {face}", die.sides),
                Thing::Card { deck, .. } => format!("{deck} has no card {face}"),
            },
            None => format!("the save has only {} dice; more were rolled", rolls.len()),
        };
        ReplayError::Roll { n, problem, asked: Box::new(asked) }
    })?;
    if checks.exact && dice.unread() > 0 {
        return Err(ReplayError::Unread { n, unread: dice.unread() });
    }
    let chain = line.chain().with(&choice);
    if let Some(seed) = checks.seed.filter(|_| !rolls.is_empty()) {
        let expected = fallen(position, &choice, chain.dice());
        let of_stream =
            || checks.first_format && fallen(position, &choice, Dice::seeded(seed, line.drawn())) == *rolls;
        if expected != *rolls && !of_stream() {
            return Err(ReplayError::Faces { n, found: rolls.clone(), expected });
        }
    }
    let events = log.events();
    let human = seats[side.index()] == Seat::Human;
    let revealed = events.iter().any(|event| event.reveals);
    Ok((Action { n, side, choice, rolls: rolls.clone(), human, revealed, chain }, after, events))
}

/// The faces that dice give to a choice.
fn fallen<R: Rules>(position: &R, choice: &R::Choice, mut dice: Dice) -> Vec<u8> {
    // Only the faces matter here; a seeded stream does not end.
    let _ = position.clone().apply(choice, &mut dice, &mut Log::off());
    dice.faces().to_vec()
}
