//! 8.3: a stand moves inch by inch, paying movement points for the ground it enters.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Modifier, Preview, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::ground::terrain::{POINT, Quarters, Terrain};
use crate::rules::matg::shown::view::points;
use crate::rules::matg::state::battle::{Arm, Battle};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::{Frame, Open, Question, ask, unreachable_choice};

use super::transport::Handling;
use crate::rules::matg::assault::{close_assault, overrun};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::ground::hedgerows;
use crate::rules::matg::movement::{exits, inch, loads, set_up, special, transport};
use crate::rules::matg::shown::{preview, refusal, works_view};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::amphibious;

pub use super::inch::{Inch, heading};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::fire::reaction;
use crate::rules::matg::works::{hidden, laid, obstacles};

/// A stand on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// The stand that moves.
    pub stand: Id,
    /// Movement points left, in quarters.
    pub left: Quarters,
    /// The whole allowance, in quarters; halves are taken of this.
    pub allowance: Quarters,
    /// Points taken by its load, in quarters (12.7).
    pub drag: Quarters,
    /// Bonus points left that count only on some ground, in quarters (10.11.1, 10.13).
    pub bonus: Quarters,
    /// It has just driven into hedgerows, exposing its belly (9.3.2).
    pub belly: bool,
    /// Squares that it passed through from its start, without the present one.
    pub trail: Vec<Cell>,
    /// It keeps its facing instead of facing its direction of travel.
    pub fixed: bool,
    /// Its last action was a turn.
    pub turned: bool,
    /// The enemy stand that it is overrunning now (8.7.1).
    pub over: Option<Id>,
    /// It must stop where it is.
    pub stopped: bool,
    /// It was made to stop (8.3.6, 8.5.4).
    pub forced: bool,
    /// The enemy holds fire for the rest of its move.
    pub let_pass: bool,
    /// It has loaded, unloaded, been unloaded, mounted or dismounted.
    pub handled: bool,
    /// The last loading or unloading of personnel, and after how many inches (8.4.2, 8.4.6).
    pub last_act: Option<(Handling, usize)>,
}

impl Open for Mover {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("step", "Move the stand, then halt.", "8.3")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(20);
        for direction in Compass::ALL {
            steps(&game.field, &game.forces, &game.now, self, direction, &mut choices);
        }
        if self.over.is_none() && determination::is_shaken(&game.battle, &game.command, self.stand) {
            return determination::steps_home(&game.forces, self.stand, choices);
        }
        if self.over.is_some() {
            if choices.is_empty() {
                choices.push(Choice::Halt); // boxed in: it goes back where it came from
            }
            return choices;
        }
        let stuck = choices.is_empty();
        if !self.turned {
            let facing = game.forces.stand(self.stand).facing;
            choices.extend(Compass::ALL.into_iter().filter(|&d| d != facing).map(Choice::Turn));
        }
        if game
            .forces
            .cell(self.stand)
            .is_some_and(|cell| set_up::is_barred_to_riders(&game.field, &game.forces, self.stand, cell))
        {
            exits::exit_choices(&game.field, &game.forces, self, &mut choices);
            special::rider_choices(&game.field, &game.forces, &game.now, &game.command, self, &mut choices);
            if stuck {
                choices.push(Choice::Halt); // it goes back where it came from
            }
        } else if overrun::may_halt(&game.forces, &game.now, self) {
            amphibious::wade_choices(&game.field, &game.forces, self, &mut choices);
            exits::exit_choices(&game.field, &game.forces, self, &mut choices);
            transport::handling_choices(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                self,
                &mut choices,
            );
            special::rider_choices(&game.field, &game.forces, &game.now, &game.command, self, &mut choices);
            close_assault::assault_targets(&game.field, &game.forces, &game.now, &game.command, self)
                .for_each(|id| choices.push(Choice::Assault(game.battle.tag(id))));
            choices.push(Choice::Halt);
        } else if stuck {
            choices.push(Choice::Halt);
        }
        choices
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let id = self.stand;
        self.turned = false;
        match *choice {
            Choice::Turn(_) => {
                applies("8.3.7");
                (self.fixed, self.turned) = (true, true);
            }
            Choice::Assault(_) | Choice::Halt => self.stopped = true,
            _ => {}
        }
        game.now.open(self);
        match *choice {
            Choice::Step(direction) => step(game, id, direction, true, dice, log)?,
            Choice::Leave(direction) => step(game, id, direction, false, dice, log)?,
            Choice::Wade(direction) => amphibious::wade(game, id, direction, dice, log)?,
            Choice::Overrun(direction) => {
                if obstacles::leaves_works(game, id, dice, log)? {
                    overrun::drive_over(game, id, direction, dice, log)?;
                }
            }
            Choice::Turn(direction) => {
                game.forces.stand_mut(id).facing = direction;
                reaction::offer_opportunity(game, id);
            }
            Choice::Assault(tag) => close_assault::declare_assault(
                &mut game.field,
                &mut game.forces,
                &mut game.now,
                id,
                game.battle.named(tag),
                log,
            ),
            Choice::Load(tag) => transport::board(game, id, game.battle.named(tag)),
            Choice::Unload(tag, direction) => {
                transport::unload(game, id, game.battle.named(tag), direction, dice, log)?
            }
            Choice::Dismount(direction) => special::dismount(game, id, direction, dice, log)?,
            Choice::Mount(tag) => special::mount(game, id, game.battle.named(tag), log),
            Choice::Exit(edge) => exits::leave_map(game, id, edge, dice, log)?,
            Choice::Halt => {}
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    /// A stand is on the move until it halts, must stop, or is lost.
    fn next(&self, game: &Position) -> Option<Side> {
        let under_way = !self.stopped && matches!(game.forces.stand(self.stand).place, Place::Board(_));
        under_way.then(|| game.battle.side(self.stand))
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        end_move(game, &self, dice, log)
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Step(direction) | Choice::Leave(direction) | Choice::Overrun(direction) => {
                refusal::why_no_step(&game.field, &game.forces, &game.now, self, direction)
            }
            Choice::Halt
                if game.forces.cell(self.stand).is_some_and(|at| {
                    set_up::is_barred_to_riders(&game.field, &game.forces, self.stand, at)
                }) =>
            {
                let why = "mounted cavalry may move through buildings and positions but not stop in them. \
                 Move on or dismount.";
                Some(Illegal::new(
                    "10.10.2",
                    format!("{} can't halt here: {why}", game.battle.who(self.stand)),
                ))
            }
            Choice::Halt if !overrun::may_halt(&game.forces, &game.now, self) => {
                overrun::why_not_away(&game.forces, &game.now, self)
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let id = self.stand;
        let here = game.forces.cell(id)?;
        match *choice {
            Choice::Step(direction) | Choice::Leave(direction) => {
                let mut preview =
                    works_view::preview_leaving(&game.field, &game.forces, &game.now, &game.command, id)
                        .unwrap_or_default();
                let there = game.record.impacts.iter().filter(|impact| impact.cell == here.step(direction));
                let shells = preview::preview_shelling(&game.field, &game.forces, there, |_| Some(id));
                preview.rolls.extend(shells.rolls);
                if preview.result.is_empty() {
                    preview.result = shells.result;
                }
                Some(preview).filter(|preview| !preview.rolls.is_empty())
            }
            Choice::Wade(_) => {
                Some(amphibious::preview_wading(&game.field, &game.forces, &game.now, &game.command, id))
            }
            Choice::Assault(tag) => Some(preview::preview_assault(game, id, game.battle.find(tag)?)),
            Choice::Overrun(direction) => Some(preview::preview_overrun(
                &game.forces,
                &game.now,
                &game.command,
                id,
                game.forces.holder_of(here.step(direction))?,
            )),
            Choice::Load(tag) => {
                let cargo = game.battle.find(tag)?;
                Some(preview::preview_roll(
                    &game.battle,
                    cargo,
                    transport::loading_profile(&game.forces, &game.now, &game.command, cargo),
                ))
            }
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.forces.cell(self.stand)
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        let left = format!(
            "{}: {} of {} movement points left",
            game.battle.who(self.stand),
            points(self.left),
            points(self.allowance)
        );
        std::iter::once(left)
            .chain(works_view::leaving_note(&game.field, &game.forces, &game.now, &game.command, self.stand))
            .collect()
    }
}

impl Turn {
    /// The stand on the move, if there is one.
    pub(in crate::rules::matg) fn mover(&self) -> Option<&Mover> {
        self.stack.iter().rev().find_map(|frame| match frame {
            Frame::Moving(mover) => Some(mover),
            _ => None,
        })
    }

    /// The stand on the move, mutable.
    pub(in crate::rules::matg) fn mover_mut(&mut self) -> Option<&mut Mover> {
        self.stack.iter_mut().rev().find_map(|frame| match frame {
            Frame::Moving(mover) => Some(mover),
            _ => None,
        })
    }
}

pub(in crate::rules::matg) fn begin_move(game: &mut Position, id: Id, log: &mut Log) {
    amphibious::begin_way(&game.field, &mut game.forces, id);
    let allowance = self::allowance(&game.field, &game.forces, id);
    let left = (allowance - game.forces.stand(id).spent).max(0);
    game.forces.lift(id);
    log.add(|| {
        Event::new(Tone::Plain, game.battle.side(id), format!("{} moves", game.battle.who(id)), "8.3")
            .at(game.forces.cell(id))
            .detail()
    });
    game.now.open(Mover {
        stand: id,
        left,
        allowance,
        drag: loads::drag_here(&game.field, &game.forces, id),
        bonus: special::bonus(&game.forces, id),
        belly: false,
        trail: Vec::new(),
        fixed: false,
        turned: false,
        over: None,
        stopped: false,
        forced: false,
        let_pass: false,
        handled: game.forces.stand(id).spent > 0,
        last_act: None,
    });
    reaction::offer_opportunity(game, id);
}

fn step(
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
fn end_move(game: &mut Position, mover: &Mover, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    applies("8.3.4");
    applies("8.3.9");
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

/// Movement allowance this turn in quarters: half in the fire/move posture, rounded down (8.3.1).
pub fn allowance(field: &Field, forces: &Forces, id: Id) -> Quarters {
    applies("8.3.1");
    let points = Quarters::from(amphibious::points_here(field, forces, id));
    let points = if forces.stand(id).posture == Posture::FireMove { points / 2 } else { points };
    (points * POINT - loads::drag_here(field, forces, id)).max(0)
}

/// The mover's choices in a direction: step, step off the road, overrun.
fn steps(
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
fn may_pass_through(battle: &Battle, id: Id, enemy: Id) -> bool {
    applies("8.3.5");
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
fn gives_way(field: &Field, forces: &Forces, id: Id, other: Id) -> bool {
    applies("8.3.5");
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
