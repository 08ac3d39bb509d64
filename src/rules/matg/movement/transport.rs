//! 8.4: loading, carrying and unloading.

use super::mover::Mover;
use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// Loads above this take two turns to load or unload (8.4.3).
const LARGE_LOAD: u8 = 10;

/// Value of [`Stand::handling`](crate::rules::matg::state::position::Stand) for a large load that was
/// unloaded this turn (8.4.7).
pub(in crate::rules::matg) const SET_DOWN: u8 = 2;

/// Loading or unloading. Any number of personnel on one square is one action (8.4.2, 8.4.6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Handling {
    /// Loading.
    Load,
    /// Unloading.
    SetDown,
}

/// Cargo goes to its carrier, where it may be fired at, and then rolls to load (8.4.4, 8.4.8). There is
/// nothing to decide.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Boarding {
    /// The carrier.
    pub carrier: Id,
    /// The cargo that loads.
    pub cargo: Id,
}

impl Open for Boarding {
    fn side(&self, game: &Position) -> Side {
        game.side(self.carrier)
    }

    fn asks(&self) -> Question {
        ask("boarding", "Wait while the stand loads.", "8.4.4")
    }

    fn choices(&self, _: &Position) -> Vec<Choice> {
        Vec::new()
    }

    fn apply(self, _: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        unreachable_choice(choice)
    }

    fn next(&self, _: &Position) -> Option<Side> {
        None
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let stopped = game.stand(self.cargo).moved || game.cell(self.cargo).is_none();
        if stopped || game.cell(self.carrier).is_none() {
            return Ok(());
        }
        game.load(self.carrier, self.cargo, dice, log)
    }
}

/// The facing of an unloaded stand, where it matters (8.4.6, 8.4.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facing {
    /// The unloaded stand.
    pub stand: Id,
}

impl Open for Facing {
    fn side(&self, game: &Position) -> Side {
        game.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("face", "Choose a facing for the unloaded stand.", "8.4.7")
    }

    fn choices(&self, _: &Position) -> Vec<Choice> {
        Compass::ALL.into_iter().map(Choice::Turn).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        let Choice::Turn(direction) = *choice else { unreachable_choice(choice) };
        game.stand_mut(self.stand).facing = direction;
        Ok(())
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.cell(self.stand)
    }
}

impl Position {
    /// Whether a carrier has room for a stand: one weapon and any number of personnel, within its capacity
    /// (8.4.1).
    pub fn has_room(&self, carrier: Id, cargo: Id) -> bool {
        applies("8.4.1");
        // The order of battle gives it this vehicle (scenario, S-161).
        if self.unit(carrier).carries_its_own && self.unit(cargo).aboard == Some(carrier) {
            applies("battles: its own vehicle");
            return self.cargo(carrier).next().is_none() && !self.is_mounted(cargo);
        }
        let (Some(capacity), Some(load)) = (self.capacity(carrier), self.unit(cargo).kind.load) else {
            return false;
        };
        let aboard: u16 = self.cargo(carrier).filter_map(|id| self.unit(id).kind.load).map(u16::from).sum();
        let equipment = |id: Id| !self.unit(id).is_personnel();
        aboard + self.boat_load(carrier) + u16::from(load) <= u16::from(capacity) + self.spare_room(carrier)
            && !(equipment(cargo) && self.cargo(carrier).any(equipment))
            && !self.is_mounted(cargo)
    }

    /// The carrier's cost of loading or unloading now: half its allowance, rounded up, for personnel, and
    /// nothing for more of them on the same square; the whole allowance for a weapon (8.4.2, 8.4.3, 8.4.6,
    /// 8.4.7).
    pub fn handling_cost(&self, mover: &Mover, cargo: Id, act: Handling) -> Quarters {
        applies("8.4.2");
        applies("8.4.3");
        applies("8.4.6");
        applies("8.4.7");
        if !self.unit(cargo).is_personnel() {
            mover.allowance
        } else if mover.last_act == Some((act, mover.trail.len())) {
            0
        } else {
            half_up(mover.allowance)
        }
    }

    /// The choices of a moving carrier to load and unload.
    pub(super) fn handling_choices(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let carrier = mover.stand;
        if self.capacity(carrier).is_none() || self.stand(carrier).posture != Posture::Move {
            ["8.4.2", "8.4.6", "8.4.7"].into_iter().for_each(applies);
            return;
        }
        let Some(cell) = self.cell(carrier).filter(|_| !self.is_entangled(carrier)) else { return }; // S-43
        // Both are adjacent and in the movement posture at the start of the phase, and neither has moved
        // (8.4.2).
        if mover.trail.is_empty() && !self.stand(carrier).displaced {
            for (id, at) in self.on_board(self.side(carrier)) {
                let stand = self.stand(id);
                if id != carrier
                    && board::adjacent(cell, at)
                    && stand.posture == Posture::Move
                    && !stand.moved
                    && !stand.displaced
                    && !stand.failed_load
                    && !stand.lately.in_doubt
                    && !self.is_entangled(id)
                    && !stand.pinned
                    && self.may_handle_at(carrier, id, at)
                    && self.has_room(carrier, id)
                    && self.handling_cost(mover, id, Handling::Load) <= mover.left
                {
                    choices.push(Choice::Load(self.tag(id)));
                }
            }
        }
        for id in self.cargo(carrier).filter(|&id| self.may_get_off(id)) {
            if self.handling_cost(mover, id, Handling::SetDown) > mover.left {
                continue;
            }
            for (direction, next) in self.battle.grid.neighbours(cell) {
                if self.is_room_for(id, next) && self.may_handle_at(carrier, id, next) {
                    choices.push(Choice::Unload(self.tag(id), direction));
                }
            }
        }
    }

    /// Whether cargo can still pay for unloading, as it may have paid for loading this turn (8.4.2, 8.4.6).
    fn may_get_off(&self, cargo: Id) -> bool {
        applies("8.4.2");
        applies("8.4.6");
        let (stand, allowance) = (self.stand(cargo), self.allowance(cargo));
        if self.unit(cargo).is_personnel() {
            stand.spent == 0 || stand.spent + half_up(allowance) <= allowance
        } else {
            !stand.moved
        }
    }

    /// The cargo's roll to load (8.4.4).
    pub fn loading_profile(&self, cargo: Id) -> Test {
        applies("8.4.4");
        self.cohesion_profile(cargo, "to load", "8.4.4", [])
    }

    /// Cargo moves to its carrier; the enemy may fire at it as at any moving stand (8.4.8).
    pub(super) fn board(&mut self, carrier: Id, cargo: Id) {
        applies("8.4.8");
        self.open(Boarding { carrier, cargo });
        self.offer_opportunity(cargo);
    }

    /// An attempt to load: the cargo makes a cohesion roll. Large loads take a second turn (8.4.3, 8.4.4).
    fn load(&mut self, carrier: Id, cargo: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("8.4.3");
        applies("8.4.4");
        let profile = self.loading_profile(cargo);
        let passed = self.roll_cohesion(cargo, &profile, dice, log)?.passed;
        if !passed {
            self.stand_mut(cargo).failed_load = true;
            self.offer_opportunity(carrier);
            return Ok(());
        }
        self.pay_handling(carrier, cargo, Handling::Load);
        if self.unit(cargo).is_personnel() {
            self.stand_mut(cargo).spent += half_up(self.allowance(cargo));
        }
        self.stand_mut(cargo).moved = true;
        let large = self.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
        if large && self.stand(cargo).handling == 0 {
            self.stand_mut(cargo).handling = 1;
            log.add(|| {
                let text =
                    format!("{} is half loaded on {}; one more turn", self.who(cargo), self.tag(carrier));
                Event::new(Tone::Plain, self.side(cargo), text, "8.4.3").at(self.cell(carrier))
            });
        } else {
            self.lift(cargo);
            let stand = self.stand_mut(cargo);
            stand.place = Place::Aboard(carrier);
            stand.handling = 0;
            log.add(|| {
                let text = format!("{} loads {}", self.who(carrier), self.who(cargo));
                Event::new(Tone::Plain, self.side(cargo), text, "8.4.4").at(self.cell(carrier))
            });
        }
        self.offer_opportunity(carrier);
        Ok(())
    }

    /// Unloads cargo beside its carrier, without a roll (8.4.6, 8.4.7). A large load stays in the movement
    /// posture for a second turn, counted by [`Stand::handling`](crate::rules::matg::state::position::Stand).
    /// The enemy may fire at either stand (8.4.8).
    pub(super) fn unload(
        &mut self,
        carrier: Id,
        cargo: Id,
        direction: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        applies("8.4.6");
        applies("8.4.7");
        applies("8.4.8");
        let Some(cell) = self.cell(carrier) else { return Ok(()) };
        let there = cell.step(direction);
        self.pay_handling(carrier, cargo, Handling::SetDown);
        let personnel = self.unit(cargo).is_personnel();
        let allowance = self.allowance(cargo);
        let large = self.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
        self.put(cargo, there);
        self.now.groups += 1;
        let group = self.now.groups;
        let stand = self.stand_mut(cargo);
        stand.posture = Posture::Move;
        stand.facing = direction;
        stand.group = group;
        stand.spent = if personnel { stand.spent + half_up(allowance) } else { allowance };
        stand.moved = !personnel;
        stand.handling = if large { SET_DOWN } else { 0 };
        log.add(|| {
            let text = format!("{} unloads {} at {there}", self.who(carrier), self.who(cargo));
            let rule = if personnel { "8.4.6" } else { "8.4.7" };
            Event::new(Tone::Plain, self.side(cargo), text, rule).at([cell, there])
        });
        self.bring_to(cargo, there, dice, log)?;
        self.offer_opportunity(carrier);
        self.offer_opportunity(cargo);
        if self.cell(cargo).is_some() && self.facing_matters(cargo, there) {
            self.open(Facing { stand: cargo });
        }
        Ok(())
    }

    /// Whether a stand's facing matters: it has a restricted field of fire, or its position has a front
    /// (7.3.6, S-44, S-96).
    fn facing_matters(&self, id: Id, cell: Cell) -> bool {
        applies("7.3.6");
        let narrow = self.unit(id).guns.iter().any(|(gun, _)| gun.notes.restricted.is_some());
        narrow || self.field.works.forts.iter().any(|fort| fort.cell == cell && fort.facing.is_some())
    }

    fn pay_handling(&mut self, carrier: Id, cargo: Id, act: Handling) {
        let Some(mover) = self.mover() else { return };
        debug_assert_eq!(mover.stand, carrier);
        let cost = self.handling_cost(mover, cargo, act);
        let personnel = self.unit(cargo).is_personnel();
        if let Some(mover) = self.mover_mut() {
            mover.left -= cost;
            mover.handled |= personnel;
            // Only personnel share an action: a weapon takes the carrier's whole move (8.4.3, 8.4.7).
            mover.last_act = personnel.then_some((act, mover.trail.len()));
            mover.over = None;
        }
    }

    /// Puts a stand on a square other than by a move of its own: unloaded, led there or pushed aside.
    /// Artillery fire and obstacles on the square take effect (7.4.3.4, 11.1.5).
    pub(in crate::rules::matg) fn bring_to(
        &mut self,
        id: Id,
        cell: Cell,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        applies("7.4.3.4");
        applies("11.1.5");
        let held = self.halts_on(id, cell).is_some();
        let stand = self.stand_mut(id);
        stand.displaced = true;
        stand.moved |= held;
        self.strike_entering(id, cell, dice, log)
    }

    /// Whether a carrier has only personnel aboard: otherwise an armoured carrier may not overrun (8.7).
    pub(in crate::rules::matg) fn carries_only_personnel(&self, carrier: Id) -> bool {
        applies("8.7");
        let mut any = false;
        self.cargo(carrier).all(|id| {
            any = true;
            self.unit(id).is_personnel()
        }) && any
    }

    /// The weapon that a stand tows.
    pub fn in_tow(&self, carrier: Id) -> Option<Id> {
        self.capacity(carrier)?;
        self.cargo(carrier).find(|&id| !self.unit(id).is_personnel())
    }

    /// The square of a weapon in tow: behind its carrier, if that is on the board and free. The weapon does
    /// not occupy it, but sight and range may be measured to it (8.4.4, 8.4.5, S-94).
    pub fn tow(&self, carrier: Id) -> Option<Cell> {
        applies("8.4.5");
        applies("8.4.4");
        self.in_tow(carrier)?;
        let behind = self.cell(carrier)?.step(self.stand(carrier).facing.opposite());
        (self.battle.grid.contains(behind) && self.holder_of(behind).is_none()).then_some(behind)
    }
}

/// Half of an allowance, rounded up to a whole point, in quarters (8.4.2).
pub(super) const fn half_up(allowance: Quarters) -> Quarters {
    let points = allowance / terrain::POINT;
    (points + 1) / 2 * terrain::POINT
}
