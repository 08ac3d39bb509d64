//! Unfinished games of every version, one folder each: they can always be resumed. Nothing is added to or
//! changed in a folder once its version is released.

use std::fs;
use std::path::Path;

use standto::game::StartError;
use standto::library::LibraryError;

use crate::desk::{desk, text};

#[test]
fn saves_of_every_version_can_be_continued() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/left");
    let mut saves = 0;
    for version in fs::read_dir(all).unwrap() {
        for save in fs::read_dir(version.unwrap().path()).unwrap() {
            let save = save.unwrap().path();
            let name = save.file_name().unwrap().to_str().unwrap();
            let desk = desk();
            // Works on a copy; the original stays as it is.
            let copy = desk.write(&format!("saves/{name}"), text(&save));
            let front = desk.front();
            let (mut session, words) = match front.resume(&copy) {
                // Changed rules may refuse what was done under the old ones: the game resumes from before
                // that.
                Err(LibraryError::Save { error: StartError::Replay(fault), .. }) => {
                    let mut ways = fault.resume_modes().into_iter();
                    let on = ways.find_map(|way| front.resume_with(&copy, way).ok());
                    on.unwrap_or_else(|| panic!("{name}: {fault}, and no way to resume"))
                }
                resumed => resumed.unwrap_or_else(|error| panic!("{name}: {error}")),
            };
            assert_eq!(
                words.iter().any(|word| word.contains("incomplete entry")),
                name == "torn.toml",
                "{name}: {words:?}"
            );
            assert!(session.plays() > 10, "{name} has its plays");
            if session.outcome().is_none() {
                let before = session.plays();
                let choice = session.choices()[0].notation.clone();
                let played = session.play(&choice);
                assert!(
                    played.is_ok() && (session.plays() > before || session.awaiting().is_some()),
                    "{name}: {played:?}"
                );
            }
            saves += 1;
        }
    }
    assert!(saves >= 3);
}
