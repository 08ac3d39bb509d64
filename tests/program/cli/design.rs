//! `standto forge matg`: battles to order from the command line.

use crate::desk::desk;

#[test]
fn a_custom_battle_is_generated_checked_and_played() {
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
        assert_eq!(made, desk.good(&words), "the same order makes the same battle");
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
        "error: there are no air strikes in a meeting engagement\n"
    );
    let finns = ["--type", "d", "--attacker", "finland", "--year", "44", "--air-strikes", "certain"];
    assert_eq!(
        desk.refused(1, &with(&finns)),
        "error: no aircraft that 1500 points can pay for flew for the Finns in 1944\n"
    );
    for (words, told) in [
        (["--type", "f"], "there is no type \"f\", expected a, b, c, d or e"),
        (["--attacker", "prussia"], "there is no nation \"prussia\", expected one of belgium, finland"),
        (["--year", "1946"], "\"1946\" is no year of the war, expected 1939 to 1945"),
        (["--board", "wide"], "\"wide\" is no board, expected inches across and up such as 24x48"),
        (["--density", "thick"], "there is no density \"thick\", expected open, mixed or closed"),
        (
            ["--determination", "brave"],
            "\"brave\" is no determination, expected book, off, or per cent such as 30,35",
        ),
        (["--cohesion", "16"], "\"16\" is no pair, expected two numbers such as 16,15"),
        (["--points", "many"], "\"many\" are no points, expected a number such as 1500"),
        (["--air-strikes", "maybe"], "\"maybe\" are no air strikes, expected forbidden, allowed or certain"),
        (["--bids", "much"], "\"much\" are no bids, expected two numbers such as 40,50"),
    ] {
        let refused = desk.refused(2, &with(&words));
        assert!(refused.contains(told), "{refused}");
    }
}
