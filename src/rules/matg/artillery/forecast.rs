//! The forecast of a fire mission while it is being plotted: its turn of arrival, its odds against the stands
//! there now, and friendly stands within reach of a deviation.

use super::missions::Mission;
use super::plan::{Blank, Plan};
use crate::board::{self, Cell};
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{indirect, missions, plan, shells};
use crate::rules::matg::fire::combat::{Attack, outcome_of_shells};
use crate::rules::matg::state::battle::{Battle, Optional};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Frame, Plotting};

/// The squares worth aiming at: known enemies, those with the most neighbours first; in the Artillery
/// Fire Phase the squares of missions due.
pub(in crate::rules::matg) fn squares_to_aim_at(game: &Position) -> Vec<Cell> {
    if let Some(Frame::Artillery(phase)) = game.now.stack.last()
        && phase.draft.is_none()
    {
        let mut cells: Vec<Cell> = Vec::new();
        for mission in
            game.record.missions_of(phase.turns.side).filter(|mission| mission.is_due(game.now.number))
        {
            if !cells.contains(&mission.aim) {
                cells.push(mission.aim);
            }
        }
        return cells;
    }
    let Some(Frame::Plot(phase)) = game.now.stack.last() else { return Vec::new() };
    let Some(plan) = phase.plan().filter(|plan| plan.blank() == Blank::Aim) else { return Vec::new() };
    let enemies: Vec<Cell> = game.forces.on_board(phase.turns.side.other()).map(|(_, cell)| cell).collect();
    let beside = |cell: Cell| enemies.iter().filter(|&&other| board::adjacent(cell, other)).count();
    let own = |cell: Cell| own_within(&game.forces, phase.turns.side, &[cell], 2).len();
    let mut cells: Vec<Cell> =
        enemies.iter().copied().filter(|&cell| plan::may_plot_at(game, plan, cell)).collect();
    cells.sort_by_key(|&cell| (own(cell), std::cmp::Reverse(beside(cell)), cell));
    if cells.is_empty() {
        cells.extend(square_toward(game, phase.turns.side, plan, &enemies));
    }
    cells
}

/// If no enemy can be aimed at: the square nearest to one that may be plotted, away from friendly stands.
fn square_toward(game: &Position, side: Side, plan: &Plan, enemies: &[Cell]) -> Option<Cell> {
    let own: Vec<Cell> = game.forces.on_board(side).map(|(_, cell)| cell).collect();
    let nearest = |cell: Cell, to: &[Cell]| to.iter().map(|&at| board::distance_squared(cell, at)).min();
    let stray = self::stray(&game.battle, &plan.batteries);
    let key = |cell: &Cell| {
        let near = nearest(*cell, &own).is_some_and(|far| i64::from(far) <= i64::from(stray * stray));
        (near, nearest(*cell, enemies), *cell)
    };
    game.battle.grid.cells().filter(|&cell| plan::may_plot_at(game, plan, cell)).min_by_key(key)
}

/// The longest deviation of these batteries in inches (7.6.1.2).
fn stray(battle: &Battle, batteries: &[(Id, u8)]) -> i32 {
    if plan::has_rockets(battle, batteries) { 6 } else { 4 }
}

/// The longest deviation in words; a natural 20 may make it longer (12.2.3).
#[apply(rule, "12.2.3" if battle.plays(Optional::CommunicationsBreakdown))]
fn deviation_in_words(battle: &Battle, batteries: &[(Id, u8)]) -> String {
    let usual = stray(battle, batteries);
    if battle.plays(Optional::CommunicationsBreakdown) {
        return format!("{usual} inches, up to 10 on a natural 20");
    }
    format!("{usual} inches")
}

fn own_within(forces: &Forces, side: Side, cells: &[Cell], inches: i32) -> Vec<Id> {
    let near = |at: Cell| {
        cells.iter().any(|&cell| i64::from(board::distance_squared(at, cell)) <= i64::from(inches * inches))
    };
    forces.on_board(side).filter(|&(_, at)| near(at)).map(|(id, _)| id).collect()
}

/// The forecast of missions as plotted so far.
pub(super) fn forecast(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    missions: &[Mission],
) -> Vec<String> {
    let mut lines = Vec::new();
    for mission in missions {
        let guns = mission.guns();
        let sheaf = missions::plotted_cells(&forces.battle, mission);
        lines.push(format!("Arrives in turn {}", mission.arrival));
        let (_, arrives) = indirect::arrival_profile(forces, now, command, mission, &guns);
        let mut targets: Vec<Id> = sheaf.iter().filter_map(|&(_, _, cell)| forces.holder_of(cell)).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets.into_iter().filter(|_| !mission.smoke) {
            let here = sheaf.iter().filter(|&&(_, _, cell)| forces.holder_of(cell) == Some(target));
            let shells: Vec<Attack> = here
                .map(|&(battery, gun, _)| shells::shell_attack(field, forces, battery, gun, target, false))
                .collect();
            let before = forces.states(target);
            let worse = outcome_of_shells(arrives.chance(), &shells, before)
                .iter()
                .filter(|(s, _)| s.eliminated || (s.disorganized && !before.disorganized))
                .fold(0.0, |sum, (_, chance)| sum + chance);
            lines.push(format!("On target: {} D+ {:.0}%", forces.tag(target), 100.0 * worse));
        }
        let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
        if let Some(own) = own_in_words(forces, mission.side, &cells, stray(&forces.battle, &guns)) {
            lines.push(format!("Deviation up to {}: {own}", deviation_in_words(&forces.battle, &guns)));
        }
    }
    lines
}

fn own_in_words(forces: &Forces, side: Side, cells: &[Cell], inches: i32) -> Option<String> {
    let own: Vec<String> =
        own_within(forces, side, cells, inches).into_iter().map(|id| forces.tag(id).to_string()).collect();
    (!own.is_empty()).then(|| format!("{} of yours in reach", own.join(" ")))
}

/// A warning if friendly stands lie within reach of a deviation from the chosen square (7.6.1.2).
pub(in crate::rules::matg) fn warn_of_stray_fire(
    forces: &Forces,
    now: &Turn,
    choice: &Choice,
) -> Option<String> {
    let (Choice::At(cell), Frame::Plot(phase)) = (choice, now.stack.last()?) else { return None };
    let plan: &Plan = match &phase.draft {
        Some(Plotting::Plan(plan)) if plan.blank() == Blank::Aim => plan,
        _ => return None,
    };
    let inches = stray(&forces.battle, &plan.batteries);
    let own = own_in_words(forces, phase.turns.side, &[*cell], inches)?;
    let far = deviation_in_words(&forces.battle, &plan.batteries);
    Some(format!("Fire may deviate up to {far} (7.6.1.2): {own}."))
}
