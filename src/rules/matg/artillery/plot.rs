//! 4.0 phase 5 and 7.6.3: the Joint Plot Phase, in which each side secretly plots its fire missions.

use super::missions::{Kind, Mission, Stage};
use super::plan::{Blank, Plan};
use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::air::plan as air_plan;
use crate::rules::matg::artillery::{missions, observers, plan, record};
use crate::rules::matg::catalog::Gun;
use crate::rules::matg::command::headquarters;
use crate::rules::matg::landings::airborne;
use crate::rules::matg::landings::airborne::Moment;
use crate::rules::matg::shown::{preview, refusal};
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::air::Air;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, GunUse};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::alternation::Alternation;
use crate::rules::matg::turn::sequence::{Open, Phase, Question, ask, unreachable_choice};

/// The plot being written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plotting {
    /// A line of the record.
    Plan(Plan),
    /// An observer's transfer from this stand (7.6.4.4).
    Transfer(Id),
    /// The bombs of an aircraft (12.3.3.3).
    Air(u8),
}

impl Plotting {
    fn asks(&self) -> Question {
        match self {
            Self::Air(_) => ask("air-aim", "Choose where the bombs fall.", "12.3.3.3"),
            Self::Transfer(_) => ask("host", "Choose the observer's new host.", "7.6.4.4"),
            Self::Plan(plan) => match plan.blank() {
                Blank::Kind => ask("mission", "Choose the mission: support, adjusted, or a call.", "7.6.2"),
                Blank::Battery => ask("battery", "Choose the firing battery.", "7.6.3"),
                Blank::Group => ask("fire-group", "Add batteries to the group, or choose done.", "7.4.9"),
                Blank::Aim => ask("aim", "Choose the impact location.", "7.6.3"),
                Blank::Ammunition => ask("ammunition", "HE or smoke?", "7.4.7.1"),
                Blank::Sheaf => ask("sheaf", "Closed sheaf, or an open one in which direction?", "7.4.2.3"),
                Blank::Terms => ask("terms", "Choose arrival and duration, or done.", "7.6.3"),
            },
        }
    }
}

/// Phase 5: both sides plot artillery fire in secret (7.6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlotPhase {
    /// The side to plot next, and which side has finished.
    pub turns: Alternation,
    /// The plot being written.
    pub draft: Option<Plotting>,
}

impl PlotPhase {
    /// The mission being plotted, if any.
    pub const fn plan(&self) -> Option<&Plan> {
        match &self.draft {
            Some(Plotting::Plan(plan)) => Some(plan),
            _ => None,
        }
    }
}

impl Open for PlotPhase {
    fn side(&self, _: &Position) -> Side {
        self.turns.side
    }

    fn asks(&self) -> Question {
        match &self.draft {
            None => ask("plot", "Plot a fire mission, or pass.", "7.6.3"),
            Some(draft) => draft.asks(),
        }
    }

    fn is_secret(&self) -> bool {
        true
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        match &self.draft {
            None => record_choices(game, self.turns.side),
            Some(Plotting::Transfer(_)) => {
                let hosts = observers::hosts(&game.forces, &game.record, self.turns.side)
                    .map(|id| Choice::Host(game.battle.tag(id)));
                hosts.chain([Choice::Cancel]).collect()
            }
            Some(Plotting::Air(_)) => {
                let aims = air_plan::air_aims(game, self.turns.side).into_iter();
                aims.map(Choice::At).chain([Choice::Cancel]).collect()
            }
            Some(Plotting::Plan(plan)) => plan::plan_choices(game, self.turns.side, plan),
        }
    }

    fn offers_square(&self, game: &Position, cell: Cell) -> Option<bool> {
        let plan = self.plan().filter(|plan| plan.blank() == Blank::Aim)?;
        Some(game.battle.grid.contains(cell) && plan::may_plot_at(game, plan, cell))
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let side = self.turns.side;
        match (*choice, &mut self.draft) {
            (Choice::Cancel, draft @ Some(_)) => *draft = None,
            (_, Some(Plotting::Plan(plan))) => {
                if game.fire_direction(side).fill_in(plan, choice) {
                    write_down(game, side, plan, log);
                    self.draft = None;
                }
            }
            (Choice::Host(tag), Some(Plotting::Transfer(from))) => {
                observers::transfer(game, *from, game.battle.named(tag), log);
                self.draft = None;
            }
            (Choice::At(cell), Some(Plotting::Air(plane))) => {
                air_plan::plot_through_team(
                    &game.battle,
                    &game.now,
                    &mut game.air,
                    usize::from(*plane),
                    cell,
                    log,
                );
                self.draft = None;
            }
            (Choice::AirPlot(plane), draft @ None) => *draft = Some(Plotting::Air(plane)),
            (Choice::Pass, None) => self.turns.pass(),
            (Choice::Plot(tag), draft @ None) => {
                *draft = Some(Plotting::Plan(Plan::by(game.battle.named(tag))))
            }
            (Choice::Transfer(tag), draft @ None) => {
                *draft = Some(Plotting::Transfer(game.battle.named(tag)))
            }
            (Choice::Lay(tag, gun), draft @ None) => {
                let id = game.battle.named(tag);
                let batteries = vec![(id, gun)];
                *draft = Some(Plotting::Plan(Plan { kind: Some(Kind::Direct), batteries, ..Plan::by(id) }));
            }
            (Choice::Correct(number), None) => observers::correct(game, side, number, dice, log)?,
            (Choice::Terminate(number), None) => observers::terminate(game, side, number, dice, log)?,
            _ => unreachable_choice(choice),
        }
        if let Some(Plotting::Plan(plan)) = &mut self.draft {
            *plan = game.fire_direction(side).forced(plan);
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        self.turns.next_unless_begun(self.draft.is_some(), game, |game, side| {
            might_plot(&game.forces, &game.command, &game.air, side)
        })
    }

    fn hand_to(&mut self, side: Side) {
        self.turns.hand_to(side);
    }

    fn close(self, game: &mut Position, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        airborne::land_groups(game, Moment::BeforeMovement, dice, log)
    }

    fn phase(&self) -> Phase {
        Phase::Plot
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match (*choice, self.plan()) {
            (Choice::Plot(tag), _) => Some(match refusal::known(&game.battle, tag) {
                Ok(id) if game.battle.side(id) == self.turns.side => {
                    record::why_no_plot(&game.forces, &game.now, &game.command, &game.record, id)
                }
                Ok(_) => refusal::own(&game.forces, &game.arrivals, tag, self.turns.side).err()?,
                Err(illegal) => illegal,
            }),
            (Choice::At(cell), Some(plan)) => record::why_not_at(game, plan, cell),
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        let mission = |number| game.record.mission(self.turns.side, number);
        match (*choice, self.plan()) {
            (Choice::Correct(number), _) => {
                let roller = observers::corrector(game, mission(number)?)?;
                Some(preview::preview_roll(
                    &game.battle,
                    roller,
                    observers::signal_profile(&game.forces, &game.now, &game.command, roller, true),
                ))
            }
            (Choice::Terminate(number), _) => {
                let roller = observers::terminator(game, mission(number)?)?;
                Some(preview::preview_roll(
                    &game.battle,
                    roller,
                    observers::signal_profile(&game.forces, &game.now, &game.command, roller, false),
                ))
            }
            (_, Some(plan)) => {
                let direction = game.fire_direction(self.turns.side);
                record::preview_missions(game, &direction.missions(&direction.after(plan, choice)?))
            }
            _ => None,
        }
    }

    fn here(&self, _: &Position) -> Option<Cell> {
        self.plan()?.aim
    }

    fn covers(&self, game: &Position, choice: &Choice) -> Vec<Cell> {
        let shapes = matches!(
            choice,
            Choice::Open(_) | Choice::Closed | Choice::Arrive(_) | Choice::Last(_) | Choice::Done
        );
        let direction = game.fire_direction(self.turns.side);
        let plan = self.plan().filter(|_| shapes).and_then(|plan| direction.after(plan, choice));
        let missions = plan.map(|plan| direction.missions(&plan)).unwrap_or_default();
        missions
            .iter()
            .flat_map(|mission| missions::plotted_cells(&game.battle, mission))
            .map(|(_, _, cell)| cell)
            .collect()
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        match &self.draft {
            None => Vec::new(),
            Some(Plotting::Air(plane)) => {
                vec![format!("Bombs of {}", game.battle.plane_name(usize::from(*plane)))]
            }
            Some(Plotting::Transfer(from)) => vec![format!("The observer leaves {}", game.battle.who(*from))],
            Some(Plotting::Plan(plan)) => record::plan_notes(game, self.turns.side, plan),
        }
    }
}

#[apply(rule, "4.0.5")]
pub(in crate::rules::matg) fn begin_plot(now: &mut Turn, command: &Command, log: &mut Log) {
    log.add(|| Event::new(Tone::Phase, None, "Joint plot", "4.0"));
    now.open(PlotPhase { turns: Alternation::begun_by(now.initiative), draft: None });
    headquarters::ask_successors(now, command);
}

/// Whether an observer may call a pre-registered mission: it sees one of its squares (7.6.2.2).
#[apply(rule, "7.6.2.2")]
pub fn may_call(game: &Position, observer: Id, target: u8) -> bool {
    let side = game.battle.side(observer);
    let direction = game.fire_direction(side);
    game.record.registered(side, target).any(|line| direction.answers(line))
        && game.record.registered(side, target).any(|line| {
            missions::plotted_cells(&game.battle, line).iter().any(|&(_, _, cell)| {
                sees_square(&game.field, &game.forces, &game.now, &game.arrivals, observer, cell)
            })
        })
}

fn record_choices(game: &Position, side: Side) -> Vec<Choice> {
    let mut choices = Vec::new();
    let room = game.record.free_line(side).is_some();
    let direction = game.fire_direction(side);
    if room
        && (direction.plottable(Kind::Support).next().is_some() || game.record.targets(side).next().is_some())
    {
        choices.extend(
            observers::observers_of(&game.forces, &game.now, &game.command, &game.record, side)
                .map(|id| Choice::Plot(game.battle.tag(id))),
        );
    }
    if room {
        choices.extend(direction.layable().map(|(id, gun)| Choice::Lay(game.battle.tag(id), gun)));
    }
    for mission in game.record.missions_of(side) {
        if observers::corrector(game, mission).is_some() {
            choices.push(Choice::Correct(mission.number));
        }
        if observers::terminator(game, mission).is_some() {
            choices.push(Choice::Terminate(mission.number));
        }
    }
    if observers::hosts(&game.forces, &game.record, side).next().is_some() {
        choices.extend(observers::movable_teams(game, side).map(|id| Choice::Transfer(game.battle.tag(id))));
    }
    choices.extend(air_plan::air_plots(&game.forces, &game.now, &game.command, &game.air, side));
    choices.push(Choice::Pass);
    choices
}

/// Records the mission, or every line of a called one; only its side is told.
fn write_down(game: &mut Position, side: Side, plan: &Plan, log: &mut Log) {
    let direction = game.fire_direction(side);
    let planned = direction.missions(&direction.forced(plan));
    let Position { forces, record, .. } = game;
    for mission in planned {
        let Some(number) = record.free_line(side) else { return };
        let mission = Mission { number, ..mission };
        log.add(|| {
            let text = format!(
                "{} plots {}",
                forces.battle.who(plan.observer),
                record::mission_in_words(&forces.battle, record, &mission)
            );
            Event::new(Tone::Plain, side, text, "7.6.3").at([mission.aim]).only(side)
        });
        record.missions.push(mission);
    }
}

/// The first turn in which a mission plotted now may arrive (7.8.1, 7.6.2.2, 7.5.2).
#[apply(rule, "7.8.1", "7.6.2.2", "7.5.2")]
pub fn earliest(battle: &Battle, now: &Turn, side: Side, kind: Kind) -> u8 {
    let delay = match kind {
        Kind::PreRegistered | Kind::Direct => 1,
        _ => missions::doctrine(battle, side).map_or(3, |doctrine| doctrine.delay),
    };
    applies(match (kind, delay) {
        (Kind::PreRegistered, _) | (_, 3..) => "7.8.1.3",
        (_, 2) => "7.8.1.2",
        _ => "7.8.1.1",
    });
    now.number.saturating_add(delay)
}

/// The batteries that may be given an indirect mission, each with its weapon (7.6).
pub fn plottable(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    side: Side,
    kind: Kind,
) -> impl Iterator<Item = (Id, u8, GunUse)> {
    let earliest = self::earliest(&forces.battle, now, side, kind);
    forces.ids(side).filter(|&id| missions::may_be_plotted(forces, command, id)).flat_map(move |id| {
        let guns = forces.unit(id).indirect_guns();
        guns.filter(move |&(gun, _)| {
            (earliest..=forces.battle.turns).any(|t| missions::is_open(forces, record, id, gun, t))
        })
        .map(move |(gun, usage)| (id, gun, usage))
    })
}

/// Whether a battery has a mission that waits or falls.
pub fn has_mission(record: &Record, side: Side, battery: (Id, u8)) -> bool {
    let missions = record.missions_of(side).filter(|mission| mission.stage != Stage::Registered);
    missions.flat_map(Mission::guns).any(|other| other == battery)
}

/// Whether a battery without a mission, and an observer who sees an enemy, are left to plot with.
pub fn is_worth_plotting(game: &Position, side: Side) -> bool {
    let Position { field, forces, now, command, record, arrivals, .. } = game;
    let sees = |observer: Id| {
        let mut enemies = forces.on_board(side.other());
        enemies.any(|(_, cell)| spotting::sees_cell(field, forces, now, arrivals, observer, cell))
    };
    plottable(forces, now, command, record, side, Kind::Support)
        .any(|(id, gun, _)| !has_mission(record, side, (id, gun)))
        && observers::observers_of(forces, now, command, record, side).any(sees)
}

/// Whether an observer sees a square of the board.
pub(super) fn sees_square(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    observer: Id,
    cell: Cell,
) -> bool {
    forces.battle.grid.contains(cell) && spotting::sees_cell(field, forces, now, arrivals, observer, cell)
}

/// Whether a side might have something to plot as far as the enemy knows. Being asked must not give away
/// its plots and observers (7.6.3).
#[apply(rule, "7.6.3")]
fn might_plot(forces: &Forces, command: &Command, air: &Air, side: Side) -> bool {
    let plots = |(gun, usage): &(Gun, GunUse)| {
        gun.notes.indirect || matches!(usage, GunUse::Artillery | GunUse::Rocket)
    };
    air_plan::might_plot_bombs(&forces.battle, air, side)
        || forces
            .ids(side)
            .any(|id| missions::may_be_plotted(forces, command, id) && forces.unit(id).guns.iter().any(plots))
}
