//! Rule cards: small positions, choices and dice, and the required result (tests/cards/README.md).

mod claims;
mod dress;
pub mod table;

use standto::rules::matg::Position;

use crate::card;

#[test]
fn every_matg_card_passes() {
    card::all_hold::<Position>();
}

/// A card must be able to fail: wrong dice, choices and claims of every kind are caught.
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
    let changes = [
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
        ("G1 fired", "G1 is a tank", "not a claim"),
    ];
    card::fails_when_changed::<Position>(right, &changes);
}
