//! Pieces as they are shown, and the cards of a hand.

use serde::Serialize;

use crate::board::{Cell, Heading};
use crate::game::Side;

/// Names a piece within one game, for as long as the game lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct PieceId(pub u16);

/// Names a card within one game, for as long as the game lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct CardId(pub u16);

/// One piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// Its name within the game.
    pub id: PieceId,
    /// Its owner.
    pub side: Side,
    /// What it is called: "G7 PzKpfw IV Ausf. F2".
    pub name: String,
    /// Its name where there is little room, as on a counter, never cut in the middle of a word: "PzIV F2",
    /// "4-6-7"; empty where `name` is short enough.
    pub short: String,
    /// Its number on the map and in notation: "G7".
    pub tag: String,
    /// One ASCII letter for its kind: `T` tank, `i` infantry, …
    pub glyph: char,
    /// Where it is; `None` when lost, carried or not yet on the map.
    pub cell: Option<Cell>,
    /// Its place among those of its cell, from the bottom; the highest is seen.
    pub stack: u16,
    /// Where its parts face, the one the map shows first: hull, turret, gun.
    pub facings: Vec<FacingView>,
    /// What has befallen it, in the order it is told.
    pub states: Vec<StateView>,
    /// The values of a roster row, one for each of [`View::columns`].
    pub values: Vec<String>,
    /// More lines for the inspector.
    pub details: Vec<String>,
    /// Its formation.
    pub formation: String,
    /// Whether it is out of the game.
    pub lost: bool,
    /// What carries it, or holds it.
    pub carried_by: Option<PieceId>,
    /// Its figures, where it is a group of several: fit, hampered, lost.
    pub figures: [u8; 3],
}

impl Default for PieceView {
    /// A nameless piece of the first side, off the map.
    fn default() -> Self {
        Self {
            id: PieceId::default(),
            side: Side::A,
            name: String::new(),
            short: String::new(),
            tag: String::new(),
            glyph: '?',
            cell: None,
            stack: 0,
            facings: Vec::new(),
            states: Vec::new(),
            values: Vec::new(),
            details: Vec::new(),
            formation: String::new(),
            lost: false,
            carried_by: None,
            figures: [0; 3],
        }
    }
}

impl PieceView {
    /// Where it faces, as the map shows it.
    pub fn facing(&self) -> Option<Heading> {
        self.facings.first().map(|facing| facing.to)
    }
}

/// Where a part of a piece faces.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FacingView {
    /// "hull", "turret", "gun"; empty where a piece has but one facing.
    pub part: &'static str,
    /// Where to.
    pub to: Heading,
}

impl FacingView {
    /// The only facing of a piece.
    pub fn whole(to: impl Into<Heading>) -> Self {
        Self { part: "", to: to.into() }
    }
}

/// Something that has befallen a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StateView {
    /// Its letter on the map: "S".
    pub letter: char,
    /// "suppressed".
    pub word: &'static str,
    /// How much it matters.
    pub weight: Weight,
}

impl StateView {
    /// A state.
    pub const fn new(letter: char, word: &'static str, weight: Weight) -> Self {
        Self { letter, word, weight }
    }
}

/// How much a state matters, and so how the map shows it. The heaviest gives the letter.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// Told in words; its letter where there is room.
    #[default]
    Note,
    /// It has done what it could: drawn faint.
    Spent,
    /// It is at something, or on its way: underlined.
    Busy,
    /// It is hampered: the letter takes the place of the facing, as a warning.
    Harm,
    /// It is worse than hampered.
    Grave,
}

/// The cards as one side sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandView {
    /// The side's own hand, in a fixed order: the digit keys 1 to 9 and 0 point at them.
    pub cards: Vec<CardView>,
    /// Whose hand it is, where several players are on a side.
    pub whose: Option<String>,
    /// How many the enemy holds.
    pub enemy: u16,
    /// How many are left to draw.
    pub deck: u16,
    /// What has been discarded for all to see, the last on top.
    pub discard: Vec<String>,
    /// How often the deck has been shuffled anew.
    pub turns: u16,
    /// How many have been discarded unseen.
    pub unseen: u16,
    /// What is known of the enemy's cards beside how many he holds.
    pub theirs: PileView,
}

/// The cards of a side that lie on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PileView {
    /// How many are left to draw.
    pub deck: u16,
    /// How often the deck has been shuffled anew.
    pub turns: u16,
    /// How many have been discarded unseen.
    pub unseen: u16,
    /// What has been discarded for all to see, the last on top.
    pub discard: Vec<String>,
}

/// A card of one's own hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardView {
    /// Its name within the game.
    pub id: CardId,
    /// "Fire 4", "Move 2/-1".
    pub name: String,
    /// What it may be played for, one line each, as it is printed.
    pub uses: Vec<String>,
}

/// What a card may be played for by a certain piece, or why it cannot be ([`crate::game::Rules::uses`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardUse {
    /// The card.
    pub card: CardId,
    /// What it is played for, in a word or two: "move", "go to ground"; empty where it cannot be played at all.
    pub word: String,
    /// What that would do, or why it cannot be done now.
    pub text: String,
    /// Whether it can be done now.
    pub now: bool,
    /// The choice, in notation, that must be made before this one is offered: that this piece is to act.
    pub through: Option<String>,
}

impl PieceView {
    /// Its name, its number before it.
    pub fn with_tag(&self) -> String {
        if self.name.starts_with(&self.tag) {
            self.name.clone()
        } else {
            format!("{} {}", self.tag, self.name)
        }
    }
}
