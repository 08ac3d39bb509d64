//! Opening, saving, playing and leaving a battle in the scenario editor.

use super::asking::{AfterSave, Answer, Topic};
use super::{Editing, EditorScreen, Page};
use crate::library::{SaveBattleError, Target, scenario_name};
use crate::tui::app::{App, Screen};
use crate::tui::next::Next;
use crate::tui::overlay::{Overlay, Purpose};
use crate::tui::services::{EditorBattle, ScenarioCard, StartingPoint};
use crate::tui::setup::Form;
use crate::tui::theme::Role;

impl App<'_> {
    /// Opens a battle in the editor, or says why it can't.
    pub(in crate::tui) fn open_in_editor(&mut self, what: &StartingPoint) {
        match self.services.open_battle(what) {
            Ok(made) => {
                self.show_editor(made, matches!(what, StartingPoint::Left(_) | StartingPoint::Forged(..)))
            }
            Err(error) => {
                let lines =
                    format!("{error:#}").lines().map(|line| (line.to_owned(), Role::Warning)).collect();
                self.overlays.push(Overlay::text(
                    Purpose::Read,
                    "This can't be opened in the scenario editor",
                    lines,
                ));
            }
        }
    }

    /// Shows the editor with a battle; `unsaved` if it exists in no file yet.
    pub(in crate::tui) fn show_editor(&mut self, made: EditorBattle, unsaved: bool) {
        let mut editor = Box::new(EditorScreen::new(made));
        if unsaved {
            editor.open_battle.lose();
        }
        self.overlays.clear();
        self.screen = Screen::Editor(editor);
    }
}

impl EditorScreen {
    /// The name offered for saving: that of the file, or of the title if the player has given it one.
    fn suggested_name(&self) -> String {
        let title = scenario_name(&self.open_battle.draft().title());
        let titled = self.target.is_none() && title != self.titled && !title.is_empty();
        if titled { title } else { self.name.clone() }
    }
}

impl Editing<'_> {
    /// After every key: writes a backup of what was changed.
    pub fn back_up(&mut self) {
        let editor = &mut *self.editor;
        if !std::mem::take(&mut editor.uncopied) {
            return;
        }
        if !editor.open_battle.is_unsaved() {
            self.services.remove_backup();
            return;
        }
        let name = match &editor.target {
            Some(Target::Own(name)) => name.clone(),
            _ => editor.name.clone(),
        };
        if let Err(error) = self.services.back_up_battle(&editor.ruleset, &name, editor.open_battle.text()) {
            editor.message = Some(format!("No backup could be written, save soon: {error:#}."));
        }
    }

    /// Saves the battle to its file, or asks for a name.
    pub(super) fn save_battle(&mut self, anew: bool, then: AfterSave) -> Next {
        let editor = &mut *self.editor;
        match &editor.target {
            Some(target) if !anew => {
                let target = target.clone();
                self.keep_in(&target, false, then)
            }
            _ => {
                let name = editor.suggested_name();
                editor.ask("Save as:", name, Topic::Name { then });
                Next::Stay
            }
        }
    }

    fn keep_in(&mut self, target: &Target, over: bool, then: AfterSave) -> Next {
        let editor = &mut *self.editor;
        let text = editor.open_battle.text().to_owned();
        let known = editor.known_file.as_deref().filter(|_| editor.target.as_ref() == Some(target));
        match self.services.save_battle(&editor.ruleset, target, &text, known, over) {
            Ok(name) => {
                editor.target = Some(target.clone());
                editor.known_file = Some(text);
                editor.open_battle.keep();
                self.services.remove_backup();
                let faults = editor.known().remarks.iter().filter(|remark| remark.fault).count();
                editor.message = Some(match faults {
                    0 => format!("Saved as {name}."),
                    1 => format!("Saved as {name}. It has 1 fault and can't be played yet."),
                    n => format!("Saved as {name}. It has {n} faults and can't be played yet."),
                });
                return match then {
                    AfterSave::Stay => Next::Stay,
                    AfterSave::Play => self.set_up_saved(),
                    AfterSave::Title => self.gone(false),
                    AfterSave::Quit => self.gone(true),
                };
            }
            Err(SaveBattleError::Taken(name)) => {
                let question = format!("{name} already exists. Enter replaces it, Esc cancels.");
                editor.ask(&question, String::new(), Topic::Replace { target: target.clone(), then });
            }
            Err(why) => editor.message = Some(format!("Not saved: {why}.")),
        }
        Next::Stay
    }

    /// Saves the battle and plays it, if it has no faults.
    pub(super) fn play_it(&mut self) -> Next {
        let editor = &mut *self.editor;
        if let Some(fault) = editor.known().remarks.iter().find(|remark| remark.fault).cloned() {
            editor.page = Page::Remarks;
            editor.remark = 0;
            editor.message = Some(format!("It can't be played yet: {}", fault.sentence));
            return Next::Stay;
        }
        if editor.open_battle.is_unsaved() || editor.target.is_none() {
            self.save_battle(false, AfterSave::Play)
        } else {
            self.set_up_saved()
        }
    }

    /// The setup form of the battle just saved.
    fn set_up_saved(&mut self) -> Next {
        let editor = &mut *self.editor;
        if editor.known().remarks.iter().any(|remark| remark.fault) {
            return Next::Stay;
        }
        let ruleset = editor.ruleset.clone();
        // A file is opened by its path.
        let (name, made) = match &editor.target {
            Some(Target::Own(name)) => (name.clone(), format!("{ruleset}/{name}")),
            Some(Target::File(path)) => {
                let path = path.to_string_lossy().into_owned();
                (path.clone(), path)
            }
            None => return Next::Stay,
        };
        let listed =
            self.services.scenarios().into_iter().find(|card| card.ruleset == ruleset && card.name == name);
        let card = listed.unwrap_or(ScenarioCard { ruleset, name, ..ScenarioCard::default() });
        let card = self.services.read(&card);
        let form = Form {
            made: Some(StartingPoint::Scenario(made)),
            ..Form::new(card, self.seed).with_undo(self.undo)
        };
        Next::SetUp(Box::new(form))
    }

    /// Leaves the editor for the title, or quits the program; asks first if changes are unsaved.
    pub fn leave(&mut self, quit: bool) -> Next {
        let editor = &mut *self.editor;
        if editor.open_battle.is_unsaved() {
            let question = "Not saved. s saves and leaves, d discards and leaves, Esc stays.";
            editor.ask(question, String::new(), Topic::Leave { quit });
            return Next::Stay;
        }
        self.gone(quit)
    }

    fn gone(&mut self, quit: bool) -> Next {
        self.services.remove_backup();
        if quit { Next::Quit } else { Next::Leave }
    }

    /// Carries out what an answer requires.
    pub(super) fn do_answer(&mut self, answer: Answer) -> Next {
        match answer {
            Answer::Nothing => Next::Stay,
            Answer::Keep { target, over, then } => self.keep_in(&target, over, then),
            Answer::KeepAndLeave(then) => self.save_battle(false, then),
            Answer::Leave { quit } => self.gone(quit),
        }
    }
}
