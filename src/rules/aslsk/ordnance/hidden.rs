//! HIP of Guns (6.4).

use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Whereabouts, Zone};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// The range at which a Gun in Open Ground loses HIP.
const SEEN: u16 = 16;

impl Position {
    /// Whether a Gun may use HIP: manned by a crew, off paved roads, and allowed by the scenario.
    pub fn may_hide(&self, weapon: u8) -> bool {
        applies("6.4");
        let gun = self.weapon(weapon);
        let Some(id) = gun.holder.filter(|_| gun.gun().is_some()) else { return false };
        let barred = self.battle.special.no_hiding.contains(&self.unit(id).side);
        let starts = matches!(self.battle.groups[usize::from(self.unit(id).group)].zone, Zone::SetUp(_));
        self.unit(id).data().kind == Kind::Crew && !barred && starts
    }

    /// Whether a Gun in this hex is Emplaced: anywhere but on a paved road (6.3).
    pub fn diggable(&self, place: Place) -> bool {
        applies("6.3");
        let ground = &self.map().at(place).ground;
        !(ground.paved && ground.road != 0)
    }

    /// Whether a side has hidden Guns; its enemy knows that from the order of battle.
    pub fn hides(&self, side: Side) -> bool {
        self.units.iter().any(|unit| unit.side == side && unit.hidden)
    }

    /// The hidden crews of a side in a hex.
    pub fn hidden_at(&self, place: Place, side: Side) -> Vec<u8> {
        self.units_at(place, side).filter(|&id| self.unit(id).hidden).collect()
    }

    /// A hidden crew and its Gun lose HIP.
    pub fn reveal(&mut self, id: u8, log: &mut Log) {
        if !self.unit(id).hidden {
            return;
        }
        applies("6.4");
        self.unit_mut(id).hidden = false;
        log.add(|| {
            let gun = self.weapons_of(id).map(|w| self.weapon(w).short_name()).next();
            let gun = gun.unwrap_or("crew".into());
            let place = self.unit(id).place();
            let at = place.map_or("off-board", |place| self.name(place));
            Event::new(Tone::Plain, self.unit(id).side, format!("{gun} in {at} loses HIP"), "6.4")
                .at(place.map(|place| self.cell(place)))
        });
    }

    /// Hidden Guns in Open Ground or on unpaved roads lose HIP to a Good Order enemy in LOS within 16 hexes.
    pub fn reveal_in_sight(&mut self, log: &mut Log) {
        let setting_up = matches!(self.frames.last(), Some(Frame::SetUp(_) | Frame::Facing { .. }));
        if setting_up {
            return;
        }
        for id in self.ids() {
            let Some(here) = self.unit(id).place().filter(|_| self.unit(id).hidden) else { continue };
            if self.map().terrain(here) != Terrain::Open {
                continue;
            }
            applies("6.4");
            let side = self.unit(id).side;
            let seen = self.ids().any(|other| {
                let unit = self.unit(other);
                let there = unit.place().filter(|_| unit.side != side && unit.good_order() && !unit.hidden);
                there.is_some_and(|there| self.map().range(here, there) <= SEEN && self.sees(there, here))
            });
            if seen {
                self.reveal(id, log);
            }
        }
    }

    /// Removes the hexes of hidden Guns, as their enemy sees the position.
    pub fn without_hidden(&mut self, of: Side) {
        for id in self.ids() {
            if self.unit(id).side != of || !self.unit(id).hidden {
                continue;
            }
            self.unit_mut(id).at = Whereabouts::Hidden;
            let weapons: Vec<u8> = self.weapons_of(id).collect();
            for weapon in weapons {
                self.weapon_mut(weapon).carriage = Default::default();
            }
        }
    }
}
