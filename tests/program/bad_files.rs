//! Bad scenario files: each `tests/bad/<ruleset>/*.toml` is refused with exactly the messages beside it.

use std::fs;
use std::path::Path;

use standto::registry::Ruleset;

#[test]
fn every_bad_file_is_reported_with_its_fault() {
    let mut wrong = String::new();
    for ruleset in Ruleset::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad").join(ruleset.id());
        let files = fs::read_dir(&folder).unwrap_or_else(|_| panic!("{ruleset} has no bad files"));
        let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        assert!(files.len() >= 15, "{ruleset}: only {} bad files", files.len());
        for path in files {
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
            let said = match ruleset.open(name, &text) {
                Ok(_) => "it was read without a fault".to_owned(),
                Err(error) => error.to_string(),
            };
            if said.trim_end() != expected.trim_end() {
                wrong += &format!("{said}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "these messages differ from those beside their files:\n{wrong}");
}
