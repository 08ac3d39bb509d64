//! The tables, cell by cell, typed from the QRDC and the To Hit Chart.

use standto::rules::aslsk::calculator::Firepower;
use standto::rules::aslsk::tables::fire::{Column, Effect};
use standto::rules::aslsk::tables::guns::{self, Ammo, Size, TargetType};
use standto::rules::aslsk::tables::modifiers::{self, Drm, List};
use standto::rules::aslsk::tables::{Odds, leader_created, wound_eliminates};

/// A row for each final DR from 0 or less to 15 or more.
pub const FIRE: [[&str; 11]; 16] = [
    ["1KIA", "2KIA", "2KIA", "3KIA", "3KIA", "3KIA", "4KIA", "4KIA", "5KIA", "6KIA", "7KIA"],
    ["K/1", "1KIA", "1KIA", "2KIA", "2KIA", "2KIA", "3KIA", "3KIA", "4KIA", "5KIA", "6KIA"],
    ["1MC", "K/1", "K/2", "1KIA", "1KIA", "1KIA", "2KIA", "2KIA", "3KIA", "4KIA", "5KIA"],
    ["1MC", "1MC", "2MC", "K/2", "K/2", "K/3", "1KIA", "1KIA", "2KIA", "3KIA", "4KIA"],
    ["NMC", "1MC", "1MC", "2MC", "2MC", "3MC", "K/3", "K/4", "1KIA", "2KIA", "3KIA"],
    ["PTC", "NMC", "1MC", "1MC", "2MC", "2MC", "3MC", "4MC", "K/4", "1KIA", "2KIA"],
    ["none", "PTC", "NMC", "1MC", "1MC", "2MC", "2MC", "3MC", "4MC", "K/4", "1KIA"],
    ["none", "none", "PTC", "NMC", "1MC", "1MC", "2MC", "2MC", "3MC", "4MC", "K/4"],
    ["none", "none", "none", "PTC", "NMC", "1MC", "1MC", "2MC", "2MC", "3MC", "4MC"],
    ["none", "none", "none", "none", "PTC", "NMC", "1MC", "1MC", "2MC", "2MC", "3MC"],
    ["none", "none", "none", "none", "none", "PTC", "NMC", "1MC", "1MC", "2MC", "2MC"],
    ["none", "none", "none", "none", "none", "none", "PTC", "NMC", "1MC", "1MC", "2MC"],
    ["none", "none", "none", "none", "none", "none", "none", "PTC", "NMC", "1MC", "1MC"],
    ["none", "none", "none", "none", "none", "none", "none", "none", "PTC", "NMC", "1MC"],
    ["none", "none", "none", "none", "none", "none", "none", "none", "none", "PTC", "NMC"],
    ["none", "none", "none", "none", "none", "none", "none", "none", "none", "none", "PTC"],
];
/// FP and calibre at the heads of the columns.
pub const HEADS: [(u8, u8); 11] = [
    (1, 20),
    (2, 30),
    (4, 37),
    (6, 50),
    (8, 60),
    (12, 70),
    (16, 80),
    (20, 100),
    (24, 120),
    (30, 150),
    (36, 200),
];

// card: 3.2.3a
#[test]
fn every_cell_of_the_infantry_fire_table() {
    crate::cited::watch();
    for (at, (firepower, calibre)) in HEADS.into_iter().enumerate() {
        let column = Column::of(Firepower::whole(firepower.into())).unwrap();
        assert_eq!(column.firepower(), firepower);
        assert_eq!(Column::of_calibre(calibre), Some(column), "{calibre}mm");
        for roll in -5..=25i16 {
            let row = roll.clamp(0, 15) as usize;
            assert_eq!(column.effect(roll).to_string(), FIRE[row][at], "{firepower} firepower, roll {roll}");
        }
    }
    // 3.2.3: nine FP use the 8 column; excess has no effect, and less than one FP has no column.
    let column = |text: &str| Column::of(text.parse().unwrap()).map(Column::firepower);
    assert_eq!(
        [column("9"), column("3.5"), column("200"), column("0.5")],
        [Some(8), Some(2), Some(36), None]
    );
    assert_eq!(Column::of_calibre(19), None);
    assert_eq!(Column::of_calibre(88).map(Column::firepower), Some(16));
}

#[test]
fn no_ift_column_left_of_the_first() {
    let column = Column::of(Firepower::whole(2)).unwrap();
    assert_eq!(column.left(1).map(Column::firepower), Some(1));
    assert_eq!(column.left(2), None);
    assert!(Effect::read("K/2").unwrap().checks_morale() && !Effect::PinCheck.checks_morale());
}

// card: 3.8e
#[test]
fn every_column_of_the_close_combat_table() {
    crate::cited::watch();
    let odds = |a: &str, d: &str| {
        let odds = Odds::of(a.parse().unwrap(), d.parse().unwrap());
        (odds.name(), odds.kill())
    };
    let exact = [
        ((1, 8), ("1-8", 1)),
        ((1, 6), ("1-6", 2)),
        ((1, 4), ("1-4", 3)),
        ((1, 2), ("1-2", 4)),
        ((1, 1), ("1-1", 5)),
        ((3, 2), ("3-2", 6)),
        ((2, 1), ("2-1", 7)),
        ((3, 1), ("3-1", 8)),
        ((4, 1), ("4-1", 9)),
        ((6, 1), ("6-1", 10)),
        ((8, 1), ("8-1", 11)),
        ((10, 1), ("10-1", 12)),
    ];
    for ((a, d), expected) in exact {
        assert_eq!(odds(&(a * 6).to_string(), &(d * 6).to_string()), expected);
    }
    assert_eq!(odds("1", "9"), ("<1-8", 0));
    assert_eq!(odds("21", "2"), (">10-1", 13));
    // Between two columns the lower one.
    assert_eq!([odds("4", "6"), odds("5", "4"), odds("1", "3")], [("1-2", 4), ("1-1", 5), ("1-4", 3)]);
    assert_eq!([odds("9", "1"), odds("5", "1"), odds("0", "4")], [("8-1", 11), ("4-1", 9), ("<1-8", 0)]);
    assert_eq!(odds("3.5", "4"), ("1-2", 4));
}

// card: 3.2.3d, 5.3
#[test]
fn leaders_created_and_wounds() {
    crate::cited::watch();
    let made: Vec<_> = (0..=8).map(leader_created).collect();
    let expected = ["8-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1"].map(Some);
    assert_eq!(made[..7], expected);
    assert_eq!(made[7..], [None, None]);
    assert_eq!(
        (1..=7).map(wound_eliminates).collect::<Vec<_>>(),
        [false, false, false, false, true, true, true]
    );
}

/// Range 1, 2, 3-6, 7-12, 13-18, 19-24 on the Infantry Target Type: black and red numbers with CH.
type Row = (&'static str, [u8; 3], Option<[(i16, i16, i16, i16); 6]>, [i16; 2], (u16, u16));
const LOW: [(i16, i16, i16, i16); 6] =
    [(10, 5, 10, 5), (9, 4, 9, 4), (8, 3, 8, 3), (7, 3, 6, 2), (6, 2, 5, 2), (5, 2, 4, 1)];
const HIGH: [(i16, i16, i16, i16); 6] =
    [(10, 5, 10, 5), (9, 4, 9, 4), (8, 3, 8, 3), (7, 3, 6, 2), (7, 3, 6, 2), (6, 2, 5, 2)];
const SHORT: [(i16, i16, i16, i16); 6] =
    [(10, 5, 10, 5), (9, 4, 9, 4), (8, 3, 8, 3), (7, 3, 6, 2), (5, 2, 4, 2), (4, 1, 3, 1)];
const RED_LOW: [(i16, i16, i16, i16); 6] =
    [(10, 5, 10, 5), (9, 4, 9, 4), (8, 3, 8, 3), (6, 2, 6, 2), (5, 2, 5, 2), (4, 1, 4, 1)];
const RED_HIGH: [(i16, i16, i16, i16); 6] =
    [(10, 5, 10, 5), (9, 4, 9, 4), (8, 3, 8, 3), (6, 2, 6, 2), (6, 2, 6, 2), (5, 2, 5, 2)];
const CHART: [Row; 17] = [
    ("us-57", [6, 2, 12], Some(LOW), [7, 7], (1, 24)),
    ("us-105", [20, 8, 36], Some(LOW), [7, 8], (1, 24)),
    ("us-155", [30, 12, 36], Some(LOW), [7, 8], (1, 24)),
    ("us-81", [0, 8, 30], None, [7, 7], (3, 24)),
    ("us-60", [0, 4, 16], None, [7, 7], (3, 24)),
    ("pak40", [12, 6, 24], Some(HIGH), [7, 9], (1, 24)),
    ("flak38", [1, 0, 2], Some(SHORT), [7, 7], (1, 24)),
    ("flak36", [4, 2, 8], Some(LOW), [7, 7], (1, 24)),
    ("flak88", [16, 8, 30], Some(HIGH), [7, 9], (1, 24)),
    ("grw34", [0, 8, 30], None, [7, 7], (2, 24)),
    ("legrw36", [0, 2, 12], None, [7, 6], (2, 13)),
    ("oml2", [0, 2, 12], None, [7, 0], (2, 11)),
    ("oml3", [0, 6, 24], None, [7, 7], (3, 24)),
    ("bofors", [4, 2, 8], Some(SHORT), [7, 7], (1, 24)),
    ("ptp32", [4, 2, 8], Some(RED_LOW), [7, 7], (1, 24)),
    ("obr39", [12, 6, 24], Some(RED_HIGH), [7, 9], (1, 24)),
    ("bm37", [0, 8, 30], None, [7, 7], (3, 24)),
];

// card: 3.2.4a
#[test]
fn every_cell_of_the_to_hit_chart() {
    crate::cited::watch();
    let band = |range: u16| [1, 2, 6, 12, 18, 24].iter().position(|&end| range <= end);
    for (id, columns, infantry, area, (least, most)) in CHART {
        let gun = guns::find(id).unwrap();
        assert_eq!(gun.columns, columns, "{id}");
        assert_eq!(gun.mortar(), infantry.is_none(), "{id}");
        for range in 0..=30 {
            let within = (least..=most).contains(&range);
            let half = if range <= 12 { area[0] } else { area[1] };
            let on_area = gun.to_hit(TargetType::Area, range, false);
            assert_eq!(
                on_area.map(|hit| (hit.number, hit.critical)),
                within.then_some((half, None)),
                "{id} {range}"
            );
            let Some(rows) = infantry else {
                assert_eq!(gun.to_hit(TargetType::Infantry, range, true), on_area, "{id} {range}");
                continue;
            };
            for red in [false, true] {
                let cell = band(range).filter(|_| within).map(|band| rows[band]);
                let expected = cell.map(|(n, c, rn, rc)| if red { (rn, Some(rc)) } else { (n, Some(c)) });
                let found =
                    gun.to_hit(TargetType::Infantry, range, red).map(|hit| (hit.number, hit.critical));
                assert_eq!(found, expected, "{id} {range} {red}");
            }
        }
    }
}

// card: 4.4
#[test]
fn latw_have_their_own_th_tables() {
    crate::cited::watch();
    let rows: [(&str, &[i16], u8, u8); 4] = [
        ("baz43", &[11, 9, 8, 7, 4], 8, 10),
        ("baz44", &[11, 9, 8, 7, 4], 8, 11),
        ("baz45", &[11, 10, 9, 8, 6, 4], 8, 11),
        ("psk", &[11, 9, 8, 7, 4], 12, 10),
    ];
    for (id, numbers, fp, x) in rows {
        let weapon = guns::find(id).unwrap();
        assert_eq!((weapon.columns[0], weapon.columns[2], weapon.breakdown), (fp, 2 * fp, x));
        for range in 0..8u16 {
            let found = weapon.to_hit(TargetType::Infantry, range, false);
            let expected = numbers.get(usize::from(range)).map(|&n| (n, None));
            assert_eq!(found.map(|hit| (hit.number, hit.critical)), expected, "{id} {range}");
        }
    }
}

/// ROF, M#, size, 360° mount, IFE, limbered, B#.
#[test]
fn every_counter_of_a_gun() {
    let rows = [
        ("us-57", 3, 10, Size::Small, false, 0, false, 12),
        ("us-105", 1, 7, Size::Normal, false, 0, true, 12),
        ("us-155", 0, 3, Size::Large, false, 0, true, 12),
        ("us-81", 3, 11, Size::Small, false, 0, false, 12),
        ("us-60", 3, 0, Size::Normal, false, 0, false, 12),
        ("pak40", 2, 8, Size::Normal, false, 0, false, 12),
        ("flak38", 3, 10, Size::Small, true, 4, false, 11),
        ("flak36", 3, 8, Size::Normal, true, 8, false, 12),
        ("flak88", 2, 4, Size::Large, true, 0, true, 12),
        ("grw34", 3, 11, Size::Small, false, 0, false, 12),
        ("legrw36", 3, 0, Size::Normal, false, 0, false, 12),
        ("oml2", 2, 0, Size::Normal, false, 0, false, 12),
        ("oml3", 2, 11, Size::Small, false, 0, false, 12),
        ("bofors", 3, 8, Size::Normal, true, 8, false, 12),
        ("ptp32", 3, 11, Size::Small, false, 0, false, 12),
        ("obr39", 2, 9, Size::Normal, false, 0, false, 12),
        ("bm37", 3, 11, Size::Small, false, 0, false, 12),
        ("brixia", 2, 0, Size::Normal, false, 0, false, 11),
    ];
    for (id, rof, m, size, all_round, ife, limbered, breakdown) in rows {
        let gun = guns::find(id).unwrap();
        let found = (gun.rof, gun.manhandling, gun.size, gun.all_round, gun.ife, gun.limbered, gun.breakdown);
        assert_eq!(found, (rof, m, size, all_round, ife, limbered, breakdown), "{id}");
    }
    let special = |id: &str| -> Vec<(Ammo, u8, (u16, u8))> {
        guns::find(id).unwrap().special.iter().map(|s| (s.ammo, s.depletion, s.from)).collect()
    };
    assert_eq!(special("us-57"), [(Ammo::HE, 7, (1944, 6))]);
    assert_eq!(special("us-105"), [(Ammo::HEAT, 6, (0, 0)), (Ammo::Smoke, 7, (0, 0)), (Ammo::WP, 8, (0, 0))]);
    assert_eq!(special("us-155"), [(Ammo::Smoke, 7, (0, 0)), (Ammo::WP, 8, (0, 0))]);
    assert_eq!(special("us-60"), [(Ammo::WP, 7, (1945, 1))]);
    assert_eq!(special("oml3"), [(Ammo::WP, 7, (0, 0)), (Ammo::Smoke, 8, (1941, 1))]);
    assert_eq!(special("pak40"), [(Ammo::Smoke, 7, (0, 0))]);
    assert_eq!(special("grw34"), [(Ammo::Smoke, 8, (0, 0))]);
}

/// An entry: its key, and its value where the QRDC fixes one.
type Line = (Drm, Option<i16>);

// card: 3.2.4e
#[test]
fn every_drm_of_the_qrdc() {
    crate::cited::watch();
    let x = None;
    let lists: [(List, &[Line]); 9] = [
        (
            List::Fire,
            &[
                (Drm::Cx, Some(1)),
                (Drm::Ffmo, Some(-1)),
                (Drm::Ffnam, Some(-1)),
                (Drm::Hindrance, x),
                (Drm::Leadership, x),
                (Drm::CarryingFlamethrower, Some(-1)),
                (Drm::Hazardous, Some(-2)),
                (Drm::Tem, x),
                (Drm::HeightAdvantage, Some(1)),
                (Drm::Turning, x),
                (Drm::AirBurst, Some(-1)),
                (Drm::Emplacement, Some(2)),
                (Drm::Gunshield, Some(2)),
                (Drm::GunshieldMortar, Some(1)),
            ],
        ),
        (
            List::Firer,
            &[
                (Drm::AdvancingFire, Some(2)),
                (Drm::Pinned, Some(2)),
                (Drm::NonQualified, Some(2)),
                (Drm::Captured, Some(2)),
                (Drm::Cx, Some(1)),
                (Drm::Leadership, x),
                (Drm::Smoke, Some(-2)),
                (Drm::Intensive, Some(2)),
                (Drm::Turning, x),
                (Drm::Backblast, Some(2)),
            ],
        ),
        (
            List::Target,
            &[
                (Drm::Tem, x),
                (Drm::Hindrance, x),
                (Drm::Ffnam, Some(-1)),
                (Drm::Ffmo, Some(-1)),
                (Drm::Acquired, x),
                (Drm::Hazardous, Some(-2)),
                (Drm::Small, Some(1)),
                (Drm::Large, Some(-1)),
                (Drm::AreaFire, Some(2)),
            ],
        ),
        (
            List::CloseCombat,
            &[
                (Drm::Ambushing, Some(-1)),
                (Drm::Ambushed, Some(1)),
                (Drm::BrokenTarget, Some(-2)),
                (Drm::Leadership, x),
                (Drm::Cx, Some(1)),
                (Drm::CxTarget, Some(-1)),
            ],
        ),
        (
            List::Ambush,
            &[
                (Drm::Inexperienced, Some(1)),
                (Drm::Pinned, Some(1)),
                (Drm::Cx, Some(1)),
                (Drm::Leadership, x),
            ],
        ),
        (
            List::Rally,
            &[
                (Drm::SelfRally, Some(1)),
                (Drm::Desperation, Some(4)),
                (Drm::Cover, Some(-1)),
                (Drm::Leadership, x),
            ],
        ),
        (List::Die, &[(Drm::CxRecovery, Some(1)), (Drm::CxSmoke, Some(1)), (Drm::WoundedAgain, Some(1))]),
        (
            List::Creation,
            &[
                (Drm::Nation, Some(-1)),
                (Drm::Odds, Some(-1)),
                (Drm::MoraleHigh, Some(-1)),
                (Drm::MoraleLow, Some(1)),
                (Drm::Broken, Some(1)),
                (Drm::Eastern, Some(1)),
            ],
        ),
        (
            List::Manhandling,
            &[
                (Drm::Tem, x),
                (Drm::Movement, x),
                (Drm::HalfSquad, Some(-1)),
                (Drm::Squad, Some(-2)),
                (Drm::MostHelp, Some(-4)),
                (Drm::Road, Some(-2)),
                (Drm::Leadership, x),
            ],
        ),
    ];
    for (list, expected) in lists {
        let mut found: Vec<_> = modifiers::all(list).collect();
        let mut expected = expected.to_vec();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{list:?}");
    }
}

// card: 3.2.4h
#[test]
fn ca_change_drm_by_hexspine() {
    crate::cited::watch();
    let turned = |all_round, cover| [0, 1, 2, 3].map(|n| modifiers::turning(n, all_round, cover));
    assert_eq!(turned(false, false), [0, 3, 4, 5]);
    assert_eq!(turned(true, false), [0, 1, 2, 3]);
    assert_eq!(turned(false, true), [0, 6, 8, 10]);
    assert_eq!(turned(true, true), [0, 2, 4, 6]);
}
