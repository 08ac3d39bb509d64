//! Leaders, Weapons and losses where paragraphs meet (1.2.1, 3.2.3, 3.3.1, 3.6, 3.8, 4, 5).

use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::close_combat::striking;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;
use super::first_fire::on_the_road;

// card: 4.3, 4d, 1.2.1b
#[test]
fn a_leader_that_placed_a_dc_directs_no_fire() {
    let mut table = Table::new();
    let leader = table.german("9-1", "wM7");
    table.german("5-4-8", "wM7");
    table.charge(leader);
    table.american("6-6-6", "wM8");
    table.place_charge();
    table.play("fire u1 M8", &[]);
    assert!(!table.offers("direct u0"), "the DC is the Weapon used in this phase");
}

// card: 3.2.3g, 1.2.1a
#[test]
fn a_leader_that_takes_no_check_helps_the_others() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN7");
    let fallen = table.german("8-0", "wN7");
    let senior = table.german("9-2", "wN7");
    let (mut dice, mut log, mut losses) = (Dice::taped(&[4, 5]), Log::on(), Vec::new());
    table.position.effects().eliminate(fallen, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    table.events.extend(log.events());
    // The 9-2 has the higher morale and takes no LLMC: 9-2 against 7.
    assert!(table.told("MC 9-2=7 vs 7"), "{:?}", table.events);
    assert!(!table.u(squad).broken && table.u(squad).pinned);
    let _ = senior;
}

// card: 3.2.3e, 3.3.1a, 1.2.1a
#[test]
fn a_leader_in_the_hex_helps_units_attacked_there() {
    for (pinned, told) in [(false, "1MC 7 vs 7"), (true, "1MC 7+1=8 vs 7")] {
        let mut table = Table::new();
        table.german("4-6-7", "wN3");
        let leader = table.german("9-1", "wN4");
        table.set(leader).pinned = pinned;
        table.american("6-6-6", "wN7");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        table.play("go N4", &[]);
        table.play("fire u2 N4", &[]);
        // 8-2 on the 6 column is 1MC.
        table.play("shoot", &[3, 5, 3, 4]);
        assert!(table.told(told), "{:?}", table.events);
    }
}

// card: 3.2.3c, 3.2.3e
#[test]
fn a_leader_wounded_by_the_attack_helps_no_unit() {
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    let leader = table.german("9-1", "wN4");
    table.american("6-6-6", "wN6");
    table.american("6-6-6", "wN6");
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    table.play("fire u2 N4", &[]);
    table.play("join u3", &[]);
    // 3 on the 12 column is K/3, on the leader, which is only wounded: the squad checks at +3 without its
    // help.
    table.play("shoot", &[1, 2, 2, 1, 2, 2]);
    assert!(table.u(leader).wounded && table.told("MC 4+3=7 vs 7"), "{:?}", table.events);
}

// card: 3.2.3g
#[test]
fn the_llmc_of_a_broken_leader_uses_its_broken_morale() {
    let mut table = Table::new();
    let low = table.german("4-4-7", "wN7");
    let fallen = table.german("8-1", "wN7");
    broken(&mut table, fallen);
    let (mut dice, mut log, mut losses) = (Dice::taped(&[3, 4]), Log::on(), Vec::new());
    table.position.effects().eliminate(fallen, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    table.events.extend(log.events());
    assert!(table.told("MC 7+1=8 vs 7"), "the -1 counts against them");
    assert!(table.u(low).broken);
}

// card: 3.2.3k, 3.2.2e
#[test]
fn cowering_counts_for_fire_that_causes_dm() {
    for (led, dm) in [(false, false), (true, true)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wN5");
        (table.set(squad).broken, table.set(squad).dm) = (true, false);
        let half = table.american("3-4-6", "wN8");
        table.set(half).pinned = true;
        table.american("8-0", "wN8");
        table.position.ground.lay_smoke(
            table.position.ground.map().named("wN5").unwrap(),
            Thickness::Dispersed,
            Side::A,
        );
        table.position.turn.attacker = Side::B;
        table.open(Phase::PrepFire);
        table.play("fire u1 N5", &[]);
        if led {
            table.play("direct u2", &[]);
        }
        // 1.5 FP: only an original 2 would cause a check, and without direction it cowers off the table.
        table.play("shoot", &[6, 5]);
        assert_eq!(table.u(squad).dm, dm);
    }
}

// card: 3.2.2e, 1.2.4.1
#[test]
fn a_weapon_stops_firing_when_its_unit_cowers_to_final_fire() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    let gun = table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    table.play("shoot", &[2, 6, 1, 1]);
    assert_eq!(table.w(gun).marker, Marker::None, "it kept ROF");
    table.play("go N5", &[]);
    table.play("fire u1 N5", &[]);
    table.play("shoot", &[5, 5]);
    assert_eq!(table.u(1).marker, Marker::Final);
    assert!(!table.offers("fire m0 N5"), "its unit is marked Final Fire");
}

// card: 4d, 3.3.1d
#[test]
fn a_hs_that_fires_a_mg_forfeits_its_fp() {
    let mut table = on_the_road(&[("3-4-7", "wN8")]);
    table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    assert!(!table.offers("join u1"));
    table.play("shoot", &[6, 5]);
    table.play("go N5", &[]);
    assert!(table.offers("fire m0 N5") && !table.offers("fire u1 N5"), "the MG again, halved");
    table.play("fire m0 N5", &[]);
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(attack.work_out(&table.position).firepower.to_string(), "2");
}

// card: 3.3.1h, 3.3g, 3.2.2h
#[test]
fn cx_and_a_poor_leader_reduce_residual_fp() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN7"), ("6+1", "wN7")]);
    table.set(1).cx = true;
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("join u2", &[]);
    table.play("direct u3", &[]);
    table.play("shoot", &[6, 5]);
    let place = table.place("wN4");
    // Half of 12 is 6; one column less for each point.
    assert_eq!(table.position.ground.residual, [(place, 2)]);
}

// card: 3.3.1e, 3.2.3f
#[test]
fn a_12_in_fpf_eliminates_a_hs() {
    let mut table = on_the_road(&[("3-4-7", "wN5")]);
    table.set(1).marker = Marker::Final;
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 6]);
    assert!(table.gone(1), "it breaks, and is reduced");
}

/// A broken unit about to rout down the road in front of an American squad; it routs to wR4 with these dice.
fn interdicted(name: &str, faces: &[u8]) -> Table {
    let mut table = Table::new();
    let id = table.german(name, "wR3");
    table.american("6-6-6", "wR0");
    broken(&mut table, id);
    table.open(Phase::Rout);
    table.play("rout u0", &[]);
    table.play("go R4", faces);
    table
}

// card: 3.6e, 3.2.3f
#[test]
fn an_interdicted_unit_uses_broken_morale() {
    let table = interdicted("4-6-7", &[5, 5]);
    assert_eq!(table.u(0).data().name, "2-4-7", "it may go on");
    assert_eq!(table.at(0), "wR4");
    assert!(matches!(table.position.turn.frames.last(), Some(Frame::Routing(_))));
    assert!(interdicted("2-4-7", &[5, 5]).gone(0), "the HS has no FP left");
    assert!(interdicted("4-6-7", &[6, 6]).gone(0), "a broken unit is eliminated by a 12");
    let pinned = interdicted("4-6-7", &[3, 4]);
    assert!(
        !matches!(pinned.position.turn.frames.last(), Some(Frame::Routing(_))),
        "7 against 7 pins: no further"
    );
    assert_eq!(pinned.at(0), "wR4");
}

/// A German and an American squad in the building wS8; the German advanced or was there before.
fn in_the_house(advanced: bool) -> Table {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wS8");
    table.american("6-6-6", "wS8");
    table.set(squad).acted = advanced;
    table.open(Phase::CloseCombat);
    table
}

// card: 3.8c
#[test]
fn no_ambush_without_an_advance() {
    in_the_house(false).play("combat S8", &[]);
    in_the_house(true).play("combat S8", &[3, 3]);
}

// card: 3.8c, 3.7
#[test]
fn advancing_into_a_building_allows_ambush() {
    let mut table = Table::new();
    table.german("4-6-7", "wM7");
    table.american("6-6-6", "wM8");
    table.open(Phase::Advance);
    table.play("advance u0 M8", &[]);
    table.play("combat M8", &[4, 1]);
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!((melee.ambusher, melee.side), (Some(Side::B), Side::B));
}

// card: 3.8d, 3.2.3c
#[test]
fn ambushed_survivors_attack_back() {
    let mut table = in_the_house(true);
    table.play("combat S8", &[4, 1]);
    table.play("use u1", &[]);
    table.play("at u0", &[]);
    // 6 to 4 is 3-2: 7-1 is exactly 6.
    table.play("next", &[3, 4]);
    assert_eq!(table.u(0).data().name, "2-4-7");
    if table.offers("done") && !table.offers("use u0") {
        table.play("done", &[]);
    }
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    let worked = striking::work_out_strike(&table.position.forces, melee, Side::A, &melee.open);
    assert_eq!(
        (worked.attack.to_string(), worked.defence.to_string(), worked.drm()),
        ("2".into(), "6".into(), 1)
    );
    // 1-4 eliminates below 2, Casualty Reduction on 2; 1+1+1 is 3.
    assert_eq!(worked.combat().odds.name(), "1-4");
}

// card: 3.8f
#[test]
fn wounded_leaders_and_cx_units_in_cc() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let leader = table.german("9-2", "wC3");
    let enemy = table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    table.play("combat C3", &[]);
    while table.position.decision().is_some_and(|asked| asked.kind == "ranks") {
        table.play("done", &[]);
    }
    table.play("use u0", &[]);
    table.play("at u2", &[]);
    let drm = |table: &Table| {
        let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
        striking::work_out_strike(&table.position.forces, melee, Side::A, &melee.open).drm()
    };
    assert_eq!(drm(&table), -2);
    table.set(leader).wounded = true;
    assert_eq!(drm(&table), -1);
    table.set(squad).cx = true;
    assert_eq!(drm(&table), 0);
    table.set(enemy).cx = true;
    assert_eq!(drm(&table), -1);
    table.set(leader).pinned = true;
    assert_eq!(drm(&table), 0, "a pinned leader directs no unit");
}

// card: 3.4, 4.1
#[test]
fn first_fire_units_fire_mg_at_adjacent_hexes_at_a_lower_b_number() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wN7");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    table.german("4-6-7", "wN6");
    table.german("4-6-7", "wN5");
    table.set(squad).marker = Marker::First;
    table.set(squad).fired = true;
    (table.position.forces.weapons[0].marker, table.position.forces.weapons[0].fired) = (Marker::First, true);
    table.open(Phase::DefensiveFire);
    assert!(table.offers("fire u0 N6") && !table.offers("fire u0 N5") && !table.offers("fire m0 N5"));
    table.play("fire u0 N6", &[]);
    table.play("join m0", &[]);
    table.play("shoot", &[4, 6]);
    assert!(table.told("10 FP") && table.w(gun).broken, "halved and doubled; 10 breaks it");
}

// card: 3.2.2h, 3.5a
#[test]
fn a_leader_that_directed_prep_fire_directs_no_advancing_fire() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.german("8-1", "wN3");
    table.german("4-6-7", "wN3");
    table.american("6-6-6", "wN6");
    table.open(Phase::PrepFire);
    table.play("fire u0 N6", &[]);
    table.play("direct u1", &[]);
    table.play("shoot", &[6, 5]);
    table.open(Phase::AdvancingFire);
    table.play("fire u2 N6", &[]);
    assert!(!table.offers("direct u1"));
}

// card: 3.2.3b, 3.2.3c
#[test]
fn a_kia_reduces_broken_units_and_breaks_the_others() {
    let mut table = Table::new();
    table.german("4-6-7", "wN5");
    let second = table.german("4-6-7", "wN5");
    let third = table.german("4-6-7", "wN5");
    broken(&mut table, third);
    for _ in 0..3 {
        table.american("6-6-6", "wN6");
    }
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    table.play("fire u3 N5", &[]);
    table.play("join u4", &[]);
    table.play("join u5", &[]);
    // 36 FP: 6 is 1KIA, on the first of three.
    table.play("shoot", &[2, 4, 1]);
    assert!(table.gone(0) && table.u(second).broken && table.u(second).dm);
    assert_eq!(table.u(third).data().name, "2-4-7");
}

// card: 5.1, 3.2.3f
#[test]
fn failing_by_exactly_the_elr_does_not_replace() {
    for (faces, name) in [([4, 5], "4-6-7"), ([4, 6], "4-4-7")] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wN5");
        table.order().groups[0].elr = 3;
        table.american("6-6-6", "wN7");
        table.position.turn.attacker = Side::B;
        table.open(Phase::PrepFire);
        table.play("fire u1 N5", &[]);
        // 6 on the 6 column is 1MC.
        table.play("shoot", &[2, 4, faces[0], faces[1]]);
        assert!(table.u(squad).broken && table.u(squad).data().name == name, "{faces:?}");
    }
}

// card: 4.2, 3.3.1h
#[test]
fn a_flamethrower_leaves_half_its_column_as_residual_fp() {
    for (hex, left) in [("wN5", 12), ("wN6", 6)] {
        let mut table = on_the_road(&[("7-4-7", hex)]);
        table.flamethrower(1);
        table.play("go N4", &[]);
        table.play("fire m0 N4", &[]);
        table.play("shoot", &[4, 5, 1, 1]);
        let place = table.place("wN4");
        assert_eq!(table.position.ground.residual, [(place, left)], "{hex}");
    }
}

// card: 4.2, 3.5a
#[test]
fn ft_fp_is_not_halved_in_the_afph_nor_doubled_adjacent() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wN5");
    table.flamethrower(squad);
    table.american("6-6-6", "wN6");
    table.american("6-6-6", "wN7");
    let worked = |hex| table.attack(Mode::Advancing, &[Item::Weapon(0)], &[], hex).firepower.to_string();
    assert_eq!((worked("wN6"), worked("wN7")), ("24".into(), "12".into()));
}
