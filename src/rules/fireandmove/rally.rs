//! Rally and reorganise actions (28, 33).

use crate::dice::Ask;
use crate::game::{Decision, Tone};

use super::cards::Card;
use super::choice::Choice;
use super::nations::Trait;
use super::position::{Fig, Gid, Position, Standing};
use super::sequence::{Step, Table};

/// A led group may play a second rally card (28.3 to 28.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RallyMore {
    /// The group.
    pub group: Gid,
    /// Figures the cards so far rally.
    pub value: u8,
    /// Cards played.
    pub cards: u8,
}

/// Which pinned figure is rallied.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RallyWho {
    /// The group.
    pub group: Gid,
    /// Figures still to be rallied.
    pub left: u8,
    /// Cards played in this action.
    pub cards: u8,
}

/// Which group joins (33).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Joining {
    /// The group the card was played on.
    pub group: Gid,
}

impl Position {
    /// A rally card's worth is handed out; then a leader may play another.
    pub(super) fn begin_rally(&mut self, rally: RallyMore) {
        let RallyMore { group, value, cards } = rally;
        let leader = self.platoon_leader(group).map_or(0, |figure| self.soldier(figure).leader);
        // The modifier goes to one of the cards (28.4).
        let more = if cards == 1 { leader.max(0) as u8 } else { 0 };
        self.push(RallyWho { group, left: value + more, cards });
    }

    /// Whether a group may reorganise: its leader is there, and one who may (33.1, 91.14).
    pub(super) fn reorganises(&self, group: Gid) -> bool {
        let side = self.group(group).side;
        let weak = self.has_trait(side, Trait::WeakSergeants) && !self.battle().sides[side.index()].elite;
        if weak { self.platoon_leader(group).is_some() } else { self.leader(group).is_some() }
    }

    fn rise(&mut self, figure: Fig, table: &mut Table) {
        self.figure_mut(figure).standing = Standing::Fit;
        let (tag, name) = (self.tag(self.figure(figure).group), self.soldier(figure).name.clone());
        table.tell(Tone::Success, self.soldier(figure).side, "28.2", || {
            format!("the {name} of {tag} rallies")
        });
    }

    /// Groups of the same side within two inches (33.1).
    pub(super) fn neighbours(&self, group: Gid) -> impl Iterator<Item = Gid> + '_ {
        let at = self.group(group).at;
        let near = move |other: &Gid| {
            let to = self.group(*other).at;
            *other != group
                && (at.x - to.x).abs() <= 1
                && (at.y - to.y).abs() <= 1
                && self.may_merge(group, *other)
        };
        self.groups_of(self.group(group).side).filter(near)
    }
}

impl Step for RallyWho {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.group(self.group).side, "rally", "Choose a figure to rally.", "28.2")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(position.pinned(self.group).map(Choice::Figure));
        list.push(Choice::Done);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Figure(figure) = choice {
            position.rise(figure, table);
            self.left -= 1;
            if self.left > 0 && position.pinned(self.group).next().is_some() {
                position.push(self);
                return Ok(());
            }
        }
        let partisans = position.has_trait(position.group(self.group).side, Trait::Partisans);
        // A leader plays two cards on his group, on himself with the first if need be (28.3 to 28.5).
        if self.cards == 1
            && !partisans
            && position.leader(self.group).is_some()
            && position.pinned(self.group).next().is_some()
        {
            position.push(RallyMore { group: self.group, value: 0, cards: 1 });
        }
        Ok(())
    }
}

impl Step for RallyMore {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "second-rally", "Play a second rally card, or be done.", "28.3")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.pinned(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let hand = &position.seat(position.group(self.group).side).hand;
        let rallies = super::hand::different(hand).filter(|card| matches!(card, Card::Rally { .. }));
        list.extend(rallies.map(Choice::Rally));
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Rally(card @ Card::Rally { value, .. }) = choice {
            let (side, tag) = (position.group(self.group).side, position.tag(self.group));
            position.spend(side, card);
            table.tell(Tone::Plain, side, "28.3", || format!("{tag}: a second {card}"));
            position.push(RallyWho { group: self.group, left: value, cards: 2 });
        }
        Ok(())
    }
}

impl Step for Joining {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "reorganise", "Choose a group that joins, or be done.", "33.2")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.group(self.group).members.is_empty()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        if position.reorganises(self.group) {
            list.extend(position.neighbours(self.group).map(Choice::Join));
        }
        list.extend(position.pairs_with(self.group).map(Choice::Join));
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Join(other) = choice {
            let tags = [position.tag(other), position.tag(self.group)];
            let side = position.group(self.group).side;
            if position.pairs_with(self.group).any(|pair| pair == other) {
                position.group_mut(self.group).more.partner = Some(other);
                position.group_mut(other).more.partner = Some(self.group);
                table.tell(Tone::Plain, side, "87.1", || format!("{} and {} are a pair", tags[1], tags[0]));
                return Ok(());
            }
            position.merge(other, self.group);
            table.tell(Tone::Plain, side, "33.2", || format!("{} joins {}", tags[0], tags[1]));
            position.push(self);
        }
        Ok(())
    }
}
