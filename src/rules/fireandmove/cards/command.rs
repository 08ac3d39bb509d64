//! `standto cards fireandmove`: a nation's deck for tabletop play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::reading::nearest;
use crate::rules::fireandmove::cards::sheets::{self, Figures};
use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::nations::{Nation, nation, nations};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run};

/// Print a nation's deck of Fire & Move, as text or as SVG sheets.
///
/// Without a nation, list the nations.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto cards german\n  standto cards german --svg 1 > german-1.svg\n\n\
    A deck of 41 cards fills five sheets of A4, nine cards of 63 x 88 mm each."
)]
pub struct Cards {
    /// The nation: "german", "russian"
    nation: Option<String>,
    /// Use this custom data file; without it, config/fireandmove/tables.toml in your folder if it exists
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Print this sheet as SVG, counting from 1
    #[arg(long, value_name = "SHEET")]
    svg: Option<usize>,
}

impl Run for Cards {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let Some(name) = self.nation else {
            for Nation { key, name, .. } in nations() {
                writeln!(out, "{key:<24}{name}")?;
            }
            return Ok(());
        };
        let Some(nation) = nation(&name.to_lowercase()) else {
            let keys: Vec<String> = nations().iter().map(|nation| nation.key.clone()).collect();
            let near = nearest(&name, &keys)
                .first()
                .map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            return Err(CommandError::Usage(format!(
                "there is no nation \"{name}\"{near}; the nations are {}",
                keys.join(", ")
            )));
        };
        let tables = custom::tables(&files.custom_data("fireandmove", self.custom_data.as_deref())?)?;
        let figures = Figures::of(nation, &tables);
        match self.svg {
            None => out.write_all(sheets::text(nation, figures).as_bytes())?,
            Some(sheet) => {
                let all = sheets::sheets(nation);
                let drawn = sheets::svg(nation, sheet, figures);
                let drawn = drawn
                    .ok_or_else(|| CommandError::Usage(format!("the sheets are 1 to {all}, not {sheet}")))?;
                out.write_all(drawn.as_bytes())?;
            }
        }
        Ok(())
    }
}
