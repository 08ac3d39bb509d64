//! Micro Armour: The Game - WWII, 2nd edition. One module for each subject of the rulebook:
//!
//! | chapter | module |
//! |---|---|
//! | 4 sequence of play, victory | [`turn`] |
//! | 5 cohesion, 8.2 orders, 10.1 headquarters | [`command`] |
//! | 6 spotting | [`sight`] |
//! | 7.1-7.3 standard fire, 8.5-8.6 opportunity and covering fire, 11.6 flame | [`fire`] |
//! | 7.4-7.9 artillery, direct and indirect | [`artillery`] |
//! | 12.3 air strikes | [`air`] |
//! | 8.1 groups, 8.3 movement, 8.4 transport, 10.10-10.13 special stands | [`movement`] |
//! | 8.7 overrun, 8.8 close assault | [`assault`] |
//! | 8.9, 10.12 water | [`water`] |
//! | 8.10 airborne landings | [`landings`] |
//! | 9 terrain, weather | [`ground`] |
//! | 11 fortifications, engineering | [`works`] |
//! | data charts, scenarios | [`catalog`], [`scenario`] |
//! | battles made and edited, calculators: never a running game | [`authoring`] |
//! | the battle and its position | [`state`] |
//! | views, prompts and words | [`shown`] |
//!
//! A [`Position`] consists of parts, which [`state`] defines and the chapters give their rules. A rule takes the
//! parts that it reads, and `&mut` those that it changes; a rule that takes the whole position needs most of it.
//!
//! | part | type | holds |
//! |---|---|---|
//! | `battle` | [`Battle`](state::battle::Battle) | the scenario: map, armies, aims; it never changes |
//! | `forces` | [`Forces`](state::forces::Forces) | every stand, and the stand on each square |
//! | `field` | [`Field`](state::field::Field) | terrain, markers and works on each square |
//! | `now` | [`Turn`](state::turn::Turn) | the turn, the stack of open decisions, this phase's markers |
//! | `command` | [`Command`](state::command::Command) | orders, vacant headquarters, cohesion, cards |
//! | `arrivals` | [`Arrivals`](state::arrivals::Arrivals) | landings and reinforcements |
//! | `record` | [`Record`](state::record::Record) | artillery missions, observers, impacts |
//! | `air` | [`Air`](state::air::Air) | aircraft, their teams and bombs |
//!
//! Invariant: a [`Position`] changes only by a choice that it offers, and every roll is described by a test
//! that was computed from the position before.

pub mod air;
pub mod artillery;
pub mod assault;
pub mod authoring;
mod book;
pub mod catalog;
pub mod command;
pub mod fire;
pub mod ground;
pub mod landings;
pub mod movement;
pub mod scenario;
pub mod shown;
pub mod sight;
pub mod state;
pub mod turn;
pub mod water;
pub mod works;

use std::sync::Arc;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::game::aids::{self, Aids};
use crate::game::{
    Attack, CardId, ChoiceView, Decision, Digest, Illegal, Log, Marking, Outcome, PieceId, Preview, Reserve,
    Risk, Routes, Rules, Side, SideName, Sight, Verdict, View, Wanted,
};

use crate::rules::matg::artillery::{forecast, observers};
use crate::rules::matg::fire::{plan, risk};
use crate::rules::matg::landings::zones;
use crate::rules::matg::movement::{march, marking};
use crate::rules::matg::shown::situation;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::turn::victory;
pub use state::choice::Choice;
pub use state::position::Position;

impl Rules for Position {
    type Choice = Choice;

    const VERSION: u32 = 10;

    fn sides(&self) -> [SideName; 2] {
        Side::BOTH.map(|side| {
            let army = self.battle.army(side);
            SideName { key: army.key.clone(), name: army.name.clone() }
        })
    }

    fn decision(&self) -> Option<Decision> {
        self.open_decision()
    }

    fn choices(&self) -> Vec<Choice> {
        match self.as_decided() {
            Some(seen) => seen.open_choices(),
            None => self.open_choices(),
        }
    }

    fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        let seen = self.as_decided();
        let seen = seen.as_ref().unwrap_or(self);
        if seen.offers(choice) { Ok(()) } else { Err(seen.refusal(choice)) }
    }

    fn apply(&mut self, choice: &Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        self.play(choice, dice, log)
    }

    fn outcome(&self) -> Option<Outcome> {
        victory::outcome_in_words(&self.forces, &self.now, &self.command)
    }

    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self {
        let mut seen = self.before_deployment(side).unwrap_or_else(|| self.clone());
        if let Some(known) = seen.as_hidden_from(side) {
            seen = known;
        }
        seen.record.targets[side.other().index()] = Arc::from([]);
        zones::redraw_zones(&seen.battle, &mut seen.now, &mut seen.arrivals, side, dice);
        zones::hide_arrivals(&seen.battle, &mut seen.arrivals, side);
        observers::hide_plots(&mut seen.forces, &mut seen.now, &mut seen.record, side);
        seen.command.hide_heirs(side);
        seen.field.redraw_mines(side, dice);
        seen.command.redeal_cards(side, dice);
        air::hide_flights(&seen.battle, &mut seen.now, &mut seen.air, side);
        seen
    }

    fn view(&self, side: Side) -> View {
        self.view_for(side)
    }

    fn sketch(&self, side: Side) -> View {
        self.sketch_for(side)
    }

    fn describe(&self, choice: &Choice) -> ChoiceView {
        let seen = self.as_decided();
        seen.as_ref().unwrap_or(self).describe_choice(choice)
    }

    fn preview(&self, choice: &Choice) -> Option<Preview> {
        let seen = self.as_decided();
        let seen = seen.as_ref().unwrap_or(self);
        seen.now.stack.last()?.preview(seen, choice)
    }

    fn sight(&self, from: Cell, to: Cell) -> Sight {
        spotting::explain_sight(&self.field, &self.forces, &self.now, from, to)
    }

    fn caution(&self, choice: &Choice) -> Option<String> {
        marking::warning(self, choice)
    }

    fn aids(&self) -> Aids<'_> {
        Aids {
            marches: Some(self),
            fire: Some(self),
            series: None,
            advice: Some(self),
            groups: Some(self),
            aiming: Some(self),
            hands: None,
            verdicts: Some(self),
            tables: None,
            writing: Some(self),
            muster: Some(self),
            shorthand: Some(shown::written::fire),
        }
    }

    fn losses(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.forces.losses_and_strength(side).0)
    }

    fn turn(&self) -> u32 {
        u32::from(self.now.number)
    }

    fn digest(&self, digest: &mut Digest) {
        self.write_digest(digest);
    }
}

impl aids::Marches for Position {
    fn routes(&self, pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        Some(Box::new(march::marching(self, pieces)?))
    }
}

impl aids::FirePlanning for Position {
    fn attacks(&self, wanted: &Wanted) -> Vec<Attack> {
        plan::attacks_open(self, wanted)
    }

    fn reserves(&self, busy: &[PieceId], _: &[CardId]) -> Vec<Reserve> {
        plan::reserves_open(&self.field, &self.forces, &self.now, &self.command, busy)
    }
}

impl aids::Advice for Position {
    fn risk(&self, piece: PieceId, cell: Cell) -> Option<Risk> {
        risk::risk_on(self, piece.number(self.forces.stands.len())?, cell)
    }

    fn situation(&self, piece: PieceId) -> Vec<String> {
        let id = piece.number(self.forces.stands.len());
        id.map_or_else(Vec::new, |id| situation::situation_of(self, id))
    }
}

impl aids::GroupMarking for Position {
    fn markings(&self) -> Vec<Marking> {
        marking::marking_proposals(self)
    }

    fn marking(&self, pieces: &[PieceId]) -> Option<Marking> {
        marking::marking_of_group(self, pieces)
    }
}

impl aids::Aiming for Position {
    fn aims(&self) -> Vec<Cell> {
        forecast::squares_to_aim_at(self)
    }
}

impl aids::Verdicts for Position {
    fn verdict(&self) -> Option<Verdict> {
        victory::issue(&self.forces, &self.now, &self.command)
    }
}

impl aids::Writing for Position {
    fn as_scenario(&self) -> Result<String, String> {
        scenario::written::write(self)
    }
}
