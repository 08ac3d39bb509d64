//! 12.3: air strikes.
//!
//! | subject | file |
//! |---|---|
//! | the aircraft of a battle, their arrival and loads (12.3.1, 12.3.2) | this one |
//! | plots before the game, and by air support teams in play (12.3.3) | [`plan`] |
//! | strafing, bombing and anti-aircraft fire (12.3.4 to 12.3.9) | [`strike`] |

pub mod plan;
pub mod strike;

use crate::board::Cell;
use crate::game::view::{MarkerKind, MarkerView};
use crate::game::{Digest, Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Aircraft;
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Phase;

/// The number of turns an aircraft is overhead (12.3.2).
const TURNS: u8 = 3;

/// An aircraft of the order of battle (12.3.1).
#[derive(Copy, Clone, Debug)]
pub struct Plane {
    /// Side.
    pub side: Side,
    /// Its line in the aircraft data.
    pub kind: &'static Aircraft,
    /// Its turn of arrival, if the battle sets it.
    pub turn: Option<u8>,
}

impl Plane {
    /// Its loads, each with AP and HE (12.3.1).
    pub fn loads(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.kind.ordnance.iter().flat_map(|line| (0..line.load).map(move |_| (line.ap, line.he)))
    }
}

/// The plot and the state of an aircraft.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flight {
    /// Its turn of arrival; 0 until it is plotted (12.3.3.1).
    pub arrival: u8,
    /// The square and turn of each load (12.3.3.2).
    pub bombs: Vec<Option<(Cell, u8)>>,
    /// Whether each load has been dropped.
    pub dropped: Vec<bool>,
    /// The turn in which it strafed; 0 for none (12.3.2).
    pub strafed: u8,
    /// The last turn in which it bombed; 0 for none.
    pub bombed: u8,
    /// Whether it has been cancelled.
    pub cancelled: bool,
}

/// The flights at the start of a battle; none unless air strikes are in play.
pub fn flights(battle: &Battle) -> Vec<Flight> {
    if !battle.plays(Optional::AirStrikes) {
        return Vec::new();
    }
    let flight = |plane: &Plane| {
        let loads = plane.loads().count();
        Flight {
            arrival: plane.turn.unwrap_or(0),
            bombs: vec![None; loads],
            dropped: vec![false; loads],
            strafed: 0,
            bombed: 0,
            cancelled: false,
        }
    };
    battle.aircraft.iter().map(flight).collect()
}

/// An air support team (FASC) and its host stand (12.3.3.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Team {
    /// The stand that hosts it now or after its transfer.
    pub host: Id,
    /// The first turn in which it may plot after a change of host, as for an observer (7.6.4.4); 0 if it
    /// never changed.
    pub ready: u8,
}

impl Team {
    /// Writes it to a digest.
    pub(in crate::rules::matg) fn digest(&self, to: &mut Digest) {
        to.int(self.host);
        if self.ready > 0 {
            to.int(self.ready);
        }
    }
}

/// The air support teams at the start of a battle.
pub fn teams(battle: &Battle) -> Vec<Team> {
    let hosts = battle.units.iter().zip(0..).filter(|(unit, _)| unit.air_support);
    let teams = hosts.map(|(_, host)| Team { host, ready: 0 });
    if battle.plays(Optional::AirStrikes) { teams.collect() } else { Vec::new() }
}

/// Whether each side has to roll for its teams.
pub fn rolls(battle: &Battle) -> [bool; 2] {
    if battle.plays(Optional::AirStrikes) { battle.air_roll } else { [false; 2] }
}

impl Flight {
    /// Whether it is overhead in a turn (12.3.2).
    #[apply(rule, "12.3.2")]
    pub fn is_overhead(&self, turn: u8) -> bool {
        !self.cancelled
            && self.arrival > 0
            && (self.arrival..self.arrival.saturating_add(TURNS)).contains(&turn)
    }

    /// Writes it to a digest.
    pub(in crate::rules::matg) fn digest(&self, to: &mut Digest) {
        to.int(self.arrival);
        to.each(&self.bombs, |to, bomb| {
            to.maybe(*bomb, |to, (cell, turn)| {
                to.shown(&cell);
                to.int(turn);
            });
        });
        to.each(self.dropped.iter().copied(), Digest::flag);
        to.int(self.strafed);
        to.int(self.bombed);
        to.flag(self.cancelled);
    }
}

impl Battle {
    /// An aircraft's name: "Junkers Ju87 D-1 (1)".
    pub fn plane_name(&self, plane: usize) -> &'static str {
        &self.aircraft[plane].kind.name
    }
}

impl Turn {
    /// The current turn; 0 before the first, when no aircraft has been seen.
    fn current_turn(&self) -> u8 {
        if self.phase() == Phase::Deploy as usize { 0 } else { self.number }
    }
}

impl Air {
    /// Whether a stand hosts an air support team, or will after its transfer (12.3.3.3).
    pub(in crate::rules::matg) fn hosts_air_team(&self, id: Id) -> bool {
        self.teams.iter().any(|team| team.host == id)
    }
}

/// Hides what the other side cannot know: arrivals and bomb plots (12.3.3).
pub(in crate::rules::matg) fn hide_flights(battle: &Battle, now: &mut Turn, air: &mut Air, side: Side) {
    let turn = now.current_turn();
    air.teams.retain(|team| battle.units[usize::from(team.host)].side == side);
    for (flight, plane) in air.flights.iter_mut().zip(&battle.aircraft) {
        if plane.side == side {
            continue;
        }
        flight.bombs.iter_mut().for_each(|bomb| *bomb = None);
        if flight.cancelled || flight.arrival > turn {
            (flight.arrival, flight.cancelled) = (plane.turn.unwrap_or(0), false);
        }
    }
    for frame in &mut now.stack {
        if let crate::rules::matg::turn::sequence::Frame::Air(plan) = frame
            && plan.side != side
        {
            (plan.aim, plan.left_out) = (None, Vec::new());
        }
    }
}

/// Cancels the aircraft still to arrive if a stand is lost with its air support team (12.3.3.3).
#[apply(rule, "12.3.3.3" if air.hosts_air_team(id) && forces.stand(id).place == Place::Lost)]
pub(in crate::rules::matg) fn lose_air_team(
    forces: &Forces,
    now: &Turn,
    air: &mut Air,
    id: Id,
    log: &mut Log,
) {
    if !air.hosts_air_team(id) || forces.stand(id).place != Place::Lost {
        return;
    }
    let (side, turn) = (forces.battle.side(id), now.number);
    cancel_flights(&forces.battle, air, side, turn);
    log.add(|| {
        let text = "Air support team lost: aircraft still to arrive are cancelled";
        Event::new(Tone::Loss, side, text, "12.3.3.3").only(side)
    });
}

/// Cancels a side's aircraft that arrive after a turn (12.1.5, 12.3.3.3).
pub(in crate::rules::matg) fn cancel_flights(battle: &Battle, air: &mut Air, side: Side, turn: u8) {
    for (flight, plane) in air.flights.iter_mut().zip(&battle.aircraft) {
        flight.cancelled |= plane.side == side && (flight.arrival > turn || flight.arrival == 0);
    }
}

/// Cancels all of a side's aircraft (12.1.5).
pub(in crate::rules::matg) fn call_off_flights(battle: &Battle, air: &mut Air, side: Side) {
    for (flight, plane) in air.flights.iter_mut().zip(&battle.aircraft) {
        flight.cancelled |= plane.side == side;
    }
}

/// A side's aircraft with their numbers.
pub fn planes<'a>(battle: &'a Battle, air: &'a Air, side: Side) -> impl Iterator<Item = (usize, &'a Flight)> {
    air.flights.iter().enumerate().filter(move |&(plane, _)| battle.aircraft[plane].side == side)
}

/// The number of aircraft overhead, for the header.
pub(in crate::rules::matg) fn air_in_words(
    battle: &Battle,
    now: &Turn,
    air: &Air,
    side: Side,
) -> Option<String> {
    let turn = now.current_turn();
    let overhead = planes(battle, air, side).filter(|(_, flight)| flight.is_overhead(turn)).count();
    (overhead > 0).then(|| format!("aircraft {overhead}"))
}

/// Markers on the squares a side has plotted for bombs; only that side sees them.
pub(in crate::rules::matg) fn bomb_markers(battle: &Battle, air: &Air, side: Side) -> Vec<MarkerView> {
    let planes = self::planes(battle, air, side).filter(|(_, flight)| !flight.cancelled);
    let open = planes.flat_map(|(plane, flight)| {
        let loads = flight.bombs.iter().zip(&flight.dropped);
        loads.filter(|(_, dropped)| !**dropped).filter_map(move |(bomb, _)| Some((plane, (*bomb)?)))
    });
    open.map(|(plane, (cell, turn))| MarkerView {
        cell,
        glyph: '@',
        kind: MarkerKind::Impact,
        name: format!("bombs of {}, turn {turn}", battle.plane_name(plane)),
        value: turn.to_string(),
        side: None,
    })
    .collect()
}
