//! Cards of chapters 13 and 14, and of Guns elsewhere.

use standto::rules::panzertruppe::firing::Hit;
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::firing::shot::Shot;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel};

// card 13.1, 13.2
#[test]
fn guns_under_fire() {
    let t = duel(
        "37 mm ATG @ 1505 W\nPz IV H-J @ 0101 E",
        "M4 Sherman 76 @ 0505 E\nM3/M5 Stuart @ 0506 E\nM3/M5 Stuart @ 2505 W",
    );
    let destroys =
        |firer| matches!(t.shot(firer, Slot::Main, "G1").expect("a shot"), Shot::Aimed(_, Hit::Destroys, _));
    assert!(destroys("A1"), "70 mm and more");
    assert!(!destroys("A2"), "37 mm from the front rolls");
    assert!(destroys("A3"), "37 mm from behind does not");
    let Shot::Aimed(_, hit, _) = t.shot("A2", Slot::Main, "G1").expect("a shot") else { panic!("aimed") };
    // 10 inches +1, 37 mm -3, L +1, shield +4.
    assert_eq!(hit.sum(), Some(3));
}

// card 13.3, 14.6
#[test]
fn large_carriages() {
    let t = Setup {
        nations: ["Germany", "Britain"],
        axis: "Pz IV H-J @ 0101 E",
        allies: "17-pounder @ 2005 W\n6-pounder @ 2007 W",
        ..Setup::default()
    }
    .open();
    let unit = |tag: &str| t.position.battle.unit(t.id(tag)).clone();
    assert!(unit("A1").is_large_gun() && !unit("A2").is_large_gun());
    assert_eq!((unit("A1").size, unit("A2").size), (0, -1));
}

// card 14.1
#[test]
fn towed_guns_share_the_fate_of_their_vehicle() {
    let mut t = duel("Pz IV H-J @ 0505 E", "Truck @ 1505 W\n6-pounder @ A1\nM36 @ 4016 W");
    assert!(!t.offered("fire G1 gun A2"), "fire is at the vehicle");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[9]);
    assert_eq!(t.condition("A2"), "destroyed");
}

// card 14.2, 14.3, 14.4
#[test]
fn small_and_large_guns_are_unhitched() {
    let mut t = duel(
        "Truck @ 0505 E\n75 mm PaK 40 @ G1\nTruck @ 0508 E\nFlak 88 @ G3\nPz IV H-J @ 0101 E",
        "M36 @ 3005 W\nM36 @ 3008 W",
    );
    t.idle_to(1, 3, &[]);
    t.go("unhitch G2 W; stop; faced; unhitch G4 W; faced; end");
    let motion = |t: &Table, tag: &str| format!("{:?}", t.position.forces.state(t.id(tag)).motion);
    assert_eq!(motion(&t, "G2"), "Stopped");
    assert!(t.position.forces.state(t.id("G4")).is(Flag::Packed), "a large Gun takes another phase");
    assert!(!t.position.forces.state(t.id("G2")).is(Flag::Packed));
    t.idle_to(2, 3, &[]);
    t.go("move G4; unlimber");
    assert!(!t.position.forces.state(t.id("G4")).is(Flag::Packed));
}

// card 14.5
#[test]
fn a_flak_88_fires_limbered_once() {
    let mut t = duel("Truck @ 0505 W\nFlak 88 @ G1\nPz IV H-J @ 0101 E", "M36 @ 2505 W");
    t.idle_to(1, 3, &[]);
    t.go("unhitch G2 E; faced");
    assert!(t.position.gunnery().is_ready(t.id("G2"), Slot::Main));
}

// card 11.4, 13.1
#[test]
fn a_retreating_battery_counts_as_moving() {
    let mut t = duel(
        "= pak\n75 mm PaK 40 @ 0505 E\n75 mm PaK 40 @ 0507 E\nMortar 81 mm @ 0509 E\n= others independent\nTiger I @ 0101 N",
        "M36 @ 1505 W",
    );
    t.idle_to(1, 4, &[]);
    let before = t.need("G2", Slot::Main, "A1");
    t.play("fire A1 gun G1", &[]);
    t.play("resolve", &[10]);
    t.idle_to(2, 2, &[1]);
    assert!(t.position.forces.retreats(t.id("G2")));
    // Overwatch +2, moving -3; the tank is still on overwatch.
    assert_eq!(t.need("G2", Slot::Main, "A1"), before + 5);
    assert!(!t.offered("fire G3 mortar A1"), "a mortar fires on overwatch only");
    t.idle_to(2, 3, &[]);
    t.go("move G2; step W");
    assert!(!t.offered("watch") && !t.offered("stop"));
}

// card 14.2, 14.3
#[test]
fn a_small_gun_is_pushed_on_in_the_phase_it_is_unhitched() {
    let mut t = duel("Truck @ 0505 E\n37 mm ATG @ G1\nTruck @ 0508 E\nFlak 88 @ G3", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("unhitch G2 W", &[]);
    let steps = t.as_far_as_it_goes("step W");
    assert_eq!(steps, 3, "its three points");
    assert!(!t.offered("watch"));
    t.go("stop; faced; unhitch G4 W; faced");
    assert_eq!(t.asks(), "move", "a large one stays where it was unhitched");
}

// card 14.2, 14.4
#[test]
fn the_vehicle_may_start_or_stop_in_that_phase() {
    let mut t =
        duel("Truck @ 0505 E moving\n6-pounder @ 0405 E\nTruck @ 0508 E\n6-pounder @ 0408 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G2", &[]);
    assert!(!t.offered("hitch G1"), "not to a vehicle in motion");
    t.go("watch; faced; move G1; stop; faced");
    // It is merely stopped.
    let mut started = t.clone();
    t.play("move G4", &[]);
    assert!(t.offered("hitch G3"));
    t.go("hitch G3; move G3");
    assert!(t.offers().iter().all(|offer| !offer.starts_with("step")), "it does not move");
    assert!(!t.offered("watch"));
    t.play("drive", &[]);
    assert_eq!(t.motion("G3"), Motion::Moving, "but it starts");
    let offers = |t: &mut Table| {
        t.play("move G4", &[]);
        t.offers()
    };
    let mut gone = started.clone();
    gone.go("move G3; step E; stop; faced");
    assert!(!offers(&mut gone).contains(&"hitch G3".to_owned()), "nor to one that has moved this phase");
    started.idle_to(2, 3, &[]);
    started.play("move G2", &[]);
    assert!(started.offered("hitch G1"));
}

// card 14.2
#[test]
fn a_vehicle_that_only_stopped_takes_a_gun() {
    let mut t = duel("Truck @ 0505 E moving\n6-pounder @ 0405 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; stop; faced; move G2; hitch G1");
    assert!(t.position.forces.carrier(t.id("G2")).is_some());
    assert_eq!(t.motion("G1"), Motion::Stopped);
}

// card 14.5
#[test]
fn a_hitched_flak_88_fires_to_the_rear_once_between_loads() {
    let mut t = duel(
        "Truck @ 0505 W\nFlak 88 @ G1\nTruck @ 0508 W\n75 mm PaK 40 @ G3\nTruck @ 0511 E\nFlak 88 @ G5",
        "= a independent\nM36 @ 2505 W\nM36 @ 2508 W",
    );
    assert!(t.offered("fire G2 gun A1"), "behind its truck");
    assert!(!t.offered("fire G4 gun A2"), "others do not fire while hitched");
    assert!(!t.offered("fire G6 gun A1"), "the truck faces east: it points west");
    t.play("fire G2 gun A1", &[]);
    t.play("resolve", &[1]);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G2 gun A1"), "its double rate is lost");
    t.idle_to(2, 2, &[]);
    assert!(t.offered("fire G2 gun A1"), "loaded again");
}

/// Whether a Gun beside a vehicle may be hitched to it.
fn hitches(nation: &'static str, vehicle: &str, gun: &str) -> bool {
    let axis = format!("{vehicle} @ 0505 E\n{gun} @ 0405 E");
    let mut t = Setup {
        nations: [nation, if nation == "Germany" { "Russia" } else { "Germany" }],
        axis: &axis,
        allies: "Truck @ 4016 W",
        ..Setup::default()
    }
    .open();
    t.set("G2", Flag::Packed);
    t.idle_to(1, 3, &[]);
    t.play("move G2", &[]);
    t.offered("hitch G1")
}

// card 14.6
#[test]
fn towing_vehicles_and_guns() {
    assert!(hitches("Germany", "Truck", "75 mm PaK 40") && hitches("Germany", "Truck", "105 mm howitzer"));
    assert!(!hitches("Germany", "Truck", "150 mm howitzer"), "140 mm and more is not towed");
    assert!(hitches("United States", "M3 scout car", "6-pounder"), "57 mm");
    assert!(!hitches("United States", "M3 scout car", "3-inch M5"), "more than that");
    assert!(!hitches("Britain", "Bren/Universal carrier", "25-pounder"));
    assert!(hitches("Britain", "Bren/Universal carrier", "37 mm ATG"));
    assert!(!hitches("Germany", "Pz IV H-J", "37 mm ATG"), "a tank tows none");
    // No vehicle reverses while towing a Gun.
    let mut t = duel("Truck @ 0505 E moving\n6-pounder @ G1\nTruck @ 0508 E moving", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("reverse")));
    t.go("stop; faced; move G3");
    assert!(t.offered("reverse W"));
    // Six points by the wheeled column are four inches.
    let mut t = duel("Horse team @ 0505 E moving\n6-pounder @ G1", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    for _ in 0..4 {
        t.play("step E", &[]);
    }
    assert!(!t.offered("step E"));
}

// card 14.6, 18.3
#[test]
fn a_jeep_tows_with_its_driver_aboard() {
    let mut t = duel(
        "Jeep @ 0505 E\nInfantry @ G1\n6-pounder @ 0405 E\nJeep @ 0508 E\n6-pounder @ G4",
        "M36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    assert!(!t.offered("move G4"), "it has no driver");
    t.go("move G3; hitch G1");
    t.idle_to(2, 3, &[]);
    t.go("move G1; step E");
    assert_eq!(t.at("G3"), t.at("G1"));
}

// card 28.2
#[test]
fn a_gun_dug_in_all_round_is_not_hitched() {
    let offered = |dug: &str| {
        let axis = format!("75 mm PaK 40 @ 0405 E {dug}\nTruck @ 0505 E\nFlak 88 @ 0408 E {dug}");
        let mut t = duel(&axis, "M36 @ 4016 W");
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        let hitch = t.offered("hitch G2");
        t.go("watch; faced; move G3");
        (hitch, t.offered("limber"))
    };
    assert_eq!(offered("dug-in=front"), (true, true));
    assert_eq!(offered("dug-in=all"), (false, false));
}

// card 13.1
#[test]
fn guns_are_not_unhitched_in_buildings() {
    let mut t = Setup {
        axis: "Truck @ 0505 E\n6-pounder @ G1\n6-pounder @ 0508 E",
        allies: "M36 @ 4016 W",
        terrain: &[("b", "0405 0408")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    assert!(t.offered("unhitch G2 E") && !t.offered("unhitch G2 W"));
    t.play("move G3", &[]);
    assert!(t.offered("step E") && !t.offered("step W"));
}

// card 33.1
#[test]
fn a_mine_leaves_the_towed_gun_unhurt() {
    let mut t = Setup {
        axis: "= t independent\nTruck @ 0505 E moving\n6-pounder @ G1\nSdKfz 251/1 @ 0507 E moving\n6-pounder @ G3",
        map: "mines = [\"0605\", \"0607\"]\n",
        allies: "M36 @ 4016 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[1]);
    assert_eq!((t.condition("G1"), t.condition("G2"), t.at("G2").as_str()), ("destroyed", "none", "0605"));
    t.play("move G3", &[]);
    // A halftrack, light: 3 + 2 immobilises; it makes an errant turn of an inch.
    t.play("step E", &[1, 3, 5]);
    assert_eq!((t.condition("G3"), t.condition("G4")), ("immobilised", "none"));
    assert!(t.position.forces.carrier(t.id("G4")).is_some());
}

// card 32.3
#[test]
fn the_quad_mount() {
    let mut t = duel(
        "Infantry @ 0105 E\nTruck @ 2107 W\nInfantry @ 2106 W",
        "Quad .50 mount @ 0305 W\nQuad .50 armoured HT @ 0307 E",
    );
    t.idle_to(1, 4, &[]);
    // Two inches: 5; overwatch +1, quad .50 +1.
    assert_eq!(t.need("A1", Slot::Open, "G1"), 3);
    assert!(!t.offered("fire A1 gun G1"), "a machine gun to infantry");
    assert!(t.offered("fire A2 gun G2") && !t.offered("fire A2 open G2"), "a gun to all vehicles");
    // 18 inches is out of range of an MG.
    assert!(!t.offered("fire A2 open G3"));
    t.play("fire A1 open G1", &[]);
    assert!(!t.offered("fire A1 gun G2"), "one weapon");
    t.play("resolve", &[1]);
    t.idle_to(1, 7, &[]);
    assert!(!t.offered("fire A1 open G1"), "only in the machine gun phases");
    t.idle_to(1, 10, &[]);
    assert!(t.offered("fire A1 open G1"), "twice between loads");
}
