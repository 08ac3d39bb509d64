//! Notes: entries of a shared battle that are not actions. They seat players, carry requests from one side to
//! the other, and end a battle by agreement.
//!
//! A note is written like standing orders by themselves: as an undo back to the present, which undoes
//! nothing and states its reason.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// The longest name of a player, in characters.
pub const LONGEST_PLAYER: usize = 24;

/// A note by one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A player takes the side's seat.
    Join(String),
    /// Asks the other side to undo every action after the first so many that stand.
    AskUndo(u32),
    /// Grants that request; the same entry undoes the actions.
    GrantUndo,
    /// Refuses that request.
    RefuseUndo,
    /// Offers a draw.
    OfferDraw,
    /// Accepts the offer; the battle ends.
    AcceptDraw,
    /// Declines the offer.
    RefuseDraw,
    /// Resigns; the battle ends.
    Resign,
    /// The side has used up its time; the battle ends.
    OutOfTime,
}

impl Note {
    /// Whether it ends the battle.
    pub const fn ends(&self) -> bool {
        matches!(self, Self::AcceptDraw | Self::Resign | Self::OutOfTime)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join(name) => write!(f, "join {name}"),
            Self::AskUndo(to) => write!(f, "ask-undo {to}"),
            Self::GrantUndo => f.write_str("grant-undo"),
            Self::RefuseUndo => f.write_str("refuse-undo"),
            Self::OfferDraw => f.write_str("offer-draw"),
            Self::AcceptDraw => f.write_str("accept-draw"),
            Self::RefuseDraw => f.write_str("refuse-draw"),
            Self::Resign => f.write_str("resign"),
            Self::OutOfTime => f.write_str("out-of-time"),
        }
    }
}

impl FromStr for Note {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a note of a shared battle");
        Ok(match text.split_once(' ') {
            Some(("join", name)) if player_name(name).as_deref() == Some(name) => Self::Join(name.to_owned()),
            Some(("ask-undo", to)) => Self::AskUndo(to.parse().map_err(|_| wrong())?),
            None => match text {
                "grant-undo" => Self::GrantUndo,
                "refuse-undo" => Self::RefuseUndo,
                "offer-draw" => Self::OfferDraw,
                "accept-draw" => Self::AcceptDraw,
                "refuse-draw" => Self::RefuseDraw,
                "resign" => Self::Resign,
                "out-of-time" => Self::OutOfTime,
                _ => return Err(wrong()),
            },
            Some(_) => return Err(wrong()),
        })
    }
}

/// A player's name as a save may contain it: short, on one line, with nothing a terminal obeys.
pub fn player_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    let name = text.trim();
    (!name.is_empty() && name.chars().count() <= LONGEST_PLAYER && name.chars().all(fits))
        .then(|| name.to_owned())
}

pub(super) fn some_note<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Note>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_survive_being_written_and_read() {
        let all = [
            Note::Join("Anna B.".into()),
            Note::AskUndo(12),
            Note::GrantUndo,
            Note::RefuseUndo,
            Note::OfferDraw,
            Note::AcceptDraw,
            Note::RefuseDraw,
            Note::Resign,
            Note::OutOfTime,
        ];
        for note in all {
            assert_eq!(note.to_string().parse::<Note>(), Ok(note));
        }
        for bad in ["", "join", "join ", "join a\nb", "join \u{202e}x", "ask-undo x", "resign now", "win"] {
            assert!(bad.parse::<Note>().is_err(), "{bad:?}");
        }
    }
}
