//! Chapter 12: ambush fire at a unit that enters and leaves LOS during the enemy's movement phase.

use crate::dice::{Ask, Dice};
use crate::game::Log;
use crate::ledger::cited::{apply, rule};
use crate::rules::panzertruppe::infantry::transport::settle_riders;
use crate::rules::panzertruppe::movement::mover::{Mover, Stand};
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::sight::hidden::betray;
use crate::rules::panzertruppe::state::{Choice, Flag, Gunnery, Id, Position, Slot, Spot, Watchers};

/// The decision whether units fire before the moving unit leaves their LOS; the last one decides first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ambush {
    /// The units that may fire.
    pub firers: Vec<Id>,
}

impl Open for Ambush {
    fn asks(&self, position: &Position) -> DecisionHead {
        let side = self.firers.last().map_or(crate::game::Side::A, |&id| position.forces.side(id));
        DecisionHead { side, kind: "ambush", prompt: "Fire from ambush, or hold fire.", rule: "12" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Hold);
        if let (Some(&firer), Some(mover)) = (self.firers.last(), position.turn.mover()) {
            position.gunnery().ambush_shots(firer, mover, &mut |slot, at| {
                let cell = position.battle.cell(at);
                to.push(Choice::Ambush(slot, cell));
                let others = position.forces.other_riders(slot, mover.unit);
                let others = others
                    .filter(|&rider| position.gunnery().may_shoot_at(firer, slot, rider, at, true).is_some());
                to.extend(
                    others.map(|rider| Choice::AmbushRider(slot, cell, position.battle.unit(rider).tag)),
                );
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
        let (slot, cell, rider) = match *choice {
            Choice::Ambush(slot, cell) => (slot, Some(cell), None),
            Choice::AmbushRider(slot, cell, rider) => (slot, Some(cell), position.battle.find(rider)),
            _ => (Slot::Main, None, None),
        };
        if let Some(at) = cell.and_then(|cell| position.battle.index(cell)) {
            fire_from_ambush(position, firer, (slot, rider), at, dice, log)?;
        }
        let target = position.turn.mover().map(|mover| mover.unit);
        let goes_on = target
            .is_some_and(|id| position.forces.is_in(id) && !position.forces.state(id).condition.is_halted());
        if goes_on && !self.firers.is_empty() {
            position.turn.stack.push(Frame::Ambush(self));
            return Ok(());
        }
        if !goes_on {
            // Destroyed or halted, it does not move on.
            if let Some(Frame::Mover(mover)) = position.turn.stack.pop() {
                position.forces.halted(mover.unit);
            }
            return Ok(());
        }
        position.go_on(dice, log)
    }
}

impl Gunnery<'_> {
    /// The enemy units, out of some that see it, with a shot somewhere along the path.
    pub fn ambushers(self, mover: &Mover, watchers: Watchers) -> Vec<Id> {
        if watchers.is_none() {
            return Vec::new();
        }
        let enemies = self.battle.ids(self.forces.side(mover.unit).other());
        let first = enemies.start;
        enemies
            .rev()
            .filter(|enemy| watchers.has(enemy - first))
            .filter(|&enemy| self.ambush_shots(enemy, mover, &mut |_, _| true))
            .collect()
    }

    /// Goes through every weapon and cell of the path at which a unit could fire, until `found` returns true.
    #[apply(rule, "12.1")]
    pub fn ambush_shots(self, firer: Id, mover: &Mover, found: &mut dyn FnMut(Slot, Spot) -> bool) -> bool {
        for slot in self.battle.unit(firer).slots() {
            if !self.is_ready(firer, slot) {
                continue;
            }
            let target = self.forces.struck_by(slot, mover.unit);
            for (n, &Stand { cell, .. }) in mover.path.iter().enumerate() {
                // The first cell is where it set out, out of LOS.
                let again = mover.path[..n].iter().any(|before| before.cell == cell);
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
}

/// Fires at the moving unit in a cell it passed; unless it is harmed, it returns to where it is now.
fn fire_from_ambush(
    position: &mut Position,
    firer: Id,
    (slot, rider): (Slot, Option<Id>),
    at: Spot,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(mover) = position.turn.mover() else { return Ok(()) };
    let target = mover.unit;
    let hull = mover.path.iter().find(|stand| stand.cell == at).map_or(0, |stand| stand.hull);
    let (Some(now), was) = (position.forces.spot(target), *position.forces.state(target)) else {
        return Ok(());
    };
    position.forces.spend(firer, slot);
    position.forces.state_mut(firer).set(Flag::Ambushed, true);
    let free = at == now || position.forces.holder_of(at).is_none();
    if free && at != now {
        position.forces.put(target, at);
        position.forces.state_mut(target).hull = hull;
    }
    let struck = rider.unwrap_or_else(|| position.forces.struck_by(slot, target));
    position.fire(firer, slot, struck, true, dice, log)?;
    betray(&position.ground, &mut position.forces, firer, log);
    position.begin_errant_turn(target, dice, log)?;
    let unhurt = position.forces.is_in(target) && position.forces.state(target).condition == was.condition;
    if unhurt && position.forces.spot(target) == Some(at) && at != now {
        position.forces.put(target, now);
        position.forces.state_mut(target).hull = was.hull;
    }
    settle_riders(&position.ground, &mut position.forces, &[(firer, target)], log);
    Ok(())
}
