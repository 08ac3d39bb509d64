//! What the workshop asks for in a line at the bottom: names and values, and whether something may be lost.

use crossterm::event::{KeyCode, KeyEvent};

use super::EditorScreen;
use crate::editor::{Edit, Subject};
use crate::library::{Target, scenario_name};
use crate::tui::keymap::Key;

/// Characters of an answer.
const LONGEST: usize = 4000;

/// What comes once a battle is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// It is worked on.
    Stay,
    /// It is played.
    Play,
    /// The title.
    Title,
    /// The program is left.
    Quit,
}

/// What an answer is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A value of a line.
    Value(Subject, usize),
    /// The name of a new formation.
    Formation,
    /// The name to keep the battle under; then perhaps it is played.
    Name {
        /// What comes once it is kept.
        then: Then,
    },
    /// Whether another battle of this name may be replaced.
    Replace {
        /// Where it is kept.
        target: Target,
        /// What comes once it is kept.
        then: Then,
    },
    /// Whether to go without keeping it.
    Leave {
        /// Out of the program instead of to the title.
        quit: bool,
    },
}

/// A question with what has been typed so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asking {
    /// What is asked.
    pub question: String,
    /// What has been typed; of a question to be answered with one key, nothing.
    pub text: String,
    /// Before which of its characters the next is written.
    pub at: usize,
    /// What it is for.
    pub wanted: Wanted,
}

/// What an answer asks of the rest of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing: it was done, or given up.
    Nothing,
    /// Keep the battle here.
    Keep {
        /// Where.
        target: Target,
        /// In place of another.
        over: bool,
        /// What comes then.
        then: Then,
    },
    /// Keep it where it belongs, then leave.
    KeepAndLeave(Then),
    /// Leave without keeping it.
    Leave {
        /// Out of the program instead of to the title.
        quit: bool,
    },
}

impl Asking {
    /// Whether it is answered with one key.
    pub fn is_choice(&self) -> bool {
        matches!(self.wanted, Wanted::Replace { .. } | Wanted::Leave { .. })
    }

    /// The place of its caret in the text, in bytes.
    fn byte(&self) -> usize {
        self.text.char_indices().nth(self.at).map_or(self.text.len(), |(byte, _)| byte)
    }

    /// Writes a character where the caret is, as long as there is room.
    fn write(&mut self, c: char) {
        if self.text.chars().count() < LONGEST {
            self.text.insert(self.byte(), c);
            self.at += 1;
        }
    }

    /// Takes out the character behind the caret.
    fn strike(&mut self) {
        let byte = self.byte();
        if byte < self.text.len() {
            self.text.remove(byte);
        }
    }
}

impl EditorScreen {
    /// Asks for something.
    pub fn ask(&mut self, question: &str, text: String, wanted: Wanted) {
        self.message = None;
        let at = text.chars().count();
        self.asking = Some(Asking { question: question.to_owned(), text, at, wanted });
    }

    /// Takes pasted text into an answer, on one line.
    pub fn paste(&mut self, pasted: &str) -> bool {
        let Some(asking) = self.asking.as_mut().filter(|asking| !asking.is_choice()) else { return false };
        let pasted = pasted.trim().replace(['\r', '\n'], " | ");
        pasted.chars().filter(|c| !c.is_control()).for_each(|c| asking.write(c));
        true
    }

    /// A key while something is asked.
    pub fn answer(&mut self, event: &KeyEvent) -> Answer {
        let Some(mut asking) = self.asking.take() else { return Answer::Nothing };
        self.message = None;
        match (event.code, &asking.wanted) {
            (KeyCode::Esc, _) => return Answer::Nothing,
            (KeyCode::Char('s'), Wanted::Leave { quit }) => {
                return Answer::KeepAndLeave(if *quit { Then::Quit } else { Then::Title });
            }
            (KeyCode::Char('d'), Wanted::Leave { quit }) => return Answer::Leave { quit: *quit },
            (KeyCode::Enter, Wanted::Replace { target, then }) => {
                return Answer::Keep { target: target.clone(), over: true, then: *then };
            }
            _ if asking.is_choice() => {}
            (KeyCode::Enter, _) => return self.answered(asking),
            (KeyCode::Backspace, _) if asking.at > 0 => {
                asking.at -= 1;
                asking.strike();
            }
            (KeyCode::Delete, _) => asking.strike(),
            (KeyCode::Left, _) => asking.at = asking.at.saturating_sub(1),
            (KeyCode::Right, _) => asking.at = asking.at.saturating_add(1).min(asking.text.chars().count()),
            (KeyCode::Home, _) => asking.at = 0,
            (KeyCode::End, _) => asking.at = asking.text.chars().count(),
            _ if Key::of(event) == Key::CLEAR => (asking.text, asking.at) = (String::new(), 0),
            _ => Key::of(event).written().into_iter().for_each(|c| asking.write(c)),
        }
        self.asking = Some(asking);
        Answer::Nothing
    }

    fn answered(&mut self, asking: Asking) -> Answer {
        match &asking.wanted {
            Wanted::Value(of, line) => {
                if !self.edit(&Edit::Write(*of, *line, asking.text.clone())) {
                    self.asking = Some(asking);
                }
            }
            Wanted::Formation => {
                if self.edit(&Edit::Form(self.side, asking.text.clone())) {
                    self.row = self.force().rows.len().saturating_sub(1);
                } else {
                    self.asking = Some(asking);
                }
            }
            Wanted::Name { then } => {
                let name = scenario_name(&asking.text);
                if name.is_empty() {
                    self.message = Some("A name needs letters or digits.".to_owned());
                    self.asking = Some(asking);
                    return Answer::Nothing;
                }
                return Answer::Keep { target: Target::Own(name), over: false, then: *then };
            }
            Wanted::Replace { .. } | Wanted::Leave { .. } => {}
        }
        Answer::Nothing
    }
}
