//! 8.7: overruns of unarmoured stands by armoured vehicles.

use crate::rules::matg::movement::{inch, steps, transport};
use std::collections::BinaryHeap;

use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Modifier, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::combat::Attack;
use crate::rules::matg::fire::reaction;
use crate::rules::matg::ground::hedgerows;
use crate::rules::matg::ground::terrain::{Ground, POINT, Quarters, Terrain};
use crate::rules::matg::movement::mover::{Inch, Mover};
use crate::rules::matg::state::battle::{Arm, Unit};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::amphibious;
use crate::rules::matg::works::hidden;

/// The column of the attack on the defender for each roll it fails (8.7.8).
pub(super) const CRUSH: i16 = 5;

/// Overrun Prohibited Terrain, for wheeled or tracked vehicles. Wheels may not cross a crest or enter or
/// leave a depression either ([`Field::crosses_crest_or_rim`]).
fn prohibits(ground: Ground, mode: Mode) -> bool {
    use Terrain::{
        Bocage, Ditch, HeavyBuildings, HeavyPosition, Jungle, Marsh, MediumBuildings, MediumPosition,
        Minefield, Mud, Rough2, Rubble, SoftSand, SteepSlope,
    };
    const ALL: [Terrain; 7] = [Jungle, Marsh, SoftSand, Mud, HeavyPosition, Ditch, Minefield];
    const WHEELED: [Terrain; 7] =
        [SteepSlope, Bocage, Rough2, MediumBuildings, HeavyBuildings, Rubble, MediumPosition];
    ALL.iter().any(|&t| ground.has(t)) || (mode != Mode::Tracked && WHEELED.iter().any(|&t| ground.has(t)))
}

impl Unit {
    /// Whether a vehicle is a personnel carrier, which overruns only with personnel aboard (8.7).
    #[apply(rule, "8.7")]
    fn is_carrier(&self) -> bool {
        let unit = self;
        unit.kind.class == Class::Carrier || (unit.is_unarmed() && unit.kind.cargo.is_some())
    }
}

impl Field {
    /// Whether wheels are barred: they overrun along a crest or depression, not across it (footnote of the
    /// overrun chart, S-92).
    #[apply(rule, "chart: overrun")]
    fn bars_wheels(&self, vehicle: Id, from: Cell, to: Cell) -> bool {
        self.battle.unit(vehicle).pace().1 != Mode::Tracked && self.crosses_crest_or_rim(from, to)
    }

    /// Whether a step crosses a crest to lower ground, or the rim of a depression.
    fn crosses_crest_or_rim(&self, from: Cell, to: Cell) -> bool {
        let has = |cell, terrain| self.ground_at(cell).has(terrain);
        let falls = |high, low| has(high, Terrain::Crest) && self.battle.level(low) < self.battle.level(high);
        falls(from, to) || falls(to, from) || has(from, Terrain::Depression) != has(to, Terrain::Depression)
    }
}

impl Turn {
    /// The stand that a moving vehicle is driving over.
    pub(in crate::rules::matg) fn driven_over(&self, vehicle: Id) -> Option<Id> {
        let mover = self.mover().filter(|mover| mover.stand == vehicle);
        mover.and_then(|mover| mover.over)
    }

    /// Cancels the other overruns of an eliminated vehicle: it forces rolls only on the stand it is driving
    /// over (8.7.4, 8.7.7).
    #[apply(rule, "8.7.4", "8.7.7")]
    pub(in crate::rules::matg) fn break_off_overruns(&mut self, vehicle: Id) {
        let over = self.driven_over(vehicle);
        self.overruns.retain(|&(attacker, defender)| attacker != vehicle || over == Some(defender));
    }
}

/// Drives a vehicle over its target, which is pinned and may fire at it (8.7.1, 8.7.6).
#[apply(rule, "7.4.7.1.2", "8.7.6")]
pub(in crate::rules::matg) fn drive_over(
    game: &mut Position,
    vehicle: Id,
    direction: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(from) = game.forces.cell(vehicle) else { return Ok(()) };
    let Some(target) = game.forces.holder_of(from.step(direction)) else { return Ok(()) };
    let costs = [true, false]
        .map(|by_road| inch::inch(&game.field, &game.forces, &game.now, vehicle, from, direction, by_road));
    let Some(inch) = costs.into_iter().flatten().min_by_key(|inch| inch.cost) else { return Ok(()) };
    if !inch.by_road
        && hedgerows::cuts_hedgerows(&game.field, &game.forces, vehicle, inch.to)
        && !hedgerows::cut_hedgerow(game, vehicle, inch.to, direction, dice, log)?
    {
        return Ok(());
    }
    steps::advance(&mut game.field, &mut game.forces, &mut game.now, vehicle, from, inch, direction);
    if let Some(mover) = game.now.mover_mut() {
        mover.over = Some(target);
    }
    game.forces.stand_mut(target).pinned = true;
    game.now.overruns.push((vehicle, target));
    log.add(|| {
        let text = format!("{} drives over {}", game.battle.who(vehicle), game.battle.who(target));
        Event::new(Tone::Plain, game.battle.side(vehicle), text, "8.7.1").at([from, inch.to])
    });
    shells::strike_entering(game, vehicle, inch.to, dice, log)?;
    reaction::offer_overrun_fire(game, vehicle, target);
    Ok(())
}

/// Resolves all overruns of the phase in the order in which they were made (8.7.1, S-14).
pub(in crate::rules::matg) fn resolve_overruns(
    game: &mut Position,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let mut defenders: Vec<Id> = Vec::new();
    for &(_, defender) in &game.now.overruns {
        if !defenders.contains(&defender) {
            defenders.push(defender);
        }
    }
    for defender in defenders {
        let vehicles: Vec<Id> =
            game.now.overruns.iter().filter(|(_, d)| *d == defender).map(|(vehicle, _)| *vehicle).collect();
        resolve_overrun(game, defender, &vehicles, dice, log)?;
        place_fresh_wrecks(&mut game.field, &mut game.now, |over| over == defender);
    }
    place_fresh_wrecks(&mut game.field, &mut game.now, |_| true);
    Ok(())
}

/// Places wrecks that were made under an overrun stand once its overrun is over (8.7.7).
#[apply(rule, "8.7.7")]
fn place_fresh_wrecks(field: &mut Field, now: &mut Turn, which: impl Fn(Id) -> bool) {
    let (lie, wait): (Vec<_>, Vec<_>) = { now.fresh_wrecks.drain(..) }.partition(|&(_, over)| which(over));
    now.fresh_wrecks = wait;
    for (cell, _) in lie {
        field.leave_wreck(cell);
    }
}

/// Resolves the overruns of one stand: it rolls against each vehicle, then each vehicle rolls (8.7.8). A
/// vehicle eliminated while driving over it still counts (8.7.7).
#[apply(rule, "8.7.7")]
fn resolve_overrun(
    game: &mut Position,
    defender: Id,
    vehicles: &[Id],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    if game.forces.cell(defender).is_none() {
        return Ok(());
    }
    // Worked out first: a defender eliminated in this overrun still uses its weapons.
    let answer = overrun_answer(&game.forces, defender);
    let attackers: Vec<(Id, Test)> = vehicles
        .iter()
        .filter(|&&vehicle| game.forces.cell(vehicle).is_some())
        .map(|&vehicle| {
            (vehicle, overrun_attack_profile(&game.forces, &game.now, &game.command, vehicle, defender))
        })
        .collect();
    let square = game.forces.cell(defender);
    // All of the defender's cohesion rolls come before any combat roll (chart: overrun).
    let mut failed = Vec::new();
    for &vehicle in vehicles {
        let profile = overrun_defence_profile(&game.forces, &game.now, &game.command, vehicle, defender);
        if !cohesion::roll_cohesion(&game.forces, defender, &profile, dice, log)?.passed {
            failed.push(vehicle);
        }
    }
    for vehicle in failed {
        if game.forces.cell(defender).is_some() {
            let result = game.forces.roll_attack(vehicle, defender, &column(CRUSH), "8.7.8", dice, log)?;
            cohesion::suffer(game, defender, result, log);
        }
    }
    for (vehicle, profile) in attackers {
        if !cohesion::roll_cohesion(&game.forces, vehicle, &profile, dice, log)?.passed {
            let result = game.forces.roll_attack(defender, vehicle, &answer, "8.7.8", dice, log)?;
            if game.forces.states(vehicle).after(result).eliminated
                && let Some(square) = square
            {
                // Its wreck lies in the overrun stand's square (example of 8.7).
                game.forces.lift(vehicle);
                game.forces.stand_mut(vehicle).place = Place::Board(square);
            }
            cohesion::suffer(game, vehicle, result, log);
        }
    }
    Ok(())
}

/// Whether a vehicle may overrun a stand (8.7, 8.7.2, 8.7.5).
#[apply(rule, "8.7", "8.7.2", "8.7.3", "8.7.5")]
pub fn may_overrun(field: &Field, forces: &Forces, now: &Turn, vehicle: Id, target: Id) -> bool {
    let (unit, other) = (forces.unit(vehicle), forces.unit(target));
    let Some(cell) = forces.cell(target) else { return false };
    // Only armoured vehicles may overrun, and they cannot be overrun; trucks can (8.7).
    unit.arm == Arm::Armoured
        && other.arm != Arm::Armoured
        && (!forces.unit(vehicle).is_carrier() || transport::carries_only_personnel(forces, vehicle))
        && forces.in_tow(vehicle).is_none()
        && !prohibits(field.ground_at(cell), unit.pace().1)
        && field.halts_on(vehicle, cell).is_none()
        && !now.overruns.contains(&(vehicle, target))
        && now.overruns.iter().filter(|(_, defender)| *defender == target).count() < 8
}

/// [`may_overrun`] from the vehicle's square: wheels may not cross a crest or the rim of a
/// depression.
pub(in crate::rules::matg) fn may_overrun_from(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    vehicle: Id,
    from: Cell,
    target: Id,
) -> bool {
    may_overrun(field, forces, now, vehicle, target)
        && forces.cell(target).is_some_and(|to| !field.bars_wheels(vehicle, from, to))
}

/// The last stand that a vehicle has overrun in this phase, if it is still there, with its square.
fn last_overrun(forces: &Forces, now: &Turn, vehicle: Id) -> Option<(Id, Cell)> {
    let last = now.overruns.iter().rev().find(|&&(attacker, _)| attacker == vehicle);
    last.and_then(|&(_, defender)| Some((defender, forces.cell(defender)?)))
}

/// Whether a vehicle may end its move here: adjacent to the last stand it has overrun (8.7.1).
pub(in crate::rules::matg) fn may_halt(forces: &Forces, now: &Turn, mover: &Mover) -> bool {
    let (Some((_, at)), Some(cell)) = (last_overrun(forces, now, mover.stand), forces.cell(mover.stand))
    else {
        return true;
    };
    board::adjacent(at, cell) && forces.holder_of(cell).is_none()
}

/// Whether a vehicle may take a step: after an overrun it stays adjacent to its target, unless it can
/// still reach another one to overrun (8.7.1, 8.7.4, S-93).
#[apply(rule, "8.7.4")]
pub(in crate::rules::matg) fn may_go_on(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    from: Cell,
    inch: Inch,
) -> bool {
    let Some((_, at)) = last_overrun(forces, now, mover.stand) else { return true };
    if mover.over.is_some() {
        return !field.bars_wheels(mover.stand, from, inch.to);
    }
    board::adjacent(at, inch.to)
        || reaches_overrun(field, forces, now, mover.stand, inch.to, mover.left - inch.cost)
}

/// Whether a vehicle could overrun another stand after moving to a square with this many quarters of a
/// movement point left.
fn reaches_overrun(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    vehicle: Id,
    start: Cell,
    quarters: Quarters,
) -> bool {
    let grid = forces.battle.grid;
    // No inch costs less than half a movement point.
    let near = |cell: Cell| {
        let inches = (cell.x - start.x).abs().max((cell.y - start.y).abs());
        inches * (POINT / 2) <= quarters
    };
    let enemies = hidden::known_enemies(forces, forces.side(vehicle));
    if !{ enemies }.any(|(enemy, at)| near(at) && may_overrun(field, forces, now, vehicle, enemy)) {
        return false;
    }
    let mut left = vec![-1; grid.area()];
    let mut heap = BinaryHeap::from([(quarters, grid.index(start))]);
    left[grid.index(start)] = quarters;
    while let Some((rest, index)) = heap.pop() {
        let cell = grid.cell(index);
        if rest < left[index] || field.halts_on(vehicle, cell).is_some() {
            continue;
        }
        for direction in Compass::ALL {
            let inches = [true, false]
                .map(|by_road| inch::inch(field, forces, now, vehicle, cell, direction, by_road));
            let Some(inch) = inches.into_iter().flatten().min_by_key(|inch| inch.cost) else { continue };
            let then = rest - inch.cost;
            let next = grid.index(inch.to);
            let enemy = forces.holder_of(inch.to).filter(|&other| forces.side(other) != forces.side(vehicle));
            if let Some(enemy) = enemy {
                if may_overrun_from(field, forces, now, vehicle, cell, enemy)
                    && leaves_overrun(field, forces, now, vehicle, inch.to, then)
                {
                    return true;
                }
            } else if then > left[next]
                && !amphibious::enters_water(field, forces, now, vehicle, cell, inch.to)
            {
                left[next] = then;
                heap.push((then, next));
            }
        }
    }
    false
}

/// Why a vehicle that has overrun a stand may not move away or halt here.
pub(in crate::rules::matg) fn why_not_away(forces: &Forces, now: &Turn, mover: &Mover) -> Option<Illegal> {
    let (target, _) = last_overrun(forces, now, mover.stand)?;
    let who = forces.battle.who(mover.stand);
    let sentence =
        format!("{who} must stay adjacent to {} or overrun another stand", forces.battle.who(target));
    Some(Illegal::new("8.7.1", sentence))
}

/// Whether a vehicle can pay to enter a square and to leave it for a free one.
pub(in crate::rules::matg) fn can_leave_overrun(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    square: Cell,
    cost: Quarters,
) -> bool {
    leaves_overrun(field, forces, now, mover.stand, square, mover.left - cost)
}

fn leaves_overrun(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    vehicle: Id,
    square: Cell,
    left: Quarters,
) -> bool {
    let open = |inch: Inch| {
        inch.cost <= left
            && forces.holder_of(inch.to).is_none()
            && !field.bars_wheels(vehicle, square, inch.to)
    };
    let ways = Compass::ALL.into_iter().flat_map(|direction| [(direction, true), (direction, false)]);
    left > 0 && { ways }.any(|(direction, by_road)| {
        inch::inch(field, forces, now, vehicle, square, direction, by_road).is_some_and(open)
    })
}

/// The defender's cohesion roll against one overrunning vehicle (8.7.8, chart: overrun).
#[apply(rule, "chart: overrun")]
#[apply(rule, "10.5" if forces.unit(defender).arm == Arm::Weapon)]
pub fn overrun_defence_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    vehicle: Id,
    defender: Id,
) -> Test {
    let tracked = forces.unit(vehicle).pace().1 == Mode::Tracked;
    let unit = forces.unit(defender);
    let modifier = match (unit.is_personnel(), tracked) {
        (true, true) => {
            Some(Modifier { value: 3, label: "tracked against personnel", rule: "chart: overrun" })
        }
        (true, false) => None,
        (false, true) if unit.arm == Arm::Weapon => {
            Some(Modifier { value: 4, label: "tracked against a weapon", rule: "chart: overrun" })
        }
        (false, false) if unit.arm == Arm::Weapon => {
            Some(Modifier { value: 3, label: "wheeled against a weapon", rule: "chart: overrun" })
        }
        _ => None,
    };
    let flame = forces.unit(vehicle).guns.iter().any(|(gun, _)| gun.flame).then_some(Modifier {
        value: 3,
        label: "flame-thrower",
        rule: "11.6.2",
    });
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        defender,
        "to withstand the overrun",
        "8.7.8",
        modifier.into_iter().chain(flame),
    )
}

/// The overrunning vehicle's cohesion roll (8.7.8, chart: overrun).
#[apply(rule, "chart: overrun")]
pub fn overrun_attack_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    vehicle: Id,
    defender: Id,
) -> Test {
    let close_weapons = (forces.unit(defender).is_personnel() && armour_piercing(forces, defender) >= 2)
        .then_some(Modifier { value: 3, label: "personnel with AP 2 or more", rule: "chart: overrun" });
    cohesion::cohesion_profile(forces, now, command, vehicle, "to keep going", "8.7.8", close_weapons)
}

/// The attack on a vehicle that fails its roll; personnel with AP 5 or more use a better column (8.7.8).
pub fn overrun_answer(forces: &Forces, defender: Id) -> Attack {
    let close_weapons = forces.unit(defender).is_personnel() && armour_piercing(forces, defender) >= 5;
    column(if close_weapons { 3 } else { 2 })
}

#[apply(rule, "10.14")]
fn armour_piercing(forces: &Forces, id: Id) -> u8 {
    let dry = forces.stand(id).depleted;
    let guns = forces.unit(id).guns.iter().filter(|(gun, _)| !(dry && gun.notes.depletion.is_some()));
    guns.filter_map(|(gun, _)| gun.ap).max().unwrap_or(0)
}

/// An attack on a fixed column of the Combat Results Table.
pub(in crate::rules::matg) fn column(differential: i16) -> Attack {
    Attack {
        firepower: differential,
        defence: 0,
        modifiers: Vec::new(),
        suppressing: false,
        artillery: false,
        armour_piercing: false,
        depletion: None,
        hot: false,
    }
}
