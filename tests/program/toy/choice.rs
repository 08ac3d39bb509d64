//! The choices, written and read.

use std::fmt;
use std::str::FromStr;

use standto::board::{Cell, Heading};
use standto::game::NotationError;

use super::position::GRID;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The order of the turn: attack, or rest (1).
    Attack,
    Rest,
    /// A squad, by its number, moves or fires (2).
    Move(u8, Heading),
    Fire(u8, Cell),
    Done,
    /// The answer to a move (3).
    Ambush,
    Hold,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Attack => f.write_str("attack"),
            Self::Rest => f.write_str("rest"),
            Self::Move(squad, heading) => write!(f, "move {squad} {}", GRID.heading_name(heading)),
            Self::Fire(squad, cell) => write!(f, "fire {squad} {}", GRID.name(cell)),
            Self::Done => f.write_str("done"),
            Self::Ambush => f.write_str("ambush"),
            Self::Hold => f.write_str("hold"),
        }
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let choice = match words[..] {
            ["attack"] => Some(Self::Attack),
            ["rest"] => Some(Self::Rest),
            ["move", squad, heading] => squad
                .parse()
                .ok()
                .zip(GRID.heading(heading))
                .map(|(squad, heading)| Self::Move(squad, heading)),
            ["fire", squad, cell] => {
                squad.parse().ok().zip(GRID.parse(cell).ok()).map(|(squad, cell)| Self::Fire(squad, cell))
            }
            ["done"] => Some(Self::Done),
            ["ambush"] => Some(Self::Ambush),
            ["hold"] => Some(Self::Hold),
            _ => None,
        };
        choice.ok_or_else(|| NotationError {
            text: text.into(),
            expected: "attack, rest, move, fire, done, ambush or hold",
        })
    }
}
