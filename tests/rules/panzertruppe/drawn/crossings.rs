//! Units that are carried, hidden or committed when another rule strikes (11, 12, 14, 18, 28, 29).

use standto::game::Rules;
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel};

fn on_board(t: &Table, tag: &str) -> bool {
    t.position.forces.spot(t.id(tag)).is_some()
}

/// A platoon of two tanks, the second destroyed and the first immobilised, followed by `more`; its morale is
/// rolled.
fn broken(more: &str, face: u8) -> Table {
    let axis = format!("= tanks\nPz IV H-J @ 0505 E\nPz IV H-J @ 0509 E\n{more}");
    let mut t = duel(&axis, "= b independent\nM36 @ 1505 W\nM36 @ 1509 W");
    t.idle_to(1, 4, &[]);
    // 90L at ten inches on the front: +1 +1 +1 -1, a 4 immobilises, a 5 destroys.
    t.go("fire A1 gun G1; fire A2 gun G2");
    t.play("resolve", &[10, 4, 10, 5]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("immobilised", "destroyed"));
    t.idle_to(1, 10, &[]);
    while t.position.turn.phase.number() == 10 {
        let mut faces = standto::dice::Dice::taped(&[face]);
        let choice = t.first("pass");
        t.make(&choice, &mut faces).unwrap();
    }
    t
}

// card 11.4, 18.5
#[test]
fn riders_of_abandoned_vehicles_dismount() {
    let t = broken("= foot independent\nInfantry @ G1", 1);
    assert!(!t.position.forces.is_in(t.id("G1")), "it is left behind");
    // They dismounted when it was hit; the next test uses a halftrack, which keeps its riders.
    assert!(t.position.forces.is_in(t.id("G3")));
    let carrier = |more: &str| {
        let axis = format!("= column\nSdKfz 251/1 @ 0505 E\nSdKfz 251/1 @ 0509 E\n{more}");
        let mut t = duel(&axis, "= b independent\nM36 @ 1505 W\nM36 @ 1509 W");
        let id = t.id("G1");
        t.position.forces.state_mut(id).condition.immobilised = true;
        t.idle_to(1, 4, &[]);
        t.play("fire A2 gun G2", &[]);
        t.play("resolve", &[10, 10]);
        t.idle_to(2, 2, &[1]);
        assert!(!t.position.forces.is_in(id) && t.position.forces.retreats(id));
        t
    };
    let t = carrier("= foot independent\nInfantry MG @ G1");
    assert!(on_board(&t, "G3") && t.condition("G3") == "none", "they were not part of it");
    let mut t = carrier("Infantry MG @ G1");
    assert!(on_board(&t, "G3"), "their own platoon: they retreat on foot");
    t.idle_to(2, 3, &[]);
    assert!(!t.offered("end") && t.offered("move G3"));
    t.go("move G3");
    assert!(t.offered("step W") && !t.offered("step E") && !t.offered("stop"));
}

// card 11.4, 14.1
#[test]
fn the_gun_of_an_abandoned_towing_vehicle_stays() {
    let mut t = duel(
        "= column\nSdKfz 251/1 @ 0505 E\nSdKfz 251/1 @ 0509 E\n= battery\n75 mm PaK 40 @ G1",
        "= b independent\nM36 @ 1505 W\nM36 @ 1509 W",
    );
    let id = t.id("G1");
    t.position.forces.state_mut(id).condition.immobilised = true;
    t.idle_to(1, 4, &[]);
    t.play("fire A2 gun G2", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 2, &[1]);
    assert!(!t.position.forces.is_in(id));
    assert_eq!((t.at("G3"), t.condition("G3")), ("0505".into(), "none"));
    assert_eq!(t.position.forces.state(t.id("G3")).hull, 18, "to the rear, as it was towed");
}

// card 11.4, 6.3
#[test]
fn a_retreating_unit_that_is_halted_is_abandoned_at_its_next_move() {
    let mut t = broken("= foot independent\nInfantry @ 0101 E", 2);
    assert!(!t.position.forces.retreats(t.id("G1")), "one lost: a 2 holds");
    let mut t2 = duel(
        "Pz IV H-J @ 1505 E\nPz IV H-J @ 1509 E\n= c independent\nTruck @ 0101 E",
        "= b independent\nM36 @ 2505 W\nM36 @ 2509 W",
    );
    t2.idle_to(1, 4, &[]);
    t2.play("fire A2 gun G2", &[]);
    t2.play("resolve", &[10, 10]);
    t2.idle_to(2, 3, &[1]);
    t2.play("move G1", &[]);
    assert_eq!(t2.as_far_as_it_goes("step W"), 6, "in motion without paying to start");
    t2.go("drive; faced; end");
    assert_eq!(t2.motion("G1"), Motion::Moving);
    t2.play("fire A1 gun G1", &[]);
    // 90L on the rear: +5, so a 1 immobilises; straight on, one inch.
    assert_eq!(t2.effect("A1", Slot::Main, "G1"), Some(5));
    t2.play("resolve", &[10, 1, 5]);
    assert_eq!(t2.condition("G1"), "immobilised");
    assert!(t2.position.forces.is_in(t2.id("G1")));
    t2.idle_to(3, 4, &[]);
    assert!(!t2.position.forces.is_in(t2.id("G1")), "abandoned");
    t.idle_to(3, 2, &[]);
    assert!(t.position.forces.is_in(t.id("G1")), "a platoon that holds keeps its immobilised tank");
}

// card 11.5, 28.2
#[test]
fn a_battery_dug_in_all_round_cannot_retreat() {
    let stays = |dug: &str| {
        let axis =
            format!("75 mm PaK 40 @ 0505 E dug-in={dug}\n75 mm PaK 40 @ 0509 E\n75 mm PaK 40 @ 0511 E");
        let mut t = duel(&axis, "= b independent\nM36 @ 1505 W\nM36 @ 1509 W");
        t.idle_to(1, 4, &[]);
        t.play("fire A2 gun G2", &[]);
        t.play("resolve", &[10]);
        t.idle_to(2, 2, &[1]);
        assert!(t.position.forces.retreats(t.id("G3")) && t.position.forces.is_in(t.id("G3")));
        t.position.forces.is_in(t.id("G1"))
    };
    assert!(stays("front"), "it is hand-towed home");
    assert!(!stays("all"), "it is not moved, and abandoned");
}

// card 11.4, 28.2
#[test]
fn a_dug_in_vehicle_retreats_in_reverse() {
    let axis = "Pz IV H-J @ 0505 E dug-in=front,right,left\nPz IV H-J @ 0509 E\nPz IV H-J @ 0511 E";
    let mut t = Setup {
        axis: &axis.replace("front,right,left", "FRL"),
        allies: "= b independent\nM36 @ 1505 W\nM36 @ 1509 W",
        ..Setup::default()
    }
    .text();
    t = t
        .replace("dug_in = \"FRL\"", "dug-in = [\"front\", \"right\", \"left\"]")
        .replace("dug-in = \"FRL\"", "dug-in = [\"front\", \"right\", \"left\"]");
    let mut t = Table::of(super::super::table::opening(&t));
    t.idle_to(1, 4, &[]);
    t.play("fire A2 gun G2", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 3, &[1]);
    t.go("move G1");
    assert_eq!(t.offers(), ["reverse W"], "neither forward nor backward");
}

// card 29.1, 18.2
#[test]
fn riders_are_hidden_with_their_vehicle() {
    // At the edge of woods a vehicle is spotted at eight inches; these are nine inches apart.
    let mut t = Setup {
        axis: "= a independent\nInfantry MG @ 0605 E\nPz IV H-J @ 0101 E",
        allies: "= b independent\nM3 halftrack @ 1505 W hidden\nInfantry MG @ A1\nM36 @ 4016 W",
        terrain: &[("w", "1505")],
        ..Setup::default()
    }
    .open();
    assert!(t.is("A1", Flag::Hidden) && t.is("A2", Flag::Hidden));
    assert!(t.position.view(standto::game::Side::A).pieces.iter().all(|piece| piece.tag != "A2"));
    assert!(!t.offers().iter().any(|offer| offer.contains("A1") || offer.contains("A2")), "{:?}", t.offers());
    t.idle_to(1, 4, &[]);
    let fired = t.first("fire A2 arms G1");
    t.play(&fired, &[]);
    t.play("resolve", &[2]);
    assert!(!t.is("A1", Flag::Hidden) && !t.is("A2", Flag::Hidden), "their fire reveals both");
    assert!(!t.position.forces.any_hidden());
}

// card 29.1, 29.2, 18.7
#[test]
fn riders_of_hidden_vehicles_hide_and_are_revealed_with_them() {
    // Buildings are between; no unit sees another.
    let houses: String = (1..=16).map(|y| format!("20{y:02} ")).collect();
    let setup = |truck: &str, foot: &str| {
        let axis = format!("= a independent\nTruck @ 0505 E{truck}\nInfantry @ 0506 E{foot}\nTruck @ 0101 E");
        let mut t = Setup { axis: &axis, terrain: &[("b", &houses)], ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.go("move G2; board G1");
        let hidden = t.position.forces.states().iter().filter(|state| state.is(Flag::Hidden)).count();
        (t.is("G1", Flag::Hidden), t.is("G2", Flag::Hidden), hidden)
    };
    assert_eq!(setup(" hidden", ""), (true, true, 2));
    assert_eq!(setup("", " hidden"), (false, false, 0));
    assert_eq!(setup(" hidden", " hidden"), (true, true, 2));
    assert_eq!(setup("", ""), (false, false, 0));
}

/// Buildings leave a gap of an inch at 1210, so that units on row 12 are seen in one cell only.
fn in_the_gap(firer: &str, mover: &str, more: &[(&str, &str)]) -> Table {
    let (allies, axis) = (format!("{firer}\nTruck @ 4016 W"), format!("{mover}\nTruck @ 0101 E"));
    let terrain: Vec<(&str, &str)> = [("b", "1011 1111 1311 1411")].iter().chain(more).copied().collect();
    let mut t = Setup { axis: &axis, allies: &allies, terrain: &terrain, ..Setup::default() }.open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E");
    t.play("step E", &[]);
    t
}

// card 12.1, 12.2, 22
#[test]
fn a_mortar_on_overwatch_fires_from_ambush() {
    let mut t = in_the_gap("Mortar 60 mm @ 1210 N", "Infantry @ 1012 E", &[]);
    assert_eq!((t.asks(), t.offered("ambush mortar 1212")), ("ambush", true), "{:?}", t.offers());
    // Under 80 mm -1 and ambush -1 on 6: an 8 hits, and destroys.
    let mut near = t.clone();
    near.play("ambush mortar 1212", &[7]);
    assert_eq!(near.condition("G1"), "none");
    t.play("ambush mortar 1212", &[8]);
    assert_eq!(t.condition("G1"), "destroyed");
    let moved = in_the_gap("Mortar 60 mm @ 1210 N moving", "Infantry @ 1012 E", &[]);
    assert!(moved.asks() != "ambush" || !moved.offered("ambush mortar 1212"), "only on overwatch");
}

// card 12.2, 3.7
#[test]
fn no_ambush_shot_at_targets_only_a_ten_hits() {
    // 75M at two inches +1, moving -3, target moving -1, size 0: 9; from ambush 10.
    let t = in_the_gap("M4 Sherman 75 @ 1210 N moving", "Pz IV H-J @ 1012 E moving", &[]);
    assert!(t.offered("ambush gun 1212"));
    // In rough one more: no face hits.
    let t = in_the_gap("M4 Sherman 75 @ 1210 N moving", "Pz IV H-J @ 1012 E moving", &[("r", "1212")]);
    assert!(t.asks() != "ambush" || !t.offered("ambush gun 1212"), "{:?}", t.offers());
}

// card 12.2, 14.1, 18.5
#[test]
fn ambush_fire_destroys_vehicle_and_load() {
    let mut t = in_the_gap("M36 @ 1210 N", "Truck @ 1012 E moving\n75 mm PaK 40 @ G1", &[]);
    t.play("ambush gun 1212", &[10]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("destroyed", "destroyed"));
    let mut t = in_the_gap("M36 @ 1210 N", "Truck @ 1012 E moving\nInfantry @ G1", &[]);
    t.play("ambush gun 1212", &[10]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("destroyed", "destroyed"));
    assert_eq!(t.asks(), "move");
}

// card 15.3, 18.1
#[test]
fn dismounted_riders_eliminate_stunned_infantry_within_an_inch() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\nInfantry @ G1\nTruck @ 0101 E",
        "= b independent\nM36 @ 0705 W\nInfantry @ 0304 E",
    );
    t.stun("A2");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    assert!(t.at("G2").starts_with("04"), "behind the tank: {}", t.at("G2"));
    assert_eq!(t.condition("A2"), "destroyed");
}

// card 5.2, 18.5, 14.1
#[test]
fn a_vehicle_that_hits_a_building_is_lost_with_riders_and_gun() {
    let run = |more: &str| {
        let allies = format!("= b independent\nM3 halftrack @ 1505 W moving\n{more}\nM36 @ 4016 W");
        let mut t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: &allies,
            terrain: &[("b", "1506")],
            ..Setup::default()
        }
        .open();
        let effect = t.effect("G1", Slot::Main, "A1").unwrap();
        t.play("fire G1 gun A1", &[]);
        let face = (6 - effect).max(1) as u8;
        t.play("resolve", &[10, face, 10]);
        (t.condition("A1"), t.condition("A2"))
    };
    assert_eq!(run("Infantry @ A1"), ("destroyed", "destroyed"));
    assert_eq!(run("6-pounder @ A1"), ("destroyed", "destroyed"));
}

// card 5.2
#[test]
fn errant_turns_do_not_roll_for_mines() {
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
        allies: "= b independent\nM18 @ 1505 W moving\nM36 @ 4016 W",
        map: "mines = [\"1405\"]\n",
        ..Setup::default()
    }
    .open();
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 1, 5]);
    assert_eq!((t.at("A1"), t.condition("A1")), ("1405".into(), "stunned"));
}

// card 21.4, 21.5, 5.2, 6.4
#[test]
fn a_moving_tank_stopped_by_shells_makes_an_errant_turn() {
    let fired = |faces: &[u8]| {
        let guns: String = (5..9).map(|y| format!("M7 Priest @ 36{y:02} W battery=1\n")).collect();
        let allies = format!("= howitzers\n{guns}= scouts independent\nM3 scout car @ 2006 W spotter");
        let mut t = duel("= a independent\nPz IV H-J @ 0906 E moving\nTruck @ 0101 E", &allies);
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E; drive; faced; end");
        t.play("call A5 1 G1", &[2]);
        t.play("resolve", faces);
        (t.condition("G1"), t.at("G1"), t.motion("G1"))
    };
    // 105 mm nothing, armour -1, in motion -2: a 9. Effect: size +2, front -1.
    assert_eq!(fired(&[8]), ("none", "1006".into(), Motion::Moving));
    assert_eq!(fired(&[9, 4, 5]), ("stunned", "1106".into(), Motion::Stopped));
    assert_eq!(fired(&[9, 5, 9]).0, "immobilised");
    assert_eq!(fired(&[9, 3]), ("none", "1006".into(), Motion::Moving));
}

// card 36.1, 3.3
#[test]
fn both_guns_of_a_lee_are_loaded() {
    let mut t = Setup {
        year: 1942,
        axis: "Pz IV F1 @ 2005 W\nPz IV F1 @ 2006 W",
        allies: "M3 Lee/Grant @ 0505 E",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    t.go("fire A1 gun G1; fire A1 second G2");
    t.play("resolve", &[1, 1]);
    let markers = |t: &Table| {
        let state = t.position.forces.state(t.id("A1"));
        (state.shots, state.second_shots)
    };
    assert_eq!(markers(&t), (1, 1), "a marker each");
    t.idle_to(1, 7, &[]);
    assert_eq!(markers(&t), (0, 0));
    assert!(t.offered("fire A1 gun G1") && t.offered("fire A1 second G2"));
}

// card 11.4, 18.7
#[test]
fn riders_leave_the_board_with_a_retreating_vehicle() {
    let mut t = duel(
        "= column\nSdKfz 251/1 @ 0105 E\nSdKfz 251/1 @ 0509 E\n= foot independent\nInfantry MG @ G1\nTruck @ 0101 E",
        "= b independent\nM36 @ 1505 W\nM36 @ 1509 W",
    );
    t.idle_to(1, 4, &[]);
    t.play("fire A2 gun G2", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 3, &[1]);
    assert!(!t.offers().iter().any(|offer| offer.starts_with("dismount")), "it is in motion");
    t.go("move G1; exit");
    assert!(!t.position.forces.is_in(t.id("G1")) && !t.position.forces.is_in(t.id("G3")));
    assert_eq!(t.condition("G3"), "none", "gone, not destroyed");
}
