//! Long sentences on a narrow screen: names give way before results do.

use super::game::Game;
use super::text::{cut_words, width};
use crate::game::view::PieceView;

impl Game {
    /// A sentence in at most `room` cells: with the names of counters if it is too long, then with tags alone, and cut
    /// only if that is still too long.
    pub fn shortened(&self, text: &str, room: usize) -> String {
        if width(text) <= room {
            return text.to_owned();
        }
        let counters = self.renamed(text, |piece| format!("{} {}", piece.tag, piece.counter_name()));
        if width(&counters) <= room {
            return counters;
        }
        let tags = self.renamed(text, |piece| piece.tag.clone());
        cut_words(&tags, room)
    }

    /// A sentence with other names for the units in it.
    fn renamed(&self, text: &str, name: impl Fn(&PieceView) -> String) -> String {
        let told =
            self.shown.view.pieces.iter().filter(|piece| piece.called.is_empty() && !piece.tag.is_empty());
        told.fold(text.to_owned(), |text, piece| {
            let full = piece.with_tag();
            if text.contains(&full) { text.replace(&full, &name(piece)) } else { text }
        })
    }
}
