//! The RtPh (3.6).

mod interdiction;
mod march;
mod ways;

use std::cell::OnceCell;
use std::ops::ControlFlow;

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Choice, Whereabouts};
use crate::rules::aslsk::turn::movement::Way;
use crate::rules::aslsk::turn::{ChoiceSink, Frame};
use crate::side::Side;
use ways::Ways;

/// Half MF of a routing unit (3.6).
const ROUT: u8 = 12;

/// Half MF of a wounded leader that routs, broken or along (3.2.3d, K-48).
const WOUNDED: u8 = 6;

/// For a unit that stays: FFMO as if it entered its hex off the road (3.6a).
const STAYING: Motion = Motion { moves: true, assault: false, road: false, crest: 0 };

/// The motion of a unit that routs by a way (3.6e).
pub(in crate::rules::aslsk) const fn fleeing(way: Way) -> Motion {
    Motion { moves: true, assault: false, road: way.road, crest: way.crest }
}

/// Low Crawl to each of these hexes (3.6b).
fn crawls(position: &Position, id: u8, steps: &[(Place, bool)]) -> Vec<Choice> {
    let hexes = steps.iter().filter(|(_, beside)| !beside);
    hexes.map(|&(to, _)| Choice::Crawl(id, position.hex(to))).collect()
}

/// A unit routing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Routing {
    /// The unit.
    pub unit: u8,
    /// Half MF left.
    pub left: u8,
    /// Enemies whose LOS it has been in; it cannot move closer to them (3.6c).
    pub seen: Vec<u8>,
    /// Its hex at the start of the phase; it may leave that building but not re-enter it (3.6d).
    pub start: Place,
    /// The leader routing along (3.6f).
    pub leader: Option<u8>,
    /// Has reached woods or a building.
    pub sheltered: bool,
    /// Was reduced on the way, and may stop.
    pub reduced: bool,
    /// Has left its hex.
    pub gone: bool,
}

impl Position {
    /// Broken units that must rout become DM (3.6a).
    pub(in crate::rules::aslsk::turn) fn begin_rout_phase(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.broken && !unit.melee && self.must_rout(id) {
                self.unit_mut(id).dm = true;
            }
            self.unit_mut(id).acted = false;
        }
    }

    /// Whether a broken unit cannot stay (3.6a).
    fn must_rout(&self, id: u8) -> bool {
        applies("3.6a");
        let Some(place) = self.unit(id).place() else { return false };
        self.enemy_beside(id, true) || !self.interdictors(id, place, STAYING).is_empty()
    }

    pub(in crate::rules::aslsk::turn) fn list_routs(&self, side: Side, sink: ChoiceSink) -> ControlFlow<()> {
        sink(Choice::Done)?;
        let crowd = OnceCell::new();
        for id in self.ids() {
            let unit = self.unit(id);
            let routs = unit.side == side && unit.broken && unit.dm && !unit.melee && !unit.acted;
            let Some(start) = unit.place().filter(|_| routs) else { continue };
            let crowd = crowd.get_or_init(|| self.crowd());
            let steps = self.rout_ways(crowd, &self.routing(id, start)).steps;
            if steps.is_empty() {
                continue;
            }
            sink(Choice::Rout(id))?;
            // The unit first chooses which Weapon to drop; after that it may still use Low Crawl.
            if self.must_choose_drop(id) {
                continue;
            }
            crawls(self, id, &steps).into_iter().try_for_each(&mut *sink)?;
        }
        ControlFlow::Continue(())
    }

    fn routing(&self, id: u8, start: Place) -> Routing {
        let mut routing = Routing {
            unit: id,
            start,
            leader: None,
            left: if self.unit(id).wounded { WOUNDED } else { ROUT },
            seen: Vec::new(),
            sheltered: false,
            reduced: false,
            gone: false,
        };
        self.note_enemies_in_los(&mut routing);
        routing
    }

    pub(in crate::rules::aslsk::turn) fn begin_rout(
        &mut self,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Rout(id) => {
                self.drop_excess(id);
                self.unit_mut(id).acted = true;
                self.frames.push(Frame::Rout(side));
                let Some(start) = self.unit(id).place() else { return Ok(()) };
                let routing = self.routing(id, start);
                self.frames.push(Frame::Routing(routing));
                Ok(())
            }
            Choice::Crawl(id, hex) => {
                self.drop_excess(id);
                self.unit_mut(id).acted = true;
                self.frames.push(Frame::Rout(side));
                let Some(start) = self.unit(id).place() else { return Ok(()) };
                let routing = self.routing(id, start);
                self.crawl(&routing, hex, log);
                Ok(())
            }
            _ => self.end_rout(side, dice, log),
        }
    }

    /// Low Crawl: one hex without Interdiction (3.6b).
    fn crawl(&mut self, routing: &Routing, hex: Hex, log: &mut Log) {
        applies("3.6b");
        let side = self.unit(routing.unit).side;
        if let Some(to) = self.map().place(hex)
            && !self.runs_into_hidden_gun(to, side, log)
        {
            self.take_along(routing, to, log);
        }
    }

    /// The unit and its leader enter a hex.
    fn take_along(&mut self, routing: &Routing, to: Place, log: &mut Log) {
        for id in [routing.unit].into_iter().chain(routing.leader) {
            let name = self.called(id);
            self.unit_mut(id).at = Whereabouts::On(to);
            self.track(id);
            log.add(|| {
                let text = format!("{name} routs to {}", self.name(to));
                let what = format!("routs to {}", self.name(to));
                Event::new(Tone::Plain, self.unit(id).side, text, "3.6")
                    .at([self.cell(to)])
                    .moves(self.factors_of(id), what)
            });
        }
    }

    /// Before it routs, a unit drops its Guns and every SW that alone exceeds its IPC (4a). Where the rest
    /// still exceeds it, its owner chooses what to drop ([`Position::excess`]).
    fn drop_excess(&mut self, id: u8) {
        applies("4a");
        let (place, capacity) = (self.unit(id).place(), self.capacity(id));
        let too_heavy = |&weapon: &u8| {
            let weapon = self.weapon(weapon);
            weapon.gun().is_some() || i16::from(weapon.portage()) > capacity
        };
        let dropped: Vec<u8> = self.weapons_of(id).filter(too_heavy).collect();
        dropped.into_iter().for_each(|weapon| self.drop_weapon(weapon, place));
    }

    /// The SW of which one must be dropped because together they exceed the IPC (4a, K-53).
    fn excess(&self, id: u8) -> Vec<u8> {
        if self.load(id) <= self.capacity(id) {
            return Vec::new();
        }
        self.weapons_of(id).filter(|&weapon| self.weapon(weapon).portage() > 0).collect()
    }

    /// The unit of a rout whose owner has to choose a SW to drop.
    pub fn must_drop(&self, routing: &Routing) -> Option<u8> {
        [routing.unit].into_iter().chain(routing.leader).find(|&id| !self.excess(id).is_empty())
    }

    /// Whether the owner chooses what this unit drops before it routs.
    fn must_choose_drop(&self, id: u8) -> bool {
        let capacity = self.capacity(id);
        let portages = self.weapons_of(id).filter(|&weapon| self.weapon(weapon).gun().is_none());
        let portages = portages.map(|weapon| i16::from(self.weapon(weapon).portage()));
        portages.filter(|&portage| portage <= capacity).sum::<i16>() > capacity
    }

    /// Leaders that may rout along: unbroken, in the unit's hex, and not used so before (3.6f).
    fn companions(&self, routing: &Routing) -> Vec<u8> {
        applies("3.6f");
        let unit = self.unit(routing.unit);
        let Some(here) = unit.place().filter(|_| !routing.gone && routing.leader.is_none() && !unit.leader())
        else {
            return Vec::new();
        };
        let may = |&id: &u8| {
            let leader = self.unit(id);
            leader.leader() && leader.good_order() && !leader.pinned && !leader.acted
        };
        self.units_at(here, unit.side).filter(may).collect()
    }

    pub(in crate::rules::aslsk::turn) fn routing_choices(&self, routing: &Routing) -> Vec<Choice> {
        if let Some(id) = self.must_drop(routing) {
            return self.excess(id).into_iter().map(Choice::Drop).collect();
        }
        let mut choices = Vec::new();
        let Ways { steps, bound } = self.rout_ways(&self.crowd(), routing);
        // It may stop in shelter, when no shelter can be reached, or after being reduced on the way.
        if steps.is_empty() || (routing.gone && (!bound || routing.reduced)) {
            choices.push(Choice::Done);
        }
        choices.extend(steps.iter().map(|&(to, beside)| {
            if beside { Choice::Beside(self.hex(to)) } else { Choice::Go(self.hex(to)) }
        }));
        if !routing.gone {
            choices.extend(self.companions(routing).into_iter().map(Choice::With));
            choices.extend(crawls(self, routing.unit, &steps));
        }
        choices
    }

    pub(in crate::rules::aslsk::turn) fn rout_on(
        &mut self,
        mut routing: Routing,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (hex, beside) = match choice {
            Choice::Go(hex) => (hex, false),
            Choice::Beside(hex) => (hex, true),
            Choice::Crawl(_, hex) => {
                self.crawl(&routing, hex, log);
                return Ok(());
            }
            Choice::Drop(weapon) => {
                let place = self.unit(routing.unit).place();
                self.drop_weapon(weapon, place);
                self.frames.push(Frame::Routing(routing));
                return Ok(());
            }
            Choice::With(leader) => {
                self.drop_excess(leader);
                self.unit_mut(leader).acted = true;
                routing.leader = Some(leader);
                if self.unit(leader).wounded {
                    routing.left = WOUNDED;
                }
                self.frames.push(Frame::Routing(routing));
                return Ok(());
            }
            _ => return Ok(()),
        };
        let (Some(from), Some(to)) = (self.unit(routing.unit).place(), self.map().place(hex)) else {
            return Ok(());
        };
        let way = self.way(Some(from), to, beside);
        routing.left = routing.left.saturating_sub(way.cost);
        routing.gone = true;
        let id = routing.unit;
        if self.runs_into_hidden_gun(to, self.unit(id).side, log) {
            return Ok(());
        }
        self.take_along(&routing, to, log);
        let interdictors = self.interdictors(id, to, fleeing(way));
        if !interdictors.is_empty() {
            self.lose_interdictors_acquisition(&interdictors);
            let squad = self.unit(id).data().kind;
            if !self.resolve_interdiction(&mut routing, dice, log)? {
                return Ok(());
            }
            routing.reduced |= self.unit(id).data().kind != squad;
        }
        routing.sheltered = self.map().terrain(to).shelter() && !self.enemy_beside(id, false);
        self.note_enemies_in_los(&mut routing);
        self.frames.push(Frame::Routing(routing));
        Ok(())
    }

    /// Whether a unit would be eliminated if its side ended the RtPh now (3.6a).
    fn is_stranded(&self, id: u8, side: Side) -> bool {
        let unit = self.unit(id);
        let routs = unit.side == side && unit.broken && !unit.melee && unit.place().is_some();
        routs && (self.enemy_beside(id, true) || (!unit.acted && self.must_rout(id)))
    }

    /// The units of a side that would fail to rout (3.6a).
    pub(in crate::rules::aslsk) fn stranded(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.ids().filter(move |&id| self.is_stranded(id, side))
    }

    /// Ends a side's rout: units that failed to rout are eliminated, then the other side routs (3.6a).
    fn end_rout(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for id in self.ids() {
            if self.is_stranded(id, side) {
                let mut losses = Vec::new();
                log.add(|| {
                    Event::new(
                        Tone::Loss,
                        side,
                        format!("{} is eliminated: failure to rout", self.called(id)),
                        "3.6a",
                    )
                });
                self.eliminate(id, None, dice, log, &mut losses)?;
                self.after_losses(losses, dice, log)?;
            }
        }
        if side == self.attacker {
            self.frames.push(Frame::Rout(side.other()));
            return Ok(());
        }
        self.next_phase(dice, log)
    }
}
