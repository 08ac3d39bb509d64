//! Battles between two terminals on the title screen: joined, taken over, watched.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::{App, Screen};
use super::overlay::{Overlay, Purpose};
use super::services::{BattleCard, BattleState, CannotJoin, SaveCard};
use super::theme::Role;

/// The longest password typed.
const LONGEST_WORD: usize = 60;

impl App<'_> {
    /// Enter on a battle: sits down at it, or watches one that others play.
    pub(super) fn enter_battle(&mut self, battle: BattleCard) {
        match battle.state {
            BattleState::Others | BattleState::Over => self.watch_battle(&battle),
            BattleState::Open if battle.word => {
                if let Screen::Title(title) = &mut self.screen {
                    title.joining = Some((battle, String::new()));
                }
            }
            _ => self.sit_down(&battle, "", false),
        }
    }

    fn sit_down(&mut self, battle: &BattleCard, word: &str, take_over: bool) {
        match self.services.join(battle, word, take_over) {
            Ok(session) => self.open(session),
            Err(CannotJoin::Elsewhere) => {
                if let Screen::Title(title) = &mut self.screen {
                    title.joining = Some((battle.clone(), String::new()));
                }
                self.ask("You are connected to this battle elsewhere. Take over?");
            }
            Err(CannotJoin::Word) => self.tell_title("That is not the password of this battle."),
            Err(CannotJoin::Refused(why)) => self.tell_title(&why),
        }
    }

    /// Asks whether to take over a saved game that is open elsewhere.
    pub(super) fn ask_to_take_over(&mut self, save: SaveCard) {
        if let Screen::Title(title) = &mut self.screen {
            title.elsewhere = Some(save);
            self.ask("You are connected elsewhere. Take over?");
        }
    }

    fn ask(&mut self, question: &str) {
        let keys = "Enter ends the other connection and goes on here. Esc leaves it.";
        let lines = vec![(question.to_owned(), Role::Prompt), (keys.to_owned(), Role::Dim)];
        self.overlays.push(Overlay::text(Purpose::TakeOver, "Take over", lines));
    }

    /// Enter at the question whether to end one's other connection.
    pub(super) fn take_over_connection(&mut self) {
        self.overlays.pop();
        self.take_over_save();
        let Screen::Title(title) = &mut self.screen else { return };
        if let Some((battle, _)) = title.joining.take() {
            self.sit_down(&battle, "", true);
        }
    }

    fn tell_title(&mut self, text: &str) {
        if let Screen::Title(title) = &mut self.screen {
            title.set_battles(self.services.battles());
            title.message = Some(text.to_owned());
        }
    }

    /// Types the password of an invitation; returns whether the key was part of it.
    pub(super) fn password_key(&mut self, event: &KeyEvent) -> bool {
        let Screen::Title(title) = &mut self.screen else { return false };
        title.message = None;
        if !self.overlays.is_empty() {
            return false;
        }
        let Some((battle, mut word)) = title.joining.take() else { return false };
        match event.code {
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Char(c) if !c.is_control() && word.chars().count() < LONGEST_WORD => word.push(c),
            KeyCode::Backspace => {
                word.pop();
            }
            KeyCode::Enter => {
                self.sit_down(&battle, &word, false);
                return true;
            }
            KeyCode::Esc => return true,
            _ => {}
        }
        title.joining = Some((battle, word));
        true
    }

    /// Watches the selected battle; `false` if none is selected.
    pub(super) fn watch_selected(&mut self) -> bool {
        let Screen::Title(title) = &self.screen else { return false };
        let Some(battle) = title.battle().cloned() else { return false };
        self.watch_battle(&battle);
        true
    }

    fn watch_battle(&mut self, battle: &BattleCard) {
        match self.services.watch(battle) {
            Ok(session) => {
                self.open(session);
                self.overlays.clear();
                if let Screen::Game(game) = &mut self.screen {
                    game.watching = true;
                }
            }
            Err(error) => self.tell_title(&format!("{error:#}")),
        }
    }
}
