//! Guns in play (3.2.4, 6): the worked examples of the rulebook, and its paragraphs.

use standto::board::hex::Spine;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::{arc, shot};
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::TargetType;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::table::Table;

/// The 88mm AA of the text in xM3 with xJ5 in its CA.
fn eighty_eight() -> (Table, u8, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.german("2-2-8", "xM3");
    let gun = table.ordnance("flak88", crew, "ssw");
    let near = table.american("7-4-7", "xJ5");
    let far = table.american("6-6-6", "xO4");
    table.open(Phase::PrepFire);
    (table, gun, near, far)
}

// card: 3.2.4a, 3.2.4b, 3.2.4e, 6.0
#[test]
fn the_88_fires_at_woods_through_grain() {
    let (table, gun, ..) = eighty_eight();
    assert_eq!(table.to_hit(gun, "xJ5", None), (8, 2), "range 4; woods +1, grain in L3 +1");
}

// card: 6.10, 1.2.4.1, 3.2.4k, 1.4
#[test]
fn a_miss_with_rate_acquires_and_the_next_shot_hits() {
    let (mut table, gun, near, _) = eighty_eight();
    table.play("fire m0 J5", &[]);
    table.play("shoot", &[1, 6]);
    assert!(!table.u(near).broken && table.w(gun).marker == Marker::None, "9 misses, ROF is kept");
    assert_eq!(table.to_hit(gun, "xJ5", None), (8, 1), "acquired at -1");
    // TH DR 3, IFT DR 7 on the 16 column: 2MC, which 6+6 fails.
    table.play("fire m0 J5", &[]);
    table.play("shoot", &[1, 2, 3, 4, 4, 4]);
    assert!(table.told(": 2MC; IFT 16, DRM +0, DR 7 (3, 4)"));
    assert!(table.u(near).broken);
    let acquired = table.w(gun).carriage.acquired.as_ref().unwrap();
    assert_eq!(acquired.level, 2);
}

// card: 3.2.4g, 3.2.4h, 3.2.4i, 6.10
#[test]
fn the_88_turns_and_fires_intensively() {
    let (mut table, gun, ..) = eighty_eight();
    table.position.forces.weapons[0].carriage.acquired =
        Some(standto::rules::aslsk::state::Acquired { level: 2, place: table.place("xJ5"), units: vec![1] });
    assert_eq!(
        table.to_hit(gun, "xO4", None),
        (9, 2),
        "grain in N3 +1, one hexspine +1 on an all-round mount"
    );
    table.play("fire m0 O4", &[]);
    table.play("shoot", &[5, 3]);
    assert_eq!(table.w(gun).carriage.facing, Spine::SSE, "between M4 and N3");
    assert_eq!(table.w(gun).marker, Marker::Prep, "a 5 exceeds the ROF of 2");
    assert_eq!(table.position.forces.acquisition(gun, table.place("xJ5")), 0, "the old acquisition is lost");
    assert_eq!(table.position.forces.acquisition(gun, table.place("xO4")), 1);
    // Intensive Fire +2, acquired -1, grain +1; the CA change no longer counts.
    assert_eq!(table.to_hit(gun, "xO4", None), (9, 2));
    table.play("fire m0 O4", &[]);
    table.play("shoot", &[2, 6]);
    assert!(table.told(": miss; TH 9, DRM +2, DR 8 (2, 6)"));
    assert_eq!(table.w(gun).carriage.acquired.as_ref().unwrap().level, 2);
    assert!(!table.offers("fire m0 O4"), "no further shot this Player Turn");
}

// card: 3.2.4c
#[test]
fn the_area_target_type_moves_tem_to_the_effect() {
    let (table, gun, near, _) = eighty_eight();
    assert_eq!(table.to_hit(gun, "xJ5", Some(TargetType::Area)), (7, 1), "only the grain");
    let mut shot = table.shot(gun, Mode::Prep, "xJ5");
    shot.kind = Some(TargetType::Area);
    let lines = shot.effect_lines(&table.position, near, false);
    assert_eq!(lines.iter().map(|line| line.value).collect::<Vec<_>>(), [1]);
}

/// The 75mm AT of the text in wE8, the 81mm MTR in wE9, the 50mm MTR with a squad.
fn battery() -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    table.order().date = (1944, 9);
    let crew = table.german("2-2-8", "wE8");
    let gun = table.ordnance("pak40", crew, "nnw");
    let house = table.american("7-4-7", "wC7");
    let woods = table.american("6-6-6", "wB7");
    table.open(Phase::PrepFire);
    (table, gun, house, woods)
}

// card: 3.2.4g
#[test]
fn the_75_covers_the_building_but_not_the_woods() {
    let (table, gun, ..) = battery();
    let covers = |facing, hex: &str| {
        arc::covers(
            table.position.ground.hex(table.place("wE8")),
            facing,
            table.position.ground.hex(table.place(hex)),
        )
    };
    let facing = table.w(gun).carriage.facing;
    assert!(covers(facing, "wC7") && !covers(facing, "wB7"));
    assert!(covers(Spine::W, "wC7") && covers(Spine::W, "wB7"), "D7/D8: one hexspine on");
    assert!(covers(facing, "wE7") && covers(facing, "wD7"), "the two hexes beside the spine");
    assert!(!covers(facing, "wF7") && !covers(facing, "wE9") && !covers(facing, "wE8"));
}

// card: 3.2.4b, 6.10
#[test]
fn the_75_misses_then_hits_the_acquired_stone_building() {
    let (mut table, gun, house, _) = battery();
    assert_eq!(table.to_hit(gun, "wC7", None), (9, 3));
    table.play("fire m0 C7", &[]);
    table.play("shoot", &[1, 6]);
    assert_eq!(table.to_hit(gun, "wC7", None), (9, 2));
    table.play("fire m0 C7", &[]);
    // 7 and 2: a hit on 9, with ROF; a 7 on the 12 column is 1MC, which 4+4+1 fails.
    table.play("shoot", &[2, 5, 3, 4, 4, 4]);
    assert!(table.u(house).broken && table.told("IFT 12"));
    assert_eq!(table.w(gun).marker, Marker::None);
}

// card: 3.2.4c, 3.2.4d
#[test]
fn the_75_loses_rof_on_the_area_target_type() {
    let (mut table, gun, ..) = battery();
    assert_eq!(table.to_hit(gun, "wC7", Some(TargetType::Area)), (7, 0), "7 is red");
    table.play("fire m0 C7", &[]);
    table.play("area-target", &[]);
    table.play("shoot", &[1, 6, 6, 6]);
    assert!(table.told("IFT 6"), "half of 12");
    assert!(!table.offers("fire m0 C7"), "no further shot, even with a coloured 1");
}

// card: 3.2.4f, 3.2.4h
#[test]
fn the_75_loses_rof_after_a_ca_change() {
    let (mut table, gun, _, woods) = battery();
    table.position.forces.acquire(gun, table.place("wC7"), &[1], false);
    assert_eq!(table.to_hit(gun, "wB7", None), (8, 4), "first hexspine +3, woods +1");
    table.play("fire m0 B7", &[]);
    // 4 is a final 8: a hit; 7 on the 12 column is 1MC; 2+2+1 passes.
    table.play("shoot", &[2, 2, 3, 4, 2, 2]);
    assert!(!table.u(woods).broken);
    assert_eq!(table.w(gun).marker, Marker::Prep, "ROF is 1 now");
    assert_eq!(table.position.forces.acquisition(gun, table.place("wB7")), 1);
    assert_eq!(table.position.forces.acquisition(gun, table.place("wC7")), 0);
}

// card: 3.2.4f, 3.2.4h, 6.9, 6.11
#[test]
fn the_81_keeps_rof_after_a_ca_change_of_two() {
    let (mut table, ..) = battery();
    let crew = table.german("2-2-8", "wE9");
    let mortar = table.ordnance("grw34", crew, "e");
    assert_eq!(table.to_hit(mortar, "wC7", None), (7, 4), "+3 and +1 for two hexspines, no TEM To Hit");
    table.play("fire m1 C7", &[]);
    table.play("shoot", &[1, 3]);
    assert_eq!(table.w(mortar).carriage.facing, Spine::NNW, "D8/E8");
    assert_eq!(table.w(mortar).marker, Marker::None);
    assert_eq!(table.to_hit(mortar, "wC7", None), (7, -1));
    table.play("fire m1 C7", &[]);
    // 8-1 hits; 7+3 on the 8 column has no effect; a 3 keeps the ROF of 3.
    table.play("shoot", &[3, 5, 3, 4]);
    assert!(table.told(": no effect; IFT 8, DRM +3, DR 7 (3, 4)"));
    assert_eq!(table.w(mortar).marker, Marker::None, "a CA change does not lower a mortar's ROF");
    // The next target: no acquisition there yet.
    assert_eq!(table.to_hit(mortar, "wB7", None), (7, 0));
    table.play("fire m1 B7", &[]);
    table.play("shoot", &[4, 2, 4, 4, 2, 2]);
    assert!(table.told(": 1MC; IFT 8, DRM -1, DR 8 (4, 4)"), "air bursts in woods");
    assert_eq!(table.w(mortar).marker, Marker::Prep);
}

// card: 1.1.1d, 4.5, 6.9
#[test]
fn the_50_has_no_ca_and_gets_air_bursts() {
    let (mut table, _, _, woods) = battery();
    let squad = table.german("4-6-7", "wD7");
    let mortar = table.ordnance("legrw36", squad, "e");
    assert_eq!(table.to_hit(mortar, "wB7", None), (7, 0), "the target is behind it, and still no CA change");
    table.play("fire m1 B7", &[]);
    // A hit; 1+1-1 on the 2 column is 1KIA.
    table.play("shoot", &[4, 2, 1, 1]);
    assert!(table.gone(woods));
    assert!(!table.offers("fire m1 C7"), "a support weapon has no intensive fire");
}

// card: 6.9
#[test]
fn the_american_60_has_a_minimum_range() {
    let mut table = Table::new();
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "wD7");
    let mortar = table.ordnance("us-60", squad, "e");
    table.unit(Side::B, Nation::German, "4-6-7", "wB7");
    table.open(Phase::PrepFire);
    assert_eq!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            mortar,
            table.place("wB7"),
            Mode::Prep
        ),
        None
    );
    assert!(!table.offers("fire m0 B7"));
}

/// The 105mm of the text in wR6 and two squads in wS8, in 1943.
fn critical() -> (Table, u8, u8, u8) {
    let mut table = Table::new();
    table.order().date = (1943, 7);
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "wR6");
    let gun = table.ordnance("us-105", crew, "sse");
    let one = table.unit(Side::B, Nation::German, "4-6-7", "wS8");
    let other = table.unit(Side::B, Nation::German, "4-6-7", "wS8");
    table.position.forces.acquire(gun, table.place("wS8"), &[one, other], false);
    table.position.forces.acquire(gun, table.place("wS8"), &[one, other], false);
    table.open(Phase::PrepFire);
    (table, gun, one, other)
}

// card: 6.1, 3.2.4d
#[test]
fn a_ch_affects_one_of_two_units() {
    let (mut table, gun, one, other) = critical();
    assert_eq!(table.to_hit(gun, "wS8", None), (9, 1), "stone +3, acquired -2; 9 is black only");
    table.play("fire m0 S8", &[]);
    // 1+2+1 is 4, a CH on the second squad; 6 on the 20 column is 3MC, 6-3 on the 36 column 4KIA.
    table.play("shoot", &[2, 1, 2, 4, 2, 2, 2]);
    assert!(table.told("CH: 4KIA; IFT 36, DRM -3, DR 6 (4, 2)"));
    assert!(table.told("hit: 3MC; IFT 20, DRM +0, DR 6 (4, 2)"));
    assert!(table.gone(other) && !table.gone(one));
}

// card: 6.1, 3.2.4d
#[test]
fn red_numbers_at_range_seven() {
    let (mut table, gun, ..) = critical();
    table.unit(Side::B, Nation::German, "4-6-7", "wR10");
    let ordnance = table.w(gun).ordnance().unwrap();
    let red = ordnance.to_hit(TargetType::Infantry, 7, table.position.forces.red(gun)).unwrap();
    assert_eq!((red.number, red.critical), (6, Some(2)), "before 1944");
    table.order().date = (1944, 1);
    let black = ordnance.to_hit(TargetType::Infantry, 7, table.position.forces.red(gun)).unwrap();
    assert_eq!((black.number, black.critical), (7, Some(3)));
}

// card: 3.2.4j, 6.12
#[test]
fn a_squad_firing_a_gun_is_non_qualified() {
    let (mut table, gun, ..) = battery();
    table.set(0).counter = standto::rules::aslsk::tables::counters::find(Nation::German, "4-6-7").unwrap();
    assert_eq!(table.to_hit(gun, "wC7", None), (9, 5), "+2 beside the stone");
    assert_eq!(table.position.forces.breakdown(gun, false), 10);
    assert_eq!(table.position.forces.rate(gun), 1, "one lower");
    table.play("fire m0 C7", &[]);
    table.play("shoot", &[6, 6]);
    assert!(!table.w(gun).there(), "an original 12 eliminates it");
}

// card: 6.12
#[test]
fn a_gun_malfunctions_on_12_and_is_repaired_on_1() {
    let (mut table, gun, ..) = battery();
    table.play("fire m0 C7", &[]);
    table.play("shoot", &[6, 6]);
    assert!(table.w(gun).broken && table.w(gun).there());
    assert!(table.w(gun).carriage.acquired.is_none(), "a malfunctioning Weapon acquires nothing");
    table.open(Phase::Rally);
    table.position.turn.frames = vec![standto::rules::aslsk::turn::Frame::Rally(
        standto::rules::aslsk::turn::rally::Step::Repair,
        Side::A,
    )];
    table.play("repair m0", &[2]);
    assert!(table.w(gun).broken, "2 is too much");
    table.set(0).acted = false;
    table.position.turn.frames = vec![standto::rules::aslsk::turn::Frame::Rally(
        standto::rules::aslsk::turn::rally::Step::Repair,
        Side::A,
    )];
    table.play("repair m0", &[1]);
    assert!(!table.w(gun).broken);
}

// card: 6.12
#[test]
fn intensive_fire_malfunctions_on_10_and_eliminates_on_12() {
    for (faces, broken, there) in [([4, 5], false, true), ([4, 6], true, true), ([6, 6], false, false)] {
        let (mut table, gun, ..) = battery();
        table.position.forces.weapons[0].fired = true;
        table.position.forces.weapons[0].marker = Marker::Prep;
        table.play("fire m0 C7", &[]);
        table.play("shoot", &faces);
        assert_eq!((table.w(gun).broken, table.w(gun).there()), (broken, there), "{faces:?}");
    }
}

// card: 6.8, 3.2.4f
#[test]
fn ife_fires_like_a_machine_gun() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wE8");
    let gun = table.ordnance("flak38", crew, "w");
    let target = table.american("6-6-6", "wB7");
    table.open(Phase::PrepFire);
    table.position.forces.acquire(gun, table.place("wB7"), &[target], false);
    let worked = table.attack(Mode::Prep, &[Item::Equivalent(gun)], &[], "wB7");
    assert_eq!((worked.firepower.to_string().as_str(), worked.fire.modifier), ("4", 1), "woods");
    table.play("fire i0 B7", &[]);
    assert!(!table.offers("join u0"), "no group");
    table.play("shoot", &[2, 2, 2, 2]);
    assert!(table.w(gun).carriage.acquired.is_none(), "it uses, gains and keeps no acquisition");
    assert_eq!(table.position.forces.rate(gun), 2, "3 lowered by one");
    assert_eq!(table.w(gun).marker, Marker::None, "a 2 keeps it, and doubles do not cower");
    assert!(table.told("IFT 4"), "no column further left");
}
