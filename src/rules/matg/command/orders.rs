//! 8.2: movement orders of the GHQs, and movement with and without orders.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::command::{determination, groups, headquarters, natural};
use crate::rules::matg::fire::charts;
use crate::rules::matg::movement::mover;
use crate::rules::matg::shown::{preview, refusal};
use crate::rules::matg::state::battle::{Battle, MOST_FORCES, Role};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Frame, Open, Question, ask, unreachable_choice};
use crate::rules::matg::water::boats::BoatPhase;

/// Phase 6: movement by orders, then without (8.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MovementPhase {
    /// The alternation of the sides, and which of them has passed.
    pub turns: Alternation,
    /// Orders are spent; groups move independently (8.2.7).
    pub independent: bool,
    /// The force whose stand fast action failed: its next order must move a group (12.6).
    pub must: Option<usize>,
}

impl MovementPhase {
    /// The start of one of the two parts of the phase.
    pub const fn begun_by(side: Side, independent: bool) -> Self {
        Self { turns: Alternation::opened_by(side), independent, must: None }
    }

    /// Whether a side has a group to move in this part.
    fn able(&self) -> fn(&Position, Side) -> bool {
        if self.independent {
            |game, side| groups::has_independent_group(&game.forces, &game.command, side)
        } else {
            |game, side| groups::has_group_to_order(&game.forces, &game.command, side)
        }
    }
}

impl Open for MovementPhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        if self.must.is_some() {
            ask("order", "Stand fast failed: order a group to move.", "12.6")
        } else if self.independent {
            ask("independent", "Move a group independently, or pass.", "8.2.7")
        } else {
            ask("order", "Order a group to move, or pass.", "8.2.3")
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let choice = if self.independent { Choice::Independent } else { Choice::Order };
        let mut leads = groups::leads(&game.forces, &game.command, self.turns.side, self.independent);
        if let Some(force) = self.must {
            leads.retain(|&id| {
                groups::contact_group(&game.forces, &game.command, id)
                    .iter()
                    .any(|&member| game.battle.force_of(member) == force)
            });
        }
        let mut choices: Vec<Choice> = leads.into_iter().map(|id| choice(game.battle.tag(id))).collect();
        if self.must.is_some() {
            return choices;
        }
        if !self.independent {
            choices.extend(natural::stand_fast_choices(&game.forces, &game.command, self.turns.side));
        }
        // A broken force must try to flee (12.1.5).
        if !self.independent || !groups::has_to_flee(&game.forces, &game.command, self.turns.side) {
            choices.push(Choice::Pass);
        }
        choices.extend(self.turns.may_yield(game));
        choices
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let (moving, independent) = (self.turns.side, self.independent);
        match *choice {
            Choice::Yield => {
                self.turns.turn_over();
                game.now.open(self);
            }
            Choice::Pass => {
                self.turns.pass();
                log.add(|| {
                    let name = &game.battle.army(moving).name;
                    let how = if independent { "independent" } else { "ordered" };
                    Event::new(Tone::Plain, moving, format!("{name} pass: no more {how} movement"), "8.2.3")
                });
                game.now.open(self);
            }
            Choice::StandFast(tag) => {
                let ghq = game.battle.named(tag);
                let force = game.battle.force_of(ghq);
                let heard = natural::stand_fast(&game.forces, &game.now, &mut game.command, ghq, dice, log)?;
                if !heard && natural::can_order_in(&game.forces, &game.command, moving, force) {
                    self.must = Some(force);
                } else {
                    self.turns.turn_over();
                }
                game.now.open(self);
            }
            Choice::Order(tag) | Choice::Independent(tag) => {
                let by = self.must.take();
                self.turns.turn_over();
                game.now.open(self);
                let members = groups::move_group(game, game.battle.named(tag), independent, by, dice, log)?;
                game.now.open(GroupMove { side: moving, members });
            }
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next(game, self.able())
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if self.independent {
            game.now.open(BoatPhase { turns: Alternation::begun_by(game.now.initiative) });
        } else {
            begin_independent(&mut game.now, &mut game.command, log);
        }
        Ok(())
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Order(tag) | Choice::Independent(tag) => {
                refusal::why_no_move(&game.forces, &game.arrivals, tag, self.turns.side)
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        match *choice {
            Choice::Order(tag) => preview::preview_movement(
                &game.forces,
                &game.now,
                &game.command,
                game.battle.find(tag)?,
                false,
            ),
            Choice::StandFast(tag) => {
                let ghq = game.battle.find(tag)?;
                Some(preview::preview_roll(
                    &game.battle,
                    ghq,
                    natural::stand_fast_profile(&game.forces, &game.now, &game.command, ghq),
                ))
            }
            Choice::Independent(tag) => preview::preview_movement(
                &game.forces,
                &game.now,
                &game.command,
                game.battle.find(tag)?,
                true,
            ),
            _ => None,
        }
    }
}

/// The stands of a group that may move now, one at a time (8.1.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GroupMove {
    /// The side that moves.
    pub side: Side,
    /// Stands that passed their roll and have not moved yet.
    pub members: Vec<Id>,
}

impl Open for GroupMove {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        ask("move", "Choose a stand to move, or end the group's move.", "8.1.3")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let movable =
            self.members.iter().filter(|&&id| groups::may_be_moved(&game.forces, &game.command, id));
        // A broken stand must move (12.1.5).
        let flees = self.members.iter().any(|&id| {
            groups::may_be_moved(&game.forces, &game.command, id)
                && determination::is_shaken(&game.battle, &game.command, id)
        });
        let done = (!flees).then_some(Choice::Done);
        movable.map(|&id| Choice::Move(game.battle.tag(id))).chain(done).collect()
    }

    fn apply(mut self, game: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match *choice {
            Choice::Move(tag) => {
                let id = game.battle.named(tag);
                self.members.retain(|&member| member != id);
                game.now.open(self);
                mover::begin_move(game, id, log);
            }
            Choice::Done => {}
            _ => unreachable_choice(choice),
        }
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.members
            .iter()
            .any(|&id| groups::may_be_moved(&game.forces, &game.command, id))
            .then_some(self.side)
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match *choice {
            Choice::Move(tag) => refusal::why_no_move(&game.forces, &game.arrivals, tag, self.side),
            _ => None,
        }
    }
}

impl Forces {
    /// The GHQ of a force, with its quality, if it is in play: neither lost nor off the map for good (10.1.5).
    #[apply(rule, "8.2.2")]
    pub fn ghq(&self, side: Side, force: usize) -> Option<(Id, i16)> {
        let gone = |id| matches!(self.stand(id).place, Place::Lost | Place::Gone(_));
        self.ids(side).find_map(|id| match self.stand(id).role {
            Role::Ghq(quality) if !gone(id) && !self.is_to_come(id) => {
                (self.battle.force_of(id) == force).then_some((id, i16::from(quality)))
            }
            _ => None,
        })
    }
}

impl Command {
    /// Movement orders that a side has left, over all its GHQs.
    pub fn orders_left(&self, side: Side) -> u8 {
        self.orders[side.index()].iter().sum()
    }
}

/// Opens the Movement Phase: each GHQ rolls 2D6 plus its quality for its orders (8.2.1, 10.1.4).
#[apply(rule, "10.1.4", "4.0.6", "chart: sequence of play", "8.2.6")]
pub(in crate::rules::matg) fn begin_movement(
    forces: &mut Forces,
    now: &mut Turn,
    command: &mut Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    log.add(|| Event::new(Tone::Phase, None, "Movement", "4.0"));
    command.orders = [[0; MOST_FORCES]; 2];
    forces.stands.iter_mut().for_each(|stand| stand.displaced = false);
    for side in [now.initiative, now.initiative.other()] {
        let count = forces.battle.forces(side);
        for force in 0..count {
            match forces.ghq(side, force) {
                Some((id, quality)) => roll_orders(&forces.battle, command, id, quality, force, dice, log)?,
                None => log.add(|| {
                    applies("10.1.5");
                    let name = &forces.battle.army(side).name;
                    let whose = if count > 1 { format!(" for force {}", force + 1) } else { String::new() };
                    Event::new(
                        Tone::Failure,
                        side,
                        format!("{name}: no GHQ{whose}, no movement orders"),
                        "8.2.2",
                    )
                }),
            }
        }
    }
    now.open(MovementPhase::begun_by(now.initiative, false));
    headquarters::ask_successors(now, command);
    Ok(())
}

#[apply(rule, "10.1.6", "8.2.1")]
fn roll_orders(
    battle: &Battle,
    command: &mut Command,
    ghq: Id,
    quality: i16,
    force: usize,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let side = battle.side(ghq);
    let (a, b) = dice.two_d6(|| format!("movement orders of {}", battle.tag(ghq)))?;
    let orders = charts::movement_orders(i16::from(a + b) + quality);
    command.orders[side.index()][force] = orders;
    log.add(|| {
        let (name, who) = (&battle.army(side).name, battle.tag(ghq));
        let text = format!(
            "{name}: {orders} movement orders from {who}. 2D6 {a}+{b}, quality \
         {quality:+}"
        );
        Event::new(Tone::Plain, side, text, "8.2.1")
    });
    Ok(())
}

#[apply(rule, "4.0.6", "8.2.6")]
fn begin_independent(now: &mut Turn, command: &mut Command, log: &mut Log) {
    log.add(|| Event::new(Tone::Plain, None, "Independent movement", "8.2.7"));
    command.orders = [[0; MOST_FORCES]; 2];
    now.open(MovementPhase::begun_by(now.initiative, true));
}

/// A GHQ that is lost or leaves the map takes its unused orders with it (8.2.2, 10.1.5).
#[apply(rule, "10.1.5")]
pub(super) fn forfeit_orders(
    battle: &Battle,
    command: &mut Command,
    side: Side,
    force: usize,
    log: &mut Log,
) {
    let left = std::mem::take(&mut command.orders[side.index()][force]);
    if left > 0 {
        log.add(|| {
            let text = format!("{} lose {left} movement orders with their GHQ", battle.army(side).name);
            Event::new(Tone::Failure, side, text, "8.2.2")
        });
    }
}

/// A caution before the move of a half-moved group ends, since the same key halts a single stand.
pub(in crate::rules::matg) fn warn_of_unmoved(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    choice: &Choice,
) -> Option<String> {
    let (Choice::Done, Some(Frame::Group(group))) = (choice, now.stack.last()) else { return None };
    let left: Vec<Id> =
        group.members.iter().copied().filter(|&id| groups::may_be_moved(forces, command, id)).collect();
    let number = forces.stand(*left.first()?).group;
    let begun = forces.ids(group.side).any(|id| forces.stand(id).group == number && forces.stand(id).moved);
    let who = match left[..] {
        [only] => forces.battle.who(only),
        _ => format!("{} stands of the group", left.len()),
    };
    begun.then(|| format!("{who} would not move this turn."))
}

/// Whether the GHQ of a stand's force has orders left (8.2.1, 10.1.4).
#[apply(rule, "10.1.4")]
pub(super) fn has_orders(battle: &Battle, command: &Command, id: Id) -> bool {
    command.orders[battle.side(id).index()][battle.force_of(id)] > 0
}
