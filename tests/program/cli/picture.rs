//! `standto picture`, and the pictures in the manual, which must show the program as it is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desk::{desk, text};

/// The pictures of the manual: the file, the save below `tests/saves`, and the other arguments.
const PICTURES: [(&str, &str, &[&str]); 7] = [
    ("battle", "v2/matg-introductory-39.toml", &["--play", "764", "--size", "132x42", "--keys", "Tab"]),
    ("matg", "v2/matg-state-farm-79-32.toml", &["--play", "80"]),
    ("panzertruppe", "v2/panzertruppe-hedgerow-guns-6.toml", &["--play", "160"]),
    ("aslsk", "v2/aslsk-legio-patria-44.toml", &["--play", "60"]),
    ("fireandmove", "v1/fireandmove-crossroads-7.toml", &["--play", "60"]),
    ("odds", "v2/matg-introductory-39.toml", &["--play", "752", "--size", "100x30", "--keys", "Tab"]),
    ("report", "v2/matg-introductory-39.toml", &["--size", "100x42"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn drawn(save: &str, arguments: &[&str]) -> String {
    let save = root().join("tests/saves").join(save);
    let all: Vec<&str> =
        ["picture", save.to_str().unwrap()].into_iter().chain(arguments.iter().copied()).collect();
    desk().good(&all)
}

/// `PICTURES=write cargo test --test program pictures` draws them again.
#[test]
fn the_pictures_of_the_manual_are_true() {
    let mut stale = Vec::new();
    for (name, save, arguments) in PICTURES {
        let file: PathBuf = root().join(format!("docs/pictures/{name}.svg"));
        let now = drawn(save, arguments);
        roxmltree::Document::parse(&now).unwrap();
        if std::env::var_os("PICTURES").is_some_and(|word| word == "write") {
            fs::write(&file, &now).unwrap();
        } else if fs::read_to_string(&file).ok().as_deref() != Some(now.as_str()) {
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "docs/pictures no longer show the program: {}. Draw them again with \"PICTURES=write cargo test \
         --test program pictures\" and look at them.",
        stale.join(", ")
    );
}

#[test]
fn every_picture_of_the_manual_is_shown_in_it() {
    let pages: String = ["README.md", "docs/playing.md"].map(|page| text(&root().join(page))).concat();
    for (name, ..) in PICTURES {
        assert!(pages.contains(&format!("pictures/{name}.svg")), "{name}.svg is shown nowhere");
    }
}

/// The unit on the objective fills its hex.
#[test]
fn a_covered_flag_stands_on_the_ground_beside_its_hex() {
    let shown = drawn("v2/aslsk-steps-guns-46.toml", &["--play", "157", "--size", "80x24"]);
    assert_eq!(shown.matches('⚑').count(), 2, "in the overview and on the map");
}

#[test]
fn a_picture_is_the_same_every_time_and_leaves_the_save_alone() {
    let home = desk();
    let (path, session) = home.played(40);
    drop(session);
    let (before, path) = (text(&path), path.to_string_lossy().into_owned());
    let first = home.good(&["picture", &path, "--play", "30", "--keys", "Tab Enter"]);
    assert_eq!(first, home.good(&["picture", &path, "--play", "30", "--keys", "Tab Enter"]));
    assert_eq!(before, text(Path::new(&path)));
    assert_ne!(first, home.good(&["picture", &path, "--play", "20"]));
}

#[test]
fn a_picture_has_the_size_and_the_look_asked_for() {
    let home = desk();
    let picture = home.good(&["picture", "introductory", "--size", "80x24", "--keys", "Esc"]);
    assert!(
        picture.contains("viewBox=\"0 0 656 400\""),
        "80 columns of 8 and 24 rows of 16, with a margin of 8"
    );
    assert!(picture.contains("<title>Introductory Scenario</title>"), "{}", &picture[..200]);
    let night = home.good(&["picture", "introductory", "--size", "80x24", "--keys", "Esc", "--map", "night"]);
    assert_ne!(picture, night);
    let light = home.good(&["picture", "introductory", "--theme", "light"]);
    assert!(light.contains("rx=\"6\" fill=\"#ffffff\""), "a light theme is drawn on white");
}

#[test]
fn a_picture_says_why_it_cannot_be_drawn() {
    let home = desk();
    let wrong = |code, arguments: &[&str]| home.refused(code, arguments);
    assert!(wrong(2, &["picture", "introductory", "--size", "big"]).contains("such as 120x40"));
    assert!(wrong(2, &["picture", "introductory", "--keys", "Tab Blub"]).contains("\"Blub\" is not a key"));
    assert!(
        wrong(1, &["picture", "introductory", "--play", "3"]).contains("no actions have been carried out")
    );
    assert!(wrong(1, &["picture", "nowhere"]).contains("there is no scenario or saved game \"nowhere\""));
    let (path, _) = home.played(10);
    let told = wrong(1, &["picture", &path.to_string_lossy(), "--play", "11"]);
    assert!(told.contains("the save has only 10 actions, not 11"), "{told}");
}
