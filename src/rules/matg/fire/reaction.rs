//! 8.5 and 8.6: opportunity fire at a moving stand, and covering fire in answer to it.

use super::combat::Occasion;
use super::standard::Draft;
use crate::dice::{Dice, NeedsRoll};
use crate::game::{Event, Log, Side, Tone};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, NOBODY, Position};
use crate::rules::matg::turn::sequence::Frame;

/// Fire out of turn, being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reaction {
    /// Who may fire.
    pub side: Side,
    /// Opportunity, over a driven-over stand's own position, or covering fire.
    pub occasion: Occasion,
    /// Stands that may be fired at: the mover, or those that took part in the opportunity fire.
    pub targets: Vec<Id>,
    /// The attack so far.
    pub draft: Option<Draft>,
    /// The only stand that may fire, for fire at a vehicle driving over it; [`NOBODY`] for any.
    pub only: Id,
}

impl Reaction {
    /// Kind, prompt and rule of the decision.
    pub(in crate::rules::matg) const fn asks(&self) -> (&'static str, &'static str, &'static str) {
        match (self.occasion, &self.draft) {
            (Occasion::Covering, None) => ("cover-target", "Covering fire: choose a target, or hold.", "8.6"),
            (Occasion::Covering, Some(_)) => ("cover", "Covering fire: add firing stands, then fire.", "8.6"),
            (Occasion::Overrun, _) => ("react", "It drives over you: fire at it, or hold.", "8.7.6"),
            _ => ("react", "Opportunity fire: add firing stands and fire, or hold.", "8.5"),
        }
    }
}

impl Position {
    /// Asks the enemy of a moving stand for opportunity fire, where a shot could have an effect (8.5.2, S-13).
    pub(in crate::rules::matg) fn offer_opportunity(&mut self, id: Id) {
        if self.stand(id).opportunity || self.mover_mut().is_some_and(|mover| mover.let_pass || mover.stopped)
        {
            return;
        }
        let side = self.side(id).other();
        let bears = self.ids(side).any(|firer| self.has_useful_shot(firer, id, Occasion::Opportunity));
        if bears {
            self.stack.push(Frame::Reaction(Reaction {
                side,
                occasion: Occasion::Opportunity,
                targets: vec![id],
                draft: Some(Draft { target: id, firers: Vec::new() }),
                only: NOBODY,
            }));
        }
    }

    /// A vehicle drives over its target, which alone may fire at it, at range zero (8.7.6).
    pub(in crate::rules::matg) fn offer_fire_from_below(&mut self, vehicle: Id, target: Id) {
        if self.stand(vehicle).opportunity || !self.has_useful_shot(target, vehicle, Occasion::Overrun) {
            return;
        }
        self.stack.push(Frame::Reaction(Reaction {
            side: self.side(target),
            occasion: Occasion::Overrun,
            targets: vec![vehicle],
            draft: Some(Draft { target: vehicle, firers: Vec::new() }),
            only: target,
        }));
    }

    pub(super) fn has_useful_shot(&self, firer: Id, target: Id, occasion: Occasion) -> bool {
        self.may_fire(firer, occasion)
            && self
                .guns_bearing(firer, target, occasion)
                .into_iter()
                .any(|gun| self.shot(firer, gun, target, occasion).attack.can_hurt())
    }

    pub(in crate::rules::matg) fn reaction_is_open(&self, reaction: &Reaction) -> bool {
        match &reaction.draft {
            Some(_) => true,
            None => reaction.targets.iter().any(|&target| self.can_cover(reaction.side, target)),
        }
    }

    fn can_cover(&self, side: Side, target: Id) -> bool {
        !self.stand(target).covered
            && self.cell(target).is_some()
            && self.ids(side).any(|id| self.has_useful_shot(id, target, Occasion::Covering))
    }

    pub(in crate::rules::matg) fn reaction_choices(&self, reaction: &Reaction) -> Vec<Choice> {
        let Some(draft) = &reaction.draft else {
            let targets = reaction.targets.iter().filter(|&&target| self.can_cover(reaction.side, target));
            return targets.map(|&id| Choice::Target(self.tag(id))).chain([Choice::Hold]).collect();
        };
        let mut choices = Vec::new();
        for id in self.ids(reaction.side) {
            let allowed = reaction.only == NOBODY || reaction.only == id;
            if !allowed || draft.firers.iter().any(|&(f, _)| f == id) || !self.may_fire(id, reaction.occasion)
            {
                continue;
            }
            for gun in self.guns_bearing(id, draft.target, reaction.occasion) {
                if self.shot(id, gun, draft.target, reaction.occasion).attack.can_hurt() {
                    choices.push(Choice::Firer(self.tag(id), gun));
                }
            }
        }
        if !draft.firers.is_empty() {
            choices.push(Choice::Fire);
        }
        match reaction.occasion {
            Occasion::Opportunity => choices.extend([Choice::Hold, Choice::LetPass]),
            Occasion::Covering => choices.push(Choice::Cancel),
            _ => choices.push(Choice::Hold),
        }
        choices
    }

    pub(in crate::rules::matg) fn reaction_apply(
        &mut self,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let Some(Frame::Reaction(reaction)) = self.stack.last_mut() else { return Ok(()) };
        match choice {
            Choice::Target(tag) => {
                if let Some(target) = self.battle.find(*tag) {
                    reaction.draft = Some(Draft { target, firers: Vec::new() });
                }
            }
            Choice::Firer(tag, gun) => {
                if let (Some(draft), Some(id)) = (&mut reaction.draft, self.battle.find(*tag)) {
                    draft.firers.push((id, *gun));
                }
            }
            Choice::Cancel => reaction.draft = None,
            Choice::Fire => {
                let Some(draft) = reaction.draft.take() else { return Ok(()) };
                let occasion = reaction.occasion;
                if occasion == Occasion::Covering {
                    self.stand_mut(draft.target).covered = true;
                    self.resolve_attack(&draft, occasion, "8.6", dice, log)?;
                } else {
                    self.stack.pop();
                    self.resolve_opportunity(&draft, occasion, dice, log)?;
                }
            }
            Choice::LetPass => {
                self.stack.pop();
                if let Some(mover) = self.mover_mut() {
                    mover.let_pass = true;
                }
            }
            _ => {
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn resolve_opportunity(
        &mut self,
        draft: &Draft,
        occasion: Occasion,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), NeedsRoll> {
        let mover = draft.target;
        self.stand_mut(mover).opportunity = true;
        let rule = if occasion == Occasion::Overrun { "8.7.6" } else { "8.5" };
        let hurt = self.resolve_attack(draft, occasion, rule, dice, log)?;
        if hurt && self.cell(mover).is_some() {
            let profile = self.cohesion_profile(mover, "to move on", "8.5.4", []);
            if !self.roll_cohesion(mover, &profile, dice, log)?.passed {
                self.stop_mover(mover, log);
            }
        }
        let targets: Vec<Id> = draft.firers.iter().map(|&(firer, _)| firer).collect();
        let side = self.side(mover);
        if targets.iter().any(|&target| self.can_cover(side, target)) {
            self.stack.push(Frame::Reaction(Reaction {
                side,
                occasion: Occasion::Covering,
                targets,
                draft: None,
                only: NOBODY,
            }));
        }
        Ok(())
    }

    fn stop_mover(&mut self, id: Id, log: &mut Log) {
        if let Some(mover) = self.mover_mut() {
            (mover.stopped, mover.forced) = (true, true);
            log.add(|| {
                Event::new(Tone::Failure, self.side(id), format!("{} stops", self.who(id)), "8.5.4")
                    .at(self.cell(id))
            });
        }
    }
}
