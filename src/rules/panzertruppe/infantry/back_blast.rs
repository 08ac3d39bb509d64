//! Chapter 17: back blast, and vehicles and buildings set on fire by it, which are abandoned in the next movement
//! phase.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::panzertruppe::infantry::transport::set_down;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{Choice, Flag, Forces, Ground, Id, Kind, Position};

/// The back blast of an infantry weapon fired from inside: an odd depletion roll sets something on fire (17).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BackBlast {
    firer: Id,
    /// The vehicle that the firer is inside, or the firer itself for the building that it is in.
    burns: Id,
}

impl BackBlast {
    /// The back blast of a unit's weapon where it is now, if it has one.
    pub fn of(forces: &Forces, firer: Id) -> Option<Self> {
        forces.battle.weapon(firer).filter(|weapon| weapon.depletes > 0 && !weapon.no_blast)?;
        // Only inside a vehicle, not on the back of a tank.
        let inside = forces.carrier(firer).filter(|&carrier| forces.battle.unit(carrier).carries > 0);
        let house = forces.spot(firer).filter(|&cell| forces.battle.terrain_at(cell).kind == Kind::Building);
        Some(Self { firer, burns: inside.or(house.map(|_| firer))? })
    }

    /// The warning before the weapon is fired.
    pub fn warning(self, forces: &Forces) -> String {
        let name = forces.battle.brief_name(self.firer);
        if self.burns == self.firer {
            return format!("Back blast: 50% that {name} sets its building on fire and must leave it.");
        }
        format!("Back blast: 50% that {name} burns out its own {}.", forces.battle.brief_name(self.burns))
    }

    /// Sets the vehicle or building on fire.
    pub fn sets_fire(self, forces: &mut Forces, log: &mut Log) {
        let again = forces.state(self.burns).is(Flag::Burning);
        forces.state_mut(self.burns).set(Flag::Burning, true);
        if forces.battle.unit(self.burns).is_vehicle() && !again {
            // Its platoon counts it as lost at once.
            forces.count_lost(self.burns);
        }
        let firer = self.firer;
        log.add(|| {
            let name = forces.battle.full_name(firer);
            let text = format!("back blast: {name} has set its vehicle or building on fire");
            let event = Event::new(Tone::Loss, forces.side(firer), text, "17").at(forces.cell_of(firer));
            forces.for_those_who_see(firer, event)
        });
    }
}

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
