//! The reasons for direct fire: targets, firers, and fire in reaction.

use super::{Weighing, by_rule, called, plain};
use crate::game::{Term, Weighed};
use crate::opponent::matg::fire::{self, Attack, Joined, reaction};
use crate::opponent::matg::value::field::Field;
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::fire::reaction::Reaction;
use crate::rules::matg::fire::standard::Draft;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Id;

/// The targets of a fire phase.
pub(super) fn shots(field: &Field<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let mut options: Vec<Weighed<Choice>> = fire::attacks(field, choices)
        .into_iter()
        .filter(|(_, attack)| !attack.shooters.is_empty())
        .map(|(choice, attack)| Weighed { choice, terms: parts(&attack) })
        .collect();
    options.push(plain(Choice::Pass, "hold fire for enemies about to move", 0.0));
    let task = match choice {
        Choice::Target(tag) => field.p.battle.find(tag).map_or_else(String::new, |id| {
            format!("Destroy {} before it does harm.", field.p.battle.who(id))
        }),
        _ => "Save the remaining fire.".to_owned(),
    };
    (task, options)
}

/// The next firer of an attack in the fire phase, or the fire of those that have joined it.
pub(super) fn joined_by(field: &Field<'_>, draft: &Draft, choice: Choice) -> Weighing {
    let able = fire::shooters(field, draft.target, Occasion::Standard, None);
    let joined = fire::joined(field, draft, &able, fire::price_elsewhere(field, draft));
    volley(field, draft, joined, choice)
}

/// The same in reaction.
pub(super) fn reaction_joined_by(
    field: &Field<'_>,
    reaction: &Reaction,
    draft: &Draft,
    choice: Choice,
) -> Weighing {
    let able = fire::shooters(field, draft.target, reaction.occasion, reaction.only);
    let price = |shooter: &fire::Shooter| reaction::price(field, draft, reaction.occasion, shooter);
    volley(field, draft, fire::joined(field, draft, &able, price), choice)
}

fn volley(field: &Field<'_>, draft: &Draft, joined: Vec<Joined>, choice: Choice) -> Weighing {
    let battle = &field.p.battle;
    let target = battle.who(draft.target);
    let task = match choice {
        Choice::Fire => return by_rule(String::new()),
        Choice::Firer(tag, _) if draft.firers.is_empty() => {
            format!("{} opens fire at {target}.", called(battle, tag))
        }
        Choice::Firer(tag, _) => format!("{} joins the fire at {target}.", called(battle, tag)),
        _ => format!("No fire at {target} does enough."),
    };
    let effect = if draft.firers.is_empty() {
        "expected effect on the target"
    } else {
        "expected effect on top of the others"
    };
    let option = |joined: Joined| {
        let mut terms = vec![Term::new(effect, joined.gain)];
        if joined.price != 0.0 {
            terms.push(Term::new("what it gives up elsewhere", -joined.price));
        }
        Weighed { choice: Choice::Firer(battle.tag(joined.shooter.id), joined.shooter.gun), terms }
    };
    // An attack once begun is made, even if no stand adds enough to it: the best shot alone then fires.
    let mut options: Vec<Weighed<Choice>> =
        joined.into_iter().filter(Joined::is_worth_it).map(option).collect();
    if !options.is_empty() {
        options.push(Weighed { choice: Choice::Fire, terms: Vec::new() });
    }
    (task, options)
}

/// Fire at a moving stand.
pub(super) fn reply(
    field: &Field<'_>,
    (target, occasion): (Id, Occasion),
    only: Option<Id>,
    choice: Choice,
    choices: &[Choice],
) -> Weighing {
    let able = fire::shooters(field, target, occasion, only);
    let who = field.p.battle.who(target);
    let mut options: Vec<Weighed<Choice>> = able
        .iter()
        .map(|shooter| Choice::Firer(field.p.battle.tag(shooter.id), shooter.gun))
        .zip(&able)
        .filter(|(choice, _)| choices.contains(choice))
        .map(|(choice, shooter)| plain(choice, "expected effect of the shot", shooter.alone))
        .collect();
    let best = options.iter().map(Weighed::score).fold(0.0, f64::max);
    let waits = choice == Choice::Hold;
    // It waits for a better shot if this one takes too small a share of the target for how far it has come.
    let later = if waits { best + 0.1 } else { 0.0 };
    options.push(plain(Choice::Hold, "a better shot later", later));
    let task = if waits { format!("Let {who} come on, for a better shot.") } else { format!("Stop {who}.") };
    (task, options)
}

/// Covering fire at stands that have fired at a moving one.
pub(super) fn cover(field: &Field<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let attacks = reaction::answers(field, choices).into_iter();
    let mut options: Vec<Weighed<Choice>> =
        attacks.map(|(choice, attack)| Weighed { choice, terms: parts(&attack) }).collect();
    options.push(plain(Choice::Hold, "the least gain worth covering fire", reaction::LEAST_COVER));
    let task = match choice {
        Choice::Hold => "Save the fire for a better target.",
        _ => "Cover the moving stand against the fire that it draws.",
    };
    (task.to_owned(), options)
}

/// The parts of an attack's score.
fn parts(attack: &Attack) -> Vec<Term> {
    let elsewhere = attack.net - attack.gain;
    let mut terms = vec![Term::new("expected effect on the target", attack.gain)];
    if elsewhere != 0.0 {
        terms.push(Term::new("what the firers give up elsewhere", elsewhere));
    }
    terms
}
