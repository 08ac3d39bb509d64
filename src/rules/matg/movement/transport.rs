//! 8.4: loading, carrying and unloading.

use super::mover::Mover;
use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::fire::reaction;
use crate::rules::matg::ground::terrain;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::movement::{loads, mover, riders};
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Question, ask, nothing_to_decide, unreachable_choice};
use crate::rules::matg::water::boats;
use crate::rules::matg::works::obstacles;

/// Loads above this take two turns to load or unload (8.4.3).
const LARGE_LOAD: u8 = 10;

/// Value of [`Stand::handling`](crate::rules::matg::state::position::Stand) for a large load that was
/// unloaded this turn (8.4.7).
pub(in crate::rules::matg) const SET_DOWN: u8 = 2;

/// Loading or unloading. Any number of personnel on one square is one action (8.4.2, 8.4.6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Handling {
    /// Loading.
    Load,
    /// Unloading.
    SetDown,
}

/// Cargo goes to its carrier, where it may be fired at, and then rolls to load (8.4.4, 8.4.8). There is
/// nothing to decide.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Boarding {
    /// The carrier.
    pub carrier: Id,
    /// The cargo that loads.
    pub cargo: Id,
}

impl Open for Boarding {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.carrier)
    }

    fn asks(&self) -> Question {
        ask("boarding", "Wait while the stand loads.", "8.4.4")
    }

    nothing_to_decide!();

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let stopped = game.forces.stand(self.cargo).moved || game.forces.cell(self.cargo).is_none();
        if stopped || game.forces.cell(self.carrier).is_none() {
            return Ok(());
        }
        load(game, self.carrier, self.cargo, dice, log)
    }
}

/// The facing of an unloaded stand, where it matters (8.4.6, 8.4.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facing {
    /// The unloaded stand.
    pub stand: Id,
}

impl Open for Facing {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("face", "Choose a facing for the unloaded stand.", "8.4.7")
    }

    fn choices(&self, _: &Position) -> Vec<Choice> {
        Compass::ALL.into_iter().map(Choice::Turn).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        let Choice::Turn(direction) = *choice else { unreachable_choice(choice) };
        game.forces.stand_mut(self.stand).facing = direction;
        Ok(())
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.forces.cell(self.stand)
    }
}

impl Forces {
    /// The weapon that a stand tows.
    pub fn in_tow(&self, carrier: Id) -> Option<Id> {
        riders::capacity(&self.battle, carrier)?;
        self.cargo(carrier).find(|&id| !self.unit(id).is_personnel())
    }

    /// The square of a weapon in tow: behind its carrier, if that is on the board and free. The weapon does
    /// not occupy it, but sight and range may be measured to it (8.4.4, 8.4.5, S-94).
    #[apply(rule, "8.4.5", "8.4.4")]
    pub fn tow(&self, carrier: Id) -> Option<Cell> {
        self.in_tow(carrier)?;
        let behind = self.cell(carrier)?.step(self.stand(carrier).facing.opposite());
        (self.battle.grid.contains(behind) && self.holder_of(behind).is_none()).then_some(behind)
    }
}

impl Field {
    /// Whether a stand's facing matters: it has a restricted field of fire, or its position has a front
    /// (7.3.6, S-44, S-96).
    #[apply(rule, "7.3.6")]
    fn facing_matters(&self, id: Id, cell: Cell) -> bool {
        let narrow = self.battle.unit(id).guns.iter().any(|(gun, _)| gun.notes.restricted.is_some());
        narrow || self.works.forts.iter().any(|fort| fort.cell == cell && fort.facing.is_some())
    }
}

/// Cargo moves to its carrier; the enemy may fire at it as at any moving stand (8.4.8).
#[apply(rule, "8.4.8")]
pub(super) fn board(game: &mut Position, carrier: Id, cargo: Id) {
    game.now.open(Boarding { carrier, cargo });
    reaction::offer_opportunity(game, cargo);
}

/// An attempt to load: the cargo makes a cohesion roll. Large loads take a second turn (8.4.3, 8.4.4).
#[apply(rule, "8.4.3", "8.4.4")]
fn load(game: &mut Position, carrier: Id, cargo: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let profile = loading_profile(&game.forces, &game.now, &game.command, cargo);
    let passed = cohesion::roll_cohesion(&game.forces, cargo, &profile, dice, log)?.passed;
    if !passed {
        game.forces.stand_mut(cargo).failed_load = true;
        reaction::offer_opportunity(game, carrier);
        return Ok(());
    }
    pay_handling(&game.battle, &mut game.now, carrier, cargo, Handling::Load);
    if game.battle.unit(cargo).is_personnel() {
        game.forces.stand_mut(cargo).spent += half_up(mover::allowance(&game.field, &game.forces, cargo));
    }
    game.forces.stand_mut(cargo).moved = true;
    let large = game.battle.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
    if large && game.forces.stand(cargo).handling == 0 {
        game.forces.stand_mut(cargo).handling = 1;
        log.add(|| {
            let text = format!(
                "{} is half loaded on {}; one more turn",
                game.battle.who(cargo),
                game.battle.tag(carrier)
            );
            Event::new(Tone::Plain, game.battle.side(cargo), text, "8.4.3").at(game.forces.cell(carrier))
        });
    } else {
        game.forces.take_off(cargo, Place::Aboard(carrier));
        let stand = game.forces.stand_mut(cargo);
        stand.handling = 0;
        log.add(|| {
            let text = format!("{} loads {}", game.battle.who(carrier), game.battle.who(cargo));
            Event::new(Tone::Plain, game.battle.side(cargo), text, "8.4.4").at(game.forces.cell(carrier))
        });
    }
    reaction::offer_opportunity(game, carrier);
    Ok(())
}

/// Unloads cargo beside its carrier, without a roll (8.4.6, 8.4.7). A large load stays in the movement
/// posture for a second turn, counted by [`Stand::handling`](crate::rules::matg::state::position::Stand).
/// The enemy may fire at either stand (8.4.8).
#[apply(rule, "8.4.6", "8.4.7", "8.4.8")]
pub(super) fn unload(
    game: &mut Position,
    carrier: Id,
    cargo: Id,
    direction: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(cell) = game.forces.cell(carrier) else { return Ok(()) };
    let there = cell.step(direction);
    pay_handling(&game.battle, &mut game.now, carrier, cargo, Handling::SetDown);
    let personnel = game.battle.unit(cargo).is_personnel();
    let allowance = mover::allowance(&game.field, &game.forces, cargo);
    let large = game.battle.unit(cargo).kind.load.is_some_and(|load| load > LARGE_LOAD);
    game.forces.put(cargo, there);
    game.now.groups += 1;
    let group = game.now.groups;
    let stand = game.forces.stand_mut(cargo);
    stand.posture = Posture::Move;
    stand.facing = direction;
    stand.group = group;
    stand.spent = if personnel { stand.spent + half_up(allowance) } else { allowance };
    stand.moved = !personnel;
    stand.handling = if large { SET_DOWN } else { 0 };
    log.add(|| {
        let text = format!("{} unloads {} at {there}", game.battle.who(carrier), game.battle.who(cargo));
        let rule = if personnel { "8.4.6" } else { "8.4.7" };
        Event::new(Tone::Plain, game.battle.side(cargo), text, rule).at([cell, there])
    });
    bring_to(game, cargo, there, dice, log)?;
    reaction::offer_opportunity(game, carrier);
    reaction::offer_opportunity(game, cargo);
    if game.forces.cell(cargo).is_some() && game.field.facing_matters(cargo, there) {
        game.now.open(Facing { stand: cargo });
    }
    Ok(())
}

fn pay_handling(battle: &Battle, now: &mut Turn, carrier: Id, cargo: Id, act: Handling) {
    let Some(mover) = now.mover() else { return };
    debug_assert_eq!(mover.stand, carrier);
    let cost = handling_cost(battle, mover, cargo, act);
    let personnel = battle.unit(cargo).is_personnel();
    if let Some(mover) = now.mover_mut() {
        mover.left -= cost;
        mover.handled |= personnel;
        // Only personnel share an action: a weapon takes the carrier's whole move (8.4.3, 8.4.7).
        mover.last_act = personnel.then_some((act, mover.trail.len()));
        mover.over = None;
    }
}

/// Puts a stand on a square other than by a move of its own: unloaded, led there or pushed aside.
/// Artillery fire and obstacles on the square take effect (7.4.3.4, 11.1.5).
#[apply(rule, "7.4.3.4", "11.1.5")]
pub(in crate::rules::matg) fn bring_to(
    game: &mut Position,
    id: Id,
    cell: Cell,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let held = game.field.halts_on(id, cell).is_some();
    let stand = game.forces.stand_mut(id);
    stand.displaced = true;
    stand.moved |= held;
    shells::strike_entering(game, id, cell, dice, log)
}

/// Whether the order of battle gives a stand this vehicle (scenario, S-161).
fn is_own_vehicle(forces: &Forces, carrier: Id, cargo: Id) -> bool {
    forces.unit(carrier).carries_its_own && forces.unit(cargo).aboard == Some(carrier)
}

/// Whether a carrier has room for a stand: one weapon and any number of personnel, within its capacity
/// (8.4.1).
#[apply(rule, "8.4.1")]
#[apply(rule, "battles: its own vehicle" if is_own_vehicle(forces, carrier, cargo))]
pub fn has_room(forces: &Forces, carrier: Id, cargo: Id) -> bool {
    if is_own_vehicle(forces, carrier, cargo) {
        return forces.cargo(carrier).next().is_none() && !forces.is_mounted(cargo);
    }
    let (Some(capacity), Some(load)) =
        (riders::capacity(&forces.battle, carrier), forces.unit(cargo).kind.load)
    else {
        return false;
    };
    let aboard: u16 = forces.cargo(carrier).filter_map(|id| forces.unit(id).kind.load).map(u16::from).sum();
    let equipment = |id: Id| !forces.unit(id).is_personnel();
    aboard + boats::boat_load(forces, carrier) + u16::from(load)
        <= u16::from(capacity) + loads::spare_room(forces, carrier)
        && !(equipment(cargo) && forces.cargo(carrier).any(equipment))
        && !forces.is_mounted(cargo)
}

/// The carrier's cost of loading or unloading now: half its allowance, rounded up, for personnel, and
/// nothing for more of them on the same square; the whole allowance for a weapon (8.4.2, 8.4.3, 8.4.6,
/// 8.4.7).
#[apply(rule, "8.4.2", "8.4.3", "8.4.6", "8.4.7")]
pub fn handling_cost(battle: &Battle, mover: &Mover, cargo: Id, act: Handling) -> Quarters {
    if !battle.unit(cargo).is_personnel() {
        mover.allowance
    } else if mover.last_act == Some((act, mover.trail.len())) {
        0
    } else {
        half_up(mover.allowance)
    }
}

/// The choices of a moving carrier to load and unload.
pub(super) fn handling_choices(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    mover: &Mover,
    choices: &mut Vec<Choice>,
) {
    let carrier = mover.stand;
    if riders::capacity(&forces.battle, carrier).is_none() || forces.stand(carrier).posture != Posture::Move {
        ["8.4.2", "8.4.6", "8.4.7"].into_iter().for_each(applies);
        return;
    }
    let Some(cell) =
        forces.cell(carrier).filter(|_| !obstacles::is_entangled(field, forces, now, command, carrier))
    else {
        return;
    }; // S-43
    // Both are adjacent and in the movement posture at the start of the phase, and neither has moved
    // (8.4.2).
    if mover.trail.is_empty() && !forces.stand(carrier).displaced {
        for (id, at) in forces.on_board(forces.side(carrier)) {
            let stand = forces.stand(id);
            if id != carrier
                && board::adjacent(cell, at)
                && stand.posture == Posture::Move
                && !stand.moved
                && !stand.displaced
                && !stand.failed_load
                && !stand.lately.in_doubt
                && !obstacles::is_entangled(field, forces, now, command, id)
                && !stand.pinned
                && boats::may_handle_at(field, forces, carrier, id, at)
                && has_room(forces, carrier, id)
                && handling_cost(&forces.battle, mover, id, Handling::Load) <= mover.left
            {
                choices.push(Choice::Load(forces.tag(id)));
            }
        }
    }
    for id in forces.cargo(carrier).filter(|&id| may_get_off(field, forces, id)) {
        if handling_cost(&forces.battle, mover, id, Handling::SetDown) > mover.left {
            continue;
        }
        for (direction, next) in forces.battle.grid.neighbours(cell) {
            if riders::is_room_for(field, forces, now, id, next)
                && boats::may_handle_at(field, forces, carrier, id, next)
            {
                choices.push(Choice::Unload(forces.tag(id), direction));
            }
        }
    }
}

/// Whether cargo can still pay for unloading, as it may have paid for loading this turn (8.4.2, 8.4.6).
#[apply(rule, "8.4.2", "8.4.6")]
fn may_get_off(field: &Field, forces: &Forces, cargo: Id) -> bool {
    let (stand, allowance) = (forces.stand(cargo), mover::allowance(field, forces, cargo));
    if forces.unit(cargo).is_personnel() {
        stand.spent == 0 || stand.spent + half_up(allowance) <= allowance
    } else {
        !stand.moved
    }
}

/// The cargo's roll to load (8.4.4).
#[apply(rule, "8.4.4")]
pub fn loading_profile(forces: &Forces, now: &Turn, command: &Command, cargo: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, cargo, "to load", "8.4.4", [])
}

/// Whether a carrier has only personnel aboard: otherwise an armoured carrier may not overrun (8.7).
#[apply(rule, "8.7")]
pub(in crate::rules::matg) fn carries_only_personnel(forces: &Forces, carrier: Id) -> bool {
    let mut any = false;
    forces.cargo(carrier).all(|id| {
        any = true;
        forces.unit(id).is_personnel()
    }) && any
}

/// Half of an allowance, rounded up to a whole point, in quarters (8.4.2).
pub(super) const fn half_up(allowance: Quarters) -> Quarters {
    let points = allowance / terrain::POINT;
    (points + 1) / 2 * terrain::POINT
}
