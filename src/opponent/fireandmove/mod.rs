//! The computer player for Fire & Move: weighs what a card does now against its use later, and counts the
//! cards it has seen.

mod assault;
mod fire;
mod light;
mod march;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::dice::Dice;
use crate::game::{Level, Manner, Opponent, Rules, Seen, Side};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::movement::steps;
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::turn::sequence;
use crate::rules::fireandmove::{Choice, Position};

impl Opponent for Position {
    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        let level = manner.level;
        let choices = seen.choices();
        if let [only] = choices[..] {
            return only;
        }
        // The easy level makes occasional mistakes, estimates roughly and does not count cards.
        let easy = level == Level::Easy;
        if easy && dice.below(6) == 0 {
            return choices[dice.below(choices.len())];
        }
        let mind = Mind { still: level == Level::Statue, ..Mind::of(seen, seen.side(), !easy) };
        // A little noise, so that ties are not always broken the same way.
        let whisker = if easy { 4e-3 } else { 1e-4 };
        let mut best: Option<(f64, Choice)> = None;
        for choice in choices {
            let worth = mind.worth(choice) + dice.below(100) as f64 * whisker;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        }
        best.map_or(Choice::Done, |(_, choice)| choice)
    }
}

/// The least urge of a side that is behind.
const ATTACKING: f64 = 0.5;

/// The computer's assessment of a position as its side sees it.
struct Mind<'a> {
    position: &'a Position,
    side: Side,
    /// Counts the cards it has seen and discards with a purpose.
    careful: bool,
    /// Never moves.
    still: bool,
    /// How urgently it must attack: 0 if it is ahead, otherwise more as time runs out.
    urge: f64,
    /// Whether it holds more than half of all points, so that the enemy must come to it.
    ahead: bool,
    /// The losses that would break it.
    left: u32,
    /// Distances of every square from each group's goal, computed once per decision.
    ways: RefCell<BTreeMap<Gid, Option<Rc<[u16]>>>>,
}

impl<'a> Mind<'a> {
    fn of(position: &'a Position, side: Side, careful: bool) -> Self {
        let Position { forces, clock, .. } = position;
        let held = |who: Side| {
            let all = forces.battle().objectives.iter().zip(&forces.holders);
            all.filter(|row| *row.1 == Some(who)).map(|row| u32::from(row.0.points)).sum::<u32>()
        };
        let gone = f64::from(clock.turn) / f64::from(forces.battle().turns.max(1));
        let (own, theirs) = (held(side), held(side.other()));
        let urge = match own.cmp(&theirs) {
            Ordering::Less => ATTACKING + gone,
            Ordering::Equal if careful => 0.1 + 0.5 * gone,
            Ordering::Equal | Ordering::Greater => 0.0,
        };
        let all: u32 = forces.battle().objectives.iter().map(|objective| u32::from(objective.points)).sum();
        let ahead = 2 * own > all && careful;
        let left = forces.battle().sides[side.index()].breaking.saturating_sub(forces.lost(side)).max(1);
        Self { position, side, careful, still: false, urge, ahead, left, ways: RefCell::default() }
    }
}

impl Mind<'_> {
    /// How many times its usual price a loss costs: more the nearer the side is to breaking.
    fn brink(&self) -> f64 {
        if self.careful { 1.0 + 2.0 / f64::from(self.left) } else { 1.0 }
    }

    /// The value of a choice, roughly in enemy figures.
    fn worth(&self, choice: Choice) -> f64 {
        let is = |wanted: Choice| f64::from(u8::from(choice == wanted));
        let kind = self.position.decision().map_or("", |decision| decision.kind);
        if let (Choice::Hero(figure), "march" | "onward" | "nominate" | "stand" | "second-fire") =
            (choice, kind)
        {
            return self.hero(figure) - 0.3;
        }
        match kind {
            "regroup" => 1.0 - is(Choice::Done),
            "turn" => self.of_group(choice),
            "orders" => self.order(choice),
            "march" | "after-move" => self.step(choice),
            "target" | "call" => self.aim(choice),
            "second-fire" => self.second(choice),
            "rally" | "second-rally" => self.rally(choice),
            "react" | "react-card" | "react-point" => self.react(choice),
            "weapon" | "second-weapon" | "shell" | "react-shot" => self.ordnance(choice),
            "riposte" => match choice {
                Choice::Done => 0.0,
                _ => 0.6,
            },
            "onward" => {
                if choice == Choice::GoOn {
                    0.5
                } else {
                    self.stay()
                }
            }
            "nominate" => match choice {
                Choice::Done => 1.0,
                _ => 0.0,
            },
            "stand" => self.stand(choice),
            "discards" => self.discard(choice),
            "reorganise" => match choice {
                Choice::Join(_) => 1.0,
                Choice::Done => 0.5,
                Choice::Leave => 0.1,
                _ => 0.0,
            },
            "alone" => 0.1 * is(Choice::Leave),
            "parting" => is(Choice::Done),
            "columns" => match choice {
                Choice::With(_) => 0.2,
                Choice::Group(_) => 0.3,
                _ => 0.0,
            },
            "astray" => {
                if matches!(choice, Choice::Mines(_)) {
                    0.3
                } else {
                    0.0
                }
            }
            "thicket" => -0.1 * is(Choice::Done),
            "flare" if self.careful => match choice {
                Choice::At(cell) => self.light_worth(cell),
                _ => 0.0,
            },
            _ => 0.0,
        }
    }

    /// The number of matching cards in hand.
    fn held(&self, wanted: impl Fn(Card) -> bool) -> usize {
        self.position.hands.seat(self.side).hand.iter().filter(|&&card| wanted(card)).count()
    }

    /// The chance that the enemy holds at least one matching card, from the unseen cards and the enemy hand
    /// size.
    fn enemy_holds(&self, wanted: impl Fn(Card) -> bool) -> f64 {
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
    fn kept(&self, card: Card) -> f64 {
        let of = |count: usize, first: f64, more: f64| if count <= 1 { first } else { more };
        match card {
            // An attacker fires what it has; a defender keeps fire cards for the advance.
            Card::Fire(_) => {
                let keep = if self.urge >= ATTACKING { (0.25, 0.05) } else { (0.5, 0.2) };
                of(self.held(|card| matches!(card, Card::Fire(_))), keep.0, keep.1)
            }
            Card::Rally { value, .. } => {
                of(self.held(|card| matches!(card, Card::Rally { .. })), 0.5, 0.2) + f64::from(value) * 0.05
            }
            Card::Move(card) => {
                of(self.held(|card| matches!(card, Card::Move(_))), 0.4, 0.2) + f64::from(card.cover) * 0.05
            }
            Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap => 0.6,
            Card::Hero => 0.8,
            Card::Smoke => 0.3,
            Card::Sniper | Card::Fear => 0.1,
            _ => -1.0,
        }
    }

    /// A group is worth its best action.
    fn of_group(&self, choice: Choice) -> f64 {
        match choice {
            Choice::Group(group) => {
                // Heroes are valued separately.
                let orders = self
                    .position
                    .orders_of(group)
                    .into_iter()
                    .filter(|order| !matches!(order, Choice::Leave | Choice::Hero(_)));
                orders.map(|order| self.order_of(group, order)).fold(-1.0, f64::max)
            }
            Choice::Hero(figure) => self.hero(figure),
            Choice::Return(_) => 0.4,
            // Doing nothing beats wasting a card, all the more if unneeded cards can be discarded.
            _ if self.careful => 0.05 + 0.5 * self.idleness(),
            _ => 0.05,
        }
    }

    fn order(&self, choice: Choice) -> f64 {
        self.acting().map_or(0.0, |group| self.order_of(group, choice))
    }

    /// The group that is acting.
    fn acting(&self) -> Option<Gid> {
        sequence::view_of_acting(&self.position.open)
    }

    fn order_of(&self, group: Gid, choice: Choice) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        match choice {
            Choice::Leave => 0.0,
            Choice::Fire(card) => 1.3 * self.best_fire(group, card) - self.kept(card),
            Choice::Rally(Card::Rally { value, .. }) => {
                if forces.group(group).machine.is_some() {
                    return 0.5 + 0.1 * f64::from(value);
                }
                let pinned = forces.pinned(group).count();
                let risen = pinned.min(usize::from(value)) as f64;
                // A pinned leader costs a card each turn, and the second attack.
                let led = forces.pinned(group).any(|figure| {
                    forces.rank(figure) == crate::rules::fireandmove::catalog::tables::Rank::Platoon
                });
                let led = if self.careful && led { 0.3 } else { 0.0 };
                // Rally value beyond the number of pinned figures is wasted.
                0.75 * risen - 0.1 * (f64::from(value) - risen) - 0.1 + led
            }
            Choice::Move(card) => self.march(group, card, false) - 0.15,
            Choice::Cover(card) => self.march(group, card, true) - 0.15,
            Choice::Ground(_) => self.lying(group) - 0.25,
            Choice::Flare(_) if self.careful => self.best_light() - 0.4,
            Choice::Shoot(card) => self.best_shot(group, false) - self.kept(card),
            Choice::Rally(_) => 0.8,
            Choice::Dare(figure) => {
                let plain = forces.rank(figure) as u8 == 0 && forces.weapon(figure).fails.is_none();
                if plain && steps::in_charge_reach_of(terrain.field(), forces, group) { 0.9 } else { -0.5 }
            }
            Choice::Sankari(_) => 0.7,
            Choice::Strike(_) => 1.4,
            Choice::Hide(_) if self.march_wish(group) == 0.0 => 0.2,
            Choice::Banzai(_) => {
                let (men, pinned) = (forces.group(group).members.len(), forces.pinned(group).count());
                if men >= 4 && steps::in_charge_reach_of(terrain.field(), forces, group) {
                    0.9 + 0.2 * pinned as f64
                } else {
                    -0.5
                }
            }
            Choice::Calm(_) => 0.6,
            Choice::Call(_) => 0.9,
            Choice::Hero(figure) => self.hero(figure),
            Choice::Repair(_) => 0.5,
            Choice::Acquire(_) => 0.4,
            Choice::Crew(_) => 0.35,
            Choice::SniperCheck => 0.06,
            Choice::SetUp if forces.group(group).down && self.march_wish(group) < 0.3 => 0.5,
            _ => -0.5,
        }
    }

    /// A Hero card is for a pinned leader, or for the last unpinned figure of a group under attack.
    fn hero(&self, figure: u8) -> f64 {
        let forces = &self.position.forces;
        let state = forces.figure(figure);
        let pinned = state.standing != crate::rules::fireandmove::state::Standing::Fit;
        let leads = forces.rank(figure) != crate::rules::fireandmove::catalog::tables::Rank::None;
        match (pinned, leads) {
            (true, true) => 0.7,
            (true, false) if state.assists.is_none() && forces.weapon(figure).bonus[0].is_some() => 0.3,
            _ => -0.3,
        }
    }

    fn rally(&self, choice: Choice) -> f64 {
        let forces = &self.position.forces;
        match choice {
            Choice::Figure(figure) => {
                let rank = forces.rank(figure) as u8;
                1.0 + f64::from(rank) + f64::from(forces.weapon(figure).bonus[0].unwrap_or(0)) * 0.2
            }
            Choice::Rally(Card::Rally { value, .. }) => {
                let group = self.acting();
                let pinned = group.map_or(0, |group| forces.pinned(group).count());
                0.5 * pinned.min(usize::from(value)) as f64 - 0.4
            }
            _ => 0.0,
        }
    }

    /// How much a card will be needed next turn, roughly in enemy figures: fire with a target, rally for
    /// pinned figures, movement for groups that want to move. The first of several equal cards counts most.
    fn need(&self, card: Card) -> f64 {
        let position = self.position;
        let groups = || position.forces.groups_of(self.side);
        match card {
            Card::Fire(_) => {
                let held = self.held(|other| matches!(other, Card::Fire(_)));
                let harm = groups().map(|group| self.best_fire(group, card)).fold(0.0, f64::max);
                // A target may always come into sight.
                if held > 2 { 0.6 * harm } else { 0.35 + 0.5 * harm }
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

    /// The worth of unneeded cards if discarded after this many actions.
    fn clearance(&self, actions: u8) -> f64 {
        let battle = self.position.battle();
        let allowed = usize::from(battle.sides[self.side.index()].hand.allowed(actions));
        let mut gains: Vec<f64> = self
            .position
            .hands
            .seat(self.side)
            .hand
            .iter()
            .map(|&card| (0.4 - self.need(card)).max(0.0))
            .collect();
        gains.sort_by(|a, b| b.total_cmp(a));
        gains.into_iter().take(allowed).sum()
    }

    /// The cost of one more action this turn in discards (41.1).
    fn idleness(&self) -> f64 {
        let actions = self.position.hands.seat(self.side).actions;
        self.clearance(actions) - self.clearance(actions.saturating_add(1))
    }

    /// Discard useless cards first. Sniper and Fear go at the target they hurt most; needed cards stay.
    fn discard(&self, choice: Choice) -> f64 {
        let Position { forces, hands, .. } = self.position;
        if let (true, Choice::Discard(card)) = (self.careful, choice)
            && !matches!(card, Card::Sniper | Card::Fear)
            && !card.is_cower()
        {
            // The average value of a card from the deck.
            return 0.4 - self.need(card);
        }
        let idle = if hands.seat(self.side).actions == 0 { 0.7 } else { 0.0 };
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
            Choice::Discard(card) => match card {
                Card::Cower | Card::CowerOrSmoke => 0.9,
                Card::Sniper | Card::Fear => 0.0,
                Card::Move(_) if self.held(|card| matches!(card, Card::Move(_))) > 2 => 0.12,
                Card::Rally { value: 1, .. } if self.held(|card| matches!(card, Card::Rally { .. })) > 2 => {
                    0.11
                }
                Card::Fire(_) if self.held(|card| matches!(card, Card::Fire(_))) > 3 => 0.1,
                // After an idle turn, discard the least needed cards to make room.
                card => idle - self.kept(card),
            },
            _ => 0.08,
        }
    }
}
