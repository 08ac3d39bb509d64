//! 7.6.3: a line of the Artillery Fire Mission Record, filled in field by field.

use super::missions::Kind;
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{batteries, laying, missions, observers, plot, polar};
use crate::rules::matg::state::battle::{Battle, GunUse};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};

/// How far an adjusted mission may be from the pre-registered one, in inches (7.6.2.3).
const ADJUSTMENT: i16 = 4;

/// A line of the record being filled in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The FO or HQ; the battery itself for direct fire.
    pub observer: Id,
    /// Mission type.
    pub kind: Option<Kind>,
    /// The pre-registered mission called or adjusted; 0 for none.
    pub target: u8,
    /// Whether it is plotted by direction and distance from the observer (12.13).
    pub polar: bool,
    /// Firing batteries.
    pub batteries: Vec<(Id, u8)>,
    /// Whether the group is complete.
    pub grouped: bool,
    /// Batteries left out of a called mission (S-110).
    pub spared: Vec<Id>,
    /// Impact location.
    pub aim: Option<Cell>,
    /// Smoke, or HE.
    pub smoke: Option<bool>,
    /// Sheaf: `Some(None)` is a closed one.
    pub sheaf: Option<Option<Compass>>,
    /// Turn of arrival, if later than the earliest.
    pub arrival: Option<u8>,
    /// Duration, if more than one turn.
    pub duration: Option<u8>,
}

/// The next blank of the record to fill in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Blank {
    Kind,
    Battery,
    Group,
    Aim,
    Ammunition,
    Sheaf,
    Terms,
}

impl Plan {
    pub(super) const fn by(observer: Id) -> Self {
        Self {
            observer,
            kind: None,
            target: 0,
            polar: false,
            batteries: Vec::new(),
            grouped: false,
            spared: Vec::new(),
            aim: None,
            smoke: None,
            sheaf: None,
            arrival: None,
            duration: None,
        }
    }

    /// Whether only arrival and duration are still open.
    pub(super) fn is_at_terms(&self) -> bool {
        self.blank() == Blank::Terms
    }

    pub(super) fn blank(&self) -> Blank {
        match self.kind {
            None => Blank::Kind,
            Some(Kind::PreRegistered) => Blank::Terms,
            _ if self.batteries.is_empty() => Blank::Battery,
            _ if !self.grouped => Blank::Group,
            _ if self.aim.is_none() => Blank::Aim,
            _ if self.smoke.is_none() => Blank::Ammunition,
            _ if self.sheaf.is_none() => Blank::Sheaf,
            _ => Blank::Terms,
        }
    }
}

pub(super) fn plan_choices(game: &Position, side: Side, plan: &Plan) -> Vec<Choice> {
    let direction = game.fire_direction(side);
    let mut choices = Vec::new();
    match plan.blank() {
        Blank::Kind => {
            if direction.plottable(Kind::Support).next().is_some() {
                choices.push(Choice::Support);
                choices.extend(game.record.adjustable(side).map(Choice::Adjust));
                if polar::may_plot_polar(&game.battle) {
                    choices.push(Choice::Polar);
                    choices.extend(game.record.adjustable(side).map(Choice::PolarAdjust));
                }
            }
            let calls =
                game.record.targets(side).filter(|&target| plot::may_call(game, plan.observer, target));
            choices.extend(calls.map(Choice::Call));
        }
        Blank::Battery => {
            let kind = plan.kind.unwrap_or(Kind::Support);
            let batteries = direction.plottable(kind);
            choices.extend(batteries.map(|(id, gun)| Choice::Battery(game.battle.tag(id), gun)));
        }
        Blank::Group => {
            choices.push(Choice::Done);
            choices.extend(direction.joiners(plan).map(|(id, _)| Choice::Add(game.battle.tag(id))));
        }
        Blank::Aim => {
            if plan.kind == Some(Kind::Direct) {
                choices.extend(
                    batteries::squares_to_lay(
                        &game.field,
                        &game.forces,
                        &game.now,
                        &game.command,
                        &plan.batteries,
                    )
                    .into_iter()
                    .map(Choice::At),
                );
            } else {
                let open = |&cell: &Cell| may_plot_at(game, plan, cell);
                choices.extend(game.battle.grid.cells().filter(open).map(Choice::At));
            }
        }
        Blank::Ammunition => choices.extend([Choice::Explosive, Choice::Smoke]),
        Blank::Sheaf => {
            if !has_rockets(&game.battle, &plan.batteries) {
                choices.push(Choice::Closed);
            }
            let winds = Compass::ALL.into_iter().filter(|&wind| may_open(game, plan, wind));
            choices.extend(winds.map(Choice::Open));
        }
        Blank::Terms => choices.extend(direction.terms(plan)),
    }
    choices.push(Choice::Cancel);
    choices
}

/// Whether a square may be a plan's impact location.
#[apply(rule, "7.6.2.1" if plan.kind == Some(Kind::Support))]
pub(super) fn may_plot_at(game: &Position, plan: &Plan, cell: Cell) -> bool {
    if plan.kind == Some(Kind::Direct) {
        return plan.batteries.iter().all(|&(id, gun)| {
            batteries::may_lay(&game.field, &game.forces, &game.now, &game.command, id, gun, cell)
        });
    }
    let near = || {
        let side = game.battle.side(plan.observer);
        // Counted along each axis, as in the rulebook's example 4: 4 west and 1 north (S-24).
        let apart = |aim: Cell| (aim.x - cell.x).abs().max((aim.y - cell.y).abs());
        game.record.registered(side, plan.target).any(|line| apart(line.aim) <= ADJUSTMENT)
    };
    (plan.kind != Some(Kind::Adjusted) || near())
        && (!plan.polar || polar::is_polar(&game.forces, plan, cell))
        && plan.batteries.iter().all(|&(id, gun)| missions::reaches(&game.forces, id, gun, cell))
        && plot::sees_square(&game.field, &game.forces, &game.now, &game.arrivals, plan.observer, cell)
}

fn may_open(game: &Position, plan: &Plan, wind: Compass) -> bool {
    let Some(aim) = plan.aim else { return false };
    let sheaf = missions::group_sheaf(&game.battle, &plan.batteries, aim, Some(wind));
    if !sheaf.iter().all(|&(_, _, cell)| game.battle.grid.contains(cell)) {
        return false;
    }
    if plan.kind == Some(Kind::Direct) {
        return laying::may_lay_sheaf(game, &plan.batteries, &sheaf);
    }
    let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
    sheaf.iter().all(|&(id, gun, cell)| missions::reaches(&game.forces, id, gun, cell))
        && observers::sees_sheaf(
            &game.field,
            &game.forces,
            &game.now,
            &game.arrivals,
            plan.observer,
            &cells,
            plan.batteries.len() > 1,
        )
}

/// Whether the batteries fire rockets. A group does not mix rockets and guns, because they deviate by
/// different dice (S-23).
pub fn has_rockets(battle: &Battle, batteries: &[(Id, u8)]) -> bool {
    batteries.iter().any(|&(id, gun)| {
        battle.unit(id).guns.get(usize::from(gun)).is_some_and(|(_, usage)| *usage == GunUse::Rocket)
    })
}
