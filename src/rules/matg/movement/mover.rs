//! 8.3: a stand moves inch by inch, paying movement points for the ground it enters.

use super::steps;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::ground::terrain::{POINT, Quarters};
use crate::rules::matg::shown::view::points;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::turn::sequence::{Frame, Open, Question, ask, unreachable_choice};

use super::transport::Handling;
use crate::rules::matg::assault::{close_assault, overrun};
use crate::rules::matg::command::determination;
use crate::rules::matg::movement::{exits, loads, set_up, special, transport};
use crate::rules::matg::shown::{preview, refusal, works_view};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::amphibious;

pub use super::inch::{Inch, heading};
use crate::rules::matg::fire::reaction;
use crate::rules::matg::works::obstacles;

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
            steps::steps(&game.field, &game.forces, &game.now, self, direction, &mut choices);
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

    #[apply(rule, "8.3.7" if matches!(choice, Choice::Turn(_)))]
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
            Choice::Turn(_) => (self.fixed, self.turned) = (true, true),
            Choice::Assault(_) | Choice::Halt => self.stopped = true,
            _ => {}
        }
        game.now.open(self);
        match *choice {
            Choice::Step(direction) => steps::step(game, id, direction, true, dice, log)?,
            Choice::Leave(direction) => steps::step(game, id, direction, false, dice, log)?,
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
        steps::end_move(game, &self, dice, log)
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
    #[inline]
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

/// Movement allowance this turn in quarters: half in the fire/move posture, rounded down (8.3.1).
#[apply(rule, "8.3.1")]
pub fn allowance(field: &Field, forces: &Forces, id: Id) -> Quarters {
    let points = Quarters::from(amphibious::points_here(field, forces, id));
    let points = if forces.stand(id).posture == Posture::FireMove { points / 2 } else { points };
    (points * POINT - loads::drag_here(field, forces, id)).max(0)
}
