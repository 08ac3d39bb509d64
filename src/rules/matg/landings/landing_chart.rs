//! 8.10: the Airborne Landing Terrain Effects Chart and the deviation tables, as data.
//!
//! The figures are in `config/matg/landing.toml`.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::ground::terrain::{Ground, Terrain};

/// How a group lands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// By parachute (8.10.1).
    Parachute,
    /// By glider (8.10.2).
    Glider,
}

/// The dice for the distance by which a stand misses its target.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// The manner of landing.
    pub manner: Manner,
    /// Its name in scenario files: `combat-jump`.
    pub name: String,
    /// The name that players see.
    pub label: String,
    /// Number of dice.
    pub dice: u8,
    /// Faces of each die.
    pub sides: u8,
    /// Whether the sum is halved, rounded up.
    #[serde(default)]
    pub halved: bool,
    /// The number added.
    #[serde(default)]
    pub plus: u8,
}

impl Distance {
    /// The inches that a sum of the dice stands for.
    pub const fn inches(&self, sum: u8) -> u8 {
        self.plus + if self.halved { sum.div_ceil(2) } else { sum }
    }

    /// "2D8", "1D8/2", "1D8+3".
    pub fn in_words(&self) -> String {
        let half = if self.halved { "/2" } else { "" };
        let plus = if self.plus > 0 { format!("+{}", self.plus) } else { String::new() };
        format!("{}D{}{half}{plus}", self.dice, self.sides)
    }
}

/// The results of the landing cohesion roll on a type of ground.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// If it passes.
    pub pass: CombatResult,
    /// If it fails.
    pub fail: CombatResult,
}

impl Effects {
    /// Whether the stand is lost on any roll (8.10.1.3.3).
    pub fn is_deadly(self) -> bool {
        self.pass == CombatResult::E && self.fail == CombatResult::E
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    name: String,
    paratroops: [String; 2],
    gliders: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    distance: Vec<Distance>,
    terrain: Vec<RawRow>,
}

struct Chart {
    distances: Vec<Distance>,
    rows: Vec<(Terrain, [Effects; 2])>,
}

fn chart() -> &'static Chart {
    static CHART: OnceLock<Chart> = OnceLock::new();
    CHART.get_or_init(|| {
        let file: RawFile = crate::reading::from_toml(include_str!("../../../../config/matg/landing.toml"))
            .expect("the embedded landing charts are well-formed");
        let rows = file.terrain.into_iter().map(|row| {
            let terrain = Terrain::named(&row.name).expect("a row of the landing chart is ground");
            (terrain, [effects(&row.paratroops), effects(&row.gliders)])
        });
        Chart { distances: file.distance, rows: rows.collect() }
    })
}

fn effects([pass, fail]: &[String; 2]) -> Effects {
    let result = |symbol: &str| match symbol {
        "NE" => CombatResult::None,
        "S" => CombatResult::S,
        "D" => CombatResult::D,
        "E" => CombatResult::E,
        other => panic!("the landing chart has no result {other}"),
    };
    Effects { pass: result(pass), fail: result(fail) }
}

/// The distance table of a manner of landing.
pub fn distances(manner: Manner) -> impl Iterator<Item = &'static Distance> {
    for rule in match manner {
        Manner::Parachute => ["chart: paratrooper distance", "8.10.1.3.2"],
        Manner::Glider => ["chart: glider distance", "8.10.2.4.3"],
    } {
        applies(rule);
    }
    chart().distances.iter().filter(move |distance| distance.manner == manner)
}

const fn is_slope(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::GentleSlope | Terrain::SteepSlope | Terrain::Crest)
}

/// Rows that lie on the ground and are not ground themselves.
const fn lies_on_ground(terrain: Terrain) -> bool {
    matches!(
        terrain,
        Terrain::Smoke
            | Terrain::ImpactZone
            | Terrain::BarbedWire
            | Terrain::Minefield
            | Terrain::Ditch
            | Terrain::Wreck
            | Terrain::Wrecks
    )
}

/// The results of landing on some ground (chart: landing terrain, with its notes).
///
/// A slope or crest counts only on otherwise clear ground. Roads, positions and bridges count as the ground
/// that they are in, a ford as the water it crosses. Of several rows the worst counts (S-63).
#[apply(rule, "chart: landing terrain")]
pub fn landing_effects(ground: Ground, manner: Manner) -> Effects {
    let row = |terrain: Terrain| chart().rows.iter().find(|(known, _)| *known == terrain);
    let covered = ground.rows().any(|t| !is_slope(t) && !lies_on_ground(t) && row(t).is_some());
    let forded = ground.has(Terrain::Ford);
    let counts = |&terrain: &Terrain| match terrain {
        Terrain::GentleSlope | Terrain::SteepSlope | Terrain::Crest => !covered,
        Terrain::Stream | Terrain::River | Terrain::Water => !forded,
        _ => true,
    };
    let rank = |result: CombatResult| match result {
        CombatResult::None => 0,
        CombatResult::S | CombatResult::SParens => 1,
        CombatResult::D => 2,
        CombatResult::E => 3,
    };
    ground
        .rows()
        .filter(counts)
        .filter_map(row)
        .chain(row(Terrain::Clear))
        .map(|(_, columns)| columns[manner as usize])
        .max_by_key(|effects| (rank(effects.fail), rank(effects.pass)))
        .unwrap_or(Effects { pass: CombatResult::None, fail: CombatResult::S })
}
