//! Cards of interactions between paragraphs.

use standto::dice::Dice;
use standto::game::{Log, Side};
use standto::rules::panzertruppe::firing::{Harm, Motion};
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel, edges};

/// A light tank looks north through a gap in a row of buildings at row 12, along which a Panzer IV moves
/// east: it has 1212 and 1312 in its arc, and 1412 as well.
fn wide_gap() -> Table {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1012 E moving\nTruck @ 0101 E",
        allies: "M3/M5 Stuart @ 1210 N\nM3/M5 Stuart @ 4016 W",
        terrain: &[("b", "1011 1111 1411 1511 1611")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E; step E");
    t.play("step E", &[]);
    t
}

// card 12.1, 12.2, 6.3
#[test]
fn ambush_fire_hits_a_tank_where_it_was() {
    let mut t = wide_gap();
    assert_eq!(t.offers(), ["hold", "ambush gun 1212", "ambush gun 1312"]);
    let free = |t: &Table, cell: &str| {
        t.position.forces.holder_of(t.position.battle.index(cell.parse().unwrap()).unwrap()).is_none()
    };
    // Missed, it is in the cell it was moving to.
    let mut missed = t.clone();
    missed.play("ambush gun 1212", &[1]);
    assert_eq!((missed.at("G1").as_str(), missed.asks()), ("1512", "step"));
    assert!(["1212", "1312", "1412"].iter().all(|cell| free(&missed, cell)));
    // Stunned where it was fired at, it makes its errant turn from there: 37L +2 range +1 type -3 size +2
    // side; a 3 stuns.
    t.play("ambush gun 1212", &[10, 3, 5]);
    assert_eq!(
        (t.at("G1").as_str(), t.condition("G1"), t.motion("G1")),
        ("1312", "stunned", Motion::Stopped)
    );
    assert!(["1212", "1412", "1512"].iter().all(|cell| free(&t, cell)));
    assert_eq!(t.asks(), "move", "its move is over");
}

// card 12.1, 12.3
#[test]
fn every_enemy_that_loses_sight_may_fire() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1012 E moving\nTruck @ 0101 E",
        allies: "M36 @ 1210 N\nM36 @ 1209 N\nM36 @ 4016 W",
        terrain: &[("b", "1011 1111 1311 1411")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E");
    for _ in 0..2 {
        assert_eq!(t.asks(), "ambush");
        t.play("ambush gun 1212", &[1]);
    }
    assert_eq!((t.asks(), t.at("G1").as_str()), ("step", "1312"));
    // Neither fires in the next fire phase.
    t.go("stop; faced; faced");
    t.idle_to(1, 4, &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("fire A1") && !offer.starts_with("fire A2")));
}

// card 20.3, 20.4, 6.3
#[test]
fn a_tank_stunned_in_its_close_assault_makes_an_errant_turn() {
    let mut t = duel("Tiger I @ 0505 E moving\nTruck @ 0101 E", "6-pounder @ 0805 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; overrun A1");
    // 57L: +2 range +1 type -1 size -3 front; 6 is a stun; then 90 degrees right.
    t.play("defend gun", &[10, 6, 10]);
    assert_eq!((t.at("G1").as_str(), t.condition("G1"), t.condition("A1")), ("0704", "stunned", "none"));
    assert_eq!(t.motion("G1"), Motion::Stopped);
}

// card 20.3
#[test]
fn close_assaulting_is_moving_into_contact() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nTruck @ 0101 E", "6-pounder @ 0605 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert!(!t.offered("overrun A1"), "it has not moved");
    t.play("step N", &[]);
    assert!(t.offered("overrun A1"));
}

/// Infantry beside a moving tank destroyer has declared a close assault on it.
fn closing() -> Table {
    let mut t = duel(
        "= a independent\nInfantry @ 0505 E\nTruck @ 0101 E",
        "= b independent\nM36 @ 0605 W moving\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.go("move G1; assault A1");
    t.idle_to(1, 4, &[]);
    t
}

// card 20.1, 20.2, 6.3
#[test]
fn a_close_assault_on_a_moving_vehicle_may_cause_an_errant_turn() {
    // Open-topped +2, moving -1, an open MG -1: 7 stuns; 90 degrees right of west is north.
    let mut t = closing();
    t.idle_to(1, 6, &[7, 10]);
    assert_eq!((t.at("A1").as_str(), t.condition("A1")), ("0606", "stunned"));
    let mut t = closing();
    t.idle_to(1, 6, &[8, 5]);
    // Further west it close-assaults infantry.
    assert_eq!(
        (t.condition("A1"), t.condition("G1"), t.at("A1").as_str()),
        ("immobilised", "destroyed", "0505")
    );
}

// card 20.2
#[test]
fn stunned_infantry_and_infantry_without_a_target_roll_no_close_assault() {
    let mut t = closing();
    t.stun("G1");
    t.idle_to(1, 6, &[]);
    assert_eq!(t.condition("A1"), "none");
    let mut t = closing();
    let tank = t.id("A1");
    t.position.forces.lose(tank, &mut Log::off());
    t.idle_to(1, 6, &[]);
}

// card 3.2, 16.2, 36.1
#[test]
fn a_second_gun_has_markers_of_its_own() {
    let mut t = Setup {
        axis: "M3 Lee/Grant @ 0505 E\nM36 @ 0101 E",
        allies: "Pz IV F2-G @ 1105 W\nInfantry @ 1005 W\nTruck @ 4016 W",
        nations: ["United States", "Germany"],
        year: 1943,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 2, &[]);
    t.play("fire G1 second A1", &[]);
    assert!(t.offered("fire G1 gun A1"), "the gun in the bow is another weapon");
    t.play("resolve", &[1]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 second A1") && !t.offered("fire G1 coax A2"), "the turret has fired");
    assert!(t.offered("fire G1 gun A1") && t.offered("fire G1 bow A2"));
    t.idle_to(2, 2, &[]);
    assert!(t.offered("fire G1 second A1"), "loaded again");
}

// card 6.2, 14.1, 18.4, 18.7
#[test]
fn riders_are_stunned_but_not_immobilised_with_their_vehicle() {
    for (harm, stunned) in [(Harm::Stun, true), (Harm::Immobilise, false)] {
        let mut t = duel("SdKfz 251/1 @ 0505 E\nInfantry @ G1\nTruck @ 0101 E", "M36 @ 4016 W");
        let (carrier, rider) = (t.id("G1"), t.id("G2"));
        t.position.forces.harm(carrier, harm, t.position.turn.phase, &mut Log::off());
        assert_eq!(t.position.forces.state(rider).condition.stunned, stunned);
        assert!(!t.position.forces.state(rider).condition.immobilised);
    }
}

// card 5.2, 5.4
#[test]
fn collisions_by_type_of_unit() {
    let run = |first: &str, second: &str| {
        let mut t =
            duel(&format!("{first} @ 0505 E moving\n{second} @ 0605 E\nM36 @ 0101 E"), "M36 @ 4016 W");
        let id = t.id("G1");
        t.position.make_errant_turn(id, &mut Dice::taped(&[5]), &mut Log::off()).unwrap();
        (t.condition("G1"), t.condition("G2"), t.at("G1"))
    };
    let at = |cell: &str| cell.to_owned();
    assert_eq!(run("Truck", "Tiger I"), ("destroyed", "none", at("-")));
    assert_eq!(run("Tiger I", "Truck"), ("none", "destroyed", at("0605")));
    assert_eq!(run("Truck", "Truck"), ("destroyed", "destroyed", at("-")));
    assert_eq!(run("Tiger I", "Panther"), ("immobilised", "immobilised", at("0505")));
    assert_eq!(run("Tiger I", "Infantry"), ("none", "destroyed", at("0605")));
    assert_eq!(run("Tiger I", "75 mm PaK 40"), ("none", "destroyed", at("0605")));
}

// card 5.3, 26
#[test]
fn out_of_control_on_a_bridge() {
    let run = |face: u8| {
        let mut t = Setup {
            axis: "Pz IV H-J @ 1005 E moving\nTruck @ 0101 E",
            terrain: &[("s", "1003 1004 1005 1006 1007")],
            roads: &["0805 0905 1005 1105 1205"],
            map: "[[map.bridge]]\nat = \"1005\"\ntype = \"A\"\n",
            ..Setup::default()
        }
        .open();
        let id = t.id("G1");
        t.position.make_errant_turn(id, &mut Dice::taped(&[face]), &mut Log::off()).unwrap();
        t.condition("G1")
    };
    assert_eq!([1, 2, 5, 8, 10].map(run), ["destroyed", "destroyed", "none", "destroyed", "destroyed"]);
}

// card 18.9, 2.4
#[test]
fn mounted_cavalry_has_movement_markers() {
    let mut t = duel("Cavalry @ 0505 E moving\nTruck @ 0101 E", "M36 @ 4016 W");
    t.idle_to(1, 4, &[]);
    assert_eq!(t.motion("G1"), Motion::Stopped, "it has stopped");
    t.idle_to(2, 4, &[]);
    assert_eq!(t.motion("G1"), Motion::Overwatch);
}

// card 2.4, 14.3
#[test]
fn units_set_up_this_phase_do_not_go_on_overwatch() {
    let mut t = duel("Flak 88 @ 0505 E\nTruck @ 0101 E", "M36 @ 4016 W");
    t.set("G1", Flag::Packed);
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("unlimber", &[]);
    t.idle_to(1, 4, &[]);
    assert_eq!((t.motion("G1"), t.is("G1", Flag::Packed)), (Motion::Stopped, false));
    t.idle_to(2, 4, &[]);
    assert_eq!(t.motion("G1"), Motion::Overwatch);
}

// card 5.1, 2.4
#[test]
fn an_immobilised_sp_gun_cannot_pivot() {
    for (vehicle, moves) in [("StuG III F-G", false), ("Pz IV H-J", true)] {
        let mut t = duel(&format!("{vehicle} @ 0505 E\nTruck @ 0101 E"), "M36 @ 4016 W");
        let id = t.id("G1");
        t.position.forces.state_mut(id).condition.immobilised = true;
        t.idle_to(1, 3, &[]);
        assert_eq!(t.offered("move G1"), moves, "{vehicle}");
    }
}

// card 11.3, 29.1
#[test]
fn a_platoon_rolls_for_enemies_it_knows_of() {
    for (hidden, faces) in [(" hidden", &[][..]), ("", &[10][..])] {
        let mut t = duel(
            "Pz IV H-J @ 0505 E\nPz IV H-J @ 0506 E\nPz IV H-J @ 0507 E",
            &format!("= a independent\nM36 @ 3505 W{hidden}"),
        );
        let lost = t.id("G2");
        t.position.forces.lose(lost, &mut Log::off());
        t.idle_to(2, 2, faces);
    }
}

// card 17.2, 17.3
#[test]
fn anti_tank_weapons_have_their_own_effect_modifier() {
    let effect =
        |target: &str| {
            duel("Infantry panzershreck @ 0505 E\nTruck @ 0101 E", &format!("{target}\nTruck @ 4016 W"))
                .effect("G1", Slot::Hand, "A1")
        };
    assert_eq!(effect("M36 @ 0705 W"), Some(3), "+4 and its front of -1, no range, size or type");
    assert_eq!(effect("M36 @ 0705 N"), Some(6), "the side of +2");
    assert_eq!(effect("6-pounder @ 0705 W"), Some(8), "a shield of +4");
    assert_eq!(effect("6-pounder @ 0705 E"), None, "destroyed from behind");
    assert_eq!(effect("Truck @ 0705 W"), None, "like an unarmoured target");
}

// card 18.3, 18.8
#[test]
fn crouching_infantry_is_not_fired_at() {
    let offered = |carrier: &str, down: bool, nation: &'static str| {
        let mut t = Setup {
            axis: "Infantry MG @ 0505 E\nTruck @ 0101 E",
            allies: &format!("{carrier} @ 0805 W\nInfantry @ A1\nTruck @ 4016 W"),
            nations: ["Germany", nation],
            ..Setup::default()
        }
        .open();
        if down {
            t.set("A2", Flag::Crouching);
        }
        t.idle_to(1, 5, &[]);
        t.offered("fire G1 arms A2")
    };
    assert!(offered("M3 halftrack", false, "United States"));
    assert!(!offered("M3 halftrack", true, "United States"));
    assert!(!offered("Ram Kangaroo", false, "Britain"), "always down");
    assert!(offered("M4 Sherman 75", false, "United States"), "on a tank");
    assert!(!offered("Truck", false, "United States"), "the truck is the target");
}

// card 14.4
#[test]
fn an_88_fires_in_tow_with_a_single_rate() {
    let fires = |gun: &str| {
        let mut t =
            duel(&format!("Truck @ 0505 W\n{gun} @ G1\nTruck @ 0101 E"), "M36 @ 1505 W\nM36 @ 4016 W");
        t.idle_to(1, 2, &[]);
        let first = t.offered("fire G2 gun A1");
        if first {
            t.play("fire G2 gun A1", &[]);
            t.play("resolve", &[1]);
        }
        t.idle_to(1, 5, &[]);
        (first, t.offered("fire G2 gun A1"))
    };
    assert_eq!(fires("Flak 88"), (true, false));
    assert_eq!(fires("75 mm PaK 40"), (false, false));
}

// card 9.1, 9.2, 23.1
#[test]
fn los_over_a_hedgerow_is_as_over_a_building() {
    let sees = |high: &str, levels: &[(&str, &str)], cell: &str| {
        let map = edges("hedgerow", "E", cell);
        let allies = format!("Pz IV H-J @ {high} E\nTruck @ 0101 E");
        let t = Setup {
            axis: &allies,
            allies: "M36 @ 1505 W\nM36 @ 4016 W",
            levels,
            map: &map,
            ..Setup::default()
        }
        .open();
        (
            t.position.sighting().sees(t.id("G1"), t.id("A1")).is_some(),
            t.position.sighting().sees(t.id("A1"), t.id("G1")).is_some(),
        )
    };
    let both = |sees: bool| (sees, sees);
    assert_eq!(sees("0505", &[], "0905"), both(false), "on the ground");
    assert_eq!(sees("0505", &[("1", "0505")], "0905"), both(false), "as high as the higher");
    assert_eq!(sees("0505", &[("1", "0505 1505")], "0905"), both(true), "both see over it");
    assert_eq!(sees("0505", &[("1", "0405 0605"), ("2", "0505")], "0805"), both(true), "3.5 and 6.5 inches");
    assert_eq!(sees("0505", &[("1", "0405 0605"), ("2", "0505")], "1205"), both(false), "7.5 and 2.5 inches");
    assert_eq!(sees("0505", &[("1", "0405 0605"), ("2", "0505")], "0905"), both(true), "4.5 and 5.5 inches");
    assert_eq!(sees("0505", &[("1", "0405 0605"), ("2", "0505")], "1005"), both(false), "5.5 and 4.5 inches");
}

// card 15.1, 26
#[test]
fn infantry_walks_over_a_bridge_and_wades_a_ford() {
    let inches = |map: &str, roads: &[&str]| {
        let mut t = Setup {
            axis: "Infantry @ 0505 E\nTruck @ 0101 E",
            terrain: &[("s", "0604 0605 0606")],
            roads,
            map,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.as_far_as_it_goes("step E")
    };
    assert_eq!(inches("", &[]), 1, "a ford is a whole phase");
    assert_eq!(inches("[[map.bridge]]\nat = \"0605\"\ntype = \"E\"\n", &[]), 3);
}

// card 14.5
#[test]
fn guns_that_jeeps_may_tow() {
    let tows = |tractor: &str, gun: &str| {
        let t = duel(&format!("{tractor} @ 0505 E\n{gun} @ 0606 E"), "M36 @ 4016 W");
        t.position.battle.unit(t.id("G1")).tows(t.position.battle.unit(t.id("G2")))
    };
    let guns = [
        "37 mm ATG",
        "75 mm infantry gun",
        "6-pounder",
        "75 mm PaK 40",
        "105 mm howitzer",
        "150 mm howitzer",
    ];
    assert_eq!(guns.map(|gun| tows("Jeep", gun)), [true, true, true, false, false, false]);
    assert_eq!(guns.map(|gun| tows("Bren/Universal carrier", gun)), [true, true, true, false, false, false]);
    assert_eq!(guns.map(|gun| tows("Truck", gun)), [true, true, true, true, true, false]);
}

// card 21.2
#[test]
fn one_call_to_a_battery_in_a_phase() {
    let priests: Vec<String> = (5..9).map(|y| format!("M7 Priest @ 36{y:02} W battery=1")).collect();
    let mut t = Setup {
        axis: "= a independent\nInfantry @ 1006 E\nInfantry @ 2106 E",
        allies: &format!(
            "= howitzers\n{}\n= scouts independent\nM3 scout car @ 2206 W spotter\nM3 scout car @ 2208 W spotter",
            priests.join("\n")
        ),
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    assert!(t.offered("call A5 1 G1") && t.offered("call A6 1 G1"));
    assert!(!t.offered("call A5 1 G2"), "15 inches is too near");
    let mut silent = t.clone();
    silent.play("call A5 1 G1", &[1]);
    assert!(silent.offered("call A6 1 G1"), "another may try");
    t.play("call A5 1 G1", &[10]);
    assert!(!t.offered("call A6 1 G1"), "it fires already");
    t.play("resolve", &[10]);
    assert!(!t.position.batteries().battery_reaches(Side::B, 1, t.position.forces.spot(t.id("G2")).unwrap()));
}

// card 35
#[test]
fn stunned_units_hold_no_objective() {
    for stunned in [false, true] {
        let mut t = Setup {
            axis: "Pz IV H-J @ 0505 E\nTruck @ 0116 E",
            allies: "M36 @ 4016 W",
            map: "[[map.objective]]\nname = \"farm\"\nat = \"0605\"\nvalue = 20\n",
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 10, &[]);
        if stunned {
            t.stun("G1");
        }
        t.idle_to(2, 1, &[]);
        assert_eq!(t.position.forces.held[0], (!stunned).then_some(Side::A));
    }
}
