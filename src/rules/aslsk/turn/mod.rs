//! The Sequence of Play (3): the stack of open decisions.

pub mod advance;
pub mod close_combat;
pub mod ending;
pub mod firing;
pub mod first_fire;
pub mod march;
pub mod movement;
pub mod moving;
pub mod phase;
pub mod rally;
pub mod rout;
pub mod sequence;
pub mod set_up;
pub mod silent;
pub mod stack;
pub mod untried;
pub mod way;

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Decision, Illegal, Log};
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::ordnance::shot::{self, Shot};
use crate::rules::aslsk::ordnance::{hidden, turning};
use crate::rules::aslsk::state::{Choice, Item, Position};
use crate::rules::aslsk::turn::close_combat::{bands, designating};
use crate::rules::aslsk::weapons::charges::{self, Placing};
use crate::side::Side;
use close_combat::{Melee, Ranks};
use first_fire::React;
use movement::Mover;
use rally::Step;
use rout::Routing;

/// Receives choices one by one and may stop early.
type ChoiceSink<'a> = &'a mut dyn FnMut(Choice) -> ControlFlow<()>;

/// An open decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Set-up of a side.
    SetUp(Side),
    /// A step of the RPh.
    Rally(Step, Side),
    /// Which attack to make in a fire phase.
    Fire(Mode, Side),
    /// An IFT attack being built.
    Attack(Attack),
    /// A shot of ordnance being built.
    Shot(Shot),
    /// A target hex with no Known Enemy Unit.
    Blind {
        /// The kind of fire.
        mode: Mode,
        /// The firing side.
        side: Side,
        /// The firer.
        item: Item,
    },
    /// CA changes at the end of a fire phase (3.2.4g).
    Turning(Side),
    /// The CA of a Gun just set up or manhandled.
    Facing {
        /// The Gun.
        weapon: u8,
        /// It is set up, and may use HIP.
        setting_up: bool,
    },
    /// Which unit moves next.
    Move,
    /// A moving stack.
    Mover(Mover),
    /// The DEFENDER's opportunity to First Fire.
    React(React),
    /// A DC being placed; it waits below the First Fire it draws.
    Placing(Placing),
    /// Which unit routs next.
    Rout(Side),
    /// A unit routing.
    Routing(Routing),
    /// Which unit advances next.
    Advance,
    /// Which CC is next, and those already resolved.
    Combat(Vec<crate::rules::aslsk::board::Place>),
    /// Stacking of leaders before a CC.
    Ranks(Ranks),
    /// CC attacks being designated.
    Melee(Melee),
}

impl Position {
    /// The open decision.
    pub fn asks(&self) -> Option<Decision> {
        let Position { forces, turn, score, .. } = self;
        if score.over.is_some() {
            return None;
        }
        Some(match turn.frames.last()? {
            Frame::SetUp(side) => {
                let decision = Decision::new(*side, "set-up", "Set up a unit.", "1.3");
                // Set-up of a Gun that may use HIP is secret.
                if set_up::sets_up_a_secret(forces, *side) { decision.in_secret() } else { decision }
            }
            Frame::Shot(shot) => Decision::new(shot.side, "shot", "Prepare the shot, then fire.", "3.2.4"),
            Frame::Blind { side, .. } => {
                Decision::new(*side, "blind", "Choose a hex with no Known Enemy.", "6.2d")
            }
            Frame::Turning(side) => {
                let prompt = "Change the CA of a Gun, or go on.";
                Decision::new(*side, "turning", prompt, "3.2.4g").as_routine()
            }
            Frame::Facing { weapon, setting_up } => {
                let side = turning::side_of(forces, turn.attacker, *weapon);
                let decision = Decision::new(side, "facing", "Set the Gun's CA.", "3.2.4g");
                if *setting_up { decision.in_secret() } else { decision }
            }
            Frame::Placing(_) => Decision::new(turn.attacker, "placing", "Place the DC.", "4.3"),
            Frame::Rally(step, side) => {
                let decision = Decision::new(*side, step.kind(), step.prompt(), step.rule());
                let hopeless =
                    || untried::untried(self).iter().all(|(_, chance)| *chance < untried::WORTH_TRYING);
                let recurs = match step {
                    Step::Transfer | Step::Keeping => true,
                    Step::SelfRally | Step::Rally => hopeless(),
                    _ => false,
                };
                if recurs { decision.as_routine() } else { decision }
            }
            Frame::Fire(mode, side) => {
                let rule = turn.phase.rule();
                let prompt = match mode {
                    Mode::Prep => "Prep Fire, or end PFPh.",
                    Mode::Final => "Final Fire, or end DFPh.",
                    _ => "Advancing Fire, or end AFPh.",
                };
                Decision::new(*side, "fire", prompt, rule)
            }
            Frame::Attack(attack) => {
                Decision::new(attack.side, "attack", "Add firers or a leader, then fire.", "3.2.2")
            }
            Frame::Move => Decision::new(turn.attacker, "move", "Move a unit or stack, or end MPh.", "3.3"),
            Frame::Mover(_) => Decision::new(turn.attacker, "mover", "Move on, or end the move.", "3.3"),
            Frame::React(react) => {
                Decision::new(react.side, "first-fire", "First Fire, or hold fire.", "3.3.1")
            }
            Frame::Rout(side) => Decision::new(*side, "rout", "Rout a broken unit, or end RtPh.", "3.6"),
            Frame::Routing(routing) => {
                Decision::new(forces.unit(routing.unit).side, "routing", "Rout on, or stop.", "3.6")
            }
            Frame::Advance => Decision::new(turn.attacker, "advance", "Advance a unit, or end APh.", "3.7"),
            Frame::Combat(_) => Decision::new(turn.attacker, "combat", "Choose the next CC hex.", "3.8a"),
            Frame::Ranks(ranks) => {
                Decision::new(ranks.side, "ranks", "Stack leaders for CC, or go on.", "3.8b")
            }
            Frame::Melee(melee) => {
                Decision::new(melee.side, "designate", "Designate CC attacks.", "3.8a").in_secret()
            }
        })
    }

    /// All choices of the open decision, in a fixed order.
    pub fn options(&self) -> Vec<Choice> {
        let mut all = Vec::with_capacity(48);
        let _ = self.list_options(&mut |choice| {
            all.push(choice);
            ControlFlow::Continue(())
        });
        all
    }

    /// Whether there is any choice but [`Choice::Done`].
    fn has_a_real_choice(&self) -> bool {
        let other =
            |choice| if choice == Choice::Done { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.list_options(&mut { other }).is_break()
    }

    /// Passes the choices of the open decision to `sink` one by one until it breaks; long lists are generated
    /// on the way.
    fn list_options(&self, sink: ChoiceSink) -> ControlFlow<()> {
        let Position { ground, forces, turn, score, .. } = self;
        if score.over.is_some() {
            return ControlFlow::Continue(());
        }
        match turn.frames.last() {
            Some(Frame::SetUp(_)) => return set_up::list_set_up(ground, forces, sink),
            Some(Frame::Fire(mode, side)) => {
                return self.firing(*mode, *side).list(sink);
            }
            Some(Frame::React(react)) => {
                return first_fire::list_reactions(ground, forces, turn, react, sink);
            }
            Some(Frame::Move) => return movement::list_moves(forces, turn, sink),
            Some(Frame::Mover(mover)) => return self.list_steps(mover, sink),
            Some(Frame::Attack(attack)) => return attack.list_choices(self, sink),
            Some(Frame::Rout(side)) => return rout::list_routs(ground, forces, *side, sink),
            Some(Frame::Advance) => {
                return advance::list_advances(ground, forces, turn, sink);
            }
            _ => {}
        }
        self.short_options().into_iter().try_for_each(sink)
    }

    /// The choices of decisions with short lists.
    fn short_options(&self) -> Vec<Choice> {
        let Position { ground, forces, turn, .. } = self;
        match turn.frames.last() {
            None | Some(Frame::SetUp(_) | Frame::Fire(..) | Frame::React(_) | Frame::Move) => Vec::new(),
            Some(Frame::Mover(_) | Frame::Attack(_) | Frame::Rout(_) | Frame::Advance) => Vec::new(),
            Some(Frame::Rally(step, side)) => rally::rally_choices(ground, forces, turn, *step, *side),
            Some(Frame::Shot(shot)) => shot.choices(self),
            Some(Frame::Blind { mode, side, item }) => {
                let hexes = self.firing(*mode, *side).blind_targets(*item);
                hexes.into_iter().map(|place| Choice::Fire(*item, ground.hex(place))).collect()
            }
            Some(Frame::Turning(side)) => turning::turning_choices(forces, *side),
            Some(Frame::Facing { weapon, setting_up }) => {
                turning::facing_choices(ground, forces, *weapon, *setting_up)
            }
            Some(Frame::Placing(_)) => vec![Choice::Done],
            Some(Frame::Routing(routing)) => rout::routing_choices(ground, forces, routing),
            Some(Frame::Combat(fought)) => {
                close_combat::combat_choices(ground, forces, turn.attacker, fought)
            }
            Some(Frame::Ranks(ranks)) => bands::ranks_choices(forces, ranks),
            Some(Frame::Melee(melee)) => designating::melee_choices(forces, melee),
        }
    }

    /// Whether a choice is offered.
    pub fn allows(&self, choice: &Choice) -> Result<(), Illegal> {
        let Position { ground, forces, turn, score, .. } = self;
        let offered = match (turn.frames.last(), *choice) {
            _ if score.over.is_some() => false,
            // The two longest lists are not generated for each check.
            (Some(Frame::SetUp(_)), Choice::Place(id, hex)) => set_up::may_set_up(ground, forces, id, hex),
            (Some(Frame::Fire(mode, side)), Choice::Fire(item, hex)) => {
                self.firing(*mode, *side).may_fire(item, hex)
            }
            (Some(Frame::Blind { mode, side, item }), Choice::Fire(other, hex)) => {
                let place = ground.map().place(hex);
                other == *item && place.is_some_and(|at| self.firing(*mode, *side).may_fire_blind(*item, at))
            }
            _ => self.options().contains(choice),
        };
        if offered {
            return Ok(());
        }
        Err(match self.asks() {
            None => Illegal::new("1.3", "The battle is over."),
            Some(decision) => {
                Illegal::new(decision.rule, format!("\"{choice}\" is not possible now. {}", decision.prompt))
            }
        })
    }

    /// Plays a choice and goes on to the next decision with more than one choice.
    pub fn play(&mut self, choice: Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let Some(frame) = self.turn.frames.pop() else { return Ok(()) };
        match frame {
            Frame::SetUp(side) => set_up::set_up(self, side, choice),
            Frame::Rally(step, side) => rally::rally(self, step, side, choice, dice, log)?,
            Frame::Fire(mode, side) => self.begin_fire(mode, side, choice, dice, log)?,
            Frame::Attack(attack) => self.attack(attack, choice, dice, log)?,
            Frame::Shot(shot) => shot::choose(self, shot, choice, dice, log)?,
            Frame::Blind { mode, side, item } => {
                if let Choice::Fire(_, hex) = choice
                    && let Some(place) = self.ground.map().place(hex)
                {
                    self.open_fire(mode, side, item, place);
                }
            }
            Frame::Turning(side) => turning::turn_at_the_end(self, side, choice, dice, log)?,
            Frame::Facing { weapon, .. } => turning::face(&mut self.forces, weapon, choice),
            Frame::Placing(placing) => charges::settle_charge(&mut self.ground, &mut self.forces, placing),
            Frame::Move => self.begin_move(choice, dice, log)?,
            Frame::Mover(mover) => self.move_on(mover, choice, dice, log)?,
            Frame::React(react) => self.react(react, choice),
            Frame::Rout(side) => rout::begin_rout(self, side, choice, dice, log)?,
            Frame::Routing(routing) => rout::rout_on(self, routing, choice, dice, log)?,
            Frame::Advance => self.advance(choice, dice, log)?,
            Frame::Combat(fought) => close_combat::begin_combat(self, fought, choice, dice, log)?,
            Frame::Ranks(ranks) => bands::rank(self, ranks, choice, dice, log)?,
            Frame::Melee(melee) => designating::designate(self, melee, choice, dice, log)?,
        }
        close_combat::part_melees(&mut self.forces);
        hidden::reveal_in_sight(&self.ground, &mut self.forces, &self.turn, log);
        self.decide();
        self.settle(dice, log)?;
        hidden::reveal_in_sight(&self.ground, &mut self.forces, &self.turn, log);
        self.decide();
        Ok(())
    }

    /// Whether a decision without real choices is still shown, because skipping it would tell the enemy about
    /// hidden Guns (6.4, K-29).
    fn must_be_shown(&self, frame: &Frame) -> bool {
        let Position { forces, turn, .. } = self;
        match frame {
            Frame::Fire(_, side) | Frame::Turning(side) => forces.hides(*side),
            Frame::React(react) => forces.hides(react.side),
            Frame::Move | Frame::Advance => forces.hides(turn.attacker),
            _ => false,
        }
    }

    /// Skips decisions without real choices.
    pub fn settle(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        while self.score.over.is_none() {
            let Some(frame) = self.turn.frames.last() else { return Ok(()) };
            if let Frame::Mover(mover) = frame
                && mover.started
                && !movement::can_go_on(&self.forces, mover)
            {
                self.turn.frames.pop();
                continue;
            }
            if let Frame::Placing(placing) = *frame {
                self.turn.frames.pop();
                charges::settle_charge(&mut self.ground, &mut self.forces, placing);
                continue;
            }
            if self.must_be_shown(frame) {
                return Ok(());
            }
            if self.has_a_real_choice() {
                return Ok(());
            }
            let Some(frame) = self.turn.frames.pop() else { return Ok(()) };
            silent::tell_silence(&self.ground, &self.forces, &self.turn, &frame, log);
            match frame {
                Frame::SetUp(side) => set_up::set_up(self, side, Choice::Done),
                Frame::Rally(step, side) => rally::rally(self, step, side, Choice::Done, dice, log)?,
                Frame::Fire(mode, side) => self.begin_fire(mode, side, Choice::Done, dice, log)?,
                Frame::Turning(_) | Frame::Move | Frame::Advance | Frame::Combat(_) => {
                    self.next_phase(dice, log)?
                }
                Frame::Attack(_) | Frame::Mover(_) | Frame::React(_) => {}
                Frame::Shot(_) | Frame::Blind { .. } | Frame::Facing { .. } | Frame::Placing(_) => {}
                Frame::Rout(side) => rout::begin_rout(self, side, Choice::Done, dice, log)?,
                Frame::Routing(routing) => rout::rout_on(self, routing, Choice::Done, dice, log)?,
                Frame::Ranks(ranks) => bands::rank(self, ranks, Choice::Done, dice, log)?,
                Frame::Melee(melee) => designating::designate(self, melee, Choice::Done, dice, log)?,
            }
        }
        Ok(())
    }
}
