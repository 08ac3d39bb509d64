//! Chapter 17: vehicles and buildings set on fire by back blast are abandoned in the next movement phase.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side};
use crate::rules::panzertruppe::infantry::transport::set_down;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{Choice, Flag, Forces, Ground, Id, Position};

/// The decision how the crew abandons a vehicle on fire: at once, or after an errant turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Abandon {
    /// The vehicle.
    pub vehicle: Id,
}

impl Open for Abandon {
    fn asks(&self, position: &Position) -> DecisionHead {
        let side = position.forces.side(self.vehicle);
        let prompt = "Abandon the burning vehicle now, or roll an errant turn first.";
        DecisionHead { side, kind: "abandon", prompt, rule: "17" }
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
            position.make_errant_turn(self.vehicle, dice, log)?;
        }
        abandon(&position.ground, &mut position.forces, self.vehicle, log);
        Ok(())
    }
}

/// At the beginning of a movement phase the crews of burning vehicles abandon them, and stunned infantry
/// in a burning building is lost; other infantry leaves when it moves.
pub fn abandon_burning_vehicles(position: &mut Position, side: Side, log: &mut Log) {
    for id in position.battle.ids(side).rev() {
        if !position.forces.state(id).is(Flag::Burning) || position.forces.spot(id).is_none() {
            continue;
        }
        if !position.battle.unit(id).is_vehicle() {
            if position.forces.must_leave(id) && position.forces.state(id).condition.stunned {
                position.forces.lose(id, log);
            }
        } else if position.forces.state(id).condition.immobilised {
            abandon(&position.ground, &mut position.forces, id, log);
        } else {
            position.turn.stack.push(Frame::Abandon(Abandon { vehicle: id }));
        }
    }
}

/// The riders dismount, the vehicle is lost.
fn abandon(ground: &Ground, forces: &mut Forces, id: Id, log: &mut Log) {
    if forces.spot(id).is_none() {
        return;
    }
    let riders: Vec<Id> = forces.cargo(id).collect();
    for rider in riders {
        set_down(ground, forces, rider, id, None, log);
    }
    forces.lose(id, log);
}
