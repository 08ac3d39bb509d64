//! Rule cards: small drawn positions, plays and dice, and what must come of them (tests/cards/README.md).

mod claims;
pub mod table;

use std::fs;
use std::path::Path;

use crate::card::{self, Card};

/// The cards of a file, with its name for messages.
fn cards_of(path: &Path) -> Vec<Card> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    card::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_card_of_matg_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards/matg");
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let only = std::env::var("CARD").unwrap_or_default();
    let (mut played, mut failures) = (0, Vec::new());
    for path in paths {
        for card in cards_of(&path) {
            if !card.name.to_lowercase().contains(&only.to_lowercase()) {
                continue;
            }
            played += 1;
            if let Err(why) = table::play(&card) {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                failures.push(format!("{file}: {} [{}]\n    {why}", card.name, card.rules.join(", ")));
            }
        }
    }
    println!("{played} cards");
    assert!(failures.is_empty(), "{} of {played} cards fail:\n\n{}\n", failures.len(), failures.join("\n\n"));
}

/// A card must be able to fail: the dice, the plays and every kind of claim are held to.
#[test]
fn a_wrong_card_fails() {
    let right = r#"
        [[card]]
        name = "right"
        rules = ["7.1"]
        stands.G1 = "Panzer IV F2-H (7.5cm) @ 0101 N"
        stands.S1 = "T-34c @ 0105 N"
        start = "fire"
        play = ["target S1", "firer G1 0", "fire"]
        dice = [10, 4, 4]
        expect = ["S1 disorganized", "G1 fired"]
    "#;
    let outcome = |text: &str| table::play(&card::read(text).unwrap()[0]);
    assert_eq!(outcome(right), Ok(()));
    for (from, to, sign) in [
        ("[10, 4, 4]", "[10, 4]", "asks for"),
        ("[10, 4, 4]", "[10, 4, 4, 3]", "left over"),
        ("\"fire\"]", "\"fire\", \"target S1\"]", "target S1"),
        ("firer G1 0", "firer G1 1", "7.3.6"),
        ("S1 disorganized", "S1 suppressed", "S1"),
        ("G1 fired", "G1 not fired", "G1"),
        ("G1 fired", "G1 at 0102", "0101"),
        ("G1 fired", "G1 facing S", "N"),
        ("G1 fired", "offered: target S1", "target S1"),
        ("G1 fired", "blocked 0101-0105 at 0103 by 6.2", "clear"),
        ("G1 fired", "ground 0101: woods", "clear"),
        ("G1 fired", "G1 is a tank", "no claim"),
    ] {
        assert!(right.contains(from), "{from}");
        let why = outcome(&right.replace(from, to)).expect_err(to);
        assert!(why.contains(sign), "{to}: {why}");
    }
}
