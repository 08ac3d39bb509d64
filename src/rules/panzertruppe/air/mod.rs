//! Chapter 31: air support. How an aircraft arrives, finds its target and approaches it; [`attacks`] has its
//! attacks.

pub mod aircraft;
pub mod anti_aircraft;
pub mod attacks;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::panzertruppe::air::aircraft::AirLoad;
use crate::rules::panzertruppe::air::attacks::strafe_second;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::state::{Battle, Choice, Flag, Id, Kind, NOBODY, Position, Sky, Switch};

/// An aircraft's next step (31).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Looks for a target in its owner's next movement phase.
    Seeks,
    /// Attacks its target at the beginning of its owner's next fire phase.
    Dives,
    /// Has attacked once, and attacks again at the end of the next enemy fire phase.
    Over,
}

/// An aircraft over the battle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plane {
    /// The weapons of its two attacks.
    pub weapons: [AirLoad; 2],
    /// How many attacks it has made.
    pub attacks: u8,
    /// Its next step.
    pub stage: Stage,
    /// Where it is, possibly off the board; `None` before its first approach.
    pub cell: Option<Cell>,
    /// Its heading, in 24ths of a circle.
    pub heading: u8,
    /// The target it last approached.
    pub target: Id,
}

impl Plane {
    /// The weapon of its next attack.
    pub(crate) fn weapon(&self) -> AirLoad {
        self.weapons[usize::from(self.attacks.min(1))]
    }
}

/// The decision which target an aircraft attacks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirTarget {
    /// The owner of the aircraft.
    pub side: Side,
    /// Targets it failed to spot.
    pub missed: Vec<Id>,
    /// The target of the second attack: needs no spotting and is attacked at once.
    pub second: bool,
}

/// The decision on which heading an aircraft approaches its target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirApproach {
    /// The owner of the aircraft.
    pub side: Side,
    /// Its target.
    pub target: Id,
}

/// How far the aircraft starts from its target, and how far a second choice must be from a target that was
/// not spotted, in tenths of an inch (31).
const APART: u16 = 120;

impl Open for AirTarget {
    fn asks(&self, _: &Position) -> DecisionHead {
        let prompt = if self.second {
            "Choose the aircraft's second target."
        } else {
            "Choose the aircraft's target."
        };
        DecisionHead { side: self.side, kind: "air-target", prompt, rule: "31" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        for id in position.forces.ids(self.side.other()) {
            let may = if self.second {
                position.sky().is_second_target(self.side, id)
            } else {
                position.sky().is_air_target(id, self.missed.last().copied())
            };
            if may {
                to.push(Choice::Target(position.battle.unit(id).tag));
            }
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Choice::Target(tag) = *choice else { return Ok(()) };
        let target = position.battle.id(tag);
        if self.second {
            return strafe_second(position, self.side, target, dice, log);
        }
        let to = position.battle.tables.air.spotted_to;
        let face = dice.roll(10, || {
            format!("spotting {} from the air: {to} or less", position.battle.full_name(target))
        })?;
        let spotted = face <= to;
        log.add(|| {
            let what = if spotted { "spotted" } else { "not spotted" };
            let text =
                format!("aircraft: {} {what}: {face}, needs {to} or less", position.battle.full_name(target));
            Event::new(Tone::Plain, self.side, text, "31").at(position.forces.cell_of(target))
        });
        if spotted {
            position.turn.stack.push(Frame::AirApproach(AirApproach { side: self.side, target }));
            return Ok(());
        }
        // One more try, at a target at least 12 inches away; after that the aircraft returns a turn later.
        self.missed.push(target);
        let again =
            position.forces.ids(self.side.other()).any(|id| position.sky().is_air_target(id, Some(target)));
        if self.missed.len() < 2 && again {
            position.turn.stack.push(Frame::AirTarget(self));
        }
        Ok(())
    }
}

impl Open for AirApproach {
    fn asks(&self, _: &Position) -> DecisionHead {
        let prompt = "Choose the heading of the aircraft's approach.";
        DecisionHead { side: self.side, kind: "air-approach", prompt, rule: "31" }
    }

    fn choices(&self, _: &Position, to: &mut Vec<Choice>) {
        to.extend((0..24).map(Choice::Approach));
    }

    fn apply(self, position: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Approach(heading) = *choice else { return Ok(()) };
        let Some(at) = position.forces.cell_of(self.target) else { return Ok(()) };
        if let Some(plane) = &mut position.support.planes[self.side.index()] {
            plane.cell = Some(lined_up(at, heading));
            plane.heading = heading;
            plane.target = self.target;
            plane.stage = Stage::Dives;
        }
        log.add(|| {
            let text = format!("the aircraft approaches {}", position.battle.full_name(self.target));
            Event::new(Tone::Plain, self.side, text, "31").at([at])
        });
        Ok(())
    }
}

/// The cell 12 inches before a target on a heading.
pub fn lined_up(target: Cell, heading: u8) -> Cell {
    // 12 inches at 0, 15, 30, 45, 60 and 75 degrees, to the nearest cell.
    let (x, y) = [(0, 12), (3, 12), (6, 10), (8, 8), (10, 6), (12, 3)][usize::from(heading % 6)];
    let (x, y) = match heading % 24 / 6 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    };
    Cell::new(target.x - x, target.y - y)
}

/// The air support roll at the end of a movement phase; an aircraft without a target looks for one (31).
pub fn air_support(position: &mut Position, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let may = position.battle.plays(Switch::AirSupport) && position.battle.armies[side.index()].air;
    if !may || !position.battle.has_aircraft(side) {
        return Ok(());
    }
    // One aircraft at a time for each side (P-52).
    if position.support.planes[side.index()].is_none() {
        let from = position.battle.tables.air.comes_from;
        let face = dice.roll(10, || format!("air support: {from} or more"))?;
        if face < from {
            return Ok(());
        }
        let Some(weapons) = position.battle.arm_plane(side, dice)? else { return Ok(()) };
        position.support.planes[side.index()] =
            Some(Plane { weapons, attacks: 0, stage: Stage::Seeks, cell: None, heading: 0, target: NOBODY });
        log.add(|| Event::new(Tone::Success, side, "an aircraft arrives", "31"));
    }
    let seeks = position.support.planes[side.index()].is_some_and(|plane| plane.stage == Stage::Seeks);
    if seeks && position.forces.ids(side.other()).any(|id| position.sky().is_air_target(id, None)) {
        position.turn.stack.push(Frame::AirTarget(AirTarget { side, missed: Vec::new(), second: false }));
    }
    Ok(())
}

impl Battle {
    /// Whether any type of aircraft may arrive for a side in the year of the battle (31).
    fn has_aircraft(&self, side: Side) -> bool {
        let nation = self.armies[side.index()].nation;
        self.tables.air.kinds(nation, self.year).next().is_some()
    }

    /// The weapons of the aircraft that arrives; a D10 decides between types (31).
    fn arm_plane(&self, side: Side, dice: &mut Dice) -> Result<Option<[AirLoad; 2]>, Ask> {
        let nation = self.armies[side.index()].nation;
        let mut kinds = self.tables.air.kinds(nation, self.year);
        let Some(first) = kinds.next() else { return Ok(None) };
        let Some(second) = kinds.next() else { return Ok(Some(first.loads)) };
        let face = dice.roll(10, || "type of aircraft".to_owned())?;
        let kind = [first, second].into_iter().chain(kinds).find(|kind| face <= kind.drawn_to);
        Ok(kind.map(|kind| kind.loads))
    }
}

impl Sky<'_> {
    /// Whether an aircraft may attack a unit: not in woods or a building, and 12 inches from the one it
    /// failed to spot (31).
    fn is_air_target(self, id: Id, missed: Option<Id>) -> bool {
        let Some(at) = self.forces.spot(id).filter(|_| !self.forces.state(id).is(Flag::Hidden)) else {
            return false;
        };
        let far = missed
            .and_then(|missed| self.forces.spot(missed))
            .is_none_or(|other| self.battle.range(at, other) >= APART);
        far && missed != Some(id) && !matches!(self.battle.terrain_at(at).kind, Kind::Woods | Kind::Building)
    }

    /// Whether a unit may be the second target: within 30 degrees of the aircraft's heading, and in range of
    /// its bombs (31, P-42).
    pub(super) fn is_second_target(self, side: Side, id: Id) -> bool {
        let Some(plane) = self.planes[side.index()] else { return false };
        let (Some(from), Some(at)) = (plane.cell, self.forces.cell_of(id)) else { return false };
        self.is_air_target(id, None)
            && Arc::Sixty.covers(plane.heading, way(from, at))
            && (plane.weapon() != AirLoad::Bombs || self.battle.bomb_distance(from, at).is_some())
    }
}
