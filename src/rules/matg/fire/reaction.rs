//! 8.5 and 8.6: opportunity fire at a moving stand, and covering fire against the stands that fired.

use super::combat::Occasion;
use super::standard::Draft;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Illegal, Log, Preview, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::{bearing, combat, standard};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::movement::riders;
use crate::rules::matg::shown::{preview, refusal};
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::{Open, Question, ask, unreachable_choice};

/// Opportunity or covering fire being put together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reaction {
    /// The firing side.
    pub side: Side,
    /// Opportunity fire, opportunity fire at an overrunning vehicle, or covering fire.
    pub occasion: Occasion,
    /// The possible targets: the moving stand, or the stands that took part in the opportunity fire.
    pub targets: Vec<Id>,
    /// The attack so far.
    pub draft: Option<Draft>,
    /// The only stand that may fire, against an overrun; otherwise any may.
    pub only: Option<Id>,
}

impl Reaction {
    /// Only fire that could have an effect is offered as a reaction (8.5.2, S-13).
    #[apply(rule, "8.5.2")]
    fn firers(&self, game: &Position, draft: &Draft) -> Vec<Choice> {
        let mut choices = Vec::new();
        for id in game.battle.ids(self.side) {
            let allowed = self.only.is_none_or(|only| only == id);
            let joined = draft.firers.iter().any(|&(firer, _)| firer == id);
            if !allowed
                || joined
                || !combat::may_fire(&game.field, &game.forces, &game.now, &game.command, id, self.occasion)
            {
                continue;
            }
            for gun in bearing::guns_bearing(game, id, draft.target, self.occasion) {
                if combat::shot(game, id, gun, draft.target, self.occasion).attack.can_hurt() {
                    choices.push(Choice::Firer(game.battle.tag(id), gun));
                }
            }
        }
        choices
    }
}

impl Open for Reaction {
    fn side(&self, _: &Position) -> Side {
        self.side
    }

    fn asks(&self) -> Question {
        match (self.occasion, &self.draft) {
            (Occasion::Covering, None) => {
                ask("cover-target", "Covering fire: choose a target, or hold fire.", "8.6")
            }
            (Occasion::Covering, Some(_)) => ask("cover", "Covering fire: add firers, then fire.", "8.6"),
            (Occasion::Overrun, _) => ask("react", "Overrun: fire at the vehicle, or hold fire.", "8.7.6"),
            _ => ask("react", "Opportunity fire: add firers, then fire, or hold fire.", "8.5"),
        }
    }

    fn choices(&self, game: &Position) -> Vec<Choice> {
        let Some(draft) = &self.draft else {
            let targets = self.targets.iter().filter(|&&target| can_cover(game, self.side, target));
            return targets.map(|&id| Choice::Target(game.battle.tag(id))).chain([Choice::Hold]).collect();
        };
        let mut choices = self.firers(game, draft);
        if !draft.firers.is_empty() {
            choices.push(Choice::Fire);
        }
        match self.occasion {
            Occasion::Opportunity if is_under_way(&game.forces, &game.now, draft.target) => {
                choices.extend([Choice::Hold, Choice::LetPass]);
            }
            Occasion::Covering => choices.push(Choice::Cancel),
            _ => choices.push(Choice::Hold),
        }
        choices
    }

    fn apply(
        mut self,
        game: &mut Position,
        choice: &Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        match (*choice, &mut self.draft) {
            (Choice::Target(tag), draft @ None) => *draft = Some(Draft::at(game.battle.named(tag))),
            (Choice::Firer(tag, gun), Some(draft)) => draft.firers.push((game.battle.named(tag), gun)),
            (Choice::Cancel, draft @ Some(_)) => *draft = None,
            (Choice::Fire, Some(draft)) if self.occasion == Occasion::Covering => {
                game.forces.stand_mut(draft.target).covered = true;
                standard::resolve_attack(game, draft, self.occasion, "8.6", dice, log)?;
                self.draft = None;
            }
            (Choice::Fire, Some(draft)) => return resolve_opportunity(game, draft, self.occasion, dice, log),
            (Choice::LetPass, Some(_)) => {
                if let Some(mover) = game.now.mover_mut() {
                    mover.let_pass = true;
                }
                return Ok(());
            }
            (Choice::Hold, _) => return Ok(()),
            _ => unreachable_choice(choice),
        }
        game.now.open(self);
        Ok(())
    }

    fn next(&self, game: &Position) -> Option<Side> {
        let open = match &self.draft {
            // All firers may have fired at another target meanwhile (8.4.8).
            Some(draft) => !draft.firers.is_empty() || !self.firers(game, draft).is_empty(),
            None => self.targets.iter().any(|&target| can_cover(game, self.side, target)),
        };
        // Covering fire already put together must be fired or dropped.
        (open || (self.occasion == Occasion::Covering && self.draft.is_some())).then_some(self.side)
    }

    fn refusal(&self, game: &Position, choice: &Choice) -> Option<Illegal> {
        match (*choice, &self.draft) {
            (Choice::Target(tag), _) => Some(refusal::why_no_target(&game.forces, tag, self.side)),
            (Choice::Firer(tag, gun), Some(draft)) => {
                Some(refusal::why_no_firer(game, tag, gun, draft.target, self.occasion, self.side))
            }
            _ => None,
        }
    }

    fn preview(&self, game: &Position, choice: &Choice) -> Option<Preview> {
        preview::preview_fire(game, self.draft.as_ref()?, choice, self.occasion)
    }

    fn about(&self, _: &Position) -> Option<Id> {
        match (&self.draft, &self.targets[..]) {
            (Some(draft), _) => Some(draft.target),
            (None, &[only]) => Some(only),
            _ => None,
        }
    }

    fn notes(&self, game: &Position) -> Vec<String> {
        self.draft.iter().flat_map(|draft| standard::attack_notes(&game.battle, draft)).collect()
    }
}

/// Offers the enemy opportunity fire at a stand that moves, or that mounts or leaves a carrier, if a shot
/// could have an effect (8.5.2, 8.4.8, S-13).
#[apply(rule, "4.0.6", "7.1.2", "8.5.2", "8.5.5", "8.4.8")]
pub(in crate::rules::matg) fn offer_opportunity(game: &mut Position, id: Id) {
    // Riders may be fired at separately, after their carrier (12.5).
    let riders: Vec<Id> =
        if riders::is_ridden(&game.battle, id) { game.forces.cargo(id).collect() } else { Vec::new() };
    for rider in riders {
        offer_opportunity(game, rider);
    }
    let spared = |mover: &Mover| mover.let_pass || mover.stopped;
    let is_spared = is_under_way(&game.forces, &game.now, id) && game.now.mover().is_some_and(spared);
    if game.forces.stand(id).opportunity || is_spared {
        return;
    }
    let side = game.battle.side(id).other();
    let bears = game.battle.ids(side).any(|firer| has_useful_shot(game, firer, id, Occasion::Opportunity));
    if bears {
        game.now.open(Reaction {
            side,
            occasion: Occasion::Opportunity,
            targets: vec![id],
            draft: Some(Draft::at(id)),
            only: None,
        });
    }
}

/// Offers the target of an overrun its shot at the vehicle, at range 0 (8.7.6).
#[apply(rule, "8.7.6")]
pub(in crate::rules::matg) fn offer_overrun_fire(game: &mut Position, vehicle: Id, target: Id) {
    if game.forces.stand(vehicle).opportunity || !has_useful_shot(game, target, vehicle, Occasion::Overrun) {
        return;
    }
    game.now.open(Reaction {
        side: game.battle.side(target),
        occasion: Occasion::Overrun,
        targets: vec![vehicle],
        draft: Some(Draft::at(vehicle)),
        only: Some(target),
    });
}

pub(in crate::rules::matg) fn has_useful_shot(
    game: &Position,
    firer: Id,
    target: Id,
    occasion: Occasion,
) -> bool {
    combat::may_fire(&game.field, &game.forces, &game.now, &game.command, firer, occasion)
        && bearing::guns_bearing(game, firer, target, occasion)
            .into_iter()
            .any(|gun| combat::shot(game, firer, gun, target, occasion).attack.can_hurt())
}

#[apply(rule, "8.6.4")]
fn can_cover(game: &Position, side: Side, target: Id) -> bool {
    !game.forces.stand(target).covered
        && game.forces.cell(target).is_some()
        && game.battle.ids(side).any(|id| has_useful_shot(game, id, target, Occasion::Covering))
}

fn resolve_opportunity(
    game: &mut Position,
    draft: &Draft,
    occasion: Occasion,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let mover = draft.target;
    game.forces.stand_mut(mover).opportunity = true;
    let rule = if occasion == Occasion::Overrun { "8.7.6" } else { "8.5" };
    let hurt = standard::resolve_attack(game, draft, occasion, rule, dice, log)?;
    move_on(game, mover, hurt, dice, log)?;
    let targets: Vec<Id> = draft.firers.iter().map(|&(firer, _)| firer).collect();
    let side = game.battle.side(mover);
    if targets.iter().any(|&target| can_cover(game, side, target)) {
        open_covering_fire(&mut game.now, side, targets);
    }
    Ok(())
}

/// A stand that opportunity fire has hurt rolls to move on.
#[apply(rule, "8.5.3", "8.5.4")]
fn move_on(game: &mut Position, mover: Id, hurt: bool, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
    if hurt && game.forces.cell(mover).is_some() {
        let profile = moving_on_profile(&game.forces, &game.now, &game.command, mover);
        if !cohesion::roll_cohesion(&game.forces, mover, &profile, dice, log)?.passed {
            stop_mover(&mut game.forces, &mut game.now, mover, log);
        }
    }
    Ok(())
}

/// The mover's side may answer opportunity fire.
#[apply(rule, "8.6.2")]
fn open_covering_fire(now: &mut Turn, side: Side, targets: Vec<Id>) {
    now.open(Reaction { side, occasion: Occasion::Covering, targets, draft: None, only: None });
}

fn stop_mover(forces: &mut Forces, now: &mut Turn, id: Id, log: &mut Log) {
    match now.mover_mut().filter(|mover| mover.stand == id) {
        Some(mover) => (mover.stopped, mover.forced) = (true, true),
        None => forces.stand_mut(id).moved = true, // it mounted or left a carrier
    }
    log.add(|| {
        Event::new(Tone::Failure, forces.battle.side(id), format!("{} stops", forces.battle.who(id)), "8.5.4")
            .at(forces.cell(id))
    });
}

/// Whether a stand is moving or riding on the moving stand, rather than being loaded or unloaded by it.
fn is_under_way(forces: &Forces, now: &Turn, id: Id) -> bool {
    let goes = riders::ridden_by(forces, id).unwrap_or(id);
    now.mover().is_some_and(|mover| mover.stand == goes)
}

/// The cohesion roll of a stand that was fired at to continue its move (8.5.4); a broken stand gets a
/// bonus (12.1.5).
pub fn moving_on_profile(forces: &Forces, now: &Turn, command: &Command, mover: Id) -> Test {
    determination::movement_roll(forces, now, command, mover, "to move on", "8.5.4", [])
}
