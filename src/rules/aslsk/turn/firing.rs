//! The fire phases (3.2.5, 3.4, 3.5).

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::{Mode, Stance};
use crate::rules::aslsk::fire::attack::{Attack, Motion, directors};
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Crowd, Item, Marker};
use crate::rules::aslsk::tables::guns::Ammo;
use crate::rules::aslsk::turn::{Frame, Told};
use crate::side::Side;

impl Position {
    /// The hexes that a side may fire at, Melees included (3.8g).
    pub(in crate::rules::aslsk) fn target_hexes(&self, side: Side) -> Vec<Place> {
        self.targets_among(&self.crowd(), side)
    }

    fn targets_among(&self, crowd: &Crowd, side: Side) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in self.enemies(side).filter_map(|id| self.unit(id).place()) {
            if !hexes.contains(&place) && self.may_be_target(crowd, place, side) {
                hexes.push(place);
            }
        }
        hexes
    }

    /// Whether a side may fire at a hex: it has a Known Enemy Unit, and no own unit unless in Melee.
    fn may_be_target(&self, crowd: &Crowd, place: Place, side: Side) -> bool {
        applies("3.8g");
        crowd.known(place, side.other()) && (!crowd.stands(place, side) || crowd.in_melee(place, side))
    }

    /// Whether a hex in play has no Known Enemy Unit and no own unit.
    pub(in crate::rules::aslsk) fn is_vacant(&self, crowd: &Crowd, place: Place, side: Side) -> bool {
        self.map().playable(place) && !crowd.known(place, side.other()) && !crowd.stands(place, side)
    }

    /// The units attacked in a hex: known enemies, and own units in a Melee (3.8g).
    pub fn under_fire(&self, place: Place, side: Side) -> Vec<u8> {
        applies("3.2");
        self.known_at(place, side.other()).chain(self.units_at(place, side)).collect()
    }

    /// Weapons that may be destroyed, which counts as firing them (4c).
    fn tell_destructions(&self, side: Side, told: Told) -> ControlFlow<()> {
        applies("4c");
        for weapon in 0..self.weapons.len() as u8 {
            let Some(holder) = self.weapon(weapon).holder else { continue };
            let unit = self.unit(holder);
            let fresh = self.weapon(weapon).marker == Marker::None && !self.weapon(weapon).fired;
            if unit.side == side && unit.good_order() && fresh && self.hands(Item::Weapon(weapon), &[]) {
                told(Choice::Destroy(weapon))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn destroy(&mut self, weapon: u8, log: &mut Log) {
        let Some(holder) = self.weapon(weapon).holder else { return };
        self.reveal(holder, log);
        log.add(|| {
            let text = format!("{} destroys {}", self.called(holder), self.called_weapon(weapon));
            Event::new(Tone::Loss, self.unit(holder).side, text, "4c")
        });
        self.unit_mut(holder).destroyed += 1;
        self.drop_weapon(weapon, None);
    }

    pub(super) fn tell_fire(&self, mode: Mode, side: Side, told: Told) -> ControlFlow<()> {
        told(Choice::Done)?;
        let crowd = self.crowd();
        let hexes = self.targets_among(&crowd, side);
        // For each firing hex the targets not blocked by terrain.
        let mut views: Vec<(Place, Vec<Place>)> = Vec::new();
        for item in self.arms(side) {
            let Some(from) = self.firer(item).and_then(|id| self.unit(id).place()) else { continue };
            let ordnance = self.ordnance_of(item);
            let stance = if ordnance.is_none() { self.stance(item, mode, &[]) } else { None };
            if ordnance.is_none() && stance.is_none() {
                continue;
            }
            let at = views.iter().position(|(place, _)| *place == from).unwrap_or_else(|| {
                let free = |&to: &Place| to != from && self.map().hindrance(from, to).is_some();
                views.push((from, hexes.iter().copied().filter(free).collect()));
                views.len() - 1
            });
            let fires = |&place: &Place| match (ordnance, &stance) {
                (Some(weapon), _) => self.ready(weapon, place, mode).is_some(),
                (None, Some(stance)) => self.commands(stance, place, mode),
                (None, None) => false,
            };
            for place in views[at].1.iter().copied().filter(fires) {
                told(Choice::Fire(item, self.hex(place)))?;
            }
        }
        self.tell_blind(mode, side, &crowd, told)?;
        if mode != Mode::Advancing {
            return self.tell_destructions(side, told);
        }
        let mut last = None;
        for target in self.charges.iter().map(|charge| charge.target) {
            if last.replace(target) != Some(target) {
                told(Choice::Explode(self.hex(target)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Fire at hexes with no Known Enemy Unit: Smoke, and suspected HIP.
    fn tell_blind(&self, mode: Mode, side: Side, crowd: &Crowd, told: Told) -> ControlFlow<()> {
        let hidden = self.hides(side.other());
        for item in self.arms(side) {
            let smokes = || {
                self.ordnance_of(item).is_some_and(|weapon| {
                    let stocked = [Ammo::Smoke, Ammo::WP].into_iter().any(|ammo| self.stocked(weapon, ammo));
                    stocked && !self.closed_to_smoke && mode != Mode::Advancing
                })
            };
            if (hidden || smokes()) && self.blind_places(item, side, mode, crowd).next().is_some() {
                told(Choice::Blind(item))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The hexes with no Known Enemy Unit and no own unit at which something may be fired (6.2d, 6.4).
    pub(in crate::rules::aslsk) fn blind_places<'a>(
        &'a self,
        item: Item,
        side: Side,
        mode: Mode,
        crowd: &'a Crowd,
    ) -> impl Iterator<Item = Place> + 'a {
        let ordnance = self.ordnance_of(item);
        let by_hand = ordnance.is_none() && self.hides(side.other());
        let stance = if by_hand { self.stance(item, mode, &[]) } else { None };
        let bears = move |&place: &Place| match (ordnance, stance) {
            (Some(weapon), _) => self.ready(weapon, place, mode).is_some(),
            (None, Some(stance)) => self.reach(&stance, place, mode).is_some(),
            (None, None) => false,
        };
        let places = self.map().places().take_while(move |_| ordnance.is_some() || stance.is_some());
        places.filter(move |&place| self.is_vacant(crowd, place, side)).filter(bears)
    }

    /// The piece of ordnance that an item fires as, if any.
    pub fn ordnance_of(&self, item: Item) -> Option<u8> {
        match item {
            Item::Weapon(weapon) if self.weapon(weapon).ordnance().is_some() => Some(weapon),
            _ => None,
        }
    }

    /// Whether an item may fire at a hex.
    pub fn bears(&self, item: Item, place: Place, mode: Mode) -> bool {
        // A blocked LOS is the quickest refusal.
        let from = self.firer(item).and_then(|id| self.unit(id).place());
        if from.is_none_or(|from| from == place || self.map().hindrance(from, place).is_none()) {
            return false;
        }
        match self.ordnance_of(item) {
            Some(weapon) => self.ready(weapon, place, mode).is_some(),
            None => self.stance(item, mode, &[]).is_some_and(|stance| self.commands(&stance, place, mode)),
        }
    }

    /// Whether a firer may fire at a hex; beyond 16 hexes it needs leader direction (4.1).
    fn commands(&self, stance: &Stance, place: Place, mode: Mode) -> bool {
        self.reach(stance, place, mode).is_some_and(|reach| {
            let side = self.unit(stance.id).side;
            !reach.far || !directors(self, side, &[stance.item], stance.from).is_empty()
        })
    }

    /// Whether an item may start an attack on a hex.
    pub(super) fn may_fire(&self, mode: Mode, side: Side, item: Item, hex: crate::board::hex::Hex) -> bool {
        let place = self.map().place(hex).filter(|&at| self.may_be_target(&self.crowd(), at, side));
        place.is_some_and(|place| self.arms(side).any(|arm| arm == item) && self.bears(item, place, mode))
    }

    pub(super) fn begin_fire(
        &mut self,
        mode: Mode,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Fire(item, hex) => {
                self.frames.push(Frame::Fire(mode, side));
                if let Some(target) = self.map().place(hex) {
                    self.open_fire(mode, side, item, target);
                }
            }
            Choice::Blind(item) => {
                self.frames.push(Frame::Fire(mode, side));
                self.frames.push(Frame::Blind { mode, side, item });
            }
            Choice::Destroy(weapon) => {
                self.frames.push(Frame::Fire(mode, side));
                self.destroy(weapon, log);
            }
            Choice::Explode(hex) => {
                self.frames.push(Frame::Fire(mode, side));
                if let Some(target) = self.map().place(hex) {
                    self.explode(target, dice, log)?;
                }
            }
            _ => {
                while let Some(charge) = self.charges.first().filter(|_| mode == Mode::Advancing) {
                    let target = charge.target;
                    self.explode(target, dice, log)?;
                }
                self.frames.push(Frame::Turning(side));
            }
        }
        Ok(())
    }

    /// Starts an attack or a shot.
    pub(super) fn open_fire(&mut self, mode: Mode, side: Side, item: Item, target: Place) {
        let (targets, moving) = (self.under_fire(target, side), Motion::default());
        if let Some(weapon) = self.ordnance_of(item) {
            let shot = Shot::new(self, mode, side, weapon, target, targets, moving);
            self.frames.push(Frame::Shot(shot));
            return;
        }
        let attack = Attack::new(mode, side, target, targets, moving);
        self.put_together(attack, item);
    }

    /// Opens an attack with its first firer.
    pub(super) fn put_together(&mut self, mut attack: Attack, item: Item) {
        attack.join(self, item);
        self.frames.push(Frame::Attack(attack));
    }

    pub(super) fn attack(
        &mut self,
        mut attack: Attack,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Join(item) => {
                attack.join(self, item);
                self.frames.push(Frame::Attack(attack));
                Ok(())
            }
            Choice::Direct(leader) => {
                attack.leaders.push(leader);
                self.frames.push(Frame::Attack(attack));
                Ok(())
            }
            Choice::Help(leader) => {
                attack.helpers.push(leader);
                self.frames.push(Frame::Attack(attack));
                Ok(())
            }
            _ => {
                self.count_fire(&attack.items);
                attack.shoot(self, dice, log)?;
                self.despair();
                Ok(())
            }
        }
    }
}
