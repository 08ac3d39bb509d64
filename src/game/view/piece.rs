//! Pieces as shown to a player, and the cards of a hand.

use serde::Serialize;

use crate::board::{Cell, Heading};
use crate::game::Side;

/// Identifies a piece throughout one game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct PieceId(pub u16);

impl PieceId {
    /// Its number, for a ruleset that numbers its pieces from 0 and has so many.
    pub fn number<N: TryFrom<u16>>(self, count: usize) -> Option<N> {
        N::try_from(self.0).ok().filter(|_| usize::from(self.0) < count)
    }
}

/// Identifies a card throughout one game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct CardId(pub u16);

/// One piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// Its id.
    pub id: PieceId,
    /// Its owner.
    pub side: Side,
    /// Its full name: "G7 PzKpfw IV Ausf. F2".
    pub name: String,
    /// Its short name, as on a counter, never cut within a word: "PzIV F2", "4-6-7"; empty if `name` is short
    /// enough.
    pub short: String,
    /// Its number on the map and in notation: "G7".
    pub tag: String,
    /// Its name among players, in rulesets whose counters have no numbers: "6-6-6b in wO6"; else empty.
    pub called: String,
    /// One ASCII letter for its kind: `T` tank, `i` infantry, …
    pub glyph: char,
    /// Where it is; `None` when lost, carried or not yet on the map.
    pub cell: Option<Cell>,
    /// Its kind as a map symbol.
    pub symbol: Symbol,
    /// Whether the enemy does not see it.
    pub hidden: bool,
    /// How far it can fire; 0 if it cannot.
    pub range: u16,
    /// Its place in its cell's stack, from the bottom; the top piece is the one seen.
    pub stack: u16,
    /// The facings of its parts, the one shown on the map first: hull, turret, gun.
    pub facings: Vec<FacingView>,
    /// Its states, in the order they are listed.
    pub states: Vec<StateView>,
    /// The values of a roster row, one for each of [`View::columns`].
    pub values: Vec<String>,
    /// More lines for the inspector.
    pub details: Vec<String>,
    /// Its formation.
    pub formation: String,
    /// Whether it is out of the game.
    pub lost: bool,
    /// The piece that carries it.
    pub carried_by: Option<PieceId>,
    /// Its figures, if it is a group: fit, in a harmful state, lost.
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
            called: String::new(),
            glyph: '?',
            cell: None,
            symbol: Symbol::default(),
            hidden: false,
            range: 0,
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
    /// Its facing as shown on the map.
    pub fn facing(&self) -> Option<Heading> {
        self.facings.first().map(|facing| facing.to)
    }
}

/// The kind of a piece, for players who want map symbols instead of letters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Symbol {
    /// Anything else: shown by its letter.
    #[default]
    Letter,
    /// Infantry.
    Infantry,
    /// Infantry in armoured carriers.
    Mechanized,
    /// Cavalry.
    Cavalry,
    /// Tanks.
    Armour,
    /// Assault guns and tank destroyers.
    AssaultGun,
    /// Anti-tank guns and weapons.
    AntiTank,
    /// Guns and howitzers.
    Artillery,
    /// Mortars.
    Mortar,
    /// Anti-aircraft guns.
    AntiAircraft,
    /// Machine guns.
    MachineGun,
    /// Reconnaissance.
    Recon,
    /// Trucks and other transport.
    Transport,
    /// Leaders and headquarters.
    Leader,
}

impl Symbol {
    /// Its character, and the one for terminals that show ASCII only.
    pub const fn signs(self) -> Option<[char; 2]> {
        Some(match self {
            Self::Letter => return None,
            Self::Infantry => ['╳', 'x'],
            Self::Mechanized => ['⊗', '%'],
            Self::Cavalry => ['╱', '/'],
            Self::Armour => ['○', 'o'],
            Self::AssaultGun => ['◊', '0'],
            Self::AntiTank => ['∧', '^'],
            Self::Artillery => ['●', '*'],
            Self::Mortar => ['⊙', '.'],
            Self::AntiAircraft => ['∩', 'n'],
            Self::MachineGun => ['‡', '|'],
            Self::Recon => ['⊘', '\\'],
            Self::Transport => ['∞', '_'],
            Self::Leader => ['★', '+'],
        })
    }
}

/// The facing of one part of a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FacingView {
    /// "hull", "turret", "gun"; empty if a piece has only one facing.
    pub part: &'static str,
    /// The direction.
    pub to: Heading,
}

impl FacingView {
    /// The facing of a piece without separate parts.
    pub fn whole(to: impl Into<Heading>) -> Self {
        Self { part: "", to: to.into() }
    }
}

/// A state of a piece: suppressed, broken, stunned …
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StateView {
    /// Its letter on the map: "S".
    pub letter: char,
    /// "suppressed".
    pub word: &'static str,
    /// How serious it is.
    pub weight: Weight,
}

impl StateView {
    /// A state.
    pub const fn new(letter: char, word: &'static str, weight: Weight) -> Self {
        Self { letter, word, weight }
    }
}

/// How serious a state is, and so how the map shows it. The most serious state gives the letter.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// Only mentioned in words; its letter is shown where there is room.
    #[default]
    Note,
    /// It has acted: drawn dim.
    Spent,
    /// It is busy or on the move: underlined.
    Busy,
    /// Its performance is reduced: shown as a warning.
    Harm,
    /// Worse than `Harm`.
    Grave,
}

/// The cards as seen by one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandView {
    /// The side's own hand in a fixed order: the digit keys 1 to 9 and 0 select them.
    pub cards: Vec<CardView>,
    /// The owner of the hand, if a side has several players.
    pub whose: Option<String>,
    /// The number of cards the enemy holds.
    pub enemy: u16,
    /// The number of cards left to draw.
    pub deck: u16,
    /// The face-up discards, the last on top.
    pub discard: Vec<String>,
    /// How often the deck has been reshuffled.
    pub turns: u16,
    /// The number of face-down discards.
    pub unseen: u16,
    /// The enemy's cards, as far as they are known, besides their number.
    pub theirs: PileView,
}

/// A side's cards on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PileView {
    /// The number of cards left to draw.
    pub deck: u16,
    /// How often the deck has been reshuffled.
    pub turns: u16,
    /// The number of face-down discards.
    pub unseen: u16,
    /// The face-up discards, the last on top.
    pub discard: Vec<String>,
}

/// The main use of a card, and so the colour it is drawn in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum CardKind {
    /// Movement.
    Move,
    /// Fire.
    Fire,
    /// Rallying, command.
    Rally,
    /// Something that happens: a sniper, smoke, mines.
    #[default]
    Event,
}

/// A card in the player's own hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardView {
    /// Its id.
    pub id: CardId,
    /// "Fire 4", "Move 2/-1".
    pub name: String,
    /// Its main use.
    pub kind: CardKind,
    /// Its uses, one line each, as printed.
    pub uses: Vec<String>,
}

/// The use of a card for a particular piece, or why it has none ([`crate::game::Rules::uses`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardUse {
    /// The card.
    pub card: CardId,
    /// Its use in a word or two: "move", "go to ground"; empty if it can't be used at all.
    pub word: String,
    /// The effect, or why it can't be used now.
    pub text: String,
    /// Whether it can be done now.
    pub now: bool,
    /// The choice, in notation, that must be made first: selecting this piece to act.
    pub through: Option<String>,
}

impl PieceView {
    /// Its name among players in a few letters: its tag, if its counter has one.
    pub fn label(&self) -> &str {
        if self.called.is_empty() { &self.tag } else { &self.called }
    }

    /// Its name without its tag: "PzKpfw IV Ausf. F2".
    pub fn type_name(&self) -> &str {
        self.name.strip_prefix(&self.tag).unwrap_or(&self.name).trim()
    }

    /// Its name on a counter: its short name, or that of its type if it is short enough.
    pub fn counter_name(&self) -> &str {
        if self.short.is_empty() { self.type_name() } else { &self.short }
    }

    /// Its name with its tag in front, or what players call it.
    pub fn with_tag(&self) -> String {
        if !self.called.is_empty() {
            self.called.clone()
        } else if self.name.starts_with(&self.tag) {
            self.name.clone()
        } else {
            format!("{} {}", self.tag, self.name)
        }
    }
}
