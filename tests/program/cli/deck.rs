//! Decks for a real table: dealt, kept in a file, shown to their owner.

use std::fs;

use crate::desk::{Desk, desk, text};

fn deal(desk: &Desk) -> String {
    desk.good(&["deck", "new", "duel", "german", "russian:elite", "--seed", "5"])
}

/// The names of a player's hand, in order.
fn hand(desk: &Desk, player: &str) -> Vec<String> {
    let told = desk.good(&["deck", "hand", "duel", player]);
    let cards = told.lines().skip(1).filter(|line| line.starts_with("  "));
    cards.map(|line| line[5..21].trim().to_owned()).collect()
}

#[test]
fn a_deck_is_dealt_played_and_saved() {
    let desk = desk();
    let told = deal(&desk);
    assert!(told.contains("german (Germans, line)\n  in hand      5 of 5\n  deck         36 left"), "{told}");
    assert!(told.contains("russian (Russians, elite)"), "{told}");
    let before = hand(&desk, "german");
    assert_eq!(before.len(), 5);
    let played = desk.good(&["deck", "play", "duel", "german", "2", "1"]);
    assert_eq!(played, format!("german plays {}, {}; 3 in hand\n", before[1], before[0]));
    assert_eq!(hand(&desk, "german"), before[2..]);
    let gone = desk.good(&["deck", "discard", "duel", "german", "1"]);
    assert_eq!(gone, "german discards 1 card face down; 2 in hand\n");
    let shown = desk.good(&["deck", "show", "duel"]);
    assert!(
        shown.contains(&format!("discards     2 and 1 face down; face up, last first: {}, ", before[0])),
        "{shown}"
    );
    assert_eq!(desk.good(&["deck", "back", "duel", "german"]), "german: undone; 3 in hand\n");
    assert_eq!(hand(&desk, "german"), before[2..]);
    let filled = desk.good(&["deck", "fill", "duel", "german"]);
    assert!(
        filled.ends_with("german draws 2; 5 in hand, 34 left\n") || filled.contains("Time check!"),
        "{filled}"
    );
    let told = desk.refused(1, &["deck", "back", "duel", "german"]);
    assert!(told.contains("so it can't be undone"), "a draw is not undone: {told}");
    assert_eq!(hand(&desk, "german").len(), 5, "nothing was written");
    assert!(desk.good(&["deck", "fill", "duel", "german", "--hand", "6"]).contains("6 in hand"));
}

#[test]
fn cards_are_set_aside_until_their_action_is_done() {
    let desk = desk();
    deal(&desk);
    let card = hand(&desk, "german")[0].clone();
    let told = desk.good(&["deck", "aside", "duel", "german", "1"]);
    assert_eq!(told, format!("german sets aside {card}; 4 in hand\n"));
    assert!(desk.good(&["deck", "fill", "duel", "german"]).contains("5 in hand"), "it counts for no hand");
    assert!(desk.good(&["deck", "show", "duel"]).contains(&format!("  set aside    {card}\n")));
    let told = desk.good(&["deck", "settle", "duel", "german"]);
    assert_eq!(told, format!("german discards {card}, set aside before\n"));
    assert!(desk.refused(1, &["deck", "settle", "duel", "german"]).contains("has no cards set aside"));
    assert!(!desk.good(&["deck", "show", "duel"]).contains("set aside"));
}

#[test]
fn only_the_owners_view_shows_the_hand() {
    let desk = desk();
    let mut told = deal(&desk);
    told += &desk.good(&["deck", "show", "duel"]);
    told += &desk.good(&["deck", "fill", "duel", "russian", "--hand", "9"]);
    told += &desk.good(&["deck", "show", "duel"]);
    told += desk.good(&["deck", "hand", "duel", "german"]).lines().next().unwrap();
    for card in hand(&desk, "russian").iter().chain(&hand(&desk, "german")) {
        assert!(!told.contains(card.as_str()), "{card}: {told}");
    }
    let own = desk.good(&["deck", "hand", "duel", "german"]);
    assert!(own.starts_with("The hand of german: 5 of 5") && !own.contains("russian"), "{own}");
}

#[test]
fn the_same_seed_deals_the_same_and_another_does_not() {
    let (one, other) = (desk(), desk());
    deal(&one);
    deal(&other);
    assert_eq!(hand(&one, "german"), hand(&other, "german"));
    other.good(&["deck", "new", "again", "german", "russian:elite", "--seed", "6"]);
    let files = ["duel", "again"].map(|name| text(&other.path(&format!("decks/{name}.toml"))));
    assert_ne!(files[0].split_once("[[act]]").unwrap().1, files[1].split_once("[[act]]").unwrap().1);
}

#[test]
fn two_players_of_one_nation_have_different_names() {
    let desk = desk();
    let told = desk.good(&["deck", "new", "kin", "finnish", "finnish:second-line"]);
    assert!(told.contains("finnish (") && told.contains("finnish-2 ("), "{told}");
    assert!(desk.good(&["deck", "hand", "kin", "finnish-2"]).starts_with("The hand of finnish-2"));
}

#[test]
fn bad_arguments_are_refused_in_a_sentence() {
    let desk = desk();
    deal(&desk);
    let kept = text(&desk.path("decks/duel.toml"));
    let refused = |code, words: &[&str], said: &str| {
        let told = desk.refused(code, &[&["deck"], words].concat());
        assert!(told.contains(said), "{words:?}: {told}");
    };
    refused(2, &["new", "Duel!", "german", "russian"], "\"Duel!\" can't be a table's name");
    refused(2, &["new", "x", "germn", "russian"], "there is no nation \"germn\" (did you mean \"german\"?)");
    refused(
        2,
        &["new", "x", "german:brave", "russian"],
        "\"brave\" is not a quality: expected second-line, line or elite",
    );
    refused(1, &["new", "duel", "german", "russian"], "duel.toml: a file with this name already exists");
    refused(1, &["show", "duell"], "; perhaps \"duel\"?");
    refused(1, &["show", "nowhere"], &format!("there is no \"nowhere\" in {}", desk.path("decks").display()));
    refused(2, &["hand", "duel", "french"], "there is no player \"french\": expected german or russian");
    refused(1, &["play", "duel", "german", "7"], "the german player holds no card \"7\"");
    refused(1, &["play", "duel", "german", "1", "1"], "holds no card \"1\"");
    refused(2, &["play", "duel", "german", "ace"], "\"ace\" is not a card: expected move N");
    refused(2, &["fill", "duel", "german", "--hand", "0"], "0 is not in 1..=20");
    refused(2, &["play", "duel", "german"], "CARDS");
    assert_eq!(text(&desk.path("decks/duel.toml")), kept, "nothing was written");
}

#[test]
fn a_damaged_file_is_reported_unchanged_and_a_torn_end_is_cut() {
    let desk = desk();
    deal(&desk);
    let path = desk.path("decks/duel.toml");
    let good = text(&path);
    let before = hand(&desk, "german");
    let bad = good.replacen("did = \"draw\"", "did = \"play\"", 1);
    fs::write(&path, &bad).unwrap();
    let told = desk.refused(1, &["deck", "fill", "duel", "german"]);
    assert!(told.contains("duel.toml:") && told.contains("in the hand of the german player"), "{told}");
    assert_eq!(text(&path), bad, "a file that cannot be read is not written to");
    fs::write(&path, format!("{good}\n[[act]]\nby = \"german\"\ndid = \"pl")).unwrap();
    let told = desk.good(&["deck", "show", "duel"]);
    assert!(told.starts_with("The file ends in an incomplete action. It is ignored.\n"), "{told}");
    assert_eq!(text(&path), good, "the torn end is gone");
    assert_eq!(hand(&desk, "german"), before, "the action being written never happened");
    assert!(desk.good(&["deck", "play", "duel", "german", "1"]).starts_with("german plays"));
    assert_eq!(hand(&desk, "german"), before[1..]);
    for cut in (good.len() - 30..good.len()).rev() {
        fs::write(&path, &good[..cut]).unwrap();
        let run = desk.run(&["deck", "show", "duel"]);
        assert!(
            run.code == Some(0) || run.code == Some(1) && run.err.contains("duel.toml:"),
            "{cut}: {run:?}"
        );
    }
}

#[test]
fn actions_are_on_disk_before_they_are_reported() {
    let desk = desk();
    deal(&desk);
    let path = desk.path("decks/duel.toml");
    let before = text(&path);
    // Neither the folder nor the file can be written any more, so no success is reported.
    let mut closed = fs::metadata(&path).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut closed, 0o400);
    fs::set_permissions(&path, closed).unwrap();
    let run = desk.run(&["deck", "play", "duel", "german", "1"]);
    if run.code == Some(0) {
        // The superuser may write it anyway.
        assert!(text(&path).len() > before.len());
    } else {
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.contains("permission"), "{run:?}");
        assert_eq!(text(&path), before);
    }
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
    assert_eq!(mode & 0o077, 0, "hands are readable by their owner only");
}

#[test]
fn a_table_and_a_hand_are_told_as_json() {
    let desk = desk();
    deal(&desk);
    let names = hand(&desk, "german");
    desk.good(&["deck", "play", "duel", "german", "1"]);
    let table = desk.json(&["deck", "show", "duel", "--json"]);
    assert_eq!(table[0]["player"], "german");
    assert_eq!((&table[0]["in_hand"], &table[0]["hand_size"]), (&4.into(), &5.into()), "{table}");
    assert_eq!(table[0]["face_up"], serde_json::json!([names[0]]));
    assert_eq!(table[1]["quality"], "elite");
    assert!(!table.to_string().contains(&names[1]) || names[1] == names[0], "no hand is told: {table}");
    let hand = desk.json(&["deck", "hand", "duel", "german", "--json"]);
    let told: Vec<&str> =
        hand.as_array().unwrap().iter().map(|card| card["card"].as_str().unwrap()).collect();
    assert_eq!(told, names[1..]);
    assert_eq!(hand[0]["number"], 1);
}

#[test]
fn nations_and_their_cards_are_told_as_json() {
    let desk = desk();
    let nations = desk.json(&["cards", "--json"]);
    assert_eq!(nations[0], serde_json::json!({ "key": "german", "name": "Germans" }));
    let cards = desk.json(&["cards", "german", "--json"]);
    let count: u64 = cards.as_array().unwrap().iter().map(|card| card["count"].as_u64().unwrap()).sum();
    assert_eq!(count, 41);
}
