//! A campaign in words: for the command line and the screen.

use super::progress::{BattleResult, Progress};
use super::standing::Standing;
use super::{Campaign, Count};
use crate::plain::capital;

/// What a line is about, so that it can be drawn accordingly.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A heading.
    Heading,
    /// Plain text.
    Text,
    /// The first or the second force.
    Force(usize),
}

/// Lines with what they are about.
pub type Lines = Vec<(Part, String)>;

/// `3 T-34c, 1 KV-1 M41`.
pub fn listed(count: &Count) -> String {
    if count.is_empty() {
        return "none".to_owned();
    }
    let mut kinds: Vec<(&String, &u32)> = count.iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    kinds.into_iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

/// `1 battle`, `3 battles`.
fn some(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The campaign before it begins.
pub fn offered(campaign: &Campaign) -> Lines {
    let mut lines: Lines = campaign.briefing.split('\n').map(|line| (Part::Text, line.to_owned())).collect();
    lines.push((Part::Text, String::new()));
    let most = campaign.longest_from(0);
    lines.push((
        Part::Text,
        format!("{most} battles at most, the first \"{}\".", campaign.battles[0].scenario),
    ));
    for (n, force) in campaign.forces.iter().enumerate() {
        let rule = match force.carries {
            true => format!(
                "{}% of losses are replaced before each battle, and experience is kept",
                force.replacements
            ),
            false => "fresh troops in every battle".to_owned(),
        };
        lines.push((Part::Force(n), format!("{}: {rule}.", capital(&force.name))));
    }
    if let Some(campaigns) = campaign.ruleset.extras().campaigns {
        lines.push((Part::Text, campaigns.experience.to_owned()));
    }
    lines
}

/// The state of a campaign: the battles fought, the forces, and what comes next.
pub fn status(campaign: &Campaign, progress: &Progress, standing: &Standing) -> Lines {
    let mut lines = Lines::new();
    for (n, fought) in progress.fought.iter().enumerate() {
        let Some(result) = &fought.result else { continue };
        let scenario = campaign.battles.iter().find(|battle| battle.key == fought.battle);
        let scenario = scenario.map_or(fought.battle.as_str(), |battle| battle.scenario.as_str());
        lines.push((Part::Heading, format!("{}. {scenario}: {}", n + 1, outcome(campaign, result))));
        for (at, force) in campaign.forces.iter().enumerate() {
            let lost = listed(&result.lost(&force.key));
            lines.push((Part::Force(at), format!("   {} lost: {lost}", capital(&force.name))));
        }
    }
    for (at, force) in campaign.forces.iter().enumerate() {
        let state = &standing.forces[at];
        let mut text = format!("{}: {}", capital(&force.name), some(state.points, "point"));
        if force.carries {
            text += &format!(", experience {}, still missing: {}", state.experience, listed(&state.missing));
        }
        lines.push((Part::Force(at), text));
    }
    match standing.battle {
        Some(at) => next(campaign, progress, at, &mut lines),
        None => {
            lines.push((Part::Text, String::new()));
            lines.extend(ended(campaign, progress, standing));
        }
    }
    lines
}

/// `Germans won in turn 6`.
fn outcome(campaign: &Campaign, result: &BattleResult) -> String {
    let winner = result.winner.as_deref().and_then(|key| campaign.force(key));
    match winner {
        Some(force) => format!("{} won in turn {}", campaign.forces[force].name, result.turn),
        None => format!("a draw in turn {}", result.turn),
    }
}

/// The battle to be fought.
fn next(campaign: &Campaign, progress: &Progress, at: usize, lines: &mut Lines) {
    let battle = &campaign.battles[at];
    let state = if progress.running().is_some() { "in progress" } else { "next" };
    let number = progress.fought.iter().filter(|fought| fought.result.is_some()).count() + 1;
    let most = number + campaign.longest_from(at) - 1;
    lines.push((Part::Text, String::new()));
    lines.push((Part::Heading, format!("Battle {number} of {most} at most, {state}: {}", battle.scenario)));
    lines.extend(battle.story.lines().map(|line| (Part::Text, line.to_owned())));
}

/// The end of a campaign with its statistics.
fn ended(campaign: &Campaign, progress: &Progress, standing: &Standing) -> Lines {
    let winner = standing.winner();
    let points = standing.forces.each_ref().map(|force| force.points);
    let mut lines = Lines::new();
    lines.push((
        Part::Heading,
        match winner {
            Some(force) => format!(
                "The campaign is over: {} win, {} points to {}.",
                campaign.forces[force].name,
                points[force],
                points[1 - force]
            ),
            None => format!("The campaign is over: a draw, {} points each.", points[0]),
        },
    ));
    if let Some(text) = campaign.ending.of(winner) {
        lines.extend(text.trim().lines().map(|line| (Part::Text, line.to_owned())));
    }
    let results = || progress.fought.iter().filter_map(|fought| fought.result.as_ref());
    let (turns, actions) = (results().map(|r| r.turn).sum(), results().map(|r| r.actions).sum());
    let battles = some(results().count() as u32, "battle");
    lines.push((
        Part::Text,
        format!("{battles}, {}, {} in all.", some(turns, "turn"), some(actions, "action")),
    ));
    for (at, force) in campaign.forces.iter().enumerate() {
        let state = &standing.forces[at];
        let own = |result: &BattleResult| {
            result.force.iter().find(|losses| losses.key == force.key).map_or(0, |losses| losses.strength)
        };
        let (fielded, lost): (u32, u32) = (results().map(own).sum(), state.lost.values().sum());
        let share = (lost * 100).checked_div(fielded).unwrap_or(0);
        lines.push((
            Part::Force(at),
            format!(
                "{}: won {}, lost {lost} of {fielded} fielded ({share}%): {}",
                capital(&force.name),
                some(state.won, "battle"),
                listed(&state.lost)
            ),
        ));
    }
    lines
}
