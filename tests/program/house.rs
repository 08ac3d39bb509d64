//! The layers of the code: which module may use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use standto::registry::Ruleset;

/// The modules layer by layer, as docs/architecture.md lists them: each may use its own layer and those
/// below.
const LAYERS: [(&str, &[&str]); 8] = [
    ("base", &["board", "dice", "odds", "plain", "side"]),
    ("first", &["ledger", "reading"]),
    ("second", &["game"]),
    ("third", &["book", "deeds", "editor", "store", "tool"]),
    ("fourth", &["opponent", "rules"]),
    ("fifth", &["campaign", "library", "registry", "simulate"]),
    ("sixth", &["tui", "picture", "report", "spoken"]),
    ("seventh", &["cli"]),
];

fn layer(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|(_, modules)| modules.contains(&module))
        .unwrap_or_else(|| panic!("{module} is in no layer: add it to docs/architecture.md and to this test"))
}

/// Every source file with its path below `src`.
fn sources() -> Vec<(PathBuf, String)> {
    fn gather(folder: &Path, root: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, root, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root).unwrap().to_path_buf(), text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    gather(&root, &root, &mut found);
    found
}

/// The module of a file: the folder or file directly below `src`.
fn module(path: &Path) -> String {
    let first = path.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The lines of a file, without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn modules_use_no_higher_layer() {
    let mut upward = Vec::new();
    for (path, text) in sources() {
        let own = module(&path);
        if own == "lib" || own == "main" {
            continue;
        }
        for (number, line) in code(&text) {
            for after in line.split("crate::").skip(1) {
                let end = after.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(after.len());
                let known = &after[..end];
                if !known.is_empty() && layer(known) > layer(&own) {
                    upward.push(format!("{}:{number}: {own} uses {known}", path.display()));
                }
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

/// The rules, the seam and everything below it are free of files: games are kept through `game::storage`.
#[test]
fn only_the_store_and_the_outer_layers_touch_files() {
    let pure = [
        "board", "book", "deeds", "dice", "editor", "game", "ledger", "odds", "opponent", "rules", "simulate",
    ];
    for (path, text) in sources()
        .into_iter()
        .filter(|(path, _)| pure.contains(&&*module(path)) && !path.ends_with("tests.rs"))
    {
        for (number, line) in code(&text) {
            let file =
                ["std::fs", "fs::File", "File::open", "crate::store"].iter().any(|word| line.contains(word));
            assert!(!file, "src/{}:{number}: {line}", path.display());
        }
    }
}

/// The modules that a line of code uses: directly below `folder`, in which a file lies at this depth.
fn used(line: &str, folder: &str, depth: usize) -> BTreeSet<String> {
    let own = if folder.is_empty() { "crate::".to_owned() } else { format!("crate::{folder}::") };
    let near = "super::".repeat(depth + 1);
    let by_path = line.match_indices(&own).map(|(at, start)| at + start.len());
    let by_super = line.match_indices(&near).filter(|(at, _)| !line[..*at].ends_with("super::"));
    let by_super = by_super.map(|(at, start)| at + start.len()).filter(|_| !folder.is_empty());
    let name = |at: usize| -> String {
        line[at..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()
    };
    by_path.chain(by_super).map(name).filter(|name| !name.is_empty() && name != "super").collect()
}

/// A circle among the modules directly below a folder of `src`, if there is one: those that are left when all
/// that use none of the others are taken away again and again.
fn circle(folder: &str) -> Vec<String> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let Ok(inner) = path.strip_prefix(folder) else { continue };
        let own = module(inner);
        if ["lib", "main", "mod"].contains(&own.as_str()) {
            continue;
        }
        let depth = inner.iter().count() - 1;
        let named = code(&text).flat_map(|(_, line)| used(line, folder, depth));
        uses.entry(own).or_default().extend(named);
    }
    loop {
        let known: BTreeSet<String> = uses.keys().cloned().collect();
        let before = uses.len();
        uses.retain(|own, used| used.iter().any(|other| other != own && known.contains(other)));
        if uses.len() == before {
            return uses.into_keys().collect();
        }
    }
}

#[test]
fn modules_do_not_use_each_other_in_circles() {
    for folder in
        ["", "cli", "game", "library", "picture", "reading", "registry", "report", "spoken", "store"]
    {
        let found = circle(folder);
        assert!(found.is_empty(), "a circle in src/{folder}: {}", found.join(", "));
    }
}

#[test]
fn only_the_registry_names_a_ruleset() {
    let names: Vec<String> = Ruleset::ALL
        .into_iter()
        .flat_map(|ruleset| [ruleset.id().to_owned(), ruleset.title().to_lowercase()])
        .collect();
    let mut told = Vec::new();
    for (path, text) in sources() {
        if ["rules", "opponent", "registry"].contains(&module(&path).as_str()) {
            continue;
        }
        for (number, line) in code(&text) {
            let line = line.to_lowercase();
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
            let named =
                |name: &String| words.contains(&name.as_str()) || name.contains(' ') && line.contains(name);
            if let Some(name) = names.iter().find(|name| named(name)) {
                told.push(format!("src/{}:{number} names {name}", path.display()));
            }
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// An opponent uses its own ruleset's rules; rules use neither opponents nor each other.
#[test]
fn rulesets_are_independent() {
    let ids = Ruleset::ALL.map(Ruleset::id);
    for (path, text) in sources() {
        let folders: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        let ["rules" | "opponent", own, ..] = folders[..] else { continue };
        for (number, line) in code(&text) {
            let strange = |id: &str| id != own && line.contains(&format!("rules::{id}"));
            assert!(!ids.iter().any(|id| strange(id)), "{}:{number}: {line}", path.display());
            let judge = folders[0] == "rules" && line.contains("crate::opponent");
            assert!(!judge, "{}:{number}: {line}", path.display());
        }
    }
}

/// The rules of a running game do not need what makes battles; only the book, which lists both, names it.
#[test]
fn chapters_do_not_use_the_authoring_half() {
    for (path, text) in sources() {
        let folders: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        let ["rules", _, inner, ..] = folders[..] else { continue };
        if ["authoring", "book.rs", "mod.rs"].contains(&inner) {
            continue;
        }
        for (number, line) in code(&text) {
            assert!(!line.contains("authoring::"), "src/{}:{number}: {line}", path.display());
        }
    }
}

/// A game is its position, its journal and its seats; it has no other state.
#[test]
fn a_game_has_no_statics() {
    for (path, text) in sources().into_iter().filter(|(path, _)| module(path) == "game") {
        for (number, line) in code(&text) {
            let line = line.trim_start();
            let kept =
                line.starts_with("static ") || line.contains(" static ") || line.contains("thread_local!");
            assert!(!kept, "src/{}:{number}: {line}", path.display());
        }
    }
}

/// The root of the sources, and the architecture page.
fn architecture() -> (PathBuf, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    (root.to_path_buf(), fs::read_to_string(root.join("docs/architecture.md")).unwrap())
}

/// A reader follows the architecture page file by file, so every path in it must exist.
#[test]
fn every_file_the_architecture_names_exists() {
    let (root, page) = architecture();
    let is_path = |span: &&str| {
        ["src/", "tests/", "config/", "scenarios/", "docs/"].iter().any(|folder| span.starts_with(folder))
            && !span.contains(['<', ' ', '*'])
    };
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(named.len() > 40, "only {} paths were found", named.len());
    let missing: Vec<&&str> = named.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "docs/architecture.md names files that do not exist: {missing:?}");
}

/// The same for the types and functions that it names: "game::storage", "Appender::append".
#[test]
fn every_name_the_architecture_gives_is_in_the_sources() {
    let (_, page) = architecture();
    let sources = sources();
    let words: BTreeSet<&str> =
        sources.iter().flat_map(|(_, text)| text.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    let named: Vec<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|span| span.contains("::") && !span.contains(['/', ' ', '*']))
        .collect();
    assert!(named.len() > 30, "only {} names were found", named.len());
    let is_known = |name: &&&str| {
        let mut parts = name.split("::").map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
        parts.all(|mut part| part.next().is_some_and(|word| words.contains(word)))
    };
    let missing: Vec<&&str> = named.iter().filter(|name| !is_known(name)).collect();
    assert!(missing.is_empty(), "docs/architecture.md names what is not in the sources: {missing:?}");
}
