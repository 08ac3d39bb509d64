//! What a group can still do: move actions left, the borders that end one, turret against hull, and what its arc
//! misses.

use crate::board::{Cell, Compass};
use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::fire::volley::{self, in_arc};
use crate::rules::fireandmove::movement::{Marching, steps};
use crate::rules::fireandmove::ordnance::shot::turning;
use crate::rules::fireandmove::state::{Decisions, Forces, Gid, Terrain};
use crate::rules::fireandmove::turn::sequence::Frame;

/// The enemies outside an arc that are named.
const MOST: usize = 3;

/// The arc of fire reaches so many degrees to either side (17.3).
const HALF_ARC: u32 = 30;

/// A few lines for the inspector, the most important first.
pub(in crate::rules::fireandmove) fn situation_of(
    terrain: &Terrain,
    forces: &Forces,
    open: &Decisions,
    id: Gid,
) -> Vec<String> {
    let group = forces.group(id);
    if group.members.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<String> = Vec::new();
    match open.frames.last() {
        Some(Frame::Marching(march)) if march.group == id && !march.halted => {
            lines.extend(march_in_words(terrain, forces, march));
        }
        _ if group.acted => lines.push("has acted this turn".to_owned()),
        _ => {}
    }
    lines.extend(arc_in_words(terrain.field(), forces, id));
    lines.extend(turret_in_words(forces, id));
    lines
}

/// The move actions left, and the borders that end this one.
pub(super) fn march_in_words(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
) -> impl Iterator<Item = String> {
    [actions_left(march.left)].into_iter().chain(ends_in_words(terrain, forces, march))
}

/// "the hedge N and the wall E end this action": the borders that a march can cross only at the start of an
/// action (11.4).
fn ends_in_words(terrain: &Terrain, forces: &Forces, march: &Marching) -> Option<String> {
    let ends = ends_of_action(terrain, forces, march);
    let told: Vec<String> = ends
        .iter()
        .map(|&(way, at)| format!("{} {}", border_in_words(terrain.field(), at, way), way.letters()))
        .collect();
    match &told[..] {
        [] => None,
        [one] => Some(format!("{one} ends this action")),
        [all @ .., last] => Some(format!("{} and {last} end this action", all.join(", "))),
    }
}

/// The sides of its square that a group can cross with its next action, but not with this one.
fn ends_of_action(terrain: &Terrain, forces: &Forces, march: &Marching) -> Vec<(Compass, Cell)> {
    let at = forces.group(march.group).at;
    if march.path.len() < 2 {
        return Vec::new();
    }
    let next = Marching { path: Vec::new(), left: march.left.max(2) - 1, ..march.clone() };
    let straight = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
    let crosses = |way: Compass| {
        let to = at.step(way);
        terrain.field().border(at, to).is_some() || terrain.field().place(at) != terrain.field().place(to)
    };
    straight
        .filter(|&way| {
            !steps::may_step(terrain, forces, march, way)
                && steps::may_step(terrain, forces, &next, way)
                && crosses(way)
        })
        .map(|way| (way, at))
        .collect()
}

/// Why a march can't take a step with this move action, if only a border is in its way (11.4).
pub(in crate::rules::fireandmove) fn stopped_by_border(
    terrain: &Terrain,
    forces: &Forces,
    march: &Marching,
    way: Compass,
) -> Option<String> {
    let (_, at) = ends_of_action(terrain, forces, march).into_iter().find(|(other, _)| *other == way)?;
    let (group, border) = (forces.tag(march.group), border_in_words(terrain.field(), at, way));
    let then = if march.left > 1 { "End this one first." } else { "This is its last." };
    Some(format!("{group} can cross {border} only at the start of a move action. {then}"))
}

/// "the hedge", "the edge of the west wood".
pub(super) fn border_in_words(field: &Field, at: Cell, way: Compass) -> String {
    match field.border(at, at.step(way)) {
        Some(border) => format!("the {}", border.name()),
        None => format!("the edge of {}", field.feature(at.step(way)).name),
    }
}

/// "turret NE, hull N".
fn turret_in_words(forces: &Forces, id: Gid) -> Option<String> {
    let machine = forces.machine_of(id).filter(|machine| forces.vehicle(machine).turret)?;
    let hull = forces.group(id).front;
    Some(match machine.turret == hull {
        true => format!("turret and hull {}", hull.letters()),
        false => format!("turret {}, hull {}", machine.turret.letters(), hull.letters()),
    })
}

/// "arc N misses b1 by 15°", for weapons with an arc; "turret turns 1 step (-1) for b1" for turrets.
fn arc_in_words(field: &Field, forces: &Forces, id: Gid) -> Option<String> {
    let (group, at) = (forces.group(id), forces.group(id).at);
    let turret = forces.machine_of(id).filter(|machine| forces.vehicle(machine).turret).map(|it| it.turret);
    let arced = group.gun.is_some()
        || group.machine.is_some()
        || group.members.iter().any(|&figure| forces.weapon(figure).arc);
    if !arced {
        return None;
    }
    let mut missed: Vec<(u32, String)> = Vec::new();
    for enemy in forces.foes(group.side) {
        let to = forces.group(enemy).at;
        if !volley::sees(field, forces, group.side, at, to) {
            continue;
        }
        match turret {
            Some(turret) => {
                let steps = turning(turret, at, to);
                if steps > 0 {
                    missed.push((steps.into(), format!("{} (-{steps})", forces.tag(enemy))));
                }
            }
            None if !in_arc(group.front, at, to) => {
                let by = group.front.degrees_off(at, to).saturating_sub(HALF_ARC).max(1);
                missed.push((by, format!("{} by {by}°", forces.tag(enemy))));
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

/// "2 move actions left, this one included".
fn actions_left(left: u8) -> String {
    match left {
        0 => "no move action left".to_owned(),
        1 => "last move action".to_owned(),
        _ => format!("{left} move actions left, this one included"),
    }
}
