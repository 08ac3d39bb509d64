//! The digest of a position, in an order that never changes; and the position as a side knows it.

use crate::game::{Digest, Side};
use crate::rules::panzertruppe::sequence::{Frame, Open};
use crate::rules::panzertruppe::state::{Flag, Flags, NOBODY, Path, Place, Position, Watchers};

impl Position {
    /// The position as a side knows it: hidden enemy units are off the board (29).
    pub(in crate::rules::panzertruppe) fn without_hidden(&self, side: Side) -> Self {
        let mut seen = self.clone();
        if self.hidden == 0 {
            return seen;
        }
        let first = self.battle.ids(side.other()).start;
        for id in self.battle.ids(side.other()) {
            if !seen.state(id).is(Flag::Hidden) {
                continue;
            }
            seen.lift(id);
            seen.wake.retain(|(_, other)| *other != id);
            // A unit does not know that a hidden unit has seen it.
            let hidden = Watchers::one(id - first);
            for own in self.battle.ids(side) {
                let state = seen.state_mut(own);
                state.seen_first = state.seen_first.without(hidden);
            }
            for frame in &mut seen.stack {
                if let Frame::Mover(mover) = frame
                    && self.side(mover.unit) == side
                {
                    mover.seen_first = mover.seen_first.without(hidden);
                    mover.seen = mover.seen.without(hidden);
                }
            }
            let blank = crate::rules::panzertruppe::state::State {
                place: Place::Reserve,
                hull: 0,
                turret: 0,
                motion: Default::default(),
                condition: Default::default(),
                shots: 0,
                second_shots: 0,
                flags: Flags::NONE.with(Flag::Hidden),
                assault: NOBODY,
                left: 0,
                seen_first: Watchers::NONE,
                climbing: None,
            };
            *seen.state_mut(id) = blank;
        }
        seen
    }

    /// Writes the position field by field.
    pub(in crate::rules::panzertruppe) fn write_digest(&self, digest: &mut Digest) {
        digest.word(self.battle.fingerprint);
        digest.int(self.turn);
        digest.int(self.phase);
        digest.each(&self.states, |digest, state| {
            let (word, at) = match state.place {
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
                crate::rules::panzertruppe::firing::Motion::Stopped => "stopped",
                crate::rules::panzertruppe::firing::Motion::Moving => "moving",
                crate::rules::panzertruppe::firing::Motion::Overwatch => "overwatch",
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
        digest.each(&self.groups, |digest, group| {
            digest.int(group.lost);
            digest.flag(group.puffs);
            digest.flag(group.retreats);
        });
        digest.each(&self.smoke, |digest, puff| {
            digest.int(puff.cell);
            digest.int(puff.side.index() as i64);
            digest.int(puff.left);
        });
        digest.each(&self.cleared, |digest, cell| digest.int(*cell));
        digest.each(&self.wake, |digest, (cell, id)| {
            digest.int(*cell);
            digest.int(*id);
        });
        digest.each(&self.paths, |digest, path| {
            let (cell, part) = match *path {
                Path::Edge(edge) => (edge.cell, edge.side as u8),
                Path::Cell(cell) => (cell, 2),
            };
            digest.int(cell);
            digest.int(part);
        });
        digest.each(&self.fallen, |digest, cell| digest.int(*cell));
        digest.each(&self.breached, |digest, edge| {
            digest.int(edge.cell);
            digest.int(edge.side as u8);
        });
        digest.each(&self.fights, |digest, (attacker, defender)| {
            digest.int(*attacker);
            digest.int(*defender);
        });
        digest.each(&self.last_aim, |digest, (side, battery, cell)| {
            digest.int(side.index() as i64);
            digest.int(*battery);
            digest.int(*cell);
        });
        digest.each(&self.planes, |digest, plane| {
            digest.text(&format!("{plane:?}"));
        });
        digest.each(&self.held, |digest, held| digest.int(held.map_or(-1, |side| side.index() as i64)));
        digest.each(&self.stack, |digest, frame| self.write_frame(frame, digest));
        for half in self.taken.halves() {
            digest.word(half);
        }
        digest.flag(self.outcome.is_some());
    }

    fn write_frame(&self, frame: &Frame, digest: &mut Digest) {
        digest.text(frame.asks(self).kind);
        match frame {
            Frame::Fire(phase) => {
                digest.each(&phase.declared, |digest, shot| {
                    digest.int(shot.firer);
                    digest.text(shot.slot.word());
                    digest.text(&format!("{:?}", shot.aim));
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
                digest.each(&mover.path, |digest, (cell, hull)| {
                    digest.int(*cell);
                    digest.int(*hull);
                });
                digest.word(mover.seen_first.bits());
                digest.word(mover.seen.bits());
                digest.word(mover.asked.bits());
                let pending = mover.pending.map(|(way, reverse)| format!("{way} {reverse}"));
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
}
