//! Panzertruppe: one model per vehicle, ranges in inches, ten-sided dice. The rulebook does not number its
//! sections, so they are numbered in order (see the ledger). One folder for each subject of the rulebook:
//!
//! | chapters | folder |
//! |---|---|
//! | 1 sequence of play, 11 morale, 35 value and victory | [`sequence`] |
//! | 2 movement, 5 errant turns, 15, 23, 26, 27 infantry, hedgerows, bridges, cliffs | [`movement`] |
//! | 3, 4, 6 to hit, hit effect, stuns, 12 ambush fire, 16, 17, 24 machine guns, hand weapons, fire into cover | [`firing`] |
//! | 7 to 10, 25, 28, 29 line of sight, grain, hidden set-up | [`sight`] |
//! | 14, 18 towing and transport, 19 hand-to-hand combat, 20 close assault, 17 back blast | [`infantry`] |
//! | 21, 22 indirect fire and mortars, 30 smoke | [`artillery`] |
//! | 31 air support, 32 anti-aircraft guns | [`air`] |
//! | 33 minefields, 34 mine-clearing vehicles | [`mines`] |
//! | 13, 36 Guns, vehicle specifications and every table | [`tables`] |
//! | scenarios and generated battles | [`scenario`], [`generator`] |
//! | the scenario editor | `authoring` |
//! | the position in its parts: ground, forces, turn, support | [`state`] |
//! | the screen and the log | `shown` |
//! | `standto odds`, `catalog` and `forge` | [`tools`] |
//!
//! A rule takes the parts that it reads and no more: a method of a part ([`state::Ground`], [`state::Forces`]), of a
//! chapter ([`state::Sighting`], [`state::Going`], [`state::Gunnery`], [`state::Batteries`], [`state::Sky`],
//! [`state::CloseCombat`]), or a function of the parts that it changes. Only rules that ask the next decision need
//! the whole [`Position`].
//!
//! Invariant: a [`Position`] changes only by a choice that it offers, and every roll is worked out before it
//! is made.

pub mod air;
pub mod artillery;
mod authoring;
mod book;
pub mod firing;
pub mod generator;
pub mod infantry;
pub mod mines;
pub mod movement;
pub mod scenario;
pub mod sequence;
mod shown;
pub mod sight;
pub mod state;
pub mod tables;
pub mod tools;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::aids::{self, Aids};
use crate::game::{
    Attack, CardId, ChoiceView, Decision, Digest, Illegal, Log, Outcome, PieceId, Preview, Reserve, Risk,
    Routes, Rules, Side, SideName, Sight, View, Wanted,
};
use crate::rules::panzertruppe::firing::plans::Plans;
use crate::rules::panzertruppe::shown::Previews;
use crate::rules::panzertruppe::shown::Shown;

use movement::march::Marching;
pub use state::{Choice, Position};

impl Rules for Position {
    type Choice = Choice;

    const VERSION: u32 = 7;

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
        if self.offers(choice) { Ok(()) } else { Err(Shown(self).refusal(choice)) }
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.play(choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn
            .outcome
            .map(|ending| Outcome { winner: ending.winner, why: Shown(self).outcome_sentence(ending) })
    }

    fn seen_by(&self, side: Side, _: &mut Dice) -> Self {
        self.without_hidden(side)
    }

    fn view(&self, side: Side) -> View {
        // Worked out from what the side sees, so that score, notes and signs give away nothing hidden.
        Shown(&self.without_hidden(side)).view_for(side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        Shown(self).describe_choice(choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        Previews(self).preview_choice(choice)
    }

    fn caution(&self, choice: &Choice) -> Option<String> {
        Plans(self).warning(choice)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        self.ground.explain_sight(from, to)
    }

    fn aids(&self) -> Aids<'_> {
        Aids {
            marches: Some(self),
            fire: Some(self),
            series: Some(self),
            advice: Some(self),
            groups: None,
            aiming: None,
            hands: None,
            verdicts: None,
            tables: Some(self),
            writing: None,
            muster: Some(self),
            shorthand: None,
        }
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.battle.ids(side).filter(|&id| !self.forces.is_in(id)).count() as u32)
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn.number)
    }

    fn digest(&self, digest: &mut Digest) {
        self.write_digest(digest);
    }
}

impl aids::Marches for Position {
    fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        Some(Box::new(Marching::of(self, pieces)?))
    }
}

impl aids::FirePlanning for Position {
    fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        Plans(self).attacks_open(wanted)
    }

    fn reserves(&self, busy: &[PieceId], _: &[CardId]) -> Vec<Reserve> {
        Plans(self).reserves_open(busy)
    }
}

impl aids::Series for Position {
    fn series(&self) -> Vec<ChoiceView> {
        Shown(self).facing_series()
    }
}

impl aids::Advice for Position {
    fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk> {
        Plans(self).risk_on(piece.number(self.forces.all().len())?, cell)
    }

    fn situation(&self, piece: PieceId) -> Vec<String> {
        let id = piece.number(self.forces.all().len());
        id.map_or_else(Vec::new, |id| Shown(self).situation_of(id))
    }
}

impl aids::Tables for Position {
    fn figures(&self, text: &str) -> Vec<Vec<String>> {
        tools::lookup::rows(&self.battle.tables, text)
    }
}
