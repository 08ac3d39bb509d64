//! A hand of cards as its player sees it.

use crate::game::Side;
use crate::game::view::{CardId, CardView, HandView, PileView};
use crate::rules::fireandmove::cards::sheets;
use crate::rules::fireandmove::nations::nation;
use crate::rules::fireandmove::state::{Hands, Seat};

use super::card_kind;

pub(super) fn hand(hands: &Hands, side: Side) -> HandView {
    let seat = hands.seat(side);
    let (battle, force) = (hands.battle(), &hands.battle().sides[side.index()]);
    let nation = nation(&force.nation);
    let figures = sheets::Figures { fire: Some(&force.fire), weapons: &battle.weapons };
    let cards = seat.hand.iter().zip(0..).map(|(&card, id)| CardView {
        id: CardId(id),
        name: sheets::short(card),
        kind: card_kind(card),
        uses: nation.map_or_else(Vec::new, |nation| sheets::lines(nation, card, figures)),
    });
    let own = pile([seat]);
    HandView {
        cards: cards.collect(),
        whose: hands.battle().platoon_name(side, seat.platoon).map(str::to_owned),
        enemy: hands.hands_of(side.other()).map(|seat| seat.hand.len() as u16).sum(),
        deck: own.deck,
        discard: own.discard,
        turns: own.turns,
        unseen: own.unseen,
        theirs: pile(hands.hands_of(side.other())),
    }
}

/// The public information about several players' cards: cards left, number of shuffles, and face-up cards.
fn pile<'a>(seats: impl IntoIterator<Item = &'a Seat>) -> PileView {
    let mut pile = PileView::default();
    for seat in seats {
        pile.deck += seat.deck.left().len() as u16;
        pile.turns += u16::from(seat.shuffles);
        pile.unseen += seat.buried.len() as u16;
        pile.discard.extend(seat.played.iter().map(|&card| sheets::short(card)));
    }
    pile
}
