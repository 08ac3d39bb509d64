//! The cards of every player: decks, hands and discards (41, 55, 77, 78).

use crate::game::{Deck, Side};

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::state::{Battle, Gid, Shared};

/// One player's cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    /// The player's number on their side (77).
    pub platoon: u8,
    /// Cards not yet drawn.
    pub deck: Deck<Card>,
    /// Cards in hand, sorted.
    pub hand: Vec<Card>,
    /// Cards played, face up.
    pub played: Vec<Card>,
    /// Cards discarded face down, sorted.
    pub buried: Vec<Card>,
    /// Cards set aside, each with the group it lies on, until the action is taken.
    pub aside: Vec<(Gid, Card)>,
    /// Actions this turn that count against discards.
    pub actions: u8,
    /// The player holds fire until the turn ends.
    pub holds: bool,
    /// The enemy's sniper check has eliminated this side's snipers: its Sniper cards count as Cower (42.2).
    pub snipers_dead: bool,
    /// Times the deck was shuffled.
    pub shuffles: u8,
    /// Air and naval strikes called in (96.4).
    pub strikes: u8,
    /// The company leader has passed on the first choice of cards (77.2).
    pub first_let_by: bool,
}

/// The cards of both sides.
///
/// Each side has one player acting for it; in team play the others wait, in player order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hands {
    battle: Shared,
    /// The cards of the two players; in team play, of the player acting for each side.
    pub seats: [Seat; 2],
    /// The cards of the other players on each side, in order (77).
    pub waiting: [Vec<Seat>; 2],
}

impl Hands {
    /// The decks at the start of a battle.
    pub(in crate::rules::fireandmove) const fn new(
        battle: Shared,
        seats: [Seat; 2],
        waiting: [Vec<Seat>; 2],
    ) -> Self {
        Self { battle, seats, waiting }
    }

    /// The constants of the battle.
    pub fn battle(&self) -> &Battle {
        &self.battle.0
    }

    /// Every player's cards with their side: first those acting, then those waiting.
    pub(in crate::rules::fireandmove) fn in_digest_order(&self) -> impl Iterator<Item = (Side, &Seat)> {
        let acting = Side::BOTH.into_iter().zip(&self.seats);
        let waiting = Side::BOTH.into_iter().zip(&self.waiting);
        acting.chain(waiting.flat_map(|(side, seats)| seats.iter().map(move |seat| (side, seat))))
    }

    /// A player's cards.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    pub(in crate::rules::fireandmove) fn seat_mut(&mut self, side: Side) -> &mut Seat {
        &mut self.seats[side.index()]
    }
}
