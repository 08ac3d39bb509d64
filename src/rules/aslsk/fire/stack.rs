//! The exact chances of each unit's fate in an attack on a stack, other units and leaders considered (3.2.3).
//! It leaves out the LLMC and LLTC that follow, and treats two leaders under one K as independent.

use super::attack::Attack;
use crate::odds::Distribution;
use crate::rules::aslsk::calculator::fate::{Fate, Target, fates, reduction, rolls};
use crate::rules::aslsk::state::{Forces, Position};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::fire::Effect;

/// The chance of each fate, in the order of [`Fate::ALL`].
pub type Chances = [f64; 7];

/// A unit attacked, with its result and the units that share it.
#[derive(Copy, Clone)]
struct Hit {
    id: u8,
    effect: Effect,
    /// The first unit with the same result.
    group: usize,
    /// How many share it.
    company: u8,
}

/// The unit picked for Casualty Reduction by a K, as far as known.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Picked {
    /// This unit.
    This,
    /// Another with the same result.
    Another,
    /// None is picked.
    Nobody,
}

fn add(sum: &mut Chances, fate: &Distribution<Fate>, part: f64) {
    for (fate, chance) in fate.iter() {
        sum[*fate as usize] += part * chance;
    }
}

impl Attack {
    /// The chances of each unit attacked.
    pub fn fates(&self, position: &Position) -> Vec<(u8, Chances)> {
        let worked: Vec<_> =
            self.targets.iter().map(|&id| (id, self.work_out_on(position, Some(id)).fire)).collect();
        let mut all: Vec<(u8, Chances)> = self.targets.iter().map(|&id| (id, [0.0; 7])).collect();
        for (coloured, white) in rolls() {
            let hits: Vec<Hit> = worked
                .iter()
                .map(|&(id, fire)| {
                    let effect = fire.effect(coloured, white);
                    let alike = worked.iter().filter(|(_, other)| *other == fire).count();
                    let group = worked.iter().position(|(_, other)| *other == fire).unwrap_or_default();
                    // A hex holds few units.
                    Hit { id, effect, group, company: alike as u8 }
                })
                .collect();
            for (hit, (_, sum)) in hits.iter().zip(&mut all) {
                add_result(&position.forces, *hit, &hits, sum);
            }
        }
        all
    }
}

/// The kind of target a unit is.
pub fn target(forces: &Forces, id: u8) -> Target {
    match forces.unit(id).data().kind {
        Kind::Squad => Target::Squad,
        Kind::HalfSquad => Target::HalfSquad,
        Kind::Crew => Target::Crew,
        Kind::Leader => Target::Leader,
    }
}

/// Adds what an IFT result does to a unit.
fn add_result(forces: &Forces, hit: Hit, hits: &[Hit], sum: &mut Chances) {
    let (target, broken) = (target(forces, hit.id), forces.unit(hit.id).broken);
    let one = 1.0 / 36.0;
    match hit.effect {
        Effect::Kill(kills) => {
            let dies = f64::from(kills.min(hit.company)) / f64::from(hit.company);
            sum[Fate::Eliminated as usize] += one * dies;
            let rest = if broken { reduction(target) } else { Distribution::certain(Fate::Broken) };
            add(sum, &rest, one * (1.0 - dies));
        }
        Effect::Casualty(_) => {
            let picked = 1.0 / f64::from(hit.company);
            if broken {
                add(sum, &reduction(target), one * picked);
            } else {
                for (chance, help) in help(forces, hit, hits, Picked::This) {
                    let fate = fates(hit.effect, target, forces.morale(hit.id), help);
                    add(sum, &fate, one * picked * chance);
                }
            }
            if hit.company > 1 {
                check(forces, hit, hits, Picked::Another, sum, one * (1.0 - picked));
            }
        }
        _ => check(forces, hit, hits, Picked::Nobody, sum, one),
    }
}

/// Adds what the checks of a result do to a unit.
fn check(forces: &Forces, hit: Hit, hits: &[Hit], picked: Picked, sum: &mut Chances, part: f64) {
    for (chance, help) in help(forces, hit, hits, picked) {
        let check = match hit.effect {
            Effect::Casualty(more) => Effect::MoraleCheck(more),
            effect => effect,
        };
        if forces.unit(hit.id).broken {
            check_broken(forces, hit.id, check, help, sum, part * chance);
        } else {
            add(sum, &fates(check, target(forces, hit.id), forces.morale(hit.id), help), part * chance);
        }
    }
}

/// A broken unit that fails suffers Casualty Reduction; an original 12 eliminates it (3.2.3f).
fn check_broken(forces: &Forces, id: u8, check: Effect, help: i16, sum: &mut Chances, part: f64) {
    let Effect::MoraleCheck(more) = check else {
        sum[Fate::Unharmed as usize] += part;
        return;
    };
    for (coloured, white) in rolls() {
        let original = i16::from(coloured + white);
        let one = part / 36.0;
        if original == 12 {
            sum[Fate::Eliminated as usize] += one;
        } else if original + i16::from(more) + help > forces.morale(id) {
            add(sum, &reduction(target(forces, id)), one);
        } else {
            sum[Fate::Unharmed as usize] += one;
        }
    }
}

/// The DRM that the first leader to pass unharmed adds to a unit's checks, with their chances (3.2.3e).
fn help(forces: &Forces, hit: Hit, hits: &[Hit], picked: Picked) -> Vec<(f64, i16)> {
    let rank = |id: u8| (forces.unit(id).leadership(), -forces.unit(id).morale(), id);
    let mut before: Vec<&Hit> = hits
        .iter()
        .filter(|other| {
            let leader = forces.unit(other.id);
            let first = !forces.unit(hit.id).leader() || rank(other.id) < rank(hit.id);
            let checks = other.effect.checks_morale() || other.effect == Effect::PinCheck;
            other.id != hit.id && leader.leader() && leader.good_order() && !leader.pinned && first && checks
        })
        .collect();
    before.sort_by_key(|other| rank(other.id));
    let (mut left, mut found) = (1.0, Vec::new());
    for other in before {
        let check = match other.effect {
            Effect::Casualty(more) => Effect::MoraleCheck(more),
            Effect::Kill(_) => continue,
            effect => effect,
        };
        // A unit hit by the K takes no check and helps no other.
        let spared = match other.effect {
            Effect::Casualty(_) if other.group != hit.group => 1.0 - 1.0 / f64::from(other.company),
            Effect::Casualty(_) if picked == Picked::Another => 1.0 - 1.0 / f64::from(other.company - 1),
            _ => 1.0,
        };
        let fate = fates(check, Target::Leader, forces.morale(other.id), 0);
        let passes = left * spared * fate.chance(&Fate::Unharmed);
        found.push((passes, forces.unit(other.id).leadership()));
        left -= passes;
    }
    found.insert(0, (left, 0));
    found
}
