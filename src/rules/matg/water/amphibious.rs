//! 8.9 and 9.5: amphibious stands in and out of the water, and infantry wading a stream.

use super::boats::Craft;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::artillery::shells;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::fire::reaction;
use crate::rules::matg::ground::terrain::{Ground, POINT, Quarters, Terrain};
use crate::rules::matg::movement::mover::{Inch, Mover};
use crate::rules::matg::movement::{set_up, steps};
use crate::rules::matg::shown::{preview, works_view};
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::obstacles;

/// Which points a stand is moving by (8.9.1, 8.9.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Way {
    /// Land points.
    #[default]
    Land,
    /// Amphibious points, in the water.
    Water,
    /// The rest of its amphibious points, ashore again.
    Ashore,
}

/// The state of a stand as far as water is concerned.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Afloat {
    /// The points by which it is moving.
    pub way: Way,
    /// Fording boats that it carries, or that lie ready beside it (8.9.4).
    pub boats: Option<Craft>,
    /// Fording boats that it is aboard (8.9.4).
    pub aboard: Option<Craft>,
    /// Has tried to disembark this turn (8.9.4).
    pub tried: bool,
}

/// How an inch can be moved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::rules::matg) enum Passage {
    /// By land, at the cost of the ground.
    Land,
    /// Through water.
    Water,
    /// It can't.
    Barred,
}

/// Whether ground is water, even under a bridge. A ford can be crossed on foot (9.5.3).
const fn is_wet(ground: Ground) -> bool {
    (ground.has(Terrain::Water) || ground.has(Terrain::River) || ground.has(Terrain::Stream))
        && !ground.has(Terrain::Ford)
}

/// The rule for a kind of water: river, stream, or sea and lake.
const fn water_rule(ground: Ground) -> &'static str {
    if ground.has(Terrain::River) {
        "9.5.2"
    } else if ground.has(Terrain::Stream) {
        "9.5.3"
    } else {
        "9.5.1"
    }
}

const fn is_bridged(ground: Ground) -> bool {
    ground.has(Terrain::Bridge) || ground.has(Terrain::EngineerBridge)
}

impl Forces {
    /// Ends the water state of a move.
    pub(in crate::rules::matg) fn end_way(&mut self, id: Id) {
        self.stand_mut(id).water.way = Way::Land;
    }
}

/// Enters the water with the full amphibious rate, without a roll of its own (8.9.2, S-114).
#[apply(rule, "8.9.2")]
pub(in crate::rules::matg) fn enter_water(forces: &mut Forces, now: &mut Turn, id: Id) {
    let allowance = water_allowance(forces, id);
    forces.stand_mut(id).water.way = Way::Water;
    if let Some(mover) = now.mover_mut() {
        (mover.allowance, mover.left, mover.bonus) = (allowance, allowance, 0);
    }
}

/// Sets the kind of points with which a stand begins a move.
pub(in crate::rules::matg) fn begin_way(field: &Field, forces: &mut Forces, id: Id) {
    forces.stand_mut(id).water.way = if is_afloat(field, forces, id) { Way::Water } else { Way::Land };
}

/// Updates the water state after an inch: out of the water, or away from boats on the bank.
pub(in crate::rules::matg) fn update_water_state(field: &Field, forces: &mut Forces, id: Id, to: Cell) {
    let wet = is_wet(field.ground_at(to));
    let infantry = forces.battle.unit(id).kind.cargo.is_none();
    let water = &mut forces.stand_mut(id).water;
    match water.way {
        Way::Water if !wet => water.way = Way::Ashore,
        Way::Land if !wet => {
            water.aboard = None;
            if infantry {
                water.boats = None;
            }
        }
        _ => {}
    }
}

/// Crosses a stream on foot with a cohesion roll. Whether it passes or fails, the stand is Suppressed and
/// its move is over; after a failure it stays on the near bank (8.9.5).
pub(in crate::rules::matg) fn wade(
    game: &mut Position,
    id: Id,
    direction: Compass,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(from) = game.forces.cell(id) else { return Ok(()) };
    let Some(to) = far_bank(&game.field, &game.forces, id, from, direction) else { return Ok(()) };
    if !obstacles::leaves_works(game, id, dice, log)? {
        return Ok(());
    }
    let profile = wading_profile(&game.forces, &game.now, &game.command, id);
    if !cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?.passed {
        if let Some(mover) = game.now.mover_mut() {
            (mover.left, mover.stopped, mover.forced) = (0, true, true);
        }
        cohesion::suffer(game, id, CombatResult::S, log);
        return Ok(());
    }
    let left = game.now.mover_mut().map_or(0, |mover| {
        mover.bonus = 0;
        mover.left
    });
    applies("9.5.3");
    steps::advance(
        &mut game.field,
        &mut game.forces,
        &mut game.now,
        id,
        from,
        Inch { to, cost: left, by_road: false },
        direction,
    );
    log.add(|| {
        let text = format!("{} wades the stream to {to}", game.battle.who(id));
        Event::new(Tone::Plain, game.battle.side(id), text, "8.9.5").at([from, to])
    });
    cohesion::suffer(game, id, CombatResult::S, log);
    shells::strike_entering(game, id, to, dice, log)?;
    reaction::offer_opportunity(game, id);
    obstacles::stop_on_works(&game.field, &mut game.now, id, to);
    Ok(())
}

/// Amphibious movement points: those of its boats, or its own unless the scenario forbids them (8.9,
/// 8.9.4).
#[apply(rule, "8.9", "8.9.4")]
pub fn water_rate(forces: &Forces, id: Id) -> u8 {
    let unit = forces.unit(id);
    match forces.stand(id).water.aboard {
        Some(craft) => craft.rate(),
        None if unit.water.barred => 0,
        None => unit.kind.movement.water,
    }
}

/// Whether a stand can be in this water. Boats usually stay out of streams (10.12).
pub fn floats_on(forces: &Forces, id: Id, ground: Ground) -> bool {
    let unit = forces.unit(id);
    let wide = ground.has(Terrain::Water) || ground.has(Terrain::River);
    is_wet(ground) && water_rate(forces, id) > 0 && (wide || unit.arm != Arm::Boat || unit.water.streams)
}

/// Whether a stand is in the water and begins its move with amphibious points (8.9.3).
#[inline]
#[apply(rule, "8.9.3")]
pub fn is_afloat(field: &Field, forces: &Forces, id: Id) -> bool {
    forces.cell(id).is_some_and(|cell| floats_on(forces, id, field.ground_at(cell)))
        && forces.cell(id).is_some_and(|cell| !is_bridged(field.ground_at(cell)))
}

/// Whether a stand can't go ashore: boats, and infantry in boats until they disembark (8.9.4, 10.12).
#[apply(rule, "8.9.4")]
fn keeps_to_water(forces: &Forces, id: Id) -> bool {
    forces.unit(id).arm == Arm::Boat || forces.stand(id).water.aboard.is_some()
}

/// The points with which a stand begins a move from its square.
pub(in crate::rules::matg) fn points_here(field: &Field, forces: &Forces, id: Id) -> u8 {
    if is_afloat(field, forces, id) { water_rate(forces, id) } else { forces.pace(id).0 }
}

/// Amphibious allowance in quarters: half in the fire/move posture, rounded down (8.3.1).
#[apply(rule, "8.3.1")]
fn water_allowance(forces: &Forces, id: Id) -> Quarters {
    let points = Quarters::from(water_rate(forces, id));
    let points = if forces.stand(id).posture == Posture::FireMove { points / 2 } else { points };
    points * POINT
}

fn way(field: &Field, forces: &Forces, id: Id) -> Way {
    match forces.stand(id).water.way {
        Way::Land if is_afloat(field, forces, id) => Way::Water,
        way => way,
    }
}

/// How a stand can move from one square to the next (8.9, 9.5).
#[apply(rule, "8.9", "9.5")]
pub(in crate::rules::matg) fn passage(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    id: Id,
    from: Cell,
    to: Cell,
) -> Passage {
    let (here, there) = (field.ground_at(from), field.ground_at(to));
    if !is_wet(here) && !is_wet(there) {
        return if forces.unit(id).arm == Arm::Boat { Passage::Barred } else { Passage::Land };
    }
    applies(water_rule(if is_wet(there) { there } else { here }));
    match way(field, forces, id) {
        Way::Water if !is_wet(here) && there.is_water() => Passage::Barred, // it is ashore by then
        Way::Water if floats_on(forces, id, there) => Passage::Water,
        Way::Water if there.is_water() || keeps_to_water(forces, id) => Passage::Barred,
        Way::Land
            if there.is_water()
                && may_enter_water(field, forces, now, id, from)
                && floats_on(forces, id, there) =>
        {
            Passage::Water
        }
        _ if there.is_water() => Passage::Barred,
        _ => Passage::Land,
    }
}

/// Whether a stand may enter water: it must begin its movement on the bank beside it (8.9.1).
#[apply(rule, "8.9.1")]
fn may_enter_water(field: &Field, forces: &Forces, now: &Turn, id: Id, from: Cell) -> bool {
    forces.cell(id) == Some(from)
        && !is_bridged(field.ground_at(from))
        && water_allowance(forces, id) > 0
        && forces.stand(id).spent == 0
        && now
            .mover()
            .filter(|mover| mover.stand == id)
            .is_none_or(|mover| mover.trail.is_empty() && !mover.handled)
}

/// One inch through water, for one point (8.9.3).
#[apply(rule, "8.9.3")]
pub(in crate::rules::matg) fn water_inch(to: Cell, direction: Compass) -> Inch {
    let cost = if direction.is_diagonal() { POINT + POINT / 2 } else { POINT };
    Inch { to, cost, by_road: false }
}

/// The movement class whose costs apply: amphibious points on land count as tracked (8.9.3, S-67).
#[inline]
#[apply(rule, "8.9.3")]
pub(in crate::rules::matg) fn land_mode(field: &Field, forces: &Forces, id: Id) -> Mode {
    match way(field, forces, id) {
        Way::Water | Way::Ashore => Mode::Tracked,
        Way::Land => forces.pace(id).1,
    }
}

/// Whether an inch takes the stand from the bank into the water (8.9.2).
#[apply(rule, "8.9.2")]
pub(in crate::rules::matg) fn enters_water(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    id: Id,
    from: Cell,
    to: Cell,
) -> bool {
    way(field, forces, id) == Way::Land && passage(field, forces, now, id, from, to) == Passage::Water
}

/// The points from which an inch is paid.
pub(in crate::rules::matg) fn purse(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    mover: &Mover,
    to: Cell,
) -> Quarters {
    match forces.cell(mover.stand) {
        Some(from) if enters_water(field, forces, now, mover.stand, from, to) => {
            water_allowance(forces, mover.stand)
        }
        _ => mover.left,
    }
}

/// Whether a stand is afloat under a bridge, where it may pass but not stay (S-68).
pub(in crate::rules::matg) fn is_under_bridge(field: &Field, forces: &Forces, id: Id, cell: Cell) -> bool {
    let ground = field.ground_at(cell);
    matches!(forces.stand(id).water.way, Way::Water) && is_wet(ground) && is_bridged(ground)
}

/// Whether water allows a stand on a square; `None` if the ground decides.
pub(in crate::rules::matg) fn may_float(field: &Field, forces: &Forces, id: Id, cell: Cell) -> Option<bool> {
    let ground = field.ground_at(cell);
    if ground.is_water() {
        return Some(floats_on(forces, id, ground));
    }
    let boating = forces.stand(id).water.aboard.is_some() && is_afloat(field, forces, id);
    (forces.unit(id).arm == Arm::Boat || boating).then_some(false)
}

// Wading (8.9.5).

/// Whether a stand may wade: infantry that begins its turn beside a stream in the movement posture.
fn may_wade(field: &Field, forces: &Forces, mover: &Mover) -> bool {
    let id = mover.stand;
    forces.unit(id).kind.class == Class::Personnel
        && forces.unit(id).arm == Arm::Infantry
        && forces.stand(id).posture == Posture::Move
        && forces.stand(id).water.way == Way::Land
        && forces.cell(id).is_some_and(|cell| !field.ground_at(cell).is_water())
        && mover.trail.is_empty()
        && !mover.handled
        && mover.left > 0
}

/// The far bank of a stream in a direction, beyond at most two squares of water, if it is free (S-70).
fn far_bank(field: &Field, forces: &Forces, id: Id, from: Cell, direction: Compass) -> Option<Cell> {
    let stream = |cell: Cell| {
        forces.battle.grid.contains(cell) && {
            let ground = field.ground_at(cell);
            ground.is_water() && !ground.has(Terrain::River) && !ground.has(Terrain::Water)
        }
    };
    let mut to = from.step(direction);
    if !stream(to) {
        return None;
    }
    to = to.step(direction);
    if stream(to) {
        to = to.step(direction);
    }
    let free = forces.battle.grid.contains(to) && forces.holder_of(to).is_none();
    (free && !field.ground_at(to).is_water() && set_up::may_stand_on(field, forces, id, to)).then_some(to)
}

pub(in crate::rules::matg) fn wade_choices(
    field: &Field,
    forces: &Forces,
    mover: &Mover,
    choices: &mut Vec<Choice>,
) {
    let Some(from) = forces.cell(mover.stand).filter(|_| may_wade(field, forces, mover)) else { return };
    let across = |&direction: &Compass| far_bank(field, forces, mover.stand, from, direction).is_some();
    choices.extend(Compass::ALL.into_iter().filter(across).map(Choice::Wade));
}

/// The cohesion roll to cross a stream on foot (8.9.5).
pub(in crate::rules::matg) fn wading_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    determination::movement_roll(forces, now, command, id, "to cross the stream", "8.9.5", [])
}

/// The preview of wading: the rolls to leave obstacles, then the crossing (8.9.5).
pub(in crate::rules::matg) fn preview_wading(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
) -> Preview {
    let crossing = preview::preview_roll(&forces.battle, id, wading_profile(forces, now, command, id));
    match works_view::preview_leaving(field, forces, now, command, id) {
        Some(mut preview) => {
            preview.rolls.extend(crossing.rolls);
            preview
        }
        None => crossing,
    }
}

/// Why water bars a step, if it does.
pub(in crate::rules::matg) fn why_not_step_afloat(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    id: Id,
    from: Cell,
    to: Cell,
) -> Option<Illegal> {
    (passage(field, forces, now, id, from, to) == Passage::Barred)
        .then(|| why_not_afloat(field, forces, id, to))
        .flatten()
}

/// Why a stand may not enter a square of water, or a boat may not leave it.
fn why_not_afloat(field: &Field, forces: &Forces, id: Id, to: Cell) -> Option<Illegal> {
    let ground = field.ground_at(to);
    let who = forces.battle.who(id);
    if !ground.is_water() {
        let boat = forces.unit(id).arm == Arm::Boat;
        let aboard = forces.stand(id).water.aboard.is_some() && is_afloat(field, forces, id);
        return match (boat, aboard) {
            (true, _) => {
                Some(Illegal::new("10.12", format!("{who} can't go ashore: boats stay in the water")))
            }
            (_, true) => {
                Some(Illegal::new("8.9.4", format!("{who} can't step ashore: disembark after all movement")))
            }
            _ => None,
        };
    }
    if water_rate(forces, id) == 0 {
        return Some(Illegal::new(
            water_rule(ground),
            format!("{who} can't enter {ground}: it is not amphibious"),
        ));
    }
    if !floats_on(forces, id, ground) {
        return Some(Illegal::new("10.12", format!("{who} can't enter a stream: boats need wider water")));
    }
    Some(Illegal::new("8.9.1", format!("{who} can't enter the water: begin its move beside it")))
}
