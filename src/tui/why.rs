//! Why the computer did something, what it would do now, and what cost a player most.

use crate::game::Session;
use crate::game::{Level, Reasons, Seat, Side, Told};

use super::overlay::{Kind, List, Overlay, Purpose};
use super::playing::Playing;
use super::shown::Shown;
use super::theme::Role;

/// The costly decisions that are told.
const COSTLY: usize = 3;

/// How many actions back the reasons of a completing action are looked for.
const BEFORE: u32 = 8;

/// A window of lines.
type Lines = Vec<(String, Role)>;

impl Playing<'_> {
    /// Explains the action on the screen: the one looked back to, the line of the report, or the computer's last.
    pub(super) fn explain(&mut self) {
        let step = self.game.report.step.and_then(|step| self.game.report.acts.get(step)).map(|act| act.play);
        match self
            .game
            .session
            .shown()
            .or(step)
            .or_else(|| last_of_the_computer(&*self.game.session, &self.game.shown))
        {
            Some(play) => self.overlays.push(window(&*self.game.session, &self.game.shown, play)),
            None => self.game.message = Some("The computer has not acted yet.".to_owned()),
        }
    }

    /// Explains the action of the selected line of the log.
    pub(super) fn explain_line(&mut self) {
        let Some(row) = self.overlays.list(Kind::Log).and_then(List::current) else { return };
        let play = self.game.shown.lines(&*self.game.session).nth(row.id).map(|line| line.play);
        if let Some(play) = play {
            self.overlays.push(window(&*self.game.session, &self.game.shown, play));
        }
    }

    /// Tells what the computer would do in the player's place.
    pub(super) fn advise(&mut self) {
        match self.game.session.advice() {
            Ok(reasons) => {
                let mut lines = in_lines(&reasons, ["The computer would choose", "rather than"]);
                lines.push((String::new(), Role::Text));
                lines.push(("The save records that you asked.".to_owned(), Role::Dim));
                self.overlays.push(Overlay::text(Purpose::Read, "Advice", lines));
            }
            Err(refused) => self.game.message = Some(refused.to_string()),
        }
    }
}

/// The reasons of an action.
fn window(session: &dyn Session, shown: &Shown, play: u32) -> Overlay {
    let over = session.outcome().is_some();
    let told = if shown.public && !over {
        Err("Spectators are told the reasons after the battle.".to_owned())
    } else {
        explained(session, shown, play)
    };
    let (play, lines) = match told {
        Ok(reasons) => (reasons.play, in_lines(&reasons, ["It chose", "rather than"])),
        Err(why) => (play, vec![(why, Role::Text)]),
    };
    Overlay::text(Purpose::Read, format!("Why: action {play}"), lines)
}

/// The player's costliest decisions of a battle that is over.
pub(super) fn costly(session: &dyn Session, shown: &Shown) -> Overlay {
    let mut lines = Lines::new();
    for side in Side::BOTH.into_iter().filter(|side| session.seat(*side) == Seat::Human) {
        lines.push((shown.view.sides[side.index()].name.clone(), Role::Title));
        let costly = session.costly(side, COSTLY);
        if costly.is_empty() {
            lines.push(("The computer would have done much the same.".to_owned(), Role::Text));
        }
        for reasons in costly {
            let Reasons { play, scored_in, .. } = reasons;
            let head = format!("Action {play}: it cost {:.1} {scored_in}.", reasons.cost());
            lines.push((head, Role::Prompt));
            lines.extend(in_lines(&reasons, ["You chose", "the computer"]));
            lines.push((String::new(), Role::Text));
        }
    }
    Overlay::text(Purpose::Read, "Your costliest decisions", lines)
}

/// The reasons of an action. One that only completes what came before, such as the end of a group, is explained
/// by the last action before it that was weighed.
fn explained(session: &dyn Session, shown: &Shown, play: u32) -> Result<Reasons, String> {
    let told = session.reasons(Some(shown.viewer), play)?;
    if !told.task.is_empty() {
        return Ok(told);
    }
    let weighed = |earlier: u32| {
        let reasons = session.reasons(Some(shown.viewer), earlier).ok()?;
        (reasons.side == told.side && !reasons.chosen.terms.is_empty()).then_some(reasons)
    };
    let found = (play.saturating_sub(BEFORE)..=play).rev().find_map(weighed);
    Ok(found.unwrap_or(told))
}

/// The last action of the computer that the player may read of.
fn last_of_the_computer(session: &dyn Session, shown: &Shown) -> Option<u32> {
    let by_computer = |side: Side| matches!(session.seat(side), Seat::Program(_));
    let mut lines = session.log().iter().rev().filter(|line| shown.may_read(line));
    lines.find(|line| line.play > 0 && line.event.side.is_some_and(by_computer)).map(|line| line.play)
}

/// Reasons, with the words before the two options.
fn in_lines(reasons: &Reasons, [chosen, other]: [&str; 2]) -> Lines {
    let mut lines = Lines::new();
    if !reasons.task.is_empty() {
        lines.push((reasons.task.clone(), Role::Prompt));
    }
    option(&mut lines, chosen, &reasons.chosen);
    if let Some(told) = &reasons.other {
        option(&mut lines, other, told);
    }
    if reasons.other.is_none() && reasons.chosen.terms.is_empty() {
        lines.push((without_scores(reasons).to_owned(), Role::Text));
    } else {
        lines.push((format!("The scores are in {}.", reasons.scored_in), Role::Dim));
        if reasons.level == Level::Easy && reasons.cost() > 0.0 {
            lines.push(("The easy level judges roughly, and now and then it errs.".to_owned(), Role::Text));
        }
    }
    lines
}

/// Why a choice has no scores.
const fn without_scores(reasons: &Reasons) -> &'static str {
    match reasons.level {
        _ if reasons.forced => "The only legal choice.",
        _ if !reasons.task.is_empty() => "The computer scores no options for this decision.",
        Level::Random => "The random level makes any legal choice.",
        Level::Statue => "A statue keeps no reasons for this.",
        Level::Easy => "The easy level judges roughly and keeps no reasons for this.",
        Level::Normal | Level::Hard | Level::Expert => "The computer scores no options for this decision.",
    }
}

fn option(lines: &mut Lines, head: &str, told: &Told) {
    lines.push((format!("{head}: {}", told.option), Role::Title));
    for term in &told.terms {
        lines.push((format!("{:>+8.1}  {}", term.value, term.label), Role::Text));
    }
    if !told.terms.is_empty() {
        lines.push((format!("{:>+8.1}  in all", told.score), Role::Prompt));
    }
}
