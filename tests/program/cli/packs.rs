//! `standto pack` and `standto open`: a scenario goes from one player to another, and no pack does harm.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::desk::{Desk, desk};

/// A zip file with these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const FACTS: &str = "format = 1\nruleset = \"panzertruppe\"\nname = \"the-mill\"\ntitle = \"The mill\"\n";

/// A scenario that can be played.
fn scenario() -> String {
    standto::registry::Ruleset::ALL[1].scenarios()[0].1.to_owned()
}

/// Everything below the player's folder.
fn files_of(desk: &Desk) -> Vec<String> {
    fn gather(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                gather(&entry.path(), found);
            } else {
                found.push(entry.path().to_string_lossy().into_owned());
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["scenarios", "config"] {
        gather(&desk.path(folder), &mut found);
    }
    found.sort();
    found
}

#[test]
fn a_scenario_goes_from_one_player_to_another() {
    let (from, to) = (desk(), desk());
    let made = from.good(&["pack", "panzertruppe/crossroads", "--to", "mill.standto"]);
    assert!(made.starts_with("mill.standto: The crossroads, "), "{made}");
    let bytes = std::fs::read(from.path("mill.standto")).unwrap();
    let mut archive = ZipArchive::new(Cursor::new(&bytes[..])).unwrap();
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["pack.toml", "picture.svg", "scenario.toml"]);
    let picture = std::io::read_to_string(archive.by_name("picture.svg").unwrap()).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("crossroads"), "{picture}");
    // A pack is never written over another file.
    let again = from.refused(1, &["pack", "panzertruppe/crossroads", "--to", "mill.standto"]);
    assert!(again.contains("mill.standto"), "{again}");
    to.write("mill.standto", &bytes);
    assert_eq!(
        to.good(&["open", "mill.standto"]),
        "The crossroads: added as panzertruppe/crossroads-shared\n"
    );
    assert_eq!(
        std::fs::read_to_string(to.path("scenarios/panzertruppe/crossroads-shared.toml")).unwrap(),
        scenario()
    );
    to.good(&["sim", "panzertruppe/crossroads-shared", "--random", "--games", "1"]);
    // Adding it once more keeps both.
    assert!(to.good(&["open", "mill.standto"]).contains("crossroads-shared-2"));
}

#[test]
fn custom_data_go_with_the_scenario() {
    let (from, to) = (desk(), desk());
    let data = "[[table]]\nid = \"effect-type\"\nhead = [\"type\", \"adds\"]\nrows = [[\"S\", \"-1\", \"F\"], [\"M\", \"0\", \"F\"], \
                [\"L\", \"+1\", \"F\"], [\"VL\", \"+3\", \"F\"]]\n";
    let text = scenario().replacen("format = 1\n", "format = 1\ntables = \"soft.toml\"\n", 1);
    from.write("mill.toml", &text);
    from.write("soft.toml", data);
    from.good(&["pack", "mill.toml"]);
    to.write("mill.standto", std::fs::read(from.path("mill.standto")).unwrap());
    let added = to.good(&["open", "mill.standto"]);
    assert!(
        added.starts_with("The crossroads: added as panzertruppe/mill\nits custom data are in "),
        "{added}"
    );
    assert_eq!(std::fs::read_to_string(to.path("config/panzertruppe/soft.toml")).unwrap(), data);
    to.good(&["sim", "panzertruppe/mill", "--random", "--games", "1"]);
    // Other data of that name are never replaced.
    to.write("config/panzertruppe/soft.toml", "# mine\n");
    let before = files_of(&to);
    let refused = to.refused(1, &["open", "mill.standto"]);
    assert!(refused.contains("you already have a different"), "{refused}");
    assert_eq!(files_of(&to), before);
}

#[test]
fn bad_packs_are_refused_with_a_sentence_and_leave_nothing() {
    let desk = desk();
    let good = scenario();
    let good = good.as_bytes();
    let facts = |from: &str, to: &str| FACTS.replace(from, to).into_bytes();
    let zeros = vec![b' '; 30 << 20];
    let named = String::from_utf8(good.to_vec()).unwrap().replacen(
        "format = 1\n",
        "format = 1\ntables = \"../x.toml\"\n",
        1,
    );
    let with_data = |name: &str| format!("{FACTS}data = \"{name}\"\n").into_bytes();
    let packs: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "it is not a scenario pack: "),
        (b"PK\x03\x04 and then nothing".to_vec(), "it is not a scenario pack: "),
        (zip(&[]), "it has no pack.toml"),
        (zip(&[("pack.toml", FACTS.as_bytes())]), "it has no scenario.toml"),
        (
            zip(&[("pack.toml", FACTS.as_bytes()), ("scenario.toml", good), ("../../evil.toml", b"x")]),
            "it contains \"../../evil.toml\"",
        ),
        (
            zip(&[("pack.toml", FACTS.as_bytes()), ("scenario.toml", &zeros)]),
            "its scenario.toml is larger than 1024 KiB",
        ),
        (
            zip(&[("pack.toml", FACTS.as_bytes()), ("scenario.toml", b"\xff\xfe")]),
            "its scenario.toml is not text",
        ),
        (zip(&[("pack.toml", b"format = "), ("scenario.toml", good)]), "its pack.toml is wrong: "),
        (
            zip(&[("pack.toml", &facts("format = 1", "format = 2")), ("scenario.toml", good)]),
            "format 2, expected 1",
        ),
        (
            zip(&[("pack.toml", &facts("panzertruppe", "chess")), ("scenario.toml", good)]),
            "an unknown ruleset",
        ),
        (
            zip(&[("pack.toml", &facts("\"the-mill\"", "\"../the-mill\"")), ("scenario.toml", good)]),
            "a name has small letters, digits and hyphens",
        ),
        (
            zip(&[("pack.toml", FACTS.as_bytes()), ("scenario.toml", named.as_bytes())]),
            "the custom data are not those that the scenario names",
        ),
        (
            zip(&[
                ("pack.toml", &with_data("../x.toml")),
                ("scenario.toml", named.as_bytes()),
                ("data.toml", b"x"),
            ]),
            "custom data have a name of small letters",
        ),
        (
            zip(&[
                ("pack.toml", FACTS.as_bytes()),
                ("scenario.toml", b"format = 1\nruleset = \"panzertruppe\"\n"),
            ]),
            "its scenario cannot be played:",
        ),
    ];
    for (n, (bytes, why)) in packs.iter().enumerate() {
        desk.write("bad.standto", bytes);
        let refused = desk.refused(1, &["open", "bad.standto"]);
        assert!(refused.starts_with("error: bad.standto: "), "{n}: {refused}");
        assert!(refused.contains(why), "{n}: {refused}");
        assert!(files_of(&desk).is_empty(), "{n}: {:?}", files_of(&desk));
    }
    // Damage anywhere in a good pack never panics and adds a scenario only if it is whole.
    let whole = zip(&[("pack.toml", FACTS.as_bytes()), ("scenario.toml", good)]);
    let front = desk.front();
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        if let Ok(added) = front.add_pack(&damaged) {
            let path = desk.path(&format!("scenarios/panzertruppe/{}.toml", added.name));
            assert_eq!(std::fs::read(path).unwrap(), good, "byte {at}");
        }
        assert!(front.add_pack(&whole[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn imported_boards_are_not_packed_by_accident() {
    let desk = desk();
    desk.write("bd07", crate::vasl::small().archive());
    let run = desk.run(&["import", "vasl", "bd07", "bd07", "--letter", "w", "--letter", "q"]);
    desk.write("boards.toml", &run.out);
    let battle = "format = 1\nruleset = \"aslsk\"\ntables = \"boards.toml\"\ntitle = \"Small\"\nbriefing = [\"Small.\"]\n\
        month = 7\nturns = 2\nsets-up = \"g\"\nmoves = \"a\"\n[[board]]\nletter = \"q\"\n\
        [[side]]\nkey = \"g\"\nname = \"Germans\"\n[[side]]\nkey = \"a\"\nname = \"Americans\"\n\
        [[group]]\nname = \"One\"\nside = \"g\"\nnation = \"german\"\nelr = 3\nhexes = [\"qA1\"]\nunits = [\"4-6-7\"]\n\
        [[group]]\nname = \"Two\"\nside = \"a\"\nnation = \"american\"\nelr = 3\nhexes = [\"qC2\"]\nunits = [\"6-6-6\"]\n\
        [victory]\nside = \"a\"\nbuildings = { of = \"qA1\", hexes = 1 }\n";
    desk.write("battle.toml", battle);
    let refused = desk.refused(1, &["pack", "battle.toml"]);
    assert!(refused.contains("pack them with --with-boards if you have drawn them yourself"), "{refused}");
    desk.good(&["pack", "battle.toml", "--with-boards"]);
    assert!(desk.path("battle.standto").exists());
}
