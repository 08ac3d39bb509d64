//! Makes foreign text safe to show: titles, file names, choices, arguments.
//!
//! A terminal obeys some characters, and others reverse the words around them. Both are shown escaped,
//! `\u001b`, which JSON reads back as the same character.
//!
//! Invariant: all command-line output goes through [`Plain`].

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

/// A text on one line, without anything a terminal would obey.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_odd) { Cow::Owned(shown(text, is_odd)) } else { Cow::Borrowed(text) }
}

/// A text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The folders whose place is not shown.
static HIDDEN: RwLock<Vec<PathBuf>> = RwLock::new(Vec::new());

/// From now on [`path`] does not tell where this folder lies, nor any other place on this machine: guests of a
/// host see the names of their own files only.
pub fn hide_folder(folder: &Path) {
    let mut hidden = HIDDEN.write().unwrap_or_else(PoisonError::into_inner);
    // The innermost folder is tried first.
    hidden.insert(0, folder.to_path_buf());
}

/// A path, for showing.
pub fn path(path: &Path) -> String {
    let hidden = HIDDEN.read().unwrap_or_else(PoisonError::into_inner);
    plain(&visible(path, &hidden).to_string_lossy()).into_owned()
}

/// The part of a path that may be shown.
fn visible<'a>(path: &'a Path, hidden: &[PathBuf]) -> &'a Path {
    let within = hidden.iter().find_map(|folder| path.strip_prefix(folder).ok());
    match within {
        Some(rest) if rest.as_os_str().is_empty() => Path::new("your folder"),
        Some(rest) => rest,
        None if hidden.is_empty() => path,
        None => Path::new(path.file_name().unwrap_or_default()),
    }
}

/// Several lines, each as [`plain`] shows it.
fn lines(text: &str) -> Cow<'_, str> {
    let odd = |c: char| c != '\n' && is_odd(c);
    if text.chars().any(odd) { Cow::Owned(shown(text, odd)) } else { Cow::Borrowed(text) }
}

fn shown(text: &str, odd: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if odd(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Whether a terminal obeys a character, or shows nothing for it and garbles its neighbours.
pub fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Direction marks, embeddings, overrides and isolates; joiners; invisible characters.
            '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A writer on which every line is safe to show.
pub struct Plain<W: Write> {
    out: W,
    /// The beginning of a character whose remaining bytes are still to come.
    torn: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// A safe writer on top of another.
    pub const fn new(out: W) -> Self {
        Self { out, torn: Vec::new() }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined;
        let whole = if self.torn.is_empty() {
            bytes
        } else {
            joined = [&std::mem::take(&mut self.torn)[..], bytes].concat();
            &joined
        };
        let (known, rest) = match std::str::from_utf8(whole) {
            Err(error) if error.error_len().is_none() => whole.split_at(error.valid_up_to()),
            _ => (whole, &[][..]),
        };
        self.out.write_all(lines(&String::from_utf8_lossy(known)).as_bytes())?;
        self.torn = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_made_visible() {
        assert_eq!(plain("Über Kursk – Höhe 112"), "Über Kursk – Höhe 112");
        assert_eq!(plain("a\x1b[31mb\r\nc\u{9b}d\u{7f}"), "a\\u001b[31mb\\u000d\\u000ac\\u009bd\\u007f");
        assert_eq!(plain("x\u{202e}y\u{200b}\u{e0041}"), "x\\u202ey\\u200b\\udb40\\udc41");
    }

    #[test]
    fn hidden_folders_are_left_out_of_paths() {
        let hidden = [PathBuf::from("/srv/standto/accounts/anna"), PathBuf::from("/srv/standto")];
        let shown = |path| visible(Path::new(path), &hidden).to_str().unwrap();
        assert_eq!(shown("/srv/standto/accounts/anna/saves/one.toml"), "saves/one.toml");
        assert_eq!(shown("/srv/standto/scenarios/mill.toml"), "scenarios/mill.toml");
        assert_eq!(shown("/srv/standto/accounts/anna"), "your folder");
        assert_eq!(shown("/etc/passwd"), "passwd");
        assert_eq!(visible(Path::new("/etc/passwd"), &[]), Path::new("/etc/passwd"));
    }

    #[test]
    fn output_keeps_lines_and_joins_split_sequences() {
        let mut out = Plain::new(Vec::new());
        let text = "ä\u{202e}\x1b\nß";
        for byte in text.as_bytes() {
            out.write_all(&[*byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.out).unwrap(), "ä\\u202e\\u001b\nß");
    }

    #[test]
    fn plain_text_survives_json() {
        let text = "a\u{202e}b\u{9b}\x1b\u{e0041}";
        let mut out = Plain::new(Vec::new());
        serde_json::to_writer(&mut out, text).unwrap();
        let shown = String::from_utf8(out.out).unwrap();
        assert!(shown.is_ascii());
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
