//! How a position looks: to a seat, in words, and as a number.

mod describe;
mod digest;
mod map;
mod preview;
mod refusal;
mod short_names;
mod situation;
mod view;

use std::ops::Deref;

use crate::rules::panzertruppe::state::{Forces, Position};

pub(in crate::rules::panzertruppe) use map::ground_view;
pub(in crate::rules::panzertruppe) use preview::Previews;
pub(in crate::rules::panzertruppe) use refusal::points;

/// A position as it is shown: the board, its pieces, prompts, choices and refusals.
pub(in crate::rules::panzertruppe) struct Shown<'a>(pub(in crate::rules::panzertruppe) &'a Position);

/// Units as they are shown: they need nothing but the forces.
pub(in crate::rules::panzertruppe) struct Portraits<'a>(&'a Forces);

impl Deref for Shown<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0
    }
}

impl Deref for Portraits<'_> {
    type Target = Forces;

    fn deref(&self) -> &Forces {
        self.0
    }
}
