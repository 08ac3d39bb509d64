//! The calculator against an independent enumeration of all rolls, and against the program.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;
use standto::rules::aslsk::calculator::{Cowering, Fire, Firepower, Target};

use super::tables::{FIRE, HEADS};

/// The fates of the target by name, in 36 * 36 * 6 rolls.
type Ends = BTreeMap<&'static str, u32>;

const ALL: u32 = 36 * 36 * 6;

/// All rolls of attack, check and wound severity.
fn slowly(column: Option<usize>, drm: i32, cower: usize, target: Target, morale: i32, check: i32) -> Ends {
    let mut ends = Ends::new();
    for (coloured, white) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        let shift = if coloured == white { cower } else { 0 };
        let row = (coloured + white + drm).clamp(0, 15) as usize;
        let cell = column.and_then(|column| column.checked_sub(shift)).map_or("none", |c| FIRE[row][c]);
        for (mc, wound) in
            (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).flat_map(|mc| (1..=6).map(move |w| (mc, w)))
        {
            *ends.entry(end(cell, target, morale, check, mc, wound)).or_default() += 1;
        }
    }
    ends
}

fn end(cell: &str, target: Target, morale: i32, check: i32, throw: i32, wound: i32) -> &'static str {
    let single = matches!(target, Target::HalfSquad | Target::Crew);
    if cell == "none" {
        return "none";
    }
    if cell.ends_with("KIA") {
        return "eliminated";
    }
    if cell == "PTC" {
        return if throw + check > morale { "pinned" } else { "none" };
    }
    let (reduced, added) = match cell.strip_prefix("K/") {
        Some(number) => (true, number.parse().unwrap()),
        None => (false, cell.trim_end_matches("MC").parse().unwrap_or(0)),
    };
    if reduced && single {
        return "eliminated";
    }
    if reduced && target == Target::Leader {
        return if wound >= 5 { "eliminated" } else { "reduced" };
    }
    if throw == 12 {
        return match target {
            Target::Squad if !reduced => "reduced-broken",
            Target::Leader if wound < 5 => "reduced-broken",
            _ => "eliminated",
        };
    }
    let total = throw + added + check;
    let state = if total > morale {
        "broken"
    } else if total == morale || throw == 11 {
        "pinned"
    } else {
        "none"
    };
    match (reduced, state) {
        (true, "broken") => "reduced-broken",
        (true, "pinned") => "reduced-pinned",
        (true, _) => "reduced",
        (false, state) => state,
    }
}

fn agree(fire: Fire, at: Option<usize>, cower: usize, target: Target, morale: i16, check: i16) {
    let slow = slowly(at, fire.modifier.into(), cower, target, morale.into(), check.into());
    let fast = fire.on(target, morale, check);
    let mut sum = 0.0;
    for (fate, chance) in fast.iter() {
        let expected = f64::from(slow.get(fate.name()).copied().unwrap_or(0)) / f64::from(ALL);
        assert!(
            (chance - expected).abs() < 1e-9,
            "{fire:?} {target:?} {morale} {check} {fate:?}: {chance} {expected}"
        );
        sum += chance;
    }
    assert!((sum - 1.0).abs() < 1e-9, "{fire:?}");
}

// card: 3.2.3a, 3.2.3c
#[test]
fn fire_odds_agree_with_every_roll() {
    crate::cited::watch();
    let targets = [Target::Squad, Target::HalfSquad, Target::Crew, Target::Leader];
    let cowerings = [(Cowering::None, 0), (Cowering::Normal, 1), (Cowering::Inexperienced, 2)];
    for (at, (firepower, _)) in HEADS.into_iter().enumerate() {
        for drm in [-7, -3, 0, 2, 6] {
            for (cowering, columns) in cowerings {
                let fire = Fire::new(Firepower::whole(firepower.into()), 0, drm, cowering);
                // Morale, target and check DRM cycle side by side.
                let turn = at + drm.unsigned_abs() as usize + columns;
                let (morale, check) = (5 + (turn % 6) as i16, (turn % 5) as i16 - 2);
                agree(fire, Some(at), columns, targets[turn % 4], morale, check);
                agree(fire, Some(at), columns, targets[(turn + 1) % 4], 7, 0);
            }
        }
    }
}

// card: 3.2.3f, 3.2.3i, 3.2.3j
#[test]
fn each_morale_with_each_check() {
    crate::cited::watch();
    for morale in 2..=12 {
        for check in -4..=4 {
            let fire = Fire::new(Firepower::whole(4), 0, -2, Cowering::Normal);
            for target in [Target::Squad, Target::HalfSquad, Target::Leader] {
                agree(fire, Some(2), 1, target, morale, check);
            }
        }
    }
}

// card: 3.2.1d, 3.2.3a
#[test]
fn no_effect_below_the_table_or_behind_six_hindrances() {
    crate::cited::watch();
    agree(Fire::new("0.5".parse().unwrap(), 0, -4, Cowering::Normal), None, 1, Target::Squad, 7, 0);
    agree(Fire::new(Firepower::whole(20), 6, 6, Cowering::Normal), None, 1, Target::Squad, 7, 0);
    let through = Fire::new(Firepower::whole(20), 5, 5, Cowering::Normal);
    assert!(through.column.is_some());
}

/// The answer of `standto odds aslsk --json` with these options.
fn odds(words: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_standto"))
        .args(["odds", "aslsk", "--json"])
        .args(words.split_whitespace())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(words: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_standto"))
        .args(["odds", "aslsk"])
        .args(words.split_whitespace())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_calculator_adds_up_fire_drm() {
    let drm = |words: &str| odds(&format!("--attack ift --fp 8 --morale 7 {words}"))["drm"].as_i64().unwrap();
    assert_eq!(drm(""), 0);
    assert_eq!(drm("--drm -2 --leader -1 --cx --tem 3 --hindrance 2"), 3);
    assert_eq!(drm("--ffmo --ffnam"), -2);
    assert_eq!(drm("--ffmo --ffnam --tem 1"), 0, "FFMO only without TEM");
    assert_eq!(drm("--ffmo --ffnam --hindrance 1"), 0, "FFMO only without hindrance");
    assert_eq!(drm("--ffmo --ffnam --hazardous"), -2, "hazardous movement takes the place of both");
    assert_eq!(drm("--hazardous --tem 2 --hindrance 1"), 1);
    let answer = odds("--attack ift --fp 3.5 --morale 7 --leader -1 --cower inexperienced");
    assert_eq!(answer["column"], 2);
    assert!(
        (answer["results"]["1KIA"].as_f64().unwrap() - 1.0 / 36.0).abs() < 1e-9,
        "directed fire does not cower"
    );
    let blocked = odds("--attack ift --fp 20 --morale 7 --hindrance 6");
    assert_eq!(blocked["column"], 0);
    assert!((blocked["target"]["none"].as_f64().unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn the_calculator_reads_the_to_hit_chart() {
    let shot = |words: &str| {
        let answer = odds(&format!("--attack to-hit {words}"));
        (answer["th"].as_i64(), answer["ch"].as_i64(), answer["drm"].as_i64().unwrap())
    };
    assert_eq!(shot("--gun us-105 --range 9"), (Some(7), Some(3), 0));
    assert_eq!(shot("--gun us-105 --range 9 --red"), (Some(6), Some(2), 0));
    assert_eq!(shot("--gun us-105 --range 9 --captured"), (Some(6), Some(2), 2));
    assert_eq!(shot("--gun us-105 --range 9 --non-qualified"), (Some(6), Some(2), 2));
    assert_eq!(
        shot("--gun us-105 --range 13 --type att --tem 3"),
        (Some(8), None, 0),
        "no TEM on the area type"
    );
    assert_eq!(shot("--gun us-105 --range 25"), (None, None, 0));
    assert_eq!(
        shot("--gun pak40 --range 3 --turn 2 --firer-in-cover --intensive --leader -2"),
        (Some(8), Some(3), 10)
    );
    assert_eq!(shot("--gun flak88 --range 3 --turn 2 --acquired -2"), (Some(8), Some(3), 0));
    assert_eq!(
        shot("--gun us-60 --range 3 --turn 2 --intensive --non-qualified --leader -1 --tem 2"),
        (Some(7), None, -1)
    );
    assert_eq!(shot("--gun us-60 --range 2").0, None);
    assert_eq!(shot("--gun grw34 --range 2 --turn 1 --type itt --ffmo --tem 1"), (Some(7), None, 3));
    assert_eq!(
        shot("--gun baz45 --range 5 --acquired -2 --type att --tem 2 --leader 1 --cx"),
        (Some(4), None, 4)
    );
    assert_eq!(shot("--gun psk --range 0 --target-size small --turn 1"), (Some(11), None, 1));
    assert_eq!(shot("--gun obr39 --range 20 --target-size large"), (Some(5), Some(2), -1));
    let answer = odds("--attack to-hit --gun flak38 --range 4 --type att");
    assert_eq!((&answer["fp"], &answer["ch_fp"]), (&0.into(), &2.into()));
    let hidden = odds("--attack to-hit --gun pak40 --range 4 --hindrance 6");
    assert_eq!((&hidden["chance"], &hidden["critical"]), (&0.0.into(), &0.0.into()));
    assert!(hidden["th"].is_null() && hidden["ch"].is_null(), "no LOS, no TH number");
}

#[test]
fn to_hit_chances_are_exact() {
    let chances = |words: &str| {
        let answer = odds(&format!("--attack to-hit {words}"));
        [&answer["chance"], &answer["critical"]].map(|c| (c.as_f64().unwrap() * 36.0).round() as i64)
    };
    // Ten or less: 33 rolls; five or less: 10.
    assert_eq!(chances("--gun pak40 --range 1"), [33, 10]);
    // An original 3 or less: 3 rolls hit; a final 3 is not possible.
    assert_eq!(chances("--gun pak40 --range 4 --drm 5"), [3, 0]);
    assert_eq!(chances("--gun pak40 --range 4 --drm -9"), [36, 36]);
    // The Area Target Type and LATW: only an original 2, and only if it hits.
    assert_eq!(chances("--gun us-81 --range 9"), [21, 1]);
    assert_eq!(chances("--gun us-81 --range 9 --drm 6"), [0, 0]);
    assert_eq!(chances("--gun baz43 --range 2 --tem 4"), [6, 1]);
}

#[test]
fn the_calculator_resolves_cc() {
    let cc = |words: &str| {
        let answer = odds(&format!("--attack cc {words}"));
        let chance = |name: &str| (answer["target"][name].as_f64().unwrap_or(0.0) * 216.0).round() as i64;
        (
            answer["odds"].as_str().unwrap().to_owned(),
            answer["drm"].as_i64().unwrap(),
            [chance("eliminated"), chance("reduced") + chance("wounded"), chance("none")],
        )
    };
    // 1-1: 2 to 4 eliminates (6 rolls), 5 is Casualty Reduction (4).
    assert_eq!(cc("--fp 4 --defence 4"), ("1-1".into(), 0, [36, 24, 156]));
    assert_eq!(cc("--fp 4 --defence 4 --target crew"), ("1-1".into(), 0, [60, 0, 156]));
    // A third of wounds eliminate a leader.
    assert_eq!(cc("--fp 4 --defence 4 --target leader"), ("1-1".into(), 0, [44, 16, 156]));
    assert_eq!(cc("--fp 5 --defence 4 --pinned").0, "1-2");
    assert_eq!(cc("--fp 1 --defence 9").0, "<1-8");
    assert_eq!(cc("--fp 11 --defence 1").0, ">10-1");
    assert_eq!(cc("--fp 4 --defence 4 --ambush by --leader -1 --cx --target-cx --target-broken").1, -4);
    assert_eq!(cc("--fp 4 --defence 4 --ambush against --drm 1").1, 2);
}

#[test]
fn a_leader_is_wounded_where_a_squad_is_reduced() {
    let keys = |words: &str| {
        let answer = odds(words);
        answer["target"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let leader = keys("--attack ift --fp 8 --morale 9 --target leader");
    assert_eq!(leader, ["broken", "eliminated", "none", "pinned", "wounded", "wounded-broken"]);
    let squad = keys("--attack ift --fp 8 --morale 7");
    assert!(squad.contains(&"reduced-broken".to_owned()) && !squad.iter().any(|key| key.contains("wounded")));
    assert!(keys("--attack cc --fp 4 --defence 4 --target leader").contains(&"wounded".to_owned()));
}

#[test]
fn bad_options_are_refused_in_a_sentence() {
    assert!(refused("--attack ift --fp 8").contains("--attack ift needs --morale"));
    assert!(refused("--attack ift --fp -1 --morale 7").contains("is not an FP"));
    assert!(refused("--attack to-hit --gun pak40 --range 3 --turn 4").contains("4 is not in 0..=3"));
    assert!(refused("--attack to-hit --gun pak40 --range 3 --acquired 1").contains("1 is not in -2..=-1"));
    assert!(refused("--attack to-hit --gun pak41 --range 3").contains("invalid value 'pak41'"));
    assert!(refused("--attack cc --fp 3 --defence 0").contains("must be more than 0"));
    assert!(
        refused("--attack cc --fp 3 --defence 2 --tem 1").contains("--tem does not apply to --attack cc")
    );
}
