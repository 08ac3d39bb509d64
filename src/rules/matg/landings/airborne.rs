//! 8.10: airborne landings, what parachutes and gliders have in common: groups, and the order in
//! which they come down.
//!
//! A landing is a [`Descent`] on the stack: it rolls by itself and waits only where the close
//! assault of a defender makes somebody give way (8.8.5).

use super::landing_chart::{Distance, Manner};
use super::zones::{Plotted, Zone, ZonePlot};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, ask, unreachable_choice};

/// When a group comes (8.10.1.1, 8.10.2.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    /// Before play.
    BeforePlay,
    /// In this turn.
    Turn(u8),
    /// In a turn rolled before play on a die of so many faces.
    Die(u8),
}

/// What the scenario says of a flight; each changes a roll.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conditions {
    /// At night.
    pub night: bool,
    /// High wind or clouds.
    pub weather: bool,
    /// Anti-aircraft fire on the way.
    pub flak: bool,
    /// Small transport aircraft such as the Ju 52.
    pub small: bool,
    /// Pathfinders, or friends who guide from the ground.
    pub guided: bool,
    /// Every stand arrives: the step is skipped (8.10.2.4.2).
    pub sure: bool,
}

/// A landing group as the scenario has it (8.10.1.1, 8.10.2.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landing {
    /// Whose.
    pub side: Side,
    /// "Group 1".
    pub name: String,
    /// By parachute or glider.
    pub manner: Manner,
    /// Its stands, in order.
    pub stands: Vec<Id>,
    /// Its zone, if the scenario gives it.
    pub zone: Option<Zone>,
    /// An objective and the inches from it within which a zone must lie.
    pub near: Option<(Cell, u16)>,
    /// When its zone is written down.
    pub plotted: Plotted,
    /// When it comes.
    pub arrival: Arrival,
    /// Lands after movement in a turn in which its side has the initiative (8.10.2.3, option).
    pub late: bool,
    /// How far stands drift that miss their zone.
    pub distance: &'static Distance,
    /// The circumstances.
    pub conditions: Conditions,
}

/// A landing group as play has left it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its zone, once written down.
    pub zone: Option<Zone>,
    /// The turn in which it comes, 0 before play; the last turn there is until it is rolled.
    pub turn: u8,
    /// It has landed.
    pub down: bool,
}

/// What landings keep in the position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Airborne {
    /// The groups, as in [`Battle::landings`].
    pub groups: Vec<Group>,
    /// The landings before play are over.
    pub begun: bool,
    /// Stands that came down this turn: they do not recover (8.10.2.3).
    pub landed: Vec<Id>,
    /// By how much surprise still lowers each side's cohesion level (8.10.1.5).
    pub lowered: [u8; 2],
    /// Battalions without a commander since their landing, until the end of a turn (8.10.1.4).
    pub orphans: Vec<(Side, u8)>,
    /// The GHQ was lost in the landing (8.10.1.4).
    pub headless: [bool; 2],
}

/// The point of the sequence of play at which groups land.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// After deployment (8.10.1.1).
    BeforePlay,
    /// After the Joint Plot Phase (8.10.2.3).
    BeforeMovement,
    /// After movement, for the side with the initiative (8.10.2.3, option).
    AfterMovement,
}

/// A group coming down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Descent {
    /// An index into [`Battle::landings`].
    pub group: u8,
    /// When.
    pub moment: Moment,
    /// The gliders have flown in, the paratroops are at the door.
    pub flown: bool,
    /// Gliders roll forward (8.10.2.4.4).
    pub rolling: bool,
    /// Who still has to come down, and where.
    pub due: Vec<(Id, Cell)>,
    /// Gliders that landed untroubled.
    pub sound: Vec<Id>,
}

impl Open for Descent {
    fn side(&self, game: &Position) -> Side {
        game.landing(self.group).side
    }

    fn asks(&self) -> Question {
        ask("landing", "Wait for the landing.", "8.10")
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

impl Airborne {
    /// What landings begin with.
    pub fn new(battle: &Battle) -> Self {
        let group = |landing: &Landing| Group {
            zone: landing.zone,
            turn: match landing.arrival {
                Arrival::BeforePlay => 0,
                Arrival::Turn(turn) => turn,
                Arrival::Die(_) => battle.turns,
            },
            down: landing.stands.is_empty(),
        };
        let groups = battle.landings.iter().map(group).collect();
        Self { groups, lowered: battle.under_way.lowered, ..Self::default() }
    }
}

impl Position {
    /// The landing group of an index.
    pub fn landing(&self, group: u8) -> &Landing {
        &self.battle.landings[usize::from(group)]
    }

    /// Lands the groups that are due at a point of the sequence of play, then goes on with it.
    pub(in crate::rules::matg) fn land_groups(
        &mut self,
        moment: Moment,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        if moment == Moment::BeforePlay {
            let unplotted = self.airborne.groups.iter().position(|group| group.zone.is_none());
            if let Some(group) = unplotted {
                self.open(ZonePlot::of(group as u8));
                return Ok(());
            }
        }
        let due = (0..self.airborne.groups.len() as u8).find(|&group| self.is_due(group, moment));
        if let Some(group) = due {
            log.add(|| {
                let landing = self.landing(group);
                let zone = self.zone_in_words(group).unwrap_or_default();
                let (text, rule) = match landing.manner {
                    Manner::Parachute => (format!("{} jumps over {zone}", landing.name), "8.10.1.3"),
                    Manner::Glider => (format!("{} glides to {zone}", landing.name), "8.10.2.4"),
                };
                Event::new(Tone::Phase, landing.side, text, rule)
            });
            let (due, sound) = (Vec::new(), Vec::new());
            let descent = Descent { group, moment, flown: false, rolling: false, due, sound };
            self.open(descent);
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

    fn is_due(&self, group: u8, moment: Moment) -> bool {
        let (state, landing) = (&self.airborne.groups[usize::from(group)], self.landing(group));
        let late = landing.late && landing.side == self.initiative;
        !state.down
            && match moment {
                Moment::BeforePlay => landing.arrival == Arrival::BeforePlay,
                Moment::BeforeMovement => state.turn == self.turn && !late,
                Moment::AfterMovement => state.turn == self.turn && late,
            }
    }

    /// After the landings before play: turns of arrival are rolled (8.10.2.3), surprise counts from now on
    /// (8.10.1.5).
    fn begin_play(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        applies("8.10.2.3");
        self.airborne.begun = true;
        for group in 0..self.airborne.groups.len() {
            let Arrival::Die(sides) = self.battle.landings[group].arrival else { continue };
            let name = self.battle.landings[group].name.clone();
            let turn = dice.roll(sides, || format!("turn in which {name} lands"))?;
            self.airborne.groups[group].turn = turn;
            log.add(|| {
                let (text, side) = (
                    format!("{name} lands in turn {turn}: D{sides} {turn}"),
                    self.battle.landings[group].side,
                );
                Event::new(Tone::Plain, side, text, "8.10.2.3").only(side)
            });
        }
        self.begin_surprise(log);
        Ok(())
    }

    /// The next step of a group that comes down: its flight, one stand, or the end.
    fn descend(&mut self, mut descent: Descent, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        let manner = self.landing(descent.group).manner;
        if !descent.flown {
            descent.flown = true;
            descent.due = match manner {
                Manner::Parachute => self.at_the_door(descent.group),
                Manner::Glider => self.fly_in(descent.group, dice, log)?,
            };
        } else if descent.due.is_empty() && !descent.rolling && !descent.sound.is_empty() {
            descent.rolling = true;
            descent.due = self.rolling_out(&descent.sound);
        }
        if descent.due.is_empty() {
            return self.end_descent(&descent, dice, log);
        }
        let (id, cell) = descent.due.remove(0);
        let (group, rolling) = (descent.group, descent.rolling);
        self.open(descent);
        match manner {
            Manner::Parachute => self.jump(id, cell, group, dice, log),
            Manner::Glider => {
                let sound = self.set_down_glider(id, cell, group, rolling, dice, log)?;
                if let Some(Frame::Landing(descent)) = self.stack.last_mut()
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
        self.airborne.groups[usize::from(descent.group)].down = true;
        if descent.moment != Moment::BeforePlay {
            // They neither move nor recover this turn (8.10.2.3).
            for id in self.landing(descent.group).stands.clone() {
                let aboard: Vec<Id> = self.cargo(id).collect();
                for id in std::iter::once(id).chain(aboard) {
                    self.stand_mut(id).moved = true;
                    self.airborne.landed.push(id);
                }
            }
        }
        self.land_groups(descent.moment, dice, log)
    }
}
