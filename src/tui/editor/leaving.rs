//! Opening, saving, playing and leaving a battle in the scenario editor.

use super::asking::{Answer, Then, Wanted};
use super::{EditorScreen, Room};
use crate::library::{NotKept, Target};
use crate::tui::app::{App, Screen};
use crate::tui::overlay::{Kind, List, Overlay, Purpose, Row};
use crate::tui::services::{EditorBattle, Made, ScenarioCard};
use crate::tui::theme::Role;
use crate::tui::title::Form;

impl App<'_> {
    /// Opens a battle in the editor, or says why it can't.
    pub(in crate::tui) fn open_made(&mut self, what: &Made) {
        match self.desk.bench(what) {
            Ok(made) => self.take_to_work(made, matches!(what, Made::Left(_) | Made::Forged(..))),
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
    pub(in crate::tui) fn take_to_work(&mut self, made: EditorBattle, unsaved: bool) {
        let mut shop = Box::new(EditorScreen::new(made));
        if unsaved {
            shop.bench.lose();
        }
        self.overlays.clear();
        self.screen = Screen::Editor(shop);
    }

    /// The starting points offered: backups, the selected scenario, and empty maps, each with its text. The
    /// player's own scenarios are listed separately.
    fn makings(&self) -> Vec<(Made, String, String)> {
        let mut all: Vec<(Made, String, String)> = Vec::new();
        for (made, title) in self.desk.left_made() {
            all.push((
                made,
                format!("Recover: {title}"),
                "not saved when the program stopped".to_owned(),
            ));
        }
        let shops = self.desk.workshops();
        let has = |ruleset: &str| shops.iter().any(|shop| shop.ruleset == ruleset);
        let (card, made) = match &self.screen {
            Screen::Title(title) => (title.scenario(), None),
            Screen::Setup(form) => (Some(&form.card), Some((form.picks.clone(), form.setup().seed))),
            _ => (None, None),
        };
        if let Some(card) = card.filter(|card| has(&card.ruleset)) {
            let what = if card.is_to_order() {
                let first = card.picks.iter().map(|pick| pick.first).collect();
                let (picks, seed) = made.unwrap_or((first, self.seed));
                Made::Forged(card.ruleset.clone(), picks, seed)
            } else {
                Made::Scenario(format!("{}/{}", card.ruleset, card.name))
            };
            all.push((what, card.title.clone(), "the selected scenario".to_owned()));
        }
        for shop in shops {
            for (width, height, what) in shop.sizes {
                let made = Made::Blank(shop.ruleset.clone(), width, height);
                all.push((made, format!("An empty map, {width} by {height}: {what}"), shop.book.clone()));
            }
        }
        all
    }

    /// Opens the list of starting points.
    pub(in crate::tui) fn workshop_list(&mut self) {
        let mut all = self.makings();
        let of_his_own = self.own_makings();
        let own: Vec<Made> = of_his_own.iter().map(|(made, ..)| made.clone()).collect();
        all.extend(of_his_own);
        let row = |(id, (made, text, tail)): (usize, (Made, String, String))| Row {
            text,
            tail,
            role: Role::Text,
            id,
            more: self.own_keys_of(&made, &own),
        };
        // The rows keep their meaning even if the folder changes meanwhile.
        let beginnings = all.iter().map(|(made, _, _)| made.clone()).collect();
        let rows: Vec<Row> = all.into_iter().enumerate().map(row).collect();
        self.beginnings = beginnings;
        if !rows.is_empty() {
            let list = List::new(Kind::Made, "Scenario editor: start from", rows);
            self.overlays.push(Overlay::List(list));
        }
    }

    /// After every key: writes a backup of what was changed.
    pub(in crate::tui) fn copy_made(&mut self) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        if !std::mem::take(&mut shop.uncopied) {
            return;
        }
        if !shop.bench.is_unsaved() {
            self.desk.drop_copy();
            return;
        }
        let name = match &shop.target {
            Some(Target::Own(name)) => name.clone(),
            _ => shop.name.clone(),
        };
        if let Err(error) = self.desk.copy_made(&shop.ruleset, &name, shop.bench.text()) {
            shop.message = Some(format!("No backup could be written, save soon: {error:#}."));
        }
    }

    /// Saves the battle to its file, or asks for a name.
    pub(super) fn keep_made(&mut self, anew: bool, then: Then) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        match &shop.target {
            Some(target) if !anew => {
                let target = target.clone();
                self.keep_in(&target, false, then)
            }
            _ => {
                let name = shop.name.clone();
                shop.ask("Save as:", name, Wanted::Name { then });
            }
        }
    }

    fn keep_in(&mut self, target: &Target, over: bool, then: Then) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        let text = shop.bench.text().to_owned();
        let known = shop.known_file.as_deref().filter(|_| shop.target.as_ref() == Some(target));
        match self.desk.keep_made(&shop.ruleset, target, &text, known, over) {
            Ok(name) => {
                shop.target = Some(target.clone());
                shop.known_file = Some(text);
                shop.bench.keep();
                self.desk.drop_copy();
                let faults = shop.known().remarks.iter().filter(|remark| remark.fault).count();
                shop.message = Some(match faults {
                    0 => format!("Saved as {name}."),
                    1 => format!("Saved as {name}. It has 1 fault and can't be played yet."),
                    n => format!("Saved as {name}. It has {n} faults and can't be played yet."),
                });
                match then {
                    Then::Stay => {}
                    Then::Play => self.play_made(),
                    Then::Title => self.gone(false),
                    Then::Quit => self.gone(true),
                }
            }
            Err(NotKept::Taken(name)) => {
                let question = format!("{name} already exists. Enter replaces it, Esc cancels.");
                shop.ask(&question, String::new(), Wanted::Replace { target: target.clone(), then });
            }
            Err(why) => shop.message = Some(format!("Not saved: {why}.")),
        }
    }

    /// Saves the battle and plays it, if it has no faults.
    pub(super) fn play_it(&mut self) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        if let Some(fault) = shop.known().remarks.iter().find(|remark| remark.fault).cloned() {
            shop.room = Room::Remarks;
            shop.remark = 0;
            shop.message = Some(format!("It can't be played yet: {}", fault.sentence));
            return;
        }
        if shop.bench.is_unsaved() || shop.target.is_none() {
            self.keep_made(false, Then::Play);
        } else {
            self.play_made();
        }
    }

    /// The setup form of the battle just saved.
    fn play_made(&mut self) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        if shop.known().remarks.iter().any(|remark| remark.fault) {
            return;
        }
        let ruleset = shop.ruleset.clone();
        // A file is opened by its path.
        let (name, made) = match &shop.target {
            Some(Target::Own(name)) => (name.clone(), format!("{ruleset}/{name}")),
            Some(Target::File(path)) => {
                let path = path.to_string_lossy().into_owned();
                (path.clone(), path)
            }
            None => return,
        };
        let listed =
            self.desk.scenarios().into_iter().find(|card| card.ruleset == ruleset && card.name == name);
        let card = listed.unwrap_or(ScenarioCard { ruleset, name, ..ScenarioCard::default() });
        let card = self.desk.read(&card);
        let form = Form { made: Some(Made::Scenario(made)), ..Form::new(card, self.seed) };
        self.screen = Screen::Setup(Box::new(form));
    }

    /// Leaves the editor for the title, or quits the program; asks first if changes are unsaved.
    pub(in crate::tui) fn leave_made(&mut self, quit: bool) {
        let Screen::Editor(shop) = &mut self.screen else { return };
        if shop.bench.is_unsaved() {
            let question = "Not saved. s saves and leaves, d discards and leaves, Esc stays.";
            shop.ask(question, String::new(), Wanted::Leave { quit });
            return;
        }
        self.gone(quit);
    }

    fn gone(&mut self, quit: bool) {
        self.desk.drop_copy();
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
            Answer::KeepAndLeave(then) => self.keep_made(false, then),
            Answer::Leave { quit } => self.gone(quit),
        }
    }
}
