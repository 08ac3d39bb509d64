//! The journal: a game as a text that only grows.
//!
//! A header, then one `[[play]]` table for each action, ended by a blank line. The blank line marks a
//! complete table; anything after the last one is the torn end of an interrupted write and is dropped with a
//! remark. Any other fault is an error with its line.
//!
//! An undo is an action too: `choice = "undo"`, with `to` the number of the action whose position stands
//! again, 0 for the start. Numbers count every action in the file, undone or not.
//!
//! The tables are read by a TOML library and written by hand: a serializer formats a document as it likes,
//! while the bytes of a save must stay the same for ever, because seals are computed over them.

mod header;
mod note;
mod seal;
mod terms;
mod text;

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::{Seat, Side};
use crate::reading::Fault;
use text::{quoted_ascii, some_seat};

pub use header::{DiceKind, Header, ScenarioMismatch, Undo, fingerprint};
pub use note::{LONGEST_PLAYER, Note, player_name};
pub use seal::Seal;
pub use terms::{ClockRule, Terms, WatchRule};
pub use text::{level_word, manner_words, quoted, seat_of, seat_words, temper_word};

/// The save format this version writes; it reads every older one too.
///
/// 1: one stream of dice for the whole game, digests of the code's own fields. 2: dice that depend on the
/// actions ([`super::Chain`]), a version of the rules, explicit digests.
pub const FORMAT: u32 = 2;

/// The longest header and the longest action, in bytes. Anything longer was not written by this program, and
/// reading it as a table would take fifty times its length in memory.
pub const LONGEST_PIECE: usize = 1 << 20;

/// The line that begins an action.
const MARK: &str = "[[play]]";

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The facts fixed when the game begins.
    pub header: Header,
    /// Every action in file order, undone ones and undos included.
    pub plays: Vec<Record>,
}

/// A journal read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The journal.
    pub journal: Journal,
    /// A remark about a torn last table, if there was one.
    pub torn: Option<String>,
    /// The length of the complete part of the file, in bytes.
    pub whole: usize,
}

/// One recorded action.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the file, from 1.
    pub n: u32,
    /// The key of the side that decided; for an undo, the side that decides again.
    pub side: String,
    /// The choice in notation, or "undo".
    pub choice: String,
    /// The faces rolled.
    #[serde(default)]
    pub rolls: Vec<u8>,
    /// For an undo: the action whose position stands again.
    pub to: Option<u32>,
    /// The player of each side from here on, if that has changed.
    #[serde(default, deserialize_with = "some_seat")]
    pub by: Option<Seat>,
    /// The turn after the action, if it has changed: for lists of saves.
    pub turn: Option<u32>,
    /// The digest of the position after the action, every so often.
    #[serde(default, deserialize_with = "some_digest")]
    pub digest: Option<u64>,
    /// The winner, if the action ended the game.
    pub winner: Option<Winner>,
    /// Why, in a sentence.
    pub why: Option<String>,
    /// The players' standing orders, if they have changed, as the screen writes them.
    pub standing: Option<String>,
    /// A note by the side: in shared battles only.
    #[serde(default, deserialize_with = "note::some_note")]
    pub note: Option<Note>,
    /// The key of the side to decide next, if it is another: in shared battles only, for lists.
    pub next: Option<String>,
    /// When it was written, in seconds since 1970: in shared battles only.
    pub at: Option<u64>,
    /// The seal of the game up to here.
    #[serde(default, deserialize_with = "some_seal")]
    pub seal: Option<Seal>,
}

/// How a game ended, as a save says it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "String")]
pub enum Winner {
    /// In a draw.
    Draw,
    /// Won by the side with this key.
    Side(String),
}

impl Winner {
    /// The word for a draw.
    const DRAW: &'static str = "draw";

    /// The winner, given the keys of both sides; `None` is a draw.
    pub fn of(winner: Option<Side>, keys: &[String; 2]) -> Self {
        winner.map_or(Self::Draw, |side| Self::Side(keys[side.index()].clone()))
    }

    /// The key of the side that has won.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Draw => None,
            Self::Side(key) => Some(key),
        }
    }

    /// Its word in a save.
    fn word(&self) -> &str {
        self.key().unwrap_or(Self::DRAW)
    }
}

impl From<String> for Winner {
    fn from(word: String) -> Self {
        if word == Self::DRAW { Self::Draw } else { Self::Side(word) }
    }
}

/// The summary shown in a list of saves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The scenario's title.
    pub title: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The name of the scenario.
    pub scenario: String,
    /// When it was begun, as the save says.
    pub started: Option<String>,
    /// The number of actions that stand.
    pub plays: usize,
    /// The current turn.
    pub turn: u32,
    /// How it ended, if it has.
    pub outcome: Option<String>,
}

impl Record {
    /// The table to append to a save.
    pub fn to_toml(&self) -> String {
        let mut text = format!("{MARK}\nn = {}\n", self.n);
        let mut line = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {value}");
            }
        };
        line("side", Some(quoted_ascii(&self.side)));
        line("choice", Some(quoted_ascii(&self.choice)));
        line("rolls", (!self.rolls.is_empty()).then(|| format!("{:?}", self.rolls)));
        line("to", self.to.map(|n| n.to_string()));
        line("by", self.by.map(|seat| quoted_ascii(&seat_words(seat))));
        line("turn", self.turn.map(|turn| turn.to_string()));
        line("digest", self.digest.map(|digest| format!("\"{digest:016x}\"")));
        line("winner", self.winner.as_ref().map(|winner| quoted_ascii(winner.word())));
        line("why", self.why.as_deref().map(quoted_ascii));
        line("standing", self.standing.as_deref().map(quoted_ascii));
        line("note", self.note.as_ref().map(|note| quoted_ascii(&note.to_string())));
        line("next", self.next.as_deref().map(quoted_ascii));
        line("at", self.at.map(|at| at.to_string()));
        line("seal", self.seal.map(|seal| format!("\"{seal}\"")));
        text.push('\n');
        text
    }
}

impl Journal {
    /// The whole save.
    pub fn to_toml(&self) -> String {
        self.plays.iter().fold(self.header.to_toml(), |text, play| text + &play.to_toml())
    }

    /// The seal of the whole journal, if the game is sealed; every action must carry the right one.
    ///
    /// # Errors
    /// The first action with a wrong seal, or none.
    pub fn seal(&self) -> Result<Option<Seal>, u32> {
        if self.header.salt.is_none() {
            let sealed = self.plays.iter().find(|play| play.seal.is_some());
            return sealed.map_or(Ok(None), |play| Err(play.n));
        }
        let next = |seal: Seal, play: &Record| {
            let next = seal.with(play);
            if play.seal == Some(next) { Ok(next) } else { Err(play.n) }
        };
        self.plays.iter().try_fold(Seal::of(&self.header), next).map(Some)
    }

    /// The key of the side to decide, as the last action says; `None` before the first. For shared battles.
    pub fn decides(&self) -> Option<&str> {
        let last = self.plays.iter().rev().find(|play| play.to.is_none() || play.why.is_none())?;
        Some(last.next.as_deref().unwrap_or(&last.side))
    }

    /// The same game before its first action.
    pub fn begun(&self) -> Self {
        Self { header: self.header.clone(), plays: Vec::new() }
    }

    /// The seal for the next action to build on: computed over all actions, whatever seals they carry.
    pub fn next_seal(&self) -> Option<Seal> {
        let bears = self.header.salt.is_some();
        bears.then(|| self.plays.iter().fold(Seal::of(&self.header), |seal, play| seal.with(play)))
    }

    /// The summary for a list of saves.
    pub fn summary(&self) -> Summary {
        let mut line: Vec<u32> = Vec::new();
        for play in &self.plays {
            match play.to {
                Some(to) => line.retain(|&n| n <= to),
                None => line.push(play.n),
            }
        }
        let last = self.plays.last();
        let outcome = last.and_then(|play| {
            let why = play.why.as_deref().unwrap_or_default();
            Some(match play.winner.as_ref()? {
                Winner::Draw => format!("draw: {why}"),
                Winner::Side(key) => format!("won by {key}: {why}"),
            })
        });
        Summary {
            title: self.header.title.clone(),
            ruleset: self.header.ruleset.clone(),
            scenario: self.header.scenario.clone(),
            started: self.header.started.clone(),
            plays: line.len(),
            turn: self.plays.iter().rev().find_map(|play| play.turn).unwrap_or(1),
            outcome,
        }
    }
}

fn some_digest<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let digits = String::deserialize(from)?;
    let whole = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = whole.then(|| u64::from_str_radix(&digits, 16).ok()).flatten();
    number.map(Some).ok_or_else(|| de::Error::custom("expected a digest of sixteen hex digits"))
}

fn some_seal<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seal>, D::Error> {
    let digits = String::deserialize(from)?;
    digits.parse().map(Some).map_err(|()| de::Error::custom("expected a seal of 32 hex digits"))
}

/// Reads a journal. `file` is its name for errors.
///
/// # Errors
/// The first fault, with what was expected. A torn last table is not an error.
pub fn parse(text: &str, file: &str) -> Result<Loaded, Fault> {
    let fail = |offset: usize, what: String| Fault::at(file, text, offset, what);

    let mut marks = marks(text);
    let whole = whole_length(text, marks.last().map(|mark| mark.start));
    let torn = (whole < text.len()).then(|| {
        marks.retain(|mark| mark.start < whole);
        let line = 1 + text[..whole].matches('\n').count();
        format!("The save ends in an incomplete entry (line {line}). It is ignored.")
    });

    let head = &text[..marks.first().map_or(whole, |mark| mark.start)];
    let expected = "the header of a saved game";
    if head.len() > LONGEST_PIECE {
        return Err(fail(0, format!("{expected} of at most {} KiB", LONGEST_PIECE >> 10)));
    }
    let version: Version =
        crate::reading::from_toml(head).map_err(|error| misfit(text, file, 0, &error, expected))?;
    if !(1..=FORMAT).contains(&version.format) {
        let what =
            format!("format {} of a saved game; this version reads formats 1 to {FORMAT}", version.format);
        return Err(fail(0, what));
    }
    let header: Header =
        crate::reading::from_toml(head).map_err(|error| misfit(text, file, 0, &error, expected))?;

    let plays = records(text, file, &marks, whole, 1)?;
    Ok(Loaded { journal: Journal { header, plays }, torn, whole })
}

/// Reads the actions that another program has appended to a save, up to the last complete one. `next` is the
/// number of the first.
///
/// # Errors
/// The first fault, with what was expected.
pub fn parse_appended(text: &str, file: &str, next: u32) -> Result<Vec<Record>, Fault> {
    let marks = marks(text);
    if marks.first().is_some_and(|mark| !text[..mark.start].trim().is_empty()) || marks.is_empty() {
        return Err(Fault::at(file, text, 0, format!("expected {MARK} at the end of a saved game")));
    }
    records(text, file, &marks, text.len(), next)
}

/// Reads the actions at these marks, numbered from `next`.
fn records(text: &str, file: &str, marks: &[Mark], whole: usize, next: u32) -> Result<Vec<Record>, Fault> {
    let fail = |offset: usize, what: String| Fault::at(file, text, offset, what);
    let mut plays = Vec::new();
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([whole]);
    for (number, (mark, end)) in (next..).zip(marks.iter().zip(ends)) {
        let expected = "a play with n, side and choice";
        if end - mark.body > LONGEST_PIECE {
            return Err(fail(mark.start, format!("a play of at most {} KiB", LONGEST_PIECE >> 10)));
        }
        let play: Record = crate::reading::from_toml(&text[mark.body..end])
            .map_err(|error| misfit(text, file, mark.body, &error, expected))?;
        if play.n != number {
            return Err(fail(mark.start, format!("expected play {number}, found play {}", play.n)));
        }
        if play.to.is_some() != (play.choice == UNDO) || play.to.is_some_and(|to| to >= number) {
            return Err(fail(
                mark.start,
                format!(
                    "play {number}: expected \"to\" with an undo, and only there, naming an earlier play"
                ),
            ));
        }
        plays.push(play);
    }
    Ok(plays)
}

/// A fault in a table that begins at `base`.
fn misfit(text: &str, file: &str, base: usize, error: &crate::reading::Misfit, expected: &str) -> Fault {
    let at = base + error.span.as_ref().map_or(0, |span| span.start);
    Fault::at(file, text, at.min(text.len()), format!("{}; expected {expected}", error.message))
}

/// The choice that undoes.
pub const UNDO: &str = "undo";

#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// A line that begins an action: where it starts, and where the table's body does.
struct Mark {
    start: usize,
    body: usize,
}

fn marks(text: &str) -> Vec<Mark> {
    let mut start = 0;
    let mut marks = Vec::new();
    for line in text.split_inclusive('\n') {
        if line.trim_end() == MARK {
            marks.push(Mark { start, body: start + line.len() });
        }
        start += line.len();
    }
    marks
}

/// The length of the completely written part of the text.
fn whole_length(text: &str, last_mark: Option<usize>) -> usize {
    let blank = ["\n\n", "\n\r\n"].iter().filter_map(|end| Some(text.rfind(end)? + end.len())).max();
    let blank = blank.unwrap_or(0);
    let rest = &text[blank..];
    if rest.is_empty() {
        text.len()
    } else if let Some(mark) = last_mark.filter(|&mark| mark >= blank) {
        mark
    } else if MARK.starts_with(rest) || rest.bytes().all(|byte| byte == 0) {
        // A torn line, or the zeros some disks leave behind after a power cut.
        blank
    } else {
        text.len()
    }
}
