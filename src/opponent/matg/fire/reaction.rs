//! Opportunity fire and covering fire: now, or wait for a better shot.

use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::reaction::Reaction;
use crate::rules::matg::fire::standard::Draft;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::turn::sequence::Frame;

use crate::opponent::matg::fire::{self, Attack, Shooter};
use crate::opponent::matg::value::field::Field;

/// The next choice of a reaction.
pub fn choose(field: &Field<'_>, reaction: &Reaction, choices: &[Choice]) -> Choice {
    let Some(draft) = &reaction.draft else {
        return cover(field, choices);
    };
    let able = fire::shooters(field, draft.target, reaction.occasion, reaction.only);
    let attack = assemble(field, draft, &able, reaction.occasion);
    if draft.firers.is_empty() {
        let begin = match reaction.occasion {
            Occasion::Opportunity => is_time(field, &attack),
            Occasion::Covering => true,
            _ => !attack.shooters.is_empty(),
        };
        if !begin {
            return Choice::Hold;
        }
    }
    let choice = fire::next(field, draft, attack.shooters.first(), &able, choices);
    if choices.contains(&choice) { choice } else { Choice::Hold }
}

fn assemble(field: &Field<'_>, draft: &Draft, able: &[Shooter], occasion: Occasion) -> Attack {
    fire::assemble(field, draft.target, able, &draft.firers, |shooter| price(field, draft, occasion, shooter))
}

/// What a stand gives up by reacting: a target may be attacked only once, and later movers may be better targets.
pub fn price(field: &Field<'_>, draft: &Draft, occasion: Occasion, shooter: &Shooter) -> f64 {
    let later = match occasion {
        Occasion::Opportunity => others_to_come(field, draft, shooter),
        _ => 0.0,
    };
    later.max(0.5)
}

/// The firer's expected gain from enemies that have still to move.
fn others_to_come(field: &Field<'_>, draft: &Draft, shooter: &Shooter) -> f64 {
    let all = fire::patience(field, shooter.id);
    // The moving stand counts among those about to move; it is here already.
    if all <= 0.4 * shooter.alone + 1e-9 || field.p.forces.stand(draft.target).moved {
        0.0
    } else {
        0.5 * all
    }
}

/// Whether to fire at a moving stand now: the farther it has come, the lower the minimum gain of the shot.
fn is_time(field: &Field<'_>, attack: &Attack) -> bool {
    let p = field.p;
    if attack.shooters.is_empty() {
        return false;
    }
    let mover = p.now.stack.iter().rev().find_map(|frame| match frame {
        Frame::Moving(mover) => Some(mover),
        _ => None,
    });
    let Some(mover) = mover else { return true };
    let left = f64::from(mover.left) / f64::from(mover.allowance.max(1));
    let share = attack.gain / field.worth(mover.stand).max(1.0);
    let weights = field.weights;
    let on_its_way = weights.at_last + weights.at_first * left.clamp(0.0, 1.0);
    let wanted = if mover.trail.is_empty() { weights.at_once } else { on_its_way };
    share >= wanted
}

/// Covering fire at the stands that fired at the moving one.
fn cover(field: &Field<'_>, choices: &[Choice]) -> Choice {
    let mut best: Option<(f64, Choice)> = None;
    for (choice, attack) in answers(field, choices) {
        if attack.net > LEAST_COVER && best.is_none_or(|(most, _)| attack.net > most) {
            best = Some((attack.net, choice));
        }
    }
    best.map_or(Choice::Hold, |(_, choice)| choice)
}

/// The minimum expected gain of covering fire, less what the firers give up by it.
pub const LEAST_COVER: f64 = 2.0;

/// The attacks that covering fire could make.
pub fn answers(field: &Field<'_>, choices: &[Choice]) -> Vec<(Choice, Attack)> {
    let answer = |choice: &Choice| {
        let Choice::Target(tag) = *choice else { return None };
        let target = field.p.battle.find(tag)?;
        let able = fire::shooters(field, target, Occasion::Covering, None);
        let attack = fire::assemble(field, target, &able, &[], |shooter| fire::patience(field, shooter.id));
        Some((*choice, attack))
    };
    choices.iter().filter_map(answer).collect()
}
