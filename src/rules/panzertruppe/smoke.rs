//! Chapter 30: where smoke may be laid, and what it does.

use super::state::Puff;
use super::state::{Id, Position, Slot};
use crate::board::Compass;
use crate::game::{Event, Log, Side, Tone};

impl Position {
    /// Where smoke is worth laying: half way to an enemy that is seen, and close before him (P-34).
    pub(super) fn smoke_aims(&self, side: Side, from: u16) -> Vec<u16> {
        let mut aims: Vec<u16> = Vec::new();
        for enemy in self.ids(side.other()) {
            let Some(at) = self.spot(enemy).filter(|_| self.is_target(enemy)) else { continue };
            let (a, b) = (self.battle.cell(from), self.battle.cell(at));
            if self.open_line(from, at).is_none() || self.range(from, at) < 40 {
                continue;
            }
            // Half way, and close before him.
            for (mine, his) in [(1, 1), (1, 4)] {
                let part = |a: i16, b: i16| (a * mine + b * his) / (mine + his);
                let place = crate::board::Cell::new(part(a.x, b.x), part(a.y, b.y));
                if let Some(cell) = self.battle.index(place)
                    && !aims.contains(&cell)
                    && !self.smoke.iter().any(|puff| puff.cell == cell)
                {
                    aims.push(cell);
                }
            }
        }
        aims
    }

    /// The place of the first of a platoon that may lay smoke: three vehicles or more with weapons over 70 mm
    /// that have not fired (30).
    pub(super) fn screening(&self, side: Side, group: u8) -> Option<u16> {
        if !self.battle.groups[usize::from(group)].smoke
            || self.battle.groups[usize::from(group)].side != side
        {
            return None;
        }
        let mut able = self.screeners(group);
        let first = able.next()?;
        (able.count() >= 2).then(|| self.spot(first)).flatten()
    }

    pub(super) fn screeners(&self, group: u8) -> impl Iterator<Item = Id> + '_ {
        (0..self.states.len() as Id).filter(move |&id| {
            self.unit(id).group == group
                && self.unit(id).is_vehicle()
                && self.spot(id).is_some()
                && self.bore(id, Slot::Main).is_some_and(|bore| bore.calibre > 70)
                && self.is_ready(id, Slot::Main)
        })
    }

    /// Three puffs that touch: the place aimed at, and those to its north and east (30, P-36).
    pub(super) fn lay_smoke(&mut self, side: Side, aim: u16, log: &mut Log) {
        for cell in [Some(aim), self.battle.next(aim, Compass::N), self.battle.next(aim, Compass::E)] {
            if let Some(cell) = cell.filter(|cell| !self.smoke.iter().any(|puff| puff.cell == *cell)) {
                self.smoke.push(Puff { cell, side, left: 5 });
            }
        }
        self.smoke.sort_unstable_by_key(|puff| puff.cell);
        log.add(|| {
            let cell = self.battle.cell(aim);
            Event::new(Tone::Plain, side, format!("smoke at {cell}"), "30").at([cell])
        });
    }
}
