//! Repeating the last gesture, and undoing it as a whole.

use super::game::Game;
use super::keymap::Keymap;

impl Game {
    /// Repeats the last gesture: a march to the same place, the next attack of the fire plan, a series of choices,
    /// or a choice of the same kind.
    pub fn repeat(&mut self, keymap: &Keymap) {
        if self.routed.is_some()
            && let Some(goal) = self.last_goal
        {
            (self.cursor, self.pick) = (goal, None);
            if self.begin_march(keymap) {
                return;
            }
            self.highlight();
        }
        if self.fire_next(keymap) {
            return;
        }
        let series = self.decision.and_then(|now| self.last_series.get(now.kind)).cloned();
        if let Some(plays) = series.and_then(|(verb, plays)| self.series_for_picked(verb, plays)) {
            self.play_all(&plays, keymap);
            return;
        }
        let again = self.last_choice.as_ref().and_then(|last| {
            let same = self.choices.iter().filter(|c| c.verb == last.verb);
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

    /// A series of choices to be repeated: unchanged, or begun with the highlighted unit.
    fn series_for_picked(&self, verb: &str, mut plays: Vec<String>) -> Option<Vec<String>> {
        let first = plays.first_mut()?;
        if !self.choices.iter().any(|choice| choice.notation == *first) {
            let picked = self.picked().filter(|choice| choice.verb == verb && choice.piece().is_some())?;
            first.clone_from(&picked.notation);
        }
        Some(plays)
    }

    /// The number of actions to undo to, if the last thing done was a gesture.
    pub fn gesture_to_undo(&mut self) -> Option<u32> {
        let plays = self.session.plays();
        self.gestures.retain(|(began, _)| *began < plays);
        let (began, ended) = *self.gestures.last()?;
        let later = self.own.iter().any(|own| *own >= ended.max(began + 1));
        (!later || ended >= plays).then(|| {
            self.gestures.pop();
            began
        })
    }
}
