//! Chapter 34: rollers, the tank that pushes them, and bulldozed paths.

use crate::board::Compass;
use crate::game::{Event, Log, Tone};
use crate::rules::panzertruppe::movement::mover::{Inch, Mover, POINT};
use crate::rules::panzertruppe::movement::steps::way_of;
use crate::rules::panzertruppe::sight::geometry::toward;
use crate::rules::panzertruppe::state::{
    Choice, Edge, Flag, Forces, Going, Ground, Kind, NOBODY, Path, Spot, Tag,
};

impl Going<'_> {
    /// Whether rollers may turn into a direction: they may not pivot in place, and turn at most 45 degrees an
    /// inch (34, P-65).
    pub(crate) fn may_turn(self, mover: &Mover, Inch { way, reverse }: Inch) -> bool {
        if !self.battle.unit(mover.unit).rollers {
            return true;
        }
        let heading = toward(way_of(way)) + if reverse { 12 } else { 0 };
        let off = (heading + 24 - self.forces.state(mover.unit).hull) % 24;
        off <= 3 || off >= 21
    }

    /// Whether rollers may not take a step: they need open ground, a road or a bulldozed path, and climb only
    /// on roads or pushed (34).
    pub(crate) fn bars_rollers(self, mover: &Mover, from: Spot, to: Spot, way: Compass) -> bool {
        let ground = self.ground.terrain(to);
        let road = self.ground.on_road(from, to);
        let wet = ground.kind == Kind::Stream && ground.bridge.is_none();
        let rough = matches!(ground.kind, Kind::Woods | Kind::Rough)
            && !road
            && !self.ground.paths.contains(&Path::Cell(to));
        let barrier = matches!(self.battle.barrier(from, way), Edge::Wall | Edge::Hedgerow)
            && !self
                .battle
                .edge_crossed(from, way)
                .is_some_and(|edge| self.ground.paths.contains(&Path::Edge(edge)));
        let climbs = self.battle.level(to) > self.battle.level(from) && !road && mover.pusher == NOBODY;
        wet || rough || barrier || climbs
    }

    /// Adds the Sherman 75 tanks that may push rollers: behind them, facing the same way, and not yet moved
    /// (34).
    pub fn push_choices(self, mover: &Mover, to: &mut Vec<Choice>) {
        let id = mover.unit;
        if !self.battle.unit(id).rollers || mover.stepped || mover.pusher != NOBODY {
            return;
        }
        let hull = self.forces.state(id).hull;
        let behind = Compass::ALL.into_iter().find(|&way| toward(way_of(way)) == (hull + 12) % 24);
        let by = self
            .forces
            .spot(id)
            .zip(behind)
            .and_then(|(at, way)| self.forces.holder_of(self.battle.next(at, way)?));
        if let Some(by) = by.filter(|&by| {
            let (unit, state) = (self.battle.unit(by), self.forces.state(by));
            self.forces.side(by) == self.forces.side(id)
                && unit.pushes_rollers
                && !unit.rollers
                && state.hull == hull
                && !state.condition.is_halted()
                && !state.is(Flag::Moved)
                && !self.forces.retreats(by)
        }) {
            to.push(Choice::Push(self.battle.unit(by).tag));
        }
    }
}

impl Ground {
    /// A bulldozer clears a path for rollers through woods, rough, walls and hedgerows (34).
    pub(crate) fn bulldoze(&mut self, from: Spot, to: Spot, way: Compass) {
        let ground =
            matches!(self.battle.terrain_at(to).kind, Kind::Woods | Kind::Rough).then_some(Path::Cell(to));
        let barrier = matches!(self.battle.barrier(from, way), Edge::Wall | Edge::Hedgerow);
        let edge = self.battle.edge_crossed(from, way).filter(|_| barrier).map(Path::Edge);
        for path in ground.into_iter().chain(edge) {
            if !self.paths.contains(&path) {
                self.paths.push(path);
            }
        }
    }
}

impl Mover {
    /// Pushed rollers have 4 points and may climb; neither tank fires (34).
    pub fn be_pushed(&mut self, forces: &mut Forces, by: Tag, log: &mut Log) {
        let by = forces.battle.id(by);
        self.pusher = by;
        self.left = 4 * POINT;
        for id in [self.unit, by] {
            let state = forces.state_mut(id);
            state.set(Flag::Clearing, true);
            state.set(Flag::Moved, true);
        }
        log.add(|| {
            let names = [by, self.unit].map(|id| forces.battle.full_name(id));
            let text = format!("{} pushes {}", names[0], names[1]);
            Event::new(Tone::Plain, forces.side(by), text, "34").at(forces.cell_of(by))
        });
    }
}
