//! Decks of cards.

use std::fmt::Display;

use super::Digest;
use crate::dice::{Ask, Dice};

/// The undrawn cards of a deck.
///
/// In a shuffled deck every card left is equally likely to be next, and that is how it is drawn: through the
/// dice, so that the journal, the tape and a player with real cards all work. There is no hidden order. The
/// cards are kept sorted, so that their order reveals nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deck<C> {
    cards: Vec<C>,
}

impl<C: Clone + Ord + Display> Deck<C> {
    /// A shuffled deck of these cards, duplicates included.
    pub fn new(cards: impl IntoIterator<Item = C>) -> Self {
        let mut deck = Self { cards: Vec::new() };
        deck.put(cards);
        deck
    }

    /// The cards left, sorted.
    pub fn left(&self) -> &[C] {
        &self.cards
    }

    /// Draws a card; `None` if there are none left. `name` is the deck as players call it: "the German deck".
    ///
    /// # Errors
    /// See [`Dice::draw`].
    pub fn draw(
        &mut self,
        name: &str,
        dice: &mut Dice,
        purpose: impl FnOnce() -> String,
    ) -> Result<Option<C>, Ask> {
        match self.cards[..] {
            [] => Ok(None),
            // A single card is not a choice, so no die is needed: a die has at least two faces.
            [_] => Ok(self.cards.pop()),
            _ => Ok(Some(self.cards.remove(dice.draw(name, &self.cards, purpose)?))),
        }
    }

    /// Shuffles cards back into the deck: discards, or a hand that is given back.
    pub fn put(&mut self, cards: impl IntoIterator<Item = C>) {
        self.cards.extend(cards);
        self.cards.sort_unstable();
    }

    /// Takes out one card of this kind, as when a player shows a card in hand; returns whether there was one.
    pub fn take(&mut self, card: &C) -> bool {
        self.cards.binary_search(card).map(|at| self.cards.remove(at)).is_ok()
    }

    /// For [`super::Rules::seen_by`]: re-deals an unknown hand, the same number of cards, from that hand and
    /// the deck together. The result depends only on the cards of both together.
    pub fn deal_again(&mut self, hand: &mut Vec<C>, dice: &mut Dice) {
        let count = hand.len();
        self.put(hand.drain(..));
        hand.extend((0..count).map(|_| self.cards.remove(dice.below(self.cards.len()))));
        hand.sort_unstable();
    }

    /// Writes the undrawn cards into a digest.
    pub fn digest(&self, digest: &mut Digest) {
        digest.each(&self.cards, |digest, card| digest.shown(card));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> Deck<&'static str> {
        Deck::new(["Smoke", "Ambush", "Smoke", "Sniper"])
    }

    #[test]
    fn a_deck_deals_each_card_once() {
        let (mut deck, mut dice) = (deck(), Dice::seeded(1, 0));
        let draw = |deck: &mut Deck<_>, dice: &mut Dice| deck.draw("the deck", dice, String::new).unwrap();
        let mut drawn: Vec<_> = (0..4).filter_map(|_| draw(&mut deck, &mut dice)).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, ["Ambush", "Smoke", "Smoke", "Sniper"]);
        assert_eq!((draw(&mut deck, &mut dice), dice.faces().len()), (None, 3));
    }

    #[test]
    fn every_first_card_is_equally_likely() {
        let mut count = [0u32; 3];
        let mut dice = Dice::seeded(9, 0);
        for _ in 0..40_000 {
            let card = deck().draw("the deck", &mut dice, String::new).unwrap().unwrap();
            count[["Ambush", "Smoke", "Sniper"].iter().position(|&c| c == card).unwrap()] += 1;
            dice.forget();
        }
        // 10,000 expected of each card, and there are two smoke cards; five standard deviations are 500.
        assert!(count.iter().zip([1, 2, 1]).all(|(&n, k)| n.abs_diff(k * 10_000) < 500), "{count:?}");
    }

    #[test]
    fn an_unknown_card_is_refused_by_name() {
        let mut dice = Dice::taped(&[]);
        let asked = deck().draw("the deck", &mut dice, || "a hand".into()).unwrap_err();
        let place = asked.read("sniper").unwrap();
        let mut deck = deck();
        assert_eq!(deck.draw("the deck", &mut Dice::taped(&[place]), String::new), Ok(Some("Sniper")));
        assert!(deck.take(&"Smoke") && !deck.take(&"Sniper"));
        assert_eq!(deck.left(), ["Ambush", "Smoke"]);
    }

    #[test]
    fn redealing_depends_only_on_known_cards() {
        let deal = |hand: &[&'static str]| {
            let (mut deck, mut hand) = (deck(), hand.to_vec());
            hand.iter().for_each(|card| assert!(deck.take(card)));
            deck.deal_again(&mut hand, &mut Dice::seeded(3, 0));
            (deck, hand)
        };
        assert_eq!(deal(&["Ambush", "Smoke"]), deal(&["Sniper", "Smoke"]));
    }
}
