//! 8.10: airborne landings: landing groups, by parachute and by glider, and the order in which they land.
//!
//! A landing is a [`Descent`] on the stack. It rolls automatically and pauses only when a defender's close
//! assault makes a stand retreat (8.8.5).

use super::landing_chart::{Distance, Manner};
use super::zones::{Plotted, Zone, ZonePlot};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::orders;
use crate::rules::matg::landings::{gliders, paratroops, zones};
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::phases;
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, ask, nothing_to_decide};

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

    nothing_to_decide!();

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        descend(game, self, dice, log)
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

/// Lands the groups that are due at a point of the sequence of play, then continues with it.
pub(in crate::rules::matg) fn land_groups(
    game: &mut Position,
    moment: Moment,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Position { forces, now, command, arrivals, .. } = game;
    if moment == Moment::BeforePlay {
        let unplotted = arrivals.groups.iter().position(|group| group.zone.is_none());
        if let Some(group) = unplotted {
            now.open(ZonePlot::of(group as u8));
            return Ok(());
        }
    }
    let due =
        (0..arrivals.groups.len() as u8).find(|&group| is_due(&forces.battle, now, arrivals, group, moment));
    if let Some(group) = due {
        log.add(|| {
            let landing = forces.battle.landing(group);
            let zone = zones::zone_in_words(&forces.battle, arrivals, group).unwrap_or_default();
            let (text, rule) = match landing.manner {
                Manner::Parachute => (format!("{} jumps over {zone}", landing.name), "8.10.1.3"),
                Manner::Glider => (format!("{} glides to {zone}", landing.name), "8.10.2.4"),
            };
            Event::new(Tone::Phase, landing.side, text, rule)
        });
        let (due, sound) = (Vec::new(), Vec::new());
        let descent = Descent { group, moment, flown: false, rolling: false, due, sound };
        now.open(descent);
        return Ok(());
    }
    match moment {
        Moment::BeforePlay => begin_play(&forces.battle, now, command, arrivals, dice, log),
        Moment::BeforeMovement => orders::begin_movement(forces, now, command, dice, log),
        Moment::AfterMovement => {
            phases::begin_removal(now, command);
            Ok(())
        }
    }
}

/// After the landings before play: rolls the turns of later arrivals (8.10.2.3) and applies surprise
/// (8.10.1.5).
#[apply(rule, "8.10.2.3")]
fn begin_play(
    battle: &Battle,
    now: &Turn,
    command: &mut Command,
    arrivals: &mut Arrivals,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    arrivals.begun = true;
    for group in 0..arrivals.groups.len() {
        let Arrival::Die(sides) = battle.landings[group].arrival else { continue };
        let name = battle.landings[group].name.clone();
        let turn = dice.roll(sides, || format!("turn in which {name} lands"))?;
        arrivals.groups[group].turn = turn;
        log.add(|| {
            let (text, side) =
                (format!("{name} lands in turn {turn}. D{sides} {turn}"), battle.landings[group].side);
            Event::new(Tone::Plain, side, text, "8.10.2.3").only(side)
        });
    }
    paratroops::begin_surprise(battle, now, command, log);
    Ok(())
}

/// The next step of a landing group: its flight, one stand, or the end.
fn descend(game: &mut Position, mut descent: Descent, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let manner = game.battle.landing(descent.group).manner;
    if !descent.flown {
        descent.flown = true;
        descent.due = match manner {
            Manner::Parachute => paratroops::at_the_door(&game.battle, &game.arrivals, descent.group),
            Manner::Glider => gliders::fly_in(game, descent.group, dice, log)?,
        };
    } else if descent.due.is_empty() && !descent.rolling && !descent.sound.is_empty() {
        descent.rolling = true;
        descent.due = gliders::rolling_out(&game.forces, &descent.sound);
    }
    if descent.due.is_empty() {
        return end_descent(game, &descent, dice, log);
    }
    let (id, cell) = descent.due.remove(0);
    let (group, rolling) = (descent.group, descent.rolling);
    game.now.open(descent);
    match manner {
        Manner::Parachute => paratroops::jump(game, id, cell, group, dice, log),
        Manner::Glider => {
            let sound = gliders::set_down_glider(game, id, cell, group, rolling, dice, log)?;
            if let Some(Frame::Landing(descent)) = game.now.stack.last_mut()
                && sound
                && !rolling
            {
                descent.sound.push(id);
            }
            Ok(())
        }
    }
}

fn end_descent(game: &mut Position, descent: &Descent, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    let Position { forces, arrivals, .. } = game;
    arrivals.groups[usize::from(descent.group)].down = true;
    if descent.moment != Moment::BeforePlay {
        // They neither move nor recover this turn (8.10.2.3).
        for id in forces.battle.landing(descent.group).stands.clone() {
            let aboard: Vec<Id> = forces.cargo(id).collect();
            for id in std::iter::once(id).chain(aboard) {
                forces.stand_mut(id).moved = true;
                arrivals.landed.push(id);
            }
        }
    }
    land_groups(game, descent.moment, dice, log)
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
