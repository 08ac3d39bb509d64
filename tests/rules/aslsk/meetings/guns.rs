//! Guns where paragraphs meet (3.2.4, 6 with 1.2, 3.4, 3.5, 3.6, 4, 5.5).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::{acquisition, arc, shot, turning};
use standto::rules::aslsk::state::{Item, Marker, Whereabouts};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German mortar in xD1 and an American 57mm AT with its crew in xD4, facing it.
fn bombarded(emplaced: bool, faces: &[u8]) -> (Table, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let firer = table.german("2-2-8", "xD1");
    table.ordnance("grw34", firer, "ssw");
    let crew = table.american("2-2-7", "xD4");
    let gun = table.ordnance("us-57", crew, "nne");
    table.position.forces.weapons[1].carriage.emplaced = emplaced;
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    table.play("shoot", faces);
    (table, crew, gun)
}

// card: 6.6, 6.3, 3.2.4c
#[test]
fn tem_on_the_ift_dr_is_not_added_to_the_gunshield() {
    // 6 and Emplacement +2 on the 8 column is a NMC; the Gunshield's +1 is not added.
    let (table, ..) = bombarded(true, &[2, 2, 3, 3, 2, 3]);
    assert!(table.told("MC 5 vs 7"), "{:?}", table.events);
    // Without Emplacement the Gunshield makes 7 an 8.
    let (table, ..) = bombarded(false, &[2, 2, 3, 4, 2, 3]);
    assert!(table.told("MC 5 vs 7"), "{:?}", table.events);
}

// card: 6.7
#[test]
fn the_gunshield_does_not_apply_to_a_direct_mortar_hit() {
    // 3 on the 8 column is K/2, whatever the Gunshield.
    let (table, crew, gun) = bombarded(false, &[2, 2, 1, 2]);
    assert!(table.gone(crew) && table.w(gun).there() && table.w(gun).broken);
}

// card: 6.7, 4c, 6.6
#[test]
fn a_kia_without_the_gunshield_is_rolled_against_the_gun() {
    // The dr on the same column: 1 is KIA, 4 is K, 6 neither.
    for (die, there, malfunctions) in [(1, false, false), (4, true, true), (6, true, false)] {
        let mut table = Table::farmland();
        table.order().date = (1944, 9);
        for _ in 0..2 {
            table.german("4-6-7", "xD3");
        }
        table.german("8-0", "xD3");
        let crew = table.american("2-2-7", "xD4");
        let gun = table.ordnance("us-57", crew, "nne");
        table.open(Phase::PrepFire);
        table.play("fire u0 D4", &[]);
        table.play("join u1", &[]);
        table.play("direct u2", &[]);
        // 16 FP at PBF: 3 would be 1KIA; with the Gunshield 5 is 3MC, which the crew passes with 3.
        let faces = [1, 2, die, 1, 2];
        table.play("shoot", if there { &faces } else { &faces[..3] });
        assert_eq!((table.w(gun).there(), table.gone(crew)), (there, !there), "{die}");
        assert!(!there || table.w(gun).broken == malfunctions, "{die}");
    }
}

// card: 4.4, 6.7
#[test]
fn a_baz_at_a_gun_in_open_ground_spares_other_infantry() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let firer = table.unit(Side::A, Nation::American, "7-4-7", "xD3");
    table.ordnance("baz44", firer, "nne");
    let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD4");
    table.ordnance("pak40", crew, "ssw");
    table.unit(Side::B, Nation::German, "4-6-7", "xD4");
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    // 5 hits; 7 on the 8 column is 1MC, for the crew alone.
    table.play("shoot", &[2, 3, 3, 4, 2, 2]);
    assert!(!table.told("4-6-7 hit"));
    assert!(table.told("2-2-8 hit"));
}

// card: 3.2.4i, 3.5a
#[test]
fn no_intensive_fire_in_the_afph() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wN3");
    table.ordnance("pak40", crew, "sse");
    table.american("6-6-6", "wN7");
    table.open(Phase::AdvancingFire);
    let target = table.place("wN7");
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            0,
            target,
            Mode::Advancing
        )
        .is_some_and(|ready| !ready.intensive)
    );
    table.play("fire m0 N7", &[]);
    table.play("shoot", &[1, 6]);
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            0,
            target,
            Mode::Advancing
        )
        .is_none(),
        "once, whatever its ROF"
    );
}

// card: 3.2.4i
#[test]
fn a_gun_without_rof_may_use_intensive_fire_unless_it_changed_ca() {
    for (facing, again) in [("sse", true), ("nne", false)] {
        let mut table = Table::new();
        table.order().date = (1944, 9);
        let crew = table.unit(Side::A, Nation::American, "2-2-7", "wN3");
        table.ordnance("us-155", crew, facing);
        table.unit(Side::B, Nation::German, "4-6-7", "wN7");
        table.open(Phase::PrepFire);
        table.play("fire m0 N7", &[]);
        table.play("shoot", &[6, 5]);
        assert_eq!(table.offers("fire m0 N7"), again, "{facing}");
        if again {
            assert_eq!(table.position.forces.breakdown(0, true), 10);
            table.play("fire m0 N7", &[]);
            table.play("shoot", &[6, 6]);
            assert!(!table.w(0).there(), "a 12 in Intensive Fire eliminates it");
        }
    }
}

// card: 3.2.4i
#[test]
fn intensive_first_fire_ignores_closer_enemies_and_marks_its_crew() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.german("4-4-7", "wN6");
    let crew = table.american("2-2-7", "wN7");
    table.ordnance("us-105", crew, "nnw");
    table.position.forces.weapons[0].marker = Marker::First;
    table.position.forces.weapons[0].fired = true;
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    let Some(Frame::Shot(shot)) = table.position.turn.frames.last() else { panic!() };
    assert!(shot.intensive);
    table.play("shoot", &[6, 4]);
    assert!(table.w(0).broken, "10 breaks it");
    assert_eq!(table.u(crew).marker, Marker::Final);
}

// card: 3.2.4g
#[test]
fn ca_change_at_the_end_of_a_fire_phase() {
    for (phase, side) in
        [(Phase::PrepFire, Side::A), (Phase::AdvancingFire, Side::A), (Phase::DefensiveFire, Side::B)]
    {
        for fired in [false, true] {
            let mut table = Table::new();
            for (side, nation, hex) in [(Side::A, Nation::German, "wN3"), (Side::B, Nation::American, "wN7")]
            {
                let crew = table.unit(side, nation, if side == Side::A { "2-2-8" } else { "2-2-7" }, hex);
                table.ordnance(if side == Side::A { "pak40" } else { "us-57" }, crew, "e");
                table.set(crew).fired = fired;
            }
            table.position.turn.phase = phase;
            table.position.turn.frames = vec![Frame::Turning(side)];
            let gun = side.index();
            assert_eq!(table.offers(&format!("face m{gun} w")), !fired, "{phase:?}");
            assert!(
                !table.offers(&format!("face m{} w", 1 - gun)),
                "in the enemy's Player Turn, in its \
                 own fire phases"
            );
        }
    }
}

// card: 6.8, 3.4, 6.12
#[test]
fn ife_fires_again_at_adjacent_hexes_only() {
    let mut table = Table::new();
    table.position.turn.attacker = Side::B;
    let crew = table.german("2-2-8", "wN5");
    let gun = table.ordnance("flak38", crew, "sse");
    table.position.forces.weapons[0].marker = Marker::First;
    table.position.forces.weapons[0].fired = true;
    table.american("6-6-6", "wN6");
    table.american("6-6-6", "wN7");
    table.open(Phase::DefensiveFire);
    assert!(table.offers("fire i0 N6") && !table.offers("fire i0 N7"));
    table.play("fire i0 N6", &[]);
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(attack.work_out(&table.position).firepower.to_string(), "4", "doubled and halved");
    assert_eq!(table.position.forces.breakdown(gun, true), 9, "11, lowered by 2");
    table.play("shoot", &[6, 6]);
    assert!(!table.w(gun).there(), "a 12 removes it");
}

// card: 6.10, 3.2.4h
#[test]
fn a_ca_change_to_fire_at_the_acquired_target_keeps_acquisition() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wN5");
    let gun = table.ordnance("pak40", crew, "nne");
    let squad = table.american("6-6-6", "wN3");
    let place = table.place("wN3");
    table.position.forces.acquire(gun, place, &[squad], false);
    table.set(squad).at = Whereabouts::On(table.place("wN7"));
    acquisition::track(&table.position.ground, &mut table.position.forces, squad);
    let (_, turning) =
        turning::turning(&table.position.ground, &table.position.forces, gun, table.place("wN7"));
    assert!(turning >= 4, "two hexspines or more");
    assert_eq!(table.to_hit(gun, "wN7", None).1, turning - 1);
    table.open(Phase::PrepFire);
    table.play("fire m0 N7", &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.position.forces.acquisition(gun, table.place("wN7")), 2);
    assert!(arc::covers(
        table.position.ground.hex(table.place("wN5")),
        table.w(gun).carriage.facing,
        table.position.ground.hex(table.place("wN7"))
    ));
}

// card: 5.5
#[test]
fn a_weapon_of_an_ally_is_not_captured() {
    let mut table = Table::new();
    table.american("7-4-7", "wC3");
    let british = table.unit(Side::B, Nation::British, "4-5-7", "wC3");
    let gun = table.machine_gun(Nation::American, Weight::Medium, british);
    assert_eq!((table.position.forces.captured(gun), table.position.forces.rate(gun)), (false, 2));
    assert_eq!(table.position.forces.breakdown(gun, false), 12);
    let italian = table.machine_gun(Nation::Italian, Weight::Medium, british);
    assert!(table.position.forces.captured(italian));
}

// card: 5.5, 1.2.6, 3.2.4e, 6.12
#[test]
fn an_enemy_crew_is_qualified_but_the_gun_is_captured() {
    let mut table = Table::new();
    let crew = table.american("2-2-7", "wN3");
    let gun = table.ordnance("pak40", crew, "sse");
    table.german("4-6-7", "wN7");
    assert!(table.position.forces.captured(gun) && !table.position.forces.non_qualified(gun));
    assert_eq!((table.position.forces.rate(gun), table.position.forces.breakdown(gun, false)), (1, 10));
    assert_eq!(table.to_hit(gun, "wN7", None).1, 2);
    let squad = table.american("6-6-6", "wN3");
    table.position.forces.weapons[0].holder = Some(squad);
    assert_eq!(table.to_hit(gun, "wN7", None).1, 4, "captured, and not qualified");
    assert_eq!((table.position.forces.rate(gun), table.position.forces.breakdown(gun, false)), (0, 8));
}

// card: 3.6e, 6.10
#[test]
fn a_gun_interdicts_through_its_ca_and_loses_its_acquisition() {
    for (facing, dice) in [("sse", &[1, 2][..]), ("nne", &[])] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let crew = table.american("2-2-7", "wR0");
        let gun = table.ordnance("us-57", crew, facing);
        let place = table.place("wR0");
        table.position.forces.acquire(gun, place, &[], true);
        broken(&mut table, squad);
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        table.play("go R4", dice);
        assert_eq!(table.w(gun).carriage.acquired.is_none(), !dice.is_empty(), "{facing}");
    }
}

// card: 6.2a, 6.10
#[test]
fn missing_special_ammo_counts_as_not_fired() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.german("2-2-8", "xD1");
    let gun = table.ordnance("pak40", crew, "ssw");
    let squad = table.american("6-6-6", "xD4");
    let place = table.place("xD4");
    table.position.forces.acquire(gun, place, &[squad], false);
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    table.play("load smoke-shell", &[]);
    // 9 is above its Depletion Number of 7 for Smoke.
    table.play("shoot", &[4, 5]);
    assert!(!table.w(gun).fired && table.w(gun).marker == Marker::None);
    assert!(table.w(gun).carriage.acquired.is_some(), "nothing was fired");
    table.play("fire m0 D4", &[]);
    assert!(!table.offers("load smoke-shell"));
    let Some(Frame::Shot(shot)) = table.position.turn.frames.last() else { panic!() };
    assert!(!shot.intensive);
}

// card: 4d, 3.4
#[test]
fn a_crew_that_fired_its_gun_has_no_inherent_fp_left() {
    let mut table = Table::new();
    table.position.turn.attacker = Side::B;
    let crew = table.german("2-2-8", "wN5");
    table.ordnance("pak40", crew, "sse");
    table.american("6-6-6", "wN6");
    table.open(Phase::DefensiveFire);
    assert!(table.offers("fire u0 N6"));
    table.position.forces.weapons[0].fired = true;
    table.position.forces.weapons[0].marker = Marker::First;
    assert!(!table.offers("fire u0 N6"));
    assert!(table.offers("fire m0 N6"), "with Intensive Fire, at the adjacent hex");
    let _ = (crew, Item::Unit(0));
}
