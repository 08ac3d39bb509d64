//! 8.3: the steps of a stand on the move: which are open, and what each does.

use super::inch::Inch;
use super::mover::Mover;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::assault::overrun;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::reaction;
use crate::rules::matg::ground::hedgerows;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::{inch, loads, set_up, transport};
use crate::rules::matg::state::battle::{Arm, Battle};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::amphibious;
use crate::rules::matg::works::{hidden, laid, obstacles};

pub(super) fn step(
    game: &mut Position,
    id: Id,
    direction: Compass,
    prefer_road: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(from) = game.forces.cell(id) else { return Ok(()) };
    let Some(mover) = game.now.mover() else { return Ok(()) };
    let road = inch::inch(&game.field, &game.forces, &game.now, id, from, direction, true).filter(|&inch| {
        prefer_road && inch::can_pay(&game.field, &game.forces, &game.now, mover, inch, direction)
    });
    let Some(inch) =
        road.or_else(|| inch::inch(&game.field, &game.forces, &game.now, id, from, direction, false))
    else {
        return Ok(());
    };
    if !obstacles::leaves_works(game, id, dice, log)? {
        return Ok(());
    }
    let enemy =
        game.forces.holder_of(inch.to).filter(|&other| game.battle.side(other) != game.battle.side(id));
    if enemy.is_some_and(|other| game.battle.unit(other).arm == Arm::Armoured) {
        let nerve = Modifier { value: 3, label: "through enemy armour", rule: "8.3.6" };
        let profile = determination::movement_roll(
            &game.forces,
            &game.now,
            &game.command,
            id,
            "to pass through",
            "8.3.6",
            [nerve],
        );
        if !cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed {
            if let Some(mover) = game.now.mover_mut() {
                (mover.stopped, mover.forced) = (true, true);
            }
            return Ok(());
        }
    }
    if amphibious::enters_water(&game.field, &game.forces, &game.now, id, from, inch.to) {
        amphibious::enter_water(&mut game.forces, &mut game.now, id);
    }
    if !inch.by_road
        && hedgerows::cuts_hedgerows(&game.field, &game.forces, id, inch.to)
        && !hedgerows::cut_hedgerow(game, id, inch.to, direction, dice, log)?
    {
        return Ok(());
    }
    advance(&mut game.field, &mut game.forces, &mut game.now, id, from, inch, direction);
    hidden::uncover_before(&mut game.field, &mut game.forces, id, inch.to, log);
    shells::strike_entering(game, id, inch.to, dice, log)?;
    reaction::offer_opportunity(game, id);
    obstacles::stop_on_works(&game.field, &mut game.now, id, inch.to);
    Ok(())
}

/// Puts the mover on the next square and pays for it.
pub(in crate::rules::matg) fn advance(
    field: &mut Field,
    forces: &mut Forces,
    now: &mut Turn,
    id: Id,
    from: Cell,
    inch: Inch,
    direction: Compass,
) {
    field.abandon_work(id);
    let bocage = field.ground_at(inch.to).has(Terrain::Bocage)
        && !inch.by_road
        && !hedgerows::cuts_hedgerows(field, forces, id, inch.to);
    let bonus = now.mover().map_or(0, |mover| inch::bonus_for(field, forces, mover, inch).min(inch.cost));
    let drag = now.mover().map_or(0, |mover| loads::more_drag(field, forces, mover, inch));
    let Some(mover) = now.mover_mut() else { return };
    mover.bonus -= bonus;
    mover.drag += drag;
    mover.left = (mover.left - inch.cost - drag + bonus).max(0);
    mover.belly = bocage;
    mover.trail.push(from);
    mover.over = None;
    let fixed = mover.fixed;
    let by_road = inch::inch(field, forces, now, id, from, direction, true).is_some();
    let off_road = by_road && !inch.by_road && field.gives_cover(inch.to);
    let stand = forces.stand_mut(id);
    stand.place = Place::Board(inch.to);
    stand.on_road = inch.by_road;
    stand.off_road = off_road;
    if !fixed {
        stand.facing = direction;
    }
    amphibious::update_water_state(field, forces, id, inch.to);
}

/// Ends a move: on its square, or back along its trail where it may stand (8.3.4, 8.3.9).
#[apply(rule, "8.3.4", "8.3.9")]
pub(super) fn end_move(
    game: &mut Position,
    mover: &Mover,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let id = mover.stand;
    let stand = game.forces.stand_mut(id);
    stand.moved = true;
    // The points left may still serve a close assault, even if the stand was made to stop (8.8.2, S-91).
    stand.spent = mover.allowance - mover.left;
    let Some(mut cell) = game.forces.cell(id) else { return Ok(()) };
    let unarmed = game.battle.unit(id).is_unarmed() && !mover.trail.is_empty() && !mover.forced;
    for &earlier in mover.trail.iter().rev() {
        let blocked =
            game.forces.holder_of(cell).is_some_and(|other| !gives_way(&game.field, &game.forces, id, other));
        let exposed = unarmed && game.forces.enemy_touches(game.battle.side(id), cell);
        let barred = set_up::is_barred_to_riders(&game.field, &game.forces, id, cell);
        if !blocked
            && !exposed
            && !barred
            && !amphibious::is_under_bridge(&game.field, &game.forces, id, cell)
        {
            break;
        }
        cell = earlier;
    }
    game.forces.end_way(id);
    if let Some(other) = game.forces.holder_of(cell) {
        push_aside(game, other, cell, dice, log)?;
    }
    game.forces.put(id, cell);
    log.add(|| {
        let facing = game.forces.stand(id).facing;
        Event::new(
            Tone::Plain,
            game.battle.side(id),
            format!("{} halts at {cell} facing {facing}", game.battle.tag(id)),
            "8.3",
        )
        .at([cell])
        .moves(game.battle.who(id), format!("halts at {cell}"))
    });
    laid::settle_on_works(&mut game.field, &game.forces, mover, cell, log);
    Ok(())
}

fn push_aside(game: &mut Position, other: Id, cell: Cell, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    if let Some(aside) = room_beside(&game.field, &game.forces, other, cell) {
        game.forces.put(other, aside);
        log.add(|| {
            let text = format!("{} is moved aside to {aside}", game.battle.who(other));
            Event::new(Tone::Plain, game.battle.side(other), text, "8.3.5").at([aside])
        });
        transport::bring_to(game, other, aside, dice, log)?;
    }
    Ok(())
}

/// The mover's choices in a direction: step, step off the road, overrun.
pub(super) fn steps(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    direction: Compass,
    choices: &mut Vec<Choice>,
) {
    let id = mover.stand;
    let Some(from) = forces.cell(id) else { return };
    let open = |&inch: &Inch| {
        inch::can_pay(field, forces, now, mover, inch, direction)
            && (forces.holder_of(inch.to).is_some_and(|other| forces.side(other) != forces.side(id))
                || overrun::may_go_on(field, forces, now, mover, from, inch))
    };
    let road = inch::inch(field, forces, now, id, from, direction, true).filter(open);
    let beside = inch::inch(field, forces, now, id, from, direction, false).filter(open);
    let Some(inch) = road.or(beside) else { return };
    match forces.holder_of(inch.to) {
        None => choices.push(Choice::Step(direction)),
        Some(_) if mover.over.is_some() => return,
        Some(other) if forces.side(other) == forces.side(id) => choices.push(Choice::Step(direction)),
        Some(other) => {
            if overrun::may_overrun_from(field, forces, now, id, from, other)
                && !amphibious::enters_water(field, forces, now, id, from, inch.to)
            {
                let cheapest = road.map_or(inch.cost, |r| r.cost.min(inch.cost));
                if overrun::can_leave_overrun(field, forces, now, mover, inch.to, cheapest) {
                    choices.push(Choice::Overrun(direction));
                }
            }
            if may_pass_through(&forces.battle, id, other)
                && overrun::may_go_on(field, forces, now, mover, from, inch)
            {
                choices.push(Choice::Step(direction));
            }
            return;
        }
    }
    // Leaving the road is a choice of its own only where the ground beside it gives cover.
    if road.is_some() && beside.is_some() && field.gives_cover(inch.to) {
        choices.push(Choice::Leave(direction));
    }
}

/// Armour passes freely through unarmed enemy vehicles, and through armour after a cohesion roll (8.3.5,
/// 8.3.6).
#[apply(rule, "8.3.5")]
fn may_pass_through(battle: &Battle, id: Id, enemy: Id) -> bool {
    let other = battle.unit(enemy);
    battle.unit(id).arm == Arm::Armoured
        && (other.arm == Arm::Armoured || (other.is_vehicle() && other.is_unarmed()))
}

/// Whether a square is the only one to which a mover passing over another stand can be moved back:
/// nothing may be unloaded there (8.3.4).
pub(super) fn is_way_back(forces: &Forces, now: &Turn, cell: Cell) -> bool {
    let Some(mover) = now.mover() else { return false };
    let Some(at) = forces.cell(mover.stand) else { return false };
    let free = |at: Cell| forces.holder_of(at).is_none_or(|other| other == mover.stand);
    !free(at) && mover.trail.contains(&cell) && !mover.trail.iter().any(|&way| way != cell && free(way))
}

/// Whether an unarmed enemy vehicle is moved aside by armour that ends its move there, room permitting
/// (8.3.5).
#[apply(rule, "8.3.5")]
fn gives_way(field: &Field, forces: &Forces, id: Id, other: Id) -> bool {
    forces.side(other) != forces.side(id)
        && forces.unit(id).arm == Arm::Armoured
        && forces.unit(other).arm == Arm::Soft
        && forces.unit(other).is_unarmed()
        && forces.cell(other).is_some_and(|cell| room_beside(field, forces, other, cell).is_some())
}

/// A free square beside a cell on which a stand may be placed.
pub(super) fn room_beside(field: &Field, forces: &Forces, id: Id, cell: Cell) -> Option<Cell> {
    let mut beside = forces.battle.grid.neighbours(cell).map(|(_, next)| next);
    beside.find(|&next| forces.holder_of(next).is_none() && set_up::may_stand_on(field, forces, id, next))
}
