//! What is done with bytes from anywhere: nothing may panic, hang or take more than its share, and what is
//! read must be readable again.

use std::fmt::Debug;
use std::path::Path;
use std::time::Instant;

use standto::book::Book;
use standto::game::journal;
use standto::game::view::Words;
use standto::library::Library;
use standto::registry::{Ruleset, Visit};
use standto::rules::aslsk::board::reading;
use standto::rules::aslsk::import;
use standto::store::Home;
use standto::tui::{Decoder, Depth, Keymap, Theme};

/// A scenario of any ruleset: read, or refused in few faults, each with a place in the text.
pub fn scenario(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for ruleset in Ruleset::ALL {
        match ruleset.open("fuzz.toml", &text) {
            Ok((opening, _)) => assert!(opening.sides().iter().all(|(key, _)| !key.is_empty())),
            Err(faulty) => {
                assert!((1..=51).contains(&faulty.faults.len()));
                let lines = 1 + text.matches('\n').count();
                assert!(
                    faulty.faults.iter().all(|fault| (1..=lines).contains(&fault.line) && fault.column > 0)
                );
            }
        }
    }
}

/// A save: read and replayed, or refused.
pub fn save(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(loaded) = journal::parse(&text, "fuzz.toml") else { return };
    assert!(loaded.whole <= text.len() && text.is_char_boundary(loaded.whole));
    // What was read says the same when it is written.
    let again = journal::parse(&loaded.journal.to_toml(), "again.toml");
    assert_eq!(again.map(|again| again.journal), Ok(loaded.journal.clone()));
    let front = Library::at(Home::at("/nonexistent"));
    if let Ok(kept) = front.kept(Path::new("fuzz.toml"), &text) {
        let _ = kept.opening.replay(&kept.loaded.journal);
    }
}

struct Notation<'a>(&'a str);

impl Visit for Notation<'_> {
    type Output = ();

    fn visit<R: Book>(self) {
        fn reads<C: Debug + PartialEq + ToString + std::str::FromStr>(text: &str) {
            let Ok(choice) = text.parse::<C>() else { return };
            assert!(choice.to_string().parse::<C>().is_ok_and(|again| again == choice), "{text:?}");
        }
        reads::<R::Choice>(self.0);
    }
}

/// A choice in notation: what is read is written so that it reads the same.
pub fn notation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    Ruleset::ALL.into_iter().for_each(|ruleset| ruleset.visit(Notation(&text)));
}

/// A board of another program: bytes of an archive, or metadata and, behind a zero, the stream of its points. What is
/// read is a file of boards.
pub fn archive(bytes: &[u8]) {
    let parts = bytes.iter().position(|&byte| byte == 0).map(|at| (&bytes[..at], &bytes[at + 1..]));
    let inside = parts.map(|(metadata, mut points)| {
        import::board_of(&String::from_utf8_lossy(metadata), &mut points, None)
    });
    for imported in [Some(import::board(bytes, None)), inside].into_iter().flatten().flatten() {
        let text = format!("{}{}", import::HEAD, imported.text);
        let read = reading::read("fuzz.toml", &text);
        assert!(read.is_ok_and(|(boards, _)| boards[0].letter == imported.letter), "{text}");
    }
}

/// A player's own keys.
pub fn keys(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let _ = Keymap::new([&("keys.toml".to_owned(), text)], Words::default());
}

/// A player's own theme.
pub fn theme(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for depth in [Depth::Mono, Depth::Sixteen, Depth::Full] {
        let _ = Theme::parse("fuzz", &text, depth);
    }
}

/// What a terminal sends, torn anywhere: the same as in one piece where no time passes.
pub fn terminal(bytes: &[u8]) {
    let now = Instant::now();
    let mut whole = Decoder::default();
    let mut events = whole.feed(bytes, now);
    events.extend(whole.flush());
    let mut torn = Decoder::default();
    let mut pieces = Vec::new();
    // Small pieces are never taken for a paste, so only short input can be compared.
    for piece in bytes.chunks(3) {
        pieces.extend(torn.feed(piece, now));
    }
    pieces.extend(torn.flush());
    if bytes.len() <= standto::tui::MOST_TYPED {
        assert_eq!(events, pieces);
    }
}
