//! Chapter 12: fire at what comes into sight and goes out of it again, in the enemy's movement.

use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::{Asks, Frame, Open};
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Position, Slot};

/// Units that may fire before the mover is out of their sight, the last asked first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ambush {
    /// Who may.
    pub firers: Vec<Id>,
}

impl Open for Ambush {
    fn asks(&self, position: &Position) -> Asks {
        let side = self.firers.last().map_or(crate::game::Side::A, |&id| position.side(id));
        Asks { side, kind: "ambush", prompt: "Fire at it on its way, or hold.", rule: "12" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Hold);
        if let (Some(&firer), Some(mover)) = (self.firers.last(), position.mover()) {
            position.ambush_shots(firer, mover, &mut |slot, cell| {
                to.push(Choice::Ambush(slot, position.battle.cell(cell)));
                false
            });
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(firer) = self.firers.pop() else { return Ok(()) };
        if let Choice::Ambush(slot, cell) = *choice
            && let Some(at) = position.battle.index(cell)
        {
            position.fire_from_ambush(firer, slot, at, dice, log)?;
        }
        let target = position.mover().map(|mover| mover.unit);
        let goes_on =
            target.is_some_and(|id| position.is_in(id) && !position.state(id).condition.is_halted());
        if goes_on && !self.firers.is_empty() {
            position.stack.push(Frame::Ambush(self));
            return Ok(());
        }
        if !goes_on {
            // It does not come on; what is left of it stands where it was hit.
            if let Some(Frame::Mover(mover)) = position.stack.pop() {
                position.halted(mover.unit);
            }
            return Ok(());
        }
        position.go_on(dice, log)
    }
}

impl Position {
    /// The unit on its way below whatever interrupts it.
    pub fn mover(&self) -> Option<&Mover> {
        self.stack.iter().rev().find_map(|frame| match frame {
            Frame::Mover(mover) => Some(mover),
            _ => None,
        })
    }

    /// Of some enemy units, given as bits, those that have a shot somewhere on the way.
    pub fn ambushers(&self, mover: &Mover, bits: u64) -> Vec<Id> {
        if bits == 0 {
            return Vec::new();
        }
        let enemies = self.battle.ids(self.side(mover.unit).other());
        let first = enemies.start;
        enemies
            .rev()
            .filter(|enemy| bits & 1 << (enemy - first) != 0)
            .filter(|&enemy| self.ambush_shots(enemy, mover, &mut |_, _| true))
            .collect()
    }

    /// Every weapon and point of the way at which a unit could fire; `found` may end the search.
    pub fn ambush_shots(&self, firer: Id, mover: &Mover, found: &mut dyn FnMut(Slot, u16) -> bool) -> bool {
        applies("12.1");
        for slot in self.slots(firer) {
            if !self.is_ready(firer, slot) {
                continue;
            }
            let target = self.struck_by(slot, mover.unit);
            for (n, &(cell, _)) in mover.path.iter().enumerate() {
                // The first point is where it set out, out of sight.
                let again = mover.path[..n].iter().any(|&(before, _)| before == cell);
                if n == 0 || again || self.may_shoot_at(firer, slot, target, cell, true).is_none() {
                    continue;
                }
                if found(slot, cell) {
                    return true;
                }
            }
        }
        false
    }

    /// Fires at the unit on its way where it was when it passed a cell; unhurt it is back where it is.
    fn fire_from_ambush(
        &mut self,
        firer: Id,
        slot: Slot,
        at: u16,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(mover) = self.mover() else { return Ok(()) };
        let target = mover.unit;
        let hull = mover.path.iter().find(|(cell, _)| *cell == at).map_or(0, |(_, hull)| *hull);
        let (Some(now), was) = (self.spot(target), *self.state(target)) else { return Ok(()) };
        self.spend(firer, slot);
        self.state_mut(firer).set(Flag::Ambushed, true);
        let free = at == now || self.holder_of(at).is_none();
        if free && at != now {
            self.lift(target);
            self.put(target, at);
            self.state_mut(target).hull = hull;
        }
        self.fire(firer, slot, self.struck_by(slot, target), true, dice, log)?;
        self.betray(firer, log);
        self.run_errant(target, dice, log)?;
        let unhurt = self.is_in(target) && self.state(target).condition == was.condition;
        if unhurt && self.spot(target) == Some(at) && at != now {
            self.lift(target);
            self.put(target, now);
            self.state_mut(target).hull = was.hull;
        }
        self.settle_riders(log);
        Ok(())
    }
}
