//! Saves truncated and with flipped bits: read as far as they are complete, or refused, never misread.

use std::path::Path;

use standto::dice::Dice;
use standto::game::journal;

use crate::desk::{desk, text};
use crate::long::long;

#[test]
fn every_truncation_keeps_the_complete_actions() {
    let desk = desk();
    let (path, session) = desk.played(80);
    drop(session);
    let whole = text(&path);
    for cut in whole.len() - 4096..=whole.len() {
        let part = &whole[..cut];
        let loaded = journal::parse(part, "cut.toml").unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        let header = whole.find("[[play]]").unwrap();
        let plays = part[header..].matches("\n\n").count();
        assert_eq!(loaded.journal.plays.len(), plays, "cut at {cut}");
        assert_eq!(loaded.torn.is_some(), !part.ends_with("\n\n"), "cut at {cut}");
        assert!(loaded.journal.seal().is_ok(), "cut at {cut}");
    }
}

#[test]
fn no_flipped_bit_goes_unnoticed() {
    let desk = desk();
    let (path, session) = desk.played(25);
    drop(session);
    let whole = text(&path);
    let original = journal::parse(&whole, "save").unwrap().journal;
    let front = desk.front();
    let mut dice = Dice::seeded(6, 0);
    let (mut refused, mut same) = (0, 0);
    for _ in 0..long(300) {
        let mut bytes = whole.clone().into_bytes();
        let at = dice.below(bytes.len());
        bytes[at] ^= 1 << dice.below(8);
        let Ok(flipped) = String::from_utf8(bytes) else {
            refused += 1;
            continue;
        };
        let Ok(kept) = front.kept(Path::new("flipped.toml"), &flipped) else {
            refused += 1;
            continue;
        };
        let read = kept.loaded.journal.clone();
        if kept.opening.replay(&read).is_err() {
            refused += 1;
        } else if read == original {
            // In a comment, or in an equivalent spelling.
            same += 1;
        } else {
            let torn = kept.loaded.torn.is_some() && read.header == original.header;
            let (kept, all) = (&read.plays[..], &original.plays[..]);
            assert!(torn && all.starts_with(kept) && kept.len() + 1 >= all.len(), "byte {at} of\n{flipped}");
        }
    }
    assert!(refused > 10 * same, "{refused} refused, {same} the same");
}
