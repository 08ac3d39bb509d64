//! Keys while a window is open.

use super::app::{App, Screen};
use super::commands::Command;
use super::ending::{AGAIN, CAMPAIGN, COSTLY, LEAVE, NEXT, REMATCH};
use super::lookback::Jump;
use super::next::Next;
use super::overlay::{CHOICE, Kind, List, Overlay, Purpose, Row};
use super::playing::Playing;
use super::theme::Role;
use super::typed;
use super::why;
use super::windows;

impl App<'_> {
    pub(super) fn window_command(&mut self, command: Command) {
        self.overlays.shift(command);
        let kind = self.overlays.list_mut().map(|list| list.kind);
        match (command, kind) {
            (Command::Rename | Command::Remove, Some(Kind::StartingPoint)) => {
                if let Some(mut front) = self.front() {
                    front.change_own(command);
                }
                return;
            }
            (Command::Left | Command::Right, Some(Kind::Settings)) => {
                let row = self.overlays.list(Kind::Settings).and_then(List::current).map(|row| row.id);
                row.into_iter().for_each(|row| self.change_setting(row, command == Command::Right));
            }
            _ => {}
        }
        match command {
            Command::Close if self.overlays.leave_filter() => {}
            Command::Close => {
                if let Screen::Title(title) = &mut self.screen {
                    (title.joining, title.elsewhere) = (None, None);
                }
                self.close();
            }
            Command::Accept => self.accept(),
            _ => {
                if let Some(mut playing) = self.playing() {
                    playing.window_command(command);
                }
            }
        }
    }

    /// Closes the window on top. Once the map is free, whatever waited for that follows.
    fn close(&mut self) {
        self.overlays.pop();
        if self.overlays.is_empty()
            && let Some(mut playing) = self.playing()
        {
            playing.after_play();
        }
    }

    /// Enter in a window.
    pub(super) fn accept(&mut self) {
        match self.overlays.last() {
            Some(Overlay::Pager(pager)) => match pager.purpose {
                Purpose::Quit => self.quit = true,
                Purpose::Leave => self.leave(),
                Purpose::TakeOver => {
                    if let Some(mut front) = self.front() {
                        let next = front.take_over_connection();
                        self.follow(next);
                    }
                }
                Purpose::Decided | Purpose::Read | Purpose::Lesson | Purpose::Trouble => self.close(),
                purpose @ (Purpose::Autoplay | Purpose::TakeSide) => {
                    self.overlays.pop();
                    match self.playing() {
                        Some(mut playing) if purpose == Purpose::Autoplay => playing.autoplay(),
                        Some(mut playing) => playing.take_side(),
                        None => {}
                    }
                }
            },
            Some(Overlay::List(list)) => {
                let (kind, filter) = (list.kind, list.filter().trim().to_owned());
                let row = list.current().cloned();
                self.accept_row(kind, row, &filter);
            }
            None => {}
        }
    }

    fn accept_row(&mut self, kind: Kind, row: Option<Row>, filter: &str) {
        match (kind, &row) {
            (Kind::Settings, Some(row)) => self.change_setting(row.id, true),
            (Kind::Log | Kind::Attacks | Kind::Form, _) => {
                if let Some(mut playing) = self.playing() {
                    playing.accept_open(kind, row.map(|row| row.id));
                }
            }
            _ if closes(kind, row.is_some()) => {
                self.overlays.pop();
                self.accept_closing(kind, row, filter);
            }
            _ => {}
        }
    }

    /// Carries out the row of a list that has been closed.
    fn accept_closing(&mut self, kind: Kind, row: Option<Row>, filter: &str) {
        let id = row.as_ref().map_or(0, |row| row.id);
        match kind {
            Kind::StartingPoint => {
                if let Some(what) = self.starting_points.get(id).cloned() {
                    self.open_in_editor(&what);
                }
            }
            Kind::Campaigns => self.campaigns.show(id, &mut *self.services, &mut self.overlays),
            Kind::Campaign => {
                let (services, overlays) = (&mut *self.services, &mut self.overlays);
                let next = self.campaigns.accept(id, services, overlays, &mut self.seed);
                self.follow(next);
            }
            Kind::Renaming | Kind::Discarding | Kind::Ways => {
                if let Some(mut front) = self.front() {
                    let next = front.accept_closed(kind, id, filter);
                    self.follow(next);
                }
            }
            Kind::Palette => self.accept_in_palette(row, filter),
            _ => {
                if let Some(mut playing) = self.playing() {
                    let next = playing.accept_closed(kind, id);
                    self.follow(next);
                }
            }
        }
    }

    /// The name of a cell, a choice or a command.
    fn accept_in_palette(&mut self, row: Option<Row>, filter: &str) {
        if self.playing().is_some_and(|mut playing| playing.go_to_named(filter)) {
            return;
        }
        let choice = match &row {
            None => filter,
            Some(row) => match row.text.strip_prefix(CHOICE) {
                Some(notation) => notation,
                None => {
                    let command = windows::palette_command(self, row.id);
                    return command.into_iter().for_each(|command| self.command(command));
                }
            },
        };
        if let Some(mut playing) = self.playing() {
            playing.game.play_typed(choice, playing.keymap);
            playing.after_play();
        }
    }

    /// Fills the list of the catalog with what its filter finds.
    pub(super) fn search_catalog(&mut self) {
        let Some(list) = self.overlays.list_mut().filter(|list| list.kind == Kind::Catalog) else { return };
        let ruleset = match &self.screen {
            Screen::Game(game) => game.session.ruleset(),
            Screen::Title(title) => {
                let card = title.scenario().or(title.scenarios.first());
                card.map_or("", |card| card.ruleset.as_str())
            }
            Screen::Setup(form) => &form.card.ruleset,
            Screen::Editor(editor) => &editor.ruleset,
        };
        let running = match &self.screen {
            Screen::Game(game) => game.session.aids().figures(list.filter()),
            _ => None,
        };
        let table = running.unwrap_or_else(|| self.services.catalog_search(ruleset, list.filter()));
        list.show_table(&table);
    }
}

impl Playing<'_> {
    /// Carries out a command in a window over the game.
    fn window_command(&mut self, command: Command) {
        let Some(list) = self.overlays.list_mut() else {
            if command == Command::Autoplay && self.overlays.is_text(Purpose::Decided) {
                self.ask_to_autoplay();
            }
            return;
        };
        match command {
            Command::Tone if list.kind == Kind::Log => list.next_tone(),
            Command::Left | Command::Right => self.change_row(command == Command::Right),
            Command::Split | Command::Merge => self.regroup(command == Command::Split),
            Command::FireAll => self.fire_all(),
            Command::Why => self.explain_line(),
            // In a form, the cell to aim at is typed.
            Command::GoToCell if list.kind == Kind::Form => self.game.pointer.naming = Some(String::new()),
            _ => {}
        }
    }

    /// Left and Right in a list with values to change.
    fn change_row(&mut self, forward: bool) {
        let Some(list) = self.overlays.list_mut() else { return };
        let Some(row) = list.current().map(|row| row.id) else { return };
        let game = &mut *self.game;
        match list.kind {
            Kind::Form => *list = game.change_form(row, forward, list.selected),
            Kind::Markings => {
                *list = game.groups.change_marking(&*game.session, &game.shown, row, forward, list.selected)
            }
            Kind::Orders => *list = game.change_order(row, forward, list.selected),
            Kind::Attacks => {
                if let Some(changed) = game.fire.change_wanted(&*game.session, &game.shown, forward, list) {
                    *list = changed;
                }
            }
            _ => {}
        }
    }

    /// Splits the selected group of a window, or merges it with the next.
    fn regroup(&mut self, splits: bool) {
        let Some(list) = self.overlays.list_mut() else { return };
        let game = &mut *self.game;
        if matches!(list.kind, Kind::Markings | Kind::Bands) {
            *list = if splits {
                game.groups.split_group(&*game.session, &game.shown, list)
            } else {
                game.groups.merge_groups(&*game.session, &game.shown, list)
            };
        }
    }

    /// Enter in a list that may stay open.
    fn accept_open(&mut self, kind: Kind, row: Option<usize>) {
        match (kind, row) {
            (Kind::Form, _) => self.accept_form(),
            (Kind::Log, Some(row)) => self.open_rule(row),
            (Kind::Attacks, Some(row)) => {
                self.game.make_attack(row, self.keymap);
                self.close_fire_plan();
            }
            _ => {}
        }
    }

    /// Closes the fire plan after an attack; it stays open for a question about it.
    fn close_fire_plan(&mut self) {
        if self.game.asking.warned.is_none() {
            self.overlays.pop();
            self.after_play();
        }
    }

    /// Makes every attack of the fire plan.
    fn fire_all(&mut self) {
        if self.overlays.list(Kind::Attacks).is_some() {
            self.game.fire_all(self.keymap);
            self.close_fire_plan();
        }
    }

    /// Opens the rule of a line of the log, with the cursor at its place.
    fn open_rule(&mut self, line: usize) {
        let line = self.game.lines().nth(line).map(|l| (l.event.rule, l.event.cells.first().copied()));
        let Some((rule, cell)) = line else { return };
        if let Some(cell) = cell.filter(|cell| self.game.shown.on_map(*cell)) {
            self.game.pointer.cursor = cell;
        }
        let found = self.services.rule(self.game.session.ruleset(), rule);
        let (heading, summary) =
            found.unwrap_or_else(|| (String::new(), "This rule has no summary.".to_owned()));
        let mut lines = vec![(heading, Role::Title)];
        lines.extend(summary.lines().map(|line| (line.to_owned(), Role::Text)));
        self.overlays.push(Overlay::text(Purpose::Read, format!("Rule {rule}"), lines));
    }

    /// Carries out the row of a list that has been closed.
    fn accept_closed(&mut self, kind: Kind, id: usize) -> Next {
        match kind {
            Kind::Over => return self.accept_ending(id),
            Kind::OtherPlayer | Kind::Answer => self.accept_at_table(id),
            Kind::Orders => self.after_play(),
            Kind::Stack => {
                let found = self.game.pointer.take_from_stack(&self.game.shown, id);
                if !found {
                    self.game.message = Some("It can't do anything now.".to_owned());
                }
            }
            Kind::Roster => {
                if let Some(cell) = self.game.shown.view.pieces.get(id).and_then(|piece| piece.cell) {
                    self.game.set_cursor(cell);
                }
            }
            Kind::Choices => {
                (self.game.pointer.before_list, self.game.pointer.pick) = (None, Some(id));
                self.play_or_fill_in();
            }
            Kind::Markings => {
                self.game.mark_all(self.keymap);
                self.after_play();
            }
            Kind::Bands => self.game.march_band(id),
            _ => {}
        }
        Next::Stay
    }

    /// A row of the final report: an action to look back to, or another game.
    fn accept_ending(&mut self, id: usize) -> Next {
        match id {
            0 => {}
            LEAVE => return Next::Leave,
            COSTLY => self.overlays.push(why::costly(&*self.game.session, &self.game.shown)),
            CAMPAIGN => return Next::Campaign,
            what @ (REMATCH | AGAIN | NEXT) => return Next::Another(what),
            play => self.game.look_back(Jump::To(play as u32), self.keymap),
        }
        Next::Stay
    }

    /// Moves the cursor to a cell by its name, unless the text is a choice that can be played now.
    fn go_to_named(&mut self, text: &str) -> bool {
        let game = &mut *self.game;
        !typed::plays_typed(&*game.session, &game.shown, text) && game.name_cell(text)
    }
}

/// Whether Enter closes such a list, with a row under the cursor or without.
const fn closes(kind: Kind, has_row: bool) -> bool {
    match kind {
        Kind::Markings | Kind::Over | Kind::Renaming | Kind::Orders | Kind::Palette => true,
        Kind::Roster
        | Kind::Choices
        | Kind::Bands
        | Kind::StartingPoint
        | Kind::Campaigns
        | Kind::Campaign
        | Kind::Discarding
        | Kind::OtherPlayer
        | Kind::Answer
        | Kind::Stack
        | Kind::Ways => has_row,
        _ => false,
    }
}
