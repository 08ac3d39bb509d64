//! The cards of a force, and its hand of them (12.1.1).

use crate::dice::Dice;
use crate::game::{Deck, Digest, Side};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::state::battle::{Battle, Optional};
use std::fmt;
use std::str::FromStr;

/// A card by its value: 1 for an ace to 13 for a king (12.1.1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("ace"),
            11 => f.write_str("jack"),
            12 => f.write_str("queen"),
            13 => f.write_str("king"),
            value => write!(f, "{value}"),
        }
    }
}

/// Cards that a force has drawn before the battle begins (scenario).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Drawn {
    cards: Vec<Card>,
    broken: bool,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().map(|card| card.0.to_string());
        let words: Vec<String> = cards.chain(self.broken.then(|| "broken".to_owned())).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Drawn {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut drawn = Self::default();
        for word in text.split_whitespace() {
            match word.parse() {
                _ if drawn.broken => return Err(()),
                Ok(value @ 1..=13) => drawn.cards.push(Card(value)),
                _ if word == "broken" => drawn.broken = true,
                _ => return Err(()),
            }
        }
        drawn.cards.sort_unstable();
        Ok(drawn)
    }
}

/// A deck of 52 cards without jokers (12.1.1).
#[apply(rule, "12.1.1")]
pub(super) fn deck() -> Deck<Card> {
    Deck::new((1..=13).flat_map(|value| [Card(value); 4]))
}

/// The total value of some cards.
fn sum(cards: &[Card]) -> u16 {
    cards.iter().map(|card| u16::from(card.0)).sum()
}

/// The cards of one force.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// The side it belongs to.
    pub side: Side,
    /// The force, numbered as by [`Battle::force_of`].
    pub force: u8,
    /// The force breaks when its cards exceed this (12.1.2).
    pub break_point: u16,
    /// The cards left in its deck.
    pub(super) deck: Deck<Card>,
    /// Its cards, in order of value.
    pub(super) held: Vec<Card>,
    /// Cards still to be drawn for the latest losses.
    pub(super) due: u8,
    /// The turn from which it is broken.
    pub broken: Option<u8>,
}

impl Hand {
    /// The cards that it holds, for a scenario that continues this battle; those drawn this turn count with
    /// the others (S-201).
    pub(in crate::rules::matg) fn drawn(&self) -> Drawn {
        Drawn { cards: self.held.clone(), broken: self.broken.is_some() }
    }

    /// Whether its cards are shown because they exceed the break point (chart: force determination).
    pub fn is_shown(&self) -> bool {
        self.broken.is_some() || self.value() > self.break_point
    }

    /// The number of cards.
    pub fn count(&self) -> usize {
        self.held.len()
    }

    /// The total value of the cards.
    pub fn value(&self) -> u16 {
        sum(&self.held)
    }

    /// "ace 7 king".
    pub(super) fn in_words(&self) -> String {
        let cards: Vec<String> = self.held.iter().map(ToString::to_string).collect();
        if cards.is_empty() { "none".to_owned() } else { cards.join(" ") }
    }

    /// Deals the same number of cards at random, as the enemy may imagine them: their total does not exceed
    /// the break point, or they would be shown.
    pub(super) fn deal_again(&mut self, dice: &mut Dice) {
        if self.is_shown() {
            return;
        }
        for _ in 0..64 {
            self.deck.deal_again(&mut self.held, dice);
            if !self.is_shown() {
                return;
            }
        }
        let count = self.held.len();
        self.deck.put(self.held.drain(..));
        self.held = self.deck.left()[..count].to_vec();
        for card in &self.held {
            self.deck.take(card);
        }
    }

    /// Writes the hand to a digest.
    pub(in crate::rules::matg) fn digest(&self, to: &mut Digest) {
        self.deck.digest(to);
        to.each(&self.held, |to, card| to.shown(card));
        to.int(self.due);
        to.maybe(self.broken, |to, turn| to.int(turn));
    }
}

/// The hands at the start of a battle; none if force determination is not in play.
#[apply(rule, "12.1.6" if battle.plays(Optional::Determination))]
pub fn hands(battle: &Battle) -> Vec<Hand> {
    if !battle.plays(Optional::Determination) {
        return Vec::new();
    }
    let of = |side: Side| {
        battle.break_points[side.index()].iter().zip(0..).map(move |(&point, force)| (side, point, force))
    };
    let hand = |(side, break_point, force): (Side, u16, u8)| {
        let known = battle.under_way.drawn[side.index()].get(usize::from(force));
        let Drawn { cards: held, broken } = known.cloned().unwrap_or_default();
        let mut deck = deck();
        held.iter().for_each(|card| _ = deck.take(card));
        let broken = broken.then_some(1);
        Hand { side, force, break_point, deck, held, due: 0, broken }
    };
    Side::BOTH.into_iter().flat_map(of).map(hand).collect()
}
