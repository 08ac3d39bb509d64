//! The decks of a real table, dealt and tracked by the computer: cards held, cards face up, cards left (55,
//! 78).
//!
//! A table is rebuilt from its file, action by action; every random result is recorded there.

mod command;
mod file;

use std::fmt;

use crate::dice::{Ask, Dice};
use crate::game::Deck;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::nations::{Hand, Nation, Quality, Trait};

pub use command::Decks;
pub use file::{read, written};

/// A player's action with cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Draws these from the deck, in this order.
    Draw(Vec<Card>),
    /// Plays these from the hand, face up.
    Play(Vec<Card>),
    /// Discards these from the hand, face up or face down according to the nation.
    Discard(Vec<Card>),
    /// Sets these aside from the hand, face up, for an action that takes more than one turn. The hand is
    /// filled without counting them (9.5).
    Aside(Vec<Card>),
    /// Discards these set-aside cards: their action is finished or abandoned (9.5).
    Settle(Vec<Card>),
    /// Shuffles the played and discarded cards into the deck (78.1).
    Shuffle,
    /// The die rolled for whether time passes (78.6).
    Time(u8),
    /// Undoes the player's last play or discard, which was a mistake.
    Back,
}

/// An action and the seat that takes it, 0 or 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The seat.
    pub seat: usize,
    /// The action.
    pub deed: Deed,
}

/// The cards of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The player's key at this table: "german", "german-2".
    pub key: String,
    /// The player's nation.
    pub nation: &'static Nation,
    /// The quality of the player's troops.
    pub quality: Quality,
    /// Cards left to draw.
    pub deck: Deck<Card>,
    /// The hand, sorted.
    pub hand: Vec<Card>,
    /// Cards played or discarded face up, the last on top.
    pub open: Vec<Card>,
    /// Cards discarded face down, sorted.
    pub buried: Vec<Card>,
    /// Cards set aside, sorted.
    pub aside: Vec<Card>,
    /// The number of times the deck has been reshuffled.
    pub turns: u16,
    /// Dice rolled for time, in order.
    pub times: Vec<u8>,
}

impl Seat {
    /// A player with a full deck and an empty hand.
    pub fn new(key: String, nation: &'static Nation, quality: Quality) -> Self {
        Self {
            key,
            nation,
            quality,
            deck: Deck::new(nation.cards.iter().copied()),
            hand: Vec::new(),
            open: Vec::new(),
            buried: Vec::new(),
            aside: Vec::new(),
            turns: 0,
            times: Vec::new(),
        }
    }

    /// The player's hand size and discards.
    pub fn rule(&self) -> &'static Hand {
        self.nation.hand(self.quality)
    }

    /// Whether a card is discarded face up (41.1, 91.7).
    fn shows(&self, card: Card) -> bool {
        self.rule().reveal || card.is_cower() && self.nation.has(Trait::OpenCowers)
    }

    fn take(&mut self, card: Card) -> Result<(), Wrong> {
        if out_of(&mut self.hand, card) { Ok(()) } else { Err(Wrong(self.key.clone(), "hand", card)) }
    }

    fn hold(&mut self, card: Card) {
        into(&mut self.hand, card);
    }
}

/// Removes a card from sorted cards, if it is there.
fn out_of(cards: &mut Vec<Card>, card: Card) -> bool {
    let at = cards.binary_search(&card);
    at.is_ok_and(|at| cards.remove(at) == card)
}

/// Inserts a card into sorted cards.
fn into(cards: &mut Vec<Card>, card: Card) {
    cards.insert(cards.partition_point(|&other| other < card), card);
}

/// A card that is missing from where it should be taken: the player, the place and the card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong(String, &'static str, Card);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key, place, card) = self;
        write!(f, "there is no {card} in the {place} of the {key} player")
    }
}

/// A real table's cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The two players.
    pub seats: [Seat; 2],
    /// The seed of the draws.
    pub seed: u64,
    /// Actions in effect.
    pub acts: Vec<Act>,
    /// The number of actions recorded, including undone ones, so that each draw is random on its own.
    pub count: u64,
}

impl Table {
    /// A table with full decks.
    pub const fn new(seats: [Seat; 2], seed: u64) -> Self {
        Self { seats, seed, acts: Vec::new(), count: 0 }
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// A message, if a card is missing from where it should be taken or there is nothing to undo. The table
    /// is then partly changed and must be discarded.
    pub fn act(&mut self, act: Act) -> Result<(), String> {
        self.count += 1;
        let seat = &mut self.seats[act.seat];
        let told = |wrong: Wrong| wrong.to_string();
        match &act.deed {
            Deed::Draw(cards) => {
                for &card in cards {
                    if !seat.deck.take(&card) {
                        return Err(Wrong(seat.key.clone(), "deck", card).to_string());
                    }
                    // The time check is never held in a hand (78.1).
                    if card == Card::TimeCheck { seat.open.push(card) } else { seat.hold(card) }
                }
            }
            Deed::Play(cards) => {
                for &card in cards {
                    seat.take(card).map_err(told)?;
                    seat.open.push(card);
                }
            }
            Deed::Discard(cards) => {
                for &card in cards {
                    seat.take(card).map_err(told)?;
                    if seat.shows(card) {
                        seat.open.push(card);
                    } else {
                        into(&mut seat.buried, card);
                    }
                }
            }
            Deed::Aside(cards) => {
                for &card in cards {
                    seat.take(card).map_err(told)?;
                    into(&mut seat.aside, card);
                }
            }
            Deed::Settle(cards) => {
                for &card in cards {
                    if !out_of(&mut seat.aside, card) {
                        return Err(format!("the {} player has no {card} set aside", seat.key));
                    }
                    seat.open.push(card);
                }
            }
            Deed::Shuffle => {
                let cards: Vec<Card> = seat.open.drain(..).chain(seat.buried.drain(..)).collect();
                seat.deck.put(cards);
                seat.turns = seat.turns.saturating_add(1);
            }
            Deed::Time(face) => seat.times.push(*face),
            Deed::Back => return self.back(act.seat),
        }
        self.acts.push(act);
        Ok(())
    }

    /// Undoes the last action, if it was this player's and drew no cards.
    fn back(&mut self, seat: usize) -> Result<(), String> {
        let player = &mut self.seats[seat];
        let last = self.acts.last().filter(|act| act.seat == seat).map(|act| act.deed.clone());
        match last {
            Some(Deed::Play(cards)) => cards.into_iter().rev().for_each(|card| {
                player.open.pop();
                player.hold(card);
            }),
            Some(Deed::Discard(cards)) => cards.into_iter().rev().for_each(|card| {
                if player.shows(card) {
                    player.open.pop();
                } else {
                    out_of(&mut player.buried, card);
                }
                player.hold(card);
            }),
            Some(Deed::Aside(cards)) => cards.into_iter().for_each(|card| {
                out_of(&mut player.aside, card);
                player.hold(card);
            }),
            Some(Deed::Settle(cards)) => cards.into_iter().rev().for_each(|card| {
                player.open.pop();
                into(&mut player.aside, card);
            }),
            _ => {
                let key = &player.key;
                return Err(format!(
                    "the last action was not a play or discard of the {key} player, so it can't be undone"
                ));
            }
        }
        self.acts.pop();
        Ok(())
    }

    /// The dice for the next action.
    fn dice(&self) -> Dice {
        Dice::seeded(crate::game::thought::mix(self.seed, self.count + 1), 0)
    }

    /// The actions that fill a hand to a number of cards (9.7, 78.1 to 78.6): draws, a shuffle if the deck
    /// runs out, and after a time check a shuffle and a die. `opening` deals the first hand, in which the
    /// time check is ignored (78.10).
    pub fn filled(&self, seat: usize, limit: usize, opening: bool) -> Result<Vec<Act>, Ask> {
        let mut next = self.clone();
        let mut dice = self.dice();
        let mut acts = Vec::new();
        let mut time = false;
        let mut drawn = Vec::new();
        let deed = |next: &mut Self, acts: &mut Vec<Act>, deed: Deed| {
            let act = Act { seat, deed };
            // Cards are drawn from the actual deck.
            if next.act(act.clone()).is_ok() {
                acts.push(act);
            }
        };
        let kept = opening && next.seats[seat].deck.take(&Card::TimeCheck);
        while next.seats[seat].hand.len() + drawn.iter().filter(|card| **card != Card::TimeCheck).count()
            < limit
        {
            let name = format!("the {} deck", next.seats[seat].key);
            let Some(card) = next.seats[seat].deck.draw(&name, &mut dice, || "a card for the hand".into())?
            else {
                if next.seats[seat].open.is_empty() && next.seats[seat].buried.is_empty() {
                    break;
                }
                flush(&mut next, &mut drawn, seat, &mut acts, deed);
                deed(&mut next, &mut acts, Deed::Shuffle);
                continue;
            };
            time |= card == Card::TimeCheck;
            drawn.push(card);
        }
        flush(&mut next, &mut drawn, seat, &mut acts, deed);
        if kept {
            next.seats[seat].deck.put([Card::TimeCheck]);
        }
        if time {
            deed(&mut next, &mut acts, Deed::Shuffle);
            let face = dice.roll(6, || "time check".into())?;
            deed(&mut next, &mut acts, Deed::Time(face));
        }
        Ok(acts)
    }
}

/// Combines the drawn cards into one action: they go back so that the action can draw them.
fn flush(
    next: &mut Table,
    drawn: &mut Vec<Card>,
    seat: usize,
    acts: &mut Vec<Act>,
    deed: impl Fn(&mut Table, &mut Vec<Act>, Deed),
) {
    if !drawn.is_empty() {
        next.seats[seat].deck.put(drawn.iter().copied());
        deed(next, acts, Deed::Draw(std::mem::take(drawn)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fireandmove::nations::nation;

    fn table() -> Table {
        let seat = |key: &str| Seat::new(key.into(), nation(key).unwrap(), Quality::Line);
        Table::new([seat("german"), seat("russian")], 7)
    }

    fn fill(table: &mut Table, seat: usize, limit: usize, opening: bool) -> Vec<Act> {
        let acts = table.filled(seat, limit, opening).unwrap();
        for act in &acts {
            table.act(act.clone()).unwrap();
        }
        acts
    }

    fn whole(seat: &Seat) {
        let mut all: Vec<Card> = seat.deck.left().to_vec();
        all.extend(seat.hand.iter().chain(&seat.open).chain(&seat.buried).chain(&seat.aside));
        all.sort_unstable();
        let mut deck = seat.nation.cards.clone();
        deck.sort_unstable();
        assert_eq!(all, deck, "every card is somewhere, and once");
    }

    #[test]
    fn a_deck_is_gone_through_and_shuffled_and_no_card_is_ever_lost() {
        let mut table = table();
        assert_eq!(fill(&mut table, 0, 5, true).len(), 1);
        let mut checks = 0;
        for _ in 0..200 {
            let cards: Vec<Card> = table.seats[0].hand.iter().copied().take(2).collect();
            let deed = if cards[0].is_cower() { Deed::Discard(cards) } else { Deed::Play(cards) };
            table.act(Act { seat: 0, deed }).unwrap();
            let acts = fill(&mut table, 0, 5, false);
            let drew =
                |card| acts.iter().any(|act| matches!(&act.deed, Deed::Draw(all) if all.contains(&card)));
            let timed = acts.iter().any(|act| matches!(act.deed, Deed::Time(1..=6)));
            assert_eq!(drew(Card::TimeCheck), timed, "a D6 is rolled when the time check is drawn");
            checks += usize::from(timed);
            assert_eq!(table.seats[0].hand.len(), 5);
            assert!(!table.seats[0].hand.contains(&Card::TimeCheck));
            whole(&table.seats[0]);
        }
        let shuffles = table.acts.iter().filter(|act| act.deed == Deed::Shuffle).count();
        assert_eq!((usize::from(table.seats[0].turns), table.seats[0].times.len()), (shuffles, checks));
        assert!(shuffles >= checks, "after each time check, and where the deck runs out");
        assert!(checks > 10, "some 400 cards of a deck of 41: {checks}");
        assert_eq!(table.seats[1].hand, [], "the other player has not drawn");
    }

    #[test]
    fn the_first_hand_has_no_time_check_and_leaves_it_in_the_deck() {
        for seed in 0..200 {
            let mut table = Table { seed, ..table() };
            fill(&mut table, 1, 4, true);
            let seat = &table.seats[1];
            assert!(seat.deck.left().contains(&Card::TimeCheck) && seat.hand.len() == 4, "{seed}");
            whole(seat);
        }
    }

    #[test]
    fn what_is_set_aside_counts_for_no_hand_until_its_action_is_done() {
        let mut table = table();
        fill(&mut table, 0, 5, true);
        let card = table.seats[0].hand[0];
        table.act(Act { seat: 0, deed: Deed::Aside(vec![card]) }).unwrap();
        let before = table.seats[0].clone();
        table.act(Act { seat: 0, deed: Deed::Settle(vec![card]) }).unwrap();
        assert_eq!((table.seats[0].open.last(), &table.seats[0].aside[..]), (Some(&card), &[][..]));
        table.act(Act { seat: 0, deed: Deed::Back }).unwrap();
        assert_eq!(table.seats[0], before, "a mistake can be undone, too");
        fill(&mut table, 0, 5, false);
        assert_eq!(
            (table.seats[0].hand.len(), table.seats[0].aside.len()),
            (5, 1),
            "the card set aside does not count for the hand"
        );
        whole(&table.seats[0]);
        table.act(Act { seat: 0, deed: Deed::Shuffle }).unwrap();
        assert_eq!(table.seats[0].aside, [card], "a card set aside is not shuffled in");
        let twice = table.act(Act { seat: 0, deed: Deed::Settle(vec![card, card]) });
        assert!(twice.unwrap_err().contains("set aside"));
    }

    #[test]
    fn a_slip_is_taken_back_and_a_draw_is_not() {
        let mut table = table();
        fill(&mut table, 0, 5, true);
        let before = table.seats[0].clone();
        assert!(table.act(Act { seat: 0, deed: Deed::Back }).unwrap_err().contains("can't be undone"));
        for deed in [Deed::Play(before.hand[..2].to_vec()), Deed::Discard(before.hand[1..3].to_vec())] {
            table.act(Act { seat: 0, deed }).unwrap();
            assert_eq!(table.seats[0].hand.len(), 3);
            assert!(table.clone().act(Act { seat: 1, deed: Deed::Back }).is_err(), "not their own action");
            table.act(Act { seat: 0, deed: Deed::Back }).unwrap();
            assert_eq!(table.seats[0], before);
        }
        // Drawing again after an undo gives different cards, so undoing cannot be used to fish for cards.
        assert_ne!(table.count, table.acts.len() as u64);
    }

    #[test]
    fn a_card_is_played_only_by_who_holds_it() {
        let mut table = table();
        let told = table.act(Act { seat: 0, deed: Deed::Play(vec![Card::Hero]) }).unwrap_err();
        assert_eq!(told, "there is no hero in the hand of the german player");
    }
}
