//! The fire phases (3.2.5, 3.4, 3.5).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::{Attack, Motion, directors};
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Item, Marker};
use crate::rules::aslsk::tables::guns::Ammo;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

impl Position {
    /// The hexes with enemies, a melee with one's own too (3.8g).
    pub(in crate::rules::aslsk) fn target_hexes(&self, side: Side) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in self.enemies(side).filter_map(|id| self.unit(id).place()) {
            if !hexes.contains(&place) && self.may_be_target(place, side) {
                hexes.push(place);
            }
        }
        hexes
    }

    /// Whether a hex may be fired at: a known enemy is there, and none of one's own unless they are in melee.
    fn may_be_target(&self, place: Place, side: Side) -> bool {
        let melee = || self.units_at(place, side).any(|id| self.unit(id).melee);
        applies("3.8g");
        self.occupied(place, side.other()) && (!self.occupied(place, side) || melee())
    }

    /// Whom fire at a hex falls on: its known enemies, in a melee one's own as well (3.8g).
    pub fn under_fire(&self, place: Place, side: Side) -> Vec<u8> {
        applies("3.2");
        self.known_at(place, side.other()).chain(self.units_at(place, side)).collect()
    }

    /// Weapons that their owners may destroy: that counts as firing them (4c).
    fn add_destructions(&self, side: Side, choices: &mut Vec<Choice>) {
        applies("4c");
        for weapon in 0..self.weapons.len() as u8 {
            let Some(holder) = self.weapon(weapon).holder else { continue };
            let unit = self.unit(holder);
            let fresh = self.weapon(weapon).marker == Marker::None && !self.weapon(weapon).fired;
            if unit.side == side && unit.good_order() && fresh && self.hands(Item::Weapon(weapon), &[]) {
                choices.push(Choice::Destroy(weapon));
            }
        }
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

    pub(super) fn fire_choices(&self, mode: Mode, side: Side) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        let hexes = self.target_hexes(side);
        for item in self.arms(side) {
            for &place in &hexes {
                if self.bears(item, place, mode) {
                    choices.push(Choice::Fire(item, self.hex(place)));
                }
            }
        }
        self.add_blind(mode, side, &mut choices);
        if mode != Mode::Advancing {
            self.add_destructions(side, &mut choices);
        }
        if mode == Mode::Advancing {
            choices.extend(self.charges.iter().map(|charge| Choice::Explode(self.hex(charge.target))));
            choices.dedup();
        }
        choices
    }

    /// Fire at hexes in which nobody is known: smoke, and what may hide there.
    fn add_blind(&self, mode: Mode, side: Side, choices: &mut Vec<Choice>) {
        let hidden = self.hides(side.other());
        for item in self.arms(side) {
            let smokes = self.ordnance_of(item).is_some_and(|weapon| {
                let stocked = [Ammo::Smoke, Ammo::WP].into_iter().any(|ammo| self.stocked(weapon, ammo));
                stocked && !self.closed_to_smoke && mode != Mode::Advancing
            });
            let blind = |place| self.may_fire_blind(item, side, place, mode);
            if (hidden || smokes) && self.map().places().any(blind) {
                choices.push(Choice::Blind(item));
            }
        }
    }

    /// The piece of ordnance that an item is, if it is one.
    pub fn ordnance_of(&self, item: Item) -> Option<u8> {
        match item {
            Item::Weapon(weapon) if self.weapon(weapon).ordnance().is_some() => Some(weapon),
            _ => None,
        }
    }

    /// Whether this may fire at a hex.
    pub fn bears(&self, item: Item, place: Place, mode: Mode) -> bool {
        match self.ordnance_of(item) {
            Some(weapon) => self.ready(weapon, place, mode).is_some(),
            None => self.aim(item, place, mode, &[]).is_some_and(|aim| {
                // Who fires far must have somebody to direct him (4.1).
                !aim.far || !directors(self, self.side_of_item(item), &[item], aim.from).is_empty()
            }),
        }
    }

    fn side_of_item(&self, item: Item) -> Side {
        self.firer(item).map_or(self.attacker, |id| self.unit(id).side)
    }

    /// Whether this may begin an attack on a hex.
    pub(super) fn may_fire(&self, mode: Mode, side: Side, item: Item, hex: crate::board::hex::Hex) -> bool {
        let place = self.map().place(hex).filter(|&at| self.may_be_target(at, side));
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

    /// Begins an attack or a shot.
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
