//! A still of the screen, drawn without a terminal.

use std::cell::Cell;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::App;
use super::keymap::Key;
use super::services::Clock;
use super::theme::Role;

/// A clock on which a second passes whenever it is read, so that no key comes too early.
pub fn patient_clock() -> Clock {
    let seconds = Cell::new(0);
    Clock(Box::new(move || {
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    }))
}

impl App<'_> {
    /// Types keys, written as in keys.toml with spaces between them, and returns the screen of this size.
    ///
    /// # Errors
    /// A word is not a key.
    pub fn still(&mut self, keys: &str, width: u16, height: u16) -> Result<Buffer, String> {
        let drawn = |app: &mut Self| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            app.draw(&mut buffer);
            buffer
        };
        for word in keys.split_whitespace() {
            let key = Key::read(word)?;
            drawn(self);
            self.key(key.event());
        }
        Ok(drawn(self))
    }

    /// Whether the theme is made for a light terminal: its text has a dark colour of its own.
    pub fn suits_light_terminal(&self) -> bool {
        let ink = self.themes.chosen().of(Role::Text).fg.and_then(super::rgb);
        ink.is_some_and(|ink| ink.iter().all(|part| *part < 128))
    }
}
