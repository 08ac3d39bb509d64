//! Set-up (1.3).

use std::ops::ControlFlow;

use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::{Phase, Position};
use crate::rules::aslsk::state::battle::{Placing, Victory};
use crate::rules::aslsk::state::{Choice, Crowd, Whereabouts, Zone};
use crate::rules::aslsk::turn::{Frame, Told};
use crate::side::Side;

impl Position {
    /// The next unit to set up and its hexes: stage by stage, the side that sets up first before the other.
    fn to_set_up(&self) -> Option<(u8, &[Place])> {
        let waiting = self.ids().filter_map(|id| {
            let unit = self.unit(id);
            let group = &self.battle.groups[usize::from(unit.group)];
            match &group.zone {
                Zone::SetUp(hexes) if unit.at == Whereabouts::Off => {
                    Some(((group.placing.stage, unit.side != self.battle.sets_up, id), hexes.as_slice()))
                }
                _ => None,
            }
        });
        waiting.min_by_key(|(order, _)| *order).map(|((.., id), hexes)| (id, hexes))
    }

    pub(super) fn tell_set_up(&self, told: Told) -> ControlFlow<()> {
        let Some((id, hexes)) = self.to_set_up() else { return told(Choice::Done) };
        let crowd = self.crowd();
        let free = self.free_for(id, &crowd);
        let fits = self.fit_for(id, &crowd);
        let mut found = false;
        for &at in hexes.iter().filter(|&&at| free(at) && fits(at)) {
            found = true;
            told(Choice::Place(id, self.hex(at)))?;
        }
        if found {
            return ControlFlow::Continue(());
        }
        // If no hex meets all conditions, any hex with room will do.
        for &at in hexes.iter().filter(|&&at| free(at)) {
            found = true;
            told(Choice::Place(id, self.hex(at)))?;
        }
        if found { ControlFlow::Continue(()) } else { told(Choice::Done) }
    }

    /// A test of a hex: whether it has room for a unit and its Weapons.
    fn free_for<'a>(&'a self, id: u8, crowd: &'a Crowd) -> impl Fn(Place) -> bool + 'a {
        applies("3.3c");
        let (side, size) = (self.unit(id).side, self.size(id));
        let leaders = u8::from(self.unit(id).leader());
        let weapons: Vec<u8> = self.weapons_of(id).collect();
        move |place| {
            crowd.room(place, side, size, leaders)
                && !crowd.known(place, side.other())
                && weapons.iter().all(|&weapon| self.gun_may_stand(weapon, place))
        }
    }

    /// A test of a hex: whether it meets the scenario's conditions on distances, stacking and buildings.
    fn fit_for<'a>(&'a self, id: u8, crowd: &'a Crowd) -> impl Fn(Place) -> bool + 'a {
        let unit = self.unit(id);
        let rules = &self.battle.groups[usize::from(unit.group)].placing;
        let any =
            self.fortified.is_empty() && *rules == (Placing { stage: rules.stage, ..Placing::default() });
        let friends =
            move || self.ids().filter(move |&other| other != id && self.unit(other).side == unit.side);
        let of_group = move |other: u8| self.unit(other).group == unit.group;
        let brings_gun = self.weapons_of(id).any(|weapon| self.weapon(weapon).gun().is_some());
        let guns: Vec<Place> = if brings_gun && !any {
            friends()
                .filter(|&other| self.mans(other).is_some())
                .filter_map(|at| self.unit(at).place())
                .collect()
        } else {
            Vec::new()
        };
        let chosen = rules.one_of.iter().find(|building| {
            building.iter().any(|&at| friends().any(|other| of_group(other) && self.unit(other).is_at(at)))
        });
        move |place| {
            if any {
                return true;
            }
            let range = |&gun: &Place| self.map().range(gun, place);
            let near = rules.guns_within == 0
                || guns.is_empty()
                || guns.iter().any(|gun| range(gun) <= rules.guns_within);
            if !near || guns.iter().any(|gun| range(gun) < rules.guns_apart) {
                return false;
            }
            if crowd.stands(place, unit.side) {
                let mut here = friends().filter(|&other| self.unit(other).is_at(place));
                let crowded = here.any(|other| {
                    (rules.one_mmc && self.mmc(id) && self.mmc(other)) || (rules.alone && !of_group(other))
                });
                if crowded {
                    return false;
                }
            }
            if chosen.is_some_and(|building| !building.contains(&place)) {
                return false;
            }
            // No other unit sets up in the enemy's fortified building (S16).
            rules.one_of.iter().any(|building| building.contains(&place)) || !self.fortified.contains(&place)
        }
    }

    /// Whether the next unit of a side mans a Gun that may use HIP (6.4).
    pub(super) fn sets_up_a_secret(&self, side: Side) -> bool {
        self.to_set_up().is_some_and(|(id, _)| {
            self.unit(id).side == side && self.weapons_of(id).any(|weapon| self.may_hide(weapon))
        })
    }

    /// Whether a unit is next and may set up in a hex.
    pub(super) fn may_set_up(&self, id: u8, hex: crate::board::hex::Hex) -> bool {
        let Some((next, hexes)) = self.to_set_up() else { return false };
        let Some(place) = self.map().place(hex).filter(|place| next == id && hexes.contains(place)) else {
            return false;
        };
        let crowd = self.crowd();
        let (free, fits) = (self.free_for(id, &crowd), self.fit_for(id, &crowd));
        let strict = |at: Place| free(at) && fits(at);
        strict(place) || (free(place) && !hexes.iter().any(|&at| strict(at)))
    }

    pub(super) fn set_up(&mut self, side: Side, choice: Choice) {
        applies("1.3");
        if let Choice::Place(id, hex) = choice
            && let Some(place) = self.map().place(hex)
        {
            self.unit_mut(id).at = Whereabouts::On(place);
            self.fortify(id, place);
            let next = self.to_set_up().map_or(side, |(next, _)| self.unit(next).side);
            self.frames.push(Frame::SetUp(next));
            let gun = self.weapons_of(id).find(|&weapon| self.weapon(weapon).gun().is_some());
            if let Some(weapon) = gun {
                // Emplaced off paved roads (6.3), and unseen by the enemy until HIP is decided.
                let digs = self.diggable(place);
                self.weapon_mut(weapon).carriage.emplaced = digs;
                let hides = digs && self.may_hide(weapon);
                self.unit_mut(id).hidden = hides;
                self.frames.push(Frame::Facing { weapon, setting_up: true });
            }
            return;
        }
        if let Some((id, _)) = self.to_set_up() {
            // Units without room stay off-board.
            self.unit_mut(id).at = Whereabouts::Gone;
            self.frames.push(Frame::SetUp(side));
            return;
        }
        self.phase = Phase::Rally;
        // Turn 1 starts without a dr.
        self.frames.push(Frame::Rally(super::rally::Step::Begin, self.battle.moves));
    }

    /// The first unit of a group that holds one of several buildings picks it.
    fn fortify(&mut self, id: u8, place: Place) {
        let battle = self.battle.clone();
        let one_of = &battle.groups[usize::from(self.unit(id).group)].placing.one_of;
        if let Some(building) = one_of.iter().find(|building| building.contains(&place)) {
            self.fortified = building.clone();
            if let Victory::Control { buildings, .. } = &battle.victory {
                let side = self.unit(id).side;
                for (at, other) in buildings.iter().enumerate() {
                    if other.contains(&place) {
                        self.control[at] = Some(side);
                    }
                }
            }
        }
    }
}
