//! The reasons for artillery fire, direct and plotted.

use super::{Weighing, air, by_rule, plain};
use crate::game::{Term, Weighed};
use crate::opponent::matg::artillery::{self, Mission, Offer, plots};
use crate::opponent::matg::fire::air as air_fire;
use crate::opponent::matg::value::field::Field;
use crate::rules::matg::artillery::direct::Barrage;
use crate::rules::matg::artillery::plot::Plotting;
use crate::rules::matg::state::choice::Choice;

/// The artillery phase.
pub(super) fn direct(
    field: &Field<'_>,
    draft: Option<&Barrage>,
    choice: Choice,
    choices: &[Choice],
) -> Weighing {
    match (draft, choice) {
        (None, Choice::Mission(_)) => {
            ("Plotted fire lands first, to suppress as many as it can.".to_owned(), Vec::new())
        }
        (None, Choice::Battery(..) | Choice::Pass) => batteries(field, choice, choices),
        (None, Choice::Strafe(..) | Choice::Bomb(_)) => air::runs(field, choices),
        (Some(draft), _) => aims(field, draft, choice, choices),
        _ => by_rule(String::new()),
    }
}

fn batteries(field: &Field<'_>, choice: Choice, choices: &[Choice]) -> Weighing {
    let least = field.weights.mission;
    let offers = artillery::offers(field, choices).into_iter().filter(|offer| offer.gain > 0.0);
    let weighed = |Offer { choice, mission, gain, turns }: Offer| {
        let label = mission.map_or_else(|| "expected effect on its best target".to_owned(), effect);
        let mut terms = vec![Term::new(label, gain)];
        if turns > 1.0 {
            terms.push(Term::new(format!("it fires only every {turns} turns"), -least * (turns - 1.0)));
        }
        (Weighed { choice, terms }, mission)
    };
    let weighed: Vec<_> = offers.map(weighed).collect();
    let chosen = weighed.iter().find(|(option, _)| option.choice == choice);
    let task = match chosen {
        Some((_, Some(mission))) if mission.smoke => "Blind the enemy before the assault crosses.",
        Some(_) => "Shell the enemy that loses most by it.",
        None => "Save the shells for a better target.",
    };
    let task = task.to_owned();
    let mut options: Vec<Weighed<Choice>> = weighed.into_iter().map(|(option, _)| option).collect();
    options.push(plain(Choice::Pass, "the least gain worth a fire mission", least));
    (task, options)
}

/// What a mission's gain is.
fn effect(mission: Mission) -> String {
    let Mission { aim, .. } = mission;
    if mission.smoke {
        format!("enemy fire blocked by smoke at {aim}")
    } else {
        format!("expected effect of HE at {aim}")
    }
}

/// The impact squares, sheaves and targets of a battery.
fn aims(field: &Field<'_>, draft: &Barrage, choice: Choice, choices: &[Choice]) -> Weighing {
    let Some(&(id, gun)) = draft.batteries.first() else { return by_rule(String::new()) };
    let who = field.p.battle.who(id);
    if choice == Choice::Smoke || draft.smoke == Some(true) {
        return by_rule(format!("{who} blinds the enemy before the assault crosses."));
    }
    if let (Choice::Closed | Choice::Open(_), Some(aim)) = (choice, draft.aim) {
        let sheaves = artillery::sheaves(field, draft, id, gun, choices).into_iter();
        let effect = || format!("expected effect of HE at {aim}");
        let options =
            sheaves.map(|(choice, gain)| Weighed { choice, terms: vec![Term::new(effect(), gain)] });
        return (format!("{who} lays its shells where they do most."), options.collect());
    }
    if matches!(choice, Choice::Target(_)) {
        let targets = artillery::targets(field, id, gun, choices).into_iter();
        let options = targets.map(|(choice, gain)| plain(choice, "expected effect on the target", gain));
        return (format!("{who} fires where it hurts most."), options.collect());
    }
    if !matches!(choice, Choice::At(_)) {
        return by_rule(String::new());
    }
    let mut missions = artillery::missions(field, id, gun);
    missions.retain(|mission| mission.gain > 0.0);
    missions.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let mut options: Vec<Weighed<Choice>> = Vec::new();
    for mission in missions {
        let at = Choice::At(mission.aim);
        if !options.iter().any(|option| option.choice == at) {
            options.push(Weighed { choice: at, terms: vec![Term::new(effect(mission), mission.gain)] });
        }
    }
    (format!("{who} fires where it does most."), options)
}

/// The plot phase.
pub(super) fn plotted(
    field: &Field<'_>,
    draft: Option<&Plotting>,
    choice: Choice,
    choices: &[Choice],
) -> Weighing {
    match choice {
        Choice::Correct(_) => return ("Bring fire that deviated back to its target.".to_owned(), Vec::new()),
        Choice::Terminate(_) => {
            let task = "End fire that endangers friendly stands or falls on empty ground.";
            return (task.to_owned(), Vec::new());
        }
        _ => {}
    }
    let mut options = plots::weighed(field, draft, choices);
    if let Choice::AirPlot(plane) = choice {
        let aims = air_fire::aims(field, usize::from(plane), &plots::bombing_aims(field.p, field.side));
        options = vec![(choice, aims.into_iter().map(|(_, gain)| gain).fold(0.0, f64::max))];
    }
    let bombs = matches!(choice, Choice::AirPlot(_)) || matches!(draft, Some(Plotting::Air(_)));
    let calls = matches!(draft, Some(Plotting::Plan(plan)) if plan.kind.is_none());
    let otherwise = match draft {
        None => Choice::Pass,
        Some(_) if calls => Choice::Support,
        Some(_) => Choice::Cancel,
    };
    let task = match choice {
        Choice::AirPlot(_) | Choice::At(_) if bombs => "Bomb the enemy that is likely to stay where it is.",
        Choice::Call(_) => "Call registered fire on the enemy where it is likely to be.",
        Choice::Support if options.is_empty() => "Plot a new mission.",
        Choice::Support => "No registered fire does enough: plot a new mission.",
        _ if choice == otherwise => "Save the guns for a better target.",
        _ => "Shell the enemy where it is likely to be when the shells land.",
    };
    if choice != otherwise && !options.iter().any(|(its, _)| *its == choice) {
        return by_rule(String::new());
    }
    if draft.is_none() && choice != otherwise {
        // Observers of the same target serve alike, and the first of them plots.
        options.retain(|(its, _)| *its == choice);
    }
    let least = if bombs { air_fire::LEAST } else { field.weights.plot };
    let label = "expected effect where the enemy is likely to be";
    let options = options.into_iter().map(|(choice, gain)| plain(choice, label, gain));
    (task.to_owned(), options.chain([plain(otherwise, "the least gain worth a plot", least)]).collect())
}
