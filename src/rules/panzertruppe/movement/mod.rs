//! Chapter 2: a movement phase. Its units move one at a time (see [`mover`]).

pub mod costs;
pub mod errant_turns;
pub mod facing;
pub mod march;
pub mod mover;
pub mod steps;

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::air::air_support;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::infantry::hand_to_hand::settle_fights;
use crate::rules::panzertruppe::infantry::transport::unload;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::sight::hidden::spot_hidden;
use crate::rules::panzertruppe::state::Battle;
use crate::rules::panzertruppe::state::Forces;
use crate::rules::panzertruppe::state::Going;
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Kind, Place, Position, Watchers};

/// The decision which unit moves next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// The side that moves.
    pub side: Side,
}

impl Open for Movement {
    fn asks(&self, _: &Position) -> DecisionHead {
        DecisionHead {
            side: self.side,
            kind: "move",
            prompt: "Choose a unit to move, or end the phase.",
            rule: "2",
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        if position.going().may_end(self.side) {
            to.push(Choice::End);
        }
        for id in position.forces.ids(self.side) {
            if position.going().may_move(id) {
                to.push(Choice::Move(position.battle.unit(id).tag));
            }
            position.going().unloading_choices(id, to);
        }
    }

    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        match *choice {
            Choice::End => position.going().may_end(self.side),
            Choice::Move(who) => {
                let unit = position.battle.find(who);
                unit.is_some_and(|id| position.forces.side(id) == self.side && position.going().may_move(id))
            }
            _ => self.lists(position, choice),
        }
    }

    fn apply(
        self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::End => return position.end_movement(self.side, dice, log),
            Choice::Move(who) => {
                let id = position.battle.id(who);
                position.turn.stack.push(Frame::Movement(self));
                position.begin_move(id);
            }
            Choice::Dismount(who, way) | Choice::Unhitch(who, way) => {
                let id = position.battle.id(who);
                position.turn.stack.push(Frame::Movement(self));
                unload(position, id, way, dice, log)?;
            }
            _ => position.turn.stack.push(Frame::Movement(self)),
        }
        Ok(())
    }
}

impl Battle {
    /// The unit with a tag that appears in a choice of this position.
    pub fn id(&self, tag: crate::rules::panzertruppe::state::Tag) -> Id {
        self.find(tag).unwrap_or(0)
    }
}

impl Forces {
    /// Whether a unit's group retreats (11).
    pub fn retreats(&self, id: Id) -> bool {
        self.groups[usize::from(self.battle.unit(id).group)].retreats && !self.is_taken_over(id)
    }

    /// Whether infantry is in a building that its back blast set on fire (17).
    pub fn must_leave(&self, id: Id) -> bool {
        self.state(id).is(Flag::Burning)
            && self.battle.unit(id).is_infantry()
            && self.spot(id).is_some_and(|cell| self.battle.terrain_at(cell).kind == Kind::Building)
    }
}

impl Going<'_> {
    /// Whether a side may end its movement phase: not before retreating units and infantry in burning
    /// buildings have moved.
    fn may_end(self, side: Side) -> bool {
        self.first_to_move(side).is_none()
    }

    /// A unit that has to move before its side may end the phase.
    pub fn first_to_move(self, side: Side) -> Option<Id> {
        self.forces.ids(side).find(|&id| {
            let must =
                self.forces.spot(id).is_some() && self.forces.retreats(id) || self.forces.must_leave(id);
            must && self.may_move(id)
        })
    }

    /// Whether a movement phase has anything left to decide.
    pub fn any_move(self, side: Side) -> bool {
        self.forces.ids(side).any(|id| self.may_move(id) || self.may_unload(id))
    }
}

impl Position {
    /// Ends a movement phase: units that did nothing go on overwatch, then fights are resolved (2, 19).
    fn end_movement(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for id in self.forces.ids(side) {
            if !matches!(self.forces.state(id).place(), Place::Board(_)) {
                continue;
            }
            // Infantry has no markers, except mortars and mounted cavalry.
            let unmarked = self.battle.unit(id).is_infantry()
                && self.battle.unit(id).mortar.is_none()
                && !self.forces.state(id).is(Flag::Mounted);
            let nothing = self.forces.has_done_nothing(id);
            let state = self.forces.state_mut(id);
            if !state.is(Flag::Moved) && !unmarked {
                applies("2.3");
                // 14.4
                // Units that did nothing, stunned ones included, go on overwatch; those that were moving have
                // stopped (P-32).
                let rolling = state.motion == Motion::Moving || !nothing;
                state.motion = if rolling { Motion::Stopped } else { Motion::Overwatch };
            }
            if self.forces.must_leave(id) {
                self.forces.lose(id, log);
            }
        }
        settle_fights(self, side, Vec::new(), dice, log)
    }

    /// The end of a movement phase after the fights: markers, spotting, air support (6, 29, 31).
    pub fn close_movement(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for id in self.forces.ids(side) {
            let state = self.forces.state_mut(id);
            if state.condition.stunned {
                applies("6.2");
                if state.is(Flag::StunStays) {
                    state.set(Flag::StunStays, false);
                } else {
                    state.condition.stunned = false;
                    state.motion =
                        if state.motion == Motion::Moving { Motion::Stopped } else { state.motion };
                }
            }
            for flag in [
                Flag::Moved,
                Flag::Unpacked,
                Flag::BeganMoving,
                Flag::Hitching,
                Flag::Stepped,
                Flag::Restarts,
                Flag::Crossed,
            ] {
                state.set(flag, false);
            }
            state.left = 0;
            state.seen_first = Watchers::NONE;
        }
        spot_hidden(&self.ground, &mut self.forces, None, log);
        air_support(self, side, dice, log)
    }
}
