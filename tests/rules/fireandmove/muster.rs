//! Battles drawn by lot: every nation against others, with every switch on and off, on ground of every kind.

use standto::dice::Dice;
use standto::game::Side;
use standto::rules::fireandmove::Position;
use standto::rules::fireandmove::nations::{Quality, nations};
use standto::rules::fireandmove::scenario;
use standto::simulate::check_random_game;

use crate::long::long;

/// Ten stripes of ground with every kind, and what stands between some of them.
const GROUNDS: [&str; 19] = [
    "open",
    "crops",
    "woods",
    "stone-building",
    "exposed",
    "jungle",
    "swamp",
    "swamp-island",
    "orchard",
    "rubble",
    "marsh",
    "field-works",
    "foxholes",
    "stream",
    "trench",
    "kunai",
    "bamboo",
    "palms",
    "hut",
];
const BORDERS: [&str; 10] =
    ["hedge", "fence", "bank", "wall", "ditch", "river", "trees", "wire-1", "wire-2", "crest"];

/// A battle of these nations.
fn battle(first: usize, second: usize, seed: u64) -> (String, Position) {
    let mut dice = Dice::seeded(seed, 40);
    let mut text = String::from("format = 1\nruleset = \"fireandmove\"\ntitle = \"By lot\"\nturns = 4\n");
    let mut line = |wanted: bool, words: &str| {
        if wanted {
            text += words;
        }
    };
    line(dice.below(4) == 0, "night = true\n");
    line(dice.below(2) == 0, "attacker = \"a\"\nhead-start = 2\n");
    line(dice.below(2) == 0, "time = { passages = 3, passes-on = 4 }\n");
    let stripes = "AAAABBBCCCDDDEEEFFFGGGHHH\n";
    text += &format!("map = \"\"\"\n{}\"\"\"\n", stripes.repeat(9));
    for tag in 'A'..='H' {
        // The forces stand in the first and the last.
        let ground = if matches!(tag, 'A' | 'H') { "open" } else { GROUNDS[dice.below(GROUNDS.len())] };
        text += &format!("[[feature]]\ntag = \"{tag}\"\nname = \"ground {tag}\"\nground = \"{ground}\"\n");
        let hard = dice.below(5) == 0;
        if hard && !matches!(tag, 'A' | 'H') {
            text += "cost = 2\n";
        }
    }
    for tag in 'A'..'H' {
        if dice.below(2) == 0 {
            let next = char::from(tag as u8 + 1);
            let kind = BORDERS[dice.below(BORDERS.len())];
            text += &format!("[[border]]\nbetween = [\"{tag}\", \"{next}\"]\nkind = \"{kind}\"\n");
        }
    }
    text += "[[objective]]\nfeature = \"D\"\npoints = 2\n";
    for (key, nation, column) in [("a", first, 2), ("b", second, 23)] {
        let nation = &nations()[nation];
        text += &format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nnation = \"{}\"\nbreaking = 9\n",
            nation.key
        );
        let partisans = dice.below(5) == 0;
        if partisans {
            text += "partisans = true\n";
        }
        if nation.key == "finnish" && dice.below(2) == 0 {
            text += "ski = true\n";
        }
        if dice.below(3) == 0 {
            text += "strikes = [8, 2]\n";
        }
        if dice.below(2) == 0 {
            text += "artillery = 5\n";
        }
        let kind = dice.below(2 * nation.kinds.len().max(1));
        match nation.kinds.get(kind) {
            Some(kind) => text += &format!("kind = \"{}\"\n", kind.key),
            None => {
                let quality = Quality::ALL[dice.below(3)];
                let none = nation.key == "red-army-chinese" && quality == Quality::Elite;
                if !none {
                    text += &format!("quality = \"{}\"\n", quality.key());
                }
            }
        }
        let leader = if nation.key == "russian" && !partisans { "commissar" } else { "pl" };
        let front = if key == "a" { "e" } else { "w" };
        let mut group = |row: usize, figures: &str, more: &str| {
            let figures: Vec<String> = figures.split(' ').map(|figure| format!("\"{figure}\"")).collect();
            text += &format!(
                "[[side.group]]\nat = \"{column:02}{row:02}\"\nfront = \"{front}\"\nfigures = [{}]\n{more}",
                figures.join(", ")
            );
        };
        group(3, &format!("{leader} lmg rifleman rifleman+charge rifleman rifleman+dadao"), "radio = true\n");
        group(5, "sl rifleman rifleman rifleman", "");
        group(7, "light-mortar rifleman rifleman rifleman", "");
        if !partisans && nation.key != "red-army-chinese" && dice.below(2) == 0 {
            group(9, "rifleman+faust rifleman+mine at-rifle", "");
            text += &format!(
                "[[side.group]]\nat = \"{column:02}01\"\nfront = \"{front}\"\nfigures = []\nvehicle = \"light-tank\"\n"
            );
        }
    }
    match scenario::read("by lot", &text) {
        Ok((position, _)) => (text, position),
        Err(faulty) => panic!("{faulty}\n{text}"),
    }
}

/// Every nation begins, each time against another.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize, u64)> {
    let all = nations().len();
    (0..count).map(move |number| {
        let (first, round) = (number % all, 1 + number / all);
        (first, (first + round) % all, number as u64)
    })
}

#[test]
fn random_games_of_all_nations_keep_every_law() {
    for (first, second, seed) in pairs(long(nations().len())) {
        let (text, initial) = battle(first, second, seed);
        let end = check_random_game(&initial, seed, 20_000).unwrap_or_else(|why| panic!("{why}\n{text}"));
        for side in Side::BOTH {
            let seat = end.hands.seat(side);
            let piles = [&seat.hand, &seat.played, &seat.buried];
            let count = seat.deck.left().len()
                + piles.iter().map(|pile| pile.len()).sum::<usize>()
                + seat.aside.len();
            assert_eq!(count, 41, "no card is lost or made\n{text}");
        }
    }
}
