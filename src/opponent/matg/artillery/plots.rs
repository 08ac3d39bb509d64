//! Plotted fire: at enemies likely to stay and on the routes of those that approach, away from friendly
//! stands now and later.

use std::cell::LazyCell;
use std::ops::Deref;

use crate::board::{self, Cell, Compass};
use crate::rules::matg::artillery::missions::{Kind, Mission, Stage};
use crate::rules::matg::artillery::plan::Plan;
use crate::rules::matg::artillery::plot::Plotting;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Frame, PlotPhase};

use super::approach::Outlook;
use super::strike;
use crate::opponent::matg::fire::air;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::weights::Weights;
use crate::rules::matg::air::plan as air_plan;
use crate::rules::matg::artillery::{missions, observers, plan, plot, shells};
use crate::rules::matg::sight::spotting;

/// No friendly stand may be this near to a square of the sheaf, because fire may deviate.
const CLEARANCE: u16 = 2;

/// The number of impact locations weighed.
const AIMS: usize = 40;

/// The next choice of the plot phase, if there is one to recommend.
pub fn plot_choice(weights: &Weights, p: &Position, choices: &[Choice]) -> Option<Choice> {
    let Frame::Plot(PlotPhase { turns: Alternation { side, .. }, draft }) = p.now.stack.last()? else {
        return None;
    };
    let field = Field::new(p, *side, weights);
    match draft {
        None => open(&field, choices),
        Some(Plotting::Transfer(_)) => Some(Choice::Cancel),
        Some(Plotting::Air(plane)) => Some(air::aim(&field, usize::from(*plane), choices)),
        Some(Plotting::Plan(plan)) => fill_in(&field, plan, choices),
    }
}

/// Corrects fire that deviated, terminates fire that endangers friendly stands, then plots where it pays.
fn open(field: &Field<'_>, choices: &[Choice]) -> Option<Choice> {
    let p = field.p;
    if choices == [Choice::Pass] {
        return Some(Choice::Pass);
    }
    let (soon, later) = (LazyCell::new(|| Outlook::new(field, 1)), LazyCell::new(|| support_outlook(field)));
    for choice in choices {
        let wanted = match *choice {
            Choice::Correct(_) => true,
            Choice::AirPlot(plane) => {
                air::aim(field, usize::from(plane), &bombing_aims(p, field.side)) != Choice::Cancel
            }
            Choice::Terminate(number) => p.record.mission(field.side, number).is_some_and(|mission| {
                let cells = if mission.stage == Stage::Falling {
                    shells::impacts_of(&p.battle, &p.record, field.side, number)
                        .map(|impact| impact.cell)
                        .collect()
                } else {
                    squares(p, mission)
                };
                let at_arrival = if mission.arrival <= p.now.number + 1 { &*soon } else { &*later };
                !is_clear(field, &cells, 1) || falls_on_nothing(at_arrival, mission, &cells)
            }),
            Choice::Plot(tag) => p.battle.find(tag).is_some_and(|id| {
                best_call(field, &soon, id).is_some() || best_battery(field, &later, id).is_some()
            }),
            _ => false,
        };
        if wanted {
            return Some(*choice);
        }
    }
    Some(Choice::Pass)
}

fn fill_in(field: &Field<'_>, plan: &Plan, choices: &[Choice]) -> Option<Choice> {
    let observer = plan.observer;
    let later = LazyCell::new(|| support_outlook(field));
    let wanted = match plan.kind {
        None => match best_call(field, &LazyCell::new(|| Outlook::new(field, 1)), observer) {
            Some(target) => Choice::Call(target),
            None => Choice::Support,
        },
        Some(Kind::PreRegistered) => Choice::Done,
        Some(_) => {
            let Some(&(id, gun)) = plan.batteries.first() else {
                let (id, gun) = best_battery(field, &later, observer)?;
                return Some(Choice::Battery(field.p.battle.tag(id), gun));
            };
            match plan.aim {
                _ if !plan.grouped => Choice::Done,
                None => Choice::At(best_aim(field, &later, observer, id, gun)?),
                Some(_) if plan.smoke.is_none() => Choice::Explosive,
                Some(aim) if plan.sheaf.is_none() => {
                    best_sheaf(field, &later, observer, id, gun, aim)?.0.map_or(Choice::Closed, Choice::Open)
                }
                Some(_) => Choice::Done,
            }
        }
    };
    Some(if choices.contains(&wanted) { wanted } else { Choice::Cancel })
}

/// The options of the plot phase, each with the expected gain of its shells; none if they are not weighed.
pub fn weighed(field: &Field<'_>, draft: Option<&Plotting>, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let (soon, later) = (LazyCell::new(|| Outlook::new(field, 1)), LazyCell::new(|| support_outlook(field)));
    match draft {
        None => {
            let plot = |choice: &Choice| {
                let Choice::Plot(tag) = *choice else { return None };
                Some((*choice, best_plot(field, &soon, &later, field.p.battle.find(tag)?)))
            };
            choices.iter().filter_map(plot).collect()
        }
        Some(Plotting::Plan(Plan { kind: None, observer, .. })) => {
            let calls = calls(field, &soon, *observer).into_iter();
            calls.map(|(gain, target)| (Choice::Call(target), gain)).collect()
        }
        Some(Plotting::Plan(Plan {
            kind: Some(Kind::Support), observer, batteries: chosen, aim, ..
        })) => match (chosen.first(), aim) {
            (None, _) => {
                let batteries = batteries(field, &later, *observer).into_iter();
                batteries
                    .map(|(gain, (id, gun))| (Choice::Battery(field.p.battle.tag(id), gun), gain))
                    .collect()
            }
            (Some(&(id, gun)), None) => {
                let aims = aims(field, &later, *observer, id, gun).into_iter();
                aims.map(|(at, gain)| (Choice::At(at), gain)).collect()
            }
            (Some(&(id, gun)), Some(aim)) => {
                let sheafs = sheafs(field, &later, *observer, id, gun, *aim).into_iter();
                sheafs.map(|(toward, gain)| (toward.map_or(Choice::Closed, Choice::Open), gain)).collect()
            }
        },
        Some(Plotting::Air(plane)) => air::aims(field, usize::from(*plane), choices),
        Some(_) => Vec::new(),
    }
}

/// The field when a support mission arrives.
fn support_outlook(field: &Field<'_>) -> Outlook {
    let p = field.p;
    Outlook::new(
        field,
        plot::earliest(&p.battle, &p.now, field.side, Kind::Support).saturating_sub(p.now.number),
    )
}

fn squares(p: &Position, mission: &Mission) -> Vec<Cell> {
    missions::plotted_cells(&p.battle, mission).into_iter().map(|(_, _, cell)| cell).collect()
}

/// Whether HE falls, or is to fall, where no enemy is or is likely to come: its batteries are free for other targets
/// once it is terminated. The outlook is for its arrival.
fn falls_on_nothing(outlook: &Outlook, mission: &Mission, cells: &[Cell]) -> bool {
    let near = |at: Cell| cells.iter().any(|&cell| board::within(cell, at, 1));
    let he = !mission.smoke && !mission.corrected && mission.kind == Kind::Support;
    he && !outlook.places.iter().any(|&(_, at, _)| near(at))
}

fn is_clear(field: &Field<'_>, cells: &[Cell], inches: u16) -> bool {
    !field.friends.iter().any(|&(_, at)| cells.iter().any(|&cell| board::within(cell, at, inches)))
}

/// Whether a battery is free of missions; it gets no second one.
pub fn is_idle(field: &Field<'_>, id: Id) -> bool {
    !field.p.record.missions_of(field.side).any(|m| m.stage == Stage::Planned && m.has(id))
}

/// The expected gain of shells on these squares when they arrive.
fn promise(field: &Field<'_>, outlook: &Outlook, id: Id, gun: u8, cells: &[Cell]) -> f64 {
    let mut gain = 0.0;
    for &(target, at, chance) in &outlook.places {
        let shells = cells.iter().filter(|&&cell| cell == at).count() as u32;
        if shells > 0 {
            gain += strike(field, id, gun, target, shells) * chance;
        }
    }
    gain
}

/// The pre-registered mission with the most expected hits. The prediction is made only if there is one to
/// call.
fn best_call(field: &Field<'_>, outlook: &impl Deref<Target = Outlook>, observer: Id) -> Option<u8> {
    let best = calls(field, outlook, observer).into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(gain, _)| *gain > field.weights.plot).map(|(_, target)| target)
}

/// The pre-registered missions that an observer could call, with their expected gains.
fn calls(field: &Field<'_>, outlook: &impl Deref<Target = Outlook>, observer: Id) -> Vec<(f64, u8)> {
    let p = field.p;
    let targets = 1..=p.record.targets[field.side.index()].len() as u8;
    let worth = |target: u8| -> f64 {
        let lines = p.record.registered(field.side, target);
        lines
            .map(|line| match line.lead() {
                Some(piece)
                    if outlook.is_clear(field, &squares(p, line), CLEARANCE) && is_idle(field, piece.id) =>
                {
                    promise(field, outlook, piece.id, piece.gun, &squares(p, line))
                }
                _ => f64::NEG_INFINITY,
            })
            .sum()
    };
    let callable = targets.filter(|&target| plot::may_call(p, observer, target));
    callable.map(|target| (worth(target), target)).collect()
}

fn best_battery(field: &Field<'_>, outlook: &impl Deref<Target = Outlook>, observer: Id) -> Option<(Id, u8)> {
    let rated =
        batteries(field, outlook, observer).into_iter().filter(|(gain, _)| *gain > field.weights.plot);
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, battery)| battery)
}

/// What the best plot of an observer is expected to gain.
fn best_plot(
    field: &Field<'_>,
    soon: &impl Deref<Target = Outlook>,
    later: &impl Deref<Target = Outlook>,
    observer: Id,
) -> f64 {
    let calls = calls(field, soon, observer).into_iter().map(|(gain, _)| gain);
    let batteries = batteries(field, later, observer).into_iter().map(|(gain, _)| gain);
    calls.chain(batteries).fold(0.0, f64::max)
}

/// The free batteries, with what each is expected to gain on its best aim.
fn batteries(
    field: &Field<'_>,
    outlook: &impl Deref<Target = Outlook>,
    observer: Id,
) -> Vec<(f64, (Id, u8))> {
    let batteries = plot::plottable(
        &field.p.forces,
        &field.p.now,
        &field.p.command,
        &field.p.record,
        field.side,
        Kind::Support,
    )
    .filter(|&(id, ..)| is_idle(field, id));
    let gain = |id: Id, gun: u8| {
        aims(field, outlook, observer, id, gun).into_iter().map(|(_, gain)| gain).max_by(f64::total_cmp)
    };
    batteries.filter_map(|(id, gun, _)| Some((gain(id, gun)?, (id, gun)))).collect()
}

/// The most promising impact location, for where enemies are or will be.
fn best_aim(field: &Field<'_>, outlook: &Outlook, observer: Id, id: Id, gun: u8) -> Option<Cell> {
    let rated = aims(field, outlook, observer, id, gun).into_iter();
    rated.filter(|(_, gain)| *gain > field.weights.plot).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
}

/// The impact locations that the observer sees, with what the best sheaf on each is expected to gain.
fn aims(field: &Field<'_>, outlook: &Outlook, observer: Id, id: Id, gun: u8) -> Vec<(Cell, f64)> {
    let p = field.p;
    let aims = outlook.likeliest(field, AIMS).into_iter();
    let open = aims.filter(|&at| {
        missions::reaches(&p.forces, id, gun, at)
            && spotting::sees_cell(&p.field, &p.forces, &p.now, &p.arrivals, observer, at)
    });
    open.filter_map(|at| Some((at, best_sheaf(field, outlook, observer, id, gun, at)?.1))).collect()
}

fn best_sheaf(
    field: &Field<'_>,
    outlook: &Outlook,
    observer: Id,
    id: Id,
    gun: u8,
    aim: Cell,
) -> Option<(Option<Compass>, f64)> {
    let rated = sheafs(field, outlook, observer, id, gun, aim).into_iter();
    rated.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// The sheafs on an impact location that endanger no friendly stand, with their expected gains.
fn sheafs(
    field: &Field<'_>,
    outlook: &Outlook,
    observer: Id,
    id: Id,
    gun: u8,
    aim: Cell,
) -> Vec<(Option<Compass>, f64)> {
    let p = field.p;
    let closed = (!plan::has_rockets(&p.battle, &[(id, gun)])).then_some(None);
    let all = closed.into_iter().chain(Compass::ALL.map(Some));
    let rated = all.filter_map(|toward| {
        let sheaf = missions::group_sheaf(&p.battle, &[(id, gun)], aim, toward);
        let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
        let legal = cells
            .iter()
            .all(|&cell| p.battle.grid.contains(cell) && missions::reaches(&p.forces, id, gun, cell))
            && observers::sees_sheaf(&p.field, &p.forces, &p.now, &p.arrivals, observer, &cells, false);
        let safe = legal && outlook.is_clear(field, &cells, CLEARANCE);
        safe.then(|| (toward, promise(field, outlook, id, gun, &cells)))
    });
    rated.collect()
}

/// The squares that a side's air support team might bomb.
pub fn bombing_aims(p: &Position, side: crate::game::Side) -> Vec<Choice> {
    air_plan::air_aims(p, side).into_iter().map(Choice::At).collect()
}
