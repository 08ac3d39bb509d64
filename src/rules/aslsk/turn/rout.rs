//! The rout phase (3.6).

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Checked, morale_check};
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Arm, Choice, Whereabouts};
use crate::rules::aslsk::tables::guns::TargetType;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// Half MF of a routing unit (3.6).
const ROUT: u8 = 12;

/// A unit routing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Routing {
    /// Who.
    pub unit: u8,
    /// Half MF left.
    pub left: u8,
    /// Enemies that have seen it on its way: it goes no nearer to them (3.6c).
    pub seen: Vec<u8>,
    /// It has come into woods or a building.
    pub sheltered: bool,
    /// It has gone a step.
    pub gone: bool,
}

impl Position {
    /// Broken units that must rout fall under desperation (3.6a).
    pub(super) fn begin_rout_phase(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.broken && !unit.melee && self.must_rout(id) {
                self.unit_mut(id).desperate = true;
            }
            self.unit_mut(id).acted = false;
        }
    }

    /// Whether a broken unit may not stay (3.6a).
    fn must_rout(&self, id: u8) -> bool {
        let Some(place) = self.unit(id).place() else { return false };
        self.enemy_beside(id, true) || self.interdictor(id, place).is_some()
    }

    /// An enemy that can interdict a unit in a hex (3.6e): in normal range and sight, able to fire on it, the
    /// hex being open ground to him.
    fn interdictor(&self, id: u8, place: Place) -> Option<u8> {
        if !self.open_ground(place) {
            return None;
        }
        let side = self.unit(id).side;
        let mut enemies = self.enemies(side).filter(|&enemy| self.unit(enemy).good_order());
        enemies.find(|&enemy| {
            let other = self.unit(enemy);
            let Some(from) = other.place().filter(|_| !other.pinned && !other.cx && !other.leader()) else {
                return false;
            };
            let range = self.map().range(from, place);
            let own = range <= u16::from(other.data().range) && other.data().firepower > 0;
            let gun = self.weapons_of(enemy).any(|w| self.weapon_interdicts(w, from, place, range));
            let above = self.map().level(place) > self.map().level(from);
            (own || gun) && !above && range > 0 && self.hindrance(from, place) == Some(0)
        })
    }

    /// Whether a weapon can fire at a hex, ordnance hitting at fewer than 17 hexes without turning.
    fn weapon_interdicts(&self, id: u8, from: Place, place: Place, range: u16) -> bool {
        let weapon = self.weapon(id);
        if weapon.broken {
            return false;
        }
        if let Some(gun) = weapon.machine_gun() {
            return range <= u16::from(gun.range).min(16);
        }
        let Some(ordnance) = weapon.ordnance().filter(|ordnance| !ordnance.latw() && range < 17) else {
            return weapon.arm == Arm::Flamethrower && range <= 1;
        };
        let kind = if ordnance.mortar() { TargetType::Area } else { TargetType::Infantry };
        let faces = !ordnance.gun() || arc::covers(self.hex(from), weapon.carriage.facing, self.hex(place));
        faces && ordnance.to_hit(kind, range, self.red(id)).is_some_and(|to_hit| to_hit.number >= 2)
    }

    pub(super) fn rout_choices(&self, side: Side) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        for id in self.ids() {
            let unit = self.unit(id);
            let routs = unit.side == side
                && unit.broken
                && unit.desperate
                && !unit.melee
                && !unit.acted
                && unit.place().is_some();
            if !routs {
                continue;
            }
            let steps = self.rout_steps(&self.routing(id));
            if steps.is_empty() {
                continue;
            }
            choices.push(Choice::Rout(id));
            choices.extend(steps.iter().map(|&to| Choice::Crawl(id, self.hex(to))));
        }
        choices
    }

    fn routing(&self, id: u8) -> Routing {
        let mut routing = Routing { unit: id, left: ROUT, seen: Vec::new(), sheltered: false, gone: false };
        self.look_about(&mut routing);
        routing
    }

    /// Notes the enemies that see it now.
    fn look_about(&self, routing: &mut Routing) {
        let unit = self.unit(routing.unit);
        let Some(here) = unit.place() else { return };
        for enemy in self.enemies(unit.side) {
            let sees = self.unit(enemy).place().is_some_and(|there| self.sees(there, here));
            if sees && !routing.seen.contains(&enemy) {
                routing.seen.push(enemy);
            }
        }
    }

    /// What a step costs a routing unit, if it may take it (3.6c).
    fn rout_step(&self, routing: &Routing, from: Place, to: Place) -> Option<u8> {
        let unit = self.unit(routing.unit);
        let map = self.map();
        if self.occupied(to, unit.side.other()) || !self.room(to, unit.side, &[routing.unit]) {
            return None;
        }
        for &enemy in &routing.seen {
            let Some(there) = self.unit(enemy).place() else { continue };
            let (before, after) = (map.range(there, from), map.range(there, to));
            if after < before || (before == 1 && after == 1) {
                return None;
            }
        }
        let mut cost = if map.road_between(from, to) { 2 } else { map.terrain(to).row().mf };
        if map.level(to) > map.level(from) {
            cost *= 2;
        }
        Some(cost + if self.smoky(to) { 2 } else { 0 })
    }

    /// The cheapest cost from a hex to every hex that can be reached, as pairs.
    fn rout_reach(&self, routing: &Routing, from: Place, left: u8) -> Vec<(Place, u8)> {
        let mut reached: Vec<(Place, u8)> = vec![(from, 0)];
        let mut at = 0;
        while at < reached.len() {
            let (here, spent) = reached[at];
            at += 1;
            let next: Vec<Place> = self.map().around(here).map(|(_, to)| to).collect();
            for to in next {
                let Some(cost) = self.rout_step(routing, here, to) else { continue };
                let total = spent + cost;
                if total > left {
                    continue;
                }
                match reached.iter().position(|(place, _)| *place == to) {
                    Some(known) if reached[known].1 <= total => {}
                    Some(known) => {
                        reached[known].1 = total;
                        // Its neighbours are looked at again from the cheaper way.
                        if known < at {
                            reached.push((to, total));
                        }
                    }
                    None => reached.push((to, total)),
                }
            }
        }
        reached
    }

    /// The hexes a routing unit may step into: on a cheapest way to the nearest shelter, or to a nearer one
    /// that it might pass (3.6c, 3.6d); anywhere if there is none in reach.
    fn rout_steps(&self, routing: &Routing) -> Vec<Place> {
        let Some(here) = self.unit(routing.unit).place() else { return Vec::new() };
        let first: Vec<(Place, u8)> = self
            .map()
            .around(here)
            .filter_map(|(_, to)| Some((to, self.rout_step(routing, here, to)?)))
            .filter(|&(_, cost)| cost <= routing.left)
            .collect();
        let shelter = |place: Place| self.map().terrain(place).shelter();
        if routing.sheltered {
            return first.into_iter().map(|(to, _)| to).filter(|&to| shelter(to)).collect();
        }
        let beyond: Vec<(Place, Vec<(Place, u8)>)> = first
            .iter()
            .map(|&(to, cost)| {
                let reach = self.rout_reach(routing, to, routing.left - cost);
                (to, reach.into_iter().map(|(place, more)| (place, more + cost)).collect())
            })
            .collect();
        let best = |place: Place| {
            beyond
                .iter()
                .flat_map(|(_, reach)| reach)
                .filter(|(there, _)| *there == place)
                .map(|(_, cost)| *cost)
                .min()
        };
        let mut shelters: Vec<(Place, u8)> = Vec::new();
        for (_, reach) in &beyond {
            for &(place, _) in reach {
                if place != here && shelter(place) && !shelters.iter().any(|(there, _)| *there == place) {
                    shelters.extend(best(place).map(|cost| (place, cost)));
                }
            }
        }
        let passed = |place: Place| {
            routing
                .seen
                .iter()
                .filter_map(|&enemy| self.unit(enemy).place())
                .any(|there| self.map().range(there, place) <= self.map().range(there, here))
        };
        let nearest = shelters.iter().filter(|(place, _)| !passed(*place)).map(|(_, cost)| *cost).min();
        let bound = nearest.unwrap_or(u8::MAX);
        let goals: Vec<(Place, u8)> = shelters.into_iter().filter(|(_, cost)| *cost <= bound).collect();
        if goals.is_empty() {
            return first.into_iter().map(|(to, _)| to).collect();
        }
        let leads = |reach: &[(Place, u8)]| reach.iter().any(|step| goals.contains(step));
        beyond.iter().filter(|(_, reach)| leads(reach)).map(|(to, _)| *to).collect()
    }

    pub(super) fn begin_rout(
        &mut self,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Rout(id) => {
                self.lighten(id);
                self.unit_mut(id).acted = true;
                self.frames.push(Frame::Rout(side));
                let routing = self.routing(id);
                self.frames.push(Frame::Routing(routing));
                Ok(())
            }
            Choice::Crawl(id, hex) => {
                self.lighten(id);
                self.unit_mut(id).acted = true;
                self.frames.push(Frame::Rout(side));
                if let Some(to) = self.map().place(hex)
                    && !self.stumbles(to, side, log)
                {
                    self.unit_mut(id).at = Whereabouts::On(to);
                    self.track(id);
                    self.tell_rout(id, to, log);
                }
                Ok(())
            }
            _ => self.end_rout(side, dice, log),
        }
    }

    /// Weapons beyond what it can carry are dropped before it routs (4a).
    fn lighten(&mut self, id: u8) {
        let place = self.unit(id).place();
        let mut capacity: i16 = match (self.unit(id).leader(), self.unit(id).wounded) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 3,
        };
        let weapons: Vec<u8> = self.weapons_of(id).collect();
        for weapon in weapons {
            let portage = i16::from(self.weapon(weapon).portage());
            if portage > capacity || self.weapon(weapon).gun().is_some() {
                self.drop_weapon(weapon, place);
            } else {
                capacity -= portage;
            }
        }
    }

    fn tell_rout(&self, id: u8, to: Place, log: &mut Log) {
        log.add(|| {
            let text = format!("{} routs to {}", self.called(id), self.name(to));
            Event::new(Tone::Plain, self.unit(id).side, text, "3.6").at([self.cell(to)])
        });
    }

    pub(super) fn routing_choices(&self, routing: &Routing) -> Vec<Choice> {
        let mut choices = Vec::new();
        let steps = self.rout_steps(routing);
        // It stops in shelter, where no way leads on, and where it could not stay anyhow if it so wishes.
        if routing.gone || steps.is_empty() {
            choices.push(Choice::Done);
        }
        choices.extend(steps.into_iter().map(|to| Choice::Go(self.hex(to))));
        choices
    }

    pub(super) fn rout_on(
        &mut self,
        mut routing: Routing,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (Choice::Go(hex), Some(from)) = (choice, self.unit(routing.unit).place()) else { return Ok(()) };
        let Some(to) = self.map().place(hex) else { return Ok(()) };
        let cost = self.rout_step(&routing, from, to).unwrap_or(routing.left);
        routing.left = routing.left.saturating_sub(cost);
        routing.gone = true;
        let id = routing.unit;
        if self.stumbles(to, self.unit(id).side, log) {
            return Ok(());
        }
        self.unit_mut(id).at = Whereabouts::On(to);
        self.track(id);
        self.tell_rout(id, to, log);
        if self.interdictor(id, to).is_some() && !self.interdict(id, dice, log)? {
            return Ok(());
        }
        routing.sheltered = self.map().terrain(to).shelter() && !self.enemy_beside(id, false);
        self.look_about(&mut routing);
        self.frames.push(Frame::Routing(routing));
        Ok(())
    }

    /// A morale check in the open (3.6e); answers whether it routs on.
    fn interdict(&mut self, id: u8, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
        let original = self.throw(id, "interdiction", dice)?;
        let checked = morale_check(original, 0, self.morale(id));
        log.add(|| {
            let text = format!("{} is interdicted: {original} against {}", self.called(id), self.morale(id));
            Event::new(Tone::Plain, self.unit(id).side, text, "3.6e")
        });
        self.suffer(id, checked, dice, log)?;
        Ok(checked != Checked::Pinned && self.unit(id).place().is_some())
    }

    /// Who must rout and did not get away is eliminated; then the other side, then the next phase (3.6a).
    fn end_rout(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.side != side || !unit.broken || unit.melee || unit.place().is_none() {
                continue;
            }
            let stuck = self.enemy_beside(id, true) || (!unit.acted && self.must_rout(id));
            if stuck {
                let mut losses = Vec::new();
                log.add(|| {
                    Event::new(Tone::Loss, side, format!("{} fails to rout", self.called(id)), "3.6a")
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
