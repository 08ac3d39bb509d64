//! Battles between two terminals on the title screen: joined, taken over, watched.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::Screen;
use super::front::Front;
use super::next::Next;
use super::overlay::{Overlay, Purpose};
use super::services::{BattleCard, BattleState, CannotJoin, SaveCard};
use super::theme::Role;

/// The longest password typed.
const LONGEST_WORD: usize = 60;

impl Front<'_> {
    /// Enter on a battle: sits down at it, or watches one that others play.
    pub(super) fn enter_battle(&mut self, battle: BattleCard) -> Next {
        match battle.state {
            BattleState::Others | BattleState::Over => self.watch_battle(&battle),
            BattleState::Open if battle.word => {
                if let Screen::Title(title) = &mut *self.screen {
                    title.joining = Some((battle, String::new()));
                }
                Next::Stay
            }
            _ => self.sit_down(&battle, "", false),
        }
    }

    fn sit_down(&mut self, battle: &BattleCard, word: &str, take_over: bool) -> Next {
        match self.services.join(battle, word, take_over) {
            Ok(session) => return Next::play(session),
            Err(CannotJoin::Elsewhere) => {
                if let Screen::Title(title) = &mut *self.screen {
                    title.joining = Some((battle.clone(), String::new()));
                }
                self.ask("You are connected to this battle elsewhere. Take over?");
            }
            Err(CannotJoin::Word) => self.tell_title("That is not the password of this battle."),
            Err(CannotJoin::Refused(why)) => self.tell_title(&why),
        }
        Next::Stay
    }

    /// Asks whether to take over a saved game that is open elsewhere.
    pub(super) fn ask_to_take_over(&mut self, save: SaveCard) {
        if let Screen::Title(title) = &mut *self.screen {
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
    pub(super) fn take_over_connection(&mut self) -> Next {
        self.overlays.pop();
        let resumed = self.take_over_save();
        if let (Next::Stay, Screen::Title(title)) = (&resumed, &mut *self.screen)
            && let Some((battle, _)) = title.joining.take()
        {
            return self.sit_down(&battle, "", true);
        }
        resumed
    }

    fn tell_title(&mut self, text: &str) {
        if let Screen::Title(title) = &mut *self.screen {
            title.set_battles(self.services.battles());
            title.message = Some(text.to_owned());
        }
    }

    /// Types the password of an invitation; `None` if the key was no part of it.
    pub(super) fn password_key(&mut self, event: &KeyEvent) -> Option<Next> {
        let Screen::Title(title) = &mut *self.screen else { return None };
        title.message = None;
        if !self.overlays.is_empty() {
            return None;
        }
        let (battle, mut word) = title.joining.take()?;
        match event.code {
            KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => return None,
            KeyCode::Char(c) if !c.is_control() && word.chars().count() < LONGEST_WORD => word.push(c),
            KeyCode::Backspace => {
                word.pop();
            }
            KeyCode::Enter => return Some(self.sit_down(&battle, &word, false)),
            KeyCode::Esc => return Some(Next::Stay),
            _ => {}
        }
        title.joining = Some((battle, word));
        Some(Next::Stay)
    }

    /// The selected battle.
    pub(super) fn selected_battle(&self) -> Option<BattleCard> {
        match &*self.screen {
            Screen::Title(title) => title.battle().cloned(),
            _ => None,
        }
    }

    pub(super) fn watch_battle(&mut self, battle: &BattleCard) -> Next {
        match self.services.watch(battle) {
            Ok(session) => return Next::watch(session),
            Err(error) => self.tell_title(&format!("{error:#}")),
        }
        Next::Stay
    }
}
