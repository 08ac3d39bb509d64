//! Complete routs (3.6).

use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::turn::phase::Phase;

use super::super::shelter::broken;
use super::super::table::Table;

/// A broken German in a hex, Americans in others, in the RtPh.
fn rout(at: &str, enemies: &[&str]) -> Table {
    let mut table = Table::new();
    let squad = table.german("4-6-7", at);
    broken(&mut table, squad);
    for hex in enemies {
        table.american("6-6-6", hex);
    }
    table.open(Phase::Rout);
    table
}

// card: 3.6e, 3.6a
#[test]
fn a_unit_pinned_by_interdiction_survives_without_adjacent_enemies() {
    let mut table = rout("wR3", &["wR0"]);
    table.play("rout u0", &[]);
    // 7 is the highest roll that passes a broken morale of 7.
    table.play("go R4", &[3, 4]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")));
    while table.position.turn.phase == Phase::Rout {
        table.play("done", &[]);
    }
    assert_eq!(table.at(0), "wR4");
}

// card: 3.6b, 3.6a
#[test]
fn low_crawl_avoids_interdiction_and_ends_the_rout() {
    let mut table = rout("wR3", &["wR0"]);
    table.play("crawl u0 R4", &[]);
    assert_eq!(table.at(0), "wR4");
    assert!(!table.offers("rout u0") && !table.told("Interdiction"), "all MF");
}

#[test]
fn low_crawl_follows_the_other_rout_restrictions() {
    let table = rout("wN5", &["wN4"]);
    for hex in ["N6", "M6", "O5", "M5", "O4", "N4"] {
        let away =
            table.position.ground.map().range(table.place(&format!("w{hex}")), table.place("wN4")) >= 2;
        assert!(away || !table.offers(&format!("crawl u0 {hex}")), "{hex} is beside the enemy");
    }
    assert!(table.choices().iter().any(|choice| choice.starts_with("crawl")));
}

// card: 3.6a
#[test]
fn no_rout_without_a_possible_interdictor() {
    // In the woods of wC4, far from the enemy: under DM it may rout or stay.
    let mut table = rout("wC4", &["wC10"]);
    assert!(table.offers("rout u0"));
    while table.position.turn.phase == Phase::Rout {
        table.play("done", &[]);
    }
    assert_eq!(table.at(0), "wC4");
    // Without DM it may not rout.
    let mut table = rout("wC4", &["wC10"]);
    table.set(0).dm = false;
    assert!(!table.offers("rout u0"));
}

// card: 3.6a, 3.6e
#[test]
fn broken_units_in_open_ground_in_enemy_los_must_rout() {
    let mut table = rout("wR4", &["wR0"]);
    table.set(0).dm = false;
    table.position.turn.phase = Phase::AdvancingFire;
    table.position.turn.frames.clear();
    table.position.next_phase(&mut Dice::taped(&[]), &mut Log::off()).unwrap();
    assert!(table.u(0).dm, "it becomes DM as the phase begins");
    table.play("done", &[]);
    assert!(table.gone(0), "failure to rout");
}

// card: 3.6c
#[test]
fn routing_units_have_6_mf_and_no_road_bonus() {
    // Along the paved road from wN3 the buildings are farther than the woods; 6 MF is the limit, road or not.
    let mut table = rout("wR1", &["wQ1"]);
    table.play("rout u0", &[]);
    let mut steps = 0;
    while let Some(step) = table.choices().into_iter().find(|choice| choice.starts_with("go ")) {
        let to = table.place(&format!("w{}", step.trim_start_matches("go ")));
        let seen = table.position.ground.hindrance(table.place("wQ1"), to) == Some(0)
            && table.position.ground.map().range(table.place("wQ1"), to) <= 6
            && table.position.ground.open_ground(to)
            && table.position.ground.map().level(to) == 0;
        table.play(&step, if seen { &[1, 1] } else { &[] });
        steps += 1;
    }
    assert!((1..=6).contains(&steps), "{steps}");
}

// card: 3.6c, 3.2.3d
#[test]
fn wounded_leaders_rout_with_3_mf() {
    let mut table = Table::new();
    let leader = table.german("8-0", "wR3");
    broken(&mut table, leader);
    table.set(leader).wounded = true;
    table.american("6-6-6", "wT10");
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    let mut steps = 0;
    while let Some(step) = table.choices().into_iter().find(|choice| choice.starts_with("go ")) {
        table.play(&step, &[]);
        steps += 1;
        assert!(steps <= 3, "a wounded leader has 3 MF");
    }
}

// card: 3.6e
#[test]
fn a_failed_interdiction_reduces_and_never_replaces() {
    let mut table = rout("wR3", &["wR0"]);
    table.order().groups[0].elr = 0;
    table.play("rout u0", &[]);
    // 11 fails 7 by 4: it is already broken, so it suffers Casualty Reduction to its own HS.
    table.play("go R4", &[5, 6]);
    assert_eq!(table.u(0).data().name, "2-4-7");
}

// card: 3.6f
#[test]
fn a_leader_does_not_go_along_with_a_leader() {
    let mut table = rout("wR3", &["wR0"]);
    let other = table.german("8-0", "wR3");
    let hurt = table.german("7-0", "wR3");
    broken(&mut table, hurt);
    table.play(&format!("rout u{hurt}"), &[]);
    assert!(!table.offers(&format!("with u{other}")));
}
