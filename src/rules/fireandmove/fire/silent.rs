//! Why a side can't react to a move.

use crate::game::{Event, Side, Tone};
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

impl Reaction {
    /// Tells a side that could see the mover, but had nothing to react with, why.
    pub(super) fn tell_silence(&self, position: &Position, side: Side, table: &mut Table) {
        if !table.log.is_on() {
            return;
        }
        let mut choices = Vec::new();
        self.choices(position, &mut choices);
        if choices.iter().any(|choice| !matches!(choice, Choice::Pass | Choice::Hold | Choice::Hero(_))) {
            return;
        }
        let Some(why) = self.why_silent(position, side) else { return };
        let mover = position.tag(self.mover);
        table.log.add(|| {
            Event::new(Tone::Plain, side, format!("your reaction to {mover}: {why}"), "24.1").only(side)
        });
    }

    /// Why a side can't react although some of its groups see the mover; `None` if none do.
    pub fn why_silent(&self, position: &Position, side: Side) -> Option<String> {
        const MOST: usize = 3;
        let sees = |group: &Gid| {
            let from = position.group(*group).at;
            self.path.iter().any(|&to| position.sees(side, from, to))
        };
        let seeing: Vec<Gid> =
            position.groups_of(side).filter(|&group| position.has_men(group)).filter(sees).collect();
        if seeing.is_empty() {
            return None;
        }
        if position.fire_cards(side).next().is_none() {
            return Some("no Fire card in hand".to_owned());
        }
        let reason = |&group: &Gid| {
            let state = position.group(group);
            let why = match () {
                () if state.reacted => "has reacted",
                () if state.fear => "is under Fear",
                () if !position.obeys(group) => "is not yours to command",
                () if position.fit(group).next().is_none() => "is pinned",
                () => "is out of range or arc",
            };
            format!("{} {why}", position.tag(group))
        };
        let told: Vec<String> = seeing.iter().take(MOST).map(reason).collect();
        Some(told.join(", "))
    }
}
