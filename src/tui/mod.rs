//! The terminal screen.
//!
//! Keys go in, choices in notation go out through [`Session::play`](crate::game::Session::play), and what is seen is a pure function
//! of the state: [`App::key`] and [`App::draw`] need no terminal. The screen knows no ruleset: it draws a
//! [`View`](crate::game::View) and offers the [`ChoiceView`](crate::game::ChoiceView)s of a decision.

mod answer;
pub mod app;
mod asking;
mod automation;
mod campaigns;
mod cells;
mod commands;
mod computer;
mod danger;
mod deciding;
mod dispatch;
mod editor;
mod ending;
mod firing;
mod flow;
mod following;
mod forecast;
mod forms;
mod frame;
mod front;
mod game;
mod groups;
mod help;
mod input;
mod keymap;
mod lobby;
mod lookback;
mod lookups;
mod march;
mod next;
mod overlay;
mod overlays;
mod paint;
mod panes;
mod passing;
mod placing;
mod plans;
mod play;
mod playing;
mod pointing;
mod ranking;
mod refresh;
mod repeating;
mod report;
mod risk;
mod seeing;
mod services;
mod settings;
mod setup;
mod shorten;
mod shown;
mod situation;
mod standing;
mod steering;
mod still;
mod table;
mod teaching;
mod terminal;
mod test_card;
mod text;
mod theme;
mod title;
mod typed;
mod typing;
mod underway;
mod why;
mod window_keys;
mod windows;

pub use app::{App, Input};
pub use following::Beat;
pub use input::{Decoder, MOST_TYPED, Typed};
pub use keymap::{Key, Keymap};
pub use paint::Painter;
pub use panes::too_small;
pub use services::{
    BattleCard, BattleState, CampaignCard, CampaignPage, CannotJoin, CannotResume, Clock, EditorBattle,
    EditorCard, HostSetup, Options, ParameterCard, SaveCard, ScenarioCard, Services, Setup, StartingPoint,
};
pub use settings::{SETTINGS_FILE, Settings};
pub use still::patient_clock;
pub use terminal::{heed, size, unseen};
pub use theme::{Depth, MapLook, Role, Theme, rgb};

use std::io::IsTerminal;

use anyhow::{Context, bail};

/// Opens the screen and runs it until the player quits.
///
/// # Errors
/// When standard input or output is not a terminal, or the keys or the theme can't be read.
pub fn run(front: &mut dyn Services, options: Options) -> anyhow::Result<()> {
    if !std::io::stdin().is_terminal() {
        bail!("Stand To needs a terminal, but standard input is not one.");
    }
    if !std::io::stdout().is_terminal() {
        bail!("Stand To needs a terminal, but standard output is not one.");
    }
    let mouse = options.mouse;
    let mut app = App::new(front, options)?;
    terminal::hold(&mut app, mouse).context("the terminal was closed")
}
