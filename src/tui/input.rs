//! Keys that arrive in pieces: over a slow line the escape sequence of an arrow may be torn after its
//! first byte, and the terminal library then reports Esc, `[` and `A`.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// How long after Esc the rest of a sequence may come.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Puts torn escape sequences together again.
#[derive(Debug, Default)]
pub struct Reassembler {
    held: Vec<KeyEvent>,
    since: Option<Instant>,
}

impl Reassembler {
    /// How long to wait for the rest before [`Reassembler::flush`]; `None` when nothing is held.
    pub fn patience(&self, now: Instant) -> Option<Duration> {
        self.since.map(|since| PATIENCE.saturating_sub(now.duration_since(since)))
    }

    /// Takes an event; gives those that are certain now.
    pub fn feed(&mut self, event: Event, now: Instant) -> Vec<Event> {
        let Event::Key(key) = event else {
            let mut all = self.flush();
            all.push(event);
            return all;
        };
        if self.held.is_empty() {
            if key.code == KeyCode::Esc && key.modifiers.is_empty() {
                self.held.push(key);
                self.since = Some(now);
                return Vec::new();
            }
            return vec![event];
        }
        let late = self.patience(now).is_none_or(|left| left.is_zero());
        let KeyCode::Char(c) = key.code else { return self.give_up(event, now) };
        if late || (self.held.len() == 1 && !matches!(c, '[' | 'O')) || self.held.len() > 5 {
            return self.give_up(event, now);
        }
        self.held.push(key);
        if self.held.len() == 2 || c.is_ascii_digit() || c == ';' {
            self.since = Some(now);
            return Vec::new();
        }
        match self.whole(c) {
            Some(key) => {
                self.held.clear();
                self.since = None;
                vec![Event::Key(key)]
            }
            None => self.flush(),
        }
    }

    /// Gives what is held as it came: the rest did not arrive in time.
    pub fn flush(&mut self) -> Vec<Event> {
        self.since = None;
        self.held.drain(..).map(Event::Key).collect()
    }

    fn give_up(&mut self, event: Event, now: Instant) -> Vec<Event> {
        let mut all = self.flush();
        all.extend(self.feed(event, now));
        all
    }

    /// The key of a whole sequence that ends in `last`.
    fn whole(&self, last: char) -> Option<KeyEvent> {
        let middle: String = self.held[2..self.held.len() - 1]
            .iter()
            .filter_map(|key| if let KeyCode::Char(c) = key.code { Some(c) } else { None })
            .collect();
        let mut parts = middle.split(';');
        let number = parts.next().unwrap_or_default();
        let modifiers = match parts.next() {
            Some("2") => KeyModifiers::SHIFT,
            Some("5") => KeyModifiers::CONTROL,
            _ => KeyModifiers::NONE,
        };
        let code = match (last, number) {
            ('A', _) => KeyCode::Up,
            ('B', _) => KeyCode::Down,
            ('C', _) => KeyCode::Right,
            ('D', _) => KeyCode::Left,
            ('H', _) | ('~', "1" | "7") => KeyCode::Home,
            ('F', _) | ('~', "4" | "8") => KeyCode::End,
            ('~', "5") => KeyCode::PageUp,
            ('~', "6") => KeyCode::PageDown,
            ('~', "3") => KeyCode::Delete,
            ('Z', _) => KeyCode::BackTab,
            ('M', _) => KeyCode::Enter,
            _ => return None,
        };
        Some(KeyEvent::new(code, modifiers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn feed_all(codes: &[KeyCode], gap: u64) -> Vec<Event> {
        let (mut parts, start) = (Reassembler::default(), Instant::now());
        let mut out = Vec::new();
        for (n, code) in (0..).zip(codes) {
            out.extend(parts.feed(key(*code), start + Duration::from_millis(gap * n)));
        }
        out.extend(parts.flush());
        out
    }

    #[test]
    fn torn_arrows_are_put_together() {
        use KeyCode::{Char, Esc};
        assert_eq!(feed_all(&[Esc, Char('['), Char('A')], 20), [key(KeyCode::Up)]);
        assert_eq!(feed_all(&[Esc, Char('O'), Char('D')], 20), [key(KeyCode::Left)]);
        assert_eq!(feed_all(&[Esc, Char('['), Char('5'), Char('~')], 20), [key(KeyCode::PageUp)]);
    }

    #[test]
    fn what_comes_late_is_what_it_says() {
        use KeyCode::{Char, Esc};
        let late = [key(Esc), key(Char('[')), key(Char('A'))];
        assert_eq!(feed_all(&[Esc, Char('['), Char('A')], 60), late);
        assert_eq!(feed_all(&[Esc, Char('q')], 10), [key(Esc), key(Char('q'))]);
        assert_eq!(feed_all(&[Esc, Esc, Char('['), Char('B')], 10), [key(Esc), key(KeyCode::Down)]);
    }
}
