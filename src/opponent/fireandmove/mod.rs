//! The computer player for Fire & Move: weighs what a card does now against its use later, and counts the
//! cards it has seen.

mod assault;
mod balance;
mod cards;
mod fire;
mod light;
mod march;
mod reasons;
mod tasks;
mod teaching;
mod ways;

use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::dice::Dice;
use crate::game::{Fitted, Level, Manner, Opinion, Opponent, Outlook, Rules, Search, Seen, Side, Temper};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::movement::steps;
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::turn::sequence::{self, Frame};
use crate::rules::fireandmove::{Choice, Position};
use tasks::Task;
use teaching::Bias;

/// What a hard opponent plays out.
const HARD: Search = Search { options: 4, worlds: 8, decisions: 600, turns: 2 };

/// What an expert plays out.
const EXPERT: Search = Search { options: 12, worlds: 48, decisions: 600, turns: 2 };

/// What it plays out for each step of a march, as there are many.
const STEPS: Search = Search { options: 8, worlds: 16, ..EXPERT };

impl Opponent for Position {
    const SCORED_IN: &str = "figures";

    const WORTH_TELLING: f64 = 0.25;

    type Intent = ();

    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Choice {
        let level = manner.level;
        let choices = seen.choices();
        if let [only] = choices[..] {
            return only;
        }
        let mind = Mind::of(seen, seen.side(), manner);
        // A little noise, so that ties are not always broken the same way. The easy level estimates roughly, and does not
        // count cards.
        let whisker = if level == Level::Easy { 5e-3 } else { 1e-4 };
        let mut best: Option<(f64, Choice)> = None;
        for choice in choices {
            let worth = mind.worth(choice) + dice.below(100) as f64 * whisker;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        }
        best.map_or(Choice::Done, |(_, choice)| choice)
    }

    fn weigh(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Opinion<Choice> {
        let choice = Self::think(seen, manner, dice);
        match manner.level {
            Level::Random | Level::Statue => Opinion::of(choice),
            _ => Mind::of(seen, seen.side(), manner).opinion(choice),
        }
    }

    fn outlook(&self) -> Outlook {
        balance::features(self)
    }

    fn fitted() -> Option<&'static Fitted> {
        Some(&balance::FITTED)
    }

    fn picks_unit(choice: &Choice) -> bool {
        matches!(choice, Choice::Group(_))
    }

    fn search(seen: &Seen<Self>, level: Level) -> Option<Search> {
        let expert = level == Level::Expert;
        match seen.open.frames.last()? {
            Frame::Turn(_)
            | Frame::Orders(_)
            | Frame::Aim(_)
            | Frame::Second(_)
            | Frame::Reaction(_)
            | Frame::ReactionCard(_)
            | Frame::Onward(_)
            | Frame::Stand(_) => Some(if expert { EXPERT } else { HARD }),
            Frame::ReactionPoint(_) if expert => Some(EXPERT),
            Frame::Marching(_) if expert => Some(STEPS),
            _ => None,
        }
    }
}

/// What it is worth to do nothing.
const REST: f64 = 0.0;

/// What the cards changed by doing nothing are worth: they serve for several turns.
const CHANGE: f64 = 1.5;

/// What harm in the own turn is worth: the enemy has cards left to rally.
const OWN_FIRE: f64 = 1.3;

/// The value of a figure rallied.
const RALLIED: f64 = 0.75;

/// What a movement card costs.
const MOVE_CARD: f64 = 0.03;

/// What a card to go to ground costs.
const GROUND_CARD: f64 = 0.25;

/// How much more losses cost a side near to breaking.
const BRINK: f64 = 2.0;

/// How much more urgent it gets for a side that is behind.
const LATE_BEHIND: f64 = 1.0;

/// The urge of a side that is even.
const EVEN: f64 = 0.1;

/// How much more urgent that gets.
const LATE_EVEN: f64 = 0.5;

/// The least urge of a side that is behind.
const ATTACKING: f64 = 0.5;

/// The computer's assessment of a position as its side sees it.
struct Mind<'a> {
    position: &'a Position,
    side: Side,
    /// Counts the cards it has seen, and minds losses.
    careful: bool,
    /// Never moves.
    still: bool,
    /// How much more it attacks in a tutorial.
    bias: Bias,
    /// How much it minds losses, and how much it presses on.
    care: f64,
    keen: f64,
    /// How urgently it must attack: 0 if it is ahead, otherwise more as time runs out.
    urge: f64,
    /// Whether it holds more than half of all points, so that the enemy must come to it.
    ahead: bool,
    /// The losses that would break it.
    left: u32,
    /// What each group of its side is to do, worked out once per decision.
    tasks: OnceCell<Vec<(Gid, Task)>>,
    /// Distances of every square from each group's goal, computed once per decision.
    ways: RefCell<BTreeMap<Gid, Option<Rc<[u16]>>>>,
}

impl<'a> Mind<'a> {
    fn of(position: &'a Position, side: Side, manner: Manner) -> Self {
        let careful = manner.level != Level::Easy;
        let (care, keen) = match manner.temper {
            Temper::Cautious => (1.4, 0.8),
            Temper::Steady | Temper::Surprise => (1.0, 1.0),
            Temper::Bold => (0.7, 1.2),
        };
        let Position { forces, clock, .. } = position;
        let held = |who: Side| {
            let all = forces.battle().objectives.iter().zip(&forces.holders);
            all.filter(|row| *row.1 == Some(who)).map(|row| u32::from(row.0.points)).sum::<u32>()
        };
        let gone = f64::from(clock.turn) / f64::from(forces.battle().turns.max(1));
        let (own, theirs) = (held(side), held(side.other()));
        let urge = match own.cmp(&theirs) {
            Ordering::Less => ATTACKING + LATE_BEHIND * gone,
            Ordering::Equal if careful => EVEN + LATE_EVEN * gone,
            Ordering::Equal | Ordering::Greater => 0.0,
        };
        let all: u32 = forces.battle().objectives.iter().map(|objective| u32::from(objective.points)).sum();
        let ahead = 2 * own > all && careful;
        let left = forces.battle().sides[side.index()].breaking.saturating_sub(forces.lost(side)).max(1);
        let still = manner.level == Level::Statue;
        Self {
            position,
            side,
            careful,
            still,
            bias: Bias::of(forces.battle()),
            care,
            keen,
            urge,
            ahead,
            left,
            tasks: OnceCell::new(),
            ways: RefCell::default(),
        }
    }
}

impl Mind<'_> {
    /// How many times its usual price a loss costs: more the nearer the side is to breaking.
    fn brink(&self) -> f64 {
        if self.careful { self.care * (1.0 + BRINK / f64::from(self.left)) } else { 1.0 }
    }

    /// The value of a choice, roughly in enemy figures.
    fn worth(&self, choice: Choice) -> f64 {
        let is = |wanted: Choice| f64::from(u8::from(choice == wanted));
        let Some(frame) = self.position.open.frames.last() else { return 0.0 };
        let interrupted = match frame {
            Frame::Marching(march) => !march.halted,
            Frame::Onward(_) | Frame::Nominate(_) | Frame::Stand(_) | Frame::Second(_) => true,
            _ => false,
        };
        if let (Choice::Hero(figure), true) = (choice, interrupted) {
            return self.hero(figure) - 0.3;
        }
        match frame {
            Frame::Regroup(_) => 1.0 - is(Choice::Done),
            Frame::Turn(_) => self.of_group(choice),
            Frame::Orders(_) => self.order(choice),
            Frame::Marching(_) => self.step(choice),
            Frame::Aim(_) | Frame::Call(_) => self.aim(choice),
            Frame::Second(_) => self.second(choice),
            Frame::RallyWho(_) | Frame::RallyMore(_) => self.rally(choice),
            Frame::Reaction(_) | Frame::ReactionCard(_) | Frame::ReactionPoint(_) => self.react(choice),
            Frame::Barrel(_) | Frame::Shelling(_) | Frame::ReactionShot(_) => self.ordnance(choice),
            Frame::Riposte(_) => match choice {
                Choice::Done => 0.0,
                _ => 0.6,
            },
            Frame::Onward(_) => {
                if choice == Choice::GoOn {
                    0.5
                } else {
                    self.stay()
                }
            }
            Frame::Nominate(_) => match choice {
                Choice::Done => 1.0,
                _ => 0.0,
            },
            Frame::Stand(_) => self.stand(choice),
            Frame::Discards(_) => self.discard(choice),
            Frame::Joining(_) => match choice {
                Choice::Join(_) => 1.0,
                Choice::Done => 0.5,
                Choice::Leave => 0.1,
                _ => 0.0,
            },
            Frame::Alone(_) => 0.1 * is(Choice::Leave),
            Frame::Parting(_) => is(Choice::Done),
            Frame::Columns(_) => match choice {
                Choice::With(_) => 0.2,
                Choice::Group(_) => 0.3,
                _ => 0.0,
            },
            Frame::Astray(_) => {
                if matches!(choice, Choice::Mines(_)) {
                    0.3
                } else {
                    0.0
                }
            }
            Frame::Thicket(_) => -0.1 * is(Choice::Done),
            Frame::Lighting(_) if self.careful => match choice {
                Choice::At(cell) => self.light_worth(cell),
                _ => 0.0,
            },
            _ => 0.0,
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
            _ => REST + self.bias.change * CHANGE * self.idleness(),
        }
    }

    fn order(&self, choice: Choice) -> f64 {
        self.acting().map_or(0.0, |group| self.order_of(group, choice))
    }

    /// The group that is acting.
    fn acting(&self) -> Option<Gid> {
        sequence::view_of_acting(&self.position.open)
    }

    /// The value of firing a card.
    fn fire_worth(&self, group: Gid, card: Card) -> f64 {
        self.bias.fire * OWN_FIRE * self.best_fire(group, card)
    }

    fn order_of(&self, group: Gid, choice: Choice) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        match choice {
            Choice::Leave => 0.0,
            Choice::Fire(card) => self.fire_worth(group, card) - self.kept(card),
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
                RALLIED * risen - 0.1 * (f64::from(value) - risen) - 0.1 + led
            }
            Choice::Move(card) => self.march(group, card, false) - MOVE_CARD,
            Choice::Cover(card) => self.march(group, card, true) - MOVE_CARD,
            Choice::Ground(_) => self.lying(group) - GROUND_CARD,
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
}
