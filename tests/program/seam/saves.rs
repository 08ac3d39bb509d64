//! The journal: torn, damaged, tampered with.

use std::fs;

use proptest::prelude::*;
use standto::game::Session;
use standto::game::journal::{self, DiceKind, Header, Journal, Loaded, Record};
use standto::game::replay::ReplayError;

use super::{HUMAN, PROGRAM, Table, header, load, play_on, read, replay_error, table, text};

#[test]
fn a_torn_last_entry_is_dropped_with_a_remark() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 5);
    let whole = text(&path);
    let last = whole.rfind("[[play]]").unwrap();
    drop(game);
    for cut in last + 1..whole.len() {
        let loaded = journal::parse(&whole[..cut], "game.toml").unwrap();
        assert_eq!(loaded.journal.plays.len(), 4, "cut at {cut}");
        assert!(loaded.torn.unwrap().contains("incomplete entry"));
        assert_eq!(loaded.whole, last);
    }
    let zeros = format!("{}\0\0\0\0", &whole[..last]);
    assert!(journal::parse(&zeros, "game.toml").unwrap().torn.is_some());
    // Continuing to play first removes the torn end from the file.
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let mut again = load(&path);
    assert_eq!((again.plays(), text(&path).as_str()), (4, &whole[..last]));
    play_on(&mut again, 1);
    assert_eq!(text(&path), whole);
}

#[test]
fn damage_elsewhere_is_refused_with_its_place() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 6);
    let whole = text(&path);
    let line = |needle: &str| 1 + whole[..whole.find(needle).unwrap()].matches('\n').count();
    let error = |from: &str, to: &str| {
        journal::parse(&whole.replacen(from, to, 1), "game.toml").unwrap_err().to_string()
    };
    let third = line("n = 3\n");
    let broken = error("n = 3\n", "n = three\n");
    assert!(broken.starts_with(&format!("game.toml:{third}:5: ")), "{broken}");
    assert!(broken.contains("expected a play"), "{broken}");
    let missing = error("n = 3\n", "n = 4\n");
    assert!(missing.contains("expected play 3, found play 4"), "{missing}");
    assert!(missing.starts_with(&format!("game.toml:{}:1: ", third - 1)), "{missing}");
    let unknown = error("n = 3\n", "n = 3\nluck = 1\n");
    assert!(unknown.starts_with(&format!("game.toml:{}:1: ", third + 1)), "{unknown}");
    assert!(error("format = 2", "format = 3").contains("format 3"));
    assert!(error("seed = 77", "seed = -1").starts_with(&format!("game.toml:{}:", line("seed = "))));
    assert!(error("\"human\"", "\"nobody\"").contains("\"nobody\" is not a seat"));
    assert!(error("seed = 77\n", "").contains("seed"));
    assert!(journal::parse("", "game.toml").unwrap_err().to_string().starts_with("game.toml:1:1: "));
}

#[test]
fn tampering_is_reported_with_the_action() {
    let Table { path, mut game, _folder } = table(DiceKind::Seeded, HUMAN, HUMAN);
    play_on(&mut game, 30);
    let journal = read(&path).journal;
    let with = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut changed = journal.clone();
        change(&mut changed.plays);
        replay_error(&changed.to_toml())
    };
    let digest = with(&|plays| plays[24].digest = Some(1));
    assert!(digest.to_string().starts_with("play 25: the save has digest 0000000000000001, but replaying"));
    assert!(matches!(with(&|plays| plays[2].rolls[0] = 9), ReplayError::Roll { n: 3, .. }));
    assert!(matches!(with(&|plays| plays[2].rolls.truncate(1)), ReplayError::Roll { n: 3, .. }));
    assert!(matches!(with(&|plays| plays[2].rolls.push(1)), ReplayError::Unread { n: 3, unread: 1 }));
    assert!(matches!(with(&|plays| plays[3].choice = "take 9".into()), ReplayError::Illegal { n: 4, .. }));
    assert!(matches!(with(&|plays| plays[3].choice = "sing".into()), ReplayError::Notation { n: 4, .. }));
    assert!(matches!(with(&|plays| plays[3].side = "north".into()), ReplayError::Side { n: 4, .. }));
    // A face that is on the die, but was not rolled: the seed shows it.
    let fell = &journal.plays[2].rolls;
    let swapped = with(&|plays| plays[2].rolls[0] = 1 + fell[0] % 6);
    assert!(matches!(&swapped, ReplayError::Faces { n: 3, expected, .. } if expected == fell), "{swapped}");
}

#[test]
fn a_game_keeps_the_scenario_it_was_begun_with() {
    let begun = header(DiceKind::Seeded, HUMAN, HUMAN);
    let text = "title = \"Stones\"\npile = 200\n";
    assert_eq!(begun.scenario_source(Some(text)), Ok((text, None)));
    let (own, remark) = begun.scenario_source(Some("other")).unwrap();
    assert_eq!(own, text);
    assert!(remark.unwrap().contains("has changed since"));
    assert!(begun.scenario_source(None).unwrap().1.unwrap().contains("no longer here"));
    let tampered = begun.to_toml().replace("pile = 200", "pile = 100");
    let tampered = journal::parse(&tampered, "game.toml").unwrap().journal.header;
    assert!(tampered.scenario_source(Some(text)).unwrap_err().to_string().contains("has been changed"));
    let bare = begun.to_toml();
    let bare = format!("{}\n", &bare[..bare.find("[scenario-text]").unwrap()]);
    let bare = journal::parse(&bare, "game.toml").unwrap().journal.header;
    assert_eq!(bare.scenario_source(Some(text)), Ok((text, None)));
    assert!(bare.scenario_source(Some("other")).unwrap_err().to_string().contains("another version"));
    assert!(bare.scenario_source(None).is_err());
}

proptest! {
    #[test]
    fn any_scenario_text_reads_back(source in "(?s)([a-z'\"\\\\\r\n\t\0é]|'''|\n\\[\\[play\\]\\]\n){0,40}", title in "\\PC{0,20}") {
        let seats = [("a b", HUMAN), ("ü", PROGRAM)];
        let header = Header::new("toy", "x", &title, &source, u64::MAX >> 1, seats);
        let play = Record { n: 1, side: title.clone(), choice: source.clone(), ..Record::default() };
        let journal = Journal { header, plays: vec![play] };
        let loaded = journal::parse(&journal.to_toml(), "game.toml").unwrap();
        prop_assert_eq!(loaded, Loaded { whole: journal.to_toml().len(), journal, torn: None });
    }
}

proptest! {
    #[test]
    fn a_mutated_save_is_read_or_refused(
        at in 0usize..700,
        gone in 0usize..60,
        put in "([a-z0-9=\\[\\]\"'\\\\ \n\r\té\0]|\\[\\[play\\]\\]\n|\n\n){0,12}",
    ) {
        let play = |n| Record { n, side: "north".into(), choice: "throw".into(), rolls: vec![1, 2], ..Record::default() };
        let plays = (1..=5).map(play).collect();
        let mut save = Journal { header: header(DiceKind::Seeded, HUMAN, HUMAN), plays }.to_toml();
        let at = at.min(save.len());
        save.replace_range(at..(at + gone).min(save.len()), &put);
        match journal::parse(&save, "game.toml") {
            Ok(loaded) => prop_assert!(loaded.whole <= save.len() && loaded.journal.plays.len() <= 12 + 5),
            Err(error) => prop_assert!(error.line >= 1 && error.line <= 2 + save.matches('\n').count()),
        }
    }
}
