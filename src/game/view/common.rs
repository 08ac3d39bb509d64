//! The view of spectators: what both sides may see.

use super::View;
use crate::side::Side;

impl View {
    /// What both sides may see, from the views of the first and the second side: each side's pieces as its
    /// enemy sees them, and of everything else what the two views agree on.
    pub fn common(first: Self, second: &Self) -> Self {
        let mut all = Self { hand: None, records: Vec::new(), zone: Vec::new(), ..first };
        let (own, theirs) = (
            |side: Side| move |piece: &&super::PieceView| piece.side == side,
            std::mem::take(&mut all.pieces),
        );
        let of_a = second.pieces.iter().filter(own(Side::A));
        let of_b = theirs.iter().filter(own(Side::B));
        all.pieces = of_a.chain(of_b).cloned().collect();
        let [a, b] = [&second.sides[0], &all.sides[1]];
        all.sides = [a.clone(), b.clone()];
        all.markers.retain(|marker| second.markers.contains(marker));
        all.notes.retain(|note| second.notes.contains(note));
        agree(&mut all.prompt, &second.prompt);
        agree(&mut all.objective, &second.objective);
        agree(&mut all.hint, &second.hint);
        agree(&mut all.standing, &second.standing);
        agree(&mut all.active, &second.active);
        agree(&mut all.hints, &second.hints);
        agree(&mut all.briefing, &second.briefing);
        let board = &mut all.board;
        board.goals.retain(|goal| second.board.goals.contains(goal));
        all
    }
}

/// Keeps a value only if both sides see the same.
fn agree<T: PartialEq + Default>(first: &mut T, second: &T) {
    if *first != *second {
        *first = T::default();
    }
}
