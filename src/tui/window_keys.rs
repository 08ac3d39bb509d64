//! Keys while a window is open.

use super::app::{App, Screen};
use super::commands::Command;
use super::ending::{AGAIN, CAMPAIGN, COSTLY, LEAVE, NEXT, REMATCH};
use super::lookback::Jump;
use super::overlay::{CHOICE, Kind, Overlay, Purpose, Row};
use super::pointing::Only;
use super::theme::Role;
use super::typed;
use super::windows;

impl App<'_> {
    pub(super) fn window_command(&mut self, command: Command) {
        let page = self.overlays.last().map_or(0, Overlay::page);
        let by = match command {
            Command::PageUp => -page,
            Command::PageDown => page,
            _ => command.rows().unwrap_or(0),
        };
        match self.overlays.last_mut() {
            Some(Overlay::Pager(pager)) => {
                pager.scroll = pager.scroll.saturating_add_signed(by);
                pager.typing = command == Command::Filter && pager.purpose == Purpose::Read;
            }
            Some(Overlay::List(list)) => {
                list.shift(by);
                match command {
                    Command::Filter => list.typing = true,
                    Command::Rename | Command::Remove if list.kind == Kind::StartingPoint => {
                        return self.change_own(command);
                    }
                    Command::Tone if list.kind == Kind::Log => list.next_tone(),
                    Command::Split | Command::Merge => self.regroup(command == Command::Split),
                    _ => {}
                }
            }
            None => {}
        }
        if matches!(command, Command::Left | Command::Right) {
            self.change_row(command == Command::Right);
        }
        match command {
            Command::Close if self.leave_filter() => {}
            Command::Close => {
                self.overlays.pop();
                if let Screen::Title(title) = &mut self.screen {
                    (title.joining, title.elsewhere) = (None, None);
                }
                if self.overlays.is_empty() {
                    self.after_play();
                }
            }
            Command::Accept => self.accept(),
            Command::FireAll => self.fire_all(),
            Command::Why => self.explain_line(),
            Command::GoToCell => self.name_aim(),
            Command::Autoplay if self.is_decided_window() => self.ask_to_autoplay(),
            _ => {}
        }
    }

    /// Shows everything again in a window that shows only what was searched for, at the same place; `false`
    /// if it shows everything.
    fn leave_filter(&mut self) -> bool {
        match self.overlays.last_mut() {
            Some(Overlay::Pager(pager)) if !pager.filter.is_empty() => pager.clear_filter(),
            Some(Overlay::List(list)) if !list.filter().is_empty() && !list.kind.is_typed() => {
                list.leave_filter();
            }
            _ => return false,
        }
        true
    }

    /// Whether the window on top reports that the battle is decided.
    fn is_decided_window(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Pager(pager)) if pager.purpose == Purpose::Decided)
    }

    /// Splits the selected group of a window, or merges it with the next.
    fn regroup(&mut self, splits: bool) {
        let (Some(Overlay::List(list)), Screen::Game(game)) = (self.overlays.last_mut(), &mut self.screen)
        else {
            return;
        };
        if matches!(list.kind, Kind::Markings | Kind::Bands) {
            *list = if splits {
                game.groups.split_group(&*game.session, &game.shown, list)
            } else {
                game.groups.merge_groups(&*game.session, &game.shown, list)
            };
        }
    }

    /// In a form, the cell to aim at is typed.
    fn name_aim(&mut self) {
        let form = matches!(self.overlays.last(), Some(Overlay::List(list)) if list.kind == Kind::Form);
        if let Screen::Game(game) = &mut self.screen
            && form
        {
            game.pointer.naming = Some(String::new());
        }
    }

    /// Makes every attack of the fire plan.
    fn fire_all(&mut self) {
        if !matches!(self.overlays.last(), Some(Overlay::List(list)) if list.kind == Kind::Attacks) {
            return;
        }
        let Screen::Game(game) = &mut self.screen else { return };
        game.fire_all(&self.keymap);
        if game.asking.warned.is_none() {
            self.overlays.pop();
            self.after_play();
        }
    }

    /// Left and Right in a list with values to change.
    fn change_row(&mut self, forward: bool) {
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return };
        let Some(row) = list.current().map(|row| row.id) else { return };
        if list.kind == Kind::Settings {
            return self.change_setting(row, forward);
        }
        let Screen::Game(game) = &mut self.screen else { return };
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

    /// Enter in a window.
    pub(super) fn accept(&mut self) {
        match self.overlays.last() {
            Some(Overlay::Pager(pager)) => match pager.purpose {
                Purpose::Quit => self.quit_now(),
                Purpose::Leave => self.leave(),
                Purpose::Autoplay => self.autoplay(),
                Purpose::TakeOver => self.take_over_connection(),
                Purpose::TakeSide => self.take_side(),
                Purpose::Decided | Purpose::Read | Purpose::Trouble => {
                    self.overlays.pop();
                    if self.overlays.is_empty() {
                        self.after_play();
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
            (Kind::Log, Some(row)) => self.open_rule(row.id),
            (Kind::Attacks, Some(row)) => {
                let Screen::Game(game) = &mut self.screen else { return };
                game.make_attack(row.id, &self.keymap);
                // The list stays open for a question about it.
                if game.asking.warned.is_none() {
                    self.overlays.pop();
                    self.after_play();
                }
            }
            (Kind::Form, _) => self.accept_form(),
            (Kind::Settings, Some(row)) => self.change_setting(row.id, true),
            _ if closes(kind, row.is_some()) => {
                self.overlays.pop();
                self.accept_closing(kind, row, filter);
            }
            _ => {}
        }
    }

    /// Opens the rule of a line of the log, with the cursor at its place.
    fn open_rule(&mut self, line: usize) {
        let Screen::Game(game) = &mut self.screen else { return };
        let line = game.lines().nth(line).map(|l| (l.event.rule, l.event.cells.first().copied()));
        let Some((rule, cell)) = line else { return };
        if let Some(cell) = cell.filter(|cell| game.shown.on_map(*cell)) {
            game.pointer.cursor = cell;
        }
        let found = self.services.rule(game.session.ruleset(), rule);
        let (heading, summary) =
            found.unwrap_or_else(|| (String::new(), "This rule has no summary.".to_owned()));
        let mut lines = vec![(heading, Role::Title)];
        lines.extend(summary.lines().map(|line| (line.to_owned(), Role::Text)));
        self.overlays.push(Overlay::text(Purpose::Read, format!("Rule {rule}"), lines));
    }

    /// Carries out the row of a list that has been closed.
    fn accept_closing(&mut self, kind: Kind, row: Option<Row>, filter: &str) {
        let id = row.as_ref().map_or(0, |row| row.id);
        match kind {
            Kind::Over => self.accept_ending(id),
            Kind::StartingPoint => {
                if let Some(what) = self.starting_points.get(id).cloned() {
                    self.open_in_editor(&what);
                }
            }
            Kind::Campaigns => self.open_campaign(id),
            Kind::Campaign => self.accept_campaign(id),
            Kind::Renaming => self.rename_own(filter),
            Kind::Discarding if id == 1 => self.discard_own(),
            Kind::OtherPlayer | Kind::Answer => self.accept_at_table(id),
            Kind::Orders => self.after_play(),
            Kind::Stack => self.take_from_stack(id),
            Kind::Ways => self.resume_with_mode(id),
            Kind::Palette => self.accept_in_palette(row, filter),
            _ => self.accept_in_game(kind, id),
        }
    }

    fn accept_in_game(&mut self, kind: Kind, id: usize) {
        let Screen::Game(game) = &mut self.screen else { return };
        match kind {
            Kind::Roster => {
                if let Some(cell) = game.shown.view.pieces.get(id).and_then(|piece| piece.cell) {
                    game.set_cursor(cell);
                }
            }
            Kind::Choices => {
                (game.pointer.before_list, game.pointer.pick) = (None, Some(id));
                self.play_or_fill_in();
            }
            Kind::Markings => {
                game.mark_all(&self.keymap);
                self.after_play();
            }
            Kind::Bands => game.march_band(id),
            _ => {}
        }
    }

    /// A row of the final report: an action to look back to, or another game.
    fn accept_ending(&mut self, id: usize) {
        match id {
            0 => {}
            LEAVE => self.leave(),
            COSTLY => self.tell_costly(),
            CAMPAIGN => self.return_to_campaign(),
            what @ (REMATCH | AGAIN | NEXT) => self.after_ending(what),
            play => {
                let Screen::Game(game) = &mut self.screen else { return };
                game.look_back(Jump::To(play as u32), &self.keymap);
            }
        }
    }

    /// The name of a cell, a choice or a command.
    fn accept_in_palette(&mut self, row: Option<Row>, filter: &str) {
        if self.names_a_cell(filter) {
            if let Screen::Game(game) = &mut self.screen {
                game.name_cell(filter);
            }
            return;
        }
        let Some(row) = row else { return self.play_text(filter) };
        if let Some(notation) = row.text.strip_prefix(CHOICE) {
            self.play_text(notation);
        } else if let Some(command) = windows::palette_command(self, row.id) {
            self.command(command);
        }
    }

    /// Whether a text names a cell and is not a choice that can be played now.
    fn names_a_cell(&self, text: &str) -> bool {
        let Screen::Game(game) = &self.screen else { return false };
        game.shown.view.board.find(text).is_ok() && !typed::plays_typed(&*game.session, &game.shown, text)
    }

    /// Highlights the actions of a unit in a stack.
    fn take_from_stack(&mut self, index: usize) {
        let Screen::Game(game) = &mut self.screen else { return };
        let Some(id) = game.shown.view.pieces.get(index).map(|piece| piece.id) else { return };
        let of = |n: &usize| game.shown.choices[*n].pieces.contains(&id);
        let Some(first) = (0..game.shown.choices.len()).find(of) else {
            game.message = Some("It can't do anything now.".to_owned());
            return;
        };
        game.pointer.only = Only::Piece(id);
        game.pointer.pick = Some(first);
    }

    pub(super) fn play_text(&mut self, notation: &str) {
        if let Screen::Game(game) = &mut self.screen {
            game.play_typed(notation, &self.keymap);
            self.after_play();
        }
    }

    pub(super) fn search_catalog(&mut self) {
        let Some(Overlay::List(list)) = self.overlays.last_mut() else { return };
        if list.kind != Kind::Catalog {
            return;
        }
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
        let count = table.iter().map(Vec::len).max().unwrap_or(0);
        let wide: Vec<usize> = (0..count)
            .map(|n| table.iter().filter_map(|r| r.get(n)).map(|c| super::text::width(c)).max().unwrap_or(0))
            .collect();
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&wide).map(|(cell, w)| format!("{cell:<w$}"));
            padded.collect::<Vec<_>>().join("  ")
        };
        list.heading = table.first().map(line).unwrap_or_default();
        let rows = table.iter().enumerate().skip(1);
        let row = |(id, cells)| Row {
            text: line(cells),
            tail: String::new(),
            role: Role::Text,
            id,
            more: Vec::new(),
        };
        list.set_rows(rows.map(row).collect());
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
