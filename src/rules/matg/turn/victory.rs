//! Victory as the scenario states it, and the toll that decides it.

use crate::game::{Event, Log, Outcome, Side, Tone, Verdict};
use crate::rules::matg::state::battle;
use crate::rules::matg::state::position::{Place, Position};

/// How a battle ended; the words are made when asked for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct OutcomeKind {
    /// The victor, if any.
    pub winner: Option<Side>,
}

impl Position {
    /// Victory as the scenario states it: enough enemy stands destroyed for less than as many of one's own.
    pub(super) fn finish(&mut self, log: &mut Log) {
        let winner = match (self.is_broken(Side::A), self.is_broken(Side::B)) {
            (false, true) => Some(Side::A),
            (true, false) => Some(Side::B),
            _ => None,
        };
        self.outcome = Some(OutcomeKind { winner });
        log.add(|| {
            let why = self.outcome_in_words().map(|outcome| outcome.why).unwrap_or_default();
            Event::new(Tone::Phase, winner, why, "scenario")
        });
    }

    /// Stands a side has lost, and those it started with; batteries beyond the map and horses do not
    /// count.
    pub fn toll(&self, side: Side) -> (u32, u32) {
        let counted = || {
            self.ids(side).filter(|&id| !self.unit(id).off_map && self.unit(id).arm != battle::Arm::Horses)
        };
        let lost = counted().filter(|&id| self.stand(id).place == Place::Lost).count();
        (lost as u32, counted().count() as u32)
    }

    /// Whether a side has lost the share of its stands at which its enemy has reached the aim.
    pub fn is_broken(&self, side: Side) -> bool {
        let (lost, strength) = self.toll(side);
        lost * 100 >= strength * u32::from(self.battle.destroy_percent)
    }

    /// Whether one side has reached its aim while the other can hardly reach its own any more: a battle goes on to
    /// its last turn all the same (scenario), so a player may like to hear it.
    pub(in crate::rules::matg) fn issue(&self) -> Option<Verdict> {
        let broken = Side::BOTH.map(|side| self.is_broken(side));
        if self.outcome.is_some() || !broken.contains(&true) {
            return None;
        }
        let loser = if broken[0] { Side::A } else { Side::B };
        let name = |side: Side| &self.battle.army(side).name;
        if broken == [true; 2] {
            let why =
                "Both sides have lost what the other had to destroy: nobody can win any more.".to_owned();
            return Some(Verdict { winner: None, why });
        }
        let winner = loser.other();
        let (lost, strength) = self.toll(winner);
        let limit = (strength * u32::from(self.battle.destroy_percent)).div_ceil(100);
        let spare = limit.saturating_sub(lost);
        let turns = u32::from(self.battle.turns.saturating_sub(self.turn)) + 1;
        // As fast as they have lost so far, and half as fast again, they would not lose enough.
        let pace = (3 * lost).div_ceil(2 * u32::from(self.turn).max(1));
        (spare > pace * turns).then(|| Verdict {
            winner: Some(winner),
            why: format!(
                "The {} are broken, and the {} would have to lose {spare} more by the end of turn {}.",
                name(loser),
                name(winner),
                self.battle.turns
            ),
        })
    }

    /// The outcome in words.
    pub fn outcome_in_words(&self) -> Option<Outcome> {
        let winner = self.outcome?.winner;
        let losses = |side| {
            let (lost, strength) = self.toll(side);
            format!("{} lost {lost} of {strength}", self.battle.army(side).name)
        };
        let end = match winner {
            Some(side) => format!("{} win", self.battle.army(side).name),
            None => "A draw".to_owned(),
        };
        Some(Outcome { winner, why: format!("{end}: {}, {}.", losses(Side::A), losses(Side::B)) })
    }
}
