//! 11.6: flame-throwing vehicles.

use super::combat::Shot;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// A stand that must flee at the end of the phase.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flight {
    /// The fleeing stand.
    pub stand: Id,
    /// The flame-thrower's square when it fired.
    pub from: Cell,
}

impl Position {
    /// Whether a shot uses a vehicle's flame-thrower (11.6).
    pub fn is_flame(&self, firer: Id, weapon: Weapon) -> bool {
        self.weapon(firer, weapon).flame && self.unit(firer).is_vehicle()
    }

    /// The target's cohesion roll to withstand the flames (11.6.1).
    pub fn flame_profile(&self, target: Id) -> Test {
        self.cohesion_profile(target, "to withstand the flames", "11.6.1", [])
    }

    /// Makes the target of a flame-thrower's fire roll, hurt or not (11.6.1).
    pub(super) fn roll_against_flames(
        &mut self,
        shot: &Shot,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (target, Some(from)) = (shot.target, self.cell(shot.firer)) else { return Ok(()) };
        if !self.is_flame(shot.firer, shot.weapon) || self.cell(target).is_none() {
            return Ok(());
        }
        let profile = self.flame_profile(target);
        if !self.roll_cohesion(target, &profile, dice, log)?.passed
            && !self.field.works.flights.iter().any(|flight| flight.stand == target)
        {
            self.field.works.flights.push(Flight { stand: target, from });
        }
        Ok(())
    }

    /// Whether a stand still has to flee.
    pub(in crate::rules::matg) const fn has_fleeing_stands(&self) -> bool {
        !self.field.works.flights.is_empty()
    }

    /// Lets the next stand flee at the end of the phase; without a free square it surrenders (11.6.1).
    pub(in crate::rules::matg) fn begin_fleeing(&mut self, log: &mut Log) {
        let flight = self.field.works.flights.remove(0);
        if self.cell(flight.stand).is_none() {
            return;
        }
        if flight.choices(self).is_empty() {
            log.add(|| {
                let text = format!("{} surrenders: it cannot escape the flames", self.who(flight.stand));
                Event::new(Tone::Loss, self.side(flight.stand), text, "11.6.1").at(self.cell(flight.stand))
            });
            self.eliminate(flight.stand, log);
        } else {
            self.open(flight);
        }
    }
}

impl Open for Flight {
    fn side(&self, game: &Position) -> Side {
        game.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("retreat", "Choose a square to flee from the flames.", "11.6.1")
    }

    /// The free adjacent squares that are an inch farther from the flames, as ranges are measured (11.6.1).
    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(here) = game.cell(self.stand) else { return Vec::new() };
        let distance = spotting::range(self.from, here);
        let free = |next: Cell| {
            spotting::range(self.from, next) > distance
                && game.holder_of(next).is_none()
                && game.may_stand_on(self.stand, next)
        };
        let beside = game.battle.grid.neighbours(here);
        beside.filter(|&(_, next)| free(next)).map(|(direction, _)| Choice::Retreat(direction)).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Retreat(direction) = *choice else { unreachable_choice(choice) };
        game.withdraw(self.stand, direction, "11.6.1", dice, log)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.cell(self.stand)
    }
}
