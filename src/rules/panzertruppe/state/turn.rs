//! The turn: which phase it is, what is to be decided, and how the battle ended.

use crate::game::Side;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::Frame;

/// One of the ten phases of a turn (1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Phase(u8);

impl Phase {
    /// The first phase of a turn.
    pub const FIRST: Self = Self(1);

    /// Its number in the rulebook, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The phase after it; `None` after the last of the turn.
    pub const fn next(self) -> Option<Self> {
        if self.0 < 10 { Some(Self(self.0 + 1)) } else { None }
    }

    /// The side that acts in it.
    pub const fn side(self) -> Side {
        if matches!(self.0, 1 | 2 | 3 | 5 | 9) { Side::A } else { Side::B }
    }

    /// Whether it is a morale and load phase.
    pub const fn is_morale(self) -> bool {
        matches!(self.0, 1 | 6)
    }

    /// Whether it is a movement phase.
    pub const fn is_movement(self) -> bool {
        matches!(self.0, 3 | 8)
    }

    /// The side whose movement phase it is, if it is one.
    pub const fn moving_side(self) -> Option<Side> {
        if self.is_movement() { Some(self.side()) } else { None }
    }

    /// Whether it is a phase marked MG (1, 16).
    pub const fn is_gun_phase(self) -> bool {
        matches!(self.0, 4 | 5 | 9 | 10)
    }

    /// Whether the infantry of its side closes with vehicles at its end (20).
    pub const fn ends_with_assaults(self) -> bool {
        matches!(self.0, 5 | 10)
    }

    /// Whether it is the last fire phase of its side before it loads again (3).
    pub const fn is_last_before_load(self) -> bool {
        matches!(self.0, 4 | 9)
    }
}

/// The end of a battle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason, in words.
    pub why: &'static str,
}

/// The turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// Its number, from 1.
    pub number: u8,
    /// The phase.
    pub phase: Phase,
    /// Open decisions; the last is asked first.
    pub stack: Vec<Frame>,
    /// The end of the battle.
    pub outcome: Option<Ending>,
}

impl Turn {
    /// The first turn, before anything is decided.
    pub const fn first() -> Self {
        Self { number: 1, phase: Phase::FIRST, stack: Vec::new(), outcome: None }
    }

    /// The unit that is moving, below any interrupt on the stack.
    pub fn mover(&self) -> Option<&Mover> {
        self.stack.iter().rev().find_map(|frame| match frame {
            Frame::Mover(mover) => Some(mover),
            _ => None,
        })
    }
}
