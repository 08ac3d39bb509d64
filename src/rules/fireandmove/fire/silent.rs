//! Why a side can't react to a move.

use crate::game::{Event, Side, Tone};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::volley;
use crate::rules::fireandmove::optional::team_play;
use crate::rules::fireandmove::state::choice::Choice;
use crate::rules::fireandmove::state::{Forces, Gid, Hands, Position};
use crate::rules::fireandmove::turn::sequence::{Step, Table};

impl Reaction {
    /// Tells a side that could see the mover, but had nothing to react with, why.
    pub(super) fn tell_silence(&self, position: &Position, side: Side, table: &mut Table) {
        let Position { terrain, forces, hands, .. } = position;
        if !table.log.is_on() {
            return;
        }
        let mut choices = Vec::new();
        self.choices(position, &mut choices);
        if choices.iter().any(|choice| !matches!(choice, Choice::Pass | Choice::Hold | Choice::Hero(_))) {
            return;
        }
        let Some(why) = self.why_silent(terrain.field(), forces, hands, side) else {
            return;
        };
        let mover = forces.tag(self.mover);
        table.log.add(|| {
            Event::new(Tone::Plain, side, format!("your reaction to {mover}: {why}"), "24.1").only(side)
        });
    }

    /// Why a side can't react although some of its groups see the mover; `None` if none do.
    pub fn why_silent(&self, field: &Field, forces: &Forces, hands: &Hands, side: Side) -> Option<String> {
        const MOST: usize = 3;
        let sees = |group: &Gid| {
            let from = forces.group(*group).at;
            self.path.iter().any(|&to| volley::sees(field, forces, side, from, to))
        };
        let seeing: Vec<Gid> =
            forces.groups_of(side).filter(|&group| forces.has_men(group)).filter(sees).collect();
        if seeing.is_empty() {
            return None;
        }
        if hands.fire_cards(side).next().is_none() {
            return Some("no Fire card in hand".to_owned());
        }
        let reason = |&group: &Gid| {
            let state = forces.group(group);
            let why = match () {
                () if state.reacted => "has reacted",
                () if state.fear => "is under Fear",
                () if !team_play::obeys(forces, hands, group) => "is not yours to command",
                () if forces.fit(group).next().is_none() => "is pinned",
                () => "is out of range or arc",
            };
            format!("{} {why}", forces.tag(group))
        };
        let told: Vec<String> = seeing.iter().take(MOST).map(reason).collect();
        Some(told.join(", "))
    }
}
