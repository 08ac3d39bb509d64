//! `standto edit`: the workshop.

use clap::Args;

use super::Done;
use super::look::{Look, want_terminal};
use super::services::on_bench;
use crate::library::{Library, LibraryError};
use crate::registry::Ruleset;
use crate::tool::stop;
use crate::tui::Made;

/// Make a battle of your own: draw its field, buy its forces, and see what the rules say to it.
///
/// Without a scenario there is an empty field. A scenario of the program is opened as a copy, and kept under another name;
/// your own scenarios and files are kept where they are.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto edit\n  standto edit introductory\n  standto edit my-battle.toml\n  standto edit --size 48x36"
)]
pub struct Edit {
    /// The scenario: a name that "standto list" shows, or the path of a .toml file
    scenario: Option<String>,
    /// An empty field of so many cells across and up
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, conflicts_with = "scenario")]
    size: Option<(u8, u8)>,
    #[command(flatten)]
    look: Look,
}

/// "24x36", each from 8 to 99.
fn size(text: &str) -> Result<(u8, u8), String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let fits = |n: &u8| (8..=99).contains(n);
    let good = parts.filter(|(width, height)| fits(width) && fits(height));
    good.ok_or_else(|| format!("\"{text}\" is no size, expected such as 24x36, 8 to 99 each way"))
}

impl Edit {
    pub(super) fn run(self, front: Library) -> Done {
        let shops: Vec<Ruleset> =
            Ruleset::ALL.into_iter().filter(|ruleset| ruleset.editor().is_some()).collect();
        let made = match self.scenario {
            Some(name) => {
                let scenario = front.scenario(&name)?;
                let Some(shop) = scenario.ruleset.editor() else {
                    return stop(format!("{} has no workshop yet", scenario.ruleset.title()));
                };
                if scenario.is_save() {
                    return stop(format!("{}: a saved game, and no scenario", scenario.file()));
                }
                let bench = on_bench(&front, scenario, shop).map_err(LibraryError::from)?;
                want_terminal()?;
                return self.look.work(front, bench);
            }
            None => {
                let Some(ruleset) = shops.first() else { return stop("no game has a workshop") };
                let first = ruleset.editor().and_then(|shop| shop.sizes.first().copied());
                let (width, height) = self.size.or(first.map(|(w, h, _)| (w, h))).unwrap_or((24, 36));
                Made::Blank(ruleset.id().to_owned(), width, height)
            }
        };
        want_terminal()?;
        self.look.make(front, made)
    }
}
