//! 5.3: the marker removal roll of one stand.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Test, Tone};
use crate::ledger::cited::applies;
use crate::odds::Distribution;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::state::battle;
use crate::rules::matg::state::position::{Id, Place, Position};

impl Position {
    /// The roll to recover, with -1 beside an untroubled headquarters for the suppressed (5.3, 10.1.3).
    pub fn recovery_profile(&self, id: Id) -> Test {
        applies("10.1.3");
        let beside = self.stand(id).suppressed && self.is_beside_headquarters(id);
        let headquarters =
            beside.then_some(Modifier { value: -1, label: "beside headquarters", rule: "10.1.3" });
        self.cohesion_profile(id, "to recover", "5.3", headquarters)
    }

    fn is_beside_headquarters(&self, id: Id) -> bool {
        let Some(cell) = self.eye(id) else { return false };
        // A passenger is where its carrier is (8.4.5).
        self.ids(self.side(id)).filter(|&other| other != id).any(|other| {
            let stand = self.stand(other);
            stand.role != battle::Role::None
                && !stand.suppressed
                && !stand.disorganized
                && self.eye(other).is_some_and(|at| at == cell || board::adjacent(cell, at))
        })
    }

    /// The exact odds of its states after that roll.
    pub fn recovery_odds(&self, id: Id) -> Distribution<States> {
        let (profile, before) = (self.recovery_profile(id), self.states(id));
        Distribution::of_cases((1..=20).map(|face| match face {
            20 => before.after(CombatResult::SParens),
            _ => States {
                suppressed: before.suppressed && !profile.passes(face),
                disorganized: before.disorganized && face != 1,
                ..before
            },
        }))
    }

    /// One roll: pass removes S, a natural 1 also removes D, a natural 20 panics (5.3).
    pub(in crate::rules::matg) fn recover(
        &mut self,
        id: Id,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let profile = self.recovery_profile(id);
        let before = self.states(id);
        let roll = self.roll_cohesion(id, &profile, dice, log)?;
        match roll.face {
            20 => {
                log.add(|| {
                    Event::new(Tone::Loss, self.side(id), format!("{} panics", self.who(id)), "5.3")
                        .at(self.cell(id))
                });
                let carried = matches!(self.stand(id).place, Place::Aboard(_));
                self.suffer(id, CombatResult::SParens, log);
                if carried && self.states(id).eliminated {
                    return Ok(());
                }
            }
            face => {
                if roll.passed && !before.suppressed && face != 1 {
                    log.add(|| {
                        let text = format!("{} has no S to remove; D goes only on a natural 1", self.tag(id));
                        Event::new(Tone::Plain, self.side(id), text, "5.3").at(self.cell(id))
                    });
                }
                if roll.passed && before.suppressed {
                    self.stand_mut(id).suppressed = false;
                    log.add(|| {
                        let text = format!("{} recovers", self.who(id));
                        Event::new(Tone::Success, self.side(id), text, "5.3").at(self.cell(id))
                    });
                }
                if face == 1 && before.disorganized {
                    self.stand_mut(id).disorganized = false;
                    log.add(|| {
                        let text = format!("{} rallies", self.who(id));
                        Event::new(Tone::Success, self.side(id), text, "5.3").at(self.cell(id))
                    });
                }
            }
        }
        Ok(())
    }
}
