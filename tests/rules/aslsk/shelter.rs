//! Routs: to which shelter, and with which leader (3.6).

use standto::rules::aslsk::turn::phase::Phase;

use super::table::Table;

pub fn broken(table: &mut Table, id: u8) {
    let unit = table.set(id);
    (unit.broken, unit.dm) = (true, true);
}

// card: 3.6d
#[test]
fn a_broken_unit_leaves_its_own_building_for_the_next() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wJ10");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    // K10 is in the same building; the next shelter is L8, 4 MF away by J9 and the road.
    assert!(table.offers("go K10") && table.offers("go J9"));
    table.play("go J9", &[]);
    assert!(!table.offers("done"), "on the way to a shelter in reach it does not stop");
    table.play("go K9", &[]);
    table.play("go L8", &[]);
    assert_eq!(table.at(squad), "wL8");
}

// card: 3.6d
#[test]
fn shelters_that_may_or_must_be_passed_by() {
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xR2");
    table.american("6-6-6", "xS6");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    // The woods in S2 are as close to S6 as R2 is; those in T1 are reached through R1.
    assert!(table.offers("go S2") && table.offers("go R1"));
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xR2");
    table.american("6-6-6", "xS6");
    (0..3).for_each(|_| {
        table.german("4-4-7", "xS2");
    });
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert!(!table.offers("go S2") && table.offers("go R1"));
}

/// A broken squad and a leader in wR3, an American squad up the road in wR0.
fn led_rout() -> (Table, u8, u8) {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wR3");
    let leader = table.german("9-1", "wR3");
    table.american("6-6-6", "wR0");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    (table, squad, leader)
}

// card: 3.6f
#[test]
fn a_leader_routs_along_and_helps_against_interdiction() {
    let (mut table, squad, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    // 7 against a broken morale of 7; the leader's -1 makes it 6: neither broken nor pinned.
    table.play("go R4", &[3, 4]);
    assert!(table.told("7-1=6 vs 7"));
    table.play("go R5", &[]);
    assert_eq!((table.at(squad), table.at(leader)), ("wR5".into(), "wR5".into()));
    assert!(!table.u(leader).broken);
}

// card: 3.6f
#[test]
fn a_leader_is_eliminated_with_the_unit_that_fails() {
    let (mut table, squad, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    // 9-1 is more than 7: Casualty Reduction, the leader is eliminated, and the HS takes a LLMC at +1.
    table.play("go R4", &[4, 5, 1, 2]);
    assert!(table.gone(leader) && table.u(squad).data().name == "2-4-7");
    assert!(table.told("3+1=4 vs 6"));
    assert!(table.offers("done") && table.offers("go R5"), "what is left may go on");
    let (mut table, _, leader) = led_rout();
    table.play(&format!("with u{leader}"), &[]);
    table.play("crawl u0 R4", &[]);
    assert_eq!(table.at(leader), "wR4", "Low Crawl draws no Interdiction");
}

// card: 3.6f
#[test]
fn broken_and_pinned_leaders_do_not_rout_along() {
    for hurt in [0, 1] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let leader = table.german("9-1", "wR3");
        table.american("6-6-6", "wR0");
        broken(&mut table, squad);
        if hurt == 0 {
            broken(&mut table, leader)
        } else {
            table.set(leader).pinned = true
        }
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        assert!(!table.offers(&format!("with u{leader}")));
    }
}

// card: 3.6e, 1.1.1g
#[test]
fn no_interdiction_along_an_orchard_road() {
    // xDD5 is an orchard with a dirt road from CC6 to EE5.
    let mut table = Table::farmland();
    let squad = table.german("4-6-7", "xEE5");
    table.american("6-6-6", "xGG4");
    broken(&mut table, squad);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    assert!(table.offers("go DD5"));
    let sees = table.position.ground.hindrance(table.place("xGG4"), table.place("xDD5")) == Some(0);
    assert!(sees, "down the road");
    table.play("go DD5", &[1, 2]);
    assert!(table.told("Interdiction: NMC"));
}
