//! First Fire by FG, MG beyond 16 hexes, Guns after Final Fire and manhandling, Gunshields and road bonus: positions
//! read from two or more paragraphs.

use standto::board::hex::Spine;
use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::fire::aim::{self, Mode};
use standto::rules::aslsk::fire::checks::Check;
use standto::rules::aslsk::fire::cover::{self, Manner};
use standto::rules::aslsk::ordnance::shot;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::emplaced::fifty_seven;
use super::super::in_hand::far_apart;
use super::super::shelter::broken;
use super::super::table::{Table, column};
use super::first_fire::on_the_road;

// card: 3.3.1f, 3.2.2f
#[test]
fn a_firer_without_attacks_left_joins_no_fire_group() {
    // One MF in wN4: the first HS has made its one attack there.
    let mut table = on_the_road(&[("3-4-6", "wO4"), ("3-4-6", "wO5")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    table.play("fire u2 N4", &[]);
    assert!(!table.offers("join u1"));
    // Two MF into the building wM5: the first HS may join as Subsequent First Fire.
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    table.american("3-4-6", "wL5");
    table.american("3-4-6", "wM6");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go M5", &[]);
    table.play("fire u1 M5", &[]);
    table.play("shoot", &[6, 5]);
    table.play("fire u2 M5", &[]);
    assert!(table.offers("join u1"));
}

// card: 3.3.1e, 3.3.1f
#[test]
fn fpf_adds_no_mg_that_has_no_attack_left() {
    // Two MF into wM5. The MG fires with ROF, then again with the squad: it has no third attack.
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    let squad = table.american("6-6-6", "wM6");
    let gun = table.machine_gun(Nation::American, Weight::Light, squad);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go M5", &[]);
    table.play(&format!("fire m{gun} M5"), &[]);
    table.play("shoot", &[1, 6]);
    (table.set(squad).marker, table.set(squad).fired) = (Marker::First, true);
    table.play(&format!("fire u{squad} M5"), &[]);
    table.play(&format!("join m{gun}"), &[]);
    table.play("shoot", &[4, 6]);
    assert_eq!((table.u(squad).marker, table.w(gun).broken), (Marker::Final, false));
    table.play(&format!("fire u{squad} M5"), &[]);
    // 6 x1/2 x2 on the 6 column: 10+2 has no effect, and 10 breaks the squad of morale 6.
    table.play("shoot", &[4, 6]);
    assert!(table.told(" 6 FP: … IFT 6,"), "{:?}", table.events);
    assert!(table.u(squad).broken);
}

// card: 3.3.1h, 4.1
#[test]
fn residual_fp_of_a_mg_beyond_sixteen_hexes_counts_its_area_fire() {
    let mut table = Table::farmland();
    let (from, to) = far_apart(&table, 18);
    let map = table.position.ground.map();
    let beside =
        map.around(to).map(|(_, beside)| beside).find(|&at| table.position.ground.open_ground(at)).unwrap();
    let [from, to, beside] = [from, to, beside].map(|place| table.position.ground.name(place).to_owned());
    let squad = table.american("6-6-6", &from);
    let gun = table.machine_gun(Nation::American, Weight::Heavy, squad);
    let leader = table.american("8-0", &from);
    let mover = table.german("4-6-7", &beside);
    table.open(Phase::Movement);
    table.play(&format!("move u{mover}"), &[]);
    table.play(&format!("go {}", &to[1..]), &[]);
    table.play(&format!("fire m{gun} {}", &to[1..]), &[]);
    table.play(&format!("direct u{leader}"), &[]);
    // 6 at Long Range and as Area Fire is 1.5: half of the 1 column is nothing.
    table.play("shoot", &[5, 6]);
    assert!(table.told("1.5 FP: … IFT 1,"), "{:?}", table.events);
    assert_eq!(table.position.ground.residual, []);
}

// card: 3.4, 3.2.4i
#[test]
fn a_gun_of_a_unit_under_final_fire_uses_no_intensive_fire_in_the_dfph() {
    let mut table = Table::farmland();
    let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD6");
    let gun = table.ordnance("flak38", crew, "nne");
    table.unit(Side::A, Nation::American, "6-6-6", "xE5");
    let there = table.place("xE5");
    let weapon = &mut table.position.forces.weapons[usize::from(gun)];
    (weapon.fired, weapon.marker) = (true, Marker::Final);
    // It lost ROF in this DFPh.
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            gun,
            there,
            Mode::Final
        )
        .is_some_and(|ready| ready.intensive)
    );
    // Its IFE was Subsequent First Fire, which marked the crew as well.
    table.set(crew).marker = Marker::Final;
    assert!(
        shot::ready(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            gun,
            there,
            Mode::Final
        )
        .is_none()
    );
}

// card: 6.5, 6.5d, 3.5a
#[test]
fn a_pinned_crew_that_tried_to_manhandle_still_does_not_fire_in_the_afph() {
    let (mut table, crew, gun) = fifty_seven();
    let enemy = table.unit(Side::B, Nation::German, "4-6-7", "xD9");
    table.unit(Side::B, Nation::German, "4-6-7", "xE5");
    let carriage = &mut table.position.forces.weapons[usize::from(gun)].carriage;
    (carriage.emplaced, carriage.facing) = (false, Spine::NNE);
    table.set(crew).pushing = true;
    let check = |table: &mut Table, check: Check, faces: &[u8]| {
        let (mut dice, mut log, mut losses) = (Dice::taped(faces), Log::off(), Vec::new());
        table.position.effects().check_all(&[(crew, check)], &[], &mut dice, &mut log, &mut losses).unwrap();
    };
    let drm = |table: &Table| column(&table.attack(Mode::Final, &[Item::Unit(enemy)], &[], "xD6")).1;
    assert_eq!(drm(&table), -2);
    check(&mut table, Check::Pin(0), &[6, 6]);
    assert!(table.u(crew).pinned);
    assert_eq!(drm(&table), 0, "Hazardous Movement ends");
    let front = [table.place("xE5")];
    assert!(
        cover::gunshield(&table.position.ground, &table.position.forces, crew, &front, Manner::SmallArms)
            .is_some(),
        "it pushes no more"
    );
    table.open(Phase::AdvancingFire);
    let there = table.place("xE5");
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
    assert!(aim::stance(&table.position.forces, Item::Unit(crew), Mode::Advancing, &[]).is_none());
    // Broken afterwards, it is in Hazardous Movement no more.
    check(&mut table, Check::Morale(0), &[6, 5]);
    assert!(table.u(crew).broken);
    assert_eq!(drm(&table), 0);
}

// card: 6.6
#[test]
fn the_gunshield_protects_no_squad_at_the_gun() {
    let (mut table, crew, gun) = fifty_seven();
    let squad = table.unit(Side::A, Nation::American, "6-6-6", "xD6");
    let from = [table.place("xE5")];
    let shield = |table: &Table, id: u8| {
        cover::gunshield(&table.position.ground, &table.position.forces, id, &from, Manner::SmallArms)
            .is_some()
    };
    assert!(shield(&table, crew));
    table.position.forces.weapons[usize::from(gun)].holder = Some(squad);
    assert!(!shield(&table, squad));
}

// card: 1.1.1c, 3.3h
#[test]
fn mf_spent_on_anything_but_the_road_lose_its_bonus() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("smoke u0 N4", &[5]);
    table.play("go N5", &[]);
    table.play("go N6", &[]);
    assert!(!table.offers("go N7"), "one of its 4 MF went into grenades");
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    let gun = table.machine_gun(Nation::German, Weight::Light, 0);
    let there = table.place("wN4");
    table.position.forces.drop_weapon(gun, Some(there));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("recover u0 m0", &[6]);
    table.play("go N5", &[]);
    table.play("go N6", &[]);
    assert!(!table.offers("go N7"), "one of its 4 MF went into recovery");
    let mut table = Table::new();
    table.german("5-4-8", "wN3");
    table.charge(0);
    table.american("6-6-6", "wO4");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    for step in ["go N4", "charge m0 O4", "go N5", "go N6"] {
        table.play(step, &[]);
        table.hold_fire();
    }
    assert!(!table.offers("go N7"), "one of its 4 MF went into the DC");
}

// card: 3.6a, 1.1.1k
#[test]
fn height_advantage_keeps_a_broken_unit_from_having_to_rout() {
    // On the hill at wI6, in the open: a squad below cannot interdict, one on the hill can.
    for (enemy, lost) in [("wI3", false), ("wI9", true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wI6");
        table.german("4-6-7", "wA1");
        table.american("6-6-6", enemy);
        broken(&mut table, squad);
        table.set(squad).dm = false;
        let seen = table.position.ground.sees(table.place(enemy), table.place("wI6"));
        assert!(seen, "{enemy}");
        table.open(Phase::Rout);
        table.play("done", &[]);
        assert_eq!(table.gone(squad), lost, "{enemy}");
    }
}

// card: 3.6e, 1.1.1e
#[test]
fn a_unit_that_routs_through_the_woods_beside_the_road_is_not_interdicted() {
    // Board x has a road through the woods at xC6; an enemy looks down it.
    let rout = |step: &str, faces: &[u8]| {
        let mut table = Table::farmland();
        let squad = table.german("4-6-7", "xB6");
        table.american("6-6-6", "xA7");
        broken(&mut table, squad);
        table.open(Phase::Rout);
        table.play("rout u0", &[]);
        table.play(step, faces);
        assert_eq!(table.told("Interdiction"), !faces.is_empty(), "{step}");
    };
    rout("go C6", &[1, 2]);
    rout("beside C6", &[]);
}
