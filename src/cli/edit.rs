//! `standto edit`: the scenario editor.

use clap::Args;

use super::CommandResult;
use super::look::{Look, want_terminal};
use super::names;
use super::services::editor_battle;
use crate::library::{Library, LibraryError};
use crate::registry::Ruleset;
use crate::tool::fail;
use crate::tui::StartingPoint;

/// Open the scenario editor: draw the map, buy both forces, and check the result against the rules.
///
/// Without a scenario the editor starts with an empty map. A built-in scenario is opened as a copy and saved
/// under a new name; your own scenarios and files are edited in place.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto edit\n  standto edit introductory\n  standto edit my-battle.toml\n  standto edit --size 48x36"
)]
pub struct Edit {
    /// Scenario: a name from "standto list", or the path of a .toml file
    #[arg(add = names::scenarios())]
    scenario: Option<String>,
    /// Size of an empty map, cells across and up
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, conflicts_with = "scenario")]
    size: Option<(u8, u8)>,
    #[command(flatten)]
    look: Look,
}

/// Reads a map size such as "24x36", 8 to 99 each way.
fn size(text: &str) -> Result<(u8, u8), String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let fits = |n: &u8| (8..=99).contains(n);
    let good = parts.filter(|(width, height)| fits(width) && fits(height));
    good.ok_or_else(|| format!("\"{text}\" is not a map size: expected for example 24x36, 8 to 99 each way"))
}

impl Edit {
    pub(super) fn run(self, front: Library) -> CommandResult {
        let shops: Vec<Ruleset> =
            Ruleset::ALL.into_iter().filter(|ruleset| ruleset.extras().editor.is_some()).collect();
        let made = match self.scenario {
            Some(name) => {
                let scenario = front.scenario(&name)?;
                let Some(shop) = scenario.ruleset.extras().editor else {
                    return fail(format!("{} has no scenario editor yet", scenario.ruleset.title()));
                };
                if scenario.is_save() {
                    return fail(format!("{}: this is a saved game, not a scenario", scenario.file()));
                }
                let open_battle = editor_battle(&front, scenario, shop).map_err(LibraryError::from)?;
                want_terminal()?;
                return self.look.work(front, open_battle);
            }
            None => {
                let Some(ruleset) = shops.first() else { return fail("no ruleset has a scenario editor") };
                let first = ruleset.extras().editor.and_then(|shop| shop.sizes.first().copied());
                let (width, height) = self.size.or(first.map(|(w, h, _)| (w, h))).unwrap_or((24, 36));
                StartingPoint::Blank(ruleset.id().to_owned(), width, height)
            }
        };
        want_terminal()?;
        self.look.make(front, made)
    }
}
