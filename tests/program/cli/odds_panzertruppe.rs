//! The calculator of Panzertruppe against figures worked out by hand from its tables, and its refusals.

use crate::desk::desk;
use serde_json::Value;

/// The answer of the calculator to some words, separated by spaces.
fn odds(words: &str) -> Value {
    let words: Vec<&str> = "odds panzertruppe --json".split(' ').chain(words.split(' ')).collect();
    desk().json(&words)
}

/// The chances of no effect, stunned, immobilised, both, and destroyed.
fn target(answer: &Value, expected: [f64; 5]) {
    let keys = ["none", "stunned", "immobilised", "stunned-immobilised", "destroyed"];
    for (key, expected) in keys.into_iter().zip(expected) {
        let found = answer["target"][key].as_f64().unwrap_or(0.0);
        assert!((found - expected).abs() < 1e-9, "{key}: {found} is not {expected} in {answer}");
    }
    assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn the_tiger_example() {
    // 6-13.9 inches 0: 6 or more hits, half the time. Effect +1 +1 +1 -2 = +1: 4 stuns, 5 immobilises, 6 destroys.
    let answer = odds("--range 10 --firer gun=85L --armour -2");
    assert_eq!(answer["firers"][0]["need"], 6);
    assert_eq!(answer["firers"][0]["effect"], 1);
    target(&answer, [0.5 + 0.5 * 0.3, 0.05, 0.05, 0.0, 0.25]);
}

#[test]
fn effects_of_a_first_shot_count_for_the_second() {
    // A hit stuns infantry below 70 mm, a second one removes it: need 6 + 1 for its size.
    let answer = odds("--range 8 --firer gun=50L --firer gun=50L --target infantry");
    assert_eq!(answer["firers"][1]["need"], 7);
    target(&answer, [0.36, 0.48, 0.0, 0.0, 0.16]);
    // Once stunned it no longer counts as moving; effect +1 -2 +1 +2 = +2: 3 stuns, 4 immobilises, 5 destroys.
    let answer = odds("--range 8 --firer gun=50L --firer gun=50L --target-state moving --armour 2");
    let (hit, then) = (0.4, 0.5);
    let (stun, stop, kill) = (hit * 0.1, hit * 0.1, hit * 0.6);
    let nothing = 1.0 - stun - stop - kill;
    target(
        &answer,
        [
            nothing * nothing,
            nothing * stun + stun * (1.0 - then * 0.8),
            nothing * stop + stop * (1.0 - then * 0.7),
            // In either order: a stunned target that is immobilised is both.
            stun * then * 0.1 + stop * then * 0.1,
            kill + nothing * kill + stun * then * 0.7 + stop * then * 0.6,
        ],
    );
}

#[test]
fn morale_and_shots_out_of_range() {
    let answer = odds("--range 61 --firer gun=75M --lost 3 --elite");
    assert_eq!(answer["firers"][0]["need"], Value::Null);
    assert_eq!(answer["firers"][0]["effect"], Value::Null);
    assert_eq!(answer["firers"][0]["chance"], 0.0);
    assert!((answer["morale_fail"].as_f64().unwrap() - 0.2).abs() < 1e-9, "{answer}");
    assert!((odds("--range 9 --firer gun=75M --lost 3")["morale_fail"].as_f64().unwrap() - 0.3).abs() < 1e-9);
    assert!(odds("--range 9 --firer gun=75M").get("morale_fail").is_none());
}

/// A valid shot, followed by these words.
const GOOD: &str = "--range 10 --firer gun=85L";

#[test]
fn bad_values_are_refused_in_one_sentence() {
    let of_good = |words: &str| format!("{GOOD} {words}");
    let range = |text: &str| format!("--firer gun=85L --range={text}");
    let firer = |text: &str| format!("--range 10 --firer={text}");
    let number = "expected a range in inches with at most one decimal, such as 13.9, not";
    let gun = "expected a gun with its size in mm, 1 to 999, and its type S, M, L or VL, such as 85L, not";
    let keys = "the keys are gun, state, ambush, russian";
    let mut bad: Vec<(String, String)> = Vec::new();
    for text in [
        "", "ten", "NaN", "inf", "-inf", "1e400", "-1", "-0.1", "+5", "10,5", "10.55", "10.", ".5", "99999",
        "٣",
    ] {
        bad.push((range(text), format!("{number} \"{text}\"")));
    }
    bad.push(("--firer gun=85L --range -1".into(), format!("{number} \"-1\"")));
    for text in ["", "85", "L", "85l", "85XL", "0L", "-5L", "+5L", "1000L", "1e3L", "NaNL", "８５L", "85Ł"]
    {
        bad.push((firer(&format!("gun={text}")), format!("{gun} \"{text}\"")));
    }
    for (text, sentence) in [
        ("", format!("\"\" is not key=value; {keys}")),
        ("gun", format!("\"gun\" is not key=value; {keys}")),
        ("gun=85L,", format!("\"\" is not key=value; {keys}")),
        ("gun=85L,speed=3", format!("unknown key \"speed\"; {keys}")),
        ("gun=85L,gun=75L", "\"gun\" is given twice".into()),
        ("state=moving", "a firer needs a gun, such as gun=85L".into()),
        ("gun=85L,state=fast", "state must be stopped, moving or overwatch, not \"fast\"".into()),
        ("gun=85L,ambush=1", "ambush must be yes or no, not \"1\"".into()),
        ("gun=85L,russian=", "russian must be yes or no, not \"\"".into()),
    ] {
        bad.push((firer(text), sentence));
    }
    for (option, what, texts) in [
        (
            "size",
            "a modifier must be a whole number from -20 to 20, not",
            ["", "x", "1.5", "-21", "1e400", "99999"],
        ),
        (
            "armour",
            "a modifier must be a whole number from -20 to 20, not",
            ["", "x", "--1", "21", "NaN", "-99999"],
        ),
        (
            "lost",
            "losses must be a whole number of units, such as 2, not",
            ["", "-1", "1.5", "65536", "inf", "٣"],
        ),
        ("dice", "a face of a D10 must be 1 to 10, not", ["", "0", "11", "-1", "1.5", "256"]),
        ("cover", "unknown cover", ["", "forest", "Wall", "none", "wall;hedge", "-"]),
    ] {
        for text in texts {
            bad.push((of_good(&format!("--{option}={text}")), format!("{what} \"{text}\"")));
        }
    }
    for (words, sentence) in [
        ("--target tank", "[possible values: vehicle, unarmoured, gun, infantry]"),
        ("--target-state fast", "[possible values: stopped, moving, overwatch]"),
        ("--facing left", "[possible values: front, side, rear]"),
        ("--lost -1", "losses must be a whole number of units"),
        ("--dice 7,0", "a face of a D10 must be 1 to 10, not \"0\""),
        ("--dice 7,6,5,4", "4 faces are given, but the shots need only 2"),
        ("--elite", "--lost <N>"),
        ("--range 11", "cannot be used multiple times"),
        ("--lost 1 --lost 2", "cannot be used multiple times"),
        ("--target gun --target gun", "cannot be used multiple times"),
        ("--target-stunned=yes", "unexpected value 'yes'"),
        ("--wobble", "unexpected argument '--wobble'"),
        ("--größe 1", "unexpected argument '--größe'"),
        ("hello", "unexpected argument 'hello'"),
        ("--size", "a value is required for '--size <N>'"),
    ] {
        bad.push((of_good(words), sentence.into()));
    }
    bad.push(("--range 10".into(), "--firer <KEY=VALUE,...>".into()));
    bad.push(("--firer gun=85L".into(), "--range <IN>".into()));
    assert!(bad.len() >= 60);
    let desk = desk();
    for (words, sentence) in bad {
        for head in ["odds panzertruppe --json", "odds panzertruppe"] {
            let words: Vec<&str> = head.split(' ').chain(words.split(' ')).collect();
            let told = desk.refused(2, &words);
            assert!(told.contains(&sentence), "{words:?}: {told}");
        }
    }
}
