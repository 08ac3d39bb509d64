//! Faults in a file, and where they are.

use std::cell::OnceCell;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::spanned::Spanned;
use serde::Deserialize;
use serde::de::{self, SeqAccess, Visitor};

use crate::ledger::cited;
use crate::plain::plain as shown;

/// A fault in a file, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file name for messages.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The text found and the text expected.
    pub sentence: String,
}

impl Fault {
    /// A single fault at a byte of a text.
    pub fn at(file: &str, text: &str, byte: usize, sentence: impl Into<String>) -> Self {
        Report::new(file, text).note(byte..byte, sentence.into())
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", shown(&self.file), self.line, self.column, shown(&self.sentence))
    }
}

/// Why a file cannot be used: every fault found, in file order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", sentences(.faults))]
pub struct Faulty {
    /// At least one.
    pub faults: Vec<Fault>,
}

/// A result with its warnings, or everything that is wrong with the file.
pub type Read<T> = Result<(T, Vec<Fault>), Faulty>;

fn sentences(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The most faults, and the most warnings, reported for a file.
const MOST: usize = 50;

/// The longest sentence reported, in characters.
const LONGEST: usize = 600;

/// The text of a file, and its name.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    /// Where each line begins; filled at the first fault.
    lines: OnceCell<Vec<usize>>,
}

impl Source<'_> {
    /// Line and column of a byte, both from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        let line = lines.partition_point(|&start| start <= end);
        (line, self.text[lines[line - 1]..end].chars().count() + 1)
    }
}

/// Collects the faults and warnings of a file.
pub struct Report<'a> {
    source: Source<'a>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
    /// The file is the scenario of a game in progress.
    begun: bool,
    /// The number of faults found, reported or not.
    count: usize,
}

impl<'a> Report<'a> {
    /// An empty report on the file called `name`.
    pub const fn new(name: &'a str, text: &'a str) -> Self {
        let source = Source { name, text, lines: OnceCell::new() };
        Self { source, faults: Vec::new(), warnings: Vec::new(), begun: false, count: 0 }
    }

    /// The same for the scenario of a game in progress: an excess does not stop the game.
    #[must_use]
    pub const fn of_a_game(mut self) -> Self {
        self.begun = true;
        self
    }

    /// The result with its warnings, or every fault. A file with a fault is not used.
    ///
    /// # Errors
    /// There is a fault.
    pub fn end<T>(mut self, read: Option<T>) -> Read<T> {
        if self.is_full() {
            self.faults = in_order(self.faults);
            let sentence = format!("only the first {MOST} faults are listed; there may be more");
            self.faults.extend(self.faults.last().cloned().map(|last| Fault { sentence, ..last }));
        }
        match read {
            Some(value) if self.faults.is_empty() => Ok((value, in_order(self.warnings))),
            _ => Err(Faulty { faults: in_order(self.faults) }),
        }
    }

    fn note(&self, at: Range<usize>, mut sentence: String) -> Fault {
        cited::named(&sentence);
        let (line, column) = self.source.place(at.start);
        // A quotation from the file may be as long as the file.
        if let Some((end, _)) = sentence.char_indices().nth(LONGEST) {
            sentence.truncate(end);
            sentence += " ...";
        }
        Fault { file: self.source.name.to_owned(), line, column, sentence }
    }

    /// Reports a fault: the battle cannot begin with it.
    pub fn fault(&mut self, at: Range<usize>, sentence: impl Into<String>) {
        self.count += 1;
        if self.faults.len() < MOST {
            let fault = self.note(at, sentence.into());
            self.faults.push(fault);
        }
    }

    /// Reports more than the rules allow: a fault, unless the game has begun under rules that accepted it.
    pub fn excess(&mut self, at: Range<usize>, sentence: impl Into<String>) {
        if self.begun {
            self.warn(at, sentence);
        } else {
            self.fault(at, sentence);
        }
    }

    /// Reports a warning.
    pub fn warn(&mut self, at: Range<usize>, sentence: impl Into<String>) {
        if self.warnings.len() < MOST {
            let warning = self.note(at, sentence.into());
            self.warnings.push(warning);
        }
    }

    /// A number in its range, or a fault.
    pub fn within<N: TryFrom<i64>>(
        &mut self,
        what: &str,
        number: &Spanned<i64>,
        range: RangeInclusive<i64>,
    ) -> Option<N> {
        let (value, least, most) = (*number.get_ref(), range.start(), range.end());
        if range.contains(&value) {
            return N::try_from(value).ok();
        }
        self.fault(number.span(), format!("{what} cannot be {value}, expected {least} to {most}"));
        None
    }

    /// The number of faults so far. A reader compares it to know whether the parts it depends on were read
    /// without one.
    pub const fn faults(&self) -> usize {
        self.count
    }

    /// Whether the report is full, so that a reader need not look further.
    pub const fn is_full(&self) -> bool {
        self.count >= MOST
    }

    /// The rows of a drawing, each character with its place in the file.
    ///
    /// A text with escapes has no places of its own: all its characters are where it begins.
    pub fn rows(&self, drawing: &Spanned<String>) -> Vec<Row> {
        let (value, span) = (drawing.get_ref(), drawing.span());
        let body = self.source.text.get(span.clone()).and_then(|raw| {
            let body = raw.strip_prefix("'''").and_then(|rest| rest.strip_suffix("'''"));
            let body =
                body.or_else(|| raw.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\"")))?;
            let body = body.strip_prefix("\r\n").or_else(|| body.strip_prefix('\n')).unwrap_or(body);
            body.lines().eq(value.lines()).then_some((span.end - 3 - body.len(), body))
        });
        let (start, text) = body.map_or((None, value.as_str()), |(start, body)| (Some(start), body));
        let mut offset = 0;
        let mut rows = Vec::new();
        for line in text.split_inclusive('\n') {
            let at = |within: usize| start.map_or(span.start, |start| start + offset + within);
            let row = line.trim_end_matches(['\n', '\r']);
            rows.push(Row {
                marks: row.char_indices().map(|(n, mark)| (mark, at(n))).collect(),
                end: at(row.len()),
            });
            offset += line.len();
        }
        rows
    }
}

fn in_order(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.line, fault.column));
    faults
}

/// A row of a drawing.
pub struct Row {
    /// Its characters and their places in the file.
    pub marks: Vec<(char, usize)>,
    /// The place after its last character.
    pub end: usize,
}

/// One word or several: `"0302"` or `["0302", "0402"]`.
pub enum Words {
    /// One alone.
    One(String),
    /// A list of them.
    Several(Vec<Spanned<String>>),
}

impl Words {
    /// Each word with its place; a single word has the place of the whole value.
    pub fn each(words: &Spanned<Self>) -> Vec<(&str, Range<usize>)> {
        match words.get_ref() {
            Self::One(word) => vec![(word, words.span())],
            Self::Several(list) => list.iter().map(|word| (word.get_ref().as_str(), word.span())).collect(),
        }
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrSeveral;
        impl<'de> Visitor<'de> for OneOrSeveral {
            type Value = Words;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a list of strings")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Words, E> {
                Ok(Words::One(word.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = list.next_element()? {
                    words.push(word);
                }
                Ok(Words::Several(words))
            }
        }
        deserializer.deserialize_any(OneOrSeveral)
    }
}

/// A message of the TOML reader in plain words, on one line.
pub fn plain(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.replace("invalid type: ", "found ").replace("unknown variant", "unknown word");
    match line.rsplit_once("expected ") {
        Some((before, "i64" | "u8" | "u16" | "i16")) => format!("{before}expected a whole number"),
        Some((before, "a boolean")) => format!("{before}expected true or false"),
        _ => line,
    }
}
