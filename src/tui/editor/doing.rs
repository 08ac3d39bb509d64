//! Carries out each command of the scenario editor.

use crossterm::event::{KeyCode, KeyEvent};

use super::asking::{AfterSave, Topic};
use super::{Editing, EditorScreen, Page, Pane};
use crate::editor::{Edit, EditBy, Flip, Line, Subject};
use crate::tui::commands::Command;
use crate::tui::keymap::{Key, Place};
use crate::tui::next::Next;

/// Fields with no more values than these are only cycled through.
const FEW: usize = 3;

impl Editing<'_> {
    /// Keys that are read as text: answers, filter words, brush letters, and numbers unless keys were `begun` before it.
    /// `None` if the key is none of these.
    pub fn text_key(&mut self, event: &KeyEvent, begun: bool) -> Option<Next> {
        let control = event.modifiers.contains(crossterm::event::KeyModifiers::CONTROL);
        if self.editor.asking.is_some() && (!control || Key::of(event) == Key::CLEAR) {
            let answer = self.editor.answer(event);
            return Some(self.do_answer(answer));
        }
        let read = self.editor.typed(event) || !control && !begun && self.editor.digit(event);
        read.then_some(Next::Stay)
    }

    /// Carries out a command.
    pub fn command(&mut self, command: Command) -> Next {
        match command {
            Command::Save => return self.save_battle(false, AfterSave::Stay),
            Command::SaveAs => return self.save_battle(true, AfterSave::Stay),
            Command::PlayIt => return self.play_it(),
            Command::Title => return self.leave(false),
            Command::Measure => self.measure_balance(),
            _ => self.editor.command(command),
        }
        Next::Stay
    }
}

impl EditorScreen {
    /// The sections of the key table in use now, innermost first.
    pub fn places(&self) -> Vec<Place> {
        let page = match self.page {
            Page::Map => Place::Drawing,
            Page::Forces => Place::Forces,
            Page::Plans => Place::Plans,
            Page::Battle | Page::Remarks => Place::Sheet,
        };
        vec![page, Place::Editor, Place::Any]
    }

    /// Types into the filter or picks a brush; returns whether the key did.
    fn typed(&mut self, event: &KeyEvent) -> bool {
        if self.picking {
            self.picking = false;
            if let KeyCode::Char(c) = event.code {
                match self.known().brushes.iter().position(|brush| brush.key == c) {
                    Some(brush) => self.brush = brush,
                    None => self.message = Some(format!("No brush has the letter {c}.")),
                }
            }
            return true;
        }
        if !self.typing || self.page != Page::Forces {
            return false;
        }
        match event.code {
            KeyCode::Esc => {
                self.typing = false;
                self.filter.clear();
            }
            KeyCode::Enter => self.typing = false,
            KeyCode::Up => self.shift(-1),
            KeyCode::Down => self.shift(1),
            KeyCode::Backspace => {
                self.filter.pop();
                self.ware = 0;
            }
            _ if Key::of(event) == Key::CLEAR => {
                self.filter.clear();
                self.ware = 0;
            }
            _ => match Key::of(event).written() {
                Some(c) if self.filter.chars().count() < 60 => {
                    self.filter.push(c);
                    self.ware = 0;
                }
                _ => return false,
            },
        }
        true
    }

    /// A digit of the repeat count; returns whether the key was one.
    fn digit(&mut self, event: &KeyEvent) -> bool {
        match event.code {
            KeyCode::Char(c) if c.is_ascii_digit() && (c != '0' || !self.count.is_empty()) => {
                let counts = matches!(self.page, Page::Map | Page::Forces);
                if counts && self.count.len() < 2 {
                    self.count.push(c);
                    self.message = None;
                }
                counts
            }
            _ => false,
        }
    }

    /// Carries out a command.
    fn command(&mut self, command: Command) {
        if !matches!(
            command,
            Command::Go(_)
                | Command::Turn(_)
                | Command::Accept
                | Command::AddOne
                | Command::CopyIt
                | Command::Raise
                | Command::Lower
        ) {
            self.count.clear();
        }
        self.message = None;
        match command {
            Command::Page => self.enter(1),
            Command::PreviousPage => self.enter(Page::ALL.len() - 1),
            Command::Undo if self.open_battle.undo() => self.stepped("Undone."),
            Command::Undo => self.message = Some("There is nothing to undo.".to_owned()),
            Command::Redo if self.open_battle.redo() => self.stepped("Redone."),
            Command::Redo => self.message = Some("There is nothing to redo.".to_owned()),
            Command::OtherSide => {
                self.side = self.side.other();
                (self.row, self.ware, self.line) = (0, 0, 0);
                let name = self.force().name.clone();
                self.message = Some(format!("The {name}."));
                if self.page == Page::Plans {
                    self.plans_of(self.side);
                }
            }
            command => match self.page {
                Page::Map => self.map_command(command),
                Page::Forces => self.force_command(command),
                Page::Plans => self.plan_command(command),
                Page::Battle => self.battle_command(command),
                Page::Remarks => self.remark_command(command),
            },
        }
    }

    fn stepped(&mut self, said: &str) {
        self.changed();
        self.carried = None;
        self.message = Some(said.to_owned());
    }

    fn enter(&mut self, by: usize) {
        let now = Page::ALL.iter().position(|page| *page == self.page).unwrap_or(0);
        self.page = Page::ALL[(now + by) % Page::ALL.len()];
        (self.pen, self.picking, self.typing, self.planning) = (false, false, false, false);
        if self.page == Page::Remarks {
            self.remark = 0;
        }
    }

    fn map_command(&mut self, command: Command) {
        let brushes = self.known().brushes.len().max(1);
        match command {
            Command::Go(to) => self.go(to, false),
            Command::Turn(to) => self.go(to, true),
            Command::Paint => self.paint(vec![self.cursor], false),
            Command::LayOver => self.paint(self.meant(), true),
            Command::Pen => self.toggle_pen(),
            Command::Corner => self.set_corner(),
            Command::Straight => self.straight(),
            Command::Block => self.block(),
            Command::Flood => self.flood(),
            Command::Bare => {
                let cells = self.meant();
                self.edit(&Edit::Clear(cells, self.brush));
            }
            Command::Raise | Command::Lower => {
                let by = i8::try_from(self.times()).unwrap_or(1);
                let by = if command == Command::Lower { -by } else { by };
                let cells = self.meant();
                self.edit(&Edit::Raise(cells, by));
            }
            Command::Brush => {
                self.picking = true;
                self.message = Some("Type the letter of a brush.".to_owned());
            }
            Command::NextBrush => self.brush = (self.brush + 1) % brushes,
            Command::PreviousBrush => self.brush = (self.brush + brushes - 1) % brushes,
            Command::PickUp => self.brush = self.open_battle.draft().brush_of(self.cursor),
            Command::Accept => self.carry(),
            Command::Heights => self.heights = !self.heights,
            Command::Generate => {
                self.ask("Generate the ground; cover, % of the map:", "25".to_owned(), Topic::Ground);
            }
            Command::Mirror => self.flip(Flip::Mirror),
            Command::Rotate => self.flip(Flip::Rotate),
            Command::Zoom => self.zoom = self.zoom % 3 + 1,
            Command::Back | Command::Close => {
                (self.corner, self.carried, self.pen) = (None, None, false);
            }
            _ => {}
        }
    }

    /// Moves the selection in the pane that has the keys.
    fn shift(&mut self, by: isize) {
        let (at, count) = match self.pane {
            Pane::Force => (self.row, self.force().rows.len()),
            Pane::Catalog => (self.ware, self.shown().len()),
            Pane::Sheet => (self.line, self.sheet().len()),
        };
        let to = along(at, by, count);
        match self.pane {
            Pane::Force => self.row = to,
            Pane::Catalog => self.ware = to,
            Pane::Sheet => self.line = to,
        }
    }

    fn force_command(&mut self, command: Command) {
        if let Some(by) = command.rows() {
            return self.shift(by);
        }
        match command {
            Command::Back | Command::Close => self.pane = Pane::Force,
            Command::Filter => {
                (self.pane, self.typing, self.ware) = (Pane::Catalog, true, 0);
                self.filter.clear();
            }
            Command::Own => {
                self.own = !self.own;
                self.ware = 0;
                let what = if self.own { "Only equipment available at that date." } else { "All equipment." };
                self.message = Some(what.to_owned());
            }
            Command::NewFormation => self.new_formation(),
            Command::Left | Command::Right if self.pane == Pane::Sheet => {
                let sheet = self.sheet();
                self.turn(sheet.get(self.line), command == Command::Right);
            }
            Command::Left => self.pane = Pane::Force,
            Command::Right => self.pane = Pane::Catalog,
            Command::Accept if self.pane == Pane::Catalog => self.buy(),
            Command::Accept if self.pane == Pane::Sheet => {
                let sheet = self.sheet();
                self.write(sheet.get(self.line));
            }
            Command::Accept if self.selected().is_some() => (self.pane, self.line) = (Pane::Sheet, 0),
            Command::Accept => self.pane = Pane::Catalog,
            Command::AddOne => self.more(),
            Command::CopyIt => {
                let count = self.times();
                let Some(row) = self.selected() else { return };
                self.copies(row.of, count);
            }
            Command::Remove => {
                let Some(row) = self.selected() else { return };
                self.edit(&Edit::Remove(row.of));
                self.row = self.row.min(self.force().rows.len().saturating_sub(1));
                self.pane = Pane::Force;
            }
            Command::ShiftUp | Command::ShiftDown => {
                let Some(row) = self.selected() else { return };
                let down = command == Command::ShiftDown;
                if self.edit(&Edit::Shift(row.of, down)) {
                    self.follow(row.of, down);
                }
            }
            Command::ToMap => self.take_to_map(),
            _ => {}
        }
    }

    /// Adds a formation, after asking for its name if it has one.
    fn new_formation(&mut self) {
        if self.open_battle.draft().names_formations() {
            self.ask("Name of the formation:", String::new(), Topic::Formation);
        } else if self.edit(&Edit::Form(self.side, String::new())) {
            self.row = self.force().rows.len().saturating_sub(1);
        }
    }

    /// Goes to the map with the selected unit or formation, to place it or to paint its area.
    fn take_to_map(&mut self) {
        let Some(of) = self.selected().map(|row| row.of) else { return };
        let draft = self.open_battle.draft();
        if draft.brush_for(of).is_some() {
            return self.paint_plan(of);
        }
        let starts = |of| draft.copy().edit(&Edit::Put(of, self.cursor)).is_ok();
        // A figure begins with its group.
        let of = match of {
            Subject::Piece(side, f, _) if starts(Subject::Formation(side, f)) => Subject::Formation(side, f),
            of => of,
        };
        if !matches!(of, Subject::Piece(..)) && !starts(of) {
            self.message = Some("Choose a unit of a formation.".to_owned());
            return;
        }
        if let Some(cell) = draft.grid().cells().find(|&cell| draft.look(cell).piece == Some(of)) {
            self.cursor = cell;
        }
        (self.carried, self.page) = (Some(of), Page::Map);
        self.message = Some("Move to its starting place and press Enter.".to_owned());
    }

    /// Adds copies of a part of the battle; stops at the first that is refused.
    pub(super) fn copies(&mut self, of: Subject, count: usize) {
        for _ in 0..count {
            if !self.edit(&Edit::Copy(of)) {
                return;
            }
        }
        if count > 1 {
            self.message = Some(format!("{count} copies; u undoes one."));
        }
    }

    /// Mirrors or turns the map.
    fn flip(&mut self, flip: Flip) {
        (self.corner, self.pen) = (None, false);
        self.edit(&Edit::Flip(flip));
    }

    /// Keeps the selection on what was moved: a formation by its index, a unit one row up or down, past
    /// headings.
    fn follow(&mut self, of: Subject, down: bool) {
        match of {
            Subject::Formation(side, f) => {
                let to = Subject::Formation(side, if down { f + 1 } else { f.saturating_sub(1) });
                self.row = self.force().rows.iter().position(|row| row.of == to).unwrap_or(0);
            }
            _ => self.shift(if down { 1 } else { -1 }),
        }
    }

    /// Adds the selected catalog entry to the selected formation.
    fn buy(&mut self) {
        let count = self.times();
        let Some(ware) = self.selected_catalog_item() else { return };
        let formation = self.formation();
        let edit =
            Edit::Add { side: self.side, formation, ware: (ware.nation.clone(), ware.name.clone()), count };
        if self.edit(&edit) {
            self.after_adding(formation);
            if let (Some(said), Some(why)) = (&mut self.message, &ware.barred) {
                said.push_str(&format!(" {why}."));
            }
        }
    }

    /// Selects the last unit of the formation that has grown.
    fn after_adding(&mut self, formation: usize) {
        let rows = &self.force().rows;
        let last = rows.iter().rposition(|row| match row.of {
            Subject::Formation(_, f) | Subject::Piece(_, f, _) => f == formation || formation == usize::MAX,
            _ => false,
        });
        self.row = last.unwrap_or(self.row);
    }

    /// Adds one or more units of the selected type.
    fn more(&mut self) {
        let count = self.times();
        let Some(row) = self.selected().filter(|row| matches!(row.of, Subject::Piece(..))) else {
            self.message =
                Some("Choose a unit in a formation; another of the same type is added.".to_owned());
            return;
        };
        let formation = self.formation();
        let known = self.catalog_items().iter().find(|ware| ware.name == row.name);
        let Some(ware) = known.map(|ware| (ware.nation.clone(), ware.name.clone())) else {
            self.message = Some(format!("Not in the catalog: {}.", row.name));
            return;
        };
        if self.edit(&Edit::Add { side: self.side, formation, ware, count }) {
            self.after_adding(formation);
        }
    }

    fn battle_command(&mut self, command: Command) {
        let lines = self.battle_lines();
        let here = lines.get(self.battle_line);
        if let Some(by) = command.rows() {
            self.battle_line = along(self.battle_line, by, lines.len());
            return;
        }
        match command {
            Command::Left | Command::Right => self.turn(here, command == Command::Right),
            Command::Accept => self.write(here),
            _ => {}
        }
    }

    pub(super) fn turn(&mut self, line: Option<&(Subject, usize, Line)>, forward: bool) {
        if let Some((of, n, _)) = line {
            self.edit(&Edit::Turn(*of, *n, forward));
        }
    }

    /// Edits a field: offers its values in a list if there are several, or switches it to its next value if it is
    /// not text.
    pub(super) fn write(&mut self, line: Option<&(Subject, usize, Line)>) {
        let values = line.map_or_else(Vec::new, |(of, n, _)| self.open_battle.draft().values(*of, *n));
        match line {
            Some((of, n, line)) if values.len() > FEW => {
                self.choose(&line.name, values, &line.value, Topic::Value(*of, *n));
            }
            Some((of, n, line)) if line.how != EditBy::Cycling => {
                // A field that could be edited is edited.
                let same = Edit::Write(*of, *n, line.value.clone());
                let fits = line.value != "-" && self.open_battle.draft().copy().edit(&same).is_ok();
                let text = if fits { line.value.clone() } else { String::new() };
                self.ask(&format!("{}:", line.name), text, Topic::Value(*of, *n));
            }
            line => self.turn(line, true),
        }
    }

    fn remark_command(&mut self, command: Command) {
        let at = self.remark;
        if let Some(by) = command.rows() {
            self.remark = along(at, by, self.known().remarks.len());
        } else if command == Command::Accept
            && let Some(place) = self.known().remarks.get(at).map(|remark| remark.place.clone())
        {
            self.go_to(&place);
        }
    }
}

/// The selection in a list of `count` rows after moving by `by`.
pub(super) fn along(at: usize, by: isize, count: usize) -> usize {
    at.saturating_add_signed(by).min(count.saturating_sub(1))
}
