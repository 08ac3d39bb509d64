//! 7.6.3: the Artillery Fire Mission Record as its side sees it, and the labels of plot choices.

use super::missions::{Kind, Mission, Stage};
use super::observers::NoObserver;
use super::plan::Plan;
use crate::board::Cell;
use crate::game::view::{MarkerKind, MarkerView};
use crate::game::{Illegal, Preview, Side};
use crate::rules::matg::artillery::{batteries, forecast, indirect, missions, observers, polar, shells};
use crate::rules::matg::shown::preview;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;

/// The columns of the record sheet.
const HEADING: &str = "No  Plot  By    Mission         Batteries     Due  For  Location and sheaf";

impl Record {
    /// The lines of a pre-registered mission.
    pub fn registered(&self, side: Side, target: u8) -> impl Iterator<Item = &Mission> {
        self.missions_of(side).filter(move |m| m.stage == Stage::Registered && m.target == target)
    }

    pub(super) fn targets(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let count = self.targets[side.index()].len() as u8;
        (1..=count).filter(move |&target| self.registered(side, target).next().is_some())
    }

    /// The name of a pre-registered mission.
    pub fn target_name(&self, side: Side, target: u8) -> &str {
        let names = &self.targets[side.index()];
        usize::from(target).checked_sub(1).and_then(|index| names.get(index)).map_or("", String::as_str)
    }

    fn mission_name(&self, mission: &Mission) -> String {
        match mission.kind {
            Kind::PreRegistered | Kind::Registered => {
                self.target_name(mission.side, mission.target).to_owned()
            }
            kind => kind.word().to_owned(),
        }
    }
}

/// The rolls that missions will need, and their squares.
pub(super) fn preview_missions(game: &Position, missions: &[Mission]) -> Option<Preview> {
    let mut rolls = Vec::new();
    let mut remarks = Vec::new();
    for mission in missions {
        let guns = mission.guns();
        if mission.stage == Stage::Planned {
            let (id, profile) =
                indirect::arrival_profile(&game.forces, &game.now, &game.command, mission, &guns);
            rolls.extend(preview::preview_roll(&game.battle, id, profile).rolls);
            if mission.kind != Kind::Direct
                || guns.iter().any(|&(id, gun)| batteries::deviates(&game.battle, id, gun))
            {
                let (id, profile) =
                    indirect::deviation_profile(&game.forces, &game.now, &game.command, &guns, mission.kind);
                rolls.extend(preview::preview_roll(&game.battle, id, profile).rolls);
            }
        }
        let cells: Vec<Cell> = if mission.stage == Stage::Falling {
            shells::impacts_of(&game.battle, &game.record, mission.side, mission.number)
                .map(|impact| impact.cell)
                .collect()
        } else {
            missions::plotted_cells(&game.battle, mission).into_iter().map(|(_, _, cell)| cell).collect()
        };
        if mission.stage == Stage::Falling {
            let falling = shells::impacts_of(&game.battle, &game.record, mission.side, mission.number);
            rolls.extend(
                preview::preview_shelling(&game.field, &game.forces, falling, |impact| {
                    game.forces.holder_of(impact.cell)
                })
                .rolls,
            );
        }
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        remarks.push(format!("{}: {}", game.record.mission_name(mission), names.join(" ")));
        let mut seen: Vec<Id> = cells.iter().filter_map(|&cell| game.forces.holder_of(cell)).collect();
        seen.dedup();
        remarks.extend(seen.into_iter().map(|id| format!("{} is there now", game.battle.who(id))));
    }
    remarks.extend(
        forecast::forecast(&game.field, &game.forces, &game.now, &game.command, missions)
            .into_iter()
            .filter(|_| missions.iter().any(|m| m.stage == Stage::Planned)),
    );
    (!missions.is_empty()).then_some(Preview { rolls, remarks, ..Preview::default() })
}

/// The label of a choice in the plot phase.
pub(in crate::rules::matg) fn plot_label(game: &Position, choice: &Choice) -> Option<String> {
    let side = game.open_decision()?.side;
    let mission = |number: u8| {
        game.record.mission(side, number).map(|m| mission_in_words(&game.battle, &game.record, m))
    };
    Some(match *choice {
        Choice::Support => "Support mission".to_owned(),
        Choice::Polar => "Support mission by direction and distance".to_owned(),
        Choice::PolarAdjust(target) => {
            format!("Adjust from {} by direction and distance", game.record.target_name(side, target))
        }
        Choice::Adjust(target) => format!("Adjust from {}", game.record.target_name(side, target)),
        Choice::Call(target) => format!("Call {}", game.record.target_name(side, target)),
        Choice::Arrive(turn) => format!("Arrive in turn {turn}"),
        Choice::Last(turns) => format!("Last {turns} turns"),
        Choice::Correct(number) => format!("Correct {}", mission(number)?),
        Choice::Terminate(number) => format!("Terminate {}", mission(number)?),
        Choice::Mission(number) => format!("Fire {}", mission(number)?),
        _ => return None,
    })
}

/// Why a square may not be the impact location of the plan.
pub(super) fn why_not_at(game: &Position, plan: &Plan, cell: Cell) -> Option<Illegal> {
    let observer = game.battle.who(plan.observer);
    if !game.battle.grid.contains(cell) {
        return Some(Illegal::new("7.6.3", format!("{cell} is off the board")));
    }
    if !spotting::sees_cell(&game.field, &game.forces, &game.now, &game.arrivals, plan.observer, cell) {
        let sight = game
            .forces
            .cell(plan.observer)
            .map(|from| spotting::explain_sight(&game.field, &game.forces, &game.now, from, cell));
        let why = sight.and_then(|sight| sight.why).unwrap_or_else(|| "no line of sight".to_owned());
        return Some(Illegal::new("7.6.4.2", format!("{observer} can't see {cell}: {why}")));
    }
    let short =
        plan.batteries.iter().find_map(|&(id, gun)| missions::why_out_of_reach(&game.forces, id, gun, cell));
    if short.is_some() {
        return short;
    }
    let name = game.record.target_name(game.battle.side(plan.observer), plan.target);
    (plan.kind == Some(Kind::Adjusted)).then(|| {
        Illegal::new(
            "7.6.2.3",
            format!(
                "{cell} is more than 4 inches from {name}: choose a \
         square nearer to it"
            ),
        )
    })
}

/// The impact markers of a mission.
fn markers_of(battle: &Battle, mission: &Mission) -> u8 {
    mission.batteries.iter().map(|piece| battle.unit(piece.id).sections()).fold(0, u8::saturating_add)
}

fn battery_tags(battle: &Battle, mission: &Mission) -> String {
    let tags: Vec<String> = mission.batteries.iter().map(|p| battle.tag(p.id).to_string()).collect();
    tags.join("+")
}

/// A mission in words: "support by G3 at 1722 Open 2E, turn 5, duration 1".
pub(super) fn mission_in_words(battle: &Battle, record: &Record, mission: &Mission) -> String {
    let (name, tags) = (record.mission_name(mission), battery_tags(battle, mission));
    let location = mission.location(markers_of(battle, mission));
    let polar =
        polar::polar_in_words(battle, mission).map_or_else(String::new, |polar| format!(" ({polar})"));
    format!("{name} by {tags} at {location}{polar}, turn {}, duration {}", mission.arrival, mission.duration)
}

/// A side's record: the heading and a row for each mission.
pub(in crate::rules::matg) fn records(battle: &Battle, record: &Record, side: Side) -> Vec<String> {
    let rows: Vec<String> = record.missions_of(side).map(|mission| row(battle, record, mission)).collect();
    if rows.is_empty() { rows } else { std::iter::once(HEADING.to_owned()).chain(rows).collect() }
}

fn row(battle: &Battle, record: &Record, mission: &Mission) -> String {
    let plotted = if mission.plotted == 0 { "pre".to_owned() } else { mission.plotted.to_string() };
    let by = mission.observer.map_or_else(|| "-".to_owned(), |observer| battle.tag(observer).to_string());
    let turns = |n: u8| if mission.stage == Stage::Registered { "-".to_owned() } else { n.to_string() };
    let state = match mission.stage {
        Stage::Falling if mission.stopped => ", ends this turn",
        Stage::Falling if mission.corrected => ", on target next turn",
        Stage::Falling if mission.shift.is_some() => ", off target",
        Stage::Falling => ", falling",
        Stage::Registered | Stage::Planned => "",
    };
    format!(
        "{:<3} {plotted:<5} {by:<5} {:<15} {:<13} {:<4} {:<4} {}{state}",
        mission.number,
        record.mission_name(mission),
        battery_tags(battle, mission),
        turns(mission.arrival),
        turns(mission.duration),
        mission.location(markers_of(battle, mission)),
    )
}

/// The squares of a side's planned fire; only that side sees them.
pub(in crate::rules::matg) fn planned_markers(
    battle: &Battle,
    record: &Record,
    side: Side,
) -> Vec<MarkerView> {
    let mut markers: Vec<MarkerView> = Vec::new();
    let mut mark = |cell: Cell, name: &str| {
        if battle.grid.contains(cell) && !markers.iter().any(|marker| marker.cell == cell) {
            markers.push(MarkerView {
                cell,
                glyph: '@',
                kind: MarkerKind::Impact,
                name: name.to_owned(),
                ..MarkerView::default()
            });
        }
    };
    for mission in record.missions_of(side).filter(|mission| mission.stage != Stage::Falling) {
        let name = if mission.stage == Stage::Registered { "pre-registered fire" } else { "planned fire" };
        for (_, _, cell) in missions::plotted_cells(battle, mission) {
            mark(cell, name);
        }
    }
    markers
}

/// Notes on the plan being filled in.
pub(super) fn plan_notes(game: &Position, side: Side, plan: &Plan) -> Vec<String> {
    let battle = &game.battle;
    let mut notes = vec![format!("{} plots", battle.who(plan.observer))];
    notes.extend(plan.batteries.iter().map(|&(id, _)| format!("Battery {}", battle.who(id))));
    notes.extend(plan.aim.map(|aim| format!("Impact location {aim}")));
    if plan.is_at_terms() {
        let missions = game.fire_direction(side).missions(plan);
        notes.extend(missions.iter().map(|mission| mission_in_words(battle, &game.record, mission)));
    }
    notes
}

/// Why no mission may be plotted with a stand.
pub(super) fn why_no_plot(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    record: &Record,
    id: Id,
) -> Illegal {
    let who = forces.battle.who(id);
    match observers::may_observe(forces, now, command, record, id) {
        Err(NoObserver::Ghq) => Illegal::new(
            "7.6.4.1",
            format!(
                "{who} can't plot: a GHQ does not \
         observe. Choose an HQ or a stand with an observer"
            ),
        ),
        Err(NoObserver::OnTheWay(turn)) => {
            let text = format!("{who} can't plot: its observer arrives in turn {turn}");
            Illegal::new("7.6.4.4", text)
        }
        Err(NoObserver::None) => {
            Illegal::new("7.6.4.1", format!("{who} can't plot: it has no forward observer and is no HQ"))
        }
        Err(NoObserver::Broken) => {
            Illegal::new("12.1.5", format!("{who} can't plot: its formation is broken"))
        }
        Err(NoObserver::NotOnBoard) => {
            Illegal::new("7.6.4.6", format!("{who} can't plot: it is not on the board"))
        }
        Ok(()) => Illegal::new("7.6.3", format!("{who} can't plot: no battery is free")),
    }
}
