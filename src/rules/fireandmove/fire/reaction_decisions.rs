//! The decisions within a reaction: its card, the point of the path, and whether the move goes on.

use super::reactive::{Onward, ReactionCard, ReactionPoint};
use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::rules::fireandmove::cards::{Card, heroes, smoke_and_mines};
use crate::rules::fireandmove::fire::action::{self, enemy_of};
use crate::rules::fireandmove::fire::facing;
use crate::rules::fireandmove::movement;
use crate::rules::fireandmove::ordnance::{Barrel, shooting};
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Fig, Position};
use crate::rules::fireandmove::turn::sequence::{Frame, Step, Table};

impl Step for ReactionCard {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "react-card", "Choose a fire card to react with.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { terrain, forces, hands, .. } = position;
        list.extend(
            self.to.cards(terrain, forces, hands, self.group).map(|card| Choice::Fire(Card::Fire(card))),
        );
        if self.to.can_shell(terrain, forces, self.group) {
            let cards = hands.fire_cards(forces.group(self.group).side);
            list.extend(cards.map(|card| Choice::Shoot(Card::Fire(card))));
        }
        list.push(Choice::Leave);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, hands, open, .. } = position;
        if let Choice::Shoot(card) = choice {
            shooting::shoot_card(forces, hands, self.group, card, table);
            forces.group_mut(self.group).reacted = true;
            let many = shooting::fires_all(forces, self.group, card);
            open.push(Barrel { group: self.group, on_move: false, to: Some(self.to), again: false, many });
            return Ok(());
        }
        let Choice::Fire(Card::Fire(card)) = choice else {
            open.push(self.to);
            return Ok(());
        };
        let side = forces.group(self.group).side;
        let tag = forces.tag(self.group);
        hands.spend(side, Card::Fire(card));
        forces.group_mut(self.group).reacted = true;
        table.tell(Tone::Plain, side, "24.1", || format!("{tag} reacts: fire {card}"));
        open.push(ReactionPoint { fire: Some((self.group, card)), trap: false, to: self.to });
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        self.to.digest(digest);
    }
}

impl Step for ReactionPoint {
    fn decision(&self, position: &Position) -> Decision {
        let side = enemy_of(&position.forces, self.to.mover);
        Decision::new(side, "react-point", "Choose the point of the path to fire at.", "24.1")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        match self.fire {
            Some((group, card)) => list
                .extend(self.to.points(&position.terrain, &position.forces, group, card).map(Choice::Point)),
            None => list.extend((1..self.to.path.len() as u8).map(Choice::Point)),
        }
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, clock, open, .. } = position;
        let Choice::Point(point) = choice else { return Ok(()) };
        let mover = self.to.mover;
        let at = self.to.path[usize::from(point)];
        self.to.halts_at(terrain, forces, at);
        let Some((group, card)) = self.fire else {
            return smoke_and_mines::minefield(forces, clock, open, self.to, self.trap, table);
        };
        let before = forces.group(mover).grounded;
        forces.group_mut(mover).grounded = false;
        let manner = self.to.manner(terrain.field(), forces, group);
        if let Some(volley) =
            action::aimed(terrain, forces, group, card, manner, self.to.mark(terrain.field(), forces, at))
        {
            forces.shows_itself(group);
            facing::face(forces, group, &volley.men, at);
            action::resolve(terrain.field(), forces, clock, group, &volley, mover, table)?;
        }
        forces.group_mut(mover).grounded = before;
        self.to.struck(point, forces, open);
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.maybe(self.fire, |digest, (group, card)| {
            digest.int(group);
            digest.shown(&card);
        });
        digest.flag(self.trap);
        self.to.digest(digest);
    }
}

impl Step for Onward {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.from.mover).side;
        Decision::new(side, "onward", "Continue the move, or stop.", "11.9")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.fit(self.from.mover).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let Position { forces, hands, .. } = position;
        list.push(Choice::GoOn);
        // 91.6: nothing stops a Banzai attack.
        if !forces.group(self.from.mover).banzai {
            list.push(Choice::Stop);
        }
        heroes::heroes(forces, hands, forces.group(self.from.mover).side, list);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { terrain, forces, hands, open, .. } = position;
        let mover = self.from.mover;
        if let Choice::Hero(figure) = choice {
            open.push(self);
            heroes::hero(forces, hands, figure, table);
            return Ok(());
        }
        if choice == Choice::Stop {
            // The rest of the path is cancelled, and so is a charge. Other groups may still fire at the mover
            // here.
            self.from.charges = None;
            self.from.path.truncate(1);
            self.from.mines = false;
            if self.from.picks.take().is_some()
                && let Some(Frame::Marching(mut march)) = open.frames.pop()
            {
                march.left -= 1;
                movement::march_on(open, march);
            }
            open.push(self.from);
            return Ok(());
        }
        // 22.1: pinned figures stay behind, so the group splits.
        let left: Vec<Fig> = forces.pinned(mover).collect();
        if !left.is_empty() {
            let at = forces.group(mover).at;
            forces.split(mover, &left, at);
        }
        if let Some(&end) = self.from.path.last() {
            let front = self.from.way(end);
            let group = forces.group_mut(mover);
            group.at = end;
            group.more.river = false;
            group.front = front.unwrap_or(group.front);
            forces.align(mover);
            smoke_and_mines::drag_smoke(terrain, forces, mover, true);
        }
        // Every enemy player may react to the rest of the move.
        self.from.asked = 0;
        open.push(self.from);
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        self.from.digest(digest);
    }
}
