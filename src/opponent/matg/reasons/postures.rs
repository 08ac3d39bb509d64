//! The reasons for postures: the groups that move, their stands, and works.

use super::{Weighing, called, plain, tasks, weighed};
use crate::game::{Side, Term, Weighed};
use crate::opponent::matg::movement::works;
use crate::opponent::matg::planning::posture;
use crate::opponent::matg::value::danger::Judge;
use crate::opponent::matg::value::field::Field;
use crate::opponent::matg::weights::Weights;
use crate::rules::matg::movement::posture::Grouping;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

/// The groups of the posture phase. Groups of several stands are formed before single stands.
pub(super) fn groups(
    p: &Position,
    side: Side,
    weights: &Weights,
    choice: Choice,
    bands: Vec<posture::Band>,
) -> Weighing {
    let several = bands.iter().any(|band| band.choice == choice && band.stands.len() > 1);
    let lead = bands.iter().find(|band| band.choice == choice).and_then(|band| band.stands.first());
    let task = match lead {
        Some(&(id, _)) => {
            let field = Field::new(p, side, weights);
            tasks::told_with_goal(&Judge::new(&field), id, posture_of(choice))
        }
        None => "The other stands do best where they are, ready to fire.".to_owned(),
    };
    let mut seen: Vec<Vec<Id>> = Vec::new();
    let mut options = Vec::new();
    let mut bands = bands;
    bands.sort_by_key(|band| band.choice != choice);
    for band in bands {
        let mut members: Vec<Id> = band.stands.iter().map(|&(id, _)| id).collect();
        members.sort_unstable();
        if (several && members.len() < 2) || seen.contains(&members) {
            continue;
        }
        seen.push(members);
        let terms = band
            .stands
            .iter()
            .map(|&(id, gain)| Term::new(format!("{} gains by moving", p.battle.who(id)), gain));
        options.push(Weighed { choice: band.choice, terms: terms.collect() });
    }
    options.push(plain(Choice::Pass, "all stay where they are, ready to fire", 0.0));
    (task, options)
}

const fn posture_of(choice: Choice) -> Posture {
    match choice {
        Choice::Group(posture, _) => posture,
        _ => Posture::Move,
    }
}

/// The next stand of a group being put together.
pub(super) fn joined_by(p: &Position, draft: &Grouping, choice: Choice) -> String {
    let does = if draft.posture == Posture::FireMove { "fires and moves" } else { "moves" };
    match choice {
        Choice::Add(tag) => format!("{} {does} with the group.", called(&p.battle, tag)),
        _ => String::new(),
    }
}

/// The works that open the way.
pub(super) fn works(judge: &Judge<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let battle = &judge.field.p.battle;
    let task = match choice {
        Choice::Work(tag, cell) | Choice::Bridge(tag, cell) => {
            format!("{} opens the way at {cell}.", called(battle, tag))
        }
        _ => String::new(),
    };
    let option = |(choice, labour): (Choice, works::Labour)| {
        weighed(
            choice,
            [("stands that it lets through", labour.passed), ("expected losses at work", -labour.risk)],
        )
    };
    (task, works::labours(judge, choices).into_iter().map(option).collect())
}
