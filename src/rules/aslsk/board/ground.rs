//! Terrain types and their chart (1.1.1), from `config/aslsk/terrain.toml`.

use crate::ledger::cited::applies;
use std::sync::OnceLock;

use serde::Deserialize;

/// A terrain type of a hex.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Nothing in the way.
    #[default]
    Open,
    /// Rows of trees.
    Orchard,
    /// A standing crop.
    Grain,
    /// Woods.
    Woods,
    /// A brown building.
    WoodenBuilding,
    /// A grey building.
    StoneBuilding,
}

/// What terrain does to a line of sight.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    /// Nothing.
    None,
    /// Each hex adds one.
    Hindrance,
    /// It blocks.
    Obstacle,
}

/// A row of the Terrain Effects Chart.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    id: Terrain,
    /// Its name.
    pub label: String,
    /// Movement factors to enter, in halves.
    pub mf: u8,
    /// Terrain effects modifier.
    pub tem: i16,
    /// What it does to a line of sight at its level.
    pub los: Bar,
    /// The whole hex has it, hexsides included.
    #[serde(default)]
    pub inherent: bool,
    /// A rally bonus is had here.
    #[serde(default)]
    pub rally: bool,
    /// Levels that it rises above the ground.
    #[serde(default)]
    pub height: u8,
    months: Option<(u8, u8)>,
    /// The rule.
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

    /// Whether broken units look for it: woods and buildings (3.6c).
    pub const fn shelter(self) -> bool {
        self.building() || matches!(self, Terrain::Woods)
    }

    /// Whether it is in season in a month, 1 to 12; most terrain always is.
    pub fn in_season(self, month: u8) -> bool {
        applies("1.1.1h");
        self.row().months.is_none_or(|(first, last)| (first..=last).contains(&month))
    }
}

/// What grows in the month of a battle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Season {
    /// Orchards bear leaves: they block lines between different levels.
    pub orchards: bool,
    /// Grain stands.
    pub grain: bool,
}

impl Season {
    /// The season of a month, 1 to 12.
    pub fn of(month: u8) -> Season {
        Season { orchards: Terrain::Orchard.in_season(month), grain: Terrain::Grain.in_season(month) }
    }
}

/// What is drawn on a hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ground {
    /// Its terrain.
    pub terrain: Terrain,
    /// The level of its centre dot.
    pub level: u8,
    /// The hexsides that a road crosses: bits clockwise from north.
    pub road: u8,
    /// The road is paved.
    pub paved: bool,
    /// The parts of its depiction; none stands for the whole hex, beside a road if it has one.
    pub drawn: Vec<super::shape::Shape>,
}

impl Ground {
    /// The depiction of its terrain.
    pub fn depiction(&self) -> Vec<super::shape::Shape> {
        if self.drawn.is_empty() {
            let sides = if self.terrain == Terrain::Woods { self.road } else { 0 };
            super::shape::beside_road(sides)
        } else {
            self.drawn.clone()
        }
    }

    /// The same with the board turned by half a circle.
    #[must_use]
    pub fn turned(&self) -> Ground {
        let road = (self.road >> 3 | self.road << 3) & 0b11_1111;
        let drawn = self.drawn.iter().map(super::shape::Shape::turned).collect();
        Ground { road, drawn, ..self.clone() }
    }
}
