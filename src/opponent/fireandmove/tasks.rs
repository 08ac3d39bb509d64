//! Tasks: which groups take which objective, which of them cover the attack, and which hold, wait or keep out of fire.
//!
//! Nothing is remembered, but tasks follow from the groups and objectives alone, worked out for a whole side at once, so
//! they stay the same until something changes.

use super::{ATTACKING, Mind};
use crate::game::Side;
use crate::rules::fireandmove::Position;
use crate::rules::fireandmove::state::Gid;

/// What a group is to do, with the feature it is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Take an objective.
    Take(u8),
    /// Fire at the defenders of an objective that another group takes.
    Cover(u8),
    /// Hold an objective of its side.
    Hold(u8),
    /// Wait where it is.
    Wait,
    /// Keep out of fire: the next loss may break its side.
    Shelter,
}

/// The distance in squares at which an enemy threatens an empty objective.
const THREAT: i16 = 14;

/// The squares by which a group must be nearer to an objective than any enemy to take it while its side is ahead.
const LEAD: i16 = 4;

/// The least wish that is a goal.
const LEAST_WISH: f64 = 0.5;

/// How much less each enemy figure on an objective makes it worth going for.
const EACH_DEFENDER: f64 = 0.1;

/// The distance in squares within which an enemy keeps a garrison in its place though its side is behind. Ground stays held
/// without one.
const NEAR: i16 = 3;

/// The turns at the end in which no group covers: all go in.
const LAST_TURNS: u16 = 3;

impl Mind<'_> {
    /// What a group of its side is to do.
    pub(super) fn task(&self, group: Gid) -> Task {
        let tasks = self.tasks.get_or_init(|| self.plan());
        tasks.iter().find(|(known, _)| *known == group).map_or(Task::Wait, |&(_, task)| task)
    }

    /// The feature a group makes for; `None` if it should stay.
    pub(super) fn goal(&self, group: Gid) -> Option<u8> {
        match self.task(group) {
            Task::Take(feature) | Task::Cover(feature) => Some(feature),
            Task::Hold(_) | Task::Wait | Task::Shelter => None,
        }
    }

    /// The tasks of all groups of the side.
    fn plan(&self) -> Vec<(Gid, Task)> {
        let groups = self.position.forces.groups_of(self.side);
        let mut tasks: Vec<(Gid, Task)> = groups.map(|group| (group, self.own_task(group))).collect();
        self.cover(&mut tasks);
        tasks
    }

    /// What a group is to do by itself.
    fn own_task(&self, group: Gid) -> Task {
        self.at_hand(group).unwrap_or_else(|| {
            let best = self.goals(group).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
            best.map_or(Task::Wait, |(feature, _)| Task::Take(feature))
        })
    }

    /// What a group does about the ground it stands on, before any other.
    fn at_hand(&self, group: Gid) -> Option<Task> {
        let Position { terrain, forces, .. } = self.position;
        if self.left <= 1 && self.urge < ATTACKING && self.careful && forces.group(group).machine.is_none() {
            return Some(Task::Shelter);
        }
        let place = terrain.field().place(forces.group(group).at);
        match self.holder(place) {
            // Held as soon as it goes on within it, once no enemy is left there.
            Some(held) if held != Some(self.side) => Some(Task::Take(place)),
            Some(_) if self.is_garrison(place, group) => Some(Task::Hold(place)),
            _ => None,
        }
    }

    /// The objectives that a group may go for, with their worth to it.
    fn goals(&self, group: Gid) -> Vec<(u8, f64)> {
        let field = self.position.terrain.field();
        let crewed = self.is_crewed(group);
        let open_to =
            |feature: u8| !crewed || !field.features[usize::from(feature)].ground.is_closed_to_vehicles();
        let goals = self.wishes(group).into_iter().filter(|wish| wish.1 > LEAST_WISH && open_to(wish.0));
        let worth = |(feature, points): (u8, f64)| {
            let far = f64::from(self.range_to(group, feature));
            // A garrison has to be beaten first.
            let men = self.defenders(feature) as f64;
            (feature, points / (4.0 + far) / (1.0 + EACH_DEFENDER * men))
        };
        goals.map(worth).collect()
    }

    /// The enemy figures on a feature.
    fn defenders(&self, feature: u8) -> usize {
        let Position { terrain, forces, .. } = self.position;
        let enemies = forces.groups_of(self.side.other());
        let inside = enemies.filter(|&enemy| terrain.field().place(forces.group(enemy).at) == feature);
        inside.map(|enemy| forces.group(enemy).members.len()).sum()
    }

    /// Of several groups that go for the same defended objective, one that sees the defenders covers the others: not the
    /// nearest.
    fn cover(&self, tasks: &mut [(Gid, Task)]) {
        let Position { terrain, forces, clock, .. } = self.position;
        if !self.careful || self.position.battle().turns.saturating_sub(clock.turn) < LAST_TURNS {
            return;
        }
        for objective in &self.position.battle().objectives {
            let feature = objective.feature;
            let defenders = || {
                let enemies = forces.groups_of(self.side.other()).map(|enemy| forces.group(enemy).at);
                enemies.filter(|&at| terrain.field().place(at) == feature)
            };
            let sees = |group: Gid| {
                let from = forces.group(group).at;
                defenders().any(|at| terrain.field().fire(from, at).clear())
            };
            let sent = tasks.iter().filter(|(_, task)| *task == Task::Take(feature)).map(|&(group, _)| group);
            let mut sent: Vec<Gid> = sent.filter(|&group| forces.group(group).machine.is_none()).collect();
            sent.sort_by_key(|&group| (self.range_to(group, feature), group));
            let behind = sent.into_iter().skip(1).filter(|&group| self.range_to(group, feature) > 0);
            let firepower = |group: &Gid| {
                let weapons = forces.fit(*group).filter_map(|figure| forces.weapon(figure).bonus[0]);
                weapons.sum::<i16>()
            };
            let Some(best) = behind.filter(|&group| sees(group)).max_by_key(firepower) else { continue };
            if let Some(task) = tasks.iter_mut().find(|(group, _)| *group == best) {
                task.1 = Task::Cover(feature);
            }
        }
    }

    /// Features worth moving to, with their value to this side. A side that is ahead guards what it holds, and
    /// takes only what it reaches before the enemy.
    fn wishes(&self, group: Gid) -> Vec<(u8, f64)> {
        let Position { forces, .. } = self.position;
        let goals =
            self.position.battle().objectives.iter().zip(&forces.holders).map(|(objective, holder)| {
                let ours = *holder == Some(self.side);
                let points = f64::from(objective.points);
                let worth = match (ours, self.ahead) {
                    (true, false) => 0.1 * points,
                    (true, true) if self.is_bare(objective.feature) => points,
                    (true, true) => 0.0,
                    (false, true) if !self.is_nearer(group, objective.feature) => 0.0,
                    (false, _) => points,
                };
                (objective.feature, worth)
            });
        goals.collect()
    }

    /// The distance in squares from a group to a feature.
    fn range_to(&self, group: Gid, feature: u8) -> i16 {
        let at = self.position.forces.group(group).at;
        let cells = &self.position.terrain.field().features[usize::from(feature)].cells;
        cells.iter().map(|cell| (cell.x - at.x).abs().max((cell.y - at.y).abs())).min().unwrap_or(99)
    }

    /// Whether an objective has no garrison, and enemies are nearer to it than the marches of a turn or two.
    fn is_bare(&self, feature: u8) -> bool {
        let Position { terrain, forces, .. } = self.position;
        let held =
            forces.groups_of(self.side).any(|group| terrain.field().place(forces.group(group).at) == feature);
        !held && forces.groups_of(self.side.other()).any(|enemy| self.range_to(enemy, feature) <= THREAT)
    }

    /// Whether a group is well nearer to a feature than any enemy.
    fn is_nearer(&self, group: Gid, feature: u8) -> bool {
        let own = self.range_to(group, feature);
        self.position
            .forces
            .groups_of(self.side.other())
            .all(|enemy| self.range_to(enemy, feature) > own + LEAD)
    }

    /// The side that holds an objective, if any; `None` for other features.
    pub(super) fn holder(&self, feature: u8) -> Option<Option<Side>> {
        let mut objectives = self.position.battle().objectives.iter().zip(&self.position.forces.holders);
        objectives.find(|row| row.0.feature == feature).map(|row| *row.1)
    }

    /// Whether a group must stay to hold a feature: it is alone there, and an enemy is near or its side is not behind.
    fn is_garrison(&self, place: u8, group: Gid) -> bool {
        let Position { terrain, forces, .. } = self.position;
        let mut others = forces.groups_of(self.side).filter(|&other| other != group);
        let alone = !others.any(|other| terrain.field().place(forces.group(other).at) == place);
        let near = || forces.groups_of(self.side.other()).any(|enemy| self.range_to(enemy, place) <= NEAR);
        alone && (self.urge < ATTACKING || near())
    }
}
