//! Rally actions (28).

pub(in crate::rules::fireandmove) mod reorganise;

use crate::dice::Ask;
use crate::game::{Decision, Digest, Event, Grade, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::fireandmove::cards::{Card, hand};
use crate::rules::fireandmove::nations::Trait;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::{self, Step, Table};

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

/// Uses up a rally card; then a leader may play another.
#[apply(rule, "28.1", "28.4", "28.5")]
pub(super) fn begin_rally(forces: &Forces, open: &mut Decisions, rally: RallyMore) {
    let RallyMore { group, value, cards, spent } = rally;
    let leader = forces.platoon_leader(group).map_or(0, |figure| forces.soldier(figure).leader.max(0));
    // The modifier applies to one of the cards (28.4): the second, if the first had to rally the leader
    // (28.5).
    let more = if spent { 0 } else { leader as u8 };
    open.push(RallyWho { group, left: value + more, cards, spent: spent || more > 0 });
}

fn rise(forces: &mut Forces, figure: Fig, table: &mut Table) {
    forces.figure_mut(figure).standing = Standing::Fit;
    let (tag, name) = (forces.tag(forces.figure(figure).group), forces.soldier(figure).name.clone());
    let side = forces.soldier(figure).side;
    table.log.add(|| {
        Event::new(Tone::Success, side, format!("the {name} of {tag} rallies"), "28.2").fate(
            side,
            &tag,
            "rallied",
            Grade::Unhurt,
        )
    });
}

impl Step for RallyWho {
    fn decision(&self, position: &Position) -> Decision {
        Decision::new(position.forces.group(self.group).side, "rally", "Choose a figure to rally.", "28.2")
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        list.extend(position.forces.pinned(self.group).map(Choice::Figure));
        list.push(Choice::Done);
    }

    fn apply(mut self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, open, .. } = position;
        if let Choice::Figure(figure) = choice {
            rise(forces, figure, table);
            self.left -= 1;
            if self.left > 0 && forces.pinned(self.group).next().is_some() {
                open.push(self);
                return Ok(());
            }
        }
        let partisans = forces.battle().has_trait(forces.group(self.group).side, Trait::Partisans);
        // A leader plays two cards on the group, the first on themselves if necessary (28.3 to 28.5).
        if self.cards == 1
            && !partisans
            && forces.leader(self.group).is_some()
            && forces.pinned(self.group).next().is_some()
        {
            open.push(RallyMore { group: self.group, value: 0, cards: 1, spent: self.spent });
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.left, self.cards]);
        digest.flag(self.spent);
    }
}

impl Step for RallyMore {
    fn decision(&self, position: &Position) -> Decision {
        let side = position.forces.group(self.group).side;
        Decision::new(side, "second-rally", "Play a second rally card, or finish.", "28.3")
    }

    fn is_void(&self, position: &Position) -> bool {
        position.forces.pinned(self.group).next().is_none()
    }

    fn choices(&self, position: &Position, list: &mut Vec<Choice>) {
        let hand = &position.hands.seat(position.forces.group(self.group).side).hand;
        let rallies = hand::different(hand).filter(|card| matches!(card, Card::Rally { .. }));
        list.extend(rallies.map(Choice::Rally));
        list.push(Choice::Done);
    }

    fn apply(self, position: &mut Position, choice: Choice, table: &mut Table) -> Result<(), Ask> {
        let Position { forces, hands, open, .. } = position;
        if let Choice::Rally(card @ Card::Rally { value, .. }) = choice {
            let (side, tag) = (forces.group(self.group).side, forces.tag(self.group));
            hands.spend(side, card);
            table.tell(Tone::Plain, side, "28.3", || format!("{tag} plays a second {card}"));
            begin_rally(forces, open, Self { value, cards: 2, ..self });
        }
        Ok(())
    }

    fn digest(&self, digest: &mut Digest) {
        sequence::numbers(digest, &[self.group, self.value, self.cards]);
        digest.flag(self.spent);
    }
}
