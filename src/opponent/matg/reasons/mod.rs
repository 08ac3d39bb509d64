//! Reasons: the options of a decision with the parts of their scores.

mod assaults;
mod shells;

use crate::board::Cell;
use crate::game::{Opinion, Rules, Side, Term, Weighed};
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame, PlotPhase};

use super::fire::{self, Attack, reaction};
use super::movement;
use super::movement::reach::Reach;
use super::movement::way::Way;
use super::planning::orders;
use super::planning::posture;
use super::planning::tasks::Task;
use super::value::case::Case;
use super::value::danger::Judge;
use super::value::field::Field;
use super::weights::Weights;

/// The opinion behind a choice.
pub fn of(weights: &Weights, p: &Position, choice: Choice) -> Opinion<Choice> {
    let Some(frame) = p.now.stack.last() else { return Opinion::of(choice) };
    let side = frame.side(p);
    let choices = p.choices();
    if choices.len() < 2 {
        return Opinion::of(choice);
    }
    let field = Field::new(p, side, weights);
    let (task, mut options) = match frame {
        Frame::Fire(FirePhase { draft: None, .. }) => shots(&field, choice, &choices),
        Frame::Posture(phase) if phase.draft.is_none() => {
            drop(field);
            let bands = posture::planned(p, side, weights, &choices);
            groups(p, side, weights, choice, bands)
        }
        Frame::Artillery(ArtilleryPhase { draft, .. }) => {
            shells::direct(&field, draft.as_ref(), choice, &choices)
        }
        Frame::Plot(PlotPhase { draft, .. }) => shells::plotted(&field, draft.as_ref(), choice, &choices),
        Frame::Movement(_) => moves(&Judge::new(&field), choice, &choices),
        Frame::Group(_) => members(&Judge::new(&field), choice, &choices),
        Frame::Moving(mover) if matches!(choice, Choice::Overrun(_) | Choice::Assault(_)) => {
            assaults::on_the_move(&field, mover.stand, choice, &choices)
        }
        Frame::Moving(mover) => way_on(&Judge::new(&field), mover.stand, mover.left, choice, &choices),
        Frame::Reaction(reaction) => match &reaction.draft {
            Some(draft) if draft.firers.is_empty() => {
                reply(&field, (draft.target, reaction.occasion), reaction.only, choice, &choices)
            }
            Some(_) => return Opinion::of(choice),
            None => cover(&field, choice, &choices),
        },
        Frame::Declare(phase) => assaults::declared(&field, phase.picked, choice, &choices),
        Frame::Answer(answer) => assaults::answered(&field, answer.defender, &choices),
        Frame::Retreat(retreat) => assaults::retreated(&Judge::new(&field), retreat.stand, &choices),
        Frame::Flight(flight) => assaults::retreated(&Judge::new(&field), flight.stand, &choices),
        _ => return Opinion::of(choice),
    };
    options.retain(|option| choices.contains(&option.choice) && option.score().is_finite());
    options.sort_by(|a, b| b.score().total_cmp(&a.score()));
    Opinion { choice, task: task.into(), options }
}

type Weighing = (String, Vec<Weighed<Choice>>);

fn plain(choice: Choice, label: &'static str, value: f64) -> Weighed<Choice> {
    Weighed { choice, terms: vec![Term::new(label, value)] }
}

/// The targets of a fire phase.
fn shots(field: &Field<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
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

/// The groups of the posture phase. Groups of several stands are formed before single stands.
fn groups(
    p: &Position,
    side: Side,
    weights: &Weights,
    choice: Choice,
    bands: Vec<posture::Band>,
) -> Weighing {
    let several = bands.iter().any(|band| band.choice == choice && band.stands.len() > 1);
    let lead = bands.iter().find(|band| band.choice == choice).and_then(|band| band.stands.first());
    let task = match lead {
        Some(&(id, _)) => told(&Field::new(p, side, weights), id),
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

/// The groups of the movement phase.
fn moves(judge: &Judge<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let p = judge.field.p;
    let promises = orders::weighed(judge, choices);
    let of_choice = promises.iter().find(|(its, _)| *its == choice);
    let task = of_choice
        .and_then(|(_, stands)| stands.iter().max_by(|a, b| a.1.total_cmp(&b.1)))
        .map_or_else(|| "Nothing gains enough by moving now.".to_owned(), |&(id, _)| told(judge.field, id));
    let mut options: Vec<Weighed<Choice>> = promises
        .into_iter()
        .map(|(choice, stands)| {
            let term = |(id, gain): (Id, f64)| Term::new(format!("{}, if it obeys", p.battle.who(id)), gain);
            Weighed { choice, terms: stands.into_iter().filter(|&(_, gain)| gain != 0.0).map(term).collect() }
        })
        .collect();
    options.push(plain(Choice::Pass, "nothing moves", 0.0));
    (task, options)
}

/// The stands of a group. The foremost goes first, so only the one that was chosen is compared with staying.
fn members(judge: &Judge<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let p = judge.field.p;
    let mut members = orders::members(judge, choices);
    let mut task = "The others do best where they are.".to_owned();
    if let Some(&(_, first, _)) = members.iter().find(|(its, ..)| *its == choice) {
        task = told(judge.field, first);
        if members.iter().any(|&(its, _, gain)| its != choice && gain > orders::LEAST) {
            task += " It goes first, to clear the way for the others.";
        }
        members.retain(|(its, ..)| *its == choice);
    }
    let term = |id: Id, gain: f64| Term::new(format!("{} gains by moving", p.battle.who(id)), gain);
    let mut options: Vec<Weighed<Choice>> = members
        .into_iter()
        .map(|(choice, id, gain)| Weighed { choice, terms: vec![term(id, gain)] })
        .collect();
    options.push(plain(Choice::Done, "the least gain worth a move", orders::LEAST));
    (task, options)
}

/// A moving stand: the square that it makes for, against stopping here.
fn way_on(judge: &Judge<'_>, id: Id, left: Quarters, choice: Choice, choices: &[Choice]) -> Weighing {
    let field = judge.field;
    let Some(here) = field.p.forces.cell(id) else { return (String::new(), Vec::new()) };
    let way = Way::on_task(field, id);
    let case = Case::new(judge, id, &way);
    let stays = Weighed { choice: Choice::Halt, terms: case.terms(here, None) };
    let reach = Reach::of(field, id, left, false);
    let found = reach.as_ref().and_then(|reach| {
        let (goal, _) = movement::goal(&case, &reach.cells, |_| Some(0.0))?;
        let step = movement::toward(judge, id, &reach.steps(field.p, goal)?, choices)?;
        Some((goal, step))
    });
    let mut options = vec![stays];
    let mut task = told(field, id);
    if let Some((goal, step)) = found.filter(|&(goal, _): &(Cell, _)| goal != here) {
        task = format!("{task} It makes for {goal}.");
        options.push(Weighed { choice: step, terms: case.terms(goal, None) });
    }
    if !options.iter().any(|option| option.choice == choice) {
        return (task, Vec::new());
    }
    (task, options)
}

/// Fire at a moving stand.
fn reply(
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
fn cover(field: &Field<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
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

/// The task of a stand, as a sentence.
fn told(field: &Field<'_>, id: Id) -> String {
    let who = field.p.battle.who(id);
    match field.tasks.task(id) {
        Task::Enemy => format!("{who} closes with the enemy."),
        Task::Stay => format!("{who} waits for the enemy."),
        Task::Out => format!("{who} leaves by the edge."),
        Task::Hold(_) => match field.tasks.place(field.p, id) {
            Some(place) => format!("{who} takes and holds {place}."),
            None => format!("{who} takes and holds the objectives."),
        },
    }
}
