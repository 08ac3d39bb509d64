//! Weapons, leaders and rally with movement (3.1, 3.3, 3.7, 4, 5.4, 5.5).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::state::Item;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::super::infantry::rally;
use super::super::shelter::broken;
use super::super::table::Table;
use super::first_fire::on_the_road;

// card: 3.3e, 3.3f, 3.3g
#[test]
fn double_time_and_assault_movement_together() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.play("double", &[]);
    table.play("assault", &[]);
    table.play("go N4", &[]);
    assert!(table.u(0).cx, "CX all the same");
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM -1,"), "FFMO, no FFNAM");
    table.play("done", &[]);
    table.open(Phase::AdvancingFire);
    let worked = table.attack(Mode::Advancing, &[Item::Unit(0)], &[], "wN7");
    assert!(
        worked.modifiers.iter().any(|line| line.value == 1 && line.rule.contains("3.3")),
        "+1 to its own fire"
    );
}

// card: 5.5, 5.4, 1.2.4.1
#[test]
fn captured_and_inexperienced_use_are_cumulative() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Medium, squad);
    // The German MMG has ROF 2 and malfunctions on 12.
    assert_eq!((table.position.forces.rate(gun), table.position.forces.breakdown(gun, false)), (1, 10));
    assert_eq!(table.position.forces.breakdown(gun, true), 8, "a second fire takes two more");
    let mut table = Table::new();
    let green = table.american("5-3-6", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Medium, green);
    assert_eq!(table.position.forces.breakdown(gun, false), 9);
    table.american("8-0", "wC3");
    assert_eq!(
        table.position.forces.breakdown(gun, false),
        10,
        "with a leader they are no longer Inexperienced"
    );
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    let nation = Nation::German;
    let flames = table.flamethrower(squad);
    assert_eq!(table.position.forces.breakdown(flames, false), 8, "10, two less for non-Elite");
    table.position.forces.weapons[0].nation = nation;
    assert_eq!(table.position.forces.breakdown(flames, false), 6, "and two less for a captured one");
}

// card: 3.1c
#[test]
fn only_its_own_nationality_repairs_a_captured_weapon() {
    for (nation, may) in [(Nation::German, true), (Nation::American, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC3");
        let gun = table.machine_gun(nation, Weight::Light, squad);
        table.position.forces.weapons[0].broken = true;
        rally(&mut table, Step::Repair);
        assert_eq!(table.offers(&format!("repair m{gun}")), may, "{nation:?}");
    }
}

// card: 3.3b
#[test]
fn a_wounded_leader_slows_its_squad() {
    let mut table = Table::new();
    let leader = table.german("8-1", "wR4");
    let squad = table.german("4-6-7", "wR4");
    table.set(leader).wounded = true;
    assert_eq!((table.u(leader).morale(), table.u(leader).leadership()), (7, 0));
    assert_eq!(table.position.forces.allowance(leader, false, false, false), 6, "3 MF, in halves");
    table.open(Phase::Movement);
    table.play(&format!("move u{leader}"), &[]);
    table.play(&format!("with u{squad}"), &[]);
    assert!(!table.offers("double"), "wounded leaders do not use Double Time");
}

// card: 3.1e, 3.1f
#[test]
fn a_leader_that_self_rallied_rallies_the_others() {
    let mut table = Table::new();
    let leader = table.german("8-0", "wC3");
    let squad = table.german("4-6-7", "wC3");
    broken(&mut table, leader);
    broken(&mut table, squad);
    table.set(leader).dm = false;
    rally(&mut table, Step::Rally);
    assert!(!table.offers(&format!("rally u{leader} u{squad}")));
    rally(&mut table, Step::SelfRally);
    // 7+1 for Self-Rally against 8; its own leadership does not count.
    table.play(&format!("self-rally u{leader}"), &[3, 4]);
    assert!(!table.u(leader).broken);
    while !table.offers(&format!("rally u{leader} u{squad}")) {
        table.play("done", &[]);
    }
    // DM +4: 3+4 is 7.
    table.play(&format!("rally u{leader} u{squad}"), &[1, 2]);
    assert!(!table.u(squad).broken);
}

// card: 1.2.5c, 3.3b
#[test]
fn placing_a_dc_costs_the_mf_of_entry() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    table.charge(squad);
    table.american("6-6-6", "wM8");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    assert!(table.offers("charge m0 M8"), "2 MF into the building");
    let place = table.place("wM8");
    for thickness in [Thickness::Full, Thickness::Grenades] {
        table.position.ground.lay_smoke(place, thickness, Side::B);
    }
    let Some(Frame::Mover(mover)) = table.position.turn.frames.last_mut() else { panic!() };
    mover.spent = 4;
    assert!(!table.offers("charge m0 M8"), "with smoke 3 MF, and 2 are left");
}

#[test]
fn a_hs_with_a_gun_stacks_as_a_squad() {
    let mut table = Table::farmland();
    let half = table.german("2-4-7", "xD3");
    assert_eq!(table.position.forces.size(half), 1);
    table.ordnance("pak40", half, "e");
    assert_eq!(table.position.forces.size(half), 2);
}

// card: 3.1f, 3.1g, 3.2.3k
#[test]
fn dm_ends_in_the_rph_unless_a_known_enemy_is_adjacent() {
    for (enemy, stays) in [("wC5", true), ("wC6", false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC4");
        broken(&mut table, squad);
        table.american("6-6-6", enemy);
        rally(&mut table, Step::Keeping);
        while table.position.turn.phase == Phase::Rally {
            table.play("done", &[]);
        }
        assert_eq!(table.u(squad).dm, stays, "{enemy}");
    }
}

// card: 4.2, 4d
#[test]
fn no_unit_uses_two_flamethrowers() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let (one, two) = (table.flamethrower(squad), table.flamethrower(squad));
    table.american("6-6-6", "wM8");
    table.open(Phase::PrepFire);
    assert!(table.offers(&format!("fire m{one} M8")) && table.offers(&format!("fire m{two} M8")));
    table.play(&format!("fire m{one} M8"), &[]);
    // 9 on the 24 column is 2MC, which they pass.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(!table.offers(&format!("fire m{two} M8")), "one of them");
    assert!(table.offers(&format!("fire u{squad} M8")), "and its own fire");
}

// card: 4.3, 4d
#[test]
fn a_dc_counts_as_a_weapon_used() {
    for (name, guns, own) in [("5-4-8", 0, true), ("2-3-8", 0, false), ("5-4-8", 1, true)] {
        let mut table = Table::new();
        let placer = table.german(name, "wM7");
        table.charge(placer);
        for _ in 0..guns {
            table.machine_gun(Nation::German, Weight::Light, placer);
        }
        table.american("6-6-6", "wM8");
        table.place_charge();
        assert_eq!(table.offers(&format!("fire u{placer} M8")), own, "{name}");
        if guns > 0 {
            assert!(table.offers("fire m1 M8"), "instead of its own fire");
            table.play("fire m1 M8", &[]);
            assert!(!table.offers(&format!("join u{placer}")), "two weapons cost it that");
        }
    }
}

// card: 4b, 3.7
#[test]
fn a_leader_carries_at_most_2_pp() {
    for (weight, points, may) in [(Weight::Light, 1, true), (Weight::Medium, 3, false)] {
        let mut table = Table::new();
        let leader = table.german("8-0", "wC3");
        let gun = table.machine_gun(Nation::German, weight, leader);
        assert_eq!(table.w(gun).portage(), points);
        table.open(Phase::Movement);
        table.play(&format!("move u{leader}"), &[]);
        assert_eq!(table.offers("go C2"), may, "{weight:?}");
        table.open(Phase::Advance);
        assert_eq!(table.offers(&format!("advance u{leader} C2")), may);
        table.play(&format!("drop m{gun}"), &[]);
        assert!(table.offers(&format!("advance u{leader} C2")), "without it, it may");
    }
}
