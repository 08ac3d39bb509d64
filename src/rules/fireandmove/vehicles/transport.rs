//! Transports and passengers (61.7, 61.8, 85 to 88): seating, boarding and dismounting, and actions aboard.

use crate::board::Cell;
use crate::dice::Ask;
use crate::game::Tone;
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::battlefield::terrain::{Border, Ground};
use crate::rules::fireandmove::cards::Move;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::reactive::{self, Reaction};
use crate::rules::fireandmove::movement::{self, Marching};
use crate::rules::fireandmove::state::{Decisions, Fig, Forces, Gid, Position, Standing};
use crate::rules::fireandmove::turn::sequence::Table;
use crate::rules::fireandmove::vehicles::damage;

/// Whether two squares touch.
pub(in crate::rules::fireandmove) fn touches(a: Cell, b: Cell) -> bool {
    (a.x - b.x).abs() <= 1 && (a.y - b.y).abs() <= 1
}

impl Forces {
    /// A vehicle's passengers, not counting its crew.
    pub fn passengers(&self, group: Gid) -> impl Iterator<Item = Fig> {
        let crew = self.group(group).machine;
        let members = self.group(group).members.iter().copied();
        members.filter(move |&figure| crew.is_some_and(|crew| crew != figure))
    }

    /// The group that a group is paired with (87.1).
    pub fn partner(&self, group: Gid) -> Option<Gid> {
        let partner = self.group(group).more.partner?;
        let whole =
            !self.group(partner).members.is_empty() && self.group(partner).more.partner == Some(group);
        whole.then_some(partner)
    }

    /// Separates a pair into two groups (87.2).
    pub(in crate::rules::fireandmove) fn part(&mut self, group: Gid) {
        if let Some(partner) = self.group_mut(group).more.partner.take() {
            applies("87.2");
            self.group_mut(partner).more.partner = None;
        }
    }

    /// The vehicle of a group, if it is unarmoured and still driven.
    pub(in crate::rules::fireandmove) fn soft_vehicle(&self, group: Gid) -> bool {
        self.machine_of(group).is_some_and(|machine| self.vehicle(machine).soft)
    }
}

/// Whether a figure is carried by a vehicle.
pub fn is_passenger(forces: &Forces, figure: Fig) -> bool {
    forces.group(forces.figure(figure).group).machine.is_some_and(|crew| crew != figure)
}

/// A passenger's concealment from the vehicle, as a magnitude: 1 inside an armoured vehicle, 0 on top of
/// one or in a lorry (85.3).
#[apply(rule, "85.2" if !forces.machines.is_empty() && is_passenger(forces, figure))]
pub(in crate::rules::fireandmove) fn behind_plates(forces: &Forces, figure: Fig) -> i16 {
    if forces.machines.is_empty() || !is_passenger(forces, figure) {
        return 0;
    }
    let machine = forces.machine_of(forces.figure(figure).group);
    i16::from(machine.is_some_and(|machine| {
        let card = forces.vehicle(machine);
        !card.soft && !card.rides_on
    }))
}

/// How many passengers can fire: two in three on top of a vehicle, half of those inside, at least one
/// (85.4, ruling FM-84).
#[apply(rule, "85.4" if count > 0 && forces.machine_of(group).is_some())]
pub(in crate::rules::fireandmove) fn firing_aboard(forces: &Forces, group: Gid, count: usize) -> usize {
    match forces.machine_of(group) {
        Some(machine) if count > 0 => {
            let card = forces.vehicle(machine);
            if card.rides_on { (2 * count / 3).max(1) } else { (count / 2).max(1) }
        }
        _ => count,
    }
}

/// The pintle gun of the vehicle that a group rides on or is paired with: half the strength of its
/// machine guns, and the crew figure that fires it, if any (86.2, 86.3).
pub(in crate::rules::fireandmove) fn top_gun(forces: &Forces, group: Gid) -> Option<(i16, Option<Fig>)> {
    if !forces.battle().options.pintle_guns {
        return None;
    }
    let vehicle = match forces.group(group).machine {
        Some(_) => group,
        None => forces.partner(group).filter(|&other| forces.group(other).machine.is_some())?,
    };
    let (crew, machine) = forces.group(vehicle).machine.zip(forces.machine_of(vehicle))?;
    let card = forces.vehicle(machine);
    if !card.pintle || machine.pintle_used || machine.stun > 0 || card.mg < 2 {
        return None;
    }
    let exposed =
        !machine.buttoned && machine.commanders == 0 && forces.figure(crew).standing == Standing::Fit;
    let rider = card.rides_on && vehicle == group;
    applies(if exposed { "86.2" } else { "86.3" });
    (exposed || rider).then_some((card.mg / 2, exposed.then_some(crew)))
}

/// Marks the pintle gun as fired this turn.
pub(in crate::rules::fireandmove) fn spend_top_gun(forces: &mut Forces, group: Gid) {
    let vehicle = if forces.group(group).machine.is_some() { Some(group) } else { forces.partner(group) };
    if let Some(crew) = vehicle.and_then(|vehicle| forces.group(vehicle).machine) {
        forces.machine_mut(crew).pintle_used = true;
    }
}

/// Transports that a group can board now: adjacent, at the start of a move action (61.7, 85.1).
pub(in crate::rules::fireandmove) fn transports<'a>(
    forces: &'a Forces,
    march: &'a Marching,
) -> impl Iterator<Item = Gid> + 'a {
    let group = forces.group(march.group);
    let foot = group.machine.is_none() && !group.more.mounted && march.path.is_empty() && !march.cover;
    let men = group.members.len();
    let takes = move |&other: &Gid| {
        let Some(machine) = forces.machine_of(other).filter(|_| other != march.group) else { return false };
        let card = forces.vehicle(machine);
        let room = usize::from(card.seats) >= men + forces.passengers(other).count();
        let fits = match group.gun {
            Some(_) => card.tows && group.down && forces.group(other).gun.is_none(),
            None => forces.battle().options.passengers,
        };
        room && fits && touches(group.at, forces.group(other).at)
    };
    forces
        .groups_of(group.side)
        .filter(move |other| foot && takes(other) && forces.serve_one(march.group, *other))
}

/// A group boards a transport and hitches its gun: a whole move action (61.7, 85.1).
pub(in crate::rules::fireandmove) fn board(
    field: &Field,
    forces: &mut Forces,
    open: &mut Decisions,
    group: Gid,
    vehicle: Gid,
    table: &mut Table,
) {
    let (us, them, side) = (forces.tag(group), forces.tag(vehicle), forces.group(group).side);
    let down = forces.group(group).down || forces.is_heavy(group);
    let gun = forces.group_mut(group).gun.take();
    forces.part(group);
    forces.merge(group, vehicle);
    let state = forces.group_mut(vehicle);
    state.gun = gun.or(state.gun);
    state.down |= down;
    let rule = if gun.is_some() { "61.7" } else { "85.1" };
    table.tell(Tone::Plain, side, rule, || format!("{us} boards {them}"));
    // Fire at a boarding group attacks it aboard (ruling FM-83).
    let at = forces.group(vehicle).at;
    reactive::react(field, forces, open, Reaction { mines: false, ..Reaction::of(vehicle, vec![at]) });
}

/// Passengers form a group of their own where the vehicle stands, with the gun it towed.
pub(in crate::rules::fireandmove) fn set_down(forces: &mut Forces, vehicle: Gid) -> Option<Gid> {
    let men: Vec<Fig> = forces.passengers(vehicle).collect();
    if men.is_empty() {
        return None;
    }
    let (at, down) = (forces.group(vehicle).at, forces.group(vehicle).down);
    let gun = forces.group_mut(vehicle).gun.take();
    let foot = forces.split(vehicle, &men, at);
    let state = forces.group_mut(foot);
    state.gun = gun;
    state.down = down;
    forces.group_mut(vehicle).down = false;
    Some(foot)
}

/// Passengers are set down before the vehicle moves, and may still act this turn (85.1).
pub(in crate::rules::fireandmove) fn drop_off(forces: &mut Forces, vehicle: Gid, table: &mut Table) {
    let Some(foot) = set_down(forces, vehicle) else { return };
    let (us, them, side) = (forces.tag(foot), forces.tag(vehicle), forces.group(foot).side);
    forces.group_mut(foot).acted = false;
    table.tell(Tone::Plain, side, "85.1", || format!("{them} drops off {us}"));
}

/// Pairs a vehicle with infantry (87.1).
pub(in crate::rules::fireandmove) fn pair(forces: &mut Forces, group: Gid, other: Gid, table: &mut Table) {
    let (tag, pair, side) = (forces.tag(group), forces.tag(other), forces.group(group).side);
    forces.group_mut(group).more.partner = Some(other);
    forces.group_mut(other).more.partner = Some(group);
    table.tell(Tone::Plain, side, "87.1", || format!("{tag} and {pair} are paired"));
}

/// Groups that a group may be paired with: an armoured vehicle and infantry next to each other (87.1).
pub(in crate::rules::fireandmove) fn pairs_with(forces: &Forces, group: Gid) -> impl Iterator<Item = Gid> {
    let state = forces.group(group);
    let on = forces.battle().options.pairs && state.gun.is_none() && !state.more.mounted;
    let armoured = |id: Gid| forces.machine_of(id).map(|machine| !forces.vehicle(machine).soft);
    let fits = move |&other: &Gid| {
        let another = forces.group(other);
        let kinds = [armoured(group), armoured(other)];
        (kinds == [Some(true), None] || kinds == [None, Some(true)])
            && another.gun.is_none()
            && !another.more.mounted
            && forces.partner(other).is_none()
            && forces.partner(group).is_none()
            && touches(state.at, another.at)
    };
    forces
        .groups_of(state.side)
        .filter(move |other| on && *other != group && fits(other) && forces.serve_one(group, *other))
}

/// The vehicle and the infantry that moves with it, if both can move (87.1).
pub(in crate::rules::fireandmove) fn goes_along(forces: &Forces, group: Gid) -> Option<[Gid; 2]> {
    let partner = forces.partner(group)?;
    let [vehicle, foot] =
        if forces.group(group).machine.is_some() { [group, partner] } else { [partner, group] };
    let state = forces.group(foot);
    let free = forces.pinned(foot).next().is_none() && !state.fear && !state.mined && !forces.is_heavy(foot);
    let ready = [vehicle, foot].iter().all(|&id| !forces.group(id).acted && !forces.group(id).still);
    let near = touches(state.at, forces.group(vehicle).at);
    (free
        && ready
        && near
        && forces.can_drive(vehicle)
        && !forces.group(vehicle).fear
        && !forces.group(vehicle).mined)
        .then_some([vehicle, foot])
}

/// Whether infantry can follow its vehicle over a border: not over rivers or wire (ruling FM-85).
pub(in crate::rules::fireandmove) const fn follows(border: Option<Border>) -> bool {
    !matches!(border, Some(Border::River | Border::Wire(_)))
}

/// Whether a wheeled vehicle is on a road, where a card is worth an extra action (88).
pub(in crate::rules::fireandmove) fn rolls(field: &Field, forces: &Forces, group: Gid) -> bool {
    forces.battle().options.wheels
        && forces.machine_of(group).is_some_and(|machine| forces.vehicle(machine).wheeled)
        && {
            applies("88");
            field.is_good_going(forces.group(group).at)
        }
}

/// Resolves a hit on an unarmoured vehicle: damaged from 3, destroyed from 6 (84.2). Passengers survive
/// its destruction only under small arms fire.
pub(in crate::rules::fireandmove) fn soft_struck(
    forces: &mut Forces,
    group: Gid,
    sum: i16,
    small_arms: bool,
    table: &mut Table,
) -> Result<(), Ask> {
    let (tag, side) = (forces.tag(group), forces.group(group).side);
    table.tell(Tone::Plain, side, "84.2", || format!("the vehicle of {tag}: {sum}"));
    match sum {
        6.. if small_arms && forces.passengers(group).next().is_some() => {
            if let Some(crew) = forces.group(group).machine {
                action::fell(forces, crew, Standing::Killed, table);
                forces.group_mut(group).machine = None;
            }
            table.tell(Tone::Loss, side, "84.2", || format!("{tag} has lost its vehicle"));
        }
        6.. => damage::destroy(forces, group, table),
        3..=5 => damage::immobilise(forces, group, false, table)?,
        _ => {}
    }
    Ok(())
}

/// The fire check against an unarmoured vehicle itself, after those for the figures in it (84.1).
#[apply(rule, "84.1" if !forces.group(group).members.is_empty() && forces.soft_vehicle(group))]
pub(in crate::rules::fireandmove) fn fire_at_soft(
    forces: &mut Forces,
    group: Gid,
    strength: i16,
    small_arms: bool,
    table: &mut Table,
) -> Result<(), Ask> {
    if forces.group(group).members.is_empty() || !forces.soft_vehicle(group) {
        return Ok(());
    }
    let tag = forces.tag(group);
    let result = table.check(|| format!("the vehicle of {tag}, strength {strength}"))?;
    soft_struck(forces, group, result + strength, small_arms, table)
}

impl Position {
    /// Passengers dismount with a card of their own and move on with it; unhitching a gun takes the whole
    /// move action (61.7, 85.2).
    #[apply(rule, "61.8")]
    pub(in crate::rules::fireandmove) fn debus(
        &mut self,
        vehicle: Gid,
        card: Move,
        table: &mut Table,
    ) -> Result<(), Ask> {
        self.forces.group_mut(vehicle).acted = false;
        let Some(foot) = set_down(&mut self.forces, vehicle) else { return Ok(()) };
        let (us, them, side) =
            (self.forces.tag(foot), self.forces.tag(vehicle), self.forces.group(foot).side);
        self.forces.group_mut(foot).acted = true;
        let gun = self.forces.group(foot).gun.is_some();
        let rule = if gun { "61.7" } else { "85.1" };
        table.tell(Tone::Plain, side, rule, || format!("{us} leaves {them}"));
        let mut march = Marching::new(foot, card, false);
        if gun {
            march.left -= 1;
            let at = self.forces.group(foot).at;
            movement::march_on(&mut self.open, march);
            reactive::react(
                self.terrain.field(),
                &mut self.forces,
                &mut self.open,
                Reaction { mines: false, ..Reaction::of(foot, vec![at]) },
            );
            return Ok(());
        }
        self.begin_march(march, table)
    }
}

impl Field {
    /// Whether wheeled vehicles are faster there (88).
    pub(in crate::rules::fireandmove) fn is_good_going(&self, cell: Cell) -> bool {
        matches!(self.feature(cell).ground, Ground::Road | Ground::Exposed)
    }
}
