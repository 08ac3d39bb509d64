//! `standto forge fireandmove`, also on the title screen: points battles between platoons.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::book::{Forge, Parameter};
use crate::reading::CustomData;
use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::generator::{FIELDS, Order, generate};
use crate::tool::{CommandResult, PlayerFiles, Run, Tool, names, written};

/// Generate a balanced battle: both sides buy groups of a nation for the same points.
///
/// The scenario is written to standard output. The same nations, ground, points and seed generate the same
/// battle.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto forge fireandmove --first german --second russian --points 500 > mine.toml\n  \
    standto play mine.toml"
)]
pub struct Make {
    /// The nation that moves first
    #[arg(long, value_name = "NATION", default_value = "german", add = names(|| NATIONS))]
    first: String,
    /// The other nation
    #[arg(long, value_name = "NATION", add = names(|| NATIONS))]
    second: String,
    /// Points for each side; 400 is about a platoon
    #[arg(long, value_name = "N", default_value_t = 400)]
    points: u16,
    /// The ground: farmland, woods, village or jungle
    #[arg(long, value_name = "GROUND", default_value = "farmland", add = names(|| FIELDS))]
    ground: String,
    /// At night, with flares (79 to 81)
    #[arg(long)]
    night: bool,
    /// With a vehicle on each side, if the points allow
    #[arg(long)]
    vehicles: bool,
    /// Both sides begin alike; otherwise the one that would win less often has more cards at the start (96.2)
    #[arg(long)]
    alike: bool,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Use this custom data file instead of the built-in tables; without it, config/fireandmove/tables.toml
    /// in your folder if it exists
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
}

impl Run for Make {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let own = files.custom_data("fireandmove", self.custom_data.as_deref())?;
        let order = Order {
            nations: [self.first, self.second],
            points: self.points,
            ground: self.ground,
            night: self.night,
            vehicles: self.vehicles,
            alike: self.alike,
            seed: self.seed,
        };
        let tables = custom::tables(&own)?;
        written(out, generate(&order, &tables))
    }
}

/// The nations on offer, in rulebook order.
const NATIONS: [&str; 14] = [
    "german",
    "american",
    "russian",
    "british",
    "japanese",
    "italian",
    "french",
    "hungarian",
    "greek",
    "romanian",
    "finnish",
    "y-force",
    "nationalist-chinese",
    "red-army-chinese",
];
const POINTS: [&str; 6] = ["200", "300", "400", "500", "600", "800"];
const LIGHT: [&str; 2] = ["day", "night"];
const VEHICLES: [&str; 2] = ["none", "one a side"];

/// Generated battles on the title screen.
pub const GENERATOR: Forge = Forge {
    title: "Platoons by points",
    summary: "Each side buys groups of its nation for the same points. The ground is symmetrical. The \
         seed decides ground, forces and dice.",
    sides: [("first", "First"), ("second", "Second")],
    turns: 10,
    fresh: true,
    picks: &[
        Parameter { name: "First", values: &NATIONS, first: 0 },
        Parameter { name: "Second", values: &NATIONS, first: 2 },
        Parameter { name: "Points", values: &POINTS, first: 2 },
        Parameter { name: "Ground", values: &FIELDS, first: 0 },
        Parameter { name: "Light", values: &LIGHT, first: 0 },
        Parameter { name: "Vehicles", values: &VEHICLES, first: 0 },
    ],
    size: 2,
    make,
    tool: Tool::of::<Make>(),
};

fn make(picks: &[usize], seed: u64, own: &[CustomData]) -> Result<String, String> {
    let pick = |at| GENERATOR.picked(picks, at);
    let order = Order {
        nations: [NATIONS[pick(0)].to_owned(), NATIONS[pick(1)].to_owned()],
        points: POINTS[pick(2)].parse().unwrap_or(400),
        ground: FIELDS[pick(3)].to_owned(),
        night: pick(4) == 1,
        vehicles: pick(5) == 1,
        alike: false,
        seed,
    };
    let tables = custom::tables(own).map_err(|faulty| faulty.to_string())?;
    generate(&order, &tables).map_err(|why| why.to_string())
}
