//! The digest of a position, in an order that never changes; and the position as a side knows it.

use crate::game::{Digest, Side};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::phase::Aim;
use crate::rules::panzertruppe::sequence::{Frame, Open};
use crate::rules::panzertruppe::state::{Flag, Path, Place, Position, Watchers};

impl Position {
    /// The position as a side knows it: hidden enemy units are off the board (29).
    pub(in crate::rules::panzertruppe) fn without_hidden(&self, side: Side) -> Self {
        let mut seen = self.clone();
        if !self.forces.any_hidden() {
            return seen;
        }
        let first = self.battle.ids(side.other()).start;
        for id in self.battle.ids(side.other()) {
            if !seen.forces.state(id).is(Flag::Hidden) {
                continue;
            }
            seen.ground.wake.retain(|track| track.vehicle != id);
            // A unit does not know that a hidden unit has seen it.
            let hidden = Watchers::one(id - first);
            for own in self.battle.ids(side) {
                let state = seen.forces.state_mut(own);
                state.seen_first = state.seen_first.without(hidden);
            }
            for frame in &mut seen.turn.stack {
                if let Frame::Mover(mover) = frame
                    && self.forces.side(mover.unit) == side
                {
                    mover.seen_first = mover.seen_first.without(hidden);
                    mover.seen = mover.seen.without(hidden);
                }
            }
            seen.forces.forget(id);
        }
        seen
    }

    /// Writes the position field by field.
    pub(in crate::rules::panzertruppe) fn write_digest(&self, digest: &mut Digest) {
        digest.word(self.battle.fingerprint);
        digest.int(self.turn.number);
        digest.int(self.turn.phase.number());
        digest.each(self.forces.states(), |digest, state| {
            let (word, at) = match state.place() {
                Place::Board(cell) => ("board", i64::from(cell)),
                Place::Aboard(carrier) => ("aboard", i64::from(carrier)),
                Place::Reserve => ("reserve", 0),
                Place::Lost(cell) => ("lost", i64::from(cell)),
                Place::Gone => ("gone", 0),
            };
            digest.text(word);
            digest.int(at);
            digest.int(state.hull);
            digest.int(state.turret);
            digest.text(match state.motion {
                Motion::Stopped => "stopped",
                Motion::Moving => "moving",
                Motion::Overwatch => "overwatch",
            });
            digest.flag(state.condition.stunned);
            digest.flag(state.condition.immobilised);
            digest.int(state.shots);
            digest.int(state.second_shots);
            digest.int(state.flags.bits());
            digest.int(state.assault);
            digest.int(state.left);
            digest.word(state.seen_first.bits());
            digest.int(state.climbing.map_or(0, |way| way as u8 + 1));
        });
        digest.each(&self.forces.groups, |digest, group| {
            digest.int(group.lost);
            digest.flag(group.puffs);
            digest.flag(group.retreats);
        });
        digest.each(&self.ground.smoke, |digest, puff| {
            digest.int(puff.cell);
            digest.int(puff.side.index() as i64);
            digest.int(puff.left);
        });
        digest.each(&self.ground.cleared, |digest, cell| digest.int(*cell));
        digest.each(&self.ground.wake, |digest, track| {
            digest.int(track.cell);
            digest.int(track.vehicle);
        });
        digest.each(&self.ground.paths, |digest, path| {
            let (cell, part) = match *path {
                Path::Edge(edge) => (edge.cell, edge.side as u8),
                Path::Cell(cell) => (cell, 2),
            };
            digest.int(cell);
            digest.int(part);
        });
        digest.each(&self.ground.fallen, |digest, cell| digest.int(*cell));
        digest.each(&self.ground.breached, |digest, edge| {
            digest.int(edge.cell);
            digest.int(edge.side as u8);
        });
        digest.each(&self.forces.fights, |digest, fight| {
            digest.int(fight.attacker);
            digest.int(fight.defender);
        });
        digest.each(&self.support.last_aims, |digest, aimed| {
            digest.int(aimed.side.index() as i64);
            digest.int(aimed.battery);
            digest.int(aimed.cell);
        });
        digest.each(&self.support.planes, |digest, plane| {
            digest.text(&format!("{plane:?}"));
        });
        digest
            .each(&self.forces.held, |digest, held| digest.int(held.map_or(-1, |side| side.index() as i64)));
        digest.each(&self.turn.stack, |digest, frame| write_frame(frame, self, digest));
        for half in self.forces.taken().halves() {
            digest.word(half);
        }
        digest.flag(self.turn.outcome.is_some());
    }
}

fn write_frame(frame: &Frame, position: &Position, digest: &mut Digest) {
    digest.text(frame.asks(position).kind);
    match frame {
        Frame::Fire(phase) => {
            digest.each(&phase.declared, |digest, shot| {
                digest.int(shot.firer);
                digest.text(shot.slot.word());
                digest.text(&match shot.aim {
                    Aim::Unit(id) => format!("Unit({id})"),
                    Aim::Section(cell) => format!("Section({})", i64::from(cell)),
                    Aim::Plane => "Plane".to_owned(),
                });
            });
            digest.each(&phase.missions, |digest, mission| {
                digest.int(mission.battery);
                digest.int(mission.aim);
                digest.flag(mission.smoke);
            });
        }
        Frame::Movement(movement) => digest.int(movement.side.index() as i64),
        Frame::Mover(mover) => {
            digest.int(mover.unit);
            digest.int(mover.left);
            digest.int(mover.bonus);
            digest.flag(mover.stepped);
            digest.flag(mover.fixed);
            digest.int(mover.mined);
            digest.flag(mover.standing);
            digest.int(mover.pusher);
            digest.each(&mover.path, |digest, stand| {
                digest.int(stand.cell);
                digest.int(stand.hull);
            });
            digest.word(mover.seen_first.bits());
            digest.word(mover.seen.bits());
            digest.word(mover.asked.bits());
            let pending = mover.pending.map(|inch| format!("{} {}", inch.way, inch.reverse));
            digest.text(&pending.unwrap_or_default());
        }
        Frame::Facing(facing) => digest.int(facing.unit),
        Frame::Ambush(ambush) => digest.each(&ambush.firers, |digest, id| digest.int(*id)),
        Frame::Defence(defence) => digest.int(defence.defender),
        Frame::Occupation(won) => {
            digest.int(won.winner);
            digest.int(won.cell);
            digest.each(&won.engaged, |digest, id| digest.int(*id));
        }
        Frame::Abandon(fire) => digest.int(fire.vehicle),
        Frame::AirTarget(target) => {
            digest.each(&target.missed, |digest, id| digest.int(*id));
            digest.flag(target.second);
        }
        Frame::AirApproach(approach) => digest.int(approach.target),
    }
}
