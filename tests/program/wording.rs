//! The texts of the game against the phrases of `tests/wording/patterns.toml`.
//!
//! Every string and comment under `src`, every file under `config` and `scenarios`, the README and the docs are read.
//! `tests/wording/allowed.txt` lists the exceptions, one per line; it may only get shorter.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Bound;
use std::path::{Path, PathBuf};

/// The phrases, in lower case, with what to write instead.
fn phrases() -> BTreeMap<String, String> {
    #[derive(serde::Deserialize)]
    struct File {
        phrases: BTreeMap<String, String>,
    }
    let text = fs::read_to_string(root().join("tests/wording/patterns.toml")).unwrap();
    toml::from_str::<File>(&text).unwrap().phrases
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with one of these extensions in a folder, in order.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn gather(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                gather(&path, extension, found);
            } else if path.extension().is_some_and(|other| other == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    gather(&root().join(folder), extension, &mut found);
    found
}

/// The comments of Rust code, consecutive lines joined, and its string literals on one line each.
fn texts(code: &str) -> Vec<String> {
    let (mut found, mut comment) = (Vec::new(), String::new());
    let mut rest = code;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("//") {
            let end = after.find('\n').unwrap_or(after.len());
            let line = after[..end].trim_start_matches(['/', '!']).trim();
            if line.is_empty() {
                found.push(std::mem::take(&mut comment));
            }
            comment.push(' ');
            comment.push_str(line);
            rest = &after[end..];
        } else if let Some(after) = rest.strip_prefix("r#\"") {
            let end = after.find("\"#").unwrap_or(after.len());
            found.push(after[..end].to_owned());
            rest = &after[(end + 2).min(after.len())..];
        } else if let Some(after) = rest.strip_prefix('"') {
            let end = end_of_string(after);
            found.push(after[..end].replace("\\n", " ").replace("\\\n", " "));
            rest = &after[(end + 1).min(after.len())..];
        } else if ["'\"'", "'\\\"'"].iter().any(|quote| rest.starts_with(quote)) {
            rest = &rest[rest[1..].find('\'').map_or(1, |end| end + 2)..];
        } else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            if !comment.is_empty() && !rest[..next].trim().is_empty() {
                found.push(std::mem::take(&mut comment));
            }
            rest = &rest[next..];
        }
    }
    found.push(comment);
    found
        .iter()
        .filter(|text| !text.is_empty())
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// The length of a string literal, up to its closing quote.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    let closing = text.char_indices().find(|&(_, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    closing.map_or(text.len(), |(at, _)| at)
}

/// The phrases in a text, as whole words.
fn found_in<'a>(text: &str, phrases: &'a BTreeMap<String, String>) -> Vec<&'a str> {
    // "HE" is high explosive.
    let shouted = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let words: Vec<String> = text
        .split_inclusive(|c: char| !c.is_alphanumeric())
        .map(|word| {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            if shouted(bare) { word.to_owned() } else { word.to_lowercase() }
        })
        .collect();
    let text = words.concat();
    let starts = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || "-_`'{".contains(c));
    // A key of a table, `he = 5`, is not a word of a text.
    let is_key = |at: usize| text[at..].trim_start().starts_with('=');
    let ends = |at: usize| {
        !is_key(at) && !text[at..].starts_with(|c: char| c.is_alphanumeric() || "-_`('".contains(c))
    };
    // Neither is a name in quotation marks, nor a string that is only a name.
    let is_name = |at: usize, end: usize| {
        (text[..at].ends_with('"') && text[end..].starts_with('"')) || text.len() == end - at
    };
    let mut found = BTreeSet::new();
    for (beginning, phrase) in phrases.keys().filter_map(|phrase| Some((phrase.strip_prefix('^')?, phrase))) {
        if text.starts_with(beginning) && ends(beginning.len()) {
            found.insert(phrase.as_str());
        }
    }
    // Only the phrases with the same first letters are compared at each word: that is much faster.
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let near = phrases
            .range::<str, _>((Bound::Included(word), Bound::Unbounded))
            .map(|(phrase, _)| phrase.as_str());
        found.extend(near.take_while(|phrase| phrase.starts_with(word)).filter(|phrase| {
            let end = at + phrase.len();
            text[at..].starts_with(phrase) && starts(at) && ends(end) && !is_name(at, end)
        }));
    }
    found.into_iter().collect()
}

/// Every text that is checked, with its file.
fn checked() -> Vec<(String, String)> {
    let name = |path: &Path| path.strip_prefix(root()).unwrap().display().to_string();
    let mut all = Vec::new();
    for path in files("src", "rs") {
        let code = fs::read_to_string(&path).unwrap();
        all.extend(texts(&code).into_iter().map(|text| (name(&path), text)));
    }
    let prose = [files("config", "toml"), files("scenarios", "toml"), files("docs", "md")].concat();
    for path in prose.into_iter().chain([root().join("README.md")]) {
        if path.ends_with("docs/style.md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        all.extend(text.lines().map(|line| (name(&path), line.trim().to_owned())));
    }
    all
}

#[test]
fn texts_avoid_telltale_phrases() {
    let phrases = phrases();
    let list = fs::read_to_string(root().join("tests/wording/allowed.txt")).unwrap();
    let allowed: BTreeSet<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for (file, text) in checked() {
        let line = format!("{file}: {text}");
        for phrase in found_in(&text, &phrases) {
            match allowed.get(line.as_str()) {
                Some(exception) => drop(used.insert(*exception)),
                None => wrong.push(format!("{line}\n    \"{phrase}\": {}", phrases[phrase])),
            }
        }
    }
    let stale: Vec<&&str> = allowed.difference(&used).collect();
    assert!(stale.is_empty(), "these exceptions are no longer needed, delete them: {stale:#?}");
    assert!(wrong.is_empty(), "{} texts to rewrite:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_phrase_is_found_as_whole_words_only() {
    let phrases = phrases();
    assert_eq!(found_in("Whoever holds it wins.", &phrases), ["whoever"]);
    assert_eq!(found_in("The die fell, taken back.", &phrases), ["die fell", "taken back"]);
    assert_eq!(found_in("Who fires?", &phrases), ["^who"]);
    assert!(found_in("Those who fire; the hedge; this; `his`; theme; HE 5", &phrases).is_empty());
    assert!(found_in("name = \"sodden\"; half of the enemy's stands", &phrases).is_empty());
    assert!(found_in("he", &phrases).is_empty());
}

#[test]
fn texts_are_the_strings_and_comments_of_code() {
    let code =
        "/// One\n/// two.\nfn f() { // three\n  g(\"four \\\n     five\", '\"', r#\"six \"x\"\"#) }\n";
    let found: Vec<String> = texts(code).into_iter().filter(|text| !text.is_empty()).collect();
    assert_eq!(found, ["One two.", "three", "four five", "six \"x\""]);
}
