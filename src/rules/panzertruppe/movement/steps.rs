//! Chapters 2, 12, 15, 23 and 27: moving an inch, and what interrupts it.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::ambush::Ambush;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::sight::geometry::toward;
use crate::rules::panzertruppe::state::{Edge, Flag, Id, Kind, NOBODY, Position, Watchers};

impl Position {
    /// The enemy units that see a unit.
    pub fn watchers(&self, id: Id) -> Watchers {
        self.place_of(id).map_or(Watchers::NONE, |cell| self.watchers_at(id, cell))
    }

    /// The enemy units that would see a unit in a cell.
    fn watchers_at(&self, id: Id, cell: u16) -> Watchers {
        let enemies = self.battle.ids(self.side(id).other());
        let first = enemies.start;
        enemies.fold(Watchers::NONE, |seen, enemy| {
            let watches = self.state(enemy).is_able()
                && self.place_of(enemy).is_some_and(|at| self.sees_at(enemy, at, id, cell).is_some());
            if watches { seen.with(Watchers::one(enemy - first)) } else { seen }
        })
    }

    /// Moves a unit an inch, or off the board, unless an enemy unit about to lose sight of it may first fire
    /// from ambush (12).
    pub fn try_step(
        &mut self,
        mut mover: Mover,
        way: Compass,
        reverse: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let candidates = mover.seen.without(mover.seen_first).without(mover.asked);
        let to = self.spot(mover.unit).and_then(|from| self.battle.next(from, way));
        if !candidates.is_none() {
            let stays = to.map_or(Watchers::NONE, |to| self.watchers_at(mover.unit, to));
            let leaving = candidates.without(stays);
            let firers = self.ambushers(&mover, leaving);
            if !firers.is_empty() {
                mover.asked = mover.asked.with(leaving);
                mover.pending = Some((way, reverse));
                self.stack.push(Frame::Mover(mover));
                self.stack.push(Frame::Ambush(Ambush { firers }));
                return Ok(());
            }
        }
        if to.is_none() {
            self.leave(mover.unit, log);
            return Ok(());
        }
        self.step(mover, way, reverse, dice, log)
    }

    /// Carries out the step that waited for ambush fire.
    pub fn go_on(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let pending = match self.stack.last_mut() {
            Some(Frame::Mover(mover)) => mover.pending.take(),
            _ => None,
        };
        if let Some((way, reverse)) = pending
            && let Some(Frame::Mover(mover)) = self.stack.pop()
        {
            let able = self.is_in(mover.unit) && !self.state(mover.unit).condition.is_halted();
            if able {
                return self.try_step(mover, way, reverse, dice, log);
            }
        }
        Ok(())
    }

    /// Moves a unit an inch.
    fn step(
        &mut self,
        mut mover: Mover,
        way: Compass,
        reverse: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let id = mover.unit;
        let Some(from) = self.spot(id) else { return Ok(()) };
        let (Some(cost), Some(to)) =
            (self.step_cost(&mover, from, way, reverse), self.battle.next(from, way))
        else {
            self.stack.push(Frame::Mover(mover));
            return Ok(());
        };
        // A hidden enemy there is revealed, and the unit stays where it is (29).
        if let Some(found) = self.holder_of(to).filter(|&other| self.side(other) != self.side(id)) {
            self.reveal(found, log);
            self.stack.push(Frame::Mover(mover));
            return Ok(());
        }
        let foot = self.on_foot(id);
        if !self.on_road(from, to) {
            // Off the road, infantry moves three inches only (15).
            mover.bonus = 0;
        }
        let beyond = cost.saturating_sub(mover.left);
        mover.left = mover.left.saturating_sub(cost);
        mover.bonus = mover.bonus.saturating_sub(beyond);
        mover.stepped = true;
        self.state_mut(id).set(Flag::Stepped, true);
        let steep = foot && self.battle.level(to).abs_diff(self.battle.level(from)) > 1;
        if steep && self.state(id).climbing.is_none() {
            // Each of two levels takes a full phase (27).
            let state = self.state_mut(id);
            state.climbing = Some(way);
            state.set(Flag::OnCliff, true);
            state.set(Flag::DugIn, false);
            state.set(Flag::Crouching, false);
            self.stack.push(Frame::Mover(mover));
            return Ok(());
        }
        let crosses = !foot && self.barrier(from, way) == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        mover.fixed |= crosses;
        let hull = self.set_out(&mover, from, to, way, reverse, log);
        mover.path.push((to, hull));
        self.leave_tracks(id, from);
        let jammed = self.cross_bridge(id, to, dice, log)?;
        if !jammed {
            self.cross_mines(&mut mover, to, way, dice, log)?;
            self.begin_errant_turn(id, dice, log)?;
        }
        if !self.is_in(id) || self.state(id).condition.is_halted() {
            self.halted(id);
            self.spot_hidden(Some(id), log);
            return Ok(());
        }
        self.crush_stunned(id, log);
        self.spot_hidden(Some(id), log);
        mover.seen = self.watchers(id);
        // An enemy unit that loses sight of it may fire when it sees it again (12).
        mover.asked = mover.asked.common(mover.seen);
        self.stack.push(Frame::Mover(mover));
        Ok(())
    }

    /// Places a unit in the next cell with everything that follows from the step; returns its new facing.
    fn set_out(
        &mut self,
        mover: &Mover,
        from: u16,
        to: u16,
        way: Compass,
        reverse: bool,
        log: &mut Log,
    ) -> u8 {
        let id = mover.unit;
        let foot = self.on_foot(id);
        let heading = toward(way_of(way));
        let crossed = self.barrier(from, way) == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        self.lift(id);
        self.put(id, to);
        let ground = self.ground(to);
        let state = self.state_mut(id);
        let hull = if reverse { (heading + 12) % 24 } else { heading };
        state.turret = (state.turret + 24 + hull - state.hull) % 24;
        state.hull = hull;
        state.motion = if foot { state.motion } else { Motion::Moving };
        state.set(Flag::DugIn, foot && ground.hole);
        state.set(Flag::Back, false);
        state.set(Flag::Betrayed, false);
        state.set(Flag::OnCliff, false);
        state.climbing = None;
        if foot {
            state.set(Flag::Crouching, false);
        }
        if ground.kind != Kind::Building {
            state.set(Flag::Burning, state.is(Flag::Burning) && !foot);
        }
        if mover.pusher != NOBODY {
            let by = mover.pusher;
            self.lift(by);
            self.put(by, from);
            let state = self.state_mut(by);
            (state.hull, state.turret, state.motion) = (hull, hull, Motion::Moving);
            state.set(Flag::DugIn, false);
            state.set(Flag::Back, false);
        }
        if self.unit(id).dozer {
            self.bulldoze(from, to, way);
        }
        if crossed && !foot {
            self.state_mut(id).set(Flag::Crossed, true);
            if self.unit(id).opens_hedgerows
                && let Some(edge) = self.edge_crossed(from, way)
            {
                self.breached.push(edge);
                log.add(|| {
                    let text = format!("{} opens the hedgerow", self.full_name(id));
                    Event::new(Tone::Success, self.side(id), text, "23").at([self.battle.cell(to)])
                });
            }
        }
        hull
    }

    /// A vehicle that was halted on its way has stopped.
    pub fn halted(&mut self, id: Id) {
        if self.unit(id).is_vehicle() {
            self.state_mut(id).motion = Motion::Stopped;
        }
    }

    /// Stunned infantry is removed when an enemy unit comes within 1 inch, corners included (15, P-29).
    pub fn crush_stunned(&mut self, id: Id, log: &mut Log) {
        let Some(at) = self.spot(id) else { return };
        for way in Compass::ALL {
            let Some(next) = self.battle.next(at, way) else { continue };
            let stunned: Vec<Id> = self
                .on_cell(next)
                .filter(|&other| self.side(other) != self.side(id) && self.unit(other).is_infantry())
                .filter(|&other| self.state(other).condition.stunned)
                .collect();
            for other in stunned {
                applies("15.3");
                self.lose(other, log);
            }
        }
    }
}

/// The offset of a step.
pub fn way_of(way: Compass) -> (i64, i64) {
    let (x, y) = way.delta();
    (i64::from(x), i64::from(y))
}
