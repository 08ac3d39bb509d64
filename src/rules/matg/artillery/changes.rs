//! 7.6: missions that are changed or dropped.

use super::indirect;
use super::missions::{Kind, Mission, Piece, Stage};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{missions, polar, shells};
use crate::rules::matg::fire::bearing;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;

/// Removes a battery and its markers from a mission; a mission without batteries is deleted.
pub(super) fn leave_mission(field: &mut Field, record: &mut Record, side: Side, number: u8, id: Id) {
    remove_markers_of(field, record, side, number, Some(id));
    if let Some(mission) = record.mission_mut(side, number) {
        mission.batteries.retain(|piece| piece.id != id);
        if mission.batteries.is_empty() {
            delete_mission(field, record, side, number);
        }
    }
}

/// Deletes a mission from the record and removes its markers.
pub(super) fn delete_mission(field: &mut Field, record: &mut Record, side: Side, number: u8) {
    remove_markers_of(field, record, side, number, None);
    record.missions.retain(|mission| mission.side != side || mission.number != number);
}

pub(super) fn remove_markers_of(
    field: &mut Field,
    record: &mut Record,
    side: Side,
    number: u8,
    battery: Option<Id>,
) {
    let ids = field.battle.ids(side);
    shells::remove_markers_unless(field, record, |impact| {
        impact.mission != number
            || !ids.contains(&impact.battery)
            || battery.is_some_and(|id| id != impact.battery)
    });
}

/// Removes batteries from their missions if they moved, in whatever posture, or are gone (7.4.11,
/// 7.6.2.2).
#[apply(rule, "7.4.11", "7.6.2.2")]
pub(super) fn drop_moved_batteries(game: &mut Position, log: &mut Log) {
    polar::drop_polar_plots(game, log);
    for number in 0..game.record.missions.len() {
        let (side, line) = (game.record.missions[number].side, game.record.missions[number].number);
        let out = |p: &Piece| game.forces.stand(p.id).place != p.place || game.forces.stand(p.id).moved;
        let gone: Vec<Id> =
            game.record.missions[number].batteries.iter().filter(|p| out(p)).map(|p| p.id).collect();
        for &id in &gone {
            log.add(|| {
                let text = format!("{} has moved and drops out of mission {line}", game.battle.who(id));
                Event::new(Tone::Failure, side, text, "7.4.11").at(game.forces.cell(id)).only(side)
            });
            remove_markers_of(&mut game.field, &mut game.record, side, line, Some(id));
        }
        game.record.missions[number].batteries.retain(|piece| !gone.contains(&piece.id));
    }
    game.record.missions.retain(|mission| !mission.batteries.is_empty());
}

/// Fixes the places of batteries with pre-registered missions at the start of the game.
pub(in crate::rules::matg) fn settle_missions(field: &mut Field, forces: &Forces, record: &mut Record) {
    for mission in &mut record.missions {
        for piece in &mut mission.batteries {
            piece.place = forces.stands[usize::from(piece.id)].place;
        }
    }
    // A battery that was deployed elsewhere may be out of range.
    let pieces = record
        .missions
        .iter()
        .flat_map(|m| m.batteries.iter().map(move |piece| (m.side, m.number, piece, m.aim)));
    let short: Vec<(Side, u8, Id)> = pieces
        .filter(|(_, _, piece, aim)| !missions::reaches(forces, piece.id, piece.gun, *aim))
        .map(|(side, number, piece, _)| (side, number, piece.id))
        .collect();
    for (side, number, id) in short {
        leave_mission(field, record, side, number, id);
    }
}

/// Ends the turn: plots of lost observers are cancelled (7.6.4.5), missions that are over or were
/// terminated end (7.6.5). Markers of the others stay.
#[apply(rule, "7.6.4.5", "7.6.5")]
pub(in crate::rules::matg) fn close_missions(game: &mut Position, log: &mut Log) {
    drop_moved_batteries(game, log);
    let turn = game.now.number;
    let stands = &game.forces.stands;
    let lost = |id: Id| stands[usize::from(id)].place == Place::Lost;
    let blind = |mission: &Mission| mission.plotted == turn && mission.observer.is_some_and(lost);
    for mission in game.record.missions.iter().filter(|&mission| blind(mission)) {
        log.add(|| {
            let text = format!("Mission {} cancelled: its observer is lost", mission.number);
            Event::new(Tone::Failure, mission.side, text, "7.6.4.5").only(mission.side)
        });
    }
    game.record.missions.retain(|mission| match mission.stage {
        Stage::Registered => true,
        Stage::Planned => !blind(mission),
        Stage::Falling => !mission.stopped && mission.last() > turn,
    });
    game.record.observers.retain(|team| !lost(team.host));
}

/// Handles a mission that did not fire this turn: a barrage arrives a turn later, another mission uses
/// its remaining turns, if any (7.6.2.4, 7.6.5.1).
#[apply(rule, "7.6.2.4", "7.6.5.1")]
pub(super) fn put_off(field: &mut Field, now: &Turn, record: &mut Record, side: Side, number: u8) {
    let turn = now.number;
    let Some(mission) = record.mission_mut(side, number) else { return };
    match (mission.stage, mission.kind) {
        (Stage::Planned, Kind::Barrage) => mission.arrival = turn.saturating_add(1),
        (Stage::Planned, _) if mission.last() > turn => {
            mission.duration -= 1;
            mission.arrival += 1;
        }
        (Stage::Planned, _) => delete_mission(field, record, side, number),
        _ => {}
    }
}

/// Whether a battery cannot fire its mission this turn: it has fired, is reloading or out of rounds, is
/// engaged, is in an impact zone, or is not in the fire posture (7.3.4, 7.4.5.2, 7.4.10, 7.9).
#[apply(rule, "7.9", "7.3.4", "7.4.5.2", "7.4.10")]
pub(super) fn cannot_fire_mission(field: &Field, forces: &Forces, now: &Turn, piece: &Piece) -> bool {
    let (id, stand) = (piece.id, forces.stand(piece.id));
    stand.fired
        || stand.lately.low
        || stand.rounds == Some(0)
        || !bearing::is_loaded(forces, now, id, forces.battle.gun(id, piece.gun))
        || forces.is_engaged(id)
        || indirect::is_under_fire(field, forces, id)
        || !missions::is_in_battery(forces, id)
}
