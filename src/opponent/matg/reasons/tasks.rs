//! The task of a stand in words, and what the square that it makes for gains it.

use crate::board::Cell;
use crate::opponent::matg::movement;
use crate::opponent::matg::movement::way::Way;
use crate::opponent::matg::planning::plan::Station;
use crate::opponent::matg::planning::tasks::Task;
use crate::opponent::matg::value::case::{self, Case};
use crate::opponent::matg::value::danger::Judge;
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::position::Id;

/// The task of a stand, as a sentence.
pub(super) fn told(judge: &Judge<'_>, id: Id) -> String {
    let field = judge.field;
    let does = match (field.tasks.task(id), Station::of(field, id)) {
        (Task::Out, _) => "leaves by the edge",
        (Task::Stay, Station::Rear | Station::Rockets) => "keeps out of harm's way",
        (Task::Stay, _) => "waits for the enemy",
        (_, Station::Rear) => "keeps behind the front",
        (_, Station::Rockets) => "keeps as far from the enemy as it can see",
        (Task::Hold(_), _) => {
            let place = field.tasks.place(field.p, id).unwrap_or("the objectives");
            return format!("{} takes and holds {place}.", field.p.battle.who(id));
        }
        (Task::Enemy, _) if case::is_pushed(field, id) => "moves only to a better position near by",
        (Task::Enemy, _) if judge.mood.push < 0.0 => "keeps its distance from the enemy",
        (Task::Enemy, Station::Flak) => "follows the tanks",
        (Task::Enemy, Station::Front) => "closes with the enemy",
    };
    format!("{} {does}.", field.p.battle.who(id))
}

/// The same, with the square that a stand with this posture makes for.
pub(super) fn told_with_goal(judge: &Judge<'_>, id: Id, posture: Posture) -> String {
    let way = Way::on_task(judge.field, id);
    let case = Case::new(judge, id, &way);
    let mut task = told(judge, id);
    if let (Some(here), Some((_, goal))) = (judge.field.p.forces.cell(id), movement::prospect(&case, posture))
        && goal != here
    {
        task += &goal_of(&case, here, goal);
    }
    task
}

/// The square that a stand makes for and what it gains there, as a sentence after another.
pub(super) fn goal_of(case: &Case<'_>, here: Cell, goal: Cell) -> String {
    case.gained(here, goal, nearer(case))
        .map_or_else(|| format!(" It makes for {goal}."), |gain| format!(" It makes for {goal}, {gain}."))
}

/// What coming nearer to its task is for a stand.
fn nearer(case: &Case<'_>) -> &'static str {
    let field = case.judge.field;
    match (field.tasks.task(case.id), Station::of(field, case.id)) {
        (Task::Out, _) => "nearer to the edge",
        (_, Station::Rear) => "nearer to its place behind the front",
        (_, Station::Rockets) => "at a better distance from the enemy",
        (Task::Hold(_), _) => "nearer to its objective",
        (_, Station::Flak) => "to keep up with the tanks",
        _ if case.judge.mood.push < 0.0 => "farther from the enemy",
        _ => "closer to the enemy",
    }
}
