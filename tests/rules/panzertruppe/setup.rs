//! Cards of setting up a battle: units that share a section, the number of reconnaissance units, and
//! warnings.

use standto::rules::panzertruppe::scenario;

use super::table::Setup;

/// The warnings or faults of a battle.
fn told(setup: &Setup<'_>) -> Vec<String> {
    match scenario::read("card.toml", &setup.text()) {
        Ok((_, odd)) => odd.into_iter().map(|fault| fault.sentence).collect(),
        Err(faulty) => faulty.faults.into_iter().map(|fault| fault.sentence).collect(),
    }
}

// card 24.1
#[test]
fn a_section_of_a_building_takes_a_vehicle_or_gun_and_infantry() {
    let house = [("b", "1005")];
    let told = |axis: &str| told(&Setup { axis, terrain: &house, ..Setup::default() });
    assert!(told("Pz IV H-J @ 1005 E\nInfantry @ 1005 E\nInfantry MG @ 1005 E").is_empty());
    assert!(told("Infantry @ 1005 E\n75 mm PaK 40 @ 1005 E").is_empty());
    let two = ["two units begin in 1005"];
    assert_eq!(told("Pz IV H-J @ 1005 E\nStuG III F-G @ 1005 E"), two);
    assert_eq!(told("75 mm PaK 40 @ 1005 E\nPz IV H-J @ 1005 E"), two);
    assert_eq!(told("Infantry @ 1005 E\nInfantry @ 1005 E\nInfantry @ 1005 E"), two);
    // In the open no two units share a cell.
    assert_eq!(told("Infantry @ 1105 E\nInfantry @ 1105 E"), ["two units begin in 1105"]);
    let enemies = Setup {
        axis: "Infantry @ 1005 E",
        allies: "Infantry @ 1005 W\nM36 @ 4016 W",
        terrain: &house,
        ..Setup::default()
    };
    assert_eq!(super::setup::told(&enemies), two, "never with the enemy");
}

// card 29.1
#[test]
fn a_fifth_of_the_vehicles_see_for_reconnaissance() {
    let side = |scouts: usize, vehicles: usize, more: &str| {
        let units: Vec<String> = (1..=vehicles)
            .map(|n| format!("Pz IV H-J @ 05{n:02} E{}", if n <= scouts { " recon" } else { "" }))
            .collect();
        told(&Setup { axis: &(units.join("\n") + more), ..Setup::default() })
    };
    assert!(side(2, 10, "").is_empty());
    assert_eq!(side(3, 10, ""), ["3 reconnaissance units; the usual limit is a fifth of the vehicles, 2"]);
    assert_eq!(side(3, 14, ""), ["3 reconnaissance units; the usual limit is a fifth of the vehicles, 2"]);
    assert!(side(3, 15, "").is_empty());
    assert_eq!(side(1, 4, ""), ["1 reconnaissance unit; the usual limit is a fifth of the vehicles, 0"]);
    assert!(side(1, 5, "").is_empty());
    // Guns and infantry are no vehicles.
    assert_eq!(
        side(1, 4, "\n75 mm PaK 40 @ 0601 E\nInfantry @ 0602 E"),
        ["1 reconnaissance unit; the usual limit is a fifth of the vehicles, 0"]
    );
    assert_eq!(
        side(0, 5, "\nInfantry @ 0602 E recon"),
        ["Infantry is not a vehicle; only vehicles can be reconnaissance units"]
    );
}

// card 36.4, 36.8
#[test]
fn units_of_another_nation_give_a_warning() {
    let of = |nation: &'static str, unit: &str| {
        let axis = format!("{unit} @ 0505 E");
        told(&Setup { axis: &axis, nations: [nation, "United States"], ..Setup::default() })
    };
    assert!(of("Germany", "Panther").is_empty());
    assert_eq!(of("Britain", "Panther"), ["Panther is listed for Germany, not for Britain"]);
    assert_eq!(of("Germany", "T-34-85"), ["T-34-85 is listed for Russia, not for Germany"]);
    // All nations had trucks and infantry.
    assert!(of("Japan", "Truck").is_empty() && of("Britain", "Infantry MG").is_empty());
    // Lend-lease.
    for lent in ["Churchill IV", "M3/M5 Stuart", "M3 scout car", "M3 halftrack", "Jeep"] {
        assert!(of("Russia", lent).is_empty(), "{lent}");
        assert!(!of("Germany", lent).is_empty(), "{lent}");
    }
    assert!(!of("Russia", "Valentine").iter().any(|odd| odd.contains("listed")));
    // Anti-aircraft Guns are the same for all.
    assert!(of("Japan", "40 mm AA").is_empty());
}
