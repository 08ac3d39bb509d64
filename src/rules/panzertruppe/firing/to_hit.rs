//! Chapter 3: to hit.

use super::cover::{add_cover, crouches};
use super::{Adds, Class, Firer, Lines, Motion, Target};
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::Tables;

/// A to-hit roll, worked out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ToHit {
    /// Modifiers.
    pub lines: Lines,
    /// The modified need; `None` where no shot is allowed.
    pub need: Option<i16>,
}

impl ToHit {
    /// The lowest face that hits, never a natural 1 (3); 11 if none does.
    pub fn lowest(&self) -> u8 {
        lowest_face(self.need)
    }

    /// The chance to hit.
    pub fn chance(&self) -> f64 {
        f64::from(11 - self.lowest()) / 10.0
    }
}

/// The lowest D10 face that meets a need; a natural 1 never does.
pub fn lowest_face(need: Option<i16>) -> u8 {
    need.map_or(11, |need| need.clamp(2, 11) as u8)
}

/// Works out a shot at a range in tenths of an inch.
pub fn to_hit(tables: &Tables, firer: &Firer, target: &Target, range: Tenths) -> ToHit {
    with_reach(tables, tables.range(range, firer.bore.kind), firer, target, firer.bore.calibre)
}

/// Works out a shot with a range modifier; `None` out of range.
pub fn with_reach(
    tables: &Tables,
    reach: Option<i16>,
    firer: &Firer,
    target: &Target,
    calibre: u16,
) -> ToHit {
    let mut lines = Lines::default();
    let need = add_up(&mut lines, tables, reach, firer, target, calibre);
    ToHit { lines, need }
}

/// Adds up the modifiers of a shot and returns the need; `None` where no shot is allowed.
pub fn add_up(
    lines: &mut impl Adds,
    tables: &Tables,
    reach: Option<i16>,
    firer: &Firer,
    target: &Target,
    calibre: u16,
) -> Option<i16> {
    let adds = &tables.to_hit;
    lines.add(reach.unwrap_or(0), "range", "3");
    match firer.motion {
        Motion::Moving => lines.add(adds.firer_moving, "firer moving", "3"),
        Motion::Overwatch => lines.add(adds.firer_overwatch, "firer on overwatch", "3"),
        Motion::Stopped => {}
    }
    match target.motion() {
        Motion::Moving => lines.add(adds.target_moving, "target moving", "3"),
        Motion::Overwatch => lines.add(adds.target_overwatch, "target on overwatch", "3"),
        Motion::Stopped => {}
    }
    match target.class {
        Class::Infantry if target.mounted => {}
        Class::Infantry => lines.add(adds.infantry, "infantry", "15"),
        _ => lines.add(target.size, "target size", "36"),
    }
    if firer.ambush {
        lines.add(adds.ambush, "ambush fire", "12");
    }
    if firer.russian {
        lines.add(adds.russian, "Russian firer", "36");
    }
    add_cover(lines, tables, target);
    let too_small = crouches(target) && calibre <= 70;
    (reach.is_some() && !too_small).then(|| adds.base - lines.sum())
}
