//! Where groups go: towards objectives, from cover to cover.

use std::rc::Rc;

use super::Mind;
use super::tasks::Task;
use super::ways::ways;
use crate::board::Cell;
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::turn::sequence::Frame;
use crate::rules::fireandmove::vehicles::assault;

/// How keen a group is to march.
const MARCH: f64 = 1.0;

/// How much keener an urge makes it.
const URGED: f64 = 0.4;

/// The share of its keenness that a group keeps which covers others.
const COVERING: f64 = 0.4;

/// The share of danger that a point of concealment takes away.
const CONCEALED: f64 = 0.08;

/// How much an attacker minds fire before it marches.
const ATTACKERS_FEAR: f64 = 0.35;

/// The same for a side without an urge.
const FEAR: f64 = 0.35;

/// The value of a move action.
const ACTION: f64 = 0.2;

/// How much a group minds fire at each step.
const WARY: f64 = 0.06;

/// The value of a step nearer.
const STEP: f64 = 0.4;

/// What a step costs that leads no nearer: more than the noise on a choice, so that a group halts where it arrives.
const STRAY: f64 = 0.02;

/// What a charge must gain.
const CHARGE: f64 = 0.3;

/// How much less it must gain with an urge.
const URGED_CHARGE: f64 = 0.4;

/// What fire on the move is worth.
const MOVING_FIRE: f64 = 0.7;

/// The value of halting after fire.
const HALT: f64 = 0.25;

/// The keenness of a group without fit figures.
const ONE_MAN: f64 = 0.3;

/// What each fit figure adds to it.
const EACH_MAN: f64 = 0.25;

/// The squares that a vehicle goes ahead of the infantry.
const ESCORT: u16 = 4;

impl Mind<'_> {
    /// The distance in steps from each square to the group's best goal; `None` if it should stay.
    fn distances(&self, group: Gid) -> Option<Rc<[u16]>> {
        if self.still {
            return None;
        }
        if let Some(known) = self.ways.borrow().get(&group) {
            return known.clone();
        }
        let way = |goal| ways(self.position.battle(), self.ends(group, goal), self.is_crewed(group));
        let found = self.goal(group).map(way);
        self.ways.borrow_mut().insert(group, found.clone());
        found
    }

    /// Whether a group is a vehicle that minds the ground.
    pub(super) fn is_crewed(&self, group: Gid) -> bool {
        self.careful && self.position.forces.group(group).machine.is_some()
    }

    /// The squares for which a group makes that has a feature as its goal: within the feature, those of its enemies or,
    /// without any, all but the one where its move action began.
    fn ends(&self, group: Gid, goal: u8) -> Vec<Cell> {
        let Position { terrain, forces, .. } = self.position;
        let field = terrain.field();
        let all = &field.features[usize::from(goal)].cells;
        let at = forces.group(group).at;
        if field.place(at) != goal {
            return all.clone();
        }
        let enemies = forces.groups_of(self.side.other()).map(|enemy| forces.group(enemy).at);
        let inside: Vec<Cell> = enemies.filter(|&cell| field.place(cell) == goal).collect();
        let began = self.began(group);
        if inside.is_empty() { all.iter().copied().filter(|&cell| cell != began).collect() } else { inside }
    }

    /// The square where a group's move action began; where it stands if it is not on the move.
    fn began(&self, group: Gid) -> Cell {
        let first = match self.position.open.frames.last() {
            Some(Frame::Marching(march)) if march.group == group => march.path.first(),
            _ => None,
        };
        first.copied().unwrap_or(self.position.forces.group(group).at)
    }

    /// How keen a group is to move.
    pub(super) fn march_wish(&self, group: Gid) -> f64 {
        let Some(far) = self.distances(group) else { return 0.0 };
        if !self.careful {
            return 0.7 + 0.4 * self.urge;
        }
        if self.outruns(group, &far) {
            return 0.0;
        }
        let covers = if matches!(self.task(group), Task::Cover(_)) { COVERING } else { 1.0 };
        covers * self.keen * (MARCH + URGED * self.urge) * self.strength(group)
    }

    /// The share of a group's keenness that its size leaves: a figure or two take no ground, and their loss may
    /// break the side.
    fn strength(&self, group: Gid) -> f64 {
        let forces = &self.position.forces;
        if forces.group(group).machine.is_some() {
            return 1.0;
        }
        let fit = forces.fit(group).count() as f64;
        (ONE_MAN + EACH_MAN * fit).min(1.0) * (2.0 / (1.0 + self.brink()))
    }

    /// Whether a vehicle is ahead of all infantry that goes with it.
    fn outruns(&self, group: Gid, far: &[u16]) -> bool {
        let Position { terrain, forces, .. } = self.position;
        if forces.group(group).machine.is_none() {
            return false;
        }
        let to_go = |group: Gid| far[terrain.field().square.index(forces.group(group).at)];
        let foot = forces.groups_of(self.side).filter(|&other| forces.group(other).machine.is_none());
        foot.map(to_go).min().is_some_and(|nearest| nearest > to_go(group).saturating_add(ESCORT))
    }

    /// The value of a movement card to a group.
    pub(super) fn march(&self, group: Gid, card: Card, cover: bool) -> f64 {
        self.march_parts(group, card, cover).iter().map(|part| part.1).sum()
    }

    /// The parts of that value, by name.
    pub(super) fn march_parts(&self, group: Gid, card: Card, cover: bool) -> Vec<(&'static str, f64)> {
        let Card::Move(movement) = card else { return Vec::new() };
        let at = self.position.forces.group(group).at;
        let wish = self.march_wish(group);
        if wish == 0.0 {
            return vec![("nowhere to go", -0.2)];
        }
        let danger = self.danger(at, group, true);
        let hidden = if cover { f64::from(movement.cover) * CONCEALED * danger } else { 0.0 };
        let actions = if cover { 1 } else { movement.actions };
        let fear = if self.urge > 0.0 { ATTACKERS_FEAR - 0.1 * self.urge } else { FEAR };
        vec![
            ("ground to gain", self.bias.march + wish + ACTION * f64::from(actions)),
            ("concealment", hidden),
            ("enemy fire", -self.bias.fear * fear * self.brink() * danger),
        ]
    }

    /// The parts of a step's value: nearer to the goal, and under less fire. A step no nearer must save fire.
    pub(super) fn step_parts(&self, choice: Choice) -> Vec<(&'static str, f64)> {
        let (Choice::Step(way), Some(group)) = (choice, self.acting()) else { return Vec::new() };
        let Some(far) = self.distances(group) else { return vec![("nowhere to go", -0.5)] };
        let square = self.position.terrain.field().square;
        let at = self.position.forces.group(group).at;
        let gain = f64::from(far[square.index(at)]) - f64::from(far[square.index(at.step(way))]);
        let there = self.danger(at.step(way), group, true);
        let (nearer, fire) = if gain > 0.0 {
            (STEP * gain, there)
        } else {
            (STEP * gain - STRAY, there - self.danger(at, group, true))
        };
        // With time to spare, prefer squares under less fire.
        let wary = if self.careful { WARY * (1.2 - 0.6 * self.urge).max(0.2) } else { 0.02 };
        vec![("nearer to the goal", nearer), ("enemy fire", -wary * self.brink() * fire)]
    }

    /// The value of one step.
    pub(super) fn step(&self, choice: Choice) -> f64 {
        let Position { terrain, forces, .. } = self.position;
        let Some(group) = self.acting() else { return 0.0 };
        if forces.group(group).members.first().is_some_and(|&figure| forces.figure(figure).dare) {
            // 91.14: a Gan Si Dui figure has nothing to lose.
            return match choice {
                Choice::Charge(target) => 1.0 + forces.group(target).members.len() as f64,
                Choice::Move(_) | Choice::Cover(_) => 0.5,
                _ => 0.0,
            };
        }
        match choice {
            Choice::Join(_) => {
                if forces.group(group).members.len() == 1 {
                    0.6
                } else {
                    0.1
                }
            }
            Choice::Into(_) => -0.5,
            Choice::Step(_) => self.step_parts(choice).iter().map(|part| part.1).sum(),
            Choice::Charge(target) if forces.group(group).machine.is_some() => {
                0.25 * forces.group(target).members.len() as f64
            }
            Choice::Charge(target) if forces.group(target).machine.is_some() => {
                let mut bold = forces.fit(group).map(|figure| {
                    assault::assault_lines(terrain, forces, figure, target, 0)
                        .iter()
                        .map(|line| line.value)
                        .sum::<i16>()
                });
                if bold.any(|sum| sum >= 3) { 0.8 } else { -1.0 }
            }
            Choice::Place(target) => 0.4 * forces.group(target).members.len() as f64,
            Choice::Shoot(card) => self.best_shot(group, true) * 0.7 - self.kept(card) - 0.2,
            Choice::Charge(target) if self.careful => {
                self.assault(group, target) - CHARGE + URGED_CHARGE * self.urge
            }
            Choice::Charge(target) => {
                let ours = forces.fit(group).count() as f64;
                let theirs = forces.group(target).members.len() as f64;
                let fit = forces.fit(target).count() as f64;
                0.6 * (ours - theirs) + 0.4 * (theirs - fit) - 0.5 + 0.4 * self.urge
            }
            Choice::Fire(card) => self.best_fire(group, card) * MOVING_FIRE - self.kept(card) - 0.2,
            Choice::Ground(_) => self.lying(group) - 0.35,
            Choice::Smoke(_) => self.danger(forces.group(group).at, group, true) * 0.5 - 0.5,
            _ => 0.0,
        }
    }

    /// The value of staying in place after being fired at.
    pub(super) fn stay(&self) -> f64 {
        let Some((mover, path, ..)) = self.position.open.reacting() else { return 0.0 };
        let (Some(&here), Some(&there)) = (path.first(), path.last()) else { return 0.0 };
        HALT + 0.2 * (self.danger(there, mover, true) - self.danger(here, mover, true))
    }
}
