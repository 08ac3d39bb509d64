//! Edge cases of CC (3.8, 5.3).

use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::close_combat::{ambush, striking};
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::infantry::close_combat::melee;
use super::super::shelter::broken;
use super::super::table::Table;

/// Plays choices in turn, ending the decisions before each.
fn strikes(table: &mut Table, choices: &[&str]) {
    for choice in choices {
        while !table.offers(choice) {
            table.play("done", &[]);
        }
        table.play(choice, &[]);
    }
}

/// Odds and DRM of the attack being designated.
fn odds(table: &Table, side: Side) -> (String, i16) {
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    let worked = striking::work_out_strike(&table.position.forces, melee, side, &melee.open);
    (worked.combat().odds.name().to_string(), worked.drm())
}

#[test]
fn a_lone_leader_has_no_ambush_drm() {
    let mut table = melee("wS8", &["9-2"], &["6-6-6"]);
    let sum = |table: &Table| -> i16 {
        ambush::ambush_modifiers(&table.position.forces, table.place("wS8"), Side::A)
            .iter()
            .map(|line| line.value)
            .sum()
    };
    assert_eq!(sum(&table), 0);
    table.german("4-6-7", "wS8");
    assert_eq!(sum(&table), -2, "with another unit it leads");
}

// card: 3.8c
#[test]
fn ambush_needs_a_difference_of_three() {
    for (faces, ambushed) in [([1, 4], true), ([2, 4], false), ([6, 3], true), ([5, 3], false)] {
        let mut table = melee("wS8", &["4-6-7"], &["6-6-6"]);
        table.play("combat S8", &faces);
        let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
        assert_eq!(melee.ambusher.is_some(), ambushed, "{faces:?}");
    }
}

// card: 3.8e
#[test]
fn pinned_units_attack_at_half_and_defend_in_full() {
    let mut table = melee("wC3", &["4-6-7"], &["3-4-6"]);
    table.set(0).pinned = true;
    table.play("combat C3", &[]);
    strikes(&mut table, &["use u0", "at u1"]);
    assert_eq!(odds(&table, Side::A).0, "1-2", "2 against 3");
    table.play("next", &[]);
    strikes(&mut table, &["use u1", "at u0"]);
    assert_eq!(odds(&table, Side::B).0, "1-2", "3 against 4, pinned or not");
}

// card: 3.8e
#[test]
fn odds_between_columns_use_the_lower() {
    for (ours, expected) in
        [(vec!["4-6-7", "4-6-7"], "1-1"), (vec!["4-6-7", "4-6-7", "4-6-7"], "2-1"), (vec!["4-6-7"], "1-2")]
    {
        let mut table = melee("wC3", &ours, &["6-6-6"]);
        table.play("combat C3", &[]);
        let target = format!("at u{}", ours.len());
        let mut choices: Vec<String> = (0..ours.len()).map(|id| format!("use u{id}")).collect();
        choices.push(target);
        strikes(&mut table, &choices.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(odds(&table, Side::A).0, expected, "{ours:?}");
    }
}

// card: 3.8f, 3.8e
#[test]
fn cx_penalties_in_cc() {
    let mut table = melee("wC3", &["4-6-7"], &["6-6-6"]);
    table.set(0).cx = true;
    table.set(1).cx = true;
    table.play("combat C3", &[]);
    strikes(&mut table, &["use u0", "at u1"]);
    assert_eq!(odds(&table, Side::A).1, 0, "+1 for a CX attacker, -1 against a CX defender");
}

// card: 3.8e
#[test]
fn a_leaders_own_attack_creates_no_leader() {
    let mut table = melee("wC3", &["8-0"], &["3-4-6"]);
    table.play("combat C3", &[]);
    strikes(&mut table, &["use u0", "at u1", "next"]);
    // 1 to 3 is 1-4: 2 is below the kill number 3. No Leader Creation for a leader.
    table.play("done", &[1, 1]);
    assert!(table.gone(1) && table.position.forces.units.len() == 2);
}

// card: 3.2.3g, 3.8e
#[test]
fn losing_a_leader_in_cc_causes_no_llmc() {
    let mut table = melee("wC3", &["8-1", "4-4-7"], &["6-6-6"]);
    table.play("combat C3", &[]);
    table.play("alone u0", &[]);
    // The American attacks the leader alone: 6-1 eliminates below 10. The squad takes no LLMC.
    strikes(&mut table, &["use u2", "at u0"]);
    table.play("next", &[3, 3]);
    assert!(table.gone(0) && !table.u(1).broken && !table.u(1).pinned);
}

#[test]
fn broken_units_in_melee_stay() {
    let mut table = melee("wS8", &["4-6-7"], &["6-6-6"]);
    broken(&mut table, 1);
    for id in 0..2 {
        table.set(id).melee = true;
    }
    table.position.turn.attacker = Side::B;
    table.open(Phase::Rout);
    table.position.turn.frames = vec![Frame::Rout(Side::B)];
    assert!(!table.offers("rout u1"));
    table.play("done", &[]);
    assert!(!table.gone(1), "no failure to rout");
}

// card: 3.8d, 3.8g
#[test]
fn an_ambush_lasts_one_phase() {
    let mut table = melee("wS8", &["4-6-7"], &["6-6-6"]);
    table.play("combat S8", &[1, 4]);
    strikes(&mut table, &["use u0", "at u1"]);
    assert_eq!(odds(&table, Side::A), ("1-2".into(), -1));
    // 12 has no effect; the enemy attacks back at +1.
    table.play("next", &[6, 6]);
    strikes(&mut table, &["use u1", "at u0"]);
    assert_eq!(odds(&table, Side::B), ("3-2".into(), 1));
    table.play("next", &[6, 6]);
    assert!(table.u(0).melee && table.u(1).melee);
    table.open(Phase::CloseCombat);
    table.play("combat S8", &[]);
    strikes(&mut table, &["use u0", "at u1"]);
    assert_eq!(odds(&table, Side::A), ("1-2".into(), 0), "a melee now");
}

// card: 3.8e
#[test]
fn casualty_reduction_in_cc_wounds_a_leader() {
    for (wound, gone) in [(4, false), (5, true)] {
        let mut table = melee("wC3", &["8-1"], &["6-6-6"]);
        table.play("combat C3", &[]);
        strikes(&mut table, &["use u0", "at u1", "next", "use u1", "at u0"]);
        // 1 to 6 is 1-6: 9 has no effect. 6 to 1 is 6-1: 10 is Casualty Reduction.
        table.play("next", &[4, 5, 4, 6, wound]);
        assert_eq!(table.gone(0), gone, "{wound}");
        assert!(gone || table.u(0).wounded);
    }
}
