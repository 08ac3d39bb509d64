//! Chapter 2: movement. A unit is taken up, goes inch by inch, comes to a stop or stays in motion, and may face
//! another way; between two inches the enemy may fire from ambush (12).

use super::ambush::Ambush;
use super::firing::{Harm, Motion};
use super::geometry::toward;
use super::state::{Arm, Choice, Drive, Edge, Flag, Id, Kind, NOBODY, Place, Position, Switch};
use super::tables::{Cost, Way};
use super::turn::{Asks, Frame, Open};
use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};

/// Twelfths of a point to a point.
pub const POINT: u16 = 12;

/// A movement phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// Whose.
    pub side: Side,
}

/// A unit on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// Which.
    pub unit: Id,
    /// Twelfths of a point left.
    pub left: u16,
    /// Inches still to go without leaving the road, for infantry: twelfths beyond the common three.
    pub bonus: u16,
    /// It has gone at least an inch.
    pub stepped: bool,
    /// It may not face another way afterwards: it has crossed a hedgerow (23).
    pub fixed: bool,
    /// Where it has been this phase, and how it faced there, for ambushes.
    pub path: Vec<(u16, u8)>,
    /// Enemy units that saw it before it set out, as bits.
    pub seen_first: u64,
    /// Enemy units that see it now.
    pub seen: u64,
    /// Enemy units that have let their chance go by.
    pub asked: u64,
    /// Twelfths of an inch within a minefield (33).
    pub mined: u16,
    /// A step that waits for the enemy's ambush fire.
    pub pending: Option<(Compass, bool)>,
}

/// A unit that has moved faces another way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facing {
    /// Which.
    pub unit: Id,
    /// The hull is asked about, else the turret.
    pub hull: bool,
}

impl Open for Movement {
    fn asks(&self, _: &Position) -> Asks {
        Asks { side: self.side, kind: "move", prompt: "Choose a unit to move, or end the phase.", rule: "2" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        if position.may_end(self.side) {
            to.push(Choice::End);
        }
        for id in position.battle.ids(self.side) {
            if position.may_move(id) {
                to.push(Choice::Move(position.unit(id).tag));
            }
            position.unloading_choices(id, to);
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
                let id = position.id(who);
                position.stack.push(Frame::Movement(self));
                position.begin_move(id);
            }
            Choice::Dismount(who, way) | Choice::Unhitch(who, way) => {
                let id = position.id(who);
                position.stack.push(Frame::Movement(self));
                position.unload(id, way, dice, log)?;
            }
            _ => position.stack.push(Frame::Movement(self)),
        }
        Ok(())
    }
}

impl Open for Mover {
    fn asks(&self, position: &Position) -> Asks {
        Asks {
            side: position.side(self.unit),
            kind: "step",
            prompt: "Move it, then stop or drive on.",
            rule: "2",
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        let id = self.unit;
        let retreats = position.retreats(id);
        let before = to.len();
        if let Some(from) = position.spot(id) {
            for way in Compass::ALL {
                if position.step_cost(self, from, way, false).is_some() {
                    to.push(Choice::Step(way));
                }
            }
            let backs = position.unit(id).is_vehicle() && position.towed(id).is_none();
            for way in Compass::ALL.into_iter().filter(|_| backs) {
                if position.step_cost(self, from, way, true).is_some() {
                    to.push(Choice::Reverse(way));
                }
            }
            if position.may_exit(self) {
                to.push(Choice::Exit);
            }
        }
        let stuck = to.len() == before;
        let (unit, state) = (position.unit(id), position.state(id));
        if retreats {
            if stuck {
                to.push(Choice::Drive);
            }
            return;
        }
        if unit.is_infantry() && !state.is(Flag::Mounted) {
            to.push(Choice::Stop);
            position.foot_choices(self, to);
            return;
        }
        if self.stepped {
            to.push(Choice::Stop);
            if unit.is_vehicle() || state.is(Flag::Mounted) {
                to.push(Choice::Drive);
            }
        } else if state.is(Flag::BeganMoving) {
            to.push(Choice::Stop);
        } else {
            to.push(Choice::Watch);
        }
        position.gun_choices(self, to);
        position.overrun_choices(self, to);
        if state.is(Flag::Mounted) {
            position.foot_choices(self, to);
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::Step(way) => position.try_step(self, way, false, dice, log),
            Choice::Reverse(way) => position.try_step(self, way, true, dice, log),
            Choice::Stop | Choice::Drive | Choice::Watch => {
                position.come_to_rest(&self, choice, log);
                Ok(())
            }
            Choice::Exit => {
                position.leave(self.unit, log);
                Ok(())
            }
            Choice::Overrun(target) => {
                let target = position.id(target);
                position.overrun(self, target, log);
                Ok(())
            }
            _ => {
                if position.act_on_foot(&mut self, choice, log) {
                    position.stack.push(Frame::Mover(self));
                }
                Ok(())
            }
        }
    }
}

impl Open for Facing {
    fn asks(&self, position: &Position) -> Asks {
        let side = position.side(self.unit);
        if self.hull {
            Asks { side, kind: "hull", prompt: "Face the hull another way, or leave it.", rule: "2" }
        } else {
            Asks { side, kind: "turret", prompt: "Turn the turret, or leave it.", rule: "2" }
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        to.push(Choice::Faced);
        let state = position.state(self.unit);
        let at = if self.hull { state.hull } else { state.turret };
        for turn in (0..24).filter(|&turn| turn != at) {
            to.push(if self.hull { Choice::Hull(turn) } else { Choice::Turret(turn) });
        }
        if self.hull
            && let Some(cell) = position.spot(self.unit)
            && position.battle.is_hill_edge(cell)
        {
            to.push(if state.is(Flag::Back) { Choice::Edge } else { Choice::Back });
        }
    }

    fn apply(self, position: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        let turret = self.hull && position.unit(self.unit).has_turret();
        let state = position.state_mut(self.unit);
        let mut again = false;
        match *choice {
            Choice::Hull(turn) => {
                // The turret turns with the hull.
                state.turret = (state.turret + 24 + turn - state.hull) % 24;
                state.hull = turn;
            }
            Choice::Turret(turn) => state.turret = turn,
            Choice::Back | Choice::Edge => {
                state.set(Flag::Back, *choice == Choice::Back);
                again = true;
            }
            _ => {}
        }
        if again {
            position.stack.push(Frame::Facing(self));
        } else if turret {
            position.stack.push(Frame::Facing(Self { hull: false, ..self }));
        }
        Ok(())
    }
}

impl Position {
    /// The unit of a tag that a choice of this position names.
    pub fn id(&self, tag: super::state::Tag) -> Id {
        self.battle.find(tag).unwrap_or(0)
    }

    /// The side in whose movement phase we are.
    pub fn moving_side(&self) -> Option<Side> {
        match self.phase {
            3 => Some(Side::A),
            8 => Some(Side::B),
            _ => None,
        }
    }

    /// Whether a unit's group leaves the battle (11).
    pub fn retreats(&self, id: Id) -> bool {
        self.groups[usize::from(self.unit(id).group)].retreats
    }

    /// A side may end its movement once all that retreat have moved.
    fn may_end(&self, side: Side) -> bool {
        !self.battle.ids(side).any(|id| self.retreats(id) && self.may_move(id))
    }

    /// Whether a unit may be taken up.
    pub fn may_move(&self, id: Id) -> bool {
        let (unit, state) = (self.unit(id), self.state(id));
        if !matches!(state.place, Place::Board(_)) || state.is(Flag::Moved) || state.condition.stunned {
            return false;
        }
        // A driver is needed (18), and what holds the enemy hand to hand stays.
        if unit.jeep && self.cargo(id).next().is_none() {
            return false;
        }
        if self.fights.iter().any(|&(attacker, _)| attacker == id) {
            return false;
        }
        !state.condition.immobilised || unit.has_turret()
    }

    /// Takes a unit up.
    fn begin_move(&mut self, id: Id) {
        let unit = self.unit(id);
        let (pace, foot) = (unit.pace, unit.is_infantry() && !self.state(id).is(Flag::Mounted));
        let (turret, mortar) = (unit.has_turret(), unit.mortar.is_some());
        self.state_mut(id).set(Flag::Moved, true);
        if self.state(id).condition.immobilised {
            // Nothing but the turret turns (5).
            debug_assert!(turret);
            self.stack.push(Frame::Facing(Facing { unit: id, hull: false }));
            return;
        }
        let Some(from) = self.spot(id) else { return };
        let hull = self.state(id).hull;
        let seen = self.watchers(id);
        let road = foot && !mortar;
        let left = if self.state(id).is(Flag::Mounted) { 12 * POINT } else { pace };
        self.stack.push(Frame::Mover(Mover {
            unit: id,
            left,
            bonus: if road { POINT } else { 0 },
            stepped: false,
            fixed: false,
            path: vec![(from, hull)],
            seen_first: seen,
            seen,
            asked: 0,
            mined: 0,
            pending: None,
        }));
    }

    /// The enemy units that see a unit, as bits from the first of their side.
    pub fn watchers(&self, id: Id) -> u64 {
        let enemies = self.battle.ids(self.side(id).other());
        let first = enemies.start;
        enemies.fold(0, |bits, enemy| {
            let watches = self.state(enemy).is_able() && self.sees(enemy, id).is_some();
            bits | u64::from(watches) << (enemy - first)
        })
    }

    /// What the next inch costs; `None` where it cannot be gone.
    pub fn step_cost(&self, mover: &Mover, from: u16, way: Compass, reverse: bool) -> Option<u16> {
        let (unit, state) = (self.unit(mover.unit), self.state(mover.unit));
        if reverse && (!unit.is_vehicle() || self.towed(mover.unit).is_some()) {
            return None;
        }
        let to = self.battle.next(from, way)?;
        if self.holder[usize::from(to)] != NOBODY {
            return None;
        }
        if self.retreats(mover.unit) {
            let home = &self.battle.homeward[unit.side.index()][unit.column()];
            if home[usize::from(to)] >= home[usize::from(from)] {
                return None;
            }
        }
        // Without the rule of buildings nobody goes into one (24, P-80).
        if self.battle.ground_at(to).kind == Kind::Building && !self.battle.plays(Switch::Buildings) {
            return None;
        }
        // Dug in to the front and both sides, a vehicle leaves in reverse, and a Gun not at all (28).
        if state.is(Flag::DugIn) && !unit.is_infantry() {
            if unit.is_gun() && unit.dug_in == 15 {
                return None;
            }
            if unit.dug_in & 7 == 7 && unit.is_vehicle() {
                let behind = toward(way_of(way));
                if !reverse || (behind + 12) % 24 != state.hull {
                    return None;
                }
            }
        }
        let foot = unit.is_infantry() && !state.is(Flag::Mounted);
        let cost =
            if foot { self.foot_cost(mover, from, to, way)? } else { self.drive_cost(mover, from, to, way)? };
        let cost = if reverse { self.reversed(mover, cost, unit)? } else { cost };
        let start = self.start_cost(mover);
        let total = match cost {
            Cost::No => return None,
            Cost::Full if mover.stepped || mover.left < self.allowance(mover.unit) => return None,
            // The whole of a phase: whatever it costs to start is part of it.
            Cost::Full => mover.left,
            Cost::Twelfths(cost) => cost + start,
        };
        let bonus = if foot && self.on_road(from, to) { mover.bonus } else { 0 };
        (total <= mover.left + bonus).then_some(total)
    }

    fn allowance(&self, id: Id) -> u16 {
        if self.state(id).is(Flag::Mounted) { 12 * POINT } else { self.unit(id).pace }
    }

    /// What it costs to set out: two points for a vehicle that stands (2).
    fn start_cost(&self, mover: &Mover) -> u16 {
        let (unit, state) = (self.unit(mover.unit), self.state(mover.unit));
        let stands = !mover.stepped && !state.is(Flag::BeganMoving) && !self.retreats(mover.unit);
        if !stands || unit.is_infantry() {
            return 0;
        }
        match self.battle.tables.cost(Way::Start, unit.column()) {
            Cost::Twelfths(cost) => cost,
            _ => 0,
        }
    }

    fn reversed(&self, mover: &Mover, cost: Cost, unit: &super::state::Unit) -> Option<Cost> {
        // Through a hedgerow only forward (23).
        let _ = mover;
        let times = self.battle.tables.reverse[unit.column()]?;
        match cost {
            Cost::Twelfths(cost) if unit.eight_wheels => Some(Cost::Twelfths(cost)),
            Cost::Twelfths(cost) => Some(Cost::Twelfths(cost * times)),
            Cost::Full => None,
            Cost::No => None,
        }
    }

    fn on_road(&self, from: u16, to: u16) -> bool {
        self.battle.ground_at(from).road && self.battle.ground_at(to).road
    }

    /// An inch, straight or across a corner (P-31: a diagonal inch costs 17/12).
    fn inch(cost: u16, way: Compass) -> u16 {
        if way.is_diagonal() { (cost * 17 + 6) / 12 } else { cost }
    }

    fn foot_cost(&self, mover: &Mover, from: u16, to: u16, way: Compass) -> Option<Cost> {
        let ground = self.battle.ground_at(to);
        let rise = self.battle.level(to).abs_diff(self.battle.level(from));
        let barrier = self.barrier(from, way);
        if rise > 2 || rise > 1 && !self.battle.plays(Switch::Cliffs) {
            return None;
        }
        let cliff = barrier == Edge::Cliff || rise > 1;
        let hedgerow = barrier == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        if cliff || hedgerow || ground.kind == Kind::Stream && ground.bridge.is_none() {
            return Some(Cost::Full);
        }
        let _ = mover;
        let base = if ground.kind == Kind::Swamp && !self.on_road(from, to) { 2 * POINT } else { POINT };
        Some(Cost::Twelfths(Self::inch(base, way)))
    }

    fn drive_cost(&self, mover: &Mover, from: u16, to: u16, way: Compass) -> Option<Cost> {
        let (unit, state) = (self.unit(mover.unit), self.state(mover.unit));
        let tables = &self.battle.tables;
        let column = if state.is(Flag::Mounted) { 0 } else { unit.column() };
        let ground = self.battle.ground_at(to);
        let (low, high) = (self.battle.level(from), self.battle.level(to));
        if high.abs_diff(low) > 1 {
            return None;
        }
        let road = self.on_road(from, to) && !state.is(Flag::Mounted);
        let kind =
            if ground.bridge.is_some() && !self.fallen.contains(&to) { Way::Road } else { ground.kind.way() };
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
                    _ if unit.rollers && way == Way::Hedge => {}
                    Cost::Twelfths(more) => cost += more,
                    Cost::Full => return Some(Cost::Full),
                    Cost::No => return None,
                }
            }
        }
        // Rollers keep to open ground and roads (34).
        if unit.rollers && !road {
            let barred = matches!(ground.kind, Kind::Woods | Kind::Rough | Kind::Stream);
            if barred && ground.bridge.is_none() || high > low || self.barrier(from, way) == Edge::Wall {
                return None;
            }
        }
        // A flail clears at two inches a phase (34).
        if unit.flail && !state.is(Flag::FlailGone) && self.is_mined(to) {
            cost = cost.max(unit.pace / 2);
        }
        Some(Cost::Twelfths(Self::inch(cost, way)))
    }

    /// What must be crossed to go one way; across a corner the lesser of the two ways round it.
    pub fn barrier(&self, from: u16, way: Compass) -> Edge {
        self.battle.barrier(from, way)
    }

    /// A hedgerow that was opened for others (23).
    fn is_open_hedgerow(&self, from: u16, way: Compass) -> bool {
        self.hedgerow_key(from, way).is_some_and(|key| self.breached.contains(&key))
    }

    fn hedgerow_key(&self, from: u16, way: Compass) -> Option<(u16, u8)> {
        match way {
            Compass::E => Some((from, 0)),
            Compass::N => Some((from, 1)),
            Compass::W => Some((self.battle.next(from, Compass::W)?, 0)),
            Compass::S => Some((self.battle.next(from, Compass::S)?, 1)),
            _ => None,
        }
    }

    /// Goes an inch, unless an enemy that is about to lose sight of the unit wants to fire first (12).
    pub fn try_step(
        &mut self,
        mut mover: Mover,
        way: Compass,
        reverse: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let candidates = mover.seen & !mover.seen_first & !mover.asked;
        if candidates != 0
            && let Some(to) = self.spot(mover.unit).and_then(|from| self.battle.next(from, way))
        {
            let leaving = candidates & !self.watchers_at(mover.unit, to);
            let firers = self.ambushers(&mover, leaving);
            if !firers.is_empty() {
                mover.asked |= leaving;
                mover.pending = Some((way, reverse));
                self.stack.push(Frame::Mover(mover));
                self.stack.push(Frame::Ambush(Ambush { firers }));
                return Ok(());
            }
        }
        self.step(mover, way, reverse, dice, log)
    }

    /// Who would see a unit if it stood elsewhere.
    fn watchers_at(&self, id: Id, cell: u16) -> u64 {
        let enemies = self.battle.ids(self.side(id).other());
        let first = enemies.start;
        enemies.fold(0, |bits, enemy| {
            let watches = self.state(enemy).is_able()
                && self.place_of(enemy).is_some_and(|at| self.open_line(at, cell).is_some());
            bits | u64::from(watches) << (enemy - first)
        })
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
        let foot = self.unit(id).is_infantry() && !self.state(id).is(Flag::Mounted);
        if !self.on_road(from, to) {
            // Off the road once, infantry goes its three inches only (15).
            mover.bonus = 0;
        }
        let beyond = cost.saturating_sub(mover.left);
        mover.left = mover.left.saturating_sub(cost);
        mover.bonus = mover.bonus.saturating_sub(beyond);
        mover.stepped = true;
        let heading = toward(way_of(way));
        let barrier = self.barrier(from, way);
        let crossed = barrier == Edge::Hedgerow && !self.is_open_hedgerow(from, way);
        self.lift(id);
        self.put(id, to);
        let rise = self.battle.level(to).abs_diff(self.battle.level(from));
        let state = self.state_mut(id);
        let hull = if reverse { (heading + 12) % 24 } else { heading };
        state.turret = (state.turret + 24 + hull - state.hull) % 24;
        state.hull = hull;
        state.motion = if foot { state.motion } else { Motion::Moving };
        state.set(Flag::DugIn, false);
        state.set(Flag::Back, false);
        state.set(Flag::Betrayed, false);
        state.set(Flag::OnCliff, foot && rise > 1);
        if foot {
            state.set(Flag::Crouching, false);
        }
        if crossed {
            mover.fixed = !foot;
            if self.unit(id).opens_hedgerows
                && let Some(key) = self.hedgerow_key(from, way)
            {
                self.breached.push(key);
                log.add(|| {
                    let text = format!("{} opens the hedgerow", self.who(id));
                    Event::new(Tone::Success, self.side(id), text, "23").at([self.battle.cell(to)])
                });
            }
        }
        mover.path.push((to, hull));
        let jammed = self.cross_bridge(id, to, dice, log)?;
        if !jammed {
            self.cross_mines(&mut mover, to, way, dice, log)?;
        }
        if !self.is_in(id) || self.state(id).condition.is_halted() {
            self.halted(id);
            self.spot_hidden(log);
            return Ok(());
        }
        self.crush_stunned(id, to, log);
        if self.hidden > 0 {
            self.spot_hidden(log);
        }
        mover.seen = self.watchers(id);
        self.stack.push(Frame::Mover(mover));
        Ok(())
    }

    /// What was stopped on its way stands where it is.
    pub fn halted(&mut self, id: Id) {
        if self.unit(id).is_vehicle() {
            self.state_mut(id).motion = Motion::Stopped;
        }
    }

    /// Stunned infantry is lost when an enemy unit comes within an inch (15).
    fn crush_stunned(&mut self, id: Id, at: u16, log: &mut Log) {
        for way in Compass::ALL {
            let Some(next) = self.battle.next(at, way).filter(|_| !way.is_diagonal()) else { continue };
            let Some(other) = self.holder_of(next) else { continue };
            let stunned = self.state(other).condition.stunned;
            if self.side(other) != self.side(id) && self.unit(other).is_infantry() && stunned {
                self.lose(other, log);
            }
        }
    }

    /// A unit ends its move.
    fn come_to_rest(&mut self, mover: &Mover, choice: &Choice, log: &mut Log) {
        let id = mover.unit;
        let unpacked = self.state(id).is(Flag::Unpacked);
        let (vehicle, gun, mounted) =
            (self.unit(id).is_vehicle(), self.unit(id).is_gun(), self.state(id).is(Flag::Mounted));
        let mortar = self.unit(id).mortar.is_some();
        let state = self.state_mut(id);
        match choice {
            Choice::Drive if vehicle || mounted => state.motion = Motion::Moving,
            Choice::Watch if !unpacked => state.motion = Motion::Overwatch,
            _ if mortar && !mover.stepped && !unpacked => state.motion = Motion::Overwatch,
            _ => state.motion = Motion::Stopped,
        }
        if mover.stepped {
            log.add(|| {
                let word = match choice {
                    Choice::Drive => "drives on",
                    _ => "stops",
                };
                let cell = self.cell_of(id);
                let at = cell.map(|cell| cell.to_string()).unwrap_or_default();
                let event =
                    Event::new(Tone::Plain, self.side(id), format!("{} {word} at {at}", self.who(id)), "2")
                        .at(cell);
                self.for_those_who_see(id, event)
            });
        }
        if self.retreats(id) {
            return;
        }
        let dug = self.state(id).is(Flag::DugIn) && self.unit(id).dug_in & 7 == 7 && vehicle;
        let hull = (vehicle || gun) && !mover.fixed && !dug && *choice != Choice::Drive;
        if hull {
            self.stack.push(Frame::Facing(Facing { unit: id, hull: true }));
        } else if vehicle && self.unit(id).has_turret() {
            self.stack.push(Frame::Facing(Facing { unit: id, hull: false }));
        }
    }

    /// Whether a retreating unit may leave the board from where it is (11).
    fn may_exit(&self, mover: &Mover) -> bool {
        let side = self.side(mover.unit);
        let edge = self.battle.armies[side.index()].edge;
        self.retreats(mover.unit)
            && mover.left > 0
            && self.spot(mover.unit).is_some_and(|cell| self.battle.next(cell, edge).is_none())
    }

    /// A unit leaves the board, or is left behind, and takes no more part (11).
    pub fn leave(&mut self, id: Id, log: &mut Log) {
        log.add(|| {
            let text = format!("{} leaves the battle", self.who(id));
            Event::new(Tone::Loss, self.side(id), text, "11").at(self.cell_of(id))
        });
        let riders: Vec<Id> = self.cargo(id).collect();
        for rider in riders {
            self.state_mut(rider).place = Place::Gone;
        }
        self.lift(id);
        if self.state(id).is(Flag::Hidden) {
            self.hidden -= 1;
            self.state_mut(id).set(Flag::Hidden, false);
        }
        self.state_mut(id).place = Place::Gone;
    }

    /// A vehicle hit in motion runs on out of control, then stands (5, 6).
    pub fn run_errant(&mut self, id: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let state = self.state(id);
        let runs = self.unit(id).is_vehicle()
            && self.is_in(id)
            && state.motion == Motion::Moving
            && state.condition.is_halted();
        let Some(from) = self.spot(id).filter(|_| runs) else { return Ok(()) };
        let face = dice.roll(10, || format!("errant turn of {}", self.who(id)))?;
        let turn = self.battle.tables.errant_turn(face);
        let hull = (i16::from(self.state(id).hull) + i16::from(turn)).rem_euclid(24) as u8;
        {
            let state = self.state_mut(id);
            state.turret = (state.turret + 24 + hull - state.hull) % 24;
            state.hull = hull;
            state.motion = Motion::Stopped;
            state.set(Flag::Back, false);
            state.set(Flag::DugIn, false);
        }
        // The nearest of the eight ways to where it now faces.
        let way = Compass::ALL[usize::from((hull + 1) / 3 % 8)];
        log.add(|| {
            let text = format!("{} runs out of control ({face}) toward {way}", self.who(id));
            Event::new(Tone::Plain, self.side(id), text, "5").at([self.battle.cell(from)])
        });
        let Some(to) = self.battle.next(from, way) else { return Ok(()) };
        let off_bridge = self.battle.ground_at(from).bridge.is_some() && !self.battle.ground_at(to).road;
        let cliff = self.barrier(from, way) == Edge::Cliff
            || self.battle.level(from).abs_diff(self.battle.level(to)) > 1;
        if off_bridge || cliff || self.battle.ground_at(to).kind == Kind::Building {
            self.lose(id, log);
            return Ok(());
        }
        if let Some(other) = self.holder_of(to) {
            let (mine, its) = (self.unit(id).arm == Arm::Armoured, self.unit(other).arm == Arm::Armoured);
            self.reveal(other, log);
            if mine && its {
                self.harm(id, Harm::Immobilise, log);
                self.harm(other, Harm::Immobilise, log);
                return Ok(());
            }
            if !its {
                self.lose(other, log);
            }
            if !mine {
                self.lose(id, log);
            }
        }
        if self.is_in(id) && self.holder_of(to).is_none() {
            self.lift(id);
            self.put(id, to);
        }
        Ok(())
    }

    /// Whether heavy vehicles bring a bridge down (26). Answers whether the unit is gone with it.
    fn cross_bridge(&mut self, id: Id, at: u16, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
        use super::tables::Strain;
        let Some(kind) = self.battle.ground_at(at).bridge.filter(|_| self.battle.plays(Switch::Bridges))
        else {
            return Ok(false);
        };
        let unit = self.unit(id);
        if unit.is_infantry() {
            return Ok(false);
        }
        let tows_large = self.towed(id).is_some_and(|gun| self.unit(gun).is_large_gun());
        let weight = if unit.is_gun() { 0 } else { unit.weight + u8::from(tows_large) };
        let falls = match self.battle.tables.strain(kind, weight) {
            Strain::Holds => false,
            Strain::Falls => true,
            Strain::Risk => dice.roll(10, || format!("bridge under {}: falls on 1", self.who(id)))? == 1,
        };
        if falls {
            self.fallen.push(at);
            log.add(|| {
                let text = format!("the bridge breaks under {}", self.who(id));
                Event::new(Tone::Loss, self.side(id), text, "26").at([self.battle.cell(at)])
            });
            self.lose(id, log);
        }
        Ok(falls)
    }

    /// Ends a movement phase: what stood watches, fights are settled, markers are taken off (2, 6, 19).
    fn end_movement(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for id in self.battle.ids(side) {
            if !matches!(self.state(id).place, Place::Board(_)) {
                continue;
            }
            let infantry = self.unit(id).is_infantry() && self.unit(id).mortar.is_none();
            let state = self.state_mut(id);
            if !state.is(Flag::Moved) && !state.condition.stunned && !infantry {
                // What did nothing watches; what was still rolling has come to a stop (P-32).
                let rolling = state.motion == Motion::Moving || state.is(Flag::Unpacked);
                state.motion = if rolling { Motion::Stopped } else { Motion::Overwatch };
            }
        }
        self.settle_fights(dice, log)?;
        for id in self.battle.ids(side) {
            let state = self.state_mut(id);
            if state.condition.stunned {
                if state.is(Flag::StunStays) {
                    state.set(Flag::StunStays, false);
                } else {
                    state.condition.stunned = false;
                    state.motion =
                        if state.motion == Motion::Moving { Motion::Stopped } else { state.motion };
                }
            }
            state.set(Flag::Moved, false);
            state.set(Flag::Unpacked, false);
            state.set(Flag::BeganMoving, false);
            state.set(Flag::OnCliff, false);
        }
        if self.hidden > 0 {
            self.spot_hidden(log);
        }
        self.air_support(side, dice, log)
    }
}

/// The way of a wind.
pub fn way_of(way: Compass) -> (i64, i64) {
    let (x, y) = way.delta();
    (i64::from(x), i64::from(y))
}
