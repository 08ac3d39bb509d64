//! The fire calculator against figures worked out by hand from the charts of the book.
//!
//! The number of ways to roll 2 to 12 on 2D6: 1 2 3 4 5 6 5 4 3 2 1.

use crate::desk::desk;
use serde_json::Value;

/// The output of `odds matg` with these arguments.
fn odds(words: &[&str]) -> Value {
    let words = [&["odds", "matg", "--json"], words].concat();
    desk().json(&words)
}

fn target(answer: &Value, unhurt: f64, s: f64, d: f64, sd: f64, e: f64) {
    let expected = [("unhurt", unhurt), ("S", s), ("D", d), ("SD", sd), ("E", e)];
    for (key, expected) in expected {
        let found = answer["target"][key].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{key}: {found} is not {expected} in {answer}");
    }
    let sum: f64 = expected.iter().map(|(_, chance)| chance).sum();
    assert!((sum - 1.0).abs() < 1e-9, "the expected chances sum to {sum}");
    assert_eq!(answer["target"].as_object().unwrap().len(), 5);
}

fn firer(answer: &Value, at: usize, need: u8, column: i16, modifier: i16) {
    let found = &answer["firers"][at];
    assert_eq!((&found["need"], &found["column"]), (&need.into(), &column.into()), "{answer}");
    assert_eq!(found["modifier"], modifier, "{answer}");
    assert!((found["chance"].as_f64().unwrap() - f64::from(need) / 20.0).abs() < 1e-9, "{answer}");
}

#[test]
fn one_stand_at_armour() {
    // 11 or less on D20. Column -1: D on 2-3 (3 rolls), (S) on 4-5 (7), S on 6-7 (11), else nothing (15).
    let answer = odds(&["--cohesion", "11", "--firer", "ap=2", "--defence", "[3]", "--range", "4"]);
    firer(&answer, 0, 11, -1, 0);
    let fired = 11.0 / 20.0;
    target(&answer, 1.0 - fired * 21.0 / 36.0, fired * 18.0 / 36.0, fired * 3.0 / 36.0, 0.0, 0.0);
}

#[test]
fn results_of_two_stands_accumulate() {
    let words =
        ["--cohesion", "11", "--firer", "ap=2", "--firer", "ap=2", "--defence", "[3]", "--range", "4"];
    let answer = odds(&words);
    firer(&answer, 1, 11, -1, 0);
    let q = 11.0 / 20.0 / 36.0; // each roll on the chart
    let (unhurt, s, d) = (1.0 - q * 21.0, q * 18.0, q * 3.0);
    // On S, an S changes nothing and both (S) and D disorganize; on D, any S suppresses and D eliminates.
    let after_s = s * q * 10.0;
    target(
        &answer,
        unhurt * (1.0 - q * 21.0),
        unhurt * q * 18.0 + s - after_s,
        unhurt * q * 3.0 + d * (1.0 - q * 21.0),
        after_s + d * q * 18.0,
        d * q * 3.0,
    );
}

#[test]
fn a_target_keeps_its_earlier_state() {
    let common = ["--cohesion", "10", "--firer", "ap=2", "--defence", "[3]", "--range", "4"];
    let hurt = |state: &'static str| odds(&[&common[..], &["--target-state", state]].concat());
    let q = 0.5 / 36.0;
    // Suppressed: (S) and D, 10 rolls, disorganize it.
    target(&hurt("S"), 0.0, 1.0 - q * 10.0, 0.0, q * 10.0, 0.0);
    // Disorganized: S and (S), 18 rolls, suppress it; D eliminates.
    target(&hurt("D"), 0.0, 0.0, 1.0 - q * 21.0, q * 18.0, q * 3.0);
    // Both: (S) and D eliminate, S does nothing more.
    target(&hurt("SD"), 0.0, 0.0, 0.0, 1.0 - q * 10.0, q * 10.0);
}

#[test]
fn support_stands_always_suppress() {
    let answer =
        odds(&["--cohesion", "11", "--firer", "ap=2,suppressing=yes", "--defence", "[3]", "--range", "4"]);
    target(&answer, 0.45, 0.55 * 33.0 / 36.0, 0.55 * 3.0 / 36.0, 0.0, 0.0);
    // Below the chart only artillery has any effect (7.1.10).
    let answer = odds(&["--cohesion", "12", "--firer", "he=1,suppressing=yes", "--defence", "9"]);
    firer(&answer, 0, 12, -8, 0);
    target(&answer, 1.0, 0.0, 0.0, 0.0, 0.0);
    let answer = odds(&["--cohesion", "12", "--firer", "he=1", "--defence", "9"]);
    target(&answer, 1.0, 0.0, 0.0, 0.0, 0.0);
}

#[test]
fn states_and_posture_of_the_firer() {
    let need = |cohesion: &str, spec: &str| {
        odds(&["--cohesion", cohesion, "--firer", spec, "--defence", "[3]"])["firers"][0]["need"].clone()
    };
    assert_eq!(need("15", "ap=9"), 15);
    assert_eq!(need("15", "ap=9,state=S"), 11);
    assert_eq!(need("15", "ap=9,state=D"), 12);
    assert_eq!(need("15", "ap=9,state=SD"), 8);
    assert_eq!(need("15", "ap=9,posture=fire-move"), 12);
    assert_eq!(need("15", "ap=9,he=5,state=SD,posture=fire-move,suppressing=no"), 5);
    // A natural 1 always succeeds, a natural 20 never.
    assert_eq!(need("5", "ap=9,state=SD,posture=fire-move"), 1);
    assert_eq!(need("20", "ap=9"), 19);
}

#[test]
fn range_adds_to_the_combat_die_and_is_rounded_up() {
    let modifier = |range: &str| {
        odds(&["--cohesion", "11", "--firer", "ap=2", "--defence", "[3]", "--range", range])["firers"][0]["modifier"]
            .clone()
    };
    for (range, expected) in
        [("1", -1), ("0.4", -1), ("1.1", 0), ("5", 0), ("5.2", 1), ("10", 1), ("12", 2), ("15", 2), ("16", 3)]
    {
        assert_eq!(modifier(range), expected, "{range} inches");
    }
    // Point-blank on column -1: the roll counts one less, so D on 2-4 (6 rolls), (S) on 5-6 (9), S on 7-8
    // (11), no effect on 9 and more (10).
    let answer = odds(&["--cohesion", "10", "--firer", "ap=2", "--defence", "[3]", "--range", "1"]);
    target(&answer, 1.0 - 0.5 * 26.0 / 36.0, 0.5 * 20.0 / 36.0, 0.5 * 6.0 / 36.0, 0.0, 0.0);
}

#[test]
fn the_flank_of_armour_is_half_its_front_rounded_up() {
    let column = |defence: &str, more: &[&str]| {
        let words = ["--cohesion", "11", "--firer", "ap=4,he=4", "--defence", defence];
        odds(&[&words[..], more].concat())["firers"][0]["column"].clone()
    };
    assert_eq!(column("[5]", &[]), -1);
    assert_eq!(column("[5]", &["--flank"]), 1);
    assert_eq!(column("[4]", &["--flank"]), 2);
    assert_eq!(column("5", &["--flank"]), -1);
    // Above the table the last column counts.
    let answer = odds(&["--cohesion", "11", "--firer", "ap=15", "--defence", "[1]"]);
    firer(&answer, 0, 11, 9, 0);
}

#[test]
fn woods_conceal_until_the_target_fires() {
    let common =
        ["--cohesion", "15", "--firer", "he=5", "--defence", "2", "--range", "4", "--terrain", "woods"];
    let with = |more: &[&str]| odds(&[&common[..], more].concat());
    firer(&with(&["--class", "personnel"]), 0, 11, 3, 4);
    firer(&with(&["--class", "personnel", "--target-fired"]), 0, 15, 3, 4);
    firer(&with(&[]), 0, 13, 3, 2);
    let adjacent = ["--cohesion", "15", "--firer", "he=5", "--defence", "2", "--range", "1"];
    let adjacent = odds(&[&adjacent[..], &["--class", "personnel", "--terrain", "woods"]].concat());
    firer(&adjacent, 0, 15, 3, 3);
}

#[test]
fn terrain_adds_up_on_both_dice() {
    let with = |terrain: &str, more: &[&str]| {
        let words = ["--cohesion", "18", "--firer", "he=5", "--defence", "5", "--class", "personnel"];
        odds(&[&words[..], &["--terrain", terrain], more].concat())
    };
    firer(&with("woods,smoke", &[]), 0, 11, 0, 7);
    firer(&with("impact-zone", &["--target-fired"]), 0, 15, 0, 3);
    firer(&with("crest", &["--range", "1"]), 0, 16, 0, 1);
    firer(&with("rough-1,wreck", &["--target-fired"]), 0, 15, 0, 3);
    firer(&with("minefield", &[]), 0, 19, 0, -2);
    // Mud and similar terrain count only against a moving target, and moving personnel has half its defence.
    firer(&with("mud", &[]), 0, 18, 0, 0);
    firer(&with("mud", &["--target-moving"]), 0, 19, 3, -1);
    firer(&with("clear,good-road", &[]), 0, 18, 0, 0);
}

#[test]
fn only_moving_personnel_has_half_defence() {
    let column = |class: &str| {
        let words =
            ["--cohesion", "11", "--firer", "he=5", "--defence", "5", "--target-moving", "--class", class];
        odds(&words)["firers"][0]["column"].clone()
    };
    assert_eq!((column("personnel"), column("other")), (3.into(), 0.into()));
}

#[test]
fn the_table_shows_the_profile_with_its_rules() {
    let words = ["odds", "matg", "--cohesion", "15", "--firer", "he=5,state=S", "--defence", "3", "--class"];
    let shown = desk().good(&[&words[..], &["personnel", "--terrain", "woods", "--range", "7"]].concat());
    for line in [
        "Target: defence 3, personnel, unhurt, range 7, woods",
        "Firer 1, HE 5",
        "  to fire: cohesion 15 (7.1.6)",
        "    +4 suppressed (5.2)",
        "    +4 woods (chart: terrain)",
        "    needs 7 or less on D20, 35.0%",
        "    +1 medium range (chart: range)",
        "    2D6+5 on column +2",
    ] {
        assert!(shown.lines().any(|found| found == line), "{line:?} is not in\n{shown}");
    }
}

#[test]
fn bad_arguments_are_usage_errors() {
    let refused = |words: &[&str]| {
        let words = [&["odds", "matg"], words].concat();
        desk().refused(2, &words)
    };
    let armour = ["--cohesion", "11", "--defence", "[3]"];
    let with = |more: &[&'static str]| refused(&[&armour[..], more].concat());
    assert!(with(&[]).contains("--firer"));
    let missing = "error: firer 2 has no ap: the target is armoured, so AP counts; write ap=N\n";
    assert!(with(&["--firer", "ap=3", "--firer", "he=3"]).starts_with(missing));
    assert!(with(&["--firer", "state=S"]).contains("a firing stand needs its firepower: ap=N, he=N or both"));
    assert!(with(&["--firer", "ap=3,state=X"]).contains("a state must be nothing, S, D or SD, not \"X\""));
    assert!(with(&["--firer", "ap=3,foo=1"]).contains("there is no key \"foo\""));
    assert!(
        with(&["--firer", "ap=3", "--range", "0"]).contains("a range must be a number of inches above 0")
    );
    let woods = with(&["--firer", "ap=3", "--terrain", "wods"]);
    assert!(
        woods.contains("there is no terrain \"wods\" (perhaps woods); the chart has clear, jungle"),
        "{woods}"
    );
    assert!(with(&["--firer", "ap=3", "--class", "personnel"]).contains("armour, which can't be personnel"));
    assert!(refused(&["--cohesion", "21", "--firer", "ap=3", "--defence", "3"]).contains("1..=20"));
    assert!(
        refused(&["--cohesion", "11", "--firer", "ap=3", "--defence", "[3"])
            .contains("in brackets for armour")
    );
}

#[test]
fn stands_are_named_as_in_the_weapons_data() {
    // Panzer IV F2-H: AP 9, HE 5. T-34c: [8]. Infantry SMG: 6, personnel.
    let named = |firer: &str, target: &str| odds(&["--cohesion", "15", "--firer", firer, "--target", target]);
    let figures = odds(&["--cohesion", "15", "--firer", "ap=9,he=5", "--defence", "[8]"]);
    assert_eq!(named("Panzer IV F2-H (7.5cm)", "T-34c"), figures);
    let figures =
        odds(&["--cohesion", "15", "--firer", "he=5,state=S", "--defence", "6", "--class", "personnel"]);
    assert_eq!(named("Panzer IV F2-H (7.5cm),state=S", "soviet-union/Infantry SMG"), figures);
    let refused =
        desk().refused(2, &["odds", "matg", "--cohesion", "15", "--firer", "T-34q", "--defence", "4"]);
    assert!(refused.contains("there is no stand \"T-34q\" in the weapons data (perhaps"), "{refused}");
    let refused = desk()
        .refused(2, &["odds", "matg", "--cohesion", "15", "--firer", "T-34c", "--target", "Infantry HQ"]);
    assert!(refused.contains("\"Infantry HQ\" is not the same in"), "{refused}");
}
