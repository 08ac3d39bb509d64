//! 11.6: flame-throwing vehicles.

use super::combat::Shot;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::rules::matg::assault::close_assault;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Weapon};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// A stand that must flee at the end of the phase.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flight {
    /// The fleeing stand.
    pub stand: Id,
    /// The flame-thrower's square when it fired.
    pub from: Cell,
}

impl Field {
    /// Whether a stand still has to flee.
    pub(in crate::rules::matg) const fn has_fleeing_stands(&self) -> bool {
        !self.works.flights.is_empty()
    }
}

/// Makes the target of a flame-thrower's fire roll, hurt or not (11.6.1).
pub(super) fn roll_against_flames(
    field: &mut Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    shot: &Shot,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (target, Some(from)) = (shot.target, forces.cell(shot.firer)) else { return Ok(()) };
    if !is_flame(&forces.battle, shot.firer, shot.weapon) || forces.cell(target).is_none() {
        return Ok(());
    }
    let profile = flame_profile(forces, now, command, target);
    if !cohesion::roll_cohesion(forces, target, &profile, dice, log)?.passed
        && !field.works.flights.iter().any(|flight| flight.stand == target)
    {
        field.works.flights.push(Flight { stand: target, from });
    }
    Ok(())
}

/// Lets the next stand flee at the end of the phase; without a free square it surrenders (11.6.1).
pub(in crate::rules::matg) fn begin_fleeing(game: &mut Position, log: &mut Log) {
    let flight = game.field.works.flights.remove(0);
    if game.forces.cell(flight.stand).is_none() {
        return;
    }
    if flight.choices(game).is_empty() {
        log.add(|| {
            let text = format!("{} surrenders: it cannot escape the flames", game.battle.who(flight.stand));
            Event::new(Tone::Loss, game.battle.side(flight.stand), text, "11.6.1")
                .at(game.forces.cell(flight.stand))
        });
        cohesion::eliminate(game, flight.stand, log);
    } else {
        game.now.open(flight);
    }
}

/// Whether a shot uses a vehicle's flame-thrower (11.6).
pub fn is_flame(battle: &Battle, firer: Id, weapon: Weapon) -> bool {
    battle.weapon(firer, weapon).flame && battle.unit(firer).is_vehicle()
}

/// The target's cohesion roll to withstand the flames (11.6.1).
pub fn flame_profile(forces: &Forces, now: &Turn, command: &Command, target: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, target, "to withstand the flames", "11.6.1", [])
}

impl Open for Flight {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("retreat", "Choose a square to flee from the flames.", "11.6.1")
    }

    /// The free adjacent squares that are an inch farther from the flames, as ranges are measured (11.6.1).
    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(here) = game.forces.cell(self.stand) else { return Vec::new() };
        let distance = spotting::range(self.from, here);
        let free = |next: Cell| {
            spotting::range(self.from, next) > distance
                && game.forces.holder_of(next).is_none()
                && set_up::may_stand_on(&game.field, &game.forces, self.stand, next)
        };
        let beside = game.battle.grid.neighbours(here);
        beside.filter(|&(_, next)| free(next)).map(|(direction, _)| Choice::Retreat(direction)).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Retreat(direction) = *choice else { unreachable_choice(choice) };
        close_assault::withdraw(game, self.stand, direction, "11.6.1", dice, log)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.forces.cell(self.stand)
    }
}
