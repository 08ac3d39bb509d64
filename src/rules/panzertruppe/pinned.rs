//! Every table cell by cell, written down again from the text and from what was worked out for it.

use super::firing::GunType;
use super::morale::Morale;
use super::sheet::Mark;
use super::tables::{Assault, Cost, Strain, Tables, Way, read_sheets};

fn tables() -> &'static Tables {
    Tables::standard()
}

#[test]
fn movement() {
    use Cost::{Full, No, Twelfths as T};
    let row = |way| [0, 1, 2, 3].map(|column| tables().cost(way, column));
    assert_eq!(row(Way::Clear), [T(12), T(12), T(18), T(12)]);
    assert_eq!(row(Way::Road), [T(8); 4]);
    assert_eq!(row(Way::Rough), [T(24), T(24), T(36), T(24)]);
    assert_eq!(row(Way::Woods), [T(24), T(36), T(48), T(24)]);
    assert_eq!(row(Way::Swamp), [T(36), No, No, No]);
    assert_eq!(row(Way::Stream), [Full, Full, Full, No]);
    assert_eq!(row(Way::Hedge), [T(12), T(12), T(24), T(12)]);
    assert_eq!(row(Way::Wall), [T(24), No, No, No]);
    assert_eq!(row(Way::Hedgerow), [Full, No, No, No]);
    assert_eq!(row(Way::Cliff), [No; 4]);
    assert_eq!(row(Way::Building), [T(24), T(36), T(36), No]);
    assert_eq!(row(Way::LevelUp), [T(12); 4]);
    assert_eq!(row(Way::Start), [T(24), T(24), T(24), T(0)]);
    assert_eq!(tables().reverse, [Some(2), Some(2), Some(2), None]);
}

#[test]
fn to_hit_by_range() {
    let row = |tenths| [GunType::S, GunType::M, GunType::L, GunType::VL].map(|k| tables().range(tenths, k));
    for (from, to, adds) in [
        (0, 59, [Some(1); 4]),
        (60, 139, [Some(0); 4]),
        (140, 250, [Some(-1); 4]),
        (251, 359, [Some(-3), Some(-2), Some(-2), Some(-1)]),
        (360, 479, [Some(-4), Some(-3), Some(-2), Some(-2)]),
        (480, 600, [None, Some(-4), Some(-3), Some(-2)]),
        (601, 960, [None, None, Some(-4), Some(-3)]),
    ] {
        assert_eq!((row(from), row(to)), (adds, adds), "{from} to {to}");
    }
}

#[test]
fn to_hit_adds() {
    let adds = &tables().to_hit;
    assert_eq!(adds.base, 6);
    assert_eq!((adds.firer_moving, adds.firer_overwatch), (-3, 2));
    assert_eq!((adds.target_moving, adds.target_overwatch), (-1, 1));
    assert_eq!((adds.infantry, adds.ambush, adds.russian), (-1, -1, -1));
    assert_eq!((adds.wall, adds.hedge, adds.beside_building, adds.hill_edge), (-1, -1, -1, -1));
    assert_eq!((adds.hull_down, adds.dug_in, adds.dug_in_most), (-2, -2, -3));
    assert_eq!((adds.woods, adds.hedgerow, adds.building, adds.rough, adds.crouching), (-2, -2, -2, -1, -1));
}

#[test]
fn effects() {
    for (tenths, add) in [
        (0, 2),
        (59, 2),
        (60, 1),
        (139, 1),
        (140, 0),
        (250, 0),
        (251, -1),
        (359, -1),
        (360, -2),
        (479, -2),
        (480, -3),
    ] {
        assert_eq!(tables().effect_range(tenths), add, "{tenths}");
    }
    for (mm, add) in [
        (20, -4),
        (28, -4),
        (37, -3),
        (40, -3),
        (45, -2),
        (50, -2),
        (57, -1),
        (70, 0),
        (77, 0),
        (80, 1),
        (85, 1),
        (94, 1),
        (95, 2),
        (109, 2),
        (110, 3),
        (129, 3),
        (130, 4),
        (152, 4),
    ] {
        assert_eq!(tables().effect_size(mm), add, "{mm}");
    }
    assert_eq!(tables().effect_type, [-1, 0, 1, 2]);
    assert_eq!(tables().effect, [5, 6, 7]);
    assert_eq!(tables().gun_front, 4);
    let armour = tables().sheet("effect-armour").unwrap();
    let rows: Vec<(&str, &str)> =
        (0..armour.rows.len()).map(|row| (armour.text(row, 0), armour.text(row, 1))).collect();
    let wanted = [
        ("12", "+4"),
        ("22", "+3"),
        ("36", "+2"),
        ("52", "+1"),
        ("66", "0"),
        ("76", "-1"),
        ("90", "-2"),
        ("110", "-3"),
        ("130", "-4"),
        ("160", "-5"),
        ("200", "-6"),
        ("over", "-7"),
    ];
    assert_eq!(rows, wanted);
}

#[test]
fn errant_turns() {
    let turns: Vec<i8> = (1..=10).map(|face| tables().errant_turn(face)).collect();
    // In 24ths: 6 is 90 degrees to the right.
    assert_eq!(turns, [-6, -3, -3, 0, 0, 0, 0, 3, 3, 6]);
}

#[test]
fn machine_guns() {
    for (from, to, gun, arms) in [
        (0, 29, Some(5), Some(6)),
        (30, 59, Some(6), Some(8)),
        (60, 99, Some(7), None),
        (100, 139, Some(8), None),
        (140, 179, Some(10), None),
        (180, 400, None, None),
    ] {
        for tenths in [from, to] {
            assert_eq!(tables().machine_gun_need(tenths, false), gun, "{tenths}");
            assert_eq!(tables().machine_gun_need(tenths, true), arms, "{tenths}");
        }
    }
    let adds = &tables().machine_gun;
    assert_eq!((adds.firer_moving, adds.firer_overwatch, adds.target_moving), (-3, 1, -1));
    assert_eq!((adds.dug_in, adds.building), (-3, -3));
    assert_eq!((adds.woods, adds.hedgerow, adds.rough, adds.wall, adds.hedge), (-2, -2, -2, -1, -1));
    assert_eq!((adds.quad, adds.unarmoured, adds.destroys_over), (1, 1, 3));
}

#[test]
fn infantry_weapons() {
    let row = |name: &str| {
        let weapon = tables().infantry_weapons.iter().find(|weapon| weapon.name == name).unwrap();
        (weapon.bands, weapon.effect, weapon.depletes)
    };
    assert_eq!(row("bazooka"), ([(10, 1), (20, 0), (40, -2)], 3, 2));
    assert_eq!(row("PIAT"), ([(10, 1), (20, -1), (30, -3)], 3, 2));
    assert_eq!(row("panzershreck"), ([(10, 1), (30, 0), (50, -2)], 4, 2));
    assert_eq!(row("panzerfaust"), ([(10, 1), (20, -1), (20, -1)], 5, 4));
    assert_eq!(row("panzerfaust 44"), ([(10, 1), (20, -1), (30, -2)], 5, 4));
    assert_eq!(row("ATR"), ([(29, 0), (59, -1), (100, -3)], -1, 0));
    let atr = tables().infantry_weapons.last().unwrap();
    assert!(atr.double && atr.tank_only && atr.no_blast);
    assert_eq!(
        (atr.range(29), atr.range(30), atr.range(100), atr.range(101)),
        (Some(0), Some(-1), Some(-3), None)
    );
}

#[test]
fn close_assault() {
    use Assault::*;
    let results: Vec<Assault> = (1..=10).map(|sum| tables().assault_result(sum)).collect();
    assert_eq!(
        results,
        [
            InfantryLost,
            InfantryLost,
            InfantryStunned,
            InfantryStunned,
            Nothing,
            Nothing,
            VehicleStunned,
            VehicleImmobilised,
            VehicleDestroyed,
            VehicleDestroyed
        ]
    );
    assert_eq!((tables().assault_result(-4), tables().assault_result(15)), (InfantryLost, VehicleDestroyed));
    let adds = &tables().assault;
    assert_eq!((adds.rider, adds.machine_gun, adds.early, adds.moving), (-1, -1, -1, -1));
    assert_eq!((adds.cover, adds.dug_in, adds.hedgerow), (1, 1, 2));
    assert_eq!((adds.stunned, adds.open, adds.unarmoured, adds.before), (2, 2, 4, 1));
}

#[test]
fn bridges() {
    use Strain::{Falls as N, Holds as H, Risk as R};
    let row = |bridge| [0, 1, 2, 3].map(|weight| tables().strain(bridge, weight));
    assert_eq!([0, 1, 2, 3, 4].map(row), [[H; 4], [H, H, H, R], [H, H, R, N], [H, R, N, N], [R, N, N, N]]);
    assert_eq!(tables().bridge_draw, [2, 5, 8, 9, 10]);
}

#[test]
fn spotting() {
    let rows: Vec<[u16; 3]> =
        (0..5).map(|ground| [0, 1, 2].map(|target| tables().spotting(ground, target))).collect();
    assert_eq!(rows, [[36, 24, 18], [18, 12, 9], [12, 9, 6], [9, 6, 3], [3, 3, 3]]);
    // The shorter distance is two thirds of it, a whole number.
    assert!(rows.iter().flatten().all(|inches| inches % 3 == 0));
}

#[test]
fn indirect_fire_and_radio() {
    let adds = &tables().indirect;
    assert_eq!(adds.calibre, [-1, 0, 1]);
    assert_eq!((adds.woods, adds.building, adds.dug_in, adds.crouching), (0, -2, -2, -1));
    assert_eq!((adds.moving, adds.armoured, adds.same_aim), (-2, -1, 1));
    assert_eq!(tables().radio, [2, 2, 3, 4, -1, -2]);
}

#[test]
fn aircraft_and_mines() {
    assert_eq!(tables().bombs, [3, 8, -1, 2, 0, -1, -2, -3]);
    for (from, to, need) in [
        (0, 59, Some(6)),
        (60, 139, Some(7)),
        (140, 239, Some(8)),
        (240, 359, Some(9)),
        (360, 479, Some(10)),
        (480, 900, None),
    ] {
        assert_eq!((tables().anti_aircraft_need(from), tables().anti_aircraft_need(to)), (need, need));
    }
    assert_eq!(tables().mines, [3, 8, 1, -1, 2, 1]);
}

#[test]
fn morale_fails_at_the_losses_and_elite_below_them() {
    let fails = |lost, elite| Morale { lost, elite }.fails_to();
    assert_eq!([0, 1, 3, 10, 12].map(|lost| fails(lost, false)), [0, 1, 3, 10, 10]);
    // The text's example: three lost, an elite group fails on a 1 or 2.
    assert_eq!([0, 1, 3, 11].map(|lost| fails(lost, true)), [0, 0, 2, 10]);
}

#[test]
fn every_figure_has_its_mark() {
    for sheet in &tables().sheets {
        for row in 0..sheet.rows.len() {
            for column in 1..sheet.head.len() {
                assert!(sheet.mark(row, column).is_some(), "{} row {} column {column}", sheet.id, row + 1);
            }
        }
    }
    let mark = |id: &str, row, column| tables().sheet(id).unwrap().mark(row, column);
    assert_eq!(mark("movement", 0, 1), Some(Mark::Stated));
    assert_eq!(mark("movement", 0, 3), Some(Mark::Free));
    assert_eq!(mark("to-hit-range", 3, 2), Some(Mark::Likely));
}

#[test]
fn own_tables_take_the_place_of_ours() {
    let own = |text: &str| Tables::with(read_sheets(text).unwrap());
    let radio = "[[table]]\nid = \"effect-type\"\nhead = [\"type\", \"adds\"]\n\
        rows = [[\"S\", \"-2\", \"F\"], [\"M\", \"0\", \"F\"], [\"L\", \"1\", \"F\"], [\"VL\", \"3\", \"F\"]]\n";
    assert_eq!(own(radio).unwrap().effect_type, [-2, 0, 1, 3]);
    let why = |text: &str| own(text).unwrap_err().to_string();
    assert_eq!(
        why("[[table]]\nid = \"effects\"\nhead = [\"a\"]\nrows = []\n"),
        "table \"effects\": there is no such table"
    );
    assert_eq!(
        why("[[table]]\nid = \"effect-type\"\nhead = [\"kind\", \"adds\"]\nrows = []\n"),
        "table \"effect-type\": expected the columns type, adds"
    );
    assert_eq!(
        why(&radio.replace("\"-2\", \"F\"", "\"-2\"")),
        "table \"effect-type\", row 1: expected 3 entries, the last one the marks, found 2"
    );
    assert_eq!(
        why(&radio.replace("\"-2\"", "\"low\"")),
        "table \"effect-type\", row 1: expected a whole number for \"adds\", found \"low\""
    );
}
