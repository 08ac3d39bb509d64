//! Repeating the last gesture, and undoing it as a whole.

use std::collections::HashMap;

use crate::game::ChoiceView;
use crate::game::Session;

use super::game::Game;
use super::keymap::Keymap;
use super::pointing::Pointer;
use super::shown::Shown;

/// What the player has done here, to be repeated or undone.
#[derive(Default)]
pub struct History {
    /// Number of actions before and after each gesture, oldest first.
    pub gestures: Vec<(u32, u32)>,
    /// Number of actions before each one that the player made by a key since the game was opened here.
    pub own: Vec<u32>,
    /// The player's last choice.
    pub last_choice: Option<ChoiceView>,
    /// The choices since a decision of this kind.
    pub series: (&'static str, Vec<String>),
    /// The verb that began the present series.
    pub series_verb: &'static str,
    /// Complete series by kind.
    pub last_series: HashMap<&'static str, (&'static str, Vec<String>)>,
}

impl Game {
    /// Repeats the last gesture: a march to the same place, the next attack of the fire plan, a series of choices,
    /// or a choice of the same kind.
    pub fn repeat(&mut self, keymap: &Keymap) {
        if self.marching.routed.is_some()
            && let Some(goal) = self.marching.last_goal
        {
            (self.pointer.cursor, self.pointer.pick) = (goal, None);
            if self.begin_march(keymap) {
                return;
            }
            self.highlight();
        }
        if self.fire_next(keymap) {
            return;
        }
        let series = self.shown.decision.and_then(|now| self.history.last_series.get(now.kind)).cloned();
        if let Some(plays) =
            series.and_then(|(verb, plays)| self.shown.series_for_picked(&self.pointer, verb, plays))
        {
            self.play_all(&plays, keymap);
            return;
        }
        let again = self.history.last_choice.as_ref().and_then(|last| {
            let same = self.shown.choices.iter().filter(|c| c.verb == last.verb);
            let exact = same.clone().find(|c| c.cell == last.cell && c.heading == last.heading);
            exact.or_else(|| same.clone().find(|c| c.heading == last.heading && c.cell.is_some()))
        });
        match again.map(|choice| choice.notation.clone()) {
            Some(text) => {
                self.play_warned(&text, keymap);
            }
            None => self.message = Some("The last action can't be repeated now.".to_owned()),
        }
    }
}

impl Shown {
    /// A series of choices to be repeated: unchanged, or begun with the highlighted unit.
    fn series_for_picked(
        &self,
        pointer: &Pointer,
        verb: &str,
        mut plays: Vec<String>,
    ) -> Option<Vec<String>> {
        let first = plays.first_mut()?;
        if !self.choices.iter().any(|choice| choice.notation == *first) {
            let picked =
                self.picked(pointer).filter(|choice| choice.verb == verb && choice.piece().is_some())?;
            first.clone_from(&picked.notation);
        }
        Some(plays)
    }
}

impl History {
    /// The number of actions to undo to, if the last thing done was a gesture.
    pub fn gesture_to_undo(&mut self, session: &dyn Session) -> Option<u32> {
        let plays = session.plays();
        self.gestures.retain(|(began, _)| *began < plays);
        let (began, ended) = *self.gestures.last()?;
        let later = self.own.iter().any(|own| *own >= ended.max(began + 1));
        (!later || ended >= plays).then(|| {
            self.gestures.pop();
            began
        })
    }
}
