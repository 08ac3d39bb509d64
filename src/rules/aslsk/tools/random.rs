//! Random scenarios for a quick evening: two small forces by unit value on part of one board. One holds a building,
//! the other has to clear it. What makes the chances even was measured: `config/aslsk/random.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::hex::Hex;
use crate::dice::Dice;
use crate::rules::aslsk::tables::counters::{self, Kind, Nation};

/// The sizes: the name, the defender's value, hexrows in play on each side of the building, and turns.
pub(super) const SIZES: [(&str, u32, i16, u8); 3] =
    [("skirmish, 20 minutes", 60, 6, 5), ("evening", 110, 9, 6), ("long", 170, 13, 7)];

/// The figures of `config/aslsk/random.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    /// Games in a hundred that the attackers win, by size.
    won: BySize<u32>,
    army: BTreeMap<String, Quality>,
    building: Vec<Building>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BySize<T> {
    skirmish: T,
    evening: T,
    long: T,
}

impl<T> BySize<T> {
    fn of(&self, size: usize) -> &T {
        [&self.skirmish, &self.evening, &self.long][size]
    }
}

/// How much more or less an attacker needs against an army, and needs itself, in %.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quality {
    holds: u32,
    attacks: u32,
}

/// A building, and the attacker's value as a percentage of the defender's, entering from the north and the south.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Building {
    at: String,
    skirmish: Option<[u32; 2]>,
    evening: Option<[u32; 2]>,
    long: Option<[u32; 2]>,
}

impl Building {
    fn attack(&self, size: usize) -> Option<[u32; 2]> {
        [self.skirmish, self.evening, self.long][size]
    }

    /// The letter of its board and its hex there.
    fn place(&self) -> (&str, Hex) {
        let (letter, hex) = self.at.split_at(1);
        (letter, hex.parse().expect("a building has a hex"))
    }
}

static MEASURED: LazyLock<Measured> =
    LazyLock::new(|| crate::reading::built_in(include_str!("../../../../config/aslsk/random.toml")));

/// Hexes from the building within which it must be cleared, and one more for the defender's set-up.
const CLEAR: u16 = 1;

/// A force: its nationality in files, its name, its squads from the commonest down, its ELR and its months.
struct Army {
    /// Its name among the measured figures.
    key: &'static str,
    nation: Nation,
    word: &'static str,
    name: &'static str,
    squads: &'static [&'static str],
    elr: u8,
}

const GERMANS: Army = Army {
    key: "germans",
    nation: Nation::German,
    word: "german",
    name: "Germans",
    squads: &["4-6-7", "4-6-7", "4-4-7", "4-6-8"],
    elr: 3,
};
const VOLKSGRENADIERS: Army =
    Army { key: "volksgrenadiers", squads: &["4-4-7", "4-6-7", "4-3-6"], elr: 2, ..GERMANS };
const AMERICANS: Army = Army {
    key: "americans",
    nation: Nation::American,
    word: "american",
    name: "Americans",
    squads: &["6-6-6", "6-6-6", "5-4-6"],
    elr: 3,
};
const PARATROOPERS: Army = Army { key: "paratroopers", squads: &["7-4-7", "6-6-7"], elr: 5, ..AMERICANS };
const BRITISH: Army = Army {
    key: "british",
    nation: Nation::British,
    word: "british",
    name: "British",
    squads: &["4-5-7", "4-5-7", "4-4-7", "4-5-8"],
    elr: 3,
};
const ITALIANS: Army = Army {
    key: "italians",
    nation: Nation::Italian,
    word: "italian",
    name: "Italians",
    squads: &["3-4-6", "3-4-7", "4-4-7"],
    elr: 2,
};

/// An encounter: the place, year, month and the two armies.
const MEETINGS: [(&str, u16, u8, Army, Army); 7] = [
    ("Sicily", 1943, 7, ITALIANS, AMERICANS),
    ("Sicily", 1943, 8, GERMANS, BRITISH),
    ("Italy", 1944, 1, GERMANS, AMERICANS),
    ("Normandy", 1944, 6, GERMANS, PARATROOPERS),
    ("Normandy", 1944, 7, GERMANS, BRITISH),
    ("the Ardennes", 1944, 12, VOLKSGRENADIERS, AMERICANS),
    ("Tunisia", 1943, 3, ITALIANS, BRITISH),
];

/// A random scenario of a size, an index into [`SIZES`].
pub(super) fn scenario(seed: u64, size: usize) -> String {
    let mut dice = Dice::seeded(seed, 0);
    let size = size.min(SIZES.len() - 1);
    let (_, value, across, turns) = SIZES[size];
    let fits = MEASURED.building.iter().filter_map(|building| Some((building, building.attack(size)?)));
    let fits: Vec<(&Building, [u32; 2])> = fits.collect();
    let (building, attack) = fits[dice.below(fits.len())];
    let (letter, goal) = building.place();
    let (place, year, month, first, second) = &MEETINGS[dice.below(MEETINGS.len())];
    let (defender, attacker) = if dice.below(2) == 0 { (first, second) } else { (second, first) };
    let from = dice.below(2);
    let edge = ["north", "south"][from];
    let defence = force(&mut dice, defender, value);
    let quality = |army: &Army| &MEASURED.army[army.key];
    let needs = attack[from] * quality(defender).holds * quality(attacker).attacks;
    let attack = force(&mut dice, attacker, defence.value * needs / 1_000_000);
    let name = format!("{letter}{goal}");
    let mut text =
        format!("format = 1\nruleset = \"aslsk\"\ntitle = \"The building at {name}\"\nbriefing = [\n");
    let lines = [
        format!(
            "A random scenario: {place}, {year}. {} attack a building that {} hold.",
            attacker.name, defender.name
        ),
        format!(
            "The {} win at game end if no unbroken enemy MMC is within {CLEAR} hex of {name}.",
            attacker.name
        ),
        format!(
            "The forces are measured for even chances: in scenarios like this one the attackers won {}% of the games \
             between two normal computers.",
            MEASURED.won.of(size)
        ),
    ];
    lines.iter().for_each(|line| text += &format!("  \"{line}\",\n"));
    let columns = [goal.col - across, goal.col + across].map(|col| Hex::new(col, 1));
    let rows = columns.map(|hex| hex.to_string().trim_end_matches('1').to_owned());
    let keys = [defender, attacker].map(|army| army.name.to_lowercase());
    let _ = write!(
        text,
        "]\nyear = {year}\nmonth = {month}\nturns = {turns}\nsets-up = \"{}\"\nmoves = \"{}\"\n\n[[board]]\nletter = \
         \"{letter}\"\nhexrows = [\"{}\", \"{}\"]\n",
        keys[0], keys[1], rows[0], rows[1]
    );
    for (key, army) in keys.iter().zip([defender, attacker]) {
        let _ = write!(text, "\n[[side]]\nkey = \"{key}\"\nname = \"{}\"\n", army.name);
    }
    let set_up = format!("within = {{ of = \"{name}\", hexes = {} }}", CLEAR + 2);
    let entry = format!("enter = {{ turn = 1, edges = [\"{edge}\"] }}");
    for (key, army, force, start) in
        [(&keys[0], defender, &defence, set_up), (&keys[1], attacker, &attack, entry)]
    {
        let _ = write!(
            text,
            "\n[[group]]\nname = \"{} company\"\nside = \"{key}\"\nnation = \"{}\"\nelr = {}\n{start}\nunits = {}\nweapons \
             = {}\n",
            army.name,
            army.word,
            army.elr,
            list(&force.units),
            list(&force.weapons)
        );
    }
    let _ =
        write!(text, "\n[victory]\nside = \"{}\"\nclear = {{ of = \"{name}\", hexes = {CLEAR} }}\n", keys[1]);
    text
}

/// An order of battle.
struct Force {
    units: Vec<String>,
    weapons: Vec<String>,
    value: u32,
}

/// What a squad is worth: FP, range and morale.
fn squad_value(nation: Nation, name: &str) -> u32 {
    let counter = counters::find(nation, name).map(counters::CounterId::get);
    let counter = counter.filter(|counter| counter.kind == Kind::Squad);
    counter.map_or(10, |counter| {
        u32::from(counter.firepower) + u32::from(counter.range) / 2 + counter.morale.max(5) as u32 - 3
    })
}

/// Leaders, one for about three squads, the better ones with larger forces.
const LEADERS: [(&str, u32); 4] = [("8-0", 6), ("8-1", 12), ("7-0", 3), ("9-1", 18)];
/// SW, one for about two squads.
const WEAPONS: [(&str, u32); 4] = [("LMG", 6), ("MMG", 10), ("LMG", 6), ("HMG", 14)];

/// A force of about this value: the closest of a dozen.
fn force(dice: &mut Dice, army: &Army, value: u32) -> Force {
    let drawn = (0..12).map(|_| drawn(dice, army, value));
    drawn.min_by_key(|force| force.value.abs_diff(value)).expect("a dozen forces")
}

fn drawn(dice: &mut Dice, army: &Army, value: u32) -> Force {
    let (mut spent, mut squads) = (0, Vec::new());
    let (mut leaders, mut weapons) = (Vec::new(), Vec::new());
    loop {
        let squad = army.squads[dice.below(army.squads.len())];
        let cost = squad_value(army.nation, squad);
        if spent + cost / 2 > value {
            break;
        }
        spent += cost;
        squads.push(squad);
        if squads.len() % 3 == 1 {
            let (leader, cost) = LEADERS[dice.below((squads.len() / 3 + 2).min(LEADERS.len()))];
            spent += cost;
            leaders.push(leader);
        }
        if squads.len().is_multiple_of(2) {
            let (weapon, cost) = WEAPONS[dice.below((squads.len() / 2).min(WEAPONS.len()))];
            spent += cost;
            weapons.push(weapon);
        }
    }
    squads.extend(leaders);
    Force { units: counted(&squads), weapons: counted(&weapons), value: spent }
}

/// `3 4-6-7` for three of them, in the order of their first.
fn counted(names: &[&str]) -> Vec<String> {
    let mut known: Vec<(&str, u32)> = Vec::new();
    for name in names {
        match known.iter_mut().find(|(other, _)| other == name) {
            Some((_, count)) => *count += 1,
            None => known.push((name, 1)),
        }
    }
    known
        .iter()
        .map(|(name, count)| if *count == 1 { (*name).to_owned() } else { format!("{count} {name}") })
        .collect()
}

fn list(entries: &[String]) -> String {
    let quoted: Vec<String> = entries.iter().map(|entry| format!("\"{entry}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_random_scenario_can_be_played_and_a_seed_gives_the_same_again() {
        for size in 0..SIZES.len() {
            for seed in 0..40 {
                let text = scenario(seed, size);
                let read = crate::rules::aslsk::scenario::read("random", &text);
                assert!(read.is_ok(), "{:?}\n{text}", read.err());
                assert_eq!(scenario(seed, size), text);
            }
        }
    }
}
