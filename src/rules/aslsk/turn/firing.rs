//! The fire phases (3.2.5, 3.4, 3.5).

use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::{Attack, Motion};
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Item};
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

impl Position {
    /// The hexes with enemies that are no melee with one's own: those too may be fired at (3.8g), but only
    /// along with one's own, which nobody does here.
    fn target_hexes(&self, side: Side) -> Vec<Place> {
        let mut hexes: Vec<Place> = Vec::new();
        for place in self.enemies(side).filter_map(|id| self.unit(id).place()) {
            if !hexes.contains(&place) && !self.occupied(place, side) {
                hexes.push(place);
            }
        }
        hexes
    }

    pub(super) fn fire_choices(&self, mode: Mode, side: Side) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        let hexes = self.target_hexes(side);
        for item in self.arms(side) {
            for &place in &hexes {
                if self.aim(item, place, mode, &[]).is_some() {
                    choices.push(Choice::Fire(item, self.hex(place)));
                }
            }
        }
        choices
    }

    /// Whether this may begin an attack on a hex.
    pub(super) fn may_fire(&self, mode: Mode, side: Side, item: Item, hex: crate::board::hex::Hex) -> bool {
        let place =
            self.map().place(hex).filter(|&at| self.occupied(at, side.other()) && !self.occupied(at, side));
        place.is_some_and(|place| {
            self.arms(side).any(|arm| arm == item) && self.aim(item, place, mode, &[]).is_some()
        })
    }

    pub(super) fn begin_fire(
        &mut self,
        mode: Mode,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Choice::Fire(item, hex) = choice else { return self.next_phase(dice, log) };
        let Some(target) = self.map().place(hex) else { return Ok(()) };
        self.frames.push(Frame::Fire(mode, side));
        let targets = self.units_at(target, side.other()).collect();
        let attack = Attack {
            mode,
            side,
            target,
            targets,
            items: Vec::new(),
            leaders: Vec::new(),
            moving: Motion::default(),
        };
        self.put_together(attack, item);
        Ok(())
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
            _ => {
                if let Some(Frame::React(react)) = self.frames.last_mut() {
                    react.count(&attack.items);
                }
                attack.shoot(self, dice, log)?;
                self.despair();
                Ok(())
            }
        }
    }
}
