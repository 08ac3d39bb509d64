//! Chapter 3: whether a shot hits.

use super::cover::{add_cover, crouches};
use super::{Adds, Class, Firer, Lines, Motion, Target};
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::Tables;

/// A to-hit roll, worked out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ToHit {
    /// What is added to the die.
    pub lines: Lines,
    /// The face needed with everything added; `None` where no shot is allowed.
    pub need: Option<i16>,
}

impl ToHit {
    /// The lowest face that hits: a natural 1 never does (3); 11 where none does.
    pub fn lowest(&self) -> u8 {
        lowest_face(self.need)
    }

    /// The chance of a hit.
    pub fn chance(&self) -> f64 {
        f64::from(11 - self.lowest()) / 10.0
    }
}

/// The lowest face of a D10 that does when so much is needed and a natural 1 never does.
pub fn lowest_face(need: Option<i16>) -> u8 {
    need.map_or(11, |need| need.clamp(2, 11) as u8)
}

/// Works out one shot over so many tenths of an inch.
pub fn to_hit(tables: &Tables, firer: &Firer, target: &Target, range: Tenths) -> ToHit {
    with_reach(tables, tables.range(range, firer.bore.kind), firer, target, firer.bore.calibre)
}

/// Works out one shot for which the range adds so much; `None` if it is out of range.
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

/// Adds up all that counts for one shot, and answers the face needed; `None` where no shot is allowed.
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
        _ => lines.add(target.size, "size of the target", "36"),
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
