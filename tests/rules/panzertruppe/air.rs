//! Cards of chapters 31 and 32: aircraft, and fire against them.

use standto::board::Compass;
use standto::rules::panzertruppe::air::aircraft::AirLoad;
use standto::rules::panzertruppe::air::attacks::is_near;

use super::table::{Setup, Table, duel};

/// A Stuka of 1942, with machine guns and then bombs, at the end of the Axis movement phase, before its
/// target is chosen.
fn stuka(allies: &str) -> Table {
    let allies = format!("= column independent\n{allies}");
    let mut t = Setup {
        year: 1942,
        axis: "Pz IV F1 @ 0101 E",
        allies: &allies,
        axis_side: "air = true\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("end", &[10]);
    t
}

/// An aircraft weapon by its name.
fn load(t: &super::table::Table, name: &str) -> AirLoad {
    let weapons = &t.position.battle.tables.air.weapons;
    AirLoad::Weapon(weapons.iter().position(|weapon| weapon.name == name).expect("a weapon") as u8)
}

// card 31.1
#[test]
fn an_aircraft_comes_on_a_ten_at_the_end_of_a_movement_phase() {
    let after = |year: u16, nations: [&'static str; 2], faces: &[u8]| {
        let mut t = Setup {
            year,
            nations,
            axis: "Infantry @ 0101 E",
            allies: "Infantry @ 2005 W",
            axis_side: "air = true\n",
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("end", faces);
        t.position.support.planes[0].is_some()
    };
    assert!(after(1939, ["Germany", "Britain"], &[10]));
    assert!(!after(1939, ["Germany", "Britain"], &[9]), "only on a 10");
    assert!(!after(1941, ["United States", "Germany"], &[]), "no roll before 1942");
    assert!(after(1942, ["Britain", "Germany"], &[10]));
    assert!(!after(1942, ["Russia", "Germany"], &[]), "no roll before 1943");
    assert!(after(1943, ["Russia", "Germany"], &[10, 1]));
    assert!(!after(1944, ["Japan", "United States"], &[]), "no nation of the text");
}

// card 31.2
#[test]
fn aircraft_by_nation_and_year() {
    let weapons = |year: u16, nation: &'static str, faces: &[u8]| -> [String; 2] {
        let mut t = Setup {
            year,
            nations: [nation, if nation == "Germany" { "Russia" } else { "Germany" }],
            axis: "Infantry @ 0101 E",
            allies: "Infantry @ 2005 W",
            axis_side: "air = true\n",
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("end", faces);
        let weapons = t.position.support.planes[0].expect("an aircraft").weapons;
        weapons.map(|load| t.position.battle.tables.air.name(load).to_owned())
    };
    let (small, large, bombs, rockets) = ("20 mm cannon", "37 mm cannon", "bombs", "rockets");
    let hurricane = ["40 mm cannon"; 2];
    assert_eq!(weapons(1942, "Germany", &[10]), ["machine guns", bombs]);
    assert_eq!(weapons(1943, "Germany", &[10, 5]), [small, bombs]);
    assert_eq!(weapons(1945, "Germany", &[10, 6]), [large, large]);
    assert_eq!(weapons(1943, "Britain", &[10]), hurricane);
    assert_eq!(weapons(1942, "United States", &[10]), hurricane);
    assert_eq!(weapons(1944, "United States", &[10, 5]), [rockets, small]);
    assert_eq!(weapons(1944, "United States", &[10, 6]), ["P-47 machine guns", bombs]);
    assert_eq!(weapons(1944, "Britain", &[10]), [rockets, small]);
    assert_eq!(weapons(1943, "Russia", &[10, 4]), [large, large]);
    assert_eq!(weapons(1945, "Russia", &[10, 5]), [small, bombs]);
}

// card 31.3
#[test]
fn spotting_the_first_target() {
    let mut t = Setup {
        year: 1942,
        axis: "Pz IV F1 @ 0101 E",
        allies: "Truck @ 2007 W\nTruck @ 2507 W\nTruck @ 3207 W\nTruck @ 2010 W\nTruck @ 2013 W",
        terrain: &[("w", "2010"), ("b", "2013")],
        roads: &["2010"],
        axis_side: "air = true\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("end", &[10]);
    assert!(!t.offered("target A4"), "in woods, though on a road");
    assert!(!t.offered("target A5"), "in a building");
    let mut seen = t.clone();
    seen.play("target A1", &[6]);
    assert_eq!(seen.asks(), "air-approach");
    t.play("target A1", &[7]);
    assert!(!t.offered("target A1") && !t.offered("target A2"), "twelve inches off at least");
    t.play("target A3", &[7]);
    // It returns a turn later without an arrival roll.
    t.idle_to(2, 3, &[]);
    t.play("end", &[]);
    assert_eq!(t.asks(), "air-target");
}

// card 31.3
#[test]
fn the_owner_chooses_the_direction_of_approach() {
    let mut t = stuka("Truck @ 2008 W\nTruck @ 2010 W\nTruck @ 2208 W\nM3 Lee/Grant @ 4016 W");
    t.play("target A1", &[1]);
    assert_eq!(t.offers().len(), 24, "any direction");
    let second = |heading: &str| {
        let mut t = t.clone();
        t.play(&format!("approach {heading}"), &[]);
        let cell = t.position.support.planes[0].unwrap().cell.unwrap();
        let (x, y) = (f64::from(cell.x - 19), f64::from(cell.y - 7));
        assert!((x.hypot(y) - 12.0).abs() < 0.8, "twelve inches off: {cell}");
        // The truck is destroyed; then the arc decides which targets are ahead.
        t.idle_to(1, 7, &[10]);
        t.play("pass", &[]);
        t.offers()
    };
    assert_eq!(second("0"), ["target A2"], "north");
    assert_eq!(second("6"), ["target A3"], "east");
}

// card 31.4
#[test]
fn machine_guns_and_cannon() {
    let t = duel(
        "Tiger I @ 0505 E\nInfantry @ 0507 E\nPz IV H-J @ 0509 E moving\nTruck @ 0511 E\nInfantry @ 0513 E dug-in=all",
        "M36 @ 4016 W",
    );
    let sum = |weapon: &str, tag: &str| {
        let (need, lines) = t.position.sky().air_lines(load(&t, weapon), t.id(tag));
        (need, lines.sum())
    };
    let guns = |thunderbolt| if thunderbolt { "P-47 machine guns" } else { "machine guns" };
    assert_eq!(sum(guns(false), "G1"), (10, -1), "rear armour, whatever side it comes from");
    assert_eq!(sum(guns(true), "G1"), (10, 0), "the P-47 adds one");
    assert_eq!(sum(guns(false), "G2"), (10, 7));
    assert_eq!(sum(guns(false), "G4"), (10, 7));
    assert_eq!(sum(guns(false), "G5"), (10, 4), "dug in");
    assert_eq!(sum("20 mm cannon", "G3"), (6, 3 - 2 - 1));
    assert_eq!(sum("37 mm cannon", "G3"), (6, 3 - 1));
    assert_eq!(sum("20 mm cannon", "G4"), (6, 5 - 2), "a truck is a vehicle");
    assert_eq!(sum("20 mm cannon", "G2"), (6, 5));
    assert_eq!(sum("37 mm cannon", "G5"), (6, 3));
}

// card 31.5
#[test]
fn rockets() {
    let t = duel(
        "Tiger I @ 0505 E\nInfantry @ 0507 E\nPz IV H-J @ 0509 E moving\nInfantry @ 0513 E dug-in=all",
        "M36 @ 4016 W",
    );
    let sum = |tag: &str| {
        let (need, lines) = t.position.sky().air_lines(load(&t, "rockets"), t.id(tag));
        (need, lines.sum())
    };
    assert_eq!(sum("G1"), (3, -1), "rear armour of -1");
    assert_eq!(sum("G2"), (3, 1));
    assert_eq!(sum("G3"), (3, -1), "moving");
    assert_eq!(sum("G4"), (3, 0), "dug in");
}

// card 31.6, 31.7
#[test]
fn the_second_target_is_its_owners_choice() {
    let mut t =
        stuka("M3 Lee/Grant @ 2407 W\nTruck @ 2007 W\nTruck @ 2308 W\nTruck @ 1907 W\nTruck @ 3107 W");
    t.play("target A2", &[6]);
    t.play("approach 6", &[]);
    // Machine guns at the start of Axis phase 5: 2 + 7 is less than 10. The second attack follows Allied
    // phase 7.
    t.idle_to(1, 7, &[2]);
    assert_eq!(
        t.position.support.planes[0].unwrap().cell,
        t.position.forces.cell_of(t.id("A2")),
        "over its first target"
    );
    t.play("pass", &[]);
    assert!(t.offered("target A1") && t.offered("target A3") && t.offered("target A2"));
    assert!(!t.offered("target A4"), "behind it");
    assert!(!t.offered("target A5"), "eleven inches on bombs do nothing");
    let mut same = t.clone();
    // Four inches further: 9 - 1 is a near hit; 5 + 1 for the rear destroys.
    t.play("target A1", &[9, 5]);
    assert_eq!((t.condition("A2"), t.condition("A1")), ("none", "destroyed"));
    assert!(t.position.support.planes[0].is_none(), "it flies home");
    // The same target again: 7 + 2 hits.
    same.play("target A2", &[7]);
    assert_eq!(same.condition("A2"), "destroyed");
}

// card 31.6
#[test]
fn without_a_second_target_it_makes_a_new_approach() {
    let mut t = stuka("M3 Lee/Grant @ 2407 W\nTruck @ 2007 W\n40 mm AA @ 3507 W");
    t.play("target A2", &[6]);
    t.play("approach 18", &[]);
    // The truck is destroyed, and no unit is to the west of it.
    t.idle_to(1, 7, &[3]);
    assert!(t.offered("flak A3"), "guns fire at it in each of their phases");
    t.idle_to(1, 10, &[]);
    assert!(t.offered("flak A3"));
    t.idle_to(2, 3, &[]);
    t.play("end", &[]);
    t.play("target A1", &[5]);
    t.play("approach 0", &[]);
    // One attack with bombs; the new approach counts no distance: 9 is a direct hit.
    t.idle_to(2, 5, &[9]);
    assert_eq!(t.condition("A1"), "destroyed");
    assert!(t.position.support.planes[0].is_none());
}

// card 31.7
#[test]
fn bombs_by_distance_and_on_the_move() {
    let at = |truck: &str, face: u8, more: &[u8]| {
        let mut t = stuka(&format!("Truck @ 2007 W\nTruck @ {truck}\nM3 Lee/Grant @ 4016 W"));
        t.play("target A1", &[6]);
        t.play("approach 6", &[]);
        t.idle_to(1, 7, &[2]);
        t.play("pass", &[]);
        t.play("target A2", &[[face].as_slice(), more].concat());
        t.condition("A2")
    };
    let (far, away) = ([10, 1], "none");
    // A miss lands five inches away; a near hit destroys a truck without a roll.
    assert_eq!(at("2207 W", 3, &far), away, "two inches: 3 misses");
    assert_eq!(at("2207 W", 4, &[]), "destroyed");
    assert_eq!(at("2307 W", 4, &far), away, "three: -1");
    assert_eq!(at("2607 W", 5, &far), away, "six: -2");
    assert_eq!(at("2807 W", 6, &far), away, "eight: -3");
    assert_eq!(at("2807 W", 7, &[]), "destroyed");
    assert_eq!(at("2207 W moving", 4, &far), away, "moving: -1");
}

// card 31.8
#[test]
fn a_miss_lands_half_the_die_away() {
    // Units within an inch of a miss, half an inch away for each point of the die.
    assert!(is_near((0, 0), Compass::N, 1) && is_near((0, 0), Compass::N, 2));
    assert!(!is_near((0, 0), Compass::N, 3), "an inch and a half");
    assert!(is_near((0, 2), Compass::N, 3) && is_near((0, 1), Compass::N, 3));
    assert!(!is_near((1, 2), Compass::N, 3), "1.1 inches");
    assert!(is_near((1, 2), Compass::N, 4));
    // Five inches to the north-east are 3.5 across and 3.5 up.
    assert!(is_near((3, 3), Compass::NE, 10) && is_near((4, 4), Compass::NE, 10));
    assert!(!is_near((5, 5), Compass::NE, 10) && !is_near((0, 5), Compass::NE, 10));
    assert!(!is_near((-3, -3), Compass::NE, 10));
    let mut t = stuka("Truck @ 2007 W\nTruck @ 2207 W\nInfantry @ 2409 W dug-in=all\nM3 Lee/Grant @ 4016 W");
    t.play("target A1", &[6]);
    t.play("approach 6", &[]);
    t.idle_to(1, 7, &[2]);
    t.play("pass", &[]);
    // 3 is a miss; 6 is three inches to the north-east, where infantry is dug in.
    t.play("target A2", &[3, 6, Compass::NE as u8 + 1]);
    assert_eq!((t.condition("A2"), t.condition("A3")), ("none", "stunned"));
}

// card 32.1
#[test]
fn anti_aircraft_fire_diverts_a_stuka() {
    let mut t = Setup {
        axis: "Infantry @ 0101 E",
        allies: "40 mm AA @ 2005 W\nTruck @ 2007 W\nCrusader AA @ 2009 W moving\n40 mm AA @ 2011 W\n17-pounder @ 2013 W",
        nations: ["Germany", "Britain"],
        terrain: &[("w", "2011")],
        axis_side: "air = true\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("end", &[10, 5]);
    t.play("target A2", &[6]);
    t.play("approach 6", &[]);
    t.idle_to(1, 4, &[]);
    // 12 inches away: 7.
    assert_eq!(t.position.sky().flak_need(t.id("A1")), Some(7));
    assert!(!t.offered("flak A3"), "a vehicle in motion");
    assert!(!t.offered("flak A4"), "in woods");
    assert!(!t.offered("flak A5"), "a large Gun");
    let (mut missed, mut lost) = (t.clone(), t.clone());
    t.play("flak A1", &[]);
    t.play("resolve", &[7, 1]);
    assert!(t.position.support.planes[0].is_none(), "driven off");
    lost.play("flak A1", &[]);
    lost.play("resolve", &[7, 7]);
    assert!(lost.position.support.planes[0].is_none(), "shot down");
    missed.play("flak A1", &[]);
    missed.play("resolve", &[6, 1]);
    assert!(missed.position.support.planes[0].is_some(), "it attacks");
}

// card 32.2
#[test]
fn terrain_that_hides_aircraft_from_guns() {
    let sees = |terrain: &[(&str, &str)], levels: &[(&str, &str)]| {
        let mut t = Setup {
            axis: "Infantry @ 0101 E",
            allies: "40 mm AA @ 2005 W\nTruck @ 1705 W",
            terrain,
            levels,
            axis_side: "air = true\n",
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("end", &[10, 5]);
        t.play("target A2", &[6]);
        t.play("approach 6", &[]);
        t.idle_to(1, 4, &[]);
        t.offered("flak A1")
    };
    assert!(sees(&[], &[]));
    assert!(sees(&[("b", "1405 1505")], &[]), "buildings hide nothing in the air");
    assert!(sees(&[("w", "1405")], &[]), "through an inch of woods");
    assert!(!sees(&[("w", "1405 1505")], &[]), "woods on its own level");
    assert!(sees(&[("w", "1405 1505")], &[("1", "2005")]), "lower woods");
    assert!(sees(&[], &[("1", "1405 1505")]), "a hill a level higher");
    assert!(!sees(&[], &[("2", "1405 1505")]), "a hill two levels higher");
}
