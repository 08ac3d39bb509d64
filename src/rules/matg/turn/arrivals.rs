//! Reinforcements (scenario): before the first phase of their turn they are set down in their zone, where
//! their owner may rearrange them, like forces that enter by an edge at the start (S-12, S-123).

use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::movement::deployment::Deployment;
use crate::rules::matg::state::battle::Assembly;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::Phase;

impl Position {
    /// The turn in which a stand comes onto the map.
    pub fn arrival_of_stand(&self, id: Id) -> u8 {
        let Some(zone) = self.unit(id).zone else { return 1 };
        let assembly = &self.battle.zones[usize::from(zone)];
        match (&assembly.call, self.way_of(zone)) {
            (Some(call), Some(way)) => call.ways[way].turn,
            (Some(_), None) => self.battle.turns + 1,
            (None, _) => assembly.turn,
        }
    }

    /// Whether a stand, or its carrier, has yet to come onto the map, by land or by air.
    pub fn is_to_come(&self, id: Id) -> bool {
        match self.stand(id).place {
            Place::Due | Place::Aloft => true,
            Place::Aboard(carrier) => matches!(self.stand(carrier).place, Place::Due | Place::Aloft),
            _ => false,
        }
    }

    /// Whether a stand comes onto the map this turn and the Movement Phase has not begun. Until then it
    /// neither sees nor is seen (S-123).
    pub fn is_entering(&self, id: Id) -> bool {
        let zone = self.unit(id).zone.map(|zone| &self.battle.zones[usize::from(zone)]);
        let entering = zone.is_some_and(|zone| zone.enters)
            && self.arrival_of_stand(id) == self.now.number
            && self.phase() < Phase::Move as usize;
        if entering {
            applies("battles: reinforcements");
        }
        entering
    }

    /// The route by which the stands of a zone arrive, once it has been rolled.
    fn way_of(&self, zone: u8) -> Option<usize> {
        self.arrivals.called.iter().find(|(called, _)| *called == zone).map(|&(_, way)| usize::from(way))
    }

    /// The squares of a stand's zone as they are now.
    fn zone_cells_of(&self, id: Id) -> &[Cell] {
        let Some(zone) = self.unit(id).zone else { return &[] };
        let assembly = &self.battle.zones[usize::from(zone)];
        match (&assembly.call, self.way_of(zone)) {
            (Some(call), Some(way)) => &call.ways[way].cells,
            _ => &assembly.cells,
        }
    }

    /// Whether a square is in the zone in which a stand is set down.
    pub fn is_in_zone(&self, id: Id, cell: Cell) -> bool {
        if self.battle.is_late(self.unit(id)) {
            self.battle.grid.is_among(self.zone_cells_of(id), cell)
        } else {
            self.battle.is_of_zone(self.side(id), self.zone_of(id), cell)
        }
    }

    /// Rolls the route, and with it the turn, by which reinforcements arrive if the battle says so (S-135).
    pub(super) fn call_reinforcements(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for zone in 0..self.battle.zones.len() {
            let Assembly { call: Some(call), name, side, .. } = &self.battle.zones[zone] else { continue };
            if call.turn != self.now.number || self.way_of(zone as u8).is_some() {
                continue;
            }
            applies("battles: reinforcements");
            let (name, side, ways) = (name.clone(), *side, call.ways.len() as u8);
            let face = dice.roll(2 * ways, || format!("route of the {name}, halved and rounded up"))?;
            let way = face.div_ceil(2) - 1;
            self.arrivals.called.push((zone as u8, way));
            let by = self.battle.zones[zone].call.as_ref().map(|call| &call.ways[usize::from(way)]);
            let (turn, by) = by.map_or((0, ""), |by| (by.turn, by.name.as_str()));
            log.add(|| {
                let by = if by.is_empty() { format!("way {}", way + 1) } else { by.to_owned() };
                let text = format!("{name}: {by}, turn {turn}. D{} {face}", 2 * ways);
                Event::new(Tone::Plain, side, text, "battles: reinforcements")
            });
        }
        Ok(())
    }

    /// Sets down the reinforcements of this turn and lets their owner rearrange them, one side after the
    /// other.
    pub(super) fn reinforcements(&mut self, log: &mut Log) -> Option<Deployment> {
        Side::BOTH.into_iter().find_map(|side| self.arrivals_of(side, log))
    }

    fn arrivals_of(&mut self, side: Side, log: &mut Log) -> Option<Deployment> {
        let turn = self.now.number;
        let due = |&id: &Id| self.stand(id).place == Place::Due && self.arrival_of_stand(id) <= turn;
        let due: Vec<Id> = self.ids(side).filter(due).collect();
        let mut placed: Vec<Id> = Vec::new();
        for id in due {
            if self.unit(id).off_map {
                self.stand_mut(id).place = Place::OffMap;
                continue;
            }
            if let Some(cell) = self.room_in_zone(id) {
                applies("battles: reinforcements");
                self.put(id, cell);
                placed.push(id);
            }
        }
        if placed.is_empty() {
            return None;
        }
        log.add(|| {
            let tags: Vec<String> = placed.iter().map(|&id| self.tag(id).to_string()).collect();
            let name = &self.battle.army(side).name;
            let text = format!("Turn {turn}: {name} come onto the map: {}", tags.join(" "));
            Event::new(Tone::Phase, side, text, "scenario").at(placed.iter().filter_map(|&id| self.cell(id)))
        });
        let comes = |id: Id| match self.stand(id).place {
            Place::Aboard(carrier) => self.battle.mounts_at_will[side.index()] && placed.contains(&carrier),
            _ => placed.contains(&id),
        };
        let others = self.ids(side).filter(|&id| !comes(id)).collect();
        Some(Deployment::of(side, others))
    }

    /// Where a stand comes onto the map: its square in the scenario or the nearest free square of its zone.
    /// Without a free square it comes a turn later.
    fn room_in_zone(&self, id: Id) -> Option<Cell> {
        let unit = self.unit(id);
        let wanted = unit.start?;
        let free = |&cell: &Cell| self.holder_of(cell).is_none() && self.may_stand_on(id, cell);
        self.zone_cells_of(id)
            .iter()
            .copied()
            .filter(free)
            .min_by_key(|&cell| board::distance_squared(cell, wanted))
    }
}
