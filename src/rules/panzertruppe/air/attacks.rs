//! Chapter 31: the two attacks of an aircraft.

use std::borrow::Cow;

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice, Die};
use crate::game::{Event, Log, Row, Side, Target, Test, Tone};
use crate::rules::panzertruppe::air::aircraft::AirLoad;
use crate::rules::panzertruppe::air::{AirTarget, Plane, Stage};
use crate::rules::panzertruppe::firing::{Harm, Lines, Motion};
use crate::rules::panzertruppe::sequence::Frame;
use crate::rules::panzertruppe::sight::geometry::{tenths, way};
use crate::rules::panzertruppe::state::{Arm, Battle, Flag, Id, Place, Position, Sky, Spot};

const D10: [Die; 1] = [Die::new(10)];

/// The first attack, at the beginning of the owner's fire phase (31).
pub fn strafe_first(position: &mut Position, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Some(plane) = position.support.planes[side.index()].filter(|plane| plane.stage == Stage::Dives)
    else {
        return Ok(());
    };
    // The aircraft flies on to the cell of its target, destroyed or not.
    let over = match position.forces.state(plane.target).place() {
        Place::Lost(cell) => Some(position.battle.cell(cell)),
        _ => position.forces.cell_of(plane.target),
    };
    strafe(position, side, plane.weapon(), plane.target, None, dice, log)?;
    position.support.planes[side.index()] = (plane.attacks == 0).then_some(Plane {
        attacks: 1,
        stage: Stage::Over,
        cell: over.or(plane.cell),
        ..plane
    });
    Ok(())
}

/// Asks for the second target, at the end of the next enemy fire phase. Without one in its arc the
/// aircraft looks for another target in its owner's next movement phase (31).
pub fn seek_second(position: &mut Position, side: Side) {
    let Some(plane) = position.support.planes[side.index()].filter(|plane| plane.stage == Stage::Over) else {
        return;
    };
    if position.forces.ids(side.other()).any(|id| position.sky().is_second_target(side, id)) {
        position.turn.stack.push(Frame::AirTarget(AirTarget { side, missed: Vec::new(), second: true }));
    } else {
        position.support.planes[side.index()] = Some(Plane { stage: Stage::Seeks, ..plane });
    }
}

pub(crate) fn strafe_second(
    position: &mut Position,
    side: Side,
    target: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(plane) = position.support.planes[side.index()] else { return Ok(()) };
    strafe(position, side, plane.weapon(), target, plane.cell, dice, log)?;
    position.support.planes[side.index()] = None;
    Ok(())
}

/// One attack. `from` is the cell of the first target, from which bombs count their distance; `None` if
/// the attack starts from a new approach (P-51).
fn strafe(
    position: &mut Position,
    side: Side,
    load: AirLoad,
    target: Id,
    from: Option<Cell>,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(at) = position.forces.spot(target) else { return Ok(()) };
    let (need, _) = position.sky().air_lines(load, target);
    let test = position.sky().air_test(side, load, target, from);
    let more = test.modifier();
    let face =
        dice.roll(10, || format!("air attack on {}: {need} or more", position.battle.full_name(target)))?;
    let sum = i16::from(face) + more;
    log.add(|| {
        let text = format!(
            "air attack on {}, needs {need}: {face} {:+} = {sum}",
            position.battle.full_name(target),
            more
        );
        Event::new(Tone::Plain, side, text, "31").at(position.forces.cell_of(target)).with(&test.modifiers)
    });
    let air = &position.battle.tables.air;
    if let AirLoad::Weapon(index) = load {
        let strays = air.weapons[usize::from(index)].strays;
        if sum >= need {
            position.forces.harm(target, Harm::Destroy, position.turn.phase, log);
        } else if strays {
            stray(position, side, at, dice, log)?;
        }
        return Ok(());
    }
    let (miss, near) = (air.miss_to, air.near_to);
    if sum > near {
        position.forces.harm(target, Harm::Destroy, position.turn.phase, log);
    } else if sum > miss {
        near_hit(position, target, dice, log)?;
    } else {
        stray(position, side, at, dice, log)?;
    }
    Ok(())
}

/// A near hit: soft units are destroyed, or stunned if dug in; armour rolls with its rear armour (31).
fn near_hit(position: &mut Position, target: Id, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    // A hit reveals a hidden unit.
    position.forces.reveal(target, log);
    if position.battle.unit(target).arm != Arm::Armoured {
        let dug = position.forces.state(target).is(Flag::DugIn);
        position.forces.harm(target, if dug { Harm::Stun } else { Harm::Destroy }, position.turn.phase, log);
        return Ok(());
    }
    let rear = position.battle.unit(target).armour.rear;
    let face = dice.roll(10, || format!("near hit on {}, {rear:+}", position.battle.full_name(target)))?;
    let sum = i16::from(face) + rear;
    log.add(|| {
        let text = format!("near hit on {}: {face} {rear:+} = {sum}", position.battle.full_name(target));
        Event::new(Tone::Plain, position.forces.side(target).other(), text, "31")
            .at(position.forces.cell_of(target))
    });
    let air = &position.battle.tables.air;
    let harm = match sum {
        sum if sum <= air.unharmed_to => Harm::None,
        sum if sum <= air.stunned_to => Harm::Stun,
        _ => Harm::Destroy,
    };
    position.forces.harm(target, harm, position.turn.phase, log);
    position.begin_errant_turn(target, dice, log)
}

/// A miss lands half a D10 of inches away in a random direction; units within 1 inch suffer a near hit
/// (31).
fn stray(position: &mut Position, side: Side, at: Spot, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let face = dice.roll(10, || "distance of the miss, in half inches".to_owned())?;
    let wind = Compass::from_d8(dice.roll(8, || "direction of the miss".to_owned())?);
    log.add(|| {
        let text = format!("miss lands {}\" {wind}", f32::from(face) / 2.0);
        Event::new(Tone::Plain, side, text, "31").at([position.battle.cell(at)])
    });
    let near: Vec<Id> = position
        .forces
        .all()
        .filter(|&id| {
            position.forces.spot(id).is_some_and(|spot| {
                let unit = way(position.battle.cell(at), position.battle.cell(spot));
                is_near(unit, wind, face)
            })
        })
        .collect();
    for id in near {
        near_hit(position, id, dice, log)?;
    }
    Ok(())
}

impl Sky<'_> {
    /// The number that an air attack needs, and its modifiers (31).
    pub fn air_lines(self, load: AirLoad, target: Id) -> (i16, Lines) {
        let (unit, state) = (self.battle.unit(target), self.forces.state(target));
        let air = &self.battle.tables.air;
        let mut lines = Lines::default();
        let soft = unit.arm != Arm::Armoured;
        let moving = state.motion == Motion::Moving
            && !state.condition.is_halted()
            && (unit.is_vehicle() || state.is(Flag::Mounted) && load == AirLoad::Bombs);
        let AirLoad::Weapon(index) = load else {
            lines.add(if moving { air.moving } else { 0 }, "moving", "31");
            return (air.near_to + 1, lines);
        };
        let weapon = &air.weapons[usize::from(index)];
        let rear = unit.armour.rear;
        if soft {
            let dug = state.is(Flag::DugIn);
            lines.add(if dug { weapon.dug_in } else { weapon.soft }, "soft target", "31");
        } else {
            lines.add(if weapon.armour { rear } else { 0 }, "rear armour", "31");
            lines.add(if rear <= 0 { weapon.thick } else { 0 }, "rear armour of 0 or -1", "31");
        }
        lines.add(weapon.always, "aircraft", "31");
        lines.add(if unit.is_vehicle() { weapon.vehicle } else { 0 }, "vehicle", "31");
        lines.add(if moving { weapon.moving } else { 0 }, "moving", "31");
        (weapon.need, lines)
    }

    /// The roll of an attack; see [`strafe`] (31).
    pub(crate) fn air_test(self, side: Side, load: AirLoad, target: Id, from: Option<Cell>) -> Test {
        let (need, mut lines) = self.air_lines(load, target);
        let air = &self.battle.tables.air;
        let aims = match load {
            AirLoad::Weapon(_) => Target::AtLeast(need),
            AirLoad::Bombs => Target::Chart(Cow::Owned(vec![
                Row { from: -99, gives: "" },
                Row { from: air.miss_to + 1, gives: "near hit" },
                Row { from: air.near_to + 1, gives: "destroyed" },
            ])),
        };
        if let (AirLoad::Bombs, Some(from)) = (load, from) {
            self.add_bomb_lines(side, target, from, &mut lines);
        }
        Test::new(&D10, aims, "air attack", "31").modified(lines.as_slice().iter().copied())
    }

    /// Adds the bomb modifiers for the distance from the first target, or for attacking it again (31).
    fn add_bomb_lines(self, side: Side, target: Id, from: Cell, lines: &mut Lines) {
        if self.planes[side.index()].is_some_and(|plane| plane.target == target) {
            lines.add(self.battle.tables.air.same, "same target as first", "31");
        } else if let Some(add) =
            self.forces.cell_of(target).and_then(|at| self.battle.bomb_distance(from, at))
        {
            lines.add(add, "distance from first target", "31");
        }
    }
}

impl Battle {
    /// The bomb modifier for the distance from the first target; `None` beyond the last row (31).
    pub(crate) fn bomb_distance(&self, from: Cell, to: Cell) -> Option<i16> {
        let range = tenths(from, to);
        self.tables.air.distance.iter().find(|(most, _)| range <= *most).map(|(_, add)| *add)
    }
}

/// Whether the offset of a unit from the target is within 1 inch of a miss, `halves` half inches away in a
/// direction. Exact, in whole numbers.
pub fn is_near((x, y): (i64, i64), wind: Compass, halves: u8) -> bool {
    let (dx, dy) = wind.delta();
    let half = i64::from(halves);
    let along = x * i64::from(dx) + y * i64::from(dy);
    // |unit - miss| <= 1, with the miss at halves / 2 in the direction, all times four: 4 (x^2 + y^2) + halves^2 - 4 <= 4 halves along / |direction|.
    let left = 4 * (x * x + y * y) + half * half - 4;
    let right = 4 * half * along;
    if wind.is_diagonal() {
        // The right side is still to be divided by root 2.
        match (left > 0, right >= 0) {
            (true, false) => false,
            (false, true) => true,
            (true, true) => 2 * left * left <= right * right,
            (false, false) => 2 * left * left >= right * right,
        }
    } else {
        left <= right
    }
}
