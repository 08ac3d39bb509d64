//! 8.10: airborne landings: landing groups, by parachute and by glider, and the order in which they land.
//!
//! A landing is a [`Descent`] on the stack. It rolls automatically and pauses only when a defender's close
//! assault makes a stand retreat (8.8.5).

use super::landing_chart::{Distance, Manner};
use super::zones::{Plotted, Zone, ZonePlot};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::landings::gliders;
use crate::rules::matg::landings::paratroops;
use crate::rules::matg::landings::zones;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, ask, unreachable_choice};

/// When a group arrives (8.10.1.1, 8.10.2.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    /// Before play.
    BeforePlay,
    /// In this turn.
    Turn(u8),
    /// In a turn rolled before play on a die of so many faces.
    Die(u8),
}

/// The scenario's conditions of a flight, each of which modifies a roll.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conditions {
    /// At night.
    pub night: bool,
    /// High wind or clouds.
    pub weather: bool,
    /// Anti-aircraft fire on the approach.
    pub flak: bool,
    /// Small transport aircraft such as the Ju 52.
    pub small: bool,
    /// Pathfinders, or friendly troops who guide from the ground.
    pub guided: bool,
    /// Every stand arrives: the step is skipped (8.10.2.4.2).
    pub sure: bool,
}

/// A landing group as the scenario has it (8.10.1.1, 8.10.2.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The side that it belongs to.
    pub side: Side,
    /// "Group 1".
    pub name: String,
    /// By parachute or glider.
    pub manner: Manner,
    /// Its stands, in landing order.
    pub stands: Vec<Id>,
    /// Its zone, if the scenario sets it.
    pub zone: Option<Zone>,
    /// An objective, and the inches from it within which the zone must lie.
    pub near: Option<(Cell, u16)>,
    /// When its zone is recorded.
    pub plotted: Plotted,
    /// When it arrives.
    pub arrival: Arrival,
    /// Lands after movement on a turn in which its side has the initiative (8.10.2.3, option).
    pub late: bool,
    /// How far stands drift when they miss their zone.
    pub distance: &'static Distance,
    /// The conditions of its flight.
    pub conditions: Conditions,
}

/// The state of a landing group in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its zone, once recorded.
    pub zone: Option<Zone>,
    /// The turn in which it arrives, 0 for before play; the last turn until it has been rolled.
    pub turn: u8,
    /// Whether it has landed.
    pub down: bool,
}

impl Group {
    /// The state of a group at the start of a battle of so many turns.
    pub(in crate::rules::matg) fn of(landing: &Landing, turns: u8) -> Self {
        Self {
            zone: landing.zone,
            turn: match landing.arrival {
                Arrival::BeforePlay => 0,
                Arrival::Turn(turn) => turn,
                Arrival::Die(_) => turns,
            },
            down: landing.stands.is_empty(),
        }
    }
}

/// A point in the sequence of play at which groups land.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// After deployment (8.10.1.1).
    BeforePlay,
    /// After the Joint Plot Phase (8.10.2.3).
    BeforeMovement,
    /// After movement, for the side with the initiative (8.10.2.3, option).
    AfterMovement,
}

/// A group that is landing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Descent {
    /// An index into [`Battle::landings`].
    pub group: u8,
    /// The point at which it lands.
    pub moment: Moment,
    /// The gliders have flown in, or the paratroops are over their zone.
    pub flown: bool,
    /// The gliders roll forward (8.10.2.4.4).
    pub rolling: bool,
    /// Stands still to land, with their squares.
    pub due: Vec<(Id, Cell)>,
    /// Gliders that landed safely.
    pub sound: Vec<Id>,
}

impl Open for Descent {
    fn side(&self, game: &Position) -> Side {
        game.battle.landing(self.group).side
    }

    fn asks(&self) -> Question {
        ask("landing", "Wait while the group lands.", "8.10")
    }

    fn choices(&self, _: &Position) -> Vec<Choice> {
        Vec::new()
    }

    fn apply(self, _: &mut Position, choice: &Choice, _: &mut Dice, _: &mut Log) -> Result<(), Ask> {
        unreachable_choice(choice)
    }

    fn next(&self, _: &Position) -> Option<Side> {
        None
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        game.descend(self, dice, log)
    }

    fn phase(&self) -> Phase {
        if self.moment == Moment::BeforePlay { Phase::Deploy } else { Phase::Move }
    }
}

impl Battle {
    /// The landing group of an index.
    pub fn landing(&self, group: u8) -> &Landing {
        &self.landings[usize::from(group)]
    }
}

impl Position {
    /// Lands the groups that are due at a point of the sequence of play, then continues with it.
    pub(in crate::rules::matg) fn land_groups(
        &mut self,
        moment: Moment,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if moment == Moment::BeforePlay {
            let unplotted = self.arrivals.groups.iter().position(|group| group.zone.is_none());
            if let Some(group) = unplotted {
                self.now.open(ZonePlot::of(group as u8));
                return Ok(());
            }
        }
        let due = (0..self.arrivals.groups.len() as u8)
            .find(|&group| is_due(&self.battle, &self.now, &self.arrivals, group, moment));
        if let Some(group) = due {
            log.add(|| {
                let landing = self.battle.landing(group);
                let zone = zones::zone_in_words(&self.battle, &self.arrivals, group).unwrap_or_default();
                let (text, rule) = match landing.manner {
                    Manner::Parachute => (format!("{} jumps over {zone}", landing.name), "8.10.1.3"),
                    Manner::Glider => (format!("{} glides to {zone}", landing.name), "8.10.2.4"),
                };
                Event::new(Tone::Phase, landing.side, text, rule)
            });
            let (due, sound) = (Vec::new(), Vec::new());
            let descent = Descent { group, moment, flown: false, rolling: false, due, sound };
            self.now.open(descent);
            return Ok(());
        }
        match moment {
            Moment::BeforePlay => self.begin_play(dice, log),
            Moment::BeforeMovement => self.begin_movement(dice, log),
            Moment::AfterMovement => {
                self.begin_removal();
                Ok(())
            }
        }
    }

    /// After the landings before play: rolls the turns of later arrivals (8.10.2.3) and applies surprise
    /// (8.10.1.5).
    fn begin_play(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("8.10.2.3");
        self.arrivals.begun = true;
        for group in 0..self.arrivals.groups.len() {
            let Arrival::Die(sides) = self.battle.landings[group].arrival else { continue };
            let name = self.battle.landings[group].name.clone();
            let turn = dice.roll(sides, || format!("turn in which {name} lands"))?;
            self.arrivals.groups[group].turn = turn;
            log.add(|| {
                let (text, side) = (
                    format!("{name} lands in turn {turn}. D{sides} {turn}"),
                    self.battle.landings[group].side,
                );
                Event::new(Tone::Plain, side, text, "8.10.2.3").only(side)
            });
        }
        self.begin_surprise(log);
        Ok(())
    }

    /// The next step of a landing group: its flight, one stand, or the end.
    fn descend(&mut self, mut descent: Descent, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let manner = self.battle.landing(descent.group).manner;
        if !descent.flown {
            descent.flown = true;
            descent.due = match manner {
                Manner::Parachute => paratroops::at_the_door(&self.battle, &self.arrivals, descent.group),
                Manner::Glider => self.fly_in(descent.group, dice, log)?,
            };
        } else if descent.due.is_empty() && !descent.rolling && !descent.sound.is_empty() {
            descent.rolling = true;
            descent.due = gliders::rolling_out(&self.forces, &descent.sound);
        }
        if descent.due.is_empty() {
            return self.end_descent(&descent, dice, log);
        }
        let (id, cell) = descent.due.remove(0);
        let (group, rolling) = (descent.group, descent.rolling);
        self.now.open(descent);
        match manner {
            Manner::Parachute => self.jump(id, cell, group, dice, log),
            Manner::Glider => {
                let sound = self.set_down_glider(id, cell, group, rolling, dice, log)?;
                if let Some(Frame::Landing(descent)) = self.now.stack.last_mut()
                    && sound
                    && !rolling
                {
                    descent.sound.push(id);
                }
                Ok(())
            }
        }
    }

    fn end_descent(&mut self, descent: &Descent, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.arrivals.groups[usize::from(descent.group)].down = true;
        if descent.moment != Moment::BeforePlay {
            // They neither move nor recover this turn (8.10.2.3).
            for id in self.battle.landing(descent.group).stands.clone() {
                let aboard: Vec<Id> = self.forces.cargo(id).collect();
                for id in std::iter::once(id).chain(aboard) {
                    self.forces.stand_mut(id).moved = true;
                    self.arrivals.landed.push(id);
                }
            }
        }
        self.land_groups(descent.moment, dice, log)
    }
}

fn is_due(battle: &Battle, now: &Turn, arrivals: &Arrivals, group: u8, moment: Moment) -> bool {
    let (state, landing) = (&arrivals.groups[usize::from(group)], battle.landing(group));
    let late = landing.late && landing.side == now.initiative;
    !state.down
        && match moment {
            Moment::BeforePlay => landing.arrival == Arrival::BeforePlay,
            Moment::BeforeMovement => state.turn == now.number && !late,
            Moment::AfterMovement => state.turn == now.number && late,
        }
}
