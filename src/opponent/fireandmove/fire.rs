//! The value of fire, both our own and the enemy's.

use super::Mind;
use crate::board::Cell;
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::dice::odds;
use crate::rules::fireandmove::fire::action;
use crate::rules::fireandmove::fire::armour::Damage;
use crate::rules::fireandmove::fire::effect::Fate;
use crate::rules::fireandmove::fire::strength::FireCard;
use crate::rules::fireandmove::fire::volley::{self, Manner, Mark, Moving, Volley};
use crate::rules::fireandmove::ordnance::arms::{self, Arm, Round};
use crate::rules::fireandmove::ordnance::shot;
use crate::rules::fireandmove::state::{Gid, Standing};
use crate::rules::fireandmove::turn::sequence;

/// What pinning a figure is worth, against taking it out.
const PINNED: f64 = 0.35;

/// The share of danger that going to ground takes away, and each point of cover more.
const LYING: f64 = 0.18;

impl Mind<'_> {
    /// Expected harm to a group in enemy figures; a pinned figure counts half.
    fn harm(&self, volley: &Volley, target: Gid) -> f64 {
        let forces = &self.position.forces;
        let strength = volley.strength.total();
        let figures = forces.group(target).members.iter().map(|&figure| {
            let pinned = forces.figure(figure).standing == Standing::Pinned;
            let [_, shaken, routed, killed] = odds::fates(strength, forces.nerve(figure), pinned);
            let rank = f64::from(forces.rank(figure) as u8);
            (1.0 + 0.3 * rank) * (PINNED * shaken + routed + killed)
        });
        figures.sum()
    }

    /// Expected harm of a fire card against a stationary group.
    fn harm_at(&self, group: Gid, card: FireCard, manner: Manner, target: Gid) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let volley = action::aimed(terrain, forces, group, card, manner, Mark::at_rest(forces, target));
        volley.map_or(0.0, |volley| self.harm(&volley, target))
    }

    /// The best result a group can expect from a fire card now.
    pub(super) fn best_fire(&self, group: Gid, card: Card) -> f64 {
        let Card::Fire(kind) = card else { return 0.0 };
        let manner = Manner::default();
        let targets = volley::targets(&self.position.terrain, &self.position.forces, group, kind, manner);
        targets.map(|target| self.harm_at(group, kind, manner, target)).fold(0.0, f64::max)
    }

    /// Which group to fire at.
    pub(super) fn aim(&self, choice: Choice) -> f64 {
        let Choice::Target(target) = choice else { return 0.0 };
        match self.position.open.aiming() {
            Some((group, card, manner)) => self.harm_at(group, card, manner, target),
            None => self.position.forces.group(target).members.len() as f64,
        }
    }

    /// Whether a second card is worth it.
    pub(super) fn second(&self, choice: Choice) -> f64 {
        match (choice, self.acting()) {
            (Choice::Fire(card), Some(group)) => self.best_fire(group, card) - self.kept(card) - 0.1,
            _ => 0.0,
        }
    }

    /// Reactions: the best card at the best point of the path, if it is worth more now than later.
    pub(super) fn react(&self, choice: Choice) -> f64 {
        let Position { terrain, forces, open, .. } = self.position;
        let Some((mover, path, ..)) = open.reacting() else { return 0.0 };
        let at = |group: Gid, kind: FireCard, cell: Cell| {
            let moving = sequence::passing(terrain.field(), forces, open, cell);
            let volley = action::aimed(
                terrain,
                forces,
                group,
                kind,
                Manner::default(),
                Mark { group: mover, at: cell, moving },
            );
            volley.map_or(0.0, |volley| self.harm(&volley, mover))
        };
        let best =
            |group: Gid, kind: FireCard| path.iter().map(|&cell| at(group, kind, cell)).fold(0.0, f64::max);
        match choice {
            Choice::With(group) => {
                let kinds = self.kinds();
                let shot = if arms::has_ordnance(forces, group) {
                    self.best_reaction(group) - self.kept(Card::Fire(FireCard::One))
                } else {
                    -1.0
                };
                kinds.map(|kind| best(group, kind) - self.kept(Card::Fire(kind))).fold(shot, f64::max)
            }
            Choice::Shoot(card) => {
                self.acting().map_or(0.0, |group| self.best_reaction(group) - self.kept(card))
            }
            Choice::Fire(Card::Fire(kind)) => {
                self.acting().map_or(0.0, |group| best(group, kind) - self.kept(Card::Fire(kind)))
            }
            Choice::Point(point) => {
                let cell = path.get(usize::from(point)).copied();
                match (open.reacting_with(), cell) {
                    (Some((group, kind)), Some(cell)) => at(group, kind, cell),
                    // Play a minefield near the middle of the path.
                    _ => f64::from(point),
                }
            }
            Choice::Mines(_) | Choice::Trap(_) => {
                // 31.1: a mine halts the group and attacks one figure. A charge is stopped for good.
                let men = forces.group(mover).members.len() as f64;
                let charge = open.reacting().is_some_and(|(.., target)| target.is_some());
                0.2 + 0.06 * men
                    + if charge { 0.6 } else { 0.0 }
                    + if matches!(choice, Choice::Mines(_)) { 0.05 } else { 0.0 }
            }
            Choice::Hero(figure) => self.hero(figure) - 0.2,
            Choice::Hold => -0.5,
            Choice::Leave => -0.2,
            _ => 0.0,
        }
    }

    /// The value of a shot; a vehicle counts as several figures.
    fn shot_worth(&self, group: Gid, arm: Arm, mark: Mark, on_move: bool) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let (target, to) = (mark.group, mark.at);
        let Some(aimed) = shot::shot(terrain, forces, group, arm, mark, on_move) else {
            return 0.0;
        };
        let pierces = matches!(arm.round, Round::Ap | Round::Faust | Round::Flame);
        if pierces {
            let Some(machine) = forces.machine_of(target) else { return 0.3 };
            let attack = odds::ArmourAttack {
                strength: aimed.total(),
                armour: forces.vehicle(machine).armour[usize::from(aimed.flank)],
                hull_down: terrain.field().hull_down(forces.group(group).at, to),
                adds: aimed.adds,
            };
            let all = attack.on_vehicle(aimed.shot.as_ref());
            let spent = if arm.round == Round::Faust { 0.3 } else { 0.0 };
            return 6.0 * all.chance(&Damage::Destroyed)
                + 2.5 * all.chance(&Damage::Stunned)
                + 2.5 * all.chance(&Damage::Immobilised)
                - spent;
        }
        let figures = forces.group(target).members.iter().map(|&figure| {
            let pinned = forces.figure(figure).standing == Standing::Pinned;
            let nerve = forces.nerve(figure);
            let fates = match &aimed.shot {
                Some(shot) => odds::shelled(shot, aimed.total(), nerve, pinned),
                None => odds::figure(aimed.total(), nerve, pinned),
            };
            0.5 * fates.chance(&Fate::Pinned) + fates.chance(&Fate::Routed) + fates.chance(&Fate::Killed)
        });
        let sum: f64 = figures.sum();
        // An armoured crew is buttoned up at most.
        if forces.group(target).machine.is_some() { 0.3 * sum } else { sum }
    }

    /// A group's best shot at any stationary group.
    pub(super) fn best_shot(&self, group: Gid, on_move: bool) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let mut best = 0.0_f64;
        for arm in arms::arms(terrain.field(), forces, group, on_move) {
            for target in arms::shot_targets(terrain, forces, group, arm, on_move) {
                let to = forces.group(target).at;
                best = best.max(self.shot_worth(
                    group,
                    arm,
                    Mark { group: target, at: to, moving: Moving::default() },
                    on_move,
                ));
            }
        }
        best
    }

    /// A group's best shot at the mover.
    fn best_reaction(&self, group: Gid) -> f64 {
        let Position { terrain, forces, open, .. } = self.position;
        let Some((mover, path, card, _)) = open.reacting() else { return 0.0 };
        let moving = Moving { moving: true, card, ..Moving::default() };
        let arms = arms::arms(terrain.field(), forces, group, false);
        let all = arms.into_iter().flat_map(|arm| path.iter().map(move |&cell| (arm, cell)));
        all.map(|(arm, cell)| self.shot_worth(group, arm, Mark { group: mover, at: cell, moving }, false))
            .fold(0.0, f64::max)
    }

    /// Choose the weapon, target and point for an ordnance shot.
    pub(super) fn ordnance(&self, choice: Choice) -> f64 {
        let Position { terrain, forces, open, .. } = self.position;
        let Some(group) = self.acting() else { return 0.0 };
        let reacting = open.reacting();
        match choice {
            Choice::Shoot(card) => self.best_shot(group, false) - self.kept(card),
            Choice::Load(figure, round) => {
                let arm = Arm { figure, round };
                match reacting {
                    Some((mover, path, card, _)) => {
                        let moving = Moving { moving: true, card, ..Moving::default() };
                        let all = path.iter().map(|&cell| {
                            self.shot_worth(group, arm, Mark { group: mover, at: cell, moving }, false)
                        });
                        all.fold(0.0, f64::max)
                    }
                    None => {
                        let targets = arms::shot_targets(terrain, forces, group, arm, false);
                        let at = |target| forces.group(target).at;
                        let all = targets.map(|target| {
                            self.shot_worth(
                                group,
                                arm,
                                Mark { group: target, at: at(target), moving: Moving::default() },
                                false,
                            )
                        });
                        all.fold(0.0, f64::max)
                    }
                }
            }
            Choice::Target(target) => open.shelling().map_or(0.0, |(group, arm, on_move)| {
                let to = forces.group(target).at;
                self.shot_worth(
                    group,
                    arm,
                    Mark { group: target, at: to, moving: Moving::default() },
                    on_move,
                )
            }),
            Choice::Point(point) => match (open.shelling(), reacting) {
                (Some((group, arm, _)), Some((mover, path, card, _))) => {
                    let moving = Moving { moving: true, card, ..Moving::default() };
                    path.get(usize::from(point)).map_or(0.0, |&cell| {
                        self.shot_worth(group, arm, Mark { group: mover, at: cell, moving }, false)
                    })
                }
                _ => 0.0,
            },
            _ => 0.0,
        }
    }

    fn kinds(&self) -> impl Iterator<Item = FireCard> + '_ {
        FireCard::ALL.into_iter().filter(|&kind| self.held(|card| card == Card::Fire(kind)) > 0)
    }

    /// Expected harm to a group from enemy fire at a square, weighted by the chance that the enemy holds a
    /// fire card.
    pub(super) fn danger(&self, at: Cell, group: Gid, moving: bool) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let chance = self.enemy_holds(|card| matches!(card, Card::Fire(_)));
        let worst = forces.groups_of(self.side.other()).map(|enemy| {
            let fit = forces.fit(enemy).count();
            let kind = if fit >= 4 {
                FireCard::FiveFour
            } else if fit >= 2 {
                FireCard::ThreeTwo
            } else {
                FireCard::One
            };
            let moving = Moving { moving, card: 0, ..Moving::default() };
            let volley =
                action::aimed(terrain, forces, enemy, kind, Manner::default(), Mark { group, at, moving });
            volley.map_or(0.0, |volley| self.harm(&volley, group))
        });
        let worst = worst.fold(0.0, f64::max);
        let pierced = if self.careful && forces.group(group).machine.is_some() {
            self.pierced_at(at, group, moving)
        } else {
            0.0
        };
        chance * worst.max(pierced)
    }

    /// The worst that enemy guns and anti-tank weapons could do to a vehicle at a square.
    fn pierced_at(&self, at: Cell, group: Gid, moving: bool) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let moving = Moving { moving, ..Moving::default() };
        let enemies = forces.groups_of(self.side.other());
        let shots = enemies.flat_map(|enemy| {
            let arms = arms::arms(terrain.field(), forces, enemy, false).into_iter();
            let pierce = arms.filter(|arm| matches!(arm.round, Round::Ap | Round::Faust | Round::Flame));
            pierce.map(move |arm| self.shot_worth(enemy, arm, Mark { group, at, moving }, false))
        });
        shots.fold(0.0, f64::max)
    }

    /// The harm avoided by going to ground, which doubles the concealment of the terrain (13.1).
    pub(super) fn lying(&self, group: Gid) -> f64 {
        let position = self.position;
        let at = position.forces.group(group).at;
        let danger = self.danger(at, group, false);
        if !self.careful {
            return 0.4 * danger;
        }
        let cover = f64::from(position.terrain.field().feature(at).ground.cover().stationary.abs());
        danger * (LYING + LYING * cover).min(0.6)
    }
}
