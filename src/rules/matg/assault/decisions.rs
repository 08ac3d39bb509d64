//! 8.8: the decisions in close assault: declarations, the order of resolution, the assaulter to answer, and
//! where to give way.

use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Log, Preview, Side};
use crate::rules::matg::assault::{close_assault, overrun};
use crate::rules::matg::fire::flame;
use crate::rules::matg::landings::airborne;
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::shown::preview;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// The end of movement: the last chance to declare close assaults (8.8.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declarations {
    /// The side to declare next, and which side has finished.
    pub turns: Alternation,
    /// The stand that is about to assault.
    pub picked: Option<Id>,
}

impl Open for Declarations {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        match self.picked {
            None => ask("declare", "Choose a stand to close assault with, or pass.", "8.8.2"),
            Some(_) => ask("assault", "Choose the enemy stand to assault.", "8.8.2"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(id) = self.picked else {
            let ready = close_assault::late_assaulters(
                &game.field,
                &game.forces,
                &game.now,
                &game.command,
                self.turns.side,
            )
            .map(|id| Choice::Pick(game.battle.tag(id)));
            return ready.chain([Choice::Pass]).collect();
        };
        let targets = close_assault::enemies_beside(&game.forces, id).filter(|&target| {
            close_assault::may_assault(&game.field, &game.forces, &game.now, &game.command, id, target)
        });
        targets.map(|target| Choice::Assault(game.battle.tag(target))).chain([Choice::Cancel]).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match (*choice, self.picked) {
            (Choice::Pick(tag), None) => self.picked = Some(game.battle.named(tag)),
            (Choice::Assault(tag), Some(id)) => {
                self.picked = None;
                close_assault::declare_assault(
                    &mut game.field,
                    &mut game.forces,
                    &mut game.now,
                    id,
                    game.battle.named(tag),
                    log,
                );
            }
            (Choice::Cancel, Some(_)) => self.picked = None,
            (Choice::Pass, None) => self.turns.pass(),
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.picked.is_some(), game, |game, side| {
            close_assault::has_assaulter(&game.field, &game.forces, &game.now, &game.command, side)
        })
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        overrun::resolve_overruns(game, dice, log)?;
        game.now.open(Assaults::begun_by(game.now.initiative));
        Ok(())
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match (*choice, self.picked) {
            (Choice::Assault(tag), Some(id)) => {
                Some(preview::preview_assault(game, id, game.battle.find(tag)?))
            }
            _ => None,
        }
    }

    fn about(&self, _: &Position) -> Option<Id> {
        self.picked
    }
}

/// Close assaults are resolved by the sides in turn (8.8.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assaults {
    /// Which side resolves the next one.
    pub turns: Alternation,
}

impl Assaults {
    /// The assaults at the start of their resolution.
    pub const fn begun_by(side: Side) -> Self {
        Self { turns: Alternation::opened_by(side) }
    }
}

impl Open for Assaults {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        ask("assaults", "Choose the close assault to resolve.", "8.8.7")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let resolve = close_assault::assaulted_by(&game.forces, &game.now, self.turns.side)
            .into_iter()
            .map(|id| Choice::Resolve(game.battle.tag(id)));
        resolve.chain(self.turns.may_yield(game)).collect()
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        self.turns.turn_over();
        game.now.open(self);
        let tag = match *choice {
            Choice::Resolve(tag) => tag,
            Choice::Yield => return Ok(()),
            _ => unreachable_choice(choice),
        };
        let defender = game.battle.named(tag);
        let assaulters = close_assault::assaulters_of(&game.forces, &game.now, defender);
        if close_assault::may_answer(&game.forces, defender) && assaulters.len() > 1 {
            game.now.open(Answer { defender });
            return Ok(());
        }
        close_assault::resolve_close_assault(game, defender, assaulters.first().copied(), dice, log)
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns
            .next(game, |game, side| close_assault::has_assault_to_resolve(&game.forces, &game.now, side))
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::Resolve(tag) = *choice else { return None };
        let defender = game.battle.find(tag)?;
        let first = *close_assault::assaulters_of(&game.forces, &game.now, defender).first()?;
        Some(preview::preview_assault(game, first, defender))
    }

    /// Stands that must flee from flames do so first (11.6.1).
    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if game.field.has_fleeing_stands() {
            game.now.open(self);
            flame::begin_fleeing(game, log);
            return Ok(());
        }
        airborne::land_groups(game, Moment::AfterMovement, dice, log)
    }
}

/// The assaulted stand chooses an assaulter to answer (8.8.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The assaulted stand.
    pub defender: Id,
}

impl Open for Answer {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.defender)
    }

    fn asks(&self) -> Question {
        ask("answer", "Choose the assaulter to answer.", "8.8.4")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        close_assault::assaulters_of(&game.forces, &game.now, self.defender)
            .into_iter()
            .map(|id| Choice::Answer(game.battle.tag(id)))
            .collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Answer(tag) = *choice else { unreachable_choice(choice) };
        close_assault::resolve_close_assault(game, self.defender, Some(game.battle.named(tag)), dice, log)
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::Answer(tag) = *choice else { return None };
        Some(preview::preview_answer(
            &game.field,
            &game.forces,
            &game.now,
            &game.command,
            self.defender,
            game.battle.find(tag)?,
        ))
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.defender)
    }
}

/// A stand must give way one inch (8.8.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retreat {
    /// The stand that gives way.
    pub stand: Id,
    /// The stand it gives way to.
    pub from: Id,
    /// The rule that applies.
    pub rule: &'static str,
}

impl Retreat {
    /// Whether it has no free square.
    pub(super) fn is_cornered(&self, game: &Position) -> bool {
        self.choices(game).is_empty()
    }
}

impl Open for Retreat {
    fn side(&self, game: &Position) -> Side {
        game.battle.side(self.stand)
    }

    fn asks(&self) -> Question {
        ask("retreat", "Choose a square to give way 1 inch.", "8.8.5")
    }

    /// The free adjacent squares that are farther from the attacker.
    fn choices(&self, game: &Position) -> Vec<Choice> {
        let (Some(here), Some(enemy)) = (game.forces.cell(self.stand), game.forces.cell(self.from)) else {
            return Vec::new();
        };
        let farther = |cell| board::distance_squared(cell, enemy) > board::distance_squared(here, enemy);
        let beside = game.battle.grid.neighbours(here).filter(|&(_, next)| {
            farther(next)
                && game.forces.holder_of(next).is_none()
                && set_up::may_stand_on(&game.field, &game.forces, self.stand, next)
        });
        beside.map(|(direction, _)| Choice::Retreat(direction)).collect()
    }

    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Retreat(direction) = *choice else { unreachable_choice(choice) };
        close_assault::withdraw(game, self.stand, direction, self.rule, dice, log)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        Some(self.stand)
    }

    fn here(&self, game: &Position) -> Option<Cell> {
        game.forces.cell(self.stand)
    }
}
