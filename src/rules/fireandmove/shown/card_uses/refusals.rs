//! Why a card cannot be used now.

use super::{Open, Purpose};
use crate::game::Rules;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::movement::steps::CrewShare;
use crate::rules::fireandmove::optional::{cavalry, team_play};
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::turn::sequence::Frame;

impl Open<'_> {
    /// Why a card cannot be used for something now.
    pub(super) fn why_not(&self, card: Card, purpose: Purpose) -> String {
        let position = self.position;
        if position.decision().is_none() {
            return "the battle is over".into();
        }
        if !self.decides {
            return "the enemy has the decision".into();
        }
        match position.open.frames.last() {
            Some(Frame::Turn(_)) if purpose == Purpose::Hero => {
                return "no figure would benefit now (32.1)".into();
            }
            Some(Frame::Turn(_) | Frame::Orders(_)) => {}
            Some(Frame::Deal(_)) => return "deal the hands first".into(),
            Some(Frame::Discards(_))
                if matches!(purpose, Purpose::Discard | Purpose::Snipe | Purpose::Frighten) =>
            {
                return "no more discards this turn (91.1)".into();
            }
            Some(Frame::Discards(_)) => return "your actions are over; you can only discard it".into(),
            Some(Frame::Reaction(_) | Frame::ReactionCard(_)) => {
                return match purpose {
                    Purpose::Fire => "no group of yours can fire it at the mover (24.1)".into(),
                    Purpose::Mine => "this move can't be mined (31.1)".into(),
                    _ => "not a reaction to an enemy move (24.1)".into(),
                };
            }
            Some(Frame::Marching(_)) if purpose == Purpose::Fire => return self.silent(card),
            Some(Frame::Marching(_)) => return "finish the move first".into(),
            _ => return "not for this decision".into(),
        }
        match purpose {
            Purpose::Snipe => return "play it as a discard at the end of your turn (42.1)".into(),
            Purpose::Frighten => return "play it as a discard at the end of your turn (43.1)".into(),
            Purpose::Discard => return "it can only be discarded, at the end of your turn (44.1)".into(),
            Purpose::Mine => return "play it on a moving group in the enemy turn (31.1)".into(),
            _ => {}
        }
        let Some(group) = self.group else { return "put the cursor on one of your groups".into() };
        let tag = position.forces.tag(group);
        if !team_play::obeys(&position.forces, &position.hands, group) {
            let of = position
                .battle()
                .platoon_name(self.side, position.forces.group(group).more.platoon)
                .unwrap_or_default();
            return format!("{tag} belongs to another player: {of} (77.1)");
        }
        if position.forces.group(group).acted && !self.gives_orders() {
            return format!("{tag} has already acted this turn (9.2)");
        }
        if self.orders.is_none() && !self.gives_orders() {
            return format!("{tag} can't act now");
        }
        match purpose {
            Purpose::Fire => self.silent(card),
            Purpose::Rally if position.forces.pinned(group).next().is_none() => {
                format!("no figure of {tag} is pinned (28.1)")
            }
            Purpose::Rally => "a group that calls in artillery can't also rally (56.3)".into(),
            Purpose::Call => match position.battle().sides[self.side.index()].artillery {
                None => "your side has no artillery (56.1)".into(),
                Some(_) => "needs a leader in sight of an enemy, and a radio or a runner (56.2)".into(),
            },
            Purpose::Smoke if position.forces.leader(group).is_none() => {
                format!("{tag} has no leader (30.1)")
            }
            Purpose::Hero => "no figure would benefit now (32.1)".into(),
            _ => self.rooted(group, card, purpose),
        }
    }

    /// Why a group cannot fire a card.
    fn silent(&self, card: Card) -> String {
        let position = self.position;
        let (Some(group), Card::Fire(card)) = (self.group, card) else {
            return "no group can fire it".into();
        };
        let tag = position.forces.tag(group);
        let fit = position.forces.fit(group).count();
        if position.forces.group(group).fear {
            format!("{tag} has a Fear marker: remove it first (43.1)")
        } else if fit < usize::from(card.fewest()) {
            format!("{tag} has {fit} unpinned figures; the card needs {} (16.1)", card.fewest())
        } else {
            "no enemy in sight and in range (15.2)".into()
        }
    }

    /// Why a group cannot move with a card.
    fn rooted(&self, group: Gid, card: Card, purpose: Purpose) -> String {
        let position = self.position;
        let (state, tag) = (position.forces.group(group), position.forces.tag(group));
        if let Some(machine) = position.forces.machine_of(group) {
            let fits = [
                (purpose == Purpose::Ground, "a vehicle can't go to ground"),
                (machine.stun > 0, "the vehicle is stunned: rally its crew first (67.7)"),
                (machine.immobilised || machine.mired, "the vehicle is immobilised (67.4)"),
                (position.forces.pinned(group).next().is_some(), "its crew is pinned: rally it first (69.2)"),
            ];
            let why = fits.into_iter().find(|row| row.0).map(|row| row.1);
            return why.map_or_else(|| format!("{tag} can't move now"), Into::into);
        }
        let one = matches!(card, Card::Move(card) if card.is_one());
        let heavy = position.forces.is_heavy(group) && !state.down;
        let horses = state.more.mounted || position.forces.horses(group).next().is_some();
        let fits = [
            (purpose == Purpose::Ground && state.grounded, "it has already gone to ground (13.1)"),
            (purpose == Purpose::Ground && horses, "a group with horses can't go to ground (82.2)"),
            (purpose == Purpose::Ground, "not now"),
            (position.forces.pinned(group).next().is_some(), "a figure is pinned: rally first (22.1)"),
            (state.still, "its other action this turn rules out a move"),
            (state.fear, "it has a Fear marker: remove it with a movement card first (43.2)"),
            (
                position.forces.crew_share(group) == CrewShare::Helpless,
                "too few crewmen to move its weapon (27.7)",
            ),
            (!cavalry::leads_on(&position.forces, group), "its horses are tethered (83.3)"),
            (state.deep, "it is inside the jungle (94.3)"),
            (
                heavy && (one || purpose == Purpose::Cover),
                "one action is only enough to break down its weapon (39.2)",
            ),
            (purpose == Purpose::Cover && state.mined, "it is on a minefield (31.3)"),
            (
                purpose == Purpose::Cover && state.more.mounted,
                "mounted groups can't use its concealment (82.2)",
            ),
        ];
        let why = fits.into_iter().find(|row| row.0).map(|row| row.1);
        why.map_or_else(|| format!("{tag} can't do that now"), Into::into)
    }
}
