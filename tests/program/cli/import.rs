//! `standto import`: another program's board is converted, and a battle is played on it.

use crate::desk::{desk, text};
use crate::vasl::small;

#[test]
fn a_board_is_imported_checked_and_played_on() {
    let desk = desk();
    desk.write("bd07", small().archive());
    let run = desk.run(&["import", "vasl", "bd07", "bd07", "--letter", "w", "--letter", "q"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    desk.write("mine.toml", &run.out);
    assert_eq!(
        desk.good(&["check", "mine.toml"]),
        "mine.toml: ok\n  board w: 3 hexrows of 2 hexes: 1 buildings, 1 woods, 0 orchard, 0 grain, 3 road, 3 \
         hill\n  board q: 3 hexrows of 2 hexes: 1 buildings, 1 woods, 0 orchard, 0 grain, 3 road, 3 hill\n"
    );
    assert_eq!(
        desk.refused(1, &["play", "mine.toml"]),
        "error: mine.toml:1:1: this file has boards but no scenario; a scenario refers to it with its key \"tables\"\n"
    );
    let battle = "format = 1\nruleset = \"aslsk\"\ntables = \"mine.toml\"\ntitle = \"Small\"\nbriefing = [\"Small.\"]\n\
        month = 7\nturns = 2\nsets-up = \"g\"\nmoves = \"a\"\n[[board]]\nletter = \"q\"\n\
        [[side]]\nkey = \"g\"\nname = \"Germans\"\n[[side]]\nkey = \"a\"\nname = \"Americans\"\n\
        [[group]]\nname = \"One\"\nside = \"g\"\nnation = \"german\"\nelr = 3\nhexes = [\"qA1\"]\nunits = [\"4-6-7\"]\n\
        [[group]]\nname = \"Two\"\nside = \"a\"\nnation = \"american\"\nelr = 3\nhexes = [\"qC2\"]\nunits = [\"6-6-6\"]\n\
        [victory]\nside = \"a\"\nbuildings = { of = \"qA1\", hexes = 1 }\n";
    desk.write("battle.toml", battle);
    assert_eq!(desk.good(&["check", "battle.toml"]), "battle.toml: ok\n");
    let sight = desk.good(&["los", "battle.toml", "--from", "qA1", "--to", "qC2"]);
    assert!(sight.contains("qA1 to qC2"), "{sight}");
    desk.good(&["sim", "battle.toml", "--random", "--games", "5"]);
    // The save keeps the board and no longer needs its file.
    let front = desk.front();
    let seats = [standto::game::Seat::program(standto::game::Level::Random); 2];
    let (seed, dice) = (3, standto::game::journal::DiceKind::Seeded);
    let game = standto::library::NewGame { seats, seed, dice, undo: None };
    let path = desk.path("battle.toml").to_string_lossy().into_owned();
    let mut session = front.start(&front.scenario(&path).unwrap(), &game).unwrap();
    while let Some(thinking) = session.think() {
        session.play(&thinking()).unwrap();
    }
    let save = session.save_path().unwrap().to_path_buf();
    drop(session);
    std::fs::remove_file(desk.path("mine.toml")).unwrap();
    assert!(text(&save).contains("[[mapboard]]"));
    let verified = desk.good(&["replay", &save.to_string_lossy(), "--verify"]);
    assert!(verified.contains("all as recorded"), "{verified}");
}

#[test]
fn files_that_cannot_be_imported_are_named() {
    let desk = desk();
    desk.write("bd07", small().archive());
    desk.write("picture.gif", "GIF89a");
    let refused = desk.refused(1, &["import", "vasl", "picture.gif"]);
    assert!(refused.starts_with("error: picture.gif: not a zip archive"), "{refused}");
    let refused = desk.refused(1, &["import", "vasl", "bd7"]);
    assert!(refused.starts_with("error: there is no file \"bd7\" in /"), "{refused}");
    assert!(refused.ends_with("; perhaps \"bd07\"?\n"), "{refused}");
    assert_eq!(
        desk.refused(1, &["import", "vasl", "bd07", "bd07"]),
        "error: bd07: two boards have the letter \"7\"; use --letter\n"
    );
    assert_eq!(
        desk.refused(1, &["import", "vasl", "bd07", "--letter", "Big"]),
        "error: bd07: \"Big\" is not a board letter, expected one to four lower-case letters or digits\n"
    );
    assert!(
        desk.refused(2, &["import", "vasl", "bd07", "--letter", "a", "--letter", "b"])
            .contains("more letters")
    );
    let mut walls = small();
    walls.points[..40].fill((0, 72));
    desk.write("bd08", walls.archive());
    let run = desk.run(&["import", "vasl", "bd08"]);
    assert_eq!(run.err, "bd08: Wall in A1: taken as Open Ground\n");
    assert!(run.out.contains("# Wall in A1: taken as Open Ground\n"), "{}", run.out);
}
