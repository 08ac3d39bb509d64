//! Directions in 24ths of a circle.

use super::hex::{Side, Spine};
use super::{Cell, Compass};

/// A direction: 24ths of a circle clockwise from north, 15° each.
///
/// Compass points are multiples of 3, hexsides multiples of 4, and hex spines multiples of 4 starting at 2,
/// so all of them are whole numbers. What a direction is called depends on the grid: see
/// [`Grid::heading_name`](super::Grid::heading_name).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Heading(u8);

impl Heading {
    /// Parts of a full circle.
    pub const CIRCLE: u8 = 24;
    /// Up the map.
    pub const NORTH: Self = Self(0);
    /// To the right.
    pub const EAST: Self = Self(6);
    /// Down the map.
    pub const SOUTH: Self = Self(12);
    /// To the left.
    pub const WEST: Self = Self(18);

    /// The direction this many 24ths clockwise from north; full circles are dropped.
    pub const fn new(parts: u8) -> Self {
        Self(parts % Self::CIRCLE)
    }

    /// Its 24ths clockwise from north, 0 to 23.
    pub const fn parts(self) -> u8 {
        self.0
    }

    /// This direction turned clockwise by 24ths; a negative number turns it anticlockwise.
    #[must_use]
    pub const fn turned(self, parts: i8) -> Self {
        // Both are small, and the remainder is below 24.
        Self((self.0 as i16 + parts as i16).rem_euclid(Self::CIRCLE as i16) as u8)
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(12)
    }

    /// The angle between two directions in 24ths: 0 to 12.
    pub const fn apart(self, other: Self) -> u8 {
        let one_way = self.0.abs_diff(other.0);
        if one_way > 12 { Self::CIRCLE - one_way } else { one_way }
    }

    /// The nearest of the `offered` directions, if it is within `parts` and no other is as near.
    pub fn nearest(self, offered: impl IntoIterator<Item = Self>, parts: u8) -> Option<Self> {
        let mut best: Option<Self> = None;
        let mut tied = false;
        for heading in offered {
            let (mine, its) = (self.apart(heading), best.map_or(u8::MAX, |best| self.apart(best)));
            if mine < its {
                (best, tied) = (Some(heading), false);
            } else if mine == its && best != Some(heading) {
                tied = true;
            }
        }
        best.filter(|best| !tied && self.apart(*best) <= parts)
    }

    /// The compass point in exactly this direction, if there is one.
    pub fn wind(self) -> Option<Compass> {
        self.0.is_multiple_of(3).then(|| Compass::ALL[usize::from(self.0 / 3)])
    }

    /// The hexside in exactly this direction, if there is one.
    pub fn side(self) -> Option<Side> {
        self.0.is_multiple_of(4).then(|| Side::ALL[usize::from(self.0 / 4)])
    }

    /// The hex spine in exactly this direction, if there is one.
    pub fn spine(self) -> Option<Spine> {
        (self.0 % 4 == 2).then(|| Spine::ALL[usize::from(self.0 / 4)])
    }

    /// The nearest compass point, for a screen with eight arrows; on a tie, the clockwise one.
    pub fn nearest_wind(self) -> Compass {
        Compass::ALL[usize::from((self.0 + 1) / 3 % 8)]
    }
}

impl From<Compass> for Heading {
    fn from(wind: Compass) -> Self {
        Self(wind as u8 * 3)
    }
}

impl From<Side> for Heading {
    fn from(side: Side) -> Self {
        Self(side as u8 * 4)
    }
}

impl From<Spine> for Heading {
    fn from(spine: Spine) -> Self {
        Self(spine as u8 * 4 + 2)
    }
}

/// The edge between two cells, or between a cell and the outside of the map.
///
/// An edge has one value from either of its cells; [`Grid::edge`](super::Grid::edge) makes it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The cell it belongs to: of its two cells, the one to the south or west.
    pub cell: Cell,
    /// The side of that cell: north, or one of the eastern ones.
    pub side: Heading,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compass_points_sides_and_spines_are_whole_numbers() {
        let all = |parts: &[u8]| parts.iter().map(|&n| Heading::new(n)).collect::<Vec<_>>();
        assert_eq!(Compass::ALL.map(Heading::from).to_vec(), all(&[0, 3, 6, 9, 12, 15, 18, 21]));
        assert_eq!(Side::ALL.map(Heading::from).to_vec(), all(&[0, 4, 8, 12, 16, 20]));
        assert_eq!(Spine::ALL.map(Heading::from).to_vec(), all(&[2, 6, 10, 14, 18, 22]));
        for wind in Compass::ALL {
            assert_eq!(Heading::from(wind).wind(), Some(wind));
            assert_eq!(Heading::from(wind).nearest_wind(), wind);
            assert_eq!(Heading::from(wind.turned(1)), Heading::from(wind).turned(3));
        }
        for (side, spine) in Side::ALL.into_iter().zip(Spine::ALL) {
            assert_eq!(Heading::from(side).side(), Some(side));
            assert_eq!(Heading::from(spine).spine(), Some(spine));
            assert_eq!(Heading::from(side.spine()), Heading::from(side).turned(2));
            assert_eq!((Heading::from(side).spine(), Heading::from(spine).side()), (None, None));
        }
    }

    #[test]
    fn turning_and_distance_wrap_around() {
        assert_eq!(Heading::new(23).turned(2), Heading::new(1));
        assert_eq!(Heading::NORTH.turned(-1), Heading::new(23));
        assert_eq!(Heading::EAST.opposite(), Heading::WEST);
        assert_eq!(Heading::new(23).apart(Heading::new(2)), 3);
        assert_eq!(Heading::NORTH.apart(Heading::SOUTH), 12);
        assert_eq!(Heading::new(27), Heading::new(3));
    }

    #[test]
    fn the_nearest_heading_is_unique_and_within_half_a_step() {
        let spines = || Spine::ALL.map(Heading::from);
        assert_eq!(Heading::from(Compass::NE).nearest(spines(), 2), Some(Spine::NNE.into()));
        assert_eq!(Heading::from(Compass::E).nearest(spines(), 2), Some(Spine::E.into()));
        assert_eq!(Heading::NORTH.nearest(spines(), 2), None, "two are as near");
        assert_eq!(Heading::NORTH.nearest([Heading::EAST], 2), None, "too far");
        assert_eq!(Heading::NORTH.nearest([Heading::new(1), Heading::new(1)], 2), Some(Heading::new(1)));
    }
}
