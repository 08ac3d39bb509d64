//! Fire and its effects on Infantry (3.2).

use standto::rules::aslsk::state::Marker;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::table::Table;
use super::broken;

// card: 3.2.3b
#[test]
fn a_kia_eliminates_some_units_and_breaks_the_others() {
    let mut table = Table::new();
    let firers: Vec<u8> = (0..3).map(|_| table.german("4-6-7", "wC3")).collect();
    let fresh = table.american("6-6-6", "wC2");
    let shaken = table.american("6-6-6", "wC2");
    let third = table.american("6-6-6", "wC2");
    broken(&mut table, shaken);
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{} C2", firers[0]), &[]);
    table.play(&format!("join u{}", firers[1]), &[]);
    table.play(&format!("join u{}", firers[2]), &[]);
    // 24 FP: a 4 is 1KIA. The first of three is eliminated.
    table.play("shoot", &[1, 3, 1]);
    assert!(table.told("IFT 24") && table.gone(fresh));
    assert_eq!(table.u(shaken).data().name, "3-4-6", "already broken: reduced");
    assert!(table.u(third).broken && table.u(third).dm);
}

// card: 3.2.3e, 1.2.1a
#[test]
fn the_best_leader_checks_first_and_helps() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wC3");
    let squad = table.american("6-6-6", "wC2");
    let leader = table.american("9-1", "wC2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} C2"), &[]);
    // 8 FP: a 7 is 1MC. The leader rolls first, 3+1; then the squad, 5+1-1.
    table.play("shoot", &[3, 4, 1, 2, 2, 3]);
    let told: Vec<&str> = table.events.iter().map(|event| event.text.as_str()).collect();
    let of = |words: &str| told.iter().position(|text| text.contains(words)).unwrap();
    assert!(of("9-1 passes: 1MC 3") < of("6-6-6 passes: 1MC 5"));
    assert!(table.told("6-6-6 … MC 5"), "1MC and the leader's -1");
    let _ = (squad, leader);
}

// card: 3.2.3g
#[test]
fn a_lost_leader_causes_llmc_for_lower_morale_units() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wC3");
    let leader = table.american("9-1", "wC4");
    let squad = table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} C4"), &[]);
    // 1MC: the leader fails with 10; the squad passes with 2+1; then its LLTC at +1: 6+1 pins.
    table.play("shoot", &[3, 4, 5, 5, 1, 1, 3, 3]);
    assert!(table.u(leader).broken && !table.u(squad).broken && table.u(squad).pinned);
}

// card: 3.2.3h
#[test]
fn broken_units_neither_fire_nor_move_nor_advance() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.german("4-6-7", "wC3");
    table.american("6-6-6", "wC4");
    broken(&mut table, squad);
    table.open(Phase::PrepFire);
    assert!(!table.offers("fire u0 C4") && table.offers("fire u1 C4"));
    table.open(Phase::Movement);
    assert!(!table.offers("move u0") && table.offers("move u1"));
    table.open(Phase::Advance);
    assert!(!table.offers("advance u0 C2") && table.offers("advance u1 C2"));
    assert_eq!(table.u(squad).morale(), 7, "its broken side's");
}

// card: 3.2.3k
#[test]
fn fire_that_could_cause_a_nmc_causes_dm() {
    // 2 FP at range 2 could cause a NMC on an original 2; so could half of it at Long Range; behind a +6 it
    // could not.
    for (smoke, dm) in [(0, true), (2, false)] {
        let mut table = Table::farmland();
        let firer = table.german("2-3-7", "xD1");
        let target = table.american("6-6-6", "xD4");
        broken(&mut table, target);
        let place = table.place("xD2");
        use standto::rules::aslsk::ordnance::smoke::{Cloud, Thickness};
        for _ in 0..smoke / 2 {
            table.position.ground.smoke.push(Cloud { place, thickness: Thickness::Full, side: Side::A });
        }
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} D4"), &[]);
        table.play("shoot", &[6, 5]);
        assert_eq!(table.u(target).dm, dm, "hindrance 3 puts a check out of reach");
    }
}

// card: 3.2.2d, 3.2.5
#[test]
fn a_squad_fires_at_one_target_and_its_weapon_at_another() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC4");
    table.american("6-6-6", "wB2");
    table.open(Phase::PrepFire);
    table.play("fire u0 C4", &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.u(squad).marker, Marker::Prep);
    assert!(table.offers("fire m0 B2"));
    assert!(!table.offers("fire m0 C4"), "units in one hex fire at a target together");
    assert!(!table.offers("fire u0 B2"), "once a player turn");
}

// card: 3.2.2f
#[test]
fn a_fire_group_is_a_chain_of_adjacent_hexes() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wN4");
    let beside = table.german("4-6-7", "wN5");
    let far = table.german("4-6-7", "wN7");
    table.american("6-6-6", "wN2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} N2"), &[]);
    assert!(table.offers(&format!("join u{beside}")) && !table.offers(&format!("join u{far}")));
    table.play(&format!("join u{beside}"), &[]);
    let link = table.german("4-6-7", "wN6");
    assert!(table.offers(&format!("join u{link}")));
    table.play(&format!("join u{link}"), &[]);
    assert!(table.offers(&format!("join u{far}")), "now the chain reaches it");
}

// card: 3.2.2g
#[test]
fn firers_in_one_hex_attack_a_target_as_one_group() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} C4"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire u{other} C4")), "no attack of its own at the same target");
}

// card: 1.2.1b, 3.2.2h
#[test]
fn a_leader_directs_one_attack() {
    let mut table = Table::new();
    let one = table.german("4-6-7", "wC3");
    let other = table.german("4-6-7", "wC3");
    let leader = table.german("9-1", "wC3");
    table.american("6-6-6", "wC4");
    table.american("6-6-6", "wB2");
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{one} C4"), &[]);
    table.play(&format!("direct u{leader}"), &[]);
    table.play("shoot", &[6, 5]);
    table.play(&format!("fire u{other} B2"), &[]);
    assert!(!table.offers(&format!("direct u{leader}")));
}
