//! Chapter 34: rollers, the tank that pushes them, and bulldozed paths.

use crate::board::Compass;
use crate::game::{Event, Log, Tone};
use crate::rules::panzertruppe::movement::mover::{Mover, POINT};
use crate::rules::panzertruppe::movement::steps::way_of;
use crate::rules::panzertruppe::sight::geometry::toward;
use crate::rules::panzertruppe::state::{Choice, Edge, Flag, Kind, NOBODY, Path, Position};

impl Position {
    /// Whether rollers may turn into a direction: they may not pivot in place, and turn at most 45 degrees an
    /// inch (34, P-65).
    pub(crate) fn may_turn(&self, mover: &Mover, way: Compass, reverse: bool) -> bool {
        if !self.unit(mover.unit).rollers {
            return true;
        }
        let heading = toward(way_of(way)) + if reverse { 12 } else { 0 };
        let off = (heading + 24 - self.state(mover.unit).hull) % 24;
        off <= 3 || off >= 21
    }

    /// Whether rollers may not take a step: they need open ground, a road or a bulldozed path, and climb only
    /// on roads or pushed (34).
    pub(crate) fn bars_rollers(&self, mover: &Mover, from: u16, to: u16, way: Compass) -> bool {
        let ground = self.ground(to);
        let road = self.on_road(from, to);
        let wet = ground.kind == Kind::Stream && ground.bridge.is_none();
        let rough = matches!(ground.kind, Kind::Woods | Kind::Rough)
            && !road
            && !self.paths.contains(&Path::Cell(to));
        let barrier = matches!(self.barrier(from, way), Edge::Wall | Edge::Hedgerow)
            && !self.edge_crossed(from, way).is_some_and(|edge| self.paths.contains(&Path::Edge(edge)));
        let climbs = self.battle.level(to) > self.battle.level(from) && !road && mover.pusher == NOBODY;
        wet || rough || barrier || climbs
    }

    /// A bulldozer clears a path for rollers through woods, rough, walls and hedgerows (34).
    pub(crate) fn bulldoze(&mut self, from: u16, to: u16, way: Compass) {
        let ground =
            matches!(self.battle.ground_at(to).kind, Kind::Woods | Kind::Rough).then_some(Path::Cell(to));
        let barrier = matches!(self.barrier(from, way), Edge::Wall | Edge::Hedgerow);
        let edge = self.edge_crossed(from, way).filter(|_| barrier).map(Path::Edge);
        for path in ground.into_iter().chain(edge) {
            if !self.paths.contains(&path) {
                self.paths.push(path);
            }
        }
    }

    /// Adds the Sherman 75 tanks that may push rollers: behind them, facing the same way, and not yet moved
    /// (34).
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
                && unit.pushes_rollers
                && !unit.rollers
                && state.hull == hull
                && !state.condition.is_halted()
                && !state.is(Flag::Moved)
                && !self.retreats(by)
        }) {
            to.push(Choice::Push(self.unit(by).tag));
        }
    }

    /// Pushed rollers have 4 points and may climb; neither tank fires (34).
    pub fn be_pushed(
        &mut self,
        mover: &mut Mover,
        by: crate::rules::panzertruppe::state::Tag,
        log: &mut Log,
    ) {
        let by = self.id(by);
        mover.pusher = by;
        mover.left = 4 * POINT;
        for id in [mover.unit, by] {
            let state = self.state_mut(id);
            state.set(Flag::Clearing, true);
            state.set(Flag::Moved, true);
        }
        log.add(|| {
            let text = format!("{} pushes {}", self.full_name(by), self.full_name(mover.unit));
            Event::new(Tone::Plain, self.side(by), text, "34").at(self.cell_of(by))
        });
    }
}
