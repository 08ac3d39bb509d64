//! The windows over a screen, and what is typed into the one on top.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};

use super::commands::Command;
use super::keymap::Key;
use super::overlay::{Kind, List, Overlay, Purpose};

/// How long a window that opened by itself ignores keys.
const REACTION_TIME: Duration = Duration::from_millis(250);

/// The open windows, the one with the keys last.
#[derive(Default)]
pub(super) struct Overlays {
    open: Vec<Overlay>,
    /// Whether a window has just opened by itself.
    sprung: Sprung,
}

/// A window that opens by itself ignores keys typed before it can be read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
enum Sprung {
    /// No new window.
    #[default]
    No,
    /// It has not been drawn yet.
    Unseen,
    /// It was first drawn at this time.
    Since(Duration),
}

/// Where a key typed as text went.
pub(super) enum Typing {
    /// No window takes text, or this key is none.
    Elsewhere,
    /// Into the window.
    Here,
    /// Into the filter of a list, which now shows other rows.
    Filtered,
    /// Enter: the selected row is chosen.
    Accepted,
}

impl Overlays {
    /// Opens a window on top.
    pub fn push(&mut self, overlay: Overlay) {
        self.open.push(overlay);
    }

    /// Opens several windows, the last on top.
    pub fn extend(&mut self, overlays: impl IntoIterator<Item = Overlay>) {
        self.open.extend(overlays);
    }

    /// Closes the window on top.
    pub fn pop(&mut self) -> Option<Overlay> {
        self.open.pop()
    }

    /// Closes every window.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// Closes the texts with this purpose.
    pub fn close_texts(&mut self, purpose: Purpose) {
        self.open.retain(|open| !matches!(open, Overlay::Pager(pager) if pager.purpose == purpose));
    }

    /// Closes the lists of this kind.
    pub fn close_lists(&mut self, kind: Kind) {
        self.open.retain(|open| !matches!(open, Overlay::List(list) if list.kind == kind));
    }

    /// Whether no window is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The number of open windows.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// The open windows, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Overlay> {
        self.open.iter()
    }

    /// The window on top.
    pub fn last(&self) -> Option<&Overlay> {
        self.open.last()
    }

    /// The window on top.
    pub fn last_mut(&mut self) -> Option<&mut Overlay> {
        self.open.last_mut()
    }

    /// The window on top if it is a list of this kind.
    pub fn list(&self, kind: Kind) -> Option<&List> {
        match self.open.last()? {
            Overlay::List(list) if list.kind == kind => Some(list),
            _ => None,
        }
    }

    /// The window on top if it is a list.
    pub fn list_mut(&mut self) -> Option<&mut List> {
        match self.open.last_mut()? {
            Overlay::List(list) => Some(list),
            Overlay::Pager(_) => None,
        }
    }

    /// Whether the window on top is a text with this purpose.
    pub fn is_text(&self, purpose: Purpose) -> bool {
        matches!(self.open.last(), Some(Overlay::Pager(pager)) if pager.purpose == purpose)
    }

    /// Notes that a window has opened by itself.
    pub fn spring(&mut self) {
        self.sprung = Sprung::Unseen;
    }

    /// Notes that the windows were drawn.
    pub fn drawn(&mut self, now: Duration) {
        if self.sprung == Sprung::Unseen {
            self.sprung = Sprung::Since(now);
        }
    }

    /// Whether a key comes too early for a window that has just opened by itself.
    pub fn too_early(&mut self, now: impl Fn() -> Duration) -> bool {
        match self.sprung {
            _ if self.open.is_empty() => self.sprung = Sprung::No,
            Sprung::No => {}
            Sprung::Unseen => return true,
            Sprung::Since(drawn) if now() < drawn + REACTION_TIME => return true,
            Sprung::Since(_) => self.sprung = Sprung::No,
        }
        false
    }

    /// Moves within the window on top, or begins to filter it.
    pub fn shift(&mut self, command: Command) {
        let page = self.page();
        let by = match command {
            Command::PageUp => -page,
            Command::PageDown => page,
            _ => command.rows().unwrap_or(0),
        };
        match self.open.last_mut() {
            Some(Overlay::Pager(pager)) => {
                pager.scroll = pager.scroll.saturating_add_signed(by);
                pager.typing = command == Command::Filter && pager.purpose == Purpose::Read;
            }
            Some(Overlay::List(list)) => {
                list.shift(by);
                list.typing |= command == Command::Filter;
            }
            None => {}
        }
    }

    fn page(&self) -> isize {
        self.open.last().map_or(0, Overlay::page)
    }

    /// Shows everything again in a window that shows only what was searched for, at the same place; `false`
    /// if it shows everything.
    pub fn leave_filter(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Overlay::Pager(pager)) if !pager.filter.is_empty() => pager.clear_filter(),
            Some(Overlay::List(list)) if !list.filter().is_empty() && !list.kind.is_typed() => {
                list.leave_filter();
            }
            _ => return false,
        }
        true
    }

    /// Types into the filter of the window on top.
    pub fn typing(&mut self, event: &KeyEvent, key: Key) -> Typing {
        match self.open.last() {
            Some(Overlay::Pager(pager)) if pager.typing => self.text_typing(event, key),
            Some(Overlay::List(list)) if list.typing => self.list_typing(event, key),
            _ => Typing::Elsewhere,
        }
    }

    fn text_typing(&mut self, event: &KeyEvent, key: Key) -> Typing {
        let Some(Overlay::Pager(pager)) = self.open.last_mut() else { return Typing::Elsewhere };
        match event.code {
            KeyCode::Enter => pager.typing = false,
            KeyCode::Esc => pager.clear_filter(),
            KeyCode::Backspace => {
                pager.filter.pop();
            }
            KeyCode::Up => pager.scroll = pager.scroll.saturating_sub(1),
            KeyCode::Down => pager.scroll += 1,
            _ if key == Key::CLEAR => pager.filter.clear(),
            _ => match key.written() {
                Some(c) => {
                    pager.filter.push(c);
                    pager.scroll = 0;
                }
                None => return Typing::Elsewhere,
            },
        }
        Typing::Here
    }

    fn list_typing(&mut self, event: &KeyEvent, key: Key) -> Typing {
        let page = self.page();
        let Some(list) = self.list_mut() else { return Typing::Elsewhere };
        match event.code {
            KeyCode::Enter if list.kind == Kind::Log || list.kind == Kind::Roster => list.typing = false,
            KeyCode::Enter => return Typing::Accepted,
            KeyCode::Esc
                if list.kind.is_typed() || list.filter().is_empty() && list.kind == Kind::Choices =>
            {
                self.pop();
            }
            KeyCode::Esc => list.leave_filter(),
            KeyCode::Up => list.shift(-1),
            KeyCode::Down | KeyCode::Tab => list.shift(1),
            KeyCode::PageUp => list.shift(-page),
            KeyCode::PageDown => list.shift(page),
            KeyCode::Backspace => {
                list.backspace();
                return Typing::Filtered;
            }
            _ if key == Key::CLEAR => {
                list.clear();
                return Typing::Filtered;
            }
            _ => match key.written() {
                Some(c) => {
                    list.write(c.encode_utf8(&mut [0; 4]));
                    return Typing::Filtered;
                }
                None => return Typing::Elsewhere,
            },
        }
        Typing::Here
    }

    /// Types a number in a numbered list to jump there; returns whether it did.
    pub fn number_key(&mut self, key: Key) -> bool {
        let Some(digit) = key.written().filter(char::is_ascii_digit) else { return false };
        let Some(list) = self.list_mut() else { return false };
        list.number.push(digit);
        let count = list.shown().len();
        let wanted = list.number.parse::<usize>().ok().filter(|n| (1..=count).contains(n));
        let wanted = wanted.or_else(|| {
            list.number = digit.to_string();
            list.number.parse().ok().filter(|n| (1..=count).contains(n))
        });
        if let Some(n) = wanted {
            list.selected = n - 1;
        }
        true
    }
}
