//! 7.6.1 and 7.6.5: plotted fire arrives, deviates, continues and ends.

use super::changes;
use super::direct::Barrage;
use super::missions::{Kind, Mission, Piece, Stage};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::laying::DirectFire;
use crate::rules::matg::artillery::{batteries, laying, missions, plan, registered, shells};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::ground::buildings;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Place, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::hidden;

const PRE_REGISTERED: Modifier = Modifier { value: -2, label: "pre-registered", rule: "7.6.2.2" };
const REGISTERED: Modifier = Modifier { value: -2, label: "registered", rule: "12.12" };
const PROTECTIVE: Modifier = Modifier { value: 2, label: "final protective fire", rule: "7.6.1.5" };
const LATE: Modifier = Modifier { value: 2, label: "joins the mission this turn", rule: "7.8.3" };

impl Mission {
    pub(super) fn guns(&self) -> Vec<(Id, u8)> {
        self.batteries.iter().map(|piece| (piece.id, piece.gun)).collect()
    }
}

impl Forces {
    /// Applies a natural 20 to arrive to the batteries' ammunition (12.2.2). For off-map batteries only their
    /// own side is told (7.6.3).
    fn apply_natural_roll_to_arrive(&mut self, batteries: &[(Id, u8)], face: u8, log: &mut Log) {
        for &(id, gun) in batteries {
            if self.stand(id).place == Place::OffMap {
                log.aside(self.side(id), |own| self.run_low(id, face, own));
            } else {
                self.apply_natural_roll(&[(id, gun)], face, log);
            }
        }
    }
}

/// The weapons with which a battery may give final protective fire: it has an indirect mission this turn
/// and sees an enemy in its field of fire (7.6.1.5).
#[apply(rule, "7.6.1.5")]
pub(super) fn protectors(game: &Position, id: Id) -> impl Iterator<Item = u8> + '_ {
    let turn = game.now.number;
    let bound = game.record.missions.iter().any(|m| m.has(id) && m.is_due(turn) && m.kind != Kind::Direct);
    let guns = batteries::artillery_guns(&game.field, &game.forces, &game.now, &game.command, id)
        .map(|(gun, _)| gun)
        .filter(move |_| bound);
    guns.filter(move |&gun| {
        hidden::known_enemies(&game.forces, game.battle.side(id))
            .any(|(_, cell)| batteries::may_aim(game, id, gun, cell))
    })
}

/// Rolls at +2 to cancel the battery's part of its mission; then it may fire directly. If the roll fails,
/// it may not fire this turn (7.6.1.5). Returns whether it may fire.
#[apply(rule, "7.6.1.5")]
pub(super) fn protect(game: &mut Position, id: Id, dice: &mut Dice, log: &mut Log) -> Result<bool, Ask> {
    let profile = protective_profile(&game.forces, &game.now, &game.command, id);
    let passed = log
        .aside(game.battle.side(id), |own| cohesion::roll_cohesion(&game.forces, id, &profile, dice, own))?
        .passed;
    let turn = game.now.number;
    let bound = |m: &Mission| m.has(id) && m.is_due(turn);
    let numbers: Vec<u8> = game.record.missions.iter().filter(|m| bound(m)).map(|m| m.number).collect();
    for number in numbers {
        changes::leave_mission(&mut game.field, &mut game.record, game.battle.side(id), number, id);
    }
    game.forces.stand_mut(id).fired |= !passed;
    Ok(passed)
}

/// The batteries that may be added to a mission this turn, for armies allowed to: in the fire posture and
/// without a mission of their own (7.8.3).
#[apply(rule, "7.8.3")]
pub(super) fn late_joiners<'a>(
    game: &'a Position,
    side: Side,
    draft: &'a Barrage,
) -> impl Iterator<Item = (Id, u8)> + 'a {
    let agile = missions::doctrine(&game.battle, side).is_some_and(|doctrine| doctrine.agile);
    let mission = game.record.mission(side, draft.joins).filter(|m| agile && m.kind != Kind::Direct);
    mission.into_iter().flat_map(move |mission| {
        game.battle.ids(side).filter_map(move |id| {
            let free = missions::is_in_battery(&game.forces, id)
                && missions::may_be_plotted(&game.forces, &game.command, id)
                && !game.forces.stand(id).fired
                && !is_under_fire(&game.field, &game.forces, id)
                && !draft.batteries.iter().any(|&(other, _)| other == id);
            if !free {
                return None;
            }
            let rockets = plan::has_rockets(&game.battle, &mission.guns());
            let (gun, _) = game.battle.unit(id).indirect_guns().find(|&(gun, _)| {
                missions::is_open(&game.forces, &game.record, id, gun, game.now.number)
                    && plan::has_rockets(&game.battle, &[(id, gun)]) == rockets
                    && (!mission.smoke || missions::smoke_left(&game.forces, &game.record, id, gun) > 0)
                    && laying::markers(&game.battle, &[(id, gun)], mission.aim, mission.toward, None)
                        .iter()
                        .all(|&(_, _, cell)| {
                            game.battle.grid.contains(cell) && missions::reaches(&game.forces, id, gun, cell)
                        })
            })?;
            Some((id, gun))
        })
    })
}

/// Resolves the mission, then each added battery with its own roll to arrive at +2 (7.8.3).
pub(super) fn fire_joined(
    game: &mut Position,
    side: Side,
    draft: &Barrage,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(mission) = game.record.mission(side, draft.joins).cloned() else { return Ok(()) };
    resolve_mission(game, side, draft.joins, dice, log)?;
    for &(id, gun) in &draft.batteries {
        if !missions::is_in_battery(&game.forces, id) {
            continue; // hit by friendly fire in the meantime
        }
        let battery = [(id, gun)];
        let profile = late_profile(&game.forces, &game.now, &game.command, &mission, id, gun);
        laying::mark_fired(&mut game.forces, &mut game.now, &battery, mission.smoke);
        let roll = log.aside(side, |own| cohesion::roll_cohesion(&game.forces, id, &profile, dice, own))?;
        game.forces.apply_natural_roll_to_arrive(&battery, roll.face, log);
        if !roll.passed {
            continue;
        }
        let added = Mission {
            number: 0,
            batteries: vec![Piece { id, gun, place: game.forces.stand(id).place }],
            shift: None,
            ..mission.clone()
        };
        land(game, &added, &battery, laying::is_hot_shot(&game.battle, roll.face), dice, log)?;
    }
    Ok(())
}

/// Resolves a mission that is due: arrival, deviation and markers in its first turn, only the markers in
/// later ones (7.6.1, 7.6.5). A battery that cannot fire misses this turn only (7.6.5.1, S-31). The rolls
/// are shown to its own side alone (7.6.3).
#[apply(rule, "7.6.5", "7.6.5.1", "7.6.3")]
pub(super) fn resolve_mission(
    game: &mut Position,
    side: Side,
    number: u8,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let turn = game.now.number;
    let Some(mission) = game.record.mission(side, number).cloned() else { return Ok(()) };
    let mut firing: Vec<(Id, u8)> = Vec::new();
    for piece in &mission.batteries {
        if !changes::cannot_fire_mission(&game.field, &game.forces, &game.now, piece) {
            firing.push((piece.id, piece.gun));
            continue;
        }
        log.add(|| {
            let text = format!("{} cannot fire its mission this turn", game.battle.who(piece.id));
            Event::new(Tone::Failure, side, text, "7.6.5.1").at(game.forces.cell(piece.id)).only(side)
        });
        changes::remove_markers_of(&mut game.field, &mut game.record, side, number, Some(piece.id));
    }
    if let Some(mission) = game.record.mission_mut(side, number) {
        mission.resolved = turn;
    }
    if firing.is_empty() {
        changes::put_off(&mut game.field, &game.now, &mut game.record, side, number);
        return Ok(());
    }
    if mission.stage == Stage::Falling {
        return go_on(game, &mission, &firing, dice, log);
    }
    if !still_reaches(game, &mission, &firing) {
        log.add(|| {
            let text = format!("Mission {number} cancelled: out of range or sight");
            Event::new(Tone::Failure, side, text, "7.6.1.1").only(side)
        });
        changes::delete_mission(&mut game.field, &mut game.record, side, number);
        return Ok(());
    }
    if mission.kind == Kind::Direct {
        if let Some(mission) = game.record.mission_mut(side, number) {
            mission.stage = Stage::Falling;
        }
        let (aim, toward) = (mission.aim, mission.toward);
        let fire = DirectFire { batteries: &firing, aim, toward, smoke: mission.smoke, mission: number };
        return laying::shoot_direct(game, &fire, dice, log);
    }
    let (roller, profile) = arrival_profile(&game.forces, &game.now, &game.command, &mission, &firing);
    laying::mark_fired(&mut game.forces, &mut game.now, &firing, mission.smoke);
    let roll = log.aside(side, |own| cohesion::roll_cohesion(&game.forces, roller, &profile, dice, own))?;
    game.forces.apply_natural_roll_to_arrive(&firing, roll.face, log);
    if roll.passed {
        return land(game, &mission, &firing, laying::is_hot_shot(&game.battle, roll.face), dice, log);
    }
    if mission.kind == Kind::Barrage {
        changes::put_off(&mut game.field, &game.now, &mut game.record, side, number); // a barrage arrives a turn later (7.6.2.4)
    } else {
        changes::delete_mission(&mut game.field, &mut game.record, side, number);
    }
    Ok(())
}

/// Whether every square is still in range and, for direct fire, in sight of every battery.
fn still_reaches(game: &Position, mission: &Mission, firing: &[(Id, u8)]) -> bool {
    if mission.kind == Kind::Direct {
        let cells = missions::group_sheaf(&game.battle, firing, mission.aim, mission.toward);
        return laying::may_lay_sheaf(game, firing, &cells);
    }
    let cells = missions::plotted_cells(&game.battle, mission);
    let mut fired = cells.iter().filter(|(id, gun, _)| firing.contains(&(*id, *gun)));
    fired.all(|&(id, gun, cell)| missions::reaches(&game.forces, id, gun, cell))
}

/// Rolls for deviation and places the markers.
fn land(
    game: &mut Position,
    mission: &Mission,
    firing: &[(Id, u8)],
    hot: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (id, profile) = deviation_profile(&game.forces, &game.now, &game.command, firing, mission.kind);
    let rockets = plan::has_rockets(&game.battle, firing);
    let roll = |own: &mut Log| batteries::roll_deviation(&game.forces, (id, &profile), rockets, dice, own);
    let shift = log.aside(mission.side, roll)?;
    if let Some(line) = game.record.mission_mut(mission.side, mission.number) {
        (line.stage, line.shift) = (Stage::Falling, shift);
    }
    registered::register(&game.battle, &mut game.record, &Mission { shift, ..mission.clone() }, log);
    lay_mission(game, &Mission { shift, ..mission.clone() }, firing, hot, dice, log)
}

/// Places the markers of some of a mission's batteries, each in its place in the whole sheaf.
fn lay_mission(
    game: &mut Position,
    mission: &Mission,
    firing: &[(Id, u8)],
    hot: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let mut markers =
        laying::markers(&game.battle, &mission.guns(), mission.aim, mission.toward, mission.shift);
    markers.retain(|(id, gun, _)| firing.contains(&(*id, *gun)));
    let impact = |(battery, gun, cell): (Id, u8, Cell)| Impact {
        cell,
        battery,
        gun,
        smoke: mission.smoke,
        barrage: mission.kind == Kind::Barrage,
        mission: mission.number,
        hot,
    };
    let impacts: Vec<Impact> = markers.into_iter().map(impact).collect();
    shells::place_impacts(game, &impacts, dice, log)
}

/// Fires a further turn of a mission without a roll: the markers stay, or move to the plotted location if
/// the fire has been corrected (7.6.5). A battery that missed a turn places its markers again.
#[apply(rule, "7.6.5")]
fn go_on(
    game: &mut Position,
    mission: &Mission,
    firing: &[(Id, u8)],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let (side, number) = (mission.side, mission.number);
    laying::mark_fired(&mut game.forces, &mut game.now, firing, false);
    if mission.corrected {
        changes::remove_markers_of(&mut game.field, &mut game.record, side, number, None);
        if let Some(line) = game.record.mission_mut(side, number) {
            (line.shift, line.corrected) = (None, false);
        }
        log.add(|| {
            let text = format!("{}: fire is back on target", game.battle.who(mission.batteries[0].id));
            Event::new(Tone::Success, side, text, "7.6.5.2").only(side)
        });
        let mission = Mission { shift: None, ..mission.clone() };
        return lay_mission(game, &mission, firing, false, dice, log);
    }
    let markers: Vec<Impact> =
        shells::impacts_of(&game.battle, &game.record, side, number).copied().collect();
    let lifted = |&(id, _): &(Id, u8)| !markers.iter().any(|impact| impact.battery == id);
    let again: Vec<(Id, u8)> = firing.iter().filter(|battery| lifted(battery)).copied().collect();
    for &impact in &markers {
        shells::strike_holder(game, impact, dice, log)?;
        buildings::strike_ground(game, impact, dice, log)?;
    }
    lay_mission(game, mission, &again, false, dice, log)
}

/// Whether a side has plotted fire to resolve this turn.
pub(super) fn has_due(now: &Turn, record: &Record, side: Side) -> bool {
    record.missions_of(side).any(|mission| mission.is_due(now.number))
}

/// The roll to arrive of a mission's firing batteries (7.6.1.2).
pub fn arrival_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    mission: &Mission,
    firing: &[(Id, u8)],
) -> (Id, Test) {
    arrival_of(forces, now, command, mission.kind, firing)
}

fn any_off_map(forces: &Forces, firing: &[(Id, u8)]) -> bool {
    firing.iter().any(|&(id, _)| forces.stand(id).place == Place::OffMap)
}

/// The roll to arrive of a mission of this type (7.6.1.2).
#[apply(rule, "chart: indirect artillery" if kind != Kind::Direct)]
#[apply(rule, "7.7.2" if kind != Kind::Direct && any_off_map(forces, firing))]
pub fn arrival_of(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    kind: Kind,
    firing: &[(Id, u8)],
) -> (Id, Test) {
    if kind == Kind::Direct {
        return laying::battery_profile(forces, now, command, firing);
    }
    let more: &[Modifier] = if kind == Kind::PreRegistered { &[PRE_REGISTERED] } else { &[] };
    missions::group_profile(forces, now, command, firing, "to arrive", "7.6.1.2", more)
}

/// The roll against deviation: -2 for pre-registered or registered missions, except with rockets
/// (7.6.1.2, 12.12).
pub fn deviation_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    batteries: &[(Id, u8)],
    kind: Kind,
) -> (Id, Test) {
    let more: &[Modifier] = match kind {
        _ if plan::has_rockets(&forces.battle, batteries) => &[],
        Kind::PreRegistered => &[PRE_REGISTERED],
        Kind::Registered => &[REGISTERED],
        _ => &[],
    };
    missions::group_profile(forces, now, command, batteries, "to land on target", "7.6.1.2", more)
}

/// A battery's roll to cancel its mission for final protective fire (7.6.1.5).
#[apply(rule, "7.6.1.5")]
pub fn protective_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, id, "to cancel its mission", "7.6.1.5", [PROTECTIVE])
}

/// Whether a stand is in an impact zone, out of which no stand fires (7.4.5.2).
#[apply(rule, "7.4.5.2")]
pub(super) fn is_under_fire(field: &Field, forces: &Forces, id: Id) -> bool {
    forces.cell(id).is_some_and(|cell| field.ground_at(cell).has(Terrain::ImpactZone))
}

/// The roll of a battery that joins a mission late (7.6.1.2).
pub(super) fn late_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    mission: &Mission,
    id: Id,
    gun: u8,
) -> Test {
    let mut more = vec![LATE];
    more.extend((mission.kind == Kind::PreRegistered).then_some(PRE_REGISTERED));
    missions::group_profile(forces, now, command, &[(id, gun)], "to arrive", "7.6.1.2", &more).1
}
