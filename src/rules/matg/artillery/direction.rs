//! 7.6.3: fire direction: the missions that a side's observers and batteries can be given now.

use super::missions::{Kind, Mission, Piece, Stage};
use super::plan::{Blank, Plan, has_rockets};
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{missions, plot, polar};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::unreachable_choice;

/// What a side plots by: its batteries, its headquarters and its record as they are now.
#[derive(Copy, Clone)]
pub(super) struct FireDirection<'a> {
    forces: &'a Forces,
    now: &'a Turn,
    command: &'a Command,
    record: &'a Record,
    side: Side,
}

impl Position {
    /// The fire direction of a side.
    pub(super) fn fire_direction(&self, side: Side) -> FireDirection<'_> {
        let Self { forces, now, command, record, .. } = self;
        FireDirection { forces, now, command, record, side }
    }
}

impl FireDirection<'_> {
    /// The batteries that may be given an indirect mission, each with its weapon (7.6).
    pub fn plottable(self, kind: Kind) -> impl Iterator<Item = (Id, u8)> {
        let Self { forces, now, command, record, side } = self;
        plot::plottable(forces, now, command, record, side, kind).map(|(id, gun, _)| (id, gun))
    }

    /// The batteries on the board that may plot direct fire for the next turn (7.5.2).
    #[apply(rule, "7.5.2", "7.7.1")]
    pub fn layable(self) -> impl Iterator<Item = (Id, u8)> {
        let Self { forces, command, record, .. } = self;
        let next = self.now.number + 1;
        let free = move |&(id, _): &(Id, _)| missions::may_be_plotted(forces, command, id);
        forces.on_board(self.side).filter(free).flat_map(move |(id, _)| {
            let guns = forces.unit(id).guns.iter().enumerate();
            guns.filter(move |(gun, (_, usage))| {
                matches!(usage, GunUse::Artillery | GunUse::Rocket)
                    && next <= forces.battle.turns
                    && missions::is_open(forces, record, id, *gun as u8, next)
            })
            .map(move |(gun, _)| (id, gun as u8))
        })
    }

    /// The batteries that may join the group of a plan.
    pub fn joiners(self, plan: &Plan) -> impl Iterator<Item = (Id, u8)> {
        let forces = self.forces;
        let kind = plan.kind.unwrap_or(Kind::Support);
        let rockets = has_rockets(&forces.battle, &plan.batteries);
        let all: Vec<(Id, u8)> = match kind {
            Kind::Direct => self.layable().collect(),
            _ => self.plottable(kind).collect(),
        };
        let mut taken: Vec<Id> = plan.batteries.iter().map(|&(id, _)| id).collect();
        all.into_iter().filter(move |&(id, gun)| {
            let joins = !taken.contains(&id)
                && plan.batteries.iter().any(|&(member, _)| missions::may_group(forces, member, id))
                && has_rockets(&forces.battle, &[(id, gun)]) == rockets
                && self.arrivals(plan).any(|turn| missions::is_open(forces, self.record, id, gun, turn));
            if joins {
                taken.push(id);
            }
            joins
        })
    }

    /// The turns in which a plan may arrive.
    fn arrivals(self, plan: &Plan) -> impl Iterator<Item = u8> {
        let Self { forces, now, record, side, .. } = self;
        let kind = plan.kind.unwrap_or(Kind::Support);
        (plot::earliest(&forces.battle, now, side, kind)..=forces.battle.turns).filter(move |&turn| {
            if kind == Kind::PreRegistered {
                record.registered(side, plan.target).any(|line| self.called(plan, line, turn).is_some())
            } else {
                plan.batteries.iter().all(|&(id, gun)| missions::is_open(forces, record, id, gun, turn))
            }
        })
    }

    /// The turn in which a plan arrives as filled in so far.
    fn arrival(self, plan: &Plan) -> u8 {
        plan.arrival.or_else(|| self.arrivals(plan).next()).unwrap_or(self.now.number)
    }

    /// The missions that a plan makes as filled in so far, of a called mission each of its lines; none if a field is
    /// missing.
    pub fn missions(self, plan: &Plan) -> Vec<Mission> {
        if plan.kind != Some(Kind::PreRegistered) {
            return self.mission(plan).into_iter().collect();
        }
        let turn = self.arrival(plan);
        let lines = self.record.registered(self.side, plan.target);
        lines.filter_map(|line| self.called(plan, line, turn)).collect()
    }

    /// The mission of a plan that calls no pre-registered one.
    fn mission(self, plan: &Plan) -> Option<Mission> {
        let piece = |&(id, gun): &(Id, u8)| Piece { id, gun, place: self.forces.stand(id).place };
        Some(Mission {
            target: plan.target,
            plotted: self.now.number,
            observer: Some(plan.observer),
            arrival: self.arrival(plan),
            duration: plan.duration.unwrap_or(1),
            toward: plan.sheaf.unwrap_or(None),
            smoke: plan.smoke.unwrap_or(false),
            polar: spotting::eye(self.forces, plan.observer).filter(|_| plan.polar),
            ..Mission::planned(self.side, plan.kind?, plan.batteries.iter().map(piece).collect(), plan.aim?)
        })
    }

    /// A pre-registered line as called for a turn: with its batteries that are free and not left out, smoke
    /// only from those that have it (7.4.7.2, 7.6.2.2, S-110).
    #[apply(rule, "7.6.2.2", "7.4.7.2")]
    fn called(self, plan: &Plan, line: &Mission, turn: u8) -> Option<Mission> {
        let free = |piece: &&Piece| !plan.spared.contains(&piece.id) && self.answers_call(line, piece, turn);
        let batteries: Vec<Piece> = line.batteries.iter().filter(free).copied().collect();
        (!batteries.is_empty()).then(|| Mission {
            observer: Some(plan.observer),
            plotted: self.now.number,
            batteries,
            arrival: turn,
            duration: plan.duration.unwrap_or(1),
            stage: Stage::Planned,
            ..line.clone()
        })
    }

    /// Whether a battery of a pre-registered line can fire it in a turn.
    fn answers_call(self, line: &Mission, piece: &Piece, turn: u8) -> bool {
        let Self { forces, command, record, .. } = self;
        missions::may_be_plotted(forces, command, piece.id)
            && missions::is_open(forces, record, piece.id, piece.gun, turn)
            && (!line.smoke || missions::smoke_left(forces, record, piece.id, piece.gun) > 0)
    }

    /// Whether some battery of a pre-registered line can fire it in a turn to come.
    pub fn answers(self, line: &Mission) -> bool {
        (self.now.number + 1..=self.forces.battle.turns)
            .any(|turn| line.batteries.iter().any(|piece| self.answers_call(line, piece, turn)))
    }

    /// The options on batteries left out and later arrival, then duration, then done.
    pub fn terms(self, plan: &Plan) -> Vec<Choice> {
        let Self { forces, record, .. } = self;
        let mut choices = vec![Choice::Done];
        if plan.duration.is_some() {
            return choices;
        }
        let arrival = self.arrival(plan);
        let batteries: Vec<Piece> = self.missions(plan).into_iter().flat_map(|line| line.batteries).collect();
        let most = batteries.iter().map(|p| missions::longest(forces, record, p.id, p.gun, arrival)).min();
        choices.extend((2..=most.unwrap_or(1)).map(Choice::Last));
        if plan.arrival.is_none() {
            choices.extend(self.arrivals(plan).filter(|&turn| turn != arrival).map(Choice::Arrive));
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
    pub fn fill_in(self, plan: &mut Plan, choice: &Choice) -> bool {
        let battle = &self.forces.battle;
        match (*choice, plan.blank()) {
            (Choice::Support, _) => plan.kind = Some(Kind::Support),
            (Choice::Polar, _) => (plan.kind, plan.polar) = (Some(Kind::Support), true),
            (Choice::PolarAdjust(target), _) => {
                (plan.kind, plan.target, plan.polar) = (Some(Kind::Adjusted), target, true);
            }
            (Choice::Adjust(target), _) => (plan.kind, plan.target) = (Some(Kind::Adjusted), target),
            (Choice::Call(target), _) => (plan.kind, plan.target) = (Some(Kind::PreRegistered), target),
            (Choice::Battery(tag, gun), _) => plan.batteries.push((battle.named(tag), gun)),
            (Choice::Add(tag), _) => {
                let id = battle.named(tag);
                let joiner = self.joiners(plan).find(|&(joiner, _)| joiner == id);
                plan.batteries.extend(joiner);
            }
            (Choice::Done, Blank::Group) => plan.grouped = true,
            (Choice::At(cell), _) => plan.aim = Some(cell),
            (Choice::Explosive, _) => plan.smoke = Some(false),
            (Choice::Smoke, _) => plan.smoke = Some(true),
            (Choice::Closed, _) => plan.sheaf = Some(None),
            (Choice::Open(wind), _) => plan.sheaf = Some(Some(wind)),
            (Choice::Arrive(turn), _) => plan.arrival = Some(turn),
            (Choice::Without(tag), Blank::Terms) => plan.spared.push(battle.named(tag)),
            (Choice::Last(turns), _) => plan.duration = Some(turns),
            (Choice::Done, Blank::Terms) => return true,
            _ => unreachable_choice(choice),
        }
        // Direct fire is plotted for the next turn only (7.5.2).
        plan.kind == Some(Kind::Direct) && self.forced(plan).blank() == Blank::Terms
    }

    /// The plan after a choice; `None` if it is given up.
    pub fn after(self, plan: &Plan, choice: &Choice) -> Option<Plan> {
        let mut plan = plan.clone();
        match *choice {
            Choice::Cancel | Choice::Plot(_) => return None,
            Choice::Done => {}
            _ => {
                self.fill_in(&mut plan, choice);
            }
        }
        Some(plan)
    }

    /// The plan with every field filled in that has only one option.
    pub fn forced(self, plan: &Plan) -> Plan {
        let Self { forces, record, side, .. } = self;
        let mut plan = plan.clone();
        if plan.kind.is_none()
            && record.targets(side).next().is_none()
            && !polar::may_plot_polar(&forces.battle)
        {
            plan.kind = Some(Kind::Support);
        }
        if plan.blank() == Blank::Group && self.joiners(&plan).next().is_none() {
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
}
