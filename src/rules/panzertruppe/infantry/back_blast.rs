//! Chapter 17: what the back blast of an infantry weapon sets on fire is left in the next movement phase.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side};
use crate::rules::panzertruppe::sequence::{Asks, Frame, Open};
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Position};

/// A vehicle on fire is about to be left; it may run on out of control before.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Abandon {
    /// Which.
    pub vehicle: Id,
}

impl Open for Abandon {
    fn asks(&self, position: &Position) -> Asks {
        let side = position.side(self.vehicle);
        let prompt = "It is on fire: leave it where it stands, or let it run on first.";
        Asks { side, kind: "abandon", prompt, rule: "17" }
    }

    fn choices(&self, _: &Position, to: &mut Vec<Choice>) {
        to.extend([Choice::Bail, Choice::Errant]);
    }

    fn apply(
        self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if *choice == Choice::Errant {
            position.run_on_errant(self.vehicle, dice, log)?;
        }
        position.abandon(self.vehicle, log);
        Ok(())
    }
}

impl Position {
    /// At the beginning of a movement phase vehicles on fire are left, and so is infantry that cannot leave its
    /// house because it is stunned; other infantry walks out in its movement.
    pub fn leave_fires(&mut self, side: Side, log: &mut Log) {
        for id in self.battle.ids(side).rev() {
            if !self.state(id).is(Flag::Burning) || self.spot(id).is_none() {
                continue;
            }
            if !self.unit(id).is_vehicle() {
                if self.must_leave(id) && self.state(id).condition.stunned {
                    self.lose(id, log);
                }
            } else if self.state(id).condition.immobilised {
                self.abandon(id, log);
            } else {
                self.stack.push(Frame::Abandon(Abandon { vehicle: id }));
            }
        }
    }

    /// Riders get off, the vehicle is lost.
    fn abandon(&mut self, id: Id, log: &mut Log) {
        if self.spot(id).is_none() {
            return;
        }
        let riders: Vec<Id> = self.cargo(id).collect();
        for rider in riders {
            self.set_down(rider, id, log);
        }
        self.lose(id, log);
    }
}
