//! Checks every table cell by cell against figures written down again from the text and its derivation.

use crate::reading::{CustomData, Source};
use crate::rules::panzertruppe::air::aircraft::AirLoad;
use crate::rules::panzertruppe::firing::GunType;
use crate::rules::panzertruppe::sequence::morale::Morale;
use crate::rules::panzertruppe::state::{Bridge, Weight};
use crate::rules::panzertruppe::tables::custom::lay_file;
use crate::rules::panzertruppe::tables::sheet::Mark;
use crate::rules::panzertruppe::tables::specifications::{Entry, EntryKind, standard};
use crate::rules::panzertruppe::tables::{Assault, BridgeEffect, Cost, Mines, Nation, Radio, Tables, Way};

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
    use BridgeEffect::{Falls as N, Holds as H, Risk as R};
    let row = |bridge| Weight::ALL.map(|weight| tables().strain(bridge, weight));
    assert_eq!(
        Bridge::ALL.map(|(bridge, _)| row(bridge)),
        [[H; 4], [H, H, H, R], [H, H, R, N], [H, R, N, N], [R, N, N, N]]
    );
    assert_eq!(tables().bridge_draw, [2, 5, 8, 9, 10]);
}

#[test]
fn spotting() {
    let rows: Vec<[u16; 3]> =
        (0..5).map(|ground| [0, 1, 2].map(|target| tables().spotting(ground, target))).collect();
    assert_eq!(rows, [[36, 24, 18], [18, 12, 9], [12, 9, 6], [9, 6, 3], [3, 3, 3]]);
    // The shorter distance is two thirds of the longer, a whole number.
    assert!(rows.iter().flatten().all(|inches| inches % 3 == 0));
}

#[test]
fn indirect_fire_and_radio() {
    let adds = &tables().indirect;
    assert_eq!(adds.calibre, [-1, 0, 1]);
    assert_eq!((adds.woods, adds.building, adds.dug_in, adds.crouching), (0, -2, -2, -1));
    assert_eq!((adds.moving, adds.armoured, adds.same_aim), (-2, -1, 1));
    let radio = Radio { american: 2, british: 2, german: 3, others: 4, early: -1, moving: -2 };
    assert_eq!(tables().radio, radio);
}

#[test]
fn air_attacks() {
    let air = &tables().air;
    assert_eq!((air.comes_from, air.spotted_to), (10, 6));
    assert_eq!((air.miss_to, air.near_to, air.moving, air.same), (3, 8, -1, 2));
    assert_eq!(air.distance, [(29, 0), (59, -1), (79, -2), (99, -3)]);
    assert_eq!((air.unharmed_to, air.stunned_to), (4, 5));
    // Need, soft, dug in, always, vehicle, moving vehicle, thick rear armour.
    let weapons: Vec<(&str, [i16; 7], bool, bool)> = air
        .weapons
        .iter()
        .map(|w| {
            let figures = [w.need, w.soft, w.dug_in, w.always, w.vehicle, w.moving, w.thick];
            (w.name.as_str(), figures, w.armour, w.strays)
        })
        .collect();
    let wanted = [
        ("machine guns", [10, 7, 4, 0, 0, 0, 0], true, false),
        ("P-47 machine guns", [10, 7, 4, 1, 0, 0, 0], true, false),
        ("20 mm cannon", [6, 5, 3, 0, -2, -1, 0], true, false),
        ("37 mm cannon", [6, 5, 3, 0, 0, -1, 0], true, false),
        ("40 mm cannon", [6, 5, 3, 0, 0, -1, 0], true, false),
        ("rockets", [3, 1, 0, 0, 0, -1, -1], false, true),
    ];
    assert_eq!(weapons, wanted);
}

#[test]
fn aircraft_by_nation_and_year() {
    let air = &tables().air;
    let load = |load: AirLoad| air.name(load).to_owned();
    let kinds = |nation, year| -> Vec<(u8, String, String)> {
        air.kinds(nation, year).map(|k| (k.drawn_to, load(k.loads[0]), load(k.loads[1]))).collect()
    };
    let kind = |to: u8, a: &str, b: &str| (to, a.to_owned(), b.to_owned());
    for year in 39..=45 {
        let german = if year <= 42 {
            vec![kind(10, "machine guns", "bombs")]
        } else {
            vec![kind(5, "20 mm cannon", "bombs"), kind(10, "37 mm cannon", "37 mm cannon")]
        };
        assert_eq!(kinds(Nation::Germany, year), german, "{year}");
        let hurricane = vec![kind(10, "40 mm cannon", "40 mm cannon")];
        let (american, british) = match year {
            ..=41 => (vec![], vec![]),
            42 | 43 => (hurricane.clone(), hurricane),
            _ => (
                vec![kind(5, "rockets", "20 mm cannon"), kind(10, "P-47 machine guns", "bombs")],
                vec![kind(10, "rockets", "20 mm cannon")],
            ),
        };
        assert_eq!(
            (kinds(Nation::UnitedStates, year), kinds(Nation::Britain, year)),
            (american, british),
            "{year}"
        );
        let russian = if year < 43 {
            vec![]
        } else {
            vec![kind(4, "37 mm cannon", "37 mm cannon"), kind(10, "20 mm cannon", "bombs")]
        };
        assert_eq!(kinds(Nation::Russia, year), russian, "{year}");
        assert_eq!((kinds(Nation::France, year).len(), kinds(Nation::Japan, year).len()), (0, 0));
        let worth = match year {
            39 | 40 => 20,
            41 | 42 => 25,
            43 | 44 => 30,
            _ => 35,
        };
        assert_eq!(air.value(Nation::Germany, year), Some(worth));
        let western = (year >= 42).then_some(30);
        assert_eq!(
            (air.value(Nation::UnitedStates, year), air.value(Nation::Britain, year)),
            (western, western)
        );
        assert_eq!(air.value(Nation::Russia, year), (year >= 43).then_some(30));
    }
}

#[test]
fn infantry() {
    type Row = (&'static str, &'static str, u16, u16, (u8, u8));
    let rows: Vec<Row> = standard()
        .iter()
        .filter(|entry| entry.kind == EntryKind::Infantry)
        .map(|e: &Entry| (e.nation_name(), e.name.as_str(), e.unit.pace, e.value, e.years))
        .collect();
    let all = "All";
    let mut wanted = vec![
        (all, "Infantry", 36, 2, (39, 45)),
        (all, "Infantry MG", 36, 3, (39, 45)),
        (all, "Mortar 50 mm", 36, 4, (39, 45)),
        (all, "Mortar 60 mm", 36, 4, (39, 45)),
        (all, "Mortar 81 mm", 36, 6, (39, 45)),
        (all, "Cavalry", 36, 3, (39, 45)),
        ("United States", "Infantry bazooka", 36, 5, (42, 45)),
        ("Britain", "Infantry PIAT", 36, 5, (43, 45)),
        ("Germany", "Infantry panzershreck", 36, 6, (43, 45)),
        ("Germany", "Infantry panzerfaust", 36, 4, (43, 45)),
        ("Germany", "Infantry panzerfaust 44", 36, 5, (44, 45)),
    ];
    // All nations but the French had anti-tank rifles.
    for nation in ["Germany", "United States", "Britain", "Russia", "Japan"] {
        wanted.push((nation, "Infantry ATR", 36, 4, (39, 45)));
    }
    assert_eq!(rows, wanted);
}

#[test]
fn guns() {
    let sheet = tables().sheet("guns").unwrap();
    let rows: Vec<[&str; 5]> =
        (0..sheet.rows.len()).map(|row| [0, 1, 2, 3, 4].map(|column| sheet.text(row, column))).collect();
    let wanted = [
        ["37 mm ATG", "37L,D", "3", "4", "39"],
        ["45 mm ATG", "45L,D", "3", "5", "39"],
        ["50 mm ATG", "50L,D", "2", "7", "40"],
        ["6-pounder", "57L,D", "2", "10", "42"],
        ["57 mm ZiS-2", "57VL,D", "2", "10", "43"],
        ["75 mm infantry gun", "75S", "3", "8", "39"],
        ["75 mm PaK 40", "75L", "1", "15", "42"],
        ["76 mm ZiS-3", "76L", "1", "14", "39"],
        ["17-pounder", "76VL", "0", "20", "43"],
        ["3-inch M5", "76L", "0", "17", "43"],
        ["Flak 88", "88L,D", "0", "27", "39"],
        ["Flak 88/71", "88VL,D", "0", "26", "43"],
        ["90 mm M1", "90L", "0", "25", "43"],
        ["100 mm BS-3", "100L", "0", "23", "44"],
        ["105 mm howitzer", "105M", "0", "17", "39"],
        ["25-pounder", "87M", "0", "15", "40"],
        ["122 mm howitzer", "122M", "0", "18", "39"],
        ["150 mm howitzer", "150M", "-", "20", "39"],
        ["37 mm AA", "37VL,D", "2", "12", "39"],
        ["40 mm AA", "40L,D", "2", "12", "39"],
        ["Quad .50 mount", "20L,D", "2", "11", "42"],
    ];
    assert_eq!(rows, wanted);
}

#[test]
fn anti_aircraft_and_mines() {
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
    let mines = Mines { unharmed_to: 3, immobilised_to: 8, light: 1, heavy: -1, wheeled: 2, halftrack: 1 };
    assert_eq!(tables().mines, mines);
}

#[test]
fn morale_fails_at_the_losses_and_elite_below_them() {
    let fails = |lost, elite| Morale { lost, elite }.fails_to();
    assert_eq!([0, 1, 3, 10, 12].map(|lost| fails(lost, false)), [0, 1, 3, 10, 10]);
    // The text's example: an elite group that has lost three units fails on a 1 or 2.
    assert_eq!([0, 1, 3, 11].map(|lost| fails(lost, true)), [0, 0, 2, 10]);
}

#[test]
fn every_figure_has_a_mark() {
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
    assert_eq!(mark("phases", 3, 1), Some(Mark::Found));
    assert_eq!(mark("phases", 3, 2), Some(Mark::Likely));
}

fn own(text: &str) -> Result<Tables, String> {
    let own = CustomData { source: Source::Folder, file: "mine.toml".into(), text: text.into() };
    lay_file(tables().clone(), &own).map_err(|faulty| faulty.to_string())
}

const TYPES: &str = "[[table]]\nid = \"effect-type\"\nhead = [\"type\", \"adds\"]\nrows = [\n  [\"S\", \"-2\", \"F\"],\n  \
    [\"M\", \"0\", \"F\"],\n  [\"L\", \"1\", \"F\"],\n  [\"VL\", \"3\", \"F\"],\n]\n";

#[test]
fn custom_tables_replace_built_in_ones() {
    let changed = own(TYPES).unwrap();
    assert_eq!(changed.effect_type, [-2, 0, 1, 3]);
    assert_eq!(changed.changed(), ["effect-type"]);
    let why = |text: &str| own(text).unwrap_err();
    assert_eq!(
        why("[[table]]\nid = \"effects\"\nhead = [\"a\"]\nrows = []\n"),
        "mine.toml:2:6: table \"effects\": unknown table"
    );
    assert_eq!(
        why("[[table]]\nid = \"effect-type\"\nhead = [\"kind\", \"adds\"]\nrows = []\n"),
        "mine.toml:2:6: table \"effect-type\": expected the columns type, adds"
    );
    let phases = "[[table]]\nid = \"phases\"\nhead = [\"phase\", \"side\", \"what\"]\nrows = [\n  \
        [\"1\", \"Allied\", \"fire\", \"F\"],\n]\n";
    assert_eq!(
        why(phases),
        "mine.toml:5:3: table \"phases\", row 1: the sequence of play is fixed: expected \"1 Axis morale & load\""
    );
    assert_eq!(
        why(&TYPES.replace("\"-2\", \"F\"", "\"-2\"")),
        "mine.toml:5:3: table \"effect-type\", row 1: expected 3 entries, the last one the marks, found 2"
    );
    assert_eq!(
        why(&TYPES.replace("\"0\"", "\"low\"")),
        "mine.toml:6:3: table \"effect-type\", row 2: expected a whole number for \"adds\", found \"low\""
    );
}

/// Custom lists of names have only the rows that differ; the others stay.
#[test]
fn custom_rows_are_merged() {
    let before = standard().len();
    let tiger = |front: &str, value: &str| {
        let head = tables().nations[0].head.iter().map(|h| format!("\"{h}\"")).collect::<Vec<_>>().join(", ");
        format!(
            "[[nation]]\nid = \"Germany\"\nhead = [{head}]\nrows = [\n  [\"Tiger I\", \"t\", \"6\", \"88L\", \"bc\", \
             \"+1\", \"102/80/76\", \"{front}\", \"-2\", \"-1\", \"VH\", \"42\", \"45\", \"{value}\", \"\", \"V F\"],\n  \
             [\"Maus\", \"t\", \"3\", \"128VL\", \"bc\", \"+1\", \"240/200/200\", \"-7\", \"-6\", \"-6\", \"VH\", \"45\", \
             \"45\", \"60\", \"\", \"\"],\n]\n"
        )
    };
    let changed =
        crate::rules::panzertruppe::tables::specifications::read(&own(&tiger("-9", "40")).unwrap()).unwrap();
    let find = |name: &str| {
        crate::rules::panzertruppe::tables::specifications::find(&changed, Nation::Germany, name).unwrap()
    };
    assert_eq!((find("Tiger I").unit.armour.front, find("Tiger I").value), (-9, 40));
    assert_eq!((find("Maus").value, find("Panther").value, changed.len()), (60, 31, before + 1));
    assert_eq!(
        own(&tiger("thick", "40")).unwrap_err(),
        "mine.toml:5:3: table \"Germany\", row 1: expected a whole number for \"F\", found \"thick\""
    );
    let infantry = "[[table]]\nid = \"infantry\"\nhead = [\"name\", \"MP\", \"V\", \"from\", \"to\", \"nations\", \"arms\"]\n\
        rows = [\n  [\"Infantry\", \"4\", \"2\", \"39\", \"45\", \"all\", \"\", \"F\"],\n  \
        [\"Infantry sticky bomb\", \"3\", \"4\", \"40\", \"43\", \"B\", \"sticky bomb\", \"F\"],\n]\n";
    assert_eq!(
        own(infantry).unwrap_err(),
        "mine.toml:6:3: table \"infantry\", row 2: unknown infantry weapon \"sticky bomb\"; it is not in \
         infantry-weapons"
    );
    let quick = own(&infantry.replace("sticky bomb\", \"F", "ATR\", \"F")).unwrap();
    assert_eq!(
        crate::rules::panzertruppe::tables::specifications::find(
            &crate::rules::panzertruppe::tables::specifications::read(&quick).unwrap(),
            Nation::Japan,
            "Infantry"
        )
        .unwrap()
        .unit
        .pace,
        48
    );
}
