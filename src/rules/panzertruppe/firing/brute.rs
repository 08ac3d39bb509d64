//! Checks the volley against a second, naive implementation that rolls every die.

use super::volley::{Shot, volley};
use super::*;
use crate::rules::panzertruppe::firing::effect::hit;
use crate::rules::panzertruppe::firing::to_hit::to_hit;
use crate::rules::panzertruppe::tables::Tables;

/// The roll needed to hit; `None` where no shot is allowed.
fn need(shot: &Shot, target: &Target, condition: Condition) -> Option<i16> {
    let inches = f64::from(shot.range) / 10.0;
    let column = match shot.firer.bore.kind {
        GunType::S => 0,
        GunType::M => 1,
        GunType::L => 2,
        GunType::VL => 3,
    };
    let mut sum = match inches {
        r if r <= 5.9 => 1,
        r if r <= 13.9 => 0,
        r if r <= 25.0 => -1,
        r if r <= 35.9 => [-3, -2, -2, -1][column],
        r if r <= 47.9 => [-4, -3, -2, -2][column],
        r if r <= 60.0 => [-99, -4, -3, -2][column],
        _ => [-99, -99, -4, -3][column],
    };
    if sum == -99 {
        return None;
    }
    let has = |name| target.cover.has(Cover::named(name).unwrap());
    let infantry = target.class == Class::Infantry;
    let vehicle = matches!(target.class, Class::Vehicle | Class::Unarmoured);
    let crouching = infantry && has("crouching") && (has("building") || has("dug-in"));
    if crouching && shot.firer.bore.calibre <= 70 {
        return None;
    }
    sum += [0, -3, 2][shot.firer.motion as usize];
    sum -= i16::from(shot.firer.ambush) + i16::from(shot.firer.russian);
    sum += match target.motion {
        Motion::Moving if condition.stunned || condition.immobilised => 0,
        Motion::Moving => -1,
        Motion::Overwatch => 1,
        Motion::Stopped => 0,
    };
    sum += if !infantry {
        target.size
    } else if target.mounted {
        0
    } else {
        -1
    };
    let low = if vehicle && (has("hull-down") || has("beside-building")) {
        -2
    } else if (has("wall") || has("hedge") || has("beside-building")) && !target.mounted {
        -1
    } else {
        0
    };
    let tall = if has("woods") || has("hedgerow") { -2 } else { 0 };
    let rough = if has("rough") { -1 } else { 0 };
    let mut cover = if has("building") {
        -2
    } else if has("dug-in") {
        (-2 + tall + rough).max(-3)
    } else {
        low + tall + rough
    };
    if cover == 0 && target.class == Class::Gun && has("hill-edge") {
        cover = -1;
    }
    if crouching {
        cover -= 1;
    }
    Some(6 - sum - cover)
}

/// The sum of the hit effect modifiers; `None` where no die is rolled.
fn effect(shot: &Shot, target: &Target) -> Option<i16> {
    let calibre = shot.firer.bore.calibre;
    let armour = match target.class {
        Class::Vehicle => target.armour,
        Class::Gun if calibre < 70 && target.aspect == Aspect::Front => 4,
        _ => return None,
    };
    let inches = f64::from(shot.range) / 10.0;
    let range = match inches {
        r if r <= 5.9 => 2,
        r if r <= 13.9 => 1,
        r if r <= 25.0 => 0,
        r if r <= 35.9 => -1,
        r if r <= 47.9 => -2,
        _ => -3,
    };
    let size = match calibre {
        0..37 => -4,
        37..45 => -3,
        45..57 => -2,
        57..70 => -1,
        70..80 => 0,
        80..95 => 1,
        95..110 => 2,
        110..130 => 3,
        _ => 4,
    };
    let kind = match shot.firer.bore.kind {
        GunType::S => -1,
        GunType::M => 0,
        GunType::L => 1,
        GunType::VL => 2,
    };
    Some(range + size + kind + armour)
}

/// Counts the results over all rolls: a D10 to hit and a D10 for effect for every shot, used or not.
fn throw(shots: &[Shot], target: &Target, condition: Condition, weight: u64, ends: &mut [u64; 5]) {
    let Some((shot, rest)) = shots.split_first() else {
        let end = match (condition.destroyed, condition.stunned, condition.immobilised) {
            (true, ..) => 4,
            (_, true, true) => 3,
            (_, _, true) => 2,
            (_, true, _) => 1,
            _ => 0,
        };
        ends[end] += weight;
        return;
    };
    for to_hit in 1..=10i16 {
        let hits = need(shot, target, condition).is_some_and(|need| to_hit >= need) && to_hit != 1;
        if condition.destroyed || !hits {
            throw(rest, target, condition, weight * 10, ends);
            continue;
        }
        for die in 1..=10i16 {
            let mut after = condition;
            match effect(shot, target) {
                Some(sum) if die + sum >= 7 => after.destroyed = true,
                Some(sum) if die + sum == 6 => after.immobilised |= target.class != Class::Gun,
                Some(sum) if die + sum == 5 && after.stunned => after.destroyed = true,
                Some(sum) if die + sum == 5 => after.stunned = true,
                Some(_) => {}
                None if target.class == Class::Infantry && shot.firer.bore.calibre < 70 => {
                    after.destroyed = after.stunned;
                    after.stunned = true;
                }
                None => after.destroyed = true,
            }
            throw(rest, target, after, weight, ends);
        }
    }
}

/// A small random generator, so that the cases do not depend on a library.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

#[test]
fn volley_odds_match_all_rolls() {
    let tables = Tables::standard();
    let mut draw = Draw(128);
    let classes = [Class::Vehicle, Class::Vehicle, Class::Unarmoured, Class::Gun, Class::Infantry];
    let motions = [Motion::Stopped, Motion::Moving, Motion::Overwatch];
    let calibres = [20, 37, 45, 50, 57, 70, 75, 76, 85, 88, 100, 122, 152];
    let kinds = [GunType::S, GunType::M, GunType::L, GunType::VL];
    let ranges = [0, 59, 60, 100, 139, 140, 250, 251, 359, 360, 479, 480, 600, 601, 720];
    for _ in 0..1500 {
        let mut cover = Cover::default();
        for (_, one) in Cover::NAMES {
            cover = cover.and_if(draw.below(4) == 0, one);
        }
        let class = draw.of(&classes);
        let target = Target {
            class,
            motion: draw.of(&motions),
            size: draw.below(4) as i16 - 2,
            armour: draw.below(12) as i16 - 7,
            aspect: draw.of(&[Aspect::Front, Aspect::Side, Aspect::Rear]),
            condition: Condition {
                stunned: draw.below(4) == 0,
                immobilised: draw.below(4) == 0,
                destroyed: false,
            },
            cover,
            mounted: class == Class::Infantry && draw.below(4) == 0,
        };
        let range = draw.of(&ranges);
        let shots: Vec<Shot> = (0..=draw.below(2))
            .map(|_| Shot {
                firer: Firer {
                    bore: Bore { calibre: draw.of(&calibres), kind: draw.of(&kinds) },
                    motion: draw.of(&motions),
                    ambush: draw.below(3) == 0,
                    russian: draw.below(3) == 0,
                },
                range,
            })
            .collect();
        for shot in &shots {
            let worked = to_hit(tables, &shot.firer, &target, range);
            assert_eq!(worked.need, need(shot, &target, target.condition), "{shot:?} {target:?}");
            let sum = hit(tables, shot.firer.bore, &target, range).sum();
            assert_eq!(sum, effect(shot, &target), "{shot:?} {target:?}");
        }
        let mut ends = [0; 5];
        throw(&shots, &target, target.condition, 1, &mut ends);
        let all = 100u64.pow(shots.len() as u32) as f64;
        let odds = volley(tables, &shots, &target);
        for (word, count) in
            ["none", "stunned", "immobilised", "stunned-immobilised", "destroyed"].into_iter().zip(ends)
        {
            let chance: f64 = odds.iter().filter(|(c, _)| c.word() == word).map(|(_, p)| p).sum();
            assert!((chance - count as f64 / all).abs() < 1e-12, "{word} {shots:?} {target:?}");
        }
    }
}

#[test]
fn worked_example_of_the_rulebook() {
    // A T-34-85 hits a Tiger I on its side at 10 inches: +1 range, +1 size, +1 type, -2 armour; a 6 destroys
    // it.
    let tables = Tables::standard();
    let bore = Bore { calibre: 85, kind: GunType::L };
    let target = Target { armour: -2, aspect: Aspect::Side, ..Target::default() };
    let Hit::Rolls(lines) = hit(tables, bore, &target, 100) else { panic!("a vehicle rolls for effect") };
    assert_eq!(lines.as_slice().iter().map(|line| line.value).collect::<Vec<_>>(), [1, 1, 1, -2]);
    let hit = Hit::Rolls(lines);
    assert_eq!(hit.harm(tables, 6), Harm::Destroy);
    assert_eq!(hit.harm(tables, 5), Harm::Immobilise);
    assert_eq!(hit.harm(tables, 4), Harm::Stun);
    assert_eq!(hit.harm(tables, 3), Harm::None);
}
