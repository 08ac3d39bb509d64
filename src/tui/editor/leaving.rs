//! Opening, saving, playing and leaving a battle in the scenario editor.

use super::asking::{AfterSave, Answer, Topic};
use super::{EditorScreen, Page};
use crate::library::{SaveBattleError, Target};
use crate::tui::app::{App, Screen};
use crate::tui::overlay::{Kind, List, Overlay, Purpose, Row};
use crate::tui::services::{EditorBattle, ScenarioCard, StartingPoint};
use crate::tui::theme::Role;
use crate::tui::title::Form;

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

    /// The starting points offered: backups, the selected scenario, and empty maps, each with its text. The
    /// player's own scenarios are listed separately.
    fn offered_starting_points(&self) -> Vec<(StartingPoint, String, String)> {
        let mut all: Vec<(StartingPoint, String, String)> = Vec::new();
        for (made, title) in self.services.backups() {
            all.push((made, format!("Recover: {title}"), "not saved when the program stopped".to_owned()));
        }
        let shops = self.services.editors();
        let has = |ruleset: &str| shops.iter().any(|editor| editor.ruleset == ruleset);
        let (card, made) = match &self.screen {
            Screen::Title(title) => (title.scenario(), None),
            Screen::Setup(form) => (Some(&form.card), Some((form.picks.clone(), form.setup().seed))),
            _ => (None, None),
        };
        if let Some(card) = card.filter(|card| has(&card.ruleset)) {
            let what = if card.is_custom() {
                let first = card.picks.iter().map(|pick| pick.first).collect();
                let (picks, seed) = made.unwrap_or((first, self.seed));
                StartingPoint::Forged(card.ruleset.clone(), picks, seed)
            } else {
                StartingPoint::Scenario(format!("{}/{}", card.ruleset, card.name))
            };
            all.push((what, card.title.clone(), "the selected scenario".to_owned()));
        }
        // Maps of the selected scenario's rules come first.
        let card = card.map(|card| card.ruleset.clone());
        let (first, rest): (Vec<_>, Vec<_>) =
            shops.into_iter().partition(|e| Some(&e.ruleset) == card.as_ref());
        for editor in first.into_iter().chain(rest) {
            for (width, height, what) in editor.sizes {
                let made = StartingPoint::Blank(editor.ruleset.clone(), width, height);
                all.push((made, format!("An empty map, {width} by {height}: {what}"), editor.book.clone()));
            }
        }
        all
    }

    /// Opens the list of starting points.
    pub(in crate::tui) fn list_starting_points(&mut self) {
        let mut all = self.offered_starting_points();
        let of_his_own = self.own_starting_points();
        let own: Vec<StartingPoint> = of_his_own.iter().map(|(made, ..)| made.clone()).collect();
        all.extend(of_his_own);
        let row = |(id, (made, text, tail)): (usize, (StartingPoint, String, String))| Row {
            text,
            tail,
            role: Role::Text,
            id,
            more: self.own_keys_of(&made, &own),
        };
        // The rows keep their meaning even if the folder changes meanwhile.
        let starting_points = all.iter().map(|(made, _, _)| made.clone()).collect();
        let rows: Vec<Row> = all.into_iter().enumerate().map(row).collect();
        self.starting_points = starting_points;
        if !rows.is_empty() {
            let list = List::new(Kind::StartingPoint, "Scenario editor: start from", rows);
            self.overlays.push(Overlay::List(list));
        }
    }

    /// After every key: writes a backup of what was changed.
    pub(in crate::tui) fn back_up_battle(&mut self) {
        let Screen::Editor(editor) = &mut self.screen else { return };
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
    pub(super) fn save_battle(&mut self, anew: bool, then: AfterSave) {
        let Screen::Editor(editor) = &mut self.screen else { return };
        match &editor.target {
            Some(target) if !anew => {
                let target = target.clone();
                self.keep_in(&target, false, then)
            }
            _ => {
                let name = editor.name.clone();
                editor.ask("Save as:", name, Topic::Name { then });
            }
        }
    }

    fn keep_in(&mut self, target: &Target, over: bool, then: AfterSave) {
        let Screen::Editor(editor) = &mut self.screen else { return };
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
                match then {
                    AfterSave::Stay => {}
                    AfterSave::Play => self.set_up_saved(),
                    AfterSave::Title => self.gone(false),
                    AfterSave::Quit => self.gone(true),
                }
            }
            Err(SaveBattleError::Taken(name)) => {
                let question = format!("{name} already exists. Enter replaces it, Esc cancels.");
                editor.ask(&question, String::new(), Topic::Replace { target: target.clone(), then });
            }
            Err(why) => editor.message = Some(format!("Not saved: {why}.")),
        }
    }

    /// Saves the battle and plays it, if it has no faults.
    pub(super) fn play_it(&mut self) {
        let Screen::Editor(editor) = &mut self.screen else { return };
        if let Some(fault) = editor.known().remarks.iter().find(|remark| remark.fault).cloned() {
            editor.page = Page::Remarks;
            editor.remark = 0;
            editor.message = Some(format!("It can't be played yet: {}", fault.sentence));
            return;
        }
        if editor.open_battle.is_unsaved() || editor.target.is_none() {
            self.save_battle(false, AfterSave::Play);
        } else {
            self.set_up_saved();
        }
    }

    /// The setup form of the battle just saved.
    fn set_up_saved(&mut self) {
        let Screen::Editor(editor) = &mut self.screen else { return };
        if editor.known().remarks.iter().any(|remark| remark.fault) {
            return;
        }
        let ruleset = editor.ruleset.clone();
        // A file is opened by its path.
        let (name, made) = match &editor.target {
            Some(Target::Own(name)) => (name.clone(), format!("{ruleset}/{name}")),
            Some(Target::File(path)) => {
                let path = path.to_string_lossy().into_owned();
                (path.clone(), path)
            }
            None => return,
        };
        let listed =
            self.services.scenarios().into_iter().find(|card| card.ruleset == ruleset && card.name == name);
        let card = listed.unwrap_or(ScenarioCard { ruleset, name, ..ScenarioCard::default() });
        let card = self.services.read(&card);
        let form = Form {
            made: Some(StartingPoint::Scenario(made)),
            ..Form::new(card, self.seed).with_undo(self.settings.undo)
        };
        self.screen = Screen::Setup(Box::new(form));
    }

    /// Leaves the editor for the title, or quits the program; asks first if changes are unsaved.
    pub(in crate::tui) fn leave_editor(&mut self, quit: bool) {
        let Screen::Editor(editor) = &mut self.screen else { return };
        if editor.open_battle.is_unsaved() {
            let question = "Not saved. s saves and leaves, d discards and leaves, Esc stays.";
            editor.ask(question, String::new(), Topic::Leave { quit });
            return;
        }
        self.gone(quit);
    }

    fn gone(&mut self, quit: bool) {
        self.services.remove_backup();
        if quit {
            self.quit = true;
        } else {
            self.leave();
        }
    }

    /// Carries out what an answer requires.
    pub(super) fn do_answer(&mut self, answer: Answer) {
        match answer {
            Answer::Nothing => {}
            Answer::Keep { target, over, then } => self.keep_in(&target, over, then),
            Answer::KeepAndLeave(then) => self.save_battle(false, then),
            Answer::Leave { quit } => self.gone(quit),
        }
    }
}
