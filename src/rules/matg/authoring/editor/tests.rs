//! Tests of the scenario editor's model. Its behaviour is tested through `Draft`, with the tests of the
//! rules.

use super::project::{Named, Project, Start, word};
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
fn a_copied_formation_has_its_passengers_aboard_its_own_transports() {
    let mut project = Project::read("test", scenario::INTRODUCTORY).unwrap();
    project.force_mut(Side::A).form("Carried");
    let to = project.force(Side::A).formations.len() - 1;
    project.buy(Side::A, to, ("germany", "Infantry '43"), 1).unwrap();
    project.buy(Side::A, to, ("germany", "SdKfz 251/1"), 1).unwrap();
    let carrier = project.force(Side::A).formations[to].stands[1].id;
    project.force_mut(Side::A).formations[to].stands[0].start = Start::Aboard(Named::Stand(carrier));
    let from = project.force(Side::A).formations.len() - 1;
    assert_eq!(project.copy_of(Subject::Formation(Side::A, from)).as_deref(), Ok("Copied."));
    let formations = &project.force(Side::A).formations;
    let (old, new) = (&formations[from].stands, &formations[from + 1].stands);
    let carrier = new[1].id;
    assert_eq!(new[0].start, Start::Aboard(Named::Stand(carrier)));
    assert!(matches!(new[1].start, Start::At(_)) && new[1].start != old[1].start, "on a square of its own");
    let text = crate::editor::Draft::text(&project);
    assert_eq!(crate::editor::Draft::text(&Project::read("copy", &text).unwrap()), text);
    let alone = project.copy_of(Subject::Piece(Side::A, from, 1));
    assert_eq!(alone.as_deref(), Ok("Copied."));
    assert_eq!(project.force(Side::A).formations[from].stands.len(), 3);
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
