//! `standto picture`: the screen as an SVG image.

use std::io::Write;

use clap::Args;

use super::host::Player;
use super::look::Look;
use super::names;
use super::replay::side_of;
use super::{CommandError, CommandResult, LibraryServices, fail};
use crate::game::{Seat, Session, Side};
use crate::library::{Found, Library};
use crate::picture::{self, Ground};
use crate::tui::{App, too_small};

/// Print a picture of the screen as SVG: a battle as it stands after an action.
///
/// The game is not changed. Keys can be typed before the picture is taken, to open a window or to move the
/// cursor; an action they carry out is not saved.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto picture SAVE > screen.svg\n  \
    standto picture SAVE --play 120 --size 160x50 > screen.svg\n  \
    standto picture introductory --keys \"Esc Tab\" --map night > screen.svg")]
pub struct Picture {
    /// Save or scenario: a name from "standto list", or a path
    #[arg(add = names::games())]
    game: String,
    /// After this many actions; the default is the end of the save
    #[arg(long, value_name = "N")]
    play: Option<u32>,
    /// Columns and rows
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    size: (u16, u16),
    /// The side at the keyboard; the default is the side to decide
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Keys to type first, written as in keys.toml: "Tab Tab", "r"
    #[arg(long, value_name = "KEYS", default_value = "")]
    keys: String,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    look: Look,
}

/// The most columns or rows of a picture.
const MOST: u16 = 500;

/// Reads a size: "120x40".
fn size(text: &str) -> Result<(u16, u16), String> {
    let parsed = text.split_once(['x', '×']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (width, height) = parsed.ok_or("expected columns and rows, such as 120x40")?;
    match too_small(width, height) {
        Some(why) => Err(why),
        None if width.max(height) > MOST => Err(format!("at most {MOST} columns and rows")),
        None => Ok((width, height)),
    }
}

impl Picture {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let (mut session, side) = self.session(front)?;
        if let Some(side) = side {
            // The battle is drawn as this side's player sees it.
            let other = match session.seat(side.other()) {
                Seat::Human => Seat::program(crate::game::Level::default()),
                seat @ (Seat::Program(_) | Seat::Elsewhere) => seat,
            };
            session.set_seat(side.other(), other);
            session.set_seat(side, Seat::Human);
        }
        let title = session.view(Side::A).title;
        let mut services = LibraryServices::new(Library::built_in());
        let options = self.look.still(front, session)?;
        let mut app = App::new(&mut services, options)?;
        let (width, height) = self.size;
        let drawn = app.still(&self.keys, width, height).map_err(CommandError::Usage)?;
        let ground = if app.suits_light_terminal() { Ground::LIGHT } else { Ground::DARK };
        Ok(out.write_all(picture::svg(&drawn, &title, ground).as_bytes())?)
    }

    /// The game to be drawn, which is not written to, and the side at the keyboard.
    fn session(&self, front: &Library) -> Result<(Box<dyn Session>, Option<Side>), CommandError> {
        let path = match front.find(&self.game)? {
            Found::Scenario(_) if self.play.is_some_and(|play| play > 0) => {
                fail(format!("{} is a scenario: no actions have been carried out in it yet", self.game))?
            }
            Found::Scenario(scenario) => {
                let session = front.look(&scenario)?;
                let sides = Side::BOTH.map(|side| session.view(side).sides[side.index()].clone());
                let sides = sides.map(|side| (side.key, side.name));
                let asked = self.side.as_deref().map(|key| side_of(&sides, key)).transpose()?;
                let deciding = session.decision().map(|decision| decision.side);
                return Ok((session, asked.or(deciding)));
            }
            Found::Save(path) => path,
        };
        let mut shown = super::shown::shown(front, &path)?;
        let asked = self.side.as_deref().map(|key| side_of(&shown.sides(), key)).transpose()?;
        let player = self.player.name(front)?;
        // Earlier positions of a battle in progress are as secret as the present one.
        let seat = shown.seat(asked, &player)?;
        let session = &mut shown.session;
        let all = session.plays();
        match self.play {
            Some(play) if play > all => fail(format!("the save has only {all} actions, not {play}"))?,
            Some(play) if play < all => {
                session.undo_to(play).map_err(|error| CommandError::Failed(error.into()))?;
            }
            _ => {}
        }
        let deciding = session.decision().map(|decision| decision.side);
        Ok((shown.session, seat.or(deciding)))
    }
}
