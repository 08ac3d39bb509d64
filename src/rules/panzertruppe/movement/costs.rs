//! Chapters 2, 15, 23 and 27: the cost of an inch, and where a unit may not go.

use crate::board::Compass;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::movement::mover::{Inch, Mover, POINT};
use crate::rules::panzertruppe::movement::steps::way_of;
use crate::rules::panzertruppe::sight::geometry::toward;
use crate::rules::panzertruppe::state::{
    Battle, BoardEdge, Drive, DugIn, Edge, EdgeSide, Flag, Forces, Going, Ground, Id, Kind, Spot, Switch,
    Unit,
};
use crate::rules::panzertruppe::tables::{Cost, Way};

impl Forces {
    /// Whether a unit moves on foot: infantry that is not mounted and does not hand-tow a mortar (15, 22).
    pub fn on_foot(&self, id: Id) -> bool {
        self.battle.unit(id).is_infantry() && !self.state(id).is(Flag::Mounted) && !self.is_pushed_mortar(id)
    }

    /// A heavy mortar that is set up is hand-towed, with two hand-tow points (22).
    fn is_pushed_mortar(&self, id: Id) -> bool {
        self.battle.unit(id).is_heavy_mortar() && !self.state(id).is(Flag::Packed)
    }

    /// The movement points of a unit for a phase, in twelfths.
    #[apply(rule, "18.9" if self.state(id).is(Flag::Mounted))]
    pub fn allowance(&self, id: Id) -> u16 {
        if self.state(id).is(Flag::Mounted) {
            12 * POINT
        } else if self.is_pushed_mortar(id) {
            2 * POINT
        } else {
            self.battle.unit(id).pace
        }
    }
}

impl Going<'_> {
    /// The unit's column of the Movement Table.
    fn column(self, id: Id) -> usize {
        if self.forces.state(id).is(Flag::Mounted) {
            0
        } else if self.forces.is_pushed_mortar(id) {
            3
        } else {
            self.battle.unit(id).column()
        }
    }

    /// Whether another unit keeps this one out of a cell. An enemy it does not see does not, until it is
    /// revealed (29).
    fn is_taken(self, id: Id, cell: Spot) -> bool {
        self.forces.holder_of(cell).is_some_and(|holder| {
            let found = self.forces.side(holder) == self.forces.side(id)
                || !self.forces.state(holder).is(Flag::Hidden);
            found && !self.shares(id, cell)
        })
    }

    /// The cost of the next inch in twelfths of a point; `None` where the unit may not go.
    pub fn step_cost(self, mover: &Mover, from: Spot, inch: Inch) -> Option<u16> {
        (!inch.reverse || self.may_reverse(mover.unit)).then_some(())?;
        self.inch_cost(mover, from, inch)
    }

    /// The same for a unit that is allowed to reverse, if it reverses.
    pub(crate) fn inch_cost(self, mover: &Mover, from: Spot, inch: Inch) -> Option<u16> {
        let (id, Inch { way, reverse }) = (mover.unit, inch);
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        // A vehicle that hitches or unhitches a Gun may only start or stop (14).
        if state.is(Flag::Hitching) {
            // 14.2
            return None;
        }
        let to = self.battle.next(from, way)?;
        if self.is_taken(id, to) {
            return None;
        }
        if self.forces.retreats(id) {
            // 11.4
            let home = self.way_home(id);
            if home[usize::from(to)] >= home[usize::from(from)] {
                return None;
            }
        }
        // Without the additional rule for buildings no unit enters one (24).
        if self.battle.terrain_at(to).kind == Kind::Building && !self.battle.plays(Switch::Buildings) {
            return None;
        }
        if !self.leaves_hole(id, inch) || !self.may_turn(mover, inch) {
            return None;
        }
        let foot = self.forces.on_foot(id);
        let cost =
            if foot { self.foot_cost(id, from, to, way)? } else { self.drive_cost(mover, from, to, way)? };
        let cost = if reverse { self.reversed(cost, unit)? } else { cost };
        let total = match cost {
            Cost::No => return None,
            Cost::Full if mover.stepped || mover.left < self.forces.allowance(id) => return None,
            // The full phase includes the cost to start.
            Cost::Full => mover.left,
            Cost::Twelfths(cost) => cost + self.start_cost(mover),
        };
        let bonus = if foot && self.ground.on_road(from, to) { mover.bonus } else { 0 };
        (total <= mover.left + bonus).then_some(total)
    }

    /// Whether a unit may reverse: only vehicles, and not while towing a Gun (2, 14).
    #[apply(rule, "14.6")]
    pub(crate) fn may_reverse(self, id: Id) -> bool {
        self.battle.unit(id).is_vehicle() && self.forces.towed(id).is_none()
    }

    /// A vehicle dug in on three sides must leave in reverse; a Gun dug in on all four does not move (28).
    #[apply(rule, "28.2" if self.forces.state(id).is(Flag::DugIn) && !self.battle.unit(id).is_infantry())]
    fn leaves_hole(self, id: Id, Inch { way, reverse }: Inch) -> bool {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        if !state.is(Flag::DugIn) || unit.is_infantry() {
            return true;
        }
        if unit.is_gun() {
            return unit.dug_in != DugIn::ALL;
        }
        let behind = toward(way_of(way));
        !unit.dug_in.has(DugIn::THREE_SIDES) || reverse && (behind + 12) % 24 == state.hull
    }

    fn reversed(self, cost: Cost, unit: &Unit) -> Option<Cost> {
        let times = self.battle.tables.reverse[unit.column()]?;
        match cost {
            Cost::Twelfths(cost) if unit.eight_wheels => Some(Cost::Twelfths(cost)),
            Cost::Twelfths(cost) => Some(Cost::Twelfths(cost * times)),
            // Hedgerows are crossed forwards only (23).
            Cost::Full | Cost::No => None,
        }
    }

    /// The cost of an inch; diagonally it is 17/12 of that (P-31).
    fn inch(cost: u16, way: Compass) -> u16 {
        if way.is_diagonal() { (cost * 17 + 6) / 12 } else { cost }
    }

    #[apply(rule, "15.1")]
    fn foot_cost(self, id: Id, from: Spot, to: Spot, way: Compass) -> Option<Cost> {
        let ground = self.ground.terrain(to);
        let rise = self.battle.level(to).abs_diff(self.battle.level(from));
        let barrier = self.battle.barrier(from, way);
        let steep = rise > 1;
        if rise > 2 || steep && (way.is_diagonal() || !self.battle.plays(Switch::Cliffs)) {
            return None;
        }
        // Between two levels of a cliff the unit goes on climbing (27, P-66).
        if self.forces.state(id).climbing.is_some_and(|climbing| climbing != way) {
            return None;
        }
        let hedgerow = barrier == Edge::Hedgerow && !self.ground.is_open_hedgerow(from, way);
        if hedgerow && !self.battle.plays(Switch::Hedgerows) {
            return None;
        }
        if barrier == Edge::Cliff || steep {
            applies("27");
        }
        if hedgerow {
            applies("23.2");
        }
        if ground.bridge.is_some() {
            applies("26");
        }
        if barrier == Edge::Cliff
            || steep
            || hedgerow
            || ground.kind == Kind::Stream && ground.bridge.is_none()
        {
            return Some(Cost::Full);
        }
        let base =
            if ground.kind == Kind::Swamp && !self.ground.on_road(from, to) { 2 * POINT } else { POINT };
        Some(Cost::Twelfths(Self::inch(base, way)))
    }

    #[apply(rule, "34.2" if self.battle.unit(mover.unit).rollers)]
    #[apply(rule, "18.9" if self.forces.state(mover.unit).is(Flag::Mounted))]
    #[apply(rule, "26" if self.ground.terrain(to).bridge.is_some())]
    #[apply(rule, "13.1" if self.battle.unit(mover.unit).is_gun())]
    fn drive_cost(self, mover: &Mover, from: Spot, to: Spot, way: Compass) -> Option<Cost> {
        let (unit, state) = (self.battle.unit(mover.unit), self.forces.state(mover.unit));
        let tables = &self.battle.tables;
        let column = self.column(mover.unit);
        let ground = self.ground.terrain(to);
        let (low, high) = (self.battle.level(from), self.battle.level(to));
        if high.abs_diff(low) > 1 || self.battle.barrier(from, way) == Edge::Cliff {
            applies("27");
        }
        if high.abs_diff(low) > 1 || unit.rollers && self.bars_rollers(mover, from, to, way) {
            return None;
        }
        let road = self.ground.on_road(from, to) && !state.is(Flag::Mounted);
        // Cavalry treats roads and bridges as clear (18).
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
        match self.battle.barrier(from, way) {
            Edge::Open => {}
            Edge::Cliff => return None,
            Edge::Hedgerow if !self.battle.plays(Switch::Hedgerows) => return None,
            Edge::Hedgerow if !self.ground.is_open_hedgerow(from, way) => {
                // Tanks and SP-guns cross a hedgerow that they face, in a full phase (23).
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
        // A flail tank moves 2 inches in a phase in which it clears mines (34).
        let works = unit.flail && !state.is(Flag::FlailGone) && self.battle.plays(Switch::MineClearing);
        if works && (self.ground.is_mined(to) || state.is(Flag::Clearing)) {
            let gone = mover
                .path
                .windows(2)
                .map(|pair| self.battle.twelfths(pair[0].cell, pair[1].cell))
                .sum::<u16>();
            if gone + self.battle.twelfths(from, to) > 24 {
                return None;
            }
        }
        Some(Cost::Twelfths(Self::inch(cost, way)))
    }
}

impl Ground {
    /// Whether an inch follows a road, fallen bridges excepted.
    pub fn on_road(&self, from: Spot, to: Spot) -> bool {
        self.terrain(from).road && self.terrain(to).road
    }

    /// Whether a hedgerow was opened for other units (23).
    pub(crate) fn is_open_hedgerow(&self, from: Spot, way: Compass) -> bool {
        self.battle.edge_crossed(from, way).is_some_and(|edge| self.breached.contains(&edge))
    }
}

impl Battle {
    /// The length of a step in twelfths of an inch.
    fn twelfths(&self, from: Spot, to: Spot) -> u16 {
        if self.range(from, to) > 10 { 17 } else { 12 }
    }

    /// The edge that a straight step crosses.
    pub(crate) fn edge_crossed(&self, from: Spot, way: Compass) -> Option<BoardEdge> {
        match way {
            Compass::E => Some(BoardEdge { cell: from, side: EdgeSide::East }),
            Compass::N => Some(BoardEdge { cell: from, side: EdgeSide::North }),
            Compass::W => Some(BoardEdge { cell: self.next(from, way)?, side: EdgeSide::East }),
            Compass::S => Some(BoardEdge { cell: self.next(from, way)?, side: EdgeSide::North }),
            _ => None,
        }
    }
}
