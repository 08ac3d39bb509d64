//! The balance of the battle in the editor, measured at a key while the player goes on.

use std::time::Duration;

use crate::tui::app::{App, Screen};

/// The games that are played.
const GAMES: u32 = 40;

/// How often the progress is shown.
const EVERY: Duration = Duration::from_millis(500);

impl App<'_> {
    /// Begins to measure the balance, or stops it.
    pub(in crate::tui) fn measure_balance(&mut self) {
        let Screen::Editor(editor) = &mut self.screen else { return };
        if editor.measuring.take().is_some_and(|measuring| !measuring.is_over()) {
            editor.message = Some("The balance is no longer measured.".to_owned());
            return;
        }
        if let Some(fault) = editor.known().remarks.iter().find(|remark| remark.fault).cloned() {
            editor.message = Some(format!("It can't be played yet: {}", fault.sentence));
            return;
        }
        let (ruleset, text) = (editor.ruleset.clone(), editor.open_battle.text().to_owned());
        match self.services.measure(&ruleset, &text, GAMES, self.seed) {
            Ok(measuring) => editor.measuring = Some(measuring),
            Err(error) => editor.message = Some(format!("The balance can't be measured: {error:#}.")),
        }
    }

    /// How long until the progress is shown again.
    pub(in crate::tui) fn measuring_tick(&self) -> Option<Duration> {
        let Screen::Editor(editor) = &self.screen else { return None };
        editor.measuring.as_ref().filter(|measuring| !measuring.is_over() || !editor.told).map(|_| EVERY)
    }

    /// Shows the progress; returns whether the screen changes.
    pub(in crate::tui) fn measured(&mut self) -> bool {
        let Screen::Editor(editor) = &mut self.screen else { return false };
        let Some(measuring) = &editor.measuring else { return false };
        editor.told = measuring.is_over();
        true
    }
}
