//! Keys that are read as text rather than commands: dice, names, numbers, filters.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::dice::{Ask, Thing};

use super::commands::Command;
use super::keymap::{Found, Key, Place};
use super::next::Next;
use super::overlay::Kind;
use super::playing::Playing;
use crate::store::LONGEST_MESSAGE;

impl Playing<'_> {
    pub(super) fn dice_key(&mut self, event: &KeyEvent) -> bool {
        let card = matches!(self.game.session.awaiting(), Some(Ask { thing: Thing::Card { .. }, .. }));
        match event.code {
            KeyCode::Char(c) if card || c.is_ascii_digit() && self.game.asking.face.len() < 3 => {
                self.game.asking.face.push(c)
            }
            KeyCode::Backspace => {
                self.game.asking.face.pop();
            }
            KeyCode::Enter => {
                self.game.give_face(self.keymap);
                self.after_play();
            }
            KeyCode::Esc => {
                self.game.asking.face.clear();
                self.game.session.withdraw();
                self.game.refresh(self.keymap);
            }
            _ => return false,
        }
        true
    }

    /// Enter opens the hand-over screen for the other player; every other key except quitting is ignored.
    pub(super) fn hand_over_key(&mut self, event: &KeyEvent) -> Next {
        match event.code {
            KeyCode::Enter => self.game.asking.hand_over = None,
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    /// A digit at the map begins the name of a cell; returns whether it did.
    pub(super) fn begin_name(&mut self, key: Key) -> bool {
        let Some(digit) = key.written().filter(char::is_ascii_digit) else { return false };
        let numbered =
            self.game.shown.name(self.game.pointer.cursor).starts_with(|first: char| first.is_ascii_digit());
        if !self.overlays.is_empty() || !numbered {
            return false;
        }
        self.game.pointer.naming = Some(digit.to_string());
        true
    }

    /// Types the name of a cell; returns whether the key was part of it.
    pub(super) fn naming_key(&mut self, event: &KeyEvent) -> bool {
        let Some(mut name) = self.game.pointer.naming.take() else { return false };
        match event.code {
            KeyCode::Char(c) if !c.is_control() => name.push(c),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Enter => {
                if !self.game.name_cell(name.trim()) {
                    self.game.message =
                        self.game.shown.view.board.find(name.trim()).err().map(|bad| bad.to_string());
                } else if let Some(list) = self.overlays.list_mut().filter(|list| list.kind == Kind::Form) {
                    *list = self.game.aim_form(list.selected);
                }
                return true;
            }
            _ => return true,
        }
        self.game.name_cell(name.trim());
        self.game.pointer.naming = Some(name);
        true
    }

    /// Types a message to the other player; returns whether the key was part of it.
    pub(super) fn message_key(&mut self, event: &KeyEvent) -> bool {
        if !self.overlays.is_empty() {
            return false;
        }
        let Some(mut text) = self.game.table.typing.take() else { return false };
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
        self.game.table.typing = Some(text);
        true
    }

    pub(super) fn direction_for_verb(&mut self, key: Key) -> bool {
        let Some(verb) = self.game.pointer.waiting.take() else { return false };
        if let Found::Command(Command::Go(to)) = self.keymap.find(&[Place::Diagonal, Place::Map], &[], &[key])
            && !self.game.pointer.lay(&self.game.shown, verb, to)
        {
            self.game.aim(to, verb, self.keymap);
            self.after_play();
        }
        true
    }
}
