//! The balance of the battle in the editor, measured at a key while the player goes on.

use std::time::Duration;

use super::Editing;
use crate::library::Measuring;

/// The games that are played.
const GAMES: u32 = 40;

/// How often the progress is shown.
const EVERY: Duration = Duration::from_millis(500);

/// The measurement of the balance that goes on, or the last one.
#[derive(Debug, Default)]
pub struct Balance {
    measuring: Option<Measuring>,
    /// Whether its result has been shown.
    told: bool,
}

impl Balance {
    /// The measurement in words.
    pub fn in_words(&self) -> Option<String> {
        self.measuring.as_ref().map(Measuring::in_words)
    }

    /// Drops a result that was shown: it is about the battle before a change.
    pub(super) fn drop_told(&mut self) {
        if self.told {
            self.measuring = None;
        }
    }

    /// How long until the progress is shown again.
    pub(in crate::tui) fn next_tick(&self) -> Option<Duration> {
        self.measuring.as_ref().filter(|measuring| !measuring.is_over() || !self.told).map(|_| EVERY)
    }

    /// Notes that the progress is shown; returns whether there is any.
    pub(in crate::tui) fn tick(&mut self) -> bool {
        let Some(measuring) = &self.measuring else { return false };
        self.told = measuring.is_over();
        true
    }
}

impl Editing<'_> {
    /// Begins to measure the balance, or stops it.
    pub(super) fn measure_balance(&mut self) {
        let editor = &mut *self.editor;
        if editor.balance.measuring.take().is_some_and(|measuring| !measuring.is_over()) {
            editor.message = Some("The balance is no longer measured.".to_owned());
            return;
        }
        if let Some(fault) = editor.known().remarks.iter().find(|remark| remark.fault).cloned() {
            editor.message = Some(format!("It can't be played yet: {}", fault.sentence));
            return;
        }
        match self.services.measure(&editor.ruleset, editor.open_battle.text(), GAMES, self.seed) {
            Ok(measuring) => editor.balance.measuring = Some(measuring),
            Err(error) => editor.message = Some(format!("The balance can't be measured: {error:#}.")),
        }
    }
}
