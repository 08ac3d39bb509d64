//! Chapter 31: air support. An aircraft comes and is sent at a target; its attacks are in [`crate::rules::panzertruppe::air::attacks`].

pub mod aircraft;
pub mod anti_aircraft;
pub mod attacks;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::panzertruppe::air::aircraft::AirLoad;
use crate::rules::panzertruppe::sequence::{Asks, Frame, Open};
use crate::rules::panzertruppe::sight::geometry::{Arc, way};
use crate::rules::panzertruppe::state::{Choice, Flag, Id, Kind, NOBODY, Position, Switch};

/// How far an aircraft has come with what it came for (31).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// It looks for a target in its owner's next movement phase.
    Seeks,
    /// It is lined up, and attacks as its owner's next fire phase begins.
    Dives,
    /// It is over its first target, and attacks a second at the end of the enemy's next fire phase.
    Over,
}

/// An aircraft that has come.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plane {
    /// Its two weapons.
    pub weapons: [AirLoad; 2],
    /// How many of its two attacks it has made.
    pub attacks: u8,
    /// What it does next.
    pub stage: Stage,
    /// Where it is, which may be beyond the edge of the board; `None` before it was first lined up.
    pub cell: Option<Cell>,
    /// Where it flies, in 24ths.
    pub heading: u8,
    /// The target it was last lined up for.
    pub target: Id,
}

impl Plane {
    /// The weapon of its next attack.
    pub(super) fn weapon(&self) -> AirLoad {
        self.weapons[usize::from(self.attacks.min(1))]
    }
}

/// A target is chosen for an aircraft.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirTarget {
    /// Whose aircraft.
    pub side: Side,
    /// Targets that were not spotted.
    pub missed: Vec<Id>,
    /// A second target on its way, which is spotted by itself and attacked at once.
    pub second: bool,
}

/// An aircraft is lined up for the target that was spotted, from any direction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirApproach {
    /// Whose aircraft.
    pub side: Side,
    /// Its target.
    pub target: Id,
}

/// Inches an aircraft is put from its first target, and the second choice must be from the first (31).
const APART: u16 = 120;

impl Open for AirTarget {
    fn asks(&self, _: &Position) -> Asks {
        let prompt = if self.second {
            "Choose the second target of the aircraft."
        } else {
            "Choose a target for the aircraft."
        };
        Asks { side: self.side, kind: "air-target", prompt, rule: "31" }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        for id in position.ids(self.side.other()) {
            let may = if self.second {
                position.is_second_target(self.side, id)
            } else {
                position.is_air_target(id, self.missed.last().copied())
            };
            if may {
                to.push(Choice::Target(position.unit(id).tag));
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
        let target = position.id(tag);
        if self.second {
            return position.strafe_second(self.side, target, dice, log);
        }
        let to = position.battle.tables.air.spotted_to;
        let face =
            dice.roll(10, || format!("{} is spotted from the air on {to} or less", position.who(target)))?;
        let spotted = face <= to;
        log.add(|| {
            let what = if spotted { "spotted" } else { "not spotted" };
            let text = format!("the aircraft looks for {}: {face}: {what}", position.who(target));
            Event::new(Tone::Plain, self.side, text, "31").at(position.cell_of(target))
        });
        if spotted {
            position.stack.push(Frame::AirApproach(AirApproach { side: self.side, target }));
            return Ok(());
        }
        // A second choice at least twelve inches off; after that it comes again a turn later.
        self.missed.push(target);
        let again = position.ids(self.side.other()).any(|id| position.is_air_target(id, Some(target)));
        if self.missed.len() < 2 && again {
            position.stack.push(Frame::AirTarget(self));
        }
        Ok(())
    }
}

impl Open for AirApproach {
    fn asks(&self, _: &Position) -> Asks {
        let prompt = "Choose the heading on which the aircraft flies at its target.";
        Asks { side: self.side, kind: "air-approach", prompt, rule: "31" }
    }

    fn choices(&self, _: &Position, to: &mut Vec<Choice>) {
        to.extend((0..24).map(Choice::Approach));
    }

    fn apply(self, position: &mut Position, choice: &Choice, _: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Choice::Approach(heading) = *choice else { return Ok(()) };
        let Some(at) = position.cell_of(self.target) else { return Ok(()) };
        if let Some(plane) = &mut position.planes[self.side.index()] {
            plane.cell = Some(lined_up(at, heading));
            plane.heading = heading;
            plane.target = self.target;
            plane.stage = Stage::Dives;
        }
        log.add(|| {
            let text = format!("the aircraft is lined up for {}", position.who(self.target));
            Event::new(Tone::Plain, self.side, text, "31").at([at])
        });
        Ok(())
    }
}

/// Twelve inches from a target, on the way to it along a heading.
pub fn lined_up(target: Cell, heading: u8) -> Cell {
    // Twelve inches at 0, 15, 30, 45, 60 and 75 degrees, to the nearest cells.
    let (x, y) = [(0, 12), (3, 12), (6, 10), (8, 8), (10, 6), (12, 3)][usize::from(heading % 6)];
    let (x, y) = match heading % 24 / 6 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    };
    Cell::new(target.x - x, target.y - y)
}

impl Position {
    /// At the end of a side's movement an aircraft may come, on a 10, and what is there looks for a target (31).
    pub fn air_support(&mut self, side: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let may = self.battle.plays(Switch::AirSupport) && self.battle.armies[side.index()].air;
        if !may || !self.has_aircraft(side) {
            return Ok(());
        }
        // One aircraft of a side at a time (P-52).
        if self.planes[side.index()].is_none() {
            let from = self.battle.tables.air.comes_from;
            let face = dice.roll(10, || format!("air support comes on {from} or more"))?;
            if face < from {
                return Ok(());
            }
            let Some(weapons) = self.arm_plane(side, dice)? else { return Ok(()) };
            self.planes[side.index()] = Some(Plane {
                weapons,
                attacks: 0,
                stage: Stage::Seeks,
                cell: None,
                heading: 0,
                target: NOBODY,
            });
            log.add(|| Event::new(Tone::Success, side, "an aircraft comes in support", "31"));
        }
        let seeks = self.planes[side.index()].is_some_and(|plane| plane.stage == Stage::Seeks);
        if seeks && self.ids(side.other()).any(|id| self.is_air_target(id, None)) {
            self.stack.push(Frame::AirTarget(AirTarget { side, missed: Vec::new(), second: false }));
        }
        Ok(())
    }

    /// Whether any aircraft may come to a side in the year of the battle (31).
    fn has_aircraft(&self, side: Side) -> bool {
        let nation = self.battle.armies[side.index()].nation;
        self.battle.tables.air.kinds(nation, self.battle.year).next().is_some()
    }

    /// Which aircraft it is, and with what (31): a die decides where more than one kind may come.
    fn arm_plane(&self, side: Side, dice: &mut Dice) -> Result<Option<[AirLoad; 2]>, Ask> {
        let nation = self.battle.armies[side.index()].nation;
        let mut kinds = self.battle.tables.air.kinds(nation, self.battle.year);
        let Some(first) = kinds.next() else { return Ok(None) };
        let Some(second) = kinds.next() else { return Ok(Some(first.loads)) };
        let face = dice.roll(10, || "which aircraft comes".to_owned())?;
        let kind = [first, second].into_iter().chain(kinds).find(|kind| face <= kind.drawn_to);
        Ok(kind.map(|kind| kind.loads))
    }

    /// Whether an aircraft may be sent at a unit: not in woods or buildings, and twelve inches from the one that
    /// was not spotted (31).
    fn is_air_target(&self, id: Id, missed: Option<Id>) -> bool {
        let Some(at) = self.spot(id).filter(|_| !self.state(id).is(Flag::Hidden)) else { return false };
        let far =
            missed.and_then(|missed| self.spot(missed)).is_none_or(|other| self.range(at, other) >= APART);
        far && missed != Some(id) && !matches!(self.battle.ground_at(at).kind, Kind::Woods | Kind::Building)
    }

    /// Whether a unit may be the second target: within 30 degrees of the way of the aircraft, and no farther than
    /// its bombs may be thrown (31, P-42).
    pub(super) fn is_second_target(&self, side: Side, id: Id) -> bool {
        let Some(plane) = self.planes[side.index()] else { return false };
        let (Some(from), Some(at)) = (plane.cell, self.cell_of(id)) else { return false };
        self.is_air_target(id, None)
            && Arc::Sixty.covers(plane.heading, way(from, at))
            && (plane.weapon() != AirLoad::Bombs || self.bomb_distance(from, at).is_some())
    }
}
