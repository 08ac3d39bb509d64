//! Previews of ordnance shots: the To Hit check, and the effect of a hit.

use crate::board::Cell;
use crate::game::view::PreviewRoll;
use crate::game::{Modifier, Preview, Reading};
use crate::odds::Distribution;
use crate::rules::fireandmove::dice::{checks, odds};
use crate::rules::fireandmove::fire::armour::Damage;
use crate::rules::fireandmove::fire::reactive::Reaction;
use crate::rules::fireandmove::fire::to_hit::{Check, Shot};
use crate::rules::fireandmove::fire::volley::Mark;
use crate::rules::fireandmove::ordnance::GunEnd;
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::ordnance::shot::{self, Aimed};
use crate::rules::fireandmove::shown::preview::fire::{Share, crew_test, harm};
use crate::rules::fireandmove::shown::preview::{best_of, built, fates, line, readings, readings_of, scaled};
use crate::rules::fireandmove::state::{Forces, Gid, Standing, Terrain};
use crate::rules::fireandmove::vehicles::transport;

pub(super) fn best_shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    on_move: bool,
) -> Option<Preview> {
    let at = |target| Mark::at_rest(forces, target);
    best_of(
        arms::shot_targets(terrain, forces, group, arm, on_move)
            .filter_map(|target| shot(terrain, forces, group, arm, at(target), on_move)),
        "targets",
    )
}

pub(super) fn best_shot_at_mover(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    to: &Reaction,
) -> Option<Preview> {
    let mark = |at: Cell| to.mark(terrain.field(), forces, at);
    best_of(
        to.path.iter().filter_map(|&at| shot(terrain, forces, group, arm, mark(at), false)),
        "points of its path",
    )
}

/// The effect of an ordnance shot: the To Hit check, and the effect of a hit.
pub(super) fn shot(
    terrain: &Terrain,
    forces: &Forces,
    group: Gid,
    arm: Arm,
    mark: Mark,
    on_move: bool,
) -> Option<Preview> {
    let (target, to) = (mark.group, mark.at);
    let aimed = shot::shot(terrain, forces, group, arm, mark, on_move)?;
    let from = forces.group(group).at;
    let hits = aimed.shot.as_ref().map_or(1.0, Shot::chance);
    let mut remarks = vec![format!("{} at {}", arm.round.name(), forces.tag(target))];
    if let Some(shot) = &aimed.shot {
        remarks.push(format!("printed To Hit {}", shot.number));
        remarks.extend(aimed.steps.iter().map(|line| format!("step: {line}")));
        if shot.target_moving {
            remarks.push("moving target: only +1 or more hits (58.4)".into());
        }
        if shot.hull_down {
            remarks.push("hull down: only +1 or more hits (71.1)".into());
        }
        if shot.firer_moving {
            remarks.push("firing on the move: only +1 or more hits (58.6)".into());
        }
    }
    let pierces = matches!(arm.round, Round::Ap | Round::Faust | Round::Flame);
    let (mut result, opened) = match forces.machine_of(target).filter(|_| pierces) {
        Some(_) if forces.soft_vehicle(target) => {
            let test = odds::check("the vehicle", "84.2", aimed.strength.clone(), |sum| match sum {
                6.. => "destroyed",
                3..=5 => "immobilised",
                _ => "",
            });
            (scaled(readings(&test, "no effect"), hits), vec![PreviewRoll::new("", test)])
        }
        Some(machine) => {
            let armour = forces.vehicle(machine).armour[usize::from(aimed.flank)];
            remarks.push(format!("{} armour {armour}", if aimed.flank { "flank" } else { "front" }));
            let hull_down = terrain.field().hull_down(from, to);
            let attack = odds::ArmourAttack { strength: aimed.total(), armour, hull_down, adds: aimed.adds };
            pierced(&attack, &aimed, &mut remarks)
        }
        None if pierces => {
            let test = odds::check("the gun", "61.3", aimed.strength.clone(), |sum| GunEnd::on(sum).word());
            (scaled(readings(&test, "no effect"), hits), vec![PreviewRoll::new("", test)])
        }
        None => {
            let told = harm(forces, target, &aimed.strength, "58.7", Share::ALL);
            let result = match &aimed.shot {
                Some(shot) if forces.machine_of(target).is_none() => {
                    if shot.final_number().is_some_and(|number| number.has_zero()) {
                        remarks.push("the number rolled To Hit is added to the strength (58.7)".into());
                    }
                    shelled(forces, target, shot, aimed.total())
                }
                Some(shot) => shelled_crew(forces, target, shot, &aimed.strength),
                None => told.result,
            };
            (result, told.rolls)
        }
    };
    if forces.group(target).gun.is_some() && arm.round == Round::He {
        remarks.push("and a check for the gun: damaged on 3, destroyed on 6 (61.3)".into());
    }
    let rolls = match &aimed.shot {
        Some(shot) => {
            let mut first = PreviewRoll::new("To hit", odds::shot_test(shot));
            first.opens = opened.into_iter().map(|roll| (Reading::Row("hit"), roll)).collect();
            result.push(("hits".to_owned(), hits));
            vec![first]
        }
        None => opened,
    };
    Some(built(result, rolls, remarks))
}

/// An AP attack on a vehicle.
pub(super) fn pierced(
    attack: &odds::ArmourAttack,
    aimed: &Aimed,
    remarks: &mut Vec<String>,
) -> (Vec<(String, f64)>, Vec<PreviewRoll>) {
    let all = attack.on_vehicle(aimed.shot.as_ref());
    let words = [Damage::None, Damage::Immobilised, Damage::Stunned, Damage::Destroyed];
    let word = |damage| match damage {
        Damage::None => "no effect".to_owned(),
        other => odds::damage(other).to_owned(),
    };
    let result = words.map(|damage| (word(damage), all.chance(&damage))).to_vec();
    match attack.adds {
        odds::Adds::Nothing => {}
        odds::Adds::Size => remarks.push("the number rolled To Hit is added (75.1)".into()),
        odds::Adds::Signed => remarks.push("the To Hit result is added, sign included (74.7)".into()),
    }
    let test = attack.test(format!("against {}", attack.armour), aimed.strength.clone());
    (result, vec![PreviewRoll::new("", test)])
}

/// The average effect of a shell on a figure of a group, including the chance to hit.
pub(super) fn shelled(forces: &Forces, target: Gid, shot: &Shot, total: i16) -> Vec<(String, f64)> {
    let members = forces.under_fire(target);
    let count = members.len().max(1) as f64;
    let mut sums = [0.0; 4];
    for figure in members {
        let pinned = forces.figure(figure).standing == Standing::Pinned;
        let own = total - transport::behind_plates(forces, figure);
        for (fate, chance) in odds::shelled(shot, own, forces.nerve(figure), pinned).iter() {
            sums[*fate as usize] += chance / count;
        }
    }
    fates(sums)
}

/// The effect of a shell on a vehicle crew, including the chance to hit (69.1).
pub(super) fn shelled_crew(
    forces: &Forces,
    target: Gid,
    shot: &Shot,
    lines: &[Modifier],
) -> Vec<(String, f64)> {
    let Some(crew) = forces.group(target).machine else { return Vec::new() };
    let sized = shot.final_number().is_some_and(|number| number.has_zero());
    let all = checks::distribution().then(|&result| match shot.check(result) {
        Check::Hit(result) => {
            let mut lines = lines.to_vec();
            lines.push(line(if sized { result.abs() } else { 0 }, "To Hit result", "58.7"));
            crew_test(forces, crew, lines, "69.1").distribution()
        }
        Check::Fails | Check::Miss => Distribution::certain(Reading::Row("")),
    });
    readings_of(&all, "no effect")
}
