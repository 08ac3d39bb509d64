//! Long sentences on a narrow screen: names give way before results do.

use super::shown::Shown;
use super::text::{cut_words, width};
use crate::game::view::PieceView;

impl Shown {
    /// A sentence in at most `room` cells: with the names of counters if it is too long, then with tags alone, and cut
    /// only if that is still too long.
    pub fn shortened(&self, text: &str, room: usize) -> String {
        if width(text) <= room {
            return text.to_owned();
        }
        let counters =
            renamed(&self.view.pieces, text, |piece| format!("{} {}", piece.tag, piece.counter_name()));
        if width(&counters) <= room {
            return counters;
        }
        let tags = renamed(&self.view.pieces, text, |piece| piece.tag.clone());
        cut_words(&tags, room)
    }
}

/// A sentence with other names for the units in it.
fn renamed(pieces: &[PieceView], text: &str, name: impl Fn(&PieceView) -> String) -> String {
    let told = pieces.iter().filter(|piece| piece.called.is_empty() && !piece.tag.is_empty());
    told.fold(text.to_owned(), |text, piece| {
        let full = piece.with_tag();
        if text.contains(&full) { text.replace(&full, &name(piece)) } else { text }
    })
}
