//! What cards are worth: in hand, next turn, to the enemy, and thrown away.

use super::{ATTACKING, Mind};
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::cards::Card;

/// What an attacker's first fire card is worth in hand: it fires what it has.
const ATTACKERS_FIRE: f64 = 0.25;

/// What further ones are worth.
const ATTACKERS_SPARE_FIRE: f64 = 0.12;

/// What a defender's first fire card is worth in hand: it is kept for the advance.
const DEFENDERS_FIRE: f64 = 0.45;

/// What further ones are worth.
const DEFENDERS_SPARE_FIRE: f64 = 0.2;

/// What the first rally card is worth in hand.
const FIRST_RALLY: f64 = 0.45;

/// What further ones are worth.
const SPARE_RALLY: f64 = 0.2;

/// What the first movement card is worth in hand.
const FIRST_MOVE: f64 = 0.4;

/// What further ones are worth.
const SPARE_MOVE: f64 = 0.2;

/// The average value of a card from the deck.
const NEW_CARD: f64 = 0.55;

/// A card that is needed less is cleared away.
const UNNEEDED: f64 = 0.4;

/// How much more a card from the deck is worth to a side that must attack, by its urge, without a movement card.
const SEEKS_MOVES: f64 = 0.5;

/// With so many movement cards it looks for no more.
const ENOUGH_MOVES: f64 = 2.0;

impl Mind<'_> {
    /// The number of matching cards in hand.
    pub(super) fn held(&self, wanted: impl Fn(Card) -> bool) -> usize {
        self.position.hands.seat(self.side).hand.iter().filter(|&&card| wanted(card)).count()
    }

    /// The chance that the enemy holds at least one matching card, from the unseen cards and the enemy hand
    /// size.
    pub(super) fn enemy_holds(&self, wanted: impl Fn(Card) -> bool) -> f64 {
        if !self.careful {
            return 0.7;
        }
        let none = self.position.hands.hands_of(self.side.other()).map(|seat| {
            let unseen = seat.deck.left().iter().chain(&seat.hand).chain(&seat.buried);
            let (mut all, mut such) = (0.0, 0.0);
            for &card in unseen {
                all += 1.0;
                such += f64::from(u8::from(wanted(card)));
            }
            if all == 0.0 { 1.0 } else { (1.0_f64 - such / all).powi(seat.hand.len() as i32) }
        });
        1.0 - none.product::<f64>()
    }

    /// The value of keeping a card. The last card that can answer an enemy action is worth most.
    pub(super) fn kept(&self, card: Card) -> f64 {
        let of = |count: usize, first: f64, more: f64| if count <= 1 { first } else { more };
        match card {
            // An attacker fires what it has; a defender keeps fire cards for the advance.
            Card::Fire(_) => {
                let keep = if self.urge >= ATTACKING {
                    (ATTACKERS_FIRE, ATTACKERS_SPARE_FIRE)
                } else {
                    (DEFENDERS_FIRE, DEFENDERS_SPARE_FIRE)
                };
                self.bias.kept * of(self.held(|card| matches!(card, Card::Fire(_))), keep.0, keep.1)
            }
            Card::Rally { value, .. } => {
                of(self.held(|card| matches!(card, Card::Rally { .. })), FIRST_RALLY, SPARE_RALLY)
                    + f64::from(value) * 0.05
            }
            Card::Move(card) => {
                of(self.held(|card| matches!(card, Card::Move(_))), FIRST_MOVE, SPARE_MOVE)
                    + f64::from(card.cover) * 0.05
            }
            Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap => 0.6,
            Card::Hero => 0.8,
            Card::Smoke => 0.3,
            Card::Sniper | Card::Fear => 0.1,
            _ => -1.0,
        }
    }

    /// How much a card will be needed next turn, roughly in enemy figures: fire with a target, rally for
    /// pinned figures, movement for groups that want to move. The first of several equal cards counts most.
    pub(super) fn need(&self, card: Card) -> f64 {
        let position = self.position;
        let groups = || position.forces.groups_of(self.side);
        match card {
            Card::Fire(_) => {
                let held = self.held(|other| matches!(other, Card::Fire(_)));
                let harm = groups().map(|group| self.best_fire(group, card)).fold(0.0, f64::max);
                // A target may always come into sight, above all for the only fire card.
                match held {
                    0 | 1 => 0.5 + 0.5 * harm,
                    2 => 0.35 + 0.5 * harm,
                    _ => 0.6 * harm,
                }
            }
            Card::Rally { value, .. } => {
                let held = self.held(|other| matches!(other, Card::Rally { .. }));
                let most = groups().map(|group| position.forces.pinned(group).count()).max().unwrap_or(0);
                let risen = most.min(usize::from(value)) as f64;
                let spare = if held > 1 { 0.1 } else { 0.4 };
                spare + 0.5 * risen + 0.03 * f64::from(value)
            }
            Card::Move(movement) => {
                let held = self.held(|other| matches!(other, Card::Move(_)));
                let wish = groups().map(|group| self.march_wish(group)).fold(0.0, f64::max);
                let spare = if held > 2 { 0.0 } else { 0.15 };
                spare + 0.35 * wish + 0.04 * f64::from(movement.actions + movement.cover)
            }
            Card::Smoke => 0.25,
            Card::Cower => 0.0,
            other => self.kept(other),
        }
    }

    /// What a card from the deck is worth beyond the average: a side that must attack may draw a movement card.
    fn hope(&self) -> f64 {
        if self.urge < ATTACKING {
            return 0.0;
        }
        let held = self.held(|card| matches!(card, Card::Move(_))) as f64;
        SEEKS_MOVES * self.urge * (1.0 - held / ENOUGH_MOVES).max(0.0)
    }

    /// The worth of unneeded cards if discarded after this many actions.
    pub(super) fn clearance(&self, actions: u8) -> f64 {
        let battle = self.position.battle();
        let wanted = UNNEEDED + self.hope();
        let allowed = usize::from(battle.sides[self.side.index()].hand.allowed(actions));
        let mut gains: Vec<f64> = self
            .position
            .hands
            .seat(self.side)
            .hand
            .iter()
            .map(|&card| (wanted - self.need(card)).max(0.0))
            .collect();
        gains.sort_by(|a, b| b.total_cmp(a));
        gains.into_iter().take(allowed).sum()
    }

    /// The cost of one more action this turn in discards (41.1).
    pub(super) fn idleness(&self) -> f64 {
        let actions = self.position.hands.seat(self.side).actions;
        self.clearance(actions) - self.clearance(actions.saturating_add(1))
    }

    /// Discard useless cards first. Sniper and Fear go at the target they hurt most; needed cards stay.
    pub(super) fn discard(&self, choice: Choice) -> f64 {
        let forces = &self.position.forces;
        match choice {
            Choice::Snipe(group) => {
                let led = forces.leader(group).is_some();
                0.9 + if led { 0.3 } else { 0.0 } + 0.2 / forces.group(group).members.len() as f64
            }
            Choice::Frighten(group) => {
                let fit = forces.fit(group).count() as f64;
                // Worst for a group about to fire or move.
                0.7 + fit * 0.05
            }
            Choice::Discard(card) if card.is_cower() => 0.9,
            Choice::Discard(Card::Sniper | Card::Fear) => 0.0,
            Choice::Discard(card) => NEW_CARD + self.hope() - self.need(card),
            _ => 0.08,
        }
    }
}
