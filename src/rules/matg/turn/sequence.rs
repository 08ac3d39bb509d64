//! Chapter 4: the sequence of play, as a stack of open decisions.
//!
//! The bottom decision is the phase. Those above it interrupt it: a group on the move, a stand on its way,
//! opportunity fire at that stand, covering fire in answer. A game can be saved at any point.
//!
//! This module only dispatches. What a decision asks, offers and does is defined by the type in its chapter
//! that implements [`Open`]. To add a decision, write such a type and give it a line in `frames!` below.
use crate::board::Cell;

pub use super::phases::MarkerRemoval;
use crate::dice::{Ask, Dice};
use crate::game::{Decision, Illegal, Log, Preview, Side};
use crate::ledger::cited::{apply, rule};
pub use crate::rules::matg::air::plan::AirPlan;
pub use crate::rules::matg::air::strike::Strike;
pub use crate::rules::matg::artillery::direct::ArtilleryPhase;
pub use crate::rules::matg::artillery::plot::{PlotPhase, Plotting};
pub use crate::rules::matg::artillery::preparation::{CeaseFire, Selection};
pub use crate::rules::matg::artillery::registering::Registering;
pub use crate::rules::matg::assault::decisions::{Answer, Assaults, Declarations, Retreat};
use crate::rules::matg::command::determination;
pub use crate::rules::matg::command::headquarters::Succession;
pub use crate::rules::matg::command::orders::{GroupMove, MovementPhase};
pub use crate::rules::matg::fire::flame::Flight;
pub use crate::rules::matg::fire::reaction::Reaction;
pub use crate::rules::matg::fire::standard::FirePhase;
pub use crate::rules::matg::landings::airborne::Descent;
use crate::rules::matg::landings::airborne::Moment;
pub use crate::rules::matg::landings::paratroops::Appointment;
pub use crate::rules::matg::landings::zones::ZonePlot;
use crate::rules::matg::landings::{airborne, paratroops};
pub use crate::rules::matg::movement::deployment::Deployment;
pub use crate::rules::matg::movement::mover::Mover;
pub use crate::rules::matg::movement::posture::PosturePhase;
use crate::rules::matg::movement::riders;
pub use crate::rules::matg::movement::riders::Riders;
pub use crate::rules::matg::movement::transport::{Boarding, Facing};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::{arrivals, phases, victory};
pub use crate::rules::matg::water::boats::BoatPhase;
use crate::rules::matg::works::hidden;

/// The seven phases of a turn, and the deployment before the first (4.0).
pub const PHASES: [&str; 8] =
    ["Deploy", "Initiative", "Posture", "Artillery", "Fire", "Plot", "Move", "Recover"];

/// An index into [`PHASES`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // named as in PHASES
pub enum Phase {
    Deploy,
    Initiative,
    Posture,
    Artillery,
    Fire,
    Plot,
    Move,
    Recover,
}

/// The question that a decision asks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The kind of decision, one word for screens and opponents.
    pub kind: &'static str,
    /// The prompt.
    pub prompt: &'static str,
    /// The rule that it comes from.
    pub rule: &'static str,
}

/// Builds a question from its kind, prompt and rule.
pub(in crate::rules::matg) const fn ask(
    kind: &'static str,
    prompt: &'static str,
    rule: &'static str,
) -> Question {
    Question { kind, prompt, rule }
}

/// The methods of an [`Open`] step without a choice, which only [closes](Open::close).
macro_rules! nothing_to_decide {
    () => {
        fn choices(&self, _: &Position) -> Vec<Choice> {
            Vec::new()
        }

        fn apply(self, _: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
            $crate::rules::matg::turn::sequence::unreachable_choice(choice)
        }

        fn next(&self, _: &Position) -> Option<Side> {
            None
        }
    };
}
pub(in crate::rules::matg) use nothing_to_decide;

/// An open decision, implemented by one type in its chapter.
pub(in crate::rules::matg) trait Open: Into<Frame> + Sized {
    /// The deciding side.
    fn side(&self, game: &Position) -> Side;

    /// The question.
    fn asks(&self) -> Question;

    /// Whether the answer is hidden from the enemy, like a written plot (7.6.3, 8.10.1.2, 10.1.7).
    fn is_secret(&self) -> bool {
        false
    }

    /// Every legal choice, in a fixed order.
    fn choices(&self, game: &Position) -> Vec<Choice>;

    /// Whether a square is offered, for decisions with too many squares to list; `None` if the list has them.
    fn offers_square(&self, _game: &Position, _cell: Cell) -> Option<bool> {
        None
    }

    /// Applies one of the [`choices`](Open::choices). The decision has been taken off the stack: to stay open
    /// it puts itself back with `game.now.open`, below anything that interrupts it.
    ///
    /// # Errors
    /// When a die face is missing.
    fn apply(self, game: &mut Position, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask>;

    /// The side that decides next; `None` when nothing is left to decide, and [`close`](Open::close) follows.
    fn next(&self, game: &Position) -> Option<Side> {
        Some(self.side(game))
    }

    /// Passes the decision to the side that [`next`](Open::next) named.
    fn hand_to(&mut self, _side: Side) {}

    /// Ends the decision when nothing is left to decide.
    ///
    /// # Errors
    /// When a die face is missing.
    fn close(self, _game: &mut Position, _dice: &mut Dice, _log: &mut Log) -> Result<(), Ask> {
        Ok(())
    }

    /// The phase, where this is the bottom decision.
    fn phase(&self) -> Phase {
        Phase::Move
    }

    /// Why a choice is refused, where there is more to say than that it is not offered.
    fn refusal(&self, _game: &Position, _choice: &Choice) -> Option<Illegal> {
        None
    }

    /// The rolls that a choice would make.
    fn preview(&self, _game: &Position, _choice: &Choice) -> Option<Preview> {
        None
    }

    /// The stand that the decision is about, for the map.
    fn about(&self, _game: &Position) -> Option<Id> {
        None
    }

    /// The square from which the directions of its choices lead.
    fn here(&self, _game: &Position) -> Option<Cell> {
        None
    }

    /// The squares a choice would cover.
    fn covers(&self, _game: &Position, _choice: &Choice) -> Vec<Cell> {
        Vec::new()
    }

    /// Notes for the side that decides.
    fn notes(&self, _game: &Position) -> Vec<String> {
        Vec::new()
    }
}

/// Panics: a choice was applied that its decision never offers, an error in the code.
#[track_caller]
pub(in crate::rules::matg) fn unreachable_choice(choice: &Choice) -> ! {
    unreachable!("{choice:?} is not among the choices of this decision")
}

macro_rules! frames {
    ($( $(#[doc = $doc:literal])* $name:ident($kind:ident) ),* $(,)?) => {
        /// An open decision on the stack.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Frame { $( $(#[doc = $doc])* $name($kind) ),* }

        $( impl From<$kind> for Frame {
            fn from(decision: $kind) -> Self {
                Self::$name(decision)
            }
        } )*

        /// Evaluates an expression on the decision that a frame holds.
        macro_rules! hand_on {
            ($frame:expr, $decision:ident => $answer:expr) => {
                match $frame { $( Frame::$name($decision) => $answer ),* }
            };
        }
    };
}

frames! {
    /// Before the first turn: stands may be moved within their zone.
    Deploy(Deployment),
    /// Phase 2: movement groups are marked (8.1).
    Posture(PosturePhase),
    /// Phase 3: artillery fire (7.4).
    Artillery(ArtilleryPhase),
    /// Phase 4: standard fire (7.1).
    Fire(FirePhase),
    /// Phase 5: both sides plot artillery fire in secret (7.6.3).
    Plot(PlotPhase),
    /// Phase 6: movement by orders, then without (8.2).
    Movement(MovementPhase),
    /// The stands of a group that may move now, one at a time (8.1.3).
    Group(GroupMove),
    /// A stand on the move (8.3).
    Moving(Mover),
    /// Cargo gets aboard; there is nothing to decide (8.4.4).
    Boarding(Boarding),
    /// The facing of a stand that was set down (8.4.7).
    Facing(Facing),
    /// Opportunity fire at a moving stand, or covering fire in answer (8.5, 8.6).
    Reaction(Reaction),
    /// The end of movement: the last chance to declare close assaults (8.8.2).
    Declare(Declarations),
    /// Close assaults are resolved in turn (8.8.7).
    Assaults(Assaults),
    /// The assaulted stand chooses the assaulter to fire at (8.8.4).
    Answer(Answer),
    /// A stand must retreat one inch (8.8.5).
    Retreat(Retreat),
    /// A stand must flee from flames (11.6.1).
    Flight(Flight),
    /// A stand must be named to take command (10.1.7).
    Command(Succession),
    /// A drop or landing zone is recorded in secret (8.10.1.2, 8.10.2.2).
    Zone(ZonePlot),
    /// An airborne group lands; there is nothing to decide (8.10).
    Landing(Descent),
    /// Fording boats are boarded and left after movement (8.9.4).
    Boats(BoatPhase),
    /// A commander is named to replace one lost in a landing (8.10.1.4).
    Appoint(Appointment),
    /// Targets are selected before deployment (scenario).
    Selection(Selection),
    /// Pre-registered missions are recorded after set-up (7.6.2.2).
    Registering(Registering),
    /// Fire selected before the battle may be cancelled (scenario).
    Cease(CeaseFire),
    /// Riders of a vehicle that has fired get off or hold on (12.5).
    Riders(Riders),
    /// The arrival and bombs of aircraft are recorded (12.3.3).
    Air(AirPlan),
    /// An air strike, and anti-aircraft fire at it (12.3.4).
    Strike(Strike),
    /// Phase 7: markers are removed; there is nothing to decide (4.0).
    Removal(MarkerRemoval),
}

impl Frame {
    /// The side that decides.
    pub fn side(&self, game: &Position) -> Side {
        hand_on!(self, decision => decision.side(game))
    }

    /// Why a choice is refused.
    pub(in crate::rules::matg) fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        hand_on!(self, decision => decision.refusal(game, choice))
    }

    /// The rolls that a choice would make.
    pub(in crate::rules::matg) fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        hand_on!(self, decision => decision.preview(game, choice))
    }

    /// The stand that the decision is about.
    pub(in crate::rules::matg) fn about(&self, game: &Position) -> Option<Id> {
        hand_on!(self, decision => decision.about(game))
    }

    /// The square from which the directions of its choices lead.
    pub(in crate::rules::matg) fn here(&self, game: &Position) -> Option<Cell> {
        hand_on!(self, decision => decision.here(game))
    }

    /// The squares a choice would cover.
    pub(in crate::rules::matg) fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        hand_on!(self, decision => decision.covers(game, choice))
    }

    /// Notes for the side that decides.
    pub(in crate::rules::matg) fn notes(&self, game: &Position) -> Vec<String> {
        hand_on!(self, decision => decision.notes(game))
    }
}

impl Turn {
    /// The phase that is being played, an index into [`PHASES`].
    pub fn phase(&self) -> usize {
        let phase = match self.stack.first() {
            Some(frame) => hand_on!(frame, decision => decision.phase()),
            None => Phase::Recover,
        };
        phase as usize
    }

    /// Pushes a decision onto the stack.
    pub(in crate::rules::matg) fn open(&mut self, decision: impl Into<Frame>) {
        self.stack.push(decision.into());
    }

    /// The choice to let the enemy begin a phase, for the side with the initiative before anything has been
    /// done in it (7.1.1, 7.4.1, 8.2.3, 8.8.7). It is offered even if the enemy has nothing to do, since that
    /// may be secret.
    #[apply(rule, "7.4.1", "7.1.1")]
    pub(in crate::rules::matg) fn may_yield(&self, opening: bool, side: Side) -> Option<Choice> {
        (opening && side == self.initiative).then_some(Choice::Yield)
    }
}

impl Position {
    /// The open decision, if there is one.
    pub fn open_decision(&self) -> Option<Decision> {
        let frame = self.now.stack.last()?;
        let Question { kind, prompt, rule } = hand_on!(frame, decision => decision.asks());
        let decision = Decision::new(frame.side(self), kind, prompt, rule);
        let secret = hand_on!(frame, decision => decision.is_secret());
        Some(if secret { decision.in_secret() } else { decision })
    }

    /// Every legal choice of the open decision.
    pub fn open_choices(&self) -> Vec<Choice> {
        match self.now.stack.last() {
            Some(frame) => hand_on!(frame, decision => decision.choices(self)),
            None => Vec::new(),
        }
    }

    /// Whether a choice is offered now.
    pub(in crate::rules::matg) fn offers(&self, choice: &Choice) -> bool {
        let square = match (choice, self.now.stack.last()) {
            (Choice::At(cell), Some(frame)) => {
                hand_on!(frame, decision => decision.offers_square(self, *cell))
            }
            _ => None,
        };
        square.unwrap_or_else(|| self.open_choices().contains(choice))
    }

    /// Applies a legal choice and runs the game on to the next decision.
    pub(in crate::rules::matg) fn play(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Some(frame) = self.now.stack.pop() else { unreachable_choice(choice) };
        let secret = hand_on!(&frame, decision => decision.is_secret());
        hand_on!(frame, decision => decision.apply(self, choice, dice, log))?;
        hidden::uncover(&mut self.field, &mut self.forces, &self.arrivals, choice, secret, log);
        determination::draw_due_cards(&self.battle, &mut self.command, dice, log)?;
        victory::finish_if_decided(&self.forces, &mut self.now, &self.command, log);
        self.run_on(dice, log)
    }

    /// Closes finished decisions until a side must decide or the game is over.
    fn run_on(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        loop {
            riders::ask_riders(&self.forces, &mut self.now);
            let Some(frame) = self.now.stack.last() else {
                if self.now.outcome.is_some() {
                    return Ok(());
                }
                go_on_between_turns(self, dice, log)?;
                continue;
            };
            let Some(side) = hand_on!(frame, decision => decision.next(self)) else {
                if let Some(frame) = self.now.stack.pop() {
                    hand_on!(frame, decision => decision.close(self, dice, log))?;
                    determination::draw_due_cards(&self.battle, &mut self.command, dice, log)?;
                    victory::finish_if_decided(&self.forces, &mut self.now, &self.command, log);
                }
                continue;
            };
            if let Some(frame) = self.now.stack.last_mut() {
                hand_on!(frame, decision => decision.hand_to(side));
            }
            return Ok(());
        }
    }
}

fn go_on_between_turns(game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    if !game.arrivals.begun {
        return airborne::land_groups(game, Moment::BeforePlay, dice, log);
    }
    arrivals::call_reinforcements(&game.battle, &game.now, &mut game.arrivals, dice, log)?;
    if let Some(arrival) =
        arrivals::reinforcements(&game.field, &mut game.forces, &game.now, &game.arrivals, log)
    {
        game.now.open(arrival);
        return Ok(());
    }
    match paratroops::appointment(&game.battle, &game.now, &mut game.command, &mut game.arrivals) {
        Some(appointment) => {
            game.now.open(appointment);
            Ok(())
        }
        None => {
            determination::draw_due_cards(&game.battle, &mut game.command, dice, log)?;
            phases::begin_turn(game, dice, log)
        }
    }
}
