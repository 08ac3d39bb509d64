//! Chapter 4: the sequence of play, as a stack of open decisions.
//!
//! The bottom frame is the phase; frames above it are what it is waiting for: a group being moved, a
//! stand on its way, opportunity fire at it, covering fire against that. A game may be saved anywhere.

use crate::dice::{Dice, NeedsRoll};
use crate::game::{Decision, Log, Side};
use crate::rules::matg::artillery::direct::Barrage;
use crate::rules::matg::artillery::plot::Plotting;
use crate::rules::matg::fire::flame::Flight;
use crate::rules::matg::fire::reaction::Reaction;
use crate::rules::matg::fire::standard;
use crate::rules::matg::landings::airborne::{Descent, Moment};
use crate::rules::matg::landings::zones::ZonePlot;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::movement::posture::Grouping;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

/// An open decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Before the first turn: stands may be put elsewhere in their zone.
    Deploy {
        /// Whose turn it is to deploy.
        side: Side,
        /// The stand taken up.
        picked: Option<Id>,
        /// Stands already put elsewhere.
        placed: Vec<Id>,
    },
    /// Phase 2: movement groups are marked (8.1).
    Posture {
        /// Who marks next.
        side: Side,
        /// Who marks no more.
        passed: [bool; 2],
        /// Who has begun with groups of one (8.1.1).
        singles: [bool; 2],
        /// The group being put together.
        draft: Option<Grouping>,
    },
    /// Phase 3: artillery fire (7.4).
    Artillery {
        /// Who fires next.
        side: Side,
        /// Who fires no more.
        passed: [bool; 2],
        /// The fire being laid.
        draft: Option<Barrage>,
    },
    /// Phase 4: standard fire (7.1).
    Fire {
        /// Who attacks next.
        side: Side,
        /// Who attacks no more.
        passed: [bool; 2],
        /// The attack being put together.
        draft: Option<standard::Draft>,
    },
    /// Phase 5: both sides plot artillery fire in secret (7.6.3).
    Plot {
        /// Who plots.
        side: Side,
        /// Who has plotted all.
        passed: [bool; 2],
        /// What is being written.
        draft: Option<Plotting>,
    },
    /// Phase 6: movement by orders, then without (8.2).
    Movement {
        /// Who moves next.
        side: Side,
        /// Who declined to move any more in this part.
        declined: [bool; 2],
        /// Orders are spent; groups move on their own (8.2.7).
        independent: bool,
    },
    /// The stands of a group that may move now, one at a time (8.1.3).
    Group {
        /// Whose.
        side: Side,
        /// Those that passed their roll and have not moved.
        members: Vec<Id>,
    },
    /// A stand on its way (8.3).
    Moving(Mover),
    /// Opportunity fire at a moving stand, or covering fire in answer (8.5, 8.6).
    Reaction(Reaction),
    /// The end of movement: last close assaults may be declared (8.8.2).
    Declare {
        /// Who may declare.
        side: Side,
        /// Who has declared all.
        passed: [bool; 2],
        /// The stand about to assault.
        picked: Option<Id>,
    },
    /// Close assaults are resolved in turn (8.8.7).
    Assaults {
        /// Who resolves next.
        side: Side,
    },
    /// The assaulted stand chooses whom to answer (8.8.4).
    Answer {
        /// The stand under assault.
        defender: Id,
    },
    /// A stand must give way one inch (8.8.5).
    Retreat {
        /// Who gives way.
        stand: Id,
        /// From whom.
        from: Id,
        /// The rule that makes it.
        rule: &'static str,
    },
    /// A stand must flee from flames (11.6.1).
    Flight(Flight),
    /// Somebody must be named to take command (10.1.7).
    Command {
        /// Whose command is vacant.
        side: Side,
        /// An index into [`Position::vacancies`].
        vacancy: u8,
    },
    /// A drop or landing zone is written down in secret (8.10.1.2, 8.10.2.2).
    Zone(ZonePlot),
    /// An airborne group comes down; nobody decides anything (8.10).
    Landing(Descent),
    /// Fording boats are boarded and left after movement (8.9.4).
    Boats {
        /// Who may next.
        side: Side,
        /// Who is done.
        passed: [bool; 2],
    },
    /// A commander is named in place of one lost in a landing (8.10.1.4).
    Appoint {
        /// Whose.
        side: Side,
        /// Whether it is the GHQ.
        ghq: bool,
    },
}

/// The seven phases of a turn, and the deployment before the first (4.0).
pub const PHASES: [&str; 8] =
    ["Deploy", "Initiative", "Posture", "Artillery", "Fire", "Plot", "Move", "Recover"];

impl Frame {
    /// The side that decides.
    pub fn side(&self, position: &Position) -> Side {
        match self {
            Self::Deploy { side, .. }
            | Self::Posture { side, .. }
            | Self::Artillery { side, .. }
            | Self::Fire { side, .. }
            | Self::Plot { side, .. }
            | Self::Movement { side, .. }
            | Self::Group { side, .. }
            | Self::Declare { side, .. }
            | Self::Assaults { side }
            | Self::Boats { side, .. }
            | Self::Appoint { side, .. }
            | Self::Command { side, .. } => *side,
            Self::Zone(plotting) => position.landing(plotting.group).side,
            Self::Landing(descent) => position.landing(descent.group).side,
            Self::Moving(mover) => position.side(mover.stand),
            Self::Reaction(reaction) => reaction.side,
            Self::Answer { defender } => position.side(*defender),
            Self::Retreat { stand, .. } | Self::Flight(Flight { stand, .. }) => position.side(*stand),
        }
    }
}

impl Position {
    /// The phase being played, an index into [`PHASES`].
    pub fn phase(&self) -> usize {
        match self.stack.first() {
            Some(Frame::Deploy { .. } | Frame::Zone(_)) => 0,
            Some(Frame::Landing(descent)) if descent.moment == Moment::BeforePlay => 0,
            Some(Frame::Appoint { .. }) => 7,
            Some(Frame::Posture { .. }) => 2,
            Some(Frame::Artillery { .. }) => 3,
            Some(Frame::Fire { .. }) => 4,
            Some(Frame::Plot { .. }) => 5,
            Some(_) => 6,
            None => 7,
        }
    }

    /// Who must decide what.
    pub fn open_decision(&self) -> Option<Decision> {
        let frame = self.stack.last()?;
        let (kind, prompt, rule) = match frame {
            Frame::Deploy { picked: None, .. } => {
                ("deploy", "Move a stand within your zone, or be ready.", "S-12")
            }
            Frame::Deploy { .. } => ("place", "Choose its square.", "S-12"),
            Frame::Posture { draft: None, .. } => ("posture", "Mark a movement group, or pass.", "8.1.1"),
            Frame::Posture { .. } => ("group", "Add touching stands, then done.", "8.1.1"),
            Frame::Artillery { draft: None, .. } => {
                ("artillery", "Choose a battery to fire, or pass.", "7.4.1")
            }
            Frame::Artillery { draft: Some(draft), .. } => draft.asks(),
            Frame::Fire { draft: None, .. } => ("fire-target", "Choose a target, or pass.", "7.1.2"),
            Frame::Fire { .. } => ("fire", "Add firing stands, then fire.", "7.1.2"),
            Frame::Plot { draft: None, .. } => ("plot", "Plot a fire mission, or pass.", "7.6.3"),
            Frame::Plot { draft: Some(draft), .. } => draft.asks(),
            Frame::Movement { independent: false, .. } => {
                ("order", "Order a group to move, or pass.", "8.2.3")
            }
            Frame::Movement { .. } => {
                ("independent", "Try to move a group without orders, or pass.", "8.2.7")
            }
            Frame::Group { .. } => ("move", "Choose a stand to move, or done.", "8.1.3"),
            Frame::Moving(_) => ("step", "Move it, then halt.", "8.3"),
            Frame::Reaction(reaction) => reaction.asks(),
            Frame::Declare { picked: None, .. } => {
                ("declare", "Choose a stand to close assault, or pass.", "8.8.2")
            }
            Frame::Declare { .. } => ("assault", "Choose whom it assaults.", "8.8.2"),
            Frame::Assaults { .. } => ("assaults", "Choose which assault to resolve.", "8.8.7"),
            Frame::Answer { .. } => ("answer", "Choose which assaulter to answer.", "8.8.4"),
            Frame::Retreat { .. } => ("retreat", "Give way one inch.", "8.8.5"),
            Frame::Flight(_) => ("retreat", "Flee from the flames.", "11.6.1"),
            Frame::Command { .. } => ("command", "Name the stand that takes command.", "10.1.7"),
            Frame::Zone(plotting) => plotting.asks(),
            Frame::Landing(_) => ("landing", "Wait for the landing.", "8.10"),
            Frame::Boats { .. } => ("boats", "Board boats or go ashore, or pass.", "8.9.4"),
            Frame::Appoint { .. } => ("command", "Name the stand that takes command.", "8.10.1.4"),
        };
        let decision = Decision::new(frame.side(self), kind, prompt, rule);
        // What is plotted is written down in secret (7.6.3, 8.10.1.2).
        Some(if matches!(frame, Frame::Plot { .. } | Frame::Zone(_)) {
            decision.in_secret()
        } else {
            decision
        })
    }

    /// Every legal choice of the open decision.
    pub fn open_choices(&self) -> Vec<Choice> {
        match self.stack.last() {
            None => Vec::new(),
            Some(Frame::Deploy { side, picked, placed }) => self.deploy_choices(*side, *picked, placed),
            Some(Frame::Posture { side, singles, draft, .. }) => {
                self.posture_choices(*side, singles[side.index()], draft.as_ref())
            }
            Some(Frame::Artillery { side, draft, .. }) => self.artillery_choices(*side, draft.as_ref()),
            Some(Frame::Fire { side, draft, .. }) => self.fire_choices(*side, draft.as_ref()),
            Some(Frame::Plot { side, draft, .. }) => self.plot_choices(*side, draft.as_ref()),
            Some(Frame::Movement { side, independent, .. }) => self.order_choices(*side, *independent),
            Some(Frame::Group { members, .. }) => self.group_choices(members),
            Some(Frame::Moving(mover)) => self.moving_choices(mover),
            Some(Frame::Reaction(reaction)) => self.reaction_choices(reaction),
            Some(Frame::Declare { side, picked, .. }) => self.declare_choices(*side, *picked),
            Some(Frame::Assaults { side }) => self.assault_choices(*side),
            Some(Frame::Answer { defender }) => self.answer_choices(*defender),
            Some(Frame::Retreat { stand, from, .. }) => self.retreat_choices(*stand, *from),
            Some(Frame::Flight(flight)) => self.flight_choices(flight),
            Some(Frame::Command { vacancy, .. }) => self.command_choices(*vacancy),
            Some(Frame::Zone(plotting)) => self.zone_choices(plotting),
            Some(Frame::Landing(_)) => Vec::new(),
            Some(Frame::Boats { side, .. }) => self.boat_choices(*side),
            Some(Frame::Appoint { side, ghq }) => self.appoint_choices(*side, *ghq),
        }
    }

    /// Applies a legal choice, then lets the game run on to the next decision.
    pub(in crate::rules::matg) fn play(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        match self.stack.last() {
            None => {}
            Some(Frame::Deploy { .. }) => self.deploy_apply(choice),
            Some(Frame::Posture { .. }) => self.posture_apply(choice, log),
            Some(Frame::Artillery { .. }) => self.artillery_apply(choice, dice, log)?,
            Some(Frame::Fire { .. }) => self.fire_apply(choice, dice, log)?,
            Some(Frame::Plot { .. }) => self.plot_apply(choice, dice, log)?,
            Some(Frame::Movement { .. }) => self.order_apply(choice, dice, log)?,
            Some(Frame::Group { .. }) => self.group_apply(choice, log),
            Some(Frame::Moving(_)) => self.moving_apply(choice, dice, log)?,
            Some(Frame::Reaction(_)) => self.reaction_apply(choice, dice, log)?,
            Some(Frame::Declare { .. }) => self.declare_apply(choice, log),
            Some(Frame::Assaults { .. }) => self.assault_apply(choice, dice, log)?,
            Some(Frame::Answer { .. }) => self.answer_apply(choice, dice, log)?,
            Some(Frame::Retreat { .. }) => self.retreat_apply(choice, log),
            Some(Frame::Flight(_)) => self.flight_apply(choice, log),
            Some(Frame::Command { .. }) => self.command_apply(choice, log),
            Some(Frame::Zone(_)) => self.zone_apply(choice, log),
            Some(Frame::Landing(_)) => {}
            Some(Frame::Boats { .. }) => self.boat_apply(choice, dice, log)?,
            Some(Frame::Appoint { .. }) => self.appoint_apply(choice, dice, log)?,
        }
        self.run_on(dice, log)
    }

    /// Closes frames that have nothing left to decide, until somebody must decide or the game is over.
    fn run_on(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), NeedsRoll> {
        loop {
            let Some(frame) = self.stack.last() else {
                if self.outcome.is_some() {
                    return Ok(());
                }
                if !self.airborne.begun {
                    self.land_groups(Moment::BeforePlay, dice, log)?;
                } else if let Some(frame) = self.appointment() {
                    self.stack.push(frame);
                } else {
                    self.begin_turn(dice, log)?;
                }
                continue;
            };
            let decider = match frame {
                Frame::Posture { draft: Some(_), side, .. }
                | Frame::Artillery { draft: Some(_), side, .. }
                | Frame::Fire { draft: Some(_), side, .. }
                | Frame::Plot { draft: Some(_), side, .. }
                | Frame::Declare { picked: Some(_), side, .. }
                | Frame::Deploy { side, .. } => Some(*side),
                Frame::Posture { side, passed, .. } => self.first_able(*side, *passed, Self::can_mark),
                Frame::Artillery { side, passed, .. } => self.first_able(*side, *passed, Self::has_artillery),
                Frame::Fire { side, passed, .. } => self.first_able(*side, *passed, Self::has_attack),
                Frame::Plot { side, passed, .. } => self.first_able(*side, *passed, Self::can_plot),
                Frame::Movement { side, declined, independent: false } => {
                    self.first_able(*side, *declined, Self::has_group_to_order)
                }
                Frame::Movement { side, declined, .. } => {
                    self.first_able(*side, *declined, Self::has_independent_group)
                }
                Frame::Declare { side, passed, .. } => self.first_able(*side, *passed, Self::has_assaulter),
                Frame::Assaults { side } => self.first_able(*side, [false; 2], Self::has_assault_to_resolve),
                Frame::Group { side, members } => {
                    members.iter().any(|&id| self.may_be_moved(id)).then_some(*side)
                }
                Frame::Moving(mover) => self.is_under_way(mover).then(|| self.side(mover.stand)),
                Frame::Reaction(reaction) => self.reaction_is_open(reaction).then_some(reaction.side),
                Frame::Command { side, vacancy } => self.vacancy_can_be_filled(*vacancy).then_some(*side),
                Frame::Zone(plotting) => Some(self.landing(plotting.group).side),
                Frame::Landing(_) => None,
                Frame::Boats { side, passed } => self.first_able(*side, *passed, Self::has_boats_to_use),
                Frame::Appoint { side, ghq } => self.can_appoint(*side, *ghq).then_some(*side),
                Frame::Answer { defender } => Some(self.side(*defender)),
                Frame::Retreat { stand, .. } | Frame::Flight(Flight { stand, .. }) => Some(self.side(*stand)),
            };
            let Some(decider) = decider else {
                self.close(dice, log)?;
                continue;
            };
            if let Some(
                Frame::Posture { side, .. }
                | Frame::Artillery { side, .. }
                | Frame::Fire { side, .. }
                | Frame::Plot { side, .. }
                | Frame::Movement { side, .. }
                | Frame::Boats { side, .. }
                | Frame::Declare { side, .. }
                | Frame::Assaults { side },
            ) = self.stack.last_mut()
            {
                *side = decider;
            }
            match self.vacancy_to_fill() {
                Some(vacancy) => self.stack.push(vacancy),
                None => return Ok(()),
            }
        }
    }

    /// The side that decides next in an alternating phase: the one whose turn it is if it can do
    /// something and has not passed, else the other likewise.
    fn first_able(&self, next: Side, passed: [bool; 2], able: fn(&Self, Side) -> bool) -> Option<Side> {
        [next, next.other()].into_iter().find(|&side| !passed[side.index()] && able(self, side))
    }

    /// What follows when the top frame has nothing left to decide.
    fn close(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), NeedsRoll> {
        let ends = matches!(self.stack.last(), Some(Frame::Fire { .. } | Frame::Assaults { .. }));
        if ends && self.begin_flight(log) {
            return Ok(());
        }
        match self.stack.pop() {
            Some(Frame::Posture { .. }) => self.begin_artillery(log),
            Some(Frame::Artillery { .. }) => self.begin_fire(log),
            Some(Frame::Fire { .. }) => self.begin_plot(log),
            Some(Frame::Plot { .. }) => self.land_groups(Moment::BeforeMovement, dice, log)?,
            Some(Frame::Movement { independent: false, .. }) => self.begin_independent(log),
            Some(Frame::Movement { .. }) => {
                let side = self.initiative;
                self.stack.push(Frame::Boats { side, passed: [false; 2] });
            }
            Some(Frame::Boats { .. }) => {
                let side = self.initiative;
                self.stack.push(Frame::Declare { side, passed: [false; 2], picked: None });
            }
            Some(Frame::Moving(mover)) => self.end_move(&mover, log),
            Some(Frame::Declare { .. }) => {
                self.resolve_overruns(dice, log)?;
                let side = self.initiative;
                self.stack.push(Frame::Assaults { side });
            }
            Some(Frame::Assaults { .. }) => self.land_groups(Moment::AfterMovement, dice, log)?,
            Some(Frame::Landing(descent)) => self.descend(descent, dice, log)?,
            _ => {}
        }
        Ok(())
    }
}
