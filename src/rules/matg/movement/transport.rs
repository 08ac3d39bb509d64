//! 8.4: loading, carrying and setting down.

use super::mover::Mover;
use crate::board::{self, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::rules::matg::ground::terrain;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};

/// A load above this takes two turns to load or unload (8.4.3).
const LARGE_LOAD: u8 = 10;

/// [`Stand::handling`](crate::rules::matg::state::position::Stand) of a large load set down this turn (8.4.7).
pub(in crate::rules::matg) const SET_DOWN: u8 = 2;

impl Position {
    /// Whether a carrier has room for a stand: one piece of equipment, any number of personnel, within
    /// its capacity (8.4.1).
    pub fn has_room(&self, carrier: Id, cargo: Id) -> bool {
        let (Some(capacity), Some(load)) = (self.unit(carrier).kind.cargo, self.unit(cargo).kind.load) else {
            return false;
        };
        let aboard: u16 = self.cargo(carrier).filter_map(|id| self.unit(id).kind.load).map(u16::from).sum();
        let equipment = |id: Id| !self.unit(id).is_personnel();
        aboard + self.boat_load(carrier) + u16::from(load) <= u16::from(capacity)
            && !(equipment(cargo) && self.cargo(carrier).any(equipment))
            && !self.is_mounted(cargo)
    }

    /// What loading or unloading costs the carrier now: half its allowance rounded up for personnel, once
    /// a turn; all of it for a weapon (8.4.2, 8.4.3, 8.4.6, 8.4.7).
    fn handling_cost(&self, mover: &Mover, cargo: Id) -> Quarters {
        if !self.unit(cargo).is_personnel() {
            mover.allowance
        } else if mover.handled {
            0
        } else {
            half_up(mover.allowance)
        }
    }

    /// Loads and set-downs open to a carrier on its way.
    pub(super) fn handling_choices(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let carrier = mover.stand;
        if self.unit(carrier).kind.cargo.is_none() || self.stand(carrier).posture != Posture::Move {
            return;
        }
        let Some(cell) = self.cell(carrier).filter(|_| !self.is_entangled(carrier)) else { return }; // S-43
        // Both touch and are in the movement posture as the phase begins: neither has moved (8.4.2).
        if mover.trail.is_empty() {
            for (id, at) in self.on_board(self.side(carrier)) {
                let stand = self.stand(id);
                if id != carrier
                    && board::adjacent(cell, at)
                    && stand.posture == Posture::Move
                    && !stand.moved
                    && !stand.failed_load
                    && !self.is_entangled(id)
                    && !stand.pinned
                    && self.may_handle_at(carrier, id, at)
                    && self.has_room(carrier, id)
                    && self.handling_cost(mover, id) <= mover.left
                {
                    choices.push(Choice::Load(self.tag(id)));
                }
            }
        }
        let loaded_now = |id: Id| self.stand(id).moved;
        for id in self.cargo(carrier).filter(|&id| !loaded_now(id)) {
            if self.handling_cost(mover, id) > mover.left {
                continue;
            }
            for (direction, next) in self.battle.grid.neighbours(cell) {
                if self.holder_of(next).is_none()
                    && self.may_handle_at(carrier, id, next)
                    && self.may_stand_on(id, next)
                {
                    choices.push(Choice::Unload(self.tag(id), direction));
                }
            }
        }
    }

    /// The roll of the cargo to get aboard (8.4.4).
    pub fn loading_profile(&self, cargo: Id) -> Test {
        self.cohesion_profile(cargo, "to load", "8.4.4", [])
    }

    /// One attempt to load: a cohesion roll of the cargo; large loads take a second turn (8.4.3, 8.4.4).
    pub(super) fn load(&mut self, carrier: Id, cargo: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let profile = self.loading_profile(cargo);
        let passed = self.roll_cohesion(cargo, &profile, dice, log)?.passed;
        if !passed {
            self.stand_mut(cargo).failed_load = true;
            self.offer_opportunity(carrier);
            return Ok(());
        }
        self.pay_handling(carrier, cargo);
        self.stand_mut(cargo).moved = true;
        let large = self.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
        if large && self.stand(cargo).handling == 0 {
            self.stand_mut(cargo).handling = 1;
            log.add(|| {
                let text = format!("{} is half loaded on {}", self.who(cargo), self.tag(carrier));
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

    /// Sets cargo down beside its carrier, without a roll (8.4.6, 8.4.7). A large load stays in the
    /// movement posture for a second turn, which [`Stand::handling`](crate::rules::matg::state::position::Stand) counts.
    pub(super) fn unload(
        &mut self,
        carrier: Id,
        cargo: Id,
        direction: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(cell) = self.cell(carrier) else { return Ok(()) };
        self.pay_handling(carrier, cargo);
        let personnel = self.unit(cargo).is_personnel();
        let allowance = self.allowance(cargo);
        let large = self.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
        let halted = self.halts_on(cargo, cell.step(direction)).is_some();
        self.put(cargo, cell.step(direction));
        self.groups += 1;
        let group = self.groups;
        let stand = self.stand_mut(cargo);
        stand.posture = Posture::Move;
        stand.facing = direction;
        stand.group = group;
        stand.spent = if personnel { half_up(allowance) } else { allowance };
        stand.moved = !personnel || halted;
        stand.handling = if large { SET_DOWN } else { 0 };
        log.add(|| {
            let text =
                format!("{} sets down {} at {}", self.who(carrier), self.who(cargo), cell.step(direction));
            Event::new(Tone::Plain, self.side(cargo), text, "8.4.6").at([cell, cell.step(direction)])
        });
        self.strike_entering(cargo, cell.step(direction), dice, log)?; // 7.4.3.4
        self.offer_opportunity(carrier);
        Ok(())
    }

    fn pay_handling(&mut self, carrier: Id, cargo: Id) {
        let Some(mover) = self.mover() else { return };
        debug_assert_eq!(mover.stand, carrier);
        let cost = self.handling_cost(mover, cargo);
        let personnel = self.unit(cargo).is_personnel();
        if let Some(mover) = self.mover_mut() {
            mover.left -= cost;
            mover.handled |= personnel;
            mover.over = None;
        }
    }

    /// An armoured carrier overruns only with personnel aboard, and not when towing (8.7).
    pub(in crate::rules::matg) fn carries_only_personnel(&self, carrier: Id) -> bool {
        let mut any = false;
        self.cargo(carrier).all(|id| {
            any = true;
            self.unit(id).is_personnel()
        }) && any
    }
}

/// Half of an allowance in quarters, rounded up to a whole point (8.4.2).
const fn half_up(allowance: Quarters) -> Quarters {
    let points = allowance / terrain::POINT;
    (points + 1) / 2 * terrain::POINT
}
