//! First Fire: Residual FP, Subsequent First Fire and FPF (3.3.1 with 1.2, 3.2, 4.3).

use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German squad in wN3 about to move down the open road; Americans farther along it.
pub fn on_the_road(defenders: &[(&str, &str)]) -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    for (name, hex) in defenders {
        table.american(name, hex);
    }
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

/// The Residual FP in a hex.
fn left(table: &Table, hex: &str) -> u8 {
    let place = table.place(hex);
    table.position.ground.residual.iter().find(|(there, _)| *there == place).map_or(0, |(_, left)| *left)
}

/// Fires with dice that have no effect on the 6 column and below at -2.
fn in_vain(table: &mut Table, fire: &str) {
    table.play(fire, &[]);
    table.play("shoot", &[6, 5]);
}

// card: 3.3.1h, 3.3.1f
#[test]
fn larger_residual_fp_replaces_smaller() {
    for order in [[1, 2], [2, 1]] {
        // 6 FP leave 3; the 3 of a HS, on the 2 column, leave 1.
        let mut table = on_the_road(&[("6-6-6", "wN7"), ("3-4-6", "wN8")]);
        table.play("go N4", &[]);
        for firer in order {
            in_vain(&mut table, &format!("fire u{firer} N4"));
        }
        assert_eq!(left(&table, "wN4"), 3, "{order:?}");
        assert!(!table.offers("fire u1 N4") && !table.offers("fire u2 N4"), "one MF, one shot of each");
    }
}

/// A squad and its MMG fire together at a unit that entered wN4, with these dice.
fn group(faces: &[u8]) -> Table {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("join m0", &[]);
    table.play("shoot", faces);
    table
}

// card: 3.3.1h, 1.2.4.1
#[test]
fn a_weapon_that_keeps_rof_leaves_no_residual_fp() {
    // 10 on the 8 column leave 4; if the MG keeps ROF, the squad's 6 leave 3.
    let kept = group(&[1, 6, 1, 1]);
    assert_eq!((left(&kept, "wN4"), kept.w(0).marker), (3, Marker::None));
    let spent = group(&[3, 6, 1, 1]);
    assert_eq!((left(&spent, "wN4"), spent.w(0).marker), (4, Marker::First));
}

// card: 3.3.1h, 3.2.2e, 4.1
#[test]
fn cowering_with_a_malfunction_leaves_half_the_next_lower_column() {
    // 12: the MG malfunctions, the squad's 6 cower to the 4 column, which leaves 2.
    let table = group(&[6, 6]);
    assert!(table.w(0).broken);
    assert_eq!(left(&table, "wN4"), 2);
    assert_eq!(table.u(1).marker, Marker::Final, "a cowering unit is marked Final Fire");
}

// card: 3.3.1h, 3.3.1b, 3.3e
#[test]
fn residual_firepower_against_assault_movement_and_in_woods() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN4");
    table.position.ground.residual.push((place, 4));
    table.play("assault", &[]);
    table.play("go N4", &[5, 6]);
    assert!(table.told("Residual FP 4 in wN4: … DRM -1, DR 11 (5, 6)"), "FFMO alone");
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    let place = table.place("wC4");
    table.position.ground.residual.push((place, 4));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // Woods +1, FFNAM -1.
    table.play("go C4", &[5, 6]);
    assert!(table.told("Residual FP 4 in wC4: … DRM +0, DR 11 (5, 6)"));
}

// card: 3.3.1h, 3.3.1c, 3.2.1d
#[test]
fn through_an_orchard_ffmo_is_negated_and_residual_fp_is_one_column_lower() {
    let mut table = Table::new();
    let map = table.position.ground.map();
    let target = table.place("wJ5");
    let start = map.around(target).map(|(_, at)| at).find(|&at| {
        map.terrain(at).row().mf == 2 && map.level(at) == 0 && map.range(at, table.place("wI2")) > 2
    });
    let start = table.position.ground.name(start.expect("open ground beside wJ5")).to_owned();
    table.german("4-6-7", &start);
    table.american("6-6-6", "wI2");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go J5", &[]);
    table.play("fire u1 J5", &[]);
    // One Hindrance and FFNAM; 11 on the 6 column has no effect.
    table.play("shoot", &[6, 5]);
    assert!(table.told(": no effect; IFT 6, DRM +0, "), "{:?}", table.events);
    // 3 on the 2 column, one column less for the Hindrance.
    assert_eq!(left(&table, "wJ5"), 1);
}

// card: 3.3.1h
#[test]
fn residual_fp_does_not_attack_routing_units() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.play("go N4", &[]);
    in_vain(&mut table, "fire u1 N4");
    assert_eq!(left(&table, "wN4"), 3, "while others may come");
    while table.position.turn.phase == Phase::Movement {
        table.play("done", &[]);
    }
    assert!(table.position.ground.residual.is_empty());
}

// card: 3.3.1d, 3.3.1f, 4.1
#[test]
fn subsequent_first_fire_includes_the_mg_at_a_lower_b_number() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    let gun = table.machine_gun(Nation::American, Weight::Medium, 1);
    table.set(1).marker = Marker::First;
    table.set(1).fired = true;
    table.play("go N4", &[]);
    assert_eq!(
        (table.position.forces.breakdown(gun, false), table.position.forces.breakdown(gun, true)),
        (12, 10)
    );
    table.play("fire u1 N4", &[]);
    // The MG has not fired: it takes part at full FP, the squad at half; 10 does not malfunction a first
    // fire. 10-2 on the 6 column is a PTC.
    table.play("join m0", &[]);
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.told("7 FP"), "{:?}", table.events);
    assert!(
        !table.w(gun).broken && table.w(gun).marker == Marker::Final && table.u(1).marker == Marker::Final
    );
}

// card: 3.3.1d
#[test]
fn no_subsequent_first_fire_past_a_closer_enemy() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    table.set(1).marker = Marker::First;
    let near = table.german("4-4-7", "wN6");
    table.play("go N4", &[]);
    assert!(!table.offers("fire u1 N4"), "wN6 is nearer");
    broken(&mut table, near);
    assert!(!table.offers("fire u1 N4"), "although broken, it is a Known Enemy");
}

/// A squad and its MG, both marked Final Fire, as a German moves adjacent.
fn protective() -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN5");
    let defender = table.american("6-6-6", "wN7");
    table.machine_gun(Nation::American, Weight::Medium, defender);
    table.set(defender).marker = Marker::Final;
    table.set(defender).fired = true;
    table.position.forces.weapons[0].marker = Marker::Final;
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

// card: 3.3.1e
#[test]
fn fpf_uses_all_fp_even_if_pinned() {
    for (pinned, firepower) in [(false, 10), (true, 5)] {
        let mut table = protective();
        table.set(1).pinned = pinned;
        table.play("go N6", &[]);
        table.play("fire u1 N6", &[]);
        let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
        assert_eq!(attack.items, [Item::Unit(1), Item::Weapon(0)], "the MG fires too");
        // Halved for subsequent fire, again if pinned, doubled for PBF.
        assert_eq!(attack.work_out(&table.position).firepower.to_string(), firepower.to_string());
    }
}

// card: 3.3.1e, 5.1
#[test]
fn the_fpf_roll_breaks_and_replaces_its_firer() {
    let mut table = protective();
    table.order().groups[0].elr = 2;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    // 9-2 on the 8 column is 1MC, which the mover passes; 9 against 6 fails by 3, more than the ELR.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(table.u(1).broken && table.u(1).data().name == "5-4-6");
    assert_eq!(left(&table, "wN6"), 4, "and still leaves half its column");
}

// card: 3.3.1e, 3.2.2h
#[test]
fn a_leader_directing_fpf_checks_too() {
    let mut table = protective();
    let leader = table.american("8-1", "wN7");
    table.set(leader).directed = standto::rules::aslsk::fire::attack::bit(Item::Unit(1))
        | standto::rules::aslsk::fire::attack::bit(Item::Weapon(0));
    table.set(leader).marker = Marker::First;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    table.play(&format!("direct u{leader}"), &[]);
    // 10-3 on the 8 column: 1MC. 10-1 fails the squad's 6; the leader has no help: 10 fails 8.
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.u(1).broken && table.u(leader).broken);
    assert!(table.w(0).broken, "10 breaks a machine gun that fires again");
}

// card: 3.2.3f
#[test]
fn a_mover_that_broke_is_fired_at_again_as_broken() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-7", "wN8")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    // 8-2 on the 6 column is 1MC: 8+1 fails 7 by 2.
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.u(0).broken);
    // FFMO and FFNAM still apply; being broken, it suffers Casualty Reduction if it fails.
    table.play("fire u2 N4", &[]);
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.told(": 1MC; IFT 6, DRM -2, ") && table.u(0).data().name.starts_with("2-"));
}

// card: 3.3.1c, 1.2.5c
#[test]
fn smoke_costs_1_mf_more_and_negates_ffmo() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    let place = table.place("wN4");
    table.position.ground.lay_smoke(place, Thickness::Grenades, Side::A);
    table.play("go N4", &[]);
    let Some(Frame::Mover(mover)) =
        table.position.turn.frames.iter().rev().find(|f| matches!(f, Frame::Mover(_)))
    else {
        panic!()
    };
    assert_eq!(mover.spent, 4, "1 MF and 1 for the smoke");
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM +1,"), "smoke +2, FFNAM -1");
}

// card: 4.3, 3.3.1h, 3.3.1a
#[test]
fn residual_fp_attacks_a_unit_placing_a_dc() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let charge = table.charge(squad);
    table.american("6-6-6", "wM8");
    let place = table.place("wM7");
    table.position.ground.residual.push((place, 6));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // 8-2 on the 6 column is 1MC, and 7+1 pins the unit.
    table.play("charge m0 M8", &[3, 5, 3, 4]);
    assert!(table.told("Residual FP 6 in wM7: … DRM -2, DR 8 (3, 5)"));
    assert!(table.u(squad).pinned);
    table.hold_fire();
    assert!(
        table.position.ground.charges.is_empty() && table.w(charge).there(),
        "pinned, it has placed no DC"
    );
}

// card: 3.3i, 3.3.1a
#[test]
fn recovery_in_the_mph_draws_first_fire() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wN4");
    table.position.forces.drop_weapon(gun, Some(place));
    table.american("6-6-6", "wN7");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[5]);
    assert_eq!(table.w(gun).holder, Some(squad));
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM -2,"), "FFMO and FFNAM");
}

// card: 3.3.1a, 3.2.4a
#[test]
fn first_fire_by_ordnance_spares_stationary_units() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wN3");
    let stander = table.german("4-4-7", "wN4");
    let crew = table.american("2-2-7", "wN7");
    table.ordnance("us-57", crew, "nnw");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    let Some(Frame::Shot(shot)) = table.position.turn.frames.last() else { panic!("{:?}", table.choices()) };
    assert_eq!(shot.targets, [mover]);
    let _ = stander;
}
