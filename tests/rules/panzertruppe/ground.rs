//! Cards of terrain: bridges, cliffs, foxholes, buildings, hedgerows, and retreats across them.

use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel, edges};

const BRIDGE: &str = "[[map.bridge]]\nat = \"0605\"\ntype = \"C\"\n";

// card 23.1
#[test]
fn through_a_hedgerow() {
    let map = edges("hedgerow", "E", "0804 0805 0806 0807 0808");
    let sees = |axis: &str| {
        let t = Setup { axis, allies: "M36 @ 2006 W moving", map: &map, ..Setup::default() }.open();
        t.position.sighting().sees(t.id("G1"), t.id("A1")).is_some()
    };
    assert!(sees("Pz IV H-J @ 0806 E"), "against it on overwatch");
    assert!(!sees("Pz IV H-J @ 0806 E moving"), "against it in motion");
    assert!(sees("Infantry @ 0806 E"), "infantry against it");
    assert!(!sees("Infantry @ 0706 E"), "an inch away");
}

// card 23.2, 23.3
#[test]
fn across_a_hedgerow() {
    let map = edges("hedgerow", "E", "0804 0805 0806 0807 0808");
    let mut t = Setup {
        axis: "Pz IV H-J @ 0806 E moving\nPz IV H-J @ 0807 N moving\nSdKfz 251/1 @ 0805 E moving",
        map: &map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert!(t.offers().iter().all(|offer| !offer.starts_with("step")), "its whole movement");
    t.play("stop", &[]);
    assert!(!t.offered("hull 0"), "and it does not pivot");
    t.go("faced; move G2");
    assert!(!t.offered("step E"), "its front must be against it");
    t.go("stop; faced; faced; move G3");
    assert!(!t.offered("step E"), "no halftracks");
    let mut prongs = Setup {
        nations: ["United States", "Germany"],
        axis: "M4 Sherman 75 prongs @ 0806 E moving\nM3 halftrack @ 0706 E moving",
        allies: "Pz IV H-J @ 4016 W",
        map: &map,
        ..Setup::default()
    }
    .open();
    prongs.idle_to(1, 3, &[]);
    prongs.go("move G1; step E; drive; faced");
    prongs.idle_to(2, 3, &[]);
    prongs.go("move G1; step E; stop; faced; faced; move G2; step E");
    assert!(prongs.offered("step E"), "others cross there as a hedge");
}

// card 24.1, 24.2
#[test]
fn in_and_beside_buildings() {
    let at = |terrain: &[(&str, &str)]| {
        let t =
            Setup { axis: "Pz IV H-J @ 0505 E", allies: "M36 @ 1505 W", terrain, ..Setup::default() }.open();
        t.need("G1", Slot::Main, "A1")
    };
    let open = at(&[]);
    assert_eq!(at(&[("b", "1505")]), open + 2, "in a building");
    // A firer west-south-west sees past the house north of the target.
    let beside = |terrain: &[(&str, &str)]| {
        let t =
            Setup { axis: "Pz IV H-J @ 0814 E", allies: "M36 @ 1505 W", terrain, ..Setup::default() }.open();
        t.need("G1", Slot::Main, "A1")
    };
    assert_eq!(beside(&[("b", "1605")]), beside(&[]), "more than 60 degrees off");
    assert_eq!(beside(&[("b", "1405")]), beside(&[]) + 2, "a vehicle beside it is hull down");
}

// card 24.3, 28.4
#[test]
fn crouching() {
    let mut t = Setup {
        axis: "Infantry @ 0505 E\nPz III J-L @ 0104 E\nPz IV H-J @ 0106 E",
        allies: "Infantry MG @ 0705 W\nM36 @ 4016 W",
        terrain: &[("b", "0705")],
        ..Setup::default()
    }
    .open();
    let before = t.need("G3", Slot::Main, "A1");
    let id = t.id("A1");
    t.position.forces.state_mut(id).set(Flag::Crouching, true);
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 arms A1"), "not from two inches");
    assert!(!t.offered("fire G2 gun A1"), "not with 50 mm");
    assert_eq!(t.need("G3", Slot::Main, "A1"), before + 1);
}

// card 25
#[test]
fn grain_hides_infantry_that_has_not_fired() {
    let grain = "grain = [\"1005\", \"1105\", \"1205\"]\n";
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 E",
        allies: "Infantry @ 1505 W\nM36 @ 1605 W",
        map: grain,
        ..Setup::default()
    }
    .open();
    let (g, a) = (t.id("G1"), t.id("A1"));
    assert!(t.position.sighting().sees(g, a).is_none());
    assert!(t.position.sighting().sees(g, t.id("A2")).is_some(), "vehicles are seen");
    t.position.forces.state_mut(a).set(Flag::Betrayed, true);
    assert!(t.position.sighting().sees(g, a).is_some(), "it has fired");
}

// card 28.1
#[test]
fn dug_in_to_the_front() {
    let at = |allies: &str, woods: bool| {
        let t = Setup {
            axis: "Pz IV H-J @ 0505 E\nPz IV H-J @ 2505 W",
            allies,
            terrain: if woods { &[("w", "1505")] } else { &[] },
            ..Setup::default()
        }
        .open();
        (t.need("G1", Slot::Main, "A1"), t.need("G2", Slot::Main, "A1"))
    };
    let open = at("M36 @ 1505 W", false);
    assert_eq!(at("M36 @ 1505 W dug-in=front", false), (open.0 + 2, open.1));
    assert_eq!(at("M36 @ 1505 W dug-in=front", true), (open.0 + 3, open.1 + 2));
}

// card 26
#[test]
fn a_bridge_collapses() {
    let cross = |vehicle: &str, faces: &[u8]| {
        let axis = format!("= a independent\n{vehicle}\nPz IV H-J @ 0101 E");
        let mut t = Setup { axis: &axis, map: BRIDGE, terrain: &[("s", "0605")], ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t.condition("G1")
    };
    assert_eq!(cross("Panther @ 0505 E moving", &[1]), "destroyed", "heavy over a C");
    assert_eq!(cross("Panther @ 0505 E moving", &[2]), "none");
    assert_eq!(cross("Pz IV H-J @ 0505 E moving", &[]), "none", "medium");
    assert_eq!(cross("Tiger I @ 0505 E moving", &[]), "destroyed", "very heavy");
    // A large Gun raises the weight of the vehicle that tows it, but not of horses; hand-towed it is light.
    let over_e = |axis: &str, faces: &[u8]| {
        let map = BRIDGE.replace('C', "E");
        let axis = format!("= a independent\n{axis}\nPz IV H-J @ 0101 E");
        let mut t = Setup { axis: &axis, map: &map, terrain: &[("s", "0605")], ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t.condition("G1")
    };
    assert_eq!(over_e("Truck @ 0505 E moving\n75 mm PaK 40 @ G1", &[2]), "none", "light: on a 1");
    assert_eq!(over_e("Truck @ 0505 E moving\nFlak 88 @ G1", &[]), "destroyed", "as medium");
    assert_eq!(over_e("Horse team @ 0505 E moving\nFlak 88 @ G1", &[2]), "none");
    assert_eq!(over_e("75 mm PaK 40 @ 0505 E", &[2]), "none");
}

// card 26, 2.1
#[test]
fn no_vehicle_crosses_a_collapsed_bridge() {
    let road = "0305 0405 0505 0605 0705 0805";
    let mut t = Setup {
        axis: "= a independent\nTiger I @ 0505 E moving\nPz IV H-J @ 0405 E moving\nInfantry @ 0506 E",
        allies: "Infantry @ 4016 W",
        map: BRIDGE,
        terrain: &[("s", "0601 0602 0603 0604 0605 0606 0607 0608 0609 0610")],
        roads: &[road],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert_eq!(t.condition("G1"), "destroyed");
    // The second has moved an inch by then: a ford takes a full phase.
    t.go("move G2; step E");
    assert!(!t.offered("step E"));
    t.go("drive; faced; move G3; step N");
    assert!(!t.offered("step E"), "a ford for infantry too");
    t.play("stop", &[]);
    t.idle_to(2, 3, &[]);
    t.go("move G2; step E");
    assert_eq!(t.at("G2"), "0605", "through the ford, and no more bridges collapse");
    assert!(!t.offered("step E"));
}

// card 11.4, 11.5
#[test]
fn units_retreat_across_fords_and_hedgerows() {
    let stream: String = (1..=16).map(|y| format!("03{y:02} ")).collect();
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 W moving\nInfantry @ 0507 W\nMortar 60 mm @ 0509 W\nPz IV H-J @ 0511 E\nTruck @ 0513 E",
        allies: "= a independent\nM36 @ 1511 W",
        terrain: &[("s", &stream)],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G4", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 2, &[1]);
    assert!(t.position.forces.retreats(t.id("G1")));
    t.idle_to(2, 3, &[]);
    for tag in ["G1", "G2", "G3", "G5"] {
        assert!(t.position.forces.is_in(t.id(tag)), "{tag} has a way");
    }
    t.go("move G1; step W");
    assert!(!t.offered("step W"), "the ford takes a phase of its own");
    t.play("drive", &[]);
    assert!(t.offered("hull 6") || t.offered("turret 6"));
    let cut = Setup {
        axis: "Pz IV H-J @ 0505 W moving\nTruck @ 0513 E\nPz IV H-J @ 0511 E\n= b independent\nTruck @ 0101 E",
        allies: "= a independent\nM36 @ 1511 W",
        map: &edges("cliff", "E", &stream),
        ..Setup::default()
    };
    let mut t = cut.open();
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G3", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 2, &[1]);
    t.idle_to(2, 4, &[]);
    assert!(!t.position.forces.is_in(t.id("G1")), "cut off by cliffs, it is abandoned");
}

// card 11.4, 2.7
#[test]
fn retreating_units_turn_their_turrets() {
    let mut t = duel("Pz IV H-J @ 1505 E\nPz IV H-J @ 0511 E", "= a independent\nM36 @ 1511 W");
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G2", &[]);
    t.play("resolve", &[10, 10]);
    t.idle_to(2, 2, &[1]);
    t.idle_to(2, 3, &[]);
    t.play("move G1", &[]);
    t.as_far_as_it_goes("step W");
    if t.asks() == "step" && t.offered("drive") {
        t.play("drive", &[]);
        assert_eq!(t.asks(), "turret");
        assert!(t.offered("turret 6"), "it looks back");
    } else {
        panic!("{:?}", t.offers());
    }
}

// card 27
#[test]
fn cliffs() {
    let map = edges("cliff", "E", "0505 0506 0504");
    let mut t =
        Setup { axis: "Pz IV H-J @ 0505 E moving\nInfantry @ 0506 E", map: &map, ..Setup::default() }.open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert!(!t.offered("step E"));
    t.go("stop; faced; faced; move G2; step E");
    assert!(!t.offered("step E"), "a whole phase");
}

// card 27
#[test]
fn two_levels_of_a_cliff_take_two_phases() {
    let mut t = Setup {
        axis: "= a independent\nInfantry @ 0505 E\nTruck @ 0101 E",
        allies: "Infantry MG @ 0606 W\nM36 @ 4016 W",
        levels: &[("2", "0605 0606 0604 0704 0705 0706")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert_eq!(t.at("G1"), "0505", "between the levels");
    assert!(!t.offered("step E"));
    t.play("stop", &[]);
    let mut hit = t.clone();
    let id = hit.id("G1");
    let (harm, phase) = (standto::rules::panzertruppe::firing::Harm::Stun, hit.position.turn.phase);
    hit.position.forces.harm(id, harm, phase, &mut standto::game::Log::off());
    assert_eq!(hit.condition("G1"), "destroyed", "stunned there it is lost");
    t.idle_to(1, 5, &[]);
    assert!(t.position.sighting().sees(t.id("G1"), t.id("A1")).is_some());
    assert!(!t.offered("fire G1 arms A1"), "it does not fire from there");
    t.idle_to(2, 3, &[]);
    t.play("move G1", &[]);
    assert_eq!(t.offers(), ["step E", "stop"]);
    t.go("step E; stop");
    assert_eq!(t.at("G1"), "0605");
    t.idle_to(2, 5, &[]);
    assert!(t.offered("fire G1 arms A1"));
}

// card 28.1
#[test]
fn earthworks_do_not_turn_with_the_gun() {
    let mut t = duel(
        "= a independent\n75 mm PaK 40 @ 1505 E dug-in=front\nTruck @ 0101 E",
        "M36 @ 2505 W\nM36 @ 0505 E",
    );
    let covered = |t: &Table| (t.need("A1", Slot::Main, "G1"), t.need("A2", Slot::Main, "G1"));
    let before = covered(&t);
    assert_eq!(before.0, before.1 + 2);
    t.idle_to(1, 3, &[]);
    t.go("move G1; watch; hull 18");
    assert_eq!(covered(&t), before, "they stay where they were made");
}

// card 28.2
#[test]
fn leaving_a_foxhole() {
    let mut t = duel(
        "Pz IV H-J @ 1005 E dug-in=front\n75 mm PaK 40 @ 1008 E dug-in=all\nPz IV H-J @ 1011 E",
        "M36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.play("move G2", &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("step")), "a Gun dug in all round stays");
    t.play("watch", &[]);
    assert!(t.offered("hull 0"), "but it pivots");
    let three = Setup { axis: "Pz IV H-J @ 1005 E", allies: "M36 @ 4016 W", ..Setup::default() };
    let text = three.text().replacen(
        "type = \"Pz IV H-J\"",
        "type = \"Pz IV H-J\"\ndug-in = [\"front\", \"left\", \"right\"]",
        1,
    );
    let mut t = Table::of(super::table::opening(&text));
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let ways: Vec<String> =
        t.offers().into_iter().filter(|o| o.starts_with("step") || o.starts_with("reverse")).collect();
    assert_eq!(ways, ["reverse W"], "in reverse only");
    t.play("watch", &[]);
    assert_eq!(t.asks(), "turret", "it does not pivot");
}

// card 28.4
#[test]
fn crouching_in_a_foxhole() {
    let mut t = duel(
        "Infantry @ 0505 E\nPz III J-L @ 0104 E\nPz IV H-J @ 0106 E",
        "Infantry MG @ 0705 W dug-in=all\nM36 @ 4016 W",
    );
    t.idle_to(1, 8, &[]);
    let before = t.need("G3", Slot::Main, "A1");
    t.go("move A1; crouch");
    t.idle_to(2, 5, &[]);
    assert!(!t.offered("fire G1 arms A1"), "not from two inches");
    assert!(!t.offered("fire G2 gun A1"), "not with 50 mm");
    assert_eq!(t.need("G3", Slot::Main, "A1"), before + 1);
    t.idle_to(2, 10, &[]);
    assert!(!t.offered("fire A1 arms G1"), "nor does it fire so far");
}

// card 24.1
#[test]
fn a_section_holds_a_vehicle_or_a_gun_and_infantry() {
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 0505 E moving\nInfantry @ 0604 E\nInfantry @ 0606 E\nInfantry @ 0505 E turn=9\nPz IV H-J @ 0607 S moving\nInfantry @ 0704 E",
        allies: "= b independent\nM26 @ 1605 W\nM4 Sherman 75 @ 1606 W",
        terrain: &[("b", "0605")],
        year: 1945,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; stop; faced; faced; move G2; step N; stop; move G3; step S; stop");
    assert_eq!((t.at("G1"), t.at("G2"), t.at("G3")), ("0605".into(), "0605".into(), "0605".into()));
    t.play("move G6", &[]);
    assert!(!t.offered("step NW"), "two infantry units fill it");
    t.go("stop; move G5; step S");
    assert!(!t.offered("step S"), "one vehicle only");
    t.go("stop; faced; faced");
    // Each is a target of its own; when the tank is lost, the infantry still holds the cell.
    t.idle_to(1, 4, &[]);
    assert!(t.offered("fire A1 gun G1") && t.offered("fire A1 gun G2"));
    let mut small = t.clone();
    // A 90 mm that destroys a unit in a building also destroys the infantry of its section (24.5).
    t.play("fire A1 gun G1", &[]);
    t.play("resolve", &[10, 10]);
    assert_eq!(
        (t.condition("G1"), t.condition("G2"), t.condition("G3")),
        ("destroyed", "destroyed", "destroyed")
    );
    small.play("fire A2 gun G1", &[]);
    small.play("resolve", &[10, 10]);
    assert_eq!((small.condition("G1"), small.condition("G2")), ("destroyed", "none"), "75 mm does not");
    let cell = small.position.forces.spot(small.id("G2")).unwrap();
    assert!(small.position.forces.holder_of(cell).is_some());
}

// card 24.5
#[test]
fn an_88_destroys_infantry_in_the_section() {
    let mut t = Setup {
        axis: "Flak 88 @ 1605 W\nPz IV H-J @ 1606 W",
        allies: "= b independent\nInfantry @ 0605 W\nInfantry @ 0604 W\nM36 @ 4016 W",
        terrain: &[("b", "0605")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 8, &[]);
    t.go("move A2; step N; stop");
    t.idle_to(2, 2, &[]);
    let mut seventy = t.clone();
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10]);
    assert_eq!((t.condition("A1"), t.condition("A2")), ("destroyed", "destroyed"));
    seventy.play("fire G2 gun A1", &[]);
    seventy.play("resolve", &[10]);
    assert_eq!((seventy.condition("A1"), seventy.condition("A2")), ("destroyed", "none"));
}

// card 24.2, 10.4
#[test]
fn hull_down_beside_a_building_bars_the_bow_mg() {
    // The building is to the east, the enemy to the north-east past its corner.
    let offered = |house: &str| {
        let mut t = Setup {
            axis: "Pz IV H-J @ 0505 NE",
            allies: "Infantry @ 1212 W\nM36 @ 4016 W",
            terrain: &[("b", house)],
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 5, &[]);
        (t.offered("fire G1 bow A1"), t.offered("fire G1 coax A1"))
    };
    assert_eq!(offered("0705"), (true, true));
    assert_eq!(offered("0605"), (false, true));
}

// card 23.4, 29.2
#[test]
fn units_that_cross_a_hedgerow_spot_when_the_phase_ends() {
    let map = edges("hedgerow", "E", "0804 0805 0806 0807 0808");
    let mut t = Setup {
        axis: "Pz IV H-J @ 0806 E moving\nTruck @ 0101 E",
        allies: "Infantry @ 1306 W hidden\nM36 @ 4016 W",
        map: &map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E");
    assert!(t.is("A1", Flag::Hidden), "four inches off, and not yet shown");
    t.go("stop; faced");
    let mut other = t.clone();
    t.play("end", &[]);
    assert!(!t.is("A1", Flag::Hidden), "when the phase ends");
    // Another moving unit does not reveal it either.
    other.go("move G2; step N");
    assert!(other.is("A1", Flag::Hidden));
}
