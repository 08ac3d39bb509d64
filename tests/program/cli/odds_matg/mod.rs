//! The other calculators of Micro Armour against an independent enumeration written from the charts of the
//! book: every face of every die.

mod options;

use std::collections::BTreeMap;

use crate::desk::desk;
use serde_json::Value;

/// The Combat Results Table, die 0 to 19, each row ending in column +9; missing cells have no effect.
const TABLE: [&str; 20] = [
    "D D D E E E E E E E E E E",
    "D D D D E E E E E E E E E",
    "s D D D E E E E E E E E E",
    "s s D D D E E E E E E E E",
    "S s s D D D E E E E E E E",
    "S S s s D D D E E E E E E",
    "S S s D D D D E E E E E",
    "S S s D D D E E E E E",
    "S s D D D D E E E E",
    "S s D D D D E E E",
    "S S s s D D D E E",
    "S S s D D D D E",
    "S S s D D D D",
    "S s D D D D",
    "S s s D D",
    "S S s s D",
    "S S s s",
    "S S s",
    "S S",
    "S",
];

fn result(column: i32, die: i32) -> &'static str {
    if column < -3 || die > 19 {
        return "";
    }
    let row: Vec<&str> = TABLE[die.max(0) as usize].split(' ').collect();
    let from_right = 9 - column.min(9);
    row.len().checked_sub(1 + from_right as usize).map_or("", |place| row[place])
}

/// Suppressed, disorganized, eliminated.
type States = (bool, bool, bool);

fn after((s, d, e): States, result: &str) -> States {
    match result {
        _ if e => (s, d, e),
        "S" => (true, d, false),
        "s" if !s => (true, d, false),
        "D" | "s" if d => (s, d, true),
        "D" | "s" => (s, true, false),
        "E" => (s, d, true),
        _ => (s, d, e),
    }
}

/// The number a D20 needs with modifiers on the die: a 1 always succeeds, a 20 never.
fn passes(face: i32, level: i32, modifiers: i32) -> bool {
    face == 1 || (face != 20 && face + modifiers <= level)
}

fn chance(level: i32, modifiers: i32) -> f64 {
    (1..=20).filter(|&face| passes(face, level, modifiers)).count() as f64 / 20.0
}

fn of_states((s, d, _): States) -> i32 {
    4 * i32::from(s) + 3 * i32::from(d)
}

/// Outcomes with their chances.
type Odds<T> = BTreeMap<T, f64>;

fn then<T: Ord + Copy, U: Ord>(odds: &Odds<T>, next: impl Fn(T) -> Vec<(U, f64)>) -> Odds<U> {
    let mut sum = Odds::new();
    for (&one, &p) in odds {
        for (to, q) in next(one) {
            *sum.entry(to).or_insert(0.0) += p * q;
        }
    }
    sum
}

/// The 36 rolls on a column, with a modifier on the die.
fn throws(column: i32, on_die: i32, at_least_s: bool) -> Vec<(&'static str, f64)> {
    (1..=6)
        .flat_map(|a| (1..=6).map(move |b| a + b))
        .map(|sum| match result(column, sum + on_die) {
            "" if at_least_s => ("S", 1.0 / 36.0),
            other => (other, 1.0 / 36.0),
        })
        .collect()
}

fn certain<T: Ord>(one: T) -> Odds<T> {
    Odds::from([(one, 1.0)])
}

const UNHURT: States = (false, false, false);
const S: States = (true, false, false);
const D: States = (false, true, false);

fn same(found: &Value, odds: &Odds<States>) {
    let mut sums: BTreeMap<&str, f64> = ["unhurt", "S", "D", "SD", "E"].map(|word| (word, 0.0)).into();
    for (states, p) in odds {
        let word = match states {
            (_, _, true) => "E",
            (true, true, _) => "SD",
            (true, ..) => "S",
            (_, true, _) => "D",
            _ => "unhurt",
        };
        *sums.get_mut(word).unwrap() += p;
    }
    for (word, expected) in sums {
        near(&found[word], expected, &format!("{word} of {found}"));
    }
}

fn near(found: &Value, expected: f64, what: &str) {
    let number = found.as_f64().unwrap_or_else(|| panic!("{what}: {found}"));
    assert!((number - expected).abs() < 1e-9, "{what}: {number} is not {expected}");
}

fn odds(words: &[&str]) -> Value {
    desk().json(&[&["odds", "matg"], words, &["--json"]].concat())
}

/// 8.7.8: T-34s, tracked, over German infantry of 1943, whose AP of 5 or more uses column +3.
#[test]
fn an_overrun_by_two_tanks() {
    let found = odds(&[
        "overrun",
        "--cohesion",
        "13",
        "--vehicle",
        "T-34c",
        "--vehicle",
        "T-34c,state=D",
        "--against",
        "15",
        "--defender",
        "germany/Infantry '43,state=S",
    ]);
    // The defender rolls against each vehicle before any combat roll: suppressed +4, tracks against personnel
    // +3.
    let fails = 1.0 - chance(15, 4 + 3);
    let mut target = certain(S);
    for _ in 0..2 {
        target = then(&target, |states| {
            let struck = throws(5, 0, false).into_iter().map(|(r, q)| (after(states, r), fails * q));
            struck.chain([(states, 1.0 - fails)]).collect()
        });
    }
    same(&found["target"], &target);
    for (place, states) in [(0, UNHURT), (1, D)] {
        // Personnel with AP of 2 or more: +3 to keep going.
        let fails = 1.0 - chance(13, of_states(states) + 3);
        let end = then(&certain(states), |states| {
            let struck = throws(3, 0, false).into_iter().map(|(r, q)| (after(states, r), fails * q));
            struck.chain([(states, 1.0 - fails)]).collect()
        });
        same(&found["vehicles"][place]["end"], &end);
    }
    assert_eq!((&found["defender"]["column"], &found["vehicles"][0]["column"]), (&5.into(), &3.into()));
}

/// A vehicle overruns a stand.
fn overrun<'a>(vehicle: &'a str, defender: &'a str) -> [&'a str; 9] {
    ["overrun", "--cohesion", "13", "--vehicle", vehicle, "--against", "15", "--defender", defender]
}

/// 8.7.8: a halftrack's wheels against a gun +3, tracks +4; personnel without AP 2 add nothing to the
/// vehicle's roll.
#[test]
fn overruns_of_a_gun_and_of_infantry_without_anti_tank_weapons() {
    let need = |vehicle: &str, defender: &str| {
        let found = odds(&overrun(vehicle, defender));
        (
            found["defender"]["rolls"][0]["need"].clone(),
            found["vehicles"][0]["need"].clone(),
            found["vehicles"][0]["column"].clone(),
        )
    };
    assert_eq!(need("T-34c", "germany/75mm ATG PaK 40"), (11.into(), 13.into(), 2.into()));
    assert_eq!(need("BA-64", "germany/75mm ATG PaK 40"), (12.into(), 13.into(), 2.into()));
    let why = desk()
        .refused(2, &[&["odds", "matg"], &overrun("T-34c", "germany/Panzer IV F2-H (7.5cm)")[..]].concat());
    assert!(why.contains("T-34c may not overrun Panzer IV F2-H (7.5cm) there (8.7, 8.7.2)"), "{why}");
}

/// 8.8.3: the defender answers the first assaulter, and the result counts in that assaulter's roll; -3 and
/// range zero -1 on the die.
#[test]
fn a_close_assault_by_two_stands() {
    let found = odds(&[
        "assault",
        "--cohesion",
        "13",
        "--assaulter",
        "soviet-union/Infantry SMG",
        "--assaulter",
        "soviet-union/Infantry SMG,state=S",
        "--against",
        "15",
        "--defender",
        "germany/Infantry '43",
    ]);
    // SMG: 6 against about 5 of the infantry in the firing posture; the columns come from the weapons data,
    // the rest is enumerated.
    let attack = found["assaulters"][0]["column"].as_i64().unwrap() as i32;
    let answer = found["answer"]["column"].as_i64().unwrap() as i32;
    assert_eq!(
        (&found["answer"]["modifier"], &found["assaulters"][1]["modifier"]),
        (&(-4).into(), &(-4).into())
    );
    let answers = chance(15, 0);
    let first = then(&certain(UNHURT), |states| {
        let struck = throws(answer, -4, false).into_iter().map(|(r, q)| (after(states, r), answers * q));
        struck.chain([(states, 1.0 - answers)]).collect()
    });
    same(&found["answer"]["end"], &first);
    let mut joint = then(&first, |states| vec![((states, UNHURT, false), 1.0)]);
    for second in [false, true] {
        joint = then(&joint, |(own, target, driven)| {
            let states = if second { S } else { own };
            if states.2 || target.2 {
                return vec![((own, target, driven), 1.0)];
            }
            let rolls = chance(13, of_states(states));
            let struck = throws(attack, -4, false).into_iter().map(|(r, q)| {
                let disorganized = r == "D" || (r == "s" && target.0);
                ((own, after(target, r), driven || disorganized), rolls * q)
            });
            struck.chain([((own, target, driven), 1.0 - rolls)]).collect()
        });
    }
    same(&found["target"], &then(&joint, |(_, target, _)| vec![(target, 1.0)]));
    let gives: f64 =
        joint.iter().filter(|((_, target, driven), _)| *driven && !target.2).map(|(_, p)| p).sum();
    near(&found["gives_way"], gives, "gives way");
}

#[test]
fn moving_defenders_do_not_answer_and_armour_does_not_assault() {
    let common = ["assault", "--cohesion", "13", "--against", "15", "--assaulter"];
    let with = |assaulter: &'static str, defender: &'static str| {
        odds(&[&common[..], &[assaulter, "--defender", defender]].concat())
    };
    assert_eq!(with("Infantry SMG", "germany/Infantry '43,posture=move")["answer"], Value::Null);
    assert_eq!(with("Infantry SMG", "germany/Infantry '43,posture=fire-move")["answer"]["need"], 12);
    let words = [&["odds", "matg"], &common[..], &["T-34c", "--defender", "germany/Infantry '43"]].concat();
    let why = desk().refused(2, &words);
    assert!(why.contains("T-34c may not close assault Infantry '43 there (8.8.1, 8.8.2, 8.8.9)"), "{why}");
}

/// 7.6.1.2 and 7.4.4: 120 mm mortars, AP 2, on a T-34's halved defence of 4.
#[test]
fn a_battery_fires_indirect() {
    let fire = |more: &[&'static str]| {
        let words = [
            "artillery",
            "--cohesion",
            "15",
            "--battery",
            "germany/120mm Mortar [2],state=S",
            "--target",
            "T-34c",
        ];
        odds(&[&words[..], more].concat())
    };
    let found = fire(&[]);
    let hit = chance(15, 4) * chance(15, 4);
    near(&found["hit"], hit, "hit");
    assert_eq!(found["shells"].as_array().unwrap().len(), 2);
    let mut struck = certain(UNHURT);
    for _ in 0..2 {
        struck = then(&struck, |states| {
            throws(2 - 4, 0, true).into_iter().map(|(r, q)| (after(states, r), q)).collect()
        });
    }
    same(&found["hit_end"], &struck);
    let all = then(&certain(()), |()| {
        let hurt = struck.iter().map(|(states, q)| (*states, hit * q));
        hurt.chain([(UNHURT, 1.0 - hit)]).collect()
    });
    same(&found["target"], &all);
    // Pre-registered fire: -2 on both rolls; a barrage: +2 on the combat die; direct fire of a mortar may deviate too.
    near(&fire(&["--fire", "pre-registered"])["hit"], chance(15, 2) * chance(15, 2), "pre-registered");
    let barrage = fire(&["--fire", "barrage", "--shells", "1"]);
    assert_eq!(barrage["shells"][0]["modifier"], 2);
    near(&fire(&["--fire", "direct"])["hit"], hit, "direct");
    near(&fire(&["--terrain", "woods"])["hit"], hit, "terrain does not count in the roll to arrive");
    assert_eq!(fire(&["--terrain", "woods"])["shells"][0]["modifier"], 2);
}

/// 8.2.1 and the chart of movement orders: 2D6 and the quality.
#[test]
fn movement_orders_and_the_roll_of_a_group() {
    let number = |sum: i32| match sum {
        ..=3 => 0,
        4..=6 => 1,
        7..=8 => 2,
        9..=10 => 3,
        11..=12 => 4,
        _ => 5,
    };
    for quality in -2..=3 {
        let found = odds(&["orders", "--quality", &quality.to_string()]);
        let mut counts = [0.0; 6];
        for a in 1..=6 {
            for b in 1..=6 {
                counts[number(a + b + quality)] += 1.0 / 36.0;
            }
        }
        for (orders, expected) in counts.into_iter().enumerate() {
            near(&found["orders"][orders], expected, &format!("{orders} orders at {quality}"));
        }
    }
    let group = ["orders", "--cohesion", "13", "--stand", "T-34c", "--stand", "T-34c,state=D,role=HQ"];
    let found = odds(&group);
    near(&found["all"], chance(13, 3 - 2), "all move");
    near(&found["none"], 1.0 - chance(13, -2), "none moves");
    let alone = odds(&[&group[..], &["--alone"]].concat());
    near(&alone["all"], chance(13, 3 - 2 + 3), "all move without an order");
    let scouts = odds(&["orders", "--cohesion", "13", "--stand", "BA-64,recon=yes", "--alone"]);
    near(&scouts["all"], chance(13, 0), "reconnaissance needs no order (8.2.8)");
}

/// 11.1.4 and 11.1.6: a roll at +3, the mine attack on its column, and another roll for a stand that is hurt.
#[test]
fn a_stand_leaves_a_minefield() {
    for (word, column) in [("hasty", -2), ("standard", 1), ("concentrated", 7)] {
        let found = odds(&["mines", "--cohesion", "13", "--stand", "T-34c,state=S", "--field", word]);
        let leaves = chance(13, 4 + 3);
        let end = then(&certain(S), |states| {
            let struck = throws(column, 0, false).into_iter().flat_map(|(r, q)| {
                let hurt = after(states, r);
                let on = match (r, hurt.2) {
                    ("", _) => 1.0,
                    (_, true) => 0.0,
                    _ => chance(13, of_states(hurt)),
                };
                [((hurt, true), leaves * q * on), ((hurt, false), leaves * q * (1.0 - on))]
            });
            struck.chain([((states, false), 1.0 - leaves)]).collect()
        });
        let off: f64 = end.iter().filter(|((_, on), _)| *on).map(|(_, p)| p).sum();
        near(&found["off"], off, word);
        same(&found["target"], &then(&end, |(states, _)| vec![(states, 1.0)]));
        assert_eq!(found["column"], column);
    }
    let own = odds(&["mines", "--cohesion", "13", "--stand", "T-34c,state=S", "--own"]);
    near(&own["off"], chance(13, 4), "its own");
    assert_eq!(own["column"], Value::Null);
}

/// 5.3: success removes the S, a natural 1 the D too, a natural 20 is an (S).
#[test]
fn a_stand_recovers() {
    for (word, states) in [("S", S), ("D", D), ("SD", (true, true, false))] {
        for beside in [false, true] {
            let stand = format!("T-34c,state={word}");
            let mut words = vec!["recovery", "--cohesion", "13", "--stand", &stand];
            words.extend(beside.then_some("--beside-hq"));
            let found = odds(&words);
            // A headquarters helps the suppressed (10.1.3).
            let help = if beside && states.0 { -1 } else { 0 };
            let end = then(&certain(states), |states| {
                let of = |face| match face {
                    20 => after(states, "s"),
                    _ => {
                        let passed = passes(face, 13, of_states(states) + help);
                        (states.0 && !passed, states.1 && face != 1, false)
                    }
                };
                (1..=20).map(|face| (of(face), 1.0 / 20.0)).collect()
            });
            same(&found["target"], &end);
        }
    }
    let why = desk().refused(2, &["odds", "matg", "recovery", "--cohesion", "13", "--stand", "T-34c"]);
    assert!(why.contains("T-34c has no marker to remove"), "{why}");
}

#[test]
fn every_calculator_also_answers_in_words() {
    let told = |words: &[&str]| desk().good(&[&["odds", "matg"], words].concat());
    let text = told(&overrun("T-34c", "germany/Infantry '43"));
    for line in
        ["    +3 tracked against personnel (chart: overrun)", "    2D6 on column +5", "    2D6 on column +3"]
    {
        assert!(text.lines().any(|found| found == line), "{line:?} is not in\n{text}");
    }
    assert!(told(&["orders", "--quality", "1"]).contains("  0         2.8%           100.0%"));
    assert!(
        told(&["recovery", "--cohesion", "13", "--stand", "T-34c,state=S"])
            .contains("needs 9 or less on D20")
    );
    let refused = |words: &[&str]| desk().refused(2, &[&["odds", "matg"], words].concat());
    let bad = refused(&["recovery", "--cohesion", "13", "--stand", "T-34c,foo=1"]);
    assert!(bad.contains("there is no key \"foo\"; the keys are state, posture"), "{bad}");
    let bad = refused(&["artillery", "--cohesion", "13", "--battery", "T-34c", "--target", "T-34c"]);
    assert!(bad.contains("T-34c is not artillery"), "{bad}");
}
