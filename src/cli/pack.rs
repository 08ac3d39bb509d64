//! `standto pack` and `standto open`: scenarios shared as one file.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::look::Look;
use super::names;
use super::{CommandError, CommandResult, LibraryServices, fail};
use crate::library::Library;
use crate::picture::{self, Ground};
use crate::tui::App;

/// Columns and rows of the picture in a pack.
const SIZE: (u16, u16) = (120, 40);

/// Pack a scenario with its custom data and a picture into one file, to share it.
///
/// The pack is a zip file; "standto open" adds it on the other side. Boards that you have imported from VASL
/// belong to their publisher, so custom boards are packed only with --with-boards.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto pack my-battle\n  standto pack my-battle.toml --to /tmp/mill.standto"
)]
pub struct Pack {
    /// Scenario: a name from "standto list", or the path of a .toml file
    #[arg(add = names::scenarios())]
    scenario: String,
    /// The file to write; the default is NAME.standto in this folder
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Include custom boards: only if you have drawn them yourself
    #[arg(long)]
    with_boards: bool,
    #[command(flatten)]
    look: Look,
}

impl Pack {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let scenario = front.scenario(&self.scenario)?;
        if scenario.is_save() {
            return fail(format!("{}: this is a saved game, not a scenario", scenario.file()));
        }
        // Only where data may come from another program's files.
        let imported = !scenario.ruleset.extras().imports.is_empty();
        if imported && !scenario.own.is_empty() && !self.with_boards {
            return fail(
                "it has custom boards: pack them with --with-boards if you have drawn them yourself; boards \
                 imported from VASL may not be passed on",
            );
        }
        let session = front.look(&scenario)?;
        let title = session.view(crate::game::Side::A).title;
        let mut services = LibraryServices::new(Library::built_in());
        let options = self.look.still(front, session)?;
        let mut app = App::new(&mut services, options)?;
        let drawn = app.still("", SIZE.0, SIZE.1).map_err(CommandError::Usage)?;
        let ground = if app.suits_light_terminal() { Ground::LIGHT } else { Ground::DARK };
        let drawn = picture::svg(&drawn, &title, ground);
        let bytes = match front.pack(&scenario, Some(&drawn)) {
            Ok(bytes) => bytes,
            Err(error) => return fail(format!("{}: {error}", scenario.file())),
        };
        let path = self.to.unwrap_or_else(|| PathBuf::from(format!("{}.standto", scenario.name)));
        crate::store::create_bytes(&path, &bytes)?;
        writeln!(out, "{}: {title}, {} KiB", crate::plain::path(&path), bytes.len().div_ceil(1024))?;
        Ok(())
    }
}

/// Add a scenario from a pack to your own scenarios.
///
/// The pack is checked like any file from elsewhere: nothing is written unless all of it is good. An existing
/// scenario is never replaced.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto open mill.standto")]
pub struct Open {
    /// The pack
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Open {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        match front.open_pack(&self.file) {
            Ok(added) => {
                writeln!(
                    out,
                    "{}: added as {}/{}",
                    crate::plain::plain(&added.title),
                    added.ruleset,
                    added.name
                )?;
                if let Some(path) = added.data {
                    writeln!(out, "its custom data are in {}", crate::plain::path(&path))?;
                }
                Ok(())
            }
            Err(error) => fail(format!("{}: {error}", crate::plain::path(&self.file))),
        }
    }
}
