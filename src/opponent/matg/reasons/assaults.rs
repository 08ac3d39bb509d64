//! The reasons for overruns, close assaults, and what follows from them.

use super::{Weighing, plain};
use crate::game::{Term, Weighed};
use crate::opponent::matg::fire::assault::{self, Exchange};
use crate::opponent::matg::value::danger::Judge;
use crate::opponent::matg::value::field::Field;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::Id;

/// An overrun or a close assault by a moving stand.
pub(super) fn on_the_move(field: &Field<'_>, id: Id, choice: Choice, choices: &[Choice]) -> Weighing {
    exchanges(field, assault::attacks(field, id, choices), choice, Choice::Halt)
}

/// Declarations at the end of movement.
pub(super) fn declared(
    field: &Field<'_>,
    picked: Option<Id>,
    choice: Choice,
    choices: &[Choice],
) -> Weighing {
    let otherwise = if picked.is_some() { Choice::Cancel } else { Choice::Pass };
    exchanges(field, assault::declarations(field, picked, choices), choice, otherwise)
}

fn exchanges(
    field: &Field<'_>,
    exchanges: Vec<(Choice, Exchange)>,
    choice: Choice,
    otherwise: Choice,
) -> Weighing {
    let who = |id: Id| field.p.battle.who(id);
    let target = exchanges.iter().find(|(its, _)| *its == choice).map(|(_, exchange)| exchange.target);
    let task = target.map_or_else(
        || "No assault promises enough.".to_owned(),
        |target| format!("Throw {} out of its position.", who(target)),
    );
    let weighed = |(choice, exchange): (Choice, Exchange)| {
        let mut terms =
            vec![Term::new(format!("expected effect on {}", who(exchange.target)), exchange.gain)];
        if exchange.cost != 0.0 {
            terms.push(Term::new("expected losses to its answer", -exchange.cost));
        }
        Weighed { choice, terms }
    };
    let mut options: Vec<Weighed<Choice>> = exchanges.into_iter().map(weighed).collect();
    options.push(plain(otherwise, "the least gain worth an assault", assault::MIN_GAIN));
    (task, options)
}

/// The assault that is resolved first.
pub(super) fn resolved(field: &Field<'_>, choices: &[Choice]) -> Weighing {
    let assaults = assault::resolutions(field, choices).into_iter();
    let options = assaults.map(|(choice, worth)| plain(choice, "worth of the assaulted stand", worth));
    ("The assault on the stand that is worth most goes first.".to_owned(), options.collect())
}

/// The assaulter that is answered.
pub(super) fn answered(field: &Field<'_>, defender: Id, choices: &[Choice]) -> Weighing {
    let answers = assault::answers(field, defender, choices).into_iter();
    let options =
        answers.map(|(choice, gain)| plain(choice, "expected effect on the assaulter", gain)).collect();
    (format!("{} answers the assaulter that it can hurt most.", field.p.battle.who(defender)), options)
}

/// The square to which a stand gives way.
pub(super) fn retreated(judge: &Judge<'_>, id: Id, choices: &[Choice]) -> Weighing {
    let refuges = assault::retreats(judge, id, choices).into_iter();
    let weighed = |(choice, refuge): (Choice, assault::Refuge)| {
        let terms = [
            ("cover", refuge.shelter),
            ("expected losses there", -refuge.danger),
            ("no way back from there", -refuge.dead_end),
        ];
        let terms = terms.into_iter().filter(|&(_, value)| value != 0.0);
        Weighed { choice, terms: terms.map(|(label, value)| Term::new(label, value)).collect() }
    };
    (
        format!("{} gives way to the safest square.", judge.field.p.battle.who(id)),
        refuges.map(weighed).collect(),
    )
}
