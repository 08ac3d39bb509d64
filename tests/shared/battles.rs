//! The battles used for everything that must hold for every ruleset.

use std::fs;
use std::path::Path;

use standto::book::Book;
use standto::reading;

/// Name and text of every battle of a ruleset: built in, and from `tests/scenarios`.
pub fn battles<R: Book>() -> Vec<(String, String)> {
    let built_in = R::SCENARIOS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let own = paths.into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let ours = reading::ruleset(&text).is_some_and(|id| id.get_ref() == R::ID);
        ours.then(|| (path.file_stem().unwrap().to_string_lossy().into_owned(), text))
    });
    built_in.chain(own).collect()
}

/// The opening position of a battle.
pub fn opening<R: Book>(name: &str, text: &str) -> R {
    R::read(name, text).unwrap_or_else(|error| panic!("{error}")).0
}
