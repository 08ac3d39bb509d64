//! 12.5: infantry and guns that ride on armoured fighting vehicles.

use super::transport::half_up;
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::state::battle::{Arm, Optional};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
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
        game.cargo(self.carrier).find(|id| !self.held.contains(id))
    }
}

impl Open for Riders {
    fn side(&self, game: &Position) -> Side {
        game.side(self.carrier)
    }

    fn asks(&self) -> Question {
        ask("riders", "The vehicle has fired: get off, or try to hold on.", "12.5")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let (Some(rider), Some(cell)) = (self.rider(game), game.cell(self.carrier)) else {
            return Vec::new();
        };
        let room = game.battle.grid.neighbours(cell).filter(|&(_, next)| game.is_room_for(rider, next));
        let off = room.map(|(direction, _)| Choice::Unload(game.tag(rider), direction));
        off.chain((!self.must).then(|| Choice::HoldOn(game.tag(rider)))).collect()
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        applies("12.5");
        match *choice {
            Choice::HoldOn(tag) => {
                let rider = game.named(tag);
                let profile = game.holding_profile(rider);
                if game.roll_cohesion(rider, &profile, dice, log)?.passed {
                    self.held.push(rider);
                } else {
                    self.must = true;
                }
            }
            Choice::Unload(tag, direction) => {
                let rider = game.named(tag);
                let Some(cell) = game.cell(self.carrier) else { return Ok(()) };
                let spent = half_up(game.allowance(rider));
                game.get_off(rider, cell.step(direction), log);
                game.stand_mut(rider).facing = direction;
                game.stand_mut(rider).spent += spent;
                game.bring_to(rider, cell.step(direction), dice, log)?;
                self.must = false;
            }
            _ => unreachable_choice(choice),
        }
        game.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        (!self.choices(game).is_empty()).then(|| self.side(game))
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::HoldOn(tag) = *choice else { return None };
        let rider = game.battle.find(tag)?;
        Some(game.preview_roll(rider, game.holding_profile(rider)))
    }

    fn about(&self, game: &Position) -> Option<Id> {
        self.rider(game)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.cell(self.carrier)
    }
}

impl Position {
    /// The cargo capacity of a stand: as printed, or that of an armoured fighting vehicle (12.5).
    pub fn capacity(&self, id: Id) -> Option<u8> {
        let ridden = self.is_ridden(id);
        if ridden {
            applies("12.5");
        }
        if ridden { Some(CAPACITY) } else { self.unit(id).kind.cargo }
    }

    /// Whether a stand is an armoured fighting vehicle that carries riders (12.5).
    pub fn is_ridden(&self, id: Id) -> bool {
        let unit = self.unit(id);
        self.battle.plays(Optional::TankRiders) && unit.arm == Arm::Armoured && unit.kind.cargo.is_none()
    }

    /// The vehicle on which a stand rides (12.5).
    pub fn ridden_by(&self, id: Id) -> Option<Id> {
        match self.stand(id).place {
            Place::Aboard(carrier) if self.is_ridden(carrier) => Some(carrier),
            _ => None,
        }
    }

    /// The square at which a stand can be fired at: its own, or that of the vehicle on which it rides (12.5).
    pub fn target_cell(&self, id: Id) -> Option<Cell> {
        self.cell(id).or_else(|| self.cell(self.ridden_by(id)?))
    }

    /// The riders of a side that may be fired at separately from their vehicles (12.5).
    pub(in crate::rules::matg) fn exposed_riders(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        let open = self.battle.plays(Optional::TankRiders);
        self.ids(side)
            .filter(move |&id| open && self.ridden_by(id).is_some() && self.target_cell(id).is_some())
    }

    /// Whether a stand may be unloaded on a square: it is free, need not be kept free for a mover, and its
    /// ground can be entered (8.3.4).
    pub(super) fn is_room_for(&self, id: Id, cell: Cell) -> bool {
        self.battle.grid.contains(cell)
            && self.holder_of(cell).is_none()
            && !self.is_way_back(cell)
            && self.may_stand_on(id, cell)
    }

    /// The roll to hold on to a vehicle that fires (12.5).
    pub fn holding_profile(&self, rider: Id) -> Test {
        let firing = Modifier { value: 3, label: "the vehicle fires", rule: "12.5" };
        self.cohesion_profile(rider, "to hold on", "12.5", [firing])
    }

    /// Places a rider beside its vehicle, in the movement posture and in a group of its own (8.4.6, 12.5).
    fn get_off(&mut self, rider: Id, cell: Cell, log: &mut Log) {
        applies("8.4.6");
        self.put(rider, cell);
        self.now.groups = self.now.groups.saturating_add(1).min(250);
        let group = self.now.groups;
        let stand = self.stand_mut(rider);
        (stand.posture, stand.group) = (Posture::Move, group);
        log.add(|| {
            let text = format!("{} gets off at {cell}", self.who(rider));
            Event::new(Tone::Plain, self.side(rider), text, "12.5").at([cell])
        });
    }

    /// Any combat result on a vehicle throws its riders off, suppressed: behind it if there is room, else
    /// anywhere beside it. A rider without room shares the vehicle's fate (12.5, S-148).
    pub(in crate::rules::matg) fn throw_off_riders(
        &mut self,
        carrier: Id,
        result: CombatResult,
        log: &mut Log,
    ) {
        if result == CombatResult::None || !self.is_ridden(carrier) {
            return;
        }
        let (Some(cell), riders) = (self.cell(carrier), self.cargo(carrier).collect::<Vec<Id>>()) else {
            return;
        };
        let behind = cell.step(self.stand(carrier).facing.opposite());
        for rider in riders {
            applies("12.5");
            let beside = self.battle.grid.neighbours(cell).map(|(_, next)| next);
            let room = std::iter::once(behind).chain(beside).find(|&next| self.is_room_for(rider, next));
            let Some(room) = room else { continue };
            self.get_off(rider, room, log);
            let stand = self.stand_mut(rider);
            (stand.moved, stand.displaced) = (true, true);
            self.suffer(rider, CombatResult::S, log);
        }
    }

    /// Notes that a vehicle has fired: its riders decide as soon as the attack is over (12.5).
    pub(in crate::rules::matg) fn note_carrier_fired(&mut self, carrier: Id) {
        if self.is_ridden(carrier)
            && self.cargo(carrier).next().is_some()
            && !self.now.startled.contains(&carrier)
        {
            self.now.startled.push(carrier);
        }
    }

    /// Asks the riders of a vehicle that has just fired, if it has any (12.5).
    pub(in crate::rules::matg) fn ask_riders(&mut self) {
        while let Some(carrier) = self.now.startled.pop() {
            if self.cell(carrier).is_some() && self.cargo(carrier).next().is_some() {
                self.open(Riders { carrier, held: Vec::new(), must: false });
            }
        }
    }
}
