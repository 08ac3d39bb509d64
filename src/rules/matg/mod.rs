//! Micro Armour: The Game - WWII, 2nd edition. A file for each chapter of the rulebook:
//!
//! | chapter | file |
//! |---|---|
//! | 4 sequence of play | [`sequence`], [`turn`], [`posture`] |
//! | 5 cohesion | [`cohesion`], [`removal`] |
//! | 6 spotting | [`spotting`] |
//! | 7.1-7.3 standard fire | [`combat`], [`attack`], [`fire`] |
//! | 7.4-7.5 artillery | [`artillery`], [`direct`] |
//! | 7.6-7.9 indirect fire | [`missions`], [`plot`], [`plan`], [`observers`], [`indirect`] |
//! | 8.1-8.3 movement | [`posture`], [`orders`], [`movement`], [`inch`] |
//! | 8.4 transport | [`transport`] |
//! | 8.5-8.6 opportunity and covering fire | [`reaction`] |
//! | 8.7 overrun | [`overrun`] |
//! | 8.8 close assault | [`close_assault`] |
//! | 8.9, 10.12 water | [`amphibious`], [`boats`] |
//! | 8.10 airborne landings | [`airborne`], [`zones`], [`paratroops`], [`gliders`], [`touch_down`] |
//! | 9 terrain | [`terrain`], [`buildings`] |
//! | 9.3 hedgerows | [`hedgerows`] |
//! | 9.6 weather | [`weather`] |
//! | 10.1 command | [`command`] |
//! | 10.10-10.13 special stands | [`special`] |
//! | 11 fortifications, engineering | [`mines`], [`obstacles`], [`positions`], [`works`], [`labour`], [`flame`] |
//! | charts | [`charts`], [`landing_chart`] |
//!
//! Invariant: a [`Position`] changes only by a choice it offers; every die is thrown on a profile worked
//! out from the position before.

pub mod airborne;
pub mod amphibious;
pub mod artillery;
pub mod attack;
pub mod battle;
pub mod boats;
mod book;
pub mod buildings;
pub mod catalog;
pub mod charts;
pub mod choice;
pub mod close_assault;
pub mod cohesion;
pub mod combat;
pub mod command;
mod describe;
pub mod direct;
pub mod fire;
pub mod flame;
pub mod gliders;
pub mod hedgerows;
pub mod inch;
pub mod indirect;
pub mod labour;
pub mod landing_chart;
pub mod mines;
pub mod missions;
pub mod movement;
pub mod nations;
pub mod observers;
pub mod obstacles;
pub mod orders;
pub mod overrun;
pub mod paratroops;
pub mod plan;
pub mod plot;
pub mod position;
pub mod positions;
pub mod posture;
mod preview;
pub mod reaction;
mod record;
mod refusal;
pub mod removal;
pub mod scenario;
pub mod sequence;
pub mod special;
pub mod spotting;
pub mod terrain;
mod tools;
pub mod touch_down;
pub mod transport;
pub mod turn;
pub mod victory;
mod view;
pub mod weather;
pub mod works;
mod works_view;
pub mod zones;

use crate::board::Cell;
use crate::dice::{Dice, NeedsRoll};
use crate::game::{ChoiceView, Decision, Illegal, Log, Outcome, Preview, Rules, Side, Sight, View};

pub use choice::Choice;
pub use position::Position;

impl Rules for Position {
    type Choice = Choice;

    fn decision(&self) -> Option<Decision> {
        self.open_decision()
    }

    fn choices(&self) -> Vec<Choice> {
        self.open_choices()
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        let offered = self.offers_square(choice).unwrap_or_else(|| self.open_choices().contains(choice));
        if offered { Ok(()) } else { Err(self.refusal(choice)) }
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), NeedsRoll> {
        self.play(choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_in_words()
    }

    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.clone();
        seen.redraw_zones(side, dice);
        seen.hide_plots(side);
        seen.redraw_mines(side, dice);
        seen
    }

    fn view(&self, side: Side) -> View {
        self.view_for(side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        self.describe_choice(choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        self.preview_choice(choice)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        self.explain_sight(from, to)
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.toll(side).0)
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }
}
