//! 4.0 phase 5 and 7.6.3: the joint plot phase, in which each side writes its fire missions in secret.

use super::battle::GunUse;
use super::choice::Choice;
use super::missions::{Kind, Mission, Piece, Stage};
use super::position::{Id, Position};
use super::sequence::Frame;
use crate::board::{self, Cell, Compass};
use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Side, Tone};

/// How far an adjusted mission may lie from the pre-registered one, in inches (7.6.2.3).
const ADJUSTMENT: u16 = 4;

/// What is being written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plotting {
    /// A line of the record.
    Plan(Plan),
    /// An observer changes from this stand to another (7.6.4.4).
    Transfer(Id),
}

/// A line of the record being written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The FO or HQ; the battery itself for direct fire.
    pub observer: Id,
    /// Type of mission.
    pub kind: Option<Kind>,
    /// The pre-registered mission called or adjusted; 0 for none.
    pub target: u8,
    /// Firing units.
    pub batteries: Vec<(Id, u8)>,
    /// The group is complete.
    pub grouped: bool,
    /// Impact location.
    pub aim: Option<Cell>,
    /// Ammunition.
    pub smoke: Option<bool>,
    /// Sheaf pattern, `Some(None)` for a closed one.
    pub sheaf: Option<Option<Compass>>,
    /// Turn of arrival, if later than the earliest.
    pub arrival: Option<u8>,
    /// Duration, if more than a turn.
    pub duration: Option<u8>,
}

/// The field to be filled in next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Field {
    Kind,
    Battery,
    Group,
    Aim,
    Ammunition,
    Sheaf,
    Terms,
}

impl Plan {
    const fn by(observer: Id) -> Self {
        Self {
            observer,
            kind: None,
            target: 0,
            batteries: Vec::new(),
            grouped: false,
            aim: None,
            smoke: None,
            sheaf: None,
            arrival: None,
            duration: None,
        }
    }

    /// Whether only arrival and duration are open.
    pub(super) fn field_is_terms(&self) -> bool {
        self.field() == Field::Terms
    }

    fn field(&self) -> Field {
        match self.kind {
            None => Field::Kind,
            Some(Kind::PreRegistered) => Field::Terms,
            _ if self.batteries.is_empty() => Field::Battery,
            _ if !self.grouped => Field::Group,
            _ if self.aim.is_none() => Field::Aim,
            _ if self.smoke.is_none() => Field::Ammunition,
            _ if self.sheaf.is_none() => Field::Sheaf,
            _ => Field::Terms,
        }
    }
}

impl Plotting {
    /// Kind, prompt and rule of the decision.
    pub(super) fn asks(&self) -> (&'static str, &'static str, &'static str) {
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
    pub(super) fn begin_plot(&mut self, log: &mut Log) {
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
    fn plottable(&self, side: Side, kind: Kind) -> impl Iterator<Item = (Id, u8, GunUse)> + '_ {
        let earliest = self.earliest(side, kind);
        self.ids(side).filter(|&id| self.is_in_battery(id)).flat_map(move |id| {
            let guns = self.indirect_guns(id);
            guns.filter(move |&(gun, _)| (earliest..=self.battle.turns).any(|t| self.is_open(id, gun, t)))
                .map(move |(gun, usage)| (id, gun, usage))
        })
    }

    /// Batteries on the board that may plot direct fire for the next turn (7.5.2).
    fn layable(&self, side: Side) -> impl Iterator<Item = (Id, u8)> + '_ {
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

    fn targets(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let count = self.battle.targets[side.index()].len() as u8;
        (1..=count).filter(move |&target| self.registered(side, target).next().is_some())
    }

    fn line_is_open(&self, line: &Mission, turn: u8) -> bool {
        line.batteries.iter().all(|p| self.is_in_battery(p.id) && self.is_open(p.id, p.gun, turn))
    }

    /// Whether an observer may call a pre-registered mission: it sees one of its squares (7.6.2.2).
    fn may_call(&self, observer: Id, target: u8) -> bool {
        let side = self.side(observer);
        let open = |line: &Mission| (self.turn + 1..=self.battle.turns).any(|t| self.line_is_open(line, t));
        self.registered(side, target).any(open)
            && self.registered(side, target).any(|line| {
                self.plotted_cells(line).iter().any(|&(_, _, cell)| self.sees_square(observer, cell))
            })
    }

    fn sees_square(&self, observer: Id, cell: Cell) -> bool {
        self.battle.grid.contains(cell) && self.sees_cell(observer, cell)
    }

    /// Whether a side has anything to write: skipped otherwise.
    pub(super) fn can_plot(&self, side: Side) -> bool {
        let batteries = || self.plottable(side, Kind::Support).next().is_some();
        let calls = || self.targets(side).next().is_some();
        (self.observers_of(side).next().is_some() && (batteries() || calls()))
            || self.layable(side).next().is_some()
            || self.missions_of(side).any(|m| self.corrector(m).is_some() || self.terminator(m).is_some())
    }

    pub(super) fn plot_choices(&self, side: Side, draft: Option<&Plotting>) -> Vec<Choice> {
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

    fn plan_choices(&self, side: Side, plan: &Plan) -> Vec<Choice> {
        let mut choices = Vec::new();
        match plan.field() {
            Field::Kind => {
                if self.plottable(side, Kind::Support).next().is_some() {
                    choices.push(Choice::Support);
                    choices.extend(self.targets(side).map(Choice::Adjust));
                }
                let calls = self.targets(side).filter(|&target| self.may_call(plan.observer, target));
                choices.extend(calls.map(Choice::Call));
            }
            Field::Battery => {
                let kind = plan.kind.unwrap_or(Kind::Support);
                let batteries = self.plottable(side, kind);
                choices.extend(batteries.map(|(id, gun, _)| Choice::Battery(self.tag(id), gun)));
            }
            Field::Group => {
                choices.push(Choice::Done);
                choices.extend(self.plan_joiners(side, plan).map(|(id, _)| Choice::Add(self.tag(id))));
            }
            Field::Aim => {
                let cells = self.battle.grid.cells().filter(|&cell| self.may_plot_at(plan, cell));
                choices.extend(cells.map(Choice::At));
            }
            Field::Ammunition => choices.extend([Choice::Explosive, Choice::Smoke]),
            Field::Sheaf => {
                if !self.has_rockets(&plan.batteries) {
                    choices.push(Choice::Closed);
                }
                let winds = Compass::ALL.into_iter().filter(|&wind| self.may_open(plan, wind));
                choices.extend(winds.map(Choice::Open));
            }
            Field::Terms => choices.extend(self.terms(side, plan)),
        }
        choices.push(Choice::Cancel);
        choices
    }

    /// A group does not mix rockets with guns: they deviate by other dice (S-23).
    pub(super) fn has_rockets(&self, batteries: &[(Id, u8)]) -> bool {
        batteries.iter().any(|&(id, gun)| {
            self.unit(id).guns.get(usize::from(gun)).is_some_and(|(_, usage)| *usage == GunUse::Rocket)
        })
    }

    fn plan_joiners<'a>(&'a self, side: Side, plan: &'a Plan) -> impl Iterator<Item = (Id, u8)> + 'a {
        let kind = plan.kind.unwrap_or(Kind::Support);
        let rockets = self.has_rockets(&plan.batteries);
        let all: Vec<(Id, u8)> = match kind {
            Kind::Direct => self.layable(side).collect(),
            _ => self.plottable(side, kind).map(|(id, gun, _)| (id, gun)).collect(),
        };
        let mut taken: Vec<Id> = plan.batteries.iter().map(|&(id, _)| id).collect();
        all.into_iter().filter(move |&(id, gun)| {
            let joins = !taken.contains(&id)
                && plan.batteries.iter().any(|&(member, _)| self.may_group(member, id))
                && self.has_rockets(&[(id, gun)]) == rockets
                && self.common_turn(side, plan, Some((id, gun))).is_some();
            if joins {
                taken.push(id);
            }
            joins
        })
    }

    /// The first turn in which all batteries of a plan are open.
    fn common_turn(&self, side: Side, plan: &Plan, more: Option<(Id, u8)>) -> Option<u8> {
        self.arrivals(side, plan).find(|&t| more.is_none_or(|(id, gun)| self.is_open(id, gun, t)))
    }

    /// Whether a square may be the impact location of a plan.
    pub(super) fn may_plot_at(&self, plan: &Plan, cell: Cell) -> bool {
        if plan.kind == Some(Kind::Direct) {
            return plan.batteries.iter().all(|&(id, gun)| self.may_lay(id, gun, cell));
        }
        let near = || {
            let side = self.side(plan.observer);
            self.registered(side, plan.target).any(|line| board::within(line.aim, cell, ADJUSTMENT))
        };
        (plan.kind != Some(Kind::Adjusted) || near())
            && plan.batteries.iter().all(|&(id, gun)| self.reaches(id, gun, cell))
            && self.sees_square(plan.observer, cell)
    }

    fn may_open(&self, plan: &Plan, wind: Compass) -> bool {
        let Some(aim) = plan.aim else { return false };
        let sheaf = self.group_sheaf(&plan.batteries, aim, Some(wind));
        if !sheaf.iter().all(|&(_, _, cell)| self.battle.grid.contains(cell)) {
            return false;
        }
        if plan.kind == Some(Kind::Direct) {
            return self.may_lay_sheaf(&plan.batteries, &sheaf);
        }
        let cells: Vec<Cell> = sheaf.iter().map(|&(_, _, cell)| cell).collect();
        sheaf.iter().all(|&(id, gun, cell)| self.reaches(id, gun, cell))
            && self.sees_sheaf(plan.observer, &cells, plan.batteries.len() > 1)
    }

    /// Whether a square is offered for fire now, without listing every other; none for other decisions.
    pub(super) fn offers_square(&self, choice: &Choice) -> Option<bool> {
        let Choice::At(cell) = *choice else { return None };
        match self.stack.last()? {
            Frame::Plot { draft: Some(Plotting::Plan(plan)), .. } if plan.field() == Field::Aim => {
                Some(self.battle.grid.contains(cell) && self.may_plot_at(plan, cell))
            }
            Frame::Artillery { draft: Some(draft), .. } => {
                let asked = draft.joins == 0 && draft.grouped && draft.aim.is_none();
                let close = draft
                    .batteries
                    .iter()
                    .any(|&(id, gun)| self.gun_use(id, gun) == Some(GunUse::CloseSupport));
                Some(asked && !close && self.battle.grid.contains(cell) && self.may_aim_all(draft, cell))
            }
            _ => None,
        }
    }

    /// Turns in which a plan may arrive.
    fn arrivals<'a>(&'a self, side: Side, plan: &'a Plan) -> impl Iterator<Item = u8> + 'a {
        let kind = plan.kind.unwrap_or(Kind::Support);
        (self.earliest(side, kind)..=self.battle.turns).filter(move |&turn| {
            if kind == Kind::PreRegistered {
                self.registered(side, plan.target).any(|line| self.line_is_open(line, turn))
            } else {
                plan.batteries.iter().all(|&(id, gun)| self.is_open(id, gun, turn))
            }
        })
    }

    /// The turn in which a plan arrives as it stands.
    pub(super) fn arrival(&self, side: Side, plan: &Plan) -> u8 {
        plan.arrival.or_else(|| self.arrivals(side, plan).next()).unwrap_or(self.turn)
    }

    /// The batteries of the lines a plan stands for.
    fn lines<'a>(&'a self, side: Side, plan: &'a Plan, turn: u8) -> Vec<Mission> {
        if plan.kind != Some(Kind::PreRegistered) {
            return self.line(side, plan).into_iter().collect();
        }
        let called = self.registered(side, plan.target).filter(|line| self.line_is_open(line, turn));
        called
            .map(|line| Mission {
                observer: plan.observer,
                plotted: self.turn,
                arrival: turn,
                duration: plan.duration.unwrap_or(1),
                stage: Stage::Planned,
                ..line.clone()
            })
            .collect()
    }

    /// The missions a plan becomes as it stands; none while a field is missing.
    pub fn planned_missions(&self, side: Side, plan: &Plan) -> Vec<Mission> {
        self.lines(side, plan, self.arrival(side, plan))
    }

    fn line(&self, side: Side, plan: &Plan) -> Option<Mission> {
        let piece = |&(id, gun): &(Id, u8)| Piece { id, gun, place: self.stand(id).place };
        Some(Mission {
            side,
            number: 0,
            kind: plan.kind?,
            target: plan.target,
            plotted: self.turn,
            observer: plan.observer,
            batteries: plan.batteries.iter().map(piece).collect(),
            arrival: self.arrival(side, plan),
            duration: plan.duration.unwrap_or(1),
            aim: plan.aim?,
            toward: plan.sheaf.unwrap_or(None),
            smoke: plan.smoke.unwrap_or(false),
            stage: Stage::Planned,
            shift: None,
            resolved: 0,
            tried: 0,
            corrected: false,
            stopped: false,
        })
    }

    /// Later arrival first, then duration, then done: each at most once.
    fn terms(&self, side: Side, plan: &Plan) -> Vec<Choice> {
        let mut choices = vec![Choice::Done];
        if plan.duration.is_some() {
            return choices;
        }
        let arrival = self.arrival(side, plan);
        let batteries = self.lines(side, plan, arrival).into_iter().flat_map(|line| line.batteries);
        let most = batteries.map(|p| self.longest(p.id, p.gun, arrival)).min().unwrap_or(1);
        choices.extend((2..=most).map(Choice::Last));
        if plan.arrival.is_none() {
            choices.extend(self.arrivals(side, plan).filter(|&turn| turn != arrival).map(Choice::Arrive));
        }
        choices
    }

    pub(super) fn plot_apply(
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

    /// Fills in a field; true when the line is complete.
    pub(super) fn fill_in(&self, side: Side, plan: &mut Plan, choice: &Choice) -> bool {
        match (*choice, plan.field()) {
            (Choice::Support, _) => plan.kind = Some(Kind::Support),
            (Choice::Adjust(target), _) => (plan.kind, plan.target) = (Some(Kind::Adjusted), target),
            (Choice::Call(target), _) => (plan.kind, plan.target) = (Some(Kind::PreRegistered), target),
            (Choice::Battery(tag, gun), _) => {
                plan.batteries.extend(self.battle.find(tag).map(|id| (id, gun)))
            }
            (Choice::Add(tag), _) => {
                let id = self.battle.find(tag);
                let joiner = self.plan_joiners(side, plan).find(|&(joiner, _)| Some(joiner) == id);
                plan.batteries.extend(joiner);
            }
            (Choice::Done, Field::Group) => plan.grouped = true,
            (Choice::At(cell), _) => plan.aim = Some(cell),
            (Choice::Explosive, _) => plan.smoke = Some(false),
            (Choice::Smoke, _) => plan.smoke = Some(true),
            (Choice::Closed, _) => plan.sheaf = Some(None),
            (Choice::Open(wind), _) => plan.sheaf = Some(Some(wind)),
            (Choice::Arrive(turn), _) => plan.arrival = Some(turn),
            (Choice::Last(turns), _) => plan.duration = Some(turns),
            (Choice::Done, Field::Terms) => return true,
            _ => {}
        }
        // Direct fire is plotted for the next turn, and for that alone (7.5.2).
        plan.kind == Some(Kind::Direct) && self.forced(side, plan).field() == Field::Terms
    }

    /// The plan with every field filled in that leaves no choice.
    fn forced(&self, side: Side, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        if plan.kind.is_none() && self.targets(side).next().is_none() {
            plan.kind = Some(Kind::Support);
        }
        if plan.field() == Field::Group && self.plan_joiners(side, &plan).next().is_none() {
            plan.grouped = true;
        }
        let smoke = |&(id, gun): &(Id, u8)| self.smoke_left(id, gun) > 0;
        if plan.field() == Field::Ammunition && !plan.batteries.iter().all(smoke) {
            plan.smoke = Some(false);
        }
        let sections = || plan.batteries.iter().map(|&(id, _)| self.sections(id)).sum::<u8>();
        if plan.field() == Field::Sheaf && sections() == 1 {
            plan.sheaf = Some(None);
        }
        plan
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
