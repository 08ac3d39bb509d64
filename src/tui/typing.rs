//! Keys that are read as text rather than commands: dice, names, numbers, filters.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::dice::{Ask, Thing};

use super::app::{App, Screen};
use super::commands::Command;
use super::keymap::{Found, Key, Place};
use super::overlay::{Kind, Overlay};
use crate::store::LONGEST_MESSAGE;

impl App<'_> {
    pub(super) fn dice_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let card = matches!(game.session.awaiting(), Some(Ask { thing: Thing::Card { .. }, .. }));
        match event.code {
            KeyCode::Char(c) if card || c.is_ascii_digit() && game.asking.face.len() < 3 => {
                game.asking.face.push(c)
            }
            KeyCode::Backspace => {
                game.asking.face.pop();
            }
            KeyCode::Enter => {
                game.give_face(&self.keymap);
                self.after_play();
            }
            KeyCode::Esc => {
                game.asking.face.clear();
                game.session.withdraw();
                game.refresh(&self.keymap);
            }
            _ => return false,
        }
        true
    }

    /// Enter opens the hand-over screen for the other player; every other key except quitting is ignored.
    pub(super) fn take_over(&mut self, event: &KeyEvent) {
        let Screen::Game(game) = &mut self.screen else { return };
        match event.code {
            KeyCode::Enter => game.asking.hand_over = None,
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => self.quit = true,
            _ => {}
        }
    }

    /// A digit at the map begins the name of a cell; returns whether it did.
    pub(super) fn begin_name(&mut self, key: Key) -> bool {
        let Some(digit) = key.written().filter(char::is_ascii_digit) else { return false };
        let Screen::Game(game) = &mut self.screen else { return false };
        let numbered = game.shown.name(game.pointer.cursor).starts_with(|first: char| first.is_ascii_digit());
        if !self.overlays.is_empty() || !numbered {
            return false;
        }
        game.pointer.naming = Some(digit.to_string());
        true
    }

    /// Types the name of a cell; returns whether the key was part of it.
    pub(super) fn naming_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let Some(mut name) = game.pointer.naming.take() else { return false };
        match event.code {
            KeyCode::Char(c) if !c.is_control() => name.push(c),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Enter => {
                if !game.name_cell(name.trim()) {
                    game.message = game.shown.view.board.find(name.trim()).err().map(|bad| bad.to_string());
                } else if let Some(Overlay::List(list)) = self.overlays.last_mut()
                    && list.kind == Kind::Form
                {
                    *list = game.aim_form(list.selected);
                }
                return true;
            }
            _ => return true,
        }
        game.name_cell(name.trim());
        game.pointer.naming = Some(name);
        true
    }

    /// Types a message to the other player; returns whether the key was part of it.
    pub(super) fn message_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        if !self.overlays.is_empty() {
            return false;
        }
        let Some(mut text) = game.table.typing.take() else { return false };
        match event.code {
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Char(c) if !c.is_control() && text.chars().count() < LONGEST_MESSAGE => text.push(c),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Enter => {
                self.say_to_other(&text);
                return true;
            }
            KeyCode::Esc => return true,
            _ => {}
        }
        game.table.typing = Some(text);
        true
    }

    /// Types the filter of the title screen; returns whether the key was part of it.
    pub(super) fn title_key(&mut self, event: &KeyEvent) -> bool {
        if self.password_key(event) {
            return true;
        }
        let Screen::Title(title) = &mut self.screen else { return false };
        if !title.typing || !self.overlays.is_empty() {
            return false;
        }
        match event.code {
            KeyCode::Char(c) if !event.modifiers.contains(KeyModifiers::CONTROL) => title.write(Some(c)),
            KeyCode::Backspace => title.write(None),
            KeyCode::Esc => title.clear_filter(),
            _ => return false,
        }
        true
    }

    pub(super) fn form_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Setup(form) = &mut self.screen else { return false };
        if !self.overlays.is_empty() {
            return false;
        }
        let command = event.modifiers.contains(KeyModifiers::CONTROL);
        let letter = match event.code {
            KeyCode::Char(c) if !command => Some(Some(c)),
            KeyCode::Backspace => Some(None),
            _ => None,
        };
        if letter.is_some_and(|letter| form.letter(letter)) {
            return true;
        }
        match event.code {
            KeyCode::Char(c) if c.is_ascii_digit() => form.digit(Some(c)),
            KeyCode::Backspace => form.digit(None),
            _ => return false,
        }
        true
    }

    pub(super) fn direction_for_verb(&mut self, key: Key) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        let Some(verb) = game.pointer.waiting.take() else { return false };
        if let Found::Command(Command::Go(to)) = self.keymap.find(&[Place::Diagonal, Place::Map], &[], &[key])
            && !game.pointer.lay(&game.shown, verb, to)
        {
            game.aim(to, verb, &self.keymap);
            self.after_play();
        }
        true
    }

    /// Types into the filter of a text; returns whether the key went there.
    pub(super) fn text_typing(&mut self, event: &KeyEvent, key: Key) -> bool {
        let Some(Overlay::Pager(pager)) = self.overlays.last_mut() else { return false };
        if !pager.typing {
            return false;
        }
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
                None => return false,
            },
        }
        true
    }

    /// Types into the filter of a list; returns whether the key went there.
    pub(super) fn list_typing(&mut self, event: &KeyEvent, key: Key) -> bool {
        let page = self.overlays.last().map_or(0, Overlay::page);
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return false };
        if !list.typing {
            return false;
        }
        match event.code {
            KeyCode::Enter if list.kind == Kind::Log || list.kind == Kind::Roster => list.typing = false,
            KeyCode::Enter => self.accept(),
            KeyCode::Esc
                if list.kind.is_typed() || list.filter().is_empty() && list.kind == Kind::Choices =>
            {
                self.overlays.pop();
            }
            KeyCode::Esc => list.leave_filter(),
            KeyCode::Up => list.shift(-1),
            KeyCode::Down | KeyCode::Tab => list.shift(1),
            KeyCode::PageUp => list.shift(-page),
            KeyCode::PageDown => list.shift(page),
            KeyCode::Backspace => {
                list.backspace();
                self.search_catalog();
            }
            _ if key == Key::CLEAR => {
                list.clear();
                self.search_catalog();
            }
            _ => match key.written() {
                Some(c) => {
                    list.write(c.encode_utf8(&mut [0; 4]));
                    self.search_catalog();
                }
                None => return false,
            },
        }
        true
    }

    /// Types a number in a numbered list to jump there; returns whether it did.
    pub(super) fn number_key(&mut self, key: Key) -> bool {
        let Some(digit) = key.written().filter(char::is_ascii_digit) else { return false };
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return false };
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
