//! The session's answers about the cursor and the highlighted choice, kept until one of them changes.

use std::collections::HashSet;

use crate::game::view::PieceId;
use crate::game::{CardUse, Preview};

use super::forecast::Forecast;
use super::risk::{Risked, Risks};
use super::situation::Situation;

/// The position and the piece that card uses were worked out for.
pub type UsesFor = (u64, Option<PieceId>);

/// Answers that are worked out when they are first shown.
#[derive(Default)]
pub struct Lookups {
    /// The risk of the unit to be moved under the cursor.
    pub risked: Option<Risked>,
    /// The risks known in this position.
    pub risks: Risks,
    /// The player's units that known enemies are likely to harm where they stand.
    pub endangered: HashSet<PieceId>,
    /// What the player's pieces under the cursor can still do.
    pub situation: Option<Situation>,
    /// The odds of a choice, by its index.
    pub preview: Option<(usize, Option<Preview>)>,
    /// The odds of the attack at the cursor of the fire plan, while that is open.
    pub forecast: Option<Forecast>,
    /// The uses of the cards, with the position and piece they were worked out for.
    pub uses: Option<(UsesFor, Vec<CardUse>)>,
}
