//! Cards of the notes to the specifications (36), and of weapons that depend on them.

use super::table::duel;
use standto::rules::panzertruppe::state::Arm;
use standto::rules::panzertruppe::state::Slot;
use standto::rules::panzertruppe::tables::specifications::{Entry, find, standard};

use super::table::{Setup, Table, edges};
use standto::rules::panzertruppe::tables::Nation;

fn entry(nation: &str, name: &str) -> &'static Entry {
    find(standard(), nation.parse().unwrap(), name).unwrap_or_else(|| panic!("{name}"))
}

// card 36.1
#[test]
fn the_lee_fires_two_guns() {
    let mut t = Setup {
        year: 1942,
        axis: "Pz IV F1 @ 2005 W\nPz IV F1 @ 2006 W",
        allies: "M3 Lee/Grant @ 0505 E",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    assert!(t.offered("fire A1 second G2"));
    let b1 = entry("France", "Char B1 bis");
    assert_eq!((b1.unit.armour.right, b1.unit.armour.left), (0, 1), "right 0, left +1");
}

// card 36.3
#[test]
fn eight_wheelers_reverse_at_full_speed() {
    let mut t = duel("SdKfz 231 8w @ 2005 E moving", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let steps = t.as_far_as_it_goes("reverse W");
    assert_eq!(steps, 12);
}

// card 36.4
#[test]
fn russian_crews_hit_less_often() {
    let at = |nation: &'static str, tank: &str| {
        let allies = format!("{tank} @ 1505 W");
        let t = Setup {
            nations: ["Germany", nation],
            axis: "Tiger I @ 0505 E",
            allies: &allies,
            ..Setup::default()
        }
        .open();
        t.need("A1", Slot::Main, "G1")
    };
    assert_eq!(at("Russia", "M4 Sherman 76"), at("United States", "M4 Sherman 76") + 1);
}

// card 36.5
#[test]
fn figures_of_the_notes() {
    assert_eq!(entry("United States", "M4A3E2 Jumbo 76").value, 27);
    let early = entry("Germany", "Panther D");
    assert_eq!((early.value, early.unit.pace, early.unit.machine_guns.bow), (30, 60, false));
    assert_eq!(entry("Germany", "JgPz IV L/70").value, 29);
    assert_eq!(entry("United States", "M4 Sherman 75 prongs").value, 24);
}

// card 35
#[test]
fn a_platoon_of_125_points() {
    let value = |name: &str| {
        standto::rules::panzertruppe::tables::specifications::standard()
            .iter()
            .find(|entry| entry.name == name)
            .unwrap()
            .value
    };
    for (name, count) in [("M4 Sherman 76", 5), ("T-34 M43", 5), ("Pz IV H-J", 5)] {
        assert_eq!(value(name) * count, 125, "{name}");
    }
    for name in ["Panther", "Tiger I"] {
        assert_eq!(value(name), 125u16.div_ceil(4).min(31), "{name}");
    }
}

// card 17.1
#[test]
fn all_nations_but_france_have_atrs() {
    for nation in ["Germany", "United States", "Britain", "Russia", "Japan"] {
        assert!(find(standard(), nation.parse().unwrap(), "Infantry ATR").is_some(), "{nation}");
    }
    assert!(find(standard(), Nation::France, "Infantry ATR").is_none());
}

fn british(axis: &str, map: &str) -> Table {
    let mut t = Setup {
        year: 1942,
        nations: ["Britain", "Germany"],
        axis,
        allies: "Infantry @ 1005 W\nInfantry @ 0510 W\nInfantry @ 0205 W\nPz II F @ 0805 W",
        map,
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 5, &[]);
    t
}

// card 16.3, 10.4
#[test]
fn a_small_turret_bears_to_the_front_and_the_sides() {
    let t = british("Crusader II @ 0505 E", "");
    assert!(t.offered("fire G1 bow A1"), "ahead");
    assert!(t.offered("fire G1 bow A2"), "to the side");
    assert!(!t.offered("fire G1 bow A3"), "not behind");
    let t = british("Crusader II @ 0505 E", &edges("wall", "E", "0505"));
    assert!(t.offered("fire G1 bow A1"), "it is no bow gun behind a wall");
}

// card 36.6, 17.6
#[test]
fn a_carrier_with_an_atr() {
    let t = british("Bren carrier ATR @ 0505 E\nMatilda II @ 0101 E", "");
    // Three inches: 0; both are on overwatch.
    assert!(t.offered("fire G1 hand A4") && !t.offered("fire G1 hand A1"), "not at infantry");
    assert!(t.offers().iter().all(|offer| !offer.starts_with("fire G1 open")), "in place of its machine gun");
    assert_eq!(t.effect("G1", standto::rules::panzertruppe::state::Slot::Hand, "A4"), Some(-1 + 2));
    let mut t = t.clone();
    t.idle_to(2, 3, &[]);
    t.go("move G1; step W; drive");
    t.idle_to(2, 5, &[]);
    assert!(!t.offered("fire G1 hand A4"), "not in motion");
}

// card 36.7
#[test]
fn optional_machine_guns() {
    let open = |name: &str| entry("United States", name).unit.machine_guns.open;
    assert!(open("Truck MG") && !open("Truck"));
    assert!(open("M3 scout car") && !open("M3 scout car, no MG"));
    let mut t = Setup {
        axis: "Truck MG @ 0505 E",
        allies: "Infantry @ 0805 W",
        nations: ["United States", "Germany"],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 open A1"), "its crew fires it");
}

// card 36.8
#[test]
fn softskins_of_all_nations() {
    for nation in ["Germany", "United States", "Britain", "Russia", "France", "Japan"] {
        for (name, size) in [("Truck", 0), ("Unarmoured halftrack", 0), ("Small unarmoured halftrack", -1)] {
            let found = entry(nation, name);
            assert_eq!((found.nation_name(), found.unit.arm, found.unit.size), ("All", Arm::Soft, size));
        }
    }
}

// card 36.9, 8.4
#[test]
fn pontoons() {
    assert_eq!(entry("Japan", "Type 95 Ha-Go").unit.size, -1);
    assert_eq!(entry("Japan", "Type 2 KA-MI").unit.size, 0);
    assert_eq!(entry("Japan", "Type 2 KA-MI, no pontoons").unit.size, -1);
    assert!(entry("Japan", "Type 2 KA-MI").unit.no_hull_down_fire, "as the Type 95");
}

// card 36.2
#[test]
fn four_barrels_one_die_to_hit_and_four_for_effect() {
    let t = Setup {
        axis: "Wirbelwind @ 0505 E",
        allies: "= a independent\nM3/M5 Stuart @ 0905 E\nInfantry @ 0906 W\nTruck @ 0907 W\n6-pounder @ 0908 W\nM36 @ 4016 W",
        ..Setup::default()
    }
    .open();
    let fire = |target: &str, faces: &[u8]| {
        let mut t = t.clone();
        t.play(&format!("fire G1 gun {target}"), &[]);
        t.play("resolve", faces);
        t.condition(target)
    };
    // Four inches, 20L at the rear of a Stuart: +2 - 4 + 1 + 2.
    assert_eq!(t.effect("G1", standto::rules::panzertruppe::state::Slot::Main, "A1"), Some(1));
    assert_eq!(fire("A1", &[10, 1, 2, 3, 3]), "none");
    assert_eq!(fire("A1", &[10, 1, 4, 4]), "destroyed", "two stuns");
    assert_eq!(fire("A1", &[1]), "none", "one die to hit");
    for soft in ["A2", "A3", "A4"] {
        assert_eq!(fire(soft, &[10]), "destroyed", "{soft} is destroyed without a roll");
    }
}
