//! Cards in which paragraphs of different chapters meet.

use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, duel, edges};

// card 17.4, 18.1
#[test]
fn no_back_blast_from_the_back_of_a_tank() {
    let burns = |vehicle: &str| {
        let mut t = duel(
            &format!("= a independent\n{vehicle} @ 0505 E\nInfantry panzershreck @ G1\nTruck @ 0101 E"),
            "M4 Sherman 76 @ 0705 W",
        );
        t.play("fire G2 hand A1", &[]);
        t.play("resolve", &[1, 3]);
        t.is("G1", Flag::Burning)
    };
    assert!(!burns("Pz IV H-J"), "on it");
    assert!(burns("SdKfz 251/1") && burns("Truck"), "in it");
}

// card 20.5, 13.1
#[test]
fn gun_earthworks_do_not_protect_infantry() {
    let sum = |defender: &str, map: &str| {
        let t = Setup {
            axis: "Pz IV H-J @ 0605 E moving",
            allies: &format!("{defender}\nM36 @ 4016 W"),
            map,
            ..Setup::default()
        }
        .open();
        t.position.close_combat().assault_lines(t.id("G1"), t.id("A1"), true, 0).sum()
    };
    let hedgerow = edges("hedgerow", "E", "0605");
    let open = sum("Infantry @ 0705 W", "");
    assert_eq!(sum("Infantry @ 0705 W dug-in=all", ""), open + 1);
    assert_eq!(sum("Infantry @ 0705 W", &hedgerow), open + 2);
    assert_eq!(sum("6-pounder @ 0705 W dug-in=all", ""), open);
    assert_eq!(sum("6-pounder @ 0705 W", &hedgerow), open);
    assert_eq!(sum("6-pounder @ 0705 W", &edges("wall", "E", "0605")), open + 1, "a wall is cover for both");
}

// card 33.2, 18.7
#[test]
fn infantry_that_dismounts_into_a_minefield_rolls() {
    let mut t = Setup {
        axis: "= a independent\nTruck @ 0505 E\nInfantry @ G1\nTruck @ 0508 E moving\n6-pounder @ G3",
        allies: "M36 @ 4016 W",
        map: "mines = [\"0405\", \"0408\"]\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    let mut lucky = t.clone();
    t.play("dismount G2 W", &[1]);
    assert_eq!(t.condition("G2"), "destroyed");
    lucky.play("dismount G2 W", &[2]);
    lucky.go("step W; stop; move G3; stop; faced");
    lucky.play("unhitch G4 W", &[1]);
    assert_eq!(lucky.condition("G4"), "destroyed");
}

// card 18.9, 26
#[test]
fn cavalry_treats_bridges_as_clear_ground() {
    let mut t = Setup {
        axis: "Cavalry @ 0505 E",
        allies: "M36 @ 4016 W",
        map: "[[map.bridge]]\nat = \"0605\"\ntype = \"E\"\n",
        terrain: &[("s", "0605")],
        roads: &["0505 0605 0705"],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert_eq!(t.position.turn.mover().unwrap().left, 11 * 12);
}

// card 25, 15.4
#[test]
fn infantry_in_grain_sees_unseen() {
    let mut t = Setup {
        axis: "Infantry MG @ 0505 E\nPz IV H-J @ 0101 N",
        allies: "Truck @ 0805 W\nM36 @ 4016 W",
        map: "grain = [\"0505\", \"0605\", \"0705\"]\n",
        ..Setup::default()
    }
    .open();
    let (g, a) = (t.id("G1"), t.id("A1"));
    assert!(t.position.sighting().sees(g, a).is_some() && t.position.sighting().sees(a, g).is_none());
    t.idle_to(1, 5, &[]);
    t.play("fire G1 arms A1", &[]);
    t.play("resolve", &[1]);
    assert!(t.position.sighting().sees(a, g).is_some(), "it has fired");
    t.idle_to(2, 3, &[]);
    t.go("move G1; step W; stop");
    assert!(t.position.sighting().sees(a, g).is_none(), "and moved since");
}

// card 6.3, 3.3
#[test]
fn a_stunned_crew_misses_a_load() {
    let mut t = duel(
        "= a independent\nTiger I @ 0505 N\nTruck @ 0101 E",
        "= b independent\nM36 @ 1505 W\nTruck @ 0516 W",
    );
    t.idle_to(1, 5, &[]);
    t.play("fire G1 gun A2", &[]);
    t.play("resolve", &[1]);
    t.stun("G1");
    // Its next movement phase is in turn 2, after the load of that turn.
    t.idle_to(2, 2, &[]);
    let shots = |t: &super::table::Table| t.position.forces.state(t.id("G1")).shots;
    assert_eq!(shots(&t), 1, "the marker stays");
    t.idle_to(3, 2, &[]);
    assert_eq!(shots(&t), 0);
}

// card 6.2, 12.2
#[test]
fn a_unit_stunned_while_moving_misses_its_next_movement() {
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 1012 E moving\nTruck @ 0101 E",
        allies: "= b independent\nM3/M5 Stuart @ 1210 N\nTruck @ 4016 W",
        terrain: &[("b", "1011 1111 1311 1411")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E");
    // 37L from two inches on the side of a Pz IV: +2 - 3 + 1 + 2.
    t.play("ambush gun 1212", &[10, 3, 5]);
    assert_eq!(t.condition("G1"), "stunned");
    t.idle_to(2, 3, &[]);
    assert!(!t.offered("move G1"), "its next movement phase is this");
    t.idle_to(3, 3, &[]);
    assert!(t.offered("move G1"));
}

// card 2.3, 5.1
#[test]
fn immobilised_vehicles_go_on_overwatch_after_turning_the_turret() {
    let mut t = duel("Pz IV H-J @ 0505 E\nPz IV H-J @ 0101 E", "M36 @ 4016 W");
    let id = t.id("G1");
    t.position.forces.state_mut(id).condition.immobilised = true;
    t.position.forces.state_mut(id).motion = Motion::Stopped;
    t.idle_to(1, 3, &[]);
    t.go("move G1; turret 3; end");
    assert_eq!(t.motion("G1"), Motion::Overwatch);
}

// card 21.2, 11.1
#[test]
fn a_lost_spotter_causes_no_morale_roll() {
    let mut t =
        duel("= scouts\nSdKfz 222 @ 0505 E spotter\nSdKfz 222 @ 0507 E\nTruck @ 0101 E", "M36 @ 1505 W");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    t.play("resolve", &[10, 10]);
    assert_eq!(t.condition("G1"), "destroyed");
    // No morale roll is asked for.
    t.idle_to(2, 2, &[]);
}

// card 22, 24.1
#[test]
fn mortars_do_not_fire_from_buildings() {
    let mut t = Setup {
        axis: "Mortar 60 mm @ 0505 E\nMortar 60 mm @ 0507 E",
        allies: "Infantry @ 1505 W\nInfantry @ 1507 W\nM36 @ 4016 W",
        terrain: &[("b", "0505")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 mortar A1") && t.offered("fire G2 mortar A2"));
}

// card 31.3, 29.1
#[test]
fn hidden_units_are_no_air_targets() {
    let mut t = Setup {
        axis: "Infantry @ 0101 E",
        allies: "M36 @ 3016 W hidden\nM36 @ 4016 W",
        axis_side: "air = true\n",
        year: 1944,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("end", &[10, 5]);
    assert_eq!(t.offers(), ["target A2"]);
}

// card 12.2, 15.4
#[test]
fn the_ambush_modifier_does_not_apply_to_small_arms() {
    let t = duel("Pz IV H-J @ 0505 E\nInfantry MG @ 0507 E", "Infantry @ 0805 W\nM36 @ 4016 W");
    let p = &t.position;
    let need = |firer: &str, slot, ambush| {
        let line = p.battle.line(p.forces.spot(t.id(firer)).unwrap(), p.forces.spot(t.id("A1")).unwrap());
        match p.gunnery().shot(t.id(firer), slot, t.id("A1"), line, ambush).unwrap() {
            standto::rules::panzertruppe::firing::shot::Shot::Aimed(to_hit, ..) => to_hit.need.unwrap(),
            standto::rules::panzertruppe::firing::shot::Shot::Small(small) => small.need(),
        }
    };
    assert_eq!(need("G1", Slot::Main, true), need("G1", Slot::Main, false) + 1);
    assert_eq!(need("G2", Slot::Arms, true), need("G2", Slot::Arms, false));
}

// card 15.4, 18.6
#[test]
fn riders_use_their_vehicles_motion_when_firing() {
    let need = |motion: &str| {
        let mut t = duel(
            &format!("SdKfz 251/1 @ 0505 E {motion}\nInfantry MG @ G1\nTruck @ 0101 E"),
            "Infantry @ 0805 W\nM36 @ 4016 W",
        );
        t.idle_to(1, 2, &[]);
        t.need("G2", Slot::Arms, "A1")
    };
    // Three inches: 6; moving -3, overwatch +1.
    assert_eq!((need("moving"), need("")), (9, 5));
}

// card 15.1, 23.2
#[test]
fn infantry_crosses_a_hedgerow_in_a_full_phase() {
    let mut t = Setup {
        axis: "Infantry @ 0505 E\nCavalry @ 0507 E",
        allies: "M36 @ 4016 W",
        map: &edges("hedgerow", "E", "0504 0505 0506 0507 0508"),
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    let mut later = t.clone();
    t.go("move G1; step E");
    assert!(t.offers().iter().all(|offer| !offer.starts_with("step")));
    t.go("stop; move G2");
    assert!(!t.offered("step E"), "horses do not");
    later.go("move G1; step N");
    assert!(!later.offered("step E"), "and not after an inch");
}

// card 2.3, 18.7
#[test]
fn a_reserve_waits_until_its_place_is_free() {
    let mut t = duel("Pz IV H-J @ 0505 E moving turn=2\nPz IV H-J @ 0404 E", "M36 @ 4016 W");
    let (cell, other) = (t.position.battle.index("0505".parse().unwrap()).unwrap(), t.id("G2"));
    t.position.forces.put(other, cell);
    t.idle_to(2, 3, &[]);
    assert_eq!(t.at("G1"), "-");
    t.go("move G2; step W; stop; faced; faced");
    t.idle_to(3, 3, &[]);
    assert_eq!(t.at("G1"), "0505");
}

// card 16.2, 3.2
#[test]
fn the_marker_of_an_m10s_machine_gun_is_its_main_guns() {
    let mut t = duel("Infantry @ 0905 W\nPz IV H-J @ 2505 W", "M10 @ 0505 E");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 open G1", &[]);
    assert!(!t.offered("fire A1 gun G2"));
    t.play("resolve", &[1]);
    t.idle_to(1, 7, &[]);
    assert!(t.offered("fire A1 gun G2"), "loaded in phase 6");
    t.play("fire A1 gun G2", &[]);
    t.play("resolve", &[1]);
    t.idle_to(1, 10, &[]);
    assert!(!t.offered("fire A1 open G1"), "nor its machine gun after its gun");
}

// card 30, 20.5
#[test]
fn smoke_blocks_sight_and_helps_close_assaults() {
    let mut t = duel("Infantry @ 0605 E\nPz IV H-J @ 0101 N", "M3/M5 Stuart @ 0705 E\nM36 @ 4016 W");
    let (g, a) = (t.id("G1"), t.id("A1"));
    let before = t.position.close_combat().assault_lines(a, g, false, 0).sum();
    let cell = t.position.forces.spot(g).unwrap();
    t.position.ground.smoke.push(standto::rules::panzertruppe::state::Puff {
        cell,
        side: standto::game::Side::A,
        left: 5,
    });
    assert_eq!(t.position.close_combat().assault_lines(a, g, false, 0).sum(), before + 1);
    assert!(t.position.sighting().sees(t.id("A2"), g).is_none(), "nobody sees into it from afar");
}
