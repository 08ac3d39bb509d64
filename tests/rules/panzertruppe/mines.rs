//! Cards of chapters 33 and 34: minefields, flails and rollers.

use standto::rules::panzertruppe::firing::Motion;

use super::table::{Setup, Table, edges};

const FIELD: &str = "mines = [\"0605\", \"0705\", \"0805\", \"0905\"]\n";

fn americans(axis: &str, map: &str, terrain: &[(&str, &str)], levels: &[(&str, &str)]) -> Table {
    let axis = format!("= a independent\n{axis}");
    let mut t = Setup {
        nations: ["United States", "Germany"],
        axis: &axis,
        allies: "Infantry @ 1505 W\nPz IV H-J @ 4016 W",
        map,
        terrain,
        levels,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t
}

// card 33.1, 33.2
#[test]
fn mines() {
    let map = "mines = [\"0605\", \"0705\", \"0805\"]\n";
    let go = |axis: &str, faces: &[u8]| {
        let axis = format!("{axis}\nPz IV H-J @ 0101 E");
        let mut t = Setup { axis: &axis, map, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t.condition("G1")
    };
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[2]), "none");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 3]), "none");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 4, 5]), "immobilised");
    assert_eq!(go("Pz IV H-J @ 0505 E moving", &[1, 9]), "destroyed");
    assert_eq!(go("Tiger I @ 0505 E moving", &[1, 9, 5]), "immobilised", "heavy: -1");
    assert_eq!(go("Truck @ 0505 E moving", &[1]), "destroyed");
    assert_eq!(go("Infantry @ 0505 E", &[1]), "destroyed");
}

// card 33.3, 34.1
#[test]
fn flails_clear_and_others_follow() {
    let map = "mines = [\"0605\", \"0705\", \"0805\"]\n";
    let mut t = Setup {
        nations: ["United States", "Germany"],
        axis: "M4 Sherman 75 flail @ 0505 E moving\nM4 Sherman 76 @ 0405 E moving",
        allies: "Pz IV H-J @ 4016 W",
        map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E");
    assert!(!t.offered("step E"), "two inches a phase");
    t.go("drive; faced; move G2; step E; step E");
    assert_eq!(t.condition("G2"), "none", "no roll in the cleared path");
}

// card 33.1, 5.2
#[test]
fn a_mine_stops_a_vehicle_in_motion_with_an_errant_turn() {
    let mut t = americans("M4 Sherman 75 @ 0505 E moving\nTruck @ 0101 E", FIELD, &[], &[]);
    t.play("move G1", &[]);
    // 1 detonates, 5 immobilises, 2 turns left: it ends north-east of where it was hit.
    t.play("step E", &[1, 5, 2]);
    assert_eq!((t.condition("G1"), t.at("G1").as_str()), ("immobilised", "0706"));
    assert_eq!(t.motion("G1"), Motion::Stopped);
}

// card 33.2
#[test]
fn infantry_rolls_once_in_a_move() {
    let mut t = americans("Infantry @ 0505 E\n6-pounder @ 0507 E\nTruck @ 0101 E", FIELD, &[], &[]);
    t.play("move G1", &[]);
    t.play("step E", &[2]);
    t.go("step E; step E; stop");
    // The next move within the field is another roll; a pivot is none.
    t.idle_to(2, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[1]);
    assert_eq!(t.condition("G1"), "destroyed");
}

// card 33.3
#[test]
fn following_a_tank_through_mines() {
    let follow = |leader: &str, follower: &str| {
        let mut t = americans(
            &format!("{leader} @ 0705 E moving\n{follower} @ 0505 E moving\nTruck @ 0101 E"),
            "mines = [\"0605\"]\n",
            &[],
            &[],
        );
        t.play("move G2", &[]);
        let made: standto::rules::panzertruppe::Choice = "step E".parse().unwrap();
        let mut dice = standto::dice::Dice::taped(&[5]);
        use standto::game::Rules;
        t.position.apply(&made, &mut dice, &mut standto::game::Log::off()).unwrap();
        dice.unread() == 1
    };
    assert!(follow("M4 Sherman 75", "M4 Sherman 75"), "close behind one as heavy: no roll");
    assert!(follow("M4 Sherman 75", "Truck"), "or heavier");
    assert!(!follow("M3/M5 Stuart", "Truck"), "a light vehicle clears nothing");
    assert!(!follow("M4 Sherman 75", "M26"), "nor a vehicle lighter than the follower");
}

// card 34.1
#[test]
fn a_flail_tank_clearing_mines_does_not_fire() {
    let mut t = americans("M4 Sherman 75 flail @ 0505 E moving\nTruck @ 0101 E", FIELD, &[], &[]);
    t.go("move G1; step E; step E");
    assert!(!t.offered("step E"), "two inches");
    t.go("stop; faced; faced");
    t.idle_to(1, 5, &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("fire G1")), "{:?}", t.offers());
    // In the next phases, when it no longer clears mines, it fires.
    t.idle_to(2, 3, &[]);
    t.go("move G1; watch; faced; faced");
    t.idle_to(2, 5, &[]);
    assert!(t.offered("fire G1 gun A1"));
    // It starts and clears two inches all the same.
    let mut t = americans("M4 Sherman 75 flail @ 0505 E\nTruck @ 0101 E", FIELD, &[], &[]);
    t.go("move G1; step E; step E");
    assert!(!t.offered("step E"));
    assert_eq!(t.position.ground.cleared.len(), 2);
    // Three inches away from the field it clears none.
    let mut t = americans("M4 Sherman 75 flail @ 0305 E moving\nTruck @ 0101 E", FIELD, &[], &[]);
    t.go("move G1; step E; step E");
    assert!(!t.offered("step E"));
}

// card 34.1
#[test]
fn the_first_frontal_immobilisation_destroys_the_flails() {
    let mut t = Setup {
        nations: ["United States", "Germany"],
        axis: "= a independent\nM4 Sherman 75 flail @ 0505 E\nTruck @ 0101 E",
        allies: "Pz IV H-J @ 1505 W\nPz IV H-J @ 1506 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    let effect = t.effect("A1", standto::rules::panzertruppe::state::Slot::Main, "G1").unwrap();
    let stops = (6 - effect) as u8;
    t.go("fire A1 gun G1; fire A2 gun G1");
    t.play("resolve", &[10, stops, 10, stops]);
    assert_eq!(t.condition("G1"), "immobilised", "the second stops it");
}

// card 34.2
#[test]
fn rollers_keep_to_open_ground() {
    let ways = |terrain: &[(&str, &str)], map: &str, levels: &[(&str, &str)]| {
        let mut t = americans("M4 Sherman 75 rollers @ 0505 E moving\nTruck @ 0101 E", map, terrain, levels);
        t.play("move G1", &[]);
        let steps: Vec<String> = t.offers().into_iter().filter(|offer| offer.starts_with("step")).collect();
        steps.join(" ").replace("step ", "")
    };
    // It may not pivot in place: 45 degrees an inch.
    assert_eq!(ways(&[], "", &[]), "NE E SE");
    assert_eq!(ways(&[("w", "0605")], "", &[]), "NE SE");
    assert_eq!(ways(&[("r", "0605")], "", &[]), "NE SE");
    assert_eq!(ways(&[("s", "0605")], "", &[]), "NE SE");
    assert_eq!(ways(&[], "", &[("1", "0605")]), "NE SE", "not uphill");
    let all = "0504 0505 0506";
    assert_eq!(ways(&[], &edges("wall", "E", all), &[]), "");
    assert_eq!(ways(&[], &edges("hedgerow", "E", all), &[]), "");
    let mut t = americans(
        "M4 Sherman 75 rollers @ 0505 E moving\nTruck @ 0101 E",
        &edges("hedge", "E", all),
        &[],
        &[],
    );
    t.go("move G1; step E; step E");
    assert!(!t.offered("step E"), "two points, and hedges are ignored");
    t.play("stop", &[]);
    assert_eq!(t.asks(), "turret", "no pivot at the end");
    let front = |hull: u8| {
        let mut t = americans("M4 Sherman 75 rollers @ 0505 E\nTruck @ 0101 E", "", &[], &[]);
        t.position.forces.state_mut(0).hull = hull;
        t.need("A2", standto::rules::panzertruppe::state::Slot::Main, "G1")
    };
    assert_eq!(front(6), front(0) + 2, "hull down to the front");
}

// card 34.2
#[test]
fn rollers_follow_a_bulldozed_path() {
    let mut t = americans(
        "M4 Sherman 75 dozer @ 0505 E moving\nM4 Sherman 75 rollers @ 0405 E moving\nTruck @ 0101 E",
        "",
        &[("w", "0605 0604 0606")],
        &[],
    );
    t.go("move G1; step E; step E; stop; faced; faced; move G2; step E; drive; faced");
    t.idle_to(2, 3, &[]);
    t.play("move G2", &[]);
    assert!(t.offered("step E"), "where the blade has been");
    assert!(!t.offered("step NE"), "and nowhere else");
}

// card 34.3
#[test]
fn pushed_rollers() {
    let mut t = americans(
        "M4 Sherman 75 rollers @ 0505 E moving\nM4 Sherman 75 @ 0405 E moving\nTruck @ 0101 E",
        FIELD,
        &[],
        &[("1", "0605 0705 0805 0905 1005")],
    );
    t.play("move G1", &[]);
    assert!(!t.offered("step E"), "not uphill on its own");
    t.go("push G2; step E; step E; step E");
    // Four points: one more to climb.
    assert!(!t.offered("step E"));
    assert_eq!((t.at("G1").as_str(), t.at("G2").as_str()), ("0805", "0705"));
    t.go("drive; faced");
    assert_eq!(t.motion("G2"), Motion::Moving);
    assert!(!t.offered("move G2"), "both have moved");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 gun A1") && !t.offered("fire G2 gun A1"), "neither fires");
}

// card 33.2
#[test]
fn infantry_rolls_again_when_it_moves_into_mines_a_second_time() {
    let mut t = americans("Infantry @ 0505 E\nTruck @ 0101 E", "mines = [\"0605\", \"0805\"]\n", &[], &[]);
    t.play("move G1", &[]);
    t.play("step E", &[2]);
    t.play("step E", &[]);
    t.play("step E", &[1]);
    assert_eq!(t.condition("G1"), "destroyed");
}
