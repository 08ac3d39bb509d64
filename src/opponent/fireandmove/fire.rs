//! What fire is worth, given and taken.

use super::Mind;
use crate::board::Cell;
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{Manner, Moving, Volley};
use crate::rules::fireandmove::odds;
use crate::rules::fireandmove::position::{Gid, Standing};

impl Mind<'_> {
    /// What a volley does to a group, in figures put out of action; a pinned one counts half.
    fn harm(&self, volley: &Volley, target: Gid) -> f64 {
        let strength = volley.strength.total();
        let position = self.position;
        let figures = position.group(target).members.iter().map(|&figure| {
            let pinned = position.figure(figure).standing == Standing::Pinned;
            let fates = odds::figure(strength, position.nerve(figure), pinned);
            let rank = f64::from(position.rank(figure) as u8);
            (1.0 + 0.3 * rank)
                * (0.5 * fates.chance(&Fate::Pinned)
                    + fates.chance(&Fate::Routed)
                    + fates.chance(&Fate::Killed))
        });
        figures.sum()
    }

    /// The harm of a card at a group that stands.
    fn harm_at(&self, group: Gid, card: FireCard, manner: Manner, target: Gid) -> f64 {
        let to = self.position.group(target).at;
        let volley = self.position.aimed(group, card, manner, target, to, Moving::default());
        volley.map_or(0.0, |volley| self.harm(&volley, target))
    }

    /// The best that a fire card of a group does now.
    pub(super) fn best_fire(&self, group: Gid, card: Card) -> f64 {
        let Card::Fire(kind) = card else { return 0.0 };
        let manner = Manner::default();
        let targets = self.position.targets(group, kind, manner);
        targets.map(|target| self.harm_at(group, kind, manner, target)).fold(0.0, f64::max)
    }

    /// Which group to fire at.
    pub(super) fn aim(&self, choice: Choice) -> f64 {
        let Choice::Target(target) = choice else { return 0.0 };
        match self.position.aiming() {
            Some((group, card, manner)) => self.harm_at(group, card, manner, target),
            None => self.position.group(target).members.len() as f64,
        }
    }

    /// Whether a second card is worth it.
    pub(super) fn second(&self, choice: Choice) -> f64 {
        match (choice, self.acting()) {
            (Choice::Fire(card), Some(group)) => self.best_fire(group, card) - self.kept(card) - 0.1,
            _ => 0.0,
        }
    }

    /// Reactions: the best card at the best point, if it does more than the card is worth later.
    pub(super) fn react(&self, choice: Choice) -> f64 {
        let Some((mover, path, card, _)) = self.position.reacting() else { return 0.0 };
        let moving = Moving { moving: true, card };
        let at = |group: Gid, kind: FireCard, cell: Cell| {
            let volley = self.position.aimed(group, kind, Manner::default(), mover, cell, moving);
            volley.map_or(0.0, |volley| self.harm(&volley, mover))
        };
        let best =
            |group: Gid, kind: FireCard| path.iter().map(|&cell| at(group, kind, cell)).fold(0.0, f64::max);
        match choice {
            Choice::With(group) => {
                let kinds = self.kinds();
                kinds.map(|kind| best(group, kind) - self.kept(Card::Fire(kind))).fold(-1.0, f64::max)
            }
            Choice::Fire(Card::Fire(kind)) => {
                self.acting().map_or(0.0, |group| best(group, kind) - self.kept(Card::Fire(kind)))
            }
            Choice::Point(point) => {
                let cell = path.get(usize::from(point)).copied();
                match (self.position.reacting_with(), cell) {
                    (Some((group, kind)), Some(cell)) => at(group, kind, cell),
                    // A mine in the middle of the way.
                    _ => f64::from(point),
                }
            }
            Choice::Mines(_) => 0.35 + 0.05 * self.position.group(mover).members.len() as f64,
            Choice::Hero(figure) => self.hero(figure) - 0.2,
            Choice::Hold => -0.5,
            Choice::Leave => -0.2,
            _ => 0.0,
        }
    }

    fn kinds(&self) -> impl Iterator<Item = FireCard> + '_ {
        FireCard::ALL.into_iter().filter(|&kind| self.held(|card| card == Card::Fire(kind)) > 0)
    }

    /// What the enemy's fire would do to a group at a square, weighed by the chance that he holds a card.
    pub(super) fn danger(&self, at: Cell, group: Gid, moving: bool) -> f64 {
        let position = self.position;
        let chance = self.enemy_holds(|card| matches!(card, Card::Fire(_)));
        let worst = position.groups_of(self.side.other()).map(|enemy| {
            let fit = position.fit(enemy).count();
            let kind = if fit >= 4 {
                FireCard::FiveFour
            } else if fit >= 2 {
                FireCard::ThreeTwo
            } else {
                FireCard::One
            };
            let moving = Moving { moving, card: 0 };
            let volley = position.aimed(enemy, kind, Manner::default(), group, at, moving);
            volley.map_or(0.0, |volley| self.harm(&volley, group))
        });
        chance * worst.fold(0.0, f64::max)
    }
}
