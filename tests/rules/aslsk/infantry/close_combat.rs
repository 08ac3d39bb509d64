//! Rout, advance and CC (3.6 to 3.8).

use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::close_combat::striking;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::table::Table;
use super::broken;

/// A German squad broken and DM next to an American one, at the start of the RtPh.
fn broken_beside(at: &str, enemy: &str) -> (Table, u8) {
    let mut table = Table::new();
    let squad = table.german("4-6-7", at);
    broken(&mut table, squad);
    table.set(squad).dm = true;
    table.american("6-6-6", enemy);
    table.open(Phase::Rout);
    (table, squad)
}

// card: 3.6a, 3.6b, 3.6e
#[test]
fn broken_units_beside_an_enemy_rout_or_are_eliminated() {
    let (mut table, squad) = broken_beside("wR4", "wR5");
    assert!(table.offers("rout u0"));
    let crawls: Vec<String> =
        table.choices().into_iter().filter(|choice| choice.starts_with("crawl u0")).collect();
    assert!(!crawls.is_empty());
    assert!(
        crawls.iter().all(|choice| !choice.ends_with(" S5") && !choice.ends_with(" Q5")),
        "not beside it again"
    );
    table.play("done", &[]);
    assert!(table.gone(squad), "failure to rout");
    let (mut table, squad) = broken_beside("wR4", "wR5");
    table.play("rout u0", &[]);
    let open = table.choices().into_iter().find(|choice| {
        let hex = choice.trim_start_matches("go ");
        choice.starts_with("go ") && table.position.ground.open_ground(table.place(&format!("w{hex}")))
    });
    // Interdicted in the open: an 11 fails, Casualty Reduction.
    table.play(&open.expect("a hex in the open"), &[6, 5]);
    assert_eq!(table.u(squad).data().name, "2-4-7");
}

// card: 3.6c
#[test]
fn routing_units_move_to_the_nearest_shelter() {
    let (mut table, _) = broken_beside("wR9", "wR10");
    table.play("rout u0", &[]);
    let steps: Vec<String> = table.choices().into_iter().filter(|choice| choice.starts_with("go ")).collect();
    assert!(!steps.is_empty());
    for step in &steps {
        let place = table.place(&format!("w{}", step.trim_start_matches("go ")));
        assert!(
            table.position.ground.map().range(place, table.place("wR10")) >= 2,
            "{step}: away from the enemy"
        );
    }
}

// card: 3.7
#[test]
fn an_advance_using_all_mf_causes_cx_and_cx_units_cannot() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wD5");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wM10");
    // 5 PP leave 2 MF: woods and buildings take them all.
    let house = table.position.ground.map().around(table.place("wD5")).map(|(_, to)| to).find(|&to| {
        table.position.ground.map().terrain(to).row().mf == 4 && table.position.ground.map().level(to) == 0
    });
    let hex = table.position.ground.hex(house.unwrap());
    table.open(Phase::Advance);
    table.play(&format!("advance u0 {hex}"), &[]);
    assert!(table.u(squad).cx);
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wD5");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.set(squad).cx = true;
    table.american("6-6-6", "wM10");
    table.open(Phase::Advance);
    assert!(!table.offers(&format!("advance u0 {hex}")));
}

/// Units of both sides in a hex, the first side's having advanced, ready for CC.
pub fn melee(hex: &str, ours: &[&str], theirs: &[&str]) -> Table {
    let mut table = Table::new();
    for name in ours {
        let id = table.german(name, hex);
        table.set(id).acted = true;
    }
    for name in theirs {
        table.american(name, hex);
    }
    table.open(Phase::CloseCombat);
    table
}

// card: 3.8a, 3.8e
#[test]
fn cc_attacks_of_both_sides_are_resolved() {
    let mut table = melee("wC3", &["4-6-7"], &["6-6-6"]);
    table.play("combat C3", &[]);
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    table.play("next", &[]);
    table.play("use u1", &[]);
    table.play("at u0", &[]);
    // 4 to 6 is 1-2: below 4 eliminates; 6 to 4 is 3-2: below 6 eliminates. Both are eliminated.
    table.play("next", &[1, 2, 2, 2]);
    assert!(table.gone(0) && table.gone(1), "eliminated units attack, too");
}

// card: 3.8g
#[test]
fn units_left_on_both_sides_are_in_melee() {
    let mut table = melee("wC3", &["4-6-7"], &["6-6-6"]);
    table.play("combat C3", &[]);
    table.play("done", &[]);
    table.play("done", &[]);
    assert!(table.u(0).melee && table.u(1).melee);
    assert!(!table.u(0).good_order());
    table.open(Phase::Movement);
    assert!(!table.offers("move u0"));
}

// card: 3.8b, 3.8f
#[test]
fn leaders_add_one_and_direct() {
    use standto::rules::aslsk::turn::close_combat::{Melee, Strike};
    let mut table = melee("wC3", &["4-6-7", "8-1", "9-1"], &["6-6-6"]);
    let place = table.place("wC3");
    let melee = Melee {
        place,
        side: Side::A,
        ambusher: None,
        strikes: Default::default(),
        open: Strike::default(),
        bonds: Vec::new(),
        fought: Vec::new(),
    };
    let worked = |table: &Table| {
        let strike = Strike { by: vec![0, 1, 2], at: vec![3] };
        let worked = striking::work_out_strike(&table.position.forces, &melee, Side::A, &strike);
        let drm: i16 = worked.modifiers.iter().map(|line| line.value).sum();
        (worked.attack.to_string(), worked.defence.to_string(), drm)
    };
    assert_eq!(worked(&table), ("6".into(), "6".into(), -1), "one leader's modifier, as in the example");
    table.set(0).pinned = true;
    assert_eq!(worked(&table).0, "4", "half of 4, and the leaders");
    table.set(3).broken = true;
    assert_eq!(worked(&table).2, -3);
}

// card: 3.8c, 3.8d
#[test]
fn an_ambush_strikes_first() {
    let mut table = melee("wS8", &["4-6-7"], &["6-6-6"]);
    // 1 to 4: the ATTACKER ambushes.
    table.play("combat S8", &[1, 4]);
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    // 1-2 eliminates below 4, Casualty Reduction on 4; 4-1 is 3: the enemy is eliminated before it attacks.
    table.play("next", &[2, 2]);
    assert!(table.gone(1) && !table.gone(0));
}
