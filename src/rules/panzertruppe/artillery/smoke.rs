//! Chapter 30: who may lay smoke, where, and how long it lasts.

use crate::board::Compass;
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::panzertruppe::firing::GunType;
use crate::rules::panzertruppe::firing::phase::FirePhase;
use crate::rules::panzertruppe::firing::targets::Field;
use crate::rules::panzertruppe::state::{Batteries, Choice, Ground, Id, Puff, Slot, Spot, Switch};

/// The owner's fire phases through which smoke lasts (P-4).
const LASTS: u8 = 5;

/// A vehicle that could lay smoke now.
struct Screener {
    id: Id,
    from: Spot,
    kind: GunType,
    field: Field,
}

/// Vehicles of a platoon that lay smoke together.
const SCREEN: usize = 3;

impl<'a> Batteries<'a> {
    /// Goes through every cell where smoke may be laid now until `found` returns true; returns whether it
    /// did.
    pub(crate) fn each_smoke(self, phase: &FirePhase, found: &mut dyn FnMut(Choice) -> bool) -> bool {
        if !self.battle.plays(Switch::Smoke) {
            return false;
        }
        // 30
        let side = phase.side;
        let called = self.each_aim(phase, &mut |spotter, number, aim| {
            found(Choice::Smoke(self.battle.unit(spotter).tag, number, self.battle.cell(aim)))
        });
        if called {
            return true;
        }
        for group in 0..self.battle.groups.len() as u8 {
            if !self.screens(side, group) {
                continue;
            }
            let vehicles: Vec<Screener> = self.screeners(group).collect();
            for aim in self.battle.spots() {
                if self.three_of(&vehicles, aim).is_some()
                    && found(Choice::Screen(group, self.battle.cell(aim)))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a spotter may call smoke from a battery on a cell: in the spotter's LOS and in the battery's
    /// range (30).
    pub(crate) fn may_lay(self, spotter: Id, battery: u8, aim: Spot) -> bool {
        self.battle.plays(Switch::Smoke)
            && self.forces.spot(spotter).is_some_and(|from| self.ground.open_line(from, aim).is_some())
            && self.battery_reaches(self.forces.side(spotter), battery, aim)
    }

    /// Whether a platoon may lay smoke now: the scenario allows it, and three of its vehicles are ready.
    #[apply(rule, "30")]
    pub(crate) fn screens(self, side: Side, group: u8) -> bool {
        let kind = self.battle.groups.get(usize::from(group));
        kind.is_some_and(|kind| kind.smoke && kind.side == side)
            && self.battle.plays(Switch::Smoke)
            && self.screeners(group).nth(SCREEN - 1).is_some()
    }

    /// The vehicles of a platoon that could lay smoke: loaded, with weapons over 70 mm.
    fn screeners(self, group: u8) -> impl Iterator<Item = Screener> + 'a {
        let own = self.forces.all().filter(move |&id| self.battle.unit(id).group == group);
        own.filter_map(move |id| {
            let bore = self.battle.unit(id).bore(Slot::Main).filter(|bore| bore.calibre > 70)?;
            let ready = self.battle.unit(id).is_vehicle() && self.is_ready(id, Slot::Main);
            let field = self.field(id, Slot::Main).filter(|_| ready)?;
            Some(Screener { id, from: self.forces.spot(id)?, kind: bore.kind, field })
        })
    }

    /// The first three vehicles of a platoon with a cell in arc, range and LOS, which lay smoke on it (P-34).
    pub(crate) fn screen(self, group: u8, aim: Spot) -> Option<[Id; SCREEN]> {
        let vehicles: Vec<Screener> = self.screeners(group).collect();
        self.three_of(&vehicles, aim)
    }

    fn three_of(self, vehicles: &[Screener], aim: Spot) -> Option<[Id; SCREEN]> {
        let able = vehicles.iter().filter(|vehicle| {
            self.battle.tables.range(self.battle.range(vehicle.from, aim), vehicle.kind).is_some()
                && vehicle.field.covers(self.battle.cell(aim))
                && self.ground.open_line(vehicle.from, aim).is_some()
        });
        let mut able = able.map(|vehicle| vehicle.id);
        Some([able.next()?, able.next()?, able.next()?])
    }
}

impl Ground {
    /// Counts down the smoke of a side, which has ended a fire phase (30).
    pub fn thin_smoke(&mut self, side: Side) {
        for puff in self.smoke.iter_mut().filter(|puff| puff.side == side) {
            puff.left -= 1;
        }
        self.smoke.retain(|puff| puff.left > 0);
    }

    /// Places three puffs that touch: on the cell and on its northern and eastern neighbours (30, P-36).
    /// Smoke that is already there lasts for its full time again.
    pub fn lay_smoke(&mut self, side: Side, aim: Spot, log: &mut Log) {
        for cell in [Some(aim), self.battle.next(aim, Compass::N), self.battle.next(aim, Compass::E)] {
            let Some(cell) = cell else { continue };
            match self.smoke.iter_mut().find(|puff| (puff.cell, puff.side) == (cell, side)) {
                Some(puff) => puff.left = LASTS,
                None => self.smoke.push(Puff { cell, side, left: LASTS }),
            }
        }
        self.smoke.sort_unstable_by_key(|puff| (puff.cell, puff.side.index()));
        log.add(|| {
            let cell = self.battle.cell(aim);
            Event::new(Tone::Plain, side, format!("smoke at {cell}"), "30").at([cell])
        });
    }
}
