//! The rule ledger: complete, in order, true to its charts, and cited only by numbers it has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use standto::ledger::{Ledger, Rule, State};
use standto::registry::Ruleset;

/// Every number printed in chapters 4 to 11 of Micro Armour: The Game - WWII, with the numbered items of
/// 4.0, 7.4.7.1, 7.8.1, 7.8.2, 8.10.1.3, 8.10.2.4 and 10.8.
const PRINTED: &str = "
    4.0 4.0.1 4.0.2 4.0.3 4.0.4 4.0.5 4.0.6 4.0.7
    5.0 5.1 5.2 5.3
    6.0 6.1 6.2 6.2.1 6.2.2 6.2.3 6.3 6.3.1 6.3.2 6.3.3 6.3.4 6.4 6.4.1 6.4.2 6.4.3 6.5
    7.0 7.1 7.1.1 7.1.2 7.1.3 7.1.4 7.1.5 7.1.6 7.1.7 7.1.8 7.1.9 7.1.10 7.2 7.3 7.3.1 7.3.2 7.3.3 7.3.4
    7.3.5 7.3.6 7.4 7.4.1 7.4.2.1 7.4.2.2 7.4.2.3 7.4.3.1 7.4.3.2 7.4.3.3 7.4.3.4 7.4.4 7.4.5.1 7.4.5.2
    7.4.6 7.4.7.1 7.4.7.1.1 7.4.7.1.2 7.4.7.1.3 7.4.7.1.4 7.4.7.2 7.4.8 7.4.9 7.4.9.1 7.4.10 7.4.11 7.5
    7.5.1 7.5.2 7.5.3 7.5.4 7.5.5 7.6 7.6.1 7.6.1.1 7.6.1.2 7.6.1.3 7.6.1.4 7.6.1.5 7.6.2 7.6.2.1
    7.6.2.2 7.6.2.3 7.6.2.4 7.6.3 7.6.4 7.6.4.1 7.6.4.2 7.6.4.3 7.6.4.4 7.6.4.5 7.6.4.6 7.6.5 7.6.5.1
    7.6.5.2 7.6.5.3 7.6.5.4 7.7 7.7.1 7.7.2 7.7.3 7.8 7.8.1 7.8.1.1 7.8.1.2 7.8.1.3 7.8.2 7.8.2.1
    7.8.2.2 7.8.2.3 7.8.3 7.9 7.9.1 7.9.2 7.9.3
    8.0 8.1 8.1.1 8.1.2 8.1.3 8.1.4 8.2 8.2.1 8.2.2 8.2.3 8.2.4 8.2.5 8.2.6 8.2.7 8.2.8 8.3 8.3.1 8.3.2
    8.3.3 8.3.4 8.3.5 8.3.6 8.3.7 8.3.8 8.3.9 8.4 8.4.1 8.4.2 8.4.3 8.4.4 8.4.5 8.4.6 8.4.7 8.4.8 8.4.9
    8.5 8.5.1 8.5.2 8.5.3 8.5.4 8.5.5 8.6 8.6.1 8.6.2 8.6.3 8.6.4 8.7 8.7.1 8.7.2 8.7.3 8.7.4 8.7.5
    8.7.6 8.7.7 8.7.8 8.8 8.8.1 8.8.2 8.8.3 8.8.4 8.8.5 8.8.6 8.8.7 8.8.8 8.8.9 8.8.10 8.8.11 8.9 8.9.1
    8.9.2 8.9.3 8.9.4 8.9.5 8.10 8.10.1 8.10.1.1 8.10.1.2 8.10.1.3 8.10.1.3.1 8.10.1.3.2 8.10.1.3.3
    8.10.1.4 8.10.1.5 8.10.2 8.10.2.1 8.10.2.2 8.10.2.3 8.10.2.4 8.10.2.4.1 8.10.2.4.2 8.10.2.4.3
    8.10.2.4.4
    9.0 9.1 9.1.1 9.1.2 9.1.3 9.1.4 9.1.5 9.2 9.2.1 9.2.2 9.2.3 9.3 9.3.1 9.3.2 9.3.3 9.3.4 9.4 9.4.1
    9.4.2 9.4.3 9.4.4 9.5 9.5.1 9.5.2 9.5.3 9.6 9.6.1 9.6.2 9.6.3
    10.0 10.1 10.1.1 10.1.2 10.1.3 10.1.4 10.1.5 10.1.6 10.1.7 10.2 10.3 10.4 10.5 10.6 10.7 10.7.1
    10.7.2 10.8 10.8.1 10.8.2 10.8.3 10.8.4 10.9 10.10 10.10.1 10.10.2 10.10.3 10.10.4 10.10.5 10.10.6
    10.10.7 10.11 10.11.1 10.11.2 10.12 10.13 10.14
    11.0 11.1 11.1.1 11.1.2 11.1.3 11.1.4 11.1.5 11.1.6 11.1.7 11.2 11.2.1 11.2.2 11.2.3 11.3 11.3.1
    11.3.2 11.3.3 11.4 11.4.1 11.4.2 11.4.3 11.4.4 11.4.5 11.5 11.5.1 11.5.2 11.5.3 11.5.4 11.5.5 11.5.6
    11.5.7 11.5.8 11.5.9 11.5.9.1 11.5.9.2 11.5.9.3 11.6 11.6.1 11.6.2
";

fn matg() -> &'static Ledger {
    Ruleset::Matg.ledger()
}

/// "7.4.2.1" as [7, 4, 2, 1]; `None` for charts and the like.
fn parts(number: &str) -> Option<Vec<u16>> {
    number.split('.').map(|part| part.parse().ok()).collect()
}

fn chapter(rule: &Rule) -> Option<u16> {
    parts(&rule.number).map(|parts| parts[0])
}

#[test]
fn every_printed_number_is_in_the_ledger() {
    let printed: Vec<&str> = PRINTED.split_whitespace().collect();
    let ours: Vec<&str> = matg()
        .rules()
        .iter()
        .filter(|rule| chapter(rule).is_some_and(|chapter| (4..=11).contains(&chapter)))
        .map(|rule| rule.number.as_str())
        .collect();
    assert_eq!(ours, printed);
}

#[test]
fn numbers_are_unique_and_in_order() {
    let mut seen = BTreeSet::new();
    for rule in matg().rules() {
        assert!(seen.insert(&rule.number), "{} stands twice", rule.number);
    }
    let numbered: Vec<Vec<u16>> = matg().rules().iter().filter_map(|rule| parts(&rule.number)).collect();
    assert!(numbered.is_sorted(), "the numbers are in the order of the book");
    let first_named = matg().rules().iter().position(|rule| parts(&rule.number).is_none());
    assert_eq!(first_named, Some(numbered.len()), "charts follow the numbered rules");
}

#[test]
fn chapters_have_their_states() {
    for rule in matg().rules() {
        let right = match chapter(rule) {
            Some(1..=3) => rule.state == State::Out,
            Some(4..=11) => rule.state == State::Done,
            // Optional rules are built one by one.
            Some(_) => rule.state != State::Out,
            None => true,
        };
        assert!(right, "{} is {:?}", rule.number, rule.state);
    }
}

#[test]
fn rules_not_done_have_a_reason() {
    for rule in matg().rules() {
        assert_eq!(rule.state == State::Done, rule.reason.is_empty(), "{}: {:?}", rule.number, rule.reason);
    }
}

#[test]
fn every_rule_can_be_read() {
    for rule in matg().rules() {
        assert!(!rule.title.is_empty() && rule.title.len() <= 48, "{}: title", rule.number);
        assert!(rule.summary.ends_with(['.', '*']) || rule.summary.contains("\n "), "{}: end", rule.number);
        assert!(rule.summary.is_ascii(), "{}: a plain terminal must show it", rule.number);
        for line in rule.summary.lines() {
            assert_eq!(line.trim_end(), line, "{}", rule.number);
            assert!(!line.starts_with(' ') || line.len() <= 58, "{}: table too wide: {line}", rule.number);
        }
    }
}

#[test]
fn rulings_are_unique_and_used() {
    let mut seen = BTreeSet::new();
    for ruling in matg().rulings() {
        assert!(seen.insert(ruling.id.as_str()), "{} stands twice", ruling.id);
        assert!(!ruling.text.is_empty() && !ruling.provenance.is_empty(), "{}", ruling.id);
    }
    let cited: BTreeSet<&str> =
        matg().rules().iter().flat_map(|rule| rule.rulings.iter().map(String::as_str)).collect();
    assert_eq!(cited, seen, "rulings cited by rules, and rulings there are");
}

#[test]
fn summaries_cite_known_rules() {
    for rule in matg().rules() {
        for cited in bracketed(&rule.summary) {
            assert!(matg().exact(&cited).is_some(), "{} cites {cited}", rule.number);
        }
    }
}

#[test]
fn tables_agree_with_the_charts_in_play() {
    let combat = table("chart: combat results");
    let charts: toml::Table = toml::from_str(include_str!("../../../config/matg/charts.toml")).unwrap();
    let rows = charts["combat-results"].as_str().unwrap();
    for (row, ours) in rows.lines().zip(&combat[1..]) {
        let cells: Vec<String> = ours.split_whitespace().skip(1).map(|cell| cell.replace('.', "-")).collect();
        assert_eq!(cells.join(" "), row, "row {ours}");
    }
    assert_eq!(combat.len(), 21);

    let orders = &table("chart: orders")[1];
    let mut printed: Vec<i64> = orders.split_whitespace().map(|n| n.parse().unwrap()).collect();
    printed.dedup();
    let mut played: Vec<i64> =
        charts["movement-orders"].as_array().unwrap().iter().map(|n| n.as_integer().unwrap()).collect();
    played.dedup();
    assert_eq!(printed, played);

    let terrain: toml::Table = toml::from_str(include_str!("../../../config/matg/terrain.toml")).unwrap();
    let off_chart = [
        "water",
        "river",
        "stream",
        "bridge",
        "engineer-bridge",
        "wrecks",
        "brush",
        "sodden",
        "sodden-rough",
        "sodden-slope",
        "sodden-road",
    ];
    let played: Vec<String> = terrain["terrain"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| !off_chart.contains(&row["name"].as_str().unwrap()))
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            let die = |key: &str| match row.get(key).and_then(toml::Value::as_integer) {
                None | Some(0) => "-".to_owned(),
                Some(value) => format!("{value:+}"),
            };
            format!(
                "{} {} {} {} {}",
                text("track"),
                text("wheel"),
                text("foot"),
                die("personnel"),
                die("others")
            )
        })
        .collect();
    let printed: Vec<String> = table("chart: terrain")[1..]
        .iter()
        .map(|line| {
            let figures = line[22..].split_whitespace().take(5);
            // Figures may carry a mark: "+1*", "-1m".
            figures
                .map(|f| {
                    if f.starts_with(['+', '-']) { f.trim_end_matches(['*', 'm', 'h', 'o', 'i']) } else { f }
                })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(printed, played);
}

/// The lines of the table in a chart.
fn table(number: &str) -> Vec<&'static str> {
    matg().exact(number).unwrap().summary.lines().filter(|line| line.starts_with(' ')).collect()
}

#[test]
fn a_number_finds_its_rule_or_the_one_above() {
    let number = |wanted: &str| matg().rule(wanted).map(|rule| rule.number.as_str());
    assert_eq!(number("7.1.6"), Some("7.1.6"));
    assert_eq!(number("7.3.6.9"), Some("7.3.6"));
    assert_eq!(number("7.4.2"), Some("7.4.2.1"));
    assert_eq!(number("7.99"), Some("7.0"));
    assert_eq!(number("8"), Some("8.0"));
    assert_eq!(number("chart: range"), Some("chart: range"));
    assert_eq!(number("chart: cheese"), None);
    assert_eq!(number("13.1"), None);
    assert_eq!(number(""), None);
    assert!(matg().knows("7.4.2") && matg().knows("7.4.2.1") && !matg().knows("7.4.12"));
}

#[test]
fn rulings_are_found_by_id() {
    assert_eq!(matg().ruling("G-20").map(|ruling| ruling.title.as_str()), Some("When a D stand is depleted"));
    assert!(matg().ruling("s-2").is_some());
    assert!(matg().ruling("S-999").is_none());
}

#[test]
fn search_looks_at_numbers_titles_and_summaries() {
    let found = |text: &str| -> Vec<&str> {
        matg().search(text).into_iter().map(|rule| rule.number.as_str()).collect()
    };
    assert_eq!(found("8.5")[..2], ["8.5", "8.5.1"]);
    assert!(!found("7.1").contains(&"7.10"));
    assert_eq!(found("Panic")[0], "5.3");
    assert!(found("hold the horses").contains(&"10.10.3"));
    assert_eq!(found("  "), Vec::<&str>::new());
    assert_eq!(found("zeppelin"), Vec::<&str>::new());
}

#[test]
fn summaries_come_in_whole_paragraphs() {
    let summary = &matg().exact("5.3").unwrap().summary;
    assert!(!summary.contains('\n'), "{summary}");
    let two = &matg().exact("8.9.4").unwrap().summary;
    assert_eq!(two.split("\n\n").count(), 2, "{two}");
}

#[test]
fn a_ruleset_without_a_ledger_has_an_empty_one() {
    assert!(Ledger::read("").rules().is_empty());
    assert!(Ledger::read("").rule("7.1").is_none());
}

#[test]
fn rules_cited_in_the_source_are_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/matg");
    let mut unknown = Vec::new();
    for file in files(&root, "rs") {
        for literal in literals(&fs::read_to_string(&file).unwrap()) {
            for cited in citations(&literal) {
                if !matg().knows(&cited) && matg().ruling(&cited).is_none() {
                    unknown.push(format!("{}: {cited}", file.strip_prefix(&root).unwrap().display()));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "cited but not in the ledger:\n{}", unknown.join("\n"));
}

#[test]
fn cards_show_known_rules() {
    for (card, rules) in cards() {
        assert!(!rules.is_empty(), "the card {card:?} shows no rule");
        for number in rules {
            let rule = matg().exact(&number);
            assert!(rule.is_some(), "the card {card:?} shows {number}, which is not in the ledger");
        }
    }
}

#[test]
fn every_done_rule_has_a_card() {
    let shown: BTreeSet<String> = cards().into_values().flatten().chain(shown_in_source()).collect();
    let without: Vec<&str> = matg()
        .rules()
        .iter()
        .filter(|rule| rule.state == State::Done && !is_shown(&rule.number, &shown))
        .map(|rule| rule.number.as_str())
        .collect();
    assert!(
        without.is_empty(),
        "{} rules are done but no card shows them:\n{}",
        without.len(),
        without.join("\n")
    );
}

/// Whether a card shows the rule, or every rule under it: a heading, "8.2" for 8.2.1 to 8.2.8.
fn is_shown(number: &str, shown: &BTreeSet<String>) -> bool {
    let under = |rule: &&Rule| {
        let mut above = rule.number.rsplit_once('.').map(|(above, _)| above.to_owned());
        // "8.0" stands above 8.1, and 8.1 above 8.1.1.
        if let Some(chapter) = above.as_ref().filter(|above| !above.contains('.')) {
            above = Some(format!("{chapter}.0"));
        }
        above.as_deref() == Some(number) && rule.number != number
    };
    let rules = matg().rules();
    let mut children = rules.iter().filter(under).peekable();
    shown.contains(number)
        || (children.peek().is_some() && children.all(|rule| is_shown(&rule.number, shown)))
}

/// The rules that tests written in Rust show, in lines such as "// card: 7.6.2.1, 7.6.3" or "// rules: 7.6.3".
fn shown_in_source() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut shown = Vec::new();
    for file in files(&tests, "rs") {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let line = line.trim_start();
            let list = line.strip_prefix("// card:").or_else(|| line.strip_prefix("// rules:"));
            let Some(list) = list.map(str::trim) else { continue };
            let list = list.strip_prefix("rules:").unwrap_or(list);
            let rules = list.split(',').map(str::trim).filter(|number| matg().exact(number).is_some());
            shown.extend(rules.map(str::to_owned));
        }
    }
    shown
}

/// The rules each rule card shows, by the name of the card.
fn cards() -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cards/matg");
    let mut cards = BTreeMap::new();
    for file in files(&folder, "toml") {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap();
        let table: toml::Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let listed = table.get("card").and_then(toml::Value::as_array);
        for card in listed.unwrap_or_else(|| panic!("{name}: no [[card]]")) {
            let title = card.get("name").and_then(toml::Value::as_str);
            let title = title.unwrap_or_else(|| panic!("{name}: a card has no name")).to_owned();
            let rules = card.get("rules").and_then(toml::Value::as_array);
            let rules = rules.unwrap_or_else(|| panic!("{name}: the card {title:?} has no rules"));
            let rules = rules.iter().map(|rule| rule.as_str().expect("a rule is text").to_owned()).collect();
            assert!(cards.insert(title.clone(), rules).is_none(), "{name}: two cards are called {title:?}");
        }
    }
    cards
}

/// All files with an ending in a folder and the folders in it, in order; none if there is no such folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found
}

/// The string literals of Rust source, comments and characters left out, escapes left as written.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(after) = rest.strip_prefix("/*") {
            rest = after.split_once("*/").map_or("", |(_, after)| after);
        } else if let Some(after) = rest.strip_prefix("'\"'").or_else(|| rest.strip_prefix("'\\\"'")) {
            rest = after;
        } else if let Some((hashes, after)) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let (text, after) = after.split_once(&end).unwrap_or((after, ""));
            found.push(text.to_owned());
            rest = after;
        } else if let Some(after) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = after.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.unwrap_or(after.len());
            found.push(after[..end].to_owned());
            rest = after.get(end + 1..).unwrap_or("");
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// The number of hashes and what follows the opening quote, if a raw string starts here.
fn raw_string(text: &str) -> Option<(usize, &str)> {
    let after = text.strip_prefix('r')?;
    let bare = after.trim_start_matches('#');
    Some((after.len() - bare.len(), bare.strip_prefix('"')?))
}

/// The rules a literal cites: itself if it is a rule, a chart or a ruling, or the numbers in its brackets.
fn citations(literal: &str) -> Vec<String> {
    let ruling = literal.strip_prefix("G-").or_else(|| literal.strip_prefix("S-"));
    let is_ruling = ruling.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let named = literal.starts_with("chart: ") || literal.starts_with("design: ") || literal == "notes key";
    if is_rule_number(literal) || named || is_ruling { vec![literal.to_owned()] } else { bracketed(literal) }
}

/// The rule numbers in round brackets: "may not fire (7.3.5, 7.4.8)".
fn bracketed(text: &str) -> Vec<String> {
    text.split('(')
        .skip(1)
        .filter_map(|after| after.split_once(')'))
        .flat_map(|(inside, _)| inside.split(','))
        .map(str::trim)
        .filter(|word| is_rule_number(word))
        .map(str::to_owned)
        .collect()
}

/// Whether a word looks like a rule of chapters 4 to 12; smaller figures such as "1.5" are costs.
fn is_rule_number(word: &str) -> bool {
    parts(word).is_some_and(|parts| parts.len() >= 2 && (4..=12).contains(&parts[0]))
}

#[test]
fn citations_are_read_from_source() {
    let source = r##"
        // a comment with "9.9.9"
        let a = '"'; let rule = "7.1.6"; let cost = "1.5";
        let b = r#"raw "8.5.2" (5.3)"#; let c = "out of \"range\" (7.3.5, 7.4.8)";
        rule: "chart: range", ruling: "S-2", label: "S-shaped",
    "##;
    let found: Vec<String> = literals(source).iter().flat_map(|literal| citations(literal)).collect();
    assert_eq!(found, ["7.1.6", "5.3", "7.3.5", "7.4.8", "chart: range", "S-2"]);
}
