//! Terrain types and the Terrain Effects Chart (1.1.1), from `config/aslsk/terrain.toml`.

use std::sync::OnceLock;

use crate::ledger::cited::{applies, apply, rule};
use serde::Deserialize;

/// The terrain type of a hex.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Open Ground.
    #[default]
    Open,
    /// Orchard.
    Orchard,
    /// Grain.
    Grain,
    /// Woods.
    Woods,
    /// A wooden (brown) building.
    WoodenBuilding,
    /// A stone (grey) building.
    StoneBuilding,
}

/// The effect of terrain on LOS.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    /// None.
    None,
    /// A +1 Hindrance per hex.
    Hindrance,
    /// An obstacle.
    Obstacle,
}

/// A row of the Terrain Effects Chart.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    id: Terrain,
    /// Its name.
    pub label: String,
    /// MF to enter, in half MF.
    pub mf: u8,
    /// TEM.
    pub tem: i16,
    /// Its effect on same-level LOS.
    pub los: Bar,
    /// Inherent terrain: the whole hex and its hexsides count.
    #[serde(default)]
    pub inherent: bool,
    /// Gives the -1 rally DRM.
    #[serde(default)]
    pub rally: bool,
    /// Levels that it rises above its hex.
    #[serde(default)]
    pub height: u8,
    months: Option<(u8, u8)>,
    /// The section of the rulebook.
    pub rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    terrain: Vec<Row>,
}

impl Terrain {
    /// Every type, in the order of the chart.
    pub const ALL: [Terrain; 6] = [
        Terrain::Open,
        Terrain::Orchard,
        Terrain::Grain,
        Terrain::Woods,
        Terrain::WoodenBuilding,
        Terrain::StoneBuilding,
    ];

    /// Its row of the chart.
    pub fn row(self) -> &'static Row {
        static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
        let rows = ROWS.get_or_init(|| {
            let text = include_str!("../../../../config/aslsk/terrain.toml");
            let raw: Raw = crate::reading::from_toml(text).expect("the embedded terrain is well-formed");
            let row = |terrain: Terrain| raw.terrain.iter().find(|row| row.id == terrain).cloned();
            Terrain::ALL.map(|terrain| row(terrain).expect("a row for each terrain")).to_vec()
        });
        applies(match self {
            Terrain::Open => "1.1.1a",
            Terrain::Orchard => "1.1.1f",
            Terrain::Grain => "1.1.1h",
            Terrain::Woods => "1.1.1d",
            Terrain::WoodenBuilding | Terrain::StoneBuilding => "1.1.1b",
        });
        &rows[self as usize]
    }

    /// Whether it is a building.
    pub const fn building(self) -> bool {
        matches!(self, Terrain::WoodenBuilding | Terrain::StoneBuilding)
    }

    /// Whether broken units may rout to it: woods and buildings (3.6c).
    pub const fn shelter(self) -> bool {
        self.building() || matches!(self, Terrain::Woods)
    }

    /// Whether it is in season in a month, 1 to 12. Most terrain always is.
    #[apply(rule, "1.1.1h")]
    pub fn in_season(self, month: u8) -> bool {
        self.row().months.is_none_or(|(first, last)| (first..=last).contains(&month))
    }
}

/// The terrain in season in the month of the scenario.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Season {
    /// Orchards, which then block LOS between different levels.
    pub orchards: bool,
    /// Grain.
    pub grain: bool,
}

impl Season {
    /// The season of a month, 1 to 12.
    pub fn of(month: u8) -> Season {
        Season { orchards: Terrain::Orchard.in_season(month), grain: Terrain::Grain.in_season(month) }
    }
}

/// The terrain that a board shows in a hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoardHex {
    /// Its terrain.
    pub terrain: Terrain,
    /// The level of its Center Hex Dot.
    pub level: u8,
    /// The hexsides that a road crosses, as bits clockwise from north.
    pub road: u8,
    /// Whether the road is paved.
    pub paved: bool,
    /// The outlines of its depiction; empty for the whole hex, less the road if it has one.
    pub drawn: Vec<super::shape::Shape>,
}

impl BoardHex {
    /// The outlines of its terrain depiction.
    pub fn depiction(&self) -> Vec<super::shape::Shape> {
        if self.drawn.is_empty() {
            let sides = if self.terrain == Terrain::Woods { self.road } else { 0 };
            super::shape::beside_road(sides)
        } else {
            self.drawn.clone()
        }
    }

    /// The same on a board turned by 180°.
    #[must_use]
    pub fn turned(&self) -> BoardHex {
        let road = (self.road >> 3 | self.road << 3) & 0b11_1111;
        let drawn = self.drawn.iter().map(super::shape::Shape::turned).collect();
        BoardHex { road, drawn, ..self.clone() }
    }
}
