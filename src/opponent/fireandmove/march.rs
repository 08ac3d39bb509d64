//! Where groups go: towards objectives, from cover to cover.

use std::collections::VecDeque;
use std::rc::Rc;

use super::Mind;
use crate::board::{Cell, Compass};
use crate::rules::fireandmove::Choice;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::cards::Card;
use crate::rules::fireandmove::state::Gid;
use crate::rules::fireandmove::vehicles::assault;

impl Mind<'_> {
    /// Features worth moving to, with their value to this side.
    fn wishes(&self) -> Vec<(u8, f64)> {
        let position = self.position;
        let goals =
            position.battle().objectives.iter().zip(&position.forces.holders).map(|(objective, holder)| {
                let ours = *holder == Some(self.side);
                (objective.feature, f64::from(objective.points) * if ours { 0.1 } else { 1.0 })
            });
        goals.collect()
    }

    /// The distance in steps from each square to the group's best goal; `None` if it should stay.
    fn distances(&self, group: Gid) -> Option<Rc<[u16]>> {
        if self.still {
            return None;
        }
        if let Some(known) = self.ways.borrow().get(&group) {
            return known.clone();
        }
        let found: Option<Rc<[u16]>> = self.work_out(group).map(Into::into);
        self.ways.borrow_mut().insert(group, found.clone());
        found
    }

    /// A border counts for several steps.
    fn work_out(&self, group: Gid) -> Option<Vec<u16>> {
        let Position { terrain, forces, .. } = self.position;
        let field = terrain.field();
        let at = forces.group(group).at;
        let place = field.place(at);
        let wishes = self.wishes();
        if wishes.iter().any(|&(feature, _)| feature == place && self.is_needed(place, group)) {
            return None;
        }
        let worth = |&(feature, points): &(u8, f64)| {
            let near = field.features[usize::from(feature)]
                .cells
                .iter()
                .map(|cell| (cell.x - at.x).abs().max((cell.y - at.y).abs()))
                .min();
            points / (4.0 + f64::from(near.unwrap_or(99)))
        };
        let crewed = self.careful && forces.group(group).machine.is_some();
        let open_to =
            |feature: u8| !crewed || !field.features[usize::from(feature)].ground.is_closed_to_vehicles();
        let goals = wishes.iter().filter(|wish| wish.1 > 0.5 && open_to(wish.0));
        let goal = goals.max_by(|a, b| worth(a).total_cmp(&worth(b)))?.0;
        let mut far = vec![u16::MAX; field.square.area()];
        let mut open: VecDeque<Cell> = field.features[usize::from(goal)].cells.iter().copied().collect();
        for &cell in &open {
            far[field.square.index(cell)] = 0;
        }
        while let Some(cell) = open.pop_front() {
            let so_far = far[field.square.index(cell)];
            for way in Compass::ALL {
                let Some((next, border)) = field.step(cell, way) else { continue };
                // Searched backwards from the goal, so ground that a vehicle cannot enter or may bog in is at
                // the far end of the step.
                let ground = field.feature(cell).ground;
                if crewed && ground.is_closed_to_vehicles() {
                    continue;
                }
                let mud = if crewed {
                    ground.cover().bog.map_or(0, |bog| 4 + 2 * u16::from(bog.unsigned_abs()))
                } else {
                    0
                };
                let entered = field.place(cell) != field.place(next);
                // 92.49, 92.51: a move action in a stream or trench costs double.
                let wade = if entered && ground.is_slow() { 6 } else { 0 };
                let cost =
                    so_far + 1 + if border.is_some() { 5 } else { 0 } + if entered { mud + wade } else { 0 };
                let place = &mut far[field.square.index(next)];
                if cost < *place {
                    *place = cost;
                    open.push_back(next);
                }
            }
        }
        Some(far)
    }

    /// Whether a group must stay to hold a feature.
    fn is_needed(&self, place: u8, group: Gid) -> bool {
        let Position { terrain, forces, .. } = self.position;
        let others = forces.groups_of(self.side).filter(|&other| other != group);
        let mut there = others.filter(|&other| terrain.field().place(forces.group(other).at) == place);
        there.next().is_none()
    }

    /// How keen a group is to move.
    pub(super) fn march_wish(&self, group: Gid) -> f64 {
        match self.distances(group) {
            None => 0.0,
            Some(_) => 0.7 + 0.4 * self.urge,
        }
    }

    /// The value of a movement card to a group.
    pub(super) fn march(&self, group: Gid, card: Card, cover: bool) -> f64 {
        let Card::Move(movement) = card else { return 0.0 };
        let at = self.position.forces.group(group).at;
        let wish = self.march_wish(group);
        if wish == 0.0 {
            return -0.2;
        }
        let danger = self.danger(at, group, true);
        let hidden = if cover { f64::from(movement.cover) * 0.25 * danger } else { 0.0 };
        let actions = if cover { 1 } else { movement.actions };
        let fear = if self.urge > 0.0 { 0.3 - 0.1 * self.urge } else { 0.35 };
        wish + 0.1 * f64::from(actions) + hidden - fear * danger
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
            Choice::Step(way) => {
                let Some(far) = self.distances(group) else { return -0.5 };
                let square = terrain.field().square;
                let at = forces.group(group).at;
                let gain = f64::from(far[square.index(at)]) - f64::from(far[square.index(at.step(way))]);
                let there = self.danger(at.step(way), group, true);
                // With time to spare, prefer squares under less fire.
                let wary = if self.careful { 0.1 * (1.2 - 0.6 * self.urge).max(0.2) } else { 0.02 };
                0.3 * gain - wary * there
            }
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
            Choice::Charge(target) if self.careful => self.assault(group, target) - 0.3 + 0.4 * self.urge,
            Choice::Charge(target) => {
                let ours = forces.fit(group).count() as f64;
                let theirs = forces.group(target).members.len() as f64;
                let fit = forces.fit(target).count() as f64;
                0.6 * (ours - theirs) + 0.4 * (theirs - fit) - 0.5 + 0.4 * self.urge
            }
            Choice::Fire(card) => self.best_fire(group, card) * 0.7 - self.kept(card) - 0.2,
            Choice::Ground(_) => self.lying(group) - 0.35,
            Choice::Smoke(_) => self.danger(forces.group(group).at, group, true) * 0.5 - 0.5,
            _ => 0.0,
        }
    }

    /// The value of staying in place after being fired at.
    pub(super) fn stay(&self) -> f64 {
        let Some((mover, path, ..)) = self.position.open.reacting() else { return 0.0 };
        let (Some(&here), Some(&there)) = (path.first(), path.last()) else { return 0.0 };
        0.4 + 0.2 * (self.danger(there, mover, true) - self.danger(here, mover, true))
    }
}
