//! Ending things: an action, a phase, or fire for the rest of a phase.

use crate::game::{Act, ChoiceView, Side};

use super::deciding;
use super::game::Game;
use super::keymap::{Key, Keymap};
use super::playing::Playing;
use super::shown::Shown;

/// More passes than any phase needs; stops passing in a position that never changes.
const LIMIT: usize = 200;

impl Playing<'_> {
    /// The key that passes elsewhere: it ends the phase from within something begun, too, or says what comes first;
    /// `false` for any other key.
    pub(super) fn pass_from_within(&mut self, typed: &[Key]) -> bool {
        let asked = self.overlays.is_empty() && self.game.human() && self.game.shown.pass().is_none();
        let passes = matches!(typed, [key] if self.keymap.is_key_of(*key, Act::Pass));
        if !asked || !passes || self.game.shown.choices.is_empty() {
            return false;
        }
        if self.game.shown.back_out().is_some() {
            self.game.pass_phase(self.keymap);
            self.after_play();
        } else {
            let why = self.game.shown.not_to_be_ended(true);
            self.game.message = Some(why);
        }
        true
    }
}

impl Game {
    /// Leads back out of something begun, with nothing done, if anything is.
    pub fn back_out(&mut self, keymap: &Keymap) {
        if let Some(back) = self.shown.back_out().filter(|_| self.asked()) {
            self.play(&back, keymap);
        }
    }

    /// Passes again and again in a phase that the player has ended.
    pub fn pass_on(&mut self, keymap: &Keymap) {
        let when = self.shown.view.turn_phase();
        for _ in 0..LIMIT {
            let ends = |side: Side| self.automation.ending == Some((side, when));
            if !self.human() || self.session.awaiting().is_some() || self.trouble.is_some() {
                return;
            }
            let mine = self.shown.decision.is_some_and(|decision| ends(decision.side));
            let Some(pass) = self.shown.pass().filter(|_| mine) else { return };
            if self.session.caution(&pass).is_some() || !self.play(&pass, keymap) {
                self.automation.ending = None;
                return;
            }
        }
    }

    /// Ends the phase for the player: holds fire against everything, or passes until it is over.
    pub fn pass_phase(&mut self, keymap: &Keymap) {
        if let (Some(pass), Some(decision)) = (self.shown.pass(), self.shown.decision) {
            let (side, when) = (decision.side, self.shown.view.turn_phase());
            let rest = match self.shown.view.phases.get(self.shown.view.phase) {
                Some(phase) if phase.ends_with("Ph") => (*phase).to_owned(),
                Some(phase) => format!("{phase} phase"),
                None => "turn".to_owned(),
            };
            if self.play_warned(&pass, keymap) {
                self.automation.ending = Some((side, when));
                self.message = Some(format!("You pass for the rest of the {rest}."));
            }
            return;
        }
        if let Some(end) = self.shown.end_without_pass() {
            self.play_warned(&end, keymap);
            return;
        }
        // With nothing done yet, the way to the end of the phase leads back.
        if let Some(back) = self.shown.back_out() {
            if self.play(&back, keymap) && self.shown.back_out().is_none() {
                self.pass_phase(keymap);
            }
            return;
        }
        let hold = match self.shown.hold() {
            Ok(hold) => hold,
            Err(why) => return self.message = Some(why),
        };
        self.automation.watch.closed = true;
        if self.play(&hold, keymap) {
            self.message = Some("You hold fire for the rest of this phase.".to_owned());
        }
    }
}

impl Shown {
    /// The end of this decision alone: of the action, or of this one chance to fire, but never of a phase; or why there
    /// is none.
    pub fn finish(&self) -> Result<String, String> {
        let of = |act: Act| self.choices.iter().find(|choice| choice.act == act);
        let end = of(Act::Done).or_else(|| of(Act::Hold)).map(|choice| choice.notation.clone());
        end.ok_or_else(|| self.not_to_be_ended(false))
    }

    /// The choice to hold fire, or why there is none.
    pub(super) fn hold(&self) -> Result<String, String> {
        let hold = self.choices.iter().find(|c| c.act == Act::Hold).map(|c| c.notation.clone());
        hold.ok_or_else(|| self.not_to_be_ended(true))
    }

    /// The choice to pass, outside reaction prompts.
    pub(super) fn pass(&self) -> Option<String> {
        let reacts = deciding::reacting(&self.choices);
        self.choices.iter().find(|c| c.act == Act::Pass && !reacts).map(|c| c.notation.clone())
    }

    /// The end of a phase that nobody passes in, such as a deployment: what is done there is nobody's action.
    fn end_without_pass(&self) -> Option<String> {
        let acts = |choice: &ChoiceView| {
            matches!(
                choice.act,
                Act::Step | Act::Turn | Act::Begin | Act::Join | Act::Commit | Act::Hold | Act::Cancel
            )
        };
        let open = self.view.active.is_some() || self.choices.iter().any(acts);
        let done = self.choices.iter().find(|choice| choice.act == Act::Done).filter(|_| !open)?;
        Some(done.notation.clone())
    }

    /// The choice that leads back out of something begun, with nothing done.
    fn back_out(&self) -> Option<String> {
        let back = self.choices.iter().find(|choice| choice.act == Act::Cancel)?;
        Some(back.notation.clone())
    }

    /// Why nothing ends by the key for an action or a phase, and what to do instead.
    fn not_to_be_ended(&self, phase: bool) -> String {
        let of = |act: Act| {
            let choice = self.choices.iter().find(|choice| choice.act == act)?;
            let binding = self.verbs.iter().find(|binding| binding.name == choice.verb);
            let key =
                binding.and_then(|binding| binding.keys.first()).map(|keys| super::keymap::written(keys));
            Some(format!(
                "{}{}",
                super::text::uncapital(&choice.label),
                key.map_or_else(String::new, |key| format!(" ({key})"))
            ))
        };
        let here = &self.view.words.piece[0];
        match () {
            () if self.choices.is_empty() => "Nothing to end: the other side is acting.".to_owned(),
            () if of(Act::Pass).is_some() && !phase => "No action to end; D ends the phase.".to_owned(),
            () if of(Act::Cancel).is_some() && !phase => {
                format!("Nothing to end yet. Choose, or go {}.", of(Act::Cancel).unwrap_or_default())
            }
            () if of(Act::Commit).or(of(Act::Done)).is_some() => {
                format!("Not yet. First: {}.", of(Act::Commit).or(of(Act::Done)).unwrap_or_default())
            }
            () if self.choices.iter().any(|choice| choice.act == Act::Step) => {
                format!("Not yet: this {here} must move on first.")
            }
            () => format!("Not yet. First: {}", self.question()),
        }
    }
}
