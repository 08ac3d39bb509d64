//! The calculator of Fire & Move against every roll of the dice counted one by one.
//!
//! Nothing here asks the program for a rule: numbers, halves and the To Hit row are written out anew.

mod refused;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::desk::desk;

/// The answer of the calculator to these words, divided by spaces.
fn odds(words: &str) -> Value {
    let words: Vec<&str> = ["odds", "fireandmove", "--json"].into_iter().chain(words.split(' ')).collect();
    desk().json(&words)
}

/// All 64 rolls of the two dice.
fn rolls() -> impl Iterator<Item = i32> {
    (1..=8).flat_map(|plus| (1..=8).map(move |minus| plus - minus))
}

fn close(found: &Value, expected: f64, of: &str) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{of}: no number but {found}"));
    assert!((found - expected).abs() < 1e-12, "{of}: {found} is not {expected}");
}

/// The flags of a To Hit check, and what each of the 64 rolls does, told without the program.
#[derive(Copy, Clone, Default)]
struct Shot {
    place: i32,
    shift: i32,
    target_moving: bool,
    hull_down: bool,
    firer_moving: bool,
    wf: Option<i32>,
}

const ROW: [&str; 12] = ["6", "5", "4", "3", "2", "1", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"];

impl Shot {
    fn words(&self) -> String {
        let flag = |set: bool, word: &str| if set { format!(" {word}") } else { String::new() };
        let wf = self.wf.map_or(String::new(), |wf| format!(" --wf {wf}"));
        format!(
            "--to-hit {} --shift {}{}{}{}{wf}",
            ROW[self.place as usize],
            self.shift,
            flag(self.target_moving, "--target-moving"),
            flag(self.hull_down, "--hull-down"),
            flag(self.firer_moving, "--firer-moving"),
        )
    }

    /// The final number as text.
    fn number(&self) -> Option<&'static str> {
        let mut place = self.place + self.shift;
        if self.firer_moving && (self.target_moving || self.hull_down) {
            place -= 1;
        }
        if place < 0 { None } else { Some(ROW[place.min(11) as usize]) }
    }

    fn hits(&self, roll: i32) -> bool {
        if self.wf == Some(roll) || (roll < 1 && (self.target_moving || self.hull_down || self.firer_moving))
        {
            return false;
        }
        match self.number() {
            None => false,
            Some(number) => match number.strip_prefix("0-") {
                Some(most) => roll.abs() <= most.parse().unwrap(),
                None => roll.abs() == number.parse::<i32>().unwrap(),
            },
        }
    }

    fn chance(&self) -> f64 {
        rolls().filter(|&roll| self.hits(roll)).count() as f64 / 64.0
    }

    /// Every meeting of the flags with a few numbers and steps.
    fn all() -> Vec<Self> {
        let mut shots = Vec::new();
        for bits in 0..8 {
            for (place, shift) in
                [(0, 0), (0, -1), (5, 1), (6, -1), (7, 0), (8, 2), (11, 0), (10, 3), (3, -9)]
            {
                let wf = [None, Some(-7), Some(-2)][(bits + place) as usize % 3];
                let [target_moving, hull_down, firer_moving] = [1, 2, 4].map(|bit| bits & bit != 0);
                shots.push(Self { place, shift, target_moving, hull_down, firer_moving, wf });
            }
        }
        shots
    }
}

// shows: 1.4 1.5 95.1
#[test]
fn the_dice_are_the_matrix() {
    let answer = odds("--check dice");
    for n in -7..=7_i32 {
        let count = |wanted: &dyn Fn(i32) -> bool| rolls().filter(|&roll| wanted(roll)).count() as f64 / 64.0;
        close(&answer["exact"][n.to_string()], count(&|roll| roll == n), "exact");
        close(&answer["at_least"][n.to_string()], count(&|roll| roll >= n), "at least");
        if n >= 0 {
            close(&answer["within"][n.to_string()], count(&|roll| (-n..=n).contains(&roll)), "within");
        }
    }
    assert_eq!(answer["within"].as_object().unwrap().len(), 8);
    assert_eq!(answer["exact"].as_object().unwrap().len(), 15);
}

#[test]
fn morale_is_within_the_modified_number() {
    for (morale, modifier) in [(3, 0), (3, 1), (2, -3), (4, -2), (6, 3), (1, -1)] {
        let limit = morale + modifier;
        let pass = rolls().filter(|roll| roll.abs() <= limit).count() as f64 / 64.0;
        let words = format!("--check morale --morale {morale} --modifier {modifier}");
        close(&odds(&words)["pass"], pass, &words);
    }
    // The text's own example: morale 3 passes on -3 to +3, 44 of 64.
    close(&odds("--check morale --morale 3")["pass"], 44.0 / 64.0, "the example");
}

// shows: 20.3 58.2 58.4 58.5 58.6 59.1
#[test]
fn to_hit_with_every_meeting_of_its_flags() {
    for shot in Shot::all() {
        let words = format!("--check to-hit {}", shot.words());
        let answer = odds(&words);
        assert_eq!(answer["to_hit"].as_str(), shot.number(), "{words}");
        close(&answer["chance"], shot.chance(), &words);
        let fails = rolls().filter(|&roll| shot.wf == Some(roll)).count() as f64 / 64.0;
        close(&answer["fails"], fails, &words);
    }
}

/// A fire attack told in full.
#[derive(Copy, Clone, Default)]
struct Fire {
    base: i32,
    bonus: Option<i32>,
    flame: Option<i32>,
    moving: bool,
    automatic: bool,
    /// The card's figure and the range's place, where the fire is enfilade.
    enfilade: Option<(&'static str, &'static str, i32)>,
    leader: i32,
    hero: bool,
    fear: bool,
    cv: i32,
    pinned: bool,
    nerve: (i32, i32, i32),
    shot: Option<Shot>,
}

impl Fire {
    fn words(&self) -> String {
        let mut words =
            format!("--check fire --base {} --leader {} --cv {}", self.base, self.leader, self.cv);
        let (morale, panic, kia) = self.nerve;
        words += &format!(" --morale {morale} --panic {panic} --kia {kia}");
        if let Some(bonus) = self.bonus {
            words += &format!(" --bonus {bonus}");
        }
        if let Some(flame) = self.flame {
            words += &format!(" --flamethrower {flame}");
        }
        if let Some((card, range, _)) = self.enfilade {
            words += &format!(" --enfilade --card {card} --range {range}");
        }
        let flags = [
            (self.moving, "--move-and-fire"),
            (self.automatic, "--all-automatic"),
            (self.hero, "--hero"),
            (self.fear, "--fear"),
            (self.pinned, "--pinned"),
        ];
        for (_, flag) in flags.iter().filter(|(set, _)| *set) {
            words += &format!(" {flag}");
        }
        self.shot.map_or(words.clone(), |shot| format!("{words} {}", shot.words()))
    }

    fn strength(&self) -> i32 {
        let half_down = |n: i32| (f64::from(n) / 2.0).floor() as i32;
        let helped = self.bonus.is_some_and(|n| n >= 0) || self.flame.is_some_and(|n| n >= 0);
        let base = if self.base < 0 && helped { 0 } else { self.base };
        let bonus = self.bonus.unwrap_or(0);
        let weapons = match (self.moving, self.automatic) {
            (false, _) => base + bonus,
            (true, false) => half_down(bonus),
            (true, true) => half_down(base + bonus),
        };
        let cv = if self.flame.is_some() { 0 } else { self.cv };
        let enfilade = self.enfilade.map_or(0, |(_, _, more)| more);
        weapons
            + self.flame.unwrap_or(0)
            + enfilade
            + self.leader
            + i32::from(self.hero)
            + i32::from(self.fear)
            + cv
    }

    fn check(&self) {
        let words = self.words();
        let answer = odds(&words);
        assert_eq!(answer["strength"], self.strength(), "{words}");
        let (morale, panic, kia) = self.nerve;
        let mut ends: BTreeMap<&str, f64> = BTreeMap::new();
        let broken = if self.pinned { "routed" } else { "pinned" };
        let fate = |result: i32| match self.pinned {
            false if result >= kia => "killed",
            false if result >= morale => "pinned",
            true if result > kia => "killed",
            true if result >= panic => "routed",
            _ => "none",
        };
        // 64 rolls to hit, and for each hit 64 for the effect.
        for to_hit in rolls() {
            for effect in rolls() {
                let end = match self.shot {
                    Some(shot) if !shot.hits(to_hit) => "none",
                    Some(shot) => {
                        let sized = shot.number().is_some_and(|number| number.starts_with("0-"));
                        fate(effect + self.strength() + if sized { to_hit.abs() } else { 0 })
                    }
                    None => fate(effect + self.strength()),
                };
                *ends.entry(end).or_default() += 1.0 / 4096.0;
            }
        }
        for key in ["none", broken, "killed"] {
            close(&answer["target"][key], ends.get(key).copied().unwrap_or(0.0), &format!("{words}: {key}"));
        }
        assert_eq!(answer["target"].as_object().unwrap().len(), 3, "{words}");
        match self.shot {
            Some(shot) => close(&answer["hit"], shot.chance(), &words),
            None => assert!(answer.get("hit").is_none(), "{words}"),
        }
    }
}

#[test]
fn small_arms_with_every_meeting_of_their_flags() {
    let enfilades = [
        None,
        Some(("5/4", "close", 3)),
        Some(("5/4", "long", 1)),
        Some(("3/2", "medium", 1)),
        Some(("3/2", "long", 0)),
        Some(("1", "close", 1)),
        Some(("1", "medium", 0)),
        Some(("5/4", "extreme", 0)),
    ];
    let weapons = [
        (4, None, None),
        (-3, None, None),
        (-3, Some(0), None),
        (-2, Some(-1), None),
        (5, Some(3), None),
        (2, Some(1), Some(6)),
        (-1, None, Some(4)),
        (0, None, Some(5)),
    ];
    for bits in 0..64_usize {
        let set = |bit: usize| bits & bit != 0;
        let (base, bonus, flame) = weapons[(bits * 5 + 3) % 8];
        Fire {
            base,
            bonus,
            flame,
            moving: set(1),
            automatic: set(1) && set(2),
            hero: set(4),
            fear: set(8),
            pinned: set(16),
            enfilade: if set(32) { enfilades[1 + bits % 7] } else { None },
            leader: bits as i32 % 4 - 1,
            cv: [0, -2, -5, 1][bits / 7 % 4],
            nerve: [(3, 3, 8), (4, 4, 7), (2, 3, 6), (3, 2, 8)][bits % 4],
            shot: None,
        }
        .check();
    }
}

#[test]
fn every_weapon_meets_every_way_of_moving() {
    for (base, bonus, flame) in
        [(-3, Some(0), None), (5, Some(3), None), (3, Some(1), Some(6)), (-1, None, Some(4))]
    {
        for (moving, automatic) in [(false, false), (true, false), (true, true)] {
            let nerve = (3, 3, 8);
            let enfilade = Some(("3/2", "close", 2));
            Fire { base, bonus, flame, moving, automatic, enfilade, cv: -3, nerve, ..Fire::default() }
                .check();
        }
    }
}

// shows: 58.7
#[test]
fn shells_must_hit_first() {
    for (shot, n) in Shot::all().into_iter().zip(0..) {
        let nerve = [(3, 3, 8), (4, 3, 8), (3, 4, 7)][n % 3];
        let base = [4, 2, 7, -1][n % 4];
        Fire {
            base,
            cv: -(n as i32 % 5),
            pinned: n % 2 == 1,
            fear: n % 3 == 0,
            nerve,
            shot: Some(shot),
            ..Fire::default()
        }
        .check();
    }
}

// shows: 67.1 67.2 67.3 67.4 67.5 67.6 67.8 67.9 71.1 74.7
#[test]
fn armour_with_every_meeting_of_its_flags() {
    let armours = [(8, 7, 6), (7, 5, 5), (6, 6, 4), (5, 5, 5), (4, 3, 2)];
    for (shot, n) in Shot::all().into_iter().zip(0_usize..) {
        let (k, s, i) = armours[n % 5];
        let (ap, adds) = ([6, 3, 5, 1][n % 4], ["none", "size", "signed"][n / 2 % 3]);
        let (stunned, immobilised) = (n % 2 == 0, n % 3 == 0);
        let shot = (n % 9 != 4).then_some(shot);
        let hull_down = shot.is_some_and(|shot| shot.hull_down);
        let mut words = format!("--check ap --ap {ap} --armour {k}/{s}/{i} --adds {adds}");
        words += if stunned { " --target-stunned" } else { "" };
        words += if immobilised { " --target-immobilised" } else { "" };
        words += &shot.map_or(String::new(), |shot| format!(" {}", shot.words()));
        let mut ends: BTreeMap<&str, f64> = BTreeMap::new();
        let each = 1.0 / 4096.0;
        for to_hit in rolls() {
            for effect in rolls() {
                let mut add = |end, p| *ends.entry(end).or_default() += p;
                if shot.is_some_and(|shot| !shot.hits(to_hit)) {
                    add("none", each);
                    continue;
                }
                let added = match (shot, adds) {
                    (Some(_), "size") => to_hit.abs(),
                    (Some(_), "signed") => to_hit,
                    _ => 0,
                };
                let result = effect + ap + added + i32::from(stunned) + 2 * i32::from(immobilised);
                match result {
                    r if r >= k => add("destroyed", each),
                    r if r < i => add("none", each),
                    _ if hull_down => add("stunned", each),
                    _ if s == i => {
                        add("stunned", each / 2.0);
                        add("immobilised", each / 2.0);
                    }
                    r if r >= s => add("stunned", each),
                    _ => add("immobilised", each),
                }
            }
        }
        let answer = odds(&words);
        for key in ["none", "immobilised", "stunned", "destroyed"] {
            close(&answer["vehicle"][key], ends.get(key).copied().unwrap_or(0.0), &format!("{words}: {key}"));
        }
        assert_eq!(answer.get("hit").is_some(), shot.is_some(), "{words}");
    }
}

#[test]
fn the_table_tells_the_sum_with_its_rules() {
    let words = "odds fireandmove --check fire --base 4 --bonus 3 --enfilade --leader 1 --cv -2 --morale 3";
    let shown = desk().good(&words.split(' ').collect::<Vec<_>>());
    for line in [
        "+4 fire value (15.6)",
        "+3 weapons (15.7)",
        "+3 enfilade (25.2)",
        "-2 concealment (23.5)",
        "strength 9",
    ] {
        assert!(shown.lines().any(|found| found == line), "{line:?} is not in\n{shown}");
    }
}

/// The matrix beside the chances: the same 64 throws.
#[test]
fn the_matrix_has_every_throw_with_what_it_does() {
    let desk = desk();
    let fire = ["odds", "fireandmove", "--check", "fire", "--base", "4", "--morale", "3", "--matrix"];
    let told = desk.good(&fire);
    assert!(told.contains("minus die down, plus die across\n"), "{told}");
    assert!(told.contains("  1    0p  +1p  +2p  +3p  +4k  +5k  +6k  +7k\n"), "{told}");
    assert!(
        told.contains("  p pinned: 33 of 64, 51.56%\n") && told.contains("  k killed: 10 of 64, 15.62%\n"),
        "{told}"
    );
    let shot =
        desk.good(&["odds", "fireandmove", "--check", "to-hit", "--to-hit", "0-3", "--wf", "-6", "--matrix"]);
    assert!(
        shot.contains("  h hit: 44 of 64, 68.75%\n") && shot.contains("  f fails: 2 of 64, 3.12%\n"),
        "{shot}"
    );
    assert_eq!(desk.good(&["odds", "fireandmove", "--check", "dice", "--matrix"]).matches("+7").count(), 2);
    assert!(desk.refused(2, &[&fire[..], &["--json"]].concat()).contains("--json"));
}
