//! Rally actions (28).

pub(super) mod reorganise;

use crate::dice::Ask;
use crate::game::{Decision, Event, Grade, Tone};
use crate::ledger::cited::applies;
use crate::rules::fireandmove::cards::hand;

use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Fig, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

/// A led group may play a second rally card (28.3 to 28.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RallyMore {
    /// The group.
    pub group: Gid,
    /// Figures that the cards so far can rally.
    pub value: u8,
    /// Cards played.
    pub cards: u8,
    /// The leader's modifier has been used on one of them (28.4).
    pub spent: bool,
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
    /// The leader's modifier has been used on one of them (28.4).
    pub spent: bool,
}

impl Position {
    /// Uses up a rally card; then a leader may play another.
    pub(super) fn begin_rally(&mut self, rally: RallyMore) {
        applies("28.1");
        applies("28.4");
        applies("28.5");
        let RallyMore { group, value, cards, spent } = rally;
        let leader = self.platoon_leader(group).map_or(0, |figure| self.soldier(figure).leader.max(0));
        // The modifier applies to one of the cards (28.4): the second, if the first had to rally the leader
        // (28.5).
        let more = if spent { 0 } else { leader as u8 };
        self.push(RallyWho { group, left: value + more, cards, spent: spent || more > 0 });
    }

    fn rise(&mut self, figure: Fig, table: &mut Table) {
        self.figure_mut(figure).standing = Standing::Fit;
        let (tag, name) = (self.tag(self.figure(figure).group), self.soldier(figure).name.clone());
        let side = self.soldier(figure).side;
        table.log.add(|| {
            Event::new(Tone::Success, side, format!("the {name} of {tag} rallies"), "28.2").fate(
                side,
                &tag,
                "rallied",
                Grade::Unhurt,
            )
        });
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
        // A leader plays two cards on the group, the first on themselves if necessary (28.3 to 28.5).
        if self.cards == 1
            && !partisans
            && position.leader(self.group).is_some()
            && position.pinned(self.group).next().is_some()
        {
            position.push(RallyMore { group: self.group, value: 0, cards: 1, spent: self.spent });
        }
        Ok(())
    }
}

impl Step for RallyMore {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.group(self.group).side;
        Decision::new(side, "second-rally", "Play a second rally card, or finish.", "28.3")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.pinned(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let hand = &position.seat(position.group(self.group).side).hand;
        let rallies = hand::different(hand).filter(|card| matches!(card, Card::Rally { .. }));
        list.extend(rallies.map(Choice::Rally));
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        if let Choice::Rally(card @ Card::Rally { value, .. }) = choice {
            let (side, tag) = (position.group(self.group).side, position.tag(self.group));
            position.spend(side, card);
            table.tell(Tone::Plain, side, "28.3", || format!("{tag} plays a second {card}"));
            position.begin_rally(Self { value, cards: 2, ..self });
        }
        Ok(())
    }
}
