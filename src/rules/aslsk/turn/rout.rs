//! The rout phase (3.6).

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::{Place, Terrain};
use crate::rules::aslsk::calculator::fate::{Checked, morale_check};
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::cover::Manner;
use crate::rules::aslsk::ordnance::arc;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Arm, Choice, Whereabouts};
use crate::rules::aslsk::tables::guns::TargetType;
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::movement::Way;
use crate::side::Side;

/// Half MF of a routing unit (3.6).
const ROUT: u8 = 12;

/// Half MF of a wounded leader who goes along (3.2.3d).
const WOUNDED: u8 = 6;

/// A unit that stays in its hex: whether it could be caught there if it came in by another way than the road (3.6a).
const STAYING: Motion = Motion { moves: true, assault: false, road: false, crest: 0 };

/// Where a routing unit may go: hexes, beside the road or not, and whether it must go on.
#[derive(Default)]
struct Ways {
    steps: Vec<(Place, bool)>,
    bound: bool,
}

/// Low crawl into any of these (3.6b).
fn crawls(position: &Position, id: u8, steps: &[(Place, bool)]) -> Vec<Choice> {
    let hexes = steps.iter().filter(|(_, beside)| !beside);
    hexes.map(|&(to, _)| Choice::Crawl(id, position.hex(to))).collect()
}

/// A unit routing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Routing {
    /// Who.
    pub unit: u8,
    /// Half MF left.
    pub left: u8,
    /// Enemies that have seen it on its way: it goes no nearer to them (3.6c).
    pub seen: Vec<u8>,
    /// Where it was when the phase began: it may leave that building, and does not come back to it (3.6d).
    pub start: Place,
    /// The leader who goes along (3.6f).
    pub leader: Option<u8>,
    /// It has come into woods or a building.
    pub sheltered: bool,
    /// It was reduced on its way, and need not go on.
    pub reduced: bool,
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
        applies("3.6a");
        let Some(place) = self.unit(id).place() else { return false };
        self.enemy_beside(id, true) || !self.interdictors(id, place, STAYING).is_empty()
    }

    /// Enemies that can interdict a unit which comes into a hex in a manner (3.6e): in normal range and sight, able
    /// to fire on it, FFMO counting against it there.
    fn interdictors(&self, id: u8, place: Place, motion: Motion) -> Vec<u8> {
        applies("3.6e");
        let side = self.unit(id).side;
        let may = |&enemy: &u8| {
            let other = self.unit(enemy);
            let fit = other.good_order() && !other.pinned && !other.cx;
            let Some(from) = other.place().filter(|&from| fit && from != place) else { return false };
            if self.hindrance(from, place) != Some(0) {
                return false;
            }
            let caught = |manner: Manner| {
                let tem = self.cover(place, Some(id), &[from], motion, manner).tem();
                self.in_the_open(place, motion, tem, 0)
            };
            let range = self.map().range(from, place);
            let own = range <= u16::from(other.data().range) && other.data().firepower > 0;
            let gun = |manner: Manner| {
                self.weapons_of(enemy).any(|weapon| {
                    let mortar = self.weapon(weapon).ordnance().is_some_and(|ordnance| ordnance.mortar());
                    (manner == Manner::Bomb) == mortar && self.weapon_interdicts(weapon, from, place, range)
                })
            };
            ((own || gun(Manner::SmallArms)) && caught(Manner::SmallArms))
                || (gun(Manner::Bomb) && caught(Manner::Bomb))
        };
        self.enemies(side).filter(may).collect()
    }

    /// Whether a weapon can fire at a hex, ordnance hitting at fewer than 17 hexes without turning.
    fn weapon_interdicts(&self, weapon_id: u8, from: Place, place: Place, range: u16) -> bool {
        let weapon = self.weapon(weapon_id);
        if weapon.broken {
            return false;
        }
        // A leader by himself does not, with whatever weapon (3.6e).
        if weapon.holder.is_some_and(|id| self.unit(id).leader() && self.mates(id, weapon_id).is_empty()) {
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
        faces && ordnance.to_hit(kind, range, self.red(weapon_id)).is_some_and(|to_hit| to_hit.number >= 2)
    }

    pub(super) fn rout_choices(&self, side: Side) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        for id in self.ids() {
            let unit = self.unit(id);
            let routs = unit.side == side && unit.broken && unit.desperate && !unit.melee && !unit.acted;
            let Some(start) = unit.place().filter(|_| routs) else { continue };
            let steps = self.rout_ways(&self.routing(id, start)).steps;
            if steps.is_empty() {
                continue;
            }
            choices.push(Choice::Rout(id));
            choices.extend(crawls(self, id, &steps));
        }
        choices
    }

    fn routing(&self, id: u8, start: Place) -> Routing {
        let mut routing = Routing {
            unit: id,
            start,
            leader: None,
            left: ROUT,
            seen: Vec::new(),
            sheltered: false,
            reduced: false,
            gone: false,
        };
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

    /// How a routing unit comes into a hex, if it may (3.6c).
    fn rout_step(&self, routing: &Routing, from: Place, to: Place, beside: bool) -> Option<Way> {
        applies("3.6c");
        let side = self.unit(routing.unit).side;
        let map = self.map();
        let coming: Vec<u8> = [routing.unit].into_iter().chain(routing.leader).collect();
        if self.occupied(to, side.other()) || !self.room(to, side, &coming) {
            return None;
        }
        for &enemy in &routing.seen {
            let Some(there) = self.unit(enemy).place() else { continue };
            let (before, after) = (map.range(there, from), map.range(there, to));
            if after < before || (before == 1 && after == 1) {
                return None;
            }
        }
        Some(self.way(Some(from), to, beside))
    }

    /// The cheapest cost from a hex to every hex that can be reached, as pairs.
    fn rout_reach(&self, routing: &Routing, from: Place, left: u8) -> Vec<(Place, u8)> {
        let mut reached: Vec<(Place, u8)> = vec![(from, 0)];
        let mut at = 0;
        while at < reached.len() {
            let (here, spent) = reached[at];
            at += 1;
            for (_, to) in self.map().around(here) {
                let Some(way) = self.rout_step(routing, here, to, false) else { continue };
                let total = spent + way.cost;
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

    /// Whether a routing unit may pass by a shelter: one no further from a known enemy than where it is, or of the
    /// very building in which it is or was (3.6d).
    fn may_ignore(&self, routing: &Routing, here: Place, shelter: Place) -> bool {
        applies("3.6d");
        let map = self.map();
        let known = routing.seen.iter().filter_map(|&enemy| self.unit(enemy).place());
        let mut known = known.filter(|&there| self.sees(there, here));
        known.any(|there| map.range(there, shelter) <= map.range(there, here))
            || shelter == routing.start
            || [here, routing.start].into_iter().any(|own| map.one_building(own, shelter))
    }

    /// Where a routing unit may step: on a cheapest way to the nearest shelter that it may not pass by, or to a nearer
    /// one that it might (3.6c, 3.6d); anywhere if there is none in reach.
    fn rout_ways(&self, routing: &Routing) -> Ways {
        let Some(here) = self.unit(routing.unit).place() else { return Ways::default() };
        let map = self.map();
        let mut first: Vec<(Place, bool, u8)> = Vec::new();
        for (_, to) in map.around(here) {
            for beside in [false, true] {
                let Some(way) = self.rout_step(routing, here, to, beside) else { continue };
                // By the side of the road only where there is a road through woods (1.1.1e).
                let road = map.road_between(here, to) && map.terrain(to) == Terrain::Woods;
                if way.cost <= routing.left && (!beside || road) {
                    first.push((to, beside, way.cost));
                }
            }
        }
        let shelter = |place: Place| map.terrain(place).shelter();
        let all = |which: &dyn Fn(Place) -> bool| {
            first.iter().filter(|(to, ..)| which(*to)).map(|&(to, beside, _)| (to, beside)).collect()
        };
        if routing.sheltered {
            return Ways { steps: all(&shelter), bound: false };
        }
        let reaches: Vec<Vec<(Place, u8)>> = first
            .iter()
            .map(|&(to, _, cost)| {
                let reach = self.rout_reach(routing, to, routing.left - cost);
                reach.into_iter().map(|(place, more)| (place, more + cost)).collect()
            })
            .collect();
        let mut shelters: Vec<(Place, u8)> = Vec::new();
        for &(place, cost) in reaches.iter().flatten().filter(|(place, _)| *place != here && shelter(*place))
        {
            match shelters.iter_mut().find(|(there, _)| *there == place) {
                Some((_, best)) => *best = cost.min(*best),
                None => shelters.push((place, cost)),
            }
        }
        let nearest = shelters
            .iter()
            .filter(|(place, _)| !self.may_ignore(routing, here, *place))
            .map(|(_, cost)| *cost)
            .min();
        let Some(nearest) = nearest else { return Ways { steps: all(&|_| true), bound: false } };
        shelters.retain(|(_, cost)| *cost <= nearest);
        let leads = |reach: &[(Place, u8)]| reach.iter().any(|step| shelters.contains(step));
        let steps = first.iter().zip(&reaches).filter(|((to, beside, _), reach)| {
            leads(reach) || (*beside && shelters.iter().any(|(place, _)| place == to))
        });
        Ways { steps: steps.map(|(&(to, beside, _), _)| (to, beside)).collect(), bound: true }
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
                let Some(start) = self.unit(id).place() else { return Ok(()) };
                let routing = self.routing(id, start);
                self.frames.push(Frame::Routing(routing));
                Ok(())
            }
            Choice::Crawl(id, hex) => {
                self.lighten(id);
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

    /// Low crawl: one hex, and nobody interdicts (3.6b).
    fn crawl(&mut self, routing: &Routing, hex: Hex, log: &mut Log) {
        applies("3.6b");
        let side = self.unit(routing.unit).side;
        if let Some(to) = self.map().place(hex)
            && !self.stumbles(to, side, log)
        {
            self.take_along(routing, to, log);
        }
    }

    /// The unit and the leader with it come into a hex.
    fn take_along(&mut self, routing: &Routing, to: Place, log: &mut Log) {
        for id in [routing.unit].into_iter().chain(routing.leader) {
            self.unit_mut(id).at = Whereabouts::On(to);
            self.track(id);
            self.tell_rout(id, to, log);
        }
    }

    /// Weapons beyond what it can carry are dropped before it routs (4a).
    fn lighten(&mut self, id: u8) {
        applies("4a");
        let place = self.unit(id).place();
        let mut capacity = self.capacity(id);
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

    /// Leaders who may go along with a broken unit: they stand with it, unbroken, and have not gone along before
    /// (3.6f).
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

    pub(super) fn routing_choices(&self, routing: &Routing) -> Vec<Choice> {
        let mut choices = Vec::new();
        let Ways { steps, bound } = self.rout_ways(routing);
        // It stops in shelter, where no shelter can be reached, and when it was reduced on its way.
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

    pub(super) fn rout_on(
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
            Choice::With(leader) => {
                self.lighten(leader);
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
        if self.stumbles(to, self.unit(id).side, log) {
            return Ok(());
        }
        self.take_along(&routing, to, log);
        let motion = Motion { moves: true, assault: false, road: way.road, crest: way.crest };
        let interdictors = self.interdictors(id, to, motion);
        if !interdictors.is_empty() {
            self.note_interdiction(&interdictors);
            let squad = self.unit(id).data().kind;
            if !self.interdict(&mut routing, dice, log)? {
                return Ok(());
            }
            routing.reduced |= self.unit(id).data().kind != squad;
        }
        routing.sheltered = self.map().terrain(to).shelter() && !self.enemy_beside(id, false);
        self.look_about(&mut routing);
        self.frames.push(Frame::Routing(routing));
        Ok(())
    }

    /// Who interdicts with the crew of a Gun loses what it has acquired; one who has nothing to lose goes first (6.10).
    fn note_interdiction(&mut self, interdictors: &[u8]) {
        let loses = |&&id: &&u8| self.weapons_of(id).any(|w| self.weapon(w).carriage.acquired.is_some());
        if let (Some(&id), true) = (interdictors.first(), interdictors.iter().all(|id| loses(&id))) {
            self.forget_targets_of(id);
        }
    }

    /// A morale check in the open, the leader along with it helping (3.6e, 3.6f); answers whether it routs on.
    fn interdict(&mut self, routing: &mut Routing, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
        let id = routing.unit;
        let nation = self.unit(id).data().nation;
        let help = routing.leader.map_or(0, |leader| self.leadership_for(leader, nation));
        let original = self.throw(id, "interdiction", dice)?;
        let checked = morale_check(original.sum(), help, self.morale(id));
        log.add(|| {
            let against = self.morale(id);
            let text = format!(
                "{} is interdicted, rolls {original}: {}{help:+} against {against}",
                self.called(id),
                original.sum()
            );
            Event::new(Tone::Plain, self.unit(id).side, text, "3.6e")
        });
        self.suffer(id, checked, dice, log)?;
        let fails = matches!(checked, Checked::Failed(_) | Checked::Twelve(_));
        if let Some(leader) = routing.leader.take_if(|_| fails) {
            // He shares the fate of who fails.
            log.add(|| {
                let text = format!("{} falls with {}", self.called(leader), self.called(id));
                Event::new(Tone::Loss, self.unit(leader).side, text, "3.6f")
            });
            let mut losses = Vec::new();
            self.eliminate(leader, None, dice, log, &mut losses)?;
            self.after_losses(losses, dice, log)?;
        }
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
