//! The same under the optional rules.

use super::{Odds, States, UNHURT, after, certain, chance, near, passes, same, then, throws};
use crate::desk::desk;

/// Fire under the optional rules, against the enumeration.
#[test]
fn standard_fire_under_the_optional_rules() {
    let ask =
        |words: &[&str]| desk().json(&[&["odds", "matg", "--cohesion", "15"], words, &["--json"]].concat());
    let target = |column: i32, on_die: i32, to_fire: f64| {
        let hit = then(&certain(UNHURT), |states| {
            throws(column, on_die, false).into_iter().map(|(result, p)| (after(states, result), p)).collect()
        });
        let mut odds = then(&certain(false), |_: bool| vec![(true, to_fire), (false, 1.0 - to_fire)]);
        let missed = odds.remove(&false).unwrap_or(0.0);
        let mut all: Odds<States> = hit.into_iter().map(|(states, p)| (states, p * to_fire)).collect();
        *all.entry(UNHURT).or_insert(0.0) += missed;
        all
    };
    // A second shot: +3 to fire (12.8). AP 6 against [6] at 8 inches: column 0, +1 on the die.
    let second = ask(&["--firer", "ap=6,with=second-shot", "--defence", "[6]", "--range", "8"]);
    same(&second["target"], &target(0, 1, chance(15, 3)));
    // Better shells: 6 times 1.5 is 9 (12.9).
    let better = ask(&["--firer", "ap=6,with=better-shells", "--defence", "[6]", "--range", "8"]);
    same(&better["target"], &target(3, 1, chance(15, 0)));
    // Hollow charges: AP 8, whatever the gun's own value (12.11).
    let heat = ask(&["--firer", "ap=1,with=heat", "--defence", "[6]", "--range", "10"]);
    same(&heat["target"], &target(2, 1, chance(15, 0)));
    // Big game: HE 9 at armour, -2 within two inches (12.10).
    let game = ask(&["--firer", "he=9,with=big-game", "--defence", "[8]", "--range", "2"]);
    same(&game["target"], &target(1, -2, chance(15, 0)));
    // Broken: five less cohesion (12.1.5). A rider has a defence of 1 (12.5).
    let broken = ask(&["--firer", "he=5", "--defence", "5", "--range", "5", "--broken"]);
    same(&broken["target"], &target(0, 0, chance(10, 0)));
    let rider = ask(&["--firer", "he=3", "--rider", "--defence", "6", "--range", "5"]);
    same(&rider["target"], &target(2, 0, chance(15, 0)));
    // A natural 1, one face in twenty, shifts two columns (12.2.1).
    let hot = ask(&["--firer", "he=5", "--defence", "5", "--range", "5", "--hot-shot"]);
    let mut odds = target(0, 0, chance(15, 0) - 0.05);
    let one = target(2, 0, 0.05);
    for (states, p) in one {
        *odds.entry(states).or_insert(0.0) += p;
    }
    *odds.entry(UNHURT).or_insert(0.0) -= 1.0;
    same(&hot["target"], &odds);
    let refused =
        |words: &[&str]| desk().refused(2, &[&["odds", "matg", "--cohesion", "15"], words].concat());
    let why = refused(&["--firer", "ap=1,with=heat", "--defence", "[6]", "--range", "11"]);
    assert!(why.contains("that shot has a range of 10 inches (12.11)"), "{why}");
    let why = refused(&["--firer", "he=5,with=heat", "--defence", "6"]);
    assert!(why.contains("that shot needs an armoured target"), "{why}");
    let why = refused(&["--firer", "he=5", "--defence", "6", "--range", "6", "--broken"]);
    assert!(why.contains("no farther than 5 inches (12.1.5)"), "{why}");
    let why = refused(&["--firer", "he=5,with=luck", "--defence", "6"]);
    assert!(why.contains("with must be second-shot, better-shells, big-game or heat"), "{why}");
}

/// Batteries under the optional rules: a hot shot is one roll for all shells, registered fire has -2 on the
/// second roll only, and a broken side has cohesion -5, or +2 to move (12.1.5, 12.2.1, 12.12).
#[test]
fn artillery_under_the_optional_rules() {
    let ask = |words: &[&str]| {
        let asked = "odds matg artillery --cohesion 15 --target T-34c --json --battery".split(' ');
        let asked: Vec<&str> =
            asked.chain(["germany/105mm IFH18 [2]"]).chain(words.iter().copied()).collect();
        desk().json(&asked)
    };
    let needs = |words: &[&str]| {
        let said = ask(words);
        ["fires", "on_target"].map(|roll| said[roll]["need"].as_i64())
    };
    assert_eq!(needs(&[]), [Some(15), Some(15)]);
    assert_eq!(needs(&["--fire", "pre-registered"]), [Some(17), Some(17)]);
    assert_eq!(needs(&["--fire", "registered"]), [Some(15), Some(17)]);
    assert_eq!(needs(&["--broken"]), [Some(10), Some(10)]);
    // One shell with AP 2 against half of 8 is -2: E never. Of 15 rolls that succeed one makes it 0.
    let lost = |words: &[&str]| {
        let said = ask(&[&["--fire", "direct", "--shells", "1"], words].concat());
        said["hit_end"]["D"].as_f64().unwrap()
    };
    let (plain, hot) = (lost(&[]), lost(&["--hot-shot"]));
    // D on a 2 or less on -2: one roll in 36; on a 4 or less on 0: six in 36.
    assert!((plain - 1.0 / 36.0).abs() < 1e-9, "{plain}");
    assert!((hot - (14.0 / 15.0 * 1.0 + 1.0 / 15.0 * 6.0) / 36.0).abs() < 1e-9, "{hot}");
    let need = |words: &[&str]| desk().json(&[&["odds", "matg"], words, &["--json"]].concat());
    let group = need(&["orders", "--cohesion", "13", "--stand", "T-34c", "--broken"]);
    assert_eq!(group["group"][0]["need"], 15);
    let roll = need(&["recovery", "--cohesion", "13", "--stand", "T-34c,state=S", "--broken"]);
    assert_eq!(roll["roll"]["need"], 4);
    let why = desk().refused(
        2,
        &[
            "odds",
            "matg",
            "artillery",
            "--cohesion",
            "15",
            "--battery",
            "germany/105mm IFH18 [2]",
            "--target",
            "T-34c",
            "--fire",
            "direct",
            "--range",
            "6",
            "--broken",
        ],
    );
    assert!(why.contains("no farther than 5 inches (12.1.5)"), "{why}");
}

/// An air strike: two rolls at the cohesion of its side, then a combat roll for each load (12.3.5, 12.3.9).
#[test]
fn air_strikes() {
    let ask = |words: &[&str]| {
        let asked = ["odds", "matg", "strike", "--cohesion", "15", "--aircraft", "P-47D Thunderbolt (2)"];
        desk().json(&[&asked, words, &["--json"]].concat())
    };
    // AP 5 against half of the Panzer's 7, rounded up: +1. Anti-aircraft fire has added 3.
    let bombs = ask(&["--target", "Panzer IV F2-H (7.5cm)", "--loads", "2", "--flak", "3"]);
    let hit = chance(15, 3) * chance(15, 3);
    near(&bombs["hit"], hit, "both rolls");
    assert_eq!(bombs["column"], 1);
    let once = |states: States| -> Vec<(States, f64)> {
        // No effect suppresses, as with all artillery (7.7).
        throws(1, 0, true).into_iter().map(|(result, p)| (after(states, result), p)).collect()
    };
    let both = then(&then(&certain(UNHURT), once), once);
    let mut odds: Odds<States> = both.into_iter().map(|(states, p)| (states, p * hit)).collect();
    *odds.entry(UNHURT).or_insert(0.0) += 1.0 - hit;
    same(&bombs["target"], &odds);
    // Strafing an adjacent stand: +3, and it does not deviate.
    let next = ask(&["--target", "germany/Infantry '43", "--next-in-line"]);
    near(&next["hit"], chance(15, 3), "one roll");
    assert!(next["find"].is_null());
    let refused = |words: &[&str]| {
        desk().refused(2, &[&["odds", "matg", "strike", "--cohesion", "15"], words].concat())
    };
    let why = refused(&["--aircraft", "P-47D Thunderbolt (2)", "--target", "T-34c", "--loads", "3"]);
    assert!(why.contains("carries 2 loads"), "{why}");
    let why = refused(&["--aircraft", "P47D Thunderbolt (2)", "--target", "T-34c"]);
    assert!(why.contains("no aircraft is called"), "{why}");
}

/// A natural 1 is one face of each roll to fire: each firer rolls separately, but the shells of a battery
/// share one roll (12.2.1). Every face of every die.
#[test]
fn hot_shots_of_several_firers_and_shells() {
    let column = |face: i32, column: i32| if face == 1 { column + 2 } else { column };
    let shot = |odds: &Odds<States>, modifiers: i32| {
        then(odds, |states| {
            let faces = (1..=20).flat_map(|face| match passes(face, 15, modifiers) {
                true => throws(column(face, 0), 0, false),
                false => vec![("", 1.0)],
            });
            faces.map(|(result, p)| (after(states, result), p / 20.0)).collect()
        })
    };
    let words = "odds matg --cohesion 15 --firer he=5,state=S --firer he=5,state=SD --defence 5 --range 5 --hot-shot --json";
    let found = desk().json(&words.split(' ').collect::<Vec<_>>());
    same(&found["target"], &shot(&shot(&certain(UNHURT), 4), 7));
    let asked = "odds matg artillery --cohesion 15 --target T-34c --fire direct --shells 2 --hot-shot --json --battery";
    let battery = "germany/105mm IFH18 [2],state=SD";
    let found = desk().json(&asked.split(' ').chain([battery]).collect::<Vec<_>>());
    // AP 2 against half of 8: column -2. Of the faces that fire, 1 to 8, one is a natural 1.
    let mut struck = Odds::new();
    for face in 1..=8 {
        assert!(passes(face, 15, 7) && !passes(9, 15, 7));
        let shell = |odds: &Odds<States>| {
            then(odds, |states| {
                let all = throws(column(face, -2), 0, true).into_iter();
                all.map(|(result, p)| (after(states, result), p)).collect()
            })
        };
        for (states, p) in shell(&shell(&certain(UNHURT))) {
            *struck.entry(states).or_insert(0.0) += p / 8.0;
        }
    }
    same(&found["hit_end"], &struck);
}
