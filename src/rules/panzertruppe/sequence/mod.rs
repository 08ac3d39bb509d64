//! Chapters 1 and 11: the ten phases of a turn, the stack of open decisions, and platoon morale.

pub mod morale;
pub mod retreat;
pub mod victory;

use crate::dice::{Ask, Dice};
use crate::game::{Decision, Event, Log, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::air::attacks::strafe_first;
use crate::rules::panzertruppe::air::{AirApproach, AirTarget};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::firing::ambush::Ambush;
use crate::rules::panzertruppe::firing::phase::FirePhase;
use crate::rules::panzertruppe::infantry::back_blast::{Abandon, abandon_burning_vehicles};
use crate::rules::panzertruppe::infantry::close_assault::Defence;
use crate::rules::panzertruppe::infantry::hand_to_hand::Occupation;
use crate::rules::panzertruppe::movement::Movement;
use crate::rules::panzertruppe::movement::facing::Facing;
use crate::rules::panzertruppe::movement::mover::{Mover, leave_behind};
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::state::{
    Choice, DugIn, Flag, Forces, Ground, NOBODY, Phase, Place, Position, Sighting, Tabletop,
};

/// The ten phases (1). The first side of a scenario has those of the Axis.
pub const PHASES: [&str; 10] = [
    "Axis morale & load",
    "Axis fire",
    "Axis movement",
    "Allied fire (MG)",
    "Axis fire (MG)",
    "Allied morale & load",
    "Allied fire",
    "Allied movement",
    "Axis fire (MG)",
    "Allied fire (MG)",
];

/// The head of a decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DecisionHead {
    /// The side that decides.
    pub side: Side,
    /// The kind of decision.
    pub kind: &'static str,
    /// The prompt, without the unit's name.
    pub prompt: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// An open decision: who decides, the choices, and their effects.
pub trait Open {
    /// The head of the decision.
    fn asks(&self, position: &Position) -> DecisionHead;

    /// Adds every choice, in a fixed order.
    fn choices(&self, position: &Position, to: &mut Vec<Choice>);

    /// Whether a choice is offered. Decisions with many choices check the one alone.
    fn offers(&self, position: &Position, choice: &Choice) -> bool {
        self.lists(position, choice)
    }

    /// Whether the full list contains a choice.
    fn lists(&self, position: &Position, choice: &Choice) -> bool {
        let mut choices = Vec::new();
        self.choices(position, &mut choices);
        choices.contains(choice)
    }

    /// Applies a choice. The decision was taken off the stack; while it stays open it pushes itself again.
    ///
    /// # Errors
    /// The next face, if the dice have run out.
    fn apply(
        self,
        position: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask>;
}

macro_rules! frames {
    ($($name:ident($kind:ty),)+) => {
        /// An open decision.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Frame {
            $(
                #[doc = concat!("See [`", stringify!($kind), "`].")]
                $name($kind),
            )+
        }

        impl Open for Frame {
            fn asks(&self, position: &Position) -> DecisionHead {
                match self { $(Self::$name(frame) => frame.asks(position),)+ }
            }
            fn choices(&self, position: &Position, to: &mut Vec<Choice>) {
                match self { $(Self::$name(frame) => frame.choices(position, to),)+ }
            }
            fn offers(&self, position: &Position, choice: &Choice) -> bool {
                match self { $(Self::$name(frame) => frame.offers(position, choice),)+ }
            }
            fn apply(
                self, position: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log,
            ) -> Result<(), Ask> {
                match self { $(Self::$name(frame) => frame.apply(position, choice, dice, log),)+ }
            }
        }
    };
}

frames! {
    Fire(FirePhase),
    Movement(Movement),
    Mover(Mover),
    Facing(Facing),
    Ambush(Ambush),
    Defence(Defence),
    Occupation(Occupation),
    Abandon(Abandon),
    AirTarget(AirTarget),
    AirApproach(AirApproach),
}

impl Position {
    /// The head of the open decision.
    pub fn open_decision(&self) -> Option<Decision> {
        let asks = self.turn.stack.last()?.asks(self);
        Some(Decision::new(asks.side, asks.kind, asks.prompt, asks.rule))
    }

    /// The choices of the open decision.
    pub fn open_choices(&self) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(32);
        if let Some(frame) = self.turn.stack.last() {
            frame.choices(self, &mut choices);
        }
        choices
    }

    /// Whether the open decision offers a choice.
    pub fn offers(&self, choice: &Choice) -> bool {
        self.turn.stack.last().is_some_and(|frame| frame.offers(self, choice))
    }

    /// Sets up the first phase.
    pub(super) fn open(&mut self) {
        // No die is rolled before a unit is lost.
        let _ = self.run_on(&mut Dice::taped(&[]), &mut Log::off());
    }

    /// Applies a choice and runs on to the next decision.
    ///
    /// # Errors
    /// The next face, if the dice have run out.
    pub fn play(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if let Some(frame) = self.turn.stack.pop() {
            frame.apply(self, choice, dice, log)?;
        }
        self.run_on(dice, log)
    }

    /// Runs on until a side has something to decide.
    fn run_on(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        loop {
            self.judge();
            if self.turn.outcome.is_some() {
                self.turn.stack.clear();
                return Ok(());
            }
            match self.turn.stack.last() {
                Some(Frame::Fire(phase)) if !phase.is_open(self) => {
                    let side = phase.side;
                    log.add(|| {
                        let text = format!("your fire phase: {}", self.gunnery().why_silent(side));
                        Event::new(Tone::Plain, side, text, "3").only(side)
                    });
                    if let Some(frame) = self.turn.stack.pop() {
                        frame.apply(self, &Choice::Pass, dice, log)?;
                    }
                }
                Some(Frame::Movement(movement)) if !self.going().any_move(movement.side) => {
                    let side = movement.side;
                    log.add(|| {
                        let text = "your movement phase: no unit can move";
                        Event::new(Tone::Plain, side, text, "2").only(side)
                    });
                    if let Some(frame) = self.turn.stack.pop() {
                        frame.apply(self, &Choice::End, dice, log)?;
                    }
                }
                Some(_) => return Ok(()),
                None => self.next_phase(dice, log)?,
            }
        }
    }

    /// Begins the next phase.
    #[apply(rule, "1")]
    fn next_phase(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        if let Some(next) = self.turn.phase.next() {
            self.turn.phase = next;
        } else {
            if self.turn.number >= self.battle.turns {
                self.count(log);
                return Ok(());
            }
            self.forces.hold_objectives();
            self.turn.number += 1;
            self.turn.phase = Phase::FIRST;
            let turn = self.turn.number;
            log.add(|| Event::new(Tone::Phase, None, format!("Turn {turn}"), "1").begins(turn));
        }
        let side = self.turn.phase.side();
        if self.turn.phase.is_morale() {
            return morale_and_load(&self.ground, &mut self.forces, side, dice, log);
        }
        if self.turn.phase.is_movement() {
            self.begin_movement(side, log);
            self.turn.stack.push(Frame::Movement(Movement { side }));
            abandon_burning_vehicles(self, side, log);
            return Ok(());
        }
        for id in self.forces.ids(side) {
            let state = self.forces.state_mut(id);
            for flag in [
                Flag::Fired,
                Flag::FiredSecond,
                Flag::FiredBow,
                Flag::FiredOpen,
                Flag::FiredArms,
                Flag::Called,
            ] {
                state.set(flag, false);
            }
        }
        strafe_first(self, side, dice, log)?;
        self.turn.stack.push(Frame::Fire(FirePhase::new(side)));
        Ok(())
    }

    /// Reserves arrive, retreating units set out or are abandoned (2, 11).
    fn begin_movement(&mut self, side: Side, log: &mut Log) {
        log.add(|| {
            let army = &self.battle.armies[side.index()];
            Event::new(Tone::Phase, side, format!("{} move", army.name), "2")
        });
        self.ground.wake.clear();
        for id in self.forces.ids(side) {
            if self.forces.state(id).place() == Place::Reserve
                && self.turn.number >= self.battle.starts[usize::from(id)].turn
                && let Place::Board(cell) = self.battle.starts[usize::from(id)].place
                && self.forces.holder_of(cell).is_none()
            {
                self.forces.put(id, cell);
                self.forces.state_mut(id).motion = Motion::Moving;
                self.forces.crush_stunned(id, log);
            }
            let state = self.forces.state_mut(id);
            let moving = state.motion == Motion::Moving;
            state.set(Flag::BeganMoving, moving);
            state.set(Flag::Moved, false);
            state.set(Flag::Clearing, false);
            state.assault = NOBODY;
            if self.forces.retreats(id) && self.forces.is_in(id) {
                // 11.4
                // 11.5
                let lost = self.forces.state(id).condition.is_halted();
                let cut_off = self
                    .forces
                    .spot(id)
                    .is_some_and(|cell| self.going().way_home(id)[usize::from(cell)] == u16::MAX);
                if lost || cut_off {
                    leave_behind(&self.ground, &mut self.forces, id, log);
                } else if !self.forces.on_foot(id) {
                    let state = self.forces.state_mut(id);
                    state.motion = Motion::Moving;
                    state.set(Flag::BeganMoving, true);
                }
            }
        }
    }
}

impl Sighting<'_> {
    /// Whether any unit of a group sees an enemy. Immobilised vehicles and infantry more than 6 inches away
    /// do not count (11).
    fn group_sees_enemy(self, group: u8) -> bool {
        self.forces.all().any(|id| {
            self.battle.unit(id).group == group
                && self.forces.spot(id).is_some()
                && self.forces.ids(self.forces.side(id).other()).any(|enemy| {
                    let Some((at, from)) = self.forces.place_of(enemy).zip(self.forces.place_of(id)) else {
                        return false;
                    };
                    let minor = self.forces.state(enemy).condition.immobilised
                        || self.battle.unit(enemy).is_infantry();
                    let overlooked = self.forces.state(enemy).is(Flag::Hidden)
                        || minor && self.battle.range(from, at) > 60;
                    !overlooked && self.sees(id, enemy).is_some()
                })
        })
    }
}

/// Platoon morale, then loading (11, 3).
fn morale_and_load(
    ground: &Ground,
    forces: &mut Forces,
    side: Side,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for index in 0..forces.groups.len() {
        let group = &forces.battle.groups[index];
        let state = forces.groups[index];
        if group.side != side || !state.puffs {
            continue;
        }
        forces.groups[index].puffs = false;
        applies(if group.independent { "11.1" } else { "11.3" });
        if group.independent
            || state.retreats
            || !Tabletop::new(ground, forces).sighting().group_sees_enemy(index as u8)
        {
            continue;
        }
        applies(if group.elite { "11.6" } else { "11.2" });
        let morale = Morale { lost: u16::from(state.lost), elite: group.elite };
        let face =
            dice.roll(10, || format!("morale of {}: fails on {} or less", group.name, morale.fails_to()))?;
        let fails = face <= morale.fails_to();
        let name = forces.battle.groups[index].name.clone();
        log.add(|| {
            let what = if fails { "fails morale and retreats" } else { "holds" };
            let tone = if fails { Tone::Failure } else { Tone::Success };
            let text = format!("{name} {what}: {face}, fails on {} or less", morale.fails_to());
            Event::new(tone, side, text, "11").with(morale.lines().as_slice())
        });
        if fails {
            break_group(ground, forces, index, log);
        }
    }
    for id in forces.ids(side) {
        let state = forces.state_mut(id);
        applies(if state.condition.stunned { "6.3" } else { "3.3" });
        if !state.condition.stunned {
            state.shots = 0;
            state.second_shots = 0;
        }
    }
    Ok(())
}

/// A group that fails morale retreats; stunned and immobilised units are abandoned (11).
#[apply(rule, "11.4")]
fn break_group(ground: &Ground, forces: &mut Forces, index: usize, log: &mut Log) {
    forces.groups[index].retreats = true;
    for id in forces.all() {
        if usize::from(forces.battle.unit(id).group) != index || !forces.is_in(id) {
            continue;
        }
        // A Gun dug in on all sides may not be moved (28), so it cannot retreat.
        let (unit, state) = (forces.battle.unit(id), forces.state(id));
        let fast = unit.is_gun() && unit.dug_in == DugIn::ALL && state.is(Flag::DugIn);
        let stays_behind = state.condition.is_halted() || unit.pace == 0 || fast;
        if forces.battle.unit(id).spotter {
            // Spotters act independently (21).
            continue;
        }
        if stays_behind && forces.spot(id).is_some() {
            // 11.5
            leave_behind(ground, forces, id, log);
        } else if !forces.battle.unit(id).is_infantry()
            || forces.battle.unit(id).mortar.is_some()
            || forces.state(id).is(Flag::Mounted)
        {
            // Markers are removed: retreating units count as moving, Guns and mortars too.
            forces.state_mut(id).motion = Motion::Moving;
        }
    }
}
