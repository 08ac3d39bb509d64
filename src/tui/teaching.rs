//! The texts of a tutorial about its phases: each is shown once, when the phase begins; skipped phases are
//! explained before the next.

use super::app::App;
use super::commands::Command;
use super::keymap::Found;
use super::overlay::{Overlay, Purpose};
use super::overlays::Overlays;
use super::shown::Shown;
use super::text::whole_lines;
use super::theme::Role;
use crate::game::Moment;
use crate::game::view::TurnPhase;

/// A text about a phase.
struct Lesson {
    turn: u32,
    phase: usize,
    text: String,
    /// The player had nothing to decide in the phase.
    passed: bool,
}

/// What a player has been told in this battle.
#[derive(Default)]
pub struct Lessons {
    /// The tutorial texts already shown.
    pub hinted: Vec<String>,
    /// The position in which the last text about a decision was shown: one for each.
    pub taught_at: Option<u64>,
    /// The turn and phase up to which the tutorial has explained.
    pub taught: Option<TurnPhase>,
    /// Whether the player was told that the battle is decided.
    pub told_issue: bool,
    /// Whether the final report has been shown.
    pub told_over: bool,
}

impl App<'_> {
    /// Closes the text of a tutorial for a key that the prompt below it knows, and the window does not: a text may
    /// say "Press d". Another window below keeps the key.
    pub(super) fn leave_lesson_for_key(&mut self) {
        if !self.overlays.is_text(Purpose::Lesson) {
            return;
        }
        if let Found::Command(command) = self.keymap.find(&self.places(), self.verbs(), &self.typed)
            && (command.rows().is_some() || READS.contains(&command))
        {
            return;
        }
        let below = self.overlays.pop();
        let free = self.overlays.is_empty();
        let known = self.keymap.find(&self.places(), self.verbs(), &self.typed) != Found::Nothing;
        if !free || !known {
            self.overlays.extend(below);
        }
    }
}

/// What the window of a text does itself, apart from moving by lines.
const READS: [Command; 7] = [
    Command::Accept,
    Command::Close,
    Command::PageUp,
    Command::PageDown,
    Command::Help,
    Command::Palette,
    Command::Quit,
];

impl Lessons {
    /// Opens the texts that are due up to the present phase, the earliest on top.
    pub(super) fn teach(&mut self, shown: &Shown, overlays: &mut Overlays) {
        let moment = self.moment(shown);
        let lessons = self.due(shown);
        overlays.extend(moment.map(|text| text_window(&text, "Lesson".to_owned(), "Enter continues.")));
        overlays.extend(lessons.iter().rev().map(|lesson| window(shown, lesson)));
    }

    /// The text about this kind of decision, if it has not been shown yet.
    fn moment(&mut self, shown: &Shown) -> Option<String> {
        if self.taught_at == Some(shown.ticket) {
            return None;
        }
        let (kind, turn) = (shown.decision?.kind, shown.view.turn);
        let due = |moment: &&Moment| {
            moment.at == kind && moment.turn <= turn && !self.hinted.contains(&moment.text)
        };
        let text = shown.view.lesson.moments.iter().find(due)?.text.clone();
        self.hinted.push(text.clone());
        self.taught_at = Some(shown.ticket);
        Some(text)
    }

    /// The texts not shown yet about the phases since the last decision, in order.
    fn due(&mut self, shown: &Shown) -> Vec<Lesson> {
        let now = shown.view.turn_phase();
        let since = self.taught.replace(now).unwrap_or(now);
        let count = shown.view.phases.len();
        let place = |at: TurnPhase| at.turn as usize * count + at.phase;
        let mut lessons: Vec<Lesson> = Vec::new();
        // After a whole turn, every phase has come.
        let first = (place(since) + 1).max(place(now).saturating_sub(count));
        for at in first..place(now) {
            let (turn, phase) = ((at / count) as u32, at % count);
            let own = shown.view.hints.iter().find(|(of, _)| *of == phase);
            lessons.extend(own.map(|(_, text)| Lesson { turn, phase, text: text.clone(), passed: true }));
        }
        let TurnPhase { turn, phase } = now;
        lessons.push(Lesson { turn, phase, text: shown.view.hint.clone(), passed: false });
        lessons.retain(|lesson| !lesson.text.is_empty() && !self.hinted.contains(&lesson.text));
        self.hinted.extend(lessons.iter().map(|lesson| lesson.text.clone()));
        lessons
    }
}

fn window(shown: &Shown, lesson: &Lesson) -> Overlay {
    let phase = shown.view.phases.get(lesson.phase).copied().unwrap_or_default();
    let (by, foot) = match lesson.passed {
        true => (" (skipped)", "You had nothing to decide in this phase. Enter continues."),
        false => ("", "Enter continues."),
    };
    text_window(&lesson.text, format!("Turn {}: {phase}{by}", lesson.turn), foot)
}

fn text_window(text: &str, title: String, foot: &str) -> Overlay {
    let lines = whole_lines(&text.lines().map(str::to_owned).collect::<Vec<_>>());
    let mut lines: Vec<(String, Role)> = lines.into_iter().map(|text| (text, Role::Text)).collect();
    lines.push((String::new(), Role::Text));
    lines.push((foot.to_owned(), Role::Dim));
    Overlay::text(Purpose::Lesson, title, lines)
}
