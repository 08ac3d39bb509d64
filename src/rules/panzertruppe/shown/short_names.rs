//! Short names of units for tight places: what a player writes on a roster.

/// Every catalog name that is shortened. All other names are short enough.
const SHORT: [(&str, &str); 73] = [
    ("Pz I B", "PzI B"),
    ("Pz II F", "PzII F"),
    ("Pz 38(t)", "Pz38(t)"),
    ("Pz III F-G", "PzIII G"),
    ("Pz III J-L", "PzIII L"),
    ("Pz IV F1", "PzIV F1"),
    ("Pz IV F2-G", "PzIV F2"),
    ("Pz IV H-J", "PzIV H"),
    ("StuG III A-E", "StuG A"),
    ("StuG III F-G", "StuG G"),
    ("JgPz IV", "JgPzIV"),
    ("JgPz IV L/70", "JgPzIV/70"),
    ("Marder II-III", "Marder"),
    ("Jagdpanther", "JgPanther"),
    ("SdKfz 251/1", "SdKfz 251"),
    ("SdKfz 231 8w", "SdKfz 231"),
    ("Pz II L Lynx", "Lynx"),
    ("SdKfz 250/1", "SdKfz 250"),
    ("SdKfz 251 quad 20", "251 quad 20"),
    ("Halftrack 37 mm AA", "HT 37mm AA"),
    ("Unarmoured halftrack", "Halftrack U"),
    ("Small unarmoured halftrack", "Small HT U"),
    ("M3/M5 Stuart", "Stuart"),
    ("M3 Lee/Grant", "Lee/Grant"),
    ("M4 Sherman 75", "Sherman 75"),
    ("M4 Sherman 76", "Sherman 76"),
    ("M4 Sherman 105", "Sherman 105"),
    ("M4A3E2 Jumbo", "Jumbo"),
    ("M4A3E2 Jumbo 76", "Jumbo 76"),
    ("M3 halftrack", "M3 HT"),
    ("M3 HT 75S,D", "M3 HT 75S"),
    ("M3 HT 37VL,D", "M3 HT 37"),
    ("Quad .50 armoured HT", "M16 quad"),
    ("M3 scout car", "Scout car"),
    ("M3 scout car, no MG", "Scout, no MG"),
    ("M7 Priest", "Priest"),
    ("Sherman Calliope", "Calliope"),
    ("M4 Sherman 75 rollers", "Sherman roller"),
    ("M4 Sherman 75 flail", "Sherman flail"),
    ("M4 Sherman 75 dozer", "Sherman dozer"),
    ("M4 Sherman 75 prongs", "Sherman prongs"),
    ("M4 Sherman 76 lend-lease", "Sherman 76 LL"),
    ("Unarmoured HT 40 mm AA", "HT 40mm AA"),
    ("Truck 40 mm AA", "Truck 40mm AA"),
    ("T-34 M40/41", "T-34/41"),
    ("T-34 M43", "T-34/43"),
    ("Valentine lend-lease", "Valentine LL"),
    ("Crusader II", "Crusader"),
    ("Cromwell IV", "Cromwell"),
    ("Bren/Universal carrier", "Carrier"),
    ("Bren carrier ATR", "Carrier ATR"),
    ("Ram Kangaroo", "Kangaroo"),
    ("AA Mark Light tank", "AA Light"),
    ("Char B1 bis", "Char B1"),
    ("Somua S-35", "S-35"),
    ("Hotchkiss H-39", "H-39"),
    ("Renault R-35", "R-35"),
    ("Lorraine 37L", "Lorraine"),
    ("Panhard 178", "Panhard"),
    ("Type 95 Ha-Go", "Ha-Go"),
    ("Type 2 KA-MI", "KA-MI"),
    ("Type 2 KA-MI, no pontoons", "KA-MI bare"),
    ("Type 97 Chi-Ha", "Chi-Ha"),
    ("Type 97 Shinhoto", "Shinhoto"),
    ("Type 1 Ho-Ni", "Ho-Ni"),
    ("Infantry", "Inf"),
    ("Infantry MG", "Inf MG"),
    ("Infantry bazooka", "Inf bazooka"),
    ("Infantry PIAT", "Inf PIAT"),
    ("Infantry panzershreck", "Inf PzSchreck"),
    ("Infantry panzerfaust", "Inf PzFaust"),
    ("Infantry panzerfaust 44", "Inf PzFaust 44"),
    ("Infantry ATR", "Inf ATR"),
];

/// The short name of a unit. What the table does not have is shortened by rule: "75 mm infantry gun" to "75mm inf gun".
pub(super) fn short_name(name: &str) -> String {
    match SHORT.iter().find(|(long, _)| *long == name) {
        Some((_, short)) => (*short).to_owned(),
        None => {
            let short = name.replace(" mm", "mm").replace("infantry", "inf").replace("Mortar", "Mtr");
            short.replace("howitzer", "how").replace("Russian", "Rus.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SHORT, short_name};
    use crate::rules::panzertruppe::tables::specifications::standard;

    #[test]
    fn short_names_belong_to_catalog_units_and_fit() {
        for (long, short) in SHORT {
            assert!(standard().iter().any(|entry| entry.name == long), "{long}");
            assert!(short.len() < long.len() && short.len() <= 14, "{short}");
        }
        for entry in standard() {
            let short = short_name(&entry.name);
            assert!(short.chars().count() <= 16, "{}: {short}", entry.name);
        }
    }

    #[test]
    fn short_names_are_unique_per_nation() {
        let nations = standard().iter().map(|entry| entry.nation);
        for nation in nations {
            let mut names: Vec<String> = standard()
                .iter()
                .filter(|entry| entry.nation == nation)
                .map(|entry| short_name(&entry.name))
                .collect();
            names.sort();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all, "{nation:?}: {names:?}");
        }
    }
}
