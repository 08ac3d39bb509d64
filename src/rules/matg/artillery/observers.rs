//! 7.6.4: forward observers, their line of sight, and changes of host.

use super::missions::{Kind, Mission, Stage};
use super::windows::smoke_missions;
use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::plan;
use crate::rules::matg::artillery::{changes, missions, polar, preparation, shells};
use crate::rules::matg::catalog::nations::ReconObservers;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, Role};
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;

/// A forward observer team and its host stand (7.6.4.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observer {
    /// Side.
    pub side: Side,
    /// The stand that hosts it now or after its transfer.
    pub host: Id,
    /// The first turn in which it may plot; a change of host takes two turns (7.6.4.4).
    pub ready: u8,
}

/// Why a stand cannot plot a fire mission.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoObserver {
    /// It hosts no observer and is no HQ (7.6.4.1).
    None,
    /// It is a GHQ, which cannot observe (7.6.4.1).
    Ghq,
    /// Its observer is in transit until this turn (7.6.4.4).
    OnTheWay(u8),
    /// It is not on the board.
    NotOnBoard,
    /// Its formation is broken (12.1.5).
    Broken,
}

/// A side's first observer that sees a marker of a falling mission.
fn spotter(game: &Position, mission: &Mission) -> Option<Id> {
    let markers = || {
        shells::impacts_of(&game.battle, &game.record, mission.side, mission.number).map(|impact| impact.cell)
    };
    let sees = |&id: &Id| {
        markers()
            .any(|cell| spotting::sees_cell(&game.field, &game.forces, &game.now, &game.arrivals, id, cell))
    };
    let able = observers_of(&game.forces, &game.now, &game.command, &game.record, mission.side).filter(sees);
    able.min_by_key(|&id| {
        cohesion::cohesion_profile(&game.forces, &game.now, &game.command, id, "", "7.6.5.2", []).modifier()
    })
}

/// The stand that rolls to correct a mission that deviated: an observer that sees a marker, after the
/// turn of arrival (7.6.5.2).
#[apply(rule, "7.6.5.2")]
pub fn corrector(game: &Position, mission: &Mission) -> Option<Id> {
    let open = mission.stage == Stage::Falling
        && mission.shift.is_some()
        && mission.arrival < game.now.number
        && mission.last() > game.now.number
        && mission.tried < game.now.number
        && !mission.corrected
        && !mission.stopped;
    open.then(|| spotter(game, mission)).flatten()
}

/// The stand that rolls to terminate a mission: its battery, or for a barrage an observer that sees a
/// marker (7.6.5.3, 7.6.2.4).
#[apply(rule, "7.6.2.4")]
pub fn terminator(game: &Position, mission: &Mission) -> Option<Id> {
    let open = mission.tried < game.now.number
        && !mission.stopped
        && match mission.stage {
            Stage::Registered => false,
            Stage::Planned => mission.kind != Kind::Barrage,
            Stage::Falling => mission.last() > game.now.number,
        };
    match mission.kind {
        _ if !open || preparation::is_preparation(&game.battle, mission) => None,
        Kind::Barrage => spotter(game, mission),
        _ => mission.lead().map(|piece| piece.id),
    }
}

pub(super) fn correct(
    game: &mut Position,
    side: Side,
    number: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(roller) = game.record.mission(side, number).and_then(|m| corrector(game, m)) else {
        return Ok(());
    };
    let passed = signal(game, side, roller, true, dice, log)?;
    let turn = game.now.number;
    if let Some(mission) = game.record.mission_mut(side, number) {
        mission.tried = turn;
        mission.corrected |= passed;
    }
    Ok(())
}

/// Rolls to correct or terminate a mission; its own side alone sees the result.
fn signal(
    game: &Position,
    side: Side,
    roller: Id,
    correct: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let profile = signal_profile(&game.forces, &game.now, &game.command, roller, correct);
    let rolled = log.aside(side, |own| cohesion::roll_cohesion(&game.forces, roller, &profile, dice, own))?;
    Ok(rolled.passed)
}

pub(super) fn terminate(
    game: &mut Position,
    side: Side,
    number: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(roller) = game.record.mission(side, number).and_then(|m| terminator(game, m)) else {
        return Ok(());
    };
    let passed = signal(game, side, roller, false, dice, log)?;
    let turn = game.now.number;
    let Some(mission) = game.record.mission_mut(side, number) else { return Ok(()) };
    mission.tried = turn;
    if passed && mission.stage == Stage::Falling {
        mission.stopped = true;
    } else if passed {
        changes::delete_mission(&mut game.field, &mut game.record, side, number);
    }
    Ok(())
}

/// The hosts of observer and air support teams that may change host: on the board, not in transit,
/// without a plot this turn (7.6.4.4, 12.3.3.3). An HQ's own observer stays.
pub fn movable_teams(game: &Position, side: Side) -> impl Iterator<Item = Id> + '_ {
    let turn = game.now.number;
    let plotted =
        move |id: Id| game.record.missions_of(side).any(|m| m.plotted == turn && m.observer == Some(id));
    let observes = |id: Id| game.record.observers.iter().any(|team| team.host == id);
    let teams = game.record.observers.iter().filter(move |team| team.side == side && team.ready <= turn);
    let air = plan::air_hosts(&game.battle, &game.now, &game.command, &game.air, side)
        .filter(move |&host| !observes(host));
    let hosts = teams.map(|team| team.host).chain(air);
    hosts.filter(move |&id| game.forces.cell(id).is_some() && !plotted(id))
}

pub(super) fn transfer(game: &mut Position, from: Id, to: Id, log: &mut Log) {
    let ready = game.now.number.saturating_add(2);
    polar::leave_polar_plots(game, from, log);
    let observer = game.record.observers.iter_mut().find(|team| team.host == from);
    let what = if observer.is_some() { "observer" } else { "air support team" };
    if let Some(team) = observer {
        (team.host, team.ready) = (to, ready);
    }
    for team in game.air.teams.iter_mut().filter(|team| team.host == from) {
        (team.host, team.ready) = (to, ready);
    }
    let side = game.battle.side(from);
    log.add(|| {
        let text = format!(
            "The {what} moves from {} to {} and may plot again in turn {ready}",
            game.battle.who(from),
            game.battle.who(to)
        );
        Event::new(Tone::Plain, side, text, "7.6.4.4").at(game.forces.cell(from)).only(side)
    });
}

/// Removes what the other side keeps secret: its plots, observers and smoke.
#[apply(rule, "7.6.3", "7.6.4.1")]
pub(in crate::rules::matg) fn hide_plots(
    forces: &mut Forces,
    now: &mut Turn,
    record: &mut Record,
    side: Side,
) {
    let enemy = side.other();
    let turn = now.number;
    record.observers.retain(|team| team.side != enemy);
    // Of falling fire only the markers are known: not the plot, its duration or its number in the record.
    let mut known: Vec<Mission> = Vec::new();
    let ids = forces.battle.ids(enemy);
    for impact in record.impacts.iter_mut().filter(|i| i.mission != 0 && ids.contains(&i.battery)) {
        let told = known.iter().position(|mission| mission.tried == impact.mission);
        let told = told.or_else(|| {
            let line = record.missions.iter().find(|m| m.side == enemy && m.number == impact.mission)?;
            // Keep the number in the record in a field that is always hidden, to recognize further
            // markers.
            known.push(Mission { aim: impact.cell, tried: impact.mission, ..line.clone() });
            Some(known.len() - 1)
        });
        impact.mission = told.map_or(0, |index| index as u8 + 1);
        impact.hot = false;
    }
    record.missions.retain(|mission| mission.side != enemy);
    for (index, line) in known.into_iter().enumerate() {
        let number = index as u8 + 1;
        let kind = if line.kind == Kind::Barrage { Kind::Barrage } else { Kind::Support };
        let mut batteries = line.batteries;
        batteries.retain(|p| record.impacts.iter().any(|i| i.mission == number && i.battery == p.id));
        record.missions.push(Mission {
            number,
            kind,
            batteries,
            target: 0,
            plotted: line.arrival,
            observer: None,
            duration: turn.saturating_sub(line.arrival) + 1,
            shift: None,
            tried: 0,
            corrected: false,
            stopped: false,
            ceasing: 0,
            ..line
        });
    }
    let smoke = smoke_missions(forces.battle.turns);
    for id in forces.battle.ids(enemy) {
        forces.stand_mut(id).smoke = smoke;
        forces.stand_mut(id).rounds = forces.battle.unit(id).rounds;
        if forces.stand(id).place == Place::OffMap {
            // Only its markers show whether an off-map battery has fired.
            let stand = forces.stand_mut(id);
            (stand.fired, stand.last_fired, stand.lately.low) = (false, 0, false);
        }
    }
    let first = forces.battle.ids(enemy).next();
    for frame in &mut now.stack {
        match frame {
            // It is known that a stand is being assigned, but not which one.
            Frame::Deploy(phase) if phase.side == enemy => {
                (phase.lent, phase.sent) = (phase.lent.and(first), Vec::new());
            }
            Frame::Plot(phase) if phase.turns.side == enemy => phase.draft = None,
            Frame::Registering(phase) if phase.side == enemy => {
                (phase.draft, phase.open) = (None, false);
            }
            Frame::Selection(selection) if selection.side == enemy => {
                (selection.aim, selection.smoke, selection.left_out) = (None, false, Vec::new());
            }
            _ => {}
        }
    }
}

/// Whether a stand may plot: an HQ, or the host of a forward observer that has arrived, but no GHQ
/// (7.6.4.1). Its posture does not matter (7.6.4.3).
///
/// # Errors
/// Why it may not.
#[apply(rule, "7.6.4.1", "7.6.4.3")]
pub fn may_observe(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    id: Id,
) -> Result<(), NoObserver> {
    let stand = forces.stand(id);
    let team = record.observers.iter().find(|team| team.host == id);
    match stand.role {
        _ if spotting::eye(forces, id).is_none() => Err(NoObserver::NotOnBoard),
        _ if determination::is_shaken(&forces.battle, command, id) => Err(NoObserver::Broken),
        Role::Ghq(_) => Err(NoObserver::Ghq),
        Role::Hq => Ok(()),
        Role::None => match team {
            None if is_scout(&forces.battle, id) => Ok(()),
            None => Err(NoObserver::None),
            Some(team) if team.ready > now.number => Err(NoObserver::OnTheWay(team.ready)),
            Some(_) => Ok(()),
        },
    }
}

/// Whether a stand may observe as part of a reconnaissance unit: in American and late British forces each
/// of its non-transport stands may (7.8.2.1).
#[apply(rule, "7.8.2.1")]
pub fn is_scout(battle: &Battle, id: Id) -> bool {
    let unit = battle.unit(id);
    let each =
        missions::doctrine(battle, unit.side).is_some_and(|d| d.observers.recon == ReconObservers::Each);
    each && unit.reconnaissance && !unit.is_transport()
}

/// A side's stands that may plot now.
pub fn observers_of(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
) -> impl Iterator<Item = Id> {
    forces.ids(side).filter(|&id| may_observe(forces, now, command, record, id).is_ok())
}

/// Whether an observer sees every square of a sheaf as if it were firing (7.6.4.6). The markers of a
/// group count as blocking one another (7.4.9.1).
#[apply(rule, "7.6.4.6", "7.4.9.1")]
pub fn sees_sheaf(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    observer: Id,
    cells: &[Cell],
    grouped: bool,
) -> bool {
    let Some(from) = spotting::eye(forces, observer) else { return false };
    cells.iter().all(|&cell| {
        spotting::sees_cell(field, forces, now, arrivals, observer, cell)
            && !(grouped && cells.iter().any(|&marker| stands_between(&forces.battle, from, cell, marker)))
    })
}

/// Whether a marker lies on the line between two squares and the line does not pass above it.
fn stands_between(battle: &Battle, from: Cell, to: Cell, marker: Cell) -> bool {
    if marker == from || marker == to || !battle.grid.contains(marker) {
        return false;
    }
    let (here, there) = (i32::from(battle.level(from)), i32::from(battle.level(to)));
    let line = board::line(from, to);
    let whole = line.whole();
    let mut met = line.filter(|crossing| crossing.cell == marker);
    met.any(|crossing| {
        let height = here * whole + (there - here) * crossing.along;
        height < (i32::from(battle.level(marker)) + 1) * whole
    })
}

/// The roll to correct or terminate a mission.
pub fn signal_profile(forces: &Forces, now: &Turn, command: &Command, roller: Id, correct: bool) -> Test {
    let purpose = if correct { "to correct the fire" } else { "to terminate the mission" };
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        roller,
        purpose,
        if correct { "7.6.5.2" } else { "7.6.5.3" },
        [],
    )
}

/// The stands that may host a team: any on the board except GHQs and stands that already have one.
pub fn hosts(forces: &Forces, record: &Record, side: Side) -> impl Iterator<Item = Id> {
    forces
        .on_board(side)
        .map(|(id, _)| id)
        .filter(|&id| !forces.is_ghq(id) && !record.observers.iter().any(|team| team.host == id))
}
