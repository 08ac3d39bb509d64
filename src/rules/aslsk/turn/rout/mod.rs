//! The RtPh (3.6).

pub mod interdiction;
pub mod march;
pub mod ways;

use std::cell::OnceCell;
use std::ops::ControlFlow;

use crate::board::hex::Hex;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::desperation;
use crate::rules::aslsk::ordnance::{acquisition, manhandling};
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, Whereabouts, names};
use crate::rules::aslsk::turn::way::Way;
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
fn crawls(ground: &Ground, id: u8, steps: &[(Place, bool)]) -> Vec<Choice> {
    let hexes = steps.iter().filter(|(_, beside)| !beside);
    hexes.map(|&(to, _)| Choice::Crawl(id, ground.hex(to))).collect()
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

/// Broken units that must rout become DM (3.6a).
pub(in crate::rules::aslsk::turn) fn begin_rout_phase(ground: &Ground, forces: &mut Forces) {
    for id in forces.ids() {
        let unit = forces.unit(id);
        if unit.broken && !unit.melee && must_rout(ground, forces, id) {
            forces.unit_mut(id).dm = true;
        }
        forces.unit_mut(id).acted = false;
    }
}

/// Whether a broken unit cannot stay (3.6a).
#[apply(rule, "3.6a")]
fn must_rout(ground: &Ground, forces: &Forces, id: u8) -> bool {
    let Some(place) = forces.unit(id).place() else { return false };
    desperation::enemy_beside(ground, forces, id, true)
        || !interdiction::interdictors(ground, forces, id, place, STAYING).is_empty()
}

pub(in crate::rules::aslsk::turn) fn list_routs(
    ground: &Ground,
    forces: &Forces,
    side: Side,
    sink: ChoiceSink,
) -> ControlFlow<()> {
    sink(Choice::Done)?;
    let crowd = OnceCell::new();
    for id in forces.ids() {
        let unit = forces.unit(id);
        let routs = unit.side == side && unit.broken && unit.dm && !unit.melee && !unit.acted;
        let Some(start) = unit.place().filter(|_| routs) else { continue };
        let crowd = crowd.get_or_init(|| forces.crowd(ground));
        let steps = ways::rout_ways(ground, forces, crowd, &routing(ground, forces, id, start)).steps;
        if steps.is_empty() {
            continue;
        }
        sink(Choice::Rout(id))?;
        // The unit first chooses which Weapon to drop; after that it may still use Low Crawl.
        if must_choose_drop(forces, id) {
            continue;
        }
        crawls(ground, id, &steps).into_iter().try_for_each(&mut *sink)?;
    }
    ControlFlow::Continue(())
}

fn routing(ground: &Ground, forces: &Forces, id: u8, start: Place) -> Routing {
    let mut routing = Routing {
        unit: id,
        start,
        leader: None,
        left: if forces.unit(id).wounded { WOUNDED } else { ROUT },
        seen: Vec::new(),
        sheltered: false,
        reduced: false,
        gone: false,
    };
    ways::note_enemies_in_los(ground, forces, &mut routing);
    routing
}

pub(in crate::rules::aslsk::turn) fn begin_rout(
    position: &mut Position,
    side: Side,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    match choice {
        Choice::Rout(id) => {
            drop_excess(&mut position.forces, id);
            position.forces.unit_mut(id).acted = true;
            position.turn.frames.push(Frame::Rout(side));
            let Some(start) = position.forces.unit(id).place() else { return Ok(()) };
            let routing = routing(&position.ground, &position.forces, id, start);
            position.turn.frames.push(Frame::Routing(routing));
            Ok(())
        }
        Choice::Crawl(id, hex) => {
            drop_excess(&mut position.forces, id);
            position.forces.unit_mut(id).acted = true;
            position.turn.frames.push(Frame::Rout(side));
            let Some(start) = position.forces.unit(id).place() else { return Ok(()) };
            let routing = routing(&position.ground, &position.forces, id, start);
            crawl(&position.ground, &mut position.forces, &routing, hex, log);
            Ok(())
        }
        _ => end_rout(position, side, dice, log),
    }
}

pub(in crate::rules::aslsk::turn) fn rout_on(
    position: &mut Position,
    mut routing: Routing,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (hex, beside) = match choice {
        Choice::Go(hex) => (hex, false),
        Choice::Beside(hex) => (hex, true),
        Choice::Crawl(_, hex) => {
            crawl(&position.ground, &mut position.forces, &routing, hex, log);
            return Ok(());
        }
        Choice::Drop(weapon) => {
            let place = position.forces.unit(routing.unit).place();
            position.forces.drop_weapon(weapon, place);
            position.turn.frames.push(Frame::Routing(routing));
            return Ok(());
        }
        Choice::With(leader) => {
            drop_excess(&mut position.forces, leader);
            position.forces.unit_mut(leader).acted = true;
            routing.leader = Some(leader);
            if position.forces.unit(leader).wounded {
                routing.left = WOUNDED;
            }
            position.turn.frames.push(Frame::Routing(routing));
            return Ok(());
        }
        _ => return Ok(()),
    };
    let (Some(from), Some(to)) =
        (position.forces.unit(routing.unit).place(), position.ground.map().place(hex))
    else {
        return Ok(());
    };
    let way = position.ground.way(Some(from), to, beside);
    routing.left = routing.left.saturating_sub(way.cost);
    routing.gone = true;
    let id = routing.unit;
    let side = position.forces.unit(id).side;
    if manhandling::runs_into_hidden_gun(&position.ground, &mut position.forces, to, side, log) {
        return Ok(());
    }
    take_along(&position.ground, &mut position.forces, &routing, to, log);
    let interdictors = interdiction::interdictors(&position.ground, &position.forces, id, to, fleeing(way));
    if !interdictors.is_empty() {
        interdiction::lose_interdictors_acquisition(&mut position.forces, &interdictors);
        let squad = position.forces.unit(id).data().kind;
        if !position.effects().resolve_interdiction(&mut routing, dice, log)? {
            return Ok(());
        }
        routing.reduced |= position.forces.unit(id).data().kind != squad;
    }
    routing.sheltered = position.ground.map().terrain(to).shelter()
        && !desperation::enemy_beside(&position.ground, &position.forces, id, false);
    ways::note_enemies_in_los(&position.ground, &position.forces, &mut routing);
    position.turn.frames.push(Frame::Routing(routing));
    Ok(())
}

/// Ends a side's rout: units that failed to rout are eliminated, then the other side routs (3.6a).
fn end_rout(position: &mut Position, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    for id in position.forces.ids() {
        if is_stranded(&position.ground, &position.forces, id, side) {
            let mut losses = Vec::new();
            log.add(|| {
                Event::new(
                    Tone::Loss,
                    side,
                    format!(
                        "{} is eliminated: failure to rout",
                        names::called(&position.ground, &position.forces, id)
                    ),
                    "3.6a",
                )
            });
            position.effects().eliminate(id, None, dice, log, &mut losses)?;
            position.effects().after_losses(losses, dice, log)?;
        }
    }
    if side == position.turn.attacker {
        position.turn.frames.push(Frame::Rout(side.other()));
        return Ok(());
    }
    position.next_phase(dice, log)
}

/// Low Crawl: one hex without Interdiction (3.6b).
#[apply(rule, "3.6b")]
fn crawl(ground: &Ground, forces: &mut Forces, routing: &Routing, hex: Hex, log: &mut Log) {
    let side = forces.unit(routing.unit).side;
    if let Some(to) = ground.map().place(hex)
        && !manhandling::runs_into_hidden_gun(ground, forces, to, side, log)
    {
        take_along(ground, forces, routing, to, log);
    }
}

/// The unit and its leader enter a hex.
fn take_along(ground: &Ground, forces: &mut Forces, routing: &Routing, to: Place, log: &mut Log) {
    for id in [routing.unit].into_iter().chain(routing.leader) {
        let name = names::called(ground, forces, id);
        forces.unit_mut(id).at = Whereabouts::On(to);
        acquisition::track(ground, forces, id);
        log.add(|| {
            let text = format!("{name} routs to {}", ground.name(to));
            let what = format!("routs to {}", ground.name(to));
            Event::new(Tone::Plain, forces.unit(id).side, text, "3.6")
                .at([ground.cell(to)])
                .moves(names::factors_of(forces, id), what)
        });
    }
}

/// Before it routs, a unit drops its Guns and every SW that alone exceeds its IPC (4a). Where the rest
/// still exceeds it, its owner chooses what to drop ([`Position::excess`]).
#[apply(rule, "4a")]
fn drop_excess(forces: &mut Forces, id: u8) {
    let (place, capacity) = (forces.unit(id).place(), forces.capacity(id));
    let too_heavy = |&weapon: &u8| {
        let weapon = forces.weapon(weapon);
        weapon.gun().is_some() || i16::from(weapon.portage()) > capacity
    };
    let dropped: Vec<u8> = forces.weapons_of(id).filter(too_heavy).collect();
    dropped.into_iter().for_each(|weapon| forces.drop_weapon(weapon, place));
}

/// The SW of which one must be dropped because together they exceed the IPC (4a, K-53).
fn excess(forces: &Forces, id: u8) -> Vec<u8> {
    if forces.load(id) <= forces.capacity(id) {
        return Vec::new();
    }
    forces.weapons_of(id).filter(|&weapon| forces.weapon(weapon).portage() > 0).collect()
}

/// The unit of a rout whose owner has to choose a SW to drop.
pub fn must_drop(forces: &Forces, routing: &Routing) -> Option<u8> {
    [routing.unit].into_iter().chain(routing.leader).find(|&id| !excess(forces, id).is_empty())
}

/// Whether the owner chooses what this unit drops before it routs.
fn must_choose_drop(forces: &Forces, id: u8) -> bool {
    let capacity = forces.capacity(id);
    let portages = forces.weapons_of(id).filter(|&weapon| forces.weapon(weapon).gun().is_none());
    let portages = portages.map(|weapon| i16::from(forces.weapon(weapon).portage()));
    portages.filter(|&portage| portage <= capacity).sum::<i16>() > capacity
}

/// Leaders that may rout along: unbroken, in the unit's hex, and not used so before (3.6f).
#[apply(rule, "3.6f")]
fn companions(forces: &Forces, routing: &Routing) -> Vec<u8> {
    let unit = forces.unit(routing.unit);
    let Some(here) = unit.place().filter(|_| !routing.gone && routing.leader.is_none() && !unit.leader())
    else {
        return Vec::new();
    };
    let may = |&id: &u8| {
        let leader = forces.unit(id);
        leader.leader() && leader.good_order() && !leader.pinned && !leader.acted
    };
    forces.units_at(here, unit.side).filter(may).collect()
}

pub(in crate::rules::aslsk::turn) fn routing_choices(
    ground: &Ground,
    forces: &Forces,
    routing: &Routing,
) -> Vec<Choice> {
    if let Some(id) = must_drop(forces, routing) {
        return excess(forces, id).into_iter().map(Choice::Drop).collect();
    }
    let mut choices = Vec::new();
    let Ways { steps, bound } = ways::rout_ways(ground, forces, &forces.crowd(ground), routing);
    // It may stop in shelter, when no shelter can be reached, or after being reduced on the way.
    if steps.is_empty() || (routing.gone && (!bound || routing.reduced)) {
        choices.push(Choice::Done);
    }
    choices.extend(steps.iter().map(|&(to, beside)| {
        if beside { Choice::Beside(ground.hex(to)) } else { Choice::Go(ground.hex(to)) }
    }));
    if !routing.gone {
        choices.extend(companions(forces, routing).into_iter().map(Choice::With));
        choices.extend(crawls(ground, routing.unit, &steps));
    }
    choices
}

/// Whether a unit would be eliminated if its side ended the RtPh now (3.6a).
fn is_stranded(ground: &Ground, forces: &Forces, id: u8, side: Side) -> bool {
    let unit = forces.unit(id);
    let routs = unit.side == side && unit.broken && !unit.melee && unit.place().is_some();
    routs
        && (desperation::enemy_beside(ground, forces, id, true)
            || (!unit.acted && must_rout(ground, forces, id)))
}

/// The units of a side that would fail to rout (3.6a).
pub(in crate::rules::aslsk) fn stranded(
    ground: &Ground,
    forces: &Forces,
    side: Side,
) -> impl Iterator<Item = u8> {
    forces.ids().filter(move |&id| is_stranded(ground, forces, id, side))
}
