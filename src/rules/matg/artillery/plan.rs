//! 7.6.3: a line of the Artillery Fire Mission Record, filled in field by field.

use super::missions::{Kind, Mission, Piece, Stage};
use crate::board::{Cell, Compass};
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{batteries, laying, missions, observers, plot, polar};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::{Battle, GunUse};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::unreachable_choice;

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
    let mut choices = Vec::new();
    match plan.blank() {
        Blank::Kind => {
            if plot::plottable(&game.forces, &game.now, &game.command, &game.record, side, Kind::Support)
                .next()
                .is_some()
            {
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
            let batteries = plot::plottable(&game.forces, &game.now, &game.command, &game.record, side, kind);
            choices.extend(batteries.map(|(id, gun, _)| Choice::Battery(game.battle.tag(id), gun)));
        }
        Blank::Group => {
            choices.push(Choice::Done);
            choices.extend(
                plan_joiners(&game.forces, &game.now, &game.command, &game.record, side, plan)
                    .map(|(id, _)| Choice::Add(game.battle.tag(id))),
            );
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
        Blank::Terms => {
            choices.extend(terms(&game.forces, &game.now, &game.command, &game.record, side, plan))
        }
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

pub(super) fn plan_joiners<'a>(
    forces: &'a Forces,
    now: &'a Turn,
    command: &'a Command,
    record: &'a Record,
    side: Side,
    plan: &'a Plan,
) -> impl Iterator<Item = (Id, u8)> + 'a {
    let kind = plan.kind.unwrap_or(Kind::Support);
    let rockets = has_rockets(&forces.battle, &plan.batteries);
    let all: Vec<(Id, u8)> = match kind {
        Kind::Direct => plot::layable(forces, now, command, record, side).collect(),
        _ => {
            plot::plottable(forces, now, command, record, side, kind).map(|(id, gun, _)| (id, gun)).collect()
        }
    };
    let mut taken: Vec<Id> = plan.batteries.iter().map(|&(id, _)| id).collect();
    all.into_iter().filter(move |&(id, gun)| {
        let joins = !taken.contains(&id)
            && plan.batteries.iter().any(|&(member, _)| missions::may_group(forces, member, id))
            && has_rockets(&forces.battle, &[(id, gun)]) == rockets
            && common_turn(forces, now, command, record, side, plan, Some((id, gun))).is_some();
        if joins {
            taken.push(id);
        }
        joins
    })
}

/// The first turn in which all batteries of a plan are free.
fn common_turn(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
    more: Option<(Id, u8)>,
) -> Option<u8> {
    arrivals(forces, now, command, record, side, plan)
        .find(|&t| more.is_none_or(|(id, gun)| missions::is_open(forces, record, id, gun, t)))
}

/// The turns in which a plan may arrive.
fn arrivals<'a>(
    forces: &'a Forces,
    now: &'a Turn,
    command: &'a Command,
    record: &'a Record,
    side: Side,
    plan: &'a Plan,
) -> impl Iterator<Item = u8> + 'a {
    let kind = plan.kind.unwrap_or(Kind::Support);
    (plot::earliest(&forces.battle, now, side, kind)..=forces.battle.turns).filter(move |&turn| {
        if kind == Kind::PreRegistered {
            record
                .registered(side, plan.target)
                .any(|line| called(forces, now, command, record, plan, line, turn).is_some())
        } else {
            plan.batteries.iter().all(|&(id, gun)| missions::is_open(forces, record, id, gun, turn))
        }
    })
}

/// The turn in which a plan arrives as filled in so far.
pub(super) fn arrival(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
) -> u8 {
    plan.arrival.or_else(|| arrivals(forces, now, command, record, side, plan).next()).unwrap_or(now.number)
}

/// The pre-registered lines that a plan calls, as missions for a turn.
pub(super) fn lines<'a>(
    forces: &'a Forces,
    now: &'a Turn,
    command: &'a Command,
    record: &'a Record,
    side: Side,
    plan: &'a Plan,
    turn: u8,
) -> Vec<Mission> {
    if plan.kind != Some(Kind::PreRegistered) {
        return self::line(forces, now, command, record, side, plan).into_iter().collect();
    }
    record
        .registered(side, plan.target)
        .filter_map(|line| called(forces, now, command, record, plan, line, turn))
        .collect()
}

/// A pre-registered line as called for a turn: with its batteries that are free and not left out, smoke
/// only from those that have it (7.4.7.2, 7.6.2.2, S-110).
#[apply(rule, "7.6.2.2", "7.4.7.2")]
fn called(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    plan: &Plan,
    line: &Mission,
    turn: u8,
) -> Option<Mission> {
    let free = |piece: &&Piece| {
        !plan.spared.contains(&piece.id) && answers_call(forces, command, record, line, piece, turn)
    };
    let batteries: Vec<Piece> = line.batteries.iter().filter(free).copied().collect();
    (!batteries.is_empty()).then(|| Mission {
        observer: Some(plan.observer),
        plotted: now.number,
        batteries,
        arrival: turn,
        duration: plan.duration.unwrap_or(1),
        stage: Stage::Planned,
        ..line.clone()
    })
}

/// Whether a battery of a pre-registered line can fire it in a turn.
pub(super) fn answers_call(
    forces: &Forces,
    command: &Command,
    record: &Record,
    line: &Mission,
    piece: &Piece,
    turn: u8,
) -> bool {
    missions::may_be_plotted(forces, command, piece.id)
        && missions::is_open(forces, record, piece.id, piece.gun, turn)
        && (!line.smoke || missions::smoke_left(forces, record, piece.id, piece.gun) > 0)
}

/// The missions that a plan makes as filled in so far; none if a field is missing.
pub fn planned_missions(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
) -> Vec<Mission> {
    lines(forces, now, command, record, side, plan, arrival(forces, now, command, record, side, plan))
}

pub(super) fn line(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
) -> Option<Mission> {
    let piece = |&(id, gun): &(Id, u8)| Piece { id, gun, place: forces.stand(id).place };
    Some(Mission {
        target: plan.target,
        plotted: now.number,
        observer: Some(plan.observer),
        arrival: self::arrival(forces, now, command, record, side, plan),
        duration: plan.duration.unwrap_or(1),
        toward: plan.sheaf.unwrap_or(None),
        smoke: plan.smoke.unwrap_or(false),
        polar: spotting::eye(forces, plan.observer).filter(|_| plan.polar),
        ..Mission::planned(side, plan.kind?, plan.batteries.iter().map(piece).collect(), plan.aim?)
    })
}

/// The options on batteries left out and later arrival, then duration, then done.
pub(super) fn terms(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
) -> Vec<Choice> {
    let mut choices = vec![Choice::Done];
    if plan.duration.is_some() {
        return choices;
    }
    let arrival = self::arrival(forces, now, command, record, side, plan);
    let lines = self::lines(forces, now, command, record, side, plan, arrival);
    let batteries: Vec<Piece> = lines.into_iter().flat_map(|line| line.batteries).collect();
    let most =
        batteries.iter().map(|p| missions::longest(forces, record, p.id, p.gun, arrival)).min().unwrap_or(1);
    choices.extend((2..=most).map(Choice::Last));
    if plan.arrival.is_none() {
        choices.extend(
            arrivals(forces, now, command, record, side, plan)
                .filter(|&turn| turn != arrival)
                .map(Choice::Arrive),
        );
        let mut called: Vec<Id> = batteries.iter().map(|piece| piece.id).collect();
        called.sort_unstable();
        called.dedup();
        if plan.kind == Some(Kind::PreRegistered) && called.len() > 1 {
            choices.extend(called.into_iter().map(|id| Choice::Without(forces.tag(id))));
        }
    }
    choices
}

/// Fills in a field; returns whether the line is complete.
pub(super) fn fill_in(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &mut Plan,
    choice: &Choice,
) -> bool {
    match (*choice, plan.blank()) {
        (Choice::Support, _) => plan.kind = Some(Kind::Support),
        (Choice::Polar, _) => (plan.kind, plan.polar) = (Some(Kind::Support), true),
        (Choice::PolarAdjust(target), _) => {
            (plan.kind, plan.target, plan.polar) = (Some(Kind::Adjusted), target, true);
        }
        (Choice::Adjust(target), _) => (plan.kind, plan.target) = (Some(Kind::Adjusted), target),
        (Choice::Call(target), _) => (plan.kind, plan.target) = (Some(Kind::PreRegistered), target),
        (Choice::Battery(tag, gun), _) => plan.batteries.push((forces.battle.named(tag), gun)),
        (Choice::Add(tag), _) => {
            let id = forces.battle.named(tag);
            let joiner =
                plan_joiners(forces, now, command, record, side, plan).find(|&(joiner, _)| joiner == id);
            plan.batteries.extend(joiner);
        }
        (Choice::Done, Blank::Group) => plan.grouped = true,
        (Choice::At(cell), _) => plan.aim = Some(cell),
        (Choice::Explosive, _) => plan.smoke = Some(false),
        (Choice::Smoke, _) => plan.smoke = Some(true),
        (Choice::Closed, _) => plan.sheaf = Some(None),
        (Choice::Open(wind), _) => plan.sheaf = Some(Some(wind)),
        (Choice::Arrive(turn), _) => plan.arrival = Some(turn),
        (Choice::Without(tag), Blank::Terms) => plan.spared.push(forces.battle.named(tag)),
        (Choice::Last(turns), _) => plan.duration = Some(turns),
        (Choice::Done, Blank::Terms) => return true,
        _ => unreachable_choice(choice),
    }
    // Direct fire is plotted for the next turn only (7.5.2).
    plan.kind == Some(Kind::Direct)
        && forced(forces, now, command, record, side, plan).blank() == Blank::Terms
}

/// The plan with every field filled in that has only one option.
pub(super) fn forced(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    plan: &Plan,
) -> Plan {
    let mut plan = plan.clone();
    if plan.kind.is_none() && record.targets(side).next().is_none() && !polar::may_plot_polar(&forces.battle)
    {
        plan.kind = Some(Kind::Support);
    }
    if plan.blank() == Blank::Group
        && plan_joiners(forces, now, command, record, side, &plan).next().is_none()
    {
        plan.grouped = true;
    }
    let smoke = |&(id, gun): &(Id, u8)| missions::smoke_left(forces, record, id, gun) > 0;
    if plan.blank() == Blank::Ammunition && !plan.batteries.iter().all(smoke) {
        plan.smoke = Some(false);
    }
    let sections = || plan.batteries.iter().map(|&(id, _)| forces.unit(id).sections()).sum::<u8>();
    if plan.blank() == Blank::Sheaf && sections() == 1 {
        plan.sheaf = Some(None);
    }
    plan
}
