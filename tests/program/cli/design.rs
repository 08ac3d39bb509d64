//! `standto forge matg`: generated battles from the command line.

use crate::desk::desk;

#[test]
fn a_generated_battle_is_checked_and_played() {
    let desk = desk();
    for (letter, number) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
        let seed = number.to_string();
        let words = [
            "forge",
            "matg",
            "--type",
            letter,
            "--attacker",
            "us",
            "--defender",
            "germany",
            "--year",
            "44",
            "--points",
            "500",
            "--board",
            "24x36",
            "--seed",
            &seed,
        ];
        let made = desk.good(&words);
        assert_eq!(made, desk.good(&words), "the same options make the same battle");
        desk.write("made.toml", &made);
        let checked = desk.good(&["check", "made.toml"]);
        assert!(checked.starts_with("made.toml: ok\n"), "{checked}");
    }
    let played = desk.json(&["sim", "made.toml", "--games", "1", "--random", "--json"]);
    assert_eq!(played["games"], 1);
}

fn with<'a>(words: &[&'a str]) -> Vec<&'a str> {
    [&["forge", "matg"], words].concat()
}

#[test]
fn impossible_custom_battles_are_refused() {
    let desk = desk();
    assert_eq!(
        desk.refused(1, &with(&["--attacker", "france", "--year", "1944"])),
        "error: France did not fight in 1944, only in 1939, 1940\n"
    );
    assert_eq!(
        desk.refused(1, &with(&["--theatre", "desert"])),
        "error: Germany and Soviet Union did not fight in the same theatre in 1943, not in North Africa\n"
    );
    assert_eq!(
        desk.refused(1, &with(&["--air-strikes", "certain"])),
        "error: a meeting engagement has no air strikes\n"
    );
    let finns = ["--type", "d", "--attacker", "finland", "--year", "44", "--air-strikes", "certain"];
    assert_eq!(
        desk.refused(1, &with(&finns)),
        "error: the Finns had no aircraft in 1944 that 1500 points can pay for\n"
    );
    for (words, told) in [
        (["--type", "f"], "unknown type \"f\", expected a, b, c, d or e"),
        (["--attacker", "prussia"], "unknown nation \"prussia\", expected one of belgium, finland"),
        (["--year", "1946"], "year \"1946\" is out of range, expected 1939 to 1945"),
        (
            ["--board", "wide"],
            "\"wide\" is not a board size, expected width and height in inches such as 24x48",
        ),
        (["--density", "thick"], "unknown density \"thick\", expected open, mixed or closed"),
        (
            ["--determination", "brave"],
            "unknown determination \"brave\", expected book, off, or two percentages such as 30,35",
        ),
        (["--cohesion", "16"], "\"16\" is not a pair, expected two numbers such as 16,15"),
        (["--points", "many"], "\"many\" is not a number of points, expected a number such as 1500"),
        (
            ["--air-strikes", "maybe"],
            "unknown setting \"maybe\" for air strikes, expected forbidden, allowed or certain",
        ),
        (["--bids", "much"], "\"much\" is not a pair of bids, expected two numbers such as 40,50"),
    ] {
        let refused = desk.refused(2, &with(&words));
        assert!(refused.contains(told), "{refused}");
    }
}
