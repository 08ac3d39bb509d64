//! 12.5: infantry and guns that ride on armoured fighting vehicles.

use super::transport::half_up;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::movement::{mover, set_up, steps, transport};
use crate::rules::matg::shown::preview;
use crate::rules::matg::state::battle::{Arm, Battle, Optional};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// Capacity of an armoured fighting vehicle (12.5).
const CAPACITY: u8 = 8;
/// The defence of riders (12.5).
pub(in crate::rules::matg) const EXPOSED: i16 = 1;

/// The vehicle has fired: its riders get off or try to hold on, one after another (12.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Riders {
    /// The vehicle.
    pub carrier: Id,
    /// Riders that have held on.
    pub held: Vec<Id>,
    /// The next rider failed to hold on and must get off.
    pub must: bool,
}

impl Riders {
    fn rider(&self, game: &Position) -> Option<Id> {
        game.forces.cargo(self.carrier).find(|id| !self.held.contains(id))
    }
}

impl Open for Riders {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.carrier)
    }

    fn asks(&self) -> Question {
        ask("riders", "The vehicle has fired: get off, or try to hold on.", "12.5")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let (Some(rider), Some(cell)) = (self.rider(game), game.forces.cell(self.carrier)) else {
            return Vec::new();
        };
        let room = game
            .battle
            .grid
            .neighbours(cell)
            .filter(|&(_, next)| is_room_for(&game.field, &game.forces, &game.now, rider, next));
        let off = room.map(|(direction, _)| Choice::Unload(game.battle.tag(rider), direction));
        off.chain((!self.must).then(|| Choice::HoldOn(game.battle.tag(rider)))).collect()
    }

    #[apply(rule, "12.5")]
    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::HoldOn(tag) => {
                let rider = game.battle.named(tag);
                let profile = holding_profile(&game.forces, &game.now, &game.command, rider);
                if cohesion::roll_cohesion(&game.forces, rider, &profile, dice, log)?.passed {
                    self.held.push(rider);
                } else {
                    self.must = true;
                }
            }
            Choice::Unload(tag, direction) => {
                let rider = game.battle.named(tag);
                let Some(cell) = game.forces.cell(self.carrier) else { return Ok(()) };
                let spent = half_up(mover::allowance(&game.field, &game.forces, rider));
                get_off(&mut game.forces, &mut game.now, rider, cell.step(direction), log);
                game.forces.stand_mut(rider).facing = direction;
                game.forces.stand_mut(rider).spent += spent;
                transport::bring_to(game, rider, cell.step(direction), dice, log)?;
                self.must = false;
            }
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        (!self.choices(game).is_empty()).then(|| self.side(game))
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::HoldOn(tag) = *choice else { return None };
        let rider = game.battle.find(tag)?;
        Some(preview::preview_roll(
            &game.battle,
            rider,
            holding_profile(&game.forces, &game.now, &game.command, rider),
        ))
    }

    fn about(&self, game: &Position) -> Option<Id> {
        self.rider(game)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.forces.cell(self.carrier)
    }
}

/// Places a rider beside its vehicle, in the movement posture and in a group of its own (8.4.6, 12.5).
#[apply(rule, "8.4.6")]
fn get_off(forces: &mut Forces, now: &mut Turn, rider: Id, cell: Cell, log: &mut Log) {
    forces.put(rider, cell);
    now.groups = now.groups.saturating_add(1).min(250);
    let group = now.groups;
    let stand = forces.stand_mut(rider);
    (stand.posture, stand.group) = (Posture::Move, group);
    log.add(|| {
        let text = format!("{} gets off at {cell}", forces.battle.who(rider));
        Event::new(Tone::Plain, forces.battle.side(rider), text, "12.5").at([cell])
    });
}

/// Any combat result on a vehicle throws its riders off, suppressed: behind it if there is room, else
/// anywhere beside it. A rider without room shares the vehicle's fate (12.5, S-148).
pub(in crate::rules::matg) fn throw_off_riders(
    game: &mut Position,
    carrier: Id,
    result: CombatResult,
    log: &mut Log,
) {
    if result == CombatResult::None || !is_ridden(&game.battle, carrier) {
        return;
    }
    let (Some(cell), riders) = (game.forces.cell(carrier), game.forces.cargo(carrier).collect::<Vec<Id>>())
    else {
        return;
    };
    let behind = cell.step(game.forces.stand(carrier).facing.opposite());
    for rider in riders {
        applies("12.5");
        let beside = game.battle.grid.neighbours(cell).map(|(_, next)| next);
        let room = std::iter::once(behind)
            .chain(beside)
            .find(|&next| is_room_for(&game.field, &game.forces, &game.now, rider, next));
        let Some(room) = room else { continue };
        get_off(&mut game.forces, &mut game.now, rider, room, log);
        let stand = game.forces.stand_mut(rider);
        (stand.moved, stand.displaced) = (true, true);
        cohesion::suffer(game, rider, CombatResult::S, log);
    }
}

/// Notes that a vehicle has fired: its riders decide as soon as the attack is over (12.5).
pub(in crate::rules::matg) fn note_carrier_fired(forces: &Forces, now: &mut Turn, carrier: Id) {
    if is_ridden(&forces.battle, carrier)
        && forces.cargo(carrier).next().is_some()
        && !now.startled.contains(&carrier)
    {
        now.startled.push(carrier);
    }
}

/// Asks the riders of a vehicle that has just fired, if it has any (12.5).
pub(in crate::rules::matg) fn ask_riders(forces: &Forces, now: &mut Turn) {
    while let Some(carrier) = now.startled.pop() {
        if forces.cell(carrier).is_some() && forces.cargo(carrier).next().is_some() {
            now.open(Riders { carrier, held: Vec::new(), must: false });
        }
    }
}

/// The cargo capacity of a stand: as printed, or that of an armoured fighting vehicle (12.5).
#[apply(rule, "12.5" if is_ridden(battle, id))]
pub fn capacity(battle: &Battle, id: Id) -> Option<u8> {
    let ridden = is_ridden(battle, id);
    if ridden { Some(CAPACITY) } else { battle.unit(id).kind.cargo }
}

/// Whether a stand is an armoured fighting vehicle that carries riders (12.5).
pub fn is_ridden(battle: &Battle, id: Id) -> bool {
    let unit = battle.unit(id);
    battle.plays(Optional::TankRiders) && unit.arm == Arm::Armoured && unit.kind.cargo.is_none()
}

/// The vehicle on which a stand rides (12.5).
pub fn ridden_by(forces: &Forces, id: Id) -> Option<Id> {
    match forces.stand(id).place {
        Place::Aboard(carrier) if is_ridden(&forces.battle, carrier) => Some(carrier),
        _ => None,
    }
}

/// The square at which a stand can be fired at: its own, or that of the vehicle on which it rides (12.5).
pub fn target_cell(forces: &Forces, id: Id) -> Option<Cell> {
    forces.cell(id).or_else(|| forces.cell(ridden_by(forces, id)?))
}

/// The riders of a side that may be fired at separately from their vehicles (12.5).
pub(in crate::rules::matg) fn exposed_riders(forces: &Forces, side: Side) -> impl Iterator<Item = Id> + '_ {
    let open = forces.battle.plays(Optional::TankRiders);
    forces
        .ids(side)
        .filter(move |&id| open && ridden_by(forces, id).is_some() && target_cell(forces, id).is_some())
}

/// Whether a stand may be unloaded on a square: it is free, need not be kept free for a mover, and its
/// ground can be entered (8.3.4).
pub(super) fn is_room_for(field: &Field, forces: &Forces, now: &Turn, id: Id, cell: Cell) -> bool {
    forces.battle.grid.contains(cell)
        && forces.holder_of(cell).is_none()
        && !steps::is_way_back(forces, now, cell)
        && set_up::may_stand_on(field, forces, id, cell)
}

/// The roll to hold on to a vehicle that fires (12.5).
pub fn holding_profile(forces: &Forces, now: &Turn, command: &Command, rider: Id) -> Test {
    let firing = Modifier { value: 3, label: "the vehicle fires", rule: "12.5" };
    cohesion::cohesion_profile(forces, now, command, rider, "to hold on", "12.5", [firing])
}
