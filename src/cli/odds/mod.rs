//! `standto odds`: what an attack at the real table would do.

mod fireandmove;
mod matg;
mod panzertruppe;
mod spec;

use std::io::Write;

use clap::{Args, Subcommand};

use super::Done;

/// Work out the odds of an attack, for the table beside the keyboard.
#[derive(Args)]
pub struct Odds {
    #[command(subcommand)]
    ruleset: Ruleset,
}

#[derive(Subcommand)]
enum Ruleset {
    Fireandmove(Box<fireandmove::Check>),
    Matg(matg::Fire),
    Panzertruppe(panzertruppe::Fire),
}

impl Odds {
    pub(super) fn run(self, out: &mut dyn Write) -> Done {
        match self.ruleset {
            Ruleset::Fireandmove(check) => check.run(out),
            Ruleset::Matg(fire) => fire.run(out),
            Ruleset::Panzertruppe(fire) => fire.run(out),
        }
    }
}
