//! Decodes the bytes of a terminal into keys, clicks and pastes.
//!
//! Bytes arrive in arbitrary chunks: an incomplete sequence is kept for a moment. No input makes the decoder
//! keep more than [`LONGEST_PASTE`] bytes.
//!
//! We don't use a library because the usual ones look at a single read only: an arrow key split by a slow
//! line becomes Esc and two letters, and a stray Esc can cost the player a turn.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// How long the rest of a sequence may take after Esc or within a character.
pub const PATIENCE: Duration = Duration::from_millis(50);
/// How long a bracketed paste may pause before its end is given up.
const PASTE_PATIENCE: Duration = Duration::from_secs(1);
/// More characters than this in one read were not typed by hand.
pub const MOST_TYPED: usize = 64;
/// Bytes of a paste that are kept.
pub const LONGEST_PASTE: usize = 4096;
/// Bytes of the longest sequence of a terminal.
const LONGEST_SEQUENCE: usize = 32;

const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// An event at the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A key.
    Key(KeyEvent),
    /// A click or a turn of the wheel.
    Mouse(MouseEvent),
    /// Pasted text, cut if it is too long.
    Paste(String),
}

/// Turns bytes into events.
#[derive(Debug, Default)]
pub struct Decoder {
    held: Vec<u8>,
    since: Option<Instant>,
    /// The paste being received.
    paste: Option<Paste>,
}

#[derive(Debug)]
struct Paste {
    text: Vec<u8>,
    /// Whether its end is marked; otherwise it ends where the bytes pause.
    marked: bool,
}

/// The kind of sequence that the held bytes begin.
enum Step {
    /// A complete sequence of this many bytes, and its event.
    Whole(usize, Option<Typed>),
    /// An incomplete sequence.
    Part,
    /// The start of a bracketed paste, after this many bytes.
    Paste(usize),
}

impl Decoder {
    /// How long to wait for more bytes before [`Decoder::flush`]; `None` if nothing is held.
    pub fn patience(&self, now: Instant) -> Option<Duration> {
        let whole =
            if self.paste.as_ref().is_some_and(|paste| paste.marked) { PASTE_PATIENCE } else { PATIENCE };
        self.since.map(|since| whole.saturating_sub(now.duration_since(since)))
    }

    /// Takes the bytes of one read and returns the complete events.
    pub fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<Typed> {
        let mut all = Vec::new();
        if self.patience(now).is_some_and(|left| left.is_zero()) {
            all = self.flush();
        }
        self.held.extend_from_slice(bytes);
        let typed = self.decode();
        if self.paste.is_none() && is_pasted(&typed) {
            self.paste = Some(Paste { text: Vec::new(), marked: false });
        }
        match &mut self.paste {
            Some(paste) if !paste.marked => typed.iter().filter_map(written).for_each(|c| paste.push(c)),
            _ => all.extend(typed),
        }
        self.since = (!self.held.is_empty() || self.paste.is_some()).then_some(now);
        all
    }

    /// Returns what is held, because the rest did not arrive in time.
    pub fn flush(&mut self) -> Vec<Typed> {
        self.since = None;
        let mut all: Vec<Typed> = self.paste.take().map(Paste::into_typed).into_iter().collect();
        let held = std::mem::take(&mut self.held);
        all.extend(held.iter().filter_map(|&byte| plain(byte)).map(Typed::Key));
        all
    }

    fn decode(&mut self) -> Vec<Typed> {
        let mut all = Vec::new();
        let mut from = 0;
        while from < self.held.len() {
            let rest = &self.held[from..];
            if let Some(paste) = self.paste.as_mut().filter(|paste| paste.marked) {
                let (taken, ended) = within_paste(rest);
                paste.extend(&rest[..taken]);
                from += taken;
                if !ended {
                    break;
                }
                from += PASTE_ENDS.len();
                all.extend(self.paste.take().map(Paste::into_typed));
                continue;
            }
            match step(rest) {
                Step::Whole(length, typed) => {
                    from += length;
                    all.extend(typed);
                }
                Step::Paste(length) => {
                    from += length;
                    self.paste = Some(Paste { text: Vec::new(), marked: true });
                }
                Step::Part => break,
            }
        }
        self.held.drain(..from);
        all
    }
}

impl Paste {
    fn push(&mut self, c: char) {
        self.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn extend(&mut self, bytes: &[u8]) {
        let room = LONGEST_PASTE.saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// The paste on one line, without control characters.
    fn into_typed(self) -> Typed {
        let text = String::from_utf8_lossy(&self.text);
        let readable =
            |c: char| if c.is_whitespace() { Some(' ') } else { Some(c).filter(|c| !c.is_control()) };
        Typed::Paste(text.trim_end_matches('\u{fffd}').chars().filter_map(readable).collect())
    }
}

/// How many of these bytes belong to the paste, and whether its end follows.
fn within_paste(bytes: &[u8]) -> (usize, bool) {
    if let Some(at) = bytes.windows(PASTE_ENDS.len()).position(|window| window == PASTE_ENDS) {
        return (at, true);
    }
    let torn = (1..PASTE_ENDS.len()).rev().find(|&length| bytes.ends_with(&PASTE_ENDS[..length]));
    (bytes.len() - torn.unwrap_or(0), false)
}

/// The character that a key types.
fn written(typed: &Typed) -> Option<char> {
    match typed {
        Typed::Key(key) => match key.code {
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => Some(c),
            KeyCode::Enter | KeyCode::Tab => Some(' '),
            _ => None,
        },
        _ => None,
    }
}

/// Whether this many characters in one read are a paste rather than typing or a key held down.
fn is_pasted(typed: &[Typed]) -> bool {
    let mut letters = typed.iter().filter_map(written);
    let first = letters.next();
    let (count, other) = letters.fold((1, false), |(count, other), c| (count + 1, other || Some(c) != first));
    count > MOST_TYPED && other
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// The key of a single byte.
fn plain(byte: u8) -> Option<KeyEvent> {
    let control = |c: u8| KeyEvent::new(KeyCode::Char(char::from(c)), KeyModifiers::CONTROL);
    Some(match byte {
        b'\r' => key(KeyCode::Enter),
        b'\t' => key(KeyCode::Tab),
        0x08 | 0x7f => key(KeyCode::Backspace),
        0x1b => key(KeyCode::Esc),
        0 => control(b' '),
        0x01..=0x1a => control(byte - 1 + b'a'),
        0x1c..=0x1f => control(byte - 0x1c + b'4'),
        b' '..=b'~' => key(KeyCode::Char(char::from(byte))),
        _ => return None,
    })
}

fn step(bytes: &[u8]) -> Step {
    match bytes {
        [0x1b] | [0x1b, b'O'] => Step::Part,
        [0x1b, b'[', rest @ ..] => control_sequence(rest),
        [0x1b, b'O', last, ..] => Step::Whole(3, named(*last, "", KeyModifiers::NONE)),
        [byte @ 0..=0x7f, ..] => Step::Whole(1, plain(*byte).map(Typed::Key)),
        _ => character(bytes),
    }
}

/// A character beyond ASCII; invalid bytes are dropped.
fn character(bytes: &[u8]) -> Step {
    let most = &bytes[..bytes.len().min(4)];
    let whole = match std::str::from_utf8(most) {
        Ok(text) => text.chars().next(),
        Err(error) if error.valid_up_to() == 0 => match error.error_len() {
            None => return Step::Part,
            Some(wrong) => return Step::Whole(wrong, None),
        },
        Err(error) => String::from_utf8_lossy(&most[..error.valid_up_to()]).chars().next(),
    };
    match whole.filter(|c| !c.is_control()) {
        Some(c) => Step::Whole(c.len_utf8(), Some(Typed::Key(key(KeyCode::Char(c))))),
        None => Step::Whole(whole.map_or(1, char::len_utf8), None),
    }
}

/// Decodes what follows `Esc [`.
fn control_sequence(rest: &[u8]) -> Step {
    let introduced = 2;
    let parameters = rest.iter().take_while(|byte| (0x20..=0x3f).contains(*byte)).count();
    if parameters > LONGEST_SEQUENCE {
        // Anything this long is not a sequence, however it ends.
        return Step::Whole(introduced + LONGEST_SEQUENCE + 1, None);
    }
    let Some(&last) = rest.get(parameters) else { return Step::Part };
    let length = introduced + parameters + 1;
    let text = std::str::from_utf8(&rest[..parameters]).unwrap_or_default();
    match last {
        b'~' if text == "200" => Step::Paste(length),
        // Function keys of the Linux console have one more letter, old mouse reports three more bytes.
        b'[' if text.is_empty() => more(length, 1, rest.len() + introduced),
        b'M' if text.is_empty() => more(length, 3, rest.len() + introduced),
        b'M' | b'm' => Step::Whole(length, text.strip_prefix('<').and_then(|text| click(text, last))),
        0x40..=0x7e => {
            let (number, modifiers) = text.split_once(';').unwrap_or((text, ""));
            Step::Whole(length, named(last, number, modifiers_of(modifiers)))
        }
        _ => Step::Whole(length - 1, None),
    }
}

/// A sequence with this many more bytes that has no meaning here.
fn more(length: usize, more: usize, there: usize) -> Step {
    if there < length + more { Step::Part } else { Step::Whole(length + more, None) }
}

fn modifiers_of(text: &str) -> KeyModifiers {
    let bits = text.split(':').next().and_then(|n| n.parse::<u8>().ok()).map_or(0, |n| n.saturating_sub(1));
    let each = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    each.into_iter().filter(|(bit, _)| bits & bit > 0).fold(KeyModifiers::NONE, |all, (_, one)| all | one)
}

/// The named key for a sequence.
fn named(last: u8, number: &str, modifiers: KeyModifiers) -> Option<Typed> {
    let code = match (last, number) {
        (b'A', _) => KeyCode::Up,
        (b'B', _) => KeyCode::Down,
        (b'C', _) => KeyCode::Right,
        (b'D', _) => KeyCode::Left,
        (b'H', _) | (b'~', "1" | "7") => KeyCode::Home,
        (b'F', _) | (b'~', "4" | "8") => KeyCode::End,
        (b'~', "3") => KeyCode::Delete,
        (b'~', "5") => KeyCode::PageUp,
        (b'~', "6") => KeyCode::PageDown,
        (b'Z', _) => KeyCode::BackTab,
        // The keypad's Enter.
        (b'M', _) => KeyCode::Enter,
        _ => return None,
    };
    Some(Typed::Key(KeyEvent::new(code, modifiers)))
}

/// Decodes `button;column;row` of a click, counted from 1.
fn click(text: &str, last: u8) -> Option<Typed> {
    let mut parts = text.splitn(3, ';').map(|part| part.parse::<u16>().ok());
    let (button, column, row) = (parts.next()??, parts.next()??, parts.next()??);
    // Shift, Alt and Control are ignored.
    let kind = match (button & !0b1_1100, last) {
        (0, b'M') => MouseEventKind::Down(MouseButton::Left),
        (64, b'M') => MouseEventKind::ScrollUp,
        (65, b'M') => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    Some(Typed::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(pieces: &[&[u8]], gap: u64) -> Vec<Typed> {
        let (mut decoder, start) = (Decoder::default(), Instant::now());
        let mut out = Vec::new();
        for (n, piece) in (0..).zip(pieces) {
            out.extend(decoder.feed(piece, start + Duration::from_millis(gap * n)));
        }
        out.extend(decoder.flush());
        out
    }

    fn codes(typed: &[Typed]) -> Vec<KeyCode> {
        let code = |typed: &Typed| if let Typed::Key(key) = typed { key.code } else { panic!("{typed:?}") };
        typed.iter().map(code).collect()
    }

    #[test]
    fn split_arrow_sequences_are_joined() {
        assert_eq!(codes(&feed(&[b"\x1b", b"[", b"A"], 20)), [KeyCode::Up]);
        assert_eq!(codes(&feed(&[b"\x1b", b"OD"], 20)), [KeyCode::Left]);
        assert_eq!(codes(&feed(&[b"\x1b[", b"5", b"~"], 20)), [KeyCode::PageUp]);
        assert_eq!(codes(&feed(&[b"\xc3", b"\xa4"], 20)), [KeyCode::Char('ä')]);
    }

    #[test]
    fn late_bytes_are_separate_keys() {
        use KeyCode::{Char, Esc};
        assert_eq!(codes(&feed(&[b"\x1b", b"[", b"A"], 60)), [Esc, Char('['), Char('A')]);
        assert_eq!(codes(&feed(&[b"\x1b", b"q"], 10)), [Esc, Char('q')]);
        assert_eq!(codes(&feed(&[b"\x1b", b"\x1b", b"[", b"B"], 10)), [Esc, KeyCode::Down]);
    }

    #[test]
    fn keys_and_clicks_are_decoded() {
        let one = |bytes: &[u8]| feed(&[bytes], 0).into_iter().next();
        let with = |code, modifiers| Some(Typed::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(one(b"\x1b[1;5C"), with(KeyCode::Right, KeyModifiers::CONTROL));
        assert_eq!(one(b"\x1b[Z"), with(KeyCode::BackTab, KeyModifiers::NONE));
        assert_eq!(one(b"\x03"), with(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(one(b"\x7f"), with(KeyCode::Backspace, KeyModifiers::NONE));
        let mouse =
            |kind| Some(Typed::Mouse(MouseEvent { kind, column: 9, row: 2, modifiers: KeyModifiers::NONE }));
        assert_eq!(one(b"\x1b[<0;10;3M"), mouse(MouseEventKind::Down(MouseButton::Left)));
        assert_eq!(one(b"\x1b[<65;10;3M"), mouse(MouseEventKind::ScrollDown));
        for nothing in
            [&b"\x1b[<0;10;3m"[..], b"\x1b[<0;0;0M", b"\x1b[M abc"[..6].as_ref(), b"\x1b[[A", b"\xff"]
        {
            assert_eq!(one(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn a_bracketed_paste_survives_any_split() {
        let whole = b"a\x1b[200~move g1;\r\n\x1b[31mdone\x1b[201~b";
        for at in 1..whole.len() {
            let typed = feed(&[&whole[..at], &whole[at..]], 10);
            let [first, Typed::Paste(text), last] = &typed[..] else { panic!("torn at {at}: {typed:?}") };
            assert_eq!(text, "move g1;  [31mdone", "torn at {at}");
            assert_eq!(codes(&[first.clone(), last.clone()]), [KeyCode::Char('a'), KeyCode::Char('b')]);
        }
    }

    #[test]
    fn a_burst_of_letters_is_a_paste_but_key_repeat_is_not() {
        let flood = "d p m x ".repeat(500);
        let typed = feed(&[flood.as_bytes(), flood.as_bytes(), b"q"], 10);
        let [Typed::Paste(text)] = &typed[..] else { panic!("{} things", typed.len()) };
        assert_eq!(text.len(), LONGEST_PASTE);
        assert_eq!(feed(&["j".repeat(500).as_bytes()], 0).len(), 500);
        assert_eq!(feed(&["\x1b[A\x1b[B".repeat(200).as_bytes()], 0).len(), 400);
        assert_eq!(codes(&feed(&[flood.as_bytes(), b"q"], 60)[1..]), [KeyCode::Char('q')]);
    }

    #[test]
    fn incomplete_input_times_out() {
        let mut decoder = Decoder::default();
        let now = Instant::now();
        for junk in [&b"\x1b[999999999;"[..], b"\x1b[200~aaaaaaaaaaaaaaaa", b"\xf0\x9f", b"\x1b[<1;2"] {
            for _ in 0..2_000 {
                let _ = decoder.feed(junk, now);
                let kept = decoder.paste.as_ref().map_or(0, |paste| paste.text.len());
                assert!(decoder.held.len() <= 2 * LONGEST_SEQUENCE && kept <= LONGEST_PASTE);
            }
        }
    }
}
