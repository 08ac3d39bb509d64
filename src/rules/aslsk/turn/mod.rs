//! The Sequence of Play (3): the stack of open decisions.

pub mod advance;
pub mod close_combat;
pub mod ending;
pub mod firing;
pub mod first_fire;
pub mod march;
pub mod movement;
pub mod phase;
pub mod rally;
pub mod rout;
pub mod set_up;
pub mod silent;
pub mod stack;

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Decision, Event, Illegal, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::ordnance::shot::{self, Shot};
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::ordnance::{hidden, turning};
use crate::rules::aslsk::state::{
    Choice, Forces, Ground, Item, Marker, Position, Turn, Whereabouts, Zone, names,
};
use crate::rules::aslsk::turn::close_combat::{bands, designating};
use crate::rules::aslsk::turn::phase::Phase;
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
        if self.score.over.is_some() {
            return None;
        }
        Some(match self.turn.frames.last()? {
            Frame::SetUp(side) => {
                let decision = Decision::new(*side, "set-up", "Set up a unit.", "1.3");
                // Set-up of a Gun that may use HIP is secret.
                if set_up::sets_up_a_secret(&self.forces, *side) { decision.in_secret() } else { decision }
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
                let side = turning::side_of(&self.forces, self.turn.attacker, *weapon);
                let decision = Decision::new(side, "facing", "Set the Gun's CA.", "3.2.4g");
                if *setting_up { decision.in_secret() } else { decision }
            }
            Frame::Placing(_) => Decision::new(self.turn.attacker, "placing", "Place the DC.", "4.3"),
            Frame::Rally(step, side) => {
                let decision = Decision::new(*side, step.kind(), step.prompt(), step.rule());
                if matches!(step, Step::Transfer | Step::Keeping) { decision.as_routine() } else { decision }
            }
            Frame::Fire(mode, side) => {
                let rule = self.turn.phase.rule();
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
            Frame::Move => {
                Decision::new(self.turn.attacker, "move", "Move a unit or stack, or end MPh.", "3.3")
            }
            Frame::Mover(_) => Decision::new(self.turn.attacker, "mover", "Move on, or end the move.", "3.3"),
            Frame::React(react) => {
                Decision::new(react.side, "first-fire", "First Fire, or hold fire.", "3.3.1")
            }
            Frame::Rout(side) => Decision::new(*side, "rout", "Rout a broken unit, or end RtPh.", "3.6"),
            Frame::Routing(routing) => {
                Decision::new(self.forces.unit(routing.unit).side, "routing", "Rout on, or stop.", "3.6")
            }
            Frame::Advance => {
                Decision::new(self.turn.attacker, "advance", "Advance a unit, or end APh.", "3.7")
            }
            Frame::Combat(_) => {
                Decision::new(self.turn.attacker, "combat", "Choose the next CC hex.", "3.8a")
            }
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
        if self.score.over.is_some() {
            return ControlFlow::Continue(());
        }
        match self.turn.frames.last() {
            Some(Frame::SetUp(_)) => return set_up::list_set_up(&self.ground, &self.forces, sink),
            Some(Frame::Fire(mode, side)) => {
                return firing::list_fire(&self.ground, &self.forces, &self.turn, *mode, *side, sink);
            }
            Some(Frame::React(react)) => {
                return first_fire::list_reactions(&self.ground, &self.forces, &self.turn, react, sink);
            }
            Some(Frame::Move) => return movement::list_moves(&self.forces, &self.turn, sink),
            Some(Frame::Mover(mover)) => return self.list_steps(mover, sink),
            Some(Frame::Attack(attack)) => return attack.list_choices(self, sink),
            Some(Frame::Rout(side)) => return rout::list_routs(&self.ground, &self.forces, *side, sink),
            Some(Frame::Advance) => {
                return advance::list_advances(&self.ground, &self.forces, &self.turn, sink);
            }
            _ => {}
        }
        self.short_options().into_iter().try_for_each(sink)
    }

    /// The choices of decisions with short lists.
    fn short_options(&self) -> Vec<Choice> {
        match self.turn.frames.last() {
            None | Some(Frame::SetUp(_) | Frame::Fire(..) | Frame::React(_) | Frame::Move) => Vec::new(),
            Some(Frame::Mover(_) | Frame::Attack(_) | Frame::Rout(_) | Frame::Advance) => Vec::new(),
            Some(Frame::Rally(step, side)) => {
                rally::rally_choices(&self.ground, &self.forces, &self.turn, *step, *side)
            }
            Some(Frame::Shot(shot)) => shot.choices(self),
            Some(Frame::Blind { mode, item, .. }) => {
                let hexes = shot::blind_hexes(&self.ground, &self.forces, &self.turn, *item, *mode);
                hexes.into_iter().map(|place| Choice::Fire(*item, self.ground.hex(place))).collect()
            }
            Some(Frame::Turning(side)) => turning::turning_choices(&self.forces, *side),
            Some(Frame::Facing { weapon, setting_up }) => {
                turning::facing_choices(&self.ground, &self.forces, *weapon, *setting_up)
            }
            Some(Frame::Placing(_)) => vec![Choice::Done],
            Some(Frame::Routing(routing)) => rout::routing_choices(&self.ground, &self.forces, routing),
            Some(Frame::Combat(fought)) => {
                close_combat::combat_choices(&self.ground, &self.forces, self.turn.attacker, fought)
            }
            Some(Frame::Ranks(ranks)) => bands::ranks_choices(&self.forces, ranks),
            Some(Frame::Melee(melee)) => designating::melee_choices(&self.forces, melee),
        }
    }

    /// Whether a choice is offered.
    pub fn allows(&self, choice: &Choice) -> Result<(), Illegal> {
        let offered = match (self.turn.frames.last(), *choice) {
            _ if self.score.over.is_some() => false,
            // The two longest lists are not generated for each check.
            (Some(Frame::SetUp(_)), Choice::Place(id, hex)) => {
                set_up::may_set_up(&self.ground, &self.forces, id, hex)
            }
            (Some(Frame::Fire(mode, side)), Choice::Fire(item, hex)) => {
                firing::may_fire(&self.ground, &self.forces, &self.turn, *mode, *side, item, hex)
            }
            (Some(Frame::Blind { mode, side, item }), Choice::Fire(other, hex)) => {
                let place = self.ground.map().place(hex);
                other == *item
                    && place.is_some_and(|at| {
                        shot::may_fire_blind(&self.ground, &self.forces, &self.turn, *item, *side, at, *mode)
                    })
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
            Frame::SetUp(side) => self.set_up(side, choice),
            Frame::Rally(step, side) => self.rally(step, side, choice, dice, log)?,
            Frame::Fire(mode, side) => self.begin_fire(mode, side, choice, dice, log)?,
            Frame::Attack(attack) => self.attack(attack, choice, dice, log)?,
            Frame::Shot(shot) => self.shot(shot, choice, dice, log)?,
            Frame::Blind { mode, side, item } => {
                if let Choice::Fire(_, hex) = choice
                    && let Some(place) = self.ground.map().place(hex)
                {
                    self.open_fire(mode, side, item, place);
                }
            }
            Frame::Turning(side) => self.turn_at_the_end(side, choice, dice, log)?,
            Frame::Facing { weapon, .. } => turning::face(&mut self.forces, weapon, choice),
            Frame::Placing(placing) => charges::settle_charge(&mut self.ground, &mut self.forces, placing),
            Frame::Move => self.begin_move(choice, dice, log)?,
            Frame::Mover(mover) => self.move_on(mover, choice, dice, log)?,
            Frame::React(react) => self.react(react, choice),
            Frame::Rout(side) => self.begin_rout(side, choice, dice, log)?,
            Frame::Routing(routing) => self.rout_on(routing, choice, dice, log)?,
            Frame::Advance => self.advance(choice, dice, log)?,
            Frame::Combat(fought) => self.begin_combat(fought, choice, dice, log)?,
            Frame::Ranks(ranks) => self.rank(ranks, choice, dice, log)?,
            Frame::Melee(melee) => self.designate(melee, choice, dice, log)?,
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
        match frame {
            Frame::Fire(_, side) | Frame::Turning(side) => self.forces.hides(*side),
            Frame::React(react) => self.forces.hides(react.side),
            Frame::Move | Frame::Advance => self.forces.hides(self.turn.attacker),
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
                Frame::SetUp(side) => self.set_up(side, Choice::Done),
                Frame::Rally(step, side) => self.rally(step, side, Choice::Done, dice, log)?,
                Frame::Fire(mode, side) => self.begin_fire(mode, side, Choice::Done, dice, log)?,
                Frame::Turning(_) | Frame::Move | Frame::Advance | Frame::Combat(_) => {
                    self.next_phase(dice, log)?
                }
                Frame::Attack(_) | Frame::Mover(_) | Frame::React(_) => {}
                Frame::Shot(_) | Frame::Blind { .. } | Frame::Facing { .. } | Frame::Placing(_) => {}
                Frame::Rout(side) => self.begin_rout(side, Choice::Done, dice, log)?,
                Frame::Routing(routing) => self.rout_on(routing, Choice::Done, dice, log)?,
                Frame::Ranks(ranks) => self.rank(ranks, Choice::Done, dice, log)?,
                Frame::Melee(melee) => self.designate(melee, Choice::Done, dice, log)?,
            }
        }
        Ok(())
    }

    /// Opens a phase.
    fn open(&mut self, phase: Phase) {
        self.turn.phase = phase;
        self.turn.shots.clear();
        self.turn.closed_to_smoke = false;
        for weapon in &mut self.forces.weapons {
            (weapon.carriage.turned, weapon.carriage.equivalent) = (false, false);
        }
        if phase == Phase::PrepFire {
            self.ground.disperse_smoke(self.turn.attacker);
            applies("1.2.5b");
        }
        if phase == Phase::Movement {
            applies("3.3g");
            // CX is removed, but Double Time is not possible in this MPh (3.3g).
            for unit in self.forces.units.iter_mut().filter(|unit| unit.side == self.turn.attacker) {
                (unit.tired, unit.cx) = (unit.cx, false);
            }
        }
        let (attacker, defender) = (self.turn.attacker, self.turn.attacker.other());
        self.turn.frames.push(match phase {
            Phase::Rally => Frame::Rally(Step::Recovery, attacker),
            Phase::PrepFire => Frame::Fire(Mode::Prep, attacker),
            Phase::Movement => Frame::Move,
            Phase::DefensiveFire => Frame::Fire(Mode::Final, defender),
            Phase::AdvancingFire => Frame::Fire(Mode::Advancing, attacker),
            Phase::Rout => Frame::Rout(attacker),
            Phase::Advance => Frame::Advance,
            Phase::CloseCombat => Frame::Combat(Vec::new()),
        });
    }

    /// Ends a phase and opens the next.
    pub fn next_phase(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        match self.turn.phase {
            Phase::Movement => {
                self.ground.smoke.retain(|cloud| cloud.thickness != Thickness::Grenades);
                self.ground.residual.clear();
                applies("3.3.1h");
                for unit in &mut self.forces.units {
                    (unit.acted, unit.on_road, unit.tired) = (false, false, false);
                }
            }
            Phase::DefensiveFire => {
                self.forces.unmark(|marker| matches!(marker, Marker::First | Marker::Final))
            }
            Phase::AdvancingFire => {
                self.forces.unmark(|_| true);
                applies("3.5a");
                rout::begin_rout_phase(&self.ground, &mut self.forces);
            }
            Phase::Rout => self.forces.units.iter_mut().for_each(|unit| unit.acted = false),
            Phase::Advance => {
                self.forces.weapons.iter_mut().for_each(|weapon| weapon.recovered = false);
                eliminate_unentered(&self.ground, &mut self.forces, &self.turn, log);
            }
            Phase::CloseCombat => return self.next_turn(dice, log),
            Phase::Rally | Phase::PrepFire => {}
        }
        let at = Phase::ALL.iter().position(|&phase| phase == self.turn.phase).unwrap_or(0);
        self.open(Phase::ALL[at + 1]);
        Ok(())
    }

    /// Starts the next Player Turn (3.9).
    fn next_turn(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("3.9");
        for unit in &mut self.forces.units {
            unit.pinned = false;
            unit.fired = false;
            unit.tried = false;
            unit.acted = false;
            unit.moved = false;
            unit.pushing = false;
            unit.directed = 0;
            unit.helps = None;
            unit.destroyed = 0;
        }
        for weapon in &mut self.forces.weapons {
            (weapon.fired, weapon.moved, weapon.recovered) = (false, false, false);
            weapon.carriage.spent = false;
        }
        let last = self.turn.number == self.battle.turns;
        if self.turn.attacker == self.battle.moves {
            if last && self.battle.half_turn {
                self.finish();
                return Ok(());
            }
        } else if last {
            self.finish();
            return Ok(());
        } else {
            self.turn.number += 1;
        }
        self.begin_turn(self.turn.attacker.other(), dice, log)
    }

    /// Starts a Player Turn with reinforcement dr (3.1a).
    pub fn begin_turn(&mut self, attacker: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.turn.attacker = attacker;
        applies("3.1a");
        log.add(|| {
            let text = format!("Turn {}: {} attack", self.turn.number, self.battle.sides[attacker.index()].1);
            Event::new(Tone::Phase, attacker, text, "3").begins(self.turn.number)
        });
        for (at, group) in self.forces.order.groups.iter().enumerate() {
            let Zone::Enter { turn, on, .. } = &group.zone else { continue };
            if group.side != attacker || !self.turn.awaited[at] || self.turn.number < *turn {
                continue;
            }
            self.turn.awaited[at] = match on.get(usize::from(self.turn.number - turn)) {
                Some(&most) => {
                    dice.roll(6, || format!("{}: reinforcements on {most} or less", group.name))? > most
                }
                None => !on.is_empty(),
            };
            if !self.turn.awaited[at] {
                log.add(|| {
                    Event::new(Tone::Success, attacker, format!("{} enter this turn", group.name), "3.1a")
                });
            }
        }
        self.open(Phase::Rally);
        Ok(())
    }
}

/// Eliminates forces that failed to enter (3.3j).
fn eliminate_unentered(ground: &Ground, forces: &mut Forces, turn: &Turn, log: &mut Log) {
    applies("3.3j");
    for id in forces.ids() {
        let unit = forces.unit(id);
        let due = match &forces.group_of(unit).zone {
            Zone::SetUp(_) => false,
            Zone::Enter { after, .. } => {
                !after && unit.side == turn.attacker && !turn.awaited[usize::from(unit.group)]
            }
        };
        if due && unit.at == Whereabouts::Off {
            log.add(|| {
                let text = format!("{} did not enter and is eliminated", names::called(ground, forces, id));
                Event::new(Tone::Loss, unit.side, text, "3.3j")
            });
            forces.unit_mut(id).at = Whereabouts::Gone;
        }
    }
}

/// Whether a unit may enter now.
pub fn may_enter(forces: &Forces, turn: &Turn, id: u8) -> bool {
    let unit = forces.unit(id);
    let entering = matches!(forces.group_of(unit).zone, Zone::Enter { .. });
    unit.at == Whereabouts::Off && entering && !turn.awaited[usize::from(unit.group)]
}
