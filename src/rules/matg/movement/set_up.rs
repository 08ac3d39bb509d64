//! Set-up: where a stand may be placed before the first turn, by its zone and its battle, and aboard which
//! transport.

use crate::board;
use crate::game::{Illegal, Side};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::Frame;

/// How near to an objective its guards must be, in inches (scenario).
const GUARD: u16 = 2;

impl Position {
    /// The columns in which a stand may be set up if its zone limits their number.
    pub(super) fn span_left(&self, id: Id) -> Option<std::ops::RangeInclusive<i16>> {
        let zone = self.zone_of(id)?;
        let span = i16::from(self.battle.zones[usize::from(zone)].span?);
        let together = |&(other, _): &(Id, board::Cell)| other != id && self.zone_of(other) == Some(zone);
        let columns = || self.on_board(self.side(id)).filter(together).map(|(_, at)| at.x);
        Some(columns().max()? - span + 1..=columns().min()? + span - 1)
    }

    /// The zone in which a stand is set up. The half that deploys first may have its own (8.10.1.2).
    pub fn zone_of(&self, id: Id) -> Option<u8> {
        let first = self.arrivals.vanguard.contains(&id).then(|| self.battle.first_half_zone(self.side(id)));
        first.flatten().or(self.unit(id).zone)
    }

    /// The squares on which a side that sets up now may place its remaining stands.
    pub(in crate::rules::matg) fn zone_to_set_up(&self, side: Side) -> Vec<board::Cell> {
        match self.now.stack.last() {
            Some(Frame::Deploy(phase)) if phase.side == side => phase.zone(self),
            _ => Vec::new(),
        }
    }

    /// The effect of setting the picked stand down on an occupied square: it is loaded, or the two stands
    /// swap halves.
    pub(in crate::rules::matg) fn set_down_in_words(&self, cell: board::Cell) -> Option<String> {
        let Some(Frame::Deploy(phase)) = self.now.stack.last() else { return None };
        let id = phase.picked?;
        if let Some(carrier) = self.holder_of(cell).filter(|_| self.may_mount(id, cell)) {
            return Some(format!("{cell}: aboard {}", self.who(carrier)));
        }
        phase
            .exchanges(self, id, cell)
            .map(|other| format!("{cell}: {} sets up now instead", self.who(other)))
    }

    /// The stands of a side that deploy before the enemy records a zone (8.10.1.2).
    pub(in crate::rules::matg) fn vanguard_of(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        self.arrivals.vanguard.iter().copied().filter(move |&id| self.side(id) == side)
    }

    /// Whether a stand sets up with the second half, after another of its side.
    pub(super) fn follows(&self, id: Id, other: Id) -> bool {
        let unit = self.unit(other);
        unit.side == self.side(id)
            && !self.arrivals.vanguard.contains(&other)
            && !self.battle.is_late(unit)
            && self.cell(other).is_some()
    }

    /// Swaps a stand of the first half with one of the second.
    pub(super) fn exchange_halves(&mut self, id: Id, other: Id) {
        applies("battles: halves");
        let (Some(here), Some(there)) = (self.cell(id), self.cell(other)) else { return };
        self.arrivals.vanguard.iter_mut().filter(|first| **first == id).for_each(|first| *first = other);
        for frame in &mut self.now.stack {
            if let Frame::Deploy(later) = frame {
                later.kept.iter_mut().filter(|kept| **kept == id).for_each(|kept| *kept = other);
            }
        }
        self.lift(id);
        self.lift(other);
        self.put(id, there);
        self.put(other, here);
        self.face_position(id, there);
        self.face_position(other, here);
    }

    /// Whether a deploying side meets the conditions of its zones.
    pub(super) fn is_in_order(&self, side: Side) -> bool {
        let keeps = |(id, at): (Id, board::Cell)| {
            self.battle.is_late(self.unit(id)) || (self.keeps_together(id, at) && self.keeps_beside(id, at))
        };
        self.is_guarded(side) && (self.arrivals.begun || self.on_board(side).all(keeps))
    }

    /// Why a side can't finish its deployment.
    pub(super) fn why_not_ready(&self, side: Side) -> Option<Illegal> {
        let no = |text: String| Some(Illegal::new("battles: zones", text));
        if !self.is_guarded(side) {
            return no("an objective has no stand of its guards within two inches".to_owned());
        }
        let late = |id: Id| self.battle.is_late(self.unit(id));
        self.on_board(side).filter(|&(id, _)| !late(id) && !self.arrivals.begun).find_map(|(id, at)| {
            let who = self.who(id);
            if !self.keeps_together(id, at) {
                return no(format!("{who} does not touch a stand of its formation"));
            }
            if self.keeps_beside(id, at) { None } else { no(format!("{who} is too far from other units")) }
        })
    }

    /// Whether every objective is guarded by one of the stands that must guard it.
    fn is_guarded(&self, side: Side) -> bool {
        let guards = |&(id, _): &(Id, board::Cell)| {
            self.zone_of(id).is_some_and(|zone| self.battle.zones[usize::from(zone)].guards)
        };
        if !self.battle.zones.iter().any(|zone| zone.side == side && zone.guards) || self.arrivals.begun {
            return true;
        }
        self.battle.victory.places.iter().all(|place| {
            let near = |at: board::Cell| place.cells.iter().any(|&cell| board::within(cell, at, GUARD));
            self.on_board(side).filter(guards).any(|(_, at)| near(at))
        })
    }

    /// Stands aboard transports that their owner may set up on foot (scenario).
    pub(super) fn mounted_at_will(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        let open = self.battle.mounts_at_will[side.index()];
        if open {
            applies("battles: mounted");
        }
        self.ids(side).filter(move |&id| {
            open && matches!(self.stand(id).place, Place::Aboard(carrier) if self.cell(carrier).is_some())
        })
    }

    /// Whether a stand may begin aboard the transport on a square: same side, same zone, enough room
    /// (scenario, 8.4.1).
    pub(super) fn may_mount(&self, id: Id, cell: board::Cell) -> bool {
        let side = self.side(id);
        let carrier = self.holder_of(cell).filter(|&carrier| carrier != id && self.side(carrier) == side);
        self.battle.mounts_at_will[side.index()]
            && carrier.is_some_and(|carrier| {
                let there = self.stand(id).place == Place::Aboard(carrier);
                self.unit(carrier).zone == self.unit(id).zone
                    && self.cargo(id).next().is_none()
                    && (there || self.has_room(carrier, id))
            })
    }

    /// Loads a stand before the first turn, or before it comes onto the map (scenario).
    pub(super) fn mount_at_will(&mut self, id: Id, cell: board::Cell) {
        applies("battles: mounted");
        let Some(carrier) = self.holder_of(cell) else { return };
        self.lift(id);
        self.stand_mut(id).place = Place::Aboard(carrier);
    }

    /// Whether a stand is close enough to other units, if its zone requires it.
    pub(super) fn keeps_beside(&self, id: Id, cell: board::Cell) -> bool {
        let unit = self.unit(id);
        let Some(zone) = unit.zone else { return true };
        let Some(inches) = self.battle.zones[usize::from(zone)].beside else { return true };
        let other = |&(other, _): &(Id, board::Cell)| self.unit(other).zone != unit.zone;
        self.on_board(unit.side).filter(other).any(|(_, at)| board::within(at, cell, inches))
    }

    /// Whether a stand touches its formation, if its zone requires it.
    pub(super) fn keeps_together(&self, id: Id, cell: board::Cell) -> bool {
        let unit = self.unit(id);
        if !unit.zone.is_some_and(|zone| self.battle.zones[usize::from(zone)].together) {
            return true;
        }
        self.on_board(unit.side).any(|(other, at)| {
            other != id && self.unit(other).formation == unit.formation && board::adjacent(at, cell)
        })
    }

    /// Whether a stand can be on a square at all: it could enter the ground, or it is a gun that is set up
    /// there.
    pub fn may_stand_on(&self, id: Id, cell: board::Cell) -> bool {
        if self.is_barred_to_riders(id, cell) {
            return false;
        }
        let ground = self.ground_at(cell);
        if let Some(may) = self.may_float(id, cell) {
            return may;
        }
        let (points, mode) = self.pace(id);
        points == 0 || ground.cost(mode).is_some() || ground.road_cost(mode).is_some()
    }

    /// Whether a square is closed to a stand at the end of its move: mounted cavalry may move through
    /// buildings and improved positions but not occupy them (10.10.2).
    pub(super) fn is_barred_to_riders(&self, id: Id, cell: board::Cell) -> bool {
        applies("10.10.2");
        self.is_mounted(id) && (self.ground_at(cell).is_built_up() || self.is_fortified(cell))
    }

    /// Whether a square has an improved position of any kind.
    pub(super) fn is_fortified(&self, cell: board::Cell) -> bool {
        let ground = self.ground_at(cell);
        [Terrain::LightPosition, Terrain::MediumPosition, Terrain::HeavyPosition]
            .iter()
            .any(|&t| ground.has(t))
    }
}
