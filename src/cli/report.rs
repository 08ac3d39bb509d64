//! `standto report`: the report of a battle as a page, an image or text.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::host::Player;
use super::names;
use super::replay::{Reader, side_of};
use super::{CommandResult, fail};
use crate::library::Library;
use crate::report::{self, Eyes, Story};
use crate::store;

/// Report a battle: as a page to open in a browser, an image of one position, or a summary.
///
/// The page needs no network. It has the map with every action, the losses over time, luck, the decisive actions,
/// the order of battle and every roll. While a battle is in progress the report contains only what your seat may see.
#[derive(Args)]
#[command(group = ArgGroup::new("form").required(true).args(["html", "svg", "text"]))]
#[command(after_help = "Examples:\n  standto report SAVE --html battle.html\n  \
    standto report SAVE --svg --play 120 > position.svg\n  standto report SAVE --text")]
pub struct Report {
    /// Save: a name from "standto list", or a path
    #[arg(add = names::saves())]
    save: String,
    /// Write the page to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one position as an SVG image
    #[arg(long)]
    svg: bool,
    /// Print a summary, to paste into a forum
    #[arg(long)]
    text: bool,
    /// The position after this many actions; the default is the last
    #[arg(long, value_name = "N", requires = "svg")]
    play: Option<u32>,
    /// As this side sees the battle
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    #[command(flatten)]
    player: Player,
}

/// Shows how far a long battle has been gathered.
fn progress(actions: u32) -> impl FnMut(u32, u32) {
    let bar = super::progress::bar(actions.into(), "actions");
    move |done, all| {
        bar.set_position(done.into());
        if done == all {
            bar.finish_and_clear();
        }
    }
}

impl Report {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let path = front.find_save(&self.save)?;
        let shown = super::shown::shown(front, &path)?;
        let asked = self.side.as_deref().map(|key| side_of(&shown.sides(), key)).transpose()?;
        let eyes = match shown.reader(asked, &self.player.name(front)?)? {
            Reader::Anyone => Eyes::All,
            Reader::Seat(side) => Eyes::Seat(side),
            Reader::Both => Eyes::Both,
        };
        let mut session = shown.session;
        let all = session.plays();
        if let Some(play) = self.play.filter(|play| *play > all) {
            return fail(format!("the save has only {all} actions, not {play}"));
        }
        if let Some(file) = &self.html {
            store::may_share(file)?;
        }
        let mut progress = progress(all);
        let story = Story::with_progress(&mut *session, eyes, &mut progress)
            .map_err(|error| super::CommandError::Failed(error.into()))?;
        if self.svg {
            return Ok(out.write_all(report::svg(&story, self.play).as_bytes())?);
        }
        let Some(file) = self.html else {
            return Ok(out.write_all(report::text(&story).as_bytes())?);
        };
        let page = report::html(&story);
        store::write_shared(&file, &page)?;
        let (file, actions) = (crate::plain::path(&file), story.plays());
        writeln!(out, "{file}: {actions} actions, {} KB", page.len().div_ceil(1000))?;
        Ok(())
    }
}
