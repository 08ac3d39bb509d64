//! Lost ROF and malfunction (1.2.4.1, 3.4, 5.4, 6.12).

use standto::rules::aslsk::state::Marker;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::TargetType;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::meetings::first_fire::on_the_road;
use super::super::table::Table;

/// Germans in wN4 and wN5, an American squad with a MMG in wN7, in its DFPh.
fn in_defence() -> (Table, u8, u8) {
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    table.german("4-6-7", "wN5");
    let squad = table.american("6-6-6", "wN7");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    // Another unit that may fire, so that the phase goes on.
    table.american("6-6-6", "wN9");
    table.open(Phase::DefensiveFire);
    (table, squad, gun)
}

// card: 1.2.4.1, 3.4
#[test]
fn rof_ends_when_the_unit_is_marked_final_fire() {
    let (mut table, squad, gun) = in_defence();
    table.play(&format!("fire u{squad} N4"), &[]);
    table.play(&format!("join m{gun}"), &[]);
    // 7 on the 8 column is 1MC, passed. The coloured 1 is within ROF, but the squad is marked Final Fire.
    table.play("shoot", &[1, 6, 1, 1]);
    assert_eq!(table.u(squad).marker, Marker::Final);
    assert!(!table.offers(&format!("fire m{gun} N5")) && !table.offers(&format!("fire m{gun} N4")));
}

// card: 1.2.4.1, 3.4
#[test]
fn a_mg_keeps_rof_in_the_dfph_until_its_squad_fires() {
    let (mut table, squad, gun) = in_defence();
    table.play(&format!("fire m{gun} N4"), &[]);
    // 7 on the 4 column is a PTC.
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(table.offers(&format!("fire m{gun} N5")), "neither it nor its unit is marked");
    table.play(&format!("fire u{squad} N5"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire m{gun} N4")) && !table.offers(&format!("fire m{gun} N5")));
}

// card: 3.4
#[test]
fn an_unfired_mg_may_fire_after_its_squad() {
    let (mut table, squad, gun) = in_defence();
    table.play(&format!("fire u{squad} N4"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.offers(&format!("fire m{gun} N5")), "ROF does not matter for a first shot");
    table.play(&format!("fire m{gun} N5"), &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(!table.offers(&format!("fire m{gun} N5")), "it does for a second one");
}

// card: 3.4
#[test]
fn rof_from_first_fire_ends_with_the_squads_final_fire() {
    let (mut table, squad, gun) = in_defence();
    table.position.forces.weapons[usize::from(gun)].fired = true;
    assert!(table.offers(&format!("fire m{gun} N4")));
    table.play(&format!("fire u{squad} N5"), &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire m{gun} N4")));
}

// card: 1.2.4.1, 3.2.5
#[test]
fn the_squads_marker_does_not_end_rof_in_the_pfph() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN7");
    let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
    table.american("6-6-6", "wN4");
    table.american("6-6-6", "wN5");
    table.open(Phase::PrepFire);
    table.play("fire u0 N4", &[]);
    table.play("join m0", &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert_eq!(table.u(squad).marker, Marker::Prep);
    assert!(table.offers(&format!("fire m{gun} N4")) && table.offers(&format!("fire m{gun} N5")));
}

// card: 1.2.4.1, 3.3.1d
#[test]
fn subsequent_first_fire_of_the_squad_ends_rof() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    let gun = table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("join m0", &[]);
    // 7-2 on the column of 8 is 2MC, passed.
    table.play("shoot", &[1, 6, 1, 1]);
    assert_eq!((table.u(1).marker, table.w(gun).marker), (Marker::First, Marker::None));
    table.play("go N5", &[]);
    assert!(table.offers("fire m0 N5"));
    table.play("fire u1 N5", &[]);
    // 3 FP on the 2 column: 11-2 has no effect.
    table.play("shoot", &[6, 5]);
    assert_eq!((table.u(1).marker, table.w(gun).marker), (Marker::Final, Marker::Final));
    assert!(!table.offers("fire m0 N5"));
}

/// A Green American squad with an AT Gun in xD1, a German squad in xD4.
fn green_gunners(id: &str) -> (Table, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let squad = table.unit(Side::A, Nation::American, "5-3-6", "xD1");
    let gun = table.ordnance(id, squad, "ssw");
    table.unit(Side::B, Nation::German, "4-6-7", "xD4");
    table.open(Phase::PrepFire);
    (table, gun)
}

// card: 6.12, 5.4, 3.2.4j
#[test]
fn inexperienced_crews_malfunction_a_gun_on_9_and_lose_it_on_12() {
    for (faces, broken, there) in [([4, 4], false, true), ([4, 5], true, true), ([6, 6], false, false)] {
        let (mut table, gun) = green_gunners("us-57");
        assert_eq!(
            table.position.forces.breakdown(gun, false),
            9,
            "12, two less for a non-crew, one for Inexperienced"
        );
        table.play("fire m0 D4", &[]);
        table.play("shoot", &faces);
        assert_eq!((table.w(gun).broken, table.w(gun).there()), (broken, there), "{faces:?}");
    }
    let (mut table, gun) = green_gunners("us-57");
    table.unit(Side::A, Nation::American, "8-0", "xD1");
    assert_eq!(
        table.position.forces.breakdown(gun, false),
        10,
        "with a leader they are still no crew but not \
         Inexperienced"
    );
}

// card: 6.12, 5.4
#[test]
fn inexperienced_units_lose_a_light_mortar_on_12() {
    for (faces, broken, there) in [([4, 6], false, true), ([5, 6], true, true), ([6, 6], false, false)] {
        let (mut table, mortar) = green_gunners("us-60");
        assert_eq!(table.position.forces.breakdown(mortar, false), 11);
        assert_eq!(table.position.forces.rate(mortar), 3, "a SW: any unit may fire it");
        table.play("fire m0 D4", &[]);
        table.play("shoot", &faces);
        assert_eq!((table.w(mortar).broken, table.w(mortar).there()), (broken, there), "{faces:?}");
    }
}

// card: 5.4, 4.1
#[test]
fn inexperienced_units_can_repair_a_mg_after_a_12() {
    let mut table = Table::new();
    let squad = table.american("5-3-6", "wN4");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    table.german("4-6-7", "wN7");
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    assert_eq!(table.position.forces.breakdown(gun, false), 11);
    table.play("fire m0 N7", &[]);
    table.play("shoot", &[6, 6]);
    assert!(table.w(gun).broken && table.w(gun).there());
}

// card: 3.2.4d, 5.4
#[test]
fn inexperienced_units_use_red_th_numbers() {
    let (mut table, gun) = green_gunners("us-57");
    let number = |table: &Table| {
        let red = table.position.forces.red(gun);
        table.w(gun).ordnance().unwrap().to_hit(TargetType::Infantry, 8, red).unwrap().number
    };
    assert_eq!(number(&table), 6, "6 in red, 7 in black");
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD1");
    table.position.forces.weapons[usize::from(gun)].holder = Some(crew);
    assert_eq!(number(&table), 7);
}

/// The Residual FP of a shot of the 105mm in wN7 at a unit entering wN4.
fn left_by_the_105(movers: usize, faces: &[u8]) -> u8 {
    let mut table = Table::new();
    for _ in 0..movers {
        table.german("4-6-7", "wN3");
    }
    // Another unit that may move later: Residual FP stays until the phase ends.
    table.german("4-4-7", "wA1");
    let crew = table.american("2-2-7", "wN7");
    table.ordnance("us-105", crew, "nnw");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    (1..movers).for_each(|id| table.play(&format!("with u{id}"), &[]));
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    table.play("shoot", faces);
    let place = table.place("wN4");
    table.position.ground.residual.iter().find(|(there, _)| *there == place).map_or(0, |(_, left)| *left)
}

// card: 6.1, 3.3.1h
#[test]
fn residual_fp_of_a_ch_is_half_its_column() {
    // 5-2 is the 3 of a CH, on the 36 column; half of it is more than the limit of 12.
    assert_eq!(left_by_the_105(1, &[2, 3, 6, 6, 6, 5]), 12, "the column used");
    // 7-2 is a hit on the 20 column.
    assert_eq!(left_by_the_105(1, &[3, 4, 6, 5, 1, 1]), 10);
    // One of two suffers the CH; the larger Residual FP stays.
    assert_eq!(left_by_the_105(2, &[2, 3, 1, 6, 6, 6, 5, 6, 5]), 12);
}
