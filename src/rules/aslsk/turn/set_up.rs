//! Setting up (1.3).

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::{Phase, Position};
use crate::rules::aslsk::state::{Choice, Whereabouts, Zone};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

impl Position {
    /// The next unit to be set up, and where it may be.
    fn to_set_up(&self, side: Side) -> Option<(u8, &[Place])> {
        self.ids().find_map(|id| {
            let unit = self.unit(id);
            match &self.battle.groups[usize::from(unit.group)].zone {
                Zone::SetUp(hexes) if unit.side == side && unit.at == Whereabouts::Off => {
                    Some((id, hexes.as_slice()))
                }
                _ => None,
            }
        })
    }

    pub(super) fn set_up_choices(&self, side: Side) -> Vec<Choice> {
        let Some((id, hexes)) = self.to_set_up(side) else { return vec![Choice::Done] };
        let free = |place: &&Place| self.free_for(**place, side, id);
        hexes.iter().filter(free).map(|&place| Choice::Place(id, self.hex(place))).collect()
    }

    fn free_for(&self, place: Place, side: Side, id: u8) -> bool {
        self.room(place, side, &[id])
            && !self.occupied(place, side.other())
            && self.weapons_of(id).all(|weapon| self.gun_may_stand(weapon, place))
    }

    /// Whether the next unit of a side brings a Gun that may be hidden (6.4).
    pub(super) fn sets_up_a_secret(&self, side: Side) -> bool {
        self.to_set_up(side).is_some_and(|(id, _)| self.weapons_of(id).any(|weapon| self.may_hide(weapon)))
    }

    /// Whether a unit is the next and may be set up in a hex.
    pub(super) fn may_set_up(&self, side: Side, id: u8, hex: crate::board::hex::Hex) -> bool {
        self.to_set_up(side).is_some_and(|(next, hexes)| {
            let place = self.map().place(hex).filter(|place| next == id && hexes.contains(place));
            place.is_some_and(|place| self.free_for(place, side, id))
        })
    }

    pub(super) fn set_up(&mut self, side: Side, choice: Choice) {
        if let Choice::Place(id, hex) = choice
            && let Some(place) = self.map().place(hex)
        {
            self.unit_mut(id).at = Whereabouts::On(place);
            self.frames.push(Frame::SetUp(side));
            let gun = self.weapons_of(id).find(|&weapon| self.weapon(weapon).gun().is_some());
            if let Some(weapon) = gun {
                // Dug in off paved roads (6.3); out of the enemy's sight until it is decided whether it hides.
                let digs = self.diggable(place);
                self.weapon_mut(weapon).carriage.emplaced = digs;
                let hides = digs && self.may_hide(weapon);
                self.unit_mut(id).hidden = hides;
                self.frames.push(Frame::Facing { weapon, setting_up: true });
            }
            return;
        }
        self.phase = Phase::Rally;
        if side == self.battle.sets_up {
            self.frames.push(Frame::SetUp(side.other()));
        } else {
            // The first player turn begins with nothing to roll for on turn 1.
            self.frames.push(Frame::Rally(super::rally::Step::Begin, self.battle.moves));
        }
    }
}
