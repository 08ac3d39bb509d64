//! Cover, and which of it counts (3, 8, 10, 24, 28).

use super::{Adds, Class, Target};
use crate::rules::panzertruppe::tables::Tables;

/// A set of kinds of cover.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cover(u16);

impl Cover {
    /// LOS crosses a wall.
    pub const WALL: Self = Self(1);
    /// LOS crosses a hedge.
    pub const HEDGE: Self = Self(2);
    /// Partly hidden beside a building (24).
    pub const BESIDE_BUILDING: Self = Self(4);
    /// A vehicle that is hull down.
    pub const HULL_DOWN: Self = Self(8);
    /// Woods.
    pub const WOODS: Self = Self(16);
    /// A hedgerow.
    pub const HEDGEROW: Self = Self(32);
    /// Rough ground.
    pub const ROUGH: Self = Self(64);
    /// Dug in on the side towards the firer.
    pub const DUG_IN: Self = Self(128);
    /// Inside a building.
    pub const BUILDING: Self = Self(256);
    /// A Gun back from the edge of a hill (8).
    pub const HILL_EDGE: Self = Self(512);
    /// Crouching infantry (24, 28).
    pub const CROUCHING: Self = Self(1024);

    /// Every kind with its name in the calculator and the tables.
    pub const NAMES: [(&'static str, Self); 11] = [
        ("wall", Self::WALL),
        ("hedge", Self::HEDGE),
        ("beside-building", Self::BESIDE_BUILDING),
        ("hull-down", Self::HULL_DOWN),
        ("woods", Self::WOODS),
        ("hedgerow", Self::HEDGEROW),
        ("rough", Self::ROUGH),
        ("dug-in", Self::DUG_IN),
        ("building", Self::BUILDING),
        ("hill-edge", Self::HILL_EDGE),
        ("crouching", Self::CROUCHING),
    ];

    /// Whether this set contains all of another.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The union of both sets if a condition holds, else this one.
    #[must_use]
    pub const fn and_if(self, condition: bool, other: Self) -> Self {
        if condition { self.with(other) } else { self }
    }

    /// The cover with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, cover)| cover)
    }
}

/// Whether the target crouches where it can: infantry in a building or dug in.
pub fn crouches(target: &Target) -> bool {
    let shelter = target.cover.has(Cover::BUILDING) || target.cover.has(Cover::DUG_IN);
    target.class == Class::Infantry && target.cover.has(Cover::CROUCHING) && shelter
}

/// Adds the modifiers of cover to a to-hit roll.
pub fn add_cover(lines: &mut impl Adds, tables: &Tables, target: &Target) {
    let (cover, adds) = (target.cover, &tables.to_hit);
    let vehicle = matches!(target.class, Class::Vehicle | Class::Unarmoured);
    if cover.has(Cover::BUILDING) {
        // No other cover combines with a building.
        lines.add(adds.building, "in a building", "24");
    } else {
        let before = lines.sum();
        if cover.has(Cover::DUG_IN) {
            lines.add(adds.dug_in, "dug in", "28");
        } else {
            add_low_cover(lines, tables, target, vehicle);
        }
        if cover.has(Cover::WOODS) {
            lines.add(adds.woods, "woods", "3");
        } else if cover.has(Cover::HEDGEROW) {
            lines.add(adds.hedgerow, "hedgerow", "23");
        }
        if cover.has(Cover::ROUGH) {
            lines.add(adds.rough, "rough", "3");
        }
        let sum = lines.sum() - before;
        if cover.has(Cover::DUG_IN) && sum < adds.dug_in_most {
            lines.add(adds.dug_in_most - sum, "maximum with dug in", "28");
        }
        if target.class == Class::Gun && cover.has(Cover::HILL_EDGE) && sum == 0 {
            lines.add(adds.hill_edge, "back from the hill edge", "8");
        }
    }
    if crouches(target) {
        lines.add(adds.crouching, "crouching", "24");
    }
}

/// The modifier for walls, hedges and corners of buildings, or for hull down instead (10, 24).
fn add_low_cover(lines: &mut impl Adds, tables: &Tables, target: &Target, vehicle: bool) {
    let (cover, adds) = (target.cover, &tables.to_hit);
    if vehicle && cover.has(Cover::HULL_DOWN) {
        lines.add(adds.hull_down, "hull down", "10");
    } else if vehicle && cover.has(Cover::BESIDE_BUILDING) {
        lines.add(adds.hull_down, "hull down beside a building", "24");
    } else if target.mounted {
        // Mounted cavalry ignores walls and hedges (18).
    } else if cover.has(Cover::WALL) {
        lines.add(adds.wall, "wall", "10");
    } else if cover.has(Cover::HEDGE) {
        lines.add(adds.hedge, "hedge", "10");
    } else if cover.has(Cover::BESIDE_BUILDING) {
        lines.add(adds.beside_building, "beside a building", "24");
    }
}
