//! Tests of the scenario editor's model. Its behaviour is tested through `Draft`, with the tests of the
//! rules.

use super::project::{Project, Start, word};
use crate::editor::Subject;
use crate::rules::matg::scenario;
use crate::side::Side;

#[test]
fn fire_plans_follow_and_are_removed_with_their_batteries() {
    let path = format!("{}/tests/scenarios/artillery.toml", env!("CARGO_MANIFEST_DIR"));
    let project = Project::read("test", &std::fs::read_to_string(path).unwrap()).unwrap();
    let planned = Side::BOTH.into_iter().find(|&side| !project.force(side).missions.is_empty());
    let Some(side) = planned else { panic!("no fire is plotted in this battle any more") };
    let batteries = |project: &Project| -> usize {
        project.force(side).missions.iter().map(|mission| mission.batteries.len()).sum()
    };
    let count = batteries(&project);
    let first = &project.force(side).missions[0].batteries[0];
    let tag = project.force(side).written(first).unwrap();
    let at = project.force(side).formations.iter().enumerate().find_map(|(f, formation)| {
        let n = formation
            .stands
            .iter()
            .position(|stand| project.force(side).tag(stand.id).as_ref() == Some(&tag))?;
        Some(Subject::Piece(side, f, n))
    });
    let mut other = project.clone();
    other.buy(side, 0, ("germany", "Infantry HQ"), 1).unwrap();
    assert_ne!(other.force(side).written(first), Some(tag), "later tags have moved up");
    let mut gone = project;
    gone.remove(at.unwrap()).unwrap();
    assert!(batteries(&gone) < count);
    assert!(gone.force(side).missions.iter().all(|mission| !mission.batteries.is_empty()));
}

#[test]
fn moving_to_an_occupied_square_swaps_stands() {
    let mut project = Project::read("test", scenario::INTRODUCTORY).unwrap();
    let (first, second) = ((Side::A, 1, 0), (Side::A, 1, 1));
    let at = |project: &Project, (side, f, n): (Side, usize, usize)| {
        project.stand(side, f, n).unwrap().start.clone()
    };
    let (a, b) = (at(&project, first), at(&project, second));
    let Start::At(there) = b else { panic!("it begins on the map") };
    project.put(Subject::Piece(Side::A, 1, 0), there).unwrap();
    assert_eq!((at(&project, first), at(&project, second)), (Start::At(there), a));
    assert_eq!(word(&project.frame.about, "title"), Some("Introductory Scenario"));
}
