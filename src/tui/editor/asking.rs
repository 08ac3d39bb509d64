//! The input line of the scenario editor: names, values, and questions before something is lost.

use crossterm::event::{KeyCode, KeyEvent};

use super::EditorScreen;
use super::doing::along;
use crate::editor::{Edit, Subject};
use crate::game::Digest;
use crate::library::{Target, scenario_name};
use crate::tui::keymap::Key;

/// Longest answer, in characters.
const LONGEST: usize = 4000;

/// The next step after saving.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AfterSave {
    /// Keep editing.
    Stay,
    /// Play the battle.
    Play,
    /// Return to the title.
    Title,
    /// Quit the program.
    Quit,
}

/// The subject of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The value of a field.
    Value(Subject, usize),
    /// The name of a new formation.
    Formation,
    /// How much of the map random ground covers.
    Ground,
    /// The name to save the battle under.
    Name {
        /// The next step after saving.
        then: AfterSave,
    },
    /// Whether a file of this name may be replaced.
    Replace {
        /// Where it is saved.
        target: Target,
        /// The next step after saving.
        then: AfterSave,
    },
    /// Whether to leave without saving.
    Leave {
        /// Quit the program instead of returning to the title.
        quit: bool,
    },
}

/// A question with the text typed so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asking {
    /// The question.
    pub question: String,
    /// The text typed so far; empty for a question answered by one key.
    pub text: String,
    /// Index of the character before which the next one is inserted.
    pub at: usize,
    /// Its subject.
    pub topic: Topic,
    /// The values to choose from; the text typed finds some of them.
    pub choices: Vec<String>,
    /// Index of the selected value among those found.
    pub pick: usize,
}

/// The work that an answer leaves to the rest of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing: it was done, or cancelled.
    Nothing,
    /// Save the battle.
    Keep {
        /// Where.
        target: Target,
        /// Whether to replace another file.
        over: bool,
        /// The next step.
        then: AfterSave,
    },
    /// Save it to its own file, then leave.
    KeepAndLeave(AfterSave),
    /// Leave without saving.
    Leave {
        /// Quit the program instead of returning to the title.
        quit: bool,
    },
}

impl Asking {
    /// Whether it is answered by one key.
    pub fn is_choice(&self) -> bool {
        matches!(self.topic, Topic::Replace { .. } | Topic::Leave { .. })
    }

    /// The values that contain every word typed.
    pub fn found(&self) -> Vec<&str> {
        let typed = self.text.to_lowercase();
        let fits = |value: &&str| typed.split_whitespace().all(|word| value.to_lowercase().contains(word));
        self.choices.iter().map(String::as_str).filter(fits).collect()
    }

    /// The caret's position in the text, in bytes.
    fn byte(&self) -> usize {
        self.text.char_indices().nth(self.at).map_or(self.text.len(), |(byte, _)| byte)
    }

    /// Inserts a character at the caret, if there is room.
    fn write(&mut self, c: char) {
        if self.text.chars().count() < LONGEST {
            self.text.insert(self.byte(), c);
            self.at += 1;
        }
    }

    /// Removes the character after the caret.
    fn strike(&mut self) {
        let byte = self.byte();
        if byte < self.text.len() {
            self.text.remove(byte);
        }
    }
}

impl EditorScreen {
    /// Asks a question.
    pub fn ask(&mut self, question: &str, text: String, topic: Topic) {
        self.message = None;
        let at = text.chars().count();
        let question = question.to_owned();
        self.asking = Some(Asking { question, text, at, topic, choices: Vec::new(), pick: 0 });
    }

    /// Offers the values of a field in a list.
    pub fn choose(&mut self, name: &str, choices: Vec<String>, now: &str, topic: Topic) {
        self.ask(&format!("{name}, find:"), String::new(), topic);
        if let Some(asking) = &mut self.asking {
            asking.pick = choices.iter().position(|value| value == now).unwrap_or(0);
            asking.choices = choices;
        }
    }

    /// Inserts pasted text into the answer, on one line.
    pub fn paste(&mut self, pasted: &str) -> bool {
        let Some(asking) = self.asking.as_mut().filter(|asking| !asking.is_choice()) else { return false };
        let pasted = pasted.trim().replace(['\r', '\n'], " | ");
        pasted.chars().filter(|c| !c.is_control()).for_each(|c| asking.write(c));
        true
    }

    /// Handles a key while a question is open.
    pub fn answer(&mut self, event: &KeyEvent) -> Answer {
        let Some(mut asking) = self.asking.take() else { return Answer::Nothing };
        self.message = None;
        let before = asking.text.clone();
        match (event.code, &asking.topic) {
            (KeyCode::Esc, _) => return Answer::Nothing,
            (KeyCode::Char('s'), Topic::Leave { quit }) => {
                return Answer::KeepAndLeave(if *quit { AfterSave::Quit } else { AfterSave::Title });
            }
            (KeyCode::Char('d'), Topic::Leave { quit }) => return Answer::Leave { quit: *quit },
            (KeyCode::Enter, Topic::Replace { target, then }) => {
                return Answer::Keep { target: target.clone(), over: true, then: *then };
            }
            _ if asking.is_choice() => {}
            (KeyCode::Enter, _) => return self.answered(asking),
            (KeyCode::Up, _) => asking.pick = asking.pick.saturating_sub(1),
            (KeyCode::Down, _) => asking.pick = along(asking.pick, 1, asking.found().len()),
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
        if asking.text != before {
            asking.pick = 0;
        }
        self.asking = Some(asking);
        Answer::Nothing
    }

    fn answered(&mut self, asking: Asking) -> Answer {
        match &asking.topic {
            Topic::Value(of, line) => {
                let value = match asking.found().get(asking.pick) {
                    Some(value) => (*value).to_owned(),
                    None if asking.choices.is_empty() => asking.text.clone(),
                    None => {
                        self.message = Some(format!("Nothing here contains \"{}\".", asking.text));
                        self.asking = Some(asking);
                        return Answer::Nothing;
                    }
                };
                if !self.edit(&Edit::Write(*of, *line, value)) {
                    self.asking = Some(asking);
                }
            }
            Topic::Formation => {
                if self.edit(&Edit::Form(self.side, asking.text.clone())) {
                    self.row = self.force().rows.len().saturating_sub(1);
                } else {
                    self.asking = Some(asking);
                }
            }
            Topic::Ground => match asking.text.trim().trim_end_matches('%').parse::<u8>() {
                Ok(percent @ 0..=80) => {
                    // Another ground each time, as the text is another each time.
                    let seed = Digest::of_text(self.open_battle.text());
                    self.edit(&Edit::Generate(percent, seed));
                }
                _ => {
                    self.message = Some("Expected a percentage from 0 to 80.".to_owned());
                    self.asking = Some(asking);
                }
            },
            Topic::Name { then } => {
                let name = scenario_name(&asking.text);
                if name.is_empty() {
                    self.message = Some("A name needs letters or digits.".to_owned());
                    self.asking = Some(asking);
                    return Answer::Nothing;
                }
                return Answer::Keep { target: Target::Own(name), over: false, then: *then };
            }
            Topic::Replace { .. } | Topic::Leave { .. } => {}
        }
        Answer::Nothing
    }
}
