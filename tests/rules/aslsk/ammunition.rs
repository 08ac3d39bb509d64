//! Special Ammo, Smoke and WP (1.2.5, 6.2).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::ammunition::{self, column};
use standto::rules::aslsk::ordnance::smoke::{Cloud, Thickness};
use standto::rules::aslsk::state::Marker;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::{self, Ammo, TargetType};
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::table::Table;

/// A PaK 40 in xD1 with Smoke on 7, an American squad in xD4.
fn pak() -> (Table, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.german("2-2-8", "xD1");
    let gun = table.ordnance("pak40", crew, "ssw");
    table.american("6-6-6", "xD4");
    table.open(Phase::PrepFire);
    (table, gun)
}

fn loads(table: &Table, gun: u8, hex: &str, mode: Mode) -> Vec<Ammo> {
    ammunition::loads(
        &table.position.ground,
        &table.position.forces,
        &table.position.turn,
        gun,
        table.place(hex),
        mode,
    )
}

// card: 6.2a
#[test]
fn special_ammo_against_its_depletion_number() {
    // Smoke is found below 7; TH 7 - 2.
    for (faces, more, smoke, fired) in
        [(vec![1, 4], true, true, true), (vec![3, 4], false, true, true), (vec![4, 4], false, false, false)]
    {
        let (mut table, gun) = pak();
        table.play("fire m0 D4", &[]);
        table.play("load smoke-shell", &[]);
        table.play("shoot", &faces);
        assert_eq!(table.position.forces.stocked(gun, Ammo::Smoke), more, "{faces:?}");
        assert_eq!(table.position.ground.smoky(table.place("xD4")), smoke, "{faces:?}");
        assert_eq!(table.w(gun).fired, fired, "missing ammo has not been fired: {faces:?}");
        assert_eq!(table.offers("fire m0 D4"), !fired, "the Area Target Type ends ROF");
    }
}

// card: 6.2a, 6.12
#[test]
fn an_original_12_malfunctions_the_gun_even_without_the_ammo() {
    let (mut table, gun) = pak();
    table.play("fire m0 D4", &[]);
    table.play("load smoke-shell", &[]);
    table.play("shoot", &[6, 6]);
    assert!(table.w(gun).broken && table.w(gun).fired && !table.position.forces.stocked(gun, Ammo::Smoke));
    assert!(!table.position.ground.smoky(table.place("xD4")));
}

// card: 6.2a
#[test]
fn special_ammo_is_available_from_its_date() {
    let mut table = Table::farmland();
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD1");
    let gun = table.ordnance("us-57", crew, "ssw");
    table.unit(Side::B, Nation::German, "4-6-7", "xD4");
    table.order().date = (1944, 5);
    assert_eq!(loads(&table, gun, "xD4", Mode::Prep), [Ammo::AP]);
    table.order().date = (1944, 6);
    assert_eq!(loads(&table, gun, "xD4", Mode::Prep), [Ammo::HE, Ammo::AP]);
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "xD1");
    let mortar = table.ordnance("us-60", squad, "ssw");
    assert!(!table.position.forces.stocked(mortar, Ammo::WP));
    table.order().date = (1945, 1);
    assert!(table.position.forces.stocked(mortar, Ammo::WP));
}

// card: 6.2b
#[test]
fn ap_uses_ift_column_1_or_2() {
    crate::cited::watch();
    let of = |gun: &str| {
        let gun = guns::find(gun).unwrap();
        column(gun, Ammo::AP, TargetType::Infantry, false).unwrap().firepower()
    };
    assert_eq!([of("flak38"), of("flak36"), of("us-57"), of("flak88")], [1, 2, 2, 2]);
}

// card: 6.2b
#[test]
fn ap_leaves_no_residual_fp() {
    for (load, left) in [("ap", None), ("he", Some(6))] {
        let mut table = Table::farmland();
        table.order().date = (1944, 9);
        let crew = table.american("2-2-7", "xD1");
        let gun = table.ordnance("us-57", crew, "ssw");
        table.position.forces.weapons[0].nation = Nation::American;
        let squad = table.german("4-6-7", "xD5");
        table.open(Phase::Movement);
        table.play(&format!("move u{squad}"), &[]);
        table.play("go D4", &[]);
        table.play("fire m0 D4", &[]);
        let other = if load == "ap" { "load ap" } else { "area-target" };
        if load == "ap" {
            table.play(other, &[]);
            // TH 4+3-2: a hit, ROF lost; 6+5 on the 2 column has no effect.
            table.play("shoot", &[4, 3, 6, 5]);
        } else {
            table.play("shoot", &[4, 2, 6, 6]);
        }
        let there = table.place("xD4");
        let found =
            table.position.ground.residual.iter().find(|(place, _)| *place == there).map(|(_, left)| *left);
        assert_eq!(found, left.map(|_| 3), "half of the 6 column for HE: {load}");
        let _ = gun;
    }
}

// card: 6.2c
#[test]
fn heat_targets_buildings_and_guns_only() {
    let mut table = Table::new();
    table.order().date = (1944, 9);
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "wR6");
    let gun = table.ordnance("us-105", crew, "sse");
    table.unit(Side::B, Nation::German, "4-6-7", "wS8");
    table.unit(Side::B, Nation::German, "4-6-7", "wR8");
    assert!(loads(&table, gun, "wS8", Mode::Prep).contains(&Ammo::HEAT), "a stone building");
    assert!(!loads(&table, gun, "wR8", Mode::Prep).contains(&Ammo::HEAT), "a road");
    let crew = table.unit(Side::B, Nation::German, "2-2-8", "wR8");
    table.ordnance("pak40", crew, "nne");
    assert!(loads(&table, gun, "wR8", Mode::Prep).contains(&Ammo::HEAT), "a Gun");
    let ordnance = table.w(gun).ordnance().unwrap();
    assert_eq!(
        column(ordnance, Ammo::HEAT, TargetType::Infantry, false).unwrap().firepower(),
        16,
        "one below 20"
    );
}

// card: 6.2d, 3.2.4c
#[test]
fn smoke_is_fired_before_other_fire_in_the_phase() {
    let (mut table, gun) = pak();
    let squad = table.german("4-6-7", "xD3");
    assert!(table.offers("blind m0"), "smoke may be fired at an empty hex");
    table.play(&format!("fire u{squad} D4"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!loads(&table, gun, "xD4", Mode::Prep).contains(&Ammo::Smoke));
    assert!(!table.offers("blind m0"));
    let (table, gun) = pak();
    assert!(loads(&table, gun, "xD4", Mode::Final).contains(&Ammo::Smoke));
    assert!(!loads(&table, gun, "xD4", Mode::First).contains(&Ammo::Smoke));
    assert!(!loads(&table, gun, "xD4", Mode::Advancing).contains(&Ammo::Smoke));
}

// card: 6.2d, 6.11, 3.2.4e
#[test]
fn smoke_uses_acquisition_and_ends_it() {
    let (mut table, gun) = pak();
    table.position.forces.acquire(gun, table.place("xD4"), &[1], true);
    let mut shot = table.shot(gun, Mode::Prep, "xD4");
    shot.ammo = Some(Ammo::Smoke);
    let aimed = shot.work_out(&table.position);
    assert_eq!((aimed.shot.to_hit.unwrap().number, aimed.shot.modifier), (7, -3), "smoke -2, acquired -1");
    table.play("fire m0 D4", &[]);
    table.play("load smoke-shell", &[]);
    table.play("shoot", &[1, 4]);
    assert!(table.w(gun).carriage.acquired.is_none());
}

// card: 3.2.4e
#[test]
fn fire_at_an_empty_hex_adds_two() {
    let (table, gun) = pak();
    let mut shot = table.shot(gun, Mode::Prep, "xD3");
    shot.ammo = Some(Ammo::Smoke);
    assert_eq!(shot.work_out(&table.position).shot.modifier, 0, "smoke -2, empty hex +2");
}

// card: 1.2.5a, 6.2d
#[test]
fn smoke_is_full_in_the_pfph_and_dispersed_in_the_dfph() {
    let (mut table, _) = pak();
    table.play("fire m0 D4", &[]);
    table.play("load smoke-shell", &[]);
    table.play("shoot", &[1, 4]);
    assert_eq!(table.position.ground.smoke[0].thickness, Thickness::Full);
    let (mut table, _) = pak();
    table.position.turn.attacker = Side::B;
    table.open(Phase::DefensiveFire);
    table.play("fire m0 D4", &[]);
    table.play("load smoke-shell", &[]);
    table.play("shoot", &[1, 4]);
    assert_eq!(table.position.ground.smoke[0].thickness, Thickness::Dispersed);
}

// card: 1.2.5b
#[test]
fn smoke_disperses_at_its_owners_next_pfph() {
    let mut table = Table::farmland();
    let place = table.place("xD4");
    for (before, after) in [
        (Thickness::Full, Some(Thickness::Dispersed)),
        (Thickness::Dispersed, None),
        (Thickness::Phosphorus, Some(Thickness::ThinPhosphorus)),
        (Thickness::ThinPhosphorus, None),
    ] {
        table.position.ground.smoke = vec![Cloud { place, thickness: before, side: Side::A }];
        table.position.ground.disperse_smoke(Side::B);
        assert_eq!(table.position.ground.smoke[0].thickness, before, "not at an enemy's hex");
        table.position.ground.disperse_smoke(Side::A);
        assert_eq!(table.position.ground.smoke.first().map(|cloud| cloud.thickness), after);
    }
}

// card: 1.2.5c
#[test]
fn every_kind_of_smoke_into_through_and_out_of() {
    let mut table = Table::farmland();
    let [a, b, c] = ["xD1", "xD2", "xD3"].map(|hex| table.place(hex));
    for (thickness, hindrance) in [
        (Thickness::Grenades, 2),
        (Thickness::Full, 3),
        (Thickness::Dispersed, 2),
        (Thickness::Phosphorus, 2),
        (Thickness::ThinPhosphorus, 1),
    ] {
        for (place, expected) in [(c, hindrance), (b, hindrance), (a, hindrance + 1)] {
            table.position.ground.smoke = vec![Cloud { place, thickness, side: Side::A }];
            assert_eq!(table.position.ground.hindrance(a, c), Some(expected), "{thickness:?}");
        }
    }
    // Two full Smoke counters make +6: LOS is blocked (3.2.1d).
    let full = |place| Cloud { place, thickness: Thickness::Full, side: Side::A };
    table.position.ground.smoke = vec![full(b), full(c)];
    assert_eq!(table.position.ground.hindrance(a, c), None);
    // In one hex the larger DRM counts.
    table.position.ground.smoke = vec![full(b), Cloud { thickness: Thickness::Grenades, ..full(b) }];
    assert_eq!(table.position.ground.hindrance(a, c), Some(3));
}

/// An American 81mm mortar with WP on 8 in xD1, a German squad in a hex.
fn phosphorus(hex: &str) -> (Table, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD1");
    let gun = table.ordnance("us-81", crew, "ssw");
    let squad = table.unit(Side::B, Nation::German, "4-6-7", hex);
    table.open(Phase::PrepFire);
    (table, gun, squad)
}

// card: 6.2e
#[test]
fn wp_causes_a_nmc_and_places_smoke() {
    let (mut table, _, squad) = phosphorus("xD4");
    table.play("fire m0 D4", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[1, 4, 4, 4]);
    assert!(table.u(squad).broken, "8 against 7 in the open");
    assert_eq!(table.position.ground.smoke[0].thickness, Thickness::Phosphorus);
}

// card: 6.2e, 1.1.1d
#[test]
fn mortar_wp_in_woods_gets_air_bursts() {
    let (mut table, _, squad) = phosphorus("xD5");
    table.play("fire m0 D5", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[1, 4, 3, 4]);
    assert!(table.told("MC 7+1=8 vs 7") && table.u(squad).broken);
}

// card: 6.2e
#[test]
fn tem_helps_against_wp_except_on_a_ch() {
    for (faces, told) in [([2, 4, 2, 3], "NMC 5-3=2 vs 7"), ([1, 1, 2, 3], "NMC 5+3=8 vs 7")] {
        let mut table = Table::farmland();
        table.order().date = (1944, 9);
        let crew = table.unit(Side::A, Nation::American, "2-2-7", "xDD10");
        table.ordnance("us-81", crew, "nne");
        table.unit(Side::B, Nation::German, "4-6-7", "xDD7");
        table.open(Phase::PrepFire);
        table.play("fire m0 DD7", &[]);
        table.play("load wp", &[]);
        table.play("shoot", &faces);
        assert!(table.told(told), "{:?}", table.events.iter().map(|event| &event.text).collect::<Vec<_>>());
    }
}

// card: 6.2e, 1.2.5a
#[test]
fn wp_may_be_first_fire() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.american("2-2-7", "xD1");
    let gun = table.ordnance("us-81", crew, "ssw");
    let squad = table.german("4-6-7", "xD5");
    table.open(Phase::Movement);
    table.play(&format!("move u{squad}"), &[]);
    table.play("go D4", &[]);
    assert!(loads(&table, gun, "xD4", Mode::First).contains(&Ammo::WP));
    table.play("fire m0 D4", &[]);
    table.play("load wp", &[]);
    table.play("shoot", &[4, 2, 2, 2]);
    assert!(table.position.ground.smoky(table.place("xD4")));
    assert_eq!(table.w(gun).marker, Marker::First);
}
