//! Chapters 2, 12, 15, 23 and 27: moving an inch, and what interrupts it.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::ambush::Ambush;
use crate::rules::panzertruppe::mines::cross_mines;
use crate::rules::panzertruppe::movement::errant_turns::cross_bridge;
use crate::rules::panzertruppe::movement::mover::{Inch, Mover, Stand};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::sight::geometry::toward;
use crate::rules::panzertruppe::sight::hidden::spot_hidden;
use crate::rules::panzertruppe::state::{
    Edge, Flag, Forces, Ground, Id, Kind, NOBODY, Position, Sighting, Spot, Watchers,
};

impl Sighting<'_> {
    /// The enemy units that see a unit.
    pub fn watchers(self, id: Id) -> Watchers {
        self.forces.place_of(id).map_or(Watchers::NONE, |cell| self.watchers_at(id, cell))
    }

    /// The enemy units that would see a unit in a cell.
    fn watchers_at(self, id: Id, cell: Spot) -> Watchers {
        let enemies = self.battle.ids(self.forces.side(id).other());
        let first = enemies.start;
        enemies.fold(Watchers::NONE, |seen, enemy| {
            let watches = self.forces.state(enemy).is_able()
                && self.forces.place_of(enemy).is_some_and(|at| self.sees_at(enemy, at, id, cell).is_some());
            if watches { seen.with(Watchers::one(enemy - first)) } else { seen }
        })
    }
}

impl Position {
    /// Moves a unit an inch, or off the board, unless an enemy unit about to lose sight of it may first fire
    /// from ambush (12).
    pub fn try_step(
        &mut self,
        mut mover: Mover,
        inch: Inch,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let candidates = mover.seen.without(mover.seen_first).without(mover.asked);
        let to = self.forces.spot(mover.unit).and_then(|from| self.battle.next(from, inch.way));
        if !candidates.is_none() {
            let stays = to.map_or(Watchers::NONE, |to| self.sighting().watchers_at(mover.unit, to));
            let leaving = candidates.without(stays);
            let firers = self.gunnery().ambushers(&mover, leaving);
            if !firers.is_empty() {
                mover.asked = mover.asked.with(leaving);
                mover.pending = Some(inch);
                self.turn.stack.push(Frame::Mover(mover));
                self.turn.stack.push(Frame::Ambush(Ambush { firers }));
                return Ok(());
            }
        }
        if to.is_none() {
            self.forces.leave(mover.unit, log);
            return Ok(());
        }
        self.step(mover, inch, dice, log)
    }

    /// Carries out the step that waited for ambush fire.
    pub fn go_on(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let pending = match self.turn.stack.last_mut() {
            Some(Frame::Mover(mover)) => mover.pending.take(),
            _ => None,
        };
        if let Some(inch) = pending
            && let Some(Frame::Mover(mover)) = self.turn.stack.pop()
        {
            let able = self.forces.is_in(mover.unit) && !self.forces.state(mover.unit).condition.is_halted();
            if able {
                return self.try_step(mover, inch, dice, log);
            }
        }
        Ok(())
    }

    /// Moves a unit an inch.
    fn step(&mut self, mut mover: Mover, inch: Inch, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let (id, Inch { way, .. }) = (mover.unit, inch);
        let Some(from) = self.forces.spot(id) else { return Ok(()) };
        let (Some(cost), Some(to)) =
            (self.going().step_cost(&mover, from, inch), self.battle.next(from, way))
        else {
            self.turn.stack.push(Frame::Mover(mover));
            return Ok(());
        };
        // A hidden enemy there is revealed, and the unit stays where it is (29).
        if let Some(found) =
            self.forces.holder_of(to).filter(|&other| self.forces.side(other) != self.forces.side(id))
        {
            self.forces.reveal(found, log);
            self.turn.stack.push(Frame::Mover(mover));
            return Ok(());
        }
        let foot = self.forces.on_foot(id);
        if !self.ground.on_road(from, to) {
            // Off the road, infantry moves three inches only (15).
            mover.bonus = 0;
        }
        let beyond = cost.saturating_sub(mover.left);
        mover.left = mover.left.saturating_sub(cost);
        mover.bonus = mover.bonus.saturating_sub(beyond);
        mover.stepped = true;
        self.forces.state_mut(id).set(Flag::Stepped, true);
        let steep = foot && self.battle.level(to).abs_diff(self.battle.level(from)) > 1;
        if steep && self.forces.state(id).climbing.is_none() {
            // Each of two levels takes a full phase (27).
            let state = self.forces.state_mut(id);
            state.climbing = Some(way);
            state.set(Flag::OnCliff, true);
            state.set(Flag::DugIn, false);
            state.set(Flag::Crouching, false);
            self.turn.stack.push(Frame::Mover(mover));
            return Ok(());
        }
        let crosses = !foot
            && self.battle.barrier(from, way) == Edge::Hedgerow
            && !self.ground.is_open_hedgerow(from, way);
        mover.fixed |= crosses;
        let hull = set_out(&mut self.ground, &mut self.forces, &mover, from, to, inch, log);
        mover.path.push(Stand { cell: to, hull });
        self.ground.leave_tracks(id, from);
        let jammed = cross_bridge(&mut self.ground, &mut self.forces, id, to, dice, log)?;
        if !jammed {
            cross_mines(self, &mut mover, to, way, dice, log)?;
            self.begin_errant_turn(id, dice, log)?;
        }
        if !self.forces.is_in(id) || self.forces.state(id).condition.is_halted() {
            self.forces.halted(id);
            spot_hidden(&self.ground, &mut self.forces, Some(id), log);
            return Ok(());
        }
        self.forces.crush_stunned(id, log);
        spot_hidden(&self.ground, &mut self.forces, Some(id), log);
        mover.seen = self.sighting().watchers(id);
        // An enemy unit that loses sight of it may fire when it sees it again (12).
        mover.asked = mover.asked.common(mover.seen);
        self.turn.stack.push(Frame::Mover(mover));
        Ok(())
    }
}

impl Forces {
    /// A vehicle that was halted on its way has stopped.
    pub fn halted(&mut self, id: Id) {
        if self.battle.unit(id).is_vehicle() {
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
                .filter(|&other| self.side(other) != self.side(id) && self.battle.unit(other).is_infantry())
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

/// Places a unit in the next cell with everything that follows from the step; returns its new facing.
fn set_out(
    ground: &mut Ground,
    forces: &mut Forces,
    mover: &Mover,
    from: Spot,
    to: Spot,
    inch: Inch,
    log: &mut Log,
) -> u8 {
    let (id, Inch { way, reverse }) = (mover.unit, inch);
    let foot = forces.on_foot(id);
    let heading = toward(way_of(way));
    let crossed = forces.battle.barrier(from, way) == Edge::Hedgerow && !ground.is_open_hedgerow(from, way);
    forces.put(id, to);
    let terrain = ground.terrain(to);
    let state = forces.state_mut(id);
    let hull = if reverse { (heading + 12) % 24 } else { heading };
    state.turret = (state.turret + 24 + hull - state.hull) % 24;
    state.hull = hull;
    state.motion = if foot { state.motion } else { Motion::Moving };
    state.set(Flag::DugIn, foot && terrain.hole);
    state.set(Flag::Back, false);
    state.set(Flag::Betrayed, false);
    state.set(Flag::OnCliff, false);
    state.climbing = None;
    if foot {
        state.set(Flag::Crouching, false);
    }
    if terrain.kind != Kind::Building {
        state.set(Flag::Burning, state.is(Flag::Burning) && !foot);
    }
    if mover.pusher != NOBODY {
        let by = mover.pusher;
        forces.put(by, from);
        let state = forces.state_mut(by);
        (state.hull, state.turret, state.motion) = (hull, hull, Motion::Moving);
        state.set(Flag::DugIn, false);
        state.set(Flag::Back, false);
    }
    if forces.battle.unit(id).dozer {
        ground.bulldoze(from, to, way);
    }
    if crossed && !foot {
        forces.state_mut(id).set(Flag::Crossed, true);
        if forces.battle.unit(id).opens_hedgerows
            && let Some(edge) = forces.battle.edge_crossed(from, way)
        {
            ground.breached.push(edge);
            log.add(|| {
                let text = format!("{} opens the hedgerow", forces.battle.full_name(id));
                Event::new(Tone::Success, forces.side(id), text, "23").at([forces.battle.cell(to)])
            });
        }
    }
    hull
}
