//! 8.9 and 9.5: amphibious stands in and out of the water, and infantry wading a stream.

use super::boats::Craft;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Test, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::catalog::{Class, Mode};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::ground::terrain::{Ground, POINT, Quarters, Terrain};
use crate::rules::matg::movement::mover::{Inch, Mover};
use crate::rules::matg::state::battle::Arm;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

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

impl Position {
    /// Amphibious movement points: those of its boats, or its own unless the scenario forbids them (8.9,
    /// 8.9.4).
    pub fn water_rate(&self, id: Id) -> u8 {
        applies("8.9");
        applies("8.9.4");
        let unit = self.unit(id);
        match self.stand(id).water.aboard {
            Some(craft) => craft.rate(),
            None if unit.water.barred => 0,
            None => unit.kind.movement.water,
        }
    }

    /// Whether a stand can be in this water. Boats usually stay out of streams (10.12).
    pub fn floats_on(&self, id: Id, ground: Ground) -> bool {
        let unit = self.unit(id);
        let wide = ground.has(Terrain::Water) || ground.has(Terrain::River);
        is_wet(ground) && self.water_rate(id) > 0 && (wide || unit.arm != Arm::Boat || unit.water.streams)
    }

    /// Whether a stand is in the water and begins its move with amphibious points (8.9.3).
    pub fn is_afloat(&self, id: Id) -> bool {
        applies("8.9.3");
        self.cell(id).is_some_and(|cell| self.floats_on(id, self.ground_at(cell)))
            && self.cell(id).is_some_and(|cell| !is_bridged(self.ground_at(cell)))
    }

    /// Whether a stand can't go ashore: boats, and infantry in boats until they disembark (8.9.4, 10.12).
    fn keeps_to_water(&self, id: Id) -> bool {
        applies("8.9.4");
        self.unit(id).arm == Arm::Boat || self.stand(id).water.aboard.is_some()
    }

    /// The points with which a stand begins a move from its square.
    pub(in crate::rules::matg) fn points_here(&self, id: Id) -> u8 {
        if self.is_afloat(id) { self.water_rate(id) } else { self.pace(id).0 }
    }

    /// Amphibious allowance in quarters: half in the fire/move posture, rounded down (8.3.1).
    fn water_allowance(&self, id: Id) -> Quarters {
        applies("8.3.1");
        let points = Quarters::from(self.water_rate(id));
        let points = if self.stand(id).posture == Posture::FireMove { points / 2 } else { points };
        points * POINT
    }

    fn way(&self, id: Id) -> Way {
        match self.stand(id).water.way {
            Way::Land if self.is_afloat(id) => Way::Water,
            way => way,
        }
    }

    /// How a stand can move from one square to the next (8.9, 9.5).
    pub(in crate::rules::matg) fn passage(&self, id: Id, from: Cell, to: Cell) -> Passage {
        applies("8.9");
        applies("9.5");
        let (here, there) = (self.ground_at(from), self.ground_at(to));
        if !is_wet(here) && !is_wet(there) {
            return if self.unit(id).arm == Arm::Boat { Passage::Barred } else { Passage::Land };
        }
        applies(water_rule(if is_wet(there) { there } else { here }));
        match self.way(id) {
            Way::Water if !is_wet(here) && there.is_water() => Passage::Barred, // it is ashore by then
            Way::Water if self.floats_on(id, there) => Passage::Water,
            Way::Water if there.is_water() || self.keeps_to_water(id) => Passage::Barred,
            Way::Land if there.is_water() && self.may_enter_water(id, from) && self.floats_on(id, there) => {
                Passage::Water
            }
            _ if there.is_water() => Passage::Barred,
            _ => Passage::Land,
        }
    }

    /// Whether a stand may enter water: it must begin its movement on the bank beside it (8.9.1).
    fn may_enter_water(&self, id: Id, from: Cell) -> bool {
        applies("8.9.1");
        self.cell(id) == Some(from)
            && !is_bridged(self.ground_at(from))
            && self.water_allowance(id) > 0
            && self.stand(id).spent == 0
            && self
                .mover()
                .filter(|mover| mover.stand == id)
                .is_none_or(|mover| mover.trail.is_empty() && !mover.handled)
    }

    /// One inch through water, for one point (8.9.3).
    pub(in crate::rules::matg) fn water_inch(to: Cell, direction: Compass) -> Inch {
        applies("8.9.3");
        let cost = if direction.is_diagonal() { POINT + POINT / 2 } else { POINT };
        Inch { to, cost, by_road: false }
    }

    /// The movement class whose costs apply: amphibious points on land count as tracked (8.9.3, S-67).
    pub(in crate::rules::matg) fn land_mode(&self, id: Id) -> Mode {
        applies("8.9.3");
        match self.way(id) {
            Way::Water | Way::Ashore => Mode::Tracked,
            Way::Land => self.pace(id).1,
        }
    }

    /// Whether an inch takes the stand from the bank into the water (8.9.2).
    pub(in crate::rules::matg) fn enters_water(&self, id: Id, from: Cell, to: Cell) -> bool {
        applies("8.9.2");
        self.way(id) == Way::Land && self.passage(id, from, to) == Passage::Water
    }

    /// The points from which an inch is paid.
    pub(in crate::rules::matg) fn purse(&self, mover: &Mover, to: Cell) -> Quarters {
        match self.cell(mover.stand) {
            Some(from) if self.enters_water(mover.stand, from, to) => self.water_allowance(mover.stand),
            _ => mover.left,
        }
    }

    /// Enters the water with the full amphibious rate, without a roll of its own (8.9.2, S-114).
    pub(in crate::rules::matg) fn enter_water(&mut self, id: Id) {
        applies("8.9.2");
        let allowance = self.water_allowance(id);
        self.stand_mut(id).water.way = Way::Water;
        if let Some(mover) = self.mover_mut() {
            (mover.allowance, mover.left, mover.bonus) = (allowance, allowance, 0);
        }
    }

    /// Sets the kind of points with which a stand begins a move.
    pub(in crate::rules::matg) fn begin_way(&mut self, id: Id) {
        self.stand_mut(id).water.way = if self.is_afloat(id) { Way::Water } else { Way::Land };
    }

    /// Updates the water state after an inch: out of the water, or away from boats on the bank.
    pub(in crate::rules::matg) fn update_water_state(&mut self, id: Id, to: Cell) {
        let wet = is_wet(self.ground_at(to));
        let infantry = self.unit(id).kind.cargo.is_none();
        let water = &mut self.stand_mut(id).water;
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

    /// Ends the water state of a move.
    pub(in crate::rules::matg) fn end_way(&mut self, id: Id) {
        self.stand_mut(id).water.way = Way::Land;
    }

    /// Whether a stand is afloat under a bridge, where it may pass but not stay (S-68).
    pub(in crate::rules::matg) fn is_under_bridge(&self, id: Id, cell: Cell) -> bool {
        let ground = self.ground_at(cell);
        matches!(self.stand(id).water.way, Way::Water) && is_wet(ground) && is_bridged(ground)
    }

    /// Whether water allows a stand on a square; `None` if the ground decides.
    pub(in crate::rules::matg) fn may_float(&self, id: Id, cell: Cell) -> Option<bool> {
        let ground = self.ground_at(cell);
        if ground.is_water() {
            return Some(self.floats_on(id, ground));
        }
        let boating = self.stand(id).water.aboard.is_some() && self.is_afloat(id);
        (self.unit(id).arm == Arm::Boat || boating).then_some(false)
    }

    // Wading (8.9.5).

    /// Whether a stand may wade: infantry that begins its turn beside a stream in the movement posture.
    fn may_wade(&self, mover: &Mover) -> bool {
        let id = mover.stand;
        self.unit(id).kind.class == Class::Personnel
            && self.unit(id).arm == Arm::Infantry
            && self.stand(id).posture == Posture::Move
            && self.stand(id).water.way == Way::Land
            && self.cell(id).is_some_and(|cell| !self.ground_at(cell).is_water())
            && mover.trail.is_empty()
            && !mover.handled
            && mover.left > 0
    }

    /// The far bank of a stream in a direction, beyond at most two squares of water, if it is free (S-70).
    fn far_bank(&self, id: Id, from: Cell, direction: Compass) -> Option<Cell> {
        let stream = |cell: Cell| {
            self.battle.grid.contains(cell) && {
                let ground = self.ground_at(cell);
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
        let free = self.battle.grid.contains(to) && self.holder_of(to).is_none();
        (free && !self.ground_at(to).is_water() && self.may_stand_on(id, to)).then_some(to)
    }

    pub(in crate::rules::matg) fn wade_choices(&self, mover: &Mover, choices: &mut Vec<Choice>) {
        let Some(from) = self.cell(mover.stand).filter(|_| self.may_wade(mover)) else { return };
        let across = |&direction: &Compass| self.far_bank(mover.stand, from, direction).is_some();
        choices.extend(Compass::ALL.into_iter().filter(across).map(Choice::Wade));
    }

    /// The cohesion roll to cross a stream on foot (8.9.5).
    pub(in crate::rules::matg) fn wading_profile(&self, id: Id) -> Test {
        self.movement_roll(id, "to cross the stream", "8.9.5", [])
    }

    /// The preview of wading: the rolls to leave obstacles, then the crossing (8.9.5).
    pub(in crate::rules::matg) fn preview_wading(&self, id: Id) -> Preview {
        let crossing = self.preview_roll(id, self.wading_profile(id));
        match self.preview_leaving(id) {
            Some(mut preview) => {
                preview.rolls.extend(crossing.rolls);
                preview
            }
            None => crossing,
        }
    }

    /// Crosses a stream on foot with a cohesion roll. Whether it passes or fails, the stand is Suppressed and
    /// its move is over; after a failure it stays on the near bank (8.9.5).
    pub(in crate::rules::matg) fn wade(
        &mut self,
        id: Id,
        direction: Compass,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(from) = self.cell(id) else { return Ok(()) };
        let Some(to) = self.far_bank(id, from, direction) else { return Ok(()) };
        if !self.leaves_works(id, dice, log)? {
            return Ok(());
        }
        let profile = self.wading_profile(id);
        if !self.roll_cohesion(id, &profile, dice, log)?.passed {
            if let Some(mover) = self.mover_mut() {
                (mover.left, mover.stopped, mover.forced) = (0, true, true);
            }
            self.suffer(id, CombatResult::S, log);
            return Ok(());
        }
        let left = self.mover_mut().map_or(0, |mover| {
            mover.bonus = 0;
            mover.left
        });
        applies("9.5.3");
        self.advance(id, from, Inch { to, cost: left, by_road: false }, direction);
        log.add(|| {
            let text = format!("{} wades the stream to {to}", self.who(id));
            Event::new(Tone::Plain, self.side(id), text, "8.9.5").at([from, to])
        });
        self.suffer(id, CombatResult::S, log);
        self.strike_entering(id, to, dice, log)?;
        self.offer_opportunity(id);
        self.stop_on_works(id, to);
        Ok(())
    }

    /// Why water bars a step, if it does.
    pub(in crate::rules::matg) fn why_not_step_afloat(
        &self,
        id: Id,
        from: Cell,
        to: Cell,
    ) -> Option<Illegal> {
        (self.passage(id, from, to) == Passage::Barred).then(|| self.why_not_afloat(id, to)).flatten()
    }

    /// Why a stand may not enter a square of water, or a boat may not leave it.
    fn why_not_afloat(&self, id: Id, to: Cell) -> Option<Illegal> {
        let ground = self.ground_at(to);
        let who = self.who(id);
        if !ground.is_water() {
            let boat = self.unit(id).arm == Arm::Boat;
            let aboard = self.stand(id).water.aboard.is_some() && self.is_afloat(id);
            return match (boat, aboard) {
                (true, _) => {
                    Some(Illegal::new("10.12", format!("{who} can't go ashore: boats stay in the water")))
                }
                (_, true) => Some(Illegal::new(
                    "8.9.4",
                    format!("{who} can't step ashore: disembark after all movement"),
                )),
                _ => None,
            };
        }
        if self.water_rate(id) == 0 {
            return Some(Illegal::new(
                water_rule(ground),
                format!("{who} can't enter {ground}: it is not amphibious"),
            ));
        }
        if !self.floats_on(id, ground) {
            return Some(Illegal::new(
                "10.12",
                format!("{who} can't enter a stream: boats need wider water"),
            ));
        }
        Some(Illegal::new("8.9.1", format!("{who} can't enter the water: begin its move beside it")))
    }
}
