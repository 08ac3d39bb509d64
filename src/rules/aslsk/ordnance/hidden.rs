//! HIP of Guns (6.4).

use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::state::{Forces, Ground, Turn, Whereabouts, Zone};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// The range at which a Gun in Open Ground loses HIP.
const SEEN: u16 = 16;

/// Whether a Gun may use HIP: manned by a crew, off paved roads, and allowed by the scenario.
#[apply(rule, "6.4")]
pub fn may_hide(forces: &Forces, weapon: u8) -> bool {
    let gun = forces.weapon(weapon);
    let Some(id) = gun.holder.filter(|_| gun.gun().is_some()) else { return false };
    let barred = forces.order.no_hiding.contains(&forces.unit(id).side);
    let starts = matches!(forces.group_of(forces.unit(id)).zone, Zone::SetUp(_));
    forces.unit(id).data().kind == Kind::Crew && !barred && starts
}

impl Ground {
    /// Whether a Gun in this hex is Emplaced: anywhere but on a paved road (6.3).
    #[apply(rule, "6.3")]
    pub fn diggable(&self, place: Place) -> bool {
        let ground = &self.map().at(place).ground;
        !(ground.paved && ground.road != 0)
    }
}

impl Forces {
    /// Whether a side has hidden Guns; its enemy knows that from the order of battle.
    pub fn hides(&self, side: Side) -> bool {
        self.units.iter().any(|unit| unit.side == side && unit.hidden)
    }

    /// The hidden crews of a side in a hex.
    pub fn hidden_at(&self, place: Place, side: Side) -> Vec<u8> {
        self.units_at(place, side).filter(|&id| self.unit(id).hidden).collect()
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

/// A hidden crew and its Gun lose HIP.
#[apply(rule, "6.4" if forces.unit(id).hidden)]
pub fn reveal(ground: &Ground, forces: &mut Forces, id: u8, log: &mut Log) {
    if !forces.unit(id).hidden {
        return;
    }
    forces.unit_mut(id).hidden = false;
    log.add(|| {
        let gun = forces.weapons_of(id).map(|w| forces.weapon(w).short_name()).next();
        let gun = gun.unwrap_or("crew".into());
        let place = forces.unit(id).place();
        let at = place.map_or("off-board", |place| ground.name(place));
        Event::new(Tone::Plain, forces.unit(id).side, format!("{gun} in {at} loses HIP"), "6.4")
            .at(place.map(|place| ground.cell(place)))
    });
}

/// Hidden Guns in Open Ground or on unpaved roads lose HIP to a Good Order enemy in LOS within 16 hexes.
pub fn reveal_in_sight(ground: &Ground, forces: &mut Forces, turn: &Turn, log: &mut Log) {
    let setting_up = matches!(turn.frames.last(), Some(Frame::SetUp(_) | Frame::Facing { .. }));
    if setting_up {
        return;
    }
    for id in forces.ids() {
        let Some(here) = forces.unit(id).place().filter(|_| forces.unit(id).hidden) else { continue };
        if ground.map().terrain(here) != Terrain::Open {
            continue;
        }
        applies("6.4");
        let side = forces.unit(id).side;
        let seen = forces.ids().any(|other| {
            let unit = forces.unit(other);
            let there = unit.place().filter(|_| unit.side != side && unit.good_order() && !unit.hidden);
            there.is_some_and(|there| ground.map().range(here, there) <= SEEN && ground.sees(there, here))
        });
        if seen {
            reveal(ground, forces, id, log);
        }
    }
}
