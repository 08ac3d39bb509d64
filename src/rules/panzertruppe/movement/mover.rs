//! Chapter 2: a unit that moves: inch by inch ([`steps`](crate::rules::panzertruppe::movement::steps)), until
//! it stops or ends its move still moving.

use crate::board::Compass;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::infantry::close_assault::overrun;
use crate::rules::panzertruppe::infantry::transport::{act_on_foot, set_down};
use crate::rules::panzertruppe::movement::facing::Facing;
use crate::rules::panzertruppe::sequence::{DecisionHead, Frame, Open};
use crate::rules::panzertruppe::state::{
    Choice, DugIn, Flag, Forces, Going, Ground, Id, Kind, NOBODY, Place, Position, Spot, Switch, Tabletop,
    Watchers,
};
use crate::rules::panzertruppe::tables::{Cost, Way};

/// Twelfths in a movement point.
pub const POINT: u16 = 12;

/// A step of an inch.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inch {
    /// Its direction.
    pub way: Compass,
    /// Whether the unit goes in reverse.
    pub reverse: bool,
}

impl Inch {
    /// A step forwards.
    pub const fn forwards(way: Compass) -> Self {
        Self { way, reverse: false }
    }

    /// A step in reverse.
    pub const fn backwards(way: Compass) -> Self {
        Self { way, reverse: true }
    }
}

/// A cell on the path of a unit, and its facing there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stand {
    /// The cell.
    pub cell: Spot,
    /// The facing of the hull, in 24ths.
    pub hull: u8,
}

/// The decision where a unit moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// The unit.
    pub unit: Id,
    /// Movement points left, in twelfths.
    pub left: u16,
    /// Movement left on a road beyond the usual three inches of infantry, in twelfths of a point.
    pub bonus: u16,
    /// Whether it has moved at least an inch.
    pub stepped: bool,
    /// Whether it began the phase stopped or on overwatch and must pay to start (2).
    pub standing: bool,
    /// Whether it may not pivot after its move, because it crossed a hedgerow (23).
    pub fixed: bool,
    /// The tank that pushes these rollers; `NOBODY` for other units (34).
    pub pusher: Id,
    /// Its path this phase, for ambush fire.
    pub path: Vec<Stand>,
    /// The enemy units that saw it at the start of the phase.
    pub seen_first: Watchers,
    /// The enemy units that see it now.
    pub seen: Watchers,
    /// The enemy units that held their ambush fire and still see it.
    pub asked: Watchers,
    /// Inches moved within a minefield, in twelfths (33).
    pub mined: u16,
    /// The step that waits for ambush fire.
    pub pending: Option<Inch>,
}

impl Open for Mover {
    fn asks(&self, position: &Position) -> DecisionHead {
        DecisionHead {
            side: position.forces.side(self.unit),
            kind: "step",
            prompt: "Move the unit, then stop or stay in motion.",
            rule: "2",
        }
    }

    fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
        let before = to.len();
        if let Some(from) = position.forces.spot(self.unit) {
            for reverse in [false, true] {
                if reverse && !position.going().may_reverse(self.unit) {
                    continue;
                }
                for way in Compass::ALL {
                    if position.going().inch_cost(self, from, Inch { way, reverse }).is_some() {
                        to.push(if reverse { Choice::Reverse(way) } else { Choice::Step(way) });
                    }
                }
            }
            if position.going().may_exit(self) {
                to.push(Choice::Exit);
            }
        }
        let stuck = to.len() == before;
        self.other_choices(position, stuck, to);
    }

    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        let from = position.forces.spot(self.unit);
        match *choice {
            Choice::Step(way) => {
                from.is_some_and(|from| position.going().step_cost(self, from, Inch::forwards(way)).is_some())
            }
            Choice::Reverse(way) => from
                .is_some_and(|from| position.going().step_cost(self, from, Inch::backwards(way)).is_some()),
            Choice::Exit => from.is_some() && position.going().may_exit(self),
            // Only a unit that must go on needs to know whether it can.
            _ if !position.forces.retreats(self.unit) && !position.forces.must_leave(self.unit) => {
                let mut others = Vec::with_capacity(8);
                self.other_choices(position, false, &mut others);
                others.contains(choice)
            }
            _ => self.lists(position, choice),
        }
    }

    fn apply(
        mut self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match *choice {
            Choice::Step(way) => position.try_step(self, Inch::forwards(way), dice, log),
            Choice::Reverse(way) => position.try_step(self, Inch::backwards(way), dice, log),
            Choice::Stop | Choice::Drive | Choice::Watch => {
                position.come_to_rest(&self, choice, log);
                Ok(())
            }
            Choice::Exit => {
                let edge = position.battle.armies[position.forces.side(self.unit).index()].edge;
                position.try_step(self, Inch::forwards(edge), dice, log)
            }
            Choice::Overrun(target) => {
                let target = position.battle.id(target);
                overrun(position, self, target, log);
                Ok(())
            }
            Choice::Push(by) => {
                self.be_pushed(&mut position.forces, by, log);
                position.turn.stack.push(Frame::Mover(self));
                Ok(())
            }
            _ => {
                if act_on_foot(&mut position.forces, &mut self, choice, log) {
                    position.turn.stack.push(Frame::Mover(self));
                }
                Ok(())
            }
        }
    }
}

impl Mover {
    /// Adds the choices besides steps; `stuck` means that no step is possible.
    fn other_choices(&self, position: &Position, stuck: bool, to: &mut Vec<Choice>) {
        let id = self.unit;
        let (unit, state) = (position.battle.unit(id), position.forces.state(id));
        if position.forces.spot(id).is_none() {
            // A rider may crouch or stop crouching (18).
            to.push(Choice::Stop);
            to.push(if state.is(Flag::Crouching) { Choice::Rise } else { Choice::Crouch });
            return;
        }
        if position.forces.retreats(id) {
            if stuck {
                to.push(Choice::Drive);
            }
            return;
        }
        if unit.is_infantry() && !state.is(Flag::Mounted) {
            if stuck || !position.forces.must_leave(id) {
                to.push(Choice::Stop);
            }
            if !state.is(Flag::OnCliff) {
                position.going().foot_choices(self, to);
            }
            return;
        }
        if self.stepped {
            to.push(Choice::Stop);
            if unit.is_vehicle() || state.is(Flag::Mounted) {
                to.push(Choice::Drive);
            }
        } else if position.forces.has_done_nothing(id) {
            to.push(Choice::Watch);
        } else {
            to.push(Choice::Stop);
            // A vehicle to which a Gun was hitched may start (14).
            if state.is(Flag::Hitching) && self.left >= position.going().start_cost(self) {
                to.push(Choice::Drive);
            }
        }
        position.going().gun_choices(self, to);
        position.close_combat().overrun_choices(self, to);
        position.going().push_choices(self, to);
        if state.is(Flag::Mounted) {
            position.going().foot_choices(self, to);
        }
    }
}

impl Going<'_> {
    /// Whether a unit may be chosen to move.
    pub fn may_move(self, id: Id) -> bool {
        let (unit, state) = (self.battle.unit(id), self.forces.state(id));
        let done = state.is(Flag::Moved) && !state.is(Flag::Restarts);
        if done || state.condition.stunned {
            applies("6.3");
            return false;
        }
        match state.place() {
            Place::Board(_) => {}
            // Riders in carriers may crouch or stop crouching (18).
            Place::Aboard(carrier) => {
                applies("18.2");
                let inside = self.battle.unit(carrier).carrier && !self.battle.unit(carrier).kangaroo;
                return inside && unit.is_infantry() && self.forces.spot(carrier).is_some();
            }
            _ => return false,
        }
        // A jeep needs its driver (18), and a unit in a fight stays where it is.
        if unit.jeep && !self.forces.cargo(id).any(|rider| self.battle.unit(rider).is_infantry()) {
            return false;
        }
        if unit.jeep {
            applies("18.3");
        }
        if self.forces.fights.iter().any(|fight| fight.attacker == id) {
            return false;
        }
        if state.condition.immobilised {
            applies("5.1");
        }
        !state.condition.immobilised || unit.has_turret()
    }

    /// The cost to start: two points for a vehicle that is stopped or on overwatch (2).
    pub fn start_cost(self, mover: &Mover) -> u16 {
        let unit = self.battle.unit(mover.unit);
        if mover.stepped || !mover.standing || unit.is_infantry() {
            return 0;
        }
        // 2.5
        match self.battle.tables.cost(Way::Start, unit.column()) {
            Cost::Twelfths(cost) => cost,
            _ => 0,
        }
    }

    /// Whether a retreating unit may leave the board from its cell (11).
    fn may_exit(self, mover: &Mover) -> bool {
        let side = self.forces.side(mover.unit);
        let edge = self.battle.armies[side.index()].edge;
        self.forces.retreats(mover.unit)
            && mover.left > 0
            && self.forces.spot(mover.unit).is_some_and(|cell| self.battle.next(cell, edge).is_none())
    }

    /// Whether a unit may share a section of a building with friends: a section holds two infantry units and
    /// one vehicle or Gun (24, P-62).
    #[apply(rule, "24.1")]
    pub fn shares(self, id: Id, cell: Spot) -> bool {
        if self.battle.terrain_at(cell).kind != Kind::Building || !self.battle.plays(Switch::Buildings) {
            return false;
        }
        let foot = self.forces.on_foot(id);
        let mut others = self.forces.on_cell(cell);
        let friends = others.all(|other| self.forces.side(other) == self.forces.side(id));
        let alike = self.forces.on_cell(cell).filter(|&other| self.forces.on_foot(other) == foot).count();
        friends && alike < if foot { 2 } else { 1 }
    }
}

impl Forces {
    /// Whether a unit has done nothing this phase that would keep it off overwatch (2, 14).
    #[apply(rule, "14.4")]
    pub(crate) fn has_done_nothing(&self, id: Id) -> bool {
        let state = self.state(id);
        ![Flag::BeganMoving, Flag::Stepped, Flag::Hitching, Flag::Unpacked]
            .into_iter()
            .any(|flag| state.is(flag))
    }

    /// Removes a unit that leaves the board or is abandoned (11).
    pub fn leave(&mut self, id: Id, log: &mut Log) {
        log.add(|| {
            let text = format!("{} leaves the battle", self.battle.full_name(id));
            let event = Event::new(Tone::Loss, self.side(id), text, "11").at(self.cell_of(id));
            self.for_those_who_see(id, event)
        });
        let gone: Vec<Id> = self.cargo(id).chain([id]).collect();
        for one in gone {
            self.take_off(one, Place::Gone);
            self.state_mut(one).set(Flag::Hidden, false);
        }
    }
}

impl Position {
    /// Begins the move of a unit.
    pub(crate) fn begin_move(&mut self, id: Id) {
        self.forces.state_mut(id).set(Flag::Moved, true);
        if self.forces.state(id).condition.immobilised {
            // It may only turn its turret, and goes on overwatch (2, 5).
            self.forces.state_mut(id).set(Flag::Restarts, false);
            self.forces.state_mut(id).motion = Motion::Overwatch;
            self.turn.stack.push(Frame::Facing(Facing { unit: id, hull: false }));
            return;
        }
        let mover =
            self.forces.place_of(id).map(|from| first_mover(&self.ground, &mut self.forces, id, from));
        self.forces.state_mut(id).set(Flag::Restarts, false);
        self.turn.stack.extend(mover.map(Frame::Mover));
    }

    /// Ends the move of a unit.
    #[apply(rule, "2.3")]
    fn come_to_rest(&mut self, mover: &Mover, choice: &Choice, log: &mut Log) {
        let id = mover.unit;
        if self.forces.spot(id).is_none() {
            return;
        }
        let unpacked = self.forces.state(id).is(Flag::Unpacked);
        let (vehicle, gun, mounted) = (
            self.battle.unit(id).is_vehicle(),
            self.battle.unit(id).is_gun(),
            self.forces.state(id).is(Flag::Mounted),
        );
        let (mortar, retreats) = (self.battle.unit(id).mortar.is_some(), self.forces.retreats(id));
        let hitching = self.forces.state(id).is(Flag::Hitching);
        let state = self.forces.state_mut(id);
        state.left = mover.left;
        state.motion = match choice {
            Choice::Drive if vehicle || mounted || retreats => Motion::Moving,
            Choice::Watch => Motion::Overwatch,
            _ if mortar && !mover.stepped && !unpacked => Motion::Overwatch,
            _ => Motion::Stopped,
        };
        let motion = state.motion;
        if mover.pusher != NOBODY {
            self.forces.state_mut(mover.pusher).motion = motion;
        }
        if mover.stepped {
            log.add(|| {
                let word = match choice {
                    Choice::Drive => "moves on",
                    _ => "stops",
                };
                let cell = self.forces.cell_of(id);
                let at = cell.map(|cell| cell.to_string()).unwrap_or_default();
                let event = Event::new(
                    Tone::Plain,
                    self.forces.side(id),
                    format!("{} {word} at {at}", self.battle.full_name(id)),
                    "2",
                )
                .at(cell)
                .moves(self.battle.full_name(id), format!("{word} at {at}"));
                self.forces.for_those_who_see(id, event)
            });
        }
        let unit = self.battle.unit(id);
        let dug = self.forces.state(id).is(Flag::DugIn) && unit.dug_in.has(DugIn::THREE_SIDES) && vehicle;
        // A unit that is still moving points in its direction of movement; a retreating one without a way
        // home may pivot.
        let rolls = *choice == Choice::Drive && (mover.stepped || !retreats);
        let hull = (vehicle || gun) && !mover.fixed && !dug && !rolls && !hitching && !unit.rollers;
        if hull {
            self.turn.stack.push(Frame::Facing(Facing { unit: id, hull: true }));
        } else if vehicle && unit.has_turret() {
            self.turn.stack.push(Frame::Facing(Facing { unit: id, hull: false }));
        }
    }
}

/// A unit at the start of its move, or of what is left of it.
pub(super) fn first_mover(ground: &Ground, forces: &mut Forces, id: Id, from: Spot) -> Mover {
    let mut mover = mover_at(ground, forces, id, from);
    if forces.state(id).is(Flag::Restarts) {
        mover.left = forces.state(id).left;
        mover.standing = true;
    }
    mover
}

/// A unit at the start of its move.
#[apply(rule, "12.1")]
pub fn mover_at(ground: &Ground, forces: &mut Forces, id: Id, from: Spot) -> Mover {
    let seen = Tabletop::new(ground, forces).sighting().watchers(id);
    let state = forces.state(id);
    if !state.is(Flag::Stepped) {
        forces.state_mut(id).seen_first = seen;
    }
    let state = forces.state(id);
    Mover {
        unit: id,
        left: forces.allowance(id),
        bonus: if forces.on_foot(id) { POINT } else { 0 },
        stepped: false,
        standing: !state.is(Flag::BeganMoving) && !forces.retreats(id),
        fixed: false,
        pusher: NOBODY,
        path: vec![Stand { cell: from, hull: state.hull }],
        seen_first: state.seen_first,
        seen,
        asked: Watchers::NONE,
        mined: 0,
        pending: None,
    }
}

/// Abandons a unit: its riders dismount, a Gun it tows stays on the board (11, P-90).
#[apply(rule, "11.5", "11.4")]
pub(crate) fn leave_behind(ground: &Ground, forces: &mut Forces, id: Id, log: &mut Log) {
    let riders: Vec<Id> = forces.cargo(id).filter(|&rider| forces.battle.unit(rider).is_infantry()).collect();
    for rider in riders {
        set_down(ground, forces, rider, id, None, log);
    }
    let (at, gun) = (forces.spot(id), forces.unhook(id));
    forces.leave(id, log);
    if let Some((at, gun)) = at.zip(gun) {
        forces.stand_alone(gun, id, at);
    }
}
