//! 8.9.4: fording boats for infantry, boarded and left after all movement. Boats that are stands of their
//! own (10.12) move by [`amphibious`](super::amphibious) and carry by [`transport`](crate::rules::matg::movement::transport).

use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::cohesion::cohesion_test;
use serde::Deserialize;

use crate::board::{self, Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Preview, Side, Test, Tone};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::assault::decisions::Declarations;
use crate::rules::matg::catalog::{Class, Trait};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::shown::preview;
use crate::rules::matg::state::battle::{Arm, Battle, Unit};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};
use crate::rules::matg::water::amphibious;

/// Cargo points that fording boats take up on their transport, and the least capacity that it needs (8.9.4).
pub const BOAT_LOAD: u8 = 8;

/// Fording boats (8.9.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Craft {
    /// With outboard motors.
    Fast,
    /// Rowed.
    Slow,
}

impl Craft {
    /// Amphibious movement points.
    pub const fn rate(self) -> u8 {
        match self {
            Self::Fast => 3,
            Self::Slow => 1,
        }
    }

    /// Price in points of one deployment.
    pub const fn points(self) -> u16 {
        match self {
            Self::Fast => 15,
            Self::Slow => 5,
        }
    }
}

/// The scenario's settings of a stand for water.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Waters {
    /// Fording boats on a transport, or ready beside infantry that starts at the water (8.9.4).
    pub boats: Option<Craft>,
    /// A boat that may go into streams (10.12).
    pub streams: bool,
    /// May not use its amphibious points (8.9).
    pub barred: bool,
}

/// Fording boats are boarded and left, after movement (8.9.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoatPhase {
    /// The alternation of the sides.
    pub turns: Alternation,
}

impl Open for BoatPhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        ask("boats", "Board boats or go ashore, or pass.", "8.9.4")
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (id, _) in game.forces.on_board(self.turns.side) {
            let tag = game.battle.tag(id);
            if may_board_boats(&game.field, &game.forces, id) {
                choices.push(Choice::Embark(tag));
            }
            choices.extend(
                shores(&game.field, &game.forces, id).into_iter().map(|shore| Choice::Disembark(tag, shore)),
            );
        }
        choices.push(Choice::Pass);
        choices
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match choice {
            Choice::Pass => self.turns.pass(),
            _ => self.turns.turn_over(),
        }
        game.now.open(self);
        match *choice {
            Choice::Pass => Ok(()),
            Choice::Embark(tag) => {
                game.forces.board_boats(game.battle.named(tag), log);
                Ok(())
            }
            Choice::Disembark(tag, shore) => disembark(game, game.battle.named(tag), shore, dice, log),
            _ => unreachable_choice(choice),
        }
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next(game, |game, side| has_boats_to_use(&game.field, &game.forces, side))
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        game.now.open(Declarations { turns: Alternation::begun_by(game.now.initiative), picked: None });
        Ok(())
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let Choice::Disembark(tag, _) = *choice else { return None };
        let id = game.battle.find(tag)?;
        Some(preview::preview_roll(
            &game.battle,
            id,
            disembark_profile(&game.battle, &game.now, &game.command, id),
        ))
    }
}

impl Unit {
    /// Infantry that may use fording boats: not on motorcycles, bicycles or horses (8.9.4).
    #[apply(rule, "8.9.4")]
    pub fn may_use_boats(&self) -> bool {
        let unit = self;
        unit.kind.class == Class::Personnel && unit.arm == Arm::Infantry && !unit.kind.is(Trait::Cycle)
    }
}

impl Forces {
    fn board_boats(&mut self, id: Id, log: &mut Log) {
        let Some((owner, craft)) = boats_for(self, id) else { return };
        self.stand_mut(owner).water.boats = None;
        let stand = self.stand_mut(id);
        stand.water.aboard = Some(craft);
        stand.moved = true;
        log.add(|| {
            let kind = if craft == Craft::Fast { "fast" } else { "slow" };
            let text = format!("{} boards {kind} fording boats", self.battle.who(id));
            Event::new(Tone::Plain, self.side(id), text, "8.9.4").at(self.cell(id))
        });
    }
}

impl Field {
    fn touches_water(&self, cell: Cell) -> bool {
        self.battle.grid.neighbours(cell).any(|(_, next)| self.ground_at(next).is_water())
    }
}

fn disembark(game: &mut Position, id: Id, shore: Compass, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Some(from) = game.forces.cell(id) else { return Ok(()) };
    game.forces.stand_mut(id).water.tried = true;
    if !cohesion::roll_cohesion(
        &game.forces,
        id,
        &disembark_profile(&game.battle, &game.now, &game.command, id),
        dice,
        log,
    )?
    .passed
    {
        return Ok(());
    }
    let to = from.step(shore);
    game.forces.put(id, to);
    let stand = game.forces.stand_mut(id);
    stand.water.aboard = None;
    stand.facing = shore;
    stand.moved = true;
    log.add(|| {
        let text = format!("{} lands at {to}", game.battle.who(id));
        Event::new(Tone::Plain, game.battle.side(id), text, "8.9.4").at([from, to])
    });
    shells::strike_entering(game, id, to, dice, log)
}

/// Where infantry finds boats: its own, or those of a transport beside it all turn. Fast boats are taken
/// first.
fn boats_for(forces: &Forces, id: Id) -> Option<(Id, Craft)> {
    let cell = forces.cell(id)?;
    let own = forces.stand(id).water.boats.map(|craft| (id, craft));
    let beside = forces.on_board(forces.side(id)).filter_map(|(other, at)| {
        let craft = forces.stand(other).water.boats?;
        let ready = forces.unit(other).kind.cargo.is_some() && !forces.stand(other).moved;
        (other != id && ready && board::adjacent(cell, at)).then_some((other, craft))
    });
    own.into_iter().chain(beside).max_by_key(|&(other, craft)| (craft.rate(), u8::MAX - other))
}

/// Whether infantry may board: it has spent the turn in the movement posture beside boats and water
/// (8.9.4).
#[apply(rule, "8.9.4")]
fn may_board_boats(field: &Field, forces: &Forces, id: Id) -> bool {
    let stand = forces.stand(id);
    let ashore = |cell| !field.ground_at(cell).is_water() && field.touches_water(cell);
    forces.unit(id).may_use_boats()
        && stand.posture == Posture::Move
        && !stand.moved
        && !stand.pinned
        && stand.spent == 0
        && stand.water.aboard.is_none()
        && forces.cell(id).is_some_and(ashore)
        && boats_for(forces, id).is_some()
}

/// Free land beside infantry in boats. In the movement posture it may try once a turn to land (8.9.4).
#[apply(rule, "8.9.4")]
fn shores(field: &Field, forces: &Forces, id: Id) -> Vec<Compass> {
    let water = forces.stand(id).water;
    let Some(cell) = forces.cell(id) else { return Vec::new() };
    // A stand in a posture to fire does not land (8.9.4).
    let lands = forces.stand(id).posture == Posture::Move;
    if water.aboard.is_none() || water.tried || !lands || !amphibious::is_afloat(field, forces, id) {
        return Vec::new();
    }
    let (_, mode) = forces.pace(id);
    let beside = forces.battle.grid.neighbours(cell).filter(|&(_, next)| {
        let ground = field.ground_at(next);
        !ground.is_water()
            && forces.holder_of(next).is_none()
            && (ground.cost(mode).is_some() || ground.road_cost(mode).is_some())
    });
    beside.map(|(direction, _)| direction).collect()
}

/// Whether a side has boats to board or leave.
fn has_boats_to_use(field: &Field, forces: &Forces, side: Side) -> bool {
    forces
        .on_board(side)
        .any(|(id, _)| may_board_boats(field, forces, id) || !shores(field, forces, id).is_empty())
}

/// The roll to disembark, which has no modifiers (8.9.4).
#[apply(rule, "8.9.4")]
pub fn disembark_profile(battle: &Battle, now: &Turn, command: &Command, id: Id) -> Test {
    cohesion_test("to disembark", cohesion::level(battle, now, command, battle.side(id)), Vec::new(), "8.9.4")
}

/// The defence of infantry in fording boats on the water: 1 (8.9.4).
#[apply(rule, "8.9.4")]
pub(in crate::rules::matg) fn boat_defence(field: &Field, forces: &Forces, id: Id) -> Option<i16> {
    (forces.stand(id).water.aboard.is_some() && amphibious::is_afloat(field, forces, id)).then_some(1)
}

/// Cargo points that fording boats take up on a transport.
pub(in crate::rules::matg) fn boat_load(forces: &Forces, carrier: Id) -> u16 {
    if forces.stand(carrier).water.boats.is_some() { u16::from(BOAT_LOAD) } else { 0 }
}

/// Whether a boat may load or unload there: only from and to land. Infantry is never unloaded out of
/// fording boats (10.12).
pub(in crate::rules::matg) fn may_handle_at(
    field: &Field,
    forces: &Forces,
    carrier: Id,
    cargo: Id,
    cell: Cell,
) -> bool {
    let boating =
        forces.stand(cargo).place != Place::Aboard(carrier) && forces.stand(cargo).water.aboard.is_some();
    let on_land = !field.ground_at(cell).is_water();
    !boating && (on_land || forces.unit(carrier).arm != Arm::Boat)
}
