//! The two sides of a battle.

/// One of the two sides of a battle, in the order in which the scenario names them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The side the scenario names first.
    A,
    /// The side the scenario names second.
    B,
}

impl Side {
    /// Both sides, in scenario order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The enemy side.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 or 1, for tables with one entry per side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
