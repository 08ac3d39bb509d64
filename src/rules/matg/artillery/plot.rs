//! 4.0 phase 5 and 7.6.3: the joint plot phase, in which each side writes its fire missions in secret.

use super::missions::{Kind, Mission, Stage};
use super::plan::{Field, Plan};
use crate::board::Cell;
use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// What is being written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plotting {
    /// A line of the record.
    Plan(Plan),
    /// An observer changes from this stand to another (7.6.4.4).
    Transfer(Id),
}

impl Plotting {
    /// Kind, prompt and rule of the decision.
    pub(in crate::rules::matg) fn asks(&self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Transfer(_) => ("host", "Choose the observer's new host.", "7.6.4.4"),
            Self::Plan(plan) => match plan.field() {
                Field::Kind => ("mission", "Support, adjusted, or call a mission?", "7.6.2"),
                Field::Battery => ("battery", "Choose the firing battery.", "7.6.3"),
                Field::Group => ("fire-group", "Add batteries to the group, then done.", "7.4.9"),
                Field::Aim => ("aim", "Choose the impact location.", "7.6.3"),
                Field::Ammunition => ("ammunition", "Shell or smoke?", "7.4.7.1"),
                Field::Sheaf => ("sheaf", "Closed sheaf, or open in which direction?", "7.4.2.3"),
                Field::Terms => ("terms", "Arrival and duration, or done.", "7.6.3"),
            },
        }
    }
}

impl Position {
    pub(in crate::rules::matg) fn begin_plot(&mut self, log: &mut Log) {
        log.add(|| Event::new(Tone::Phase, None, "Joint plot", "4.0"));
        self.stack.push(Frame::Plot { side: self.initiative, passed: [false; 2], draft: None });
    }

    /// The turn from which a plan may arrive (7.8.1, 7.6.2.2, 7.5.2).
    pub fn earliest(&self, side: Side, kind: Kind) -> u8 {
        let delay = match kind {
            Kind::PreRegistered | Kind::Direct => 1,
            _ => self.doctrine(side).map_or(3, |doctrine| doctrine.delay),
        };
        self.turn.saturating_add(delay)
    }

    /// Batteries that may be given an indirect mission, with the gun (7.6).
    pub fn plottable(&self, side: Side, kind: Kind) -> impl Iterator<Item = (Id, u8, GunUse)> + '_ {
        let earliest = self.earliest(side, kind);
        self.ids(side).filter(|&id| self.is_in_battery(id)).flat_map(move |id| {
            let guns = self.indirect_guns(id);
            guns.filter(move |&(gun, _)| (earliest..=self.battle.turns).any(|t| self.is_open(id, gun, t)))
                .map(move |(gun, usage)| (id, gun, usage))
        })
    }

    /// Batteries on the board that may plot direct fire for the next turn (7.5.2).
    pub(super) fn layable(&self, side: Side) -> impl Iterator<Item = (Id, u8)> + '_ {
        let next = self.turn + 1;
        let batteries = self.on_board(side).filter(|&(id, _)| self.is_in_battery(id));
        batteries.flat_map(move |(id, _)| {
            let guns = self.unit(id).guns.iter().enumerate();
            guns.filter(move |(gun, (_, usage))| {
                matches!(usage, GunUse::Artillery | GunUse::Rocket)
                    && next <= self.battle.turns
                    && self.is_open(id, *gun as u8, next)
            })
            .map(move |(gun, _)| (id, gun as u8))
        })
    }

    /// The lines of a pre-registered mission.
    pub fn registered(&self, side: Side, target: u8) -> impl Iterator<Item = &Mission> {
        self.missions_of(side).filter(move |m| m.stage == Stage::Registered && m.target == target)
    }

    pub(super) fn targets(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let count = self.battle.targets[side.index()].len() as u8;
        (1..=count).filter(move |&target| self.registered(side, target).next().is_some())
    }

    pub(super) fn line_is_open(&self, line: &Mission, turn: u8) -> bool {
        line.batteries.iter().all(|p| self.is_in_battery(p.id) && self.is_open(p.id, p.gun, turn))
    }

    /// Whether an observer may call a pre-registered mission: it sees one of its squares (7.6.2.2).
    pub fn may_call(&self, observer: Id, target: u8) -> bool {
        let side = self.side(observer);
        let open = |line: &Mission| (self.turn + 1..=self.battle.turns).any(|t| self.line_is_open(line, t));
        self.registered(side, target).any(open)
            && self.registered(side, target).any(|line| {
                self.plotted_cells(line).iter().any(|&(_, _, cell)| self.sees_square(observer, cell))
            })
    }

    pub(super) fn sees_square(&self, observer: Id, cell: Cell) -> bool {
        self.battle.grid.contains(cell) && self.sees_cell(observer, cell)
    }

    /// Whether a side has anything to write: skipped otherwise.
    pub(in crate::rules::matg) fn can_plot(&self, side: Side) -> bool {
        let batteries = || self.plottable(side, Kind::Support).next().is_some();
        let calls = || self.targets(side).next().is_some();
        (self.observers_of(side).next().is_some() && (batteries() || calls()))
            || self.layable(side).next().is_some()
            || self.missions_of(side).any(|m| self.corrector(m).is_some() || self.terminator(m).is_some())
    }

    pub(in crate::rules::matg) fn plot_choices(&self, side: Side, draft: Option<&Plotting>) -> Vec<Choice> {
        match draft {
            None => self.record_choices(side),
            Some(Plotting::Transfer(_)) => {
                let hosts = self.hosts(side).map(|id| Choice::Host(self.tag(id)));
                hosts.chain([Choice::Cancel]).collect()
            }
            Some(Plotting::Plan(plan)) => self.plan_choices(side, plan),
        }
    }

    fn record_choices(&self, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        let room = self.free_line(side).is_some();
        if room
            && (self.plottable(side, Kind::Support).next().is_some() || self.targets(side).next().is_some())
        {
            choices.extend(self.observers_of(side).map(|id| Choice::Plot(self.tag(id))));
        }
        if room {
            choices.extend(self.layable(side).map(|(id, gun)| Choice::Lay(self.tag(id), gun)));
        }
        for mission in self.missions_of(side) {
            if self.corrector(mission).is_some() {
                choices.push(Choice::Correct(mission.number));
            }
            if self.terminator(mission).is_some() {
                choices.push(Choice::Terminate(mission.number));
            }
        }
        if self.hosts(side).next().is_some() {
            choices.extend(self.movable_observers(side).map(|id| Choice::Transfer(self.tag(id))));
        }
        choices.push(Choice::Pass);
        choices
    }

    pub(in crate::rules::matg) fn plot_apply(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Some(Frame::Plot { side, passed, draft }) = self.stack.last_mut() else { return Ok(()) };
        let side = *side;
        let find = |tag| self.battle.find(tag);
        match (*choice, draft.as_mut()) {
            (Choice::Pass, _) => passed[side.index()] = true,
            (Choice::Cancel, _) => *draft = None,
            (Choice::Plot(tag), _) => *draft = find(tag).map(|id| Plotting::Plan(Plan::by(id))),
            (Choice::Transfer(tag), _) => *draft = find(tag).map(Plotting::Transfer),
            (Choice::Lay(tag, gun), _) => {
                *draft = find(tag).map(|id| {
                    let batteries = vec![(id, gun)];
                    Plotting::Plan(Plan { kind: Some(Kind::Direct), batteries, ..Plan::by(id) })
                });
            }
            (Choice::Host(tag), Some(Plotting::Transfer(from))) => {
                let (from, to) = (*from, find(tag));
                *draft = None;
                if let Some(to) = to {
                    self.transfer(from, to, log);
                }
            }
            (Choice::Correct(number), _) => self.correct(side, number, dice, log)?,
            (Choice::Terminate(number), _) => self.terminate(side, number, dice, log)?,
            (_, Some(Plotting::Plan(_))) => {
                let Some(Plotting::Plan(mut plan)) = draft.take() else { return Ok(()) };
                if self.fill_in(side, &mut plan, choice) {
                    self.write_down(side, &plan, log);
                } else if let Some(Frame::Plot { draft, .. }) = self.stack.last_mut() {
                    *draft = Some(Plotting::Plan(plan));
                }
            }
            _ => {}
        }
        self.fill_in_forced(side);
        Ok(())
    }

    fn fill_in_forced(&mut self, side: Side) {
        let Some(Frame::Plot { draft: Some(Plotting::Plan(plan)), .. }) = self.stack.last() else { return };
        let forced = self.forced(side, plan);
        if let Some(Frame::Plot { draft: Some(Plotting::Plan(plan)), .. }) = self.stack.last_mut() {
            *plan = forced;
        }
    }

    /// Writes the line, or every line of a called mission, into the record; only its side knows.
    fn write_down(&mut self, side: Side, plan: &Plan, log: &mut Log) {
        let plan = self.forced(side, plan);
        for mission in self.planned_missions(side, &plan) {
            let Some(number) = self.free_line(side) else { return };
            let mission = Mission { number, ..mission };
            log.add(|| {
                let text =
                    format!("{} plots {}", self.who(mission.observer), self.mission_in_words(&mission));
                Event::new(Tone::Plain, side, text, "7.6.3").at([mission.aim]).only(side)
            });
            self.missions.push(mission);
        }
    }
}
