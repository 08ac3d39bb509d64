//! The file of a table's cards: the players, then one action after another.

use std::fmt::Write as _;

use crate::reading::Spanned;
use serde::Deserialize;

use crate::reading::{Faulty, Report, parsed, suggestion};
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::nations::{Quality, nation, nations};
use crate::rules::fireandmove::tools::aid::{Act, Deed, Seat, Table};

/// The current file format.
const FORMAT: i64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: Spanned<i64>,
    decks: Spanned<String>,
    seed: u64,
    player: Vec<Spanned<Player>>,
    #[serde(default)]
    act: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    key: String,
    nation: Spanned<String>,
    quality: Quality,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    by: Spanned<String>,
    did: Spanned<String>,
    #[serde(default)]
    cards: Vec<Spanned<String>>,
    face: Option<Spanned<u8>>,
}

/// The header of a table's file.
pub fn written(table: &Table) -> String {
    let mut text = String::from("# The decks of a real table. It only grows: \"standto deck\" adds to it.\n");
    let _ = writeln!(text, "format = {FORMAT}\ndecks = \"fireandmove\"\nseed = {}", table.seed);
    for Seat { key, nation, quality, .. } in &table.seats {
        let _ = writeln!(
            text,
            "\n[[player]]\nkey = \"{key}\"\nnation = \"{}\"\nquality = \"{}\"",
            nation.key,
            quality.key()
        );
    }
    text
}

/// One action as a file entry.
pub(super) fn entry(table: &Table, act: &Act) -> String {
    let list = |cards: &[Card]| {
        let all: Vec<String> = cards.iter().map(|card| format!("\"{card}\"")).collect();
        format!("cards = [{}]\n", all.join(", "))
    };
    let (did, more) = match &act.deed {
        Deed::Draw(cards) => ("draw", list(cards)),
        Deed::Play(cards) => ("play", list(cards)),
        Deed::Discard(cards) => ("discard", list(cards)),
        Deed::Aside(cards) => ("aside", list(cards)),
        Deed::Settle(cards) => ("settle", list(cards)),
        Deed::Shuffle => ("shuffle", String::new()),
        Deed::Time(face) => ("time", format!("face = {face}\n")),
        Deed::Back => ("back", String::new()),
    };
    format!("\n[[act]]\nby = \"{}\"\ndid = \"{did}\"\n{more}", table.seats[act.seat].key)
}

/// Reads a table from its file; `name` is used in messages.
///
/// # Errors
/// Every error in the file, with its location. Play cannot continue with a table that has errors.
pub fn read(name: &str, text: &str) -> Result<Table, Faulty> {
    let mut report = Report::new(name, text);
    let table = parsed(&mut report, text).and_then(|file| built(&mut report, file));
    report.end(table).map(|(table, _)| table)
}

fn built(report: &mut Report, file: File) -> Option<Table> {
    if *file.format.get_ref() != FORMAT {
        let told = format!("these decks are in format {}, expected format {FORMAT}", file.format.get_ref());
        report.fault(file.format.span(), told);
        return None;
    }
    if file.decks.get_ref() != "fireandmove" {
        let told = format!("these are decks of \"{}\", expected \"fireandmove\"", file.decks.get_ref());
        report.fault(file.decks.span(), told);
        return None;
    }
    let count = file.player.len();
    let at = file.player.last().map_or(0..0, Spanned::span);
    let mut seats = Vec::new();
    for player in file.player {
        let Player { key, nation: named, quality } = player.into_inner();
        let Some(found) = nation(named.get_ref()) else {
            let keys: Vec<&str> = nations().iter().map(|nation| nation.key.as_str()).collect();
            let near = suggestion(named.get_ref(), &keys);
            report.fault(named.span(), format!("there is no nation \"{}\"{near}", named.get_ref()));
            return None;
        };
        seats.push(Seat::new(key, found, quality));
    }
    let Ok(seats) = <[Seat; 2]>::try_from(seats) else {
        report.fault(at, format!("a table has two players, not {count}"));
        return None;
    };
    if seats[0].key == seats[1].key {
        report.fault(at, format!("both players are called \"{}\"", seats[0].key));
        return None;
    }
    let mut table = Table::new(seats, file.seed);
    for entry in file.act {
        let at = entry.span();
        let act = act(report, &table, entry.into_inner())?;
        if let Err(why) = table.act(act) {
            report.fault(at, why);
            return None;
        }
    }
    Some(table)
}

fn act(report: &mut Report, table: &Table, entry: Entry) -> Option<Act> {
    let [first, second] = &table.seats;
    let Some(seat) = table.seats.iter().position(|seat| seat.key == *entry.by.get_ref()) else {
        let told = format!(
            "there is no player \"{}\": expected {} or {}",
            entry.by.get_ref(),
            first.key,
            second.key
        );
        report.fault(entry.by.span(), told);
        return None;
    };
    let mut cards = Vec::new();
    for card in &entry.cards {
        match card.get_ref().parse() {
            Ok(card) => cards.push(card),
            Err(why) => report.fault(card.span(), why),
        }
    }
    if cards.len() < entry.cards.len() {
        return None;
    }
    let deed = match entry.did.get_ref().as_str() {
        "draw" => Deed::Draw(cards),
        "play" => Deed::Play(cards),
        "discard" => Deed::Discard(cards),
        "aside" => Deed::Aside(cards),
        "settle" => Deed::Settle(cards),
        "shuffle" => Deed::Shuffle,
        "back" => Deed::Back,
        "time" => match &entry.face {
            Some(face) if (1..=6).contains(face.get_ref()) => Deed::Time(*face.get_ref()),
            Some(face) => {
                report.fault(face.span(), format!("a D6 shows 1 to 6, not {}", face.get_ref()));
                return None;
            }
            None => {
                report.fault(entry.did.span(), "a time check needs its D6: expected \"face = 1\" to 6");
                return None;
            }
        },
        other => {
            let told = format!(
                "\"{other}\" is not an action: expected draw, play, discard, aside, settle, \
                 shuffle, time or back"
            );
            report.fault(entry.did.span(), told);
            return None;
        }
    };
    Some(Act { seat, deed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let seat = |key: &str| Seat::new(key.into(), nation(key).unwrap(), Quality::Line);
        Table::new([seat("german"), seat("russian")], 11)
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut table = table();
        let mut text = written(&table);
        for (seat, limit, opening) in
            [(0, 5, true), (1, 4, true), (0, 30, false), (1, 41, false), (0, 41, false)]
        {
            for act in table.filled(seat, limit, opening).unwrap() {
                text += &entry(&table, &act);
                table.act(act).unwrap();
            }
            let played = Act { seat, deed: Deed::Play(vec![table.seats[seat].hand[0]]) };
            let back = Act { seat, deed: Deed::Back };
            let gone = Act { seat, deed: Deed::Discard(table.seats[seat].hand[1..].to_vec()) };
            for act in [played, back, gone] {
                text += &entry(&table, &act);
                table.act(act).unwrap();
            }
            assert_eq!(read("t.toml", &text).unwrap(), table);
        }
        assert!(table.seats[0].turns > 0 && !table.seats[0].times.is_empty());
    }

    #[test]
    fn every_fault_has_its_place_and_says_what_was_expected() {
        let good = written(&table()) + "\n[[act]]\nby = \"german\"\ndid = \"draw\"\ncards = [\"hero\"]\n";
        assert!(read("t.toml", &good).is_ok());
        let cases = [
            ("format = 1", "format = 2", "t.toml:2:10: these decks are in format 2, expected format 1"),
            (
                "decks = \"fireandmove\"",
                "decks = \"bridge\"",
                "t.toml:3:9: these are decks of \"bridge\", expected \"fireandmove\"",
            ),
            (
                "nation = \"german\"",
                "nation = \"germn\"",
                "t.toml:8:10: there is no nation \"germn\"; did you mean \"german\"?",
            ),
            (
                "quality = \"line\"",
                "quality = \"poor\"",
                "t.toml:9:11: unknown word `poor`, expected one of `second-line`, `line`, `elite`",
            ),
            ("key = \"russian\"", "key = \"german\"", "both players are called \"german\""),
            (
                "by = \"german\"",
                "by = \"french\"",
                "t.toml:17:6: there is no player \"french\": expected german or russian",
            ),
            ("\"draw\"", "\"drew\"", "t.toml:18:7: \"drew\" is not an action: expected draw, play"),
            ("\"draw\"", "\"play\"", "t.toml:16:1: there is no hero in the hand of the german player"),
            ("\"draw\"", "\"time\"", "t.toml:18:7: a time check needs its D6: expected \"face = 1\" to 6"),
            ("\"draw\"", "\"back\"", "the last action was not a play or discard of the german player"),
            ("[\"hero\"]", "[\"heroes\"]", "t.toml:19:10: \"heroes\" is not a card: expected move N"),
            ("[\"hero\"]", "[\"hero\", \"hero\"]", "there is no hero in the deck of the german player"),
            ("[\"hero\"]", "[\"hero\"]\nface = 7", ""),
            ("did = \"draw\"", "did = \"time\"\nface = 7", "t.toml:19:8: a D6 shows 1 to 6, not 7"),
            ("seed = 11", "sead = 11", "t.toml:4:1: unknown field `sead`"),
            ("cards = [\"hero\"]", "cards = [\"hero\"", "t.toml:"),
        ];
        for (from, to, said) in cases {
            let text = good.replacen(from, to, 1);
            assert_ne!(text, good, "{from}");
            match read("t.toml", &text) {
                Ok(_) => assert!(said.is_empty(), "{to}: expected {said}"),
                Err(faulty) => {
                    let told = faulty.to_string();
                    assert!(!said.is_empty() && told.contains(said), "{to}: {told}");
                }
            }
        }
    }
}
