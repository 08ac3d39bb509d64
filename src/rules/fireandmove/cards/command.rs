//! `standto cards fireandmove`: a nation's deck for tabletop play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::reading::nearest;
use crate::rules::fireandmove::cards::sheets::{self, Figures};
use crate::rules::fireandmove::catalog::custom;
use crate::rules::fireandmove::nations::{Nation, nation, nation_keys, nations};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, json, names};

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
    #[arg(add = names(nation_keys))]
    nation: Option<String>,
    /// Use this custom data file; without it, config/fireandmove/tables.toml in your folder if it exists
    #[arg(long, alias = "own-tables", value_name = "FILE")]
    custom_data: Option<PathBuf>,
    /// Print this sheet as SVG, counting from 1
    #[arg(long, value_name = "SHEET")]
    svg: Option<usize>,
    /// Print JSON: the nations, or the cards of the nation with their numbers
    #[arg(long, conflicts_with = "svg")]
    json: bool,
}

#[derive(Serialize)]
struct NationLine<'a> {
    key: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct CardLine {
    card: String,
    count: usize,
    uses: Vec<String>,
}

impl Run for Cards {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        let Some(name) = self.nation else {
            if self.json {
                let line = |nation: &'static Nation| NationLine { key: &nation.key, name: &nation.name };
                return json(out, &nations().iter().map(line).collect::<Vec<_>>());
            }
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
        if self.json {
            let line = |(card, count)| CardLine {
                card: sheets::title(card),
                count,
                uses: sheets::lines(nation, card, figures),
            };
            return json(out, &nation.deck().into_iter().map(line).collect::<Vec<_>>());
        }
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
