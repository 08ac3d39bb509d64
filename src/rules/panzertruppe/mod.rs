//! Panzertruppe: one vehicle each, on inches, with ten-sided dice. The text has no numbers; we number its
//! headings in their order, and a chapter is a file or a room:
//!
//! | chapters | place |
//! |---|---|
//! | 1 sequence, 11 morale | [`turn`], [`morale`], [`retreat`], [`outcome`] |
//! | 2 movement | [`movement`] (a phase), [`mover`] (a unit), [`steps`], [`costs`], [`facing`] |
//! | 5 errant turns, 26 bridges | [`errant`] |
//! | 3, 4 firing and effect | [`firing`] (worked out), [`aim`] (who may), [`shot`] (what it would be), [`fire`], [`hits`] (rolled) |
//! | 7 to 10, 25 sight | [`line`] (of the ground), [`sight`] (of units), [`geometry`] |
//! | 12 ambush | [`ambush`] |
//! | 17 fires, 24 searching fire | [`fires`], [`search`] |
//! | 14, 18 towing and transport | [`transport`] |
//! | 19 hand to hand, 20 close assault | [`hand_to_hand`], [`assault`] |
//! | 21, 22, 30 artillery, mortars, smoke | [`artillery`], [`smoke`] |
//! | 29, 33, 34 hidden units, mines | [`hazards`], [`rollers`] |
//! | 31 aircraft, 32 fire against them | [`air`], [`strafe`] (attacks), [`aircraft`] (figures), [`flak`] |
//! | 35, 36 values and specifications | [`catalog`], [`tables`], [`sheet`], [`own`] (a player's), [`generator`] |
//!
//! Invariant: a [`Position`] changes only by a choice it offers, and what is rolled was worked out before.

pub mod aim;
pub mod air;
pub mod aircraft;
pub mod ambush;
pub mod artillery;
pub mod assault;
mod book;
pub mod calculator;
pub mod catalog;
pub mod costs;
pub mod errant;
pub mod facing;
pub mod fire;
pub mod fires;
pub mod firing;
pub mod flak;
pub mod forge;
pub mod generator;
pub mod geometry;
pub mod hand_to_hand;
pub mod hazards;
pub mod hits;
pub mod line;
pub mod lookup;
pub mod morale;
pub mod movement;
pub mod mover;
pub mod outcome;
pub mod own;
pub mod retreat;
pub mod rollers;
pub mod scenario;
pub mod search;
pub mod sheet;
pub mod shot;
mod shown;
pub mod sight;
pub mod smoke;
pub mod state;
pub mod steps;
pub mod strafe;
pub mod tables;
pub mod transport;
pub mod turn;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::{
    ChoiceView, Decision, Digest, Illegal, Log, Outcome, Preview, Rules, Side, SideName, Sight, View,
};

pub use state::{Choice, Position};

impl Rules for Position {
    type Choice = Choice;

    const VERSION: u32 = 5;

    fn sides(&self) -> [SideName; 2] {
        Side::BOTH.map(|side| {
            let army = &self.battle.armies[side.index()];
            SideName { key: army.key.clone(), name: army.name.clone() }
        })
    }

    fn decision(&self) -> Option<Decision> {
        self.open_decision()
    }

    fn choices(&self) -> Vec<Choice> {
        self.open_choices()
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        if self.offers(choice) { Ok(()) } else { Err(self.refusal(choice)) }
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.play(choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.map(|(winner, why)| Outcome { winner, why: self.told(winner, why) })
    }

    fn seen_by(&self, side: Side, _: &mut Dice) -> Self {
        self.without_hidden(side)
    }

    fn view(&self, side: Side) -> View {
        // Drawn from what the side sees, so that score, notes and signs tell of nothing hidden.
        self.without_hidden(side).view_for(side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        self.describe_choice(choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        self.preview_choice(choice)
    }

    fn figures(&self, text: &str) -> Option<Vec<Vec<String>>> {
        Some(lookup::rows(&self.battle.tables, text))
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        self.explain_sight(from, to)
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.battle.ids(side).filter(|&id| !self.is_in(id)).count() as u32)
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    fn digest(&self, digest: &mut Digest) {
        self.write_digest(digest);
    }
}

#[cfg(test)]
mod pinned;
