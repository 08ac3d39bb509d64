//! The weapons data against the book: counts, sums and lines taken from the printed tables.

use standto::rules::matg::catalog::{
    Class, Gun, Mode, Nation, Notes, Ordnance, SHORT_NAME, StandType, Trait, Traverse, aircraft, catalog,
    find, nearest, short_name, short_name_exceptions,
};
use std::collections::HashSet;

const CLASSES: [Class; 12] = [
    Class::Tank,
    Class::AntiTank,
    Class::Artillery,
    Class::RocketArtillery,
    Class::CloseSupport,
    Class::AntiAircraft,
    Class::ArmouredCar,
    Class::Carrier,
    Class::Personnel,
    Class::Transport,
    Class::Boat,
    Class::NonMotorized,
];

/// Printed lines by class in the order of `CLASSES`, and the sum of their points.
const PRINTED: [(Nation, [usize; 12], u32); 14] = [
    (Nation::Belgium, [4, 1, 9, 0, 0, 3, 0, 0, 8, 8, 0, 0], 1878),
    (Nation::Finland, [8, 5, 12, 0, 1, 5, 2, 0, 7, 3, 0, 0], 2986),
    (Nation::FinlandWinterWar, [5, 3, 10, 0, 1, 0, 3, 0, 7, 2, 0, 0], 1348),
    (Nation::France, [14, 4, 11, 0, 0, 3, 1, 2, 8, 15, 0, 0], 2717),
    (Nation::Germany, [18, 24, 24, 7, 12, 11, 12, 7, 29, 16, 0, 0], 9555),
    (Nation::Hungary, [9, 7, 8, 0, 3, 6, 2, 2, 13, 4, 0, 0], 2758),
    (Nation::Italy, [7, 8, 16, 0, 2, 4, 5, 0, 22, 8, 0, 0], 3744),
    (Nation::Japan, [11, 4, 11, 0, 1, 6, 1, 1, 7, 7, 6, 0], 2329),
    (Nation::Poland, [6, 1, 6, 0, 0, 1, 3, 0, 15, 7, 0, 0], 1154),
    (Nation::Romania, [7, 10, 11, 0, 3, 7, 4, 2, 12, 6, 0, 0], 2727),
    (Nation::SovietUnion, [24, 12, 17, 3, 8, 7, 5, 0, 20, 13, 0, 0], 6767),
    (Nation::UnitedKingdom, [25, 12, 15, 0, 9, 10, 18, 4, 13, 9, 4, 0], 5713),
    (Nation::UnitedStates, [12, 8, 24, 0, 3, 7, 6, 3, 24, 11, 3, 0], 7857),
    (Nation::AllNations, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10], 52),
];

#[test]
fn every_printed_line_is_there() {
    for (nation, classes, points) in PRINTED {
        let stands = catalog(nation);
        for (class, printed) in CLASSES.into_iter().zip(classes) {
            let found = stands.clone().filter(|stand| stand.class == class).count();
            assert_eq!(found, printed, "{nation}, {class}");
        }
        assert_eq!(stands.clone().map(|stand| u32::from(stand.points)).sum::<u32>(), points, "{nation}");
        assert!(stands.clone().all(|stand| stand.nation == nation));
    }
    assert_eq!(Nation::ALL.into_iter().map(|nation| catalog(nation).len()).sum::<usize>(), 946);
}

#[test]
fn nine_stands_have_a_second_line() {
    let second = |nation| catalog(nation).filter(|stand| stand.guns.len() > 1);
    let names: Vec<_> = Nation::ALL.into_iter().flat_map(second).map(|stand| stand.name.as_str()).collect();
    let printed = [
        "Char B1 (bis) 75L17 How.",
        "M11/39 Hull 37L40",
        "75/32 M37 Gun [2]",
        "T-35 Turrets w/ 45L46",
        "M3 Grant, Hull",
        r#"Churchill "Crocodile", Hull"#,
        "M3 Lee/Grant (Hull 75mm)",
        "25 lbr Gun/Howitzer [2]",
        "M3 Lee, Hull 75mm",
    ];
    assert_eq!(names, printed);
}

#[test]
fn names_are_unambiguous_and_found() {
    for nation in Nation::ALL {
        let mut names = HashSet::new();
        for stand in catalog(nation) {
            assert!(names.insert(stand.name.to_lowercase()), "{nation}: {} stands twice", stand.name);
            assert!(std::ptr::eq(find(nation, &stand.name).unwrap(), stand));
            assert!(std::ptr::eq(find(nation, &stand.name.to_uppercase()).unwrap(), stand));
        }
        assert_eq!(nation.key().parse(), Ok(nation));
        assert_eq!(nation.to_string().to_uppercase().parse(), Ok(nation));
        assert_eq!(find(nation, "pack camels").unwrap().nation, Nation::AllNations);
        assert!(find(nation, "M1A1 Abrams").is_none());
    }
    assert!("Atlantis".parse::<Nation>().is_err());
}

#[test]
fn a_wrong_name_gets_suggestions() {
    assert_eq!(nearest(Nation::SovietUnion, "T34c")[0], "T-34c");
    assert!(nearest(Nation::Germany, "Panzer IV F2").contains(&"Panzer IV F2-H (7.5cm)"));
    assert!(nearest(Nation::Germany, "SdKfz 251/11").contains(&"SdKfz 251/1"));
    assert!(nearest(Nation::Germany, "horse wagon").contains(&"Horse-drawn Wagon/Sled"));
    assert!(nearest(Nation::Germany, "").is_empty());
}

fn number(value: Option<u8>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn symbols(notes: Notes) -> String {
    let value = |letters: &str, value: Option<u8>| value.map(|value| format!("{letters}{value}"));
    let flag = |letter: &str, set: bool| set.then(|| letter.to_owned());
    let traverse = match notes.restricted {
        None => None,
        Some(Traverse::Front) => Some("R".to_owned()),
        Some(Traverse::Rear) => Some("R1".to_owned()),
        Some(Traverse::SideOrRear) => Some("R2".to_owned()),
    };
    let all = [
        traverse,
        flag("I", notes.indirect),
        flag("S", notes.smoke),
        flag("P", notes.personnel),
        flag("U", notes.open_topped),
        flag("T", notes.two_guns),
        value("SR", notes.reload),
        value("M", notes.minimum),
        value("D", notes.depletion),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn fire(gun: &Gun) -> String {
    let flame = if gun.flame { "F" } else { "" };
    let power = |value| format!("{}{}", number(value), if value.is_some() { flame } else { "" });
    let range = |power: Option<u8>, range: u16| power.map_or("-".to_owned(), |_| range.to_string());
    let (ap, he) = (power(gun.ap), power(gun.he));
    format!("{ap} {he} {} {}", range(gun.ap, gun.ap_range), range(gun.he, gun.he_range))
}

/// A stand as the book prints it: points, AP HE, ranges | defence, movement, cargo, load | notes | year, and
/// then each further gun.
fn row(stand: &StandType) -> String {
    let defence = match (stand.defence, stand.armoured) {
        (0, _) => "-".to_owned(),
        (value, true) => format!("[{value}]"),
        (value, false) => value.to_string(),
    };
    let land = stand.movement.land.map(|(points, mode)| match (points, mode) {
        (0, _) => "0".to_owned(),
        (_, Mode::Wheeled) => format!("{points}W"),
        (_, Mode::Tracked) => format!("{points}T"),
        (_, Mode::Foot) if stand.movement.bonus > 0 => {
            format!("{points}F({}F)", points + stand.movement.bonus)
        }
        (_, Mode::Foot) => format!("{points}F"),
    });
    let water = (stand.movement.water > 0).then(|| format!("{}A", stand.movement.water));
    let movement = land.into_iter().chain(water).collect::<Vec<_>>().join("/");
    let movement = if movement.is_empty() { "-" } else { &movement };
    let first = stand.guns.first();
    let mut row = format!(
        "{} {} | {defence} {movement} {} {} | {} | {:02}",
        stand.points,
        first.map_or("- - - -".to_owned(), fire),
        number(stand.cargo),
        number(stand.load),
        symbols(first.map_or(stand.own_notes, |gun| gun.notes)),
        stand.year,
    );
    for gun in stand.guns.iter().skip(1) {
        row += &format!(" + {}: {} | {}", gun.label, fire(gun), symbols(gun.notes));
    }
    row
}

#[track_caller]
fn printed(nation: Nation, name: &str, class: Class, sections: u8, cells: &str) {
    let stand = find(nation, name).unwrap_or_else(|| panic!("{nation} has no {name}"));
    assert_eq!(stand.name, name);
    assert_eq!((stand.class, stand.sections), (class, sections), "{name}");
    assert_eq!(row(stand), cells, "{name}");
}

#[test]
fn german_lines() {
    let line = |name, class, sections, cells| printed(Nation::Germany, name, class, sections, cells);
    line("Panzer IV F2-H (7.5cm)", Class::Tank, 0, "80 9 5 20 20 | [7] 10T - - |  | 42");
    line("Panzer III Flamethrower", Class::Tank, 0, "27 9F 9F 1 1 | [6] 11T - - |  | 41");
    line("STuG III F-G", Class::AntiTank, 0, "74 9 5 20 20 | [8] 10T - - | R | 42");
    line("SdKfz 251/9 (75L24)", Class::CloseSupport, 0, "54 3 5 27 27 | [3] 15T - - | R U | 42");
    line("SturmTiger", Class::CloseSupport, 0, "128 9 18 20 20 | [13] 8T - - | R SR5 | 44");
    line("SdKfz 251/1", Class::Carrier, 0, "18 0 6 1 5 | [3] 15T 8 - | U | 40");
    line("SdKfz 251/10", Class::Carrier, 0, "17 3 2 5 5 | [3] 15T 8 - | U | 41");
    line("SdKfz 7/2 37mm AAG", Class::AntiAircraft, 0, "39 4 6 12 12 | 1 14T - - |  | 42");
    line("Flak 36 88mm AAG", Class::AntiAircraft, 0, "90 10 6 30 40 | 3 0 - 10 |  | 36");
    line("120mm Mortar [2]", Class::Artillery, 2, "109 2 9 48 48 | 4 0 - 8 | R I S M3 | 42");
    line("SdKfz 250/7 [1] (81mm)", Class::Artillery, 1, "24 0 6 21 21 | [2] 16T - - | R I S U | 42");
    line("150mm Nebelwerfer [6]", Class::RocketArtillery, 6, "217 3 10 55 55 | 3 0 - 6 | R I S SR2 M12 | 41");
    line(
        "SdKfz 251 sWuR 40 nw41 [4]",
        Class::RocketArtillery,
        4,
        "83 5 15 18 18 | [3] 15T - - | R I S U SR3 M3 | 41",
    );
    line("Infantry HQ", Class::Personnel, 0, "20 0 3 0 5 | 6 3F - 8 | P | 36");
    line("Infantry '43", Class::Personnel, 0, "13 6 5 0 5 | 6 3F - 8 | P | 43");
    line("PzGrenadier Infantry '44 AT", Class::Personnel, 0, "16 8 6 2 5 | 6 3F - 8 | P D8 | 44");
    line("Bicycle Infantry", Class::Personnel, 0, "12 1 5 0 5 | 6 3F(5F) - 8 | P | 36");
    line("Daimler-Steyr Lt Truck", Class::Transport, 0, "9 - - - - | 1 27W 8 - |  | 36");
    line("Horch Hvy Car/ Lt Truck", Class::Transport, 0, "8 - - - - | 1 30W 6 - |  | 36");
    line("Schwimwagen", Class::Transport, 0, "6 - - - - | 3 20W/2A 4 - |  | 42");
}

#[test]
fn soviet_lines() {
    let line = |name, class, sections, cells| printed(Nation::SovietUnion, name, class, sections, cells);
    line("T-34c", Class::Tank, 0, "70 8 5 16 16 | [8] 12T - - |  | 41");
    line("KV-1 M41", Class::Tank, 0, "72 8 5 16 16 | [11] 8T - - |  | 41");
    line("T-37a", Class::Tank, 0, "18 0 3 1 5 | [1] 13T/1A - - |  | 35");
    let turrets = "48 5 3 10 5 | [6] 8T - - | T | 35 + 76mm turret: 1 5 25 25 | T";
    line("T-35 Turrets w/ 45L46", Class::Tank, 0, turrets);
    let hull_and_turret = "70 7 5 20 20 | [6] 10T - - | R T | 42 + 37mm turret: 5 4 10 10 | T";
    line("M3 Grant, Hull", Class::Tank, 0, hull_and_turret);
    line("BA-64", Class::ArmouredCar, 0, "16 0 4 0 5 | [1] 20W - - |  | 42");
    line("76mm ATG", Class::AntiTank, 0, "45 8 5 20 20 | 4 0 - 8 | R | 42");
    line("76mm Gun (M36 Div) [3]", Class::Artillery, 3, "196 1 5 108 108 | 4 0 - 8 | R I S | 37");
    line("82mm Mortar [1]", Class::Artillery, 1, "18 0 6 25 25 | 6 2F - 4 | R I S P | 37");
    line(
        "82mm Kat. BM-8-36/48 [4]",
        Class::RocketArtillery,
        4,
        "98 1 9 47 47 | 1 16W - - | R I S SR4 M16 | 41",
    );
    line(
        "300mm Kat. BM-31-12 [4]",
        Class::RocketArtillery,
        4,
        "133 5 14 34 34 | 1 16W - - | R I SR3 M11 | 44",
    );
    line("Infantry HQ", Class::Personnel, 0, "20 0 3 0 5 | 6 3F - 8 | P | 39");
    line("Infantry SMG", Class::Personnel, 0, "11 1 6 0 3 | 6 3F - 8 | P | 41");
    line("Infantry MMG '39", Class::Personnel, 0, "15 0 4 1 10 | 6 3F - 8 | P | 41");
    line("Infantry Support L '44", Class::Personnel, 0, "15 1 4 1 10 | 6 3F - 8 | P | 44");
    line("Hvy Truck (YAG 10 8T)", Class::Transport, 0, "12 - - - - | 1 12W 16 - |  | 39");
}

#[test]
fn western_lines() {
    let uk = |name, class, sections, cells| printed(Nation::UnitedKingdom, name, class, sections, cells);
    let crocodile = "80 9F 9F 1 1 | [9] 6T - - | R T | 44 + 75mm turret: 7 5 20 20 | T";
    uk(r#"Churchill "Crocodile", Hull"#, Class::Tank, 0, crocodile);
    let grant = "70 7 5 20 20 | [6] 10T - - | R T | 42 + 37mm turret: 5 4 10 10 | T";
    uk("M3 Lee/Grant (Hull 75mm)", Class::Tank, 0, grant);
    let field_gun = "177 2 7 97 97 | 4 0 - 8 | I S | 42 + as ATG: 6 - 10 - | ";
    uk("25 lbr Gun/Howitzer [2]", Class::Artillery, 2, field_gun);
    uk("Deacon", Class::AntiTank, 0, "33 6 4 15 15 | [2] 9W - - | R2 | 42");
    uk("Archer", Class::AntiTank, 0, "90 11 5 25 25 | [6] 8T - - | R1 U | 44");
    uk("Carrier Scout '43", Class::ArmouredCar, 0, "21 5 9 1 5 | [1] 14T 4 - | R U D4 | 39");
    uk("Crusader Prime Mover", Class::Transport, 0, "18 - - - - | [1] 13T 14 - | U | 44");
    uk("LCT Mk4", Class::Boat, 0, "70 5 1 10 5 | 4 4A 60 - |  | 41");
    let us = |name, class, sections, cells| printed(Nation::UnitedStates, name, class, sections, cells);
    let lee = "70 7 5 20 20 | [6] 10T - - | R T | 42 + 37mm turret: 5 4 10 10 | T";
    us("M3 Lee, Hull 75mm", Class::Tank, 0, lee);
    us(r#"M4 "Zippo""#, Class::Tank, 0, "45 9F 9F 1 1 | [7] 9T - - |  | 44");
    us("M4 MMC [2]", Class::Artillery, 2, "43 0 6 26 26 | [3] 16T - - | R1 I S | 44");
    us(r#"8" Naval Guns [1]"#, Class::Artillery, 1, "577 6 14 288 288 | - - - - | I | 42");
    us("Armoured Infantry '44", Class::Personnel, 0, "13 5 6 1 5 | 6 3F - 8 | P D5 | 44");
    us("DUKW", Class::Transport, 0, "13 - - - - | 1 15W/3A 14 - |  | 42");
    us("LCT Mk5", Class::Boat, 0, "35 2 6 5 10 | [4] 7A 30 - | R | 42");
    let char_b1 = "53 1 5 15 15 | [6] 7T - - | R T | 36 + 47mm turret: 5 3 12 5 | T";
    printed(Nation::France, "Char B1 (bis) 75L17 How.", Class::Tank, 0, char_b1);
    printed(
        Nation::France,
        "75L36 Canon M97 [2]",
        Class::Artillery,
        2,
        "67 1 5 54 54 | 4 0 - 6 | R I S | 97",
    );
    printed(
        Nation::Belgium,
        "Bicycle Infantry Support",
        Class::Personnel,
        0,
        "16 0 4 1 10 | 6 3F(5F) - 4 | P | 39",
    );
}

#[test]
fn other_lines() {
    let (hull, dual) = (
        "25 3 4 8 8 | [3] 8T - - | R T | 39 + MG turret: 0 4 1 8 | T",
        "123 1 5 100 100 | 4 0 - 8 | R I | 37 + as ATG: 7 - 20 - | ",
    );
    printed(Nation::Italy, "M11/39 Hull 37L40", Class::Tank, 0, hull);
    printed(Nation::Italy, "75/32 M37 Gun [2]", Class::Artillery, 2, dual);
    printed(Nation::Italy, "75/27 M11 Gun [2]", Class::Artillery, 2, "68 1 5 54 54 | 4 0 - 6 | R I | 06");
    printed(Nation::Italy, "90mm Portee", Class::AntiTank, 0, "72 9 6 25 25 | 1 12W - - | R2 | 41");
    printed(Nation::Italy, "Heavy Truck", Class::Transport, 0, "11 - - - - | 1 20W 12 - |  | 39");
    printed(Nation::Italy, "Heavy Truck (2)", Class::Transport, 0, "10 - - - - | 1 12W 12 - |  | 37");
    printed(
        Nation::Finland,
        "76 K 36 Gun [2] as ATG",
        Class::Artillery,
        2,
        "120 1 5 108 108 | 4 0 - 8 | R I S | 39",
    );
    printed(Nation::FinlandWinterWar, "OT-130", Class::Tank, 0, "16 9F 9F 1 1 | [2] 8T - - |  | 39");
    printed(
        Nation::Hungary,
        "149L20 m15 How [2]",
        Class::Artillery,
        2,
        "223 3 9 92 92 | 2 0 - 12 | R I | 19",
    );
    printed(
        Nation::Japan,
        "150mm Mortar T96/97 [2]",
        Class::Artillery,
        2,
        "78 2 10 31 31 | 5 0 - 6 | R I M6 | 36",
    );
    printed(Nation::Japan, "Daihatsu Class (14m) (3)", Class::Boat, 0, "20 4 6 12 12 | [4] 5A 8 - | U | 30");
    printed(Nation::Poland, "Bicycle Recon", Class::Personnel, 0, "9 0 2 0 5 | 6 3F(5F) - 4 | P | 20");
    printed(
        Nation::Romania,
        "47mm Infantry Gun [2]",
        Class::Artillery,
        2,
        "30 2 4 10 56 | 5 1F - 4 | R I P | 41",
    );
    printed(Nation::AllNations, "Porters", Class::NonMotorized, 0, "3 - - - - | 6 3F 4 - | P | 19");
}

#[test]
fn symbols_apply_to_the_whole_stand() {
    let lee = find(Nation::UnitedStates, "M3 Lee, Hull 75mm").unwrap().notes();
    assert!(lee.two_guns && lee.restricted == Some(Traverse::Front));
    assert!(find(Nation::Japan, "Porters").unwrap().is_personnel());
    assert!(find(Nation::UnitedKingdom, "Crusader Prime Mover").unwrap().notes().open_topped);
    assert!(!find(Nation::Germany, "StuG IV").unwrap().is_personnel());
    assert_eq!(find(Nation::France, "75L36 Canon M97 [2]").unwrap().introduced(), 1897);
    assert_eq!(find(Nation::Japan, "75mm Gun T38 [2]").unwrap().introduced(), 1905);
}

#[test]
fn every_aircraft_is_there() {
    let printed = [
        (Nation::France, 2, 63, 0),
        (Nation::Germany, 14, 475, 1),
        (Nation::Italy, 3, 123, 1),
        (Nation::Japan, 8, 290, 0),
        (Nation::Poland, 2, 51, 0),
        (Nation::SovietUnion, 13, 499, 0),
        (Nation::UnitedKingdom, 15, 643, 2),
        (Nation::UnitedStates, 19, 945, 1),
    ];
    for (nation, lines, points, second) in printed {
        let of: Vec<_> = aircraft().iter().filter(|plane| plane.nation == nation).collect();
        assert_eq!(of.len(), lines, "{nation}");
        assert_eq!(of.iter().map(|plane| plane.points).sum::<u16>(), points, "{nation}");
        assert_eq!(of.iter().filter(|plane| plane.ordnance.len() == 2).count(), second, "{nation}");
    }
    assert_eq!(aircraft().len(), 76);
}

#[test]
fn aircraft_lines() {
    let line = |nation, name: &str| {
        let plane = aircraft().iter().find(|plane| plane.nation == nation && plane.name == name).unwrap();
        let ordnance: Vec<_> =
            plane.ordnance.iter().map(|&Ordnance { ap, he, load }| (ap, he, load)).collect();
        (plane.points, plane.strafing_ap, plane.strafing_he, ordnance, plane.years)
    };
    let stuka = line(Nation::Germany, "Junkers Ju87 B-1 (Stuka)");
    assert_eq!(stuka, (41, 0, 2, vec![(3, 6, 1), (4, 6, 1)], Some((39, 42))));
    assert_eq!(line(Nation::Germany, "Focke-Wulf FW-190 D-9"), (38, 4, 6, vec![(5, 8, 1)], None));
    assert_eq!(line(Nation::Germany, "Henschel HS-129 B3"), (30, 9, 5, vec![], Some((44, 45))));
    assert_eq!(
        line(Nation::SovietUnion, "Ilyushin IL-2 M3 (2)"),
        (43, 3, 6, vec![(5, 2, 2)], Some((43, 45)))
    );
    let hell_diver = line(Nation::UnitedStates, "SB2C Hell Diver");
    assert_eq!(hell_diver, (60, 3, 5, vec![(7, 15, 1), (5, 8, 1)], Some((42, 45))));
}

/// The traits of the tables are those implied by the printed names.
#[test]
fn traits_follow_from_names() {
    let mut found = [0; 5];
    for stand in Nation::ALL.into_iter().flat_map(catalog) {
        let name = stand.name.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let foot = stand.class == Class::Personnel || stand.is_personnel();
        let small = (40..=60).any(|bore| name.split(' ').any(|word| word == format!("{bore}mm")));
        let wanted = [
            (Trait::Engineer, says(&["engineer", "pioneer", "sapper"])),
            (Trait::Mortar, says(&["mortar", "(81mm)", "stummelwerfer", "mmc"])),
            (Trait::LightMortar, small && says(&["mm mortar"]) && stand.is_personnel()),
            (Trait::Support, foot && (stand.name.contains("Support") || stand.name.contains("MMG"))),
            (Trait::Cycle, says(&["bicycle", "cyclist", "motorcycle"])),
        ];
        for (count, (of, wanted)) in found.iter_mut().zip(wanted) {
            assert_eq!(stand.is(of), wanted, "{}: {}, {of:?}", stand.nation, stand.name);
            *count += u32::from(wanted);
        }
    }
    assert_eq!(found, [2, 42, 2, 46, 33]);
}

/// Every stand has a short name of a few characters that cuts no word without a mark, and that no other stand of its nation has.
#[test]
fn every_stand_has_a_short_name_of_its_own() {
    let mut long = Vec::new();
    for nation in Nation::ALL {
        let mut known: std::collections::HashMap<String, &str> = Default::default();
        for stand in catalog(nation) {
            let short = short_name(stand);
            assert!(!short.is_empty() && short.trim() == short && !short.contains("  "), "{short:?}");
            assert!(!short.ends_with(['-', ',', '/']), "{} is cut to {short}", stand.name);
            if short.chars().count() > SHORT_NAME {
                long.push(short.clone());
            }
            if let Some(other) = known.insert(short.clone(), &stand.name) {
                panic!("{nation}: {other} and {} are both called {short}", stand.name);
            }
        }
    }
    assert_eq!(long, [""; 0], "longer than {SHORT_NAME} characters");
}

#[test]
fn short_names_are_as_players_write_them() {
    let short = |nation, name: &str| short_name(find(nation, name).unwrap_or_else(|| panic!("no {name}")));
    for (nation, name, wanted) in [
        (Nation::Germany, "Panzer IV F2-H (7.5cm)", "PzIV F2"),
        (Nation::Germany, "PzGrenadier Infantry '43", "Gren '43"),
        (Nation::Germany, "SdKfz 7/2 37mm AAG", "SdKfz 7/2"),
        (Nation::Germany, "SdKfz 251/1", "Kfz 251/1"),
        (Nation::Germany, "Pz VI A (88L56)", "PzVI A"),
        (Nation::Germany, "81mm Mortar [3]", "81Mtr[3]"),
        (Nation::Germany, "Fallschirmjäger '43", "FJ '43"),
        (Nation::SovietUnion, "T-34c", "T-34c"),
        (Nation::SovietUnion, "Infantry '43-'45", "Inf '43"),
        (Nation::SovietUnion, "76mm IG (Rgt) [2]", "76 IG"),
        (Nation::UnitedStates, "Infantry HQ", "Inf HQ"),
        (Nation::UnitedKingdom, "Crusader (CS)", "Crus CS"),
    ] {
        assert_eq!(short(nation, name), wanted, "{name}");
    }
}

#[test]
fn every_exception_among_the_short_names_is_in_the_weapons_data() {
    for (name, short) in short_name_exceptions() {
        assert!(
            Nation::ALL.into_iter().any(|nation| catalog(nation).any(|stand| stand.name == name)),
            "{name} = {short}"
        );
    }
}
