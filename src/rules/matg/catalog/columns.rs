//! The weapons data as rows of text, for tables on paper and on the screen.

use crate::reading::has_words;

use super::{self as catalog, Aircraft, Class, Gun, Mode, Movement, Nation, Notes, StandType, Traverse};

/// The headings of [`rows`].
pub const HEADINGS: [&str; 15] = [
    "nation", "name", "class", "points", "weapon", "AP", "HE", "AP range", "HE range", "defence", "move",
    "cargo", "load", "year", "notes",
];

/// The headings of [`aircraft_row`].
pub const AIRCRAFT_HEADINGS: [&str; 8] =
    ["nation", "name", "points", "strafing AP", "strafing HE", "ordnance AP/HE x load", "years", "notes"];

/// The columns shown on the screen, the most important first: a narrow screen drops the last.
const SHOWN: [usize; 14] = [1, 4, 5, 6, 7, 8, 9, 10, 0, 3, 13, 11, 12, 14];

/// The headings, and every stand whose nation, name, class or weapon contains all words of a text.
pub fn catalog_rows(text: &str) -> Vec<Vec<String>> {
    let headings = HEADINGS.map(str::to_owned).to_vec();
    let rows = std::iter::once(headings).chain(search(text).flat_map(rows));
    rows.map(|row| SHOWN.iter().map(|&column| row[column].clone()).collect()).collect()
}

/// Every class with its name in files and commands.
pub const CLASSES: [(&str, Class); 12] = [
    ("tank", Class::Tank),
    ("anti-tank", Class::AntiTank),
    ("artillery", Class::Artillery),
    ("rocket-artillery", Class::RocketArtillery),
    ("close-support", Class::CloseSupport),
    ("anti-aircraft", Class::AntiAircraft),
    ("armoured-car", Class::ArmouredCar),
    ("carrier", Class::Carrier),
    ("personnel", Class::Personnel),
    ("transport", Class::Transport),
    ("boat", Class::Boat),
    ("non-motorized", Class::NonMotorized),
];

/// The class with a key or full name, in any case.
pub fn class(text: &str) -> Option<Class> {
    let wanted = text.trim().to_lowercase().replace([' ', '_'], "-").replace("armored", "armoured");
    let full = |class: Class| class.to_string().replace(' ', "-");
    let found = CLASSES.into_iter().find(|&(key, class)| key == wanted || full(class) == wanted);
    found.map(|(_, class)| class)
}

/// The key of a class.
pub fn class_key(class: Class) -> &'static str {
    CLASSES.into_iter().find(|&(_, known)| known == class).map_or("", |(key, _)| key)
}

fn number<N: ToString>(value: Option<N>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A stand as rows of a table, one for each weapon; the first also has the data of the stand itself.
pub fn rows(stand: &StandType) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = stand.guns.iter().map(|gun| row(Some(gun))).collect();
    if rows.is_empty() {
        rows.push(row(None));
    }
    let name = match stand.sections {
        0 => stand.name.clone(),
        sections => format!("{} [{sections}]", stand.name),
    };
    let first = &mut rows[0];
    first[0] = stand.nation.to_string();
    first[1] = name;
    first[2] = stand.class.to_string();
    first[3] = stand.points.to_string();
    first[9] = defence(stand);
    first[10] = movement(stand.movement);
    first[11] = number(stand.cargo);
    first[12] = number(stand.load);
    first[13] = format!("{:02}", stand.year);
    if stand.guns.is_empty() {
        first[14] = notes(stand.own_notes);
    }
    if let Some(note) = &stand.note {
        let gap = if first[14].is_empty() { "" } else { "; " };
        first[14] = format!("{}{gap}{note}", first[14]);
    }
    rows
}

fn row(gun: Option<&Gun>) -> Vec<String> {
    let mut row = vec![String::new(); HEADINGS.len()];
    if let Some(gun) = gun {
        let flame = if gun.flame { "F" } else { "" };
        row[4] = gun.label.clone();
        row[5] = format!("{}{flame}", number(gun.ap));
        row[6] = format!("{}{flame}", number(gun.he));
        row[7] = number(gun.ap.map(|_| gun.ap_range));
        row[8] = number(gun.he.map(|_| gun.he_range));
        row[14] = notes(gun.notes);
    }
    row
}

/// "`[5]`" for armour, "4" for others, empty if none is printed.
pub fn defence(stand: &StandType) -> String {
    match (stand.defence, stand.armoured) {
        (0, false) => String::new(),
        (value, true) => format!("[{value}]"),
        (value, false) => value.to_string(),
    }
}

/// As printed: "10T", "3F(5F)", "15W/3A", "4A", "0".
pub fn movement(movement: Movement) -> String {
    let land = match movement.land {
        None => String::new(),
        Some((0, Mode::Foot)) => "0".to_owned(),
        Some((points, mode)) => {
            let letter = match mode {
                Mode::Wheeled => 'W',
                Mode::Tracked => 'T',
                Mode::Foot => 'F',
            };
            let more = if movement.bonus > 0 {
                format!("({}{letter})", points + movement.bonus)
            } else {
                String::new()
            };
            format!("{points}{letter}{more}")
        }
    };
    match (land.is_empty(), movement.water) {
        (_, 0) => land,
        (true, water) => format!("{water}A"),
        (false, water) => format!("{land}/{water}A"),
    }
}

/// As printed: "R, I, S, SR4, M16".
pub fn notes(notes: Notes) -> String {
    let mut symbols: Vec<String> = Vec::new();
    let mut flag = |is: bool, symbol: &str| {
        if is {
            symbols.push(symbol.to_owned());
        }
    };
    flag(notes.restricted == Some(Traverse::Front), "R");
    flag(notes.restricted == Some(Traverse::Rear), "R1");
    flag(notes.restricted == Some(Traverse::SideOrRear), "R2");
    flag(notes.indirect, "I");
    flag(notes.open_topped, "U");
    flag(notes.smoke, "S");
    flag(notes.personnel, "P");
    flag(notes.two_guns, "T");
    let counted = [("M", notes.minimum), ("SR", notes.reload), ("D", notes.depletion)];
    symbols.extend(counted.into_iter().filter_map(|(symbol, value)| Some(format!("{symbol}{}", value?))));
    symbols.join(", ")
}

/// An aircraft as a row of a table.
pub fn aircraft_row(aircraft: &Aircraft) -> Vec<String> {
    let ordnance = aircraft.ordnance.iter().map(|drop| format!("{}/{} x{}", drop.ap, drop.he, drop.load));
    vec![
        aircraft.nation.to_string(),
        aircraft.name.clone(),
        aircraft.points.to_string(),
        aircraft.strafing_ap.to_string(),
        aircraft.strafing_he.to_string(),
        ordnance.collect::<Vec<_>>().join(", "),
        aircraft.years.map_or_else(String::new, |(from, to)| format!("{from:02}-{to:02}")),
        aircraft.note.clone().unwrap_or_default(),
    ]
}

/// The stands whose nation, name, class or weapon contains every word of a text.
pub fn search(text: &str) -> impl Iterator<Item = &'static StandType> + '_ {
    Nation::ALL.into_iter().flat_map(catalog::catalog).filter(move |stand| matches(stand, text))
}

/// Whether a stand's nation, name, class or weapons contain all these words.
pub fn matches(stand: &StandType, words: &str) -> bool {
    let labels: Vec<&str> = stand.guns.iter().map(|gun| gun.label.as_str()).collect();
    let note = stand.note.as_deref().unwrap_or_default();
    let all = format!("{} {} {} {} {note}", stand.nation, stand.name, stand.class, labels.join(" "));
    has_words(&all, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_round_trips_through_its_key() {
        for stand in Nation::ALL.into_iter().flat_map(catalog::catalog) {
            let key = class_key(stand.class);
            assert_eq!(class(key), Some(stand.class));
            assert_eq!(class(&stand.class.to_string()), Some(stand.class));
        }
    }

    #[test]
    fn rates_are_written_as_printed() {
        let rate = |land, bonus, water| movement(Movement { land, bonus, water });
        assert_eq!(rate(Some((10, Mode::Tracked)), 0, 0), "10T");
        assert_eq!(rate(Some((3, Mode::Foot)), 2, 0), "3F(5F)");
        assert_eq!(rate(Some((15, Mode::Wheeled)), 0, 3), "15W/3A");
        assert_eq!(rate(Some((0, Mode::Foot)), 0, 0), "0");
        assert_eq!(rate(None, 0, 4), "4A");
    }
}
