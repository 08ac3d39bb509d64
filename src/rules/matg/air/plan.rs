//! 12.3.3: arrivals and bomb locations, plotted before deployment, and air support teams, which plot bombs in
//! play.

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Preview, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air;
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::command::determination;
use crate::rules::matg::shown::preview;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::battle::{Battle, Optional, ScenarioKind};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Frame, Open, Phase, Question, ask, unreachable_choice};

/// Stands in a regiment, each of which may have an air support team (12.3.3.3).
pub const REGIMENT: usize = 50;

/// Whether a force had air support teams: Germans at all times, US Marines from mid-1943, the western Allies
/// from mid-1944 (12.3.3.3).
pub fn had_air_teams(nation: Nation, marines: bool, date: (u16, u8)) -> bool {
    nation == Nation::Germany
        || nation == Nation::UnitedStates && marines && date >= (1943, 6)
        || nation.is_western() && date >= (1944, 6)
}

/// A side plots the arrival of its aircraft and the locations of their bombs (12.3.3.1, 12.3.3.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AirPlan {
    /// Side.
    pub side: Side,
    /// The location of the next load, while its turn is open.
    pub aim: Option<Cell>,
    /// Loads left without a location: aircraft and load.
    pub left_out: Vec<(u8, u8)>,
}

/// The air plans of the sides that have aircraft; the last one is made first.
pub fn plans(battle: &Battle) -> Vec<Frame> {
    let has = |side: &Side| {
        battle.plays(Optional::AirStrikes) && battle.aircraft.iter().any(|plane| plane.side == *side)
    };
    let plan = |side| AirPlan { side, aim: None, left_out: Vec::new() }.into();
    Side::BOTH.into_iter().rev().filter(has).map(plan).collect()
}

/// The next item to plot.
enum Blank {
    /// The roll for air support teams.
    Team,
    /// An aircraft's turn of arrival.
    Arrival(usize),
    /// The location of one of its loads.
    Load(usize, usize),
}

impl AirPlan {
    fn blank(&self, game: &Position) -> Option<Blank> {
        if game.air.rolls[self.side.index()] {
            return Some(Blank::Team);
        }
        air::planes(&game.battle, &game.air, self.side).find_map(|(plane, flight)| {
            if flight.arrival == 0 {
                return Some(Blank::Arrival(plane));
            }
            let loads = 0..flight.bombs.len();
            let open = loads.filter(|&load| {
                flight.bombs[load].is_none()
                    && !self.left_out.contains(&(plane as u8, load as u8))
                    && (flight.arrival == 1
                        || !has_air_team(&game.forces, &game.now, &game.command, &game.air, self.side))
                    && flight.arrival < game.battle.turns
            });
            open.map(|load| Blank::Load(plane, load)).next()
        })
    }
}

impl Open for AirPlan {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match self.aim {
            None => ask("air-plan", "Plot when your aircraft arrive and where they bomb.", "12.3.3"),
            Some(_) => ask("air-turn", "Choose the turn in which the bombs fall there.", "12.3.7"),
        }
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        match (self.blank(game), self.aim) {
            (Some(Blank::Team), _) => vec![Choice::Done],
            (Some(Blank::Arrival(_)), _) => (1..=game.battle.turns).map(Choice::Arrive).collect(),
            (Some(Blank::Load(plane, load)), None) => {
                let cells = game
                    .battle
                    .grid
                    .cells()
                    .filter(|&cell| !bomb_turns(&game.battle, &game.air, plane, load, cell).is_empty());
                cells.map(Choice::At).chain([Choice::Pass]).collect()
            }
            (Some(Blank::Load(plane, load)), Some(aim)) => {
                bomb_turns(&game.battle, &game.air, plane, load, aim)
                    .into_iter()
                    .map(Choice::Arrive)
                    .collect()
            }
            (None, _) => Vec::new(),
        }
    }

    #[apply(rule, "12.3.3.1")]
    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match (*choice, self.blank(game), self.aim) {
            (Choice::Arrive(turn), Some(Blank::Arrival(plane)), _) => {
                game.air.flights[plane].arrival = turn;
                let name = game.battle.plane_name(plane);
                log.add(|| {
                    let text = format!("{name} will arrive in turn {turn}");
                    Event::new(Tone::Plain, self.side, text, "12.3.3.1").only(self.side)
                });
            }
            (Choice::Done, Some(Blank::Team), _) => {
                roll_for_teams(&game.battle, &mut game.air, self.side, dice, log)?
            }
            (Choice::At(cell), Some(Blank::Load(..)), None) => self.aim = Some(cell),
            (Choice::Pass, Some(Blank::Load(plane, load)), None) => {
                self.left_out.push((plane as u8, load as u8));
            }
            (Choice::Arrive(turn), Some(Blank::Load(plane, load)), Some(aim)) => {
                // 12.3.3.2
                plot_bombs(&game.battle, &mut game.air, plane, load, aim, turn, log);
                self.aim = None;
            }
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.blank(game).map(|_| self.side)
    }

    fn phase(&self) -> Phase {
        Phase::Deploy
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.aim
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        match self.blank(game) {
            Some(Blank::Arrival(plane)) => {
                vec![format!("{}: turn of arrival", game.battle.plane_name(plane))]
            }
            Some(Blank::Load(plane, load)) => {
                let which = format!("{}: load {}", game.battle.plane_name(plane), load + 1);
                std::iter::once(which).chain(self.aim.map(|aim| format!("Target {aim}"))).collect()
            }
            Some(Blank::Team) => vec!["Roll for air support teams".to_owned()],
            None => Vec::new(),
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let mut hosts = game.air.teams.iter().map(|team| team.host);
        let host = hosts.find(|&host| game.battle.side(host) == self.side)?;
        let test = air_team_profile(&game.battle, self.side).filter(|_| *choice == Choice::Done)?;
        Some(preview::preview_roll(&game.battle, host, test))
    }
}

fn plot_bombs(battle: &Battle, air: &mut Air, plane: usize, load: usize, aim: Cell, turn: u8, log: &mut Log) {
    air.flights[plane].bombs[load] = Some((aim, turn));
    let (side, name) = (battle.aircraft[plane].side, battle.plane_name(plane));
    log.add(|| {
        let text = format!("{name} will bomb {aim} in turn {turn}");
        Event::new(Tone::Plain, side, text, "12.3.3.2").at([aim]).only(side)
    });
}

/// Rolls for a side's air support teams; on a failure it has none (12.3.3.3).
fn roll_for_teams(
    battle: &Battle,
    air: &mut Air,
    side: Side,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let test = air_team_profile(battle, side);
    let passed = match &test {
        None => false,
        Some(test) => {
            let need = test.passing_faces();
            let face = dice.roll(20, || format!("{}: {need} or less", test.purpose))?;
            log.add(|| {
                let (outcome, sign) = if test.passes(face) { ("available", "<=") } else { ("none", ">") };
                let text = format!("Air support teams: {outcome}. D20 {face} {sign} {need}");
                Event::new(Tone::Plain, side, text, "12.3.3.3").with(&test.modifiers).only(side)
            });
            test.passes(face)
        }
    };
    air.rolls[side.index()] = false;
    if !passed {
        air.teams.retain(|team| battle.units[usize::from(team.host)].side != side);
    }
    Ok(())
}

/// The squares that a side's teams can see (12.3.3.3).
pub fn air_aims(game: &Position, side: Side) -> Vec<Cell> {
    let hosts: Vec<Id> = air_hosts(&game.battle, &game.now, &game.command, &game.air, side).collect();
    game.battle
        .grid
        .cells()
        .filter(|&cell| {
            hosts.iter().any(|&host| {
                spotting::sees_cell(&game.field, &game.forces, &game.now, &game.arrivals, host, cell)
            })
        })
        .collect()
}

/// Plots bombs through a team: the first load for the aircraft's second turn, the second for its third.
#[apply(rule, "12.3.3.3")]
pub(in crate::rules::matg) fn plot_through_team(
    battle: &Battle,
    now: &Turn,
    air: &mut Air,
    plane: usize,
    aim: Cell,
    log: &mut Log,
) {
    let Some(load) = load_to_plot(battle, now, air, plane) else { return };
    let turn = air.flights[plane].arrival + 1 + load as u8;
    plot_bombs(battle, air, plane, load, aim, turn, log);
}

/// The turns in which a load may fall on a square: the aircraft's second and third; two loads in one turn
/// must fall on one square (12.3.2, 12.3.7).
#[apply(rule, "12.3.7")]
fn bomb_turns(battle: &Battle, air: &Air, plane: usize, load: usize, cell: Cell) -> Vec<u8> {
    let flight = &air.flights[plane];
    let others = || flight.bombs.iter().enumerate().filter(|&(other, _)| other != load);
    let free = |turn: &u8| {
        *turn <= battle.turns
            && others().all(|(_, bomb)| bomb.is_none_or(|(at, when)| when != *turn || at == cell))
    };
    [flight.arrival + 1, flight.arrival + 2].into_iter().filter(free).collect()
}

/// Whether a side has an air support team on the board (12.3.3.3).
pub fn has_air_team(forces: &Forces, now: &Turn, command: &Command, air: &Air, side: Side) -> bool {
    air_hosts(&forces.battle, now, command, air, side).any(|host| spotting::eye(forces, host).is_some())
}

/// The hosts of a side's air support teams that are not in transit; a broken team plots nothing (12.1.5,
/// 12.3.3.3).
#[apply(rule, "12.1.5", "12.3.3.3")]
pub(in crate::rules::matg) fn air_hosts(
    battle: &Battle,
    now: &Turn,
    command: &Command,
    air: &Air,
    side: Side,
) -> impl Iterator<Item = Id> {
    let hosts = air.teams.iter().filter(|team| team.ready <= now.number).map(|team| team.host);
    hosts.filter(move |&host| battle.side(host) == side && !determination::is_shaken(battle, command, host))
}

/// The roll for air support teams, if the battle asks for it: -4 in an attack on a prepared position, -2
/// otherwise, none in a meeting engagement (12.3.3.3).
#[apply(rule, "12.3.3.3")]
pub fn air_team_profile(battle: &Battle, side: Side) -> Option<Test> {
    let value = match battle.kind {
        ScenarioKind::MeetingEngagement => return None,
        ScenarioKind::PreparedPosition => -4,
        _ => -2,
    };
    let more = Modifier { value, label: "type of battle", rule: "12.3.3.3" };
    let level = battle.army(side).cohesion;
    Some(cohesion_test("for air support teams", level, vec![more], "12.3.3.3"))
}

/// Whether a side might plot bombs as far as the enemy knows (12.3.3.3).
pub(in crate::rules::matg) fn might_plot_bombs(battle: &Battle, air: &Air, side: Side) -> bool {
    !air.flights.is_empty()
        && battle.air_support[side.index()]
        && battle.aircraft.iter().any(|plane| plane.side == side && plane.loads().next().is_some())
}

/// The load that a team may plot now: the first one turn before the aircraft arrives, the second in its
/// turn of arrival (12.3.3.3).
pub fn load_to_plot(battle: &Battle, now: &Turn, air: &Air, plane: usize) -> Option<usize> {
    let flight = &air.flights[plane];
    let load = match now.number {
        turn if turn + 1 == flight.arrival => 0,
        turn if turn == flight.arrival => 1,
        _ => return None,
    };
    let open = !flight.cancelled && flight.bombs.get(load).is_some_and(Option::is_none);
    let in_time = flight.arrival + 1 + load as u8 <= battle.turns;
    (open && in_time).then_some(load)
}

/// A side's aircraft for which a team may plot bombs now.
pub(in crate::rules::matg) fn air_plots(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    air: &Air,
    side: Side,
) -> Vec<Choice> {
    let team = !air.flights.is_empty() && has_air_team(forces, now, command, air, side);
    let planes = air::planes(&forces.battle, air, side)
        .filter(move |&(plane, _)| team && load_to_plot(&forces.battle, now, air, plane).is_some());
    planes.map(|(plane, _)| Choice::AirPlot(plane as u8)).collect()
}
