//! The standard fire phase (4.0 phase 4, 7.1): alternating attacks, one a target, any number of firers.

use super::combat::Occasion;
use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

/// An attack being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Draft {
    /// Whom it is aimed at.
    pub target: Id,
    /// Who fires, with which gun.
    pub firers: Vec<(Id, u8)>,
}

impl Position {
    /// The stands of a side that may still fire in this phase.
    fn firers(&self, side: Side) -> Vec<Id> {
        self.ids(side).filter(|&id| self.may_fire(id, Occasion::Standard)).collect()
    }

    /// Whether any attack is open to a side.
    pub(in crate::rules::matg) fn has_attack(&self, side: Side) -> bool {
        let firers = self.firers(side);
        !self.demolitions(side).is_empty()
            || !firers.is_empty()
                && self.on_board(side.other()).any(|(target, _)| {
                    !self.stand(target).attacked
                        && firers
                            .iter()
                            .any(|&firer| !self.guns_bearing(firer, target, Occasion::Standard).is_empty())
                })
    }

    pub(in crate::rules::matg) fn fire_choices(&self, side: Side, draft: Option<&Draft>) -> Vec<Choice> {
        let Some(draft) = draft else {
            let firers = self.firers(side);
            let mut choices: Vec<Choice> = self
                .on_board(side.other())
                .filter(|&(target, _)| !self.stand(target).attacked)
                .filter(|&(target, _)| {
                    firers
                        .iter()
                        .any(|&firer| !self.guns_bearing(firer, target, Occasion::Standard).is_empty())
                })
                .map(|(target, _)| Choice::Target(self.tag(target)))
                .collect();
            choices.extend(self.demolitions(side));
            choices.push(Choice::Pass);
            return choices;
        };
        self.attack_choices(side, draft, Occasion::Standard, [Choice::Cancel])
    }

    /// Firers that may join an attack, then `fire` once there is one, then what else the occasion offers.
    pub(super) fn attack_choices(
        &self,
        side: Side,
        draft: &Draft,
        occasion: Occasion,
        otherwise: impl IntoIterator<Item = Choice>,
    ) -> Vec<Choice> {
        let mut choices = Vec::new();
        for id in self.ids(side) {
            if !self.may_fire(id, occasion) || draft.firers.iter().any(|&(firer, _)| firer == id) {
                continue;
            }
            let bearing = self.guns_bearing(id, draft.target, occasion);
            choices.extend(bearing.into_iter().map(|gun| Choice::Firer(self.tag(id), gun)));
        }
        if !draft.firers.is_empty() {
            choices.push(Choice::Fire);
        }
        choices.extend(otherwise);
        choices
    }

    pub(in crate::rules::matg) fn fire_apply(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Some(Frame::Fire { side, passed, draft }) = self.stack.last_mut() else { return Ok(()) };
        let side = *side;
        match (choice, draft.as_mut()) {
            (Choice::Pass, _) => {
                passed[side.index()] = true;
                log.add(|| {
                    let name = &self.battle.army(side).name;
                    Event::new(Tone::Plain, side, format!("{name} pass"), "7.1.1")
                });
                self.next_attacker();
            }
            (Choice::Target(tag), _) => {
                if let Some(target) = self.battle.find(*tag) {
                    *draft = Some(Draft { target, firers: Vec::new() });
                }
            }
            (Choice::Firer(tag, gun), Some(draft)) => {
                if let Some(id) = self.battle.find(*tag) {
                    draft.firers.push((id, *gun));
                }
            }
            (Choice::Cancel, _) => *draft = None,
            (Choice::Demolish(tag, gun, cell), None) => {
                if let Some(id) = self.battle.find(*tag) {
                    self.demolish(id, *gun, *cell, dice, log)?;
                }
                self.next_attacker();
            }
            (Choice::Fire, Some(_)) => {
                let Some(draft) = draft.take() else { return Ok(()) };
                self.stand_mut(draft.target).attacked = true;
                self.resolve_attack(&draft, Occasion::Standard, "7.1", dice, log)?;
                self.next_attacker();
            }
            _ => {}
        }
        Ok(())
    }

    /// All shots of an attack, one after another (7.1). The firers are marked first (7.1.5). Answers
    /// whether any shot had an effect.
    ///
    /// # Errors
    /// When a die face is missing.
    pub(super) fn resolve_attack(
        &mut self,
        draft: &Draft,
        occasion: Occasion,
        rule: &'static str,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, NeedsRoll> {
        let mut effect = false;
        for &(firer, gun) in &draft.firers {
            let shot = self.shot(firer, gun, draft.target, occasion);
            effect |= self.resolve_shot(&shot, rule, dice, log)? != super::charts::CombatResult::None;
        }
        Ok(effect)
    }

    /// The other side attacks next, unless it has passed.
    fn next_attacker(&mut self) {
        if let Some(Frame::Fire { side, passed, .. }) = self.stack.last_mut()
            && !passed[side.other().index()]
        {
            *side = side.other();
        }
    }
}
