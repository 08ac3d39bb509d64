//! The Sequence of Play (3): the stack of open decisions.

pub mod advance;
pub mod close_combat;
pub mod ending;
pub mod firing;
pub mod first_fire;
pub mod march;
pub mod movement;
pub mod rally;
pub mod rout;
pub mod set_up;
mod silent;
mod stack;

use std::ops::ControlFlow;

use crate::dice::{Ask, Dice};
use crate::game::{Decision, Event, Illegal, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::fire::aim::Mode;
use crate::rules::aslsk::fire::attack::Attack;
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::ordnance::smoke::Thickness;
use crate::rules::aslsk::position::{Phase, Position};
use crate::rules::aslsk::state::{Choice, Item, Marker, Whereabouts, Zone};
use crate::rules::aslsk::weapons::charges::Placing;
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
        if self.over.is_some() {
            return None;
        }
        Some(match self.frames.last()? {
            Frame::SetUp(side) => {
                let decision = Decision::new(*side, "set-up", "Set up a unit.", "1.3");
                // Set-up of a Gun that may use HIP is secret.
                if self.sets_up_a_secret(*side) { decision.in_secret() } else { decision }
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
                let side = self.side_of(*weapon);
                let decision = Decision::new(side, "facing", "Set the Gun's CA.", "3.2.4g");
                if *setting_up { decision.in_secret() } else { decision }
            }
            Frame::Placing(_) => Decision::new(self.attacker, "placing", "Place the DC.", "4.3"),
            Frame::Rally(step, side) => {
                let decision = Decision::new(*side, step.kind(), step.prompt(), step.rule());
                if matches!(step, Step::Transfer | Step::Keeping) { decision.as_routine() } else { decision }
            }
            Frame::Fire(mode, side) => {
                let rule = self.phase.rule();
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
            Frame::Move => Decision::new(self.attacker, "move", "Move a unit or stack, or end MPh.", "3.3"),
            Frame::Mover(_) => Decision::new(self.attacker, "mover", "Move on, or end the move.", "3.3"),
            Frame::React(react) => {
                Decision::new(react.side, "first-fire", "First Fire, or hold fire.", "3.3.1")
            }
            Frame::Rout(side) => Decision::new(*side, "rout", "Rout a broken unit, or end RtPh.", "3.6"),
            Frame::Routing(routing) => {
                Decision::new(self.unit(routing.unit).side, "routing", "Rout on, or stop.", "3.6")
            }
            Frame::Advance => Decision::new(self.attacker, "advance", "Advance a unit, or end APh.", "3.7"),
            Frame::Combat(_) => Decision::new(self.attacker, "combat", "Choose the next CC hex.", "3.8a"),
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
        if self.over.is_some() {
            return ControlFlow::Continue(());
        }
        match self.frames.last() {
            Some(Frame::SetUp(_)) => return self.list_set_up(sink),
            Some(Frame::Fire(mode, side)) => return self.list_fire(*mode, *side, sink),
            Some(Frame::React(react)) => return self.list_reactions(react, sink),
            Some(Frame::Move) => return self.list_moves(sink),
            Some(Frame::Mover(mover)) => return self.list_steps(mover, sink),
            Some(Frame::Attack(attack)) => return attack.list_choices(self, sink),
            Some(Frame::Rout(side)) => return self.list_routs(*side, sink),
            Some(Frame::Advance) => return self.list_advances(sink),
            _ => {}
        }
        self.short_options().into_iter().try_for_each(sink)
    }

    /// The choices of decisions with short lists.
    fn short_options(&self) -> Vec<Choice> {
        match self.frames.last() {
            None | Some(Frame::SetUp(_) | Frame::Fire(..) | Frame::React(_) | Frame::Move) => Vec::new(),
            Some(Frame::Mover(_) | Frame::Attack(_) | Frame::Rout(_) | Frame::Advance) => Vec::new(),
            Some(Frame::Rally(step, side)) => self.rally_choices(*step, *side),
            Some(Frame::Shot(shot)) => shot.choices(self),
            Some(Frame::Blind { mode, item, .. }) => {
                let hexes = self.blind_hexes(*item, *mode);
                hexes.into_iter().map(|place| Choice::Fire(*item, self.hex(place))).collect()
            }
            Some(Frame::Turning(side)) => self.turning_choices(*side),
            Some(Frame::Facing { weapon, setting_up }) => self.facing_choices(*weapon, *setting_up),
            Some(Frame::Placing(_)) => vec![Choice::Done],
            Some(Frame::Routing(routing)) => self.routing_choices(routing),
            Some(Frame::Combat(fought)) => self.combat_choices(fought),
            Some(Frame::Ranks(ranks)) => self.ranks_choices(ranks),
            Some(Frame::Melee(melee)) => self.melee_choices(melee),
        }
    }

    /// Whether a choice is offered.
    pub fn allows(&self, choice: &Choice) -> Result<(), Illegal> {
        let offered = match (self.frames.last(), *choice) {
            _ if self.over.is_some() => false,
            // The two longest lists are not generated for each check.
            (Some(Frame::SetUp(_)), Choice::Place(id, hex)) => self.may_set_up(id, hex),
            (Some(Frame::Fire(mode, side)), Choice::Fire(item, hex)) => {
                self.may_fire(*mode, *side, item, hex)
            }
            (Some(Frame::Blind { mode, side, item }), Choice::Fire(other, hex)) => {
                let place = self.map().place(hex);
                other == *item && place.is_some_and(|at| self.may_fire_blind(*item, *side, at, *mode))
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
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        match frame {
            Frame::SetUp(side) => self.set_up(side, choice),
            Frame::Rally(step, side) => self.rally(step, side, choice, dice, log)?,
            Frame::Fire(mode, side) => self.begin_fire(mode, side, choice, dice, log)?,
            Frame::Attack(attack) => self.attack(attack, choice, dice, log)?,
            Frame::Shot(shot) => self.shot(shot, choice, dice, log)?,
            Frame::Blind { mode, side, item } => {
                if let Choice::Fire(_, hex) = choice
                    && let Some(place) = self.map().place(hex)
                {
                    self.open_fire(mode, side, item, place);
                }
            }
            Frame::Turning(side) => self.turn_at_the_end(side, choice, dice, log)?,
            Frame::Facing { weapon, .. } => self.face(weapon, choice),
            Frame::Placing(placing) => self.settle_charge(placing),
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
        self.part_melees();
        self.reveal_in_sight(log);
        self.decide();
        self.settle(dice, log)?;
        self.reveal_in_sight(log);
        self.decide();
        Ok(())
    }

    /// Whether a decision without real choices is still shown, because skipping it would tell the enemy about
    /// hidden Guns (6.4, K-29).
    fn must_be_shown(&self, frame: &Frame) -> bool {
        match frame {
            Frame::Fire(_, side) | Frame::Turning(side) => self.hides(*side),
            Frame::React(react) => self.hides(react.side),
            Frame::Move | Frame::Advance => self.hides(self.attacker),
            _ => false,
        }
    }

    /// Skips decisions without real choices.
    pub fn settle(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        while self.over.is_none() {
            let Some(frame) = self.frames.last() else { return Ok(()) };
            if let Frame::Mover(mover) = frame
                && mover.started
                && !self.can_go_on(mover)
            {
                self.frames.pop();
                continue;
            }
            if let Frame::Placing(placing) = *frame {
                self.frames.pop();
                self.settle_charge(placing);
                continue;
            }
            if self.must_be_shown(frame) {
                return Ok(());
            }
            if self.has_a_real_choice() {
                return Ok(());
            }
            let Some(frame) = self.frames.pop() else { return Ok(()) };
            self.tell_silence(&frame, log);
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
        self.phase = phase;
        self.shots.clear();
        self.closed_to_smoke = false;
        for weapon in &mut self.weapons {
            (weapon.carriage.turned, weapon.carriage.equivalent) = (false, false);
        }
        if phase == Phase::PrepFire {
            self.disperse_smoke(self.attacker);
            applies("1.2.5b");
        }
        if phase == Phase::Movement {
            applies("3.3g");
            // CX is removed, but Double Time is not possible in this MPh (3.3g).
            for unit in self.units.iter_mut().filter(|unit| unit.side == self.attacker) {
                (unit.tired, unit.cx) = (unit.cx, false);
            }
        }
        let (attacker, defender) = (self.attacker, self.attacker.other());
        self.frames.push(match phase {
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
        match self.phase {
            Phase::Movement => {
                self.smoke.retain(|cloud| cloud.thickness != Thickness::Grenades);
                self.residual.clear();
                applies("3.3.1h");
                for unit in &mut self.units {
                    (unit.acted, unit.on_road, unit.tired) = (false, false, false);
                }
            }
            Phase::DefensiveFire => self.unmark(|marker| matches!(marker, Marker::First | Marker::Final)),
            Phase::AdvancingFire => {
                self.unmark(|_| true);
                applies("3.5a");
                self.begin_rout_phase();
            }
            Phase::Rout => self.units.iter_mut().for_each(|unit| unit.acted = false),
            Phase::Advance => {
                self.weapons.iter_mut().for_each(|weapon| weapon.recovered = false);
                self.eliminate_unentered(log);
            }
            Phase::CloseCombat => return self.next_turn(dice, log),
            Phase::Rally | Phase::PrepFire => {}
        }
        let at = Phase::ALL.iter().position(|&phase| phase == self.phase).unwrap_or(0);
        self.open(Phase::ALL[at + 1]);
        Ok(())
    }

    /// Eliminates forces that failed to enter (3.3j).
    fn eliminate_unentered(&mut self, log: &mut Log) {
        applies("3.3j");
        for id in self.ids() {
            let unit = self.unit(id);
            let due = match &self.battle.groups[usize::from(unit.group)].zone {
                Zone::SetUp(_) => false,
                Zone::Enter { after, .. } => {
                    !after && unit.side == self.attacker && !self.awaited[usize::from(unit.group)]
                }
            };
            if due && unit.at == Whereabouts::Off {
                log.add(|| {
                    let text = format!("{} did not enter and is eliminated", self.called(id));
                    Event::new(Tone::Loss, unit.side, text, "3.3j")
                });
                self.unit_mut(id).at = Whereabouts::Gone;
            }
        }
    }

    /// Starts the next Player Turn (3.9).
    fn next_turn(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("3.9");
        for unit in &mut self.units {
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
        for weapon in &mut self.weapons {
            (weapon.fired, weapon.moved, weapon.recovered) = (false, false, false);
            weapon.carriage.spent = false;
        }
        let last = self.turn == self.battle.turns;
        if self.attacker == self.battle.moves {
            if last && self.battle.half_turn {
                self.finish();
                return Ok(());
            }
        } else if last {
            self.finish();
            return Ok(());
        } else {
            self.turn += 1;
        }
        self.begin_turn(self.attacker.other(), dice, log)
    }

    /// Starts a Player Turn with reinforcement dr (3.1a).
    pub fn begin_turn(&mut self, attacker: Side, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.attacker = attacker;
        applies("3.1a");
        log.add(|| {
            let text = format!("Turn {}: {} attack", self.turn, self.battle.sides[attacker.index()].1);
            Event::new(Tone::Phase, attacker, text, "3").begins(self.turn)
        });
        for (at, group) in self.battle.clone().groups.iter().enumerate() {
            let Zone::Enter { turn, on, .. } = &group.zone else { continue };
            if group.side != attacker || !self.awaited[at] || self.turn < *turn {
                continue;
            }
            self.awaited[at] = match on.get(usize::from(self.turn - turn)) {
                Some(&most) => {
                    dice.roll(6, || format!("{}: reinforcements on {most} or less", group.name))? > most
                }
                None => !on.is_empty(),
            };
            if !self.awaited[at] {
                log.add(|| {
                    Event::new(Tone::Success, attacker, format!("{} enter this turn", group.name), "3.1a")
                });
            }
        }
        self.open(Phase::Rally);
        Ok(())
    }

    /// Whether a unit may enter now.
    pub fn may_enter(&self, id: u8) -> bool {
        let unit = self.unit(id);
        let entering = matches!(self.battle.groups[usize::from(unit.group)].zone, Zone::Enter { .. });
        unit.at == Whereabouts::Off && entering && !self.awaited[usize::from(unit.group)]
    }
}
