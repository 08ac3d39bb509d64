//! Replaying a journal: the same choices and the same faces must give the same positions.

use super::journal::{DiceKind, Journal, Record};
use super::line::{Line, Made};
use super::{Digest, Illegal, Log, LogLine, NotationError, Rules, Seat, Side, side_keys};
use crate::dice::{Ask, Dice, Thing};
use crate::plain::plain;

/// Why a journal does not replay; each names the play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The save is of another ruleset.
    #[error("this is a game of {found}, not of {expected}")]
    Ruleset {
        /// As the save says.
        found: String,
        /// What it was loaded as.
        expected: String,
    },
    /// The seats are not those of the scenario's sides.
    #[error("the save seats {}, but the sides of the scenario are {expected}", plain(found))]
    Sides {
        /// As the save says.
        found: String,
        /// As the scenario says.
        expected: String,
    },
    /// A play after the end.
    #[error("play {n}: the game is over before it ({why})")]
    Over {
        /// The play.
        n: u32,
        /// How the game ended.
        why: String,
    },
    /// The wrong side.
    #[error("play {n}: the journal says {} decides, replaying it is {expected}", plain(found))]
    Side {
        /// The play.
        n: u32,
        /// As the journal says.
        found: String,
        /// As the rules say.
        expected: String,
    },
    /// No choice.
    #[error("play {n}: {}", plain(&error.to_string()))]
    Notation {
        /// The play.
        n: u32,
        /// What was expected.
        error: NotationError,
    },
    /// Not offered.
    #[error("play {n}: \"{}\" is not allowed: {error}", plain(choice))]
    Illegal {
        /// The play.
        n: u32,
        /// The choice.
        choice: String,
        /// Why not.
        error: Illegal,
    },
    /// Too few faces, or one that is not on its die.
    #[error("play {n}: {problem} ({asked})")]
    Roll {
        /// The play.
        n: u32,
        /// What is wrong with the faces.
        problem: String,
        /// What the rules wanted rolled.
        asked: Box<Ask>,
    },
    /// Too many faces.
    #[error("play {n}: the journal has {unread} more dice than were rolled")]
    Unread {
        /// The play.
        n: u32,
        /// How many more.
        unread: usize,
    },
    /// Faces the seed does not give.
    #[error("play {n}: the journal says the dice fell {found:?}, the seed gives {expected:?}")]
    Faces {
        /// The play.
        n: u32,
        /// As the journal says.
        found: Vec<u8>,
        /// As the seed says.
        expected: Vec<u8>,
    },
    /// Another position.
    #[error("play {n}: the journal says digest {found:016x}, replaying gives {expected:016x}")]
    Digest {
        /// The play.
        n: u32,
        /// As the journal says.
        found: u64,
        /// As replayed.
        expected: u64,
    },
    /// An undo to a play that does not stand.
    #[error("play {n}: takes back to play {to}, which does not stand")]
    Undo {
        /// The play.
        n: u32,
        /// Where it wants to go.
        to: u32,
    },
}

/// A journal played again to its end.
#[derive(Debug)]
pub struct Replayed<R: Rules> {
    pub(super) line: Line<R>,
    /// Who sits where at the end.
    pub seats: [Seat; 2],
    /// Plays that carried a digest, all of which agreed.
    pub digests: u32,
}

impl<R: Rules> Replayed<R> {
    /// The position at the end.
    pub fn position(&self) -> &R {
        self.line.position()
    }

    /// Everything that has happened and was not taken back.
    pub fn log(&self) -> &[LogLine] {
        self.line.log()
    }

    /// Plays that stand.
    pub fn plays(&self) -> u32 {
        self.line.plays()
    }
}

/// Plays a journal again from the initial position of its scenario.
///
/// # Errors
/// At the first play that does not replay, with its number and the reason.
pub fn replay<R: Rules>(initial: R, journal: &Journal) -> Result<Replayed<R>, ReplayError> {
    let keys = side_keys(&initial);
    let seat = |key: &String| journal.header.seats.get(key).copied();
    let (Some(a), Some(b)) = (seat(&keys[0]), seat(&keys[1])) else {
        let found: Vec<_> = journal.header.seats.keys().cloned().collect();
        return Err(ReplayError::Sides { found: found.join(" and "), expected: keys.join(" and ") });
    };
    let mut seats = [a, b];
    let seed = (journal.header.dice == DiceKind::Seeded).then_some(journal.header.seed);
    let mut line = Line::new(initial);
    let mut digests = 0;
    for play in &journal.plays {
        let n = play.n;
        if let Some(to) = play.to {
            let stands = line.made().iter().position(|made| made.n == to).map(|at| at + 1);
            let count = if to == 0 { Some(0) } else { stands };
            let back = count.and_then(|count| Some((count, line.position_after(count).ok()?)));
            let (count, position) = back.ok_or(ReplayError::Undo { n, to })?;
            line.cut(count, position);
        } else {
            let Some(decision) = line.position().decision() else {
                let why = line.position().outcome().map(|outcome| outcome.why).unwrap_or_default();
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
            let human = seats[side.index()] == Seat::Human;
            play_again(&mut line, play, side, human, seed)?;
        }
        if let Some(found) = play.digest {
            let expected = Digest::of(line.position());
            if found != expected {
                return Err(ReplayError::Digest { n, found, expected });
            }
            digests += 1;
        }
    }
    Ok(Replayed { line, seats, digests })
}

fn play_again<R: Rules>(
    line: &mut Line<R>,
    play: &Record,
    side: Side,
    human: bool,
    seed: Option<u64>,
) -> Result<(), ReplayError> {
    let (n, rolls) = (play.n, &play.rolls);
    let choice: R::Choice = play.choice.parse().map_err(|error| ReplayError::Notation { n, error })?;
    line.position().check(&choice).map_err(|error| ReplayError::Illegal {
        n,
        choice: play.choice.clone(),
        error,
    })?;
    let mut after = line.position().clone();
    let mut dice = Dice::taped(rolls);
    let mut log = Log::on();
    after.apply(&choice, &mut dice, &mut log).map_err(|asked| {
        let problem = match rolls.get(dice.faces().len()) {
            Some(face) => match &asked.thing {
                Thing::Die(die) => format!("a D{} shows no {face}", die.sides),
                Thing::Card { deck, .. } => format!("{deck} has no card {face}"),
            },
            None => format!("the journal has {} dice and more were rolled", rolls.len()),
        };
        ReplayError::Roll { n, problem, asked: Box::new(asked) }
    })?;
    if dice.unread() > 0 {
        return Err(ReplayError::Unread { n, unread: dice.unread() });
    }
    if let Some(seed) = seed.filter(|_| !rolls.is_empty()) {
        let mut fallen = Dice::seeded(seed, line.drawn());
        // Only the faces are wanted; a seeded stream does not end.
        let _ = line.position().clone().apply(&choice, &mut fallen, &mut Log::off());
        if fallen.faces() != rolls {
            let expected = fallen.faces().to_vec();
            return Err(ReplayError::Faces { n, found: rolls.clone(), expected });
        }
    }
    line.push(Made { n, side, choice, rolls: rolls.clone(), human }, after, log.events());
    Ok(())
}
