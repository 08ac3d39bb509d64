//! Requests to a player with real dice or cards: a face to roll or a card to draw.

use std::fmt;

use super::Die;
use crate::side::Side;

/// The dice need a face, or the deck a card, that has not been given yet: what to roll or draw, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// A die or a card.
    pub thing: Thing,
    /// The purpose of the roll and the number needed, for the player who rolls or draws.
    pub purpose: String,
    /// The side that rolls or draws; `None` where it does not matter.
    pub side: Option<Side>,
}

/// The die or card asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A die to roll.
    Die(Die),
    /// A card to draw from those left in a deck.
    Card {
        /// The deck.
        deck: String,
        /// The cards left, in an order that reveals nothing.
        left: Vec<String>,
    },
}

impl Ask {
    /// The number of possible answers: the faces of the die, or the cards left.
    pub fn answers(&self) -> u8 {
        match &self.thing {
            Thing::Die(die) => die.sides,
            Thing::Card { left, .. } => u8::try_from(left.len()).unwrap_or(u8::MAX),
        }
    }

    /// The answer a player typed: the number of a face, or the name of a card, in full or as far as it is
    /// unique.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn read(&self, words: &str) -> Result<u8, String> {
        let words = words.trim();
        match &self.thing {
            Thing::Die(die) => {
                let face = words.parse().ok().filter(|face| (1..=die.sides).contains(face));
                face.ok_or_else(|| format!("A D{} shows 1 to {}, not {words}.", die.sides, die.sides))
            }
            Thing::Card { deck, left } => {
                let place = |at: usize| u8::try_from(at + 1).unwrap_or(u8::MAX);
                let low = words.to_lowercase();
                if let Some(at) = left.iter().position(|card| card.to_lowercase() == low) {
                    return Ok(place(at));
                }
                let mut near: Vec<usize> =
                    (0..left.len()).filter(|&at| left[at].to_lowercase().starts_with(&low)).collect();
                near.dedup_by(|a, b| left[*a] == left[*b]);
                match near[..] {
                    [only] if !low.is_empty() => Ok(place(only)),
                    [] => Err(format!("{deck} has no card \"{words}\" left.")),
                    _ => Err(format!(
                        "Several cards of {deck} begin with \"{words}\"; type more of the \
                     name."
                    )),
                }
            }
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.thing {
            Thing::Die(die) if die.name.is_empty() => write!(f, "roll 1D{}: {}", die.sides, self.purpose),
            Thing::Die(die) => write!(f, "roll the {} D{}: {}", die.name, die.sides, self.purpose),
            Thing::Card { deck, left } => {
                write!(f, "draw one of the {} cards left in {deck}: {}", left.len(), self.purpose)
            }
        }
    }
}

impl std::error::Error for Ask {}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(left: &[&str]) -> Ask {
        let left = left.iter().map(|&card| card.to_owned()).collect();
        Ask {
            thing: Thing::Card { deck: "the German deck".into(), left },
            purpose: "cover".into(),
            side: None,
        }
    }

    #[test]
    fn a_unique_prefix_names_a_card() {
        let ask = ask(&["Ambush", "Smoke", "Smoke", "Smoke and fire", "Sniper"]);
        assert_eq!(ask.answers(), 5);
        assert_eq!(ask.read("ambush"), Ok(1));
        assert_eq!(ask.read(" Sn "), Ok(5));
        assert_eq!(ask.read("smoke"), Ok(2), "alike cards are one and the same");
        assert_eq!(ask.read("Smoke a"), Ok(4));
        assert!(ask.read("s").unwrap_err().starts_with("Several cards"));
        assert_eq!(ask.read("Tank").unwrap_err(), "the German deck has no card \"Tank\" left.");
        assert_eq!(ask.to_string(), "draw one of the 5 cards left in the German deck: cover");
    }

    #[test]
    fn answers_must_be_faces_of_the_die() {
        let thing = Thing::Die(Die::named("coloured", 6));
        let ask = Ask { thing, purpose: "to fire".into(), side: Some(Side::B) };
        assert_eq!((ask.answers(), ask.read("6")), (6, Ok(6)));
        assert_eq!(ask.read("7").unwrap_err(), "A D6 shows 1 to 6, not 7.");
        assert_eq!(ask.to_string(), "roll the coloured D6: to fire");
    }
}
