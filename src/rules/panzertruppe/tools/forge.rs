//! `standto forge panzertruppe` and generated battles on the title screen: balanced by points of value.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::book::{Forge, Parameter};
use crate::reading::CustomData;
use crate::rules::panzertruppe::generator::{Order, generate};
use crate::rules::panzertruppe::tables::custom;
use crate::rules::panzertruppe::tables::specifications::nation_keys;
use crate::tool::{CommandResult, PlayerFiles, Run, Tool, names, written};

/// Generate a balanced battle: both sides buy units of a nation and a year by points of value.
///
/// The points differ as much as measured games need for even chances; --alike gives both sides the same.
///
/// The scenario goes to standard output. The same year, nations, points and seed give the same battle.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto forge panzertruppe --year 44 --axis germany --allied russia --points 300 \
    > mine.toml\n  standto play mine.toml"
)]
pub struct Make {
    /// The year: 39 to 45, or 1939 to 1945
    #[arg(long, value_name = "YEAR", value_parser = crate::rules::panzertruppe::tools::lookup::year)]
    year: u8,
    /// The nation with the phases of the Axis
    #[arg(long, value_name = "NATION", default_value = "germany", add = names(nation_keys))]
    axis: String,
    /// The other nation
    #[arg(long, value_name = "NATION", add = names(nation_keys))]
    allied: String,
    /// Points of value of a side, about; a platoon of the late war is worth 125
    #[arg(long, value_name = "N", default_value_t = 250)]
    points: u16,
    /// The same points for both sides; otherwise the one that would win less often has more
    #[arg(long)]
    alike: bool,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Use the tables of this file in place of the standard ones; without it, those of
    /// config/panzertruppe/tables.toml in your folder
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
}

impl Run for Make {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let own = files.custom_data("panzertruppe", self.custom_data.as_deref())?;
        let order = Order {
            year: self.year,
            nations: [self.axis, self.allied],
            points: self.points,
            alike: self.alike,
            seed: self.seed,
        };
        let (tables, entries) = custom::everything(&own)?;
        written(out, generate(&order, &tables, &entries))
    }
}

const YEARS: [&str; 7] = ["1939", "1940", "1941", "1942", "1943", "1944", "1945"];
const AXIS: [&str; 2] = ["Germany", "Japan"];
const ALLIES: [&str; 4] = ["United States", "Britain", "Russia", "France"];
const POINTS: [&str; 7] = ["100", "150", "200", "250", "300", "400", "500"];

/// Generated battles on the title screen.
pub const GENERATOR: Forge = Forge {
    title: "A balanced battle by points",
    summary: "Both sides buy tanks, Guns and infantry of a nation and a year, for points that make the chances \
     even, and meet on a board that is the same for both. The seed determines board, forces and dice.",
    sides: [("axis", "Axis"), ("allies", "Allies")],
    turns: 10,
    fresh: true,
    picks: &[
        Parameter { name: "Year", values: &YEARS, first: 5 },
        Parameter { name: "Axis", values: &AXIS, first: 0 },
        Parameter { name: "Allies", values: &ALLIES, first: 0 },
        Parameter { name: "Points", values: &POINTS, first: 3 },
    ],
    size: 3,
    make,
    tool: Tool::of::<Make>(),
};

fn make(picks: &[usize], seed: u64, own: &[CustomData]) -> Result<String, String> {
    let pick = |at| GENERATOR.picked(picks, at);
    let order = Order {
        year: 39 + pick(0) as u8,
        nations: [AXIS[pick(1)].to_owned(), ALLIES[pick(2)].to_owned()],
        points: POINTS[pick(3)].parse().unwrap_or(250),
        alike: false,
        seed,
    };
    let (tables, entries) = custom::everything(own).map_err(|faulty| faulty.to_string())?;
    generate(&order, &tables, &entries).map_err(|why| why.to_string())
}
