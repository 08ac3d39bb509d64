//! Reasons: the options of a decision with the parts of their scores.
//!
//! Where a rule decides and not a score, the task says what the rule is for, and there are no options. What only completes
//! an action has no reasons of its own.

mod air;
mod assaults;
mod before;
mod fire;
mod movement;
mod postures;
mod shells;
mod tasks;

use crate::game::{Opinion, Rules, Term, Weighed};
use crate::rules::matg::fire::combat::Occasion;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::choice::{Choice, Tag};
use crate::rules::matg::state::position::Position;
use crate::rules::matg::turn::sequence::{ArtilleryPhase, FirePhase, Frame, PlotPhase};

use super::planning::{heirs, posture};
use super::value::danger::Judge;
use super::value::field::Field;
use super::weights::Weights;

/// The task of a decision as a sentence, and its options.
type Weighing = (String, Vec<Weighed<Choice>>);

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
        Frame::Deploy(phase) => by_rule(before::deployed(p, phase, choice)),
        Frame::Zone(_) => by_rule(before::landed(p, side, choice, &choices)),
        Frame::Registering(phase) => before::registered(p, phase, choice, &choices),
        Frame::Selection(selection) => by_rule(before::selected(p, selection, choice)),
        Frame::Air(plan) => by_rule(before::flown(p, plan, choice)),
        Frame::Fire(FirePhase { draft: None, .. }) => fire::shots(&field, choice, &choices),
        Frame::Fire(FirePhase { draft: Some(draft), .. }) => fire::joined_by(&field, draft, choice),
        Frame::Posture(phase) => match &phase.draft {
            Some(draft) => by_rule(postures::joined_by(p, draft, choice)),
            None if matches!(choice, Choice::Work(..) | Choice::Bridge(..)) => {
                postures::works(&Judge::new(&field), choice, &choices)
            }
            None => {
                drop(field);
                let bands = posture::planned(p, side, weights, &choices);
                postures::groups(p, side, weights, choice, bands)
            }
        },
        Frame::Artillery(ArtilleryPhase { draft, .. }) => {
            shells::direct(&field, draft.as_ref(), choice, &choices)
        }
        Frame::Plot(PlotPhase { draft, .. }) => shells::plotted(&field, draft.as_ref(), choice, &choices),
        Frame::Movement(_) => movement::moves(&Judge::new(&field), choice, &choices),
        Frame::Group(_) => movement::members(&Judge::new(&field), choice, &choices),
        Frame::Moving(mover) if matches!(choice, Choice::Overrun(_) | Choice::Assault(_)) => {
            assaults::on_the_move(&field, mover.stand, choice, &choices)
        }
        Frame::Moving(mover) => movement::way_on(&Judge::new(&field), mover, choice, &choices),
        Frame::Riders(riders) => movement::got_off(&Judge::new(&field), riders.carrier, choice, &choices),
        Frame::Facing(facing) => {
            by_rule(format!("{} turns toward the nearest enemy.", p.battle.who(facing.stand)))
        }
        Frame::Reaction(reaction) => match &reaction.draft {
            Some(draft) if draft.firers.is_empty() && reaction.occasion == Occasion::Opportunity => {
                fire::reply(&field, (draft.target, reaction.occasion), reaction.only, choice, &choices)
            }
            Some(draft) => fire::reaction_joined_by(&field, reaction, draft, choice),
            None => fire::cover(&field, choice, &choices),
        },
        Frame::Declare(phase) => assaults::declared(&field, phase.picked, choice, &choices),
        Frame::Assaults(_) => assaults::resolved(&field, &choices),
        Frame::Answer(answer) => assaults::answered(&field, answer.defender, &choices),
        Frame::Retreat(retreat) => assaults::retreated(&Judge::new(&field), retreat.stand, &choices),
        Frame::Flight(flight) => assaults::retreated(&Judge::new(&field), flight.stand, &choices),
        Frame::Command(_) | Frame::Appoint(_) => succeeded(p, &choices),
        Frame::Cease(_) => by_rule(match choice {
            Choice::Terminate(_) => "Stop the fire before it hits friendly stands near it.".to_owned(),
            _ => "No friendly stand is near the fire.".to_owned(),
        }),
        Frame::Boats(_) => by_rule(match choice {
            Choice::Disembark(tag, _) => format!("{} goes ashore.", called(&p.battle, tag)),
            _ => "No stand boards the boats.".to_owned(),
        }),
        Frame::Strike(strike) => air::struck(&field, strike, &choices),
        Frame::Landing(_) | Frame::Removal(_) | Frame::Boarding(_) => return Opinion::of(choice),
    };
    options.retain(|option| choices.contains(&option.choice) && option.score().is_finite());
    options.sort_by(|a, b| b.score().total_cmp(&a.score()));
    Opinion { choice, task: task.into(), options }
}

/// A decision by a rule, with the sentence that says what the rule is for.
const fn by_rule(task: String) -> Weighing {
    (task, Vec::new())
}

/// The tag and name of a stand.
fn called(battle: &Battle, tag: Tag) -> String {
    battle.find(tag).map_or_else(String::new, |id| battle.who(id))
}

fn plain(choice: Choice, label: &'static str, value: f64) -> Weighed<Choice> {
    Weighed { choice, terms: vec![Term::new(label, value)] }
}

/// An option with those of its parts that count.
fn weighed<const N: usize>(choice: Choice, parts: [(&'static str, f64); N]) -> Weighed<Choice> {
    let parts = parts.into_iter().filter(|&(_, value)| value != 0.0);
    Weighed { choice, terms: parts.map(|(label, value)| Term::new(label, value)).collect() }
}

/// The stands that could take command.
fn succeeded(p: &Position, choices: &[Choice]) -> Weighing {
    let option = |(choice, heir): (Choice, heirs::Fitness)| {
        let parts = [
            ("distance from the enemy", f64::from(heir.distance)),
            ("bad order", f64::from(-heir.hurt)),
            ("what the line loses without it", f64::from(-heir.missed)),
        ];
        weighed(choice, parts)
    };
    let task = "Command goes to a stand in good order, far from the enemy, that the line can spare.";
    (task.to_owned(), heirs::heirs(p, choices).into_iter().map(option).collect())
}
