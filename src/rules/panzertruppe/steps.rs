//! Chapters 2, 15, 23, 27 and 34: what an inch costs, and an inch gone.

use super::ambush::Ambush;
use super::firing::Motion;
use super::geometry::toward;
use super::movement::{Mover, POINT};
use super::state::{Choice, Drive, Edge, Flag, Id, Kind, NOBODY, Position, Switch};
use super::tables::{Cost, Way};
use super::turn::Frame;
use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};

impl Position {
    /// On its feet: infantry that neither rides a horse nor pushes a mortar that is set up (15, 22).
    pub fn on_foot(&self, id: Id) -> bool {
        self.unit(id).is_infantry() && !self.state(id).is(Flag::Mounted) && !self.is_pushed_mortar(id)
    }

    /// A heavy mortar that is set up is pushed as a Gun of two points (22).
    fn is_pushed_mortar(&self, id: Id) -> bool {
        self.unit(id).is_heavy_mortar() && !self.state(id).is(Flag::Packed)
    }

    /// Twelfths of a point a unit has for a phase.
    pub fn allowance(&self, id: Id) -> u16 {
        if self.state(id).is(Flag::Mounted) {
            12 * POINT
        } else if self.is_pushed_mortar(id) {
            2 * POINT
        } else {
            self.unit(id).pace
        }
    }

    /// The column of the movement table a unit uses.
    fn column(&self, id: Id) -> usize {
        if self.state(id).is(Flag::Mounted) {
            0
        } else if self.is_pushed_mortar(id) {
            3
        } else {
            self.unit(id).column()
        }
    }

    /// The enemy units that see a unit, as bits from the first of their side.
    pub fn watchers(&self, id: Id) -> u64 {
        self.place_of(id).map_or(0, |cell| self.watchers_at(id, cell))
    }

    /// Who would see a unit if it stood elsewhere.
    fn watchers_at(&self, id: Id, cell: u16) -> u64 {
        let enemies = self.battle.ids(self.side(id).other());
        let first = enemies.start;
        enemies.fold(0, |bits, enemy| {
            let watches = self.state(enemy).is_able()
                && self.place_of(enemy).is_some_and(|at| self.sees_at(enemy, at, id, cell).is_some());
            bits | u64::from(watches) << (enemy - first)
        })
    }

    /// Whether somebody bars a cell to a unit. An enemy it does not see bars nothing before it is found (29).
    fn is_taken(&self, id: Id, cell: u16) -> bool {
        self.holder_of(cell).is_some_and(|holder| {
            let found = self.side(holder) == self.side(id) || !self.state(holder).is(Flag::Hidden);
            found && !self.shares(id, cell)
        })
    }

    /// What the next inch costs; `None` where it cannot be gone.
    pub fn step_cost(&self, mover: &Mover, from: u16, way: Compass, reverse: bool) -> Option<u16> {
        let id = mover.unit;
        let (unit, state) = (self.unit(id), self.state(id));
        // Who hitches or unhitches a Gun may start or stop, no more (14).
        if state.is(Flag::Hitching) || reverse && (!unit.is_vehicle() || self.towed(id).is_some()) {
            return None;
        }
        let to = self.battle.next(from, way)?;
        if self.is_taken(id, to) {
            return None;
        }
        if self.retreats(id) {
            let home = self.way_home(id);
            if home[usize::from(to)] >= home[usize::from(from)] {
                return None;
            }
        }
        // Without the rule of buildings nobody goes into one (24).
        if self.battle.ground_at(to).kind == Kind::Building && !self.battle.plays(Switch::Buildings) {
            return None;
        }
        if !self.leaves_hole(id, way, reverse) || !self.may_turn(mover, way, reverse) {
            return None;
        }
        let foot = self.on_foot(id);
        let cost =
            if foot { self.foot_cost(id, from, to, way)? } else { self.drive_cost(mover, from, to, way)? };
        let cost = if reverse { self.reversed(cost, unit)? } else { cost };
        let total = match cost {
            Cost::No => return None,
            Cost::Full if mover.stepped || mover.left < self.allowance(id) => return None,
            // The whole of a phase: whatever it costs to start is part of it.
            Cost::Full => mover.left,
            Cost::Twelfths(cost) => cost + self.start_cost(mover),
        };
        let bonus = if foot && self.on_road(from, to) { mover.bonus } else { 0 };
        (total <= mover.left + bonus).then_some(total)
    }

    /// Dug in to the front and both sides, a vehicle leaves in reverse, and a Gun dug in all round not at all (28).
    fn leaves_hole(&self, id: Id, way: Compass, reverse: bool) -> bool {
        let (unit, state) = (self.unit(id), self.state(id));
        if !state.is(Flag::DugIn) || unit.is_infantry() {
            return true;
        }
        if unit.is_gun() {
            return unit.dug_in != 15;
        }
        let behind = toward(way_of(way));
        unit.dug_in & 7 != 7 || reverse && (behind + 12) % 24 == state.hull
    }

    /// Rollers do not pivot in place: they turn by 45 degrees an inch (34, P-65).
    fn may_turn(&self, mover: &Mover, way: Compass, reverse: bool) -> bool {
        if !self.unit(mover.unit).rollers {
            return true;
        }
        let heading = toward(way_of(way)) + if reverse { 12 } else { 0 };
        let off = (heading + 24 - self.state(mover.unit).hull) % 24;
        off <= 3 || off >= 21
    }

    fn reversed(&self, cost: Cost, unit: &super::state::Unit) -> Option<Cost> {
        let times = self.battle.tables.reverse[unit.column()]?;
        match cost {
            Cost::Twelfths(cost) if unit.eight_wheels => Some(Cost::Twelfths(cost)),
            Cost::Twelfths(cost) => Some(Cost::Twelfths(cost * times)),
            // Through a hedgerow only forward (23).
            Cost::Full | Cost::No => None,
        }
    }

    /// Whether an inch follows a road that is still there.
    pub fn on_road(&self, from: u16, to: u16) -> bool {
        self.ground(from).road && self.ground(to).road
    }

    /// An inch, straight or across a corner (P-31: a diagonal inch costs 17/12).
    fn inch(cost: u16, way: Compass) -> u16 {
        if way.is_diagonal() { (cost * 17 + 6) / 12 } else { cost }
    }

    fn foot_cost(&self, id: Id, from: u16, to: u16, way: Compass) -> Option<Cost> {
        let ground = self.ground(to);
        let rise = self.battle.level(to).abs_diff(self.battle.level(from));
        let barrier = self.barrier(from, way);
        let steep = rise > 1;
        if rise > 2 || steep && (way.is_diagonal() || !self.battle.plays(Switch::Cliffs)) {
            return None;
        }
        // Half way up or down, one goes on (27, P-66).
        let climbing = self.state(id).climbing;
        if climbing > 0 && climbing != way as u8 + 1 {
            return None;
        }
        let hedgerow = barrier == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        if hedgerow && !self.battle.plays(Switch::Hedgerows) {
            return None;
        }
        if barrier == Edge::Cliff
            || steep
            || hedgerow
            || ground.kind == Kind::Stream && ground.bridge.is_none()
        {
            return Some(Cost::Full);
        }
        let base = if ground.kind == Kind::Swamp && !self.on_road(from, to) { 2 * POINT } else { POINT };
        Some(Cost::Twelfths(Self::inch(base, way)))
    }

    fn drive_cost(&self, mover: &Mover, from: u16, to: u16, way: Compass) -> Option<Cost> {
        let (unit, state) = (self.unit(mover.unit), self.state(mover.unit));
        let tables = &self.battle.tables;
        let column = self.column(mover.unit);
        let ground = self.ground(to);
        let (low, high) = (self.battle.level(from), self.battle.level(to));
        if high.abs_diff(low) > 1 || unit.rollers && self.bars_rollers(mover, from, to, way) {
            return None;
        }
        let road = self.on_road(from, to) && !state.is(Flag::Mounted);
        // Horses take roads and bridges as clear ground (18).
        let kind = match ground.bridge {
            Some(_) if state.is(Flag::Mounted) => Way::Clear,
            Some(_) => Way::Road,
            None => ground.kind.way(),
        };
        let base = tables.cost(if road { Way::Road } else { kind }, column);
        let Cost::Twelfths(base) = base else {
            return if base == Cost::Full { Some(Cost::Full) } else { None };
        };
        let mut cost = base;
        if high > low
            && let Cost::Twelfths(up) = tables.cost(Way::LevelUp, column)
        {
            cost += up;
        }
        match self.barrier(from, way) {
            Edge::Open => {}
            Edge::Cliff => return None,
            Edge::Hedgerow if !self.battle.plays(Switch::Hedgerows) => return None,
            Edge::Hedgerow if !self.is_open_hedgerow(from, way) => {
                // Tanks and self-propelled guns cross with their front against it, in a whole phase (23).
                let tracked = matches!(unit.drive, Drive::Tank | Drive::SpGun);
                let faces = state.hull == toward(way_of(way)) && !way.is_diagonal();
                return (tracked && faces && !mover.stepped).then_some(Cost::Full);
            }
            edge => {
                let way = if edge == Edge::Hedgerow { Way::Hedge } else { edge.way()? };
                match tables.cost(way, column) {
                    _ if unit.rollers => {}
                    Cost::Twelfths(more) => cost += more,
                    Cost::Full => return Some(Cost::Full),
                    Cost::No => return None,
                }
            }
        }
        // A flail that clears mines goes two inches in a phase (34).
        let works = unit.flail && !state.is(Flag::FlailGone) && self.battle.plays(Switch::MineClearing);
        if works && (self.is_mined(to) || state.is(Flag::Clearing)) {
            let gone = mover.path.windows(2).map(|pair| self.twelfths(pair[0].0, pair[1].0)).sum::<u16>();
            if gone + self.twelfths(from, to) > 24 {
                return None;
            }
        }
        Some(Cost::Twelfths(Self::inch(cost, way)))
    }

    /// Twelfths of an inch from a cell to its neighbour.
    fn twelfths(&self, from: u16, to: u16) -> u16 {
        if self.range(from, to) > 10 { 17 } else { 12 }
    }

    /// Rollers keep to open ground, roads and bulldozed paths; they climb only on roads or when they are pushed (34).
    fn bars_rollers(&self, mover: &Mover, from: u16, to: u16, way: Compass) -> bool {
        let ground = self.ground(to);
        let road = self.on_road(from, to);
        let wet = ground.kind == Kind::Stream && ground.bridge.is_none();
        let rough =
            matches!(ground.kind, Kind::Woods | Kind::Rough) && !road && !self.paths.contains(&(to, 2));
        let barrier = matches!(self.barrier(from, way), Edge::Wall | Edge::Hedgerow)
            && !self.edge_key(from, way).is_some_and(|key| self.paths.contains(&key));
        let climbs = self.battle.level(to) > self.battle.level(from) && !road && mover.pusher == NOBODY;
        wet || rough || barrier || climbs
    }

    /// What must be crossed to go one way; across a corner the lesser of the two ways round it.
    pub fn barrier(&self, from: u16, way: Compass) -> Edge {
        self.battle.barrier(from, way)
    }

    /// A hedgerow that was opened for others (23).
    fn is_open_hedgerow(&self, from: u16, way: Compass) -> bool {
        self.edge_key(from, way).is_some_and(|key| self.breached.contains(&key))
    }

    fn edge_key(&self, from: u16, way: Compass) -> Option<(u16, u8)> {
        match way {
            Compass::E => Some((from, 0)),
            Compass::N => Some((from, 1)),
            Compass::W => Some((self.battle.next(from, Compass::W)?, 0)),
            Compass::S => Some((self.battle.next(from, Compass::S)?, 1)),
            _ => None,
        }
    }

    /// Goes an inch, or off the board, unless an enemy that is about to lose sight of the unit wants to fire first
    /// (12).
    pub fn try_step(
        &mut self,
        mut mover: Mover,
        way: Compass,
        reverse: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let candidates = mover.seen & !mover.seen_first & !mover.asked;
        let to = self.spot(mover.unit).and_then(|from| self.battle.next(from, way));
        if candidates != 0 {
            let stays = to.map_or(0, |to| self.watchers_at(mover.unit, to));
            let leaving = candidates & !stays;
            let firers = self.ambushers(&mover, leaving);
            if !firers.is_empty() {
                mover.asked |= leaving;
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

    /// Takes up a step that waited.
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

    /// An inch is gone.
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
        // Whoever hides there is found, and the unit stays where it is (29).
        if let Some(found) = self.holder_of(to).filter(|&other| self.side(other) != self.side(id)) {
            self.reveal(found, log);
            self.stack.push(Frame::Mover(mover));
            return Ok(());
        }
        let foot = self.on_foot(id);
        if !self.on_road(from, to) {
            // Off the road once, infantry goes its three inches only (15).
            mover.bonus = 0;
        }
        let beyond = cost.saturating_sub(mover.left);
        mover.left = mover.left.saturating_sub(cost);
        mover.bonus = mover.bonus.saturating_sub(beyond);
        mover.stepped = true;
        self.state_mut(id).set(Flag::Stepped, true);
        let steep = foot && self.battle.level(to).abs_diff(self.battle.level(from)) > 1;
        if steep && self.state(id).climbing == 0 {
            // The first of two levels takes this phase, the second the next (27).
            let state = self.state_mut(id);
            state.climbing = way as u8 + 1;
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
            self.run_errant(id, dice, log)?;
        }
        if !self.is_in(id) || self.state(id).condition.is_halted() {
            self.halted(id);
            self.spot_hidden(Some(id), log);
            return Ok(());
        }
        self.crush_stunned(id, log);
        self.spot_hidden(Some(id), log);
        mover.seen = self.watchers(id);
        // Who loses sight of it may be asked again when it comes back (12).
        mover.asked &= mover.seen;
        self.stack.push(Frame::Mover(mover));
        Ok(())
    }

    /// Puts a unit an inch on, with what follows from where it was and what it crosses; answers how it faces.
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
        state.climbing = 0;
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
                && let Some(key) = self.edge_key(from, way)
            {
                self.breached.push(key);
                log.add(|| {
                    let text = format!("{} opens the hedgerow", self.who(id));
                    Event::new(Tone::Success, self.side(id), text, "23").at([self.battle.cell(to)])
                });
            }
        }
        hull
    }

    /// A blade leaves a path for rollers through woods, rough ground, walls and hedgerows (34).
    fn bulldoze(&mut self, from: u16, to: u16, way: Compass) {
        let ground = matches!(self.battle.ground_at(to).kind, Kind::Woods | Kind::Rough).then_some((to, 2));
        let barrier = matches!(self.barrier(from, way), Edge::Wall | Edge::Hedgerow);
        let edge = self.edge_key(from, way).filter(|_| barrier);
        for path in ground.into_iter().chain(edge) {
            if !self.paths.contains(&path) {
                self.paths.push(path);
            }
        }
    }

    /// What was stopped on its way stands where it is.
    pub fn halted(&mut self, id: Id) {
        if self.unit(id).is_vehicle() {
            self.state_mut(id).motion = Motion::Stopped;
        }
    }

    /// Stunned infantry is lost when an enemy unit comes within an inch, corners included (15, P-29).
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
                self.lose(other, log);
            }
        }
    }

    /// Rollers may be pushed by another Sherman 75 close behind, that has not moved and faces as they do (34).
    pub fn push_choices(&self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        if !self.unit(id).rollers || mover.stepped || mover.pusher != NOBODY {
            return;
        }
        let hull = self.state(id).hull;
        let behind = Compass::ALL.into_iter().find(|&way| toward(way_of(way)) == (hull + 12) % 24);
        let by = self.spot(id).zip(behind).and_then(|(at, way)| self.holder_of(self.battle.next(at, way)?));
        if let Some(by) = by.filter(|&by| {
            let (unit, state) = (self.unit(by), self.state(by));
            self.side(by) == self.side(id)
                && unit.name.starts_with("M4 Sherman 75")
                && !unit.rollers
                && state.hull == hull
                && !state.condition.is_halted()
                && !state.is(Flag::Moved)
                && !self.retreats(by)
        }) {
            to.push(Choice::Push(self.unit(by).tag));
        }
    }

    /// Two tanks behind one pair of rollers have four points and climb; neither fires (34).
    pub fn be_pushed(&mut self, mover: &mut Mover, by: super::state::Tag, log: &mut Log) {
        let by = self.id(by);
        mover.pusher = by;
        mover.left = 4 * POINT;
        for id in [mover.unit, by] {
            let state = self.state_mut(id);
            state.set(Flag::Clearing, true);
            state.set(Flag::Moved, true);
        }
        log.add(|| {
            let text = format!("{} pushes {}", self.who(by), self.who(mover.unit));
            Event::new(Tone::Plain, self.side(by), text, "34").at(self.cell_of(by))
        });
    }
}

/// The way of a wind.
pub fn way_of(way: Compass) -> (i64, i64) {
    let (x, y) = way.delta();
    (i64::from(x), i64::from(y))
}
