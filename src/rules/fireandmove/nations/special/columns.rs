//! The Red Army splits groups with a movement card (91.15).

use crate::dice::Ask;
use crate::game::{Decision, Digest, Tone};
use crate::rules::fireandmove::cards::{Card, Move};
use crate::rules::fireandmove::catalog::tables::Rank;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

/// Which figures leave the group to form a new one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parting {
    /// The group that splits.
    pub group: Gid,
    /// The card played.
    pub card: Move,
    /// Groups formed so far.
    pub formed: Vec<Gid>,
    /// Figures chosen for the next one.
    pub chosen: Vec<Fig>,
}

/// Which part moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Columns {
    /// The card played, without its concealment.
    pub card: Move,
    /// Parts that have not moved yet.
    pub groups: Vec<Gid>,
    /// Move actions left.
    pub left: u8,
}

/// Whether a group may split on its own: it has no leader, and each part would have at least two figures
/// (91.15).
pub(in crate::rules::fireandmove) fn may_part(forces: &Forces, group: Gid) -> bool {
    let state = forces.group(group);
    forces.battle().has_trait(state.side, Trait::RedArmy)
        && state.members.len() >= 4
        && !state.mined
        && state.members.iter().all(|&figure| forces.rank(figure) == Rank::None)
}

pub(in crate::rules::fireandmove) fn begin_part(open: &mut Decisions, group: Gid, card: Move) {
    // 91.15: the card's concealment is lost.
    let card = Move { cover: 0, ..card };
    open.push(Parting { group, card, formed: Vec::new(), chosen: Vec::new() });
}

impl Step for Parting {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "parting", "Choose two or more figures for a new group, or finish.", "91.15")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let members = &position.forces.group(self.group).members;
        if members.len() > self.chosen.len() + 2 {
            let free = members.iter().copied().filter(|figure| !self.chosen.contains(figure));
            list.extend(free.map(Choice::Figure));
        }
        if self.chosen.len() >= 2 || self.chosen.is_empty() && !self.formed.is_empty() {
            list.push(Choice::Done);
        }
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, open, .. } = position;
        match choice {
            Choice::Figure(figure) => {
                self.chosen.push(figure);
                open.push(self);
            }
            _ if !self.chosen.is_empty() => {
                let at = forces.group(self.group).at;
                self.chosen.sort_unstable();
                let new = forces.split(self.group, &self.chosen, at);
                let (tag, own, side) = (forces.tag(self.group), forces.tag(new), forces.group(new).side);
                table.tell(Tone::Plain, side, "91.15", || format!("{own} splits off from {tag}"));
                self.formed.push(new);
                self.chosen.clear();
                let more = forces.group(self.group).members.len() >= 4
                    && self.formed.len() < usize::from(self.card.actions.max(1));
                if more {
                    open.push(self);
                } else {
                    self.go(open);
                }
            }
            _ => self.go(open),
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        digest.int(self.group);
        digest.shown(&Card::Move(self.card));
        sequence::numbers(digest, &self.formed);
        sequence::numbers(digest, &self.chosen);
    }
}

impl Parting {
    fn go(self, open: &mut Decisions) {
        let mut groups = vec![self.group];
        groups.extend(self.formed);
        open.push(Columns { card: self.card, groups, left: self.card.actions });
    }
}

impl Step for Columns {
    fn decision(&self, position: &Position) -> Decision {
        let prompt = "Choose a part for one move action, or one part for all of them.";
        Decision::new(position.clock.active, "columns", prompt, "91.15")
    }

    fn is_void(&self, position: &Position) -> bool {
        self.left == 0 || self.groups.iter().all(|&group| position.forces.fit(group).next().is_none())
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let able: Vec<Gid> = self
            .groups
            .iter()
            .copied()
            .filter(|&group| position.forces.fit(group).next().is_some())
            .collect();
        list.extend(able.iter().copied().map(Choice::Group));
        if self.left == self.card.actions && self.left > 1 {
            list.extend(able.into_iter().map(Choice::With));
        }
        list.push(Choice::Done);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        match choice {
            Choice::With(group) => position.begin_march(Marching::new(group, self.card, false), table),
            Choice::Group(group) => {
                self.left -= 1;
                self.groups.retain(|&other| other != group);
                let card = self.card;
                position.open.push(self);
                position.begin_march(Marching { left: 1, ..Marching::new(group, card, false) }, table)
            }
            _ => Ok(()),
        }
    }

    fn digest(&self, digest: &mut Digest) {
        digest.shown(&Card::Move(self.card));
        sequence::numbers(digest, &self.groups);
        digest.int(self.left);
    }
}
