//! The advance phase (3.7).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Whereabouts, Zone};
use crate::rules::aslsk::turn::Frame;

impl Position {
    /// What it costs to advance into a hex, in half MF: the whole allowance makes CX (3.7).
    fn advance_cost(&self, from: Option<Place>, to: Place) -> u8 {
        let map = self.map();
        let road = from.is_some_and(|from| map.road_between(from, to));
        let cost = if road { 2 } else { map.terrain(to).row().mf };
        if from.is_some_and(|from| map.level(to) > map.level(from)) { 2 * cost } else { cost }
    }

    /// Whether an advance takes all that a unit has.
    fn exhausting(&self, id: u8, to: Place) -> bool {
        let allowance =
            self.allowance(id, false, false, false).saturating_sub(if self.unit(id).cx { 2 } else { 0 });
        self.advance_cost(self.unit(id).place(), to) >= allowance.max(1)
    }

    pub(super) fn advance_choices(&self) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        for id in self.ids() {
            let unit = self.unit(id);
            let free = unit.side == self.attacker && !unit.acted && !unit.pinned && !unit.pushing;
            if !free || !(unit.good_order() || self.may_enter(id)) {
                continue;
            }
            let ways: Vec<Place> = match (unit.place(), &self.battle.groups[usize::from(unit.group)].zone) {
                (Some(from), _) => self.map().around(from).map(|(_, to)| to).collect(),
                (None, Zone::Enter { by, .. }) => by.clone(),
                (None, Zone::SetUp(_)) => Vec::new(),
            };
            for to in ways {
                if self.room(to, self.attacker, &[id]) && !(unit.cx && self.exhausting(id, to)) {
                    choices.push(Choice::Advance(id, self.hex(to)));
                }
            }
        }
        choices
    }

    pub(super) fn advance(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Advance(id, hex) = choice else { return self.next_phase(dice, log) };
        self.frames.push(Frame::Advance);
        let Some(to) = self.map().place(hex) else { return Ok(()) };
        self.reveal(id, log);
        if self.stumbles(to, self.attacker, log) {
            self.unit_mut(id).acted = true;
            return Ok(());
        }
        let exhausted = self.exhausting(id, to);
        self.leave_guns(id);
        let unit = self.unit_mut(id);
        unit.acted = true;
        unit.cx |= exhausted;
        unit.at = Whereabouts::On(to);
        log.add(|| {
            let text = format!("{} advances to {}", self.called(id), self.name(to));
            Event::new(Tone::Plain, self.attacker, text, "3.7").at([self.cell(to)])
        });
        self.forget_targets_of(id);
        self.track(id);
        self.despair();
        Ok(())
    }
}
