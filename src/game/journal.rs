//! The journal: a game as a text that only grows.
//!
//! A header, then one `[[play]]` table for each play, ended by a blank line. The blank line is the
//! mark of a whole table: what follows the last one was torn off in the writing and is dropped with a
//! word about it. Anything else that is wrong is an error with its line.
//!
//! An undo is a play too: `choice = "undo"`, `to` the number of the play after which the position
//! stands again, 0 for the start. Numbers count every play in the file, taken back or not.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::Hasher as _;

use serde::{Deserialize, Deserializer, de};

use super::{Level, Seat};

/// The version of the format this program writes and reads.
pub const FORMAT: u32 = 1;

const MARK: &str = "[[play]]";

/// A game in writing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// What is fixed from the start.
    pub header: Header,
    /// Every play in the order of the file, undone ones and undos too.
    pub plays: Vec<Record>,
}

/// A journal read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The journal.
    pub journal: Journal,
    /// A word about a torn last table, if there was one.
    pub torn: Option<String>,
    /// The bytes of the file that are whole.
    pub whole: usize,
}

/// Where the faces come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceKind {
    /// The program rolls.
    #[default]
    Seeded,
    /// The player rolls and types the faces.
    Typed,
}

/// What is fixed from the start.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`].
    format: u32,
    /// Identifier of the ruleset: "matg".
    pub ruleset: String,
    /// Name of the scenario: "introductory".
    pub scenario: String,
    /// What the player calls it.
    pub title: String,
    /// [`fingerprint`] of the scenario text.
    pub scenario_hash: String,
    /// Version of the program that began the game.
    pub program: String,
    /// The seed of the dice and of the program's thoughts.
    pub seed: u64,
    /// Where the faces come from.
    pub dice: DiceKind,
    /// When the game was begun, in the caller's words.
    pub started: Option<String>,
    /// Who sat where at the start, by the key of the side.
    #[serde(deserialize_with = "seats")]
    pub seats: BTreeMap<String, Seat>,
    /// Options of the game, if it has any.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The scenario itself, so that the game outlives a change of its file.
    #[serde(default)]
    scenario_text: Option<ScenarioText>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    source: String,
}

/// One play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the file, from 1.
    pub n: u32,
    /// The key of the side that decided; for an undo the side whose decision comes back.
    pub side: String,
    /// The choice in notation, or "undo".
    pub choice: String,
    /// The faces that fell.
    #[serde(default)]
    pub rolls: Vec<u8>,
    /// For an undo: the play after which the position stands again.
    pub to: Option<u32>,
    /// Who sits there now, if that has changed.
    #[serde(default, deserialize_with = "some_seat")]
    pub by: Option<Seat>,
    /// The turn the game is in afterwards, if that has changed: for lists of saves.
    pub turn: Option<u32>,
    /// The digest of the position afterwards, now and then.
    #[serde(default, deserialize_with = "some_digest")]
    pub digest: Option<u64>,
    /// The key of the victor, or "draw", if the play ended the game.
    pub winner: Option<String>,
    /// Why, in a sentence.
    pub why: Option<String>,
}

/// What a list of saves shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The scenario's title.
    pub title: String,
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// Name of the scenario.
    pub scenario: String,
    /// When it was begun, in the words of the save.
    pub started: Option<String>,
    /// Plays made and not taken back.
    pub plays: usize,
    /// The turn it is in.
    pub turn: u32,
    /// How it ended, if it has.
    pub outcome: Option<String>,
}

/// Why a text is no journal, with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {what}")]
pub struct JournalError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub what: String,
}

/// Why a game cannot be taken up with the scenario at hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScenarioMismatch {
    /// The text within the save is not the one the game was begun with.
    #[error(
        "the scenario text in this save has been changed: its fingerprint is {found}, the save says {said}"
    )]
    Tampered {
        /// Of the text in the save.
        found: String,
        /// As the header says.
        said: String,
    },
    /// No text in the save, and the known one is another version.
    #[error(
        "this game was begun with another version of the scenario \"{name}\", and the save does not hold it"
    )]
    OtherVersion {
        /// The scenario.
        name: String,
    },
    /// No text at all.
    #[error("this game needs the scenario \"{name}\", which is not here, and the save does not hold it")]
    Missing {
        /// The scenario.
        name: String,
    },
}

/// FNV-1a of a text as sixteen hex digits.
pub fn fingerprint(text: &str) -> String {
    let mut hasher = super::Fnv(0xcbf2_9ce4_8422_2325);
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish())
}

impl Header {
    /// The header of a new game, with the scenario's text in it.
    pub fn new(
        ruleset: &str,
        scenario: &str,
        title: &str,
        source: &str,
        seed: u64,
        seats: [(&str, Seat); 2],
    ) -> Self {
        Self {
            format: FORMAT,
            ruleset: ruleset.into(),
            scenario: scenario.into(),
            title: title.into(),
            scenario_hash: fingerprint(source),
            program: env!("CARGO_PKG_VERSION").into(),
            seed,
            dice: DiceKind::Seeded,
            started: None,
            seats: seats.into_iter().map(|(key, seat)| (key.into(), seat)).collect(),
            options: BTreeMap::new(),
            scenario_text: Some(ScenarioText { source: source.into() }),
        }
    }

    /// The scenario text to play this game with, and a remark if it is not the one known today.
    /// `known` is the text the program or the user has under that name now.
    ///
    /// # Errors
    /// When neither the save nor `known` holds the text the game was begun with.
    pub fn scenario_source<'a>(
        &'a self,
        known: Option<&'a str>,
    ) -> Result<(&'a str, Option<String>), ScenarioMismatch> {
        let name = || self.scenario.clone();
        let known_fits = known.filter(|text| fingerprint(text) == self.scenario_hash);
        match (&self.scenario_text, known_fits, known) {
            (Some(ScenarioText { source }), _, _) => {
                let found = fingerprint(source);
                if found != self.scenario_hash {
                    return Err(ScenarioMismatch::Tampered { found, said: self.scenario_hash.clone() });
                }
                let remark = || {
                    let now = if known.is_some() { "has changed since" } else { "is no longer here" };
                    format!("The scenario \"{}\" {now}; this game goes on with its own copy.", self.scenario)
                };
                Ok((source, known_fits.is_none().then(remark)))
            }
            (None, Some(text), _) => Ok((text, None)),
            (None, None, Some(_)) => Err(ScenarioMismatch::OtherVersion { name: name() }),
            (None, None, None) => Err(ScenarioMismatch::Missing { name: name() }),
        }
    }

    /// The header as the beginning of a save.
    pub fn to_toml(&self) -> String {
        let mut text = String::from("# A game of Stand To. It only grows: add to it by playing on.\n");
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("format", self.format.to_string());
        line("ruleset", quoted(&self.ruleset));
        line("scenario", quoted(&self.scenario));
        line("title", quoted(&self.title));
        line("scenario-hash", quoted(&self.scenario_hash));
        line("program", quoted(&self.program));
        line("seed", self.seed.to_string());
        line("dice", quoted(if self.dice == DiceKind::Typed { "typed" } else { "seeded" }));
        if let Some(started) = &self.started {
            line("started", quoted(started));
        }
        text.push_str("\n[seats]\n");
        for (side, seat) in &self.seats {
            let _ = writeln!(text, "{} = {}", quoted(side), quoted(&seat_words(*seat)));
        }
        if !self.options.is_empty() {
            text.push_str("\n[options]\n");
            for (key, value) in &self.options {
                let _ = writeln!(text, "{} = {}", quoted(key), quoted(value));
            }
        }
        if let Some(ScenarioText { source }) = &self.scenario_text {
            let _ = writeln!(text, "\n[scenario-text]\nsource = {}", block(source));
        }
        text.push('\n');
        text
    }
}

impl Record {
    /// The table that is appended to a save.
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
        line("winner", self.winner.as_deref().map(quoted_ascii));
        line("why", self.why.as_deref().map(quoted_ascii));
        text.push('\n');
        text
    }
}

impl Journal {
    /// The whole save.
    pub fn to_toml(&self) -> String {
        self.plays.iter().fold(self.header.to_toml(), |text, play| text + &play.to_toml())
    }

    /// What a list of saves shows of it.
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
            let winner = play.winner.as_deref()?;
            let why = play.why.as_deref().unwrap_or_default();
            Some(if winner == "draw" { format!("draw: {why}") } else { format!("won by {winner}: {why}") })
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

/// A seat as a save says it: "human", "program normal".
pub fn seat_words(seat: Seat) -> String {
    match seat {
        Seat::Human => "human".into(),
        Seat::Program(level) => format!("program {}", level_word(level)),
    }
}

/// A level as a save says it: "normal".
pub const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Random => "random",
        Level::Easy => "easy",
        Level::Normal => "normal",
        Level::Hard => "hard",
    }
}

/// The seat that the words of a save mean.
pub fn seat_of(words: &str) -> Option<Seat> {
    let seats = [Level::Random, Level::Easy, Level::Normal, Level::Hard].map(Seat::Program);
    [Seat::Human].into_iter().chain(seats).find(|&seat| seat_words(seat) == words)
}

fn seat_error<E: de::Error>(words: &str) -> E {
    E::custom(format!(
        "\"{words}\" is no seat: expected \"human\" or \"program\" and random, easy, normal or hard"
    ))
}

fn some_seat<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
    let words = String::deserialize(from)?;
    seat_of(&words).map(Some).ok_or_else(|| seat_error(&words))
}

fn seats<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Seat>, D::Error> {
    let words = BTreeMap::<String, String>::deserialize(from)?;
    if words.len() != 2 {
        return Err(de::Error::custom("expected a seat for each of the two sides"));
    }
    let seat =
        |(side, words): (String, String)| Ok((side, seat_of(&words).ok_or_else(|| seat_error(&words))?));
    words.into_iter().map(seat).collect()
}

fn some_digest<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let digits = String::deserialize(from)?;
    let whole = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = whole.then(|| u64::from_str_radix(&digits, 16).ok()).flatten();
    number.map(Some).ok_or_else(|| de::Error::custom("expected a digest of sixteen hex digits"))
}

/// A TOML string on one line.
fn quoted(text: &str) -> String {
    quote(text, |_| false)
}

/// The same without a character beyond ASCII, so that a tear can never split a character.
fn quoted_ascii(text: &str) -> String {
    quote(text, |c| !c.is_ascii())
}

fn quote(text: &str, escape: impl Fn(char) -> bool) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || escape(c) => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A TOML string as it stands, over many lines, or quoted where that would not read back the same.
fn block(text: &str) -> String {
    let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    let plain = !text.contains("'''")
        && !text.ends_with('\'')
        && !text.contains(odd)
        && !text.lines().any(|line| line.trim_end() == MARK);
    if plain { format!("'''\n{text}'''") } else { quoted(text) }
}

/// Reads a journal. `file` is its name for errors.
///
/// # Errors
/// The line and column of the first thing that is wrong, and what was expected. A torn last table is
/// no error.
pub fn parse(text: &str, file: &str) -> Result<Loaded, JournalError> {
    let fail = |offset: usize, what: String| {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = 1 + before.matches('\n').count();
        JournalError { file: file.into(), line, column: 1 + before[line_start..].chars().count(), what }
    };
    let wrong = |base: usize, error: &toml::de::Error, expected: &str| {
        let at = base + error.span().map_or(0, |span| span.start);
        fail(at.min(text.len()), format!("{}; expected {expected}", error.message()))
    };

    let mut marks = marks(text);
    let whole = whole_length(text, marks.last().map(|mark| mark.start));
    let torn = (whole < text.len()).then(|| {
        marks.retain(|mark| mark.start < whole);
        let line = 1 + text[..whole].matches('\n').count();
        format!("The last play was torn off in the writing (line {line}) and is dropped.")
    });

    let head = &text[..marks.first().map_or(whole, |mark| mark.start)];
    let expected = "the header of a saved game";
    let version: Version = toml::from_str(head).map_err(|error| wrong(0, &error, expected))?;
    if version.format != FORMAT {
        let what = format!("format {} of a saved game; this program reads format {FORMAT}", version.format);
        return Err(fail(0, what));
    }
    let header: Header = toml::from_str(head).map_err(|error| wrong(0, &error, expected))?;

    let mut plays = Vec::with_capacity(marks.len());
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([whole]);
    for (number, (mark, end)) in (1..).zip(marks.iter().zip(ends)) {
        let expected = "a play with n, side and choice";
        let play: Record =
            toml::from_str(&text[mark.body..end]).map_err(|error| wrong(mark.body, &error, expected))?;
        if play.n != number {
            return Err(fail(mark.start, format!("play {} stands where play {number} was expected", play.n)));
        }
        if play.to.is_some() != (play.choice == UNDO) || play.to.is_some_and(|to| to >= number) {
            return Err(fail(
                mark.start,
                format!("play {number}: an undo, and nothing else, says to which play before it"),
            ));
        }
        plays.push(play);
    }
    Ok(Loaded { journal: Journal { header, plays }, torn, whole })
}

/// The choice that takes back.
pub const UNDO: &str = "undo";

#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// A line that begins a play: where it starts, and where the table's body does.
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

/// How much of the text was written to its end.
fn whole_length(text: &str, last_mark: Option<usize>) -> usize {
    let blank = ["\n\n", "\n\r\n"].iter().filter_map(|end| Some(text.rfind(end)? + end.len())).max();
    let blank = blank.unwrap_or(0);
    let rest = &text[blank..];
    if rest.is_empty() {
        text.len()
    } else if let Some(mark) = last_mark.filter(|&mark| mark >= blank) {
        mark
    } else if MARK.starts_with(rest) || rest.bytes().all(|byte| byte == 0) {
        // A mark torn in itself, or the zeros some disks leave behind after a power cut.
        blank
    } else {
        text.len()
    }
}
