//! What a group can still do: move actions left, the borders that end one, turret against hull, and what its arc
//! misses.

use crate::board::{Cell, Compass};
use crate::rules::fireandmove::fire::volley::in_arc;
use crate::rules::fireandmove::movement::Marching;
use crate::rules::fireandmove::ordnance::shot::turning;
use crate::rules::fireandmove::state::position::{Gid, Position};
use crate::rules::fireandmove::turn::sequence::Frame;

/// The enemies outside an arc that are named.
const MOST: usize = 3;

/// The arc of fire reaches so many degrees to either side (17.3).
const HALF_ARC: u32 = 30;

impl Position {
    /// A few lines for the inspector, the most important first.
    pub(in crate::rules::fireandmove) fn situation_of(&self, id: Gid) -> Vec<String> {
        let group = self.group(id);
        if group.members.is_empty() {
            return Vec::new();
        }
        let mut lines: Vec<String> = Vec::new();
        match self.frames.last() {
            Some(Frame::Marching(march)) if march.group == id && !march.halted => {
                lines.extend(self.march_in_words(march));
            }
            _ if group.acted => lines.push("has acted this turn".to_owned()),
            _ => {}
        }
        lines.extend(self.arc_in_words(id));
        lines.extend(self.turret_in_words(id));
        lines
    }

    /// The move actions left, and the borders that end this one.
    pub(super) fn march_in_words(&self, march: &Marching) -> impl Iterator<Item = String> {
        [actions_left(march.left)].into_iter().chain(self.ends_in_words(march))
    }

    /// "the hedge N and the wall E end this action": the borders that a march can cross only at the start of an
    /// action (11.4).
    fn ends_in_words(&self, march: &Marching) -> Option<String> {
        let ends = self.ends_of_action(march);
        let told: Vec<String> = ends
            .iter()
            .map(|&(way, at)| format!("{} {}", self.border_in_words(at, way), way.letters()))
            .collect();
        match &told[..] {
            [] => None,
            [one] => Some(format!("{one} ends this action")),
            [all @ .., last] => Some(format!("{} and {last} end this action", all.join(", "))),
        }
    }

    /// The sides of its square that a group can cross with its next action, but not with this one.
    fn ends_of_action(&self, march: &Marching) -> Vec<(Compass, Cell)> {
        let at = self.group(march.group).at;
        if march.path.len() < 2 {
            return Vec::new();
        }
        let next = Marching { path: Vec::new(), left: march.left.max(2) - 1, ..march.clone() };
        let straight = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        let crosses = |way: Compass| {
            let to = at.step(way);
            self.field().border(at, to).is_some() || self.field().place(at) != self.field().place(to)
        };
        straight
            .filter(|&way| !self.may_step(march, way) && self.may_step(&next, way) && crosses(way))
            .map(|way| (way, at))
            .collect()
    }

    /// Why a march can't take a step with this move action, if only a border is in its way (11.4).
    pub(in crate::rules::fireandmove) fn stopped_by_border(
        &self,
        march: &Marching,
        way: Compass,
    ) -> Option<String> {
        let (_, at) = self.ends_of_action(march).into_iter().find(|(other, _)| *other == way)?;
        let (group, border) = (self.tag(march.group), self.border_in_words(at, way));
        let then = if march.left > 1 { "End this one first." } else { "This is its last." };
        Some(format!("{group} can cross {border} only at the start of a move action. {then}"))
    }

    /// "the hedge", "the edge of the west wood".
    pub(super) fn border_in_words(&self, at: Cell, way: Compass) -> String {
        match self.field().border(at, at.step(way)) {
            Some(border) => format!("the {}", border.name()),
            None => format!("the edge of {}", self.field().feature(at.step(way)).name),
        }
    }

    /// "turret NE, hull N".
    fn turret_in_words(&self, id: Gid) -> Option<String> {
        let machine = self.machine_of(id).filter(|machine| self.vehicle(machine).turret)?;
        let hull = self.group(id).front;
        Some(match machine.turret == hull {
            true => format!("turret and hull {}", hull.letters()),
            false => format!("turret {}, hull {}", machine.turret.letters(), hull.letters()),
        })
    }

    /// "arc N misses b1 by 15°", for weapons with an arc; "turret turns 1 step (-1) for b1" for turrets.
    fn arc_in_words(&self, id: Gid) -> Option<String> {
        let (group, at) = (self.group(id), self.group(id).at);
        let turret = self.machine_of(id).filter(|machine| self.vehicle(machine).turret).map(|it| it.turret);
        let arced = group.gun.is_some()
            || group.machine.is_some()
            || group.members.iter().any(|&figure| self.weapon(figure).arc);
        if !arced {
            return None;
        }
        let mut missed: Vec<(u32, String)> = Vec::new();
        for enemy in self.foes(group.side) {
            let to = self.group(enemy).at;
            if !self.sees(group.side, at, to) {
                continue;
            }
            match turret {
                Some(turret) => {
                    let steps = turning(turret, at, to);
                    if steps > 0 {
                        missed.push((steps.into(), format!("{} (-{steps})", self.tag(enemy))));
                    }
                }
                None if !in_arc(group.front, at, to) => {
                    let by = group.front.degrees_off(at, to).saturating_sub(HALF_ARC).max(1);
                    missed.push((by, format!("{} by {by}°", self.tag(enemy))));
                }
                None => {}
            }
        }
        missed.sort();
        let told: Vec<String> = missed.into_iter().take(MOST).map(|(_, text)| text).collect();
        match (told.is_empty(), turret) {
            (true, _) => None,
            (false, Some(_)) => Some(format!("turret must turn for {}", told.join(", "))),
            (false, None) => Some(format!("arc {} misses {}", group.front.letters(), told.join(", "))),
        }
    }
}

/// "2 move actions left, this one included".
fn actions_left(left: u8) -> String {
    match left {
        0 => "no move action left".to_owned(),
        1 => "last move action".to_owned(),
        _ => format!("{left} move actions left, this one included"),
    }
}
