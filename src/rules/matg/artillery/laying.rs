//! 7.5 and 7.4.9: direct fire: eligible batteries and squares, groups and sheaves, and the rolls.

use super::direct::Barrage;
use super::missions::Kind;
use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Log, Modifier, Side, Test};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::strike;
use crate::rules::matg::artillery::{batteries, close_support, indirect, missions, observers, plan, shells};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::Roll;
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::riders;
use crate::rules::matg::state::battle::{Battle, GunUse, Optional};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Position};
use crate::rules::matg::state::turn::Turn;

impl Forces {
    /// Applies one roll to fire to every battery that shares it: a natural 20 leaves each of them low on
    /// ammunition (7.4.9, 12.2.2).
    pub(super) fn apply_natural_roll(&mut self, batteries: &[(Id, u8)], face: u8, log: &mut Log) {
        for &(id, _) in batteries {
            self.run_low(id, face, log);
        }
    }
}

fn has_artillery_target(game: &Position, id: Id, gun: u8, usage: GunUse) -> bool {
    if usage == GunUse::CloseSupport {
        close_support::close_support_targets(game, id, gun, false).next().is_some()
    } else {
        // Near squares are the likeliest to be in sight.
        let Some(laying) = batteries::laying(&game.forces, &game.command, id, gun) else { return false };
        // 7.5.1
        let grid = game.battle.grid;
        let farthest = laying.reach.min(grid.width.max(grid.height).into());
        (laying.nearest()..=farthest as i16).flat_map(|away| grid.ring(laying.from, away)).any(|cell| {
            batteries::lays(&game.field, &game.forces, &game.now, &laying, cell)
                && !batteries::holds_unseen_enemy(
                    &game.field,
                    &game.forces,
                    &game.now,
                    &game.arrivals,
                    id,
                    cell,
                )
        })
    }
}

/// The weapons that may fire directly: their battery has no plotted mission this turn.
fn direct_guns(game: &Position, id: Id) -> impl Iterator<Item = (u8, GunUse)> + '_ {
    let free = !game.record.has_duty(id, game.now.number);
    batteries::artillery_guns(&game.field, &game.forces, &game.now, &game.command, id).filter(move |_| free)
}

pub(super) fn has_artillery(game: &Position, side: Side) -> bool {
    indirect::has_due(&game.now, &game.record, side)
        || !strike::air_choices(&game.field, &game.forces, &game.now, &game.air, side).is_empty()
        || game
            .battle
            .ids(side)
            .any(|id| direct_guns(game, id).any(|(gun, usage)| has_artillery_target(game, id, gun, usage)))
}

pub(super) fn barrage_choices(game: &Position, side: Side, draft: &Barrage) -> Vec<Choice> {
    let mut choices = Vec::new();
    let support =
        draft.lead().filter(|&(id, gun)| game.battle.unit(id).gun_use(gun) == Some(GunUse::CloseSupport));
    if draft.joins != 0 {
        choices.push(Choice::Fire);
        choices.extend(
            indirect::late_joiners(game, side, draft).map(|(id, _)| Choice::Add(game.battle.tag(id))),
        );
    } else if let Some((id, gun)) = support {
        let smoke = draft.smoke == Some(true);
        choices.extend(
            close_support::close_support_targets(game, id, gun, smoke)
                .map(|t| Choice::Target(game.battle.tag(t))),
        );
        choices.extend(close_support::may_lay_smoke(game, id, gun, smoke).then_some(Choice::Smoke));
    } else if !draft.grouped {
        choices.push(Choice::Done);
        choices.extend(group_joiners(game, draft).map(|(id, _)| Choice::Add(game.battle.tag(id))));
    } else if draft.aim.is_none() {
        // 7.5.1
        let open = |&cell: &Cell| {
            !draft.batteries.iter().any(|&(id, _)| {
                batteries::holds_unseen_enemy(&game.field, &game.forces, &game.now, &game.arrivals, id, cell)
            })
        };
        let cells =
            batteries::squares_to_lay(&game.field, &game.forces, &game.now, &game.command, &draft.batteries)
                .into_iter();
        choices.extend(cells.filter(open).map(Choice::At));
    } else if draft.smoke.is_none() {
        choices.extend([Choice::Explosive, Choice::Smoke]);
    } else {
        if !plan::has_rockets(&game.battle, &draft.batteries) {
            choices.push(Choice::Closed);
        }
        choices
            .extend(Compass::ALL.into_iter().filter(|&d| may_open_direct(game, draft, d)).map(Choice::Open));
    }
    choices.push(Choice::Cancel);
    choices
}

/// The attacks to choose from: missions due, and batteries that may fire directly. A side cannot pass
/// while its plotted fire is due.
pub(super) fn attack_openings(game: &Position, side: Side) -> Vec<Choice> {
    let turn = game.now.number;
    let due = game.record.missions_of(side).filter(|mission| mission.is_due(turn));
    let mut choices: Vec<Choice> = due.map(|mission| Choice::Mission(mission.number)).collect();
    let bound = !choices.is_empty();
    for id in game.battle.ids(side) {
        for (gun, usage) in direct_guns(game, id) {
            if has_artillery_target(game, id, gun, usage) {
                choices.push(Choice::Battery(game.battle.tag(id), gun));
            }
        }
        choices.extend(indirect::protectors(game, id).map(|gun| Choice::Protect(game.battle.tag(id), gun)));
    }
    if !bound {
        choices.push(Choice::Pass);
    }
    choices
}

pub(super) fn may_aim_all(game: &Position, draft: &Barrage, cell: Cell) -> bool {
    draft.batteries.iter().all(|&(id, gun)| batteries::may_aim(game, id, gun, cell))
}

/// Whether all batteries of a group may place fire on every square of a sheaf (7.5.1, 7.4.9.1).
#[apply(rule, "7.5.1", "7.4.9.1")]
pub(super) fn may_lay_sheaf(game: &Position, batteries: &[(Id, u8)], sheaf: &[(Id, u8, Cell)]) -> bool {
    let grouped = batteries.len() > 1;
    let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
    batteries.iter().all(|&(id, gun)| {
        cells.iter().all(|&cell| {
            batteries::may_lay(&game.field, &game.forces, &game.now, &game.command, id, gun, cell)
        }) && observers::sees_sheaf(&game.field, &game.forces, &game.now, &game.arrivals, id, &cells, grouped)
    })
}

fn may_open_direct(game: &Position, draft: &Barrage, wind: Compass) -> bool {
    let Some(aim) = draft.aim else { return false };
    let sheaf = missions::group_sheaf(&game.battle, &draft.batteries, aim, Some(wind));
    sheaf.iter().all(|&(_, _, cell)| game.battle.grid.contains(cell) && may_aim_all(game, draft, cell))
        && may_lay_sheaf(game, &draft.batteries, &sheaf)
}

/// The batteries of the same formation, in contact, that may join a group (7.4.9).
#[apply(rule, "7.4.9")]
pub(super) fn group_joiners<'a>(
    game: &'a Position,
    draft: &'a Barrage,
) -> impl Iterator<Item = (Id, u8)> + 'a {
    let rockets = plan::has_rockets(&game.battle, &draft.batteries);
    let taken = move |id: Id| draft.batteries.iter().any(|&(member, _)| member == id);
    let joins = move |id: Id| {
        draft.batteries.iter().any(|&(member, _)| missions::may_group(&game.forces, member, id))
    };
    let side = draft.lead().map(|(lead, _)| game.battle.side(lead));
    let others =
        side.into_iter().flat_map(|side| game.battle.ids(side)).filter(move |&id| !taken(id) && joins(id));
    others.filter_map(move |id| {
        let mut guns = direct_guns(game, id);
        let (gun, _) = guns.find(|&(gun, usage)| {
            usage != GunUse::CloseSupport && plan::has_rockets(&game.battle, &[(id, gun)]) == rockets
        })?;
        has_artillery_target(game, id, gun, GunUse::Artillery).then_some((id, gun))
    })
}

/// The battery with this id that joins the fire, and its weapon (7.4.9, 7.8.3).
#[apply(rule, "7.4.9")]
pub(super) fn joiner(game: &Position, side: Side, draft: &Barrage, id: Id) -> (Id, u8) {
    let joiner = if draft.joins == 0 {
        group_joiners(game, draft).find(|&(joiner, _)| joiner == id)
    } else {
        indirect::late_joiners(game, side, draft).find(|&(joiner, _)| joiner == id)
    };
    joiner.unwrap_or_else(|| unreachable!("{} may not join this fire", game.battle.tag(id)))
}

/// Artillery that fires directly at a square in a sheaf.
#[derive(Copy, Clone, Debug)]
pub(super) struct DirectFire<'a> {
    pub batteries: &'a [(Id, u8)],
    pub aim: Cell,
    /// The direction of an open sheaf.
    pub toward: Option<Compass>,
    pub smoke: bool,
    /// The mission it was plotted as; 0 if it is laid now.
    pub mission: u8,
}

/// Fires directly: one roll to fire, one against deviation for mortars and rockets, then the markers. The
/// rolls of plotted fire are shown to its own side alone (7.6.3).
#[apply(rule, "7.6.3")]
pub(super) fn shoot_direct(
    game: &mut Position,
    fire: &DirectFire<'_>,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let DirectFire { batteries, aim, toward, smoke, mission } = *fire;
    let (roller, _) = battery_profile(&game.forces, &game.now, &game.command, batteries);
    mark_fired(&mut game.forces, &mut game.now, batteries, smoke);
    let rolled = if mission == 0 {
        roll_direct(&game.forces, &game.now, &game.command, batteries, dice, log)?
    } else {
        log.aside(game.battle.side(roller), |own| {
            roll_direct(&game.forces, &game.now, &game.command, batteries, dice, own)
        })?
    };
    let (roll, shift) = rolled;
    game.forces.apply_natural_roll(batteries, roll.face, log);
    if !roll.passed {
        return Ok(());
    }
    let hot = is_hot_shot(&game.battle, roll.face);
    let markers = self::markers(&game.battle, batteries, aim, toward, shift);
    let impacts: Vec<Impact> = markers
        .into_iter()
        .map(|(battery, gun, cell)| Impact { cell, battery, gun, smoke, barrage: false, mission, hot })
        .collect();
    shells::place_impacts(game, &impacts, dice, log)
}

/// Marks batteries as fired and deducts their smoke and rounds (7.1.5, 7.4.7.2, 7.9).
#[apply(rule, "7.9", "7.1.5", "4.0.3", "7.4.7.2")]
pub(super) fn mark_fired(forces: &mut Forces, now: &mut Turn, batteries: &[(Id, u8)], smoke: bool) {
    let turn = now.number;
    for &(id, _) in batteries {
        riders::note_carrier_fired(forces, now, id);
        let stand = forces.stand_mut(id);
        stand.fired = true;
        stand.last_fired = turn;
        stand.smoke = stand.smoke.saturating_sub(u8::from(smoke));
        if let Some(rounds) = &mut stand.rounds {
            spend(rounds);
        }
    }
}

/// A limited battery has one turn of fire less.
#[apply(rule, "7.9.2")]
fn spend(rounds: &mut u8) {
    *rounds = rounds.saturating_sub(1);
}

pub(in crate::rules::matg) fn is_close_support(battle: &Battle, draft: &Barrage) -> bool {
    let close = |&(id, gun): &(Id, u8)| battle.unit(id).gun_use(gun) == Some(GunUse::CloseSupport);
    draft.batteries.iter().any(close)
}

/// The roll of a battery or a group to fire directly: its own state, and the scenario's weather (7.5.5,
/// 9.6.2).
#[apply(rule, "9.6.2", "7.5.5")]
pub fn battery_profile(forces: &Forces, now: &Turn, command: &Command, batteries: &[(Id, u8)]) -> (Id, Test) {
    let weather: Vec<Modifier> = weather::weather_to_fire(&forces.battle).into_iter().collect();
    missions::group_profile(forces, now, command, batteries, "to fire", "7.5.3", &weather)
}

/// The roll to fire, and the deviation if there is one.
#[allow(clippy::type_complexity)] // the deviation, if any
fn roll_direct(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    batteries: &[(Id, u8)],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(Roll, Option<(Compass, u8)>), Ask> {
    let (roller, profile) = battery_profile(forces, now, command, batteries);
    let roll = cohesion::roll_cohesion(forces, roller, &profile, dice, log)?;
    if !roll.passed {
        return Ok((roll, None));
    }
    Ok((roll, roll_scatter(forces, now, command, batteries, dice, log)?))
}

/// The deviation of a battery that fires, if there is one.
#[apply(rule, "chart: direct artillery")]
fn roll_scatter(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    batteries: &[(Id, u8)],
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Option<(Compass, u8)>, Ask> {
    if !batteries.iter().any(|&(id, gun)| batteries::deviates(&forces.battle, id, gun)) {
        return Ok(None);
    }
    let (id, profile) = indirect::deviation_profile(forces, now, command, batteries, Kind::Direct);
    let rockets = plan::has_rockets(&forces.battle, batteries);
    batteries::roll_deviation(forces, (id, &profile), rockets, dice, log)
}

/// Whether this roll to fire is a hot shot (12.2.1, S-132).
pub(super) fn is_hot_shot(battle: &Battle, face: u8) -> bool {
    face == 1 && battle.plays(Optional::HotShot)
}

/// The squares of a sheaf; a deviation moves it as a whole (7.6.1.2).
pub fn markers(
    battle: &Battle,
    batteries: &[(Id, u8)],
    aim: Cell,
    toward: Option<Compass>,
    shift: Option<(Compass, u8)>,
) -> Vec<(Id, u8, Cell)> {
    let start = shift.map_or(aim, |(wind, inches)| aim.shifted(wind, i16::from(inches)));
    missions::group_sheaf(battle, batteries, start, toward)
}

/// Whether every square of a sheaf is on the map and within its battery's range.
pub(super) fn is_sheaf_in_reach(
    forces: &Forces,
    batteries: &[(Id, u8)],
    aim: Cell,
    toward: Option<Compass>,
) -> bool {
    let sheaf = missions::group_sheaf(&forces.battle, batteries, aim, toward);
    sheaf
        .iter()
        .all(|&(id, gun, cell)| forces.battle.grid.contains(cell) && missions::reaches(forces, id, gun, cell))
}

/// The sheaves in range around a square: closed (not for rockets), or open in a direction (7.4.2.3).
pub(super) fn sheaves_in_reach(forces: &Forces, batteries: &[(Id, u8)], aim: Cell) -> Vec<Choice> {
    let closed = (!plan::has_rockets(&forces.battle, batteries)).then_some(Choice::Closed);
    let within = |wind: &Compass| is_sheaf_in_reach(forces, batteries, aim, Some(*wind));
    closed.into_iter().chain(Compass::ALL.into_iter().filter(within).map(Choice::Open)).collect()
}

/// The squares under the sheaf that a choice gives, closed unless it opens it.
pub(super) fn squares_under(
    battle: &Battle,
    batteries: &[(Id, u8)],
    aim: Cell,
    choice: &Choice,
) -> Vec<Cell> {
    let toward = if let Choice::Open(wind) = *choice { Some(wind) } else { None };
    missions::group_sheaf(battle, batteries, aim, toward).into_iter().map(|(_, _, cell)| cell).collect()
}
