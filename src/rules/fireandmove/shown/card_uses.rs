//! The uses of each card in hand for a group, and the effect of each (9.2, 9.6, 41).

mod refusals;

use crate::game::view::{CardId, CardUse};
use crate::game::{Preview, Rules, Side};

use crate::rules::fireandmove::cards::discards::sniper_strikes;
use crate::rules::fireandmove::cards::{Call, Card, Move};
use crate::rules::fireandmove::dice::checks;
use crate::rules::fireandmove::fire::reactive::ReactionCard;
use crate::rules::fireandmove::ordnance::arms::{self, Arm};
use crate::rules::fireandmove::shown::{acting, preview};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Gid, Position, Standing};
use crate::rules::fireandmove::turn::actions::Orders;
use crate::rules::fireandmove::turn::sequence::Frame;

/// The uses of every card in a side's hand for a group, in hand order.
pub(in crate::rules::fireandmove) fn uses(
    position: &Position,
    side: Side,
    group: Option<Gid>,
) -> Vec<CardUse> {
    let hand = &position.hands.seat(side).hand;
    let table = Open::of(position, side, group);
    let mut all: Vec<CardUse> = Vec::new();
    for (place, &card) in hand.iter().enumerate() {
        let id = CardId(place as u16); // a hand is a few cards
        let like = place.checked_sub(1).filter(|&before| hand[before] == card);
        let of = match like {
            Some(before) => {
                let same = |used: &&CardUse| usize::from(used.card.0) == before;
                all.iter().filter(same).cloned().collect()
            }
            None => table.uses(card),
        };
        all.extend(of.into_iter().map(|used| CardUse { card: id, ..used }));
    }
    all
}

/// The choices open to a side with one of its groups.
struct Open<'a> {
    position: &'a Position,
    side: Side,
    /// The group asked about, otherwise the acting group.
    group: Option<Gid>,
    /// The choices offered now.
    offered: Vec<Choice>,
    /// The group can be selected by this choice, which then offers these.
    orders: Option<(Gid, Choice, Vec<Choice>)>,
    decides: bool,
}

/// The purpose of a card, available or not.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Purpose {
    Move,
    Cover,
    Ground,
    Fire,
    Rally,
    Call,
    Smoke,
    Snipe,
    Mine,
    Hero,
    Frighten,
    Discard,
}

impl Purpose {
    /// The purposes of a card.
    fn of(card: Card) -> Vec<Self> {
        match card {
            Card::Move(card) => {
                let cover = (card.cover > 0).then_some(Self::Cover);
                let ground = card.is_one().then_some(Self::Ground);
                [Some(Self::Move), cover, ground].into_iter().flatten().collect()
            }
            Card::Fire(_) => vec![Self::Fire],
            Card::Rally { call: Call::Nothing, .. } => vec![Self::Rally],
            Card::Rally { .. } => vec![Self::Rally, Self::Call],
            Card::Smoke | Card::SmokeOrCower => vec![Self::Smoke],
            Card::Sniper => vec![Self::Snipe],
            Card::Minefield | Card::MinefieldOrGanSiDui | Card::BoobyTrap => vec![Self::Mine],
            Card::Hero => vec![Self::Hero],
            Card::Fear => vec![Self::Frighten],
            Card::Cower | Card::CowerOrSmoke | Card::TimeCheck => vec![Self::Discard],
        }
    }

    /// The verb of its choice.
    const fn verb(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Cover => "cover",
            Self::Ground => "ground",
            Self::Fire => "fire",
            Self::Rally => "rally",
            Self::Call => "call",
            Self::Smoke => "lay",
            Self::Snipe => "snipe",
            Self::Mine => "mine",
            Self::Hero => "hero",
            Self::Frighten => "frighten",
            Self::Discard => "discard",
        }
    }
}

/// A verb for display, where there is little room.
fn word(verb: &'static str) -> &'static str {
    const WORDS: &[(&str, &str)] = &[
        ("cover", "concealed"),
        ("aside", "set aside"),
        ("calm", "remove fear"),
        ("ground", "go to ground"),
        ("shoot", "ordnance"),
        ("call", "artillery"),
        ("steady", "help to stand"),
        ("lay", "smoke"),
        ("snipe", "sniper"),
        ("frighten", "fear"),
        ("mine", "mines"),
        ("part", "split and move"),
        ("trap", "booby trap"),
        ("strike", "air strike"),
        ("return", "runners return"),
        ("together", "move as a pair"),
        ("debus", "debus"),
        ("sankari", "free rally"),
        ("dare", "Gan Si Dui"),
    ];
    WORDS.iter().find(|row| row.0 == verb).map_or(verb, |row| row.1)
}

impl<'a> Open<'a> {
    fn of(position: &'a Position, side: Side, group: Option<Gid>) -> Self {
        let decision = position.decision();
        let decides = decision.is_some_and(|decision| decision.side == side);
        let offered = if decides { position.choices() } else { Vec::new() };
        let own = |group: &Gid| {
            let state = position.forces.group(*group);
            state.side == side && !state.members.is_empty()
        };
        let group = group.filter(own);
        let free = group.filter(|&group| offered.contains(&Choice::Group(group)));
        let orders = free.map(|group| (group, Choice::Group(group), position.orders_of(group)));
        // 24.1: the group asked about reacts to a move, otherwise the first that can.
        let with = |group: Gid| offered.contains(&Choice::With(group)).then_some(group);
        let first = || {
            offered.iter().find_map(|&choice| match choice {
                Choice::With(group) => Some(group),
                _ => None,
            })
        };
        let answers = group.and_then(with).or_else(first);
        let orders = orders
            .or_else(|| answers.map(|group| (group, Choice::With(group), position.reaction_cards(group))));
        let group = group.or_else(|| acting(&position.open).filter(own));
        Self { position, side, group, offered, orders, decides }
    }

    /// The uses of one card.
    fn uses(&self, card: Card) -> Vec<CardUse> {
        let mut found: Vec<CardUse> = Vec::new();
        let mut open: Vec<&'static str> = Vec::new();
        let orders = self.orders.as_ref().map_or(&[][..], |(_, _, list)| list);
        let through = self.orders.as_ref().map(|(_, choice, _)| choice.to_string());
        for (list, through) in [(&self.offered[..], None), (orders, through)] {
            let of: Vec<Choice> = list.iter().copied().filter(|choice| choice.card() == Some(card)).collect();
            for choice in &of {
                let verb = choice.verb();
                if open.contains(&verb) {
                    continue;
                }
                open.push(verb);
                let alike = of.iter().filter(|other| other.verb() == verb).count();
                found.push(CardUse {
                    word: word(verb).into(),
                    text: self.does(*choice, alike),
                    now: true,
                    through: through.clone(),
                    ..CardUse::default()
                });
            }
        }
        let closed = Purpose::of(card).into_iter().filter(|purpose| !open.contains(&purpose.verb()));
        // If the card has any use, unavailable uses only interest a player giving orders.
        let closed = closed.filter(|_| found.is_empty() || self.commands());
        let closed: Vec<CardUse> = closed
            .map(|purpose| CardUse {
                word: word(purpose.verb()).into(),
                text: self.why_not(card, purpose),
                ..CardUse::default()
            })
            .collect();
        found.extend(closed);
        found
    }

    /// Whether the player is giving orders, not reacting.
    fn commands(&self) -> bool {
        matches!(self.position.open.frames.last(), Some(Frame::Turn(_) | Frame::Orders(_)))
    }

    fn gives_orders(&self) -> bool {
        matches!(self.position.open.frames.last(), Some(Frame::Orders(_)))
    }

    /// The effect of a choice, with the number of similar choices.
    fn does(&self, choice: Choice, alike: usize) -> String {
        let position = self.position;
        let group = self.orders.as_ref().map(|(group, _, _)| *group).or(self.group);
        match choice {
            Choice::Move(Card::Move(card)) => self.moves(group, card),
            Choice::Cover(Card::Move(card)) => {
                format!(
                    "1 move action at concealment -{}",
                    position.battle().as_played(self.side, card).cover
                )
            }
            Choice::Ground(_) => "doubles its concealment".into(),
            Choice::Calm(_) => "removes the Fear marker".into(),
            Choice::Aside(_) => "kept until enough cards are set aside".into(),
            Choice::Fire(_) => group.map_or_else(String::new, |group| self.fires(group, choice)),
            Choice::Shoot(_) => group.map_or_else(String::new, |group| self.shoots(group, choice)),
            Choice::Rally(Card::Rally { value, .. }) => {
                group.map_or_else(String::new, |group| self.rallies(group, value))
            }
            Choice::Sankari(_) => "rallies one figure; not an action".into(),
            Choice::Reorganise(_) => "figures change groups or split off".into(),
            Choice::Call(_) => {
                let force = position.battle().sides[self.side.index()].artillery.unwrap_or(0);
                format!("strength {force} on a group in sight, if the call succeeds")
            }
            Choice::Strike(_) => "with a second radio card".into(),
            Choice::Steady(Card::Rally { value, .. }) => format!("+{value} to the check to stand"),
            Choice::Smoke(card) => {
                let check = if card == Card::SmokeOrCower { " on a check of 1 or more" } else { "" };
                format!("D6 of smoke over the group{check}")
            }
            Choice::Flare(_) => "illuminates an area".into(),
            Choice::Mines(Card::BoobyTrap) | Choice::Trap(_) => {
                "strength 5 at one figure; the move goes on".into()
            }
            Choice::Mines(_) => "halts the group; strength 4 at one figure".into(),
            Choice::Hero(_) => format!("one of {alike} figures: rallies, +1 to what it does"),
            Choice::Snipe(_) => {
                let [kills, pins] = [Standing::Killed, Standing::Pinned]
                    .map(|end| checks::chance(|n| sniper_strikes(n) == Some(end)));
                format!("one of {alike} groups: killed {}, pinned {}", percent(kills), percent(pins))
            }
            Choice::Frighten(_) => format!("one of {alike} groups: no move or fire until removed"),
            Choice::Discard(_) => "makes room for another card".into(),
            Choice::Banzai(_) => "all rally and charge the nearest enemy".into(),
            Choice::Hide(_) => "hidden until it moves, fires or an enemy comes near".into(),
            _ => String::new(),
        }
    }

    /// The effect of a move card on the group, if it is known which.
    fn moves(&self, group: Option<Gid>, card: Move) -> String {
        let position = self.position;
        let actions =
            |count: u8| if count == 1 { "1 move action".into() } else { format!("{count} move actions") };
        let aside = group.map_or(0, |group| position.forces.group(group).aside);
        let heavy =
            group.is_some_and(|group| position.forces.is_heavy(group) && !position.forces.group(group).down);
        let mined = group.is_some_and(|group| position.forces.group(group).mined);
        let mut told = actions(card.actions + aside);
        if heavy {
            told += ", one to break down the weapon";
        }
        if mined {
            told += ", one to leave the mines";
        }
        if card.ford {
            told += "; fords without a check";
        }
        told
    }

    /// The arms that a group shoots with a card, and what they do.
    fn shoots(&self, group: Gid, choice: Choice) -> String {
        let position = self.position;
        let arms = arms::arms(
            position.terrain.field(),
            &position.forces,
            group,
            matches!(self.frame(), Some(Frame::Marching(_))),
        )
        .into_iter();
        let mut rounds: Vec<&str> =
            arms.filter(|&arm| self.has_mark(group, arm)).map(|arm| arm.round.name()).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let effect = self.rolled(choice);
        let effect = effect.map_or_else(String::new, |told| format!("; {}", told.in_words()));
        format!("{}{effect}", rounds.join(", "))
    }

    /// What a rally card of this value does for a group.
    fn rallies(&self, group: Gid, value: u8) -> String {
        let forces = &self.position.forces;
        if forces.machine_of(group).is_some_and(|machine| machine.stun > 0) {
            return format!("{value} towards the 3 that rally the crew");
        }
        let leader = forces.platoon_leader(group).map_or(0, |figure| forces.soldier(figure).leader);
        let pinned = forces.pinned(group).count();
        format!("rallies {} of {pinned} pinned", pinned.min(usize::from(value) + leader.max(0) as usize))
    }

    /// The decision that offers the group's cards: the open one, or the one that naming the group opens.
    fn frame(&self) -> Option<Frame> {
        let open = self.position.open.frames.last()?;
        Some(match (open, &self.orders) {
            (Frame::Reaction(to), Some((group, ..))) => ReactionCard { group: *group, to: to.clone() }.into(),
            (_, Some((group, ..))) => Orders { group: *group }.into(),
            (open, None) => open.clone(),
        })
    }

    /// The roll of a choice, as its preview says.
    fn rolled(&self, choice: Choice) -> Option<Preview> {
        preview::rolled(
            &self.position.terrain,
            &self.position.forces,
            &self.position.hands,
            &self.frame()?,
            choice,
        )
    }

    /// Whether a heavy weapon has a target: the mover, if the group reacts to one.
    fn has_mark(&self, group: Gid, arm: Arm) -> bool {
        match self.frame() {
            Some(Frame::ReactionCard(card)) => {
                card.to.shots(&self.position.terrain, &self.position.forces, group, arm).next().is_some()
            }
            Some(Frame::Marching(_)) => {
                arms::has_mark(&self.position.terrain, &self.position.forces, group, arm, true)
            }
            _ => arms::has_mark(&self.position.terrain, &self.position.forces, group, arm, false),
        }
    }

    /// The targets a group could fire a card at, and the effect on the best of them.
    fn fires(&self, group: Gid, choice: Choice) -> String {
        let told = self.rolled(choice);
        let effect = told.as_ref().map_or_else(String::new, Preview::in_words);
        if let Some(Frame::ReactionCard(_)) = self.frame() {
            return format!("{} at the mover: {effect}", self.position.forces.tag(group));
        }
        told.map_or_else(String::new, |told| {
            let at: Vec<&str> =
                told.remarks.iter().take_while(|line| !line.contains("fire:")).map(String::as_str).collect();
            format!("{}: {effect}", at.join(", "))
        })
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}
