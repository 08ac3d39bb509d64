//! Every nation's deck, hand and discards, copied from the lists of appendix I.

use std::collections::BTreeMap;

use standto::rules::fireandmove::cards::Card;
use standto::rules::fireandmove::cards::sheets;
use standto::rules::fireandmove::catalog::custom::lay_over;
use standto::rules::fireandmove::catalog::tables::tables;
use standto::rules::fireandmove::nations::{Quality, nation, nations};

/// nation, movement, rally, special cards; every nation has 4 Fire 1, 4 Fire 3/2, 4 Fire 5/4 and a time check.
const DECKS: [(&str, &str, &str, &str); 15] = [
    (
        "german",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "4x1 3x2 1x3r 1x4r 1x5r",
        "smoke sniper minefield hero fear cower",
    ),
    (
        "american",
        "1x1 4x1f 2x1/-1 2x2/-1 1x3/-2",
        "5x1 1x2 1x2r 1x3r 1x4r 1x5r",
        "smoke smoke sniper minefield hero fear cower cower",
    ),
    (
        "russian",
        "2x1 4x1f 3x1/-1 2x2/-1 1x2/-2 1x3/-2",
        "6x1 1x2 1x3 2x4r",
        "sniper minefield hero fear cower",
    ),
    (
        "british",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "4x1 3x2 1x3r 1x4r 1x5r",
        "smoke smoke sniper minefield hero fear",
    ),
    (
        "japanese",
        "2x1 4x1f 3x1/-1 2x2/-1 1x2/-2 1x3/-2",
        "6x1 1x2 1x3 2x4r",
        "sniper minefield hero fear cower",
    ),
    (
        "italian",
        "2x1 4x1f 1x1/-1 2x2/-1 1x3/-2",
        "5x1 3x2 1x3r 1x4r",
        "sniper minefield hero fear cower cower cower cower",
    ),
    (
        "french",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "4x1 3x2 1x3r 1x4r 1x5r",
        "smoke sniper minefield hero fear cower",
    ),
    (
        "hungarian",
        "3x1 4x1f 1x1/-1 2x2/-1 1x3/-2",
        "5x1 3x2 1x3r 1x4r",
        "sniper minefield hero fear cower smoke/cower smoke/cower",
    ),
    (
        "greek",
        "2x1 4x1f 3x1/-1 1x2/-1 1x2/-2 1x3/-2",
        "4x1 3x2 1x3r 1x4r 1x5",
        "sniper minefield hero hero cower fear",
    ),
    (
        "romanian",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "4x1 3x2 1x3 1x4r 1x5r",
        "sniper minefield hero fear cower cower/smoke",
    ),
    (
        "finnish",
        "2x1 4x1f 3x1/-1 2x2/-1 1x2/-2 1x3/-2",
        "6x1 1x2 1x3 2x4r",
        "sniper minefield hero fear cower",
    ),
    (
        "chinese-army-in-india",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "5x1 2x2 1x3r 1x4b 1x5b",
        "cower fear hero minefield smoke sniper",
    ),
    (
        "y-force",
        "2x1 4x1f 3x1/-1 2x2/-1 1x3/-2",
        "5x1 2x2 1x3r 1x4b 1x5b",
        "cower fear hero minefield smoke sniper",
    ),
    (
        "nationalist-chinese",
        "2x1 4x1 3x1/-1 2x2/-1 1x2/-2 1x3/-2",
        "6x1 1x2 1x3 1x4 1x4u",
        "cower fear hero minefield/gan_si_dui sniper",
    ),
    (
        "red-army-chinese",
        "2x1g 4x1fg 3x1/-1 2x2/-1 1x2/-2 1x3/-2",
        "6x1 1x2 1x3 1x4 1x4u",
        "sniper hero booby_trap fear fear",
    ),
];

fn expected(movement: &str, rally: &str, special: &str) -> BTreeMap<Card, usize> {
    let mut cards: BTreeMap<Card, usize> = BTreeMap::new();
    let mut put = |name: &str, count: usize| *cards.entry(name.parse().unwrap()).or_default() += count;
    for word in movement.split(' ') {
        let (count, value) = word.split_once('x').unwrap();
        let (value, grounds) = value.strip_suffix('g').map_or((value, ""), |value| (value, " and ground"));
        let (value, ford) = value.strip_suffix('f').map_or((value, ""), |value| (value, " ford"));
        put(&format!("move {value}{ford}{grounds}"), count.parse().unwrap());
    }
    for word in rally.split(' ') {
        let (count, value) = word.split_once('x').unwrap();
        let calls = [('r', " radio"), ('b', " runner/radio"), ('u', " runner")];
        let call = calls.iter().find_map(|(mark, call)| Some((value.strip_suffix(*mark)?, *call)));
        let (value, call) = call.unwrap_or((value, ""));
        put(&format!("rally {value}{call}"), count.parse().unwrap());
    }
    for word in special.split(' ') {
        put(&word.replace('_', " "), 1);
    }
    for fire in ["fire 1", "fire 3/2", "fire 5/4"] {
        put(fire, 4);
    }
    put("time check", 1);
    cards
}

// shows: 91.2 91.3 91.5 91.8 91.9
#[test]
fn every_deck_is_as_listed() {
    assert_eq!(nations().len(), DECKS.len());
    for ((key, movement, rally, special), found) in DECKS.into_iter().zip(nations()) {
        assert_eq!(found.key, key, "the order of the book");
        let cards = expected(movement, rally, special);
        assert_eq!(found.deck().into_iter().collect::<BTreeMap<_, _>>(), cards, "{key}");
        assert_eq!(found.cards.len(), 41, "{key}: forty cards and the time check");
    }
}

/// nation, hand, discards after 0, 1 and 2 actions: line, elite, second line.
type Discards = [u8; 3];
const HANDS: [(&str, [u8; 3], Discards, Discards, Discards); 15] = [
    ("german", [5, 5, 5], [1, 1, 1], [2, 2, 1], [1, 1, 1]),
    ("american", [6, 6, 6], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("russian", [4, 4, 4], [4, 0, 0], [4, 2, 0], [2, 0, 0]),
    ("british", [5, 5, 5], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("japanese", [4, 4, 4], [2, 0, 0], [2, 2, 0], [2, 0, 0]),
    ("italian", [4, 4, 4], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("french", [6, 6, 5], [1, 0, 0], [1, 1, 0], [1, 0, 0]),
    ("hungarian", [5, 5, 5], [1, 0, 0], [1, 1, 0], [1, 0, 0]),
    ("greek", [5, 5, 5], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("romanian", [5, 5, 5], [1, 0, 0], [1, 1, 0], [1, 0, 0]),
    ("finnish", [5, 5, 5], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("chinese-army-in-india", [5, 5, 5], [2, 1, 0], [2, 1, 0], [2, 1, 0]),
    ("y-force", [5, 5, 5], [2, 0, 0], [2, 0, 0], [1, 0, 0]),
    ("nationalist-chinese", [4, 4, 4], [2, 0, 0], [2, 1, 0], [1, 0, 0]),
    ("red-army-chinese", [4, 4, 4], [2, 0, 0], [2, 0, 0], [1, 0, 0]),
];

#[test]
fn hands_and_discards_are_those_of_the_text() {
    for (key, hands, line, elite, second) in HANDS {
        let found = nation(key).unwrap();
        for ((quality, hand), discards) in [Quality::Line, Quality::Elite, Quality::SecondLine]
            .into_iter()
            .zip(hands)
            .zip([line, elite, second])
        {
            let rules = found.hand(quality);
            assert_eq!(rules.hand, hand, "{key} {}", quality.key());
            assert_eq!([0, 1, 2].map(|actions| rules.allowed(actions)), discards, "{key} {}", quality.key());
        }
    }
}

fn may(key: &str, quality: Quality, cards: &[&str], actions: u8) -> bool {
    let cards: Vec<Card> = cards.iter().map(|name| name.parse().unwrap()).collect();
    nation(key).unwrap().hand(quality).may_discard(&cards, actions)
}

#[test]
fn cower_cards_go_as_each_nation_allows() {
    use Quality::{Elite, Line, SecondLine};
    // Japanese and Finns: any time, beside the others. Hungarians any number.
    assert!(may("japanese", Line, &["cower"], 3) && !may("japanese", Line, &["fire 1"], 1));
    assert!(may("japanese", Line, &["cower", "fire 1", "fire 1"], 0));
    assert!(
        may("finnish", Line, &["cower", "fire 1", "move 1"], 0) && may("finnish", SecondLine, &["cower"], 4)
    );
    assert!(may("hungarian", Line, &["cower", "smoke/cower", "smoke/cower"], 2));
    assert!(may("hungarian", Line, &["cower", "smoke/cower", "fire 1"], 0));
    assert!(
        !may("hungarian", SecondLine, &["cower"], 1) && may("hungarian", SecondLine, &["cower", "fire 1"], 0)
    );
    assert!(!may("hungarian", SecondLine, &["cower", "smoke/cower", "fire 1"], 0));
    // Italians: two of any kind, or any number of Cower cards and one other, and only when discarding.
    assert!(
        may("italian", Line, &["fire 1", "fire 1"], 0)
            && may("italian", Line, &["cower", "cower", "cower", "fire 1"], 0)
    );
    assert!(!may("italian", Line, &["cower", "fire 1", "fire 1"], 0) && !may("italian", Line, &["cower"], 1));
    assert!(
        may("italian", Elite, &["cower", "cower", "fire 1"], 1)
            && !may("italian", Elite, &["fire 1", "fire 1"], 1)
    );
    assert!(may("italian", SecondLine, &["cower", "cower", "fire 1"], 0));
    // Germans of the second line: a Cower card only after no action. Others have no such rule.
    assert!(may("german", SecondLine, &["fire 1"], 2) && !may("german", SecondLine, &["cower"], 2));
    assert!(may("german", Line, &["cower"], 2) && !may("american", Line, &["cower"], 1));
    // The Chinese Red Army: fear cards besides, but not its militia.
    assert!(may("red-army-chinese", Line, &["fear", "fear", "fire 1", "fire 1"], 0));
    assert!(
        may("red-army-chinese", Line, &["fear", "fear"], 3)
            && !may("red-army-chinese", SecondLine, &["fear"], 1)
    );
}

#[test]
fn artillery_costs_what_is_listed() {
    let cost = |key: &str| nation(key).unwrap().artillery.clone();
    for key in ["german", "british", "french"] {
        assert_eq!(cost(key), [(5, 42), (6, 84), (7, 126)], "{key}");
    }
    assert_eq!(cost("american"), [(5, 50), (6, 100), (7, 150)]);
    for key in ["russian", "japanese", "italian", "hungarian", "greek", "romanian", "finnish"] {
        assert_eq!(cost(key), [(5, 22), (6, 44), (7, 66)], "{key}");
    }
    assert_eq!(cost("chinese-army-in-india"), [(5, 22)]);
    assert_eq!(cost("y-force"), [(5, 18)]);
    assert_eq!([cost("nationalist-chinese"), cost("red-army-chinese")], [[(5, 11)], [(5, 11)]]);
}

// shows: 75.1
#[test]
fn figures_that_survive_in_the_text_are_in_the_tables() {
    let table = tables();
    // 91.2: MP +1 at close, 0 at medium, -1 at long range.
    assert_eq!(table.weapon("mp").unwrap().bonus, [Some(1), Some(0), Some(-1), None]);
    // 75: Panzerfaust, AP 5; 0-3 point blank, 0-1 close, 1 medium.
    let faust = table.weapon("panzerfaust").unwrap();
    let numbers =
        [faust.point_blank, faust.to_hit[0], faust.to_hit[1]].map(|number| number.unwrap().to_string());
    assert_eq!((faust.ap, numbers), (Some(5), ["0-3".into(), "0-1".into(), "1".into()]));
    assert!(faust.single_use && faust.fails.is_none());
    // 18.4: a flamethrower man dies at 7. 91.16: an 81 mm mortar has strength 5.
    assert_eq!(table.troop("flamethrower").unwrap().kia, 7);
    assert_eq!(table.weapon("mortar-81").unwrap().he, Some(5));
    assert!(table.troops.iter().all(|troop| troop.kia == if troop.key == "flamethrower" { 7 } else { 8 }));
    // 15.6: Russians and Japanese are negative at long range. No rifle reaches extreme range.
    let long = |key: &str| table.fire(key).unwrap().men.map(|men| men[2].unwrap());
    assert!(long(&nation("russian").unwrap().fire).iter().all(|value| *value < 0));
    assert_eq!(nation("japanese").unwrap().fire, nation("russian").unwrap().fire);
    assert!(table.fire.iter().all(|fire| fire.men.iter().all(|men| men[3].is_none())));
    assert!(
        table.weapons.iter().all(|weapon| !weapon.provenance.is_empty()),
        "every figure says whence it is"
    );
}

#[test]
fn sheets_hold_every_card_once() {
    let of = |nation| sheets::Figures::of(nation, tables());
    for nation in nations() {
        let drawn: Vec<String> = (1..=sheets::sheets(nation))
            .map(|sheet| sheets::svg(nation, sheet, of(nation)).unwrap())
            .collect();
        assert_eq!(drawn.len(), 5, "{}", nation.key);
        let cards: usize = drawn.iter().map(|sheet| sheet.matches("<rect").count()).sum();
        assert_eq!(cards, 41, "{}", nation.key);
        assert!(sheets::svg(nation, 6, of(nation)).is_none() && sheets::svg(nation, 0, of(nation)).is_none());
    }
    let text = sheets::text(nation("german").unwrap(), of(nation("german").unwrap()));
    assert!(
        text.contains(" 4 x Movement 1            1 move action; fords without a check; or go to ground\n"),
        "{text}"
    );
    assert!(text.contains("FV 5: 42 points, FV 6: 84 points, FV 7: 126 points"), "{text}");
}

#[test]
fn a_table_of_ones_own_takes_the_place_of_ours() {
    let own = lay_over(tables().clone(), "mine.toml", "[[troop]]\nkey = \"rifleman\"\nname = \"rifleman\"\nweapon = \"rifle\"\nmorale = 5\npanic = 2\nccv = 1\npoints = 9\n").unwrap();
    assert_eq!((own.troop("rifleman").unwrap().morale, tables().troop("rifleman").unwrap().morale), (5, 3));
    assert_eq!(own.troops.len(), tables().troops.len());
    let bad = lay_over(
        own.clone(),
        "mine.toml",
        "[[troop]]\nkey = \"rifleman\"\nname = \"x\"\nweapon = \"sling\"\nmorale = 5\npanic = 2\nccv = 1\npoints = 9\n",
    );
    assert_eq!(
        bad.unwrap_err().to_string().trim_end(),
        "mine.toml:1:1: troop rifleman: there is no weapon \"sling\""
    );
    let bad = lay_over(own, "mine.toml", "[[troop]]\nkey = 3\n").unwrap_err().to_string();
    assert!(bad.starts_with("mine.toml:2:7:"), "{bad}");
}
