//! Emplacement, manhandling, Gunshields and Guns as targets (6.3, 6.5 to 6.7).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::fire::cover::{self, Manner};
use standto::rules::aslsk::ordnance::{manhandling, shot};
use standto::rules::aslsk::state::Item;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::table::{Table, column};

/// The 57mm AT of the text in xD6 with its crew, Emplaced, and an 8-1 beside it; a German in the open in
/// front of it.
pub fn fifty_seven() -> (Table, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.unit(Side::A, Nation::American, "2-2-7", "xD6");
    let gun = table.ordnance("us-57", crew, "nne");
    table.position.forces.weapons[0].carriage.emplaced = true;
    (table, crew, gun)
}

fn tem(table: &Table, id: u8, from: &str, manner: Manner) -> i16 {
    let there = table.u(id).place().unwrap();
    cover::cover(
        &table.position.ground,
        &table.position.forces,
        there,
        Some(id),
        &[table.place(from)],
        Motion::default(),
        manner,
    )
    .tem()
}

// card: 6.3
#[test]
fn emplacement_is_tem_two() {
    let (mut table, crew, gun) = fifty_seven();
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "xD6");
    // xD3 is north of it; xD9 is outside the CA.
    assert_eq!(tem(&table, crew, "xD9", Manner::SmallArms), 2);
    assert_eq!(tem(&table, crew, "xD9", Manner::Shell), 2);
    assert_eq!(tem(&table, squad, "xD9", Manner::SmallArms), 0, "other units in the hex have no benefit");
    table.position.forces.weapons[0].holder = Some(squad);
    assert_eq!(tem(&table, squad, "xD9", Manner::SmallArms), 0, "nor does a squad at the Gun");
    table.position.forces.weapons[0].holder = Some(crew);
    table.position.forces.weapons[0].carriage.emplaced = false;
    assert_eq!(tem(&table, crew, "xD9", Manner::SmallArms), 0);
    let _ = gun;
}

// card: 6.3, 6.6
#[test]
fn emplacement_tem_and_gunshield_are_not_cumulative() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wM8");
    table.ordnance("pak40", crew, "nne");
    table.position.forces.weapons[0].carriage.emplaced = true;
    // A stone building in the CA: +3, not +3 and +2 and +2.
    assert_eq!(tem(&table, crew, "wM5", Manner::SmallArms), 3);
}

// card: 6.6
#[test]
fn the_gunshield_protects_a_good_order_crew_through_the_ca() {
    let (mut table, crew, _) = fifty_seven();
    table.position.forces.weapons[0].carriage.emplaced = false;
    assert_eq!(tem(&table, crew, "xE5", Manner::SmallArms), 2, "in the arc");
    assert_eq!(tem(&table, crew, "xD8", Manner::SmallArms), 0, "from behind");
    assert_eq!(tem(&table, crew, "xE5", Manner::Charge), 2);
    assert_eq!(tem(&table, crew, "xE5", Manner::Flame), 0);
    let shield = |table: &Table, manner| {
        cover::gunshield(&table.position.ground, &table.position.forces, crew, &[table.place("xE5")], manner)
            .map_or(0, |line| line.value)
    };
    assert_eq!([shield(&table, Manner::Shell), shield(&table, Manner::Bomb)], [2, 1]);
    table.set(crew).pushing = true;
    assert_eq!(tem(&table, crew, "xE5", Manner::SmallArms), 0, "not while it is manhandled");
    table.set(crew).pushing = false;
    table.set(crew).melee = true;
    assert_eq!(tem(&table, crew, "xE5", Manner::SmallArms), 0);
}

// card: 6.6
#[test]
fn anti_aircraft_guns_and_mortars_have_no_shield() {
    for gun in ["flak88", "flak38", "grw34", "bofors", "us-105"] {
        let mut table = Table::farmland();
        let crew = table.german("2-2-8", "xD6");
        table.ordnance(gun, crew, "nne");
        assert_eq!(tem(&table, crew, "xE5", Manner::SmallArms), 0, "{gun}");
    }
}

// card: 6.5
#[test]
fn the_numbers_of_the_manhandling_example() {
    let (mut table, crew, gun) = fifty_seven();
    let leader = table.unit(Side::A, Nation::American, "8-1", "xD6");
    table.open(Phase::Movement);
    table.play(&format!("move u{leader}"), &[]);
    table.play(&format!("with u{crew}"), &[]);
    let drm = |table: &Table, hex: &str| {
        let Some(Frame::Mover(mover)) = table.position.turn.frames.last() else { panic!() };
        let lines = manhandling::push_modifiers(
            &table.position.ground,
            &table.position.forces,
            mover,
            gun,
            table.place(hex),
        );
        lines.iter().map(|line| line.value).sum::<i16>()
    };
    assert_eq!(drm(&table, "xD5"), 4, "woods +1, 4 MF +4, leader -1");
    assert_eq!(drm(&table, "xC6"), 0, "2 MF +2, woods +1, leader -1, road hexside -2");
    // An extra squad subtracts 2, a squad instead of the crew 1.
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "xD6");
    if let Some(Frame::Mover(mover)) = table.position.turn.frames.last_mut() {
        mover.units.push(squad);
    }
    assert_eq!(drm(&table, "xD5"), 2);
    table.position.forces.weapons[0].holder = Some(squad);
    if let Some(Frame::Mover(mover)) = table.position.turn.frames.last_mut() {
        mover.units = vec![leader, squad];
    }
    assert_eq!(drm(&table, "xD5"), 3);
}

// card: 6.5
#[test]
fn a_manhandled_gun_moves_below_its_m_number_and_stops_on_it() {
    let begin = || {
        let (mut table, crew, _) = fifty_seven();
        let leader = table.unit(Side::A, Nation::American, "8-1", "xD6");
        let enemy = table.unit(Side::B, Nation::German, "4-6-7", "xGG9");
        table.open(Phase::Movement);
        table.play(&format!("move u{leader}"), &[]);
        table.play(&format!("with u{crew}"), &[]);
        (table, crew, leader, enemy)
    };
    // 5+4 is below 10: it moves, may change CA, and may move on to xD4: +2 for 2 MF, leader -1.
    let (mut table, crew, leader, _) = begin();
    table.play("push m0 D5", &[2, 3]);
    table.play("face m0 w", &[]);
    assert_eq!((table.at(crew), table.at(leader)), ("xD5".into(), "xD5".into()));
    assert!(!table.w(0).carriage.emplaced, "it has moved");
    assert!(table.offers("push m0 D4"), "2 of 6 MF are left");
    assert!(!table.offers("go D4"), "manhandling goes on");
    table.play("push m0 D4", &[1, 1]);
    assert_eq!(table.at(crew), "xD4");
    // 6+4 is 10: the Gun moves and stops.
    let (mut table, crew, ..) = begin();
    table.play("push m0 D5", &[3, 3]);
    table.play("face m0 w", &[]);
    assert_eq!(table.at(crew), "xD5");
    assert!(
        matches!(table.position.turn.frames.last(), Some(Frame::Move) | None)
            || table.position.turn.phase != Phase::Movement
    );
    // 7+4 is above it: nothing moves, and the units are in Hazardous Movement all turn.
    let (mut table, crew, leader, _) = begin();
    table.play("push m0 D5", &[3, 4]);
    assert_eq!(table.at(crew), "xD6");
    assert!(table.u(crew).pushing && table.u(leader).pushing);
}

// card: 6.5, 6.5d
#[test]
fn hazardous_movement_in_any_phase_until_pinned() {
    let (mut table, crew, _) = fifty_seven();
    let enemy = table.unit(Side::B, Nation::German, "4-6-7", "xD9");
    table.position.forces.weapons[0].carriage.emplaced = false;
    table.set(crew).pushing = true;
    let fire = |table: &Table| column(&table.attack(Mode::Final, &[Item::Unit(enemy)], &[], "xD6")).1;
    assert_eq!(fire(&table), -2);
    let moving = Motion { moves: true, ..Motion::default() };
    let worked = table.attack_on(Mode::First, &[Item::Unit(enemy)], &[], "xD6", moving);
    assert_eq!(worked.fire.modifier, -2, "no FFMO or FFNAM in addition");
    table.set(crew).pinned = true;
    assert_eq!(fire(&table), 0);
}

// card: 6.5
#[test]
fn limbered_guns_stay_and_no_unit_manhandles_under_load_or_by_assault_movement() {
    let mut table = Table::farmland();
    let crew = table.german("2-2-8", "xD6");
    table.ordnance("flak88", crew, "nne");
    table.american("6-6-6", "xGG9");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("push")), "M4 is limbered");
    let (mut table, crew, _) = fifty_seven();
    table.american("6-6-6", "xGG9");
    table.machine_gun(Nation::American, standto::rules::aslsk::tables::weapons::Weight::Light, crew);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("push")), "it carries something");
    table.play("drop m1", &[]);
    assert!(table.offers("push m0 D7"));
    table.play("assault", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("push")));
}

// card: 6.5, 3.7
#[test]
fn manhandling_units_neither_fire_in_the_afph_nor_advance() {
    let (mut table, crew, gun) = fifty_seven();
    table.unit(Side::B, Nation::German, "4-6-7", "xE5");
    table.position.forces.weapons[0].carriage.facing = standto::board::hex::Spine::NNE;
    table.open(Phase::AdvancingFire);
    let there = table.place("xE5");
    // The 57mm AT has only AP until its HE is found, yet it may fire.
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            gun,
            there,
            Mode::Advancing
        )
        .is_some()
    );
    table.set(crew).pushing = true;
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            gun,
            there,
            Mode::Advancing
        )
        .is_none()
    );
    table.open(Phase::Advance);
    assert!(!table.choices().iter().any(|choice| choice.starts_with(&format!("advance u{crew} "))));
}

// card: 1.2.6
#[test]
fn guns_allowed_in_buildings() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wE8");
    for (gun, may) in [
        ("pak40", true),
        ("flak88", false),
        ("flak38", true),
        ("flak36", false),
        ("grw34", true),
        ("us-105", false),
    ] {
        let weapon = table.ordnance(gun, crew, "e");
        assert_eq!(
            manhandling::gun_may_stand(
                &table.position.ground,
                &table.position.forces,
                weapon,
                table.place("wM8")
            ),
            may,
            "{gun}"
        );
        assert!(manhandling::gun_may_stand(
            &table.position.ground,
            &table.position.forces,
            weapon,
            table.place("wE8")
        ));
    }
}

// card: 3.3c
#[test]
fn a_crew_with_a_gun_stacks_as_a_squad() {
    let (mut table, crew, _) = fifty_seven();
    let one = table.unit(Side::A, Nation::American, "6-6-6", "xD6");
    assert_eq!((table.position.forces.size(crew), table.position.forces.size(one)), (2, 2));
    table.unit(Side::A, Nation::American, "6-6-6", "xD6");
    let half = table.unit(Side::A, Nation::American, "3-4-6", "xD7");
    assert!(!table.position.forces.room(table.place("xD6"), Side::A, &[half]));
    table.position.forces.weapons[0].holder = None;
    assert!(table.position.forces.room(table.place("xD6"), Side::A, &[half]));
}

// card: 6.7, 3.2.4e
#[test]
fn small_guns_are_harder_to_hit_and_large_ones_easier() {
    for (gun, expected) in [("us-57", 1), ("us-105", 0), ("us-155", -1)] {
        let mut table = Table::farmland();
        let firer = table.german("2-2-8", "xD1");
        let shooter = table.ordnance("pak40", firer, "ssw");
        let crew = table.american("2-2-7", "xD4");
        table.ordnance(gun, crew, "nne");
        assert_eq!(table.to_hit(shooter, "xD4", None).1, expected, "{gun}");
    }
}

/// A PaK 40 in xD1 fires at a Gun in xD4 with these rolls.
fn duel(gun: &str, faces: &[u8]) -> (Table, u8, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let firer = table.german("2-2-8", "xD1");
    table.ordnance("pak40", firer, "ssw");
    let crew = table.american("2-2-7", "xD4");
    let target = table.ordnance(gun, crew, "nne");
    table.open(Phase::PrepFire);
    table.play("fire m0 D4", &[]);
    table.play("shoot", faces);
    (table, crew, target)
}

// card: 6.7, 6.1
#[test]
fn a_critical_hit_destroys_gun_and_crew() {
    let (table, crew, gun) = duel("us-105", &[1, 1, 6, 6]);
    assert!(table.gone(crew) && !table.w(gun).there());
}

// card: 6.7
#[test]
fn a_kia_destroys_gun_and_crew_and_a_k_malfunctions_the_gun() {
    // TH 6 on 8; 2 on the 12 column is 1KIA.
    let (table, crew, gun) = duel("us-105", &[3, 3, 1, 1]);
    assert!(table.gone(crew) && !table.w(gun).there());
    // 3 is K/3: the Gun malfunctions, and Casualty Reduction eliminates the crew.
    let (table, crew, gun) = duel("us-105", &[3, 3, 1, 2]);
    assert!(table.gone(crew) && table.w(gun).there() && table.w(gun).broken);
}

// card: 6.6, 6.7
#[test]
fn a_near_miss_is_read_again_with_the_shield() {
    // 6 on the 12 column is 2MC for a crew without a Gunshield, 8 with it is 1MC, which 3+3+1 passes.
    let (table, crew, gun) = duel("us-57", &[2, 2, 3, 3, 2, 3]);
    assert!(table.told("2MC; … DRM +0, "));
    assert!(table.told("passes: … MC 5+1=6 vs 7"), "1MC behind the shield");
    assert!(!table.u(crew).broken && !table.w(gun).broken);
    let (table, ..) = duel("us-105", &[2, 2, 3, 3, 1, 3]);
    assert!(table.told("MC 4+2=6 vs 7"), "no shield");
}

// card: 6.7, 4c
#[test]
fn small_arms_may_destroy_the_gun() {
    // A KIA of the crew, then a dr on the same column: KIA destroys, K malfunctions, anything else has no
    // effect.
    for (die, there, broken) in [(1, false, false), (3, true, true), (6, true, false)] {
        let mut table = Table::farmland();
        let squad = table.german("4-6-7", "xD7");
        let crew = table.american("2-2-7", "xD6");
        let gun = table.ordnance("us-105", crew, "nne");
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{squad} D6"), &[]);
        // 8 FP at PBF; 1+1 cowers to the 6 column: 1KIA.
        table.play("shoot", &[1, 1, die]);
        assert!(table.gone(crew));
        assert_eq!((table.w(gun).there(), table.w(gun).broken), (there, broken), "{die}");
    }
}
