//! `standto odds matg`: the calculators of Micro Armour. Standard fire is the default.

use std::io::Write;

use clap::{Args, Subcommand};

use super::close::{Assault, Overrun};
use super::fire::Fire;
use super::rolls::{Mines, Orders, Recovery};
use super::shells::Artillery;
use super::strike::Strike;
use crate::tool::{CommandResult, PlayerFiles, Run};

/// Micro Armour: standard fire of one or more stands at one target (7.1 to 7.3), or one of the calculators
/// below.
///
/// The stands fire one after another, in the order given, and results accumulate. Each needs a cohesion roll
/// to fire, then rolls 2D6 on the Combat Results Table.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  standto odds matg --cohesion 15 --firer ap=9 --defence '[4]' --range 12\n  \
    standto odds matg --cohesion 15 --firer 'Panzer IV F2-H (7.5cm)' --target T-34c --range 12\n  \
    standto odds matg --cohesion 13 --firer he=4,suppressing=yes --firer he=5,state=S \\\n      \
    --defence 3 --class personnel --terrain woods --target-fired\n  \
    standto odds matg --cohesion 15 --firer 'ap=6,with=better-shells' --defence '[6]' --hot-shot --range 8\n  \
    standto odds matg strike --cohesion 15 --aircraft 'Junkers Ju87 D-1 (1)' --target T-34c --loads 1\n  \
    standto odds matg overrun --cohesion 13 --vehicle T-34c --against 15 --defender \"Infantry '43\"\n\n\
    Terrain is named as on the chart: woods, light-buildings, crest, impact-zone, soft-sand ..."
)]
pub struct Odds {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    fire: Option<Fire>,
}

#[derive(Subcommand)]
enum Other {
    Overrun(Overrun),
    Assault(Assault),
    Artillery(Artillery),
    Orders(Orders),
    Mines(Mines),
    Recovery(Recovery),
    Strike(Strike),
}

impl Run for Odds {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        match (self.other, self.fire) {
            (Some(Other::Overrun(asked)), _) => asked.run(files, out),
            (Some(Other::Assault(asked)), _) => asked.run(files, out),
            (Some(Other::Artillery(asked)), _) => asked.run(files, out),
            (Some(Other::Orders(asked)), _) => asked.run(files, out),
            (Some(Other::Mines(asked)), _) => asked.run(files, out),
            (Some(Other::Recovery(asked)), _) => asked.run(files, out),
            (Some(Other::Strike(asked)), _) => asked.run(files, out),
            (None, Some(fire)) => fire.run(files, out),
            (None, None) => Ok(()), // without a subcommand, the arguments for fire are required
        }
    }
}
