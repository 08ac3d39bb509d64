//! Arcs: the front, side and rear of a stand, and the firing arc of a restricted weapon (7.1.8, 7.2).

use crate::board::{Cell, Compass, distance_squared};
use crate::rules::matg::catalog::Traverse;

/// Whether a cell lies in the 90° quadrant in front of a stand, centred on its facing.
///
/// Both boundary lines are in front, since an ambiguous case favours the defender. The stand's own
/// cell is not in front of it.
pub fn in_front(facing: Compass, stand: Cell, other: Cell) -> bool {
    let (ahead, aside) = ahead_and_aside(facing, stand, other);
    ahead > 0 && aside.abs() <= ahead
}

/// The first and last column of a row that lie in the front quadrant and at most `away` columns off, both
/// counted from the stand. The first is greater than the last if no column does.
pub fn columns(facing: Compass, row: i16, away: i16) -> (i16, i16) {
    const NONE: (i16, i16) = (1, 0);
    let (fx, fy) = facing.delta();
    match (fx, row * fy) {
        (0, ..=0) => NONE,
        (0, _) => (-row.abs(), row.abs()),
        (_, ..0) => NONE,
        // Facing diagonally, or straight along the row: the row number gives the nearest column in front.
        (1.., _) => (if fy == 0 { row.abs() } else { 0 }, away),
        _ => (-away, if fy == 0 { -row.abs() } else { 0 }),
    }
}

/// Whether a cell lies in the 60° arc in front of a stand, 30° to each side of its facing.
///
/// Both boundary lines are in the arc, and the stand's own cell is not.
pub fn in_arc(facing: Compass, stand: Cell, other: Cell) -> bool {
    let (ahead, _) = ahead_and_aside(facing, stand, other);
    // cos 30° is √3 / 2: compare 4 dot² with 3 |f|² |v|².
    let facing_squared = if facing.is_diagonal() { 2 } else { 1 };
    let whole = i64::from(distance_squared(stand, other));
    let ahead = i64::from(ahead);
    ahead > 0 && 4 * ahead * ahead >= 3 * facing_squared * whole
}

/// Whether a cell lies in the field of fire of a weapon with this restriction (notes R, R1, R2).
pub fn in_traverse(restricted: Option<Traverse>, facing: Compass, stand: Cell, other: Cell) -> bool {
    match restricted {
        None => true,
        Some(Traverse::Front) => in_arc(facing, stand, other),
        Some(Traverse::Rear) => in_arc(facing.opposite(), stand, other),
        Some(Traverse::SideOrRear) => !in_front(facing, stand, other),
    }
}

/// The distance to a cell along the facing and across it, measured in steps of the facing.
fn ahead_and_aside(facing: Compass, stand: Cell, other: Cell) -> (i32, i32) {
    let (fx, fy) = facing.delta();
    let (fx, fy) = (i32::from(fx), i32::from(fy));
    let (dx, dy) = (i32::from(other.x - stand.x), i32::from(other.y - stand.y));
    (fx * dx + fy * dy, fy * dx - fx * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Cell {
        Cell::new(x, y)
    }

    #[test]
    fn quadrants_cover_all_directions_and_meet_on_diagonals() {
        let stand = at(0, 0);
        let straight = [Compass::N, Compass::E, Compass::S, Compass::W];
        let slanted = straight.map(|wind| wind.turned(1));
        for (x, y) in (-9..=9).flat_map(|x: i16| (-9..=9).map(move |y: i16| (x, y))) {
            let other = at(x, y);
            let count = |winds: [Compass; 4]| winds.iter().filter(|w| in_front(**w, stand, other)).count();
            let (on_diagonal, on_axis) = (x.abs() == y.abs(), x == 0 || y == 0);
            if other == stand {
                assert_eq!((count(straight), count(slanted)), (0, 0));
            } else {
                assert_eq!(count(straight), 1 + usize::from(on_diagonal), "{x},{y}");
                assert_eq!(count(slanted), 1 + usize::from(on_axis), "{x},{y}");
            }
            for wind in Compass::ALL {
                let turned = in_front(wind.turned(2), stand, at(y, -x));
                assert_eq!(in_front(wind, stand, other), turned, "{wind} {x},{y}");
            }
        }
    }

    #[test]
    fn arc_columns_match_the_quadrant() {
        let stand = at(0, 0);
        for wind in Compass::ALL {
            for row in -9..=9 {
                let (first, last) = columns(wind, row, 9);
                for x in -9..=9 {
                    let other = at(x, row);
                    let columns = first..=last;
                    assert_eq!(
                        in_front(wind, stand, other),
                        columns.contains(&x) && other != stand,
                        "{wind} {x},{row}"
                    );
                }
            }
        }
    }

    #[test]
    fn narrow_arc() {
        let stand = at(50, 50);
        let arc = |facing, x: i16, y: i16| in_arc(facing, stand, at(50 + x, 50 + y));
        // 4/7 is below tan 30° and 11/19 above it.
        assert!(arc(Compass::N, 0, 1) && arc(Compass::N, 4, 7) && arc(Compass::N, -4, 7));
        assert!(!arc(Compass::N, 11, 19) && !arc(Compass::N, -11, 19) && !arc(Compass::N, 1, 1));
        assert!(!arc(Compass::N, 0, -1) && !arc(Compass::N, 0, 0) && !arc(Compass::N, 1, 0));
        // From NE, 30° each side is 15° to 75°: tan 15° is about 0.268.
        assert!(arc(Compass::NE, 1, 1) && arc(Compass::NE, 11, 3) && arc(Compass::NE, 3, 11));
        assert!(!arc(Compass::NE, 15, 4) && !arc(Compass::NE, 4, 15) && !arc(Compass::NE, -1, -1));
        for (x, y) in (-12..=12).flat_map(|x: i16| (-12..=12).map(move |y: i16| (x, y))) {
            for wind in Compass::ALL {
                assert!(!arc(wind, x, y) || in_front(wind, at(0, 0), at(x, y)), "{wind} {x},{y}");
                assert_eq!(arc(wind, x, y), arc(wind.turned(2), y, -x), "{wind} {x},{y}");
            }
        }
    }
}
